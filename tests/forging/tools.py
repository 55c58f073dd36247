"""The list of the kinds of change to a proof as JSON, and small tools to make them with."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Proof = dict[str, Any]
Kind = Callable[[Proof, Proof, Random], None]

KINDS: dict[str, Kind] = {}


def kind(change: Kind) -> Kind:
    """Add a kind: it takes a proof, another one to steal from and a source of chance, and changes the first."""
    KINDS[change.__name__] = change
    return change


def flipped(literal: str) -> str:
    return literal.removeprefix("~") if literal.startswith("~") else "~" + literal


def some_step(proof: Proof, rng: Random, *by: str) -> Proof:
    """Return a step, of one of these kinds if any are given."""
    return rng.choice([step for step in proof["steps"] if not by or step["by"] in by])


def some_clause(proof: Proof, rng: Random) -> list[str]:
    return rng.choice([step["clause"] for step in proof["steps"] if step["clause"]])


def some_hint(proof: Proof, rng: Random) -> Proof:
    return proof["hints"][rng.choice(list(proof["hints"]))]


def names_in(proof: Proof) -> list[str]:
    names = {literal.removeprefix("~") for step in proof["steps"] for literal in step["clause"]}
    names |= {name for hint in proof["hints"].values() for name in hint["among"]}
    return sorted(names)


def some_literal(proof: Proof, rng: Random) -> str:
    return rng.choice(("", "~")) + rng.choice(names_in(proof))


def renumber(proof: Proof) -> None:
    for number, step in enumerate(proof["steps"], 1):
        step["step"] = number


def append(proof: Proof, **step: Any) -> None:
    proof["steps"].append({"step": len(proof["steps"]) + 1, **step})


def number_key(data: Proof, rng: Random) -> str:
    return rng.choice([key for key in ("mines", "at_least", "at_most") if key in data])


def goal_literal(proof: Proof) -> str:
    return proof["goal"][0][0]
