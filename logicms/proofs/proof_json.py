"""A proof as JSON and back: the shape that users script against. The reading end trusts nothing that it is handed.

Beside the keys that every proof has, a board's proof has `cell`, `verdict`, `technique` and others; they are added and
read where boards are known. Here they are passed over, but for `cell` and `verdict`, which say the goal of a proof
that has no `goal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from logicms.errors import BoardError
from logicms.hints import TOTAL, Hint
from logicms.literal import check_name, is_auxiliary, name_order
from logicms.logic.symbols import Clause
from logicms.proofs.fields import field_of, mapping_of, typed
from logicms.proofs.proof import By, Proof, Step, Style

VERSION = 1
MOST_STEPS = 2_000_000
"""A proof with more steps than this is refused unread."""

_T = TypeVar("_T")
_STYLES: dict[str, Style] = {"resolution": "refutation", "direct": "direct"}
_SOURCE_KEYS = {"clue": "clue", "fact": "cell", "given": "given"}


# -- writing


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """Return the proof as a JSON object.

    >>> proof = Proof((Step(frozenset({-1}), "fact", "A1"),), ("A1",), (frozenset({-1}),), "direct")
    >>> data = proof_to_json(proof)
    >>> data["steps"], data["goal"], proof_from_json(data) == proof
    ([{'step': 1, 'clause': ['~A1'], 'by': 'fact', 'cell': 'A1'}], [['~A1']], True)
    """
    return {
        "version": VERSION,
        "goal": [list(proof.texts(clause)) for clause in proof.goal],
        "by": "resolution" if proof.style == "refutation" else proof.style,
        "clues": list(proof.clues),
        "hints": {source: hint_to_json(hint) for source, hint in proof.hints.items()},
        "givens": list(proof.givens),
        "uses_mine_total": proof.uses_mine_total,
        "steps": [_step_to_json(proof, number, step) for number, step in enumerate(proof.steps, 1)],
        "symbols": dict(proof.symbols),
    }


def hint_to_json(hint: Hint) -> dict[str, Any]:
    """Return a hint as JSON: `mines` when it is exact, else `at_least`, `at_most` or both.

    >>> hint_to_json(Hint(0, 1, ("A1", "B1")))
    {'at_most': 1, 'among': ['A1', 'B1']}
    """
    if hint.is_exact:
        counts = {"mines": hint.low}
    else:
        counts = {"at_least": hint.low} if hint.low > 0 or hint.high >= len(hint.among) else {}
        if hint.high < len(hint.among):
            counts["at_most"] = hint.high
    return {**counts, "among": [str(name) for name in hint.among]}


def _step_to_json(proof: Proof, number: int, step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"step": number, "clause": list(proof.texts(step.clause)), "by": step.by}
    if key := _SOURCE_KEYS.get(step.by):
        data[key] = step.source
    if step.parents is not None and step.on is not None:
        data["from"] = list(step.parents)
        data["on"] = proof.names[step.on - 1]
    return data


# -- reading


def proof_from_json(data: object) -> Proof:
    """Return the proof that a JSON object holds; whether it is valid, the checker says.

    >>> proof_from_json({"version": 1, "steps": [{"step": 1}]})
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: step 1: "clause" is missing
    """
    try:
        return _proof(typed(data, dict, "a proof"))
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None


def lines_from_json(data: Mapping[str, Any]) -> list[Any]:
    """Return the steps of a proof, not read yet; a version that is not ours and too many steps are refused."""
    version = field_of(data, "version", int)
    if version != VERSION:
        raise BoardError(f"version {version} is not known here; version {VERSION} is")
    lines: list[Any] = field_of(data, "steps", list)
    if len(lines) > MOST_STEPS:
        raise BoardError(f"{len(lines):,} steps are more than {MOST_STEPS:,}")
    return lines


def _proof(data: Mapping[str, Any]) -> Proof:
    lines = lines_from_json(data)
    style = _style(data)
    symbols = mapping_of(data, "symbols", _symbol)
    hints = mapping_of(data, "hints", hint_from_json)
    givens = tuple(typed(text, str, "a given formula") for text in field_of(data, "givens", list, []))
    clauses = [_step_texts(number, line) for number, line in enumerate(lines, 1)]
    goal = goal_from_json(data)
    names = sorted({text.removeprefix("~") for clause in [*clauses, *goal] for text in clause}, key=name_order)
    numbers = {name: number for number, name in enumerate(names, 1)}
    steps = tuple(
        _step(number, line, _clause(texts, numbers), numbers)
        for number, (line, texts) in enumerate(zip(lines, clauses, strict=True), 1)
    )
    return Proof(
        steps=steps,
        names=tuple(names),
        goal=tuple(_clause(texts, numbers) for texts in goal),
        style=style,
        symbols=symbols,
        hints=hints,
        givens=givens,
    )


def _style(data: Mapping[str, Any]) -> Style:
    by = field_of(data, "by", str, "resolution")
    if by not in _STYLES:
        raise BoardError(f'"by" is one of {", ".join(_STYLES)}, not {by[:40]!r}')
    return _STYLES[by]


def goal_from_json(data: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the goal's clauses as text: `goal`, or what `cell` and `verdict` say; both, and they must agree."""
    goal = None
    if "goal" in data:
        goal = tuple(texts_from_json(clause, "a clause of the goal") for clause in field_of(data, "goal", list))
    if data.get("cell") is None:
        return ((),) if goal is None else goal
    told = (_cell_goal(data),)
    if goal is not None and goal != told:
        raise BoardError("its goal is not what its cell and verdict say")
    return told


def _cell_goal(data: Mapping[str, Any]) -> tuple[str]:
    cell, verdict = check_name(field_of(data, "cell", str)), field_of(data, "verdict", str)
    if verdict not in ("safe", "mine"):
        raise BoardError(f"a cell whose verdict is {verdict[:40]!r} has no proof")
    return (cell if verdict == "mine" else f"~{cell}",)


def hint_from_json(source: str, value: object) -> Hint:
    """Return the hint of this source; the pair of `hint_to_json`."""
    data = typed(value, dict, f"the hint {source}")
    among = tuple(check_name(typed(name, str, "a cell")) for name in field_of(data, "among", list))
    if "mines" in data:
        low = high = field_of(data, "mines", int)
    else:
        low = field_of(data, "at_least", int, 0)
        high = field_of(data, "at_most", int, max(low, len(among)))
    return Hint(low, high, among, source)


def _symbol(name: str, meaning: object) -> str:
    if not is_auxiliary(name):
        raise BoardError(f"not the name of an auxiliary symbol: {name[:40]!r}")
    return typed(meaning, str, f"the meaning of {name}")


def _step_texts(number: int, line: object) -> tuple[str, ...]:
    data = typed(line, dict, f"step {number}")
    return within_step(number, lambda: texts_from_json(field_of(data, "clause", list), "a clause"))


def texts_from_json(value: object, what: str) -> tuple[str, ...]:
    """Return the literals of a clause as text."""
    literals = [typed(literal, str, "a literal") for literal in typed(value, list, what)]
    for literal in literals:
        _check_symbol(literal.removeprefix("~"))
    return tuple(literals)


def _check_symbol(name: str) -> str:
    return name if is_auxiliary(name) else check_name(name)


def _clause(texts: Iterable[str], numbers: Mapping[str, int]) -> Clause:
    return frozenset(-numbers[text[1:]] if text[0] == "~" else numbers[text] for text in texts)


def _step(number: int, data: Mapping[str, Any], clause: Clause, numbers: Mapping[str, int]) -> Step:
    return within_step(number, lambda: _checked_step(number, data, clause, numbers))


def _checked_step(number: int, data: Mapping[str, Any], clause: Clause, numbers: Mapping[str, int]) -> Step:
    if (told := field_of(data, "step", int)) != number:
        raise BoardError(f"it is numbered {told}")
    by = field_of(data, "by", str)
    if by == "resolve":
        return Step(clause, "resolve", None, parents_from_json(data), _pivot(data, numbers))
    if by in _SOURCE_KEYS:
        return Step(clause, cast(By, by), field_of(data, _SOURCE_KEYS[by], str))
    if by == "total":
        return Step(clause, "total", TOTAL)
    if by == "assume":
        return Step(clause, "assume")
    raise BoardError(f'"by" is clue, fact, given, assume, total or resolve, not {by[:40]!r}')


def parents_from_json(data: Mapping[str, Any]) -> tuple[int, int]:
    """Return the numbers of the two steps that a step is resolved from."""
    parents = [typed(parent, int, "a parent") for parent in field_of(data, "from", list)]
    if len(parents) != 2:
        raise BoardError(f"it has {len(parents)} parents, not two")
    return parents[0], parents[1]


def _pivot(data: Mapping[str, Any], numbers: Mapping[str, int]) -> int:
    """Return the symbol it is resolved on; one that no clause has gets the number 0, which no symbol bears."""
    return numbers.get(_check_symbol(field_of(data, "on", str)), 0)


def within_step(number: int, read: Callable[[], _T]) -> _T:
    """Return what is read; an error says in which step it was."""
    try:
        return read()
    except BoardError as error:
        raise BoardError(f"step {number}: {error}") from None
