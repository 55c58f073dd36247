"""Two placements that tell why something is not certain: it holds in the one only, and little else differs.

One placement is found, and then another near it: whatever can be made as in the first one by one is. Then both are
sought at once, over two copies of the names, with the fewest *differences*, which are literals that hold where the
copies disagree (`smallest_sets.Wishes`: each wishes not to). On boards and knowledge bases of ordinary size that is
quick; it is given up after some steps, and the pair found first has to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from logicms.errors import LimitReached
from logicms.hints import AUXILIARY, Hint, Literal, Name, name_order
from logicms.limits import limit, spend
from logicms.logic.questions import goal_of
from logicms.sat.smallest_sets import Wishes
from logicms.sat.solver import Count, OutOfPatience, Sat, formula, ladder

if TYPE_CHECKING:
    from logicms.logic.knowledge import KnowledgeBase

MOST_DOUBLED = 20_000
"""With more names and clauses than this, the fewest differences are not sought."""
MOST_STEPS = 5_000
"""How many questions and conflicts that search may take."""

_Clauses = Sequence[Iterable[int]]


def differing(
    name: Name, hints: Sequence[Hint], facts: Mapping[Name, bool] | None = None
) -> tuple[frozenset[Name], frozenset[Name]] | None:
    """Return the mines of two placements, without and with a mine at `name`; None unless both exist.

    >>> from logicms.hints import exactly
    >>> pair = differing("a", [exactly(1, "a b"), exactly(1, "c d")])
    >>> [sorted(mines) for mines in pair]
    [['b', 'c'], ['a', 'c']]
    """
    known = dict(facts or {})
    if name in known:
        return None
    given = formula(hints, known)
    numbers = given.numbers()
    number = numbers.setdefault(name, len(numbers) + 1)
    if any(count.is_impossible for count in given.counts):
        return None
    pair = _Pairs(given.counts, (), len(numbers), range(1, len(numbers) + 1)).nearest([[-number]], [[number]])
    if pair is None:
        return None
    always = {each for hint in hints for each in hint.among if known.get(each)}
    without, with_it = (frozenset(always.union(n for n, i in numbers.items() if i in one)) for one in pair)
    return without, with_it


def differing_on(asked: Any, base: KnowledgeBase) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return two placements of a knowledge base, as the names that hold: a formula holds in the first only.

    None unless both exist. The formula is a literal or sympy.

    >>> from sympy.abc import a, b, c
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> base = KnowledgeBase()
    >>> base.tell(a | b)
    >>> base.tell(b >> c)
    >>> differing_on(c, base)
    (('a', 'c'), ('a',))
    """
    base.check()
    symbols = base.symbols.copy()
    symbols.add([asked.name] if isinstance(asked, Literal) else [each.name for each in asked.free_symbols])
    names = [number for number, name in enumerate(symbols.names, 1) if not name.startswith(AUXILIARY)]
    holds, fails = (goal_of(asked, symbols, sign) for sign in (False, True))
    told = [clause for clauses in base.told_by().values() for clause in clauses]
    top = max(len(holds.symbols), len(fails.symbols))
    pair = _Pairs((), told, top, names).nearest(
        *([*goal.negation, *(clause for _, clause in goal.definitions)] for goal in (holds, fails))
    )
    if pair is None:
        return None
    one, other = (
        tuple(sorted((symbols.names[number - 1] for number in names if number in held), key=name_order))
        for held in pair
    )
    return one, other


@dataclass(frozen=True, slots=True)
class _Pairs:
    """What two placements have to meet, and the symbols that are compared; `top` is the greatest in use."""

    counts: Sequence[Count]
    clauses: _Clauses
    top: int
    compared: Sequence[int]

    def nearest(self, one: _Clauses, other: _Clauses) -> _Pair | None:
        """Return what holds in two placements that differ little, each of which also meets some clauses of its own."""
        first = self._near((), one)
        second = None if first is None else self._near(first, other)
        if first is None or second is None:
            return None
        is_large = len(self.compared) + len(self.clauses) > MOST_DOUBLED
        return (first, second) if is_large else self._least(one, other, (first, second))

    def _near(self, aim: Iterable[int], clauses: _Clauses) -> frozenset[int] | None:
        """Return a placement of which nothing more can be made as in `aim`, or None if there is none."""
        aims = sorted(aim, key=abs)
        for sat in ladder(self.counts, self.top, _written([*self.clauses, *clauses])):
            try:
                sat.prefer(aims)
                if not sat.solve([]):
                    return None
                held, refused = self._held(sat), set[int]()
                while left := [each for each in aims if each not in held and each not in refused]:
                    if sat.solve([*(each for each in aims if each in held), left[0]]):
                        held = self._held(sat)
                    else:
                        refused.add(left[0])
                return held
            except OutOfPatience:
                continue
        raise AssertionError("the last solver of the ladder has patience")

    def _least(self, one: _Clauses, other: _Clauses, pair: _Pair) -> _Pair:
        """Return a pair with the fewest differences, or this pair if that takes too long to find."""
        counts = [*self.counts, *(replace(c, literals=tuple(map(self._twin, c.literals))) for c in self.counts)]
        clauses = [*self.clauses, *one]
        clauses += [[self._twin(literal) for literal in clause] for clause in (*self.clauses, *other)]
        differences = range(2 * self.top + 1, 2 * self.top + 1 + len(self.compared))
        for difference, number in zip(differences, self.compared, strict=True):
            clauses += [[difference, -number, self._twin(number)], [difference, number, -self._twin(number)]]
        try:
            with limit(steps=MOST_STEPS):
                for sat in ladder(counts, differences.stop - 1, _written(clauses)):
                    sat.solve([])
                    top = max(differences.stop - 1, len(sat.placement()))  # the solver may have symbols of its own
                    wishes = Wishes(sat, [-difference for difference in differences], top)
                    while wishes.failed < len(pair[0] - pair[1]):
                        spend()
                        if wishes.come_true():
                            return self._held(sat), self._held(sat, self.top)
                    return pair
        except (LimitReached, OutOfPatience):
            pass
        return pair

    def _twin(self, literal: int) -> int:
        """Return the literal of the other placement."""
        return literal + self.top if literal > 0 else literal - self.top

    def _held(self, sat: Sat, beyond: int = 0) -> frozenset[int]:
        """Return the literals, negations too, that hold in the placement just found."""
        held = set(sat.placement())
        return frozenset(number if number + beyond in held else -number for number in self.compared)


_Pair = tuple[frozenset[int], frozenset[int]]


def _written(clauses: Iterable[Iterable[int]]) -> list[list[int]]:
    return [sorted(clause, key=abs) for clause in clauses]
