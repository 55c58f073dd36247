"""Transcripts: a game as text; a JSON line that `play --json` prints has it as `game`.

A transcript says all that there is to a game: its size, its mines, the start rule and the seed, then the layout once it
is drawn, then the moves, one per line, with who made each unless it was the player, and the odds of a guess. Nobody
else keeps the game: whoever has the text can go on with it. Whoever reads it knows where the mines are.

    size: 5x1
    mines: 1
    start: zero
    seed: 0

    001*1

    open A1
    flag D1
    open E1 deduction

For a replay on a layout that is known otherwise, the moves alone will do. A move is `open B3`, `flag C1`, `chord B3`,
`mark C1` or `safe D2`, as in `Game.transcript`. This module only reads and writes the text; the game decides whether a
move is allowed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from logicms.board import MINE, Board, Cell, Grid, parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.texts import MAX_CELLS, Text, load_json

MAX_MOVES = 100_000
"""The most moves in a game: more than anyone makes on a board that can be played."""

By = Literal["player", "tip", "start", "deduction", "guess"]
"""Who made a move: the player, perhaps after a tip; or logicms at the start, by logic or by a guess."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_KEY = re.compile(r"([a-z-]+)\s*:\s*(.*)")
_ROW = re.compile(r"[0-8*-][0-8*\s-]*")
_A_MOVE = "a move is open, flag, chord, mark or safe followed by a cell, such as open B3"
_MOVE = re.compile(r"(open|flag|chord|mark|safe)\s+(\S+)(?:\s+(\S+))?(?:\s+(\S+))?")
_ODDS = re.compile(r"[0-9]{1,9999}(/[0-9]{1,9999})?")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of a game (`open B3`), who made it, and of a guess the probability of a mine there."""

    move: str
    by: By = "player"
    odds: str | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """The moves of a game, and what else the text says about it."""

    moves: tuple[Turn, ...] = ()
    size: tuple[int, int] | None = None
    """The width and the height; None if the text has moves only."""
    mines: int | None = None
    grid: Grid = "square"
    start: str | None = None
    """The start rule that the layout is drawn under."""
    seed: int | None = None
    first: Cell | None = None
    """The cell that the game starts with."""
    layout: Board | None = None
    """Where the mines are, once it is drawn."""
    no_guess: bool = False
    """Whether the layout was made to be won from its first cell without a guess."""
    undone: int = 0
    """How many moves were taken back."""
    seconds: int = 0
    """How long it has been played."""
    outcome: str | None = None
    """In JSON: how it ended."""


# -- reading


def parse_transcript(text: str, source: str = "<text>") -> Transcript:
    """Return the game written in a text.

    >>> parse_transcript("open a1   # the corner\\nflag C2 guess 1/8\\n").moves
    (Turn(move='open A1', by='player', odds=None), Turn(move='flag C2', by='guess', odds='1/8'))
    >>> parse_transcript('{"outcome": "won", "game": "open A1 start"}').outcome
    'won'
    >>> parse_transcript("size: 2x1\\nmines: 1\\n\\n*1\\n\\nopen B1").layout.rows
    ('*1',)
    """
    checked = Text(text, source)
    return _from_json(checked) if checked.content.lstrip().startswith("{") else _from_lines(checked)


def _from_lines(checked: Text) -> Transcript:
    said: dict[str, Any] = {}
    rows: list[tuple[int, str]] = []
    moves: list[Turn] = []
    for number, line in enumerate(checked.lines, 1):
        words = _COMMENT.sub("", line).strip()
        if not words:
            continue
        column = line.index(words[0]) + 1
        if key := _KEY.fullmatch(words):
            if rows or moves:
                raise checked.mistake_in_line("size, mines and the like stand above the layout", number, column)
            _read_key(checked, said, key, number, column)
        elif _ROW.fullmatch(words):
            if moves:
                raise checked.mistake_in_line("the layout stands above the moves", number, column)
            rows.append((number, "".join(words.split())))
        else:
            moves.append(_turn(checked, words, number, column))
    if "size" in said or "mines" in said or rows:
        for key_name in ("size", "mines"):
            if key_name not in said:
                raise checked.mistake_at_end(f"the game has no {key_name}: write a line such as {_KEYS[key_name][1]}")
        said["layout"] = _layout(checked, rows, said) if rows else None
    elif not moves:
        raise checked.mistake_at_end(f"no moves: {_A_MOVE}")
    return Transcript(_check_number(checked, moves), **said)


_KEYS = {
    "size": (r"([0-9]{1,7})x([0-9]{1,7})", "size: 9x9"),
    "mines": (r"[0-9]{1,9}", "mines: 10"),
    "grid": (r"square|hex|torus", "grid: square, grid: hex or grid: torus"),
    "start": (r"safe|zero|none", "start: safe, start: zero or start: none"),
    "seed": (r"[0-9]{1,40}", "seed: 7"),
    "first": (r"[A-Za-z]{1,5}[0-9]{1,7}", "first: B3"),
    "no-guess": (r"yes", "no-guess: yes, or no such line"),
    "undone": (r"[0-9]{1,9}", "undone: 2"),
    "seconds": (r"[0-9]{1,9}", "seconds: 34"),
}
"""What each key may say, and an example of it."""


def _read_key(text: Text, said: dict[str, Any], key: re.Match[str], line: int, column: int) -> None:
    name, value = key[1], key[2]
    if name not in _KEYS:
        raise text.mistake_in_line(f"{name[:40]!r} is not a key of a game: {', '.join(_KEYS)}", line, column)
    field = name.replace("-", "_")
    if field in said:
        raise text.mistake_in_line(f"the key {name} appears twice", line, column)
    column += key.start(2)
    pattern, example = _KEYS[name]
    found = re.fullmatch(pattern, value)
    if not found:
        raise text.mistake_in_line(f"expected {example}", line, column)
    if name == "size":
        said["size"] = width, height = int(found[1]), int(found[2])
        if not 0 < width * height <= MAX_CELLS:
            raise text.mistake_in_line(f"a board has 1 to {MAX_CELLS:,} cells, not {width}x{height}", line, column)
    elif name == "first":
        said["first"] = _cell(text, value, line, column)
    elif name == "no-guess":
        said["no_guess"] = True
    else:
        said[field] = value if name in ("grid", "start") else int(value)


def _layout(text: Text, rows: list[tuple[int, str]], said: dict[str, Any]) -> Board:
    width, height = said["size"]
    for number, row in rows:
        if len(row) != width:
            raise text.mistake_in_line(f"this row has {len(row):,} cells, and the size says {width:,}", number)
    if len(rows) != height:
        raise text.mistake_in_line(f"the layout has {len(rows):,} rows, and the size says {height:,}", rows[-1][0])
    mines = sum(row.count(MINE) for _, row in rows)
    if mines != said["mines"]:
        raise text.mistake_in_line(f"the layout has {mines:,} mines, and not {said['mines']:,}", rows[0][0])
    first: Cell | None = said.get("first")
    if first is not None and not (first.row < height and first.col < width):
        raise text.mistake_in_line(f"the first cell {first} is not on a board of {width}x{height}", rows[0][0])
    try:
        return Board(tuple(row for _, row in rows), mines, first=first, grid=said.get("grid", "square"))
    except BoardError as error:
        raise text.mistake_in_line(str(error), rows[0][0]) from None


def _turn(text: Text, words: str, line: int, column: int) -> Turn:
    """Return one move, and who made it."""
    found = _MOVE.fullmatch(words)
    if not found:
        raise text.mistake_in_line(_A_MOVE, line, column)
    cell = _cell(text, found[2], line, column + found.start(2))
    by: Any = found[3] or "player"
    if by not in get_args(By):
        raise text.mistake_in_line(f"who made a move is {', '.join(get_args(By))}", line, column + found.start(3))
    if found[4] is not None and not _ODDS.fullmatch(found[4]):
        raise text.mistake_in_line("odds are a fraction, such as 1/8", line, column + found.start(4))
    return Turn(f"{found[1]} {cell}", by, found[4])


def _cell(text: Text, name: str, line: int, column: int) -> Cell:
    try:
        return parse_cell(name)
    except BoardError as error:
        raise text.mistake_in_line(str(error), line, column) from None


def _check_number(text: Text, moves: list[Turn]) -> tuple[Turn, ...]:
    if len(moves) > MAX_MOVES:
        raise BoardSyntaxError(f"too many moves: {len(moves):,}, more than {MAX_MOVES:,}", source=text.source)
    return tuple(moves)


def _from_json(text: Text) -> Transcript:
    """Return the game whose text is in a JSON object; one object, not a line per game."""
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
    game, outcome = data.get("game"), data.get("outcome")
    if not isinstance(game, str) or not (outcome is None or isinstance(outcome, str)):
        raise text.mistake('not a game\'s JSON: it has no text "game", or its "outcome" is no word', offset=0)
    return replace(_from_lines(Text(game, f"{text.source}, the game")), outcome=outcome)


# -- writing


def format_transcript(game: Transcript) -> str:
    """Return the text of a game.

    >>> text = "size: 2x1\\nmines: 1\\nstart: none\\nseed: 7\\n\\n*1\\n\\nflag A1\\nopen B1 guess 1/2\\n"
    >>> format_transcript(parse_transcript(text)) == text
    True
    """
    said = {
        "size": None if game.size is None else f"{game.size[0]}x{game.size[1]}",
        "mines": game.mines,
        "grid": None if game.grid == "square" else game.grid,
        "start": game.start,
        "seed": game.seed,
        "first": game.first,
        "no-guess": "yes" if game.no_guess else None,
        "undone": game.undone or None,
        "seconds": game.seconds or None,
    }
    lines = [f"{name}: {value}" for name, value in said.items() if value is not None]
    if game.layout is not None:
        lines += ["", *game.layout.rows]
    if game.moves:
        lines += [""] if lines else []
    for each in game.moves:
        who = "" if each.by == "player" and each.odds is None else f" {each.by}"
        lines.append(f"{each.move}{who}{'' if each.odds is None else f' {each.odds}'}")
    return "\n".join(lines) + "\n"
