"""The pool: worker processes that wait, loaded and ready, for jobs. One job each at a time, within limits.

A Python process cannot be asked to stop computing, so a job that must stop has its worker killed, and another one is
started in its place. A job whose client has gone ends in the same way.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from logicms.record import Json
from logicms.web.bodies import Body, TimedBody
from logicms.web.problems import Refusal
from logicms.web.requests import Limits
from logicms.web.worker import LENGTH, OUT_OF_MEMORY, frame

_LOOK_SECONDS = 0.1
"""How often to look whether the client of a running job is still there."""
_LOOK_WAITING_SECONDS = 0.5
"""The same for jobs that wait: there may be many, and they cost nothing."""
_GRACE_SECONDS = 0.5
"""How long after its time limit a job may still be writing what it has found."""
_START_SECONDS = 120.0
_START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from logicms.web.worker import main
main(int(sys.argv[2]), int(sys.argv[3]))
"""
"""How a worker begins: it finds modules where the service does, and not in the folder that it was started in."""
_OUT_OF_MEMORY = {OUT_OF_MEMORY, -signal.SIGABRT, -signal.SIGSEGV, -signal.SIGKILL}
"""How a worker without memory ends: by itself, in the C++ of a SAT solver, or killed by the system."""

Gone = Callable[[], Awaitable[bool]]
"""Tells whether the client has gone."""


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker answered: the bytes to send, and whether they say that a limit was reached."""

    status: int
    limit: bool
    body: bytes
    seconds: float


class Worker:
    """One worker process, seen from the service."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def started(cls, limits: Limits) -> Worker:
        """Start a process and return it once it is ready."""
        arguments = ("-P", "-c", _START, json.dumps(sys.path), str(limits.memory_mb), str(limits.cells))
        pipe = asyncio.subprocess.PIPE
        worker = cls(await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=pipe, stdout=pipe))
        try:
            async with asyncio.timeout(_START_SECONDS):
                await worker._reply()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, job: Json) -> tuple[dict[str, Any], bytes]:
        """Return the head and the bytes of the reply; an `OSError` or `EOFError` if the worker has died."""
        assert self.process.stdin is not None
        self.process.stdin.write(frame(json.dumps(job).encode()))
        await self.process.stdin.drain()
        return await self._reply()

    async def _reply(self) -> tuple[dict[str, Any], bytes]:
        assert self.process.stdout is not None
        head = json.loads(await _frame_from(self.process.stdout))
        return head, await _frame_from(self.process.stdout)

    async def end(self) -> int:
        """Kill the process and return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        return await self.process.wait()

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None


async def _frame_from(stream: asyncio.StreamReader) -> bytes:
    """Return what the next frame carries; `IncompleteReadError` at the end of the stream."""
    (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
    return await stream.readexactly(length)


class Pool:
    """Workers that wait for jobs; `start` it, and `close` it in the end."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.ready = 0
        """How many workers have been started and are alive."""
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._waiting = 0
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """Begin to start the workers; jobs that come earlier wait."""
        for _ in range(self.limits.workers):
            self._start_one()

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()

    async def run(self, task: str, body: Body, gone: Gone) -> Reply:
        """Return a worker's reply to a job; refuse when too many wait, when it takes too long or too much memory."""
        worker = await self._next_worker(gone)
        began = time.monotonic()
        limit = self.limits.seconds
        wanted = body.time_limit if isinstance(body, TimedBody) else None
        job: Json = {"task": task, "given": body.model_dump(mode="json"), "seconds": min(wanted or limit, limit)}
        asking = asyncio.ensure_future(worker.ask(job))
        try:
            await self._patience(asking, gone, began + limit + _GRACE_SECONDS)
            head, data = asking.result()
        except BaseException as error:
            asking.cancel()
            await asyncio.shield(self._replace(worker, error))
            raise
        self._idle.put_nowait(worker)
        return Reply(head["status"], head["limit"], data, time.monotonic() - began)

    async def _next_worker(self, gone: Gone) -> Worker:
        """Return a free worker, once there is one."""
        if self._idle.empty() and self._waiting >= self.limits.waiting:
            raise _busy(f"{self._waiting} jobs are already waiting")
        self._waiting += 1
        try:
            return await self._wait(gone)
        finally:
            self._waiting -= 1

    async def _wait(self, gone: Gone) -> Worker:
        """Wait for a worker, in one wait throughout, so that who came first is served first."""
        until = time.monotonic() + self.limits.waiting_seconds
        coming = asyncio.ensure_future(self._idle.get())
        try:
            while not (await asyncio.wait({coming}, timeout=_LOOK_WAITING_SECONDS))[0]:
                if await gone():
                    raise ClientGone
                if time.monotonic() > until:
                    raise _busy(f"no worker was free within {self.limits.waiting_seconds:g} s")
        except BaseException:
            if not coming.cancel():  # it has come after all
                self._idle.put_nowait(coming.result())
            raise
        worker = coming.result()
        if worker.is_alive:
            return worker
        await self._replace(worker)
        return await self._wait(gone)

    async def _patience(self, asking: asyncio.Future[Any], gone: Gone, until: float) -> None:
        """Wait for the reply, as long as somebody wants it and there is time."""
        while True:
            done, _ = await asyncio.wait({asking}, timeout=min(_LOOK_SECONDS, max(0.0, until - time.monotonic())))
            if done:
                return
            if await gone():
                raise ClientGone
            if time.monotonic() >= until:
                raise Refusal.of("time-limit", f"not decided within {self.limits.seconds:g} s")

    async def _replace(self, worker: Worker, error: BaseException | None = None) -> None:
        """End a worker and begin to start another; if it died of its job, say so."""
        self._all.discard(worker)
        self.ready -= 1
        died = isinstance(error, (asyncio.IncompleteReadError, OSError))
        code = await (worker.process.wait() if died else worker.end())
        if not self._closed:
            self._start_one()
        if died and code in _OUT_OF_MEMORY:
            raise Refusal.of("memory-limit", f"not decided within {self.limits.memory_mb} MB") from error

    def _start_one(self) -> None:
        task = asyncio.ensure_future(self._start_worker())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_worker(self) -> None:
        while True:
            try:
                worker = await Worker.started(self.limits)
                break
            except (OSError, EOFError, TimeoutError) as error:  # the machine may have too little left just now
                print(f"logicms: a worker did not start: {error!r}", file=sys.stderr)
                await asyncio.sleep(1)
        self._all.add(worker)
        self.ready += 1
        self._idle.put_nowait(worker)


def _busy(detail: str) -> Refusal:
    return Refusal.of("busy", detail, headers={"Retry-After": "2"})
