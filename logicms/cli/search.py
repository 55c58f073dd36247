"""The command `search`."""

from __future__ import annotations

import click

from logicms.board import Board, Cell
from logicms.cli import INCONSISTENT, LIMIT
from logicms.cli.frame import Answer, Options, answer_each, read_board, shared_options
from logicms.deduction import deduce
from logicms.deduction.clash import flags_read
from logicms.errors import InconsistentBoard, LimitReached
from logicms.hints import facts, hints
from logicms.render.marks import Marks
from logicms.render.text import board_text
from logicms.search import Heuristic, Search, Strategy
from logicms.search import search as search_hints


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--forward-checking", is_flag=True, help="Prune around the last assigned cell, once.")
@click.option("--propagate", is_flag=True, help="Prune until nothing more follows.")
@click.option("--mrv", is_flag=True, help="Cells with one value left come first.")
@click.option("--heuristic", type=click.Choice(["degree", "space"]), help="Then: most clues, or fewest hidden around.")
@click.option("--lcv", is_flag=True, help="Try the value first that decides the fewest other cells.")
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

    def answer(path: str) -> Answer:
        try:
            board = flags_read(read_board(path, options), options.flags)
        except InconsistentBoard as clash:
            return Answer(search_data(Search(None, 0, 0, 0, 0.0)), f"none found: {clash}", INCONSISTENT)
        neighbours = {cell: board.neighbours(cell) for cell in board.cells if board.clue(cell) is None}
        found = search_hints(hints(board), strategy, facts=facts(board), neighbours=neighbours, every=every)
        return Answer(
            search_data(found),
            "" if options.json else _text(board, found, strategy, options),
            {"found": 0, "none": INCONSISTENT, "limit": LIMIT}[found.status],
        )

    answer_each(files, options, answer)


def search_data(found: Search) -> dict[str, object]:
    """Return the search as the JSON that the command answers."""
    return {
        "status": found.status,
        "mine": [str(cell) for cell in found.placement or ()],
        "found": found.found,
        "nodes": found.nodes,
        "backtracks": found.backtracks,
        "seconds": round(found.seconds, 6),
    }


def _text(board: Board, found: Search, strategy: Strategy, options: Options) -> str:
    mines = frozenset(cell for cell in found.placement or () if isinstance(cell, Cell))
    marks = Marks(safe=frozenset(board.hidden) - mines, mine=mines)
    lines = [board_text(board, marks, ascii=options.ascii, paint=options.paint())] if found.found else []
    lines.append(_result(board, found, options))
    lines.append(f"{strategy}: {found.nodes:,} nodes, {found.backtracks:,} backtracks, {found.seconds:.3f} s")
    return "\n".join(lines)


def _result(board: Board, found: Search, options: Options) -> str:
    placements = "1 placement" if found.found == 1 else f"{found.found:,} placements"
    if found.status == "limit":
        return f"{found.limit}; {placements} found until then"
    return f"{placements} found" if found.status == "found" else f"none found: {_clash(board, options)}"


def _clash(board: Board, options: Options) -> str:
    """Return why there is no placement, in the words of the reasoning that finds who clashes."""
    try:
        deduce(board)
    except (InconsistentBoard, LimitReached) as reason:
        return str(reason)
    raise AssertionError("the search found no placement, and counting did")
