"""One resolution of a proof by hand: do its parents come before it, do they clash where it says, is it their resolvent?

What refuses it: `parents` (not two different lines), `no line`, `later`, `no clash`, `pivot`, `two clashes`,
`too many`, `missing`, `other` (it lacks literals and has others), `allowed` (the exercise does not allow it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from logicms.hints import Literal, name_order
from logicms.teach.exercise import Refused
from logicms.teach.feedback import listed
from logicms.teach.proofs.lines import Literals, ProofLine
from logicms.teach.proofs.terms import Terms


@dataclass(frozen=True, slots=True)
class Above:
    """The lines around a line."""

    clauses: Mapping[int, Literals]
    """The clauses of the lines above that can be read, by number."""
    numbers: frozenset[int]
    """The numbers of all lines above."""
    below: frozenset[int]
    """The numbers of the lines below."""


def check_resolution(line: ProofLine, above: Above, terms: Terms) -> str:
    """Return the name that a line is resolved on, or refuse it."""
    one, other = _parents(line, above)
    left, right = line.parents
    clash = _ordered(literal for literal in one if ~literal in other)
    names = list(dict.fromkeys(str(literal.name) for literal in clash))
    if not clash:
        text = f"Lines {left} and {right} have no name with opposite signs: they cannot be resolved."
        raise Refused("no clash", text)
    if line.on and line.on not in names:
        raise Refused("pivot", _wrong_pivot(line, one, other, names))
    if len(names) < len(clash):  # both parents have it with both signs
        raise Refused(
            "two clashes", f"Lines {left} and {right} both have {names[0]} with both signs: they say nothing."
        )
    if len(clash) > 1:
        rest = next(name for name in names if name != (line.on or names[0]))
        raise Refused(
            "two clashes",
            f"Lines {left} and {right} clash in {listed(names)}: whichever goes, the other stays with both signs "
            f"({rest} | ~{rest}), and a tautology says nothing.",
        )
    _compare(line, one, other, clash[0])
    _check_allowed(line, one, other, terms)
    return names[0]


def _ordered(literals: Iterable[Literal]) -> list[Literal]:
    return sorted(literals, key=lambda literal: name_order(literal.name))


def _parents(line: ProofLine, above: Above) -> tuple[Literals, Literals]:
    if len(line.parents) != 2:
        raise Refused("parents", f"A resolution has two parents; you name {len(line.parents)}.")
    for parent in line.parents:
        if parent == line.number:
            raise Refused("later", f"Line {parent} is this line itself: its parents come before it.")
        if parent not in above.clauses:
            raise _no_parent(parent, above)
    left, right = line.parents
    if left == right:
        raise Refused("parents", f"Line {left} cannot be resolved with itself: name two different lines.")
    return above.clauses[left], above.clauses[right]


def _no_parent(parent: int, above: Above) -> Refused:
    if parent in above.numbers:
        return Refused("no line", f"Line {parent} could not be read, so nothing can be resolved with it.")
    if parent in above.below:
        return Refused("later", f"Line {parent} comes later: the parents of a line come before it.")
    where = f"the last one above is {max(above.numbers)}" if above.numbers else "this is the first"
    return Refused("no line", f"There is no line {parent}: {where}.")


def _wrong_pivot(line: ProofLine, one: Literals, other: Literals, names: list[str]) -> str:
    left, right = line.parents
    both = ((left, one), (right, other))
    lacks = [number for number, clause in both if all(literal.name != line.on for literal in clause)]
    why = f"{line.on} is not in line {lacks[0]}" if lacks else f"{line.on} has the same sign in both lines"
    return f"The pivot is wrong: {why}. Lines {left} and {right} clash in {listed(names)}."


def _compare(line: ProofLine, one: Literals, other: Literals, pivot: Literal) -> None:
    """Refuse a line that is not the resolvent, and say which literals should not be there or are missing."""
    left, right = line.parents
    resolvent = (one | other) - {pivot, ~pivot}
    extra, missing = _ordered(line.literals - resolvent), _ordered(resolvent - line.literals)
    said = []
    for literal in extra:
        gone = literal in (pivot, ~pivot)
        why = "it is what the lines are resolved on, so it goes" if gone else f"it is in neither {left} nor {right}"
        said.append(f"{literal} should not be there: {why}.")
    for literal in missing:
        where = left if literal in one else right
        said.append(f"{literal} is missing: it is in line {where} and is not resolved away.")
    if said:
        raise Refused("other" if extra and missing else "too many" if extra else "missing", " ".join(said))


def _check_allowed(line: ProofLine, one: Literals, other: Literals, terms: Terms) -> None:
    if terms.allows_resolution(one, other, line.literals):
        return
    left, right = line.parents
    if terms.length is not None and len(line.literals) > terms.length:
        long = f"It follows, but has {len(line.literals)} literals: a derived clause here has at most {terms.length}."
        raise Refused("allowed", long)
    neither = f"neither line {left} nor line {right} is one literal"
    raise Refused("allowed", f"It follows, but only unit resolution is allowed here: {neither}.")
