"""From clauses of integers to a proof: the log that every prover writes, and how a proof is read off from it.

A clause is a *premise*, or it is derived by a *chain*: take a first clause, resolve it with a second, the result with a
third, and so on. All inference here has that form: shortening a clause by known facts, matching two clauses, learning
from a conflict. A chain is one entry of the log, unrolled into *links* with two parents each only when a proof is
wanted; what is never asked for costs next to nothing. Links are the steps of an unfinished proof: integers for
literals, and more links than are needed. `proof_of` makes a `Proof` of those that are. What closed predicates make
false is a premise that rests on other clauses, each a single literal.

A derivation that ends in its goal becomes one that assumes the negation and ends in the empty clause (`refuted`), or
the other way round (`unassumed`): one is the other with the literals of the goal removed from, or kept in, every
clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from logicms.hints import AUXILIARY, Hint, Literal, name_order
from logicms.logic.clauses import EMPTY, Clause, Symbols
from logicms.proofs.proof import Proof, ProofKind, Step, StepReason, named_given


class Link(NamedTuple):
    """A step of an unfinished proof: a clause of integers, because of `source` or of earlier links."""

    clause: Clause
    by: StepReason
    source: str | None = None
    parents: tuple[int, ...] | None = None
    """The numbers, counted from 1, of the two links it is resolved from, or of those that an unfounded set rests on."""
    on: int | None = None
    """The symbol it is resolved on."""
    unfounded: tuple[str, ...] = ()
    """The closed atoms that hold nowhere, if that is why."""

    @property
    def is_premise(self) -> bool:
        """Whether it is not resolved from others."""
        return self.by != "resolve"


class Premise(NamedTuple):
    """Why a clause in the log is there that is not derived."""

    by: StepReason
    source: str | None = None
    parents: tuple[int, ...] = ()
    """The numbers of what an unfounded set rests on."""
    unfounded: tuple[str, ...] = ()


def resolvent(one: Clause, other: Clause) -> tuple[int, Clause] | None:
    """Return the symbol that two clauses are resolved on and the resolvent; None unless exactly one pair clashes.

    >>> resolvent(frozenset({1, 2}), frozenset({-1, 3})) == (1, frozenset({2, 3}))
    True
    >>> resolvent(frozenset({1, 2}), frozenset({-1, -2})) is None
    True
    """
    pivot = 0
    for literal in one:
        if -literal in other:
            if pivot:
                return None
            pivot = literal
    if pivot == 0:
        return None
    return pivot if pivot > 0 else -pivot, (one | other).difference((pivot, -pivot))


class Log:
    """Clauses numbered from 0, each a premise or a chain of earlier ones.

    >>> log = Log()
    >>> first = log.premise(frozenset({1, 2, 3}), "given", "a | b | c")
    >>> facts = [log.premise(frozenset({-n}), "fact", name) for n, name in ((1, "a"), (2, "b"))]
    >>> derived = log.chain(frozenset({3}), (first, *facts))
    >>> [(sorted(link.clause), link.by, link.parents) for link in log.links(derived)][3:]
    [([2, 3], 'resolve', (1, 2)), ([3], 'resolve', (4, 3))]
    """

    __slots__ = ("_reasons", "clauses")

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self._reasons: list[Premise | list[int]] = []

    def __len__(self) -> int:
        return len(self.clauses)

    def copy(self) -> Log:
        """Return an independent copy."""
        twin = Log()
        twin.clauses = self.clauses.copy()
        twin._reasons = self._reasons.copy()
        return twin

    def premise(
        self,
        clause: Clause,
        by: StepReason,
        source: str | None = None,
        parents: tuple[int, ...] = (),
        unfounded: tuple[str, ...] = (),
    ) -> int:
        """Record a clause that is not derived, and return its number."""
        self.clauses.append(clause)
        self._reasons.append(Premise(by, source, parents, unfounded))
        return len(self.clauses) - 1

    def premise_at(self, number: int) -> Link:
        """Return a clause that is not derived, and why it is there, without what it rests on."""
        reason = self._reasons[number]
        assert isinstance(reason, Premise)
        return Link(self.clauses[number], reason.by, reason.source, unfounded=reason.unfounded)

    def chain(self, clause: Clause, parents: Iterable[int]) -> int:
        """Record a clause that follows from the first parent, resolved with each of the others in turn."""
        self.clauses.append(clause)
        self._reasons.append(list(parents))
        return len(self.clauses) - 1

    def take(self, links: Iterable[Link]) -> int:
        """Record the links of a derivation, and return the number of the last one."""
        numbers: list[int] = []
        for link in links:
            parents = tuple(numbers[parent - 1] for parent in link.parents or ())
            if link.is_premise:
                numbers.append(self.premise(link.clause, link.by, link.source, parents, link.unfounded))
            else:
                numbers.append(self.chain(link.clause, parents))
        return numbers[-1]

    def cut(self, length: int) -> None:
        """Forget all clauses from number `length` on."""
        del self.clauses[length:]
        del self._reasons[length:]

    def premises(self, last: int) -> list[tuple[StepReason, str | None]]:
        """Return the distinct reasons of the premises that a clause rests on, in the order of the log."""
        reasons = (self._reasons[number] for number in self._behind(last))
        return list(dict.fromkeys((each.by, each.source) for each in reasons if isinstance(each, Premise)))

    def links(self, last: int) -> list[Link]:
        """Return the links that lead to a clause, chains unrolled."""
        links: list[Link] = []
        numbers: dict[int, int] = {}
        for number in self._behind(last):
            reason = self._reasons[number]
            if isinstance(reason, Premise):
                parents = tuple(numbers[parent] for parent in reason.parents) if reason.by == "only" else None
                links.append(self.premise_at(number)._replace(parents=parents))
                numbers[number] = len(links)
            else:
                numbers[number] = _unroll(links, [numbers[parent] for parent in reason])
                assert links[numbers[number] - 1].clause == self.clauses[number]
        return links

    def _behind(self, last: int) -> list[int]:
        """Return the numbers of the clauses that a clause rests on, its own included, in order."""
        found = {last}
        stack = [last]
        while stack:
            reason = self._reasons[stack.pop()]
            new = [each for each in (reason if isinstance(reason, list) else reason.parents) if each not in found]
            found.update(new)
            stack.extend(new)
        return sorted(found)


def _unroll(links: list[Link], parents: Sequence[int]) -> int:
    """Add the resolutions of a chain, and return the number of the last one."""
    current = parents[0]
    for parent in parents[1:]:
        match = resolvent(links[current - 1].clause, links[parent - 1].clause)
        assert match is not None, "a chain resolves on one symbol at a time"
        pivot, clause = match
        links.append(Link(clause, "resolve", None, (current, parent), pivot))
        current = len(links)
    return current


# -- direct, or by refuting the negation


def refuted(links: Sequence[Link], goal: Clause) -> list[Link]:
    """Return a refutation made from a direct derivation: the goal's negation is assumed, and used from the start.

    >>> direct = [
    ...     Link(frozenset({1, 2}), "given", "a | b"),
    ...     Link(frozenset({-1, 2}), "given", "a -> b"),
    ...     Link(frozenset({2}), "resolve", None, (1, 2), 1),
    ... ]
    >>> [(sorted(link.clause), link.by) for link in refuted(direct, frozenset({2}))][-2:]
    [([-1], 'resolve'), ([], 'resolve')]
    """
    assumed = sorted(goal, key=abs)
    replayed = [Link(frozenset((-literal,)), "assume") for literal in assumed]
    numbers: list[int] = []
    for link in links:
        parents = tuple(numbers[parent - 1] for parent in link.parents or ())
        if link.is_premise:
            replayed.append(link if link.parents is None else link._replace(parents=parents))
            number = len(replayed)
            for negation, literal in enumerate(assumed, 1):
                number = _resolve(replayed, number, negation, literal)
        else:
            assert link.on is not None
            left, right = parents
            number = _resolve(replayed, left, right, link.on)
        numbers.append(number)
        if replayed[number - 1].clause == EMPTY:
            break  # what an unfounded set rests on may be the goal itself
    assert replayed[numbers[-1] - 1].clause == EMPTY
    return replayed[: numbers[-1]]


def unassumed(links: Sequence[Link]) -> list[Link]:
    """Return a direct derivation made from a refutation: nothing is assumed, so the goal's literals remain.

    The assumptions must be single literals, and their negations must not be resolved with each other.

    >>> refutation = [
    ...     Link(frozenset({-2}), "assume"),
    ...     Link(frozenset({1, 2}), "given", "a | b"),
    ...     Link(frozenset({1}), "resolve", None, (2, 1), 2),
    ...     Link(frozenset({-1}), "fact", "a"),
    ...     Link(frozenset(), "resolve", None, (3, 4), 1),
    ... ]
    >>> [sorted(link.clause) for link in unassumed(refutation)]
    [[1, 2], [-1], [2]]
    """
    replayed: list[Link] = []
    numbers: list[int] = []
    for link in links:
        parents = tuple(numbers[parent - 1] for parent in link.parents or ())
        if link.by == "assume":
            number = 0
        elif link.is_premise:
            replayed.append(link if link.parents is None else link._replace(parents=parents))
            number = len(replayed)
        else:
            left, right = parents
            assert link.on is not None
            number = _resolve(replayed, left, right, link.on) if left and right else left or right
        numbers.append(number)
    return replayed[: numbers[-1]]


def _resolve(links: list[Link], left: int, right: int, on: int) -> int:
    """Resolve two links on a symbol and return the number of the result: of the link that lacks the symbol, if any."""
    one, other = links[left - 1].clause, links[right - 1].clause
    match = resolvent(one, other)
    if match is None:
        return left if one.isdisjoint((on, -on)) else right
    links.append(Link(match[1], "resolve", None, (left, right), match[0]))
    return len(links)


# -- the proof


@dataclass(frozen=True, slots=True)
class Derivation:
    """A clause derived from hints and facts. It knows the cost of a proof before the proof is written out."""

    links: Sequence[Link]
    goal: Clause
    symbols: Symbols
    hints: Mapping[str, Hint]
    numbered_anew: bool = False
    """Whether the auxiliary symbols of its proofs are renumbered from 1, because most of them are not used."""

    def cost(self) -> tuple[int, int]:
        """Return the number of resolutions of the direct proof, and the length of its longest clause."""
        needed = [self.links[number - 1] for number in set(_needed(self.links).values())]
        return sum(link.by == "resolve" for link in needed), max(len(link.clause) for link in needed)

    def proof(self, by: ProofKind = "resolution") -> Proof:
        """Return the proof that ends in the goal (`direct`), or the one that refutes its negation."""
        links = self.links if by == "direct" else refuted(self.links, self.goal)
        return proof_of(links, (self.goal,), by, self.symbols, self.hints, numbered_anew=self.numbered_anew)


def proof_of(
    links: Sequence[Link],
    goal: Iterable[Clause],
    by: ProofKind,
    symbols: Symbols,
    hints: Mapping[str, Hint],
    givens: Iterable[str] = (),
    *,
    numbered_anew: bool = False,
) -> Proof:
    """Return the proof made of what the last link needs, and nothing else.

    A clause that was derived twice is taken from its first link.

    >>> symbols = Symbols()
    >>> symbols.add("abc")
    >>> links = [Link(frozenset({n}), "fact", name) for n, name in ((3, "c"), (1, "a"))]
    >>> [
    ...     str(literal)
    ...     for step in proof_of(links, [frozenset({1})], "direct", symbols, {}).steps
    ...     for literal in step.clause
    ... ]
    ['a']
    """
    numbers, goal = _needed(links), tuple(goal)
    kept = sorted(set(numbers.values()))
    used = {abs(literal) for number in kept for literal in links[number - 1].clause}
    used.update(abs(literal) for clause in goal for literal in clause)
    names = {symbol: symbols.names[symbol - 1] for symbol in used}
    meanings = _meanings_behind(names.values(), symbols.meanings)
    if numbered_anew:
        new_names = {name: f"{AUXILIARY}{number}" for number, name in enumerate(meanings, 1)}
        meanings = {new_names[name]: meaning for name, meaning in meanings.items()}
        names = {symbol: new_names.get(name, name) for symbol, name in names.items()}
    # In reading order, the negative literal of a symbol before the positive one.
    literals = {
        sign * symbol: Literal(name, sign > 0)
        for symbol, name in sorted(names.items(), key=lambda item: name_order(item[1]))
        for sign in (-1, 1)
    }
    place = {literal: number for number, literal in enumerate(literals)}

    def written(clause: Clause) -> tuple[Literal, ...]:
        return tuple([literals[literal] for literal in sorted(clause, key=place.__getitem__)])

    new = {old: number for number, old in enumerate(kept, 1)}
    steps = []
    for old in kept:
        link = links[old - 1]
        parents = None if link.parents is None else tuple(new[numbers[parent]] for parent in link.parents)
        on = None if link.is_premise else names[link.on or 0]
        steps.append(Step(written(link.clause), link.by, link.source, parents, on, unfounded=link.unfounded))
    sources = {step.source for step in steps}
    return Proof(
        steps=tuple(steps),
        goal=tuple(map(written, goal)),
        by=by,
        symbols=meanings,
        hints={source: hints[source] for source in sorted(hints.keys() & sources, key=name_order)},
        givens=tuple(entry for entry in givens if named_given(entry)[0] in sources),
        assumptions=tuple(dict.fromkeys(str(step.source) for step in steps if step.by == "assumption")),
    )


def _needed(links: Sequence[Link]) -> dict[int, int]:
    """Return the numbers of the links that the last one rests on, each with that of the first link with its clause."""
    first: dict[Clause, int] = {}
    same = [0] + [first.setdefault(link.clause, number) for number, link in enumerate(links, 1)]
    wanted = {same[-1]}
    for number in range(len(links), 0, -1):
        if number in wanted and (parents := links[number - 1].parents):
            wanted.update(same[parent] for parent in parents)
    return {number: same[number] for number in range(1, len(links) + 1) if same[number] in wanted}


def _meanings_behind(names: Iterable[str], meanings: Mapping[str, str]) -> dict[str, str]:
    """Return the meanings of the auxiliary symbols among `names`, and of those that these meanings mention."""
    wanted = {name for name in names if name.startswith(AUXILIARY)}
    for name in reversed(list(meanings)) if wanted else ():
        if name in wanted:
            words = (word.lstrip("(~").rstrip(")") for word in meanings[name].split())
            wanted.update(word for word in words if word.startswith(AUXILIARY))
    return {name: meaning for name, meaning in meanings.items() if name in wanted}
