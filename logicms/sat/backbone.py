"""What all placements share, by a SAT solver; and two placements that show what they do not share.

The *backbone* of hints is what is the same in every placement (Monasson and others, 1999, for formulas): complete where
a boundary is too wide for counting. One placement is found; whatever holds in it may be certain. Then the solver is
asked for a placement in which one of some of these *candidates* fails. Either there is none, and they are all certain,
or the new placement rules out candidates, often many at once (Janota, Lynce, Marques-Silva: "Algorithms for computing
backbones", 2015: their chunks).

Names that the same hints count are interchangeable: they form a *group*, whose mines come first by convention, so that
one placement stands for all its permutations. Then a group is all safe if its first name is, all mines if its last is.

Why something is not certain is told by two placements: it holds in the one only, and little else differs. One placement
is found, and then another near it: whatever can be made as in the first one by one is. Then both are sought at once,
over two copies of the names, with the fewest *differences*, which are literals that hold where the copies disagree
(`smallest_sets.Wishes`: each wishes not to). On boards and knowledge bases of ordinary size that is quick; it is given
up after some steps, and the pair found first has to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import AUXILIARY, Hint, Literal, Name, name_order
from logicms.limits import limit, spend
from logicms.sat.smallest_sets import Wishes
from logicms.sat.solver import Count, OutOfPatience, Sat, climb, encode, ladder

if TYPE_CHECKING:
    from logicms.logic.knowledge import KnowledgeBase

_CHUNK = 24
"""How many candidates are tried at once: enough to save questions, few enough to settle some before a limit."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """Which of the names in hints are certain; `open` ones were not decided before a limit."""

    safe: frozenset[Name] = frozenset()
    mine: frozenset[Name] = frozenset()
    open: frozenset[Name] = frozenset()

    def facts(self) -> dict[Name, bool]:
        """Return what is certain as facts: True for a mine, False for safe."""
        return dict.fromkeys(self.safe, False) | dict.fromkeys(self.mine, True)


def backbone(hints: Sequence[Hint], facts: Mapping[Name, bool] | None = None) -> Backbone:
    """Return every name that is certain, given hints and facts; names in `facts` are not included.

    Raises `InconsistentKnowledge` if no placement meets them, `LimitReached` with the `Backbone` that was settled.

    >>> from logicms.hints import exactly
    >>> backbone([exactly(1, "a b"), exactly(2, "a b c"), exactly(1, "b d")])
    Backbone(safe=frozenset(), mine=frozenset({'c'}), open=frozenset())
    """
    try:
        search = _Search(hints, facts or {})
    except LimitReached as error:
        names = frozenset(name for hint in hints for name in hint.among if name not in (facts or {}))
        raise LimitReached(str(error), settled=Backbone(open=names)) from None
    try:
        search.run()
    except LimitReached as error:
        raise LimitReached(str(error), settled=search.backbone()) from None
    return search.backbone()


@dataclass(frozen=True, slots=True)
class _Spare:
    """Literals in only one wide count: removed from it, since how many of them hold follows from the rest."""

    literals: tuple[int, ...]
    count: Count
    """Over the rest of the wide count's literals, any number of the spare ones holding."""

    @property
    def one_holds(self) -> Count:
        """What the rest must be like for one of the spare literals to hold."""
        return replace(self.count, high=self.count.high - 1)

    @property
    def one_fails(self) -> Count:
        """What the rest must be like for one of the spare literals not to hold."""
        return replace(self.count, low=self.count.low + 1)


class _Search:
    """The state of one search: the candidates that are left, and what is certain."""

    def __init__(self, hints: Sequence[Hint], facts: Mapping[Name, bool]) -> None:
        self.encoding = encode(hints, facts)
        if any(count.is_impossible for count in self.encoding.counts):
            raise InconsistentKnowledge()
        self.groups, self.spares, self.counts = _groups(self.encoding.counts)
        self.certain: set[int] = set()
        self.candidates: set[int] = {lit for group in self.groups for lit in (-group[0], group[-1])}
        self.wanted = {spare: {spare.one_holds, spare.one_fails} for spare in self.spares}

    # -- the search

    def run(self) -> None:
        ordered = [[before, -after] for group in self.groups for before, after in zip(group, group[1:], strict=False)]
        climb(self._ask, self.counts, len(self.encoding.names), ordered)
        # May a spare cell be a mine, and may one be safe, where no placement so far has shown it?
        for spare in self.spares:
            for wanted, certain in ((spare.one_holds, -spare.literals[0]), (spare.one_fails, spare.literals[-1])):
                if wanted in self.wanted[spare] and not self._possible(spare.count, wanted):
                    self.certain.add(certain)
                self.wanted[spare].discard(wanted)

    def _ask(self, sat: Sat) -> None:
        for literal in sorted(self.certain, key=abs):
            sat.add([literal])
        if not sat.solve([]):
            raise InconsistentKnowledge()
        self._strike(sat)
        selector = len(sat.placement()) + len(self.encoding.names)  # beyond every literal in use
        while self.candidates:
            chunk = sorted(self.candidates, key=abs)[:_CHUNK]
            selector += 1
            sat.add([-selector, *(-lit for lit in chunk)])
            if sat.solve([selector]):
                self._strike(sat)
            else:
                self._settle(chunk, sat)
            sat.add([-selector])

    def _strike(self, sat: Sat) -> None:
        """Rule out the candidates that are false in the placement just found."""
        holds = set(sat.placement()[: len(self.encoding.names)])
        self.candidates = {lit for lit in self.candidates if lit in holds}
        for spare, wanted in self.wanted.items():
            held = sum(lit in holds for lit in spare.count.literals)
            wanted.difference_update([count for count in wanted if count.low <= held <= count.high])
        sat.prefer([-lit for lit in sorted(self.candidates, key=abs)])

    def _settle(self, literals: Sequence[int], sat: Sat) -> None:
        self.candidates.difference_update(literals)
        self.certain.update(literals)
        for literal in literals:
            sat.add([literal])

    def _possible(self, count: Count, instead: Count) -> bool:
        if instead.is_impossible:
            return False
        counts = [instead if other is count else other for other in self.counts]
        return climb(lambda sat: sat.solve([]), counts, len(self.encoding.names))

    # -- the result

    def backbone(self) -> Backbone:
        """Return what is certain so far; candidates that are neither certain nor ruled out are still open."""
        safe: list[Name] = []
        mine: list[Name] = []
        still_open: list[Name] = []
        undecided = {abs(lit) for lit in self.candidates} | {s.literals[0] for s in self.spares if self.wanted[s]}
        for group in [*self.groups, *(spare.literals for spare in self.spares)]:
            names = [self.encoding.names[literal - 1] for literal in group]
            if -group[0] in self.certain:
                safe += names
            elif group[-1] in self.certain:
                mine += names
            elif not undecided.isdisjoint(group):
                still_open += names
        return Backbone(frozenset(safe), frozenset(mine), frozenset(still_open))


def _groups(counts: Sequence[Count]) -> tuple[list[tuple[int, ...]], list[_Spare], list[Count]]:
    """Return the groups of interchangeable literals, the spare literals of wide counts, and the counts without these.

    The spare cells of the mine total, those away from every clue, may be thousands: they never reach the solver.
    """
    touched: dict[int, list[int]] = {}
    for index, count in enumerate(counts):
        for literal in count.literals:
            touched.setdefault(literal, []).append(index)
    groups: dict[tuple[int, ...], list[int]] = {}
    for literal in sorted(touched):
        groups.setdefault(tuple(touched[literal]), []).append(literal)
    spares, rest = [], list(counts)
    for index, count in enumerate(counts):
        if count.is_wide and (own := groups.pop((index,), [])):
            rest[index] = count.without(frozenset(own))
            spares.append(_Spare(tuple(own), rest[index]))
    return [tuple(group) for group in groups.values()], spares, rest


# -- two placements that differ little

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
    given = encode(hints, known)
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
    from logicms.logic.clauses import goal_of  # a board's placements need no knowledge base

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

        def near(sat: Sat) -> frozenset[int] | None:
            sat.prefer(aims)
            if not sat.solve([]):
                return None
            held, refused = self._held(sat), set[int]()
            # What holds as in `aim` is kept from question to question, so each question settles one literal for good.
            while left := [each for each in aims if each not in held and each not in refused]:
                if sat.solve([*(each for each in aims if each in held), left[0]]):
                    held = self._held(sat)
                else:
                    refused.add(left[0])
            return held

        return climb(near, self.counts, self.top, _written([*self.clauses, *clauses]))

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
