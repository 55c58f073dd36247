"""Run a plan: play the trials that have no row yet, and note each as it ends."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from logicms.experiments.declaration import Plan
from logicms.experiments.rows import RowFile, Rows
from logicms.experiments.workers import Finished, Function, Task, here, in_processes

Perform = Callable[[Function, list[Task]], Finished]
"""Does tasks and yields each with its results as it ends."""


def performer(workers: int = 1, cluster: str | None = None) -> Perform:
    """Return who plays: this process, so many processes, or the cluster with that address."""
    if cluster is not None:
        from logicms.experiments.cluster import on_cluster

        return lambda function, tasks: on_cluster(function, tasks, cluster)
    if workers > 1:
        return lambda function, tasks: in_processes(function, tasks, min(workers, max(1, len(tasks))))
    return here


def run(plan: Plan, perform: Perform = here, out: Path | None = None) -> Rows:
    """Return the rows of a plan, by trial; with `out` they are kept in that file, and those there are not played again.

    >>> from logicms.experiments import EXPERIMENTS
    >>> rows = run(EXPERIMENTS["board-size"].plan(games=1, seed=7))
    >>> len(rows), rows[0, 0][:3]
    (52, ('found', '10', '0'))
    """
    *_, rows = running(plan, perform, out)
    return rows


def running(plan: Plan, perform: Perform = here, out: Path | None = None) -> Generator[Rows, None, None]:
    """Do the same, and yield the rows that there are, the same growing object: at the start and after each trial."""
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
