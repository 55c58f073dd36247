"""Changes to what a proof shows, and to the hints that it rests on."""

from __future__ import annotations

from copy import deepcopy

from forging.tools import append, flipped, goal_literal, kind, names_in, number_key, some_hint, some_literal

# -- what is shown


@kind
def goal_and_verdict_negated(proof, donor, rng):
    proof["goal"] = [[flipped(goal_literal(proof))]]
    if "verdict" in proof:
        proof["verdict"] = {"safe": "mine", "mine": "safe"}[proof["verdict"]]


@kind
def verdict_negated(proof, donor, rng):
    proof["verdict"] = {"safe": "mine", "mine": "safe"}[proof["verdict"]]


@kind
def goal_negated(proof, donor, rng):
    proof["goal"][0][0] = flipped(proof["goal"][0][0])


@kind
def goal_and_verdict_negated_throughout(proof, donor, rng):
    goal_and_verdict_negated(proof, donor, rng)
    for step in proof["steps"]:
        if step["by"] == "assume" or step is proof["steps"][-1]:
            step["clause"] = [flipped(literal) for literal in step["clause"]]


@kind
def goal_conjoined(proof, donor, rng):
    proof.pop("cell", None)
    proof.pop("verdict", None)
    proof["goal"].append([some_literal(proof, rng)])


@kind
def goal_and_assumption_conjoined(proof, donor, rng):
    goal_conjoined(proof, donor, rng)
    for step in proof["steps"]:
        if step["by"] == "assume":
            step["clause"].append(flipped(proof["goal"][-1][0]))


@kind
def goal_weakened(proof, donor, rng):
    proof.pop("cell", None)
    proof.pop("verdict", None)
    rng.choice(proof["goal"]).append(some_literal(proof, rng))


@kind
def goal_strengthened(proof, donor, rng):
    part = rng.choice(proof["goal"])
    part.remove(rng.choice(part))


@kind
def goal_true(proof, donor, rng):
    proof["goal"] = []
    proof.pop("cell", None)
    proof.pop("verdict", None)


@kind
def goal_false(proof, donor, rng):
    proof["goal"] = [[]]
    proof.pop("cell", None)
    proof.pop("verdict", None)


@kind
def goal_missing(proof, donor, rng):
    del proof["goal"]


@kind
def goal_and_cell_missing(proof, donor, rng):
    for key in ("goal", "cell", "verdict"):
        proof.pop(key, None)


@kind
def cell_missing(proof, donor, rng):
    del proof["cell"]


@kind
def cell_changed(proof, donor, rng):
    proof["cell"] = rng.choice(names_in(proof))
    proof["goal"] = [[("~" if proof["verdict"] == "safe" else "") + proof["cell"]]]


@kind
def verdict_uncertain(proof, donor, rng):
    proof["verdict"] = rng.choice(("unknown", "limit", "SAFE", "", None))


@kind
def goal_of_another(proof, donor, rng):
    for key in ("goal", "cell", "verdict"):
        proof.pop(key, None)
        if key in donor:
            proof[key] = deepcopy(donor[key])


@kind
def goal_auxiliary(proof, donor, rng):
    symbol = rng.choice((*proof["symbols"], "_1", "_99"))
    proof["goal"] = [[rng.choice(("", "~")) + symbol]]
    proof.pop("cell", None)
    proof.pop("verdict", None)
    if rng.random() < 0.5:
        proof["symbols"].setdefault(symbol, some_literal(proof, rng))


@kind
def goal_hidden_by_definition(proof, donor, rng):
    """The goal becomes a symbol that means the goal's negation."""
    goal = goal_literal(proof)
    proof["symbols"]["_77"] = rng.choice((goal, flipped(goal), f"{goal} & {some_literal(proof, rng)}"))
    sign = rng.choice(("", "~"))
    proof["goal"] = [[sign + "_77"]]
    proof.pop("cell", None)
    proof.pop("verdict", None)
    for step in proof["steps"]:
        if step["by"] == "assume":
            step["clause"] = [flipped(sign) + "_77" if sign else "~_77"]
    append(proof, clause=["~_77", goal], by="given", given="_77")


@kind
def goal_a_tautology(proof, donor, rng):
    proof["goal"] = [[goal_literal(proof), flipped(goal_literal(proof))]]
    proof.pop("cell", None)
    proof.pop("verdict", None)


# -- hints


@kind
def hint_number_changed(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint[number_key(hint, rng)] += rng.choice((-2, -1, 1, 2))


@kind
def hint_made_inexact(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint[rng.choice(("at_least", "at_most"))] = hint.pop(number_key(hint, rng))


@kind
def hint_made_exact(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint["mines"] = hint.pop(number_key(hint, rng))


@kind
def hint_with_two_numbers(proof, donor, rng):
    some_hint(proof, rng)[rng.choice(("mines", "at_least", "at_most"))] = rng.randint(0, 3)


@kind
def hint_without_number(proof, donor, rng):
    hint = some_hint(proof, rng)
    del hint[number_key(hint, rng)]


@kind
def hint_cell_added(proof, donor, rng):
    some_hint(proof, rng)["among"].append(rng.choice((*names_in(proof), *names_in(donor))))


@kind
def hint_cell_dropped(proof, donor, rng):
    among = some_hint(proof, rng)["among"]
    among.remove(rng.choice(among))


@kind
def hint_cell_replaced(proof, donor, rng):
    hint_cell_dropped(proof, donor, rng)
    hint_cell_added(proof, donor, rng)


@kind
def hint_cells_reordered(proof, donor, rng):
    rng.shuffle(some_hint(proof, rng)["among"])


@kind
def hints_swapped(proof, donor, rng):
    one, other = rng.sample(list(proof["hints"]), 2)
    proof["hints"][one], proof["hints"][other] = proof["hints"][other], proof["hints"][one]


@kind
def hint_renamed(proof, donor, rng):
    old = rng.choice(list(proof["hints"]))
    new = rng.choice((*donor["hints"], *names_in(proof), "mines", "Z9"))
    proof["hints"][new] = proof["hints"].pop(old)
    if rng.random() < 0.7:
        for step in proof["steps"]:
            step.update({"clue": new} if step.get("clue") == old else {})
        proof["clues"] = [new if source == old else source for source in proof["clues"]]


@kind
def hint_dropped(proof, donor, rng):
    source = rng.choice(list(proof["hints"]))
    del proof["hints"][source]
    proof["clues"] = [clue for clue in proof["clues"] if clue != source]


@kind
def hint_stolen(proof, donor, rng):
    source = rng.choice(list(donor["hints"]))
    proof["hints"][source] = deepcopy(donor["hints"][source])
    proof["clues"] = [clue for clue in proof["hints"] if clue != "mines"]
    proof["uses_mine_total"] = "mines" in proof["hints"]


@kind
def hint_about_an_auxiliary(proof, donor, rng):
    proof["symbols"].setdefault("_1", goal_literal(proof))
    some_hint(proof, rng)["among"].append("_1")


@kind
def hint_negative(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint[number_key(hint, rng)] = -1


@kind
def hint_impossible(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint[number_key(hint, rng)] = len(hint["among"]) + 1
