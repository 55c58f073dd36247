"""The command `worksheet`."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from logicms.answers.prove import Technique
from logicms.cli.command import Options, print_json, read_size, shared_options, write_file
from logicms.cli.streams import print_document
from logicms.teach.worksheet import KINDS, Sheet, sheet_to_json, usual_size
from logicms.teach.worksheet import worksheet as make_sheet

_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--technique",
    type=click.Choice([each.value for each in Technique]),
    help="What the boards need (default: single, subset and difference in turn).",
)
@click.option("--count", type=click.IntRange(1, 26), default=3, metavar="N", show_default=True, help="How many boards.")
@click.option("--size", callback=read_size, metavar="WxH", help="A size other than 6x6, or 7x7 for harder techniques.")
@click.option("--mines", type=click.IntRange(min=1), metavar="N", help="A number of mines other than 8, or 11.")
@click.option(
    "--question",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="What to ask about each board; may be given several times (default: all).",
)
@click.option("--title", metavar="TEXT", help="The title of the sheet.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The first board's seed; board i has N + i.")
@click.option("--to", "form", type=click.Choice(["html", "latex"]), default="html", show_default=True)
@click.option("--out", type=_file, metavar="FILE", help="Write the sheet to this file, not to standard output.")
@click.option("--answers", type=_file, metavar="FILE", help="Write the answers to this file.")
@shared_options("json", "quiet", "time_limit")
def worksheet(
    technique: str | None,
    count: int,
    size: tuple[int, int] | None,
    mines: int | None,
    kinds: tuple[str, ...],
    title: str | None,
    seed: int | None,
    form: str,
    out: Path | None,
    answers: Path | None,
    options: Options,
) -> None:
    """Make a worksheet to print: boards, questions and, apart, answers with proofs.

    Each board is a position in which its technique is needed to continue. The same seed gives the same sheet. Small
    boards without a proof stand next to one another. The HTML page prints well from any browser; the LaTeX compiles
    with pdflatex and the base packages. For a PDF, use either of

    \b
      chromium --headless --no-pdf-header-footer --print-to-pdf=sheet.pdf sheet.html
      pdflatex sheet.tex

    \b
    Examples:
      logicms worksheet --seed 7 --technique subset --count 6 --out sheet.html --answers answers.html
      logicms worksheet --seed 7 --to latex --question prove --out sheet.tex --answers answers.tex
    """
    if size and mines is None:
        raise click.UsageError("--size needs --mines: how many mines are on a board of that size?")
    if seed is None:
        seed = SystemRandom().randrange(2**32)
        options.say(f"seed {seed}")
    *usual, usual_mines = usual_size(technique)
    width, height = size or usual
    sheet = make_sheet(
        seed,
        technique=technique,
        count=count,
        size=(width, height, usual_mines if mines is None else mines),
        kinds=kinds or KINDS,
        title=title,
    )
    if options.json:
        print_json({"seed": seed, **sheet_to_json(sheet)})
    text, solved = _render(sheet, form)
    if out is not None:
        write_file(out, text)
        options.say(f"written to {out}")
    elif not options.json:
        print_document(text)
    if answers is not None:
        write_file(answers, solved)
        options.say(f"answers written to {answers}")


def _render(sheet: Sheet, form: str) -> tuple[str, str]:
    """Return the sheet and its answers in this format."""
    if form == "html":
        from logicms.render.worksheet import answers_html, worksheet_html

        return worksheet_html(sheet), answers_html(sheet)
    from logicms.render.worksheet import answers_latex, worksheet_latex

    return worksheet_latex(sheet), answers_latex(sheet)
