"""Counting without a grid: random "n among these" against every placement tried one by one; limits; what is kept."""

from __future__ import annotations

import os
import random
from itertools import product
from math import comb

import pytest

from logicms.answers.solve import odds as odds_answer
from logicms.board import Board
from logicms.counting import joined_odds, placements
from logicms.counting.components import Component, components, components_by_need, number_of_components
from logicms.counting.placements import Counted, TooWide, count, forget, settle
from logicms.deduction import deduce, odds
from logicms.deduction.boundary import boundary
from logicms.deduction.deduction import allowed
from logicms.errors import LimitReached
from logicms.limits import limit
from logicms.problem import Problem
from logicms.render.answers import odds_text

Clues = list[tuple[int, list[int]]]
CASES = 10_000 if os.environ.get("LOGICMS_FULL") == "1" else 1_500


def count_naive(clues: Clues) -> list[dict[int, bool]]:
    """Try everything."""
    cells = sorted({cell for _, among in clues for cell in among})
    choices = (dict(zip(cells, choice, strict=True)) for choice in product((False, True), repeat=len(cells)))
    return [each for each in choices if all(n == sum(each[cell] for cell in among) for n, among in clues)]


def some_clues(rng: random.Random, most_cells: int) -> Clues:
    """Return clues over a few cells, mostly of one placement, so that most of them are consistent."""
    cells = rng.sample(range(100), rng.randint(1, most_cells))
    mines = {cell for cell in cells if rng.random() < rng.choice([0.1, 0.4])}
    clues, largest = [], rng.choice([5, most_cells])  # larger groups than any board has, too
    for _ in range(rng.randint(1, 6 if largest == 5 else 3)):
        among = rng.sample(cells, rng.randint(1, min(len(cells), largest)))
        wrong = rng.random() < 0.02
        clues.append((len(mines & set(among)) + wrong, among))
    return clues


def whole(counts: list[Counted]) -> dict[int, int]:
    """Return the placements of all components together by number of mines."""
    result = {0: 1}
    for counted in counts:
        before, result = result, {}
        for mines, ways in before.items():
            for number, way in enumerate(counted.ways, mines + counted.fewest):
                result[number] = result.get(number, 0) + ways * way
    return {mines: ways for mines, ways in result.items() if ways}


@pytest.mark.full
def test_counts_are_those_of_all_placements() -> None:
    rng = random.Random(1)
    for _ in range(CASES):
        clues = some_clues(rng, rng.choice([9, 9, 9, 14]))
        parts = components(clues)
        found = count_naive(clues)
        counts = [count(part.steps) for part in parts]
        settled = [settle(part.steps) for part in parts]
        assert [each is None for each in counts] == [each is None for each in settled]
        assert bool(found) == all(counts)
        if not found:
            continue
        by_number: dict[int, int] = {}
        for placement in found:
            mines = sum(placement.values())
            by_number[mines] = by_number.get(mines, 0) + 1
        assert whole([each for each in counts if each]) == by_number
        for part, counted, certain in zip(parts, counts, settled, strict=True):
            assert counted and certain
            _check_component(part, counted, certain.groups, found)
            assert certain.most == max(sum(p[c] for group in part.groups for c in group) for p in found)


def _check_component(
    part: Component, counted: Counted, certain: tuple[bool | None, ...], found: list[dict[int, bool]]
) -> None:
    """Compare each group's mines and certainty with the placements of the whole, as they fall on this component."""
    cells = [cell for group in part.groups for cell in group]
    own = {tuple(placement[cell] for cell in cells) for placement in found}
    place = {cell: number for number, cell in enumerate(cells)}
    for group, mines, answer in zip(part.groups, counted.mines, certain, strict=True):
        for number, total in enumerate(mines, counted.fewest):
            assert total == sum(sum(each[place[cell]] for cell in group) for each in own if sum(each) == number)
        values = {each[place[cell]] for each in own for cell in group}
        assert answer == (values.pop() if len(values) == 1 else None)


def test_every_cell_has_its_place() -> None:
    rng = random.Random(2)
    for _ in range(300):
        clues = some_clues(rng, 30)
        parts = components(clues)
        cells = [cell for part in parts for group in part.groups for cell in group]
        assert sorted(cells) == sorted({cell for _, among in clues for cell in among})
        assert len(parts) == number_of_components(clues)
        for part in parts:
            assert [step[0] for step in part.steps] == [len(group) for group in part.groups]


def test_the_order_closes_the_nearest_clue_first() -> None:
    """All groups that one clue misses, the smallest first; then those of the open clue that misses the fewest."""
    rng = random.Random(4)
    several = 0
    for _ in range(300):
        clues = some_clues(rng, 30)
        for part in components(clues):
            own = [cells for _, cells in clues if cells and any(cells[0] in group for group in part.groups)]
            touching = [{i for i, group in enumerate(part.groups) if group[0] in cells} for cells in own]
            placed = 0
            while placed < len(part.groups):
                missing = [groups - set(range(placed)) for groups in touching]
                begun = [left for left, all_of in zip(missing, touching, strict=True) if left and left != all_of]
                open_clues = begun if placed else missing[:1]
                run = range(placed, placed + min(map(len, open_clues)))
                assert set(run) in open_clues
                sizes = [len(part.groups[number]) for number in run]
                assert sizes == sorted(sizes)
                several += len(set(map(len, open_clues))) > 1
                placed = run.stop
    assert several > 40, "most of these had no choice"


def test_the_steps_are_those_of_the_example() -> None:
    """The example at the top of `components`, field by field, and how wide a field is."""
    [part] = components([(1, [1, 2, 3]), (2, [2, 3, 4, 5])])
    x, y, top, full = 1, 16, 8, 15
    assert part.steps == (
        (1, x, 1 * x, 0, 0, top * x, 0, ()),
        (2, x + y, 2 * y, full * x, 0, full * x + top * y, 1, (0,)),
        (2, y, 0, full * y, 4, full * y, 2, (1,)),
    )
    for need, field in [(0, 15), (3, 15), (4, 15), (7, 15), (8, 31), (15, 31), (16, 63)]:
        [part] = components([(need, list(range(20)))])
        assert part.steps[0][3] == field, f"as many bits as {need} needs, one more, and at least four"


def test_a_field_holds_what_the_largest_clue_needs() -> None:
    """12 of 13 cells, the last of which shares 1 with another: that other one is a mine if the last is none."""
    [part] = components([(12, list(range(13))), (1, [12, 13])])
    assert count(part.steps) == Counted(12, (12, 1), [[12, 0], [12 * 11, 12], [0, 1]])


def test_one_clue_more_for_each_number_it_may_need() -> None:
    """Ordered once for all numbers, or for each number anew: the same counts."""
    rng = random.Random(3)
    for _ in range(300):
        clues = some_clues(rng, 20)
        near = sorted({cell for _, among in clues for cell in among} | {100, 101})
        cells = rng.sample(near, rng.randint(1, min(8, len(near))))
        others, by_need = components_by_need(clues, cells)
        assert len(by_need) == len(cells) + 1
        for need, own in enumerate(by_need):
            assert _counts([*others, own]) == _counts(components([*clues, (need, cells)]))


def _counts(parts: list[Component]) -> list[tuple[list[list[int]], Counted | None]]:
    return sorted([(part.groups, count(part.steps)) for part in parts], key=lambda found: found[0])


@pytest.mark.parametrize("n, k", [(n, k) for n in (1, 2, 5, 8, 20, 40) for k in (0, 1, n // 2, n)])
def test_one_clue_has_the_binomial_number(n: int, k: int) -> None:
    """Any clue is taken, also those no board has; k of n is C(n, k) placements."""
    [part] = components([(k, list(range(n)))])
    assert count(part.steps) == Counted(k, (comb(n, k),), [(comb(n, k) * k,)])


def test_groups_larger_than_a_field() -> None:
    """Twenty cells that two clues share, and one cell each beside: counted by hand."""
    shared = list(range(20))
    [part] = components([(1, [*shared, 20]), (1, [*shared, 21])])
    counted = count(part.steps)
    assert counted is not None and (counted.fewest, counted.ways) == (1, (20, 1))
    answer = settle(part.steps)
    assert answer is not None and set(answer.groups) == {None} and answer.most == 2


@pytest.mark.parametrize(
    "clues, why",
    [
        ([(3, [1, 2])], "more mines than cells"),
        ([(1, [1, 2]), (2, [1, 2])], "two clues that differ about the same cells"),
        ([(2, [1, 2]), (0, [2, 3])], "a cell that must be both"),
        ([(1, [1, 2]), (1, [2, 3]), (1, [1, 3])], "an odd ring"),
        ([(9, list(range(8)))], "a number that no field of four bits holds"),
    ],
)
def test_impossible(clues: Clues, why: str) -> None:
    parts = components(clues)
    assert [count(part.steps) for part in parts] == [settle(part.steps) for part in parts] == [None], why


def test_results_are_kept_by_content() -> None:
    """The same clues elsewhere are the same content, and are not counted twice."""
    forget()
    [here] = components([(1, [1, 2, 3]), (2, [2, 3, 4, 5])])
    [there] = components([(1, [31, 22, 23]), (2, [22, 23, 14, 15])])
    assert here.steps == there.steps
    assert count(here.steps) is count(there.steps)
    first = count(here.steps)
    forget()
    assert count(here.steps) is not first and count(here.steps) == first


def test_many_results_are_kept_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setattr(placements, "_MOST_KEPT", 3)
    steps = [components([(1, list(range(size)))])[0].steps for size in range(2, 9)]
    first, second, third = (count(each) for each in steps[:3])
    assert count(steps[0]) is first and count(steps[1]) is second and count(steps[2]) is third
    for each in steps[3:]:
        count(each)
        assert 1 <= len(placements._counted) <= 3
    assert count(steps[0]) is not first and count(steps[0]) == first


def wide(size: int) -> Board:
    """Return a lattice of clues: its width grows with its size, and so does the number of states."""
    rng = random.Random(7)
    mines = {(r, c) for r in range(size) for c in range(size) if (r % 2 or c % 2) and rng.random() < 0.3}
    rows = []
    for r in range(size):
        near = [sum((r + i, c + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1)) for c in range(size)]
        rows.append("".join("?" if r % 2 or c % 2 else str(near[c]) for c in range(size)))
    return Board(tuple(rows), mines=len(mines))


def test_too_wide_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are not computed, and say so; what is certain is the same, for a solver decides it."""
    board = wide(9)
    exact, certain = odds(board), deduce(board)
    forget()
    monkeypatch.setattr(placements, "MOST_STATES", 20)
    monkeypatch.setattr(placements, "_STATES_PER_LOOK", 1)
    with pytest.raises(TooWide) as caught:
        odds(board)
    assert deduce(board) == certain and exact.placements > 0
    settled = caught.value.settled
    assert settled.safe, "some cells fall to single clues"
    assert settled.safe <= certain.safe and settled.mine <= certain.mine


def test_odds_at_a_limit_hold_what_was_certain_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.of(wide(15))
    exact = odds_answer(problem)
    forget()
    monkeypatch.setattr(placements, "MOST_STATES", 20)
    monkeypatch.setattr(placements, "_STATES_PER_LOOK", 1)
    limited = odds_answer(problem)
    assert (limited.status, limited.exit_code, limited.placements) == ("limit", 4, None)
    assert {each.mine for each in limited.cells.values()} == {0, 1}
    assert limited.cells.items() <= exact.cells.items()
    assert list(limited.cells) == [name for name in exact.cells if name in limited.cells], "in reading order"
    assert limited.best == limited.safest == tuple(name for name, each in limited.cells.items() if each.mine == 0)
    shown = odds_text(limited)
    assert "the odds were not computed" in shown and "what is shown is certain\ncertainly safe: " in shown


def test_long_polynomials_leave_room_for_fewer_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state is taken to have a fifth of its 200 coefficients of 200 + 8 bits, and one byte more."""
    cells = [list(range(start, start + 20)) for start in range(0, 200, 20)]
    clues = [(10, one + other) for one, other in zip(cells, cells[1:], strict=False)]
    [part] = components(clues)
    bytes_of_each = 200 * (200 + 8) / 5 / 8
    monkeypatch.setattr(placements, "MOST_BYTES", int(bytes_of_each + 1) * 40)
    monkeypatch.setattr(placements, "_STATES_PER_LOOK", 1)
    forget()
    with pytest.raises(TooWide, match="more than 40 states"):
        count(part.steps)


def test_the_clock_is_looked_at_where_there_are_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on the way back, before every step with many states, and not before the others."""
    looks: list[None] = []
    monkeypatch.setattr(placements, "check_time", lambda: looks.append(None))
    [part] = components([(1, [1, 2, 3]), (1, [3, 4, 5]), (1, [5, 6, 7])])
    for many, number in [(1024, 0), (2, 0), (1, 4), (0, 5)]:
        monkeypatch.setattr(placements, "_STATES_PER_LOOK", many)
        forget()
        count(part.steps)
        assert len(looks) == number, many
        looks.clear()


def test_no_more_binomials_than_the_components_have_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two components with 2 and 3 numbers of mines: 0 to 3 mines beyond the fewest, and so four binomials."""
    spreads: list[int] = []
    honest = joined_odds.binomials
    monkeypatch.setattr(joined_odds, "binomials", lambda *what: (spreads.append(what[2]), honest(*what))[1])
    two, three, one = Counted(1, (2, 1), [(2, 2)]), Counted(0, (1, 2, 1), [(0, 2, 2)]), Counted(1, (2,), [(2,)])
    joined = joined_odds.join([(two, (2,)), (three, (2,)), (one, (2,))], away=5, mines=4)
    assert joined is not None and spreads == [3]


@pytest.mark.parametrize("most", [{"steps": 500}, {"seconds": 0.0}])
def test_a_limit_ends_the_count(most: dict[str, float]) -> None:
    forget()
    with pytest.raises(LimitReached), limit(**most):
        odds(wide(15))


def test_long_chain() -> None:
    """A chain whose end is decided by its start, far beyond the rounds that single clues are given."""
    cells = 4_000
    row = "-" + "1?" * cells
    board = Board((row,))
    left = boundary(board)
    assert left is not None and left.clues, "single clues did not get to the end"
    certain = deduce(board)
    assert certain.status == "solved"
    assert sorted(cell.col for cell in certain.mine) == list(range(2, 2 * cells, 4))


def test_total_over_thousands_of_components() -> None:
    """Each pair has one or two mines; the total leaves the least only."""
    pair = Counted(1, (2, 1), [(2, 2)])
    found = allowed([pair] * 3_000, away=0, mines=3_000)
    assert found is not None and found.numbers == [[True, False]] * 3_000
    assert allowed([pair] * 3_000, away=0, mines=2_999) is None
    assert allowed([pair] * 3_000, away=0, mines=6_001) is None
