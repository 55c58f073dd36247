"""Changes to the steps of a proof: dropped, moved, given another clause or another reason."""

from __future__ import annotations

import re
from copy import deepcopy

from forging.tools import append, flipped, goal_literal, kind, names_in, renumber, some_clause, some_literal, some_step


@kind
def step_dropped(proof, donor, rng):
    proof["steps"].remove(some_step(proof, rng))


@kind
def step_dropped_and_renumbered(proof, donor, rng):
    step_dropped(proof, donor, rng)
    renumber(proof)


@kind
def step_duplicated(proof, donor, rng):
    proof["steps"].insert(rng.randint(0, len(proof["steps"])), deepcopy(some_step(proof, rng)))
    if rng.random() < 0.7:
        renumber(proof)


@kind
def premise_repeated_at_the_front(proof, donor, rng):
    """An honest change: every number moves up by one."""
    proof["steps"].insert(0, deepcopy(some_step(proof, rng, "clue", "fact", "total", "given")))
    for step in proof["steps"]:
        if "from" in step:
            step["from"] = [parent + 1 for parent in step["from"]]
    renumber(proof)


@kind
def steps_swapped(proof, donor, rng):
    one, other = rng.sample(range(len(proof["steps"])), 2)
    steps = proof["steps"]
    steps[one], steps[other] = steps[other], steps[one]
    if rng.random() < 0.7:
        renumber(proof)


@kind
def steps_reversed(proof, donor, rng):
    proof["steps"].reverse()
    renumber(proof)


@kind
def steps_cut_off(proof, donor, rng):
    del proof["steps"][rng.randint(0, len(proof["steps"]) - 1) :]


@kind
def step_renumbered(proof, donor, rng):
    some_step(proof, rng)["step"] += rng.choice((-1, 1, 1000))


@kind
def step_number_repeated(proof, donor, rng):
    some_step(proof, rng)["step"] = some_step(proof, rng)["step"]


@kind
def step_stolen(proof, donor, rng):
    proof["steps"].insert(rng.randint(0, len(proof["steps"])), deepcopy(some_step(donor, rng)))
    renumber(proof)


@kind
def last_step_goal(proof, donor, rng):
    proof["steps"][-1]["clause"] = list(proof["goal"][0])


@kind
def last_step_empty(proof, donor, rng):
    proof["steps"][-1]["clause"] = []


@kind
def literal_added(proof, donor, rng):
    some_step(proof, rng)["clause"].append(some_literal(proof, rng))


@kind
def literal_added_to_a_premise(proof, donor, rng):
    some_step(proof, rng, "clue", "total", "given", "assume", "sum")["clause"].append(some_literal(proof, rng))


@kind
def literal_dropped(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause.remove(rng.choice(clause))


@kind
def literal_negated(proof, donor, rng):
    clause = some_clause(proof, rng)
    place = rng.randrange(len(clause))
    clause[place] = flipped(clause[place])


@kind
def literal_repeated(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause.append(rng.choice(clause))


@kind
def literal_made_a_tautology(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause.append(flipped(rng.choice(clause)))


@kind
def literal_twice_negated(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause[0] = "~" + flipped(clause[0])


@kind
def literals_reordered(proof, donor, rng):
    rng.shuffle(some_clause(proof, rng))


@kind
def clause_replaced(proof, donor, rng):
    some_step(proof, rng)["clause"] = [some_literal(proof, rng)]


@kind
def name_swapped_everywhere(proof, donor, rng):
    """One cell becomes another in every clause, but not in the hints."""
    old, new = rng.sample(names_in(proof), 2)
    for step in proof["steps"]:
        step["clause"] = [re.sub(rf"^(~?){re.escape(old)}$", rf"\g<1>{new}", literal) for literal in step["clause"]]


@kind
def reason_changed(proof, donor, rng):
    some_step(proof, rng)["by"] = rng.choice(("clue", "total", "fact", "given", "assume", "resolve", "sum", "magic"))


@kind
def reason_taken_from_another_step(proof, donor, rng):
    one, other = some_step(proof, rng), deepcopy(some_step(proof, rng))
    clause, number = one["clause"], one["step"]
    one.clear()
    one.update(other, clause=clause, step=number)


@kind
def clue_changed(proof, donor, rng):
    some_step(proof, rng, "clue")["clue"] = rng.choice((*proof["hints"], *donor["hints"], "mines"))


@kind
def clue_for_the_total(proof, donor, rng):
    step = some_step(proof, rng, "total")
    step.update(by="clue", clue="mines")


@kind
def total_for_a_clue(proof, donor, rng):
    step = some_step(proof, rng, "clue")
    step["by"] = "total"


@kind
def fact_about_another(proof, donor, rng):
    some_step(proof, rng, "fact")["cell"] = rng.choice(names_in(proof))


@kind
def fact_negated(proof, donor, rng):
    step = some_step(proof, rng, "fact")
    step["clause"] = [flipped(literal) for literal in step["clause"]]


@kind
def fact_invented(proof, donor, rng):
    literal = rng.choice((some_literal(proof, rng), goal_literal(proof)))
    step = some_step(proof, rng)
    number = step["step"]
    step.clear()
    step.update(step=number, clause=[literal], by="fact", cell=literal.removeprefix("~"))


@kind
def goal_taken_as_a_fact(proof, donor, rng):
    literal = goal_literal(proof)
    proof["by"] = "direct"
    proof["steps"] = [{"step": 1, "clause": [literal], "by": "fact", "cell": literal.removeprefix("~")}]
    if rng.random() < 0.5:
        proof["hints"], proof["clues"], proof["uses_mine_total"], proof["witnesses"] = {}, [], False, {}


@kind
def fact_of_several_literals(proof, donor, rng):
    some_step(proof, rng, "fact")["clause"].append(some_literal(proof, rng))


@kind
def goal_assumed(proof, donor, rng):
    for step in proof["steps"]:
        if step["by"] == "assume":
            step["clause"] = list(rng.choice(proof["goal"]))


@kind
def assumption_added(proof, donor, rng):
    append(proof, clause=[flipped(goal_literal(proof))], by="assume")
    append(proof, clause=[], by="resolve", **{"from": [len(proof["steps"]), len(proof["steps"]) - 1]}, on="A1")


@kind
def empty_clause_assumed(proof, donor, rng):
    proof["steps"] = [{"step": 1, "clause": [], "by": rng.choice(("assume", "clue", "total", "given", "fact"))}]


@kind
def tautology_resolved(proof, donor, rng):
    goal = goal_literal(proof)
    name = goal.removeprefix("~")
    proof["by"] = "resolution"
    proof["steps"] = [
        {"step": 1, "clause": [name, "~" + name], "by": "assume"},
        {"step": 2, "clause": [flipped(goal)], "by": "assume"},
        {"step": 3, "clause": [], "by": "resolve", "from": [1, 2], "on": name},
    ]


@kind
def pivot_changed(proof, donor, rng):
    some_step(proof, rng, "resolve")["on"] = rng.choice(names_in(proof))


@kind
def pivot_a_literal(proof, donor, rng):
    step = some_step(proof, rng, "resolve")
    step["on"] = "~" + step["on"]


@kind
def parents_swapped(proof, donor, rng):
    some_step(proof, rng, "resolve")["from"].reverse()


@kind
def parent_changed(proof, donor, rng):
    parents = some_step(proof, rng, "resolve")["from"]
    parents[rng.randint(0, 1)] = rng.randint(1, len(proof["steps"]))


@kind
def parent_not_earlier(proof, donor, rng):
    step = some_step(proof, rng, "resolve")
    step["from"][rng.randint(0, 1)] = step["step"] + rng.randint(0, 2)


@kind
def parent_out_of_range(proof, donor, rng):
    some_step(proof, rng, "resolve")["from"][rng.randint(0, 1)] = rng.choice((0, -1, -2, 10**6, 10**30))


@kind
def parents_too_many_or_few(proof, donor, rng):
    parents = some_step(proof, rng, "resolve")["from"]
    parents[:] = rng.choice((parents[:1], [*parents, parents[0]], []))


@kind
def circle_of_steps(proof, donor, rng):
    one = len(proof["steps"]) + 1
    literal = goal_literal(proof)
    name = literal.removeprefix("~")
    append(proof, clause=[literal], by="resolve", **{"from": [one + 1, one]}, on=name)
    append(proof, clause=[literal], by="resolve", **{"from": [one, one + 1]}, on=name)


@kind
def resolved_on_two_names(proof, donor, rng):
    """(a | b) and (~a | ~b) do not give the empty clause."""
    one, other = (some_step(proof, rng)["step"] for _ in range(2))
    append(proof, clause=[], by="resolve", **{"from": [one, other]}, on=rng.choice(names_in(proof)))


@kind
def kind_of_proof_changed(proof, donor, rng):
    proof["by"] = rng.choice(("resolution", "direct", "counting", "induction"))
