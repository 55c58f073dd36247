"""A proof in plain English, one numbered sentence per step, for readers who do not read clauses.

A cell "is a mine" or "is safe"; any other name "holds" or "does not hold". An auxiliary symbol that counts is replaced
by its meaning; one that stands for a part of a formula is "the claim _1", and the claims are listed at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from logicms.errors import counted
from logicms.hints import TOTAL, Hint, Literal
from logicms.proofs.proof import Clause, Equation, Proof, Step, Sum, clause_of, named_given
from logicms.render.proof_text import (
    MOST_QUOTED,
    cells_listed,
    equation_text,
    first_uses,
    listed,
    literals_words,
    printable,
    rule_text,
    sources_listed,
)

MOST_NAMED = 8
"""Of a sum of more clues than this, only their number is given."""

_CELL = re.compile(r"[A-Z]{1,4}[1-9][0-9]{0,6}")
_COUNT = re.compile(r"at least ([0-9]{1,9}) mines among (.+)")


def proof_words(proof: Proof) -> str:
    """Return the proof as numbered English sentences; a proof by counting is given as sums.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_words(kb.prove("B1", direct=True)))
    To show: B1 is a mine.
    1. The clue at A2 says that exactly 1 of A1 and B1 is a mine, so A1 or B1 is a mine.
    2. It is known that A1 is safe.
    3. A1 is safe (2), so by (1) B1 is a mine. This is what was to be shown.
    """
    if proof.by == "counting":
        return _counted_words(proof)
    first = first_uses(proof)
    sentences = [
        f"{number}. {_sentence(proof, step, number, first[step.by, step.source])}."
        for number, step in enumerate(proof.steps, 1)
    ]
    if sentences:
        sentences[-1] += f" {_ending(proof)}."
    claims = [
        f"The claim {name} is: {printable(text)}." for name, text in proof.symbols.items() if not _COUNT.fullmatch(text)
    ]
    return "\n".join([f"To show: {_goal(proof)}.", *sentences, *claims])


def _goal(proof: Proof) -> str:
    if proof.is_contradiction:
        return "the premises are inconsistent"
    return ", and ".join(clause_words(proof, clause) for clause in proof.goal) or "nothing"


def _ending(proof: Proof) -> str:
    if proof.is_contradiction:
        return "So the premises are inconsistent"
    if proof.by == "direct":
        return "This is what was to be shown"
    return f"So the opposite is impossible, and {_goal(proof)}"


# -- one step


def _sentence(proof: Proof, step: Step, number: int, first: int) -> str:
    """Return the sentence of a step; `first` is the number of the first step with the same reason and source."""
    said = clause_words(proof, step.clause)
    if step.parents is not None and step.on is not None:
        return _resolved(proof, step, said)
    if step.sum is not None:
        return _capital(sum_words(step, step.sum, proof.literal))
    if step.by in ("clue", "total", "given", "rule") and first < number:
        return f"For the same reason as in ({first}), {said}"
    if step.by in ("clue", "total"):
        return _of_hint(proof, step, said)
    if step.by == "given":
        source = step.source or ""
        if source in proof.symbols:
            return f"By the claim {source}, {said}"
        text = next((text for name, text in map(named_given, proof.givens) if name == source), source)
        named = "" if text == source else f" ({printable(source)})"
        return f"It is given that {printable(text)}{named}, so {said}"
    if step.by == "rule":
        return _of_rule(proof, step.source or "", said)
    return f"Suppose that {said}" if step.by == "assume" else f"It is known that {said}"


def _of_hint(proof: Proof, step: Step, said: str) -> str:
    source = printable(step.source or "")
    if (hint := proof.hints.get(step.source or "")) is None:
        return f"By {source}, {said}"
    count = _hint_words(hint)
    follows = "" if count == said else f", so {said}"
    if step.by == "total":
        return f"In all, {count}{follows}"
    clue = f"The clue at {source} says" if _CELL.fullmatch(source) else "It is given"
    return f"{clue} that {count}{follows}"


def _of_rule(proof: Proof, source: str, said: str) -> str:
    hint = proof.hints.get(source)
    count = None if hint is None or len(hint.among) > MOST_QUOTED else _hint_words(hint)
    because = "" if count in (None, said) else f"{count}, so "
    return f"By {rule_text(source)}, {because}{said}"


def _resolved(proof: Proof, step: Step, said: str) -> str:
    """Describe a resolution: as a conclusion from a fact if one parent is a single literal, else as two cases."""
    assert step.parents is not None and step.on is not None
    one, other = step.parents
    if not step.clause:
        return f"({one}) and ({other}) contradict each other"
    for fact, rest in ((other, one), (one, other)):
        if len(clause := _clause_at(proof, fact)) == 1:
            return f"{_capital(clause_words(proof, clause))} ({fact}), so by ({rest}) {said}"
    # The parent with the negation of the pivot says something if the pivot holds.
    pivot = Literal(step.on, True)
    held, failed = (other, one) if pivot in _clause_at(proof, one) else (one, other)
    return f"If {_case(proof, pivot, held)}; if {_case(proof, ~pivot, failed)}: so {said}"


def _case(proof: Proof, literal: Literal, number: int) -> str:
    rest = clause_of(each for each in _clause_at(proof, number) if each != ~literal)
    return f"{literal_words(proof, literal)}, then by ({number}) {clause_words(proof, rest)}"


def _clause_at(proof: Proof, number: int) -> Clause:
    return proof.steps[number - 1].clause if 0 < number <= len(proof.steps) else ()


# -- clauses, literals, hints


def clause_words(proof: Proof, clause: Iterable[Literal]) -> str:
    """Return a clause as a phrase: literals of the same kind are grouped.

    >>> from logicms.proofs.proof import clause
    >>> clause_words(Proof((), ()), clause("A1", "B1", "~C1", "rain"))
    'A1 or B1 is a mine, or rain holds, or C1 is safe'
    >>> clause_words(Proof((), ()), ())
    'there is a contradiction'
    """
    groups: dict[str, list[str]] = {}
    for literal in sorted(clause, key=lambda literal: not literal.holds):
        subject, says = _parts(proof, literal)
        # A count is a phrase of its own; other literals of the same kind are grouped.
        groups.setdefault(says or subject, []).append(subject)
    phrases = [f"{listed(subjects, 'or')}{says if says != subjects[0] else ''}" for says, subjects in groups.items()]
    return ", or ".join(phrases) or "there is a contradiction"


def literal_words(proof: Proof, literal: Literal) -> str:
    """Return a literal as a phrase.

    >>> literal_words(Proof((), ()), Literal("A1", False))
    'A1 is safe'
    """
    subject, says = _parts(proof, literal)
    return f"{subject}{says}"


def _parts(proof: Proof, literal: Literal) -> tuple[str, str]:
    """Return the subject of a literal and its predicate, which is empty if the subject is a whole phrase."""
    name = str(literal.name)
    if (meaning := proof.symbols.get(name)) is not None:
        return _meaning_words(name, meaning, literal.holds)
    return name, _says(name, literal.holds)


def _says(name: str, holds: bool) -> str:
    if _CELL.fullmatch(name):
        return " is a mine" if holds else " is safe"
    return " holds" if holds else " does not hold"


def _meaning_words(name: str, meaning: str, holds: bool) -> tuple[str, str]:
    if not (found := _COUNT.fullmatch(meaning)):
        return f"the claim {name}", " holds" if holds else " does not hold"
    count, among = int(found[1]), printable(found[2]).split(" ")
    if not holds and count == 1:
        return _counted("none", 1, among), ""
    return (
        _counted(f"at least {count}", count, among) if holds else _counted(f"at most {count - 1}", count - 1, among)
    ), ""


def _hint_words(hint: Hint) -> str:
    names = [printable(str(name)) for name in hint.among]
    if len(names) == 1 and hint.is_exact and hint.low <= 1:
        return f"{names[0]}{_says(names[0], hint.low == 1)}"
    if hint.is_exact and hint.low == 0:
        return _counted("none", 1, names)
    return _counted(_bound(hint), hint.low if hint.is_exact or hint.low else hint.high, names)


def _counted(bound: str, count: int, names: Sequence[str]) -> str:
    """Return a phrase such as "exactly 1 of A1 and B1 is a mine"."""
    if not names:
        return f"{bound} of zero cells is a mine"
    cells = all(map(_CELL.fullmatch, names))
    verb = ("is a mine" if cells else "holds") if count == 1 else ("are mines" if cells else "hold")
    return f"{bound} of {listed(names, 'and')} {verb}"


def _bound(hint: Hint) -> str:
    if hint.is_exact:
        return f"exactly {hint.low}"
    if hint.low == 0:
        return f"at most {hint.high}"
    return f"at least {hint.low}" if hint.high >= len(hint.among) else f"{hint.low} to {hint.high}"


def _capital(text: str) -> str:
    """Return the sentence with a capital first letter, unless it begins with a name."""
    return text[:1].upper() + text[1:] if re.match(r"(at|none|the)\b", text) else text


# -- sums


def _counted_words(proof: Proof) -> str:
    """Return a proof by counting as sentences, one line per step."""
    lines = []
    for number, step in enumerate(proof.steps, 1):
        if step.sum is not None:
            said = sum_words(step, step.sum, proof.literal)
        elif step.parents is not None:
            said = f"({step.parents[0]}) and ({step.parents[1]}) together: {_together(step.clause, proof.literal)}"
        else:
            said = _sentence(proof, step, number, number)
        lines.append(f"({number}) {said}." if len(proof.steps) > 1 else f"{said[:1].upper()}{said[1:]}.")
    return "\n".join(lines)


def _together(clause: Clause, goal: Literal | None) -> str:
    """Return a clause as what holds in some case; without a case, as what holds."""
    case, shown = _case_and_shown(clause, goal)
    said = literals_words(shown) or "there is a contradiction"
    return f"if {literals_words(case)}, then {said}" if case else said


def _case_and_shown(clause: Clause, goal: Literal | None) -> tuple[list[Literal], list[Literal]]:
    """Return a clause as a case, in which all its other literals fail, and the one that is shown there."""
    shown = [literal for literal in clause if literal == goal] or list(clause[-1:])
    return [~literal for literal in clause if literal not in shown], shown


def sum_words(step: Step, given: Sum, goal: Literal | None) -> str:
    """Return a sum as a sentence: what is added and subtracted, what is left, what follows; after the cases, if any.

    >>> from logicms.proofs.proof import clause
    >>> given = Sum(("C2",), ("B2",), (), Equation((("A1", -1), ("C1", 1)), 1, 1))
    >>> sum_words(Step(clause("C1"), "sum", sum=given), given, Literal("C1", True))
    'C2 minus B2 leaves: C1 − A1 = 1, so C1 is a mine and A1 is safe'
    """
    if given.is_fact:
        return f"it is known that {literals_words(step.clause)}"
    left = f"{_summed(given)}{_leaves(given)}: {_shown(given.equation)}"
    case, shown = _case_and_shown(step.clause, goal)
    if case:
        return f"if {literals_words(case)}: {left}, so {literals_words(shown)}"
    forced = given.equation.forced()
    if len(forced) > MOST_NAMED or not set(shown) <= set(forced):
        forced = step.clause
    whole = "since every cell is 0 or 1, " if any(abs(factor) > 1 for _, factor in given.equation.factors) else ""
    return f"{left}, so {whole}{literals_words(forced) or 'there is a contradiction'}"


def _summed(given: Sum) -> str:
    if len(given.add) + len(given.subtract) > MOST_NAMED:
        added = f"the sum of {_number(given.add)}" if len(given.add) > 1 else _number(given.add)
        return f"{added} minus {_number(given.subtract)}" if given.subtract else added
    parts = [" plus ".join(map(_named, given.add)), *map(_named, given.subtract)]
    return " minus ".join(part for part in parts if part)


def _named(source: str) -> str:
    return "the mine total" if source == TOTAL else printable(source)


def _number(sources: tuple[str, ...]) -> str:
    clues = [source for source in sources if source != TOTAL]
    if len(clues) <= 2:
        return sources_listed(sources)
    said = f"{len(clues)} clues ({', '.join(clues)})"
    return said if len(clues) == len(sources) else f"the mine total and {said}"


def _leaves(given: Sum) -> str:
    if given.facts:
        return f", with {_known(given.facts)} substituted, leaves"
    return " says" if len(given.add) + len(given.subtract) == 1 else " leaves"


def _known(facts: Clause) -> str:
    return f"the known {cells_listed([fact.name for fact in facts])}"


def _shown(equation: Equation) -> str:
    """Return the equation, or a description if it is long and simple."""
    if len(equation.factors) <= MOST_NAMED or len({factor for _, factor in equation.factors}) > 1:
        return equation_text(equation, "−")
    cells = f"{len(equation.factors)} cells ({', '.join(name for name, _ in equation.factors)})"
    return f"{counted(equation.low, 'mine')} among {cells}"
