"""The pool: worker processes that wait, loaded and ready, for jobs. One job each at a time, within limits.

A Python process cannot be asked to stop computing, so a job that must stop has its worker killed, and another one is
started in its place. A job whose client has gone ends in the same way.

Jobs that find no free worker wait in a *line*, in which no client can push ahead of the others by asking more often.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

from logicms.web.refusals import RequestRefused
from logicms.web.settings import Limits
from logicms.web.worker import OUT_OF_MEMORY, Job, WorkerReply

_T = TypeVar("_T")

_LOOK_SECONDS = 0.1
"""How often to look whether the client of a running job is still there."""
_LOOK_WAITING_SECONDS = 0.5
"""The same for jobs that wait: there may be many, and they cost nothing."""
_GRACE_SECONDS = 3.0
"""How long after its time limit a job may still be writing what it has found: an answer that is a little late but says
what was found is worth more than none. A job that takes longer has its worker killed."""
_START_SECONDS = 120.0
_START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from logicms.web.worker import main
main(*map(int, sys.argv[2:]))
"""
"""How a worker begins: it finds modules where the service does, and not in the folder that it was started in."""
_KILLED = {-getattr(signal, name) for name in ("SIGTERM", "SIGKILL") if hasattr(signal, name)}
"""How a worker ends that somebody or the system has killed. (Windows has no SIGKILL.)"""
_FAILED = {-getattr(signal, name) for name in ("SIGABRT", "SIGSEGV", "SIGKILL") if hasattr(signal, name)}
_OUT_OF_MEMORY = {OUT_OF_MEMORY, *_FAILED}
"""How a worker without memory ends: by itself, in the C++ of a SAT solver, or killed by the system."""

Gone = Callable[[], Awaitable[bool]]
"""Tells whether the client has gone."""


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class WorkerEnded(Exception):
    """The process of a worker has ended, with this exit code."""

    def __init__(self, exit_code: int) -> None:
        super().__init__(f"a worker ended with exit code {exit_code}")
        self.exit_code = exit_code


class Worker(asyncio.SubprocessProtocol):
    """One worker process, seen from the service: it is sent one job at a time, and what it writes are the replies.

    asyncio calls its methods as bytes arrive. With streams instead, every read would be another turn of the event loop.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = loop.create_future()
        """The exit code of the process, once it has ended."""
        self._reply: asyncio.Future[WorkerReply] = loop.create_future()
        """What the process owes; at first, to say that it is ready."""
        self._received = bytearray()

    @classmethod
    async def started(cls, limits: Limits) -> Worker:
        """Start a process and return it once it is ready."""
        numbers = map(str, (os.getpid(), limits.memory_mb, limits.cells))
        start = (sys.executable, "-P", "-c", _START, json.dumps(sys.path), *numbers)
        _, worker = await asyncio.get_running_loop().subprocess_exec(cls, *start, stderr=None)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await worker._reply
        except BaseException:
            await worker.end()
            raise
        return worker

    def ask(self, job: Job) -> asyncio.Future[WorkerReply]:
        """Send a job, and return what will be its reply, or `WorkerEnded` if the process ends instead."""
        self._reply = asyncio.get_running_loop().create_future()
        if self.ended.done():
            self._reply.set_exception(WorkerEnded(self.ended.result()))
        else:
            self._jobs.write(job.to_bytes())
        return self._reply

    async def end(self) -> None:
        """Kill the process, if it still runs; nobody waits for its reply any more."""
        self._reply.cancel()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await asyncio.shield(self.ended)

    # -- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process = cast("asyncio.SubprocessTransport", transport)
        self._jobs = cast("asyncio.WriteTransport", self._process.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._received += data
        reply = WorkerReply.from_bytes(self._received)
        if reply is not None:
            self._received.clear()
            if not self._reply.done():
                self._reply.set_result(reply)

    def connection_lost(self, error: Exception | None) -> None:
        """Take note that the process has ended, and that all that it wrote has arrived."""
        code = self._process.get_returncode()
        assert code is not None
        self._process.close()
        self.ended.set_result(code)
        if not self._reply.done():
            self._reply.set_exception(WorkerEnded(code))


class WaitingLine:
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
        if not worker.ended.done():
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
        self._line = WaitingLine()
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to start the workers; jobs that come earlier wait."""
        self._keepers = [asyncio.ensure_future(self._keep_one()) for _ in range(self.limits.workers)]

    async def close(self) -> None:
        """End all workers."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def run(self, job: Job, gone: Gone, client: str = "") -> WorkerReply:
        """Return a worker's reply to a job; refuse when too many wait, when it takes too long or too much memory."""
        try:
            return await self._run_once(job, gone, client)
        except WorkerEnded as error:
            if error.exit_code not in _KILLED:
                raise self._refusal(error) from error
        try:  # whoever killed the worker need not have meant this job, which it may not even have read
            return await self._run_once(job, gone, client)
        except WorkerEnded as error:
            raise self._refusal(error) from error

    async def _run_once(self, job: Job, gone: Gone, client: str) -> WorkerReply:
        worker = await self._next_worker(client, gone)
        try:
            reply = await self._reply(worker, job, gone)
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        finally:
            self._line.finish(client)
        self._line.offer(worker)
        return reply

    def _refusal(self, error: WorkerEnded) -> Exception:
        if error.exit_code not in _OUT_OF_MEMORY:
            return RuntimeError(str(error))
        return RequestRefused.of("memory-limit", f"not decided within {self.limits.memory_mb} MB")

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
            return await _patience(place, gone, _LOOK_WAITING_SECONDS, limits.waiting_seconds)
        except TimeoutError:
            line.leave(client, place)
            raise _busy(f"no worker was free within {limits.waiting_seconds:g} s") from None
        except BaseException:
            line.leave(client, place)
            raise

    async def _reply(self, worker: Worker, job: Job, gone: Gone) -> WorkerReply:
        """Return what the worker answers to the job."""
        seconds = self.limits.seconds
        try:
            return await _patience(worker.ask(job), gone, _LOOK_SECONDS, seconds + _GRACE_SECONDS)
        except TimeoutError:
            raise RequestRefused.of("time-limit", f"not decided within {seconds:g} s") from None

    # -- workers

    async def _keep_one(self) -> None:
        """Keep one worker alive: start it, and another whenever it has ended."""
        while True:
            worker = await self._started()
            self.ready += 1
            self._line.offer(worker)
            try:
                await asyncio.shield(worker.ended)
            finally:
                self.ready -= 1
                self._line.withdraw(worker)
                await worker.end()

    async def _started(self) -> Worker:
        while True:
            try:
                return await Worker.started(self.limits)
            except (OSError, WorkerEnded, TimeoutError) as error:  # the machine may have too little left just now
                print(f"logicms: a worker did not start: {error!r}", file=sys.stderr)
                await asyncio.sleep(1)


async def _patience(awaited: asyncio.Future[_T], gone: Gone, look_seconds: float, seconds: float) -> _T:
    """Return what a future becomes; `ClientGone` when nobody waits for it any more, `TimeoutError` when it is late.

    The future is not cancelled, whatever happens to whoever waits for it.
    """
    until = time.monotonic() + seconds
    while not awaited.done():
        await asyncio.wait({awaited}, timeout=min(look_seconds, max(0.0, until - time.monotonic())))
        if not awaited.done() and await gone():
            raise ClientGone
        if not awaited.done() and time.monotonic() >= until:
            raise TimeoutError
    return awaited.result()


def _busy(detail: str) -> RequestRefused:
    return RequestRefused.of("busy", detail, headers={"Retry-After": "2"})
