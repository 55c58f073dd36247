"""The command `prove`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from logicms.board import Board, parse_cell
from logicms.cli import LIMIT, NO
from logicms.cli.frame import Answer, Options, print_answer, read_board, shared_options
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.render.explanations import FORMS

if TYPE_CHECKING:  # loaded when the command runs: --help needs none of it
    from logicms.explanation.explanation import By, Explanation
    from logicms.literal import Name
    from logicms.proofs.proof import Premises


@click.command()
@click.argument("file", metavar="FILE")
@click.argument("cell", metavar="CELL")
@click.option(
    "--by",
    type=click.Choice(["resolution", "direct", "counting"]),
    default="resolution",
    show_default=True,
    help="resolution: refute the contrary; direct: derive the cell; counting: add and subtract clues.",
)
@click.option(
    "--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How to show the proof."
)
@shared_options("format", "flags", "ascii", "json", "quiet", "time_limit")
def prove(file: str, cell: str, by: By, form: str, options: Options) -> None:
    """Prove that a cell is safe or a mine, from as few clues as can be.

    The mine total is used only where the clues alone do not suffice. A cell that is not certain is shown two placements
    that differ there. With --format hints, FILE is a hint file and CELL any name in it.

    \b
    Examples:
      logicms prove examples/boards/one-two-one.txt B1
      logicms prove --by counting --to words examples/boards/one-two-one.txt B1
      logicms prove --to html examples/boards/one-two-two-one.txt A1 > why.html
    """
    if form in ("lines", "dimacs", "drat", "lrat") and by == "counting":
        raise click.UsageError(f"--to {form} needs a proof by resolution: --by resolution or --by direct")
    try:
        print_answer(_answer(file, cell, by, form, options), options)
    except InconsistentKnowledge as error:
        from logicms.cli.knowledge import inconsistent

        print_answer(inconsistent(error), options)


def _answer(path: str, text: str, by: By, form: str, options: Options) -> Answer:
    if options.format == "hints":
        from logicms.cli.prove_name import answer_name

        return answer_name(path, text, by, form, options)
    return _answer_cell(read_board(path, options), text, by, form, options)


def _answer_cell(board: Board, text: str, by: By, form: str, options: Options) -> Answer:
    from logicms.explanation import explain, premises

    cell = parse_cell(text)
    try:
        explanation = explain(board, cell, flags=options.flags)
        told = premises(board, options.flags)
        return answer_explanation(board, explanation, Asked(by, form, told), options)
    except LimitReached as error:
        return limit_answer(cell, by, error)


@dataclass(frozen=True, slots=True)
class Asked:
    """How an explanation is to be answered: by which way, in which form, on what premises."""

    by: By
    form: str
    told: Premises


def answer_explanation(board: Board | None, explanation: Explanation, asked: Asked, options: Options) -> Answer:
    """Return an explanation as the answer of `prove`."""
    from logicms.explanation.report import explanation_to_json
    from logicms.render.explanation_text import explanation_text
    from logicms.render.explanations import write_explanation

    code = 0 if explanation.is_certain else NO
    if options.json:
        return Answer(explanation_to_json(explanation, asked.by, asked.told), "", code)
    if asked.form == "text":
        ascii, paint = options.ascii, options.paint()
        text = explanation_text(board, explanation, asked.by, ascii=ascii, paint=paint)
    else:
        text = write_explanation(board, explanation, asked.by, asked.form).removesuffix("\n")
    return Answer({}, text, code)


def limit_answer(cell: Name, by: By, error: LimitReached) -> Answer:
    """Return the answer when the limit was reached first."""
    from logicms.explanation.report import limit_to_json

    return Answer(limit_to_json(cell, by), f"whether {cell} is safe or a mine: {error}", LIMIT)
