"""A proof: numbered steps, each a clause and its reason. Provers make it, `checker` checks it, `render` shows it.

A *step* is one of four things:

- a premise: a clause of a clue or of the mine total, a fact, a given formula, an instance of a rule, or the negation of
  the goal that a proof by resolution assumes; or an *assumption*: what was supposed for one question, under which alone
  the proof is valid;
- a *sum*: hints are equations over cells that are 0 (safe) or 1 (a mine); some are added, others subtracted, facts are
  substituted, and the *equation* that is left has no solution unless a literal of the clause holds;
- the *resolvent* of two earlier steps: (A or B) follows from (x or A) and (not x or B), and is said to be resolved
  *on* x;
- what closed predicates (`only reach`) make false: atoms that hold nowhere, an *unfounded* set (Van Gelder, Ross and
  Schlipf, 1991), because every rule for one of them needs another of them, or what is false already.

A proof *by resolution* assumes the negation of its goal and ends in the empty clause; a *direct* proof ends in the goal
itself; a proof *by counting* is also direct, and its premises are sums.

The *goal* is a tuple of clauses, all of which are shown: one unit clause for a cell; one empty clause where premises
contradict each other (false is shown, nothing is assumed). A proof is self-contained: it carries the hints, formulas
and meanings of auxiliary symbols that it rests on, so that it can be checked, written and drawn without its knowledge
base. `proof_json` turns it into JSON and back.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from logicms.hints import TOTAL, Hint, Literal, Shown, freeze, name_order, parse_literal
from logicms.problem import Problem
from logicms.rules.language import read_citation

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.rules.grounding import RuleBook

Clause = tuple[Literal, ...]
"""Literals in reading order, at least one of which holds; the empty clause is false. Names in a proof are strings."""

StepReason = typing.Literal["clue", "fact", "given", "rule", "assume", "assumption", "total", "resolve", "sum", "only"]
"""Why a step holds."""

ProofKind = typing.Literal["resolution", "direct", "counting"]
"""How a goal is shown."""


def clause(*literals: Literal | str) -> Clause:
    """Return the clause of these literals, in reading order, each once.

    >>> clause("B1", "~A1")
    (Literal(name='A1', holds=False), Literal(name='B1', holds=True))
    """
    return clause_of(parse_literal(each) if isinstance(each, str) else each for each in literals)


def clause_of(literals: Iterable[Literal]) -> Clause:
    """Return literals as a clause: in reading order, each once."""
    return tuple(sorted(set(literals), key=_reading_order))


def _reading_order(literal: Literal) -> tuple[tuple[int, int, int, str], bool]:
    return name_order(literal.name), literal.holds


# -- steps


@dataclass(frozen=True, slots=True)
class Equation:
    """The sum of these cells, each times its factor, is at least `low` and at most `high` (mostly the same number)."""

    factors: tuple[tuple[str, int], ...]
    """The cells in reading order; no factor is 0."""
    low: int
    high: int

    def is_impossible(self, fixed: Mapping[str, bool]) -> bool:
        """Return whether the equation has no solution in which the cells in `fixed` have these values.

        Cells are 0 or 1: 2 A1 + 2 B1 is never 3, though 3 lies between 0 and 4. That is the *rounding* step.

        >>> Equation((("A1", 2), ("B1", 2), ("C1", 1)), 3, 3).is_impossible({"C1": False})
        True
        """
        mines = sum(factor for name, factor in self.factors if fixed.get(name))
        free = [factor for name, factor in self.factors if name not in fixed]
        return not can_sum_to(self.low - mines, self.high - mines, free)

    def forced(self) -> Clause:
        """Return the literals that the equation forces on its own, in reading order.

        >>> [str(literal) for literal in Equation((("A1", -1), ("C1", 1)), 1, 1).forced()]
        ['~A1', 'C1']
        """
        return tuple(
            Literal(name, holds)
            for name, _ in self.factors
            for holds in (True, False)
            if self.is_impossible({name: not holds})
        )


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
    """Which hints are added and subtracted, and what is left; a hint that is used twice is listed twice."""

    add: tuple[str, ...]
    subtract: tuple[str, ...]
    facts: Clause
    """The facts that were substituted."""
    equation: Equation
    """What is left."""

    @property
    def is_fact(self) -> bool:
        """Whether it rests on no hint, only on known facts."""
        return not self.add and not self.subtract

    @property
    def length(self) -> int:
        """How many times a hint is added or subtracted."""
        return len(self.add) + len(self.subtract)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: `clause`, because of `source`, of a sum of hints, of earlier steps, or of an unfounded set.

    `source` names the hint of a clue or of the total (a key of `Proof.hints`), the cell of a fact, or what is given: a
    formula (one of `Proof.givens`) by its name or else its text, or the auxiliary symbol whose definition the clause
    belongs to. Of a rule it cites the instance: "line 2 with c = B2"; of an unfounded set, the closed predicate: "only
    reach".
    """

    clause: Clause
    by: StepReason
    source: str | None = None
    parents: tuple[int, ...] | None = None
    """The numbers, counted from 1, of the two steps it is resolved from, or of those that an unfounded set rests on."""
    on: str | None = None
    """The name that it is resolved on."""
    sum: Sum | None = None
    unfounded: tuple[str, ...] = ()
    """The closed atoms that hold nowhere; one of them is negated in the clause."""


def only_of(clause: Clause, unfounded: Collection[str]) -> str | None:
    """Return how a step by an unfounded set cites the predicate that it is about.

    >>> only_of(clause("~reach(a,f)"), ("reach(e,f)", "reach(a,f)"))
    'only reach'
    """
    about = (str(name) for name, holds in clause if not holds and str(name) in unfounded)
    return next((f"only {name.partition('(')[0]}" for name in about), None)


# -- proofs


@dataclass(frozen=True, slots=True)
class Proof(Shown):
    """Steps that end in the empty clause (by resolution) or in the goal (direct, or by counting).

    >>> from logicms.hints import exactly
    >>> proof = Proof(
    ...     steps=(
    ...         Step(clause("A1", "B1"), "clue", "A2"),
    ...         Step(clause("~A1"), "fact", "A1"),
    ...         Step(clause("B1"), "resolve", parents=(1, 2), on="A1"),
    ...     ),
    ...     goal=(clause("B1"),),
    ...     by="direct",
    ...     hints={"A2": exactly(1, ["A1", "B1"], "A2")},
    ... )
    >>> str(proof.literal), proof.clues, proof.number_of_resolutions, proof.to_sympy(proof.steps[0].clause)
    ('B1', ('A2',), 1, A1 | B1)
    """

    steps: tuple[Step, ...]
    goal: tuple[Clause, ...]
    by: ProofKind = "resolution"
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each auxiliary symbol means; a meaning mentions only plain names and symbols listed before it."""
    hints: Mapping[str, Hint] = field(default_factory=dict, hash=False)
    """The hints it rests on, by source; their cells are strings."""
    givens: tuple[str, ...] = ()
    """The formulas it rests on, as text; one that has a name begins with it: "X1: a -> b"."""
    rules: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The text of each rule it cites, and of every rule in `only`, by its label."""
    sets: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict, hash=False)
    """The sets that the instances of these rules depend on, by their text, such as `around(B2)`; the constants: `_`."""
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The labels of all rules for each closed predicate that it rests on; one that has facts only has none."""
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """All facts of these predicates that match a pattern, such as `edge(a,_)`."""
    assumptions: tuple[str, ...] = ()
    """The formulas, as text, under which alone it is valid; an atom of a closed predicate is one more of its facts."""

    def __post_init__(self) -> None:
        freeze(self, "symbols", "hints", "rules", "sets", "only", "tables")

    @property
    def literal(self) -> Literal | None:
        """The goal if it is one literal, else None."""
        return self.goal[0][0] if len(self.goal) == 1 and len(self.goal[0]) == 1 else None

    @property
    def is_contradiction(self) -> bool:
        """Whether it shows that the premises contradict each other."""
        return self.goal == ((),)

    @property
    def clues(self) -> tuple[str, ...]:
        """The sources of the hints it rests on, without the mine total, in reading order."""
        return tuple(sorted((source for source in self.hints if source != TOTAL), key=name_order))

    @property
    def sources(self) -> frozenset[str]:
        """How it cites what it rests on: hints, formulas, instances of rules and closed predicates; not the facts."""
        cited = (step.source or "" for step in self.steps if step.by in ("given", "rule", "only", "assumption"))
        return frozenset(self.hints).union(source for source in cited if source not in self.symbols)

    @property
    def facts(self) -> Clause:
        """The literals that it takes as facts, in reading order."""
        taken = [literal for step in self.steps if step.by == "fact" for literal in step.clause]
        return clause_of([*taken, *(literal for each in self.sums for literal in each.facts)])

    @property
    def statements(self) -> tuple[str, ...]:
        """Everything that it rests on besides assumptions, each as a hint file would say it."""
        counts = [(source, str(replace(hint, because=None))) for source, hint in self.hints.items()]
        hints = (count if source == count else f"{source}: {count}" for source, count in counts)
        cited = {*self.hints, *(step.source or "" for step in self.steps if step.by == "rule")}
        labels = {found[0] for found in map(read_citation, cited) if found is not None}
        rules = (f"{label}: {text}" for label, text in self.rules.items() if label in labels)
        return (*hints, *map(str, self.facts), *self.givens, *rules, *(f"only {name}" for name in self.only))

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The sums that it rests on."""
        return tuple(step.sum for step in self.steps if step.sum is not None)

    @property
    def uses_mine_total(self) -> bool:
        return TOTAL in self.hints

    @property
    def number_of_resolutions(self) -> int:
        return sum(step.by == "resolve" for step in self.steps)

    @property
    def length(self) -> int:
        """Its length in resolutions; for a proof by counting, in hints added and subtracted."""
        return sum(each.length for each in self.sums) if self.by == "counting" else self.number_of_resolutions

    @property
    def width(self) -> int:
        """The length of the longest clause."""
        return max((len(step.clause) for step in self.steps), default=0)

    def to_sympy(self, clause: Clause) -> Boolean:
        """Return a clause of this proof as a sympy Boolean."""
        from logicms.connectives import disjunction

        return disjunction(clause)

    def __str__(self) -> str:
        from logicms.render.proof import proof_text

        return proof_text(self)

    def _repr_html_(self) -> str:
        from logicms.render.html import proof_html

        return proof_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a JSON object; the fields that need a board (cell, verdict …) are not included."""
        from logicms.proofs.proof_json import proof_to_json

        return proof_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> Proof:
        """Return the proof in a JSON object, or raise `BoardError`; whether it is valid is for the checker to say."""
        from logicms.proofs.proof_json import proof_from_json

        return proof_from_json(data)


@dataclass(frozen=True, slots=True)
class Premises:
    """What a proof may rest on: the hints, facts and formulas of one board or knowledge base.

    >>> Premises(facts={"C3": True}).facts["C3"]
    True
    """

    hints: Mapping[str, Hint] = field(default_factory=dict, hash=False)
    """By source: the clue's name, "mines" for the total, or the hint's own text if it has no name."""
    facts: Mapping[str, bool] = field(default_factory=dict, hash=False)
    """What is known: True for a mine (a name that holds), False for safe."""
    givens: Mapping[str, frozenset[frozenset[Literal]]] = field(default_factory=dict, hash=False)
    """The clauses of each given formula."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each auxiliary symbol means."""
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The text of each given formula that has a name."""
    assumptions: Mapping[str, frozenset[frozenset[Literal]]] = field(default_factory=dict, hash=False)
    """The clauses of each formula that is assumed."""
    book: RuleBook | None = None
    """The rules that hints and formulas may be instances of."""

    @classmethod
    def of(cls, problem: Problem) -> Premises:
        """Return what a proof about a problem without formulas may rest on: its hints, and what is known.

        >>> premises = Premises.of(Problem([Hint(1, 1, ("a", "b"), "x"), Literal("c", False)]))
        >>> list(premises.hints), premises.facts
        (['x'], {'c': False})
        """
        plain = (plain_hint(hint, str(hint.because or hint)) for hint in problem.all_hints)
        facts = {str(name): holds for name, holds in problem.facts.items()}
        return cls({str(hint.because): hint for hint in plain}, facts, book=problem.book)


_NAMED = re.compile(r"([^\W\d_]\w*): (.*)", re.DOTALL)


def named_given(entry: str) -> tuple[str, str]:
    """Return how steps cite a formula among the givens of a proof, and its text.

    >>> named_given("X1: a -> b"), named_given("a -> b")
    (('X1', 'a -> b'), ('a -> b', 'a -> b'))
    """
    match = _NAMED.fullmatch(entry)
    return (match[1], match[2]) if match else (entry, entry)


def plain_hint(hint: Hint, source: str | None = None) -> Hint:
    """Return the hint with strings for names, as a proof carries it (and as JSON gives it back).

    >>> from logicms.board import Cell
    >>> from logicms.hints import exactly
    >>> plain_hint(exactly(1, [Cell(0, 0)], because=Cell(1, 0)))
    Hint(low=1, high=1, among=('A1',), because='A2')
    """
    because = source if source is not None else str(hint.because) if hint.because is not None else None
    return Hint(hint.low, hint.high, tuple(map(str, hint.among)), because)
