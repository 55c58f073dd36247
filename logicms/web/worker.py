"""A worker: the process in which jobs run, one after another. `pool` starts it, and ends it when it takes too long.

It reads each `Job` from standard input and writes a `WorkerReply` to standard output. Its first reply says that it is
ready; by then everything that reasoning needs is loaded. It dies with its service. A job names a *task*: a question of
`commands`.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, get_type_hints

from logicms.answers.answer import VERSION, CommandAnswer, TextAnswer
from logicms.commands import QUESTIONS, question_of
from logicms.commands.question import Question, Timed
from logicms.errors import FieldsError, LogicmsError, RefusedProof
from logicms.limits import limit
from logicms.record import Json, Record, read_record
from logicms.web.refusals import Refusal, RequestRefused, refusal, refusal_of

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
            raise FieldsError([("time_limit", f"at most {seconds:g} s here")])
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
class WorkerReply:
    """What a worker answered: the bytes to send, whether they say that a limit was reached, and how long it took.

    >>> reply = WorkerReply(200, False, b"{}", 0.5)
    >>> WorkerReply.from_bytes(reply.to_bytes()) == reply, WorkerReply.from_bytes(reply.to_bytes()[:-1])
    (True, None)
    """

    status: int
    limit: bool
    body: bytes
    seconds: float

    def to_bytes(self) -> bytes:
        return _HEAD.pack(len(self.body), self.status, self.limit, self.seconds) + self.body

    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> WorkerReply | None:
        """Return the reply; None if some of it has yet to arrive."""
        if len(data) < _HEAD.size:
            return None
        length, status, limit, seconds = _HEAD.unpack_from(data)
        if len(data) < _HEAD.size + length:
            return None
        return cls(status, limit, bytes(data[_HEAD.size :]), seconds)

    def accepted(self, seconds: float) -> WorkerReply:
        """Return it; refuse as the worker does, or after this many seconds with what was found by then."""
        if self.status != 200:
            raise RequestRefused(Refusal(**json.loads(self.body)))
        if self.limit and self.seconds >= seconds:
            late = f"not decided within {seconds:g} s"
            raise RequestRefused.of("time-limit", late, answer=json.loads(self.body))
        return self


_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_json(answer: Record) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    head = {"version": VERSION} if isinstance(answer, CommandAnswer) else {}
    return _encode({**head, **answer.to_json()}).encode("utf-8", "backslashreplace")


# -- by name


def answer_type(task: str) -> Any:
    """Return the type of the answer: an `Answer`, or a union of some; a text is one, if the answer can be written.

    >>> answer_type("solve").__name__
    'SolveAnswer'
    """
    question = question_of(task)
    found = get_type_hints(question.ask)["return"]
    return found if question.written is Question.written else found | TextAnswer


# -- the process


def main(service: int, memory_mb: int, cells: int) -> None:
    """Answer jobs until standard input ends; `service` is the process id of the parent."""
    die_with(service)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    jobs, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between replies
    _warm_up(cells)
    with suppress(ImportError):  # on Windows there is no limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 2**20, memory_mb * 2**20))
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICENESS)
    try:
        _send(replies, WorkerReply(200, False, b"", 0))
        while (job := Job.read(jobs)) is not None:
            _send(replies, answer(job, cells))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def answer(job: Job, cells: int) -> WorkerReply:
    """Return the reply to a job, about boards of at most so many cells.

    >>> answer(Job("show", {"board": "? 1"}, 1), 100).body
    b'{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    """
    began = time.monotonic()
    answer = _answer(job, cells)
    status, is_limit = (answer.status, False) if isinstance(answer, Refusal) else (200, answer.is_limit)
    return WorkerReply(status, is_limit, as_json(answer), time.monotonic() - began)


def _answer(job: Job, cells: int) -> CommandAnswer | Refusal:
    try:
        with limit(seconds=job.seconds, cells=cells):
            question = read_record(question_of(job.task), job.given)
            return question.written(question.ask())
    except RequestRefused as refused:
        return refused.details
    except LogicmsError as error:
        if isinstance(error, RefusedProof):
            print(f"logicms: {job.task}: {error}", file=sys.stderr)
        return refusal_of(error)
    except RecursionError:
        return refusal("values", "nested too deep")


def _send(replies: BinaryIO, reply: WorkerReply) -> None:
    replies.write(reply.to_bytes())
    replies.flush()


def _warm_up(cells: int) -> None:
    """Load what reasoning needs, by reasoning: the first request should not be the slow one."""
    for task in QUESTIONS:
        question_of(task)
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


# -- its death


def die_with(service: int) -> None:
    """Make sure that this process does not outlive its parent, the service with this process id.

    It may be busy when the service is killed, and then does not notice that there will be no more jobs.
    """
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != service:  # it died before
            os._exit(1)
    else:  # on Windows, the parent may be a launcher between the two, which ends with the service
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
