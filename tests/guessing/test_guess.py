"""Guessing: the position and the exact search against brute force, and what the best guess promises."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from conftest import FULL
from hypothesis import assume, example, given
from hypothesis import strategies as st
from oracle import MOST_HIDDEN
from oracle import placements as all_placements
from strategies import planted_boards

from logicms.board import Board, Cell, neighbours_of
from logicms.deduction import deduce
from logicms.deduction.boundary import Lane, cell_at, lane_of
from logicms.errors import InconsistentBoard, LimitReached
from logicms.game import Game, Outcome
from logicms.guessing import guess, lookahead, policies
from logicms.guessing.lookahead import best_play, candidates, look_ahead, placements, survives_two
from logicms.guessing.policies import NothingToLearn, flips, shares
from logicms.guessing.position import Position, position
from logicms.limits import limit
from logicms.player import Player, Setting, play

Layout = frozenset[int]
"""The indexes of the mines."""


def layouts(width: int, height: int, mines: int, first: int) -> list[Layout]:
    cells = [cell for cell in range(width * height) if cell != first]
    return [frozenset(some) for some in combinations(cells, mines)]


class BruteForce:
    """The number of layouts that the best play wins, by trying every cell.

    It knows one thing about the game: opening a cell that is safe for certain never does harm.
    """

    def __init__(self, width: int, height: int) -> None:
        self.around = neighbours_of(width, height)
        self.won = cache(self._won)

    def parted(self, alive: frozenset[Layout], cell: int) -> list[frozenset[Layout]]:
        by_value = defaultdict(set)
        for layout in alive:
            by_value[sum(other in layout for other in self.around[cell])].add(layout)
        return [frozenset(some) for some in by_value.values()]

    def opening(self, alive: frozenset[Layout], cell: int) -> int:
        """Return how many are won by opening this cell first."""
        safe = frozenset(layout for layout in alive if cell not in layout)
        return sum(map(self.won, self.parted(safe, cell)))

    def _won(self, alive: frozenset[Layout]) -> int:
        if len(alive) == 1:
            return 1
        mined = [sum(cell in layout for layout in alive) for cell in range(len(self.around))]
        for cell, count in enumerate(mined):
            if not count and len(parts := self.parted(alive, cell)) > 1:
                return sum(map(self.won, parts))
        return max(self.opening(alive, cell) for cell, count in enumerate(mined) if 0 < count < len(alive))


def won_by_optimal_play(width: int, height: int, mines: int, first: int) -> int:
    """Return how many of the layouts the best play from `first` on wins."""
    return BruteForce(width, height).opening(frozenset(layouts(width, height, mines, first)), first)


def won_by_player(width: int, height: int, mines: int, first: int) -> int:
    won = 0
    for layout in layouts(width, height, mines, first):
        signs = "".join("*" if cell in layout else "-" for cell in range(width * height))
        rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
        game = Game.from_layout(Board(rows, mines))
        game = game.open(game.board.cells[first])
        won += play(game, Player(guess="best")).outcome is Outcome.WON
    return won


def first_cells(width: int, height: int) -> list[int]:
    """Return one cell of each kind that mirroring the board does not tell apart."""
    cells = [(row, col) for row in range((height + 1) // 2) for col in range((width + 1) // 2)]
    return [row * width + col for row, col in cells if row <= col or width != height]


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (4, 4)], ids=str)
@pytest.mark.parametrize("mines", [1, 2, 3])
def test_best_is_optimal_on_small_boards(size: tuple[int, int], mines: int) -> None:
    for first in first_cells(*size):
        assert won_by_player(*size, mines, first) == won_by_optimal_play(*size, mines, first), first


@pytest.mark.full
@pytest.mark.parametrize("seed", range(60 if not FULL else 2000))
def test_an_endgame_is_worth_what_brute_force_says(seed: int) -> None:
    """Positions in which nothing is certain, as games meet them: the number won, and that the cell named wins it."""
    rng = Random(seed)
    width, height = rng.choice([(4, 4), (5, 3), (6, 3), (5, 4), (8, 2)])
    game = Game.random(width, height, rng.randint(3, 6), rng, start="none").initial_safe(rng.randint(1, 3), rng)
    board = play(game, Player(guess="never")).game.board.with_flags("ignore")
    if len(board.hidden) > MOST_HIDDEN or not 2 <= len(every := all_placements(board)) <= 60:
        return
    index = {cell: cell.row * width + cell.col for cell in every.cells}
    alive = frozenset(frozenset(index[c] for i, c in enumerate(every.cells) if p >> i & 1) for p in every.all)
    brute, found = BruteForce(width, height), best_play(*position(board))
    assert found.won == brute.won(alive)
    assert brute.opening(alive, index[cell_at(found.lane, width)]) == found.won


# -- the position, against every placement


def bits(board: Board, lanes: list[Lane]) -> list[int]:
    """Return each of these cells' bit in the oracle's placements."""
    cells = all_placements(board).cells
    return [1 << cells.index(cell_at(lane, board.width)) for lane in lanes]


def open_boards() -> st.SearchStrategy[Board]:
    """Return boards with few hidden cells, their total known."""
    return planted_boards(max_cells=16, with_total=True, known=False, flags=False)


@given(open_boards())
def test_odds_are_the_oracles(board: Board) -> None:
    found, around = position(board)
    oracle = all_placements(board)
    undecided = {cell_at(lane, board.width) for lane in around}
    assert found.placements == len(oracle)
    assert {cell: odds for cell, odds in oracle.odds.items() if cell in undecided} == {
        cell_at(lane, board.width): found.mine(lane) for lane in around
    }
    assert all(oracle.odds[cell] in (0, 1) for cell in oracle.cells if cell not in undecided)
    for odds, cells in found.groups:
        assert all(odds == pytest.approx(float(found.mine(cell))) for cell in cells)


@given(open_boards(), st.randoms(use_true_random=False))
def test_outcomes_are_the_oracles(board: Board, rng: Random) -> None:
    found, around = position(board)
    assume(around)
    lane = rng.choice(list(around))
    [bit], nearby = bits(board, [lane]), bits(board, list(around[lane]))
    counts: dict[int, int] = defaultdict(int)
    for placement in all_placements(board).all:
        if not placement & bit:
            counts[sum(placement & other > 0 for other in nearby)] += 1
    outcomes = found.outcomes(lane, around[lane])
    assert [outcome.placements for outcome in outcomes] == [counts[mines] for mines in sorted(counts)]


@given(open_boards(), st.randoms(use_true_random=False))
def test_fixed_cells_are_counted_as_by_the_oracle(board: Board, rng: Random) -> None:
    found, around = position(board)
    some = rng.sample(list(around), min(4, len(around)))
    mines, safe = some[:2], some[2:]
    mined, cleared = sum(bits(board, mines)), sum(bits(board, safe))
    fitting = [p for p in all_placements(board).all if p & mined == mined and not p & cleared]
    assert found.placements_with(set(mines), set(safe)) == len(fitting)


@given(open_boards())
def test_every_placement_is_played_out(board: Board) -> None:
    found, around = position(board)
    cells = sorted(around)
    masks = list(placements(found, cells))
    bit = bits(board, cells)
    expected = {sum(1 << i for i, b in enumerate(bit) if p & b) for p in all_placements(board).all}
    assert len(masks) == len(set(masks)) == found.placements
    assert set(masks) == expected


def test_a_contradiction_is_no_position() -> None:
    with pytest.raises(InconsistentBoard):
        position(Board(("1?", "??"), mines=3))
    with pytest.raises(InconsistentBoard):
        position(Board(("30", "??")))


# -- what the best guess promises


@given(open_boards())
def test_a_dead_cell_waits(board: Board) -> None:
    """Looking ahead never opens a cell that shows the same in any case while a candidate can tell something."""
    found, around = position(board)
    assume(around and all(group.odds > 0 for group in found.groups))
    is_live = {c.lane: len(found.outcomes(c.lane, around[c.lane])) > 1 for c in candidates(found, around, {})}
    assert is_live[look_ahead(found, around, {}).lane] == any(is_live.values())


@given(open_boards(), st.randoms(use_true_random=False))
def test_two_risks_are_at_least_as_hard_to_survive_as_the_first(board: Board, rng: Random) -> None:
    found, around = position(board)
    assume(around)
    lane = rng.choice(list(around))
    for after in found.outcomes(lane, around[lane]):
        odds = [group.odds for group in after.groups]
        survival = survives_two(after, around, lane)
        if all(each in (0.0, 1.0) for each in odds):
            assert survival == pytest.approx(1)
        elif 0.0 not in odds:
            assert 0 < survival <= 1 - min(odds) + 1e-9
        else:
            assert 0 < survival <= 1 + 1e-9


@given(open_boards())
def test_without_forgiveness_a_score_is_no_more_than_the_cell_is_safe(board: Board) -> None:
    found, around = position(board)
    assume(around and all(group.odds > 0 for group in found.groups))
    ahead = look_ahead(found, around, {})
    assert ahead.further in (1, 2)
    assert 0 <= ahead.score <= 1 - float(found.mine(ahead.lane)) + 1e-9


@given(open_boards())
def test_a_cell_is_as_often_clear_as_it_is_in_the_placements(board: Board) -> None:
    found, around = position(board)
    assume(around and all(group.odds > 0 for group in found.groups))
    ahead = look_ahead(found, around, {})
    clear = found.placements_with(set(), {ahead.lane, *around[ahead.lane]})
    assert ahead.clear == pytest.approx(clear / found.placements if ahead.further == 2 else 0)


def test_mirror_images_are_worth_the_same() -> None:
    """Of the three cells around an edge cell that have the same clues, the one beside the other clue is tried."""
    board = Board(("1?????", "??????", "??????", "??????", "??????", "??????", "1?????"), mines=8)
    found, around = position(board)
    lanes = [lane_of(Cell(row, 0), board.width) for row in (2, 4)]
    above, below = [
        sum(after.placements * survives_two(after, around, lane) for after in found.outcomes(lane, around[lane]))
        for lane in lanes
    ]
    assert above == pytest.approx(below)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Lane]:
    """Return the cells whose outcomes are counted, which is the work of looking ahead."""
    lanes: list[Lane] = []
    honest = Position.outcomes

    def outcomes(self: Position, lane: Lane, around: Sequence[Lane]) -> list[Position]:
        lanes.append(lane)
        return honest(self, lane, around)

    monkeypatch.setattr(Position, "outcomes", outcomes)
    return lanes


def test_a_guess_that_settles_everything_needs_no_rival(opened: list[Lane]) -> None:
    """C1 is as safe as any cell and its number tells the rest: no other cell can be better."""
    found, around = position(Board(("12?", "???"), mines=2))
    c1 = lane_of(Cell(0, 2), 3)
    assert {group.odds for group in found.groups} == {0.5}
    assert survives_two(found, around, opened=-1) == 0.5 and opened == [c1]


def test_candidates_that_cannot_come_close_are_not_looked_at(opened: list[Lane]) -> None:
    """If C1 has to be opened sooner or later it costs nothing, and wins; any other cell loses half of the games."""
    found, around = position(Board(("12?", "???"), mines=2))
    c1 = lane_of(Cell(0, 2), 3)
    assert look_ahead(found, around, {c1: 0.5}).lane == c1 and opened == [c1]
    opened.clear()
    look_ahead(found, around, {})
    assert set(opened) == set(around), "all of them are as close as can be"


def test_a_cell_on_the_margin_is_considered(monkeypatch: pytest.MonkeyPatch) -> None:
    found, around = position(Board(("1??", "???", "??1"), mines=2))
    risks = sorted({group.odds for group in found.groups})
    assert len(risks) > 1
    for margin, safe_enough in [(0.0, risks[:1]), (1.0, risks)]:
        monkeypatch.setattr(lookahead, "MARGIN", margin)
        assert {candidate.risk for candidate in candidates(found, around, {})} == set(safe_enough)


def test_after_a_1_in_the_corner_comes_another_corner() -> None:
    """C1 survives two risks more often, but seldom opens anything."""
    found = guess(Board(("1" + "?" * 29, *["?" * 30] * 15), mines=99), "best")
    assert found is not None
    assert str(found.cell) == "AD1" and "and of 39.6 % that every uncertain cell around it is safe too" in found.reason


def test_the_reason_names_a_coin_flip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A1 and B1 are a coin flip, and so are A2 and B2: half of every placement is lost whatever is opened."""
    monkeypatch.setattr(policies, "FEW", 0)
    found = guess(Board(("??", "??", "11"), mines=2), "best")
    assert found is not None
    assert isinstance(found.why, NothingToLearn) and found.why.flip is not None
    assert found.why.flip.chance == 1 and len(found.why.flip.others) == 1
    assert found.reason.endswith(f"; it and {found.why.flip.others[0]} are a coin flip that no clue will decide")


def test_a_game_of_its_own_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A1 and A2 are a coin flip that nothing else can tell anything about: the rest comes first, by either means."""
    board = Board(("?1000???", "?3101???", "**101???"), mines=5)
    for few in (policies.FEW, 0):
        monkeypatch.setattr(policies, "FEW", few)
        found = guess(board, "best")
        assert found is not None and found.cell.col > 4


@given(planted_boards(max_cells=20, known=False, flags=False))
@example(Board(("?1000???", "?3101???", "**101???"), mines=5))
@example(Board(("?1001?", "?1001?"), mines=2))
def test_regions_that_are_games_of_their_own_are_left_out(board: Board) -> None:
    """Such a region has the same number of mines in every placement that meets the clues; if all do, one is left."""
    undecided, around = position(board)
    assume(around and len(board.hidden) <= MOST_HIDDEN)
    assume(not deduce(board).needs_mine_total)  # nobody guesses where the mine total decides
    every = all_placements(board, total=False)
    alone, others = [], set(around)
    for region in policies._regions(undecided, around):
        mask = sum(bits(board, list(region)))
        if len({(placement & mask).bit_count() for placement in every.all}) == 1:
            alone.append(region)
            others -= region
    rest = policies._without_games_of_their_own(undecided, around)
    left = {cell for group in rest.groups for cell in group.cells}
    assert left == others if others else left in alone


def telling(board: Board, cell: Cell) -> Fraction:
    """Return how likely it is to survive opening this cell and the safest one after it, over all placements."""
    every = all_placements(board)
    index = {each: 1 << number for number, each in enumerate(every.cells)}
    near = sum(index.get(each, 0) for each in board.neighbours(cell))
    alive = defaultdict(list)
    for placement in every.all:
        if not placement & index[cell]:
            alive[(placement & near).bit_count()].append(placement)
    after = [
        max(sum(not p & bit for p in some) for each, bit in index.items() if each != cell) for some in alive.values()
    ]
    return Fraction(sum(after), len(every))


def test_of_equal_cells_the_most_telling_is_opened() -> None:
    board = Board(("1???", "????", "????", "????"), mines=4)
    found = guess(board, "safest")
    odds = all_placements(board).odds
    least = min(odds.values())
    equal = [cell for cell in board.hidden if odds[cell] == least]
    assert found is not None and found.cell in equal and found.odds == least
    corner = Cell(0, 3)  # it would be the first: a corner has the fewest neighbours
    assert telling(board, found.cell) > telling(board, corner)


@given(open_boards())
def test_a_flip_is_one_in_every_placement_that_has_it(board: Board) -> None:
    """With its mines and its safe cells the other way round, all clues are met, and no cell beside it can tell."""
    found, around = position(board)
    oracle = all_placements(board)
    every = set(oracle.all)
    beside = {
        1 << i: sum(1 << j for j, other in enumerate(oracle.cells) if touches(cell, other))
        for i, cell in enumerate(oracle.cells)
        if cell not in oracle.safe  # those are opened first, and flips are looked for when there are none
    }
    for flip in flips(board, around):
        mines, safe, beyond = [sum(bits(board, list(some))) for some in flip]
        for placement in every:
            if placement & mines == mines and not placement & safe and placement & beyond == beyond:
                turned = placement ^ mines ^ safe
                assert turned in every
                opened = [near for cell, near in beside.items() if not (placement | turned) & cell]
                assert all((placement & near).bit_count() == (turned & near).bit_count() for near in opened)
    assert all(0 < share for share in shares(board, found, around).values())


def touches(one: Cell, other: Cell) -> bool:
    return max(abs(one.row - other.row), abs(one.col - other.col)) == 1


def test_a_box_in_a_corner_is_a_flip() -> None:
    """Two mines of four in the corner; C3 is one too, so that nothing can tell A1 and B2 from A2 and B1."""
    board = Board(("??1", "??2", "12*"), mines=3)
    found, around = position(board)
    assert (found.placements, len(list(flips(board, around)))) == (2, 1)
    assert shares(board, found, around) == {lane: 0.5 for lane in around}


@pytest.mark.parametrize(
    "rows, ends",
    [
        (("****", "*??*", "****"), "A1 A2 A3 D1 D2 D3"),
        (("***", "*?*", "*?*", "***"), "A1 B1 C1 A4 B4 C4"),
    ],
    ids=["side by side", "one below the other"],
)
def test_a_pair_is_a_flip_until_a_cell_beyond_its_ends_is_open(rows: tuple[str, ...], ends: str) -> None:
    """The cells along its sides touch both of the pair, and tell nothing."""
    for known in (None, *Board(rows).where("*")):
        signs = [["-" if Cell(r, c) == known else sign for c, sign in enumerate(text)] for r, text in enumerate(rows)]
        board = Board(tuple(map("".join, signs)), mines=1 + sum(text.count("*") for text in signs))
        found = list(flips(board, position(board)[1]))
        assert len(found) == (0 if known is not None and str(known) in ends.split() else 1), str(known)


def test_the_same_board_gives_the_same_guess() -> None:
    game = Game.random(30, 16, 99, Random(5), first=Cell(0, 0)).open(Cell(0, 0))
    board = game.board
    first = guess(board, "best")
    for seed in range(3):
        Setting(16, 16, 40, player=Player(guess="best")).play(seed)  # fills what is kept by content
    assert guess(board, "best") == first


def test_no_total_is_no_obstacle() -> None:
    found = guess(Board(("?????", "?2???", "?????")), "best")
    assert found is not None and found.odds is not None and 0 < found.odds < 1


def test_nothing_is_left_but_mines() -> None:
    assert guess(Board(("?1", "11"), mines=1), "best") is None


@given(planted_boards(max_cells=16))
def test_safest_has_the_least_odds_on_any_board(board: Board) -> None:
    found = guess(board, "safest")  # whoever reasons by less than everything asks where cells are certain, too
    hidden = [cell for cell in board.cells if board[cell] in "?F"]
    if not hidden:
        assert found is None
        return
    every = all_placements(board.with_flags("ignore"))
    assert found is not None and found.cell in hidden
    assert found.odds == every.odds[found.cell] == min(every.odds[cell] for cell in hidden)


def test_a_certain_cell_is_no_guess() -> None:
    found = guess(Board(("????", "1221")), "best")
    assert found is not None and (str(found.cell), found.odds) == ("A1", Fraction(0))


@pytest.mark.parametrize(
    "rows, won, steps",
    [
        (("13????", "???3??", "123???", "013???", "01????"), 50, 1930),
        (("?101??", "2201??", "?2112?", "??????", "??????"), 152, 20088),
    ],
)
def test_the_tree_is_kept_small(rows: tuple[str, ...], won: int, steps: int) -> None:
    """A set that cannot matter any more gets a bound instead of a value: without that, it takes twice the steps."""
    found, around = position(Board(rows, mines=8))
    with limit() as account:
        assert best_play(found, around).won == won
    assert account.spent <= steps


def test_too_much_work_is_said() -> None:
    found, around = position(Board(("1????", "?????", "?????"), mines=5))
    with pytest.raises(LimitReached), limit(steps=10):
        best_play(found, around)
