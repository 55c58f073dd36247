"""The command `worksheet`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from logicms.cli.command import Options, print_json, write_file
from logicms.cli.options import asks, in_its_form
from logicms.cli.streams import print_document
from logicms.commands.lessons import Worksheet

_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@asks(Worksheet, "json", "quiet", "time_limit", without=("answers",))
@click.option("--out", type=_file, metavar="FILE", help="Write the sheet to this file, not to standard output.")
@click.option("--answers", "solved", type=_file, metavar="FILE", help="Write the answers to this file.")
def worksheet(asked: Callable[..., Worksheet], out: Path | None, solved: Path | None, options: Options) -> None:
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
    form: Any = chosen["to"] or Worksheet.usual_form
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
