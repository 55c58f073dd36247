"""The door without a server: what a web worker calls, with Python in the browser (Pyodide), instead of the service.

It answers the same requests with the same bytes. A game is handed in with each request and handed back changed: the
worker keeps it in the browser's own database, and shows the page nothing but the answer.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from logicms.board import Grid, parse_cell
from logicms.commands import COMMANDS, question_of
from logicms.commands.lessons import ListLessons, OfLesson, Saying, SayInLesson
from logicms.commands.play import Moves
from logicms.commands.question import Question
from logicms.errors import BoardError, FieldsError, LogicmsError
from logicms.game import Draw, Start
from logicms.notation.boards import format_board, parse_board
from logicms.notation.texts import load_json
from logicms.record import read_record, shown
from logicms.web.bodies import GameBody, MoveBody
from logicms.web.games import (
    By,
    Played,
    StoredGame,
    StoredMove,
    chosen_move,
    layout_for,
    layout_of,
    move_of,
    moved_on,
    new_game,
    opened_cells,
    taken_back,
    to_move_on,
)
from logicms.web.problems import FieldError, ProblemDetails, Refusal, problem, problem_of
from logicms.web.settings import Limits
from logicms.web.tasks import as_json
from logicms.web.worker import Job, Reply, answer

_B = TypeVar("_B", bound=Question)


class Answered(NamedTuple):
    """What the worker is told: the status and the JSON for the page, and the game to keep if there is one."""

    status: int
    text: str
    kept: str | None = None
    missing: str | None = None
    """A module that must be loaded first; then the same request can be asked again."""


class Door:
    """Answers requests; `later` are modules that are loaded only when they are needed.

    >>> Door().answer("POST", "show", '{"board": "? 1"}').text
    '{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    >>> Door().answer("GET", "games/g1").status
    404
    """

    def __init__(self, limits: Limits | None = None, later: Collection[str] = ()) -> None:
        self._limits = limits or Limits()
        self._later = frozenset(later)

    def answer(self, method: str, path: str, text: str = "", kept: str | None = None) -> Answered:
        """Return the answer to a request as the service has it, below `/v1/`; `kept` is the game that it is about."""
        try:
            return self._answer(method, [_decoded(part) for part in path.split("/")], text, kept)
        except ModuleNotFoundError as error:
            if (name := (error.name or "").partition(".")[0]) not in self._later:
                raise
            return Answered(503, "", missing=name)
        except Refusal as refusal:
            return _refused(refusal.details)
        except FieldsError as error:
            errors = tuple(FieldError(field, message) for field, message in error.wrong)
            return _refused(problem("values", str(error), errors=errors))
        except LogicmsError as error:
            return _refused(problem_of(error))
        except MemoryError:
            return _refused(problem("memory-limit", "not decided within the memory of the browser"))

    def _answer(self, method: str, parts: list[str], text: str, kept: str | None) -> Answered:
        match method, parts:
            case "POST", [name] if name in COMMANDS and COMMANDS[name].example is not None:
                return _passed_on(self._reason(name, _given(question_of(name), text)))
            case "POST", ["games"]:
                return self._new_game(_given(GameBody, text))
            case "GET", ["games", _]:
                return _game(Played.of(_stored(kept)))
            case "POST", ["games", _, "moves"]:
                return _game(self._move(Played.of(_stored(kept)), _given(MoveBody, text)))
            case "GET", ["games", _, "review"]:
                return _passed_on(self._reason("judged", opened_cells(Played.of(_stored(kept)))))
            case "GET", ["lessons"]:
                return _passed_on(self._reason("lessons", ListLessons()))
            case "GET", ["lessons", id]:
                return _passed_on(self._reason("lesson", OfLesson(id=id)))
            case "POST", ["lessons", id, "say"]:
                said = _given(Saying, text)
                return _passed_on(self._reason("say", SayInLesson(id=id, state=said.state, said=said.said)))
            case "GET", ["limits"]:
                return Answered(200, as_json(self._limits).decode())
        raise Refusal.of("not-found", f"there is no {'/'.join(parts)[:80]} here")

    def _reason(self, task: str, body: Question) -> Reply:
        """Return what the task answers, as a worker process of the service would."""
        seconds = self._limits.seconds
        return answer(Job.of(task, body, seconds), self._limits.cells).accepted(seconds)

    def _new_game(self, body: GameBody) -> Answered:
        wanted = layout_for(body)
        layout = None if wanted is None else layout_of(self._reason("layout", wanted))
        return _game(Played.of(new_game(body, self._limits, layout)), 201)

    def _move(self, played: Played, body: MoveBody) -> Played:
        if body.undo:
            return taken_back(played)
        if not body.auto:
            return moved_on(played, move_of(body), self._limits)
        seen = to_move_on(played)  # logicms is handed the board and sees nothing else
        if not isinstance(seen, StoredMove):
            seen = chosen_move(seen, self._reason("moves", Moves(board=format_board(seen))))
        return moved_on(played, seen, self._limits)


def _decoded(part: str) -> str:
    if "%" not in part:
        return part
    from urllib.parse import unquote  # slow to load in a browser, and few paths need it

    return unquote(part)


def _given(body: type[_B], text: str) -> _B:
    try:
        return read_record(body, load_json(text))
    except json.JSONDecodeError as error:
        raise Refusal.of("syntax", f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None


def _passed_on(reply: Reply) -> Answered:
    return Answered(200, reply.body.decode())


def _refused(details: ProblemDetails) -> Answered:
    return Answered(details.status, as_json(details).decode())


def _game(played: Played, status: int = 200) -> Answered:
    return Answered(status, played.answer().decode(), json.dumps(KeptGame.of(played.stored).to_json()))


# -- games as the browser keeps them


@dataclass(frozen=True, kw_only=True)
class KeptMove(Question):
    """A move that was made."""

    move: str = shown("As in a transcript.")
    by: By = shown("Who made it.")
    odds: str | None = shown("Of a guess.")


@dataclass(frozen=True, kw_only=True)
class KeptGame(Question):
    """A stored game as JSON; its seed is longer than the numbers of JavaScript."""

    id: str = shown("The name of the game.")
    width: int = shown("Cells in a row.")
    height: int = shown("Rows.")
    mines: int = shown("How many mines.")
    start: Start = shown("What the first opened cell is.")
    grid: Grid = shown("Which cells are neighbours.")
    seed: str = shown("Which layout is drawn, in hexadecimal digits.")
    first: str | None = shown("Where the game starts, if that is decided.")
    seeded: bool = shown("Whether the player chose the seed.")
    moves: tuple[KeptMove, ...] = shown("In order.")
    undone: int = shown("How many moves were taken back.")
    layout_seen: bool = shown("Whether the game was over once.")
    layout: str | None = shown("The layout of a generated game.")

    @classmethod
    def of(cls, stored: StoredGame) -> KeptGame:
        draw = stored.draw
        return cls(
            id=stored.id,
            width=draw.width,
            height=draw.height,
            mines=draw.mines,
            start=draw.start,
            grid=draw.grid,
            seed=f"{draw.seed:x}",
            first=None if stored.first is None else str(stored.first),
            seeded=stored.seeded,
            moves=tuple(KeptMove(move=each.move, by=each.by, odds=each.odds) for each in stored.moves),
            undone=stored.undone,
            layout_seen=stored.layout_seen,
            layout=None if stored.layout is None else format_board(stored.layout),
        )

    def stored(self) -> StoredGame:
        return StoredGame(
            self.id,
            Draw(self.width, self.height, self.mines, self.start, int(self.seed, 16), self.grid),
            None if self.first is None else parse_cell(self.first),
            self.seeded,
            tuple(StoredMove(each.move, each.by, each.odds) for each in self.moves),
            self.undone,
            self.layout_seen,
            None if self.layout is None else parse_board(self.layout),
        )


def _stored(kept: str | None) -> StoredGame:
    """Return a game that was kept; one of another version of logicms may not be readable any more."""
    if kept is None:
        raise Refusal.of("not-found", "there is no game with this id in this browser")
    try:
        return read_record(KeptGame, load_json(kept)).stored()
    except (BoardError, ValueError):
        raise Refusal.of("not-found", "this game was kept by another version of logicms and cannot be read") from None
