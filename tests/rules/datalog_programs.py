"""Datalog files for the tests: those of the corpus, random ones, and the same in clingo's language."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import clingo
from conftest import ROOT

FILES: list[Path] = sorted((ROOT / "tests" / "corpus" / "format-datalog").glob("*.pl"))

_COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*|/\*.*?\*/", re.DOTALL)


def for_clingo(text: str) -> str:
    """Return a Datalog file as clingo reads it: what is written in Prolog's way in its own, and without questions."""
    text = _COMMENT.sub(" ", text)
    text = re.sub(r"\?-[^.]*\.", "", text)
    text = re.sub(r"(?:\\\+|not)[ ]*\(([^()]*(?:\([^()]*\))?)\)", r"not \1", text)
    for sign, other in ((r"\+", "not "), ("=<", "<="), (r"\=", "!=")):
        text = text.replace(sign, other)
    return re.sub(r"'([^']*)'", r'"\1"', text)


def stable_models(program: str) -> list[frozenset[str]]:
    """Return at most two stable models that clingo finds, with constants as logicms writes them."""
    control = clingo.Control(["--warn=none", "2"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [frozenset(str(each).replace('"', "") for each in model.symbols(atoms=True)) for model in handle]


# -- random ones

_ARITIES = {"p": 1, "q": 1, "e": 2, "r": 2, "n": 1, "d": 2, "w": 0}
_NUMBERS = {("n", 0), ("d", 1)}
"""The places of numbers; in all others are names."""


def random_program(rng: Random) -> str:
    """Return a random program, safe but perhaps with several stable models or none."""
    lines = [f"n({rng.randint(0, 2)}..{rng.randint(2, 4)})."]
    for _ in range(rng.randint(2, 9)):
        name = rng.choice(list(_ARITIES))
        lines.append(f"{_atom(name, [_constant(rng, name, place) for place in range(_ARITIES[name])])}.")
    lines += [_rule(rng) for _ in range(rng.randint(1, 7))]
    rng.shuffle(lines)
    return "".join(line + rng.choice((" ", "\n", "  % a comment.\n", "\n/* . */ ")) for line in lines)


def _atom(name: str, terms: list[str]) -> str:
    return f"{name}({', '.join(terms)})" if terms else name


def _constant(rng: Random, name: str, place: int) -> str:
    return str(rng.randint(0, 4)) if (name, place) in _NUMBERS else rng.choice(("a", "b", "c", "'D'"))


def _rule(rng: Random) -> str:
    kinds: dict[str, bool] = {}  # of each variable: whether it is a number

    def term(name: str, place: int, *, binds: bool) -> str:
        is_number = (name, place) in _NUMBERS
        known = [each for each, kind in kinds.items() if kind == is_number]
        if known and rng.random() < 0.7:
            return rng.choice(known)
        if binds and rng.random() < 0.8:
            new = f"{'N' if is_number else 'X'}{len(kinds)}"
            kinds[new] = is_number
            return new
        if rng.random() < 0.3 and binds is not None:
            return "_"
        return _constant(rng, name, place)

    def atom(name: str, *, binds: bool) -> str:
        return _atom(name, [term(name, place, binds=binds) for place in range(_ARITIES[name])])

    body = [atom(rng.choice(list(_ARITIES)), binds=True) for _ in range(rng.randint(1, 3))]
    for _ in range(rng.randint(0, 2)):
        if rng.random() < 0.5 and kinds:
            body.append(_comparison(rng, kinds))
        else:
            sign = rng.choice(("not ", "\\+ "))
            body.append(f"{sign}{atom(rng.choice(list(_ARITIES)), binds=False)}")
    if rng.random() < 0.08:
        return f":- {', '.join(body)}."
    name = rng.choice(list(_ARITIES))
    own = [
        rng.choice(
            [each for each, is_number in kinds.items() if is_number == ((name, place) in _NUMBERS)]
            or [_constant(rng, name, place)]
        )
        for place in range(_ARITIES[name])
    ]
    rng.shuffle(body)
    return f"{_atom(name, own)} :- {', '.join(body)}."


def _comparison(rng: Random, kinds: dict[str, bool]) -> str:
    numbers = [each for each, is_number in kinds.items() if is_number]
    if numbers and rng.random() < 0.6:
        sides = [rng.choice((*numbers, str(rng.randint(0, 4)))) for _ in range(2)]
        if rng.random() < 0.5:
            sides[0] += rng.choice((" + 1", " - 1", f" + {rng.choice(numbers)}", f" - {rng.choice(numbers)}"))
        sign = rng.choice(("<", "=<", "<=", ">", ">=", "=", "!=", "\\="))
    else:
        names = [each for each, is_number in kinds.items() if not is_number] or numbers
        sides = [rng.choice(names), rng.choice((*names, "a", "'D'"))]
        sign = rng.choice(("=", "!=", "\\="))
    negation = "not " if rng.random() < 0.15 else ""
    return f"{negation}{sides[0]} {sign} {sides[1]}"
