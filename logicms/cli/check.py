"""The command `check`."""

from __future__ import annotations

import click

from logicms.cli import INCONSISTENT, LIMIT, NO
from logicms.cli.frame import Answer, Options, answer_each, shared_options
from logicms.cli.puzzles import Puzzle, read_puzzle, working_on
from logicms.deduction.consistency import Check


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@shared_options("format", "ascii", "json", "quiet", "time_limit")
def check(files: tuple[str, ...], options: Options) -> None:
    """Say whether a board can be, and which of its flags are right.

    Flags are read as claims: certain (a mine in every placement), unproved, or wrong (safe in every placement). If the
    board contradicts itself, the smallest set of clashing clues is named. Exit code 1 when a flag is not certain.

    \b
    Examples:
      logicms check examples/boards/flags.txt
      logicms check examples/boards/contradiction.txt
    """

    def answer(path: str) -> Answer:
        with working_on(path, options):
            return _answer(read_puzzle(path, options), options)

    answer_each(files, options, answer)


def _answer(puzzle: Puzzle, options: Options) -> Answer:
    from logicms.answers import check_to_json
    from logicms.render.answer_text import check_text

    found = puzzle.checked(options)
    text = check_text(puzzle.board, found, ascii=options.ascii, paint=options.paint())
    return Answer(check_to_json(found), text, _code(found))


def _code(found: Check) -> int:
    if found.status != "consistent":
        return LIMIT if found.status == "limit" else INCONSISTENT
    return 0 if found.is_right else NO
