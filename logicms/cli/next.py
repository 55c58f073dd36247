"""The command `next`."""

from __future__ import annotations

import click

from logicms.answers import nothing_to_json
from logicms.board import Board
from logicms.cli import LIMIT, NO
from logicms.cli.frame import Answer, Options, answer_each, read_board, shared_options
from logicms.errors import InconsistentKnowledge, LimitReached


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=4,
    show_default=True,
    help="1: where to look; 2: which clues; 3: the technique; 4: the proof.",
)
@shared_options("format", "flags", "ascii", "json", "quiet", "time_limit")
def next(files: tuple[str, ...], level: int, options: Options) -> None:
    """Show the easiest next deduction, as much of it as you like.

    No deduction is shown while there is an easier one.

    \b
    Examples:
      logicms next --level 1 examples/boards/one-two-two-one.txt
      logicms next examples/boards/one-two-two-one.txt
    """
    answer_each(files, options, lambda path: _answer(read_board(path, options), level, options))


def _answer(board: Board, level: int, options: Options) -> Answer:
    from logicms.cli.knowledge import inconsistent
    from logicms.explanation import next_deduction, premises
    from logicms.explanation.ladder import region, step_to_json
    from logicms.render.ladder import ladder_text

    try:
        found = next_deduction(board, flags=options.flags)
        if found is None:
            nothing = "nothing is certain: every hidden cell can be safe or a mine"
            return Answer(nothing_to_json("unknown", level), nothing, NO)
        if options.json:
            return Answer(step_to_json(board, found, level, premises(board, options.flags)), "")
        where, ascii, paint = region(board, found), options.ascii, options.paint()
        text = ladder_text(board, found, level, region=where, ascii=ascii, paint=paint)
    except InconsistentKnowledge as error:
        return inconsistent(error)
    except LimitReached as error:
        return Answer(nothing_to_json("limit", level), f"the next deduction: {error}", LIMIT)
    return Answer({}, text)
