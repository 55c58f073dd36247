"""The command `search`."""

from __future__ import annotations

from collections import Counter

import click

from logicms.answers.search import Heuristic, Order, Strategy
from logicms.answers.search import search as search_problem
from logicms.cli import candidates
from logicms.cli.command import Options, answer_each, read_problem, shared_options
from logicms.render.answer_text import search_text

_WORDS = ("mrv", "degree", "space", "lcv")


def _phases(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Order, ...]:
    if value is None:
        return ()
    return tuple(_phase(text, number) for number, text in enumerate(value.split(","), 1))


def _phase(text: str, number: int) -> Order:
    """Return the order that a phase is written as: `mrv+lcv`."""
    words = Counter(word.strip().lower() for word in text.split("+"))
    for word, count in words.items():
        if word not in _WORDS:
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
@click.option("--plain", is_flag=True, help="Turn back only at a clue with too many mines, or at the mine total.")
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
@click.option("--all", "every", is_flag=True, help="Count every placement.")
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "time_limit")
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
    a clue has too many mines, and sees at the end whether one has too few, as in the report of the search course. With
    --phases a + joins what one phase does, a comma separates the phases; each lasts for an equal share of the cells.

    \b
    Examples:
      logicms search --plain examples/boards/ringed.txt
      logicms search --format seed --forward-checking --mrv --heuristic degree examples/boards/course-1.seed
      logicms search --propagate --all examples/boards/ringed.txt
      logicms search --forward-checking --phases degree,mrv+lcv,space examples/boards/ringed.txt
    """
    strategy = Strategy(forward_checking, propagate, mrv, heuristic, lcv, phases, plain, reuse_lcv)
    answer_each(
        files,
        options,
        lambda path: search_problem(read_problem(path, options), strategy, every=every),
        lambda answer: search_text(answer, **options.look()),
    )
