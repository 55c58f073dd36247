"""The counting proof: add these clues, subtract those, and what is left forces the cell.

Every hint is an equation over cells that are 0 (safe) or 1 (a mine): B2 says that A1 + B1 + C1 = 2. A *sum* adds some
hints and subtracts others; cells that both sides count cancel, facts are put in, and the *equation* that is left may
leave no choice: C1 - A1 = 1 only comes out with a mine at C1 and none at A1. A step is such a sum, and the clause it
shows: with every literal of the clause false, no 0s and 1s meet the equation. One sum proves nearly every certain cell;
where none does, sums for each case are joined by *resolve* steps, as in any other proof.

The proof of one literal from hints alone (`sum_prover` finds it, `sum_checker` checks it, `sum_json` writes it). It
carries what it rests on, like `Proof`, and answers to the same names: `steps`, `clues`, `hints`, `facts`, `literal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from logicms.hints import TOTAL, Hint
from logicms.literal import name_order


@dataclass(frozen=True, slots=True)
class Equation:
    """The sum of these cells, each times its factor, is at least `low` and at most `high` (mostly the same number)."""

    factors: tuple[tuple[str, int], ...]
    """The cells in reading order, none with the factor 0."""
    low: int
    high: int

    def is_impossible(self, fixed: Mapping[str, bool]) -> bool:
        """Return whether the cells cannot sum to what the equation says when those in `fixed` are so.

        Mines are whole: 2 A1 + 2 B1 is never 3, though it lies between 0 and 4. That is the *rounding* step.

        >>> Equation((("A1", 2), ("B1", 2), ("C1", 1)), 3, 3).is_impossible({"C1": False})
        True
        """
        mines = sum(factor for name, factor in self.factors if fixed.get(name))
        free = [factor for name, factor in self.factors if name not in fixed]
        return not can_sum_to(self.low - mines, self.high - mines, free)

    def forced(self) -> tuple[str, ...]:
        """Return the literals that the equation forces on its own, in reading order.

        >>> Equation((("A1", -1), ("C1", 1)), 1, 1).forced()
        ('~A1', 'C1')
        """
        found = []
        for name, _ in self.factors:
            found += [name] if self.is_impossible({name: False}) else []
            found += [f"~{name}"] if self.is_impossible({name: True}) else []
        return tuple(found)


def can_sum_to(low: int, high: int, factors: Iterable[int]) -> bool:
    """Return whether some of these factors sum to at least `low` and at most `high`.

    >>> can_sum_to(1, 1, [2, -1]), can_sum_to(2, 2, [3, 1])
    (True, False)
    """
    least, reached = 0, 1  # bit n of `reached`: some of the factors seen so far sum to least + n
    for factor in factors:
        least += min(factor, 0)
        reached |= reached << abs(factor)
    low, high = max(low - least, 0), high - least
    return high >= low and bool((reached >> low) & ((1 << (high - low + 1)) - 1))


@dataclass(frozen=True, slots=True)
class Sum:
    """The clause that a sum of hints shows; a hint that is added twice stands there twice."""

    clause: tuple[str, ...]
    add: tuple[str, ...]
    subtract: tuple[str, ...]
    facts: tuple[str, ...]
    """The facts that were put in, as literals."""
    equation: Equation
    """What is left."""

    @property
    def is_fact(self) -> bool:
        """Whether it rests on no hint at all, but on what is known."""
        return not self.add and not self.subtract


@dataclass(frozen=True, slots=True)
class Resolve:
    """The clause that follows from two earlier steps, in one of which `on` is a mine and in the other safe."""

    clause: tuple[str, ...]
    parents: tuple[int, int]
    on: str


@dataclass(frozen=True, slots=True)
class CountingProof:
    """Steps that end in the goal, a single literal; every step is a sum of hints or joins two earlier ones."""

    steps: tuple[Sum | Resolve, ...]
    literal: str
    """The goal: `B3` a mine, `~B3` safe."""
    hints: Mapping[str, Hint] = field(default_factory=dict, hash=False)
    """The hints it rests on, by source; their cells are named by strings."""

    @property
    def clues(self) -> tuple[str, ...]:
        """The sources of the hints it rests on, the mine total left out, in reading order."""
        return tuple(sorted((source for source in self.hints if source != TOTAL), key=name_order))

    @property
    def facts(self) -> tuple[str, ...]:
        """The literals that it takes as facts, in reading order."""
        taken = {fact for step in self.sums for fact in step.facts}
        return tuple(sorted(taken, key=lambda fact: name_order(fact.removeprefix("~"))))

    @property
    def uses_mine_total(self) -> bool:
        return TOTAL in self.hints

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The steps that are sums."""
        return tuple(step for step in self.steps if isinstance(step, Sum))

    @property
    def number_of_clues_summed(self) -> int:
        """Its length: how many times a hint is added or subtracted."""
        return sum(len(step.add) + len(step.subtract) for step in self.sums)

    def __str__(self) -> str:
        from logicms.render.sum_text import counting_text

        return counting_text(self)

    def _repr_html_(self) -> str:
        from logicms.render.page import preformatted

        return preformatted(str(self))

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a JSON object; the fields that only a board fills (cell, verdict …) are not here."""
        from logicms.proofs.sum_json import counting_to_json

        return counting_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> CountingProof:
        """Return the proof that a JSON object holds, or raise `BoardError`: whether it is valid, the checker says."""
        from logicms.proofs.sum_json import counting_from_json

        return counting_from_json(data)


def equation_of(
    hints: Mapping[str, Hint], add: Iterable[str], subtract: Iterable[str], facts: Mapping[str, bool]
) -> Equation:
    """Return what is left when the hints with these sources are added and subtracted and the facts put in.

    >>> from logicms.hints import exactly
    >>> hints = {"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["B1", "C1", "D1"])}
    >>> equation_of(hints, ["C2"], ["B2"], {"D1": True})
    Equation(factors=(('A1', -1), ('C1', 1)), low=0, high=0)
    """
    factors: dict[str, int] = {}
    low = high = 0
    for sign, sources in ((1, add), (-1, subtract)):
        for source in sources:
            hint = hints[source]
            low, high = (low + hint.low, high + hint.high) if sign > 0 else (low - hint.high, high - hint.low)
            for name in hint.among:
                factors[str(name)] = factors.get(str(name), 0) + sign
    known = sum(factor for name, factor in factors.items() if facts.get(name))
    left = [(name, factor) for name, factor in factors.items() if factor and name not in facts]
    return Equation(tuple(sorted(left, key=lambda item: name_order(item[0]))), low - known, high - known)
