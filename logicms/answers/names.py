"""Why a name of a hint file holds, does not, or is not certain: the command `prove` where there may be no grid.

A file of hints and facts is explained like a board, by the fewest hints. One that has formulas too is proved by the
knowledge base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from logicms.answers.boards import contradiction_to_json
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.explanation.explanation import By, Explanation, explain_name
from logicms.explanation.grounds import Grounds
from logicms.explanation.report import explanation_to_json, limit_to_json
from logicms.literal import Name, check_name
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.logic.question import checked_proof_to_json, knowledge_base
from logicms.notation.hint_files import HintFile
from logicms.proofs.proof import Premises, Proof


@dataclass(frozen=True, slots=True)
class NameProved:
    """Why a name is what it is: an explanation, or where formulas are told just a proof; and what it may rest on."""

    why: Explanation | Proof
    told: Premises

    def to_json(self, by: By) -> dict[str, Any]:
        """Return it as the JSON object of `prove`."""
        if isinstance(self.why, Proof):
            return checked_proof_to_json(self.why, self.told)
        return explanation_to_json(self.why, by, self.told)


def proved_by_hand(file: HintFile, name: str, by: By = "resolution") -> NameProved:
    """Return why a name holds («is a mine»), does not, or is not certain.

    >>> from logicms.notation.hint_files import parse_hints
    >>> proved_by_hand(parse_hints("1 among a b\\nsafe b"), "a").why.verdict
    'mine'
    >>> proved_by_hand(parse_hints("a -> b\\na"), "b").why.number_of_resolutions
    2
    """
    if by == "counting" and file.formulas:
        raise BoardError("counting adds and subtracts hints; this file has formulas too: prove it by resolution")
    check_name(name)
    kb = knowledge_base(file.tellings)
    if kb.ask(name) is Answer.LIMIT:
        raise LimitReached("not decided within the limit")
    return NameProved(_by_formulas(kb, name, by) if file.formulas else _by_hints(file, name), kb.premises)


def _by_hints(file: HintFile, name: str) -> Explanation:
    facts: dict[Name, bool] = {fact.name: fact.mine for fact in file.facts}
    names = {str(each): each for each in [*facts, *(each for hint in file.hints for each in hint.among)]}
    return explain_name(Grounds(file.hints, facts), names.get(name, name))


def _by_formulas(kb: KnowledgeBase, name: str, by: By) -> Explanation | Proof:
    direct = by == "direct"
    proof = kb.prove(name, direct=direct) or kb.prove(f"~{name}", direct=direct)
    if proof is not None:
        return proof
    placements = kb.placements(name)
    assert placements is not None, "what is not certain has two placements"
    return Explanation(name, "unknown", placements=tuple(frozenset[Name](names) for names in reversed(placements)))


def name_to_json(file: HintFile, name: str, by: By = "resolution") -> dict[str, Any]:
    """Return why a name is what it is, as the JSON object of `prove`.

    >>> from logicms.notation.hint_files import parse_hints
    >>> name_to_json(parse_hints("1 among a b\\n1 among b c\\n1 among a c"), "a")["conflict"]
    ['1 among a b', '1 among a c', '1 among b c']
    """
    try:
        return proved_by_hand(file, name, by).to_json(by)
    except InconsistentKnowledge as contradiction:
        return contradiction_to_json(contradiction)
    except LimitReached:
        return limit_to_json(name, by)
