"""Run a plan: play the trials that have no row yet, and record each as it ends.

The trials are played in this process, in a pool of processes on this machine, or on a Dask cluster. All three take
tasks and yield each with its results as soon as it ends, in any order.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from contextvars import Context
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, NamedTuple

from logicms.errors import LogicmsError, MissingExtra
from logicms.experiments.declaration import Plan, Results, Setting, Trial
from logicms.experiments.rows import RowFile, Rows

Function = Callable[[Setting, int], Results]


class Task(NamedTuple):
    """A trial and what its function is called with."""

    trial: Trial
    setting: Setting
    seed: int


Finished = Generator[tuple[Trial, Results], None, None]

Perform = Callable[[Function, list[Task]], Finished]
"""Does tasks and yields each with its results as it ends."""


def in_this_process(function: Function, tasks: Iterable[Task]) -> Finished:
    """Do the tasks one after the other in this process.

    Each is done in a context of its own, as a worker does it: a time limit of the whole run is for between the games,
    and must not reach into one, where it would count as a limit of the method.
    """
    return ((task.trial, Context().run(function, task.setting, task.seed)) for task in tasks)


def run(plan: Plan, perform: Perform = in_this_process, out: Path | None = None) -> Rows:
    """Return the rows of a plan, by trial; with `out` they are kept in that file, and those in it are not played again.

    >>> from logicms.experiments import EXPERIMENTS
    >>> rows = run(EXPERIMENTS["board-size"].plan(games=1, seed=7))
    >>> len(rows), rows[0, 0][:3]
    (105, ('found', '10', '0'))
    """
    *_, rows = run_stepwise(plan, perform, out)
    return rows


def run_stepwise(
    plan: Plan, perform: Perform = in_this_process, out: Path | None = None
) -> Generator[Rows, None, None]:
    """Do the same, and yield the rows so far, the same growing object, at the start and after each trial."""
    if out is None:
        yield from _play(plan, perform, {}, None)
        return
    with RowFile(out, plan) as file:
        rows = dict(file.rows)
        yield from _play(plan, perform, rows, file)
        file.put_in_order(rows)


def _play(plan: Plan, perform: Perform, rows: Rows, file: RowFile | None) -> Generator[Rows, None, None]:
    settings = plan.experiment.settings
    tasks = [Task(t, settings[t.setting], plan.seed + t.game) for t in plan.trials() if t not in rows]
    yield rows
    with closing(perform(plan.experiment.trial, tasks)) as finished:
        for trial, results in finished:
            if file is not None:
                file.append(trial, results)
            rows[trial] = results
            yield rows


# -- where trials are played


def number_of_cpus() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def performer(workers: int = 1, cluster: str | None = None) -> Perform:
    """Return what performs tasks: this process, this many processes, or the cluster at this address."""
    if cluster is not None:
        return lambda function, tasks: on_cluster(function, tasks, cluster)
    if workers > 1:
        return lambda function, tasks: in_processes(function, tasks, min(workers, max(1, len(tasks))))
    return in_this_process


# -- processes on this machine

_WAITING_PER_WORKER = 4
"""How many tasks are handed out at a time: enough to keep a worker busy, few enough to lose little when it dies."""
_STRIKES = 3
"""How often in a row a pool may die without finishing anything."""


def in_processes(function: Function, tasks: Iterable[Task], workers: int) -> Finished:
    """Do the tasks on a pool of processes; if a worker dies, a new pool repeats what was not finished."""
    left, unfinished, strikes = iter(tasks), dict[Task, None](), 0
    while strikes < _STRIKES:
        strikes += 1
        left, unfinished = chain(tuple(unfinished), left), {}
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
        try:
            for finished in _through_pool(pool, function, left, unfinished, _WAITING_PER_WORKER * workers):
                strikes = 0
                yield finished
            return
        except BrokenProcessPool:
            continue
        finally:
            pool.shutdown(cancel_futures=True)
    raise LogicmsError(f"workers died {_STRIKES} times in a row; the rows so far are kept")


def _through_pool(
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
    """Leave Ctrl-C to the parent, and end when the parent ends: a killed parent cannot stop its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker always has a parent"
    parent.join()
    os._exit(1)


# -- a Dask cluster: the same tasks and rows, on as many machines as the cluster has
#
# A scheduler and its workers are already running (`dask scheduler`, `dask worker ADDRESS`, in an environment with
# logicms on each machine). When a worker dies, the scheduler gives its tasks to others: that costs a retry and no row.

_WAITING_PER_THREAD = 8
"""How many tasks are handed out at a time for each thread of the cluster."""
_RETRIES = 3
_PATIENCE = "10s"
"""How long to wait for a scheduler to answer."""


def on_cluster(function: Function, tasks: Iterable[Task], address: str) -> Finished:
    """Do the tasks on the cluster whose scheduler has this address."""
    distributed = _dask()
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LogicmsError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            yield from _through_cluster(client, distributed.as_completed, function, tasks)
        except (distributed.CancelledError, distributed.KilledWorker, OSError) as error:
            raise LogicmsError(f"the cluster failed; the rows so far are kept: {error}") from None


def _dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtra.of("--cluster", "cluster") from None
    return distributed


def _through_cluster(client: Any, as_completed: Any, function: Function, tasks: Iterable[Task]) -> Finished:
    left, running = iter(tasks), dict[str, Task]()
    completed = as_completed(loop=client.loop, with_results=True)

    def hand_out() -> None:
        threads = max(1, sum(client.nthreads().values()))
        for task in islice(left, _WAITING_PER_THREAD * threads - len(running)):
            # Not pure: Dask must not reuse the result of an earlier call with the same arguments.
            future = client.submit(function, task.setting, task.seed, pure=False, retries=_RETRIES)
            running[future.key] = task
            completed.add(future)

    hand_out()
    for future, results in completed:
        task = running.pop(future.key)
        yield task.trial, tuple(results)
        if len(running) < _WAITING_PER_THREAD:
            hand_out()
