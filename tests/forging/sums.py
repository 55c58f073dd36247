"""Changes to the sums of a proof by counting."""

from __future__ import annotations

from copy import deepcopy

from forging.tools import append, flipped, goal_literal, kind, names_in, number_key, some_literal, some_step


@kind
def sum_hint_replaced(proof, donor, rng):
    words = some_step(proof, rng, "sum")[rng.choice(("add", "subtract"))]
    words[rng.randrange(len(words))] = rng.choice((*proof["hints"], *donor["hints"]))


@kind
def sum_hint_moved(proof, donor, rng):
    step = some_step(proof, rng, "sum")
    step["add"], step["subtract"] = step["subtract"], step["add"]


@kind
def sum_everything_negated(proof, donor, rng):
    """An honest change, if the equation is negated too."""
    step = some_step(proof, rng, "sum")
    step["add"], step["subtract"] = step["subtract"], step["add"]
    left = step["sum"]
    left["cells"] = {name: -factor for name, factor in left["cells"].items()}
    numbers = {key: -left.pop(key) for key in ("mines", "at_least", "at_most") if key in left}
    swapped = {"mines": "mines", "at_least": "at_most", "at_most": "at_least"}
    left.update({swapped[key]: number for key, number in numbers.items()})


@kind
def sum_hint_repeated(proof, donor, rng):
    words = some_step(proof, rng, "sum")[rng.choice(("add", "subtract"))]
    words.append(rng.choice(words))


@kind
def sum_doubled(proof, donor, rng):
    """An honest change: twice everything."""
    step = some_step(proof, rng, "sum")
    step["add"] *= 2
    step["subtract"] *= 2
    left = step["sum"]
    left["cells"] = {name: 2 * factor for name, factor in left["cells"].items()}
    left.update({key: 2 * left[key] for key in ("mines", "at_least", "at_most") if key in left})


@kind
def sum_emptied(proof, donor, rng):
    some_step(proof, rng, "sum").update(add=[], subtract=[], sum={"cells": {}, "mines": rng.randint(0, 1)})


@kind
def sum_factor_changed(proof, donor, rng):
    cells = some_step(proof, rng, "sum")["sum"]["cells"]
    cells[rng.choice(list(cells))] += rng.choice((-2, -1, 1))


@kind
def sum_factor_not_whole(proof, donor, rng):
    cells = some_step(proof, rng, "sum")["sum"]["cells"]
    cells[rng.choice(list(cells))] = rng.choice((0.5, 1.0, "1/2", "1", True, None, 10**40))


@kind
def sum_factor_zero(proof, donor, rng):
    some_step(proof, rng, "sum")["sum"]["cells"][rng.choice((*names_in(proof), "Z9"))] = 0


@kind
def sum_number_changed(proof, donor, rng):
    left = some_step(proof, rng, "sum")["sum"]
    left[number_key(left, rng)] += rng.choice((-1, 1, 2))


@kind
def sum_bounds_for_a_number(proof, donor, rng):
    left = some_step(proof, rng, "sum")["sum"]
    number = left.pop("mines")
    left.update(at_least=number - rng.randint(0, 1), at_most=number + rng.randint(0, 1))


@kind
def sum_two_numbers(proof, donor, rng):
    some_step(proof, rng, "sum")["sum"][rng.choice(("mines", "at_least", "at_most"))] = rng.randint(-1, 2)


@kind
def sum_fact_invented(proof, donor, rng):
    some_step(proof, rng, "sum")["facts"].append(some_literal(proof, rng))


@kind
def sum_fact_dropped(proof, donor, rng):
    facts = some_step(proof, rng, "sum")["facts"]
    facts.remove(rng.choice(facts))


@kind
def sum_fact_negated(proof, donor, rng):
    facts = some_step(proof, rng, "sum")["facts"]
    place = rng.randrange(len(facts))
    facts[place] = flipped(facts[place])


@kind
def sum_fact_that_is_the_goal(proof, donor, rng):
    some_step(proof, rng, "sum")["facts"].append(goal_literal(proof))


@kind
def sum_around_another_step(proof, donor, rng):
    step = some_step(donor, rng, "sum")
    append(proof, **{key: deepcopy(value) for key, value in step.items() if key != "step"})
