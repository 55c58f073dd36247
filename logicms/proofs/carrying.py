"""Carrying: a proof takes along what its steps cite of a rule book, so that it can be checked without the file.

That is: the rules, the sets that their instances depend on, all rules for the closed predicates whose atoms it says to
be false, and the facts of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from logicms.proofs.proof import Clause, Premises, Proof, Step, named_given
from logicms.proofs.truth import CONSTANTS, Instances, Nodes, arguments, split_name
from logicms.proofs.unfounded import Conditions, Patterns, rules_for, supposed
from logicms.rules.language import CLUE, read_citation

if TYPE_CHECKING:
    from logicms.rules.grounding import RuleBook


def with_rules(proof: Proof, premises: Premises) -> Proof:
    """Return the proof with its steps citing the rules that hints and formulas are instances of, and carrying these.

    It carries what a checker without the file asks for: the sets that instances depend on, the rules for closed
    predicates, and their facts.
    """
    book = premises.book
    if book is None:
        return proof
    steps = tuple(
        replace(step, by="rule") if step.by in ("clue", "given") and book.cites(step.source or "") else step
        for step in proof.steps
    )
    asked = _Asked(book)
    for source in dict.fromkeys((*(step.source or "" for step in steps if step.by == "rule"), *proof.hints)):
        asked.instance(source)
    for step in steps:
        if step.by == "only":
            asked.unfounded(step, [steps[parent - 1].clause for parent in step.parents or ()])
    givens = tuple(entry for entry in proof.givens if not book.cites(named_given(entry)[0]))
    rules = {label: book.rules[label].text for label in asked.labels}
    tables = {pattern: facts for pattern, facts in asked.tables.items() if not asked.patterns.is_covered(pattern)}
    assumed = [fact for facts in tables.values() for fact in facts if fact in book.assumed]
    assumed += sorted(book.assumed) if CONSTANTS in asked.sets else []
    return replace(
        proof,
        steps=steps,
        givens=givens,
        rules=rules,
        sets=asked.sets,
        only=asked.only,
        tables=tables,
        assumptions=tuple(dict.fromkeys((*proof.assumptions, *assumed))),
    )


class _Asked:
    """What a checker asks about rules, sets and facts, noted while it is answered from the book."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.bodies = {label: rule.body for label, rule in book.rules.items()}
        self.labels: dict[str, None] = {}
        self.sets: dict[str, tuple[str | int, ...]] = {}
        self.only: dict[str, tuple[str, ...]] = {}
        self.patterns = Patterns({})
        self.tables: dict[str, tuple[str, ...]] = {}

    def instance(self, source: str) -> None:
        """Note what an instance of a rule depends on, if that is what the source cites."""
        if (cited := read_citation(source)) is not None and cited[0] in self.bodies:
            self.labels.setdefault(cited[0])
            Instances(Nodes(), self._look_up, self._of_table).instance(self.bodies[cited[0]], cited[1])

    def unfounded(self, step: Step, shown: Iterable[Clause]) -> None:
        """Note what an unfounded set depends on."""
        known = supposed(step.clause, step.unfounded, shown)
        for atom in step.unfounded:
            self._close(arguments(atom)[0])
            self._match(atom)
        conditions = Conditions(self._look_up, self._of_table, known)
        for atom in step.unfounded:
            for label in self.only[arguments(atom)[0]]:
                for _ in conditions.possible(self.bodies[label], atom):
                    pass  # what it asks is noted

    def _close(self, predicate: str) -> tuple[str, ...]:
        if predicate not in self.only:
            self.only[predicate] = rules_for(predicate, self.bodies)
            self.labels |= dict.fromkeys(self.only[predicate])
        return self.only[predicate]

    def _of_table(self, pattern: str) -> tuple[str, ...] | None:
        predicate, _ = arguments(pattern)
        is_table = predicate in self.book.closed and not rules_for(predicate, self.bodies)
        return self._match(pattern) if is_table and self._close(predicate) == () else None

    def _look_up(self, written: str) -> tuple[str | int, ...] | None:
        found = self.book.look_up(written)
        if found or (found is not None and not written.startswith(f"{CLUE}(")):  # a closed cell has no clue
            self.sets[written] = found
        return found

    def _match(self, pattern: str) -> tuple[str, ...] | None:
        found = self.book.match(pattern)
        if found is not None and self.patterns.match(pattern) is None:
            predicate, words = split_name(pattern)
            if words and not self.book.facts.get(predicate):  # nothing matches, whatever is asked
                pattern = f"{predicate}({','.join('_' * len(words))})"
            self.patterns.add(pattern, found)
            self.tables[pattern] = found
        return found
