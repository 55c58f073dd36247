"""Changes that turn premises into assumptions, and assumptions into premises."""

from __future__ import annotations

from forging.tools import append, flipped, goal_literal, kind, some_literal, some_step


def _said(step) -> str:
    return " | ".join(step["clause"]) or "false"


def _assume(proof, text: str) -> None:
    proof.setdefault("assumptions", []).append(text)


def _now_assumed(step, text: str) -> None:
    for key in ("clue", "cell", "given", "rule", "with", "assumption"):
        step.pop(key, None)
    step.update(by="assumption", assumption=text)


@kind
def premise_made_an_assumption(proof, donor, rng):
    """An honest change, as long as the assumption is listed: the proof then says less."""
    step = some_step(proof, rng, "clue", "fact", "given", "rule", "total")
    text = _said(step)
    _now_assumed(step, text)
    if rng.random() < 0.6:
        _assume(proof, text)


@kind
def assumption_made_a_fact(proof, donor, rng):
    step = some_step(proof, rng, "assumption")
    proof["assumptions"].remove(step.pop("assumption"))
    step.update(by="fact", cell=step["clause"][0].removeprefix("~"))


@kind
def assumption_made_a_formula(proof, donor, rng):
    step = some_step(proof, rng, "assumption")
    text = step.pop("assumption")
    if rng.random() < 0.7:
        proof["assumptions"].remove(text)
    proof["givens"].append(text)
    step.update(by="given", given=text)


@kind
def assumption_made_a_clue(proof, donor, rng):
    step = some_step(proof, rng, "assumption")
    step.pop("assumption")
    step.update(by="clue", clue=rng.choice(list(proof["hints"])))


@kind
def assumption_not_listed(proof, donor, rng):
    proof["assumptions"].remove(rng.choice(proof["assumptions"]))


@kind
def assumptions_not_listed(proof, donor, rng):
    del proof["assumptions"]


@kind
def assumption_listed_besides(proof, donor, rng):
    """An honest change: the proof then says less."""
    _assume(proof, some_literal(proof, rng))


@kind
def assumption_changed(proof, donor, rng):
    old = rng.choice(proof["assumptions"])
    new = rng.choice((flipped(old), some_literal(proof, rng), f"({old})", f"{old} & {some_literal(proof, rng)}", "", 1))
    proof["assumptions"] = [new if text == old else text for text in proof["assumptions"]]
    for step in proof["steps"] if rng.random() < 0.6 else ():
        if step.get("assumption") == old:
            step["assumption"] = new


@kind
def goal_assumed(proof, donor, rng):
    """The goal is shown by assuming it: valid, if the assumption is listed."""
    step = proof["steps"][-1]
    if proof["by"] == "direct":
        step.clear()
        step.update(step=len(proof["steps"]), clause=list(proof["goal"][0]))
        _now_assumed(step, goal_literal(proof))
    else:
        append(proof, clause=[goal_literal(proof)], by="assumption", assumption=goal_literal(proof))
    if rng.random() < 0.5:
        _assume(proof, goal_literal(proof))


@kind
def falsehood_assumed(proof, donor, rng):
    append(proof, clause=[], by="assumption", assumption=rng.choice(("false", "a & ~a", goal_literal(proof))))
    if rng.random() < 0.5:
        _assume(proof, proof["steps"][-1]["assumption"])
