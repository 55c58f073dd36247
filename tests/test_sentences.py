"""Every sentence of logicms about random boards and hint files, judged by trying every placement (`sentences`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from random import Random

import pytest
from conftest import FULL
from sentences import GroundRule, Judge, Unknown, World, judge_reason, judged
from strategies import small_layout, small_positions

from logicms.answers.answer import CommandAnswer
from logicms.answers.grade import _examples
from logicms.answers.play import replayed_answer, tip
from logicms.answers.prove import ContradictionAnswer, next_step, path, prove
from logicms.answers.solve import check, odds, solve
from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board
from logicms.deduction import deduce
from logicms.errors import ImpossibleBoard, InconsistentKnowledge
from logicms.game import Game
from logicms.grading.course import OF_LINES
from logicms.grading.judge import Judge as Grader
from logicms.grading.match import GradedGame, Match
from logicms.guessing import guess, policies
from logicms.guessing.lookahead import look_ahead
from logicms.notation.boards import format_board
from logicms.notation.hint_files import parse_hints
from logicms.notation.transcripts import Transcript
from logicms.player import Player, play
from logicms.player.review import Replayed, luck, openings, replay
from logicms.problem import Problem
from logicms.render import explanation
from logicms.render.answers import check_text, odds_text, solve_text
from logicms.render.explanation import (
    contradiction_words,
    explanation_words,
    next_words,
    nothing_next,
    path_text,
)
from logicms.render.games import move_text, replay_text, replayed_text, tip_text
from logicms.render.grades import _happened, _words

BOARDS = 1_000 if FULL else 30
"""How many positions each test makes; it judges several texts about each."""
WAYS = ("resolution", "direct", "counting", "shortest")
pytestmark = pytest.mark.full


@pytest.fixture(scope="module", autouse=True)
def counts() -> Iterator[None]:
    """Print how many sentences were judged: `-s` shows it."""
    yield
    print(f"\n{judged.total():,} sentences of {len(judged)} forms were judged:")
    print(*(f"{number:,} {name}" for name, number in judged.most_common()), sep=", ")


def judge(text: str, board: Board) -> None:
    Judge(World(format_board(board))).judge(text)


def test_what_odds_and_solve_say() -> None:
    for board in small_positions(1, BOARDS):
        judge(odds_text(odds(Problem.of(board), details=True)), board)
        judge(solve_text(solve(Problem.of(board))), board)


@pytest.mark.parametrize("few", [policies.FEW, 0])
def test_why_a_cell_is_guessed(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If everything may be played out, and if nothing may."""
    monkeypatch.setattr(policies, "FEW", few)
    for board in small_positions(2, 2 * BOARDS):
        for policy in ("best", "safest", "degree"):
            if (found := guess(board, policy)) is not None and found.odds != 1:
                world = World(format_board(board))
                assert found.odds == world.chance(str(found.cell))
                judge_reason(Judge(world), str(found.cell), found.reason)
        for move in Player().moves(board, marking=True):
            judge(move_text(move), board)


def test_a_score_that_is_called_a_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was printed once: a score that forgives the unavoidable part of the risk."""

    def score(undecided: object, around: object, lane: int) -> Fraction:
        return Fraction(look_ahead(undecided, around, policies.shares(board, undecided, around)).score)

    monkeypatch.setattr(policies, "FEW", 0)
    monkeypatch.setattr(policies, "survives_next", score)
    with pytest.raises(AssertionError, match="the chance is"):
        for board in small_positions(2, 200):
            if (found := guess(board, "best")) is not None and found.odds != 1 and "looks best" in found.reason:
                judge_reason(Judge(World(format_board(board))), str(found.cell), found.reason)


def test_what_next_and_path_and_prove_say() -> None:
    rng = Random(3)
    for board in small_positions(3, BOARDS):
        problem = Problem.of(board)
        for by in (*WAYS, None):
            answer = next_step(problem, 4, by)
            judge(next_words(answer) if answer.explanation else nothing_next(problem), board)
        judge(path_text(path(problem)), board)
        for by in WAYS:
            judge(explanation_words(prove(problem, rng.choice([*board.where("?-*")]), by)), board)


def test_what_is_said_of_long_explanations(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if few clues and few steps were many already; and where nothing is left to explain."""
    monkeypatch.setattr(explanation, "MOST_SAID", 2)
    monkeypatch.setattr(explanation, "MOST_STEPS", 3)
    rng = Random(9)
    for board in small_positions(9, 2 * BOARDS):
        problem = Problem.of(board)
        for by in WAYS:
            answer = prove(problem, rng.choice([*board.where("?-*")]), by, compare=True)
            judge(explanation_words(answer), board)
        layout = board.with_signs({c: "*" if c in board.where("*") else "-" for c in board.where("?-*")})
        if World(format_board(layout)).all:
            judge(nothing_next(Problem.of(layout)), layout)


def test_what_check_says_of_flags() -> None:
    for board in small_positions(4, 3 * BOARDS, flags=True):
        judge(check_text(check(Problem.of(board, flags="claim"))), board.with_flags("ignore"))


def test_what_is_said_of_contradictions() -> None:
    rng = Random(5)
    for board in small_positions(5, 3 * BOARDS, flags=True):
        if cells := [*board.where(CLUES)]:
            wrong = board.with_signs({rng.choice(cells): rng.choice("012345678")})
            plain = wrong.with_flags("ignore")
            judge(check_text(check(Problem.of(plain))), plain)
            answer = next_step(Problem.of(wrong), 4, rng.choice(WAYS))
            if isinstance(answer, ContradictionAnswer):
                judge(contradiction_words(answer), wrong)


def judge_tip(board: Board, rng: Random) -> None:
    """Judge the tip on a board without flags, and on one with some: what it makes of them is judged first."""
    judge(tip_text(tip(board, 4), 4), board)
    flagged = board.with_signs(dict.fromkeys(rng.sample(board.hidden, min(len(board.hidden), 2)), FLAG))
    world, said = World(format_board(board)), tip_text(tip(flagged, 4), 4)
    if any(world.is_certain(str(cell), False) for cell in flagged.flags):
        world.sign.update((str(cell), FLAG) for cell in flagged.flags)
        Judge(world).judge(said)
    else:
        signs = {cell: MINE if world.is_certain(str(cell), True) else HIDDEN for cell in flagged.flags}
        judge(said, flagged.with_signs(signs))


def test_what_is_said_in_a_game() -> None:
    """What a player says while it plays, the look back at random moves, and the tips before them."""
    rng = Random(6)
    for _ in range(BOARDS):
        whole = small_layout(rng)
        first = next(whole.where(CLUES))
        new, of_course = Game.from_layout(whole), rng.random() < 0.3
        seen = [new.give_safe(first) if of_course else new.open(first)]
        if len(seen[0].board.hidden) > 11:
            continue
        said: list[tuple[Board, str]] = []

        def watch(after: Game, move: object, seen: list[Game] = seen, said: list[tuple[Board, str]] = said) -> None:
            said.append((seen[-1].board, move_text(move)))
            seen.append(after)

        play(seen[0], Player(guess=rng.choice(["best", "safest", "degree"])), watch, one_by_one=True)
        game, made, all_opened, marked = seen[0], list[Replayed](), list[tuple[World, str]](), list[tuple[World, str]]()
        moved: list[str] = []
        while game.outcome is None:
            verb = rng.choice(["open", "open", "chord", "mark"])
            cell = rng.choice(game.board.hidden)
            moves = [f"{verb} {cell}" if verb == "mark" else f"open {cell}"]
            if verb == "chord" and (clues := [c for c in game.board.open if game.board[c] != "0"]):
                clue = rng.choice(clues)
                near = [c for c in game.board.neighbours(clue) if game.board[c] == HIDDEN]
                flagged = rng.sample(near, min(len(near), int(game.board[clue])))
                moves = [*(f"flag {c}" for c in flagged), f"chord {clue}"] if len(near) > len(flagged) else moves
            judge_tip(game.board, rng)
            *flagging, one = replay(game, moves)
            made += [*flagging, one]
            before = flagging[-1].game if flagging else game
            opened = dict(openings(before, one.verb, one.cell)) if one.verb != "mark" else {}
            said.append((opened.get(one.judgement.cell or one.cell, before.board), replayed_text(one)))
            now = [(World(format_board(b.with_flags("ignore"))), str(c)) for c, b in opened.items()]
            all_opened += now
            moved += map(replayed_text, [*flagging, one])
            if of_course and one.verb == "mark":
                marked.append((World(format_board(before.board.with_flags("ignore"))), str(one.cell)))
            if one.verb == "chord" and one.judgement.kind == "certain":
                assert all(world.is_certain(cell, False) for world, cell in now)
            game = one.game
            for flag in game.board.flags if game.outcome is None else ():
                game = game.flag(flag)
        for board, text in said:
            judge(text, board.with_flags("ignore"))
        if not made:
            continue
        answer = replayed_answer(made, Transcript(), None, game.outcome, 0.0)
        *_, ended, needed = ["", *replay_text(answer).splitlines()]
        whole = Judge([*all_opened, *marked][0][0])
        whole.opened, whole.marked, whole.moves, whole.end = all_opened, marked, moved, game.board.signs
        if needed.startswith("luck"):
            whole.judge(f"{ended}\n{needed}")
        else:
            whole.judge(needed)
            assert not any(w.chance(cell) for w, cell in all_opened) or any(w.chance(cell) < 1 for w, cell in marked)


def test_what_the_grader_says() -> None:
    """A program that claims, guesses and stops at random: what is said of its game."""
    rng = Random(8)
    for board in small_positions(8, 2 * BOARDS):
        hidden = [*board.where(HIDDEN)]
        grader = Grader(1, board.mines, names_mines=True)
        grader.see(board)
        for cell in rng.sample(hidden, min(len(hidden), 2)):
            grader.claim(cell, rng.random() < 0.5)
        if opened := [*board.where(CLUES)]:
            grader.claim(rng.choice(opened), mine=True)
        grader.opens(rng.choice(hidden)) if rng.random() < 0.7 else grader.gives_up()
        game = GradedGame(1, 0, "stopped", findings=tuple(grader.findings))
        for shown in _examples(Match(OF_LINES, 1, (game,)), 5, {}):
            judge("\n".join([_happened(shown), *_words(shown)]), shown.position)


def test_the_luck_of_a_chord_is_that_of_every_cell_that_it_opens() -> None:
    """C1 and the five others around B2 are opened one after another; each tells something about the next."""
    game = Game.from_layout(Board(("*--", "---", "--*"), mines=2)).open("B2")
    game = game.flag("A1").flag("C3")
    [made] = replay(game, ["chord B2"])
    risks = [made.judgement.odds, *(each.odds for each in made.later)]
    boards = [(cell, board) for cell, board in openings(game, "chord", made.cell)]
    worlds = [(str(cell), World(format_board(board.with_flags("ignore")))) for cell, board in boards]
    assert risks == [world.chance(cell) for cell, world in worlds] and sum(risk > 0 for risk in risks) > 1
    found = luck([made.judgement, *made.later])
    assert found.survival == prod(1 - risk for risk in risks)


def test_a_guessed_mark_is_a_risk_where_a_wrong_one_loses() -> None:
    """There the openings alone are not all the luck that it took, and nothing is said."""
    board = Board(("*--", "---", "--*"), mines=2)
    found = {}
    for first in ("safe", "open"):
        made = [*replay(Game.from_layout(board), [f"{first} B2", "mark A1", "open A3"])]
        found[first] = replayed_answer(made, Transcript(), None, None, 0.0).luck
    assert found["safe"] is None and found["open"].survival == Fraction(3, 4)


def test_where_every_mine_has_a_flag_nothing_is_left() -> None:
    board = Board(("F1", "11"), mines=1)
    assert tip_text(tip(board, 4), 4) == "Nothing is left to decide: every cell is known."


STATEMENTS = (
    "a -> b", "~(a & b) | c", "b <-> c", "c ^ d", "d -> ~a", "some x in s: p(x)", "all x in s: p(x) -> q(x)",
    "all x in s: q(x) | a", "1 among a b c", "at least 2 among b c d", "at most 1 among a c d", "a | d",
    "one: p(1) | p(2)", "two: a & ~p(2)", "~a", "d", "~q(1)", "all x in s: p(x) <-> ~q(x)",
)  # fmt: skip


def hint_files(count: int) -> Iterator[str]:
    rng = Random(7)
    for number in range(count):
        some = rng.sample(STATEMENTS, rng.randint(3, 6))
        if number % 3 == 0:
            some = [each for each in STATEMENTS if " among " in each and rng.random() < 0.7] + rng.sample(
                ["~a", "d"], 1
            )
        yield "\n".join(["set s = 1 2", *some]) + "\n"


def test_what_is_said_about_hint_files() -> None:
    for text in hint_files(BOARDS // 2):
        problem, world = Problem.of(parse_hints(text)), World(text, is_board=False)
        answers: list[CommandAnswer] = [next_step(problem, 4, "resolution"), next_step(problem, 4, "direct")]
        if isinstance(answers[0], ContradictionAnswer):
            Judge(world).judge(contradiction_words(answers[0]))
            continue
        for answer in answers:
            Judge(world).judge(next_words(answer) if answer.explanation else nothing_next(problem))
        for said in (path_text(path(problem)), odds_text(odds(problem)), solve_text(solve(problem))):
            Judge(world).judge(said)
        for name in problem.undecided[:4]:
            for by in ("resolution", "direct") if problem.formulas else WAYS:
                Judge(world).judge(explanation_words(prove(problem, name, by)))


RULES = (
    "p(1)", "q(2)", "e(1)", "e(2)", "a -> p(2)", "b & ~c -> r", "all x in s: p(x) -> q(x)", "r -> q(1)",
    "all x in s: q(x) -> p(x)", "q(1) & q(2) -> r", "all x in s: e(x) & p(x) -> q(x)", "p(2) & b -> r",
    "all x in s: e(x) & q(x) -> p(x)", "r & c -> p(1)", "all x in s: e(x) & ~a -> p(x)", "r & e(2) -> q(2)",
)  # fmt: skip
CONSTRAINTS = ("~a", "~b", "a | b", "~q(1) | c", "p(2) -> c", "c", "~c", "r -> a", "b -> ~p(1)")
ATOMS = ("p(1)", "p(2)", "q(1)", "q(2)", "e(1)", "e(2)", "r")


def instances(line: str) -> Iterator[GroundRule]:
    quantifier, _, rule = line.rpartition(": ")
    for value in "12" if quantifier else "1":
        body, _, head = rule.replace("(x)", f"({value})").rpartition(" -> ")
        yield head, tuple(body.split(" & ")) if body else ()


def test_what_is_said_of_closed_predicates() -> None:
    rng = Random(11)
    nothing_else = nowhere = 0
    for _ in range(BOARDS):
        lines = rng.sample(RULES, rng.randint(3, 8))
        text = "\n".join(["set s = 1 2", "only p q r e", *lines, *rng.sample(CONSTRAINTS, rng.randint(1, 3))]) + "\n"
        world = World(text, is_board=False, closed=ATOMS, rules=[each for line in lines for each in instances(line)])
        problem = Problem.of(parse_hints(text))
        try:
            deduce(problem)
        except InconsistentKnowledge:
            assert not world.all
            continue
        except ImpossibleBoard:  # atoms that need each other, and rest on what is open
            continue
        assert world.all
        for name in (*ATOMS, *world.facts, *world.free):
            for by in ("resolution", "direct"):
                said = explanation_words(prove(problem, name, by))
                assert ("not certain" in said) is (0 < world.chance(name) < 1), (text, name)
                nothing_else, nowhere = nothing_else + ("Nothing but" in said), nowhere + ("No " in said)
                Judge(world).judge(said)
    assert nothing_else and nowhere


@pytest.mark.parametrize(
    "said, why",
    [
        ("Nothing but the facts and rules for it makes p(2) hold, so b holds", "a makes it hold"),
        ("No rule makes q(2) hold, so q(2) does not hold", "there is one"),
        ("No fact says p(2), so p(2) does not hold", "a rule may say it"),
        ("q(2) would need p(1), so q(2) does not hold", "it needs p(2)"),
        ("p(2) would need a, so p(2) does not hold", "a is open"),
        ("p(2) would need a (false by 1), so p(2) does not hold", "nothing says so"),
        ("r(1) would need r(2), and that would need r(1), so r(2) holds", "it does not hold"),
    ],
)
def test_a_false_reason_why_nothing_makes_it_hold_is_found(said: str, why: str) -> None:
    lines = ["p(1)", "a -> p(2)", "all x in s: p(x) -> q(x)", "r(1) -> r(2)", "r(2) -> r(1)"]
    atoms = [f"{each}({value})" for each in "pqr" for value in "12"]
    text = "\n".join(["set s = 1 2", "only p q r", *lines]) + "\n"
    world = World(text, is_board=False, closed=atoms, rules=[each for line in lines for each in instances(line)])
    Judge(world).judge("1. r(1) would need r(2), and that would need r(1), so r(1) does not hold.")
    with pytest.raises((AssertionError, Unknown)):
        Judge(world).judge(f"1. {said}.")


def test_what_is_said_of_alternatives() -> None:
    """Several conjunctions of which one holds: a proof names each, and says at its end what the name stands for."""
    rng, named = Random(10), 0
    for number in range(BOARDS):
        each = [" & ".join(rng.choice(("", "~")) + name for name in rng.sample("abcdefgh", 2)) for _ in range(4)]
        either = " | ".join(f"({one})" for one in each)
        facts = [rng.choice(("", "~")) + name for name in rng.sample("abcdefgh", 5)]
        text = "\n".join([either if number % 2 else f"i <-> ({either})", *facts]) + "\n"
        world = World(text, is_board=False)
        if not world.all:
            continue
        problem = Problem.of(parse_hints(text))
        for name in sorted({*world.free} - {fact.strip("~") for fact in facts}):
            for by in ("resolution", "direct"):
                said = explanation_words(prove(problem, name, by))
                named += "The claim _" in said
                Judge(world).judge(said)
    assert named, "no proof needed a name"


def test_a_false_step_about_a_claim_is_found() -> None:
    world = World("a & b | c\n~a\n", is_board=False)
    said = "1. By the claim _1, {} holds, or the claim _1 does not hold.\nThe claim _1 is: a & b."
    Judge(world).judge(said.format("b"))
    for wrong in ("c", "the claim _2"):
        with pytest.raises((AssertionError, Unknown)):
            Judge(world).judge(said.format(wrong))


@pytest.mark.parametrize(
    "text, why",
    [
        ("best guess: A1, a mine with probability 1/2 (50 %); equally safe: B1 A2", "it is 1/3"),
        ("certainly safe: A1", "a guess"),
        ("A1 is a mine.", "a guess"),
        ("A1: certainly safe", "a guess"),
        ("mark A1: certainly a mine", "a guess"),
        ("A1 has a flag, but is certainly safe.", "it has none"),
        ("open A1: certainly safe", "a guess"),
        ("A1 is certainly a mine.", "no such sentence"),
        ("✓ certainly safe, in 99 % of the games", "no such legend"),
        ("1. B1 is safe, because of B2 (single)", "B2 says less"),
        ("2 placements of the mines are possible", "there are three"),
        ("consistent: no placement fits", "no such sentence"),
    ],
)
def test_the_judge_refuses_what_is_false_or_unknown(text: str, why: str) -> None:
    with pytest.raises((AssertionError, Unknown)):
        judge(text, Board(("??", "?1"), mines=1))
