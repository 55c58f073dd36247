"""The commands that reason about a whole problem: `solve`, `odds`, `check`, `search`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from logicms.answers.odds import OddsAnswer
from logicms.answers.solve import SolveAnswer
from logicms.cli.command import Options, answer_each, draw_svg, only_one, written_board
from logicms.cli.options import asks, svg_option
from logicms.commands.solve import Check, Odds, Search, Solve
from logicms.render.answer_text import cells, check_text, odds_marks, odds_text, search_text, solve_marks, solve_text


@click.command()
@asks(Solve, "ascii", "json", "quiet", "file_limit")
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
    asked: Callable[[str], Solve],
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
    only_one(files, svg)
    only_one(files, proofs, "--proofs", "writes the proofs of one board")

    def make(path: str) -> SolveAnswer:
        answer = asked(path).ask()
        problem = answer.problem
        if svg is not None:
            from logicms.render.svg import board_svg

            draw_svg(svg, board_svg(written_board(problem), solve_marks(answer)), options)
        if proofs is not None and answer.exit_code in (0, 1):
            from logicms.cli.verify import write_proofs

            write_proofs(proofs, problem, options)
        return answer

    def draw(answer: SolveAnswer) -> str:
        if target is None:
            return solve_text(answer, **options.look())
        options.say(f"{answer.status}: {answer.message}" if answer.message else answer.status)
        return _with_certain(answer).removesuffix("\n")

    answer_each(files, options, make, draw, document=target is not None)


def _with_certain(answer: SolveAnswer) -> str:
    """Return the board's text with certain cells as `*` and `-`."""
    from logicms.notation.boards import format_board

    signs = dict.fromkeys(cells(answer.safe), "-") | dict.fromkeys(cells(answer.mine), "*")
    return format_board(written_board(answer.problem).with_signs(signs))


@click.command()
@asks(Odds, "ascii", "json", "quiet", "file_limit")
@svg_option
def odds(files: tuple[str, ...], asked: Callable[[str], Odds], svg: Path | None, options: Options) -> None:
    """
    \b
    Examples:
      logicms odds examples/boards/guess.txt
      logicms odds --details examples/boards/fifty-fifty.txt
      logicms odds --svg odds.svg examples/boards/expert.txt
    """
    only_one(files, svg)

    def make(path: str) -> OddsAnswer:
        answer = asked(path).ask()
        if svg is not None:
            from logicms.render.svg import board_svg

            draw_svg(svg, board_svg(written_board(answer.problem), odds_marks(answer)), options)
        return answer

    answer_each(files, options, make, lambda answer: odds_text(answer, **options.look()))


@click.command()
@asks(Check, "ascii", "json", "quiet", "file_limit")
def check(files: tuple[str, ...], asked: Callable[[str], Check], options: Options) -> None:
    """The exit code is 1 if a flag is not certain.

    \b
    Examples:
      logicms check examples/boards/flags.txt
      logicms check examples/boards/contradiction.txt
    """
    answer_each(
        files,
        options,
        lambda path: asked(path).ask(),
        lambda answer: check_text(answer, **options.look()),
    )


@click.command()
@asks(Search, "ascii", "json", "quiet", "file_limit")
def search(files: tuple[str, ...], asked: Callable[[str], Search], options: Options) -> None:
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
    answer_each(
        files,
        options,
        lambda path: asked(path).ask(),
        lambda answer: search_text(answer, **options.look()),
    )
