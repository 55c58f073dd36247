"""Transcripts: the moves of a game as text, one per line, or the JSON line that `play --json` prints.

A move is `open B3`, `flag C1`, `chord B3`, `mark C1` or `safe D2`, as in `Game.transcript`. This module only reads the
text; the game decides whether a move is allowed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from logicms.board import Board, parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.boards import parse_board
from logicms.notation.texts import Text, load_json

MAX_MOVES = 100_000
"""The most moves in a game: more than anyone makes on a board that can be played."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_A_MOVE = "a move is open, flag, chord, mark or safe followed by a cell, such as open B3"
_MOVE = re.compile(r"(open|flag|chord|mark|safe)\s+(\S+)")


@dataclass(frozen=True, slots=True)
class Transcript:
    """The moves of a game, and what else the text says about it, if anything."""

    moves: tuple[str, ...]
    seed: int | None = None
    outcome: str | None = None
    layout: Board | None = None
    start: str | None = None
    """The start rule that the layout was drawn under."""


def parse_transcript(text: str, source: str = "<text>") -> Transcript:
    """Return the moves written in a text.

    >>> parse_transcript("open a1   # the corner\\nflag C2\\n")
    Transcript(moves=('open A1', 'flag C2'), seed=None, outcome=None, layout=None, start=None)
    >>> parse_transcript('{"seed": 7, "outcome": "won", "moves": [{"open": "A1", "by": "start"}]}')
    Transcript(moves=('open A1',), seed=7, outcome='won', layout=None, start=None)
    """
    checked = Text(text, source)
    if checked.content.lstrip().startswith("{"):
        return _from_json(checked)
    moves = []
    for number, line in enumerate(checked.lines, 1):
        if words := _COMMENT.sub("", line).strip():
            column = line.index(words[0]) + 1
            moves.append(_move(checked, words, number, column))
    return Transcript(_check_number(checked, moves))


def _move(text: Text, words: str, line: int, column: int) -> str:
    """Return one move in the form of a transcript."""
    move = _MOVE.fullmatch(words)
    if not move:
        raise text.mistake_in_line(_A_MOVE, line, column)
    try:
        return f"{move[1]} {parse_cell(move[2])}"
    except BoardError as error:
        raise text.mistake_in_line(str(error), line, column + move.start(2)) from None


def _check_number(text: Text, moves: list[str]) -> tuple[str, ...]:
    if not moves:
        raise text.mistake_at_end(f"no moves: {_A_MOVE}")
    if len(moves) > MAX_MOVES:
        raise BoardSyntaxError(f"too many moves: {len(moves):,}, more than {MAX_MOVES:,}", source=text.source)
    return tuple(moves)


def _from_json(text: Text) -> Transcript:
    """Return the game in a JSON object with `moves`; one object, not a line per game."""
    try:
        data = load_json(text.content)
    except BoardError as error:
        raise text.mistake(f"not a game's JSON: {error}", offset=0) from None
    except json.JSONDecodeError as error:
        more = error.msg == "Extra data"
        message = "a second game begins here: give one game" if more else f"not JSON: {error.msg}"
        raise text.mistake(message, offset=error.pos) from None
    except (RecursionError, ValueError):
        raise text.mistake("not a game's JSON: nested too deeply, or a number is too long", offset=0) from None
    moves = data.get("moves")
    seed, outcome = data.get("seed"), data.get("outcome")
    if not isinstance(moves, list):
        raise text.mistake('not a game\'s JSON: it has no list "moves"', offset=0)
    if not (seed is None or (type(seed) is int and seed >= 0)) or not (outcome is None or isinstance(outcome, str)):
        raise text.mistake('not a game\'s JSON: "seed" must be a number of 0 or more, "outcome" a word', offset=0)
    given = data.get("initial_safe") or ()
    if not isinstance(given, list | tuple):
        raise text.mistake('not a game\'s JSON: "initial_safe" must be a list of cells', offset=0)
    moves = [*({"safe": cell} for cell in given), *moves]
    written = [_json_move(text, move, number) for number, move in enumerate(moves, 1)]
    start = data.get("start")
    if start not in (None, "safe", "zero", "none"):
        raise text.mistake('not a game\'s JSON: "start" must be safe, zero or none', offset=0)
    return Transcript(_check_number(text, written), seed, outcome, _layout(text, data.get("layout")), start)


def _layout(text: Text, layout: Any) -> Board | None:
    if layout is None:
        return None
    if not isinstance(layout, str):
        raise text.mistake('not a game\'s JSON: "layout" must be a text', offset=0)
    return parse_board(layout, f"{text.source}, the layout")


def _json_move(text: Text, move: Any, number: int) -> str:
    if isinstance(move, dict):
        for verb in ("open", "flag", "chord", "mark", "safe"):
            if isinstance(cell := move.get(verb), str):
                try:
                    return f"{verb} {parse_cell(cell)}"
                except BoardError as error:
                    raise text.mistake(f"move {number}: {error}", offset=0) from None
    raise text.mistake(f'move {number} is not a move; a move is an object such as {{"open": "B3"}}', offset=0)
