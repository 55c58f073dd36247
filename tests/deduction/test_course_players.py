"""The players of the logic course: what each finds, that it can be watched, and what the card's player is made of."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT
from hypothesis import given
from hypothesis import strategies as st
from oracle import backbone

from benchmarks.course import PLAIN, Control
from logicms import read_board
from logicms.board import Board, Cell
from logicms.cli import app
from logicms.deduction import deduce
from logicms.deduction.by_clauses import ByClauses, ClauseReason
from logicms.deduction.inference import Note, inference_by
from logicms.errors import BoardError
from logicms.game import LEVELS, Game, Outcome
from logicms.hints import TOTAL, Hint, Literal, at_least, at_most, exactly
from logicms.notation.hint_files import parse_hints
from logicms.player import Player, Setting, play
from logicms.problem import Problem


def course_setting(level: str, reason: str = "complete", **more) -> Setting:
    size = LEVELS[level]
    player = Player(reason, "never", **more)  # type: ignore[arg-type]
    return Setting(size.width, size.height, size.mines, "none", initial_safe="sqrt", player=player)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Return a board in the middle of a game."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    width, height = rng.randint(2, 7), rng.randint(2, 6)
    mines = rng.randint(1, max(1, width * height // 3))
    game = Game.random(width, height, mines, rng, start="none").initial_safe(
        rng.randint(1, min(4, width * height - mines)), rng
    )
    return game.board if rng.random() < 0.5 else play(game, Player("forward", "never", 0)).game.board


def found(board: Board, reason: str) -> dict[Cell, bool]:
    deduction = deduce(board, reason=reason, flags="ignore")  # type: ignore[arg-type]
    return dict.fromkeys(deduction.safe, False) | dict.fromkeys(deduction.mine, True)


# -- what each finds


@given(positions())
def test_each_way_of_reasoning_is_as_strong_as_the_one_before_it(board: Board) -> None:
    """And none finds what is not so: the last is everything, by an oracle that shares no code with logicms."""
    known = backbone(board.with_flags("ignore"))
    everything = dict.fromkeys(known.safe, False) | dict.fromkeys(known.mine, True)
    assert found(board, "resolution") == found(board, "complete") == everything
    assert found(board, "forward").items() <= found(board, "course").items() <= everything.items()
    assert found(board, "subset").items() <= everything.items()


def plain_closure(hints: list[Hint]) -> dict:
    """Return what the subset rule gives, by trying every pair of sets again and again."""
    sets, known = {(frozenset(hint.among), hint.low) for hint in hints}, {}
    while True:
        new = {
            (cells.difference(known), count - sum(known.get(cell, False) for cell in cells)) for cells, count in sets
        }
        new |= {(b - a, n - m) for a, m in new for b, n in new if a < b}
        facts = {cell: count > 0 for cells, count in new if count in (0, len(cells)) for cell in cells}
        if new <= sets and facts.keys() <= known.keys():
            return known
        sets, known = sets | new, known | facts


@given(positions())
def test_subset_is_the_rule_applied_until_nothing_new_follows(board: Board) -> None:
    bare = Board(board.with_flags("ignore").rows)
    closure = plain_closure(list(Problem.of(bare).hints))
    assert found(bare, "subset") == closure


@pytest.mark.full
@pytest.mark.parametrize("level, games", [("easy", 12), ("medium", 4)])
@pytest.mark.parametrize("reason, method", [("course", "matching"), ("forward", "propagation"), ("subset", "subsets")])
def test_the_players_win_what_plain_programs_of_the_same_methods_win(
    level: str, games: int, reason: str, method: str
) -> None:
    for seed in range(100, 100 + games * (10 if FULL else 1)):
        setting = course_setting(level, reason, total_at=0)
        played = play(setting.game(seed), setting.player)
        assert (played.outcome is Outcome.WON) is PLAIN[method](Control(setting.game(seed), 600)), seed


@pytest.mark.full
def test_resolution_and_complete_agree_with_a_solver_on_the_courses_hard_games() -> None:
    """Turn by turn through whole games; with the total at the end, as the player tells it."""
    setting = course_setting("hard", "resolution", total_at=0)
    for seed in range(200 if FULL else 6):
        game = setting.game(seed)
        reasoner, complete = setting.player.reasoner(marking=True), Player("complete", "never", 0)
        while moves := setting.player.moves(game.board, reasoner, marking=True):
            assert set(moves) <= set(complete.moves(game.board, marking=True)), "units first, and nothing else"
            for move in moves:
                if game.sign(move.cell) == "?" and game.outcome is None:
                    game = game.mark(move.cell) if move.verb == "mark" else game.open(move.cell)
            if game.outcome is not None:
                break
        assert game.outcome is not Outcome.LOST
        assert not complete.moves(game.board, marking=True), "stuck means that nothing is certain"
        board = game.board.with_flags("ignore")
        known = backbone(board, total=False)
        assert not known.safe and set(known.mine) == set(game.board.where("F"))
        with_total = backbone(board)
        for reason in ("resolution", "complete"):
            deduction = deduce(board, reason=reason)  # type: ignore[arg-type]
            assert (set(deduction.safe), set(deduction.mine)) == (set(with_total.safe), set(with_total.mine))


@pytest.mark.parametrize("reason", ["subset", "forward", "course", "resolution", "complete"])
def test_an_enclosed_cell_is_certain_once_the_total_may_be_used(reason: str) -> None:
    board = read_board(ROOT / "examples/boards/ringed.txt")
    for total_at in (0, 1, 40, None):
        player = Player(reason, "never", total_at)  # type: ignore[arg-type]
        reasoner = player.reasoner(marking=True)
        marks = {str(move.cell) for move in player.moves(board, reasoner, marking=True)}
        rows = ["".join("F" if str(cell) in marks else board[cell] for cell in row) for row in _rows(board)]
        marks |= {str(move.cell) for move in player.moves(Board(tuple(rows), board.mines), reasoner, marking=True)}
        assert ("C3" in marks) is (total_at != 0), (reason, total_at)


def _rows(board: Board) -> list[list[Cell]]:
    return [[Cell(row, col) for col in range(board.width)] for row in range(board.height)]


def test_total_at_decides_games() -> None:
    """The course's advice: the total is told when few cells are left. Never told, some games are not won."""
    for reason in ("course", "resolution", "complete"):
        won = {}
        for total_at in (0, 3, 40):
            setting = course_setting("easy", reason, total_at=total_at)
            games = [play(setting.game(seed), setting.player) for seed in range(60)]
            assert all(played.outcome is not Outcome.LOST for played in games)
            won[total_at] = sum(played.outcome is Outcome.WON for played in games)
        assert won[0] <= won[3] <= won[40] and won[0] < won[40]


def test_subset_takes_counts_and_no_formulas() -> None:
    counts = parse_hints("2 among a b c\nat most 1 among a b\n")
    assert sorted(deduce(counts, reason="subset").mine) == ["c"]
    with pytest.raises(BoardError, match="subset reasons about counts, and a -> b is a formula: use resolution"):
        deduce(parse_hints("a -> b\n"), reason="subset")


# -- watching


@pytest.mark.parametrize("reason", ["forward", "course", "resolution", "subset"])
@pytest.mark.parametrize("seed", range(4))
def test_what_a_watched_player_says_is_so(reason: str, seed: int) -> None:
    """Each unit is true on the layout, KB0 grows by one with each, and what two clauses give is their resolvent."""
    setting = course_setting("easy", reason)
    game, notes = setting.game(seed), list[Note]()
    reasoner = setting.player.reasoner(notes.append, marking=True)
    played = play(game, setting.player, reasoner=reasoner, one_by_one=True)
    assert played.outcome == play(game, setting.player).outcome
    units = [note.unit for note in notes if note.unit is not None]
    assert all((game.layout[unit.name] == "*") == unit.holds for unit in units)  # type: ignore[index]
    assert [note.kb0 for note in notes if note.unit is not None] == list(range(1, len(units) + 1))
    marked = {cell for cell in played.game.board.cells if played.game.board[cell] != "?"}
    last = {played.moves[-1].cell} if played.moves and played.outcome is Outcome.WON else set()
    assert {unit.name for unit in units} >= marked - last - set(played.game.board.open)
    for note in notes:
        assert 0 <= note.units <= note.kb
        if note.what == "matched":
            one, other, new = (set(item) for item in note.items if not isinstance(item, Hint))
            clash = [literal for literal in one if ~literal in other]
            assert len(clash) == 1 and new == (one | other) - {clash[0], ~clash[0]}
            assert min(len(one), len(other)) <= 2
    assert (notes[-1].what == "stuck") == (played.outcome is Outcome.STUCK)
    if reason == "course":
        assert any(note.what == "matching" for note in notes) or played.outcome is Outcome.WON


@pytest.mark.parametrize("seed", range(10))
def test_its_knowledge_is_shown_as_in_the_reports(seed: int) -> None:
    """KB begins with the initial safe cells, a hint is about unmarked cells, and a 0 makes each of them a unit."""
    setting = course_setting("easy", "course")
    game, notes = setting.game(seed), list[Note]()
    played = play(game, setting.player, reasoner=setting.player.reasoner(notes.append, marking=True), one_by_one=True)
    unwatched = play(game, setting.player)
    assert (played.outcome, played.undecided) == (unwatched.outcome, unwatched.undecided)
    given = len(game.given_safe)
    assert (notes[0].kb, notes[0].units, notes[0].kb0) == (given - 1, given - 1, 1), "one of them was taken out"
    marked: set[object] = set()
    zeros = 0
    for note in notes:
        if note.unit is not None:
            marked.add(note.unit.name)
        elif note.hint is not None and note.hint.because != TOTAL:
            cell = note.hint.because
            assert isinstance(cell, Cell) and cell in marked
            assert set(note.hint.among) == set(game.board.neighbours(cell)) - marked
            assert note.hint.low == note.hint.high == sum(game.layout[each] == "*" for each in note.hint.among)
            if note.hint.high == 0:
                assert note.units >= len(note.hint.among)
                zeros += 1
    assert zeros


def test_the_courses_player_on_screen() -> None:
    result = CliRunner().invoke(
        app,
        "play --level easy --reason course --guess never --seed 5 --show --knowledge --prove D9 --ascii".split(),
    )
    assert result.exit_code in (0, 1)
    lines = result.stdout.splitlines()
    assert lines[0].startswith("initial safe cells: ")
    assert any(line.startswith("unit ~") and " is safe. KB " in line and ", KB0 " in line for line in lines)
    assert any(line.startswith("hint at ") for line in lines)
    assert any(line.startswith("  new in KB: ") for line in lines)
    assert any(line.startswith("no unit is left: pairwise matching, round 1. KB ") for line in lines)
    assert any(" and " in line and " give " in line for line in lines)
    assert any(line.startswith("the global constraint: ") for line in lines)
    assert any(line.startswith("deduction: mark ") for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    "options, message",
    [
        ("--show --knowledge", "--knowledge needs a player with a KB"),
        ("--reason course --knowledge", "go with --show"),
        ("--prove A1", "go with --show"),
        ("--show --prove 1A", "not a cell"),
    ],
)
def test_what_cannot_be_watched_exits_2(options: str, message: str) -> None:
    result = CliRunner().invoke(app, ["play", *options.split()])
    assert result.exit_code == 2 and message in " ".join(result.stderr.split())


# -- the card: sympy's CNF, networkx's graph


def test_the_graph_follows_the_game_and_its_names_are_the_symbols_of_the_cnf() -> None:
    import networkx as nx

    setting = course_setting("medium", "resolution", total_at=0)
    game = setting.game(3)
    inference = inference_by("resolution")
    assert isinstance(inference, ByClauses)
    for _ in range(6):
        inference.see(game.board)
        inference.infer()
        names = {str(node) for node in inference.graph if not isinstance(node, int)}
        assert names <= {symbol.name for symbol in inference.cnf.symbols}
        undecided = {str(cell) for cell in game.board.hidden if cell not in inference.facts}
        assert names <= undecided
        board = game.board.with_flags("ignore")
        known = {cell for cell in board.cells if cell in inference.facts}
        expected = nx.Graph(
            (cell, clue)
            for clue in board.open
            for cell in board.neighbours(clue)
            if board[cell] == "?" and cell not in known
        )
        joined = {frozenset(map(str, part)) for part in nx.connected_components(expected)}
        ours = {
            frozenset(str(node) for node in part if not isinstance(node, int))
            for part in nx.connected_components(inference.graph)
        }
        assert ours == {frozenset(name for name in part if name in undecided) for part in joined}
        safe = [cell for cell, mine in inference.certain(game.board.hidden).items() if not mine]
        if not safe:
            break
        game = game.open(safe[0])


TRACE = """
import sys
{before}
from logicms.cli import main
sys.argv = ["logicms", "play", "--seed", "3", "--quiet", {options}]
try:
    main()
except SystemExit as end:
    assert end.code in (0, 1), end.code
print("loaded:", *sorted({{"sympy", "networkx"}} & set(sys.modules)))
"""


def trace(options: str, before: str = "") -> subprocess.CompletedProcess[str]:
    code = TRACE.format(options=", ".join(map(repr, options.split())), before=before)
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    "options, loaded",
    [
        ("--level expert", "loaded:"),
        ("--level easy --reason resolution --guess never", "loaded: networkx sympy"),
        ("--level easy --reason course --guess never", "loaded: networkx sympy"),
        ("--level expert --guess degree", "loaded: networkx"),
        ("--level easy --reason subset --guess never", "loaded:"),
    ],
)
def test_which_player_loads_what(options: str, loaded: str) -> None:
    result = trace(options)
    assert result.stdout.splitlines()[-1] == loaded, result.stderr


@pytest.mark.parametrize("library", ["sympy", "networkx"])
def test_without_sympy_or_networkx_there_is_no_resolution_player(library: str) -> None:
    """They are what it is made of; the default player needs neither."""
    before = f"sys.modules[{library!r}] = None"
    assert trace("--level expert", before).stdout.splitlines()[-1].startswith("loaded:")
    result = trace("--level easy --reason resolution --guess never", before)
    assert result.returncode != 0 and library in result.stderr


@pytest.mark.parametrize("reason", ["course", "resolution"])
def test_what_is_matched_is_the_cnf_itself(reason: ClauseReason) -> None:
    """Without the clauses of sympy's object the player finds nothing, though it was told as much."""
    found = []
    for is_emptied in (False, True):
        inference = ByClauses(reason)
        for hint in (at_least(1, "a b"), at_least(1, "b c"), at_most(1, "a c")):
            inference.tell(hint)
        inference.tell(Literal("d", True))
        if is_emptied:
            inference.cnf.data.clear()
        inference.infer()
        found.append(inference.facts)
    assert found == [{"d": True, "b": True}, {"d": True}]


def test_exactly_is_the_hint_of_a_clue() -> None:
    inference = ByClauses("course")
    inference.tell(exactly(1, "a b"))
    assert [set(clause) for clause in inference.cnf.data] == [{1, 2}, {-1, -2}]


def test_a_turn_of_matching_has_its_limit_and_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a turn did not find within its limit is not certain; the work of the turn says that there was one."""
    from logicms.deduction import by_clauses

    board = Board(("?????", "12221", "?????", "?????"))
    free, bound = ByClauses("course"), ByClauses("course")
    free.see(board)
    free.infer()
    assert (free.work.limits, free.work.rounds > 0, free.work.matchings > 10) == (0, True, True)
    monkeypatch.setattr(by_clauses, "MOST_MATCHINGS", 10)
    bound.see(board)
    bound.infer()
    assert (bound.work.limits, bound.work.rounds, bound.work.matchings) == (1, 1, 11)
    assert bound.facts.items() <= free.facts.items()
