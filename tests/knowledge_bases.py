"""Knowledge bases for tests: the example files, and random ones, each with something that it entails."""

from __future__ import annotations

from itertools import product
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
        formula = _random_formula(rng, names, 2)
        holds = bool(formula.subs({Symbol(name): held for name, held in placed.items()}))
        kb.tell(formula if holds else Not(formula))
    return kb


def _random_formula(rng: Random, names: list[str], depth: int) -> Boolean:
    if depth == 0:
        symbol = Symbol(rng.choice(names))
        return symbol if rng.random() < 0.5 else Not(symbol)
    operator = rng.choice([And, Or, Xor, Implies])
    return operator(_random_formula(rng, names, depth - 1), _random_formula(rng, names, depth - 1))


def random_proofs(seed: int, count: int) -> list[Proof]:
    """Proofs of what random knowledge bases entail, refutations and direct ones in turn."""
    rng = Random(seed)
    found: list[Proof] = []
    while len(found) < count:
        kb = random_kb(rng)
        for name, sign in product(sorted(kb.symbols.names), ("", "~")):
            if name.startswith("_"):
                continue
            proof = kb.prove(sign + name, direct=rng.choice([False, True]))
            if proof is not None and rng.random() < 0.5:
                found.append(proof)
        other = kb.prove(_random_formula(rng, ["A1", "B1", "C1"], 3))
        found += [other] if other is not None else []
    return found[:count]
