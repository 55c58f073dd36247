"""Changes that are followed through, and steps that are made up from what the proof shows."""

from __future__ import annotations

import re

from forging.goals_and_hints import hint_number_changed
from forging.steps import literal_added_to_a_premise
from forging.tools import Proof, flipped, kind, renumber, some_literal, some_step


def _rederive(proof: Proof) -> None:
    """Make every resolvent again from its parents, where these clash."""
    clauses: list[list[str]] = []
    for step in proof["steps"]:
        if step["by"] == "resolve":
            one, other = (clauses[parent - 1] for parent in step["from"])
            for pivot in (step["on"], "~" + step["on"]):
                if pivot in one and flipped(pivot) in other:
                    left = [literal for literal in one if literal != pivot]
                    right = [literal for literal in other if literal != flipped(pivot)]
                    step["clause"] = sorted({*left, *right})
        clauses.append(step["clause"])


def _take_last_as_goal(proof: Proof) -> None:
    for key in ("cell", "verdict", "witnesses"):
        proof.pop(key, None)
    proof["goal"] = [list(proof["steps"][-1]["clause"])]
    if proof["by"] == "resolution":
        proof["by"] = "direct"


@kind
def premise_weakened_throughout(proof, donor, rng):
    literal_added_to_a_premise(proof, donor, rng)
    _rederive(proof)
    if rng.random() < 0.5:
        _take_last_as_goal(proof)


@kind
def premise_strengthened_throughout(proof, donor, rng):
    clause = some_step(proof, rng, "clue", "total", "given", "sum")["clause"]
    clause.remove(rng.choice(clause))
    _rederive(proof)
    if rng.random() < 0.5:
        _take_last_as_goal(proof)


@kind
def premise_negated_throughout(proof, donor, rng):
    clause = some_step(proof, rng, "clue", "total", "given", "sum")["clause"]
    place = rng.randrange(len(clause))
    clause[place] = flipped(clause[place])
    _rederive(proof)
    _take_last_as_goal(proof)


@kind
def hint_changed_throughout(proof, donor, rng):
    """Another number, and other clauses of the hint that may follow from it."""
    hint_number_changed(proof, donor, rng)
    for step in proof["steps"]:
        if step["by"] in ("clue", "total") and rng.random() < 0.5:
            step["clause"] = [rng.choice((literal, flipped(literal))) for literal in step["clause"]]
    _rederive(proof)
    if rng.random() < 0.5:
        _take_last_as_goal(proof)


@kind
def last_steps_dropped_and_goal_moved(proof, donor, rng):
    """An honest change, if nothing was assumed: an earlier step becomes the goal."""
    del proof["steps"][rng.randint(1, len(proof["steps"]) - 1) :]
    _take_last_as_goal(proof)


@kind
def clauses_made_up(proof, donor, rng):
    """Clauses of the hints, right or wrong, and all that can be resolved from them."""
    steps: list[Proof] = []
    for _ in range(rng.randint(2, 5)):
        source = rng.choice(list(proof["hints"]))
        among = proof["hints"][source]["among"]
        sign = rng.choice(("", "~"))
        clause = [sign + name for name in rng.sample(among, rng.randint(1, len(among)))]
        reason = {"by": "total"} if source == "mines" else {"by": "clue", "clue": source}
        steps.append({"clause": clause, **reason})
    for _ in range(4):
        one, other = rng.choices(range(len(steps)), k=2)
        clashes = [literal for literal in steps[one]["clause"] if flipped(literal) in steps[other]["clause"]]
        if clashes:
            pivot = rng.choice(clashes).removeprefix("~")
            both = {*steps[one]["clause"], *steps[other]["clause"]} - {pivot, "~" + pivot}
            steps.append({"clause": sorted(both), "by": "resolve", "from": [one + 1, other + 1], "on": pivot})
    proof.update(steps=steps, by="direct")
    renumber(proof)
    _take_last_as_goal(proof)


@kind
def sum_made_up(proof, donor, rng):
    """A sum of some hints, worked out rightly, and a literal that may or may not follow."""
    sources = list(proof["hints"])
    chosen = [(rng.choice(sources), rng.choice((1, -1))) for _ in range(rng.randint(1, 3))]
    cells: dict[str, int] = {}
    low = high = 0
    for source, sign in chosen:
        hint = proof["hints"][source]
        least = hint.get("mines", hint.get("at_least", 0))
        most = hint.get("mines", hint.get("at_most", len(hint["among"])))
        low, high = (low + least, high + most) if sign > 0 else (low - most, high - least)
        for name in hint["among"]:
            cells[name] = cells.get(name, 0) + sign
    facts = [some_literal(proof, rng)] if rng.random() < 0.2 else []
    for fact in facts:
        factor = cells.pop(fact.removeprefix("~"), 0)
        low, high = (low, high) if fact.startswith("~") else (low - factor, high - factor)
    cells = {name: factor for name, factor in cells.items() if factor}
    numbers = {"mines": low} if low == high else {"at_least": low, "at_most": high}
    literal = rng.choice(("", "~")) + rng.choice(list(cells))
    step = {"step": 1, "clause": [literal], "by": "sum", "facts": facts, "sum": {"cells": cells, **numbers}}
    step["add"] = [source for source, sign in chosen if sign > 0]
    step["subtract"] = [source for source, sign in chosen if sign < 0]
    proof.update(steps=[step], by="counting")
    _take_last_as_goal(proof)


@kind
def count_made_up(proof, donor, rng):
    """A clause of a hint over made-up counts, and a goal over them."""
    source = rng.choice(list(proof["hints"]))
    among = proof["hints"][source]["among"]
    clause = [flipped(some_literal(proof, rng))] if rng.random() < 0.3 else []
    for number in range(rng.randint(1, 3)):
        some = rng.sample(among, rng.randint(1, len(among)))
        proof["symbols"][f"_{60 + number}"] = f"at least {rng.randint(0, 3)} mines among {' '.join(some)}"
        clause.append(rng.choice(("", "~")) + f"_{60 + number}")
    reason = {"by": "total"} if source == "mines" else {"by": "clue", "clue": source}
    proof.update(steps=[{"step": 1, "clause": clause, **reason}], by="direct")
    _take_last_as_goal(proof)


@kind
def clause_of_a_formula_made_up(proof, donor, rng):
    """A clause over the names of a formula, and perhaps over a symbol that is made up."""
    given = rng.choice(proof["givens"])
    names = sorted(set(re.findall(r"[a-z_0-9]+", given)) - {"true", "false"})
    clause = [rng.choice(("", "~")) + name for name in rng.sample(names, min(len(names), rng.randint(1, 4)))]
    if rng.random() < 0.5:
        one, two = (rng.choice(("", "~")) + name for name in rng.choices(names, k=2))
        proof["symbols"]["_70"] = rng.choice((f"{one} & {two}", f"{one} | {two}", f"({one} | {two}) & {one}", one))
        clause.append(rng.choice(("", "~")) + "_70")
    proof.update(steps=[{"step": 1, "clause": clause, "by": "given", "given": given}], by="direct")
    _take_last_as_goal(proof)
