"""Changes to a certificate: the clauses of its formula, and its lines [number, literals …, 0, parents …, 0] of LRAT."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

CERTIFICATE_KINDS: dict[str, Callable[[list[list[int]], list[list[int]], Random], None]] = {}


def certificate_kind(change: Callable[..., None]) -> Callable[..., None]:
    CERTIFICATE_KINDS[change.__name__] = change
    return change


def forge_certificate(formula: list[list[int]], lines: list[list[int]], rng: Random) -> str:
    """Change a certificate in one or two ways, and return their names."""
    names = rng.choices(list(CERTIFICATE_KINDS), k=rng.choice((1, 1, 2)))
    for name in names:
        if lines and any(formula):
            CERTIFICATE_KINDS[name](formula, lines, rng)
    return "+".join(names)


@certificate_kind
def formula_clause_dropped(formula, lines, rng):
    del formula[rng.randrange(len(formula))]


@certificate_kind
def formula_literal_negated(formula, lines, rng):
    clause = rng.choice([clause for clause in formula if clause])
    clause[rng.randrange(len(clause))] *= -1


@certificate_kind
def formula_literal_added(formula, lines, rng):
    rng.choice(formula).append(rng.choice((1, -1)) * abs(rng.choice(rng.choice([one for one in formula if one]))))


@certificate_kind
def formula_clauses_swapped(formula, lines, rng):
    one, other = rng.choices(range(len(formula)), k=2)
    formula[one], formula[other] = formula[other], formula[one]


@certificate_kind
def certificate_line_dropped(formula, lines, rng):
    del lines[rng.randrange(len(lines))]


@certificate_kind
def certificate_line_repeated(formula, lines, rng):
    lines.append(list(rng.choice(lines)))


@certificate_kind
def certificate_number_changed(formula, lines, rng):
    line = rng.choice(lines)
    line[rng.randrange(len(line))] += rng.choice((-1, 1))


@certificate_kind
def certificate_sign_changed(formula, lines, rng):
    line = rng.choice(lines)
    line[rng.randrange(len(line))] *= -1


@certificate_kind
def certificate_without_parents(formula, lines, rng):
    lines[-1][:] = [lines[-1][0], 0, 0]


@certificate_kind
def certificate_parents_of_another_line(formula, lines, rng):
    one, other = rng.choice(lines), rng.choice(lines)
    one[one.index(0) :] = other[other.index(0) :]


@certificate_kind
def certificate_empty_clause_early(formula, lines, rng):
    line = rng.choice(lines)
    line[1 : line.index(0)] = []
