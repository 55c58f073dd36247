"""The format `tatham`: game IDs of Simon Tatham's Mines, such as 9x9:4,4,m00b7…; each is a layout with its first cell.

After the size and the first cell, a bitmap in hexadecimal digits has a bit for each cell, row by row, highest first.
`m` means that it is masked, so that no player sees a mine by accident; `u`, or nothing, that it is plain. The mask is
two rounds of exclusive or: the first half of the bytes with SHA-1 digests of the second half, then the other way round.
"""

from __future__ import annotations

import hashlib
import re

from logicms.board import MINE, SAFE, Board, Cell, rows_of
from logicms.errors import BoardSyntaxError
from logicms.notation.texts import MAX_CELLS, Text

_SAVED = "SAVEFILE:"
_SIZE = r"(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?(?:n[0-9]+)?a?"
_ID = re.compile(rf"\s*{_SIZE}:(?P<x>[0-9]+),(?P<y>[0-9]+),(?P<mask>[mu]?)(?P<bits>[0-9a-fA-F]+)\s*")
_NOT_DRAWN = re.compile(rf"\s*{_SIZE}(?:#|:r)")
BEGIN = re.compile(rf"\s*(?:{_SAVED}|[0-9]+x{_SIZE}[:#])")
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
