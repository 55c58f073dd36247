"""Who plays the trials: this process, a pool of processes on this machine, or (`cluster`) many machines.

All three take tasks and yield each with its results as soon as it ends, in whatever order that is.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from typing import NamedTuple

from logicms.errors import LogicmsError
from logicms.experiments.declaration import Results, Setting, Trial

Function = Callable[[Setting, int], Results]


class Task(NamedTuple):
    """A trial and what its function is called with."""

    trial: Trial
    setting: Setting
    seed: int


Finished = Generator[tuple[Trial, Results], None, None]

_WAITING = 4
"""So many tasks a worker are handed out at a time: enough to keep it busy, few enough to lose nothing by."""
_STRIKES = 3
"""So often in a row a pool may die without finishing anything."""


def number_of_cpus() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def here(function: Function, tasks: Iterable[Task]) -> Finished:
    """Do the tasks one after the other in this process."""
    return ((task.trial, function(task.setting, task.seed)) for task in tasks)


def in_processes(function: Function, tasks: Iterable[Task], workers: int) -> Finished:
    """Do the tasks on a pool of processes; when a worker dies, a new pool does again what was not finished."""
    left, unfinished, strikes = iter(tasks), dict[Task, None](), 0
    while strikes < _STRIKES:
        strikes += 1
        left, unfinished = chain(tuple(unfinished), left), {}
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
        try:
            for finished in _through(pool, function, left, unfinished, _WAITING * workers):
                strikes = 0
                yield finished
            return
        except BrokenProcessPool:
            continue
        finally:
            pool.shutdown(cancel_futures=True)
    raise LogicmsError(f"workers died {_STRIKES} times in a row; the rows until then are kept")


def _through(
    pool: ProcessPoolExecutor, function: Function, left: Iterator[Task], unfinished: dict[Task, None], most: int
) -> Finished:
    """Yield what the pool finishes; `unfinished` always holds every task that was taken and not yielded."""
    running: dict[Future[Results], Task] = {}
    while True:
        for task in islice(left, most - len(running)):
            unfinished[task] = None
            running[pool.submit(function, task.setting, task.seed)] = task
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            results = future.result()
            task = running.pop(future)
            del unfinished[task]
            yield task.trial, results


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end when the parent does: a killed one cannot tell its workers to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker is started by somebody"
    parent.join()
    os._exit(1)
