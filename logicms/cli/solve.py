"""The commands that reason about a whole problem: `solve`, `odds`, `check`, `search`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from logicms.answers.answer import VERSION
from logicms.answers.solve import SolveAnswer
from logicms.cli.command import Options, answer_each, make_folder, only_one, write_file
from logicms.cli.options import ask_each, asks, svg_option
from logicms.commands.solve import CheckQuestion, OddsQuestion, SearchQuestion, SolveQuestion
from logicms.errors import LimitReached, counted
from logicms.render.answers import board_of, cells

if TYPE_CHECKING:
    from logicms.answers.prove import ProveAnswer


@click.command()
@asks(SolveQuestion, "ascii", "json", "quiet", "file_limit")
@click.option("--to", "target", type=click.Choice(["board"]), help="Print the board with certain cells as * and -.")
@click.option(
    "--proofs",
    type=click.Path(path_type=Path),
    metavar="DIR|FILE.html",
    help="Write a proof of every certain cell, easiest first: as JSON to a folder, or as one page to read or print.",
)
@svg_option
def solve(
    files: tuple[str, ...],
    asked: Callable[[str], SolveQuestion],
    target: str | None,
    proofs: Path | None,
    svg: Path | None,
    options: Options,
) -> None:
    """The exit code is 0 if some cell is certain, 1 if none is.

    \b
    Examples:
      logicms solve examples/boards/one-two-one.txt
      logicms solve --to board examples/boards/ringed.txt
      logicms solve --json --time-limit 5 examples/boards/ringed.txt examples/boards/expert.txt
      logicms solve --proofs proofs examples/boards/ringed.txt
      logicms solve --proofs proofs.html examples/boards/ringed.txt
    """
    only_one(files, proofs, "--proofs", "writes the proofs of one board")

    def make(path: str) -> SolveAnswer:
        question = asked(path)
        answer = question.ask()
        if proofs is not None and answer.exit_code in (0, 1):
            write = _write_booklet if proofs.suffix == ".html" else _write_files
            write(proofs, question, options)
        return answer

    def draw(answer: SolveAnswer) -> str:
        if target is None:
            return options.text(answer)
        options.say(f"{answer.status}: {answer.message}" if answer.message else answer.status)
        return _with_certain(answer).removesuffix("\n")

    answer_each(files, options, make, draw, document=target is not None, svg=svg)


def _with_certain(answer: SolveAnswer) -> str:
    """Return the board's text with certain cells as `*` and `-`."""
    from logicms.notation.boards import format_board

    signs = dict.fromkeys(cells(answer.safe), "-") | dict.fromkeys(cells(answer.mine), "*")
    return format_board(board_of(answer.problem).with_signs(signs))


def _write_booklet(path: Path, question: SolveQuestion, options: Options) -> None:
    """Write one page with every proof, the one with the least to read for each cell; at a limit, those made by then."""
    from logicms.render.html import booklet_html

    made: list[ProveAnswer] = []
    try:
        made.extend(question.proofs("shortest"))
    except LimitReached as error:
        proofs = counted(len(made), "proof was", "proofs were")
        write_file(path, booklet_html(question.problem, made, f"More were {error}."))
        raise LimitReached(f"{proofs} written to {path}; then: {error}") from None
    write_file(path, booklet_html(question.problem, made))
    options.say(f"{counted(len(made), 'proof')} written to {path}")


def _write_files(folder: Path, question: SolveQuestion, options: Options) -> None:
    """Write the proofs to a folder that is new or empty.

    The names of the files give the order: 0001-B1-mine.json is the easiest deduction.
    """
    make_folder(folder, "--proofs")
    if any(folder.iterdir()):  # its files would get mixed up with the proofs
        raise click.UsageError(f"--proofs {folder}: the folder is not empty")
    written = 0
    try:
        for answer in question.proofs():
            path = folder / f"{written + 1:04}-{answer.cell}-{answer.verdict}.json"
            write_file(path, json.dumps({"version": VERSION, **answer.to_json()}, ensure_ascii=False) + "\n")
            written += 1
    except LimitReached as error:
        proofs = counted(written, "proof was", "proofs were")
        raise LimitReached(f"{proofs} written to {folder}; then: {error}") from None
    options.say(f"{counted(written, 'proof')} written to {folder}")


@click.command()
@asks(OddsQuestion, "ascii", "json", "quiet", "file_limit")
@svg_option
def odds(files: tuple[str, ...], asked: Callable[[str], OddsQuestion], svg: Path | None, options: Options) -> None:
    """
    \b
    Examples:
      logicms odds examples/boards/guess.txt
      logicms odds --details examples/boards/fifty-fifty.txt
      logicms odds --svg odds.svg examples/boards/expert.txt
    """
    ask_each(files, asked, options, svg=svg)


@click.command()
@asks(CheckQuestion, "ascii", "json", "quiet", "file_limit")
def check(files: tuple[str, ...], asked: Callable[[str], CheckQuestion], options: Options) -> None:
    """The exit code is 1 if a flag is not certain.

    \b
    Examples:
      logicms check examples/boards/flags.txt
      logicms check examples/boards/contradiction.txt
    """
    ask_each(files, asked, options)


@click.command()
@asks(SearchQuestion, "ascii", "json", "quiet", "file_limit")
def search(files: tuple[str, ...], asked: Callable[[str], SearchQuestion], options: Options) -> None:
    """
    \b
    Examples:
      logicms search --plain examples/boards/ringed.txt
      logicms search --format seed --forward-checking --mrv --heuristic degree examples/boards/course-1.seed
      logicms search --propagate --all examples/boards/ringed.txt
      logicms search examples/rules/queens.hints
      logicms search --all examples/hints/sprinkler.hints
      logicms search --forward-checking --phases degree,mrv+lcv,space examples/boards/ringed.txt
    """
    given = click.get_current_context()
    if given.params["plain"] and given.get_parameter_source("file_limit") is ParameterSource.DEFAULT:
        options = replace(options, time_limit=None)  # how long it takes is what one wants to see
    ask_each(files, asked, options)
