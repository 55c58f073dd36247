"""A forger of proofs: kinds of change to an honest proof, most of which make it false. Nothing here knows the checkers.

A kind that does not apply to a proof leaves it as it is, or raises. Some are honest: they change the proof into another
valid one, which must be accepted.
"""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random

from forging import assumptions, claims, formulas_and_symbols, goals_and_hints, made_up, rules, steps, sums
from forging.claims import TEXT_KINDS
from forging.tools import KINDS, Proof

MODULES = (goals_and_hints, steps, formulas_and_symbols, rules, sums, assumptions, made_up, claims)
"""Each adds its kinds to `KINDS`."""


def forge(proof: Proof, donor: Proof, rng: Random, first: str) -> tuple[str, str] | None:
    """Return the names of one to three changes, the first one as given, and the text of the proof after them.

    None if there is nothing in the proof that the first change could be about.
    """
    forged, names = deepcopy(proof), list[str]()
    if first != "premises_changed" and rng.random() < 0.9:
        forged.pop("premises", None)  # they need not be there, and would give away most changes
    wanted = rng.choice((1, 1, 1, 1, 2, 3))
    while len(names) < wanted:
        name = rng.choice(list(KINDS)) if names or first not in KINDS else first
        before = deepcopy(forged)
        try:
            KINDS[name](forged, donor, rng)
        except (LookupError, TypeError, AttributeError, ValueError):
            forged = before  # it does not apply
        if json.dumps(forged) != json.dumps(before):  # the order of the symbols matters
            names.append(name)
        elif name == first:
            return None
    text = json.dumps(forged, ensure_ascii=False)
    if first in TEXT_KINDS:
        text = TEXT_KINDS[first](text if rng.random() < 0.5 else json.dumps(proof), rng)
        names.append(first)
    return "+".join(names), text
