"""Tasks: what a worker process can be asked to do, each the function behind a command. What was given has been checked.

A *task* takes a job (what the request gave) and returns the JSON object that the command prints.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from logicms.board import Board, parse_cell
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.game import LEVELS
from logicms.notation.formats import read
from logicms.notation.hint_files import HintFile, hint_file_of, parse_hints
from logicms.web import lesson_tasks


@dataclass(frozen=True, slots=True)
class Job:
    """What a request gave, and how much the answer may cost."""

    given: Mapping[str, Any]
    cells: int
    """The most cells that a board may have."""

    def board(self) -> Board:
        """Return the board of the request."""
        return self._fitting(read(self.given["board"], self.given.get("format"), source="board")[0])

    def puzzle(self) -> Board | HintFile:
        """Return the board of the request, or a hint file (`"format": "hints"`) that says more than a board can."""
        if self.given.get("format") != "hints":
            return self.board()
        from logicms.answers.by_hand import board_by_hand

        file = self._fitting_hints(parse_hints(self.given["board"], "board"))
        return board_by_hand(file) or file

    def hint_file(self) -> HintFile:
        """Return the knowledge base of the request: a hint file, or what a board tells."""
        if (text := self.given.get("hints")) is None:
            from logicms.deduction.clash import flags_read

            return hint_file_of(flags_read(self.board(), self.given["flags"]))
        return self._fitting_hints(parse_hints(text, "hints"))

    def _fitting_hints(self, file: HintFile) -> HintFile:
        width, height = file.size or (0, 0)
        self.check_size(width * height)
        return file

    def _fitting(self, board: Board) -> Board:
        self.check_size(len(board.signs))
        return board

    def check_size(self, cells: int) -> None:
        """Refuse what has more cells than a board may have here."""
        if cells > self.cells:
            raise TooLarge(f"the board has {cells:,} cells; at most {self.cells:,} are taken here")

    @property
    def options(self) -> dict[str, Any]:
        """What most functions are handed beside the board."""
        return {"flags": self.given["flags"]}


class TooLarge(BoardError):
    """A board that can be, but not here."""


Task = Callable[[Job], dict[str, Any]]


def show(job: Job) -> dict[str, Any]:
    from logicms.answers import board_to_json
    from logicms.render.svg import board_svg

    board = job.board()
    return {"svg": board_svg(board)} if job.given.get("svg") else board_to_json(board)


def check(job: Job) -> dict[str, Any]:
    from logicms.answers import check_to_json
    from logicms.answers.by_hand import checked_by_hand
    from logicms.deduction.consistency import check

    puzzle = job.puzzle()
    found = check(puzzle) if isinstance(puzzle, Board) else checked_by_hand(puzzle)
    return check_to_json(found)


def solve(job: Job) -> dict[str, Any]:
    from logicms.answers import size_to_json, solved
    from logicms.answers.by_hand import solved_by_hand

    puzzle, reason = job.puzzle(), job.given["reason"]
    if isinstance(puzzle, Board):
        size, found = size_to_json(puzzle), solved(puzzle, reason=reason, **job.options)
    else:
        width, height = puzzle.size or (None, None)
        size = {"width": width, "height": height, "mines": puzzle.mines}
        found = solved_by_hand(puzzle, reason)
    return {"status": found.status, **size, **found.to_json()}


def odds(job: Job) -> dict[str, Any]:
    from logicms.answers import likely
    from logicms.answers.by_hand import likely_by_hand

    puzzle = job.puzzle()
    found = likely(puzzle, **job.options) if isinstance(puzzle, Board) else likely_by_hand(puzzle)
    return found.to_json()


def prove(job: Job) -> dict[str, Any]:
    from logicms.answers import explained_to_json
    from logicms.answers.names import name_to_json

    puzzle, name, by = job.puzzle(), job.given["cell"], job.given["by"]
    if isinstance(puzzle, Board):
        return explained_to_json(puzzle, parse_cell(name), by, **job.options)
    return name_to_json(puzzle, name, by)


def next_step(job: Job) -> dict[str, Any]:
    from logicms.answers import next_to_json

    return next_to_json(job.board(), job.given["level"], **job.options)


def ask(job: Job) -> dict[str, Any]:
    from logicms.answers import contradiction_to_json
    from logicms.logic.question import asked_to_json, knowledge_base, question
    from logicms.notation.formulas import parse_formula

    try:
        file = job.hint_file()
        formula = parse_formula(job.given["formula"], size=file.size)
        kb = knowledge_base(file.tellings)
        return asked_to_json(question(kb, formula, job.given["by"]), kb.premises)
    except InconsistentKnowledge as error:
        return {"answer": None, **contradiction_to_json(error), "placements": None}
    except LimitReached:
        return {"answer": "limit", "proof": None, "placements": None}


def verify(job: Job) -> dict[str, Any]:
    from logicms.answers import verified_to_json
    from logicms.explanation.verifying import premises
    from logicms.logic.question import knowledge_base
    from logicms.proofs import checker
    from logicms.proofs.proof import Proof

    told = None
    if job.given.get("hints") is not None:
        told = knowledge_base(job.hint_file().tellings).premises
    elif job.given.get("board") is not None:
        told = premises(job.board(), job.given["flags"])
    return verified_to_json(checker.verify(Proof.from_json(job.given["proof"]), told))


def convert(job: Job) -> dict[str, Any]:
    from logicms.render.exports import write

    board, name = read(job.given["board"], job.given.get("format"), source="board")
    return {"from": name, "to": job.given["to"], "text": write(job._fitting(board), job.given["to"])}


def generate(job: Job) -> dict[str, Any]:
    from logicms.generation import generate
    from logicms.generation.generated_json import generated_to_json, limit_to_json

    given, seed = job.given, job.given["seed"]
    level = LEVELS[given["level"]]
    size = [getattr(level, name) if given[name] is None else given[name] for name in ("width", "height", "mines")]
    job.check_size(size[0] * size[1])
    ratings = [given["rating"]] if isinstance(given["rating"], int) else given["rating"]
    first = None if given["first"] is None else parse_cell(given["first"])
    names = ("no_guess", "technique", "mine_total", "start", "effort")
    wish = {name: given[name] for name in names}
    try:
        made = generate(*size, rng=Random(seed), first=first, ratings=ratings, **wish)
    except LimitReached as limit:
        return limit_to_json(seed, str(limit))
    return generated_to_json(made, seed)


def moves(job: Job) -> dict[str, Any]:
    """Return what logicms would do on a board: the moves of its best player."""
    from logicms.player import Player

    found = Player().moves(job.board())
    return {"moves": [{"open": str(m.cell), "by": m.by, "odds": _text(m.odds), "reason": m.reason} for m in found]}


def review(job: Job) -> dict[str, Any]:
    """Return for each cell that was opened, on the board as it was then, whether that was a guess, and a needed one."""
    from logicms.notation.boards import parse_board
    from logicms.player.review import judge_opening

    found = []
    for each in job.given["opened"]:
        seen = judge_opening(parse_board(each["board"]), parse_cell(each["open"]))
        best = [str(cell) for cell in seen.better]
        odds = {"odds": _text(seen.odds), "least": _text(seen.least)}
        found.append({"open": each["open"], "kind": seen.kind, **odds, "better": best, "board": each["board"]})
    return {"moves": found}


def _text(value: object | None) -> str | None:
    return None if value is None else str(value)


TASKS: dict[str, Task] = {
    "show": show,
    "check": check,
    "solve": solve,
    "odds": odds,
    "prove": prove,
    "next": next_step,
    "ask": ask,
    "verify": verify,
    "convert": convert,
    "generate": generate,
    "moves": moves,
    "review": review,
    "lessons": lesson_tasks.lessons,
    "lesson": lesson_tasks.lesson,
    "say": lesson_tasks.say,
    "exercise": lesson_tasks.exercise,
}


def is_limit(answer: Mapping[str, Any]) -> bool:
    """Return whether an answer says that a limit was reached, so that another time it may be another.

    >>> is_limit({"status": "limit"}), is_limit({"status": "solved"})
    (True, False)
    """
    return "limit" in (answer.get("status"), answer.get("verdict"), answer.get("answer"))


def as_json(answer: Mapping[str, Any]) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    return json.dumps({"version": 1, **answer}, ensure_ascii=False).encode()
