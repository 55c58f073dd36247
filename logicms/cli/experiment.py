"""The command `experiment`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from logicms.answers.answer import INTERRUPTED, LIMIT
from logicms.cli.command import Options, Unreadable, make_folder, number_of_cpus, print_json, write_file
from logicms.cli.options import shared_options
from logicms.cli.streams import print_text, progress
from logicms.errors import BoardError, LimitReached
from logicms.experiments.catalogue import EXPERIMENTS
from logicms.experiments.experiment import AXES, Experiment, own_grid, parse_values
from logicms.experiments.run import ResultsByTrial, run_stepwise
from logicms.experiments.summary import Summary, summary
from logicms.limits import check_time
from logicms.render.experiments import check_matplotlib, summary_data, summary_markdown, summary_text, write_plot


def _check_values(ctx: click.Context, param: click.Parameter, text: str | None) -> str | None:
    try:
        if text is not None:
            parse_values(str(param.name), text)
    except BoardError as error:
        raise click.BadParameter(str(error)) from None
    return text


def _axis_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add an option for every axis."""
    for name, axis in reversed(AXES.items()):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, callback=_check_values, metavar=axis.metavar, help=axis.help)(command)
    return command


@click.command()
@click.argument("name", type=click.Choice(list(EXPERIMENTS)), metavar="NAME")
@click.option("--games", type=click.IntRange(min=1), metavar="N", help="Games per setting (default: the experiment's).")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Game i has the seed N + i (default: 1).")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv", help="Keep the rows in this file."
)
@click.option(
    "--plot", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write a report and its plot here."
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes (default: one per CPU).")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@_axis_options
@shared_options("json", "quiet", "time_limit")
def experiment(
    name: str,
    games: int | None,
    seed: int | None,
    out: Path | None,
    plot: Path | None,
    workers: int | None,
    cluster: str | None,
    options: Options,
    **axes: str | None,
) -> None:
    """Make tables and plots over many games, next to published figures.

    \b
    NAME is one of
      difficulty, initial-safe, success, density      games of the logic course
      ablation, global-constraint                     the same, by ways to reason
      guessing                                        games with guesses
      algorithms, board-size, phases, largest-board   searches

    Each axis of an experiment is an option (--size to --strategy) that replaces its values; several values are
    separated by commas. Axes that are not given keep theirs. In games of the course, --level stands for --size, --mines
    and --initial-safe.

    With --out every row is kept as soon as its game ends: after a stop, the same command continues with that file. The
    same seed gives the same rows on any number of workers, except for the column of seconds.

    \b
    Examples:
      logicms experiment difficulty --games 20
      logicms experiment initial-safe --method course --games 10
      logicms experiment density --size 12x12 --mines 10%,15% --initial-safe sqrt
      logicms experiment algorithms --strategy 'FC,FC + MRV' --games 10
      logicms experiment success --games 1000 --out success.csv --plot report
      logicms experiment ablation --cluster tcp://10.0.0.1:8786 --out a.csv
    """
    if workers is not None and cluster is not None:
        raise click.UsageError("--cluster has its own workers: leave out --workers")
    if out is not None and out.exists() and not out.is_file():  # a device may never end
        raise click.UsageError(f"--out {out}: not a file")
    plan = own_grid(EXPERIMENTS[name], {axis: text for axis, text in axes.items() if text is not None}).plan(
        games, seed
    )
    if plot is not None:
        check_matplotlib()
        make_folder(plot, "--plot")
    rows, code = _run(plan, out, workers or number_of_cpus(), cluster, options)
    if rows:
        _answer(summary(plan, rows), plot, options)
    click.get_current_context().exit(code)


def _run(
    plan: Experiment, out: Path | None, workers: int, cluster: str | None, options: Options
) -> tuple[ResultsByTrial, int]:
    """Run the plan; return its rows and the exit code. A run that is stopped keeps what it has."""
    rows: ResultsByTrial = {}
    total = plan.games * len(plan.settings)
    try:
        with closing(run_stepwise(plan, out, workers, cluster)) as states:
            rows = next(states)
            if rows:
                options.say(f"{out}: {len(rows):,} of {total:,} rows are already there")
            with progress(total - len(rows), options) as advance:
                for rows in states:
                    advance(plan.name)
                    if len(rows) < total:
                        check_time()
    except KeyboardInterrupt:
        return rows, _stopped("stopped", rows, total, out, INTERRUPTED)
    except LimitReached as limit:
        return rows, _stopped(str(limit), rows, total, out, LIMIT)
    except OSError as error:
        raise Unreadable(str(out), error.strerror or str(error)) from None
    return rows, 0


def _stopped(why: str, rows: ResultsByTrial, total: int, out: Path | None, code: int) -> int:
    kept = "nothing is kept without --out" if out is None else f"the same command continues with {out}"
    print_text(f"{why}: {len(rows):,} of {total:,} rows; {kept}", err=True)
    return code


def _answer(found: Summary, plot: Path | None, options: Options) -> None:
    if options.json:
        print_json(summary_data(found))
    else:
        print_text(summary_text(found))
    if plot is None:
        return
    report = plot / f"{found.plan.name}.md"
    picture = write_plot(found, plot)
    write_file(report, summary_markdown(found, picture))
    options.say(f"{report}: the report{', with its plot in the same folder' if picture else ''}")
