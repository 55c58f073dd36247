"""The logic core against textbook ways of doing the same, as ratios taken in one run: python -m benchmarks.logic

1. a proof of a cell from two clues (3 and 5 cells) against the textbook loop that compares all pairs each round;
2. resolving two clauses as integers against resolving sympy's `Or` objects;
3. telling all clues of an expert board to a knowledge base and deciding whether they are consistent, against building
   `And(*clauses)` and asking sympy's `satisfiable`, which is the same work; and what telling one more clue then takes;
4. how many deductions the course's policy loses, on random knowledge bases and on clues of random boards.

Times are CPU time, best of several rounds, taken alternately.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations
from statistics import median
from time import process_time
from typing import Any

from logicms.board import Board, neighbours_of
from logicms.explanation.short_proofs import short_derivation
from logicms.hints import Hint, exactly
from logicms.logic.clauses import Clause, Symbols, clauses_of_hint
from logicms.logic.derivation import Log, resolvent
from logicms.logic.inference import COURSE, FULL, Forward, Matching, Saturation
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.proof import Proof

TWO_CLUES = (exactly(1, ["A1", "B1", "C1"], "B2"), exactly(1, ["A1", "B1", "C1", "D1", "E1"], "C2"))


def best(work: Callable[[], object], rounds: int, repeat: int = 1) -> float:
    """Return the CPU seconds of one piece of work, the best of several rounds of `repeat` each."""
    times = []
    for _ in range(rounds):
        start = process_time()
        for _ in range(repeat):
            work()
        times.append((process_time() - start) / repeat)
    return min(times)


# -- 1. a proof


def _naive(clauses: set[Clause], goal: Clause) -> bool:
    """The textbook: in each round resolve every pair of clauses, until the empty clause or nothing new appears."""
    known = clauses | {frozenset((-literal,)) for literal in goal}
    while True:
        new: set[Clause] = set()
        for one, other in combinations(known, 2):
            resolvents = _naive_resolvents(one, other)
            if frozenset() in resolvents:
                return True
            new.update(resolvents)
        if new <= known:
            return False
        known |= new


def _naive_resolvents(one: Clause, other: Clause) -> list[Clause]:
    """Compare every literal of one clause with every literal of the other."""
    return [(one - {literal}) | (other - {contrary}) for literal in one for contrary in other if literal == -contrary]


def _short_proof() -> Proof:
    derivation = short_derivation(TWO_CLUES, "~D1")
    assert derivation is not None
    return derivation.proof()


def proof_of_a_cell() -> None:
    symbols = Symbols()
    clauses = {clause for clue in TWO_CLUES for clause in clauses_of_hint(clue, symbols)}
    goal = frozenset((-symbols["D1"],))
    assert checker.verify(_short_proof()) and _naive(clauses, goal)
    fast, by_kb, slow = [], [], []
    for _ in range(5):
        fast.append(best(_short_proof, 2, 100))
        by_kb.append(best(lambda: told(TWO_CLUES).prove("~D1"), 2, 50))
        slow.append(best(lambda: _naive(clauses, goal), 1))
    print(f"proof of a cell from two clues: {min(fast) * 1e3:.3f} ms, all pairs each round {min(slow) * 1e3:.1f} ms")
    print(f"  ratio {min(slow) / min(fast):,.0f} (bar 1,000); by a knowledge base {min(slow) / min(by_kb):,.0f}")


# -- 2. one resolution


def _sympy_resolvent(one: Any, other: Any) -> Any:
    """The same on sympy objects: exactly one complementary pair."""
    from sympy import Not, Or

    left, right = set(one.args), set(other.args)
    pairs = [literal for literal in left if Not(literal) in right]
    if len(pairs) != 1:
        return None
    return Or(*(left - {pairs[0]}), *(right - {Not(pairs[0])}))


def one_resolution() -> None:
    from sympy import Not, Or, symbols

    names = symbols("A1 B1 C1 D1 E1 F1 G1 H1")
    rng = random.Random(1)
    pairs = []
    for _ in range(40):
        one = [n * rng.choice((-1, 1)) for n in rng.sample(range(1, 9), rng.randint(2, 5))]
        rest = [n for n in range(1, 9) if n not in map(abs, one)]
        pairs.append((frozenset(one), frozenset((-one[0], *rng.sample(rest, rng.randint(1, 3))))))
    objects = [tuple(Or(*(names[n - 1] if n > 0 else Not(names[-n - 1]) for n in c)) for c in pair) for pair in pairs]
    fast, slow = [], []
    for _ in range(5):
        fast.append(best(lambda: [resolvent(one, other) for one, other in pairs], 3, 50) / len(pairs))
        slow.append(best(lambda: [_sympy_resolvent(one, other) for one, other in objects], 2) / len(pairs))
    print(f"one resolution: {min(fast) * 1e6:.2f} us on integers, {min(slow) * 1e6:.0f} us on sympy's Or")
    print(f"  ratio {min(slow) / min(fast):,.0f} (bar 100)")


# -- 3. telling clues


def expert_position(seed: int) -> Board:
    """Return an expert board, opened from an opening outward until half its safe cells are open."""
    width, height, mines = 30, 16, 99
    rng = random.Random(seed)
    around = neighbours_of(width, height)
    first = rng.randrange(width * height)
    places = [i for i in range(width * height) if i != first and i not in around[first]]
    layout = frozenset(rng.sample(places, mines))
    counts = [sum(i in layout for i in near) for near in around]
    opened: set[int] = set()
    _open(first, counts, around, opened)
    while len(opened) < (width * height - mines) // 2:
        edge = sorted({i for j in opened for i in around[j]} - opened - layout)
        rest = [i for i in range(width * height) if i not in opened and i not in layout]
        _open(rng.choice(edge or rest), counts, around, opened)
    signs = "".join(str(counts[i]) if i in opened else "?" for i in range(width * height))
    return Board(tuple(signs[start : start + width] for start in range(0, len(signs), width)))


def _open(index: int, counts: list[int], around: tuple[tuple[int, ...], ...], opened: set[int]) -> None:
    """Open a cell, and all around it where its clue is 0."""
    stack = [index]
    while stack:
        here = stack.pop()
        if here not in opened:
            opened.add(here)
            if counts[here] == 0:
                stack.extend(around[here])


def told(clues: Iterable[Hint]) -> KnowledgeBase:
    kb = KnowledgeBase()
    for clue in clues:
        kb.tell(clue)
    return kb


def time_of_tell(kb: KnowledgeBase, clue: Hint) -> float:
    times = []
    for _ in range(3):
        twin = kb.copy()
        start = process_time()
        twin.tell(clue)
        times.append(process_time() - start)
    return min(times)


def tell_clues() -> None:
    from sympy import And, satisfiable

    clues = Problem.of(expert_position(7)).all_hints
    clauses = [clause for clue in clues for clause in clue.to_sympy().args]
    assert satisfiable(And(*clauses))
    fast, slow = [], []
    for _ in range(5):
        fast.append(best(lambda: told(clues).check(), 2))
        slow.append(best(lambda: satisfiable(And(*clauses)), 1))
    print(
        f"{len(clues)} clues told and found consistent: {min(fast) * 1e3:.1f} ms, satisfiable {min(slow) * 1e3:.1f} ms"
    )
    print(f"  ratio {min(slow) / min(fast):,.1f}")
    tells = [time_of_tell(told(clue for clue in clues if clue is not last), last) for last in clues]
    print(f"one more clue, with all that follows by propagation: median {median(tells) * 1e6:.0f} us")


# -- 4. what the course's policy loses


def random_knowledge(rng: random.Random) -> list[Clause]:
    size = rng.randint(4, 8)
    return [
        frozenset(n * rng.choice((-1, 1)) for n in rng.sample(range(1, size + 1), rng.choice((2, 3, 3, 4))))
        for _ in range(rng.randint(size, 4 * size))
    ]


def saturated(clauses: Iterable[Clause], policy: Matching) -> tuple[Forward, int]:
    forward = Forward(Log())
    for clause in clauses:
        forward.insert(forward.log.premise(clause, "given", "random"))
    return forward, Saturation(forward, policy).run().matchings


def losses_on_random_knowledge() -> None:
    rng = random.Random(2)
    found = lost = matchings = course_matchings = 0
    for _ in range(1000):
        clauses = random_knowledge(rng)
        full, full_count = saturated(clauses, FULL)
        if full.contradiction is None:
            course, course_count = saturated(clauses, COURSE)
            assert full.facts.keys() >= course.facts.keys(), "the course's policy is sound"
            found, lost = found + len(full.facts), lost + len(full.facts) - len(course.facts)
            matchings, course_matchings = matchings + full_count, course_matchings + course_count
    print(f"course policy on random knowledge bases: {lost} of {found} facts lost ({lost / found:.1%}),")
    print(f"  {course_matchings:,} matchings against {matchings:,}")


def losses_on_boards() -> None:
    """Count the cells that neighbouring clues force, and those among them that the course's matching does not find."""
    rng = random.Random(3)
    found = lost = matchings = 0
    for seed in range(8):
        clues = Problem.of(expert_position(seed)).all_hints
        for _ in range(25):
            start = rng.choice(clues)
            near = [clue for clue in clues if set(clue.among) & set(start.among)]
            kb = told(near)
            certain = {name for name in kb.symbols.names if kb.ask(name) is not Answer.UNKNOWN}
            matchings += Saturation(kb.forward, COURSE).run().matchings
            assert certain >= kb.facts.keys(), "the course's policy is sound"
            found, lost = found + len(certain), lost + len(certain - kb.facts.keys())
    print(
        f"course policy on clues around a clue of expert boards: {lost} of {found} cells lost, {matchings:,} matchings"
    )


def main() -> None:
    proof_of_a_cell()
    one_resolution()
    tell_clues()
    losses_on_random_knowledge()
    losses_on_boards()


if __name__ == "__main__":
    main()
