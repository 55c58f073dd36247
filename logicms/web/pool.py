"""The pool: worker processes that wait, loaded and ready, for jobs. One job each at a time, within limits.

A Python process cannot be asked to stop computing, so a job that must stop has its worker killed, and another one is
started in its place. A job whose client has gone ends in the same way.

Jobs that find no free worker wait in a *line*, in which no client can push ahead of the others by asking more often.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Any

from logicms.record import Json
from logicms.web.bodies import Body, TimedBody
from logicms.web.problems import Refusal
from logicms.web.settings import Limits
from logicms.web.worker import LENGTH, OUT_OF_MEMORY, Reply, frame

_LOOK_SECONDS = 0.1
"""How often to look whether the client of a running job is still there."""
_LOOK_WAITING_SECONDS = 0.5
"""The same for jobs that wait: there may be many, and they cost nothing."""
_GRACE_SECONDS = 3.0
"""How long after its time limit a job may still be writing what it has found: an answer that is a little late but says
what was found is worth more than none. A job that takes longer has its worker killed."""
_END_SECONDS = 0.5
"""How long a process that has closed its output may take to end."""
_START_SECONDS = 120.0
_START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from logicms.web.worker import main
main(int(sys.argv[2]), int(sys.argv[3]))
"""
"""How a worker begins: it finds modules where the service does, and not in the folder that it was started in."""
_SIGNALS = [getattr(signal, name) for name in ("SIGABRT", "SIGSEGV", "SIGKILL") if hasattr(signal, name)]
_OUT_OF_MEMORY = {OUT_OF_MEMORY, *(-number for number in _SIGNALS)}
"""How a worker without memory ends: by itself, in the C++ of a SAT solver, or killed by the system. (Windows has no
SIGKILL.)"""

Gone = Callable[[], Awaitable[bool]]
"""Tells whether the client has gone."""


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class NeverBegan(Exception):
    """The worker died before it took the job, so another one can have it."""


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
        """Return the head and the bytes of the reply; an `OSError` or `EOFError` if the worker died of the job."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(frame(json.dumps(job).encode()))
            await self.process.stdin.drain()
            await _frame_from(self.process.stdout)
        except (OSError, EOFError) as error:
            raise NeverBegan from error
        return await self._reply()

    async def _reply(self) -> tuple[dict[str, Any], bytes]:
        assert self.process.stdout is not None
        head = json.loads(await _frame_from(self.process.stdout))
        return head, await _frame_from(self.process.stdout)

    async def ended(self) -> int:
        """Return the exit code of a process that has closed its output, and so is about to end.

        It is not killed at once: to send a signal, Python may collect the exit code itself, and asyncio then misses it.
        """
        try:
            async with asyncio.timeout(_END_SECONDS):
                return await self.process.wait()
        except TimeoutError:
            return await self.end()

    async def end(self) -> int:
        """Kill the process, if it still runs, and return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        return await self.process.wait()


async def _frame_from(stream: asyncio.StreamReader) -> bytes:
    """Return what the next frame carries; `IncompleteReadError` at the end of the stream."""
    (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
    return await stream.readexactly(length)


class Line:
    """The jobs that wait for a worker, and the workers that wait for a job; never both.

    Next is a job of the client with the fewest jobs at work; of several such clients, they take turns.
    """

    def __init__(self) -> None:
        self.idle: list[Worker] = []
        self.length = 0
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}
        """The jobs of each client, first come first; the clients in the order of their turns."""
        self._at_work: Counter[str] = Counter()

    def length_for(self, client: str) -> int:
        return len(self._waiting.get(client, ()))

    def join(self, client: str) -> asyncio.Future[Worker]:
        """Return what will be a worker for a job of the client."""
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(place)
        self.length += 1
        self._hand_out()
        return place

    def leave(self, client: str, place: asyncio.Future[Worker]) -> None:
        """Give up a place in the line, or the worker that it has become."""
        if place.done():
            self.finish(client)
            self.offer(place.result())
        else:
            self._waiting[client].remove(place)
            self._forget(client)

    def finish(self, client: str) -> None:
        """Count a job as done."""
        self._at_work[client] -= 1
        if not self._at_work[client]:
            del self._at_work[client]

    def offer(self, worker: Worker) -> None:
        """Take a worker that is free, unless it has died."""
        if worker.process.returncode is None:
            self.idle.append(worker)
            self._hand_out()

    def withdraw(self, worker: Worker) -> None:
        if worker in self.idle:
            self.idle.remove(worker)

    def _hand_out(self) -> None:
        while self.idle and self._waiting:
            client = min(self._waiting, key=self._at_work.__getitem__)
            place = self._waiting[client].popleft()
            self._at_work[client] += 1
            self._forget(client)
            if client in self._waiting:  # after the others now
                self._waiting[client] = self._waiting.pop(client)
            place.set_result(self.idle.pop())

    def _forget(self, client: str) -> None:
        """Count one fewer of the client's jobs as waiting."""
        self.length -= 1
        if not self._waiting[client]:
            del self._waiting[client]


class Pool:
    """Workers that wait for jobs; `start` it, and `close` it in the end."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.ready = 0
        """How many workers have been started and are alive."""
        self._line = Line()
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to start the workers; jobs that come earlier wait."""
        self._keepers = [asyncio.ensure_future(self._keep_one()) for _ in range(self.limits.workers)]

    async def close(self) -> None:
        """End all workers."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def run(self, task: str, body: Body, gone: Gone, client: str = "") -> Reply:
        """Return a worker's reply to a job; refuse when too many wait, when it takes too long or too much memory."""
        limit = self.limits.seconds
        wanted = body.time_limit if isinstance(body, TimedBody) else None
        job: Json = {"task": task, "given": body.to_json(), "seconds": min(wanted or limit, limit)}
        try:
            return await self._run_once(job, gone, client)
        except NeverBegan:
            pass
        try:
            return await self._run_once(job, gone, client)
        except NeverBegan as error:  # a job that is too large even to be read
            raise self._out_of_memory() from error

    async def _run_once(self, job: Json, gone: Gone, client: str) -> Reply:
        worker = await self._next_worker(client, gone)
        began = time.monotonic()
        asking = asyncio.ensure_future(worker.ask(job))
        try:
            await self._patience(asking, gone, began + self.limits.seconds + _GRACE_SECONDS)
            head, data = asking.result()
        except (OSError, EOFError) as error:
            if (code := await worker.ended()) in _OUT_OF_MEMORY:
                raise self._out_of_memory() from error
            raise RuntimeError(f"a worker ended with exit code {code}") from error
        except BaseException:
            asking.cancel()
            await asyncio.shield(worker.end())
            raise
        finally:
            self._line.finish(client)
        self._line.offer(worker)
        return Reply(head["status"], head["limit"], data, time.monotonic() - began)

    def _out_of_memory(self) -> Refusal:
        return Refusal.of("memory-limit", f"not decided within {self.limits.memory_mb} MB")

    # -- waiting

    async def _next_worker(self, client: str, gone: Gone) -> Worker:
        """Return a free worker, once there is one."""
        line, limits = self._line, self.limits
        if not line.idle:
            if line.length >= limits.waiting:
                raise _busy(f"{line.length} jobs are already waiting")
            if line.length_for(client) >= limits.waiting_per_client:
                raise _busy(f"{line.length_for(client)} jobs of yours are already waiting")
        place = line.join(client)
        try:
            await self._wait(place, gone)
        except BaseException:
            line.leave(client, place)
            raise
        return place.result()

    async def _wait(self, place: asyncio.Future[Worker], gone: Gone) -> None:
        until = time.monotonic() + self.limits.waiting_seconds
        while not (await asyncio.wait({place}, timeout=_LOOK_WAITING_SECONDS))[0]:
            if await gone():
                raise ClientGone
            if time.monotonic() > until:
                raise _busy(f"no worker was free within {self.limits.waiting_seconds:g} s")

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

    # -- workers

    async def _keep_one(self) -> None:
        """Keep one worker alive: start it, and another whenever it has ended."""
        while True:
            worker = await self._started()
            self.ready += 1
            self._line.offer(worker)
            try:
                await worker.process.wait()
            finally:
                self.ready -= 1
                self._line.withdraw(worker)
                await worker.end()

    async def _started(self) -> Worker:
        while True:
            try:
                return await Worker.started(self.limits)
            except (OSError, EOFError, TimeoutError) as error:  # the machine may have too little left just now
                print(f"logicms: a worker did not start: {error!r}", file=sys.stderr)
                await asyncio.sleep(1)


def _busy(detail: str) -> Refusal:
    return Refusal.of("busy", detail, headers={"Retry-After": "2"})
