"""The formats `jsm` and `jsm-link`: a position as JSMinesweeper's text (a header WxHxM and rows) or link.

The code of a link is written in 62 digits: two for the width, two for the height, four for the mines, then runs of
cells. Each *kind* of cell owns some of the 62, and a run's length is written in those alone, so the digits themselves
show where a run ends. In a link clues can be *reduced*: each F and each I (a hidden cell that must be a mine) subtracts
one from the clues around it; O is a flag that subtracts nothing.
"""

from __future__ import annotations

import re
from itertools import groupby
from string import ascii_letters, digits

from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board, rows_of
from logicms.errors import BoardError
from logicms.notation.grids import Line, check_rows, parse_rows
from logicms.notation.losses import Room
from logicms.notation.texts import MAX_CELLS, Text

# -- text

_HEADER = re.compile(r"[ \t]*(?P<width>[0-9]+)x(?P<height>[0-9]+)x(?P<mines>[0-9]+)[ \t]*")
BEGIN = re.compile(r"\s*[0-9]+x[0-9]+x[0-9]+[ \t]*(?:\n|\Z)")
"""How a file begins: its header WxHxM, alone on its line."""
# M is a marked mine, ? a mine that went off: both are known.
_READS = {"H": HIDDEN, **dict(zip(CLUES, CLUES, strict=True)), "F": FLAG, "M": MINE, "?": MINE}
_WRITES = str.maketrans({HIDDEN: "H", MINE: "M"})

ROOM = Room("jsm", HIDDEN + CLUES + FLAG + MINE, "must")
LINK_ROOM = Room("jsm-link", HIDDEN + CLUES + FLAG, "must")


def parse_jsm(text: str, source: str = "<text>") -> Board:
    """Return the board of a header and its rows.

    >>> parse_jsm("3x1x1\\nH1F")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    lines: list[Line] = [(number, line) for number, line in enumerate(checked.lines, 1) if line.strip()]
    first, top = lines[0] if lines else (1, "")
    header = _HEADER.fullmatch(top)
    if not header:
        raise checked.mistake_in_line("jsm begins with WIDTHxHEIGHTxMINES, such as 30x16x99", first)
    start = checked.offset(first)
    width, height, mines = (
        checked.number(header[name], offset=start + header.start(name)) for name in ("width", "height", "mines")
    )
    check_rows(checked, lines[1:], width, height, stated_in=first)
    return Board(parse_rows(checked, lines[1:], _READS, "jsm"), mines=mines)


def format_jsm(board: Board) -> str:
    """Return the header and the rows.

    >>> format_jsm(Board(("?1F",), mines=1))
    '3x1x1\\nH1F\\n'
    """
    board = ROOM.fit(board)
    header = f"{board.width}x{board.height}x{board.mines}"
    return "".join(f"{line}\n" for line in (header, *(row.translate(_WRITES) for row in board.rows)))


# -- links

PAGE = "https://davidnhill.github.io/JSMinesweeper/?analysis="

_DIGITS = ascii_letters + digits
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
# How many of the 62 digits each kind of cell owns, in their order.
_SHARES = {"0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1}
_LINK = re.compile(r"[?&]analysis=(?P<code>[^&#\s]*)")
BEGIN_LINK = re.compile(r"\s*\S*?" + _LINK.pattern)
"""How a link begins: the first word is an address with ?analysis=."""
_SIGNS = str.maketrans({"I": HIDDEN, "H": HIDDEN, "O": FLAG})
_KINDS = str.maketrans({HIDDEN: "H", FLAG: "O"})


def _digits_by_kind() -> dict[str, str]:
    """Return the digits that each kind of cell owns."""
    start, owned = 0, {}
    for kind, share in _SHARES.items():
        owned[kind] = _DIGITS[start : start + share]
        start += share
    return owned


_OWNED = _digits_by_kind()
_OWNER = {digit: kind for kind, own in _OWNED.items() for digit in own}


def parse_link(text: str, source: str = "<text>") -> Board:
    """Return the board of a link, or of the bare code after its ?analysis=.

    >>> parse_link("?analysis=adabaaabSl9")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    code, start = _code(checked)
    width, height, mines = (_decode_number(part) for part in (code[:2], code[2:4], code[4:8]))
    if not 0 < width * height <= MAX_CELLS:
        raise checked.mistake(f"a board has 1 to {MAX_CELLS:,} cells, not {width}x{height}", offset=start)
    kinds = _without_reduction(_kinds(checked, code[8:], start + 8, width * height), width)
    if "9" in kinds:
        raise checked.mistake("the flags around a clue make it 9 or more", offset=start)
    return Board(rows_of(kinds.translate(_SIGNS), width), mines=mines)


def format_link(board: Board) -> str:
    """Return the link that opens the board in JSMinesweeper; clues are not reduced, every flag is an O.

    >>> format_link(Board(("?1F",), mines=1)).removeprefix(PAGE)
    'adabaaabSl9\\n'
    """
    board = LINK_ROOM.fit(board)
    assert board.mines is not None
    if max(board.width, board.height) >= 62**2:
        raise BoardError(f"jsm-link has room for {62**2 - 1:,} rows and columns, not for {board.width}x{board.height}")
    size = _encode_number(board.width, 2) + _encode_number(board.height, 2) + _encode_number(board.mines, 4)
    kinds = board.signs.translate(_KINDS)
    runs = "".join(_encode_run(kind, sum(1 for _ in cells)) for kind, cells in groupby(kinds))
    # JSMinesweeper takes a first run of one digit as empty; an empty run before it avoids that.
    guard = _OWNED["0"][0] if _SHARES[kinds[0]] == 1 else ""
    return f"{PAGE}{size}{guard}{runs}\n"


def _code(text: Text) -> tuple[str, int]:
    """Return the code and its offset."""
    link = _LINK.search(text.content)
    start = link.start("code") if link else len(text.content) - len(text.content.lstrip())
    code = link["code"] if link else text.content.strip()
    for offset, digit in enumerate(code, start):
        if digit not in _OWNER:
            raise text.mistake(f"not a digit of a link: {digit!r}", offset=offset)
    if len(code) < 8:
        raise text.mistake("a link begins with two digits of width, two of height and four of mines", offset=start)
    return code, start


def _decode_number(code: str) -> int:
    value = 0
    for digit in code:
        value = value * 62 + _VALUES[digit]
    return value


def _encode_number(number: int, length: int) -> str:
    code = ""
    for _ in range(length):
        number, digit = divmod(number, 62)
        code = _DIGITS[digit] + code
    return code


def _decode_run(kind: str, code: str) -> int:
    """Return the length of a run of cells of one kind, or MAX_CELLS + 1 for any that is longer."""
    own, length = _OWNED[kind], 0
    if len(own) == 1:
        return len(code)
    for digit in code:
        length = min(length * len(own) + own.index(digit), MAX_CELLS + 1)
    return length


def _encode_run(kind: str, length: int) -> str:
    own, code = _OWNED[kind], ""
    if len(own) == 1:
        return own * length
    while length:
        length, digit = divmod(length, len(own))
        code = own[digit] + code
    return code


def _kinds(text: Text, code: str, offset: int, cells: int) -> str:
    """Return the kind of every cell from the code of the runs."""
    kinds, number = [], 0
    for kind, group in groupby(code, key=_OWNER.__getitem__):
        run = "".join(group)
        number += (length := _decode_run(kind, run))
        if number > cells:
            raise text.mistake(f"the link has more than the {cells} cells of its size", offset=offset)
        kinds.append(kind * length)
        offset += len(run)
    if number < cells:
        raise text.mistake(f"the link has {number} cells instead of {cells}", offset=offset)
    return "".join(kinds)


def _without_reduction(kinds: str, width: int) -> str:
    """Return the kinds with every clue as it was before it was reduced, at most 9."""
    cells, height = list(kinds), len(kinds) // width
    for index, kind in enumerate(kinds):
        if kind in "FI":
            row, col = divmod(index, width)
            for r in range(max(0, row - 1), min(height, row + 2)):
                for i in range(r * width + max(0, col - 1), r * width + min(width, col + 2)):
                    if cells[i] in CLUES:
                        cells[i] = str(int(cells[i]) + 1)
    return "".join(cells)
