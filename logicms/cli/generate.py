"""The commands that make boards from a seed: `generate`, and `worksheet`, which asks questions about them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from logicms.board import Board
from logicms.cli.command import Options, make_folder, print_json, still_working, write_file
from logicms.cli.options import asks, in_its_form, offer_written_formats
from logicms.cli.streams import print_document, print_text, progress
from logicms.commands.generate import GenerateAnswer, GenerateQuestion
from logicms.commands.lessons import WorksheetQuestion
from logicms.errors import counted


@click.command()
@asks(GenerateQuestion, "json", "quiet", "time_limit", without=("number",))
@click.option(
    "--count",
    "--boards",
    "count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="How many boards; board i has the seed N + i.",
)
@click.option(
    "--to",
    "target",
    default="board",
    metavar="NAME",
    shell_complete=offer_written_formats,
    help="The format to write; see `logicms formats`.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="PATH", help="Write to a file; several boards to a folder."
)
def generate(
    asked: Callable[..., GenerateQuestion], count: int, target: str, out: Path | None, options: Options
) -> None:
    """The exit code is 4 if no such board is found within the effort.

    \b
    Examples:
      logicms generate --level expert --no-guess --seed 7 --out layout.txt
      logicms play --guess never layout.txt
      logicms generate --technique subset --size 8x8 --mines 12 --count 6 --out boards
      logicms generate --rating 5-10 --seed 7 --json
      logicms generate --position --technique difference --seed 7 | logicms next -
      logicms generate --grid torus --size 5x5 --mines 4 --no-guess --seed 7
      logicms generate --smallest --technique difference --to svg --out difference.svg
      logicms generate --size 6x6 --mines 10 --hints 16 --to seed | logicms search --format seed -
    """
    first = asked()
    if first.smallest:
        boards = first.smallest_boards
        options.say(f"{counted(len(boards), 'position')} of {counted(len(boards[0].signs), 'cell')}, none smaller")
        questions = [replace(first, number=number) for number in range(1, min(count, len(boards)) + 1)]
    else:
        questions = [replace(first, seed=first.seed + i) for i in range(count)]
    many = len(questions) > 1
    if many and out is not None:
        make_folder(out, "--out")
    code = 0
    for question, answer in zip(questions, _answers(questions, out is None, options), strict=True):
        code = max(code, answer.exit_code)
        if options.json:
            print_json(answer.to_json())
        if answer.board is None:
            print_text(f"logicms: seed {answer.seed}: {answer.reason}", err=True)
            continue
        if target != "board" and answer.first is not None:
            options.say(f"the first cell is {answer.first}")
        if out is not None or not options.json:
            needed = question.technique
            name = f"{needed.value}-{question.number}" if needed and question.smallest else str(answer.seed)
            path = out / f"{name}.{_SUFFIXES.get(target, 'txt')}" if out is not None and many else out
            _write(answer.board, target, path, many, options)
    click.get_current_context().exit(code)


def _answers(questions: Sequence[GenerateQuestion], are_printed: bool, options: Options) -> Iterator[GenerateAnswer]:
    """Yield the answer to each question; the time limit is for all of them."""
    # Boards that are printed on a terminal show the progress themselves, and a bar would come between them.
    are_seen = are_printed and sys.stdout.isatty()
    with progress(1 if are_seen else len(questions), options) as advance:
        for question in questions:
            quiet = options if len(questions) == 1 or are_seen else replace(options, quiet=True)
            with still_working(f"seed {question.seed}", quiet):
                answer = question.ask()
            yield answer
            advance(f"seed {question.seed}")


def _write(board: Board, target: str, path: Path | None, many: bool, options: Options) -> None:
    """Write a board to its file, or to standard output."""
    from logicms.render.exports import write

    if target != "board":  # few other formats have room for a title and a first cell
        board = replace(board, title=None, first=None)
    text = write(board, target)
    if path is None:
        print_document(text, nl=many)  # a blank line between boards
    else:
        write_file(path, text)
        options.say(f"written to {path}")


_SUFFIXES = {"svg": "svg", "latex": "tex", "dimacs": "cnf", "asp": "lp", "minizinc": "mzn", "seed": "seed"}


# -- worksheets

_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@asks(WorksheetQuestion, "json", "quiet", "time_limit", without=("answers",))
@click.option("--out", type=_file, metavar="FILE", help="Write the sheet to this file, not to standard output.")
@click.option("--answers", "solved", type=_file, metavar="FILE", help="Write the answers to this file.")
def worksheet(asked: Callable[..., WorksheetQuestion], out: Path | None, solved: Path | None, options: Options) -> None:
    """For a PDF, use either of

    \b
      chromium --headless --no-pdf-header-footer --print-to-pdf=sheet.pdf sheet.html
      pdflatex sheet.tex

    \b
    Examples:
      logicms worksheet --seed 7 --technique subset --count 6 --out sheet.html --answers answers.html
      logicms worksheet --seed 7 --to latex --question prove --out sheet.tex --answers answers.tex
    """
    chosen: dict[str, Any] = click.get_current_context().params
    form: Any = chosen["to"] or WorksheetQuestion.usual_form
    question = asked()
    if chosen["seed"] is None:
        options.say(f"seed {question.seed}")
    answer = question.ask()
    sheet = replace(question, to=form)
    if options.json:
        print_json(answer.to_json())
    if out is not None:
        write_file(out, in_its_form(sheet, options)(answer))
        options.say(f"written to {out}")
    elif not options.json:
        print_document(in_its_form(sheet, options)(answer))
    if solved is not None:
        write_file(solved, in_its_form(replace(sheet, answers=True), options)(answer))
        options.say(f"answers written to {solved}")
