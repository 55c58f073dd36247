"""The command `odds`."""

from __future__ import annotations

from pathlib import Path

import click

from logicms.cli import INCONSISTENT, LIMIT
from logicms.cli.frame import Answer, Options, answer_each, shared_options
from logicms.cli.puzzles import Puzzle, cells, only_one, read_puzzle, svg_option, working_on, write_svg

_CODES = {"exact": 0, "inconsistent": INCONSISTENT, "limit": LIMIT}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@svg_option
@shared_options("flags", "format", "ascii", "json", "quiet", "time_limit")
def odds(files: tuple[str, ...], svg: Path | None, options: Options) -> None:
    """Give the exact odds of a mine for every hidden cell, and the best guess.

    Every placement of the mines counts the same. Without a mine total, a cell away from all clues is a mine in half of
    the placements.

    \b
    Examples:
      logicms odds examples/boards/guess.txt
      logicms odds --svg odds.svg examples/boards/expert.txt
    """
    only_one(files, svg)

    def answer(path: str) -> Answer:
        with working_on(path, options):
            return _answer(read_puzzle(path, options), svg, options)

    answer_each(files, options, answer)


def _answer(puzzle: Puzzle, svg: Path | None, options: Options) -> Answer:
    from logicms.render.answer_text import likely_text
    from logicms.render.marks import Marks

    found = puzzle.likely(options)
    if svg is not None:
        shown = {cell: found.cells[cell] for cell in cells(found.cells)}
        write_svg(svg, puzzle, Marks(odds=shown, best=cells(found.best)), options)
    text = likely_text(puzzle.board, found, ascii=options.ascii, paint=options.paint())
    return Answer(found.to_json() if options.json else {}, text, _CODES[found.status])
