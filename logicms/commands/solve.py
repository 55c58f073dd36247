"""Questions about a whole problem: `solve`, `check`, `odds` and `search`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from logicms.answers import solve as answers
from logicms.board import Flags
from logicms.commands.question import OnProblem, Question, WithFlags
from logicms.errors import BoardError
from logicms.record import Bounds, Written, shown

if TYPE_CHECKING:
    from logicms.answers.prove import ProveAnswer, Wanted


@dataclass(frozen=True, kw_only=True)
class CheckQuestion(OnProblem):
    """Check whether a board is consistent, and which of its flags are right.

    Flags are read as claims: certain (a mine in every placement), unproved, or wrong (safe in every placement). If the
    board is inconsistent, the smallest set of clashing clues is named, and what would mend it.
    """

    @property
    def read_flags_as(self) -> Flags:
        return "claim"

    def ask(self) -> answers.CheckAnswer:
        return answers.check(self.problem)


@dataclass(frozen=True, kw_only=True)
class SolveQuestion(WithFlags):
    """Name every cell that is certainly safe or a mine, without guessing."""

    reason: answers.Reason = shown(
        "How to reason; subset, forward and course are the logic course's ways, resolution and complete miss nothing.",
        default="complete",
    )

    def ask(self) -> answers.SolveAnswer:
        return answers.solve(self.problem, self.reason)

    def proofs(self, by: Wanted = "resolution") -> Iterator[ProveAnswer]:
        """Yield the proof of every certain cell, the easiest first."""
        from logicms.answers.prove import every_proof  # naming what is certain needs no proof

        return every_proof(self.problem, by)


@dataclass(frozen=True, kw_only=True)
class OddsQuestion(WithFlags):
    """Give the exact probability of a mine for every hidden cell, and the best guess.

    Every placement of the mines counts the same. Without a mine total, a cell away from all clues is a mine in half of
    the placements.
    """

    details: bool = shown(
        "Also the chance to win, coin flips, cells whose number tells nothing, and how probable each 0 is.",
        default=False,
    )
    compact: bool = shown(
        "A small JSON answer for a large board: one entry for all cells that touch no clue, no long fractions.",
        default=False,
    )

    def ask(self) -> answers.OddsAnswer:
        return answers.odds(self.problem, details=self.details, compact=self.compact)


# -- search


@dataclass(frozen=True, kw_only=True)
class Phase(Question):
    """In which order a search, or one phase of it, assigns cells."""

    mrv: bool = shown("Cells with one value left come first.", default=False)
    heuristic: answers.Heuristic | None = shown("Then: most clues, or fewest hidden cells around.", default=None)
    lcv: bool = shown("First try the value that decides the fewest other cells.", default=False)


_WORDS = ("mrv", "degree", "space", "lcv")


def read_phases(text: str) -> tuple[Phase, ...]:
    """Return the phases that are written as `degree,mrv+lcv`.

    >>> [(each.mrv, each.heuristic) for each in read_phases("degree,mrv+lcv")]
    [(False, 'degree'), (True, None)]
    """
    return tuple(_phase(phase, number) for number, phase in enumerate(text.split(","), 1))


def _phase(text: str, number: int) -> Phase:
    words = Counter(word.strip().lower() for word in text.split("+"))
    for word, count in words.items():
        if word not in _WORDS:
            problem = f"{word[:40]!r} is unknown" if word else "a word is missing"
            raise BoardError(
                f"phase {number}: {problem}; a phase is mrv, degree, space or lcv, or several joined by +, "
                "as in degree,mrv+lcv,space"
            )
        if count > 1:
            raise BoardError(f"phase {number}: {word} appears twice")
    if {"degree", "space"} <= set(words):
        raise BoardError(f"phase {number}: ties are broken by degree or by space, not by both")
    heuristic: answers.Heuristic | None = "degree" if "degree" in words else "space" if "space" in words else None
    return Phase(mrv="mrv" in words, heuristic=heuristic, lcv="lcv" in words)


@dataclass(frozen=True, kw_only=True)
class SearchQuestion(WithFlags, Phase):
    """Search for a placement of the mines by backtracking.

    The board is a constraint-satisfaction problem: a variable for each hidden cell, a constraint for each clue and for
    the mine total. Every combination of the switches finds the same placements; they differ in nodes,
    backtracks and time.

    Without switches the search turns back as soon as a clue can no longer be met. With {plain} it turns back only when
    a clue has too many mines, and sees at the end whether one has too few, as in the report of the search course.
    {plain} and {forward_checking} prune as that report does: a clue counts the cells that are assigned, where ours
    counts every cell with one value left, prunes by the mine total too, and has pruned before the first cell is
    assigned. With {phases} a + joins what one phase does, a comma separates the phases; each lasts for an equal share
    of the cells.

    The formulas of a hint file prune by unit propagation, unless {plain} is given. Of a hint file the names that hold
    in the placement are shown, and those that fail.
    """

    plain: bool = shown(
        "Turn back and prune as in the course's report: by what is assigned, and no more.", default=False
    )
    forward_checking: bool = shown("Prune around the last assigned cell, once.", default=False)
    propagate: bool = shown("Prune until nothing more follows.", default=False)
    reuse_lcv: bool = shown("Do not check again what {lcv} has tried; only the time changes.", default=False)
    phases: Annotated[tuple[Phase, ...], Bounds(longest=10)] = shown(
        "Another order in each part of the search, such as degree,mrv+lcv,space.",
        default=(),
        written=Written(metavar="ORDER,ORDER…", read=read_phases),
    )
    every: bool = shown("Count every placement, and list the first 10.", default=False, written=Written(option="all"))

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.strategy  # it refuses switches that do not go together

    @property
    def strategy(self) -> answers.Strategy:
        switches: dict[str, Any] = {name: getattr(self, name) for name in answers.Strategy.__dataclass_fields__}
        switches["phases"] = tuple(answers.Order(each.mrv, each.heuristic, each.lcv) for each in self.phases)
        return answers.Strategy(**switches)

    def ask(self) -> answers.SearchAnswer:
        return answers.search(self.problem, self.strategy, every=self.every)
