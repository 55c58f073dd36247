"""Nothing missed, nothing wrong: certainty and odds against the oracle, over sizes, densities, totals and flags."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import oracle
import pytest
from conftest import FULL
from hypothesis import given
from hypothesis import strategies as st
from strategies import planted_boards

from logicms.board import Board, Cell, cells_of, neighbours_of, parse_cell
from logicms.counting.components import Component
from logicms.deduction import deduce, odds
from logicms.deduction.by_clauses import ByClauses
from logicms.deduction.deduction import check
from logicms.errors import InconsistentBoard, LimitReached
from logicms.game import Game
from logicms.limits import limit

# (width, height, share of mines, share of safe cells that are open)
SETTINGS = [
    (9, 1, 0.3, 0.4),
    (6, 2, 0.2, 0.3),
    (3, 3, 0.4, 0.3),
    (4, 3, 0.25, 0.5),
    (4, 4, 0.15, 0.5),
    (5, 4, 0.5, 0.7),
    (5, 5, 0.2, 0.65),
    (7, 4, 0.3, 0.8),
]
POSITIONS = 2_600 if FULL else 130
"""So many for each setting; with 8 settings more than 20,000 in the full run."""
MOST_HIDDEN = 12


def planted(
    rng: random.Random, width: int, height: int, mines: float, opened: float
) -> tuple[list[str], int, list[bool]]:
    """Return the signs of a position, the number of its mines, and where they are: mines first, then cells opened."""
    while True:
        mined = [rng.random() < mines for _ in range(width * height)]
        around = neighbours_of(width, height)
        signs = [
            str(sum(mined[i] for i in around[index])) if not mined[index] and rng.random() < opened else "?"
            for index in range(width * height)
        ]
        if signs.count("?") <= MOST_HIDDEN:
            return signs, sum(mined), mined


def board_of(signs: list[str], width: int, mines: int | None) -> Board:
    return Board(tuple("".join(signs[start : start + width]) for start in range(0, len(signs), width)), mines)


def positions(seed: int, count: int, setting: tuple[int, int, float, float]) -> Iterator[Board]:
    """Yield random positions: with flags, mostly right ones, and known cells; the total right, unknown or made up."""
    rng = random.Random(f"{seed} {setting}")
    while count:
        signs, mines, mined = planted(rng, *setting)
        for index in range(len(signs)):
            if signs[index] == "?" and rng.random() < 0.2:
                known = "*" if mined[index] else "-"
                signs[index] = rng.choice(("F" if mined[index] or rng.random() < 0.1 else "?", known))
        if rng.random() < 0.05:  # a clue that is not right: most such boards contradict themselves
            signs[rng.randrange(len(signs))] = rng.choice("0123")
        free = sum(sign not in "012345678" for sign in signs)
        total = rng.choice((None, mines, mines, rng.randint(signs.count("*"), max(free, signs.count("*")))))
        if total is None or signs.count("*") <= total <= free:
            yield board_of(signs, setting[0], total)
            count -= 1


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[0]}x{s[1]} mines {s[2]} open {s[3]}")
def test_certain_cells_and_odds_are_those_of_every_placement(setting):
    seen = Counter[str]()
    for board in positions(1, POSITIONS, setting):
        for flags in ("fact", "claim", "ignore"):
            if flags == "fact" or "F" in board.signs:
                compare(board, flags, seen)
        compare_flags(board)
    assert {"solved", "progress", "inconsistent", "by total"} <= seen.keys(), f"not every case is there: {seen}"


def compare(board: Board, flags: str, seen: Counter[str]) -> None:
    if flags == "fact" and board.mines is not None and board.mines < board.signs.count("F") + board.signs.count("*"):
        with pytest.raises(InconsistentBoard):
            deduce(board, flags=flags)
        return
    read = Board(tuple(row.replace("F", "*" if flags == "fact" else "?") for row in board.rows), board.mines)
    truth, by_clues = oracle.placements(read), oracle.placements(read, total=False)
    if not truth.all:
        seen["inconsistent"] += 1
        for ask in (deduce, odds):
            with pytest.raises(InconsistentBoard) as raised:
                ask(board, flags=flags)
            assert raised.value.conflict and raised.value.proof is not None
        return
    found, likely = deduce(board, flags=flags), odds(board, flags=flags)
    assert (found.safe, found.mine) == (truth.safe, truth.mine), board
    assert found.needs_mine_total == (truth.safe | truth.mine) - (by_clues.safe | by_clues.mine), board
    assert (dict(likely.mine), likely.placements) == (truth.odds, len(truth)), board
    seen[found.status] += 1
    seen["by total"] += bool(found.needs_mine_total)


def compare_flags(board: Board) -> None:
    truth = oracle.placements(board)
    found = check(board)
    assert found.status == ("consistent" if truth.all else "inconsistent")
    certain, wrong = (set(truth.mine), set(truth.safe)) if truth.all else (set(), set())
    assert found.flags.certain == tuple(cell for cell in board.flags if cell in certain)
    assert found.flags.wrong == tuple(cell for cell in board.flags if cell in wrong)
    assert sorted((*found.flags.certain, *found.flags.unproved, *found.flags.wrong)) == list(board.flags)


def too_wide(*_):
    """Stand in for counting where a component is too wide for it."""
    raise LimitReached("too wide")


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_solver_decides_the_same_where_counting_is_too_wide(setting, monkeypatch):
    monkeypatch.setattr(Component, "settled", too_wide)
    monkeypatch.setattr(Component, "counted", too_wide)
    seen = Counter[str]()
    for board in positions(2, POSITIONS // 4, setting):
        truth, by_clues = oracle.placements(board), oracle.placements(board, total=False)
        if truth.all:
            found = deduce(board, flags="ignore")
            assert (found.safe, found.mine) == (truth.safe, truth.mine), board
            assert found.needs_mine_total == (truth.safe | truth.mine) - (by_clues.safe | by_clues.mine), board
            seen[found.status] += 1
        else:
            with pytest.raises(InconsistentBoard):
                deduce(board, flags="ignore")
            seen["inconsistent"] += 1
    assert {"solved", "progress", "inconsistent"} <= seen.keys()


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_resolution_without_limits_names_the_same_cells_as_counting(setting):
    for board in positions(3, 200 if FULL else 12, setting):
        for asked in (board, Board(board.rows)):  # the total is given to both, or to neither
            try:
                expected = deduce(asked, flags="ignore")
            except InconsistentBoard as contradiction:
                with pytest.raises(InconsistentBoard) as raised:
                    deduce(asked, flags="ignore", reason="resolution")
                assert raised.value.conflict == contradiction.conflict
                continue
            found = deduce(asked, flags="ignore", reason="resolution")
            assert found == expected, asked
            forward = deduce(asked, flags="ignore", reason="forward")
            assert forward.safe <= found.safe and forward.mine <= found.mine, asked


@pytest.mark.parametrize("reason", ["forward", "resolution", "complete", "solver"])
def test_clues_that_need_more_mines_than_there_are(reason, monkeypatch):
    if reason == "solver":
        monkeypatch.setattr(Component, "counted", too_wide)
    with pytest.raises(InconsistentBoard) as raised:
        deduce(Board(("1?1??",), mines=0), reason="complete" if reason == "solver" else reason)
    assert raised.value.conflict[-1] == "mines"


LARGE = [(9, 9, 10), (16, 16, 40), (30, 16, 99), *([(40, 25, 180)] if FULL else [])]


@pytest.mark.full
@pytest.mark.parametrize("width, height, mines", LARGE)
def test_large_boards_agree_with_a_solver_that_knows_nothing_of_ours(width, height, mines):
    rng = random.Random(width)
    for number in range(40 if FULL else 3):
        board = opened(rng, width, height, mines, rng.uniform(0.2, 0.98))
        if number % 3 == 0:
            board = Board(board.rows)
        truth, by_clues = oracle.backbone(board), oracle.backbone(board, total=False)
        found = deduce(board)
        assert (found.safe, found.mine) == (truth.safe, truth.mine), board
        assert found.needs_mine_total == (truth.safe | truth.mine) - (by_clues.safe | by_clues.mine), board


def opened(rng: random.Random, width: int, height: int, mines: int, share: float) -> Board:
    """Return a position as a game comes to it: cells are opened at the edge of what is open, zeros spread."""
    count, around = width * height, neighbours_of(width, height)
    mined = set(rng.sample(range(count), mines))
    clues = [sum(i in mined for i in around[index]) for index in range(count)]
    safe = [index for index in range(count) if index not in mined]
    is_open: set[int] = set()
    todo = [min(safe, key=lambda index: (clues[index], rng.random()))]
    while todo or len(is_open) < share * len(safe):
        if not todo:
            edge = [i for i in safe if i not in is_open and any(j in is_open for j in around[i])]
            todo = [rng.choice(edge or [i for i in safe if i not in is_open])]
        index = todo.pop()
        if index not in is_open:
            is_open.add(index)
            todo += around[index] if clues[index] == 0 else ()
    signs = [str(clues[index]) if index in is_open else "?" for index in range(count)]
    return board_of(signs, width, mines)


def test_the_published_example_of_minesweepr():
    rows = ("001???????", "002???????", "003???????", "002???????", "112???????", *["??????????"] * 5)
    found = odds(Board(rows, mines=10))
    named = {str(cell): str(odds) for cell, odds in found.mine.items()}
    assert (named["B6"], named["A6"], named["D6"]) == ("71/77", "6/77", "6/77")
    away = [cell for cell in cells_of(10, 10) if cell.col > 3 or cell.row > 5]
    assert {found.mine[cell] for cell in away} == {found.mine[min(away)]} and named["J10"] == "6/77"


@given(planted_boards(max_cells=60), st.sampled_from(["turned", "mirrored"]))
def test_a_turned_board_has_the_turned_answer(board, how):
    def moved(cell: Cell) -> Cell:
        return (
            Cell(cell.col, board.height - 1 - cell.row)
            if how == "turned"
            else Cell(cell.row, board.width - 1 - cell.col)
        )

    width, height = (board.height, board.width) if how == "turned" else (board.width, board.height)
    signs = {moved(cell): board[cell] for cell in board.cells}
    other = board_of([signs[cell] for cell in cells_of(width, height)], width, board.mines)
    one, two = deduce(board), deduce(other)
    for name in ("safe", "mine", "needs_mine_total"):
        assert frozenset(map(moved, getattr(one, name))) == getattr(two, name)
    assert {moved(cell): mine for cell, mine in odds(board).mine.items()} == dict(odds(other).mine)
    assert one.components == two.components


@given(planted_boards(max_cells=60, flags=False), st.data())
def test_what_is_certain_stays_so_when_it_is_told(board, data):
    found = deduce(board)
    told = data.draw(st.sets(st.sampled_from(sorted(found.safe | found.mine)))) if found.safe | found.mine else set()
    more = deduce(board.with_signs({cell: "*" if cell in found.mine else "-" for cell in told}))
    assert (more.safe, more.mine) == (found.safe - told, found.mine - told)


@given(planted_boards(max_cells=60, flags=False))
def test_forgetting_a_clue_or_the_total_makes_nothing_certain(board):
    found = deduce(board)
    less = deduce(Board(board.rows))
    assert less.safe <= found.safe and less.mine <= found.mine
    assert (found.safe | found.mine) - (less.safe | less.mine) == found.needs_mine_total
    for cell in board.open[:3]:
        fewer = deduce(board.with_signs({cell: "-"}))  # known to be safe, but its clue is not known any more
        assert fewer.safe <= found.safe and fewer.mine <= found.mine


@pytest.mark.parametrize("steps", [5, 20])
def test_what_inference_found_before_a_limit_counts(steps):
    limited = 0
    for seed in range(12):
        game = Game.random(16, 16, 40, rng=random.Random(seed), start="zero", first=Cell(3, 3)).open(Cell(3, 3))
        inference = ByClauses("resolution")
        inference.see(game.board)
        try:
            with limit(steps=steps):
                inference.infer()
        except LimitReached:
            limited += 1
        found = {parse_cell(name) for name in inference.base.facts}
        assert inference.certain(game.board.hidden).keys() == found & set(game.board.hidden)
    assert limited
