"""The command `search`."""

from __future__ import annotations

import click

from logicms.answers.search import Heuristic, Strategy
from logicms.answers.search import search as search_problem
from logicms.cli.command import Options, answer_each, read_problem, shared_options
from logicms.render.answer_text import search_text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--forward-checking", is_flag=True, help="Prune around the last assigned cell, once.")
@click.option("--propagate", is_flag=True, help="Prune until nothing more follows.")
@click.option("--mrv", is_flag=True, help="Cells with one value left come first.")
@click.option(
    "--heuristic", type=click.Choice(["degree", "space"]), help="Then: most clues, or fewest hidden cells around."
)
@click.option("--lcv", is_flag=True, help="First try the value that decides the fewest other cells.")
@click.option("--all", "every", is_flag=True, help="Count every placement.")
@shared_options("format", "flags", "ascii", "json", "quiet", "time_limit")
def search(
    files: tuple[str, ...],
    forward_checking: bool,
    propagate: bool,
    mrv: bool,
    heuristic: Heuristic | None,
    lcv: bool,
    every: bool,
    options: Options,
) -> None:
    """Search for a placement of the mines by backtracking.

    The board is a constraint-satisfaction problem: a variable for each hidden cell, a constraint for each clue and for
    the mine total. Every combination of the switches finds the same placements; they differ in nodes,
    backtracks and time.

    \b
    Examples:
      logicms search --format seed --forward-checking --mrv --heuristic degree examples/boards/course-1.seed
      logicms search --propagate --all examples/boards/ringed.txt
    """
    strategy = Strategy(forward_checking, propagate, mrv, heuristic, lcv)
    answer_each(
        files,
        options,
        lambda path: search_problem(read_problem(path, options), strategy, every=every),
        lambda answer: search_text(answer, ascii=options.ascii, paint=options.paint()),
    )
