"""An explanation as the JSON object of `prove`: the checked proof and what only a board tells. Both doors answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from logicms.explanation.explanation import Explanation
from logicms.hints import Hint
from logicms.literal import Name, name_order
from logicms.proofs import checker
from logicms.proofs.proof import By, Premises
from logicms.proofs.proof_json import VERSION


def explanation_to_json(explanation: Explanation, by: By, told: Premises) -> dict[str, Any]:
    """Return the explanation, with its proof by one way, as JSON, and whether the checker accepts all of it.

    `witnesses` has for each clue the mines of a placement that meets all the others and has the cell otherwise.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import explain, premises
    >>> board = Board(("??", "0?"))
    >>> data = explanation_to_json(explain(board, Cell(0, 1)), "direct", premises(board))
    >>> data["cell"], data["verdict"], data["clues"], data["technique"], data["witnesses"], data["checked"]
    ('B1', 'safe', ['A2'], 'single', {'A2': ['B1']}, True)
    """
    proof = explanation.proof(by)
    data = _empty(by) if proof is None else proof.to_json()
    witnesses, needed = _witnesses(explanation)
    placed = all(is_placement(told.hints.values(), told.facts, mines) for mines in explanation.placements)
    proved = proof is None or bool(checker.verify(proof, told))
    return {
        "cell": str(explanation.cell),
        "verdict": explanation.verdict,
        **data,
        "technique": explanation.technique and explanation.technique.value,
        "placements": [_names(mines) for mines in explanation.placements],
        "witnesses": witnesses,
        "checked": placed and proved and needed,
    }


def limit_to_json(cell: Name, by: By) -> dict[str, Any]:
    """Return the JSON object that says that the limit was reached before an answer."""
    rest: dict[str, Any] = {"technique": None, "placements": [], "witnesses": {}, "checked": False}
    return {"cell": str(cell), "verdict": "limit", **_empty(by), **rest}


def is_placement(hints: Iterable[Hint], facts: Mapping[str, bool], mines: Iterable[Name]) -> bool:
    """Return whether mines at these cells and nowhere else meet the hints and the facts.

    >>> from logicms.hints import exactly
    >>> is_placement([exactly(1, ["A1", "B1"])], {"A1": False}, ["B1"])
    True
    """
    there = set(map(str, mines))
    counted = all(hint.low <= sum(str(name) in there for name in hint.among) <= hint.high for hint in hints)
    return counted and all((name in there) is is_mine for name, is_mine in facts.items())


def _empty(by: By) -> dict[str, Any]:
    """Return the fields of an empty proof."""
    nothing: dict[str, Any] = {"clues": [], "hints": {}, "givens": [], "uses_mine_total": False}
    return {"version": VERSION, "by": by, **nothing, "steps": [], "symbols": {}}


def _witnesses(explanation: Explanation) -> tuple[dict[str, list[str]], bool]:
    """Return the witnesses by their clues, and whether each of them breaks that clue alone."""
    found = dict(zip(explanation.hints, explanation.witnesses(), strict=True))
    facts = {str(name): is_mine for name, is_mine in explanation.facts.items()}
    facts[str(explanation.cell)] = explanation.verdict != "mine"
    break_one = all(
        is_placement((other for other in found if other is not hint), facts, mines)
        and not is_placement([hint], {}, mines)
        for hint, mines in found.items()
    )
    return {str(hint.because or hint): _names(mines) for hint, mines in found.items()}, break_one


def _names(mines: Iterable[Name]) -> list[str]:
    return sorted(map(str, mines), key=name_order)
