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

A step by *closed predicates* names the atoms that hold nowhere, and the steps that this rests on::

    {"step": 7, "clause": ["~reach(a,f)"], "by": "only", "unfounded": ["reach(a,f)", "reach(e,f)"], "from": [3, 5]}

A step by an *assumption* cites it by its text, which is among the `assumptions` of the proof::

    {"step": 2, "clause": ["~rain"], "by": "assumption", "assumption": "~rain"}

Each record here says once which keys there are, for writing and for reading. Besides these a board's proof has `cell`,
`verdict`, `technique` and others, which are written elsewhere; what they say about the proof is judged by
`checker.Claims`. `docs/reference/notation/proofs-as-json.md` says what each key means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from logicms.errors import BoardError, FieldsError
from logicms.hints import TOTAL, Hint, Literal, check_name, is_auxiliary, is_cell_name, name_order
from logicms.limits import timely
from logicms.proofs.proof import Clause, Equation, Proof, ProofKind, Step, StepReason, Sum, clause_of, only_of
from logicms.record import Bounds, Json, Record, read_record, shown
from logicms.rules.language import cite, read_citation

VERSION = 1
MOST_STEPS = 2_000_000
"""A proof with more steps than this is refused without reading them."""
LARGEST = 10**12
"""A larger number is refused: no proof needs one, and very long numbers cannot even be printed."""

_T = TypeVar("_T")
_Whole = Annotated[int, Bounds(least=-LARGEST, most=LARGEST)]
_SOURCE_KEYS = {"clue": "clue", "fact": "cell", "given": "given", "assumption": "assumption"}


@dataclass(frozen=True, slots=True)
class HintRecord(Record):
    """How many mines are among some cells."""

    mines: _Whole | None = shown("Exactly this many.", general="exactly", default=None, omit=True)
    at_least: _Whole | None = shown("At least this many.", default=None, omit=True)
    at_most: _Whole | None = shown("At most this many.", default=None, omit=True)
    among: tuple[str, ...] = shown("The cells.", kw_only=True)

    @classmethod
    def of(cls, hint: Hint) -> HintRecord:
        """Return the record of a hint: `mines` if it is exact, else `at_least`, `at_most` or both.

        >>> HintRecord.of(Hint(0, 1, ("A1", "B1"))).to_json()
        {'at_most': 1, 'among': ['A1', 'B1']}
        """
        among, size = tuple(map(str, hint.among)), len(hint.among)
        if hint.is_exact:
            return cls(mines=hint.low, among=among)
        low = hint.low if hint.low > 0 or hint.high >= size else None
        return cls(at_least=low, at_most=hint.high if hint.high < size else None, among=among)

    def to_hint(self, source: str) -> Hint:
        among = tuple(map(check_name, self.among))
        low, high = _bounds(self, 0, len(among))
        return Hint(low, high, among, source)


@dataclass(frozen=True, slots=True)
class SumRecord(Record):
    """The equation that is left of a sum of hints."""

    cells: Mapping[str, _Whole] = shown("The factor of each cell.", general="names")
    mines: _Whole | None = shown("What they sum to.", general="exactly", default=None, omit=True)
    at_least: _Whole | None = shown("What they sum to, at least.", default=None, omit=True)
    at_most: _Whole | None = shown("What they sum to, at most.", default=None, omit=True)

    @classmethod
    def of(cls, equation: Equation) -> SumRecord:
        if equation.low == equation.high:
            return cls(dict(equation.factors), equation.low)
        return cls(dict(equation.factors), at_least=equation.low, at_most=equation.high)

    def to_equation(self) -> Equation:
        if 0 in self.cells.values():
            raise BoardError("a cell in its sum has the factor 0")
        return Equation(tuple(sorted(self.cells.items(), key=lambda item: name_order(item[0]))), *_bounds(self))


def _bounds(record: HintRecord | SumRecord, least: int | None = None, most: int | None = None) -> tuple[int, int]:
    """Return how many mines there are, from `mines` or from `at_least` and `at_most`; one of these may have a default.

    >>> _bounds(HintRecord(at_least=2, among=()), 0, 3), _bounds(HintRecord(mines=2, among=()))
    ((2, 3), (2, 2))
    """
    low, high = record.at_least, record.at_most
    if (record.mines is None) is (low is high is None):
        raise BoardError('it needs "mines", or else "at_least" or "at_most"')
    if record.mines is not None:
        return record.mines, record.mines
    low = _need(least if low is None else low, "at_least")
    return low, _need(high if high is not None or most is None else max(low, most), "at_most")


@dataclass(frozen=True, slots=True)
class StepRecord(Record):
    """One step of a proof."""

    step: int = shown("Its number, from 1.")
    clause: Clause = shown("Literals, at least one of which holds; empty: false.")
    by: StepReason = shown("Why it holds.")
    clue: str | None = shown("By a clue: which one.", default=None, omit=True)
    cell: str | None = shown("By a fact: the cell that is known.", general="name", default=None, omit=True)
    given: str | None = shown("By a formula: which one.", default=None, omit=True)
    assumption: str | None = shown("By an assumption: which one.", default=None, omit=True)
    rule: str | None = shown("By a rule: which one.", default=None, omit=True)
    values: Mapping[str, str | _Whole] | None = shown(
        "By a rule: the values of its variables.", key="with", default=None, omit=True
    )
    parents: tuple[_Whole, ...] | None = shown(
        "By resolving: the two steps. By closed predicates: what is false or true already.",
        key="from",
        default=None,
        omit=True,
    )
    on: str | None = shown("By resolving: the name they are resolved on.", default=None, omit=True)
    add: tuple[str, ...] | None = shown("By a sum: the hints that are added.", default=None, omit=True)
    subtract: tuple[str, ...] | None = shown("By a sum: the hints that are subtracted.", default=None, omit=True)
    facts: Clause | None = shown("By a sum: the facts that are substituted.", default=None, omit=True)
    sum: SumRecord | None = shown("By a sum: what is left.", default=None, omit=True)
    unfounded: tuple[str, ...] | None = shown(
        "By closed predicates: the atoms that hold nowhere.", default=None, omit=True
    )

    @classmethod
    def of(cls, number: int, step: Step) -> StepRecord:
        source: dict[str, Any] = {_SOURCE_KEYS[step.by]: step.source} if step.by in _SOURCE_KEYS else {}
        if step.by == "rule":
            cited = read_citation(step.source or "")
            assert cited is not None, "a step by a rule cites it"
            source = dict(zip(("rule", "values"), cited, strict=True))
        if step.sum is None:
            unfounded = step.unfounded or None
            return cls(number, step.clause, step.by, parents=step.parents, on=step.on, unfounded=unfounded, **source)
        left = SumRecord.of(step.sum.equation)
        return cls(
            number, step.clause, step.by, add=step.sum.add, subtract=step.sum.subtract, facts=step.sum.facts, sum=left
        )

    def to_step(self) -> Step:
        clause = _in_order(self.clause)
        if self.by == "resolve":
            on, parents = _need(self.on, "on"), _need(self.parents, "from")
            if len(parents) != 2:
                raise BoardError('"from" does not have the numbers of two steps')
            return Step(clause, "resolve", parents=parents, on=_check_symbol(on))
        if self.by == "only":
            atoms = tuple(map(check_name, _need(self.unfounded, "unfounded")))
            return Step(clause, "only", only_of(clause, atoms), parents=self.parents or (), unfounded=atoms)
        if self.by == "sum":
            left = _need(self.sum, "sum").to_equation()
            return Step(clause, "sum", sum=Sum(self.add or (), self.subtract or (), _in_order(self.facts or ()), left))
        if self.by == "rule":
            cited = _need(self.rule, "rule"), {key: _check_value(each) for key, each in (self.values or {}).items()}
            if read_citation(cite(*cited)) != cited:
                raise BoardError("it does not cite a rule by its label and the values of its variables")
            return Step(clause, "rule", cite(*cited))
        if self.by in _SOURCE_KEYS:
            key = _SOURCE_KEYS[self.by]
            return Step(clause, self.by, _need(getattr(self, key), key))
        return Step(clause, self.by, TOTAL if self.by == "total" else None)


@dataclass(frozen=True, slots=True)
class ProofRecord(Record):
    """A proof."""

    version: int = shown("The version of this format.", default=VERSION)
    goal: tuple[Clause, ...] | None = shown("The clauses that are shown, all of them.", default=None, omit=True)
    by: ProofKind = shown(
        "How: the negation refuted, the goal derived, or hints added and subtracted.", default="resolution"
    )
    clues: tuple[str, ...] = shown("The clues that it rests on.", default=())
    hints: Mapping[str, HintRecord] = shown("What these clues and the total say.", default_factory=dict)
    givens: tuple[str, ...] = shown("The formulas that it rests on.", default=())
    uses_mine_total: bool = shown("Whether it needs the mine total.", general="", default=False)
    steps: tuple[StepRecord, ...] = shown("The steps in order.", default=())
    symbols: Mapping[str, str] = shown("What each auxiliary symbol means.", default_factory=dict)
    rules: Mapping[str, str] | None = shown("The text of each rule that it cites.", default=None, omit=True)
    sets: Mapping[str, tuple[str | _Whole, ...]] | None = shown(
        "The sets that these instances of rules depend on.", default=None, omit=True
    )
    only: Mapping[str, tuple[str, ...]] | None = shown(
        "Of each closed predicate that it rests on, the labels of all its rules.", default=None, omit=True
    )
    tables: Mapping[str, tuple[str, ...]] | None = shown(
        "All facts of these predicates that match a pattern.", default=None, omit=True
    )
    assumptions: tuple[str, ...] | None = shown(
        "The formulas under which alone it is valid: what the question supposed.", default=None, omit=True
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
            only=dict(proof.only) or None,
            tables=dict(proof.tables) or None,
            assumptions=proof.assumptions or None,
        )

    def to_proof(self, stated: Literal | None = None) -> Proof:
        """Return the proof; its goal may be `stated` elsewhere instead, as a cell and its verdict."""
        goal = ((stated,) if stated else (),) if self.goal is None else tuple(map(_in_order, self.goal))
        if self.by == "counting" and [len(clause) for clause in goal] != [1]:
            raise BoardError("the goal of a proof by counting must be one literal")
        if wrong := [name for name in self.symbols if not is_auxiliary(name)]:
            raise BoardError(f"not the name of an auxiliary symbol: {wrong[0][:40]!r}")
        return Proof(
            steps=tuple(_numbered(number, step) for number, step in timely(enumerate(self.steps, 1))),
            goal=goal,
            by=self.by,
            symbols=self.symbols,
            hints={source: hint.to_hint(source) for source, hint in self.hints.items()},
            givens=self.givens,
            rules=self.rules or {},
            sets={name: tuple(map(_check_value, members)) for name, members in (self.sets or {}).items()},
            only=self.only or {},
            tables={pattern: tuple(map(check_name, facts)) for pattern, facts in (self.tables or {}).items()},
            assumptions=self.assumptions or (),
        )


def proof_to_json(proof: Proof) -> Json:
    """Return the proof as a JSON object, in the words about boards if one of its names is a cell.

    >>> from logicms.proofs.proof import clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> data = proof_to_json(proof)
    >>> data["steps"], data["goal"], proof_from_json(data) == proof
    ([{'step': 1, 'clause': ['~A1'], 'by': 'fact', 'cell': 'A1'}], [['~A1']], True)
    """
    counted = (name for hint in proof.hints.values() for name in hint.among)
    names = {*counted, *(literal.name for step in proof.steps for literal in step.clause)}
    is_general = bool(names) and all(not is_cell_name(name) for name in names)
    return ProofRecord.of(proof).to_json(is_general)


def proof_from_json(data: object) -> Proof:
    """Return the proof in a JSON object; whether it is valid is for the checker to say.

    >>> proof_from_json({"version": 1, "steps": [{"step": 1, "by": "fact"}]})
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: step 1: "clause" is missing
    """
    from logicms.proofs.checker import Claims, FalseClaim  # what only makes and writes proofs does not load it

    try:
        if isinstance(data, dict):
            _check_size(data)
        record = read_record(ProofRecord, data, as_written=True)
        claims = read_record(Claims, data, as_written=True)
        if record.version != VERSION:
            raise BoardError(f"version {record.version} is not supported; use version {VERSION}")
        proof = record.to_proof(claims.literal)
        claims.check(proof)
    except FalseClaim:
        raise
    except FieldsError as error:
        raise BoardError(f"not a proof: {_said(*error.wrong[0])}") from None
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None
    return proof


def _check_size(data: Mapping[str, Any]) -> None:
    for key in ("version", "steps"):
        _need(data.get(key), key)
    if isinstance(steps := data["steps"], list) and len(steps) > MOST_STEPS:
        raise BoardError(f"{len(steps):,} steps are too many; at most {MOST_STEPS:,} are read")


def _numbered(number: int, record: StepRecord) -> Step:
    """Return a step; an error says which step is wrong."""
    try:
        if record.step != number:
            raise BoardError(f"it is numbered {record.step}")
        return record.to_step()
    except BoardError as error:
        raise BoardError(f"step {number}: {error}") from None


def _need(value: _T | None, key: str) -> _T:
    if value is None:
        raise BoardError(f'"{key}" is missing')
    return value


def _in_order(literals: Clause) -> Clause:
    """Return a clause in reading order; a repeated literal is kept, for the checker to see."""
    clause = clause_of(literals)
    return clause if len(clause) == len(literals) else literals


def _check_symbol(name: str) -> str:
    return name if is_auxiliary(name) else check_name(name)


def _check_value(value: str | int) -> str | int:
    return check_name(value) if isinstance(value, str) else value


def _said(path: str, message: str) -> str:
    """Return what is wrong with a field, in words.

    >>> _said("steps.0.from.1", "expected a whole number, not true")
    'step 1: "from.1": expected a whole number, not true'
    """
    step, keys = "", path.split(".")
    if keys[0] == "steps" and len(keys) > 1:
        step, keys = f"step {int(keys[1]) + 1}: ", keys[2:]
    field = f'"{".".join(keys)}"' if any(keys) else ""
    return f"{step}{field}{'' if not field else ' ' if message == 'is missing' else ': '}{message}"
