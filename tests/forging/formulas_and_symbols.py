"""Changes to formulas, and to what auxiliary symbols mean."""

from __future__ import annotations

import json
import re

from forging.tools import Proof, append, goal_literal, kind, names_in, some_literal, some_step

# -- formulas


_OPERATORS = ("->", "<->", "&", "|", "^")


@kind
def formula_changed_everywhere(proof, donor, rng):
    old = rng.choice(proof["givens"])
    words = old.split(" ")
    place = rng.choice([at for at, word in enumerate(words) if word in _OPERATORS])
    words[place] = rng.choice(_OPERATORS)
    _rename_given(proof, old, " ".join(words))


@kind
def formula_negated(proof, donor, rng):
    old = rng.choice(proof["givens"])
    _rename_given(proof, old, f"~({old})")


@kind
def formula_in_other_words(proof, donor, rng):
    old = rng.choice(proof["givens"])
    _rename_given(proof, old, rng.choice((f"({old})", f"~~({old})", old.replace(" ", "  "), f"{old} & true")))


@kind
def formula_false(proof, donor, rng):
    _rename_given(proof, rng.choice(proof["givens"]), rng.choice(("false", "a & ~a", "rule 7", "", "a &", "_1")))


def _rename_given(proof: Proof, old: str, new: str) -> None:
    proof["givens"] = [new if given == old else given for given in proof["givens"]]
    for step in proof["steps"]:
        if step.get("given") == old:
            step["given"] = new


@kind
def formula_invented(proof, donor, rng):
    literal = rng.choice((some_literal(proof, rng), goal_literal(proof)))
    if rng.random() < 0.7:
        proof["givens"].append(literal)
    step = some_step(proof, rng)
    number = step["step"]
    step.clear()
    step.update(step=number, clause=[literal], by="given", given=literal)


@kind
def formula_of_another_step(proof, donor, rng):
    some_step(proof, rng, "given")["given"] = rng.choice((*proof["givens"], *proof["symbols"], *donor["givens"]))


@kind
def formula_dropped(proof, donor, rng):
    proof["givens"].remove(rng.choice(proof["givens"]))


# -- auxiliary symbols


@kind
def symbol_count_changed(proof, donor, rng):
    symbol = rng.choice(list(proof["symbols"]))
    proof["symbols"][symbol] = re.sub(
        r"[0-9]+(?= mines)", lambda match: str(max(0, int(match[0]) + rng.choice((-1, 1)))), proof["symbols"][symbol]
    )


@kind
def symbol_cell_dropped(proof, donor, rng):
    symbol = rng.choice(list(proof["symbols"]))
    words = proof["symbols"][symbol].split(" ")
    words.pop(rng.randrange(len(words)))
    proof["symbols"][symbol] = " ".join(words)


@kind
def symbol_sign_changed(proof, donor, rng):
    symbol = rng.choice(list(proof["symbols"]))
    words = proof["symbols"][symbol].split(" ")
    place = rng.randrange(len(words))
    words[place] = rng.choice(("~" + words[place], words[place].replace("~", ""), "|", "&"))
    proof["symbols"][symbol] = " ".join(words)


@kind
def symbols_swapped(proof, donor, rng):
    one, other = rng.sample(list(proof["symbols"]), 2)
    symbols = proof["symbols"]
    symbols[one], symbols[other] = symbols[other], symbols[one]


@kind
def symbols_reversed(proof, donor, rng):
    proof["symbols"] = dict(reversed(proof["symbols"].items()))


@kind
def symbol_dropped(proof, donor, rng):
    del proof["symbols"][rng.choice(list(proof["symbols"]))]


@kind
def symbol_circular(proof, donor, rng):
    symbol = rng.choice((*proof["symbols"], "_5"))
    proof["symbols"][symbol] = rng.choice((symbol, f"~{symbol}", f"{goal_literal(proof)} & {symbol}", "_6"))
    proof["symbols"].setdefault("_6", symbol)


@kind
def symbol_contradictory(proof, donor, rng):
    name = rng.choice(names_in(proof))
    symbol = rng.choice((*proof["symbols"], "_8"))
    proof["symbols"][symbol] = f"{name} & ~{name}"
    append(proof, clause=["~" + symbol, name], by="given", given=symbol)


@kind
def symbol_asserted(proof, donor, rng):
    """A new symbol that means the goal, said to hold."""
    proof["symbols"]["_8"] = goal_literal(proof)
    source = rng.choice((*proof["givens"], *proof["hints"], "_8"))
    by, last = rng.choice(("given", "clue", "fact", "total")), len(proof["steps"])
    append(proof, clause=["_8"], by=by, given=source, clue=source, cell="_8")
    append(proof, clause=["~_8", goal_literal(proof)], by="given", given="_8")
    append(proof, clause=[goal_literal(proof)], by="resolve", **{"from": [last + 1, last + 2]}, on="_8")


@kind
def symbol_ambiguous(proof, donor, rng):
    one, two, three = (some_literal(proof, rng) for _ in range(3))
    proof["symbols"][rng.choice((*proof["symbols"], "_8"))] = rng.choice(
        (f"{one} & {two} | {three}", f"{one}|{two}", f"{one}&{two}", f"({one} | {two}", f"~({one} | {two})", "", " ")
    )


@kind
def symbol_with_a_plain_name(proof, donor, rng):
    proof["symbols"][rng.choice((*names_in(proof), "_", "_0", "_01", "_a", "__1"))] = some_literal(proof, rng)


@kind
def symbol_renamed_everywhere(proof, donor, rng):
    """An honest change, if the new name is not taken."""
    old = rng.choice(list(proof["symbols"]))
    new = rng.choice(("_50", *proof["symbols"]))
    text = json.dumps(proof, ensure_ascii=False)
    proof.update(json.loads(re.sub(rf"(?<![\w]){old}(?![0-9])", new, text)))
