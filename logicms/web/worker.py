"""A worker: the process in which jobs run, one after another. `pool` starts it, and ends it when it takes too long.

It reads jobs from standard input and writes replies to standard output, in frames (`frames`): of a job the task's name,
what was given, and the seconds; of a reply a head that says how it went, and the bytes to send. It is ready once it
has said so: by then everything that reasoning needs is loaded.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from typing import Any, BinaryIO

from logicms.errors import LogicmsError
from logicms.limits import limit
from logicms.web.frames import frame, read_frame
from logicms.web.lesson_tasks import NoLesson
from logicms.web.problems import problem, problem_of
from logicms.web.tasks import TASKS, Job, TooLarge, as_json, is_limit

OUT_OF_MEMORY = 64
"""The exit code of a worker that had to give up for want of memory."""


def main(memory_mb: int, cells: int) -> None:
    """Answer jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    _die_with_parent(os.getppid())
    jobs, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between replies
    _warm(cells)
    _limit_memory(memory_mb)
    _send(replies, {"ready": True}, b"")
    while (data := read_frame(jobs)) is not None:
        try:
            head, body = answer(json.loads(data), cells)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        _send(replies, head, body)


def answer(asked: dict[str, Any], cells: int) -> tuple[dict[str, Any], bytes]:
    """Return the head and the bytes of the reply to a job.

    >>> answer({"task": "show", "given": {"board": "? 1"}, "seconds": 1}, 100)[1]
    b'{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    """
    try:
        with limit(seconds=asked["seconds"]):
            found = TASKS[asked["task"]](Job(asked["given"], cells))
    except TooLarge as error:
        return _refused(problem("too-large", str(error)))
    except NoLesson as error:
        return _refused(problem("not-found", str(error)))
    except LogicmsError as error:
        return _refused(problem_of(error))
    except RecursionError:
        return _refused(problem("values", "nested too deep"))
    return {"status": 200, "limit": is_limit(found)}, as_json(found)


def _refused(found: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    return {"status": found["status"], "limit": False}, json.dumps(found, ensure_ascii=False).encode()


def _send(replies: BinaryIO, head: dict[str, Any], body: bytes) -> None:
    replies.write(frame(json.dumps(head).encode()) + frame(body))
    replies.flush()


def _warm(cells: int) -> None:
    """Load what reasoning needs, by reasoning: the first request should not be the slow one."""
    board = {"board": "mines: 2\n????\n1221", "flags": "fact"}
    for task, more in (
        ("solve", {"reason": "resolution"}),
        ("odds", {}),
        ("prove", {"cell": "A1", "by": "counting"}),
        ("next", {"level": 4}),
        ("ask", {"formula": "A1 -> ~B1", "by": "resolution"}),
        ("moves", {}),
        ("lessons", {}),
    ):
        answer({"task": task, "given": {**board, **more}, "seconds": 60}, cells)


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 2**20, memory_mb * 2**20))


def _die_with_parent(parent: int) -> None:
    """See to it that no worker outlives its service, not even one that is busy when the service is killed."""
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
