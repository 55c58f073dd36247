"""Small puzzles under the rules of examples/rules, and what trying every placement says of them.

Each rule file has its meaning here a second time, in Python: which placements (*worlds*, the names that hold) it
allows, and what each instance of a rule says. Nothing of `logicms.rules` is used for that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

from conftest import ROOT
from second_checker import cell_name

import logicms as lm
from logicms.problem import Problem

RULES = ROOT / "examples" / "rules"

Place = tuple[int, int]
World = frozenset[str]
Values = dict[str, Any]


@dataclass(frozen=True)
class Instance:
    """One instance of a rule: how it is cited, and whether it holds where some of its names do."""

    label: str
    values: Values
    names: tuple[str, ...]
    holds: Callable[[Collection[str]], bool]


@dataclass(frozen=True)
class Puzzle:
    """A problem, and the answers."""

    text: str
    """The puzzle as it was written, for messages."""
    problem: Problem
    names: tuple[str, ...]
    """What the worlds are about."""
    worlds: tuple[World, ...]
    instances: tuple[Instance, ...]
    """Every instance of every rule; what is not here is no instance."""
    weights: tuple[int, ...] = ()
    """How many placements each world stands for, if not one: other names may be free."""


def puzzle(label: str, rng: Random) -> Puzzle:
    """Return a random puzzle of the rule file with this name."""
    return _board(label, rng) if label in VARIANTS else TEXTBOOK[label](rng)


def _text(label: str) -> str:
    return (RULES / f"{label}.hints").read_text(encoding="utf-8")


def _line(text: str, part: str) -> str:
    """Return the label of the rule, without a name of its own, whose line has this part."""
    (number,) = [n for n, line in enumerate(text.splitlines(), 1) if part in line and not line.startswith("#")]
    return f"line {number}"


def _subsets(names: Iterable[str]) -> Iterator[World]:
    every = tuple(names)
    for bits in product((False, True), repeat=len(every)):
        yield frozenset(name for name, bit in zip(every, bits, strict=True) if bit)


# -- boards under rules

AROUND = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
KNIGHT = tuple(step for step in product((-2, -1, 1, 2), repeat=2) if abs(step[0]) != abs(step[1]))
CROSS = tuple(step for step in product(range(-2, 3), repeat=2) if (step[0] == 0) != (step[1] == 0))

VARIANTS = {
    "minesweeper": (AROUND, (0,)),
    "liar": (AROUND, (-1, 1)),
    "knight": (KNIGHT, (0,)),
    "orthogonal": (BESIDE, (0,)),
    "cross": (CROSS, (0,)),
    "blocks": (AROUND, (0,)),
    "no-three": (AROUND, (0,)),
    "totals": (AROUND, (0,)),
}
"""Where a clue looks, and how far it may be from the number of mines there."""


@dataclass(frozen=True)
class _Grid:
    label: str
    width: int
    height: int
    clues: dict[Place, int]
    totals: tuple[int, ...] = ()
    """How many mines are in each row, then in each column."""

    @property
    def places(self) -> list[Place]:
        return list(product(range(self.height), range(self.width)))

    @property
    def closed(self) -> tuple[str, ...]:
        return tuple(cell_name(*place) for place in self.places if place not in self.clues)

    def at(self, place: Place, steps: Iterable[Place]) -> list[Place]:
        near = [(place[0] + down, place[1] + right) for down, right in steps]
        return [each for each in near if each in self.places]

    def about(self, label: str, values: Values, places: Iterable[Place], fits: Callable[[int], bool]) -> Instance:
        """Return an instance about the number of mines in these places; open cells are safe."""
        names = tuple(cell_name(*place) for place in places if place not in self.clues)
        return Instance(label, values, names, lambda held: fits(sum(name in held for name in names)))

    def instances(self) -> Iterator[Instance]:
        steps, lies = VARIANTS[self.label]
        label = "clues" if self.label in ("blocks", "no-three", "totals") else "line 2"
        for place, number in product(self.places, range(9)):
            values = {"c": cell_name(*place), "k": number}
            if self.clues.get(place) == number:
                wanted = [number + lie for lie in lies]
                yield self.about(label, values, self.at(place, steps), lambda mines, wanted=wanted: mines in wanted)
            else:
                yield Instance(label, values, (), lambda held: True)
        yield from self._others()

    def _others(self) -> Iterator[Instance]:
        for place in self.places:
            block = self.at(place, ((0, 0), (0, 1), (1, 0), (1, 1)))
            if self.label == "blocks" and len(block) == 4:
                values = dict(zip("crd", (cell_name(*each) for each in block[:3]), strict=True))
                yield self.about("blocks", values, block, lambda mines: mines >= 1)
            for label, (down, right) in (("across", (0, 1)), ("down", (1, 0))):
                row = self.at(place, [(down * n, right * n) for n in range(3)])
                if self.label == "no-three" and len(row) == 3:
                    values = dict(zip("abc", (cell_name(*each) for each in row), strict=True))
                    yield self.about(label, values, row, lambda mines: mines < 3)
        for number, total in enumerate(self.totals):
            along = number < self.height
            line = number if along else number - self.height
            places = [place for place in self.places if place[0 if along else 1] == line]
            yield self.about(f"line {number + 3}", {}, places, lambda mines, total=total: mines == total)

    def rules(self) -> str:
        if self.label != "totals":
            return _text(self.label)
        lines = [
            f"size: {self.width}x{self.height}",
            *(line for line in _text("totals").splitlines() if "clue(" in line),
        ]
        lines += [f"{n} x in row({cell_name(row, 0)}): mine(x)" for row, n in enumerate(self.totals[: self.height])]
        lines += [f"{n} x in column({cell_name(0, c)}): mine(x)" for c, n in enumerate(self.totals[self.height :])]
        return "\n".join(lines)


def _board(label: str, rng: Random) -> Puzzle:
    """Return a board with clues that mostly are right, under the rules of a variant."""
    width, height = rng.choice(((3, 3), (3, 3), (4, 3), (3, 2), (4, 2)))
    empty = _Grid(label, width, height, {})
    mines = _mines(empty, rng)
    signs = {place: _sign(empty, place, mines, rng) for place in empty.places}
    clues = {place: int(sign) for place, sign in signs.items() if sign.isdigit()}
    rows = [sum(row == place[0] for place in mines) for row in range(height)]
    columns = [sum(column == place[1] for place in mines) for column in range(width)]
    grid = _Grid(label, width, height, clues, (*rows, *columns) if label == "totals" else ())
    total = rng.choice(
        (None, None, *[len(mines)] * 4, max(len(mines) - 1, sum(sign == "*" for sign in signs.values())))
    )
    head = "" if total is None else f"mines: {total}\n"
    board = head + "".join("".join(signs[row, column] for column in range(width)) + "\n" for row in range(height))
    known = {cell_name(*place): sign in "*F" for place, sign in signs.items() if sign in "*F-"}
    instances = tuple(grid.instances())
    worlds = tuple(
        world
        for world in _subsets(grid.closed)
        if all((name in world) is mine for name, mine in known.items())
        and total in (None, len(world))
        and all(instance.holds(world) for instance in instances if instance.names or not instance.holds(()))
    )
    problem = lm.parse_hints(grid.rules(), size=(width, height)).over(lm.parse_board(board))
    return Puzzle(f"{grid.rules()}\n{board}", problem, grid.closed, worlds, instances)


def _mines(grid: _Grid, rng: Random) -> set[Place]:
    """Return where the mines are: so that the rules that are not about clues hold, if that comes soon."""
    for _ in range(50):
        mines = set(rng.sample(grid.places, rng.randint(1, len(grid.places) // 2 + 1)))
        names = {cell_name(*place) for place in mines}
        if all(instance.holds(names) for instance in grid._others()):
            break
    return mines


def _sign(grid: _Grid, place: Place, mines: set[Place], rng: Random) -> str:
    if place in mines:
        return rng.choices("?*F", (16, 2, 1))[0]
    if rng.random() < 0.6:
        return rng.choices("?-", (10, 1))[0]
    steps, lies = VARIANTS[grid.label]
    number = sum(near in mines for near in grid.at(place, steps)) + rng.choice(lies)
    number += rng.choice((0,) * 40 + (-1, 1))
    return str(min(max(number, 0), 8)) if number >= 0 or grid.label != "liar" else "1"


# -- puzzles of the textbooks


def _stated(
    text: str,
    every: list[World],
    names: Iterable[str],
    instances: Iterable[Instance],
    rng: Random,
    weight: Callable[[World], int] | None = None,
) -> Puzzle:
    """Return a puzzle of these rules, with some facts that mostly are true in one of the worlds."""
    known = tuple(names)
    world = rng.choice(every)
    facts = {name: name in world for name in rng.sample(known, rng.randint(0, min(4, len(known))))}
    if rng.random() < 0.15:
        name = rng.choice(known)
        facts[name] = not facts.get(name, name in world)
    text += "".join(f"{'' if holds else '~'}{name}\n" for name, holds in facts.items())
    worlds = tuple(each for each in every if all((name in each) is holds for name, holds in facts.items()))
    weights = tuple(map(weight, worlds)) if weight else ()
    return Puzzle(text, lm.parse_hints(text).to_problem(), known, worlds, tuple(instances), weights)


def _rules(label: str) -> str:
    """Return a file without the facts in it."""
    lines = _text(label).splitlines()
    return "\n".join(line for line in lines if " " in line.replace(", ", ",") or ":" in line) + "\n"


def _exactly(number: int, label: str, values: Values, names: Iterable[str]) -> Instance:
    every = tuple(names)
    return Instance(label, values, every, lambda held: sum(name in held for name in every) == number)


def _formula(label: str, values: Values, holds: Callable[..., bool], *names: str) -> Instance:
    """Return an instance that is a function of its names, in order."""
    distinct = tuple(dict.fromkeys(names))
    return Instance(label, values, distinct, lambda held: holds(*(name in held for name in names)))


def _unicorn(rng: Random) -> Puzzle:
    names = ("mythical", "mortal", "mammal", "horned", "magical")

    def holds(world: World) -> bool:
        mythical, mortal, mammal, horned, magical = (name in world for name in names)
        return (
            (not mortal if mythical else mortal and mammal)
            and (horned or (mortal and not mammal))
            and (magical or not horned)
        )

    return _stated(_text("unicorn"), [world for world in _subsets(names) if holds(world)], names, (), rng)


def _wumpus(rng: Random, name: str = "wumpus") -> Puzzle:
    grid = _Grid("minesweeper", *rng.choice(((3, 2), (2, 2), (4, 1), (2, 3))), {})
    text = _rules(name).replace("4x4", f"{grid.width}x{grid.height}")
    cells = [cell_name(*place) for place in grid.places]
    beside = {cell_name(*place): [cell_name(*each) for each in grid.at(place, BESIDE)] for place in grid.places}
    felt = {"breeze": "pit", "stench": "wumpus"}
    worlds = []
    for pits, wumpus in product(_subsets(cells), cells):
        there = {f"pit({cell})" for cell in pits} | {f"wumpus({wumpus})"}
        signs = {
            f"{sign}({cell})"
            for sign, cause in felt.items()
            for cell in cells
            if any(f"{cause}({each})" in there for each in beside[cell])
        }
        worlds.append(frozenset(there | signs))
    instances = [_exactly(1, _line(text, "1 c in"), {}, (f"wumpus({cell})" for cell in cells))]
    for (sign, cause), cell in product(felt.items(), cells):
        near = [f"{cause}({each})" for each in beside[cell]]
        label, values = _line(text, sign), {"c": cell}
        instances.append(_formula(label, values, lambda felt, *causes: felt == any(causes), f"{sign}({cell})", *near))
    names = [f"{word}({cell})" for word in (*felt, *felt.values()) for cell in cells]
    return _stated(text, worlds, names, instances, rng)


def _australia(rng: Random) -> Puzzle:
    text = _rules("australia")
    borders = ("WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V")
    regions, colours = ("WA", "NT", "SA", "Q", "NSW", "V", "T"), ("red", "green", "blue")
    worlds = []
    for chosen in product(colours, repeat=len(regions)):
        of = dict(zip(regions, chosen, strict=True))
        if all(of[border.split()[0]] != of[border.split()[1]] for border in borders):
            worlds.append(frozenset(f"is({region},{colour})" for region, colour in of.items()))
    one, differ = _line(text, "1 c in"), _line(text, "s in next(r)")
    instances = [_exactly(1, one, {"r": r}, (f"is({r},{c})" for c in colours)) for r in regions]
    for border, colour in product(borders, colours):
        r, s = border.split()
        values = {"r": r, "s": s, "c": colour}
        both = (f"is({r},{colour})", f"is({s},{colour})")
        instances.append(_formula(differ, values, lambda one, other: not (one and other), *both))
    return _stated(text, worlds, [f"is({r},{c})" for r in regions for c in colours], instances, rng)


@cache
def _sudokus() -> list[World]:
    found = []
    for rows in product(permutations(range(1, 5)), repeat=4):
        columns = all(len({row[column] for row in rows}) == 4 for column in range(4))
        if columns and all(
            len({rows[r + down][c + right] for down in (0, 1) for right in (0, 1)}) == 4 for r in (0, 2) for c in (0, 2)
        ):
            found.append(frozenset(f"is({cell_name(r, c)},{rows[r][c]})" for r, c in product(range(4), repeat=2)))
    return found


def _sudoku(rng: Random) -> Puzzle:
    text = _rules("sudoku")
    places = list(product(range(4), repeat=2))
    name = cell_name
    digits = range(1, 5)
    cell, row, column, block = (_line(text, part) for part in ("all c in", "row(r)", "column(k)", "block(b)"))
    instances = [_exactly(1, cell, {"c": name(*at)}, (f"is({name(*at)},{d})" for d in digits)) for at in places]
    for n, d in product(range(4), digits):
        here, there = name(n, 0), name(0, n)
        instances.append(_exactly(1, row, {"r": here, "d": d}, (f"is({name(n, c)},{d})" for c in range(4))))
        instances.append(_exactly(1, column, {"k": there, "d": d}, (f"is({name(r, n)},{d})" for r in range(4))))
        r, c = n // 2 * 2, n % 2 * 2
        names = [f"is({name(r + down, c + right)},{d})" for down in (0, 1) for right in (0, 1)]
        instances.append(_exactly(1, block, {"b": name(r, c), "d": d}, names))
    return _stated(text, _sudokus(), [f"is({name(*at)},{d})" for at in places for d in digits], instances, rng)


def _queens(rng: Random) -> Puzzle:
    size = rng.choice((4, 5))
    text = _rules("queens").replace("6", str(size))
    numbers = range(1, size + 1)
    worlds = [
        frozenset(f"queen({r},{c})" for r, c in enumerate(chosen, 1))
        for chosen in permutations(numbers)
        if all(abs(chosen[one] - chosen[two]) != two - one for one in range(size) for two in range(one + 1, size))
    ]
    instances = [_exactly(1, "rows", {"r": r}, (f"queen({r},{c})" for c in numbers)) for r in numbers]
    instances += [_exactly(1, "columns", {"c": c}, (f"queen({r},{c})" for r in numbers)) for c in numbers]
    right, left, safe = (_line(text, part) for part in ("c+1", "c-1", "& ~"))
    for r, c in product(numbers, repeat=2):
        values, queen = {"r": r, "c": c}, f"queen({r},{c})"
        for label, word, step in ((right, "right", 1), (left, "left", -1)):
            names = queen, f"{word}({r},{c})", f"{word}({r + 1},{c + step})"
            instances.append(_formula(label, values, lambda one, other, then: then or not (one or other), *names))
        names = queen, f"right({r},{c})", f"left({r},{c})"
        instances.append(_formula(safe, values, lambda one, *attacks: not (one and any(attacks)), *names))

    def weight(world: World) -> int:
        """Return in how many ways the squares of each diagonal can be called attacked."""
        starts = {(1, c) for c in numbers} | {(r, 1) for r in numbers}
        ways = [_ways([f"queen({r + n},{c + n})" in world for n in range(size + 1 - max(r, c))]) for r, c in starts]
        starts = {(1, c) for c in numbers} | {(r, size) for r in numbers}
        ways += [_ways([f"queen({r + n},{c - n})" in world for n in range(min(size + 1 - r, c))]) for r, c in starts]
        return prod(ways)

    return _stated(text, worlds, [f"queen({r},{c})" for r in numbers for c in numbers], instances, rng, weight)


def _ways(queens: list[bool]) -> int:
    """Return in how many ways the squares of a diagonal, and the one beyond it, can be attacked or not."""
    return sum(
        all(
            not (queen and attacked[at]) and (attacked[at + 1] or not (queen or attacked[at]))
            for at, queen in enumerate(queens)
        )
        for attacked in product((False, True), repeat=len(queens) + 1)
    )


def _zebra(rng: Random) -> Puzzle:
    text = _rules("zebra")
    kinds = {
        "people": ("english", "spanish", "japanese"),
        "colours": ("red", "green", "blue"),
        "pets": ("jaguar", "snail", "zebra"),
    }
    worlds = []
    for chosen in product(permutations((1, 2, 3)), repeat=3):
        house = {
            thing: n
            for kind, places in zip(kinds.values(), chosen, strict=True)
            for thing, n in zip(kind, places, strict=True)
        }
        same = house["english"] == house["red"] and house["spanish"] == house["jaguar"]
        # The rules say nothing of what is to the right of the last house, nor to the left of the first.
        right = all((house["snail"] == n) == (house[other] == n + 1) for n in (1, 2) for other in ("japanese", "blue"))
        if same and right:
            worlds.append(frozenset(f"house({thing},{n})" for thing, n in house.items()))
    things, houses = _line(text, "x in kind(k): 1"), _line(text, "1 x in kind(k)")
    instances = []
    for kind, members in kinds.items():
        instances += [_exactly(1, things, {"k": kind, "x": x}, (f"house({x},{h})" for h in (1, 2, 3))) for x in members]
        instances += [_exactly(1, houses, {"k": kind, "h": h}, (f"house({x},{h})" for x in members)) for h in (1, 2, 3)]
    for one, other, step in (
        ("english", "red", 0),
        ("spanish", "jaguar", 0),
        ("snail", "japanese", 1),
        ("snail", "blue", 1),
    ):
        label = _line(text, f"house({one}, h) <-> house({other}")
        for h in range(1, 4 - step):
            names = f"house({one},{h})", f"house({other},{h + step})"
            instances.append(_formula(label, {"h": h}, lambda left, right: left == right, *names))
    names = [f"house({x},{h})" for members in kinds.values() for x in members for h in (1, 2, 3)]
    return _stated(text, worlds, names, instances, rng)


TEXTBOOK: dict[str, Callable[[Random], Puzzle]] = {
    "unicorn": _unicorn,
    "wumpus": _wumpus,
    "wumpus-found": partial(_wumpus, name="wumpus-found"),
    "australia": _australia,
    "sudoku": _sudoku,
    "queens": _queens,
    "zebra": _zebra,
}
