"""The checker: one loop over the steps of a proof. It shares no code with the provers and trusts nothing they say.

A step is accepted if it is the resolvent of two earlier steps on exactly the symbol it names, or a premise: the
contrary of the goal, a fact, a given formula, or a clause that follows from the one hint it names. The last is judged
by what the hint says, not by how we write it as clauses: suppose every literal of the clause fails, and see whether any
number of mines in each region of the cells still meets the hint. An auxiliary symbol is judged by its meaning, which is
read here anew: «at least 3 mines among A1 A2 B1 B2», or the clauses that it implies.

Nothing is assumed about where a proof comes from: a hostile one is refused, with the step and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from logicms.hints import TOTAL, Hint
from logicms.limits import spend
from logicms.proofs.proof import Premises, Proof, Step

MOST_COUNTS = 5
"""A clause that speaks of more counts than this is refused; ours speak of three at most."""

MOST_TRIALS = 5_000
"""A clause of a hint that takes more trials than this to judge is refused."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What the checker says of a proof: true when it is valid; else the number of the first wrong step, and why.

    >>> bool(Verification(False, 3, "it is not the resolvent of its parents"))
    False
    """

    valid: bool
    step: int | None = None
    """None where no single step is wrong: the meanings of the symbols, or the end of the proof."""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.valid


class _Refused(Exception):
    """Why a step is not accepted."""


def verify(proof: Proof, premises: Premises | None = None) -> Verification:
    """Return whether every step follows, and the last one is what was to be shown.

    With `premises`, the hints, facts and formulas it rests on must be among those: a proof of another board is refused.
    An honest proof takes time in proportion to its length; a `limit` guards against others (`LimitReached`).

    >>> from logicms.hints import exactly
    >>> steps = (Step(frozenset({1, 2}), "clue", "A2"), Step(frozenset({-1}), "clue", "A2"))
    >>> proof = Proof(steps, ("A1", "B1"), (frozenset({-1}),), "direct", hints={"A2": exactly(1, ["A1", "B1"])})
    >>> verify(proof)
    Verification(valid=False, step=2, reason='it does not follow from A2: 1 among A1 B1')
    """
    number: int | None = None
    try:
        checker = _Checker(proof, premises)
        for number, step in enumerate(proof.steps, 1):
            checker.check(number, step)
        number = None
        checker.check_end()
    except _Refused as refused:
        return Verification(False, number, str(refused))
    return Verification(True)


class _Checker:
    def __init__(self, proof: Proof, premises: Premises | None) -> None:
        self.proof = proof
        self.premises = premises
        self.meanings = _meanings(proof.symbols)
        if premises is not None:
            _compare_symbols(proof.symbols, premises.symbols)
        self.sets = {source: frozenset(map(str, hint.among)) for source, hint in proof.hints.items()}
        for source, hint in proof.hints.items():
            self._check_hint(source, hint)
        self._check_names()

    def _check_names(self) -> None:
        names = self.proof.names
        if len(set(names)) < len(names):
            raise _Refused("two symbols bear one name")
        if unknown := [name for name in names if name.startswith("_") and name not in self.meanings]:
            raise _Refused(f"nobody says what {unknown[0]} means")
        if any(not 1 <= abs(literal) <= len(names) for clause in self.proof.goal for literal in clause):
            raise _Refused("the goal speaks of a symbol without a name")

    def _check_hint(self, source: str, hint: Hint) -> None:
        """Refuse a hint that the premises do not have."""
        if self.premises is None:
            return
        told = self.premises.hints.get(source)
        if told is None:
            raise _Refused(f"there is no hint {source}")
        if (told.low, told.high, frozenset(map(str, told.among))) != (hint.low, hint.high, self.sets[source]):
            raise _Refused(f"the hint {source} is not the one that was told")

    # -- one step

    def check(self, number: int, step: Step) -> None:
        spend()
        if any(not 1 <= abs(literal) <= len(self.proof.names) for literal in step.clause):
            raise _Refused("it speaks of a symbol without a name")
        # Everything follows a tautology around: it passes for a clause of any hint, and resolving on it says nothing.
        if any(-literal in step.clause for literal in step.clause):
            raise _Refused("it holds whatever is so: a symbol and its negation are both in it")
        if step.by == "resolve":
            self._check_resolvent(number, step)
        elif step.by == "assume":
            self._check_contrary(step)
        elif step.by == "fact":
            self._check_fact(step)
        elif step.by in ("clue", "total"):
            self._check_clue(step)
        elif step.by == "given":
            self._check_given(step)
        else:
            raise _Refused(f"no such reason: {step.by}")

    def _check_resolvent(self, number: int, step: Step) -> None:
        if step.parents is None or step.on is None:
            raise _Refused("a resolvent has two parents and a symbol it is resolved on")
        if not all(1 <= parent < number for parent in step.parents):
            raise _Refused("its parents are not earlier steps")
        one, other = (self.proof.steps[parent - 1].clause for parent in step.parents)
        pairs = [literal for literal in one if -literal in other]
        if len(pairs) != 1 or abs(pairs[0]) != step.on:
            raise _Refused("its parents do not clash in exactly the symbol it is resolved on")
        if step.clause != (one - {pairs[0]}) | (other - {-pairs[0]}):
            raise _Refused("it is not the resolvent of its parents")

    def _check_contrary(self, step: Step) -> None:
        """The contrary of the goal implies a clause if whichever clause of the goal fails, that makes it hold."""
        if self.proof.style == "direct":
            raise _Refused("a direct proof assumes nothing")
        for part in self.proof.goal:
            if not any(-literal in step.clause for literal in part):
                raise _Refused("it does not follow from the contrary of the goal")

    def _check_fact(self, step: Step) -> None:
        texts = self._texts(step)
        if len(texts) != 1:
            raise _Refused("a fact is one literal")
        (text,) = texts
        name = text.removeprefix("~")
        if step.source != name or name in self.proof.symbols:
            raise _Refused(f"it is not a fact about {step.source}")
        if self.premises is not None and self.premises.facts.get(name) != (text == name):
            raise _Refused(f"{text} is not among the facts that were told")

    def _check_given(self, step: Step) -> None:
        texts, source = self._texts(step), step.source or ""
        if source in self.meanings:
            if not self.meanings[source].implies(source, texts):
                raise _Refused(f"it is not what {source} means: {self.proof.symbols[source]}")
            return
        if source not in self.proof.givens:
            raise _Refused("it is not among the formulas of the proof")
        if self.premises is not None:
            self._check_among_givens(source, texts)

    def _check_among_givens(self, source: str, texts: frozenset[str]) -> None:
        assert self.premises is not None
        if texts not in self.premises.givens.get(source, ()):
            raise _Refused(f"it is not a clause of a formula that was told: {source}")
        if any(text.removeprefix("~") in self.meanings.keys() - self.premises.symbols.keys() for text in texts):
            raise _Refused("it speaks of an auxiliary symbol that was not told")

    def _check_clue(self, step: Step) -> None:
        source = step.source or ""
        if source not in self.proof.hints or (step.by == "total") != (source == TOTAL):
            raise _Refused(f"there is no such hint in the proof: {source}")
        hint = self.proof.hints[source]
        ranges = [_Range(self.sets[source], hint.low, hint.high)]
        fixed: dict[str, bool] = {}
        for text in sorted(self._texts(step)):
            self._suppose_contrary(text, fixed, ranges)
        if len(ranges) > MOST_COUNTS:
            raise _Refused("it speaks of too many counts to be judged")
        if _can_meet(fixed, ranges):
            raise _Refused(f"it does not follow from {source}: {Hint(hint.low, hint.high, hint.among)}")

    def _suppose_contrary(self, text: str, fixed: dict[str, bool], ranges: list[_Range]) -> None:
        """Suppose that a literal fails: a cell is then fixed, a count bounded."""
        name = text.removeprefix("~")
        if name not in self.meanings:
            if fixed.setdefault(name, text != name) != (text != name):
                ranges.append(_Range(frozenset(), 1, 1))  # a cell cannot be both: nothing meets that
            return
        meaning = self.meanings[name]
        if not isinstance(meaning, _AtLeast):
            raise _Refused(f"{name} is no count of mines")
        if text == name:
            ranges.append(_Range(meaning.among, 0, meaning.count - 1))
        else:
            ranges.append(_Range(meaning.among, meaning.count, len(meaning.among)))

    def _texts(self, step: Step) -> frozenset[str]:
        names = self.proof.names
        return frozenset(names[n - 1] if n > 0 else f"~{names[-n - 1]}" for n in step.clause)

    # -- the end

    def check_end(self) -> None:
        proof = self.proof
        if not proof.steps:
            raise _Refused("it has no steps")
        last = proof.steps[-1].clause
        if proof.style == "refutation":
            if last:
                raise _Refused("the last step is not the empty clause")
        elif proof.style != "direct":
            raise _Refused(f"no such style: {proof.style}")
        elif len(proof.goal) != 1 or not last <= proof.goal[0] or (proof.goal[0] and not last):
            raise _Refused("the last step is not the goal")


# -- the meanings of auxiliary symbols


@dataclass(frozen=True, slots=True)
class _AtLeast:
    """«At least so many mines among these cells»."""

    count: int
    among: frozenset[str]

    def implies(self, name: str, texts: frozenset[str]) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class _Clauses:
    """All of these clauses hold."""

    clauses: tuple[frozenset[str], ...]

    def implies(self, name: str, texts: frozenset[str]) -> bool:
        """Return whether the clause says: not this symbol, or (at least) one of the clauses it stands for."""
        return f"~{name}" in texts and any(clause <= texts for clause in self.clauses)


_THRESHOLD = re.compile(r"at least ([0-9]{1,9}) mines among ([^_~ ][^ ]*(?: [^_~ ][^ ]*)*)")
_LITERAL = re.compile(r"~?[^~&|() ][^ ]*")


def _meanings(symbols: Mapping[str, str]) -> dict[str, _AtLeast | _Clauses]:
    """Return the meanings, read in order: one that speaks of its own or a later symbol could make anything true."""
    found: dict[str, _AtLeast | _Clauses] = {}
    for name, text in symbols.items():
        if not name.startswith("_"):
            raise _Refused(f"{name} is not the name of an auxiliary symbol")
        found[name] = meaning = _meaning(name, text)
        if isinstance(meaning, _Clauses):
            _check_order(name, meaning, found)
    return found


def _meaning(name: str, text: str) -> _AtLeast | _Clauses:
    if match := _THRESHOLD.fullmatch(text):
        among = match[2].split(" ")
        if len(set(among)) == len(among):
            return _AtLeast(int(match[1]), frozenset(among))
    clauses = tuple(_read_clause(name, part) for part in text.split(" & "))
    return _Clauses(clauses)


def _read_clause(name: str, text: str) -> frozenset[str]:
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    literals = text.split(" | ")
    if not all(_LITERAL.fullmatch(literal) for literal in literals):
        raise _Refused(f"the meaning of {name} cannot be read")
    return frozenset(literals)


def _check_order(name: str, meaning: _Clauses, found: Mapping[str, object]) -> None:
    for clause in meaning.clauses:
        for text in clause:
            word = text.removeprefix("~")
            if word.startswith("_") and (word == name or word not in found):
                raise _Refused(f"the meaning of {name} speaks of {word}, which does not stand before it")


def _compare_symbols(proof: Mapping[str, str], told: Mapping[str, str]) -> None:
    for name in proof.keys() & told.keys():
        if proof[name] != told[name]:
            raise _Refused(f"{name} does not mean what was told")


# -- counting mines


@dataclass(frozen=True, slots=True)
class _Range:
    """At least `low` and at most `high` mines are among these cells."""

    among: frozenset[str]
    low: int
    high: int


def _can_meet(fixed: Mapping[str, bool], ranges: list[_Range]) -> bool:
    """Return whether some placement has these cells as fixed and meets all the ranges.

    Cells that lie in the same ranges are alike: only their number of mines counts. So a number is tried for each
    region, and a try is given up as soon as some range can no longer be met.
    """
    sizes: dict[int, int] = {}
    for cell in frozenset().union(*(range_.among for range_ in ranges)):
        if cell not in fixed:
            region = sum(1 << i for i, range_ in enumerate(ranges) if cell in range_.among)
            sizes[region] = sizes.get(region, 0) + 1
    mines = [sum(fixed.get(cell, False) for cell in range_.among) for range_ in ranges]
    limits = [(range_.low - known, range_.high - known) for range_, known in zip(ranges, mines, strict=True)]
    return _fill(sorted(sizes.items()), limits)


def _fill(regions: list[tuple[int, int]], limits: list[tuple[int, int]]) -> bool:
    """Return whether each region can be given a number of mines so that every range is within its limits."""
    stack = [(0, limits)]
    for _ in range(MOST_TRIALS):
        if not stack:
            return False
        spend()
        index, limits = stack.pop()
        low, high = _bounds(regions, index, limits)
        if low > high:
            continue
        if index == len(regions):
            return True
        region = regions[index][0]
        stack.extend((index + 1, _taken(limits, region, mines)) for mines in range(low, high + 1))
    raise _Refused("it is too hard to judge")


def _bounds(regions: list[tuple[int, int]], index: int, limits: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the fewest and the most mines that the region at `index` can have, as far as each range alone says."""
    region, size = regions[index] if index < len(regions) else (0, 0)
    least, most = 0, size
    for i, (low, high) in enumerate(limits):
        room = sum(other for mask, other in regions[index + 1 :] if mask >> i & 1)
        if region >> i & 1:
            least, most = max(least, low - room), min(most, high)
        elif high < 0 or low > room:
            return 1, 0
    return least, most


def _taken(limits: list[tuple[int, int]], region: int, mines: int) -> list[tuple[int, int]]:
    return [(low - mines, high - mines) if region >> i & 1 else (low, high) for i, (low, high) in enumerate(limits)]
