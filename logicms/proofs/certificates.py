"""Certificates: a proof in the formats that independent checkers read.

The formula is DIMACS: the clauses that the proof rests on and the negation of its goal, so that together they are
unsatisfiable. The proof is DRAT (derived clauses one after the other) or LRAT (each with the numbers of the clauses it
follows from). A resolvent is a line of LRAT with its two parents, so no search is needed. A direct proof is continued
to the empty clause: its goal is resolved with the negation. Names are in comments. What closed predicates make false is
a clause of the formula: that no rule makes an atom hold is nothing that clauses can say.

Formats: Wetzler, Heule and Hunt, "DRAT-trim" (2014); Cruz-Filipe and others, "Efficient certified RAT verification"
(2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from logicms.errors import BoardError
from logicms.hints import name_order
from logicms.proofs.proof import Proof, Step, clause_of

Numbers = frozenset[int]
"""A clause as in DIMACS: n says that symbol n holds, -n that it does not."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A clause of a certificate that follows from the clauses with the numbers `parents`, one or two of them."""

    clause: Numbers
    parents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """An unsatisfiable formula, and the clauses that lead from it to the empty clause.

    Clauses are numbered from 1: first those of the formula, then the derived ones.
    """

    formula: tuple[Numbers, ...]
    derived: tuple[Derived, ...]
    names: tuple[str, ...]
    comments: tuple[str, ...] = ()

    def dimacs(self) -> str:
        """Return the formula as DIMACS CNF."""
        return dimacs(self.formula, self.names, self.comments)

    def drat(self) -> str:
        """Return the derived clauses as DRAT, which is DRUP here: each follows by unit propagation."""
        return "".join(f"{_line(step.clause)}\n" for step in self.derived)

    def lrat(self) -> str:
        """Return the derived clauses as LRAT."""
        numbered = enumerate(self.derived, len(self.formula) + 1)
        return "".join(f"{n} {_line(step.clause)} {' '.join(map(str, step.parents))} 0\n" for n, step in numbered)


def certificate(proof: Proof) -> Certificate:
    """Return the certificate of a proof; a proof by counting has none.

    >>> from logicms.proofs.proof import clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> made = certificate(proof)
    >>> print(made.dimacs() + made.lrat(), end="")
    c ~A1 is proved: this formula is unsatisfiable
    c clause 1: fact A1
    c clause 2: the negation of the goal
    c 1 A1
    p cnf 1 2
    -1 0
    1 0
    3 0 1 2 0
    """
    if proof.sums:
        raise BoardError("a proof by counting has no certificate: ask for one by resolution")
    steps = [*proof.steps, *_completion(proof)]
    names = sorted(_names(proof), key=name_order)
    numbers = {name: number for number, name in enumerate(names, 1)}
    clauses = [
        frozenset(numbers[str(name)] if holds else -numbers[str(name)] for name, holds in step.clause) for step in steps
    ]
    premises = [number for number, step in enumerate(steps, 1) if step.by != "resolve"]
    derived = [number for number, step in enumerate(steps, 1) if step.by == "resolve"]
    place = {number: new for new, number in enumerate([*premises, *derived], 1)}
    found = [Derived(clauses[n - 1], tuple(place[p] for p in steps[n - 1].parents or ())) for n in derived]
    if not found:
        # The empty clause was a premise; a certificate has to derive it all the same.
        found = [Derived(frozenset(), (place[len(steps)],))]
    return Certificate(
        formula=tuple(clauses[number - 1] for number in premises),
        derived=tuple(found),
        names=tuple(names),
        comments=_comments(proof, [steps[number - 1] for number in premises]),
    )


def _names(proof: Proof) -> set[str]:
    """Return the names in the steps and the goal."""
    return {str(name) for clause in (*proof.goal, *(step.clause for step in proof.steps)) for name, _ in clause}


def proof_to_dimacs(proof: Proof) -> str:
    """Return the clauses that a proof rests on and the negation of its goal as DIMACS CNF."""
    return certificate(proof).dimacs()


def proof_to_drat(proof: Proof) -> str:
    """Return a proof as DRAT, for the formula of `proof_to_dimacs`."""
    return certificate(proof).drat()


def proof_to_lrat(proof: Proof) -> str:
    """Return a proof as LRAT, for the formula of `proof_to_dimacs`."""
    return certificate(proof).lrat()


def dimacs(clauses: Iterable[Iterable[int]], names: Sequence[str], comments: Iterable[str] = ()) -> str:
    """Return clauses as DIMACS CNF: comments, the name of each symbol, the clauses in order.

    >>> print(dimacs([[1, -2], [2]], ["A1", "B1"], ["two clauses"]), end="")
    c two clauses
    c 1 A1
    c 2 B1
    p cnf 2 2
    1 -2 0
    2 0
    """
    lines = [_line(clause) for clause in clauses]
    head = [*comments, *(f"{number} {name}" for number, name in enumerate(names, 1))]
    return "".join(
        f"{line}\n" for line in [*(f"c {one_line(text)}" for text in head), f"p cnf {len(names)} {len(lines)}", *lines]
    )


def one_line(text: str) -> str:
    r"""Return the text as fits a comment: nothing in it can end the line.

    >>> one_line("A1\np cnf 0 0")
    'A1?p cnf 0 0'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _line(clause: Iterable[int]) -> str:
    return " ".join(map(str, [*sorted(clause, key=abs), 0]))


def _completion(proof: Proof) -> list[Step]:
    """Return the steps from the goal of a direct proof to the empty clause: the negation, and resolutions with it."""
    if proof.by == "resolution" or not proof.steps:
        return []
    last, rest = len(proof.steps), proof.steps[-1].clause
    negation = [Step((~literal,), "assume") for literal in rest]
    resolved = []
    for number, literal in enumerate(rest, 1):
        parent = last if number == 1 else last + len(rest) + number - 1
        left = clause_of(rest[number:])
        resolved.append(Step(left, "resolve", parents=(parent, last + number), on=str(literal.name)))
    return [*negation, *resolved]


def _comments(proof: Proof, premises: Sequence[Step]) -> tuple[str, ...]:
    goal = " & ".join(" | ".join(map(str, clause)) or "false" for clause in proof.goal)
    kinds = {"total": "the mine total", "assume": "the negation of the goal"}
    reasons = (
        f"{step.source}, taken as it is" if step.by == "only" else kinds.get(step.by, f"{step.by} {step.source}")
        for step in premises
    )
    return (
        f"{goal} is proved: this formula is unsatisfiable",
        *(f"clause {number}: {reason}" for number, reason in enumerate(reasons, 1)),
        *(f"{name} means: {meaning}" for name, meaning in proof.symbols.items()),
    )
