"""The format `seed`: WIDTH HEIGHT MINES, then every cell row by row, -1 for hidden ones; line breaks do not matter."""

from __future__ import annotations

import re
from itertools import islice

from logicms.board import CLUES, HIDDEN, Board, rows_of
from logicms.errors import BoardSyntaxError
from logicms.notation.losses import Room
from logicms.notation.texts import MAX_CELLS, MAX_DIGITS, Text

# Comments are skipped, as in a board.
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+")
_SIGNS = {"-1": HIDDEN} | {clue: clue for clue in CLUES}
_NUMBERS = {sign: number for number, sign in _SIGNS.items()}

_LOOKED_AT = 10_000
"""This many characters tell whether a text consists of numbers."""
# Words of several characters in a row with blanks.
_NO_ROW = re.compile(r"[0-9][ \t]+-?[0-9]{2}|[0-9][ \t]+-[0-9]|-[0-9][ \t]+[-0-9]|[0-9]{2}[ \t]+[-0-9]")

ROOM = Room("seed", "".join(_NUMBERS), "must")

_WORD = re.compile(r"-?[0-9]+")
BEGIN = re.compile(r"(?:(?:\s|#[^\n]*)*+-?[0-9]++(?!\S)){3}")
"""Three numbers: the beginning of every text in this format, though also of many a board."""


def is_like_seed(content: str) -> bool:
    """Return whether a text consists of numbers; so may a board.

    >>> is_like_seed("2 1 0\\n1 1"), is_like_seed("? 1")
    (True, False)
    """
    words = _without_comments(content[:_LOOKED_AT]).split()[: _LOOKED_AT // 10]
    return len(words) >= 3 and all(map(_WORD.fullmatch, words))


def is_seed(content: str) -> bool:
    """Return whether a text is a header and as many cells as it says, in a row that no board has: with a -1 or a 10.

    >>> is_seed("2 1 1\\n-1 1"), is_seed("2 1 0\\n1 1")
    (True, False)
    """
    if not is_like_seed(content):
        return False
    content = _without_comments(content)
    words = content.split()
    size = [int(word) if len(word) <= MAX_DIGITS and word.isdecimal() else 0 for word in words[:2]]
    return len(words) == 3 + size[0] * size[1] and bool(_NO_ROW.search(content))


def _without_comments(content: str) -> str:
    return _COMMENT.sub("", content) if "#" in content else content  # every text is asked whether it is a seed


def parse_seed(text: str, source: str = "<text>") -> Board:
    """Return the board written as these numbers.

    >>> parse_seed("2 2 1  -1 1 1 1")
    Board(rows=('?1', '11'), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    content = _without_comments(checked.content)
    width, height, mines = _header(checked, content.split(maxsplit=3)[:3])
    words = content.split(maxsplit=3 + width * height)
    cells = words[3:]
    signs = "".join([_SIGNS.get(word, "") for word in cells[: width * height]])
    if len(signs) < min(len(cells), width * height):
        raise _not_a_cell(checked, words)
    if len(cells) > width * height:
        offset = _offsets(checked)[3 + width * height]
        raise checked.mistake(f"more cells than the {width * height} of {width}x{height}", offset=offset)
    if len(cells) < width * height:
        raise checked.mistake_at_end(f"{len(cells)} cells instead of the {width * height} of {width}x{height}")
    return Board(rows_of(signs, width), mines=mines)


def format_seed(board: Board) -> str:
    """Return the board as numbers, one line per row.

    >>> format_seed(Board(("?1", "11"), mines=1))
    '2 2 1\\n-1 1\\n1 1\\n'
    """
    board = ROOM.fit(board)
    rows = [" ".join([_NUMBERS[sign] for sign in row]) for row in board.rows]
    return "".join(f"{line}\n" for line in (f"{board.width} {board.height} {board.mines}", *rows))


def _header(text: Text, words: list[str]) -> tuple[int, int, int]:
    if len(words) < 3:
        raise text.mistake_at_end("seed begins with WIDTH HEIGHT MINES, three numbers")
    offsets = _offsets(text, 3)
    for word, offset in zip(words, offsets, strict=True):
        if not _NUMBER.fullmatch(word):
            raise text.mistake("not a number: seed begins with WIDTH HEIGHT MINES", offset=offset)
    width, height, mines = (text.number(word, offset=offset) for word, offset in zip(words, offsets, strict=True))
    if not 0 < width * height <= MAX_CELLS:
        raise text.mistake(f"a board has 1 to {MAX_CELLS:,} cells, not {width}x{height}", offset=offsets[0])
    return width, height, mines


def _offsets(text: Text, count: int | None = None) -> list[int]:
    """Return where the first `count` words begin."""
    # A comment is replaced by blanks of the same length, so that what follows keeps its position.
    content = _COMMENT.sub(lambda comment: " " * len(comment[0]), text.content)
    return [word.start() for word in islice(re.finditer(r"\S+", content), count)]


def _not_a_cell(text: Text, words: list[str]) -> BoardSyntaxError:
    number, word = next((number, word) for number, word in enumerate(words[3:], 3) if word not in _SIGNS)
    message = "a clue is 0 to 8, not 9" if word == "9" else "a cell is -1 (hidden) or its clue, 0 to 8"
    return text.mistake(message, offset=_offsets(text)[number])
