"""A judge of conclusions: does what a proof claims follow? It tries every placement, and reads no step.

A truth table over n names is one number of 2**n bits, so that all placements are tried at once. What a proof claims is
that its goal follows from the hints, facts and formulas that it shows; with a board, from the board.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from second_checker import Count, Formula, Meaning, Rule, Source, parse_count, parse_formula, parse_meaning

MOST_NAMES = 20


class Tables:
    """Truth tables over some names."""

    def __init__(self, names: frozenset[str], known: dict[str, bool], meanings: dict[str, Meaning]) -> None:
        assert len(names) <= MOST_NAMES, "too many names to try everything"
        self.all = (1 << (1 << len(names))) - 1
        self.tables = {name: _column(place, len(names)) for place, name in enumerate(sorted(names))}
        self.tables.update({name: self.all if holds else 0 for name, holds in known.items()})
        for symbol, meaning in meanings.items():
            self.tables[symbol] = self.statement(meaning.count or meaning.formula)

    def statement(self, statement: Count | Formula) -> int:
        return self.count(statement) if isinstance(statement, Count) else self.formula(statement)

    def count(self, count: Count) -> int:
        return self._counted([self.tables[name] for name in count.names], count.low, count.high)

    def _counted(self, parts: list[int], low: int, high: float) -> int:
        rows = [self.all]  # rows[n]: exactly n of the parts so far hold
        for table in parts:
            rows = [
                (rows[n] & ~table if n < len(rows) else 0) | (rows[n - 1] & table if n else 0)
                for n in range(len(rows) + 1)
            ]
        found = 0
        for number in range(max(low, 0), int(min(high, len(rows) - 1)) + 1):
            found |= rows[number]
        return found

    def formula(self, formula: Formula) -> int:
        parts = [self.formula(part) for part in formula.parts]
        if formula.operator == "#":
            return self._counted(parts, formula.low, formula.high)
        match formula.operator, parts:
            case "~", [inner]:
                return self.all & ~inner
            case "&", [left, right]:
                return left & right
            case "|", [left, right]:
                return left | right
            case "^", [left, right]:
                return left ^ right
            case "->", [left, right]:
                return self.all & ~left | right
            case "<->", [left, right]:
                return self.all & ~(left ^ right)
            case "true", []:
                return self.all
            case "false", []:
                return 0
        return self.tables[formula.operator]

    def clause(self, literals: tuple[str, ...]) -> int:
        found = 0
        for literal in literals:
            table = self.tables[literal.removeprefix("~")]
            found |= self.all & ~table if literal.startswith("~") else table
        return found


@cache
def _column(place: int, count: int) -> int:
    """Return the table of one name: 2**place zeros, as many ones, and so on."""
    table, width = ((1 << (1 << place)) - 1) << (1 << place), 2 << place
    while width < 1 << count:
        table |= table << width
        width *= 2
    return table


def follows(proof: dict[str, Any], source: Source | None) -> bool:
    """Return whether the goal of a proof follows from the source, or from what the proof shows if there is none."""
    goal = proof.get("goal")
    if goal is None:
        about = proof.get("cell", proof.get("name"))
        goal = [[("~" if proof["verdict"] in ("safe", "fails") else "") + about]] if about else [[]]
    symbols = tuple(proof.get("symbols", {}).items())
    parts = tuple(tuple(clause) for clause in goal)
    assumed = [parse_count(text) if " among " in text else parse_formula(text) for text in proof.get("assumptions", [])]
    if source is not None:
        formulas = (*source.formulas.values(), *source.instances, *assumed)
        return _follows(parts, symbols, tuple(source.hints.values()), tuple(source.facts), formulas)
    hints = tuple(_count(hint) for hint in proof.get("hints", {}).values())
    return _follows(parts, symbols, hints, _facts(proof), (*_used(proof), *_instances(proof), *assumed))


def _count(hint: dict[str, Any]) -> Count:
    exact = hint.get("mines", hint.get("exactly"))
    low, high = (hint.get("at_least", 0), hint.get("at_most", len(hint["among"]))) if exact is None else (exact, exact)
    return Count(low, high, frozenset(hint["among"]))


def _facts(proof: dict[str, Any]) -> tuple[str, ...]:
    facts = {literal for step in proof["steps"] if step["by"] == "sum" for literal in step.get("facts", [])}
    return tuple(sorted(facts.union(*(step["clause"] for step in proof["steps"] if step["by"] == "fact"))))


def _used(proof: dict[str, Any]) -> list[Formula]:
    """Return the formulas that the steps cite, by their names or else by their texts."""
    used = {step["given"] for step in proof["steps"] if step["by"] == "given"} - set(proof.get("symbols", {}))
    found = []
    for entry in sorted(set(proof.get("givens", []))):
        name, colon, text = entry.partition(": ")
        is_named = bool(colon) and name.replace("_", "a").isalnum()
        if (name if is_named else entry) in used:
            found.append(parse_formula(text if is_named else entry))
    return found


def _instances(proof: dict[str, Any]) -> list[Formula]:
    """Return the instances of rules that the steps cite."""
    sets = {written: tuple(members) for written, members in proof.get("sets", {}).items()}
    cited = [step for step in proof["steps"] if step["by"] == "rule"]
    return [Rule(proof["rules"][step["rule"]]).instance(step.get("with", {}), sets.get) for step in cited]


@lru_cache(maxsize=20_000)
def _follows(
    goal: tuple[tuple[str, ...], ...],
    symbols: tuple[tuple[str, str], ...],
    hints: tuple[Count, ...],
    facts: tuple[str, ...],
    formulas: tuple[Formula | Count, ...],
) -> bool:
    meanings = {symbol: parse_meaning(text) for symbol, text in symbols}
    known = {fact.removeprefix("~"): not fact.startswith("~") for fact in facts}
    if len(known) < len(facts):
        return True  # facts that contradict each other: anything follows
    names = {literal.removeprefix("~") for part in goal for literal in part}.union(
        *(each.names for each in (*hints, *formulas, *meanings.values()))
    )
    tables = Tables(frozenset(names - meanings.keys() - known.keys()), known, meanings)
    possible = tables.all
    for statement in (*hints, *formulas):
        possible &= tables.statement(statement)
    return all(not possible & ~tables.clause(part) for part in goal)
