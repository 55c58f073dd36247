"""Programs: what other programs write that is more than a grid, files with a header and boards in one word.

`seed` is WIDTH HEIGHT MINES, then the cells, in any lines. `ms-board` are the `.board` files of ms-toollib,
MINESWEEPER-BOARD v0.1.

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
from dataclasses import dataclass
from itertools import groupby, islice
from string import ascii_letters, digits

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, rows_of
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.boards import Said, first_cell
from logicms.notation.grids import Format, NumberedLine, Room, check_rows, open_layout, parse_rows
from logicms.notation.texts import MAX_CELLS, MAX_DIGITS, Text

# -- seed: WIDTH HEIGHT MINES, then every cell row by row, -1 for hidden ones; line breaks do not matter

# Comments are skipped, as in a board.
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+")
_NUMBERED = {"-1": HIDDEN} | {clue: clue for clue in CLUES}
_NUMBERS = {sign: number for number, sign in _NUMBERED.items()}

_LOOKED_AT = 10_000
"""This many characters tell whether a text consists of numbers."""
# Words of several characters in a row with blanks.
_NO_ROW = re.compile(r"[0-9][ \t]+-?[0-9]{2}|[0-9][ \t]+-[0-9]|-[0-9][ \t]+[-0-9]|[0-9]{2}[ \t]+[-0-9]")

_SEED_ROOM = Room("seed", "".join(_NUMBERS), "must")

_WORD = re.compile(r"-?[0-9]+")
_THREE_NUMBERS = re.compile(r"(?:(?:\s|#[^\n]*)*+-?[0-9]++(?!\S)){3}")
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
    width, height, mines = _seed_header(checked, content.split(maxsplit=3)[:3])
    words = content.split(maxsplit=3 + width * height)
    cells = words[3:]
    signs = "".join([_NUMBERED.get(word, "") for word in cells[: width * height]])
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
    board = _SEED_ROOM.fit(board)
    rows = [" ".join([_NUMBERS[sign] for sign in row]) for row in board.rows]
    return "".join(f"{line}\n" for line in (f"{board.width} {board.height} {board.mines}", *rows))


def _seed_header(text: Text, words: list[str]) -> tuple[int, int, int]:
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
    number, word = next((number, word) for number, word in enumerate(words[3:], 3) if word not in _NUMBERED)
    message = "a clue is 0 to 8, not 9" if word == "9" else "a cell is -1 (hidden) or its clue, 0 to 8"
    return text.mistake(message, offset=_offsets(text)[number])


# -- ms-board: MINESWEEPER-BOARD v0.1, the `.board` files of ms-toollib
#
# A header, `key: value` lines, then the sections [view] (what the player sees) and [real] (the layout), one or both. A
# Board is what a player sees, so the view is read if there is one. Programs ignore keys they do not know, so the first
# cell is written in a key of our own, `first`; a title is written as `comment`.

_MAGIC = "# MINESWEEPER-BOARD"
_VERSION = f"{_MAGIC} v0.1"

_CLUES = dict(zip(CLUES, CLUES, strict=True))
# At the end of a game @ is a mine, X the mine that went off, and # a wrong flag: a safe cell.
_SECTIONS = {
    "view": {"U": HIDDEN, **_CLUES, "F": FLAG, "@": MINE, "?": HIDDEN, "X": MINE, "#": SAFE},
    "real": {**_CLUES, "*": MINE},
}
_IN_VIEW = str.maketrans({HIDDEN: "U", MINE: "@"})

_MS_BOARD_ROOM = Room("ms-board", HIDDEN + CLUES + FLAG + MINE, "must", ("title", "first"), layouts="keep")
_RENDER = re.compile(r"#\s*Render:\s*(\S*)\s*")
_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_ENTRY = re.compile(r"\s*(?P<key>[^:\s]+)\s*:\s*(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class _File:
    """The keys of a file, and the number of the line where each section begins."""

    text: Text
    keys: dict[str, Said]
    sections: dict[str, int]

    def number(self, key: str) -> int:
        if key not in self.keys:
            raise self.text.mistake_in_line(f"the key `{key}` is missing", 1)
        said = self.keys[key]
        if not _NUMBER.fullmatch(said.text):
            raise self.text.mistake(f"{key} is a number", offset=said.offset)
        return self.text.number(said.text, offset=said.offset)

    def rows(self, section: str, width: int) -> list[NumberedLine]:
        """Return the lines of a section; a comment in it is a line with # that cannot be a row."""
        signs, rows = _SECTIONS[section], []
        for number, line in enumerate(self.text.lines[self.sections[section] :], self.sections[section] + 1):
            if _SECTION.fullmatch(line):
                break
            is_row = len(line.strip()) == width and set(line.strip()) <= set(signs)
            if line.strip() and (is_row or not line.lstrip().startswith("#")):
                rows.append((number, line))
        return rows


def parse_ms_board(text: str, source: str = "<text>") -> Board:
    """Return the view, or the layout if the file has no view.

    >>> parse_ms_board('''# MINESWEEPER-BOARD v0.1
    ... # Render: ascii
    ... rows: 1
    ... columns: 3
    ... mines: 1
    ... [view]
    ... U1F''')
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    file = _file(Text(text, source))
    width, height, mines = (file.number(key) for key in ("columns", "rows", "mines"))
    boards = {}
    for section in file.sections:
        lines = file.rows(section, width)
        check_rows(file.text, lines, width, height, stated_at=file.keys["rows"].offset)
        boards[section] = parse_rows(file.text, lines, _SECTIONS[section], "ms-board")
    if not boards:
        raise file.text.mistake_at_end("no grid: a file has a section [view] or [real]")
    rows = boards["view"] if "view" in boards else boards["real"]
    first = first_cell(file.text, file.keys["first"]) if "first" in file.keys else None
    return Board(rows, mines=mines, title=_comment(file), first=first)


def format_ms_board(board: Board) -> str:
    """Return the file: a layout as [real], anything else as [view].

    >>> print(format_ms_board(Board(("?1F",), mines=1)).partition("rows")[2], end="")
    : 1
    columns: 3
    mines: 1
    game_mode: classic
    <BLANKLINE>
    [view]
    U1F
    """
    if board.is_layout:
        shown, section, table = open_layout(board), "real", str.maketrans({HIDDEN: "*"})
    else:
        shown = _MS_BOARD_ROOM.fit(board)
        section, table = "view", _IN_VIEW
    entries = {
        "comment": board.title,
        "first": board.first,
        "rows": board.height,
        "columns": board.width,
        "mines": shown.mines,
        "game_mode": "classic",
    }
    keys = [f"{key}: {value}" for key, value in entries.items() if value is not None]
    rows = [row.translate(table) for row in shown.rows]
    return "\n".join([_VERSION, "# Render: ascii", "", *keys, "", f"[{section}]", *rows, ""])


def _file(text: Text) -> _File:
    start = next((number for number, line in enumerate(text.lines, 1) if line.strip()), 1)
    if text.lines[start - 1].strip() != _VERSION:
        raise text.mistake_in_line(f"ms-board begins with {_VERSION}", start)
    file = _File(text, {}, {})
    for number, line in enumerate(text.lines[start:], start + 1):
        if section := _SECTION.fullmatch(line):
            _add_section(file, section[1], number)
        elif not file.sections:
            _add_entry(file, line, number)
    return file


def _add_section(file: _File, name: str, number: int) -> None:
    if name not in _SECTIONS:
        raise file.text.mistake_in_line(f"unknown section {name!r}; the sections are view and real", number)
    if name in file.sections:
        raise file.text.mistake_in_line(f"the section [{name}] appears twice", number)
    file.sections[name] = number


def _add_entry(file: _File, line: str, number: int) -> None:
    if render := _RENDER.fullmatch(line):
        if render[1] != "ascii":
            raise file.text.mistake_in_line("only Render: ascii is read", number, render.start(1) + 1)
    elif line.strip() and not line.lstrip().startswith("#"):
        if not (entry := _ENTRY.fullmatch(line)):
            raise file.text.mistake_in_line("expected key: value, or a section such as [view]", number)
        if entry["key"] in file.keys:
            raise file.text.mistake_in_line(f"the key `{entry['key']}` appears twice", number)
        file.keys[entry["key"]] = Said(entry["value"].rstrip(), file.text.offset(number) + entry.start("value"))


def _comment(file: _File) -> str | None:
    """Return the comment if it is a valid title; like other keys, what a Board cannot hold is ignored."""
    comment = file.keys.get("comment")
    try:
        return Board((HIDDEN,), title=comment.text).title if comment else None
    except BoardError:
        return None


# -- tatham

_SAVED = "SAVEFILE:"
_TATHAM_SIZE = r"(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?(?:n[0-9]+)?a?"
_GAME_ID = re.compile(rf"\s*{_TATHAM_SIZE}:(?P<x>[0-9]+),(?P<y>[0-9]+),(?P<mask>[mu]?)(?P<bits>[0-9a-fA-F]+)\s*")
_NOT_DRAWN = re.compile(rf"\s*{_TATHAM_SIZE}(?:#|:r)")
_BEGIN_ID = re.compile(rf"\s*(?:{_SAVED}|[0-9]+x{_TATHAM_SIZE}[:#])")
"""How a game ID or a save file begins."""


def parse_tatham(text: str, source: str = "<text>") -> Board:
    """Return the layout of a game ID.

    >>> parse_tatham("3x3:2,2,u840")
    Board(rows=('*--', '--*', '---'), mines=2, title=None, first=Cell(row=2, col=2))
    """
    checked = Text(text, source)
    game_id = _GAME_ID.fullmatch(checked.content)
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

_JSM_LINK_ROOM = Room("jsm-link", HIDDEN + CLUES + FLAG, "must")
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
    board = _JSM_LINK_ROOM.fit(board)
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

OF_PROGRAMS = (
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
        room=_JSM_LINK_ROOM,
        is_surely=_BEGIN_LINK.match,
    ),
    Format(
        name="seed",
        summary="WIDTH HEIGHT MINES, then every cell, -1 for hidden",
        parse=parse_seed,
        format=format_seed,
        room=_SEED_ROOM,
        sign=_THREE_NUMBERS.match,
        is_surely=is_seed,
        is_like=is_like_seed,
        ending=".seed",
    ),
    Format(
        name="ms-board",
        summary="MINESWEEPER-BOARD v0.1",
        parse=parse_ms_board,
        format=format_ms_board,
        room=_MS_BOARD_ROOM,
        is_surely=re.compile(rf"\s*{re.escape(_MAGIC)}").match,
    ),
)
