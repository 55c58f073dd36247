"""The commands that reason about a whole problem: `solve`, `odds`, `check`, `search`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource

from logicms.answers.odds import OddsAnswer
from logicms.answers.odds import odds as odds_of
from logicms.answers.solve import Heuristic, Order, Reason, SolveAnswer, Strategy
from logicms.answers.solve import check as check_problem
from logicms.answers.solve import search as search_problem
from logicms.answers.solve import solve as solve_problem
from logicms.cli import candidates
from logicms.cli.command import (
    Options,
    answer_each,
    draw_svg,
    only_one,
    read_problem,
    shared_options,
    svg_option,
    written_board,
)
from logicms.render.answer_text import cells, check_text, odds_marks, odds_text, search_text, solve_marks, solve_text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--reason",
    type=click.Choice(get_args(Reason)),
    default="complete",
    show_default=True,
    help="subset, forward and course are the logic course's methods; resolution and complete miss nothing.",
)
@click.option("--to", "target", type=click.Choice(["board"]), help="Print the board with certain cells as * and -.")
@click.option(
    "--proofs",
    type=click.Path(path_type=Path),
    metavar="DIR|FILE.html",
    help="Write a proof of every certain cell, easiest first: as JSON to a folder, or as one page to read or print.",
)
@svg_option
@shared_options("flags", "format", "rules", "ascii", "json", "quiet", "file_limit")
def solve(
    files: tuple[str, ...], reason: Reason, target: str | None, proofs: Path | None, svg: Path | None, options: Options
) -> None:
    """Name every cell that is certainly safe or a mine, without guessing.

    The exit code is 0 if some cell is certain, 1 if none is.

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
        problem = read_problem(path, options)
        answer = solve_problem(problem, reason)
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
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--details",
    is_flag=True,
    help="Also the chance to win, coin flips, and cells whose number tells nothing; in JSON, how probable each 0 is.",
)
@svg_option
@shared_options("flags", "format", "rules", "ascii", "json", "quiet", "file_limit")
def odds(files: tuple[str, ...], details: bool, svg: Path | None, options: Options) -> None:
    """Give the exact probability of a mine for every hidden cell, and the best guess.

    Every placement of the mines counts the same. Without a mine total, a cell away from all clues is a mine in half of
    the placements.

    \b
    Examples:
      logicms odds examples/boards/guess.txt
      logicms odds --details examples/boards/fifty-fifty.txt
      logicms odds --svg odds.svg examples/boards/expert.txt
    """
    only_one(files, svg)

    def make(path: str) -> OddsAnswer:
        problem = read_problem(path, options)
        answer = odds_of(problem, details=details)
        if svg is not None:
            from logicms.render.svg import board_svg

            draw_svg(svg, board_svg(written_board(problem), odds_marks(answer)), options)
        return answer

    answer_each(files, options, make, lambda answer: odds_text(answer, **options.look()))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@shared_options("format", "rules", "ascii", "json", "quiet", "file_limit")
def check(files: tuple[str, ...], options: Options) -> None:
    """Check whether a board is consistent, and which of its flags are right.

    Flags are read as claims: certain (a mine in every placement), unproved, or wrong (safe in every placement). If the
    board is inconsistent, the smallest set of clashing clues is named. The exit code is 1 if a flag is not certain.

    \b
    Examples:
      logicms check examples/boards/flags.txt
      logicms check examples/boards/contradiction.txt
    """
    answer_each(
        files,
        options,
        lambda path: check_problem(read_problem(path, options, flags="claim")),
        lambda answer: check_text(answer, **options.look()),
    )


_ORDERS = ("mrv", "degree", "space", "lcv")


def _phases(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Order, ...]:
    if value is None:
        return ()
    return tuple(_phase(text, number) for number, text in enumerate(value.split(","), 1))


def _phase(text: str, number: int) -> Order:
    """Return the order that a phase is written as: `mrv+lcv`."""
    words = Counter(word.strip().lower() for word in text.split("+"))
    for word, count in words.items():
        if word not in _ORDERS:
            problem = f"{word[:40]!r} is unknown" if word else "a word is missing"
            raise click.BadParameter(
                f"phase {number}: {problem}; a phase is mrv, degree, space or lcv, or several joined by +, "
                "as in degree,mrv+lcv,space"
            )
        if count > 1:
            raise click.BadParameter(f"phase {number}: {word} appears twice")
    if {"degree", "space"} <= set(words):
        raise click.BadParameter(f"phase {number}: ties are broken by degree or by space, not by both")
    heuristic: Heuristic | None = "degree" if "degree" in words else "space" if "space" in words else None
    return Order("mrv" in words, heuristic, "lcv" in words)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--plain", is_flag=True, help="Turn back and prune as in the course's report: by what is assigned, and no more."
)
@click.option("--forward-checking", is_flag=True, help="Prune around the last assigned cell, once.")
@click.option("--propagate", is_flag=True, help="Prune until nothing more follows.")
@click.option("--mrv", is_flag=True, help="Cells with one value left come first.")
@click.option(
    "--heuristic", type=click.Choice(["degree", "space"]), help="Then: most clues, or fewest hidden cells around."
)
@click.option("--lcv", is_flag=True, help="First try the value that decides the fewest other cells.")
@click.option("--reuse-lcv", is_flag=True, help="Do not check again what --lcv has tried; only the time changes.")
@click.option(
    "--phases",
    callback=_phases,
    metavar="ORDER,ORDER…",
    help="Another order in each part of the search, such as degree,mrv+lcv,space.",
)
@click.option("--all", "every", is_flag=True, help="Count every placement, and list the first 10.")
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "file_limit")
def search(
    files: tuple[str, ...],
    plain: bool,
    forward_checking: bool,
    propagate: bool,
    mrv: bool,
    heuristic: Heuristic | None,
    lcv: bool,
    reuse_lcv: bool,
    phases: tuple[Order, ...],
    every: bool,
    options: Options,
) -> None:
    """Search for a placement of the mines by backtracking.

    The board is a constraint-satisfaction problem: a variable for each hidden cell, a constraint for each clue and for
    the mine total. Every combination of the switches finds the same placements; they differ in nodes,
    backtracks and time.

    Without switches the search turns back as soon as a clue can no longer be met. With --plain it turns back only when
    a clue has too many mines, and sees at the end whether one has too few, as in the report of the search course.
    --plain --forward-checking prunes as that report does: a clue counts the cells that are assigned, where ours counts
    every cell with one value left, prunes by the mine total too, and has pruned before the first cell is assigned. With
    --phases a + joins what one phase does, a comma separates the phases; each lasts for an equal share of the cells.

    The formulas of a hint file prune by unit propagation, unless --plain is given. Of a hint file the names that hold
    in the placement are printed, and those that fail.

    \b
    Examples:
      logicms search --plain examples/boards/ringed.txt
      logicms search --format seed --forward-checking --mrv --heuristic degree examples/boards/course-1.seed
      logicms search --propagate --all examples/boards/ringed.txt
      logicms search examples/rules/queens.hints
      logicms search --all examples/hints/sprinkler.hints
      logicms search --forward-checking --phases degree,mrv+lcv,space examples/boards/ringed.txt
    """
    if plain and click.get_current_context().get_parameter_source("file_limit") is ParameterSource.DEFAULT:
        options = replace(options, time_limit=None)  # how long it takes is what one wants to see
    strategy = Strategy(forward_checking, propagate, mrv, heuristic, lcv, phases, plain, reuse_lcv)
    answer_each(
        files,
        options,
        lambda path: search_problem(read_problem(path, options), strategy, every=every),
        lambda answer: search_text(answer, **options.look()),
    )
