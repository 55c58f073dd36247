"""Changes to an answer around an honest proof: each makes the answer say something false, whatever the proof shows.

A kind that does not apply to an answer raises `LookupError`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

Answer = dict[str, Any]
Kind = Callable[[Answer, Random], None]

ANSWER_KINDS: dict[str, Kind] = {}
REFUSED = frozenset(("technique_invented", "checked_denied"))
"""These are no claims about the proof: what has them is no answer of logicms."""


def answer_kind(change: Kind) -> Kind:
    ANSWER_KINDS[change.__name__] = change
    return change


def forge_answer(honest: Answer, kind: str, rng: Random) -> Answer | None:
    """Return the answer after a change of this kind; None if it does not apply."""
    forged = deepcopy(honest)
    try:
        ANSWER_KINDS[kind](forged, rng)
    except LookupError:
        return None
    return forged


def _only_if(applies: object) -> None:
    if not applies:
        raise LookupError


def _proof(answer: Answer) -> Answer:
    """Return the part of an answer that has the steps."""
    return answer if answer.get("steps") else answer["proof"]


def _is_clash(answer: Answer) -> bool:
    return bool(_proof(answer)["goal"] == [[]])


def _some_part(answer: Answer, rng: Random) -> Answer:
    """Return the answer or the proof in it: either may say it."""
    return rng.choice([answer, _proof(answer)])


@answer_kind
def answer_turned(answer, rng):
    answer["answer"] = {"yes": "no", "no": "yes"}[answer["answer"]]


@answer_kind
def answer_withheld(answer, rng):
    _only_if(answer.get("answer"))
    answer["answer"] = rng.choice(("unknown", "limit", "maybe", 1))


@answer_kind
def answer_from_a_contradiction(answer, rng):
    _only_if("answer" in answer and _is_clash(answer))
    answer["answer"] = rng.choice(("yes", "no", "unknown"))


@answer_kind
def formula_negated(answer, rng):
    _only_if(answer.get("answer"))
    answer["formula"] = f"~({answer['formula']})"


@answer_kind
def formula_made_stronger(answer, rng):
    """Of yes, that more follows; of no, that less is excluded."""
    _only_if(answer.get("answer"))
    answer["formula"] = f"({answer['formula']}) {'&' if answer['answer'] == 'yes' else '|'} somethingElse"


@answer_kind
def formula_replaced(answer, rng):
    _only_if(answer.get("answer"))
    answer["formula"] = rng.choice(("somethingElse", "somethingElse <-> another", "((", ""))


@answer_kind
def premises_of_an_answer_changed(answer, rng):
    stated = answer["premises"]
    _only_if(stated)
    answer["premises"] = rng.choice(([], [*stated, "the moon is cheese"], stated[1:], stated * 2))


@answer_kind
def premises_padded(answer, rng):
    """Another fact is cited in a step of its own; whatever `fewest` says, it is not needed."""
    proof, known = _proof(answer), answer["known"]
    used = {literal for step in proof["steps"] if step["by"] == "fact" for literal in step["clause"]}
    _only_if("fewest" in answer and set(known) - used)
    literal = rng.choice(sorted(set(known) - used))
    for step in proof["steps"]:
        step["step"] += 1
        if "from" in step:
            step["from"] = [number + 1 for number in step["from"]]
    fact = {"step": 1, "clause": [literal], "by": "fact", "cell": literal.removeprefix("~")}
    proof["steps"] = [fact, *proof["steps"]]
    answer["premises"] = [*answer["premises"], literal]
    answer["fewest"] = rng.choice((True, False))


@answer_kind
def status_invented(answer, rng):
    clash = _is_clash(answer)
    _some_part(answer, rng)["status"] = rng.choice(
        ("limit", "solved", "stuck", 1, *([] if clash else ["inconsistent"]))
    )


@answer_kind
def conflict_invented(answer, rng):
    _only_if(not _is_clash(answer))
    _some_part(answer, rng)["conflict"] = rng.choice(([], ["A1"], _proof(answer)["clues"]))


@answer_kind
def conflict_changed(answer, rng):
    _only_if(answer.get("conflict"))
    conflict = answer["conflict"]
    needed = [each for each in conflict if each in (*_proof(answer)["hints"], *_proof(answer)["givens"])]
    changed = [[*conflict, "Z9"], ["the moon is cheese"]]
    changed += [[each for each in conflict if each != left_out] for left_out in needed]
    answer["conflict"] = rng.choice(changed)


@answer_kind
def placements_around_a_proof(answer, rng):
    _some_part(answer, rng)["placements"] = [["A1"], ["B1"]]


@answer_kind
def verdict_turned(answer, rng):
    part = _some_part(answer, rng)
    part["verdict"] = {"safe": "mine", "mine": "safe"}[part["verdict"]]


@answer_kind
def verdict_withheld(answer, rng):
    part = _some_part(answer, rng)
    _only_if(part.get("cell"))
    part["verdict"] = rng.choice(("unknown", "limit"))


@answer_kind
def cell_exchanged(answer, rng):
    part = _some_part(answer, rng)
    part["cell"] = {None: "Z9"}.get(part["cell"], "Z8")


@answer_kind
def clues_exchanged(answer, rng):
    part = _some_part(answer, rng)
    part["clues"] = rng.choice(([*part["clues"], "Z9"], ["Z9"]))


@answer_kind
def total_denied_or_claimed(answer, rng):
    part = _some_part(answer, rng)
    part["uses_mine_total"] = not part["uses_mine_total"]


@answer_kind
def technique_invented(answer, rng):
    part = _some_part(answer, rng)
    _only_if(part.get("technique"))
    invented = rng.choice(("telepathy", "Single", 7))  # the same in both: where they differ, the claim is false
    for each in (answer, _proof(answer)):
        if "technique" in each:
            each["technique"] = invented


@answer_kind
def checked_denied(answer, rng):
    _some_part(answer, rng)["checked"] = rng.choice((False, None, "by me"))
