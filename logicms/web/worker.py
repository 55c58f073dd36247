"""A worker: the process in which jobs run, one after another. `pool` starts it, and ends it when it takes too long.

It reads jobs from standard input and writes replies to standard output, in *frames*: a length in four bytes, then that
many bytes. A job is one frame of JSON: the task's name, the body, the seconds. An empty frame says that the job was
taken. A reply is two frames: a head that says how it went, and the bytes to send. A worker is ready once it
has said so; by then everything that reasoning needs is loaded.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import threading
import time
from dataclasses import dataclass
from typing import BinaryIO

from logicms.errors import LogicmsError, RefusedProof
from logicms.limits import limit
from logicms.record import Json
from logicms.web.problems import ProblemDetails, Refusal, problem, problem_of
from logicms.web.reading import Reader
from logicms.web.tasks import TASKS, as_json

OUT_OF_MEMORY = 64
"""The exit code of a worker that ran out of memory."""
_NICENESS = 10
"""How much a worker gives way to others: the service, which has little to do, must not wait for those that reason."""
LENGTH = struct.Struct(">I")
"""What a frame begins with."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker answered: the bytes to send, and whether they say that a limit was reached."""

    status: int
    limit: bool
    body: bytes
    seconds: float

    def accepted(self, seconds: float) -> Reply:
        """Return it; refuse with the problem that was found, or after this many seconds with what was found by then."""
        if self.status != 200:
            raise Refusal(ProblemDetails(**json.loads(self.body)))
        if self.limit and self.seconds >= seconds:
            late = f"not decided within {seconds:g} s"
            raise Refusal.of("time-limit", late, answer=json.loads(self.body))
        return self


def frame(data: bytes) -> bytes:
    """Return the frame that carries `data`."""
    return LENGTH.pack(len(data)) + data


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return what the next frame carries, None at the end of the stream.

    >>> from io import BytesIO
    >>> stream = BytesIO(frame(b"solve"))
    >>> read_frame(stream), read_frame(stream)
    (b'solve', None)
    """
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


def main(memory_mb: int, cells: int) -> None:
    """Answer jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    _die_with_parent(os.getppid())
    jobs, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between replies
    reader = Reader(cells)
    _warm_up(reader)
    _limit_memory(memory_mb)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICENESS)
    _send(replies, {"ready": True}, b"")
    while (data := read_frame(jobs)) is not None:
        replies.write(frame(b""))
        replies.flush()
        try:
            job = json.loads(data)
            head, body = answer(job["task"], job["given"], job["seconds"], reader)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        _send(replies, head, body)


def answer(task: str, given: object, seconds: float, reader: Reader) -> tuple[Json, bytes]:
    """Return the head and the bytes of the reply to a job.

    >>> answer("show", {"board": "? 1"}, 1, Reader(100))[1]
    b'{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    """
    try:
        with limit(seconds=seconds):
            found = TASKS[task](given, reader)
    except Refusal as refusal:
        return _refused(refusal.details)
    except LogicmsError as error:
        if isinstance(error, RefusedProof):
            print(f"logicms: {task}: {error}", file=sys.stderr)
        return _refused(problem_of(error))
    except RecursionError:
        return _refused(problem("values", "nested too deep"))
    return {"status": 200, "limit": found.is_limit}, as_json(found)


def _refused(details: ProblemDetails) -> tuple[Json, bytes]:
    return {"status": details.status, "limit": False}, as_json(details)


def _send(replies: BinaryIO, head: Json, body: bytes) -> None:
    replies.write(frame(json.dumps(head).encode()) + frame(body))
    replies.flush()


def _warm_up(reader: Reader) -> None:
    """Load what reasoning needs, by reasoning: the first request should not be the slow one."""
    board = "mines: 2\n????\n1221"
    jobs: list[tuple[str, Json]] = [
        ("solve", {"board": board, "reason": "resolution"}),
        ("odds", {"board": board}),
        ("prove", {"board": board, "cell": "A1", "by": "counting"}),
        ("next", {"board": board}),
        ("ask", {"board": board, "formula": "A1 -> ~B1"}),
        ("moves", {"board": board}),
        ("lessons", {}),
    ]
    for task, given in jobs:
        answer(task, given, 60, reader)


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 2**20, memory_mb * 2**20))


def _die_with_parent(parent: int) -> None:
    """Make sure that no worker outlives its service, not even one that is busy when the service is killed."""
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
