"""Certain cells and odds of boards, against every placement tried one by one, published figures and ms_toollib."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from itertools import islice, product
from math import comb

import pytest
from conftest import ROOT

from benchmarks.positions import positions
from logicms.answers.solve import odds as answered
from logicms.board import Board, Cell, neighbours_of, parse_cell
from logicms.counting.placements import forget
from logicms.deduction import Deduction, Odds, deduce, odds
from logicms.errors import InconsistentBoard
from logicms.notation.hint_files import parse_hints
from logicms.notation.read import read
from logicms.problem import Problem
from logicms.render.answers import odds_text

FULL = os.environ.get("LOGICMS_FULL") == "1"
BOARDS = 20_000 if FULL else 2_500


def placements_naive(board: Board) -> list[dict[Cell, bool]]:
    """Try everything: every way to put mines under the hidden cells that meets all clues and the total."""
    hidden = [i for i, sign in enumerate(board.signs) if sign in "?F"]
    around = neighbours_of(board.width, board.height)
    clues = [(int(sign), around[i]) for i, sign in enumerate(board.signs) if sign.isdigit()]
    known = {i for i, sign in enumerate(board.signs) if sign == "*"}
    found = []
    for choice in product((False, True), repeat=len(hidden)):
        mines = known | {i for i, mine in zip(hidden, choice, strict=True) if mine}
        if board.mines in (None, len(mines)) and all(n == sum(i in mines for i in near) for n, near in clues):
            found.append({board.cells[i]: mine for i, mine in zip(hidden, choice, strict=True)})
    return found


def certain_naive(found: list[dict[Cell, bool]]) -> tuple[set[Cell], set[Cell]]:
    """Return the cells that are safe in all placements, and those that are mines in all."""
    cells = found[0]
    return (
        {cell for cell in cells if not any(placement[cell] for placement in found)},
        {cell for cell in cells if all(placement[cell] for placement in found)},
    )


def planted(rng: random.Random, most_hidden: int) -> Board:
    """Choose the mines, then open cells, so that the board is consistent; some cells become known, or flagged."""
    while True:
        width, height = rng.randint(1, 6), rng.randint(1, 6)
        layout = [rng.random() < rng.choice([0.1, 0.2, 0.3, 0.5]) for _ in range(width * height)]
        around = neighbours_of(width, height)
        opening = rng.random()
        signs = ""
        for i, mine in enumerate(layout):
            if rng.random() < 0.08:
                signs += "*F"[rng.random() < 0.3] if mine else "-"
            elif mine or rng.random() > opening:
                signs += "?"
            else:
                signs += str(sum(layout[j] for j in around[i]))
        if signs.count("?") + signs.count("F") <= most_hidden:
            rows = tuple(signs[i : i + width] for i in range(0, len(signs), width))
            return Board(rows, mines=sum(layout) if rng.random() < 0.7 else None)


@pytest.mark.full
def test_every_placement_agrees() -> None:
    """Odds, counts, certain cells and the need of the total, on thousands of random boards."""
    rng = random.Random(4)
    needed = 0
    for number in range(BOARDS):
        board = planted(rng, 14 if number % 20 == 0 else 10)
        flags = rng.choice(["fact", "claim", "ignore"])
        read = board.with_flags(flags)
        found = placements_naive(read)
        answer = odds(board, flags=flags)
        assert answer.placements == len(found), board
        assert list(answer.mine) == list(read.hidden)
        for cell, fraction in answer.mine.items():
            assert fraction == Fraction(sum(placement[cell] for placement in found), len(found)), (board, cell)
        certain = deduce(board, flags=flags)
        safe, mine = certain_naive(found)
        assert (certain.safe, certain.mine) == (safe, mine), board
        without = certain_naive(placements_naive(Board(read.rows)))
        assert certain.needs_mine_total == (safe - without[0]) | (mine - without[1]), board
        needed += bool(certain.needs_mine_total)
    print(f"{BOARDS:,} boards as every placement says; the mine total decides cells of {needed:,}")
    assert needed > BOARDS / 10, "the total must have been put to the test"


@pytest.mark.full
def test_contradictions_are_found() -> None:
    """A board with wrong clues: refused exactly when no placement exists."""
    rng = random.Random(5)
    refused = 0
    for _ in range(BOARDS // 2):
        board = planted(rng, 9)
        signs = [rng.choice("012345678") if s.isdigit() and rng.random() < 0.1 else s for s in board.signs]
        text = "".join(signs)
        rows = tuple(text[i : i + board.width] for i in range(0, len(text), board.width))
        board = Board(rows, mines=board.mines).with_flags("claim")
        if placements_naive(board):
            deduce(board), odds(board)
            continue
        refused += 1
        for engine in (deduce, odds):
            with pytest.raises(InconsistentBoard):
                engine(board)
    assert refused > BOARDS / 10


PUBLISHED = Board(("001???????", "002???????", "003???????", "002???????", "112???????", *["??????????"] * 5), mines=10)


def test_published_example() -> None:
    """The example that minesweepr prints with its odds."""
    found = odds(PUBLISHED)
    named = {str(cell): fraction for cell, fraction in found.mine.items()}
    assert named["B6"] == Fraction(71, 77)
    others = {named["A6"], named["D6"], *(named[f"{col}{row}"] for col in "EFGHIJ" for row in range(1, 11))}
    assert others == {Fraction(6, 77)}


@pytest.mark.parametrize(
    "rows, mines, expected, why",
    [
        (("???", "???"), 2, 15, "no clue: any two of six"),
        (("???", "???"), None, 64, "no clue, no total: each cell either way"),
        (("?1?",), None, 2, "one of two"),
        (("?1?", "???", "???"), 2, 5 * 3, "one of five, one of the three away"),
        (("????", "1111"), None, 1, "four ones under a roof of four"),
        (("?" * 30,) * 16, 99, comb(480, 99), "an expert board before the first move"),
        (("0",), 0, 1, "nothing hidden: one placement, the empty one"),
        (("*-",), 1, 1, "all known"),
        (("???", "?8?", "???"), None, 1, "a clue of eight"),
    ],
)
def test_known_counts(rows: tuple[str, ...], mines: int | None, expected: int, why: str) -> None:
    assert odds(Board(rows, mines=mines)).placements == expected, why


@pytest.mark.parametrize(
    "rows, mines, safe, mine, by_total, why",
    [
        (("????", "1221"), None, "A1 D1", "B1 C1", "", "one-two-two-one"),
        (("????", "1111"), None, "B1 C1", "A1 D1", "", "one-one from both walls"),
        (("?1?",), None, "", "", "", "a fifty-fifty proves nothing"),
        (("?1?", "???", "???"), 1, "A3 B3 C3", "", "A3 B3 C3", "the only mine is at the clue"),
        (("?1?", "???", "???"), 4, "", "A3 B3 C3", "A3 B3 C3", "as many mines as cells away from the clue, and one"),
        (("-1?",), None, "", "C1", "", "a known safe cell leaves the other"),
        (("*1?",), None, "C1", "", "", "a known mine is the clue's one"),
        (("F1?",), None, "C1", "", "", "so is a flag, taken as a fact"),
        (("??", "??"), 0, "A1 B1 A2 B2", "", "A1 B1 A2 B2", "no mines at all"),
        (("11?", "???", "11?"), 1, "C1 C2 C3", "", "", "one clue inside another"),
        (("?1?1?",), 1, "A1 E1", "C1", "A1 C1 E1", "one mine must serve both clues"),
        (("?1?1?1?",), 2, "", "", "", "two mines serve three clues in two ways"),
    ],
)
def test_certain_cells(rows: tuple[str, ...], mines: int | None, safe: str, mine: str, by_total: str, why: str) -> None:
    def cells(names: str) -> set[Cell]:
        return {parse_cell(name) for name in names.split()}

    found = deduce(Board(rows, mines=mines))
    assert (found.safe, found.mine, found.needs_mine_total) == (cells(safe), cells(mine), cells(by_total)), why


@pytest.mark.parametrize(
    "rows, mines, status, components, why",
    [
        (("????", "1221"), None, "solved", 1, "all hidden cells are certain"),
        (("?1?",), None, "stuck", 1, "none is"),
        (("?1-?1?",), 2, "progress", 2, "some are"),
        (("?10001?",), 2, "solved", 2, "two groups, each with its clue"),
        (("000",), None, "solved", 0, "nothing is hidden"),
    ],
)
def test_status(rows: tuple[str, ...], mines: int | None, status: str, components: int, why: str) -> None:
    found = deduce(Board(rows, mines=mines))
    assert (found.status, found.components) == (status, components), why


def mirrored(board: Board) -> Board:
    return Board(tuple(row[::-1] for row in board.rows), mines=board.mines)


def turned(board: Board) -> Board:
    """Exchange rows and columns."""
    return Board(tuple(map("".join, zip(*board.rows, strict=True))), mines=board.mines)


def test_symmetry() -> None:
    """A mirrored or turned board has the mirrored or turned answer; the order of counting differs entirely."""
    for board in [*islice(positions("expert", 1), 12), *islice(positions("intermediate", 1), 12)]:
        straight, back, across = odds(board), odds(mirrored(board)), odds(turned(board))
        assert straight.placements == back.placements == across.placements
        last = board.width - 1
        assert straight.mine == {Cell(cell.row, last - cell.col): odd for cell, odd in back.mine.items()}
        assert straight.mine == {Cell(cell.col, cell.row): odd for cell, odd in across.mine.items()}


def test_peer_agrees() -> None:
    """ms_toollib counts by another method, in floating point."""
    import ms_toollib

    for board in [*islice(positions("expert", 2), 60), *islice(positions("beginner", 2), 60)]:
        grid = [[10 if sign == "?" else int(sign) for sign in row] for row in board.rows]
        theirs, _ = ms_toollib.cal_probability_onboard(grid, board.mines)
        ours = odds(board).mine
        assert all(abs(float(odd) - theirs[cell.row][cell.col]) < 1e-9 for cell, odd in ours.items())


def test_certain_cells_are_the_odds_of_0_and_1() -> None:
    """Settling and counting are two programmes; they must agree, with results kept and with results forgotten."""
    for board in [*islice(positions("expert", 3), 60), *islice(positions("intermediate", 3), 60)]:
        for start in (forget, int):
            start()
            certain, chances = deduce(board), odds(board).mine
            assert certain.safe == {cell for cell, odd in chances.items() if odd == 0}
            assert certain.mine == {cell for cell, odd in chances.items() if odd == 1}
            unaided = deduce(Board(board.rows))
            assert certain.needs_mine_total == (certain.safe | certain.mine) - unaided.safe - unaided.mine


def test_values() -> None:
    """Answers are values: equal, hashable, not to be changed."""
    board = Board(("?1?",))
    assert deduce(board) == deduce(board) and hash(deduce(board)) == hash(deduce(board))
    assert odds(board) == odds(board) and hash(odds(board)) == hash(odds(board))
    assert isinstance(odds(board), Odds) and isinstance(deduce(board), Deduction)
    chances = odds(Board(("?1?", "-1-"), mines=1)).mine
    assert list(chances) == [cell for cell, _ in chances.items()] and len(chances) == 2
    assert list(chances.values()) == [chances[cell] for cell in chances] == [Fraction(1, 2)] * 2
    assert eval(repr(chances), {"Cell": Cell, "Fraction": Fraction}) == chances
    for cell in (Cell(0, 1), Cell(0, 3), Cell(-1, 3), Cell(9, 9), Cell(0, -1), Cell(1, -2)):
        assert cell not in chances, "open cells and places off the board have no odds"
    with pytest.raises(TypeError):
        odds(board).mine[parse_cell("A1")] = Fraction(1)  # type: ignore[index]


@pytest.mark.parametrize(
    "text, best, why",
    [
        ("1 among A1 B1 C1\n", ["A1", "B1", "C1"], "lowest probability"),
        ("A1 -> ~B1\nA1\n", ["B1"], "certainly safe"),
        ("A1\nB1\n", [], None),
    ],
)
def test_the_best_of_a_hint_file_has_its_reason(text, best, why):
    found = answered(Problem.of(parse_hints(text))).to_json()
    assert (found["best"], found.get("why")) == (best, why)


@pytest.mark.parametrize(
    "text, rules, said",
    [
        ("? 1 ? ? ?\n", None, True),
        ("mines: 2\n\n? 1 ? ? ?\n", None, False),
        ("? 1 ?\n", None, False),  # every cell is at a clue
        ("? 8 ? ? ?\n", None, False),  # inconsistent: there are no odds
        ("? 1 ? ? ?\n", "examples/rules/knight.hints", False),  # no game of Minesweeper
    ],
)
def test_odds_without_a_mine_total_say_what_that_means(text: str, rules: str | None, said: bool) -> None:
    book = None if rules is None else ((ROOT / rules).read_text(), rules)
    shown = odds_text(answered(read(text).problem(rules=book)))
    assert ("no mine total: cells away from all clues count as 1/2. Write `mines: 10` above the grid" in shown) == said
