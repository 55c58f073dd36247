"""Knowledge bases for tests: the example files, and random ones, each with something that it entails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress, product
from random import Random

from conftest import ROOT
from sympy import And, Implies, Not, Or, Symbol, Xor
from sympy.logic.boolalg import Boolean

from logicms.hints import exactly
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import parse_hints
from logicms.proofs import checker
from logicms.proofs.checker import Verification
from logicms.proofs.proof import Premises, Proof

EXAMPLES = sorted((ROOT / "examples" / "hints").glob("*.hints"))


def verify(proof: Proof, premises: Premises | None = None) -> Verification:
    """Return the checker's verdict, with formulas read as every door reads them."""
    return checker.verify(proof, premises, parse_expression)


def kb_of(text: str) -> KnowledgeBase:
    return KnowledgeBase(parse_hints(text))


def random_kb(rng: Random) -> KnowledgeBase:
    """A knowledge base of a few names: clauses, counts and formulas, planted so that it is consistent."""
    names = [f"{column}1" for column in "ABCDEF"]
    placed = {name: rng.random() < 0.4 for name in names}
    kb = KnowledgeBase()
    for _ in range(rng.randint(2, 5)):
        among = rng.sample(names, rng.randint(2, 4))
        kb.tell(exactly(sum(placed[name] for name in among), among))
    for _ in range(rng.randint(0, 3)):
        formula = random_formula(rng, names, 2)
        holds = bool(formula.subs({Symbol(name): held for name, held in placed.items()}))
        kb.tell(formula if holds else Not(formula))
    return kb


def random_formula(rng: Random, names: list[str], depth: int) -> Boolean:
    if depth == 0:
        symbol = Symbol(rng.choice(names))
        return symbol if rng.random() < 0.5 else Not(symbol)
    operator = rng.choice([And, Or, Xor, Implies])
    return operator(random_formula(rng, names, depth - 1), random_formula(rng, names, depth - 1))


_CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
    "->": lambda a, b: not a or b,
    "<->": lambda a, b: a == b,
    "^": lambda a, b: a != b,
}

Judge = Callable[[frozenset[str]], bool]
"""Says whether something is true when just these names hold."""


def random_hint_file(rng: Random, individuals: str, lines: int) -> tuple[str, Judge]:
    """Return a hint file of counts, formulas with counts in them and facts, and its judge, which reads no text."""
    heads, told = random_lines(rng, individuals, lines)
    return "\n".join([*heads, *(line for line, _ in told)]), lambda held: all(judge(held) for _, judge in told)


def random_lines(rng: Random, individuals: str, lines: int) -> tuple[list[str], list[tuple[str, Judge]]]:
    """Return the sets of such a file, and its lines, each with its judge."""
    sets = [sorted(rng.sample(individuals, rng.randint(2, 4))) for _ in range(4)]
    told = [_random_line(rng, individuals, sets) for _ in range(lines)]
    heads = [f"set s{number} = {' '.join(members)}" for number, members in enumerate(sets)]
    return [*heads, f"set everybody = {' '.join(individuals)}"], told


def _random_line(rng: Random, individuals: str, sets: Sequence[Sequence[str]]) -> tuple[str, Judge]:
    if rng.random() < 0.4:
        return _random_count(rng, sets)
    return _random_part(rng, individuals, sets, rng.randint(0, 3))


def _random_count(rng: Random, sets: Sequence[Sequence[str]]) -> tuple[str, Judge]:
    index, bound = rng.randrange(len(sets)), rng.choice(("", "at least ", "at most "))
    among = {f"p({each})" for each in sets[index]}
    number = rng.randint(1, len(among) - 1)
    low, high = (0 if bound == "at most " else number), (len(among) if bound == "at least " else number)
    return f"{bound}{number} x in s{index}: p(x)", lambda held: low <= len(among & held) <= high


def _random_part(rng: Random, individuals: str, sets: Sequence[Sequence[str]], depth: int) -> tuple[str, Judge]:
    if depth == 0:
        name, holds = f"p({rng.choice(individuals)})", rng.random() < 0.5
        return name if holds else f"~{name}", lambda held: (name in held) == holds
    if rng.random() < 0.15:
        text, judge = _random_count(rng, sets)
        return f"({text})", judge
    (left, one), (right, two) = (_random_part(rng, individuals, sets, depth - 1) for _ in range(2))
    sign = rng.choice(list(_CONNECTIVES))
    return f"({left} {sign} {right})", lambda held: _CONNECTIVES[sign](one(held), two(held))


def every_choice(names: Sequence[str]) -> Iterator[frozenset[str]]:
    """Yield every set of these names."""
    for values in product((False, True), repeat=len(names)):
        yield frozenset(compress(names, values))


def random_proofs(seed: int, count: int) -> list[Proof]:
    """Proofs of what random knowledge bases entail, refutations and direct ones in turn."""
    rng = Random(seed)
    found: list[Proof] = []
    while len(found) < count:
        kb = random_kb(rng)
        for name, sign in product(sorted(kb.symbols.names), ("", "~")):
            if name.startswith("_"):
                continue
            proof = kb.prove(sign + name, by=rng.choice(["resolution", "direct"]))
            if proof is not None and rng.random() < 0.5:
                found.append(proof)
        other = kb.prove(random_formula(rng, ["A1", "B1", "C1"], 3))
        found += [other] if other is not None else []
    return found[:count]
