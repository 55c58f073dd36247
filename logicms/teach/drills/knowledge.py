"""Drills in reasoning: what follows from a knowledge base, and which clues decide a cell of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from random import Random

from logicms.board import Board, Cell, rows_of
from logicms.teach.drills.formulas import Clause, Drill, block, negated

# -- what follows

_NAMES = ("p q r s t", "a b c d e", "rain wet cold dark late")


def make_follows_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of naming what is certain: at least two names are that are not given, and one is not."""
    while True:
        lines = _statements(rng, rng.choice(_NAMES).split()[: rng.choice((4, 5))])
        certain, unsure = _certain(lines.values())
        if len(certain) >= 3 and unsure:
            break
    first = min(certain)
    less = {name: holds for name, holds in certain.items() if name != first}
    other = rng.choice(unsure)
    mistakes = (
        (_claims(less), f"{first} is certain"),
        (
            _claims({**certain, first: not certain[first]}),
            f"{first} is certain, but it is {_word(certain[first])}, not {_word(not certain[first])}",
        ),
        (_claims({**certain, other: True}), f"{other} is not certain"),
        (_claims({**certain, other: False}), f"{other} is not certain"),
        ("none", "is certain"),
    )
    name = f"given{suffix}"
    fields = (
        ("ask", "Which names are certain? Say which are true and which are false."),
        ("on", name),
        ("answer", _claims(certain)),
        ("because", f"{', '.join(unsure)} can be true or false: both fit what is given."),
    )
    return Drill("certain", fields, mistakes, block("hints", name, "\n".join(lines)))


def _certain(clauses: Collection[Clause]) -> tuple[dict[str, bool], list[str]]:
    """Return what is certain, the fact included, and what is not certain; nothing, if the clauses contradict."""
    names = sorted({literal.removeprefix("~") for clause in clauses for literal in clause})
    rows = (dict(zip(names, row, strict=True)) for row in product((False, True), repeat=len(names)))
    fitting = [row for row in rows if all(any(_holds(literal, row) for literal in clause) for clause in clauses)]
    values = {name: {row[name] for row in fitting} for name in names}
    certain = {name: True in found for name, found in values.items() if len(found) == 1}
    return certain, [name for name, found in values.items() if len(found) == 2]


def _word(holds: bool) -> str:
    return "true" if holds else "false"


def _claims(certain: dict[str, bool]) -> str:
    groups = [(word, [name for name in sorted(certain) if _word(certain[name]) == word]) for word in ("true", "false")]
    return ", ".join(f"{word} {' '.join(names)}" for word, names in groups if names)


def _statements(rng: Random, names: list[str]) -> dict[str, Clause]:
    """Return a fact and some rules, each as text with the clause that it is."""
    name = rng.choice(names)
    fact = name if rng.random() < 0.7 else f"~{name}"
    lines = {fact: frozenset([fact])}
    for _ in range(rng.choice((3, 3, 4))):
        chosen = rng.sample(names, rng.choice((2, 2, 3)))
        literals = [name if rng.random() < 0.7 else f"~{name}" for name in chosen]
        *conditions, conclusion = literals
        if rng.random() < 0.75:
            rule = frozenset([*map(negated, conditions), conclusion])
            lines[f"{' & '.join(conditions)} -> {conclusion}"] = rule
        else:
            lines[" | ".join(literals)] = frozenset(literals)
    return lines


def _holds(literal: str, row: dict[str, bool]) -> bool:
    return not row[literal[1:]] if literal.startswith("~") else row[literal]


# -- which clues decide a cell


def make_clues_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of naming the clues that decide a cell: one of them, or two."""
    while True:
        position = _Position.drawn(rng)
        wanted = rng.choice((1, 2, 2))
        questions = [found for found in position.decided() if len(found[1]) == wanted]
        if questions and len(position.clues) >= 4:
            cell, deciding = rng.choice(questions)
            mistakes = _clue_mistakes(rng, position, cell, deciding)
            if len(mistakes) == 5:
                break
    name = f"position{suffix}"
    verdict = "a mine" if cell in position.mines else "safe"
    fields = (
        ("ask", f"{cell} is {verdict}. Which clues decide that? Name no clue that is not needed."),
        ("on", name),
        ("cell", str(cell)),
        ("answer", " ".join(map(str, deciding))),
    )
    rows = "\n".join(" ".join(row) for row in position.board.rows)
    return Drill("clues", fields, mistakes, block("board", name, rows))


def _clue_mistakes(rng: Random, position: _Position, cell: Cell, deciding: _Cells) -> tuple[tuple[str, str], ...]:
    others = [each for each in position.clues if each not in deciding]
    rng.shuffle(others)
    alone = [each for each in others if not position.decides((each,), cell)]
    too_few = [*(deciding if len(deciding) > 1 else ()), *alone][:2]
    too_many = sorted([*deciding, others[0]])
    outside = Cell(position.board.height, 0)
    return (
        *((str(each), "not decide it") for each in too_few),
        (" ".join(map(str, too_many)), "is not needed"),
        (str(cell), f"{cell} is hidden: it has no clue"),
        (str(outside), f"{outside} is an unknown name here"),
    )


_Cells = tuple[Cell, ...]


@dataclass(frozen=True)  # without slots: the clues are kept
class _Position:
    """A small board with some cells open, and where its mines are."""

    board: Board
    mines: frozenset[Cell]

    @classmethod
    def drawn(cls, rng: Random) -> _Position:
        width, height = rng.choice(((4, 3), (5, 3), (4, 4)))
        blank = Board(("?" * width,) * height)
        mines = frozenset(rng.sample(blank.cells, rng.choice((2, 3, 3))))
        signs = "".join(
            "?" if cell in mines or rng.random() < 0.3 else str(len(mines.intersection(blank.neighbours(cell))))
            for cell in blank.cells
        )
        return cls(Board(rows_of(signs, width)), mines)

    @cached_property
    def clues(self) -> dict[Cell, frozenset[Cell]]:
        """The clues that say something, each with the hidden cells that it counts."""
        counted = {
            cell: frozenset(self.board.neighbours(cell)).intersection(self.board.hidden) for cell in self.board.open
        }
        return {cell: hidden for cell, hidden in counted.items() if hidden}

    def decided(self) -> Iterator[tuple[Cell, _Cells]]:
        """Yield the cells that one clue decides, and those that two decide and none alone, with these clues."""
        for cell in self.board.hidden:
            for size in (1, 2):
                found = next((some for some in combinations(self.clues, size) if self.decides(some, cell)), None)
                if found is not None:
                    yield cell, found
                    break

    def decides(self, some: _Cells, cell: Cell) -> bool:
        """Return whether these clues decide a cell: all placements of the cells that they count are tried."""
        counted = sorted(set[Cell]().union(*(self.clues[each] for each in some)))
        if cell not in counted:
            return False
        for row in product((False, True), repeat=len(counted)):
            placed = {each for each, mine in zip(counted, row, strict=True) if mine}
            is_met = all(len(self.clues[each] & placed) == self.board.clue(each) for each in some)
            if is_met and (cell in placed) != (cell in self.mines):
                return False
        return True
