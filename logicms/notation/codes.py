"""Codes: boards of other programs in one word, a game ID or a link.

`tatham` are the game IDs of Simon Tatham's Mines, such as 9x9:4,4,m00b7…; each is a layout with its first cell. After
the size and the first cell, a bitmap in hexadecimal digits has a bit for each cell, row by row, highest first. `m`
means that it is masked, so that no player sees a mine by accident; `u`, or nothing, that it is plain. The mask is two
rounds of exclusive or: the first half of the bytes with SHA-1 digests of the second half, then the other way round.

`jsm-link` are JSMinesweeper's links, each with a position. Its code is written in 62 digits: two for the width, two for
the height, four for the mines, then runs of cells. Each *kind* of cell owns some of the 62, and a run's length is
written in those alone, so the digits themselves show where a run ends. In a link clues can be *reduced*: each F and
each I (a hidden cell that must be a mine) subtracts one from the clues around it; O is a flag that subtracts nothing.
"""

from __future__ import annotations

import re
from itertools import groupby
from string import ascii_letters, digits

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, rows_of
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.grids import Format, Room
from logicms.notation.texts import MAX_CELLS, Text

# -- tatham

_SAVED = "SAVEFILE:"
_SIZE = r"(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?(?:n[0-9]+)?a?"
_ID = re.compile(rf"\s*{_SIZE}:(?P<x>[0-9]+),(?P<y>[0-9]+),(?P<mask>[mu]?)(?P<bits>[0-9a-fA-F]+)\s*")
_NOT_DRAWN = re.compile(rf"\s*{_SIZE}(?:#|:r)")
_BEGIN_ID = re.compile(rf"\s*(?:{_SAVED}|[0-9]+x{_SIZE}[:#])")
"""How a game ID or a save file begins."""


def parse_tatham(text: str, source: str = "<text>") -> Board:
    """Return the layout of a game ID.

    >>> parse_tatham("3x3:2,2,u840")
    Board(rows=('*--', '--*', '---'), mines=2, title=None, first=Cell(row=2, col=2))
    """
    checked = Text(text, source)
    game_id = _ID.fullmatch(checked.content)
    if not game_id:
        raise _mistake(checked)
    width = checked.number(game_id["width"], offset=game_id.start("width"))
    height = checked.number(game_id["height"], offset=game_id.start("height")) if game_id["height"] else width
    if not 0 < width * height <= MAX_CELLS:
        raise checked.mistake(f"a board has 1 to {MAX_CELLS:,} cells", offset=game_id.start("width"))
    signs = _signs(checked, game_id, width * height)
    first = _first(checked, game_id, width, height)
    return Board(rows_of(signs, width), mines=signs.count(MINE), first=first)


def unmask(bitmap: bytes, bits: int) -> bytes:
    """Return the plain bitmap of a masked one; the bits after the first `bits` are zeros.

    >>> unmask(bytes.fromhex("07fa6500"), 28).hex()
    '12345670'
    """
    half = len(bitmap) // 2
    first, second = bitmap[:half], bitmap[half:]
    spare = len(bitmap) * 8 - bits
    second = _xor(second, first)
    second = (int.from_bytes(second) >> spare << spare).to_bytes(len(second))
    return _xor(first, second) + second


def _xor(target: bytes, key: bytes) -> bytes:
    """Return `target` combined with the stream of the SHA-1 digests of key + "0", key + "1" …"""
    import hashlib  # for these IDs alone

    seed, stream = hashlib.sha1(key, usedforsecurity=False), bytearray()
    while len(stream) < len(target):
        digest = seed.copy()  # the key is hashed once, not once per digest
        digest.update(b"%d" % (len(stream) // digest.digest_size))
        stream += digest.digest()
    return bytes(a ^ b for a, b in zip(target, stream, strict=False))


def _signs(text: Text, game_id: re.Match[str], cells: int) -> str:
    digits = game_id["bits"]
    if len(digits) != -(-cells // 4):
        message = f"{len(digits)} hexadecimal digits instead of the {-(-cells // 4)} of {cells} cells"
        raise text.mistake(message, offset=game_id.start("bits"))
    bitmap = bytes.fromhex(digits + "0" * (len(digits) % 2))
    plain = unmask(bitmap, cells) if game_id["mask"] == "m" else bitmap
    bits = "".join(f"{byte:08b}" for byte in plain)[:cells]
    return bits.replace("1", MINE).replace("0", SAFE)


def _first(text: Text, game_id: re.Match[str], width: int, height: int) -> Cell:
    col, row = (text.number(game_id[name], offset=game_id.start(name)) for name in "xy")
    if col >= width or row >= height:
        raise text.mistake(
            f"the first cell {col},{row} is not on a board of {width}x{height}", offset=game_id.start("x")
        )
    return Cell(row, col)


def _mistake(text: Text) -> BoardSyntaxError:
    start = len(text.content) - len(text.content.lstrip())
    if text.content.startswith(_SAVED, start):
        return text.mistake("a save file is a list of moves: paste the game ID (Game > Specific) instead", offset=start)
    if _NOT_DRAWN.match(text.content):
        return text.mistake("this ID has no layout yet, only a random seed: open a cell first", offset=start)
    return text.mistake("a game ID is WxH:X,Y, then m or u and hexadecimal digits", offset=start)


# -- jsm-link

_ROOM = Room("jsm-link", HIDDEN + CLUES + FLAG, "must")
PAGE = "https://davidnhill.github.io/JSMinesweeper/?analysis="

_DIGITS = ascii_letters + digits
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
# How many of the 62 digits each kind of cell owns, in their order.
_SHARES = {"0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1}
_LINK = re.compile(r"[?&]analysis=(?P<code>[^&#\s]*)")
_BEGIN_LINK = re.compile(r"\s*\S*?" + _LINK.pattern)
"""How a link begins: the first word is an address with ?analysis=."""
_OF_KINDS = str.maketrans({"I": HIDDEN, "H": HIDDEN, "O": FLAG})
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


def parse_jsm_link(text: str, source: str = "<text>") -> Board:
    """Return the board of a link, or of the bare code after its ?analysis=.

    >>> parse_jsm_link("?analysis=adabaaabSl9")
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
    return Board(rows_of(kinds.translate(_OF_KINDS), width), mines=mines)


def format_jsm_link(board: Board) -> str:
    """Return the link that opens the board in JSMinesweeper; clues are not reduced, every flag is an O.

    >>> format_jsm_link(Board(("?1F",), mines=1)).removeprefix(PAGE)
    'adabaaabSl9\\n'
    """
    board = _ROOM.fit(board)
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


# -- every format

CODES = (
    Format(
        name="tatham",
        summary="game IDs of Simon Tatham's Mines, 9x9:4,4,m00b7…",
        parse=parse_tatham,
        is_surely=_BEGIN_ID.match,
    ),
    Format(
        name="jsm-link",
        summary="JSMinesweeper's ?analysis= links",
        parse=parse_jsm_link,
        format=format_jsm_link,
        room=_ROOM,
        is_surely=_BEGIN_LINK.match,
    ),
)
