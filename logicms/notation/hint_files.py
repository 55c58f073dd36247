"""Hint files: a knowledge base written by hand <-> HintFile, which becomes a `Problem`.

`grammar/hints.lark` is the notation, `grammar/README.md` its specification with examples. A file of names and formulas
needs no grid; clues (N at CELL) and the mine total need its `size`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, SIGNS, Board, Cell, cells_of, neighbours_of
from logicms.errors import BoardError, expect
from logicms.hints import TOTAL, Hint, Literal, Name, at_least, at_most, exactly
from logicms.notation.formulas import Size, first_token, formula_of, mistake_at, name_of, parse_tree, short_text
from logicms.notation.lookalikes import look_alikes
from logicms.notation.losses import Room
from logicms.notation.texts import MAX_CELLS, Text
from logicms.problem import Formula, Problem, Statement

if TYPE_CHECKING:
    from lark import Token, Tree


@dataclass(frozen=True, slots=True)
class Clue:
    """The line `N at CELL`: an open cell and its clue."""

    mines: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Known:
    """The line `safe NAMES` or `mine NAMES`."""

    names: tuple[Name, ...]
    mine: bool


Line = Clue | Hint | Known | Formula
"""One statement of a hint file; a Hint is a line such as `N among NAMES`."""


@dataclass(frozen=True, slots=True)
class HintFile:
    """A knowledge base written by hand: its lines in order, and the size of its grid and the mine total if it has them.

    >>> problem = parse_hints("size: 2x2\\n1 at A1\\nsafe B2\\nB1 -> ~A2").to_problem()
    >>> [str(hint) for hint in problem.hints], {str(name): holds for name, holds in problem.facts.items()}
    (['A1: 1 among B1 A2 B2'], {'A1': False, 'B2': False})
    >>> problem.formulas
    (Formula(text='B1 -> ~A2', expr=Implies(B1, ~A2)),)
    """

    lines: tuple[Line, ...] = ()
    size: Size | None = None
    mines: int | None = None
    """The number of mines in the grid; None if it is not known, and then it is not used."""

    def to_problem(self) -> Problem:
        """Return the problem that the file states: that of a board, if the file says no more than a board can."""
        return Problem(self.statements, board=self.to_board(), size=self.size)

    def to_board(self) -> Board | None:
        """Return the board that the file describes, or None if it says more than a board can.

        >>> parse_hints("size: 3x1\\n1 at B1\\nsafe C1").to_board()
        Board(rows=('?1-',), mines=None, title=None, first=None)
        >>> parse_hints("size: 2x1\\n1 among A1 B1").to_board() is None
        True
        """
        if self.size is None:
            return None
        signs: dict[Cell, str] = {}
        for line in self.lines:
            if isinstance(line, Clue) and line.mines < len(CLUES):
                new = [(line.cell, str(line.mines))]
            elif isinstance(line, Known) and all(isinstance(name, Cell) for name in line.names):
                new = [(name, MINE if line.mine else SAFE) for name in line.names if isinstance(name, Cell)]
            else:
                return None
            if any(signs.setdefault(cell, sign) != sign for cell, sign in new):
                return None  # an open cell may also be stated as safe; a clash is for the knowledge base
        width, height = self.size
        text = "".join(signs.get(cell, HIDDEN) for cell in cells_of(width, height))
        try:
            return Board(tuple(text[start : start + width] for start in range(0, len(text), width)), self.mines)
        except BoardError:
            return None

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Everything that the file states, in order, the mine total last. Facts may clash with each other."""
        return tuple(self._statements())

    def _statements(self) -> Iterator[Statement]:
        opened = {line.cell for line in self.lines if isinstance(line, Clue)}
        for line in self.lines:
            if isinstance(line, Clue):
                yield Literal(line.cell, False)
                among = tuple(cell for cell in self._around(line.cell) if cell not in opened)
                if among or line.mines:  # a 0 with no cells around it says nothing
                    yield exactly(line.mines, among, line.cell)
            elif isinstance(line, Known):
                yield from (Literal(name, line.mine) for name in line.names)
            else:
                yield line
        if self.mines is not None and self.size is not None:
            yield exactly(self.mines, (cell for cell in cells_of(*self.size) if cell not in opened), TOTAL)

    def _around(self, cell: Cell) -> Iterator[Cell]:
        if self.size is None:
            raise BoardError("a clue needs the size of its grid")
        cells = cells_of(*self.size)
        return (cells[index] for index in neighbours_of(*self.size)[cell.row * self.size[0] + cell.col])


def hint_file_of(board: Board) -> HintFile:
    """Return a board as a hint file: the same hints and facts, including that open cells are safe.

    Flags count as hidden cells here: use `Board.with_flags` first.

    >>> print(format_hints(hint_file_of(Board(("?1", "-*"), mines=1))), end="")
    size: 2x2
    mines: 1
    1 at B1
    safe A2
    mine B2
    """
    lines: list[Line] = []
    for cell, sign in zip(board.cells, board.signs, strict=True):
        if sign in CLUES:
            lines.append(Clue(int(sign), cell))
        elif sign in (MINE, SAFE):
            lines.append(Known((cell,), sign == MINE))
    return HintFile(tuple(lines), (board.width, board.height), board.mines)


# -- as one of the formats of boards

ROOM = Room("hints", SIGNS.replace(FLAG, ""), layouts="keep")


def parse_as_board(text: str, source: str = "<text>") -> Board:
    """Return the board that a hint file describes; refuse a file that says more than a board can.

    >>> parse_as_board("size: 2x1\\n1 at B1").rows
    ('?1',)
    """
    board = parse_hints(text, source).to_board()
    if board is None:
        raise BoardError("there is no board: the hint file says more than a board can")
    return board


def format_as_hints(board: Board) -> str:
    """Return a board as a hint file; a flag, a title and a first cell have no place in it.

    >>> format_as_hints(Board(("?1",), mines=1))
    'size: 2x1\\nmines: 1\\n1 at B1\\n'
    """
    return format_hints(hint_file_of(ROOM.fit(board)))


# -- text -> HintFile


def parse_hints(text: str, source: str = "<text>") -> HintFile:
    """Return the knowledge base written in `text`; `source` is the file name that errors mention.

    >>> parse_hints("1 among A1 b   # a comment").lines
    (Hint(low=1, high=1, among=(Cell(row=0, col=0), 'b'), because=None),)
    >>> parse_hints("safe A1\\n1 among A1 A1")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:2:12: A1 appears twice
    1 among A1 A1
               ^
    """
    checked = short_text(text, source)
    nodes = cast("list[Tree[Token]]", parse_tree(checked, "hints").children)
    size = _size(checked, nodes)
    read = _Reader(checked, size)
    lines = tuple(read.line(node) for node in nodes if node.data not in ("size", "mines"))
    _refuse_look_alikes(checked, lines)
    return HintFile(lines, size, _mines(checked, nodes, size, len(read.clues)))


def _refuse_look_alikes(text: Text, lines: tuple[Line, ...]) -> None:
    if text.content.isascii():
        return
    names: dict[str, None] = {}
    for line in lines:
        named = [line.cell] if isinstance(line, Clue) else line.among if isinstance(line, Hint) else line.names
        names |= dict.fromkeys(sorted(map(str, named)))
    if alike := look_alikes(names):
        statements = re.sub("#[^\n]*", lambda comment: " " * len(comment[0]), text.content)
        place = re.search(rf"(?<!\w){alike[0]}(?!\w)", statements)
        message = f"{alike[0][:40]!r} looks like {alike[1][:40]!r}, but has other letters: write both in one script"
        raise text.mistake(message, offset=place.start() if place else 0)


class _Reader:
    """Reads the lines of one text, one after the other, and remembers where the clues were."""

    def __init__(self, text: Text, size: Size | None) -> None:
        self.text = text
        self.size = size
        self.clues: dict[Cell, Token] = {}

    def line(self, node: Tree[Token]) -> Line:
        if node.data == "formula":
            return self.formula(node)
        first, *rest = _tokens(node)
        if node.data in ("safe", "mine"):
            return Known(self.names([first, *rest]), node.data == "mine")
        number = _number(first, self.text)
        if node.data == "clue":
            return self.clue(number, first, *rest)
        make = {"exactly": exactly, "at_least": at_least, "at_most": at_most}[str(node.data)]
        return make(number, self.names(rest))

    def names(self, tokens: list[Token]) -> tuple[Name, ...]:
        names: dict[Name, None] = {}
        for token in tokens:
            if (name := name_of(token, self.text, self.size)) in names:
                raise mistake_at(token, self.text, f"{name} appears twice")
            names[name] = None
        return tuple(names)

    def clue(self, mines: int, number: Token, cell: Token) -> Clue:
        name = name_of(cell, self.text, self.size)
        if not isinstance(name, Cell):
            raise mistake_at(cell, self.text, f"a clue is at a cell, such as B3, not at {name[:40]!r}")
        if self.size is None:
            raise mistake_at(
                cell, self.text, "a clue needs a grid: give its size in a line of its own, such as size: 9x9"
            )
        if mines > 8:
            raise mistake_at(number, self.text, f"a clue is 0 to 8, not {mines}")
        if name in self.clues:
            raise mistake_at(cell, self.text, f"{name} already has a clue, in line {self.clues[name].line}")
        self.clues[name] = cell
        return Clue(mines, name)

    def formula(self, node: Tree[Token]) -> Formula:
        expr = formula_of(node, self.text, self.size)
        return Formula(self.text.lines[(first_token(node).line or 1) - 1].partition("#")[0].strip(), expr)


def _tokens(node: Tree[Token]) -> list[Token]:
    return cast("list[Token]", node.children)


def _number(token: Token, text: Text) -> int:
    return text.number(token, offset=token.start_pos or 0)


def _only(text: Text, nodes: list[Tree[Token]], key: str) -> Token | None:
    """Return the value of a key that may appear once."""
    values = [_tokens(node)[0] for node in nodes if node.data == key]
    if len(values) > 1:
        raise mistake_at(values[1], text, f"the key `{key}` appears twice")
    return values[0] if values else None


def _size(text: Text, nodes: list[Tree[Token]]) -> Size | None:
    if (token := _only(text, nodes, "size")) is None:
        return None
    width, height = (text.number(number, offset=token.start_pos or 0) for number in token.split("x"))
    if not 0 < width * height <= MAX_CELLS:
        message = "has no cells" if width * height == 0 else f"is too large: more than {MAX_CELLS:,} cells"
        raise mistake_at(token, text, f"a grid of {width}x{height} {message}")
    return width, height


def _mines(text: Text, nodes: list[Tree[Token]], size: Size | None, number_open: int) -> int | None:
    if (token := _only(text, nodes, "mines")) is None:
        return None
    mines = _number(token, text)
    if size is None:
        raise mistake_at(
            token, text, "the mine total needs a grid: give its size in a line of its own, such as size: 9x9"
        )
    if mines > (room := size[0] * size[1] - number_open):
        raise mistake_at(token, text, f"mines: {mines} is more than the {room} cells that are not open")
    return mines


# -- HintFile -> text


def format_hints(file: HintFile) -> str:
    """Return the file's text; `parse_hints` reads it back as an equal file.

    A hint of the form "1 to 2 among …" becomes two lines, since no single line says that.

    >>> print(format_hints(parse_hints("mines:1\\nsize:2x1\\n  1 among A1   B1\\nsafe rain")), end="")
    size: 2x1
    mines: 1
    1 among A1 B1
    safe rain
    """
    expect(file, HintFile, "a hint file")
    keys = [] if file.size is None else ["size: {}x{}".format(*file.size)]
    if file.mines is not None:
        keys.append(f"mines: {file.mines}")
    return "".join(f"{line}\n" for line in [*keys, *(text for line in file.lines for text in _written(line))])


def _written(line: Line) -> Iterator[str]:
    if isinstance(line, Clue):
        yield f"{line.mines} at {line.cell}"
    elif isinstance(line, Known):
        yield f"{'mine' if line.mine else 'safe'} {' '.join(map(str, line.names))}"
    elif isinstance(line, Formula):
        yield line.text
    else:
        names = " ".join(map(str, line.among))
        yield from (f"{count} among {names}" for count in _counts(line))


def _counts(hint: Hint) -> Iterator[str]:
    if not hint.among:
        raise BoardError("a hint among no cells cannot be written in a hint file")
    if hint.is_exact:
        yield f"{hint.low}"
    elif hint.low == 0:
        yield f"at most {hint.high}"
    else:
        yield f"at least {hint.low}"
        if hint.high != max(hint.low, len(hint.among)):
            yield f"at most {hint.high}"
