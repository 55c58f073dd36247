"""Details that documents promise and that once could be changed without any test noticing."""

from __future__ import annotations

import pytest
from conftest import ROOT
from oracle import placements

from logicms.board import Board, parse_cell
from logicms.deduction import deduce
from logicms.deduction.by_clauses import ByClauses
from logicms.deduction.inference import Note, infer, inference_by
from logicms.errors import BoardError, InconsistentBoard, LimitReached
from logicms.explanation import explain
from logicms.explanation.techniques import Counts, Technique
from logicms.guessing import guess
from logicms.hints import Hint, at_least, at_most, exactly
from logicms.limits import limit
from logicms.logic.inference import COURSE, NARROW
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.notation.hint_files import parse_hints
from logicms.notation.read import read_board
from logicms.player import Player
from logicms.problem import Problem


def test_forward_chaining_answers_what_it_was_told() -> None:
    """A clause that was told, and one that a told clause is stricter than."""
    kb = KnowledgeBase()
    kb.tell("a | b")
    assert kb.ask("a | b", by="forward") is Answer.YES
    assert kb.ask("a | b | c", by="forward") is Answer.YES
    assert kb.ask("a | c", by="forward") is Answer.UNKNOWN


def test_the_policies_limits_are_those_of_their_words() -> None:
    two, three, four, five = (frozenset(range(1, n + 1)) for n in (2, 3, 4, 5))
    assert COURSE.allows(two, five) and COURSE.allows(five, two) and not COURSE.allows(three, three)
    assert NARROW.keeps(four) and not NARROW.keeps(five)


@pytest.mark.parametrize(
    "inner, outer, forced, why",
    [
        (at_least(1, "a b"), at_most(1, "a b c"), False, "the most of the outer is the least of the inner"),
        (at_most(1, "a b"), at_least(2, "a b c"), True, "the least of the outer is more than the most of the inner"),
        (at_least(1, "a b"), at_most(2, "a b c"), None, "the outer leaves a choice"),
        (at_most(1, "a b"), at_least(1, "a b c"), None, "the inner may have it all"),
        (exactly(1, "a b"), Hint(1, 2, ("a", "b", "c")), None, "a range leaves a choice"),
    ],
)
def test_subset_with_ranges(inner: Hint, outer: Hint, forced: bool | None, why: str) -> None:
    found = Counts([inner, outer]).subsets()
    assert found.get("c") is forced, why
    deduction = deduce(parse_hints(f"{_text(inner)}\n{_text(outer)}\n"), reason="subset")
    assert ("c" in deduction.mine, "c" in deduction.safe) == (forced is True, forced is False), why


def _text(hint: Hint) -> str:
    if hint.is_exact or hint.low == 0 or hint.high >= len(hint.among):
        return str(hint)
    return f"at least {hint.low} among {' '.join(map(str, hint.among))}"


def test_the_technique_of_a_hint_file_uses_its_total() -> None:
    """Nothing but the total says anything about C1, and one look at it is enough."""
    file = parse_hints("size: 3x1\nmines: 1\nmine A1\n")
    explanation = explain(file, "C1")
    assert explanation.verdict == "safe" and explanation.technique is Technique.SINGLE
    assert explanation.uses_mine_total


def test_equal_degrees_prefer_few_neighbours() -> None:
    """A1 and B1 both have one clue around them; A1 is in the corner."""
    board = Board(("???", "1??", "???"), mines=3)
    choice = guess(board, "degree")
    assert choice is not None and str(choice.cell) in ("A1", "A3")
    busy = {cell: sum(board.clue(n) is not None for n in board.neighbours(cell)) for cell in board.hidden}
    assert busy[choice.cell] == max(busy.values())
    assert len(board.neighbours(choice.cell)) == min(len(board.neighbours(c)) for c in busy if busy[c] == 1)


@pytest.mark.parametrize(
    "rows, mines",
    [(("1??", "???", "???"), 1), (("2??", "2??", "1??"), 4), (("?1?", "???"), 1), (("1?2", "???", "???"), 3)],
)
def test_a_guess_speaks_of_ties_only_where_there_are_some(rows: tuple[str, ...], mines: int) -> None:
    board = Board(rows, mines)
    choice, odds = guess(board, "safest"), placements(board).odds
    assert choice is not None
    ties = sum(value == min(odds.values()) for value in odds.values())
    assert (f"of {ties} such cells" in choice.reason) is (ties > 1) and ("such cells" in choice.reason) is (ties > 1)


@pytest.mark.parametrize("corner", ["A1", "D1", "A4", "D4"])
def test_a_box_with_a_clue_at_any_corner_is_no_flip(corner: str) -> None:
    """A clue that touches one cell of a box of four will tell: the same for all four corners of the box."""
    from logicms.guessing.policies import flips
    from logicms.guessing.position import position

    rows = [list("****"), list("*??*"), list("*??*"), list("****")]
    board = Board(tuple(map("".join, rows)), mines=14)
    boxes = [flip for flip in flips(board, position(board)[1]) if len(flip.mines) == 2]
    assert len(boxes) == 1
    cell = parse_cell(corner)
    rows[cell.row][cell.col] = "-"
    open_corner = Board(tuple(map("".join, rows)), mines=13)
    assert not [flip for flip in flips(open_corner, position(open_corner)[1]) if len(flip.mines) == 2]


@pytest.mark.parametrize("reason", ["forward", "course", "resolution"])
def test_the_total_waits_until_few_cells_are_left(reason: str) -> None:
    """All 60 hidden cells of this board are mines, which only the total says: 60 is more than 40."""
    board = Board(("?" * 60, "-" * 60), mines=60)
    bare = Board(board.rows[:1], mines=60)
    assert Player(reason, "never").moves(bare, marking=True) == ()  # type: ignore[arg-type]
    early = Player(reason, "never", total_at=60)  # type: ignore[arg-type]
    assert len(early.moves(bare, marking=True)) == 60
    few = Board(("?" * 40,), mines=40)
    assert len(Player(reason, "never").moves(few, marking=True)) == 40  # type: ignore[arg-type]


def test_a_game_is_not_won_while_a_mine_is_uncertain() -> None:
    """Every safe cell is open, and without the total nobody knows about C3 in the ring of mines."""
    from logicms.game import Game, Outcome
    from logicms.player import play

    layout = Board(("-----", "-***-", "-***-", "-***-", "-----"))
    game = Game.from_layout(layout)
    for cell in layout.where("-"):
        game = game.give_safe(cell)
    without = play(game, Player("complete", "never", 0))
    assert without.outcome is Outcome.STUCK and without.undecided == 1
    assert play(game, Player("complete", "never")).outcome is Outcome.WON
    assert placements(without.game.board.with_flags("ignore")).mine, "the ring is certain"


def test_a_refused_source_is_quoted_briefly() -> None:
    """The first forty characters, however long the name is."""
    with pytest.raises(BoardError) as caught:
        KnowledgeBase().tell("a | b", because="_" + "x" * 99)
    assert str(caught.value) == f"the name of a source cannot begin with _: {'_' + 'x' * 39!r}"


# -- deduction


def test_a_wrong_flag_is_to_blame_and_a_right_one_is_not() -> None:
    """One of the first board's two flags is wrong; the clues of the other clash whatever its flags say."""
    with pytest.raises(InconsistentBoard) as caught:
        deduce(Board(("F1F",)))
    assert list(map(str, caught.value.flags)) == ["A1", "C1"]
    with pytest.raises(InconsistentBoard) as caught:
        deduce(Board(("3F", "F1"), mines=2))
    assert list(caught.value.flags) == []


def test_components_of_hints_are_those_of_their_graph() -> None:
    assert deduce(parse_hints("1 among a b\n1 among b c\n1 among d e\n")).components == 2
    assert deduce(Board(("?100?",))).components == 2


@pytest.mark.parametrize("reason", ["course", "resolution"])
def test_only_rounds_and_components_have_numbers(reason: str) -> None:
    """What a watched player says of matching and refuting has a number from 1 on; nothing else has one."""
    notes: list[Note] = []
    inference = inference_by(reason, notes.append)  # type: ignore[arg-type]
    inference.see(Board(("????", "1221"), mines=2))
    inference.infer()
    inference.note_stuck()
    numbered = {note.what for note in notes if note.number}
    assert numbered == {"course": {"matching"}, "resolution": {"refuting"}}[reason]
    assert {note.what for note in notes if not note.number} >= {"unit", "hint", "stuck"}


def test_a_limit_tells_what_the_total_did_not_say() -> None:
    """The clues settle the left end, and only the total the right one; a limit may come before it and after it."""
    problem = Problem.of(Board(("????-???", "1221-1??"), mines=3))
    parts, reached = infer(problem, "resolution"), []
    for steps in range(1, 200):
        try:
            with limit(steps=steps):
                infer(problem, "resolution")
        except LimitReached as error:
            before, after = error.settled
            reached.append((before, after))
            assert before.items() <= parts[0].items() and before.items() <= after.items() <= parts[1].items()
    assert any(before == after for before, after in reached) and any(before != after for before, after in reached)


def test_a_total_that_cannot_tell_is_not_told() -> None:
    """The clue takes one of the five mines, and the cells away take the others: as clauses the total is large."""
    rows = ("???????????", "?1?????????", "???????????")
    for mines, told in [(1, True), (2, False), (5, False), (23, False), (24, True)]:
        inference = ByClauses("resolution")
        inference.see(Board(rows, mines=mines))
        before = len(inference.cnf.data)
        inference.tell_total()
        assert (len(inference.cnf.data) > before) is told, mines


# -- explanation


def test_a_technique_that_does_not_exist_is_named() -> None:
    assert Technique("subset") is Technique.SUBSET
    with pytest.raises(BoardError, match="not a technique: 'subsets'; choose single, subset"):
        Technique("subsets")


def test_what_inference_settled_before_its_limit_is_kept() -> None:
    """At some limit it has found something and not everything; whatever it says by then is certain."""
    board = read_board(ROOT / "examples/boards/ringed.txt")
    whole = deduce(board, reason="resolution")
    settled = []
    for steps in range(1, 40, 3):
        try:
            with limit(steps=steps):
                deduce(board, reason="resolution")
        except LimitReached as reached:
            assert set(reached.settled.safe) <= set(whole.safe) and set(reached.settled.mine) <= set(whole.mine)
            settled.append(len(reached.settled.safe) + len(reached.settled.mine))
    assert len(set(settled)) > 2 and max(settled) < len(whole.safe) + len(whole.mine)


def test_a_ratio_that_is_not_certain_is_no_certainty() -> None:
    from logicms.guessing.position import _ratio

    huge = 10**400
    assert _ratio(0, huge) == 0.0 and _ratio(huge, huge) == 1.0
    assert 0.0 < _ratio(1, huge) < 1e-200 and 1 - 1e-12 < _ratio(huge - 1, huge) < 1.0
