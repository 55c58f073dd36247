"""The constraint search against trying every placement, under every combination of its switches."""

from __future__ import annotations

import random
import sys
import tracemalloc
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from statistics import mean, median

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from knowledge_bases import every_choice, random_hint_file
from oracle import placements
from pysat.solvers import Solver
from told import facts, hints

from logicms.answers.solve import search as search_answer
from logicms.board import Board
from logicms.deduction import deduce
from logicms.errors import BoardError, InconsistentKnowledge
from logicms.game import random_hint_board
from logicms.hints import at_least, at_most, exactly
from logicms.limits import limit
from logicms.notation.hint_files import parse_hints
from logicms.notation.read import read
from logicms.problem import Problem
from logicms.render import answers
from logicms.search import Order, PlainState, Search, State, Strategy, Walk, search

OFF_ON = (False, True)
COMBINATIONS = [Strategy(*switches) for switches in product(OFF_ON, OFF_ON, OFF_ON, (None, "degree", "space"), OFF_ON)]
PHASES = Strategy(
    forward_checking=True, phases=(Order(heuristic="degree"), Order(mrv=True, lcv=True), Order(heuristic="space"))
)
PLAIN = [
    Strategy(plain=True),
    Strategy(plain=True, mrv=True, heuristic="degree"),
    Strategy(plain=True, heuristic="space"),
    Strategy(plain=True, heuristic="degree", lcv=True),
    Strategy(plain=True, phases=PHASES.phases),
    *(replace(one, plain=True) for one in COMBINATIONS if one.forward_checking and not one.propagate),
    replace(PHASES, plain=True),
]
REUSING = [replace(one, reuse_lcv=True) for one in (*COMBINATIONS, PHASES) if one.prunes and (one.lcv or one.phases)]
STRATEGIES = [*COMBINATIONS, PHASES, *PLAIN, *REUSING]
BEST = Strategy(forward_checking=True, mrv=True, heuristic="degree")


def walk(board: Board, strategy: Strategy) -> list[tuple[object, ...]]:
    """Return every placement as the search finds them."""
    neighbours = {cell: board.neighbours(cell) for cell in board.where("?F*-")}
    with limit(steps=200_000):
        return list(Walk(hints(board), strategy, facts(board), neighbours))


def run(board: Board, strategy: Strategy, **more: object) -> Search:
    neighbours = {cell: board.neighbours(cell) for cell in board.where("?F*-")}
    return search(hints(board), strategy, facts=facts(board), neighbours=neighbours, **more)  # type: ignore[arg-type]


def wanted(board: Board) -> set[tuple[object, ...]]:
    found = placements(board)
    return {tuple(cell for i, cell in enumerate(found.cells) if bits >> i & 1) for bits in found.all}


# -- the course's four sample boards

SAMPLES = [
    ("-1 -1 -1 1 1 -1 -1 3 -1 -1 -1 0 2 3 -1 3 3 2 -1 -1 2 -1 -1 -1 -1 2 2 3 -1 3 -1 1 -1 -1 -1 1", 8),
    ("-1 -1 -1 1 1 1 3 4 -1 2 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 2 2 -1 2 1 2 -1 -1 1 -1 -1 1 -1 1 0 -1", 2),
    ("-1 -1 -1 -1 -1 -1 -1 2 2 2 3 -1 -1 2 0 0 2 -1 -1 2 0 0 2 -1 -1 3 2 2 2 -1 -1 -1 -1 -1 -1 -1", 9),
    ("-1 1 -1 1 1 -1 2 2 3 -1 -1 1 -1 -1 5 -1 5 -1 2 -1 5 -1 -1 -1 -1 2 -1 -1 3 -1 -1 -1 1 1 -1 0", 2),
]


def sample(text: str) -> Board:
    signs = ["?" if number == "-1" else number for number in text.split()]
    return Board(tuple("".join(signs[start : start + 6]) for start in range(0, 36, 6)), mines=10)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
def test_the_course_samples_have_their_known_numbers_of_placements(strategy: Strategy) -> None:
    for text, count in SAMPLES:
        board = sample(text)
        everything = run(board, strategy, every=True)
        assert (everything.status, everything.found) == ("found", count)
        one = run(board, strategy)
        assert (one.status, one.found) == ("found", 1)
        assert one.placement == everything.placement
        assert one.nodes <= everything.nodes


# -- every combination of switches, on boards small enough to try everything


@st.composite
def planted(draw: st.DrawFn) -> Board:
    """Return a board that has a placement: a layout with some of its safe cells open, some cells known."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rng = random.Random(draw(st.integers(0, 2**32)))
    cells = width * height
    mines = rng.randint(0, cells)
    board = random_hint_board(width, height, mines, rng.randint(max(0, cells - mines - 9), cells - mines), rng)
    hidden = list(board.hidden)
    for cell in hidden[12:]:  # what trying everything can bear
        board = board.with_signs({cell: "-"})
    return board if rng.random() < 0.7 else Board(board.rows)


@st.composite
def arbitrary(draw: st.DrawFn) -> Board:
    """Return a board that mostly contradicts itself."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    row = st.text("????F*-0112", min_size=width, max_size=width)
    board = Board(tuple(draw(st.lists(row, min_size=height, max_size=height))))
    low, high = board.signs.count("*"), board.number_not_open
    return Board(board.rows, draw(st.none() | st.integers(low, high)))


@given(planted() | arbitrary())
def test_every_combination_finds_exactly_the_placements(board: Board) -> None:
    expected = wanted(board)
    for strategy in STRATEGIES:
        found = walk(board, strategy)
        assert len(found) == len(set(found)), "no placement is found twice"
        assert set(found) == expected, strategy
        one = run(board, strategy)
        assert one.status == ("found" if expected else "none")
        assert (one.placement in expected) if expected else one.placement is None


@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
@pytest.mark.parametrize(
    "board, why",
    [
        (Board(("2?",)), "a clue asks for more mines than it has cells"),
        (Board(("1?0",)), "two clues disagree about one cell"),
        (Board(("1?????1",), mines=1), "the clues need more mines than there are"),
        (Board(("1?1", "???"), mines=3), "the total needs more mines than the clues allow"),
        (Board(("1-",)), "the only cell is known to be safe"),
        (Board(("1",)), "a clue without any cell"),
    ],
)
def test_boards_without_a_placement(strategy: Strategy, board: Board, why: str) -> None:
    found = run(board, strategy, every=True)
    assert (found.status, found.found, found.placement) == ("none", 0, None), why
    assert found.backtracks > 0


def test_identity_cases() -> None:
    assert search([]).placement == ()
    assert search([exactly(0, [])]).found == 1
    assert search([exactly(1, [])]).status == "none"
    assert run(Board(("00",), mines=0), BEST, every=True).found == 1


@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
def test_hints_with_bounds_over_any_names(strategy: Strategy) -> None:
    told = [at_least(2, "a b c d"), at_most(2, "b c d e"), exactly(1, "a e")]
    expected = sum(
        sum(bits[:4]) >= 2 and sum(bits[1:]) <= 2 and bits[0] + bits[4] == 1 for bits in product((0, 1), repeat=5)
    )
    assert search(told, strategy, every=True).found == expected


# -- formulas

PRUNING = [Strategy(), Strategy(propagate=True, mrv=True, heuristic="degree", lcv=True), BEST, PHASES]
WITH_FORMULAS = [*PRUNING, Strategy(True, lcv=True, reuse_lcv=True), Strategy(plain=True), Strategy(True, plain=True)]


def search_text(text: str, strategy: Strategy, **more: object) -> Search:
    problem = parse_hints(text).to_problem()
    told = dict(facts=problem.facts, formulas=problem.formulas, **more)
    return search(problem.all_hints, strategy, **told)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(60))
def test_formulas_and_counts_have_the_placements_that_trying_everything_finds(seed: int) -> None:
    rng = random.Random(seed)
    text, judge = random_hint_file(rng, "abcdefg", rng.randint(1, 6))
    problem = parse_hints(text).to_problem()
    expected = {held for held in every_choice(problem.names) if judge(held)}
    for strategy in WITH_FORMULAS:
        found = list(Walk(problem.all_hints, strategy, problem.facts, {}, problem.formulas))
        assert len(found) == len(expected), (text, strategy)
        assert set(map(frozenset, found)) == expected, (text, strategy)
        assert search_text(text, strategy).status == ("found" if expected else "none")


def test_large_formulas_with_auxiliary_symbols() -> None:
    names = [f"n{number:02}" for number in range(10)]
    wide = f"set n = {' '.join(map(str, range(14)))}\n(at least 7 x in n: p(x)) <-> (at most 3 x in n: q(x))"
    odd = " ^ ".join(names)
    half = " | ".join(f"({a} & {b})" for a, b in zip(names[::2], names[1::2], strict=True))
    for strategy in PRUNING:
        assert search_text(odd, strategy, every=True).found == 2**9
        assert search_text(half, strategy, every=True).found == 4**5 - 3**5
        found = search_text(f"{wide}\n(p(0) | q(0)) & ~p(0)", strategy).placement
        assert found is not None and (sum(n[0] == "p" for n in found) >= 7) == (sum(n[0] == "q" for n in found) <= 3)
        assert "q(0)" in found and "p(0)" not in found


@pytest.mark.parametrize("seed", range(12))
def test_many_formulas_as_a_sat_solver_judges_them(seed: int) -> None:
    """Random 3-clauses, near the ratio where half of them can be satisfied."""
    rng = random.Random(seed)
    clauses = [[n * rng.choice((1, -1)) for n in rng.sample(range(1, 25), 3)] for _ in range(100)]
    text = "\n".join(" | ".join(f"v{n}" if n > 0 else f"~v{-n}" for n in clause) for clause in clauses)
    with Solver(bootstrap_with=clauses) as solver:
        expected = sum(1 for _ in solver.enum_models())
    every = search_text(text, BEST, every=True)
    one = search_text(text, Strategy())
    assert every.found == expected and one.status == every.status == ("found" if expected else "none")
    if one.placement is not None:
        held = {f"v{n}" in one.placement and n for n in range(1, 25)}
        assert all(any(n in held if n > 0 else -n not in held for n in clause) for clause in clauses)


RULES = ROOT / "examples" / "rules"
SHIPPED = [
    *((path, None) for path in sorted((ROOT / "examples" / "hints").iterdir()) if path.suffix != ".csv"),
    *((path, None) for path in sorted((ROOT / "examples" / "boards").iterdir())),
    *((path, None) for path in sorted(RULES.glob("*.hints")) if not (RULES / "boards" / f"{path.stem}.txt").exists()),
    *((path, RULES / f"{path.stem}.hints") for path in sorted((RULES / "boards").iterdir())),
]


@pytest.mark.parametrize("path, rules", SHIPPED, ids=lambda path: path and path.name)
def test_a_placement_of_every_example_is_found_with_few_nodes(path: Path, rules: Path | None) -> None:
    given = None if rules is None else (rules.read_text(encoding="utf-8"), rules.name)
    problem = read(path.read_text(encoding="utf-8"), source=path.name).problem(rules=given)
    with limit(steps=30_000):  # far less than a second
        answer = search_answer(problem, Strategy())
    try:
        deduce(problem)
    except InconsistentKnowledge:
        assert answer.status == "none"
    else:
        assert answer.status == "found"
        shown = "A" if problem.written else ("holds: ", "fails: ", "mine: ", "not listed: ")
        assert answers.search_text(answer).lstrip().startswith(shown)


def test_every_placement_has_what_rules_of_closed_predicates_say() -> None:
    roads = "only road reach\nroad(a, b)\nroad(b, c)\nall x, y: road(x, y) -> reach(x, y)\n"
    further = "all x, y, z: road(x, y) & reach(y, z) -> reach(x, z)\nrain | reach(c, a)\nsun | snow\n"
    answer = search_answer(Problem.of(parse_hints(roads + further)), Strategy(), every=True)
    same = {"reach(a,b)", "reach(b,c)", "reach(a,c)", "rain"}
    assert answer.found == 3 and set(map(frozenset, answer.placements)) == {
        frozenset({*same, *more}) for more in (["sun"], ["snow"], ["sun", "snow"])
    }
    assert "not listed: 3 atoms of closed predicates that no rule makes hold\n" in answers.search_text(answer)


# -- what each switch does


@pytest.mark.parametrize(
    "hint, first, why",
    [
        (exactly(1, "a b c"), [0, 1], "a mine at a decides all three cells, safe only a"),
        (exactly(2, "a b c"), [1, 0], "safe at a decides all three cells, a mine only a"),
        (exactly(1, "a b"), [0, 1], "both decide two cells: safe comes first"),
        (exactly(0, "a b c"), [0], "a value that fails is not tried"),
    ],
)
def test_lcv_prefers_the_value_that_decides_fewer_cells(hint, first, why) -> None:
    choices = State([hint], {}, with_space=False).choices(0, lcv=True, to_the_end=False)
    assert [value for value, _ in choices] == first, why


def test_lcv_really_tries_the_preferred_value_first() -> None:
    told = [exactly(2, "a b c")]
    assert search(told, Strategy(lcv=True)).placement == ("a", "c"), (
        "a mine at a first; b decides c either way, so safe"
    )
    assert search(told, Strategy()).placement == ("b", "c"), "without LCV safe comes first"


def test_forward_checking_prunes_once_and_propagate_to_the_end() -> None:
    told = [exactly(0, "a"), exactly(1, "a b"), exactly(1, "b c"), exactly(1, "c d")]
    once, to_the_end = State(told, {}, False), State(told, {}, False)
    assert once.prune(None, to_the_end=False) and to_the_end.prune(None, to_the_end=True)
    assert once.undecided == 0b1110
    assert to_the_end.undecided == 0
    assert to_the_end.value == [0, 1, 0, 1]
    assert once.assign(0, 0) and once.prune(0, to_the_end=False)
    assert once.undecided == 0b1100, "what follows around the last assigned cell, and no further"


def test_mrv_takes_a_decided_cell_first() -> None:
    state = State([exactly(1, "a b c"), exactly(1, "c")], {}, False)
    assert state.decide(2, 1)
    assert (state.next_cell(Order()), state.next_cell(Order(mrv=True))) == (0, 2)


def test_degree_takes_the_cell_with_most_clues_and_space_is_kept_up_to_date() -> None:
    told = [exactly(1, "a b"), exactly(1, "b c"), exactly(1, "b d"), exactly(2, "a b c d", because="mines")]
    around = {"a": "bcd", "b": "ac", "c": "abd", "d": "ac"}
    state = State(told, around, with_space=True)
    assert state.next_cell(Order(heuristic="degree")) == 1, "b has three clues"
    assert state.next_cell(Order(heuristic="space")) == 1, "b and d have two cells around them, and b comes first"
    mark = state.mark
    state.assign(3, 0)
    state.assign(1, 0)
    state.assign(0, 0)
    assert state.next_cell(Order(heuristic="space")) == 2
    state.undo(mark)
    assert state.next_cell(Order(heuristic="space")) == 1


def test_phases_follow_the_share_of_assigned_cells() -> None:
    early, middle, late = orders = (Order(heuristic="degree"), Order(mrv=True), Order(lcv=True))
    strategy = Strategy(phases=orders)
    assert [strategy.order(assigned, 9) for assigned in range(10)] == [early] * 3 + [middle] * 3 + [late] * 4
    with pytest.raises(BoardError, match="each phase has its own"):
        Strategy(mrv=True, phases=orders)


@pytest.mark.parametrize(
    "told, plain, ours, why",
    [
        ([exactly(1, "a b")], 7, 7, "no mine is too few and two are too many, but only once both cells are chosen"),
        ([exactly(3, "a b c")], 15, 7, "without a mine at a the hint cannot be met, but plain goes on"),
        ([exactly(3, "a b c", because="mines")], 7, 7, "of the mine total, plain knows how many cells are left"),
        ([exactly(0, "a b c")], 7, 7, "a mine is too many: both turn back"),
        ([at_least(2, "a b c")], 15, 13, "at least: there can be too few, never too many"),
        ([exactly(1, [])], 1, 1, "no cells: nothing is left to choose"),
        ([exactly(1, []), exactly(1, "a")], 3, 1, "a hint without cells is noticed at the end"),
    ],
)
def test_plain_backtracking_turns_back_only_at_too_many_mines(told, plain, ours, why) -> None:
    found = [search(told, Strategy(plain=switch), every=True) for switch in (True, False)]
    assert [one.nodes for one in found] == [plain, ours], why
    assert found[0].found == found[1].found and found[0].placement == found[1].placement
    assert found[0].backtracks >= found[1].backtracks


def test_plain_backtracking_takes_hundreds_of_times_as_many_nodes_as_forward_checking() -> None:
    boards = [random_hint_board(6, 6, 10, 16, random.Random(seed)) for seed in range(1, 11)]
    plain, ours, checked = (
        sum(run(board, strategy).nodes for board in boards)
        for strategy in (Strategy(plain=True), Strategy(), Strategy(forward_checking=True))
    )
    assert plain > 200 * checked and plain > 50 * ours


def test_plain_forward_checking_counts_the_cells_that_are_assigned() -> None:
    told = [exactly(0, "a"), exactly(1, "a b"), exactly(1, "b c"), exactly(1, "c d"), exactly(2, "a b c d", "mines")]
    ours, plain = State(told, {}, False), PlainState(told, {}, False)
    assert ours.prune(None, to_the_end=False) and plain.prune(None, to_the_end=False)
    assert (ours.undecided, plain.undecided) == (0b1110, 0b1111), "nothing is pruned before a cell is assigned"
    assert plain.assign(0, 0) and plain.prune(0, to_the_end=False)
    assert plain.undecided == 0b1100 and plain.value[1] == 1, "1 among a b"
    assert plain.left[4:6] == [1, 1], "b is pruned, and 1 among b c does not know of it"
    assert plain.assign(2, 1), "nothing is exceeded yet"
    assert not plain.prune(2, to_the_end=False), "now 1 among b c would have b safe, which has only mine left"
    plain.undo(0)
    assert plain.undecided == plain.unassigned == 0b1111 and plain.left[:2] == [1, 0]


def test_with_plain_forward_checking_an_order_gains_what_the_course_found() -> None:
    """Its program, rebuilt, took 69.8, 38.4, 31.3 and 26.0 nodes on such boards: alone, with MRV, degree, both."""
    boards = [random_hint_board(6, 6, 10, 16, random.Random(seed)) for seed in range(1, 101)]
    orders = [Order(), Order(mrv=True), Order(heuristic="degree"), Order(True, "degree")]
    nodes = {
        plain: [
            mean(run(board, Strategy(True, plain=plain, mrv=o.mrv, heuristic=o.heuristic)).nodes for board in boards)
            for o in orders
        ]
        for plain in (True, False)
    }
    assert all(more > 1.1 * fewer for more, fewer in pairwise(nodes[True])), nodes
    assert all(count < 1.2 * 21 for count in nodes[False]), "no search takes fewer than one for each cell and the root"


@pytest.mark.parametrize("strategy", REUSING, ids=str)
def test_reusing_the_work_of_lcv_changes_no_node(strategy: Strategy) -> None:
    again = replace(strategy, reuse_lcv=False)
    boards = [random_hint_board(size, size, size * size // 4, size * size // 3, random.Random(7)) for size in (5, 6, 8)]
    for board in [*map(sample, next(zip(*SAMPLES, strict=True))), *boards]:
        with limit(steps=300):
            reused = run(board, strategy, every=True)
        with limit(steps=300):
            repeated = run(board, again, every=True)
        assert replace(reused, seconds=0) == replace(repeated, seconds=0)


@pytest.mark.parametrize(
    "switches, message",
    [
        ({"plain": True, "propagate": True}, "plain backtracking does not propagate"),
        ({"reuse_lcv": True, "lcv": True}, "reusing LCV's work needs LCV, and our forward checking or propagate"),
        ({"plain": True, "forward_checking": True, "reuse_lcv": True, "lcv": True}, "reusing LCV's work needs LCV"),
        ({"reuse_lcv": True, "propagate": True, "mrv": True}, "reusing LCV's work needs LCV"),
        ({"reuse_lcv": True, "propagate": True, "phases": (Order(),)}, "reusing LCV's work needs LCV"),
    ],
)
def test_switches_that_do_not_go_together(switches, message) -> None:
    with pytest.raises(BoardError, match=message):
        Strategy(**switches)


@pytest.mark.parametrize(
    "strategy, text",
    [
        (Strategy(), "backtracking"),
        (Strategy(plain=True), "plain backtracking"),
        (Strategy(plain=True, heuristic="degree"), "plain backtracking + degree"),
        (Strategy(True, plain=True, mrv=True), "plain forward checking + MRV"),
        (Strategy(mrv=True), "backtracking + MRV"),
        (Strategy(True, True), "propagate"),
        (PHASES, "forward checking + degree / MRV + LCV / space"),
        (Strategy(True, lcv=True, reuse_lcv=True), "forward checking + LCV, reusing LCV's work"),
    ],
)
def test_a_strategy_in_words(strategy: Strategy, text: str) -> None:
    assert str(strategy) == text


@given(planted() | arbitrary(), st.sampled_from(STRATEGIES))
def test_masks_that_are_made_when_they_are_used_change_nothing(board: Board, strategy: Strategy) -> None:
    kept = run(board, strategy, every=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["logicms.search"], "MOST_KEPT", 0)
        made = run(board, strategy, every=True)
    assert replace(made, seconds=0) == replace(kept, seconds=0)


def test_memory_is_not_quadratic_in_the_cells() -> None:
    cells = [f"c{number}" for number in range(20_000)]
    told = [exactly(1, cells[start : start + 4]) for start in range(0, len(cells), 4)]
    tracemalloc.start()
    State([*told, exactly(5000, cells, because="mines")], {}, with_space=False)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20e6, "one mask for each cell and each hint would take over 30 MB"


@given(planted(), st.integers(0, 2**32))
def test_undo_takes_everything_back(board: Board, seed: int) -> None:
    rng = random.Random(seed)
    state = State(hints(board), {cell: board.neighbours(cell) for cell in board.hidden}, with_space=True)

    def snapshot() -> tuple[object, ...]:
        left = tuple(state.left)
        space = state.next_cell(Order(heuristic="space")) if state.unassigned else None
        return left, state.undecided, state.unassigned, tuple(state._space), tuple(state._by_space), space

    kept = []
    for _ in range(6):
        free = [cell for cell in range(len(state.names)) if state.unassigned >> cell & 1]
        if not free:
            break
        kept.append((state.mark, snapshot()))
        cell = rng.choice(free)
        value = rng.randint(0, 1) if state.undecided >> cell & 1 else state.value[cell]
        if not (state.assign(cell, value) and state.prune(cell, rng.random() < 0.5)):
            break
    for mark, before in reversed(kept):
        state.undo(mark)
        assert snapshot() == before


# -- cost


def test_the_nodes_of_a_small_tree() -> None:
    found = search([exactly(1, "a b"), exactly(1, "b c")], every=True)
    # root; a safe: b safe fails, b mine: c safe is found, c mine fails; a mine: b safe: c safe fails, c mine is found;
    # b mine fails
    assert (found.nodes, found.backtracks, found.found) == (11, 4, 2)
    propagated = search([exactly(1, "a b"), exactly(1, "b c")], Strategy(propagate=True, mrv=True), every=True)
    assert (propagated.nodes, propagated.backtracks, propagated.found) == (7, 0, 2)


def test_a_limit_is_an_answer() -> None:
    board = sample(SAMPLES[2][0])
    with limit(steps=30):
        found = run(board, BEST, every=True)
    assert found.status == "limit"
    assert found.limit == "not decided within 30 steps"
    assert 0 < found.found < 9
    assert found.nodes == 31


@pytest.mark.parametrize("size, boards, most", [(6, 100, 25), (12, 20, 110), (16, 20, 200)])
def test_large_boards_need_few_nodes(size: int, boards: int, most: int) -> None:
    cells = size * size
    made = [
        random_hint_board(size, size, round(0.28 * cells), round(0.44 * cells), random.Random(n)) for n in range(boards)
    ]
    with limit(steps=100_000):
        found = [run(board, BEST) for board in made]
    assert all(one.status == "found" for one in found)
    assert median(one.nodes for one in found) <= most


def test_the_placement_of_a_large_board_meets_every_clue() -> None:
    for seed in range(10):
        board = random_hint_board(16, 16, 72, 113, random.Random(seed))
        found = run(board, BEST)
        assert found.placement is not None
        mines = set(found.placement)
        assert len(mines) == 72
        for cell in board.open:
            assert sum(other in mines for other in board.neighbours(cell)) == board.clue(cell)


@pytest.mark.parametrize("made", [Strategy, Order])
def test_a_heuristic_that_there_is_not_is_refused(made):
    with pytest.raises(BoardError, match="not a heuristic: 'depth'; choose degree or space"):
        made(heuristic="depth")
