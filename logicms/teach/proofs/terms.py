"""The terms of a proof exercise: what is to be shown, from what, and by which means.

*Direct*: the goal itself is derived. *Refutation*: its negation is assumed, and the empty clause derived. The rule
`unit` allows only resolutions with a clause of one literal; `length` bounds the clauses that are derived.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace
from functools import cached_property

from logicms.explanation import premises as premises_of
from logicms.hints import AUXILIARY, TOTAL
from logicms.proofs import checker
from logicms.proofs.proof import Premises, Proof, Step, clause_of, with_rules
from logicms.teach.exercise import LessonFile
from logicms.teach.proofs.lines import By, Literals, ProofLine

StyleWanted = typing.Literal["either", "direct", "refutation"]
Rule = typing.Literal["any", "unit"]


@dataclass(frozen=True)  # without slots: what is made of it is kept
class Terms:
    """What a proof must show, from which board or hint file, and by which means.

    >>> from logicms.board import Board
    >>> from logicms.teach.proofs.lines import parse_clause
    >>> terms = Terms(LessonFile.of_board("row", Board(("??", "11"))), parse_clause("A1"))
    >>> [str(literal) for literal in terms.negations], [str(line) for line in terms.premises if line.by == "clue"][:2]
    (['~A1'], ['0. A1 | B1   clue A2', '0. ~A1 | ~B1   clue A2'])
    """

    file: LessonFile
    goal: Literals
    """A clause; one literal for a cell."""
    style: StyleWanted = "either"
    rule: Rule = "any"
    length: int | None = None
    clues: frozenset[str] | None = None
    """The only clues that may be used; None: all."""

    @property
    def negations(self) -> Literals:
        """The literals that a refutation may assume."""
        return frozenset(~literal for literal in self.goal)

    @cached_property
    def told(self) -> Premises:
        """What the checker is to accept as premises; auxiliary symbols of counts mean what the proof says."""
        return premises_of(self.file.problem)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that a proof may speak of."""
        return frozenset(map(str, self.file.problem.names))

    @cached_property
    def premises(self) -> tuple[ProofLine, ...]:
        """The clauses that may be written down without parents, clues first, as lines whose numbers mean nothing."""
        kb = self.file.knowledge
        found: dict[Literals, ProofLine] = {}
        for step in kb.told_steps:
            literals = frozenset(step.clause)
            line = ProofLine(0, literals, *_said(step, self.told))
            if self.allows_source(line):
                found.setdefault(literals, line)
        return tuple(sorted(found.values(), key=lambda line: line.by not in ("clue", "hint", "given", "rule")))

    def allows_source(self, line: ProofLine) -> bool:
        """Return whether the exercise lets a line rest on its clue."""
        source = TOTAL if line.by == "total" else line.source
        return self.clues is None or line.by not in ("clue", "hint", "total") or source in self.clues

    def allows_resolution(self, one: Literals, other: Literals, resolvent: Literals) -> bool:
        """Return whether the rule and the length allow a resolution."""
        short = self.length is None or len(resolvent) <= self.length
        return short and (self.rule == "any" or min(len(one), len(other)) == 1)

    def accepts(self, line: ProofLine, symbols: dict[str, str]) -> bool:
        """Return whether the checker accepts a line without parents."""
        proof = as_proof([line], self, symbols)
        return bool(checker.verify(replace(proof, goal=(proof.steps[0].clause,), by="direct"), self.told))


def _said(step: Step, told: Premises) -> tuple[By, str]:
    """Return the reason of a premise as one would write it."""
    source = step.source or ""
    if told.book is not None and step.by in ("clue", "given") and told.book.cites(source):
        return "rule", source
    if step.by == "total":
        return "total", ""
    if step.by == "clue":
        hint = told.hints[source]
        return ("hint", source) if str(hint).removeprefix(f"{source}: ") == source else ("clue", source)
    if step.by == "given":
        return ("define", source) if source.startswith(AUXILIARY) else ("given", source)
    return "fact", ""


def as_proof(lines: list[ProofLine], terms: Terms, symbols: dict[str, str]) -> Proof:
    """Return lines that can be read as a proof for the checker; lines that a parent names must be among them.

    A line of a refutation that does not say which of its kind it is (`given` alone) has the source it must have.
    """
    places = {line.number: place for place, line in enumerate(lines, 1)}
    steps = []
    for line in lines:
        if line.by == "resolve":
            left, right = (places[parent] for parent in line.parents)
            steps.append(Step(clause_of(line.literals), "resolve", parents=(left, right), on=line.on))
        else:
            steps.append(_premise(line, terms.told))
    sources = {step.source for step in steps}
    texts = terms.told.texts
    proof = Proof(
        tuple(steps),
        (clause_of(terms.goal),),
        "resolution" if any(line.by == "assume" for line in lines) else "direct",
        symbols,
        {source: hint for source, hint in terms.told.hints.items() if source in sources},
        tuple(
            f"{given}: {texts[given]}" if given in texts else given for given in terms.told.givens if given in sources
        ),
    )
    return with_rules(proof, terms.told)


def _premise(line: ProofLine, told: Premises) -> Step:
    clause = clause_of(line.literals)
    if line.by in ("clue", "hint"):
        return Step(clause, "clue", line.source)
    if line.by == "total":
        return Step(clause, "total", TOTAL)
    if line.by == "rule":
        return Step(clause, "rule", line.source)
    if line.by == "assume":
        return Step(clause, "assume")
    if line.by == "define" or (line.by == "given" and line.source):
        return Step(clause, "given", line.source)
    # `given` alone, and `fact`: whichever told it.
    name = str(clause[0].name) if clause else ""
    if len(clause) == 1 and told.facts.get(name) == clause[0].holds:
        return Step(clause, "fact", name)
    for source, clauses in told.givens.items():
        if line.literals in clauses:
            return Step(clause, "given", source)
    return Step(clause, "fact", name)
