"""The format `seed`: WIDTH HEIGHT MINES, then every cell row by row, -1 for a hidden one, any line breaks."""

from __future__ import annotations

import re

from logicms.board import CLUES, HIDDEN, Board
from logicms.notation import losses
from logicms.notation.limits import MAX_CELLS
from logicms.notation.texts import Text

# A word, or a comment, which is skipped.
_WORD = re.compile(r"(?:^|(?<=\s))#[^\n]*|(?P<word>[^\s#]\S*)", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+")
_SIGNS = {"-1": HIDDEN} | {clue: clue for clue in CLUES}
_NUMBERS = {sign: number for number, sign in _SIGNS.items()}


def parse_seed(text: str, source: str = "<text>") -> Board:
    """Return the board that the numbers write.

    >>> parse_seed("2 2 1  -1 1 1 1")
    Board(rows=('?1', '11'), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    words = [(found["word"], found.start()) for found in _WORD.finditer(checked.content) if found["word"]]
    width, height, mines = _header(checked, words)
    cells = words[3:]
    if len(cells) > width * height:
        raise checked.mistake(f"{width}x{height} cells were read, and more follow", offset=cells[width * height][1])
    signs = "".join([_SIGNS.get(word, "") for word, _ in cells])
    if len(signs) < len(cells):
        raise _not_a_cell(checked, cells)
    if len(cells) < width * height:
        raise checked.mistake_at_end(f"{len(cells)} cells instead of the {width * height} of {width}x{height}")
    return Board(tuple(signs[start : start + width] for start in range(0, len(signs), width)), mines=mines)


def format_seed(board: Board) -> str:
    """Return the board as numbers, one row of it a line.

    >>> format_seed(Board(("?1", "11"), mines=1))
    '2 2 1\\n-1 1\\n1 1\\n'
    """
    board = losses.position(board, "seed", signs="".join(_NUMBERS), mines="must")
    rows = [" ".join([_NUMBERS[sign] for sign in row]) for row in board.rows]
    return "".join(f"{line}\n" for line in (f"{board.width} {board.height} {board.mines}", *rows))


def _header(text: Text, words: list[tuple[str, int]]) -> tuple[int, int, int]:
    if len(words) < 3:
        raise text.mistake_at_end("seed begins with WIDTH HEIGHT MINES, three numbers")
    for word, offset in words[:3]:
        if not _NUMBER.fullmatch(word):
            raise text.mistake("not a number: seed begins with WIDTH HEIGHT MINES", offset=offset)
    width, height, mines = (text.number(word, offset=offset) for word, offset in words[:3])
    if not 0 < width * height <= MAX_CELLS:
        raise text.mistake(f"a board has 1 to {MAX_CELLS:,} cells, not {width}x{height}", offset=words[0][1])
    return width, height, mines


def _not_a_cell(text: Text, cells: list[tuple[str, int]]) -> Exception:
    word, offset = next((word, offset) for word, offset in cells if word not in _SIGNS)
    if word == "9":
        return text.mistake("a clue is 0 to 8, not 9", offset=offset)
    return text.mistake("a cell is -1 (hidden) or its clue, 0 to 8", offset=offset)
