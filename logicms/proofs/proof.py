"""A proof: numbered steps, each a clause and its reason. Provers make it, `checker` checks it, `render` shows it.

A *step* is a premise (a clause of a clue or of the mine total, a fact, a given formula), the contrary of the goal that
a refutation assumes, or the *resolvent* of two earlier steps: from (x or A) and (not x or B) follows (A or B), x being
what it is resolved *on*. A *refutation* ends in the empty clause, a *direct* proof in the goal itself.

The *goal* is a tuple of clauses, all of which are shown: one unit clause for a cell; one empty clause where premises
contradict one another (false is shown, nothing is assumed). A proof stands alone: it carries the names, hints, formulas
and meanings of auxiliary symbols that it rests on, so that it can be checked, written and drawn without its knowledge
base. `proof_json` turns it into JSON and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from logicms.hints import TOTAL, Hint
from logicms.literal import AUXILIARY, name_order
from logicms.logic.symbols import EMPTY, Clause, clause_texts, literal_text

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

By = Literal["clue", "fact", "given", "assume", "total", "resolve"]
"""Why a step holds."""

Style = Literal["refutation", "direct"]
"""A refutation assumes the contrary and ends in the empty clause; a direct proof ends in the goal."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: `clause`, because of `source` or of two earlier steps.

    `source` names the hint of a clue or of the total (a key of `Proof.hints`), the cell of a fact, or what is given:
    the text of a formula (one of `Proof.givens`), or the auxiliary symbol whose definition the clause belongs to.
    """

    clause: Clause
    by: By
    source: str | None = None
    parents: tuple[int, int] | None = None
    """The numbers of the two steps it is resolved from, counted from 1."""
    on: int | None = None
    """The symbol that it is resolved on."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Steps that end in the empty clause (a refutation) or in the goal (a direct proof).

    >>> from logicms.hints import exactly
    >>> proof = Proof(
    ...     steps=(
    ...         Step(frozenset({1, 2}), "clue", "A2"),
    ...         Step(frozenset({-1}), "fact", "A1"),
    ...         Step(frozenset({2}), "resolve", None, (1, 2), 1),
    ...     ),
    ...     names=("A1", "B1"),
    ...     goal=(frozenset({2}),),
    ...     style="direct",
    ...     hints={"A2": exactly(1, ["A1", "B1"], "A2")},
    ... )
    >>> proof.texts(proof.steps[0].clause), proof.literal, proof.clues, proof.number_of_resolutions
    (('A1', 'B1'), 'B1', ('A2',), 1)
    """

    steps: tuple[Step, ...]
    names: tuple[str, ...]
    """The name of symbol n stands at n - 1."""
    goal: tuple[Clause, ...]
    style: Style = "refutation"
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each auxiliary symbol means; a meaning speaks only of plain names and of symbols listed before it."""
    hints: Mapping[str, Hint] = field(default_factory=dict, hash=False)
    """The hints it rests on, by source; their cells are named by strings."""
    givens: tuple[str, ...] = ()
    """The formulas it rests on, as text."""

    @property
    def literal(self) -> str | None:
        """The goal as text (`B3` a mine, `~B3` safe) where it is one literal, else None."""
        goal = self.goal_literal
        return None if goal is None else literal_text(self.names, goal)

    @property
    def goal_literal(self) -> int | None:
        """The goal where it is one literal, else None."""
        if len(self.goal) == 1 and len(self.goal[0]) == 1:
            (literal,) = self.goal[0]
            return literal
        return None

    @property
    def is_contradiction(self) -> bool:
        """Whether it shows that the premises contradict one another."""
        return self.goal == (EMPTY,)

    @property
    def clues(self) -> tuple[str, ...]:
        """The sources of the hints it rests on, the mine total left out, in reading order."""
        return tuple(sorted((source for source in self.hints if source != TOTAL), key=name_order))

    @property
    def facts(self) -> tuple[str, ...]:
        """The literals that it takes as facts, in reading order."""
        return self.texts(literal for step in self.steps if step.by == "fact" for literal in step.clause)

    @property
    def uses_mine_total(self) -> bool:
        return TOTAL in self.hints

    @property
    def number_of_resolutions(self) -> int:
        return sum(step.by == "resolve" for step in self.steps)

    @property
    def width(self) -> int:
        """The length of the longest clause."""
        return max((len(step.clause) for step in self.steps), default=0)

    def texts(self, clause: Iterable[int]) -> tuple[str, ...]:
        """Return the literals of a clause as text, in reading order."""
        return clause_texts(self.names, clause)

    def to_sympy(self, clause: Iterable[int]) -> Boolean:
        """Return a clause of this proof as a sympy Boolean."""
        from logicms.logic.clauses import clause_to_sympy

        return clause_to_sympy(self.texts(clause))

    def __str__(self) -> str:
        from logicms.render.proof_text import proof_text

        return proof_text(self)

    def _repr_html_(self) -> str:
        from logicms.render.page import preformatted

        return preformatted(str(self))

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a JSON object; the fields that only a board fills (cell, verdict …) are not here."""
        from logicms.proofs.proof_json import proof_to_json

        return proof_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> Proof:
        """Return the proof that a JSON object holds, or raise `BoardError`: whether it is valid, the checker says."""
        from logicms.proofs.proof_json import proof_from_json

        return proof_from_json(data)


@dataclass(frozen=True, slots=True)
class Premises:
    """What a proof may rest on: the hints, facts and formulas of one board or knowledge base.

    >>> Premises(facts={"C3": True}).facts["C3"]
    True
    """

    hints: Mapping[str, Hint] = field(default_factory=dict, hash=False)
    """By source: the clue's name, "mines" for the total, the hint's own text where nothing else names it."""
    facts: Mapping[str, bool] = field(default_factory=dict, hash=False)
    """What is known: True for a mine (a name that holds), False for safe."""
    givens: Mapping[str, frozenset[frozenset[str]]] = field(default_factory=dict, hash=False)
    """The clauses of each given formula, their literals as text."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each auxiliary symbol means."""


def plain_hint(hint: Hint, source: str | None = None) -> Hint:
    """Return the hint with strings for names, as a proof carries it (and as JSON gives it back).

    >>> from logicms.hints import Cell, exactly
    >>> plain_hint(exactly(1, [Cell(0, 0)], because=Cell(1, 0)))
    Hint(low=1, high=1, among=('A1',), because='A2')
    """
    because = source if source is not None else str(hint.because) if hint.because is not None else None
    return Hint(hint.low, hint.high, tuple(map(str, hint.among)), because)


def trim(proof: Proof) -> Proof:
    """Return the proof with what its last step needs and nothing else, numbered anew in reading order.

    A clause that was derived twice is taken from its first step.
    """
    numbers = _needed(proof.steps)
    steps = [proof.steps[number - 1] for number in sorted(set(numbers.values()))]
    used = {abs(literal) for step in steps for literal in step.clause}
    used.update(abs(literal) for clause in proof.goal for literal in clause)
    names = tuple(sorted((proof.names[symbol - 1] for symbol in used), key=name_order))
    place = {name: number for number, name in enumerate(names, 1)}
    anew = {symbol: place[proof.names[symbol - 1]] for symbol in used}
    anew.update({-symbol: -number for symbol, number in anew.items()})
    sources = {step.source for step in steps}
    return Proof(
        steps=_renumbered(proof.steps, numbers, anew),
        names=names,
        goal=tuple(frozenset(map(anew.__getitem__, clause)) for clause in proof.goal),
        style=proof.style,
        symbols=_symbols_behind(names, proof.symbols),
        hints={source: proof.hints[source] for source in sorted(proof.hints.keys() & sources, key=name_order)},
        givens=tuple(text for text in proof.givens if text in sources),
    )


def _needed(steps: Sequence[Step]) -> dict[int, int]:
    """Return the numbers of the steps that the last one rests on, each with that of the first step of its clause."""
    first: dict[Clause, int] = {}
    same = [0] + [first.setdefault(step.clause, number) for number, step in enumerate(steps, 1)]
    wanted = {same[-1]}
    for number in range(len(steps), 0, -1):
        if number in wanted and (parents := steps[number - 1].parents):
            wanted.update(same[parent] for parent in parents)
    return {number: same[number] for number in range(1, len(steps) + 1) if same[number] in wanted}


def _renumbered(steps: Sequence[Step], numbers: Mapping[int, int], anew: Mapping[int, int]) -> tuple[Step, ...]:
    """Return the steps that are needed; `numbers` has the step that stands for each, `anew` the new symbols."""
    places = {old: new for new, old in enumerate(sorted(set(numbers.values())), 1)}
    found = []
    for old in places:
        step = steps[old - 1]
        clause = frozenset(map(anew.__getitem__, step.clause))
        if step.parents is None:
            found.append(Step(clause, step.by, step.source))
        else:
            left, right = (places[numbers[parent]] for parent in step.parents)
            found.append(Step(clause, step.by, step.source, (left, right), anew[step.on or 0]))
    return tuple(found)


def _symbols_behind(names: Iterable[str], symbols: Mapping[str, str]) -> dict[str, str]:
    """Return the meanings of the auxiliary symbols among `names`, and of those that these meanings speak of."""
    wanted = {name for name in names if name.startswith(AUXILIARY)}
    for name in reversed(list(symbols)):
        if name in wanted:
            words = (word.lstrip("(~").rstrip(")") for word in symbols[name].split())
            wanted.update(word for word in words if word.startswith(AUXILIARY))
    return {name: meaning for name, meaning in symbols.items() if name in wanted}
