"""A judge of sentences: it reads what logicms says, and works out for itself whether that is true.

A *world* is a board or a hint file with every placement, found by trying. A *form* is a regular expression with a
method that judges what it matches; a line that no form matches is refused, so that no new sentence goes unjudged.
Nothing here is shared with the package: texts come in, the source is read by `second_checker`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import compress, product
from math import floor, prod
from types import MappingProxyType

from second_checker import Count, Formula, Rule, Source, _around, _place, board_source, hints_source, parse_formula

MOST_FREE = 13
Truth = Callable[[str], bool]
"""Whether a name holds."""


class Said:
    """A phrase: the names it is about, and whether it is true of them."""

    def __init__(self, names: Iterable[str], holds: Callable[[Truth], bool]) -> None:
        self.names, self.holds = frozenset(names), holds


def formula_said(formula: Formula) -> Said:
    def holds(truth: Truth, part: Formula = formula) -> bool:
        inner = [lambda each=each: holds(truth, each) for each in part.parts]
        match part.operator:
            case "#":
                return part.low <= sum(each() for each in inner) <= part.high
            case "~":
                return not inner[0]()
            case "&":
                return inner[0]() and inner[1]()
            case "|":
                return inner[0]() or inner[1]()
            case "^":
                return inner[0]() != inner[1]()
            case "->":
                return not inner[0]() or inner[1]()
            case "<->":
                return inner[0]() == inner[1]()
            case "true" | "false":
                return part.operator == "true"
        return truth(part.operator)

    return Said(formula.names, holds)


def count_said(count: Count) -> Said:
    return Said(count.names, lambda truth: count.low <= sum(map(truth, count.names)) <= count.high)


def entails(premises: Iterable[Said], said: Said, known: dict[str, bool] | None = None) -> bool:
    """Return whether a phrase follows from premises and what is known, by trying every assignment of the others."""
    premises, known = list(premises), known or {}
    names = sorted(said.names.union(*(each.names for each in premises)) - known.keys())
    assert len(names) <= 16, "too many names to try everything"
    for values in product((False, True), repeat=len(names)):
        truth = {**known, **dict(zip(names, values, strict=True))}.__getitem__
        if all(each.holds(truth) for each in premises) and not said.holds(truth):
            return False
    return True


GroundRule = tuple[str, tuple[str, ...]]
"""An atom, and the literals of a condition that makes it hold."""


def least(rules: Iterable[GroundRule], opened: frozenset[str]) -> frozenset[str]:
    """Return what holds when these open names do: closed atoms hold where a rule says so, and nowhere else."""
    rules, holding, before = [*rules], opened, None
    while holding != before:
        before = holding
        for head, body in rules:
            if all((each.removeprefix("~") in before) is not each.startswith("~") for each in body):
                holding |= {head}
    return holding


class World:
    """What is given, and every placement of it: a set of the names that hold.

    Of a hint file with closed predicates their atoms and the instances of their rules are given as well: an atom that
    these do not make true fails.
    """

    def __init__(
        self, text: str, *, is_board: bool = True, closed: Iterable[str] = (), rules: Iterable[GroundRule] = ()
    ) -> None:
        self.text = text
        self.source: Source = board_source(text) if is_board else hints_source(text)
        source = self.source
        self.facts = {fact.removeprefix("~"): not fact.startswith("~") for fact in source.facts}
        self.facts |= dict.fromkeys(source.closed_facts, True)
        rows = [line for line in text.splitlines() if line and ":" not in line] if is_board else []
        self.rows = [[char for char in row if not char.isspace()] for row in rows]
        self.sign = {_named(r, c): char for r, row in enumerate(self.rows) for c, char in enumerate(row)}
        self.statements = {
            **{label: count_said(count) for label, count in source.hints.items()},
            **{label: formula_said(formula) for label, formula in source.formulas.items()},
        }
        every = [*self.statements.values(), *map(formula_said, source.instances)]
        self.rules, self.closed = [*rules], frozenset(closed)
        in_rules = {each.removeprefix("~") for head, body in self.rules for each in (head, *body)}
        names = self.closed.union(self.sign, in_rules, *(each.names for each in every)) - self.facts.keys()
        self.free = sorted(names, key=_in_order)
        # A hint file without "safe" and "mine" lines: what it states is certain, and listed as such.
        self.hidden = [name for name in self.free if self.sign[name] in "?F"] if is_board else [*self.free, *self.facts]
        assert len(self.free) <= MOST_FREE, "too many names to try everything"
        known = frozenset(name for name, holds in self.facts.items() if holds)
        self.all: list[frozenset[str]] = []
        for values in product((False, True), repeat=len(self.free)):
            placed = known.union(name for name, value in zip(self.free, values, strict=True) if value)
            if all(each.holds(placed.__contains__) for each in every):
                self.all.append(placed)
        self.all = [placed for placed in self.all if placed == least(self.rules, placed - self.closed) or not closed]
        opened = sorted({*self.free, *self.facts} - self.closed)
        choices = (compress(opened, chosen) for chosen in product((False, True), repeat=len(opened)))
        self.by_rules = [least(self.rules, frozenset(each)) for each in choices] if closed else []
        """What the rules alone make of every choice of what is open."""

    def is_certain(self, name: str, holds: bool) -> bool:
        return all((name in placed) is holds for placed in self.all)

    def chance(self, name: str) -> Fraction:
        return Fraction(sum(name in placed for placed in self.all), len(self.all))

    @property
    def least(self) -> Fraction:
        return min(map(self.chance, self.hidden))

    @cache  # noqa: B019  a world lives as long as its test
    def around(self, name: str) -> frozenset[str]:
        everywhere = {_place(cell) for cell in self.sign}
        return _around(_place(name), everywhere, self.source)

    def shown(self, name: str, placed: frozenset[str]) -> int:
        """Return what a safe cell shows."""
        return len(self.around(name) & placed)

    def parts(self, name: str, alive: Iterable[frozenset[str]]) -> list[list[frozenset[str]]]:
        """Return the placements in which a cell is safe, by what it shows."""
        parts: dict[int, list[frozenset[str]]] = {}
        for placed in alive:
            if name not in placed:
                parts.setdefault(self.shown(name, placed), []).append(placed)
        return list(parts.values())

    def won(self, alive: frozenset[frozenset[str]], cells: tuple[str, ...]) -> int:
        """Return how many of these placements the best play of the cells wins, by trying every course."""
        return _won(self, alive, cells)

    def best_first(self, name: str, alive: frozenset[frozenset[str]], cells: tuple[str, ...]) -> int:
        return sum(self.won(frozenset(part), cells) for part in self.parts(name, alive))


@cache
def _won(world: World, alive: frozenset[frozenset[str]], cells: tuple[str, ...]) -> int:
    if len(alive) == 1:
        return 1
    mines = {cell: sum(cell in placed for placed in alive) for cell in cells}
    for cell in cells:
        if not mines[cell] and len(parts := world.parts(cell, alive)) > 1:
            return sum(_won(world, frozenset(part), cells) for part in parts)
    risky = [cell for cell in cells if 0 < mines[cell] < len(alive)]
    return max(world.best_first(cell, alive, cells) for cell in risky)


def _named(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


_IS_CELL = re.compile(r"[A-Z]\d{1,2}")


def _in_order(name: str) -> tuple[object, ...]:
    return (0, int(name[1:]), name[0]) if _IS_CELL.fullmatch(name) else (1, 0, name)


def percent(share: Fraction, places: int) -> str:
    """Return what may be printed for a share: half up, and never a whole that it is not."""
    unit = 10**places
    units = floor(share * 100 * unit + Fraction(1, 2))
    if units == 0 < share:
        return "<" + _decimal(1, places)
    if units == 100 * unit and share < 1:
        return ">" + _decimal(100 * unit - 1, places)
    return _decimal(units, places)


def _decimal(units: int, places: int) -> str:
    return f"{units // 10**places}.{units % 10**places:0{places}}" if places else str(units)


# -- phrases

NAME = r"[A-Za-z_]\w*(?:\([\w,]*\))?"
LIST = rf"{NAME}(?:, {NAME})*(?: (?:and|or) {NAME})?"
_VERB = r"is a mine|are mines|is safe|are safe|holds|hold|does not hold|do not hold"
_CLAIM = re.compile(rf"(?P<names>{LIST}|\d+ cells) (?P<verb>{_VERB})")
_COUNTED = re.compile(
    rf"(?:(?P<all>both|all \d+ of)|(?P<none>none) of|(?P<bound>exactly|at least|at most) (?P<n>\d+) of"
    rf"|(?P<low>\d+) to (?P<high>\d+) of) (?P<names>{LIST}|zero cells|(?:the )?\d+ cells(?: that are not open| left)?)"
    rf" (?P<verb>is a mine|are mines|is safe|are safe|holds?)"
)


def names_in(text: str) -> list[str]:
    return re.split(r", | and | or ", text)


def literals(text: str) -> list[tuple[str, bool]]:
    """Return what a text such as "C1 is a mine and A1 and B1 are safe" says; a number of cells says nothing."""
    found, at = [], 0
    while at < len(text):
        match = _CLAIM.match(text, at)
        assert match, f"not a claim: {text[at:]!r}"
        holds = match["verb"] in ("is a mine", "are mines", "holds", "hold")
        if not match["names"].endswith(" cells"):
            found += [(name, holds) for name in names_in(match["names"])]
        at = match.end()
        if at < len(text):
            assert text.startswith(" and ", at), f"what follows is no claim: {text[at:]!r}"
            at += 5
    return found


def counted(text: str, cells: Iterable[str] = ()) -> Said | None:
    """Return what a count says; where it gives only a number of cells, it is about `cells`."""
    if not (match := _COUNTED.fullmatch(text)):
        return None
    names = frozenset(names_in(match["names"]) if "cells" not in match["names"] else cells)
    names = frozenset() if match["names"] == "zero cells" else names
    if match["all"]:
        low = high = len(names)
    elif match["none"]:
        low = high = 0
    elif match["low"]:
        low, high = int(match["low"]), int(match["high"])
    else:
        number = int(match["n"])
        low = 0 if match["bound"] == "at most" else number
        high = len(names) if match["bound"] == "at least" else number
    if "safe" in match["verb"]:
        assert match["all"]
        low = high = 0
    if " cells" in match["names"] and match["names"] != "zero cells":
        assert int(re.search(r"\d+ cells", match["names"])[0].split()[0]) == len(names)
    return count_said(Count(low, high, names))


def phrase(text: str, cells: Iterable[str] = (), claims: Mapping[str, Said] = MappingProxyType({})) -> Said:
    """Return what a clause in words says: parts joined by "or", each a count or some literals, `claims` among them."""

    def literal(name: str, holds: bool) -> Said:
        if name not in claims:
            return _literal(name, holds)
        return claims[name] if holds else _not(claims[name])

    if text == "there is a contradiction":
        return Said((), lambda truth: False)
    parts: list[Said] = []
    for part in text.replace("the claim ", "").split(", or "):
        if (said := counted(part, cells)) is not None:
            parts.append(said)
        elif pair := re.fullmatch(rf"({LIST}) ({_VERB})", part):
            holds = pair[2] in ("is a mine", "are mines", "holds", "hold")
            every = [literal(name, holds) for name in names_in(pair[1])]
            parts.append(_all(every) if " and " in pair[1] else _any(every))
        else:
            parts.append(_all([literal(name, holds) for name, holds in literals(part)]))
    return _any(parts)


def _literal(name: str, holds: bool) -> Said:
    return Said([name], lambda truth: truth(name) is holds)


def _not(said: Said) -> Said:
    return Said(said.names, lambda truth: not said.holds(truth))


def _any(parts: list[Said]) -> Said:
    return Said(frozenset().union(*(p.names for p in parts)), lambda truth: any(p.holds(truth) for p in parts))


def _all(parts: list[Said]) -> Said:
    return Said(frozenset().union(*(p.names for p in parts)), lambda truth: all(p.holds(truth) for p in parts))


# -- forms

FORMS: list[tuple[re.Pattern[str], Callable[..., None]]] = []


def form(pattern: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declare the regular expression of a sentence that a method of `Judge` judges."""

    def declare(method: Callable[..., None]) -> Callable[..., None]:
        FORMS.append((re.compile(pattern), method))
        return method

    return declare


class Unknown(AssertionError):
    """A sentence whose form the judge does not know."""


judged: Counter[str] = Counter()
"""How many sentences of each form were judged."""


class Judge:
    """Judges the lines of one text about one world. What an earlier line said is remembered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.goal: tuple[str, bool] | None = None
        """What the explanation is about."""
        self.used: list[str] = []
        """The clues that were named."""
        self.known = dict(world.facts)
        """In a story and on a path: what is known or supposed by now."""
        self.stated: dict[int, Said] = {}
        """What each numbered line of a proof says."""
        self.claims: dict[str, Said] = {}
        """What the auxiliary names of a proof stand for."""
        self.reasons: dict[int, Said] = {}
        """The premise behind a numbered line."""
        self.region: object = None
        self.best: str | None = None
        self.flags: set[str] = set()
        """The flags that were named, however they were judged."""
        self.technique: str | None = None
        self.opened: list[tuple[World, str]] = []
        """In a look back: every cell that was opened, in the world as it was then."""
        self.marked: list[tuple[World, str]] = []
        """In a look back: every cell that was marked where a wrong mark loses."""
        self.moves: list[str] = []
        """In a look back: what was said of each move."""
        self.end = ""
        """In a look back: the signs of the board at the end."""

    def judge(self, text: str) -> None:
        meanings: dict[str, str] = {}
        for name, meaning in re.findall(r"^The claim (_\d+) is: (.+)\.$", text, re.MULTILINE):
            meanings[name] = re.sub(r"_\d+", lambda earlier: f"({meanings[earlier[0]]})", meaning)
            self.claims[name] = formula_said(parse_formula(meanings[name]))
        for line in text.split("\n"):
            if line.strip():
                self.line(line)

    def line(self, line: str) -> None:
        matching = [(match, method) for pattern, method in FORMS if (match := pattern.fullmatch(line))]
        if not matching:
            raise Unknown(f"the judge does not know this form: {line!r}")
        assert len(matching) == 1, f"two forms match {line!r}: the second would never judge it"
        [(match, method)] = matching
        judged[method.__name__] += 1
        try:
            method(self, **match.groupdict())
        except AssertionError as error:
            raise AssertionError(f"{line!r}: {error}") from error

    def true(self, name: str, holds: bool) -> None:
        assert self.world.is_certain(name, holds), f"{name} may be otherwise"

    def certain(self, text: str) -> list[tuple[str, bool]]:
        found = literals(text)
        for name, holds in found:
            self.true(name, holds)
        return found

    def hint(self, name: str) -> Count:
        return self.world.source.hints["mines" if name in ("the mine total", "mines") else _label(name)]

    def statement(self, source: str) -> Said:
        """Return what a source says: a clue, a named or quoted statement, a fact, an instance of a rule."""
        world, label = self.world, _label(source)
        if source in ("the mine total", "mines"):
            return count_said(world.source.hints["mines"])
        if label in world.statements:
            return world.statements[label]
        if label.removeprefix("~") in world.facts:
            name = label.removeprefix("~")
            assert world.facts[name] is not label.startswith("~"), f"{label} is not given"
            return _literal(name, world.facts[name])
        if instance := re.fullmatch(r"(.+?) with (.+)", label):
            pairs = (pair.split(" = ") for pair in instance[2].split(", "))
            values = {name: int(value) if value.lstrip("-").isdigit() else value for name, value in pairs}
            return formula_said(Rule(world.source.rules[instance[1]]).instance(values, world.source.sets))
        assert label in world.source.rules, f"nothing is called {label}"
        return formula_said(Rule(world.source.rules[label]).instance({}, world.source.sets))

    def decide(self, sources: Iterable[str], known: dict[str, bool], found: Iterable[tuple[str, bool]]) -> None:
        """Judge that sources, with what is known, decide names."""
        said = [self.statement(source) for source in sources]
        for name, holds in found:
            assert entails(said, _literal(name, holds), known), f"{name} does not follow from {list(sources)}"


def _label(source: str) -> str:
    source = source.strip('"')
    return re.sub(r"^rule (?=\d)", "line ", source)


def sources_in(text: str, world: World) -> list[str]:
    """Return the sources that a list such as "A2, a | b and the mine total" names: they may contain blanks."""
    pieces = re.split(r"(, | and )", text)
    labels = {*world.statements, *world.facts, *(f"~{name}" for name in world.facts), "the mine total"}
    found, at = [], 0
    while at < len(pieces):
        for end in range(len(pieces), at, -1):
            label = "".join(pieces[at:end])
            if _label(label) in labels or label in labels or _is_instance(label, world):
                found.append(label)
                at = end + 1
                break
        else:
            raise AssertionError(f"no source: {''.join(pieces[at:])!r}")
    return found


def _is_instance(label: str, world: World) -> bool:
    name, _, values = _label(label).partition(" with ")
    return name in world.source.rules and (not values or re.fullmatch(r"\w+ = \w+(, \w+ = \w+)*", values) is not None)


# -- odds


@form(
    r" +[A-Z]( +[A-Z])*|✓ certainly safe( {3}✱ certainly a mine)?|✱ certainly a mine"
    r"|numbers on hidden cells, with %: probability of a mine"
    r"|torus: opposite edges are joined|hex: even rows lie half a cell further right"
)
def legend(judge: Judge) -> None:
    """Column names, legends and notes claim nothing."""


@form(r" +(?P<row>\d+)(?P<cells>( +([0-8]|[✓✱■⚑·▣]|[<>]?\d+%))+)")
def picture(judge: Judge, row: str, cells: str, **_: str) -> None:
    world, texts = judge.world, cells.split()
    for column, text in enumerate(texts):
        name = f"{chr(ord('A') + column)}{row}"
        if text.endswith("%"):
            assert text[:-1] == percent(world.chance(name), 0), f"{name} has {world.chance(name)}"
        elif text in "✓✱" and world.sign[name] in "?F":
            judge.true(name, text == "✱")


@form(r"(?P<number>[\d,]+) placements? of the mines (is|are) possible|(?P<plain>[\d,]+) placements? (is|are) possible")
def placements(judge: Judge, number: str | None, plain: str | None) -> None:
    assert int((number or plain).replace(",", "")) == len(judge.world.all)


@form(
    r"no mine total: cells away from all clues count as 1/2\. Write `mines: 10` above the grid, with the right number, "
    r"for the odds of the game\."
)
def no_mine_total(judge: Judge) -> None:
    world = judge.world
    clues = {name for name, sign in world.sign.items() if sign.isdecimal()}
    away = [name for name in world.hidden if not world.around(name) & clues]
    assert away and "mines" not in world.statements
    assert all(world.chance(name) == Fraction(1, 2) for name in away)


@form(r"certainly safe: (?P<cells>.+)")
def certainly_safe(judge: Judge, cells: str) -> None:
    world = judge.world
    assert set(cells.split()) == {name for name in world.hidden if world.is_certain(name, False)}


@form(
    r"best guess: (?P<cell>\w+), a mine with probability (?P<odds>\S+) \((?P<shown>\S+) %\)"
    r"(; equally safe: (?P<others>.+))?"
)
def best_guess(judge: Judge, cell: str, odds: str, shown: str, others: str | None) -> None:
    world, chance = judge.world, judge.world.chance(cell)
    assert Fraction(odds) == chance and shown == percent(chance, 0) and 0 < chance < 1
    assert set((others or "").split()) == {n for n in world.hidden if world.chance(n) == chance} - {cell}
    assert not any(world.is_certain(name, False) for name in world.hidden), "a cell is certainly safe"
    judge.best = cell


@form(r"why: (?P<reason>.+)")
def why(judge: Judge, reason: str) -> None:
    judge_reason(judge, judge.best, reason)


def judge_reason(judge: Judge, cell: str, reason: str) -> None:
    """Judge why a cell is the one to open: the reason has forms of its own."""
    for pattern, method in REASONS:
        if match := re.fullmatch(pattern, reason):
            judged[f"reason: {method.__name__}"] += 1
            return method(judge, cell, **match.groupdict())
    raise Unknown(f"the judge does not know this reason: {reason!r}")


def _played_out(judge: Judge, cell: str, won: str, shown: str, aside: str | None) -> None:
    world = judge.world
    alive, cells = frozenset(world.all), tuple(world.hidden)
    if aside:
        apart = {*names_in(aside)}
        rest = {placed - apart for placed in alive}
        own = {placed & apart for placed in alive}
        assert len(rest) * len(own) == len(alive), "the cells left out say something about the others"
        one = min(own, key=sorted)
        alive = frozenset(placed for placed in alive if placed & apart == one)
        cells = tuple(name for name in cells if name not in apart)
        for name in [name for name in cells if world.chance(name) < 1]:
            assert len({len(world.around(name) & each) for each in own}) == 1, f"{name} tells about them"
    best = world.won(alive, cells)
    assert Fraction(won) == Fraction(best, len(alive)), f"the best play wins {best} of {len(alive)}"
    assert world.best_first(cell, alive, cells) == best, "another cell is better"
    assert shown == percent(Fraction(won), 0)


def _looked_ahead(judge: Judge, cell: str, survival: str, clear: str | None, flip: str | None) -> None:
    world, number = judge.world, len(judge.world.all)
    survived = Fraction(0)
    for part in world.parts(cell, world.all):
        risks = [Fraction(sum(n in p for p in part), len(part)) for n in world.hidden if n != cell]
        least = min(risks, default=Fraction(1))
        survived += Fraction(len(part), number) * (1 if least == 1 else 1 - least)
    assert survival == percent(survived, 1), f"the chance is {survived}"
    near = [n for n in world.around(cell) if n in world.hidden and world.chance(n) < 1]
    quiet = Fraction(sum(cell not in p and not p.intersection(near) for p in world.all), number)
    if clear is None:
        assert not quiet or not near
    else:
        assert clear == percent(quiet, 1), f"the chance is {quiet}"
    _coin_flip(judge, cell, flip)


def _nothing_to_learn(judge: Judge, cell: str, flip: str | None) -> None:
    assert len(judge.world.parts(cell, judge.world.all)) == 1
    _coin_flip(judge, cell, flip)


def _coin_flip(judge: Judge, cell: str, flip: str | None) -> None:
    """Judge that clues cannot tell these cells apart, in such a share of the placements."""
    if flip is None:
        return
    match = re.fullmatch(
        r"(?:in (\S+) % of the placements )?it and (.+) are a coin flip that no clue will decide", flip
    )
    cells, world = {cell, *names_in(match[2])}, judge.world
    every = set(world.all)
    count = 0
    for placed in world.all:
        turned = placed ^ cells
        others = [name for name in world.sign if name not in cells and name not in placed]
        same = all(world.shown(name, placed) == world.shown(name, turned) for name in others)
        count += turned in every and same and 2 * len(placed & cells) == len(cells)
    share = Fraction(count, len(world.all))
    assert match[1] == percent(share, 1) if match[1] else share == 1, f"it is {share}"


def _least_risk(judge: Judge, cell: str, odds: str, alike: str | None, clues: str | None) -> None:
    world = judge.world
    assert Fraction(odds) == world.chance(cell) == world.least
    if alike is not None:
        every = [name for name in world.hidden if world.chance(name) == world.least]
        assert int(alike) == len(every) and int(clues) == _clues(world, cell) == max(_clues(world, n) for n in every)


def _not_looked_ahead(judge: Judge, cell: str, limit: str) -> None:
    assert judge.world.chance(cell) == judge.world.least
    assert (limit == "that takes a grid of squares") is (judge.world.source.grid != "square")


def _most_clues(judge: Judge, cell: str, clues: str) -> None:
    world = judge.world
    uncertain = [name for name in world.hidden if world.chance(name) < 1]
    assert int(clues) == _clues(world, cell) == max(_clues(world, name) for name in uncertain)


def _clues(world: World, cell: str) -> int:
    return sum(world.sign[name].isdigit() for name in world.around(cell))


def _safe_reason(judge: Judge, cell: str) -> None:
    judge.true(cell, False)


_FLIP = r"(; (?P<flip>(in \S+ % of the placements )?it and .+ are a coin flip that no clue will decide))?"
REASONS = [
    (r"certainly safe", _safe_reason),
    (
        r"the best play opens it first and wins in (?P<won>\S+) of the placements \((?P<shown>\S+) %\)"
        r"(, apart from (?P<aside>.+), which nothing else can tell anything about)?",
        _played_out,
    ),
    (
        r"looks best (?:one guess|two guesses) ahead: a chance of (?P<survival>\S+) % of surviving it and the safest "
        r"cell after it(, and of (?P<clear>\S+) % that every uncertain cell around it is safe too)?" + _FLIP,
        _looked_ahead,
    ),
    (
        r"it shows the same wherever the mines are, and so does every cell that was considered: it comes first as the "
        r"least risk that can be avoided" + _FLIP,
        _nothing_to_learn,
    ),
    (
        r"lowest probability of a mine, (?P<odds>[\d/]+)"
        r"(; of (?P<alike>\d+) such cells it has the most clues around it, (?P<clues>\d+))?",
        _least_risk,
    ),
    (r"lowest probability of a mine; the guesses after it were not considered: (?P<limit>.+)", _not_looked_ahead),
    (r"most clues around it, (?P<clues>\d+)", _most_clues),
]


@form(r"chance to win: (?P<win>\S+) \((?P<shown>\S+) %\)")
def chance_to_win(judge: Judge, win: str, shown: str) -> None:
    world = judge.world
    best = world.won(frozenset(world.all), tuple(world.hidden))
    assert Fraction(win) == Fraction(best, len(world.all)) and shown == percent(Fraction(win), 0)


@form(r"coin flip: (?P<cells>.+)")
def coin_flip(judge: Judge, cells: str) -> None:
    first, *others = cells.split()
    _coin_flip(judge, first, f"it and {' and '.join(others)} are a coin flip that no clue will decide")


@form(r"the number would tell nothing: (?P<cells>.+)")
def number_tells_nothing(judge: Judge, cells: str) -> None:
    for name in cells.split():
        assert len(judge.world.parts(name, judge.world.all)) == 1, name


@form(rf"(?P<name>{NAME}): (?P<odds>\d+(/\d+)?)")
def odds_of_a_name(judge: Judge, name: str, odds: str) -> None:
    assert Fraction(odds) == judge.world.chance(name)


# -- the next step, in words


@form(r"Look at (?P<first>[A-Z]\d+):(?P<last>[A-Z]\d+)\.")
def look_at(judge: Judge, first: str, last: str) -> None:
    judge.region = (_place(first), _place(last))


@form(rf"Look at (?P<names>{NAME}(, {NAME})*)\.")
def look_at_names(judge: Judge, names: str) -> None:
    judge.region = names.split(", ")


@form(r"Use (?P<sources>.+)\.")
def use(judge: Judge, sources: str) -> None:
    judge.used = [_named_source(each) for each in sources_in(sources, judge.world)]
    for source in judge.used:
        if isinstance(judge.region, tuple) and _IS_CELL.fullmatch(source):
            (top, left), (bottom, right) = judge.region
            row, column = _place(source)
            assert top <= row <= bottom and left <= column <= right, f"{source} is elsewhere"


@form(r"Technique: (?P<name>\w+): .+")
def technique(judge: Judge, name: str) -> None:
    judge.technique = name


@form(rf"(?P<claim>(?:{LIST}) (?:{_VERB}))\.")
def verdict(judge: Judge, claim: str) -> None:
    [judge.goal] = judge.certain(claim)
    if judge.used:
        judge.decide(judge.used, judge.world.facts, [judge.goal])
    if isinstance(judge.region, list):
        assert judge.goal[0] in judge.region
    if judge.technique is not None and judge.technique != "resolution":
        judge_technique(judge, judge.technique)


def judge_technique(judge: Judge, name: str) -> None:
    """Judge that the clues that were named show the cell in the way that was named."""
    (cell, holds), facts = judge.goal, judge.world.facts
    told = []
    for source in judge.used:
        hint = judge.hint(source)
        mines = sum(facts.get(each, False) for each in hint.names)
        told.append((frozenset(hint.names - facts.keys()), hint.low - mines, hint.high - mines))
    if name == "single":
        [(cells, low, high)] = told
        assert cell in cells and (high == 0 and not holds or low == len(cells) and holds)
    elif name == "subset":
        one, other = sorted(told, key=lambda each: len(each[0]))
        assert one[0] < other[0] and cell in other[0] - one[0]
        left = len(other[0] - one[0])
        assert other[2] - one[1] == 0 and not holds or other[1] - one[2] == left and holds
    elif name == "difference":
        assert 2 <= len(told) <= 3
        assert any(_difference_shows(told, signs, cell, holds) for signs in product((1, -1), repeat=len(told)))
    else:
        assert _refuted(told, {cell: not holds}, split=name == "split"), f"{name} does not refute it"


def _difference_shows(told: list, signs: tuple[int, ...], cell: str, holds: bool) -> bool:
    factors = Counter[str]()
    for (cells, _, _), sign in zip(told, signs, strict=True):
        for each in cells:
            factors[each] += sign
    if not factors[cell]:
        return False
    low = sum(low if sign > 0 else -high for (_, low, high), sign in zip(told, signs, strict=True))
    rest = [factor for each, factor in factors.items() if each != cell]
    without = 0 if holds else factors[cell]  # as if the cell were the opposite: the line cannot reach `low` then
    return sum(factor for factor in rest if factor > 0) + without < low


def _refuted(told: list, assumed: dict[str, bool], *, split: bool) -> bool:
    """Return whether following each clue ends in a contradiction; with `split`, for both values of some cell."""
    values, changed = dict(assumed), True
    while changed:
        changed = False
        for cells, low, high in told:
            mines = sum(values.get(each, False) for each in cells)
            free = [each for each in cells if each not in values]
            if mines > high or mines + len(free) < low:
                return True
            if free and (mines == high or mines + len(free) == low):
                values.update(dict.fromkeys(free, mines != high))
                changed = True
    cells = {each for each, *_ in told for each in each} - values.keys()
    return split and any(
        all(_refuted(told, {**values, each: value}, split=True) for value in (True, False)) for each in sorted(cells)
    )


@form(r"By resolution this takes more steps than anyone would read; by counting it is short\. (?P<rest>.+)")
def too_long(judge: Judge, rest: str) -> None:
    judge.line(rest)


@form(
    r"(?P<source>[A-Z]\d+|The board|By (?!resolution this).+?|It is given)"
    r"( shows (?P<n>\d+)| has (?P<total>\d+) mines? in all)?(, and (?P<known>.+?): so|:) (?P<said>[^:]+)\."
)
def hint(judge: Judge, source: str, n: str | None, total: str | None, known: str | None, said: str) -> None:
    world = judge.world
    if source == "It is given":
        options = [hint for label, hint in world.source.hints.items() if " among " in label]
    else:
        options = [judge.hint("mines" if source == "The board" else source.removeprefix("By "))]
    told: dict[str, bool] = {}
    for names, what in re.findall(
        rf"({LIST}|\d+ cells) (?:is|are) (known to be a mine|known to be safe|flagged as a mine)", known or ""
    ):
        if not names.endswith(" cells"):
            told.update(dict.fromkeys(names_in(names), what != "known to be safe"))
    for name, holds in told.items():
        assert world.facts[name] is holds
    for count in options:
        facts = [_literal(name, holds) for name, holds in world.facts.items() if name in count.names]
        if n or total:
            assert count.low == count.high == int(n or total)
        left = count.names - world.facts.keys()
        meant = phrase(said, left)
        if entails([*facts, count_said(count)], meant) and entails([*facts, meant], count_said(count)):
            judge.used = list(dict.fromkeys([*judge.used, "mines" if source == "The board" else source]))
            return
    raise AssertionError("no clue says that")


@form(r"It takes (?P<what>\d+ clues(?: and the mine total)?): (?P<clues>.+)\.")
def it_takes(judge: Judge, what: str, clues: str) -> None:
    judge.used = [*clues.split(", "), *(["mines"] if "total" in what else [])]
    judge.decide(judge.used, judge.world.facts, [judge.goal])


@form(rf"(?P<clues>{LIST}) both count (?P<cells>{LIST})\.")
def both_count(judge: Judge, clues: str, cells: str) -> None:
    for clue in names_in(clues):
        assert judge.hint(clue).names.issuperset(names_in(cells))


@form(rf"(Each of )?(?P<cells>{LIST}|\d+ cells) is counted by more than one (clue|hint)\.")
def counted_twice(judge: Judge, cells: str) -> None:
    used = judge.used if "It is given" not in judge.used else judge.world.source.hints
    among = Counter(name for label in used if label != "mines" for name in judge.hint(label.removeprefix("By ")).names)
    twice = {name for name, number in among.items() if number > 1 and name not in judge.world.facts}
    if cells.endswith(" cells"):
        assert int(cells.removesuffix(" cells")) == len(twice)
    else:
        assert twice.issuperset(names_in(cells))


@form(r"(Neither|None) of the (?P<number>\w+) can be left out\.")
def needed(judge: Judge, number: str) -> None:
    world = judge.world
    if "It is given" in judge.used or any(each.startswith("By ") for each in judge.used):
        return
    assert number == ["two", "three", "four", "five", "six", "seven", "eight"][len(judge.used) - 2]
    judge.decide(judge.used, world.facts, [judge.goal])
    for left_out in judge.used:
        said = [self_said for each in judge.used if each != left_out for self_said in [judge.statement(each)]]
        assert not entails(said, _literal(*judge.goal), world.facts), f"{left_out} can be left out"


@form(r"It is known: (?P<how>.+) that (?P<claim>.+)\.")
def it_is_known(judge: Judge, how: str, claim: str) -> None:
    for name, holds in literals(claim):
        assert judge.world.facts[name] is holds
        assert (how == "a flag says") is (judge.world.sign.get(name) == "F")


# -- a story: suppose the opposite


@form(r"Suppose (?P<rest>.+)")
def story(judge: Judge, rest: str) -> None:
    """Judge a refutation sentence by sentence: each is about what is known and supposed by then."""
    sentences = f"Suppose {rest}".rstrip(".").split(". ")
    base, known = dict(judge.world.facts), {}
    broken = False
    for sentence in sentences:
        if match := re.fullmatch(r"Suppose( also| instead)? that (.+)", sentence):
            [(name, holds)] = literals(match[2])
            if not match[1]:
                assert (name, not holds) == judge.goal
                known = {**base, name: holds}
            else:
                if match[1] == " also":
                    before_case = dict(known)
                    tried = (name, holds)
                else:
                    assert broken and tried == (name, not holds)
                    known = dict(before_case)
                broken = False
                known[name] = holds
        elif match := re.fullmatch(r"Then (.+) (has all its mines|needs every cell that is left), so (.+)", sentence):
            count = judge.hint("mines" if match[1] == "the board" else match[1])
            mines = sum(known.get(each, False) for each in count.names)
            free = {each for each in count.names if each not in known}
            holds = match[2] != "has all its mines"
            assert mines == count.high if not holds else mines + len(free) == count.low
            found = literals(match[3])
            assert found or " cells " in match[3]
            if not found:
                found = [(each, holds) for each in free]
            for name, value in found:
                assert value is holds and (name in free or known[name] is value)
                known[name] = value
        elif match := re.fullmatch(r"But then (.+) (has|can have) (at most )?(\d+|no) mines?, not (\d+)", sentence):
            count = judge.hint("mines" if match[1] == "the board" else match[1])
            number = 0 if match[4] == "no" else int(match[4])
            if match[2] == "has":
                assert sum(known.get(each, False) for each in count.names) == number > count.high == int(match[5])
            else:
                assert sum(known.get(each, True) for each in count.names) == number < count.low == int(match[5])
            broken = True
        elif match := re.fullmatch(r"Try (\S+) both ways", sentence):
            assert match[1] not in known
        else:
            match = re.fullmatch(r"So (.+)", sentence)
            assert match and literals(match[1]) == [judge.goal] and broken, sentence
        judged[f"story: {sentence.split()[0].lower()}"] += 1


# -- not certain


@form(rf"Whether (?P<name>{NAME}) (is a mine|holds) is not certain: two placements meet everything that is known\.")
def not_certain(judge: Judge, name: str) -> None:
    assert 0 < judge.world.chance(name) < 1
    judge.goal = (name, True)


@form(
    r"In one it (is a mine|holds)(, and (?P<here>.+) too)?; in the other it (is safe|does not hold)"
    r"(, and (?P<there>.+) instead)?\."
)
def two_placements(judge: Judge, here: str | None, there: str | None) -> None:
    """Judge that there are two placements that differ in just these names (which `everywhere_else` says)."""
    name, _ = judge.goal
    with_it, without = ([n for n, h in literals(text)] if text else [] for text in (here, there))
    numbers = [int(text.split()[0]) if text and " cells " in text else None for text in (here, there)]
    every = set(judge.world.all)
    for placed in every:
        if (
            name in placed
            and numbers == [None, None]
            and placed.issuperset(with_it)
            and not placed.intersection(without)
        ):
            if placed - {name, *with_it} | {*without} in every:
                return
    assert numbers != [None, None], "no two placements differ in just this"


@form(r"Everywhere else the two agree\.")
def everywhere_else(judge: Judge) -> None:
    """Judged with the sentence before."""


# -- proofs in words


@form(r"To show: (?P<goal>.+)\.")
def to_show(judge: Judge, goal: str) -> None:
    judge.stated = {}


@form(r"The claim (?P<name>_\d+) is: (?P<meaning>.+)\.")
def the_claim(judge: Judge, name: str, meaning: str) -> None:
    """A definition cannot be false; what is said by it is judged where it is used."""
    assert name in judge.claims


@form(r"(?P<number>\d+)\. (?P<sentence>.+?)\.(?: (?P<end>So .+|This is what was to be shown)\.)?")
def numbered(judge: Judge, number: str, sentence: str, end: str | None) -> None:
    judge.stated[int(number)] = judge_step(judge, sentence)
    if end and end.startswith("So the opposite is impossible, and "):
        for name, holds in literals(end.removeprefix("So the opposite is impossible, and ")):
            judge.true(name, holds)


def judge_step(judge: Judge, sentence: str) -> Said | None:
    """Judge one sentence of a proof; return what it says."""
    claims = judge.claims
    if match := re.fullmatch(r"\((\d+)\) and \((\d+)\) contradict each other", sentence):
        said = phrase("there is a contradiction")
        return _follows(judge, [match[1], match[2]], said)
    if match := re.fullmatch(r"(.+) \((\d+)\), so by \((\d+)\) (.+)", sentence):
        assert _same(phrase(_lower(match[1]), claims=claims), judge.stated[int(match[2])])
        return _follows(judge, [match[2], match[3]], phrase(match[4], claims=claims))
    if match := re.fullmatch(r"If (.+?), then by \((\d+)\) (.+); if (.+?), then by \((\d+)\) (.+): so (.+)", sentence):
        for case, number, then in ((match[1], match[2], match[3]), (match[4], match[5], match[6])):
            given, found = phrase(case, claims=claims), phrase(then, claims=claims)
            assert entails([given, judge.stated[int(number)]], found)
        return _follows(judge, [match[2], match[5]], phrase(match[7], claims=claims))
    if match := re.fullmatch(r"Suppose that (.+)", sentence):
        return phrase(match[1], claims=claims)
    if match := re.fullmatch(r"It is known that (.+)", sentence):
        for name, holds in literals(match[1]):
            assert judge.world.facts[name] is holds
        return phrase(match[1])
    if match := re.fullmatch(r"For the same reason as in \((\d+)\), (.+)", sentence):
        said = phrase(match[2], claims=claims)
        assert entails([judge.reasons[int(match[1])]], said)
        return said
    if match := re.fullmatch(r"By the claim (_\d+), (.+)", sentence):
        said = phrase(match[2], claims=claims)
        assert entails([], said), "that does not follow from what it stands for"
        return said
    if match := re.fullmatch(rf"Nothing but the facts and rules for it makes ({NAME}) hold, so (.+)", sentence):
        said = phrase(match[2], claims=claims)
        assert match[1] in said.names and judge.world.by_rules
        assert all(said.holds(placed.__contains__) for placed in judge.world.by_rules), "a rule makes it hold"
        return said
    if match := re.fullmatch(rf"No rule makes ({NAME}) hold, so (.+)|{_NOWHERE}", sentence):
        return _judge_unfounded(judge, match)
    patterns = [
        (r"The clue at (?P<s>\S+) says that (?P<c>.+?)(?:, so (?P<f>.+))?", "hint"),
        (r"The clue at (?P<s>\S+) says (?P<n>\d+), but counts only (?P<names>.+?), so (?P<f>.+)", "hint"),
        (r"In all, (?P<c>.+?)(?:, so (?P<f>.+))?", "total"),
        (r"It is given that (?P<c>.+?)(?: \((?P<s>\w+)\))?, so (?P<f>.+)", "given"),
        (r"It is given that (?P<c>.+)", "count"),
        (r"By (?P<s>.+?(?: with \w+ = \w+(?:, \w+ = \w+)*)?), (?P<f>.+)", "rule"),
    ]
    for pattern, kind in patterns:
        if (match := re.fullmatch(pattern, sentence)) is None:
            continue
        found = match.groupdict()
        source = _source_of(judge, kind, found)
        if source is None:
            continue
        judge.reasons[max(judge.stated, default=0) + 1] = source
        says = found.get("c")
        if number := found.get("n"):
            assert int(number) > len(names_in(found["names"])), "it does not count too few"
            says = f"exactly {number} of {found['names']} are mines"
        if says is not None and kind in ("hint", "total"):
            assert _same(phrase(says, source.names), source), "the clue says something else"
        last = found.get("f") or says
        last = last.split(", so ")[-1] if kind == "rule" else last
        said = phrase(last, source.names, claims)
        assert entails([source], said), "that does not follow"
        return said
    raise Unknown(f"the judge does not know this step: {sentence!r}")


_ATOMS = r"~?[\w(),]+(?: \(false by \d+\))?"
_NEEDED = rf"{_ATOMS}(?:, {_ATOMS})*(?: or {_ATOMS})?"
_NOWHERE = (
    rf"(?:No fact says (?P<facts>{_NEEDED}))?(?:, and |^)?(?P<needs>\S+ would need {_NEEDED}"
    rf"(?:(?:; \S+|, and that) would need {_NEEDED})*)?, so (?P<said>.+)"
)


def _judge_unfounded(judge: Judge, match: re.Match[str]) -> Said:
    """Judge why closed atoms hold nowhere: every rule for one of them lacks a fact, or what is named."""
    by_head: dict[str, list[tuple[str, ...]]] = {}
    for head, body in judge.world.rules:
        by_head.setdefault(head, []).append(body)
    if match[1]:
        assert match[1] not in by_head, "there is a rule for it"
        assert match[2] == f"{match[1]} does not hold"
        return phrase(match[2])
    facts = [re.escape(each).replace("_", r"\w+") for each in re.split(", | or ", match["facts"] or "") if each]
    no_fact = re.compile("|".join(facts) or "(?!)")
    assert not any(no_fact.fullmatch(head) for head in by_head), "a fact or a rule says that"
    needs: dict[str, list[str]] = {}
    wanted: list[str] = []
    for each in re.split(r"; |, and (?=that would need)", match["needs"] or ""):
        if each:
            atom, named = each.split(" would need ")
            [atom] = wanted if atom == "that" else [atom]
            words, wanted = re.split(r", | or ", named), []
            needs[atom] = [word.partition(" ")[0] for word in words]
            for word in words:
                if by := re.fullmatch(r"(~?)(\S+) \(false by (\d+)\)", word):
                    shown = judge.stated.get(int(by[3]), _all([]))
                    assert entails([shown], _literal(by[2], by[1] == "~")), "that is not shown there"
                else:
                    assert word in judge.world.closed, "it may hold"
                    wanted.append(word)
                    needs.setdefault(word, [])
    said = phrase(match["said"])
    [false] = said.names
    assert said.holds(lambda name: False), "that it holds does not follow"
    if not no_fact.fullmatch(false):
        needs.setdefault(false, [])
    for atom, lacking in needs.items():
        for body in by_head.get(atom, []):
            assert any(each in lacking or no_fact.fullmatch(each) for each in body), f"a rule for {atom} lacks nothing"
    return said


def _source_of(judge: Judge, kind: str, found: dict[str, str | None]) -> Said | None:
    world = judge.world
    if kind == "total":
        return count_said(world.source.hints["mines"])
    if kind in ("hint", "rule"):
        return judge.statement(found["s"])
    text = found["c"]
    if text in world.statements:
        return world.statements[text]
    if found.get("s") in world.statements:
        return world.statements[found["s"]]
    same = [count_said(c) for label, c in world.source.hints.items() if _same(count_said(c), counted(text) or _all([]))]
    return same[0] if same else None


def _follows(judge: Judge, numbers: list[str], said: Said) -> Said:
    assert entails([judge.stated[int(number)] for number in numbers], said), "that does not follow"
    return said


def _same(one: Said, other: Said) -> bool:
    return entails([one], other) and entails([other], one)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if re.match(r"(All|At|Both|None|The)\b", text) else text


# -- sums

_SUM = re.compile(
    r"(?:if (?P<case>.+?): )?(?P<sum>.+?)(?:, with the known (?P<facts>.+?) substituted,?)?(?: leaves| says)?: "
    r"(?P<equation>.+?), so (?:since every cell is 0 or 1, )?(?P<claim>.+)",
    re.IGNORECASE,
)


@form(
    r"(?:\((?P<number>\d+)\) )?"
    r"(?P<sentence>(?!By resolution this).+ (?:leaves|says): .+|it is known that .+|\(\d+\) and \(\d+\) together: .+)\."
)
def a_sum(judge: Judge, number: str | None, sentence: str) -> None:
    stated: Said
    if match := re.fullmatch(r"it is known that (.+)", sentence, re.IGNORECASE):
        for name, holds in literals(match[1]):
            assert judge.world.facts[name] is holds
        stated = phrase(match[1])
    elif match := re.fullmatch(r"\((\d+)\) and \((\d+)\) together: (.+)", sentence):
        case, _, claim = match[3].rpartition(", then ")
        said = [phrase(claim)]
        said += [_not(_literal(*each)) for each in literals(case.removeprefix("if "))] if case else []
        stated = _follows(judge, [match[1], match[2]], _any(said))
    else:
        match = _SUM.fullmatch(sentence)
        assert match, "not a sum"
        case = [_literal(*each) for each in literals(match["case"])] if match["case"] else []
        sources = [_named_source(name) for name in re.split(r" plus | minus ", match["sum"], flags=re.IGNORECASE)]
        equation = _equation(match["equation"])
        if not any(re.search(r"\d clues|the sum of", source) for source in sources):
            said = [judge.statement(source) for source in sources]
            assert entails(said, equation, judge.world.facts), "the sum leaves something else"
        for each in match["claim"].split(", or "):
            claim = phrase(each)
            assert entails([equation, *case], claim), "that does not follow from the equation"
        stated = phrase(match["claim"])
        if case:
            stated = _any([stated, *map(_not, case)])
    if number:
        judge.stated[int(number)] = stated


def _named_source(name: str) -> str:
    return "mines" if name.lower() == "the mine total" else name


def _equation(text: str) -> Said:
    if match := re.fullmatch(r"(\d+) mines? among \d+ cells \((.+)\)", text):
        names = match[2].split(", ")
        return count_said(Count(int(match[1]), int(match[1]), frozenset(names)))
    parts = re.split(r" (?:=|≤|<=) ", text)
    numbers = [int(part.replace("−", "-")) for part in parts if re.fullmatch(r"[−-]?\d+", part)]
    [line] = [part for part in parts if not re.fullmatch(r"[−-]?\d+", part)] if len(parts) != len(numbers) else ["0"]
    factors: dict[str, int] = {}
    for sign, factor, name in re.findall(rf"([−+-]?) ?(\d+ )?({NAME})", line):
        factors[name] = (int(factor) if factor else 1) * (-1 if sign in ("−", "-") else 1)
    low, high = numbers[0], numbers[-1]
    return Said(factors, lambda truth: low <= sum(f * truth(name) for name, f in factors.items()) <= high)


# -- paths


@form(r" *(?P<number>\d+)\. (?P<claim>.+), because of (?P<sources>.+?)(?: \((?P<technique>\w+)\))?")
def path_step(judge: Judge, number: str, claim: str, sources: str, technique: str | None) -> None:
    found = judge.certain(claim)
    if not re.match(r"\d+ clues", sources):
        known = judge.known if technique else judge.world.facts
        judge.decide(sources_in(sources, judge.world), known, found)
    else:
        judge.decide(judge.world.source.hints, judge.known, found)
    judge.known.update(found)


@form(r"(?P<solved>solved: )?(?P<number>\d+) steps?(?P<more>; nothing more is certain)?")
def path_end(judge: Judge, solved: str | None, number: str, more: str | None) -> None:
    world = judge.world
    undecided = {name for name in world.free if not any(world.is_certain(name, holds) for holds in (True, False))}
    assert not (undecided & {*world.hidden}) if solved else undecided
    assert {name for name in world.free if name not in undecided} <= {*judge.known, *world.facts}


# -- solve, check, contradictions


@form(r"(?P<status>solved|progress): (?P<share>.+ certain|there is no .+)")
def solved(judge: Judge, status: str, share: str) -> None:
    world = judge.world
    certain = [name for name in world.hidden if any(world.is_certain(name, holds) for holds in (True, False))]
    if match := re.fullmatch(r"(\d+) of (\d+) (hidden cell|name)s? (is|are) certain", share):
        assert (int(match[1]), int(match[2])) == (len(certain), len(world.hidden))
    elif match := re.fullmatch(r"all (\d+) (hidden cell|name)s are certain", share):
        assert int(match[1]) == len(certain) == len(world.hidden)
    elif re.fullmatch(r"the one (hidden cell|name) is certain", share):
        assert len(certain) == len(world.hidden) == 1
    else:
        assert re.fullmatch(r"there is no (hidden cell|name)", share) and not world.hidden
    assert (status == "solved") is (len(certain) == len(world.hidden))


@form(
    r"stuck: nothing is certain|nothing is certain: (the|every) (hidden cell|name that is not known) may .+"
    r"|`logicms odds` gives the probability of each cell and the best guess\."
)
def stuck(judge: Judge) -> None:
    assert not any(judge.world.is_certain(name, holds) for name in judge.world.free for holds in (True, False))


@form(r"nothing is left to decide: (there is no hidden cell|every name is known)|Nothing is left to decide: every .+")
def nothing_left(judge: Judge) -> None:
    assert not judge.world.hidden


@form(r"(?P<kind>safe|mine|fails|holds): (?P<names>.+)")
def listed(judge: Judge, kind: str, names: str) -> None:
    holds = kind in ("mine", "holds")
    assert set(names.split()) == {name for name in judge.world.hidden if judge.world.is_certain(name, holds)}


@form(r"only by the mine total: (?P<names>.+)")
def only_by_the_total(judge: Judge, names: str) -> None:
    without = World("\n".join("".join(row) for row in judge.world.rows) + f"\ngrid: {judge.world.source.grid}")
    for name in names.split():
        assert 0 < without.chance(name) < 1


@form(r"consistent: at least one placement fits")
def consistent(judge: Judge) -> None:
    assert judge.world.all


@form(r"The board would be consistent if (?P<cell>[A-Z]\d) showed (?P<could>.+) \(it shows (?P<shows>\d)\)\.")
def clue_to_mend(judge: Judge, cell: str, could: str, shows: str) -> None:
    """The board is inconsistent, and consistent with just these numbers there."""
    world = judge.world
    assert not world.all and world.sign[cell] == shows
    row, column = next((r, c) for r, line in enumerate(world.rows) for c in range(len(line)) if _named(r, c) == cell)
    head = [line for line in world.text.splitlines() if ":" in line]
    for number in range(9):
        rows = [list(line) for line in world.rows]
        rows[row][column] = str(number)
        mended = World("\n".join([*head, "", *map(" ".join, rows), ""]))
        assert bool(mended.all) is (number in _numbers(could)), number


@form(r"The board would be consistent if the mine total were (?P<could>.+) \(it is (?P<mines>\d+)\)\.")
def total_to_mend(judge: Judge, could: str, mines: str) -> None:
    text = judge.world.text
    assert not judge.world.all and re.search(rf"^mines: {mines}$", text, re.MULTILINE)
    free = World(re.sub(r"^mines: .*\n", "", text, flags=re.MULTILINE))
    assert {len(placed & free.sign.keys()) for placed in free.all} == set(_numbers(could))


def _numbers(could: str) -> list[int]:
    """Return the numbers of a list, such as "1 or 2", or of a range, such as "1 to 3"."""
    numbers = list(map(int, re.findall(r"\d+", could)))
    return list(range(numbers[0], numbers[1] + 1)) if " to " in could else numbers


@form(r"All flags could be mines if there were none at (?P<cell>[A-Z]\d)\.")
def flag_too_many(judge: Judge, cell: str) -> None:
    """The lines before it name all flags."""
    world = judge.world
    assert world.all and cell in judge.flags and not any(judge.flags <= placed for placed in world.all)
    assert any(judge.flags - {cell} <= placed for placed in world.all)


@form(r"flags? (?P<kind>certain|unproved|wrong): (?P<cells>.+)")
def flags(judge: Judge, kind: str, cells: str) -> None:
    """The world is that of the board with its flags read as hidden cells."""
    judge.flags.update(cells.split())
    chance = {"certain": lambda p: p == 1, "wrong": lambda p: p == 0, "unproved": lambda p: 0 < p < 1}[kind]
    for name in cells.split():
        assert chance(judge.world.chance(name))


@form(r"inconsistent: (?P<message>.+)|The (?:board is|statements are) inconsistent: (?P<said>.+)\.")
def inconsistent(judge: Judge, message: str | None, said: str | None) -> None:
    assert not judge.world.all, "a placement fits"
    text = message or said
    text, _, flagged = text.partition("; the flag")
    if flagged:
        assert all(judge.world.sign[name] == "F" for name in re.findall(r"\b[A-Z]\d\b", flagged.split(":")[0]))
    source = judge.world.source
    if match := re.fullmatch(
        r"(?:(?P<clue>\S+|\d+ among .+) says|the mine total is) (?P<n>\d+), but "
        r"(?:(?P<known>\d+) (?:mine is|mines are) known|only (?P<only>\d+) cells?|(?P<no>no) cells)"
        r"(?P<around> around it)?( can be (a mine|mines))?",
        text,
    ):
        count = source.hints[match["clue"] or "mines"]
        assert count.low == int(match["n"])
        known = sum(judge.world.facts.get(name, False) for name in count.names)
        possible = sum(judge.world.facts.get(name, True) for name in count.names)
        if match["known"]:
            assert known == int(match["known"]) > count.high
        else:
            assert possible == int(match["only"] or 0) < count.low
        return
    text, _, given = text.partition(", given ")
    if match := re.fullmatch(r"(\d+) clues \(.+ …\)( and the mine total)? cannot all be right", text):
        return
    match = re.fullmatch(r"(.+) cannot (both|all) be right|(.+) cannot be right", text)
    assert match, f"the judge does not know this clash: {text!r}"
    text = re.sub(r"the mine total of (\d+)", "the mine total", match[1] or match[3])
    clash = [judge.statement(each) for each in sources_in(text, judge.world)]
    names = frozenset().union(*(each.names for each in clash))
    facts = [_literal(name, holds) for name, holds in judge.world.facts.items() if name in names]
    for name, holds in literals_of(given) if given and "facts" not in given else ():
        assert judge.world.facts[name] is holds
    assert entails([*clash, *facts], phrase("there is a contradiction")), "they can all be right"
    smallest = len(clash) > 1 and not (source.formulas or source.instances)  # among formulas, none is searched for
    for left_out in clash if smallest else ():
        rest = [each for each in clash if each is not left_out]
        assert not entails([*rest, *facts], phrase("there is a contradiction")), "one of them is not needed"


def literals_of(text: str) -> Iterator[tuple[str, bool]]:
    yield from ((name.removeprefix("~"), not name.startswith("~")) for name in re.split(r", | and ", text))


# -- games


@form(r"(guessed )?(?P<cell>[A-Z]\d+)(, a mine with probability (?P<odds>\S+) \((?P<shown>\S+) %\))?: (?P<reason>.+)")
def a_move(judge: Judge, cell: str, odds: str | None, shown: str | None, reason: str) -> None:
    chance = judge.world.chance(cell)
    if odds is not None:
        assert Fraction(odds) == chance and shown == percent(chance, 1)
    judge_reason(judge, cell, reason)


@form(
    r"(?:chord [A-Z]\d+, which opened (?P<opened>\S+)|(?P<verb>open|mark|chord) (?P<cell>[A-Z]\d+)): "
    r"(?P<kind>the start|certainly safe|certainly a mine|a guess|an unnecessary risk)"
    r"(, a mine with probability (?P<odds>\S+) \((?P<shown>\S+) %\))?"
    r"(; the safest cell had (?P<least>\S+))?(; certainly safe: (?P<better>.+))?"
)
def a_review(
    judge: Judge,
    opened: str | None,
    verb: str | None,
    cell: str | None,
    kind: str,
    odds: str | None,
    shown: str | None,
    least: str | None,
    better: str | None,
) -> None:
    world = judge.world
    if opened is not None:  # the world is that of the board when the chord came to this cell
        verb, cell = "open", opened
    if verb == "chord":
        assert kind == "certainly safe"
        return
    safe = {name for name in world.hidden if world.is_certain(name, False)}
    if kind.startswith("certainly"):
        judge.true(cell, kind == "certainly a mine")
    elif kind == "a guess" and verb == "open":
        assert not safe
    elif kind == "an unnecessary risk":
        assert safe == set(better.split()) and cell not in safe
    if odds is not None:
        assert Fraction(odds) == world.chance(cell) and shown == percent(Fraction(odds), 1)
    if least is not None:
        assert Fraction(least) == world.least != world.chance(cell)
    elif kind == "a guess" and verb == "open":
        assert world.least == world.chance(cell)


@form(
    r"(won|lost|not over): (?P<open>\d+) cells? open, (?P<hidden>\d+) hidden; (?P<moves>\d+) moves?, "
    r"(?P<guesses>\d+) guess(es)?, (?P<risks>\d+) unnecessary risks?"
)
def a_count(judge: Judge, open: str, hidden: str, moves: str, guesses: str, risks: str) -> None:
    assert int(open) == sum(map(judge.end.count, "012345678")) and int(moves) == len(judge.moves)
    assert int(hidden) == judge.end.count("?") + judge.end.count("F")
    assert int(guesses) == sum(": a guess" in move for move in judge.moves)
    assert int(risks) == sum(": an unnecessary risk" in move for move in judge.moves)


@form(r"luck: the chance of surviving these risks was (?P<taken>\S+) %; of the safest cells instead, (?P<best>\S+) %")
def a_luck(judge: Judge, taken: str, best: str) -> None:
    survived = prod(1 - world.chance(cell) for world, cell in judge.opened)
    assert taken == percent(survived * prod(world.chance(cell) for world, cell in judge.marked), 1)
    assert best == percent(prod(1 - world.least for world, _ in judge.opened), 1)


@form(
    r"Nothing is certain\. The best guess is (?P<cell>\w+): a mine with probability (?P<odds>\S+) "
    r"\((?P<shown>\S+) %\)\."
)
def tip(judge: Judge, cell: str, odds: str, shown: str) -> None:
    stuck(judge)
    assert Fraction(odds) == judge.world.chance(cell) and shown == percent(Fraction(odds), 1)


@form(r"(?P<flags>.+) (has a flag, but is|have flags, but are) certainly safe\.")
def wrong_flags(judge: Judge, flags: str) -> None:
    for name in names_in(flags):
        assert judge.world.sign[name] == "F"
        judge.true(name, False)


# -- what the grader says


@form(r"Game \d+ \(seed \d+\), turn \d+: it (?P<said>.+)\.")
def graded(judge: Judge, said: str) -> None:
    world = judge.world
    if match := re.fullmatch(r"said that (\S+) is (a mine|safe)(.*)", said):
        cell, claimed, refutation = match[1], match[2] == "a mine", match[3]
        assert world.sign[cell] not in "?" or not world.is_certain(cell, claimed), "the claim was right"
        if refutation == ", but it was open already":
            assert world.sign[cell].isdigit()
        elif refutation == ", which is not certain":
            assert 0 < world.chance(cell) < 1
            judge.goal = (cell, claimed)
        else:
            assert refutation == (", but it is safe" if claimed else ", but it is a mine")
            judge.true(cell, not claimed)
    elif match := re.fullmatch(r"guessed (\S+), although (\S+), which it had named, was certainly safe", said):
        judge.true(match[2], False)
        assert not world.is_certain(match[1], False)
    else:
        match = re.fullmatch(
            r"(?:stopped|guessed (\S+)), but (\S+) was certainly (a mine|safe)"
            r"(?:, and (\d+) other cells? (?:was|were) certain)?",
            said,
        )
        assert match, "the judge does not know this finding"
        judge.true(match[2], match[3] == "a mine")
        assert match[1] is None or not world.is_certain(match[1], False)
        certain = [name for name in world.hidden if any(world.is_certain(name, holds) for holds in (True, False))]
        assert int(match[4] or 0) < len(certain)


@form(r"With mines at (?P<mines>.+) everything that it saw is right, and the claim is not\.")
def refuted(judge: Judge, mines: str) -> None:
    placed = frozenset(mines.split()) if mines != "nowhere" else frozenset()
    assert placed in judge.world.all
    cell, claimed = judge.goal
    assert (cell in placed) is not claimed
