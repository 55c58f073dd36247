"""A small LRAT checker, an independent judge of our certificates: it shares nothing with logicms, not even a reader.

It takes the text of a DIMACS formula and of an LRAT proof, without deletions and without RAT steps, which our proofs
never need. A line is accepted if supposing that its clause fails makes the clauses it names, one after the other, leave
one literal each and the last one none.
"""

from __future__ import annotations


class Refused(Exception):
    """Why a proof is not accepted."""


def check(formula: str, proof: str) -> None:
    """Return if the proof refutes the formula; raise `Refused` otherwise."""
    clauses = _read_dimacs(formula)
    for line in proof.splitlines():
        number, clause, hints = _read_line(line)
        if number <= max(clauses, default=0):
            raise Refused(f"line {number} is not numbered on")
        _check(clause, [_named(clauses, hint) for hint in hints])
        clauses[number] = clause
        if not clause:
            return
    raise Refused("the empty clause is never reached")


def _read_dimacs(text: str) -> dict[int, list[int]]:
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    kind, form, symbols, count = lines[0].split()
    if (kind, form) != ("p", "cnf"):
        raise Refused("not a DIMACS formula")
    rows = [[int(word) for word in line.split()] for line in lines[1:]]
    if len(rows) != int(count) or any(row[-1] != 0 or 0 in row[:-1] for row in rows):
        raise Refused("not as many clauses as the header says, one a line, each ended by 0")
    if any(abs(literal) > int(symbols) for row in rows for literal in row):
        raise Refused("a symbol beyond those of the header")
    return {number: row[:-1] for number, row in enumerate(rows, 1)}


def _read_line(line: str) -> tuple[int, list[int], list[int]]:
    number, *rest = (int(word) for word in line.split())
    end = rest.index(0)
    if rest[-1] != 0 or rest.count(0) != 2:
        raise Refused(f"line {number} is not 'number clause 0 numbers 0'")
    return number, rest[:end], rest[end + 1 : -1]


def _named(clauses: dict[int, list[int]], number: int) -> list[int]:
    if number not in clauses:
        raise Refused(f"there is no clause {number}")
    return clauses[number]


def _check(clause: list[int], hints: list[list[int]]) -> None:
    failing = set(clause)
    if any(-literal in failing for literal in clause):
        raise Refused("a tautology")
    for hint in hints:
        left = [literal for literal in hint if literal not in failing]
        if not left:
            return
        if len(left) > 1 or -left[0] in failing:
            raise Refused("a named clause leaves more than one literal, or nothing new")
        failing.add(-left[0])
    raise Refused("the named clauses do not contradict that the clause fails")
