"""A proof as JSON and back: the format that users script against. Reading trusts nothing in its input.

A step by *sum* gives its clause, which hints are added and subtracted (a hint that is used twice is listed twice), the
facts that are substituted, and the equation that is left: the factor of each cell, and what they sum to. For C1 - A1 =
1::

    {
        "step": 1,
        "clause": ["~A1"],
        "by": "sum",
        "add": ["C2"],
        "subtract": ["B2"],
        "facts": [],
        "sum": {"cells": {"A1": -1, "C1": 1}, "mines": 1},
    }

A sum of hints that are not exact has `at_least` and `at_most` instead of `mines`.

Besides the keys that every proof has, a board's proof has `cell`, `verdict`, `technique` and others, which are written
elsewhere. People read them, so what they say must agree with the proof (`FalseClaim`): `cell` and `verdict` with the
goal, `clues` and `uses_mine_total` with the hints, `premises` with all that it rests on, and each placement in
`witnesses` must show what it is said to show. `answers.prove` judges what answers say besides; `grammar/README.md` says
what each key means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast, get_args

from logicms.errors import BoardError
from logicms.hints import TOTAL, Hint, Literal, Name, check_name, is_auxiliary, name_order, parse_literal
from logicms.limits import timely
from logicms.proofs.proof import By, Clause, Equation, Proof, Step, StepReason, Sum, clause_of
from logicms.record import Json, Record, shown
from logicms.rules.language import cite, read_citation

VERSION = 1
MOST_STEPS = 2_000_000
"""A proof with more steps than this is refused without reading them."""
LARGEST = 10**12
"""A larger number is refused: no proof needs one, and very long numbers cannot even be printed."""

_T = TypeVar("_T")
_literal = lru_cache(maxsize=8192)(parse_literal)  # a proof repeats the same literals many times
_SOURCE_KEYS = {"clue": "clue", "fact": "cell", "given": "given"}


# -- writing


@dataclass(frozen=True, slots=True)
class HintRecord(Record):
    """How many mines are among some cells."""

    mines: int | None = shown("Exactly this many.", default=None, omit=True)
    at_least: int | None = shown("At least this many.", default=None, omit=True)
    at_most: int | None = shown("At most this many.", default=None, omit=True)
    among: tuple[Name, ...] = shown("The cells.", default=())

    @classmethod
    def of(cls, hint: Hint) -> HintRecord:
        """Return the record of a hint: `mines` if it is exact, else `at_least`, `at_most` or both.

        >>> HintRecord.of(Hint(0, 1, ("A1", "B1"))).to_json()
        {'at_most': 1, 'among': ['A1', 'B1']}
        """
        if hint.is_exact:
            return cls(mines=hint.low, among=hint.among)
        size = len(hint.among)
        low = hint.low if hint.low > 0 or hint.high >= size else None
        return cls(at_least=low, at_most=hint.high if hint.high < size else None, among=hint.among)


@dataclass(frozen=True, slots=True)
class SumRecord(Record):
    """The equation that is left of a sum of hints."""

    cells: Mapping[str, int] = shown("The factor of each cell.")
    mines: int | None = shown("What they sum to.", default=None, omit=True)
    at_least: int | None = shown("What they sum to, at least.", default=None, omit=True)
    at_most: int | None = shown("What they sum to, at most.", default=None, omit=True)

    @classmethod
    def of(cls, equation: Equation) -> SumRecord:
        if equation.low == equation.high:
            return cls(dict(equation.factors), equation.low)
        return cls(dict(equation.factors), at_least=equation.low, at_most=equation.high)


@dataclass(frozen=True, slots=True)
class StepRecord(Record):
    """One step of a proof."""

    step: int = shown("Its number, from 1.")
    clause: Clause = shown("Literals, at least one of which holds; empty: false.")
    by: StepReason = shown("Why it holds.")
    clue: str | None = shown("By a clue: which one.", default=None, omit=True)
    cell: str | None = shown("By a fact: the cell that is known.", default=None, omit=True)
    given: str | None = shown("By a formula: which one.", default=None, omit=True)
    rule: str | None = shown("By a rule: which one.", default=None, omit=True)
    values: Mapping[str, str | int] | None = shown(
        "By a rule: the values of its variables.", key="with", default=None, omit=True
    )
    parents: tuple[int, int] | None = shown("By resolving: the two steps.", key="from", default=None, omit=True)
    on: str | None = shown("By resolving: the name they are resolved on.", default=None, omit=True)
    add: tuple[str, ...] | None = shown("By a sum: the hints that are added.", default=None, omit=True)
    subtract: tuple[str, ...] | None = shown("By a sum: the hints that are subtracted.", default=None, omit=True)
    facts: Clause | None = shown("By a sum: the facts that are substituted.", default=None, omit=True)
    sum: SumRecord | None = shown("By a sum: what is left.", default=None, omit=True)

    @classmethod
    def of(cls, number: int, step: Step) -> StepRecord:
        source: dict[str, Any] = {_SOURCE_KEYS[step.by]: step.source} if step.by in _SOURCE_KEYS else {}
        if step.by == "rule":
            cited = read_citation(step.source or "")
            assert cited is not None, "a step by a rule cites it"
            source = dict(zip(("rule", "values"), cited, strict=True))
        if step.sum is None:
            return cls(number, step.clause, step.by, parents=step.parents, on=step.on, **source)
        left = SumRecord.of(step.sum.equation)
        return cls(
            number, step.clause, step.by, add=step.sum.add, subtract=step.sum.subtract, facts=step.sum.facts, sum=left
        )


@dataclass(frozen=True, slots=True)
class ProofRecord(Record):
    """A proof."""

    version: int = shown("The version of this format.", default=VERSION)
    goal: tuple[Clause, ...] | None = shown("The clauses that are shown, all of them.", default=None, omit=True)
    by: By = shown("How: the negation refuted, the goal derived, or hints added and subtracted.", default="resolution")
    clues: tuple[str, ...] = shown("The clues that it rests on.", default=())
    hints: Mapping[str, HintRecord] = shown("What these clues and the total say.", default_factory=dict)
    givens: tuple[str, ...] = shown("The formulas that it rests on.", default=())
    uses_mine_total: bool = shown("Whether it needs the mine total.", default=False)
    steps: tuple[StepRecord, ...] = shown("The steps in order.", default=())
    symbols: Mapping[str, str] = shown("What each auxiliary symbol means.", default_factory=dict)
    rules: Mapping[str, str] | None = shown("The text of each rule that it cites.", default=None, omit=True)
    sets: Mapping[str, tuple[str | int, ...]] | None = shown(
        "The sets that these instances of rules depend on.", default=None, omit=True
    )

    @classmethod
    def of(cls, proof: Proof) -> ProofRecord:
        return cls(
            goal=proof.goal,
            by=proof.by,
            clues=proof.clues,
            hints={source: HintRecord.of(hint) for source, hint in proof.hints.items()},
            givens=proof.givens,
            uses_mine_total=proof.uses_mine_total,
            steps=tuple(StepRecord.of(number, step) for number, step in enumerate(proof.steps, 1)),
            symbols=dict(proof.symbols),
            rules=dict(proof.rules) or None,
            sets=dict(proof.sets) or None,
        )


def proof_to_json(proof: Proof) -> Json:
    """Return the proof as a JSON object.

    >>> from logicms.proofs.proof import clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> data = proof_to_json(proof)
    >>> data["steps"], data["goal"], proof_from_json(data) == proof
    ([{'step': 1, 'clause': ['~A1'], 'by': 'fact', 'cell': 'A1'}], [['~A1']], True)
    """
    return ProofRecord.of(proof).to_json()


# -- reading


class FalseClaim(BoardError):
    """A proof, or the answer that it is in, says something false about itself."""


def proof_from_json(data: object) -> Proof:
    """Return the proof in a JSON object; whether it is valid is for the checker to say.

    >>> proof_from_json({"version": 1, "steps": [{"step": 1}]})
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: step 1: "clause" is missing
    """
    try:
        return _proof(_typed(data, dict, "a proof"))
    except FalseClaim:
        raise
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None


def _proof(data: Mapping[str, Any]) -> Proof:
    version = _field(data, "version", int)
    if version != VERSION:
        raise BoardError(f"version {version} is not supported; use version {VERSION}")
    lines: list[Any] = _field(data, "steps", list)
    if len(lines) > MOST_STEPS:
        raise BoardError(f"{len(lines):,} steps are too many; at most {MOST_STEPS:,} are read")
    by = _field(data, "by", str, "resolution")
    if by not in get_args(By):
        raise BoardError(f'"by" must be one of {", ".join(get_args(By))}, not {by[:40]!r}')
    goal = _goal(data)
    if by == "counting" and [len(clause) for clause in goal] != [1]:
        raise BoardError("the goal of a proof by counting must be one literal")
    proof = Proof(
        steps=tuple(_step(number, line) for number, line in timely(enumerate(lines, 1))),
        goal=goal,
        by=cast(By, by),
        symbols=_mapping(data, "symbols", _symbol),
        hints=_mapping(data, "hints", hint_from_json),
        givens=_words(data, "givens"),
        rules=_mapping(data, "rules", lambda label, text: _typed(text, str, f"the rule {label[:40]}")),
        sets=_mapping(data, "sets", _members),
    )
    _check_summary(data, proof)
    return proof


def _goal(data: Mapping[str, Any]) -> tuple[Clause, ...]:
    """Return the goal's clauses: `goal`, or what `cell` and `verdict` say; if both are given, they must agree."""
    goal = None
    if "goal" in data:
        goal = tuple(_clause(part, "a clause of the goal") for part in _field(data, "goal", list))
    if data.get("cell") is None:
        if data.get("verdict") is not None:
            raise BoardError("it has a verdict, but no cell")
        return ((),) if goal is None else goal
    stated = ((_cell_literal(data),),)
    if goal is not None and goal != stated:
        raise FalseClaim("its goal does not agree with its cell and verdict")
    return stated


def _cell_literal(data: Mapping[str, Any]) -> Literal:
    cell, verdict = check_name(_field(data, "cell", str)), _field(data, "verdict", str)
    if verdict not in ("safe", "mine"):
        raise FalseClaim(f"a cell whose verdict is {verdict[:40]!r} has no proof")
    return Literal(cell, verdict == "mine")


def hint_from_json(source: str, value: object) -> Hint:
    """Return the hint of this source; the inverse of `HintRecord.of`."""
    data = _typed(value, dict, f"the hint {source[:40]}")
    among = tuple(check_name(_typed(name, str, "a cell")) for name in _field(data, "among", list))
    low, high = _numbers(data, 0, len(among))
    return Hint(low, high, among, source)


def _numbers(data: Mapping[str, Any], least: int | None = None, most: int | None = None) -> tuple[int, int]:
    """Return how many mines there are, from `mines` or from `at_least` and `at_most`; one of these may have a default.

    >>> _numbers({"at_least": 2}, 0, 3), _numbers({"mines": 2})
    ((2, 3), (2, 2))
    """
    bounds = [key for key in ("at_least", "at_most") if key in data]
    if ("mines" in data) == bool(bounds):
        raise BoardError('it needs "mines", or else "at_least" or "at_most"')
    if not bounds:
        mines = _field(data, "mines", int)
        return mines, mines
    low = _field(data, "at_least", int, least)
    return low, _field(data, "at_most", int, None if most is None else max(low, most))


def _symbol(name: str, meaning: object) -> str:
    if not is_auxiliary(name):
        raise BoardError(f"not the name of an auxiliary symbol: {name[:40]!r}")
    return _typed(meaning, str, f"the meaning of {name}")


def _members(written: str, value: object) -> tuple[str | int, ...]:
    """Return what a set contains: names and numbers."""
    members = _typed(value, list, f"the set {written[:40]}")
    return tuple(each if _is_number(each) else check_name(_typed(each, str, "an element")) for each in members)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


# -- what a proof says about itself


def _check_summary(data: Mapping[str, Any], proof: Proof) -> None:
    """Refuse a proof that says something false about itself: its clues, its premises, the mine total, or a witness."""
    clues = _words(data, "clues") if "clues" in data else proof.clues
    if sorted(clues) != sorted(proof.clues):
        raise FalseClaim('its "clues" are not those of its hints')
    if "premises" in data and sorted(_words(data, "premises")) != sorted(proof.statements):
        raise FalseClaim('its "premises" are not its hints, facts, givens and rules')
    if data.get("uses_mine_total", proof.uses_mine_total) is not proof.uses_mine_total:
        raise FalseClaim('its "uses_mine_total" does not agree with its hints')
    if _field(data, "placements", list, []):
        raise FalseClaim("it has placements: they are for a cell that is not certain, which has no proof")
    if data.get("technique") is not None:
        _field(data, "technique", str)
    witnesses = _mapping(data, "witnesses", lambda source, mines: frozenset(_distinct(source, mines)))
    for source, mines in witnesses.items():
        if not _is_witness(source, mines, proof, data.get("cell")):
            raise FalseClaim(f"its witness for {source[:40]} does not show that {source[:40]} is needed")


def _distinct(source: str, value: object) -> list[str]:
    names = [_typed(name, str, "a mine") for name in _typed(value, list, f"the witness for {source[:40]}")]
    if len(set(names)) < len(names):
        raise BoardError(f"its witness for {source[:40]} names a mine twice")
    return names


def _is_witness(source: str, mines: frozenset[str], proof: Proof, cell: object) -> bool:
    """Return whether mines at these cells have the opposite at the cell, break this hint, and meet everything else."""
    literal = proof.literal
    if source not in proof.hints or literal is None or cell is None:
        return False
    known = {*proof.facts, ~literal}
    cells = {str(name) for hint in proof.hints.values() for name in hint.among} | {str(name) for name, _ in known}
    counts = {key: sum(str(name) in mines for name in hint.among) for key, hint in proof.hints.items()}
    met = {key for key, hint in proof.hints.items() if hint.low <= counts[key] <= hint.high}
    agrees = all((str(name) in mines) is holds for name, holds in known)
    return mines <= cells and agrees and met == proof.hints.keys() - {source}


# -- reading a step


def _step(number: int, line: object) -> Step:
    """Return a step; an error says which step is wrong."""
    data = _typed(line, dict, f"step {number}")
    try:
        clause = _clause(_field(data, "clause", list), "a clause")
        if (own := _field(data, "step", int)) != number:
            raise BoardError(f"it is numbered {own}")
        return _reasoned(clause, data)
    except BoardError as error:
        raise BoardError(f"step {number}: {error}") from None


def _reasoned(clause: Clause, data: Mapping[str, Any]) -> Step:
    """Return the step with this clause and the reason that it gives."""
    by = _field(data, "by", str)
    if by == "resolve":
        return Step(clause, "resolve", parents=_parents(data), on=_check_symbol(_field(data, "on", str)))
    if by == "sum":
        add, subtract = _words(data, "add"), _words(data, "subtract")
        facts = _clause(_field(data, "facts", list, []), '"facts"')
        return Step(clause, "sum", sum=Sum(add, subtract, facts, _equation(_field(data, "sum", dict))))
    if by == "rule":
        cited = _field(data, "rule", str), _mapping(data, "with", _value)
        if read_citation(cite(*cited)) != cited:
            raise BoardError("it does not cite a rule by its label and the values of its variables")
        return Step(clause, "rule", cite(*cited))
    if by in _SOURCE_KEYS:
        return Step(clause, cast(StepReason, by), _field(data, _SOURCE_KEYS[by], str))
    if by == "total":
        return Step(clause, "total", TOTAL)
    if by == "assume":
        return Step(clause, "assume")
    raise BoardError(f'"by" must be one of {", ".join(get_args(StepReason))}, not {by[:40]!r}')


def _value(variable: str, value: object) -> str | int:
    return cast(int, value) if _is_number(value) else check_name(_typed(value, str, f"the value of {variable[:40]}"))


def _clause(value: object, what: str) -> Clause:
    """Return a clause in reading order; a repeated literal is kept, for the checker to see."""
    literals = [_literal(_typed(literal, str, "a literal")) for literal in _typed(value, list, what)]
    clause = clause_of(literals)
    return clause if len(clause) == len(literals) else tuple(literals)


def _parents(data: Mapping[str, Any]) -> tuple[int, int]:
    parents = [_typed(parent, int, "a parent") for parent in _field(data, "from", list)]
    if len(parents) != 2:
        raise BoardError(f"it has {len(parents)} parents, not two")
    return parents[0], parents[1]


def _check_symbol(name: str) -> str:
    return name if is_auxiliary(name) else check_name(name)


def _equation(data: Mapping[str, Any]) -> Equation:
    cells = _mapping(data, "cells", lambda name, factor: _typed(factor, int, f"the factor of {name[:40]}"))
    if 0 in cells.values():
        raise BoardError("a cell in its sum has the factor 0")
    low, high = _numbers(data)
    return Equation(tuple(sorted(cells.items(), key=lambda item: name_order(item[0]))), low, high)


# -- reading a field: it is there and of the right type, or `BoardError` says what is wrong


def _words(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_typed(word, str, f'a word in "{key}"') for word in _field(data, key, list, []))


def _mapping(data: Mapping[str, Any], key: str, read: Callable[[str, object], _T]) -> dict[str, _T]:
    """Return an object inside the object, with its values read; an empty one if it is missing."""
    return {_typed(name, str, key): read(name, value) for name, value in _field(data, key, dict, {}).items()}


def _field(data: Mapping[str, Any], key: str, kind: type[_T], default: _T | None = None) -> _T:
    """Return a field of this type, or the default if it is missing.

    >>> _field({"step": "one"}, "step", int)
    Traceback (most recent call last):
    logicms.errors.BoardError: "step" is not a whole number
    """
    if key not in data:
        if default is None:
            raise BoardError(f'"{key}" is missing')
        return default
    return _typed(data[key], kind, f'"{key}"')


_KINDS = {int: "a whole number", str: "a string", list: "a list", dict: "an object"}


def _typed(value: object, kind: type[_T], what: str) -> _T:
    """Return a value if it is of this type; true and false are not numbers."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BoardError(f"{what} is not {_KINDS[kind]}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise BoardError(f"{what} is too large a number")
    return value
