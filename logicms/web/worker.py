"""A worker: the process in which jobs run, one after another. `pool` starts it, and ends it when it takes too long.

It reads each `Job` from standard input and writes a `Reply` to standard output. Its first reply says that it is ready;
by then everything that reasoning needs is loaded.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import time
from dataclasses import dataclass
from typing import BinaryIO

from logicms.answers.answer import CommandAnswer
from logicms.commands import question_at
from logicms.commands.question import Question, Timed
from logicms.errors import LogicmsError, RefusedProof
from logicms.limits import limit
from logicms.record import Json
from logicms.web.problems import FieldError, ProblemDetails, Refusal, problem, problem_of
from logicms.web.tasks import TASKS, answered, as_json

OUT_OF_MEMORY = 64
"""The exit code of a worker that ran out of memory."""
_NICENESS = 10
"""How much a worker gives way to others: the service, which has little to do, must not wait for those that reason."""
_LENGTH = struct.Struct(">I")
"""What a job begins with: the length of the rest, which is JSON."""
_HEAD = struct.Struct(">IH?d")
"""What a reply begins with: the length of its body, and the other fields."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of reasoning: the name of the task, the body that it is given, and the seconds that it has.

    >>> from io import BytesIO
    >>> job = Job("show", {"board": "? 1"}, 5.0)
    >>> Job.read(BytesIO(job.to_bytes())) == job, Job.read(BytesIO())
    (True, None)
    """

    task: str
    given: Json
    seconds: float

    @classmethod
    def of(cls, task: str, body: Question, seconds: float) -> Job:
        """Return a job that has this many seconds, or fewer if the body says so; refuse one that says more."""
        wanted = body.time_limit if isinstance(body, Timed) else None
        if wanted is not None and wanted > seconds:
            message = f"at most {seconds:g} s here"
            raise Refusal.of("values", f"time_limit: {message}", errors=(FieldError("time_limit", message),))
        return cls(task, body.to_json(), wanted or seconds)

    def to_bytes(self) -> bytes:
        data = json.dumps([self.task, self.given, self.seconds]).encode()
        return _LENGTH.pack(len(data)) + data

    @classmethod
    def read(cls, stream: BinaryIO) -> Job | None:
        """Return the next job; None at the end of the stream."""
        head = stream.read(_LENGTH.size)
        return cls(*json.loads(stream.read(_LENGTH.unpack(head)[0]))) if len(head) == _LENGTH.size else None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker answered: the bytes to send, whether they say that a limit was reached, and how long it took.

    >>> reply = Reply(200, False, b"{}", 0.5)
    >>> Reply.from_bytes(reply.to_bytes()) == reply, Reply.from_bytes(reply.to_bytes()[:-1])
    (True, None)
    """

    status: int
    limit: bool
    body: bytes
    seconds: float

    def to_bytes(self) -> bytes:
        return _HEAD.pack(len(self.body), self.status, self.limit, self.seconds) + self.body

    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> Reply | None:
        """Return the reply; None if some of it has yet to arrive."""
        if len(data) < _HEAD.size:
            return None
        length, status, limit, seconds = _HEAD.unpack_from(data)
        if len(data) < _HEAD.size + length:
            return None
        return cls(status, limit, bytes(data[_HEAD.size :]), seconds)

    def accepted(self, seconds: float) -> Reply:
        """Return it; refuse with the problem that was found, or after this many seconds with what was found by then."""
        if self.status != 200:
            raise Refusal(ProblemDetails(**json.loads(self.body)))
        if self.limit and self.seconds >= seconds:
            late = f"not decided within {seconds:g} s"
            raise Refusal.of("time-limit", late, answer=json.loads(self.body))
        return self


def main(memory_mb: int, cells: int) -> None:
    """Answer jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    jobs, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between replies
    _warm_up(cells)
    _limit_memory(memory_mb)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICENESS)
    try:
        _send(replies, Reply(200, False, b"", 0))
        while (job := Job.read(jobs)) is not None:
            _send(replies, answer(job, cells))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def answer(job: Job, cells: int) -> Reply:
    """Return the reply to a job, about boards of at most so many cells.

    >>> answer(Job("show", {"board": "? 1"}, 1), 100).body
    b'{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    """
    began = time.monotonic()
    answer = _answer(job, cells)
    status, is_limit = (answer.status, False) if isinstance(answer, ProblemDetails) else (200, answer.is_limit)
    return Reply(status, is_limit, as_json(answer), time.monotonic() - began)


def _answer(job: Job, cells: int) -> CommandAnswer | ProblemDetails:
    try:
        with limit(seconds=job.seconds, cells=cells):
            return answered(job.task, job.given)
    except Refusal as refusal:
        return refusal.details
    except LogicmsError as error:
        if isinstance(error, RefusedProof):
            print(f"logicms: {job.task}: {error}", file=sys.stderr)
        return problem_of(error)
    except RecursionError:
        return problem("values", "nested too deep")


def _send(replies: BinaryIO, reply: Reply) -> None:
    replies.write(reply.to_bytes())
    replies.flush()


def _warm_up(cells: int) -> None:
    """Load what reasoning needs, by reasoning: the first request should not be the slow one."""
    for place in TASKS.values():
        question_at(place)
    board = "mines: 2\n????\n1221"
    jobs: list[tuple[str, Json]] = [
        ("solve", {"board": board, "reason": "resolution"}),
        ("odds", {"board": board}),
        ("prove", {"board": board, "cell": "A1", "by": "counting"}),
        ("next", {"board": board}),
        ("ask", {"board": board, "formula": "A1 -> ~B1"}),
        ("game", {"width": 4, "height": 4, "mines": 3, "seed": 1, "move": {"auto": True}}),
        ("lessons", {}),
    ]
    for task, given in jobs:
        answer(Job(task, given, 60), cells)


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 2**20, memory_mb * 2**20))
