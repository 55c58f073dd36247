"""worksheet: boards that need a technique, with questions about them and the answers, to be printed.

A game is played by the easiest steps to where the technique is first needed (`generation.position`). The questions are
about that position: which cells are certain, what a clue says in clauses, and why one cell is safe or a mine, by
resolution. The mine total is neither shown nor needed. `render` sets a sheet in HTML and LaTeX, with room to write or
with answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, get_args

from logicms.answers.answer import CommandAnswer
from logicms.answers.prove import explained
from logicms.board import Board, Cell
from logicms.deduction import Deduction, deduce
from logicms.errors import BoardError
from logicms.explanation import Explanation, deductions
from logicms.explanation.techniques import Counts, Technique
from logicms.generation import position
from logicms.hints import Hint, direct_clauses
from logicms.notation.boards import format_board
from logicms.problem import Problem
from logicms.proofs.proof import Proof
from logicms.record import Json, Record, kept, shown
from logicms.render.explanation import explanation_words, headline, marks_of
from logicms.render.phrases import hint_words
from logicms.render.picture import NO_MARKS, Marks

QuestionKind = Literal["certain", "clauses", "prove"]
KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)

SIZE = (6, 6, 8)
"""Width, height and mines of a board that fits on a sheet."""
LARGER = (7, 7, 11)
"""The same for techniques that take four clues or more: on a board of 6x6 there is rarely room for them."""
EASIER = (Technique.SINGLE, Technique.SUBSET, Technique.DIFFERENCE)
"""The techniques of a sheet of which none was asked for."""

MOST_TRIED = 20
"""This many positions are tried for one that is a good example of its technique; about three of four are."""

_BOARD = (
    "A number says how many of the cells around it are mines; a flag marks a certain mine. Cells are named by column "
    "and row: B3 is in column B, row 3."
)
_CLAUSE = (
    "B3 also stands for the proposition that there is a mine at B3, and ~B3 says that it is safe. A clause is a set of "
    "such literals of which at least one holds, such as A1 | ~B3."
)
_RESOLUTION = "Resolution makes one clause of two: from A1 | B3 and ~B3 | C2 follows A1 | C2."


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses to be set one below another, each as its literals."""

    clauses: tuple[tuple[str, ...], ...]


AnswerPart = str | Clauses | Proof
"""A paragraph, clauses, or a proof as a table of steps."""


@dataclass(frozen=True, slots=True)
class WorksheetItem(Record):
    """A question of a worksheet."""

    kind: str = shown("What is asked: `certain`, `clauses` or `prove`.")
    text: str = shown("The question.")
    summary: str = shown("The answer in one line.", key="answer")
    proof: Json | None = shown("Of `prove`: the proof.")
    lines: int = kept()
    """How many lines there are to write on."""
    answer: tuple[AnswerPart, ...] = kept()


@dataclass(frozen=True, slots=True)
class WorksheetTask(Record):
    """A board of a worksheet."""

    text: str = shown("The board as text.", key="board")
    technique: str = shown("What it takes to go on there.")
    questions: tuple[WorksheetItem, ...] = shown("What is asked about it.")
    board: Board = kept()
    marks: Marks = kept(default=NO_MARKS)
    """What the answers point out on the board."""


@dataclass(frozen=True, slots=True)
class WorksheetAnswer(CommandAnswer):
    """A worksheet with its answers."""

    seed: int = shown("The same seed gives the same sheet.")
    title: str = shown("Its title.")
    tasks: tuple[WorksheetTask, ...] = shown("The boards.")
    about: tuple[str, ...] = kept(default=())
    """What one must know to begin."""


# -- the sheet


def worksheet(
    seed: int,
    *,
    technique: Technique | str | None = None,
    count: int = 3,
    size: tuple[int, int, int] | None = None,
    kinds: Sequence[str] = KINDS,
    title: str | None = None,
) -> WorksheetAnswer:
    """Return a worksheet with this many boards, the first from `seed`, the next from the number after it, and so on.

    Without a technique the boards need `single`, `subset` and `difference` in turn. The size is `SIZE`, or `LARGER` for
    what is harder than that, unless another one is given.

    >>> sheet = worksheet(7, technique="subset", count=2)
    >>> [len(task.questions) for task in sheet.tasks], sheet.title
    ([3, 3], 'Minesweeper by logic: subset')
    """
    if wrong := sorted(set(kinds).difference(KINDS)):
        raise BoardError(f"not a kind of question: {wrong[0]!r}; the kinds are {', '.join(KINDS)}")
    turns = [Technique(technique)] if technique else list(EASIER)
    tasks = [_task(seed + i, turns[i % len(turns)], size, kinds) for i in range(count)]
    topic = f": {turns[0].value}" if technique else ""
    return WorksheetAnswer(seed, title or f"Minesweeper by logic{topic}", tuple(tasks), _about(kinds))


def _about(kinds: Sequence[str]) -> tuple[str, ...]:
    """Return what one must know to answer questions of these kinds."""
    if "prove" in kinds:
        return _BOARD, f"{_CLAUSE} {_RESOLUTION}"
    return (_BOARD, _CLAUSE) if "clauses" in kinds else (_BOARD,)


def usual_size(technique: Technique | str | None) -> tuple[int, int, int]:
    """Return the width, height and mines of a board, unless others are asked for."""
    return SIZE if technique is None or Technique(technique) in EASIER else LARGER


def _task(seed: int, technique: Technique, size: tuple[int, int, int] | None, kinds: Sequence[str]) -> WorksheetTask:
    board, explanation = _position(Random(seed), technique, size or usual_size(technique))
    deduction = deduce(board)
    questions = {
        "certain": lambda: _certain(deduction),
        "clauses": lambda: _clauses(_clue(board, explanation)),
        "prove": lambda: _prove(explanation),
    }
    # The answers point out every certain cell, where that was asked, and what the proof rests on.
    marks = marks_of(explanation) if "prove" in kinds else Marks()
    if "certain" in kinds:
        marks = replace(marks, safe=deduction.safe, mine=deduction.mine)
    asked = tuple(questions[kind]() for kind in KINDS if kind in kinds)
    return WorksheetTask(format_board(board), technique.value, asked, board, marks)


def _position(rng: Random, technique: Technique, size: tuple[int, int, int]) -> tuple[Board, Explanation]:
    """Return a position that needs a technique, and the easiest deduction by it: the one to be proved.

    Now and then the fewest clues take a harder technique than more clues do; such a position is no example of it.
    """
    for _ in range(MOST_TRIED):
        made = position(*size, rng=rng, technique=technique, mine_total=False)
        board = replace(made.board, mines=None)
        explanation = next(each for each in deductions(board) if each.technique is technique)
        if Counts(explanation.hints, explanation.facts).technique(*explanation.literal) is technique:
            break
    return board, explanation


# -- the questions


def _certain(deduction: Deduction) -> WorksheetItem:
    others = "Every hidden cell is certain" if deduction.status == "solved" else "No other hidden cell is certain"
    answer = f"Safe: {_names(deduction.safe)}. Mines: {_names(deduction.mine)}. {others}."
    text = "Which hidden cells are certainly safe, and which are certainly mines?"
    return WorksheetItem("certain", text, answer, None, 2, (answer,))


def _names(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, sorted(cells))) or "none"


def _clue(board: Board, explanation: Explanation) -> Hint:
    """Return the clue whose clauses are asked for: used in the proof, with few clauses but more than one."""
    used = [hint for hint in explanation.hints if isinstance(hint.because, Cell)]
    several = [hint for hint in (*used, *Problem.of(board).all_hints) if _number_of_clauses(hint) > 1]
    return min(several or used, key=lambda hint: (hint not in used, _number_of_clauses(hint), hint.because))


def _number_of_clauses(hint: Hint) -> int:
    return len(direct_clauses(hint.low, hint.high, len(hint.among)))


def _clauses(hint: Hint) -> WorksheetItem:
    names = [str(name) for name in hint.among]
    clauses = tuple(
        tuple(names[i - 1] if i > 0 else f"~{names[-i - 1]}" for i in clause)
        for clause in direct_clauses(hint.low, hint.high, len(names))
    )
    why = tuple(_pigeonholes(hint.low, len(names)))
    lines = min(8, len(clauses) + 1)
    summary = "; ".join(" | ".join(clause) for clause in clauses)
    text = f"{hint_words(hint, {})}. Write this as clauses."
    return WorksheetItem("clauses", text, summary, None, lines, (*why, Clauses(clauses)))


def _pigeonholes(mines: int, cells: int) -> Iterator[str]:
    """Yield in words why these are the clauses."""
    if mines:
        yield f"Not fewer: {_any(cells - mines + 1, cells)} a mine."
    if mines < cells:
        yield f"Not more: {_any(mines + 1, cells)} safe."


def _any(number: int, cells: int) -> str:
    if number == 1:
        return "every one of them is"
    return "at least one of them is" if number == cells else f"of any {number} of them at least one is"


def _prove(explanation: Explanation) -> WorksheetItem:
    proof = explained(explanation, "direct").proof
    assert proof is not None, "a certain cell has a proof"
    said = f"{explanation.cell} is {'a mine' if explanation.verdict == 'mine' else 'safe'}"
    words = explanation_words(explained(explanation, compare=True)).split("\n\n")
    # Where there is no story to tell, the words only repeat the steps.
    story = tuple(" ".join(part.split()) for part in words[1:] if not part.startswith("To show"))
    if not proof.number_of_resolutions:
        text = f"One clue alone shows that {said}. Which one is it, and why is there nothing to resolve?"
        other = "What the clue says is the proof already:"
    else:
        text = (
            f"Prove {explanation.literal} by resolution: {said}. "
            "Give each line a number, its clause, and where it comes from: a clue, a flag, or two earlier lines."
        )
        other = "Any other proof is as good if every line follows. This is a short one:"
    lines = min(16, len(proof.steps) + 2)
    return WorksheetItem("prove", text, headline(explanation), proof.to_json(), lines, (*story, other, proof))
