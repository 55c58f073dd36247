"""Changes to what a proof says about itself, and to types, numbers, names and the text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

from forging.tools import kind, names_in, some_clause, some_hint, some_step

TEXT_KINDS: dict[str, Callable[[str, Random], str]] = {}


# -- what the proof says about itself


@kind
def clues_changed(proof, donor, rng):
    proof["clues"] = rng.choice(([], [*proof["clues"], "Z9"], proof["clues"][1:], proof["clues"] * 2, donor["clues"]))


@kind
def premises_changed(proof, donor, rng):
    stated = proof["premises"]
    other = donor.get("premises", [])
    proof["premises"] = rng.choice(([], [*stated, "Z9"], stated[1:], stated * 2, stated[::-1], other, None))


@kind
def technique_changed(proof, donor, rng):
    proof["technique"] = rng.choice(("single", "subset", "difference", "propagate", "split", "magic", None))


@kind
def mine_total_flag_changed(proof, donor, rng):
    proof["uses_mine_total"] = rng.choice((not proof["uses_mine_total"], 1, 0, None, "yes"))


@kind
def witness_changed(proof, donor, rng):
    witness = proof["witnesses"][rng.choice(list(proof["witnesses"]))]
    witness.append(rng.choice((*names_in(proof), "Z9")))


@kind
def witness_shortened(proof, donor, rng):
    witness = proof["witnesses"][rng.choice(list(proof["witnesses"]))]
    witness.remove(rng.choice(witness))


@kind
def witnesses_swapped(proof, donor, rng):
    one, other = rng.sample(list(proof["witnesses"]), 2)
    witnesses = proof["witnesses"]
    witnesses[one], witnesses[other] = witnesses[other], witnesses[one]


@kind
def witness_dropped(proof, donor, rng):
    del proof["witnesses"][rng.choice(list(proof["witnesses"]))]


@kind
def witness_invented(proof, donor, rng):
    proof.setdefault("witnesses", {})[rng.choice((*proof["hints"], "Z9"))] = rng.sample(names_in(proof), 2)


@kind
def placements_added(proof, donor, rng):
    proof["placements"] = [[], names_in(proof)[:1]]


@kind
def checked_changed(proof, donor, rng):
    proof["checked"] = rng.choice((False, None, "by me"))


# -- types, numbers and names


@kind
def value_of_a_wrong_type(proof, donor, rng):
    proof[rng.choice(list(proof))] = rng.choice((None, True, 0, 1.0, "", [], {}, [[]], [None], {"": None}))


@kind
def step_value_of_a_wrong_type(proof, donor, rng):
    step = some_step(proof, rng)
    step[rng.choice(list(step))] = rng.choice((None, True, False, 1.0, "1", "", [], {}, [[]], [1, "2"]))


@kind
def step_key_missing(proof, donor, rng):
    step = some_step(proof, rng)
    del step[rng.choice(list(step))]


@kind
def key_missing(proof, donor, rng):
    del proof[rng.choice(list(proof))]


@kind
def key_added(proof, donor, rng):
    proof[rng.choice(("comment", "proof", "Steps", "goals"))] = rng.choice((1, "x", [], {}))


@kind
def version_changed(proof, donor, rng):
    proof["version"] = rng.choice((0, 2, "1", 1.0, True, None))


@kind
def number_huge(proof, donor, rng):
    huge = rng.choice((10**12, 10**12 + 1, 10**100, -(10**13)))
    hint = rng.choice((some_hint(proof, rng), *proof["steps"]))
    hint[rng.choice([key for key, value in hint.items() if isinstance(value, int)])] = huge


_LOOK_ALIKES = str.maketrans({"A": "А", "B": "В", "C": "С", "a": "а", "c": "с", "1": "１", "e": "е"})


@kind
def name_of_look_alikes(proof, donor, rng):
    clause = some_clause(proof, rng)
    place = rng.randrange(len(clause))
    clause[place] = clause[place].translate(_LOOK_ALIKES)


@kind
def name_of_look_alikes_in_a_hint(proof, donor, rng):
    hint = some_hint(proof, rng)
    hint["among"] = [name.translate(_LOOK_ALIKES) for name in hint["among"]]


@kind
def name_with_an_invisible_character(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause[rng.randrange(len(clause))] += rng.choice(("\u200b", "\u202e", " ", "\n", "\u0301", "\u00a0"))


@kind
def name_in_small_letters(proof, donor, rng):
    clause = some_clause(proof, rng)
    place = rng.randrange(len(clause))
    clause[place] = clause[place].swapcase()


@kind
def name_with_an_operator(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause[:] = rng.choice((["|".join(clause)], [" | ".join(clause)], ["&".join(clause)]))


@kind
def name_very_long(proof, donor, rng):
    clause = some_clause(proof, rng)
    clause.append("A" * rng.choice((200, 201)))


# -- the text


def text_kind(change: Callable[[str, Random], str]) -> Callable[[str, Random], str]:
    TEXT_KINDS[change.__name__] = change
    return change


@text_kind
def text_key_repeated(text, rng):
    key = rng.choice(('"verdict": "mine"', '"goal": [["A1"]]', '"steps": []', '"hints": {}', '"by": "direct"'))
    return rng.choice((f"{{{key}, {text[1:]}", f"{text[:-1]}, {key}}}"))


@text_kind
def text_cut_off(text, rng):
    return text[: rng.randrange(len(text))]


@text_kind
def text_character_dropped(text, rng):
    place = rng.randrange(len(text))
    return text[:place] + text[place + 1 :]


@text_kind
def text_character_changed(text, rng):
    place = rng.randrange(len(text))
    return text[:place] + rng.choice('0123456789~"[]{},:AB_| ') + text[place + 1 :]


@text_kind
def text_not_a_number(text, rng):
    return re.sub(r"\b[0-9]\b", rng.choice(("NaN", "Infinity", "-0", "1e0", "01")), text, count=1)


@text_kind
def text_nested_deeply(text, rng):
    return text[:-1] + ', "x": ' + "[" * 2000 + "]" * 2000 + "}"


@text_kind
def text_escaped(text, rng):
    """An honest change: the same text in other characters."""
    return json.dumps(json.loads(text), ensure_ascii=True, indent=rng.choice((None, 1)))
