"""Trials on a Dask cluster: the same tasks and rows as on one machine, on as many as the cluster has.

A scheduler and its workers run already (`dask scheduler`, `dask worker ADDRESS`, in an environment with logicms on each
machine). When a worker dies, the scheduler gives its tasks to others: that costs a retry and no row.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from logicms.errors import LogicmsError, MissingExtra
from logicms.experiments.workers import Finished, Function, Task

_WAITING = 8
"""So many tasks a thread of the cluster are handed out at a time."""
_RETRIES = 3
_PATIENCE = "10s"
"""How long to wait for a scheduler to answer."""


def on_cluster(function: Function, tasks: Iterable[Task], address: str) -> Finished:
    """Do the tasks on the cluster whose scheduler has this address."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LogicmsError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            yield from _through(client, distributed.as_completed, function, tasks)
        except (distributed.CancelledError, distributed.KilledWorker, OSError) as error:
            raise LogicmsError(f"the cluster gave up, the rows until then are kept: {error}") from None


def _through(client: Any, as_completed: Any, function: Function, tasks: Iterable[Task]) -> Finished:
    left, running = iter(tasks), dict[str, Task]()
    completed = as_completed(loop=client.loop, with_results=True)

    def hand_out() -> None:
        threads = max(1, sum(client.nthreads().values()))
        for task in islice(left, _WAITING * threads - len(running)):
            # Not pure: the same board under the same setting is another trial to us, whatever its arguments are.
            future = client.submit(function, task.setting, task.seed, pure=False, retries=_RETRIES)
            running[future.key] = task
            completed.add(future)

    hand_out()
    for future, results in completed:
        task = running.pop(future.key)
        yield task.trial, tuple(results)
        if len(running) < _WAITING:
            hand_out()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtra("--cluster needs Dask: pip install 'logicms[cluster]'") from None
    return distributed
