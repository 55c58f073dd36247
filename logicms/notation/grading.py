"""Grading: the lines between `logicms grade` and a program, and the rubric that says what its points are for.

`docs/reference/notation/programs.md` specifies the lines. A program is told of a game and of every cell that is opened,
and answers each turn with what it knows (`safe`, `mine`) and what ends the turn. Nothing a program writes is trusted: a
line that is not one of these is an error with a message, and cells off the board do not get past this module.

`grammar/rubric.lark` is the notation of one line of a rubric. A *measure* is a count of a match, such as `won` or
`overlooked`; `grading.match` has them all, and gives the points.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, cast, get_args

from logicms.board import CELL_NAME, Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, counted, nearest
from logicms.notation.texts import Text, parse

if TYPE_CHECKING:
    from lark import Token, Tree

# -- what a program answers

TurnEnd = Literal["open", "stop", "place", "none", "error", "unreadable"]
"""What ends a turn: `place` and `none` are for puzzles, the last two say that the program cannot go on."""
Claim = Literal["safe", "mine"]
"""What a program says that it knows."""

MOST_CHARACTERS = 65_536
"""The longest line that is read: all cells of the largest board that is graded."""
_TAKES_TEXT = ("error", "unreadable")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One line of an answer: its word, the cells after it, or the text of an error."""

    word: Claim | TurnEnd
    cells: tuple[Cell, ...] = ()
    text: str = ""

    @property
    def ends_turn(self) -> bool:
        return self.word in get_args(TurnEnd)


def parse_line(text: str, width: int, height: int) -> AnswerLine | None:
    """Return what a line of an answer says about a board of this size; None for a comment or a blank line.

    >>> parse_line("safe A1 b2", 3, 3)
    AnswerLine(word='safe', cells=(Cell(row=0, col=0), Cell(row=1, col=1)), text='')
    >>> parse_line("open D1", 3, 3)
    Traceback (most recent call last):
    logicms.errors.BoardError: D1 is not on a board of 3x3
    """
    if len(text) > MOST_CHARACTERS:
        raise BoardError(f"a line of more than {MOST_CHARACTERS:,} characters")
    word, _, rest = text.strip().partition(" ")
    if not word or word.startswith("#"):
        return None
    if word in _TAKES_TEXT:
        return AnswerLine(cast(TurnEnd, word), text=_CONTROL.sub(" ", rest).strip()[:500])
    if word not in (*get_args(Claim), *get_args(TurnEnd)):
        raise BoardError(f"not a line of an answer: {printable(text)!r}")
    cells = tuple([_cell(name, width, height) for name in rest.split()])
    if word == "open" and len(cells) != 1:
        raise BoardError(f"open takes one cell, not {counted(len(cells), 'cell')}")
    if word in ("stop", "none") and cells:
        raise BoardError(f"{word} takes no cell")
    return AnswerLine(cast(TurnEnd, word), cells)


def printable(text: str, most: int = 60) -> str:
    """Return the beginning of a text from outside on one line, without what could steer a terminal."""
    return _CONTROL.sub(" ", text).strip()[:most]


def _cell(name: str, width: int, height: int) -> Cell:
    if not CELL_NAME.fullmatch(name.upper()) or not name.isascii():
        raise BoardError(f"not a cell: {printable(name, 20)!r}; a cell is a column and a row, such as B3")
    cell = parse_cell(name)
    if cell.row >= height or cell.col >= width:
        raise BoardError(f"{cell} is not on a board of {width}x{height}")
    return cell


# -- what the referee writes


def format_game(number: int, width: int, height: int, mines: int | None) -> str:
    """Return the line that begins a game.

    >>> format_game(1, 8, 8, None), format_game(2, 9, 9, 10)
    ('game 1 8 8 ?', 'game 2 9 9 10')
    """
    return f"game {number} {width} {height} {'?' if mines is None else mines}"


def format_open(cell: Cell, clue: str) -> str:
    """Return the line that tells what an open cell shows."""
    return f"open {cell} {clue}"


TURN = "turn"
"""The line after which the program answers."""


def format_over(outcome: str, mines: Iterable[Cell]) -> str:
    """Return the line that ends a game, with its mines.

    >>> format_over("lost", [Cell(0, 1), Cell(2, 0)])
    'over lost B1 A3'
    """
    return " ".join(["over", outcome, *map(str, mines)])


# -- rubrics

MOST_LINES = 100
"""A rubric has no more lines than this."""
_FORMS = "40 if wrong = 0, 20 if won >= 50 % and failed = 0, or 30 less 2 per overlooked"
_NOT_USED = {
    "==": "; write =",
    "!=": "; write < or >",
    "or": ": a line may have several conditions, joined by and",
}
_SECONDS = ("seconds", "slowest")
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A measure and what it is compared with."""

    measure: str
    compare: str
    number: Fraction
    percent: bool = False
    """Whether the measure is taken in percent of the games."""

    def holds(self, measures: Mapping[str, float]) -> bool:
        return _COMPARE[self.compare](self._value(measures), self.number)

    def counted(self, measures: Mapping[str, float]) -> str:
        """Return what there is of the measure, as one writes it."""
        return f"{self.measure} = {number_text(self._value(measures))}{' %' if self.percent else ''}"

    def _value(self, measures: Mapping[str, float]) -> Fraction:
        value = _value(measures, self.measure)
        return value * 100 / Fraction(max(1, measures["games"])) if self.percent else value

    def __str__(self) -> str:
        return f"{self.measure} {self.compare} {number_text(self.number)}{' %' if self.percent else ''}"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of a rubric: points, what is lost of them per unit of a measure, and the conditions for having any."""

    name: str
    points: Fraction
    conditions: tuple[Condition, ...] = ()
    lost: Fraction = Fraction(0)
    per: str = ""
    """The measure whose every unit loses points; empty if nothing does."""

    def earned(self, measures: Mapping[str, float]) -> Fraction:
        """Return the points that these measures earn.

        >>> criterion = parse_rubric("30 less 2 per overlooked if wrong = 0", ["overlooked", "wrong"])[0]
        >>> [int(criterion.earned({"overlooked": number, "wrong": 0})) for number in (0, 4, 100)]
        [30, 22, 0]
        >>> int(criterion.earned({"overlooked": 0, "wrong": 1}))
        0
        """
        if not all(condition.holds(measures) for condition in self.conditions):
            return Fraction(0)
        lost = self.lost * _value(measures, self.per) if self.per else Fraction(0)
        return max(Fraction(0), self.points - lost)

    def lost_for(self, measures: Mapping[str, float]) -> str:
        """Return what costs points of this line: the conditions that do not hold, or the measure of the loss.

        >>> criterion = parse_rubric("30 less 2 per overlooked if failed <= 10 %", ["overlooked", "failed"])[0]
        >>> [criterion.lost_for({"overlooked": 4, "failed": number, "games": 20}) for number in (2, 3)]
        ['overlooked = 4', 'failed = 15 %']
        """
        unmet = [each.counted(measures) for each in self.conditions if not each.holds(measures)]
        if not unmet and self.per and measures[self.per]:
            unmet = [f"{self.per} = {number_text(_value(measures, self.per))}"]
        return ", ".join(unmet)

    def __str__(self) -> str:
        """Return the line as one would write it, without its name."""
        loss = f" less {number_text(self.lost)} per {self.per}" if self.per else ""
        conditions = f" if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{number_text(self.points)}{loss}{conditions}"


def _value(measures: Mapping[str, float], name: str) -> Fraction:
    return Fraction(measures[name]).limit_denominator(1_000_000)


Rubric = tuple[Criterion, ...]
"""All lines of a rubric."""


def number_text(number: Fraction) -> str:
    """Return a number of points as one writes it.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(40))
    ('2.5', '40')
    """
    return f"{float(number):.3f}".rstrip("0").rstrip(".")


def parse_rubric(text: str, measures: Collection[str], source: str = "<text>") -> Rubric:
    """Return the lines of a rubric, whose measures are among these.

    >>> [str(each) for each in parse_rubric("sound: 40 if wrong = 0\\n20 if won >= 50 %", ["wrong", "won"])]
    ['40 if wrong = 0', '20 if won >= 50 %']
    >>> parse_rubric("40 if wong = 0", ["wrong", "won"])
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:1:7: no measure wong; did you mean wrong?
    40 if wong = 0
          ^
    """
    checked = Text(text, source)
    lines: list[Criterion] = []
    for number, line in enumerate(checked.lines, 1):
        content = line.partition("#")[0]
        if content.strip():
            if len(lines) == MOST_LINES:
                raise checked.mistake_in_line(f"a rubric has at most {MOST_LINES} lines", number)
            lines.append(_criterion(checked, content, number, measures))
    if not lines:
        raise checked.mistake_at_end(f"a rubric has at least one line, such as {_FORMS}")
    return tuple(lines)


def format_rubric(rubric: Rubric) -> str:
    """Return the text of a rubric; `parse_rubric` reads it back as an equal one."""
    return "".join(f"{each}\n" if each.name == str(each) else f"{each.name}: {each}\n" for each in rubric)


def _criterion(text: Text, line: str, number: int, measures: Collection[str]) -> Criterion:
    tree = _tree(text, line, number)
    for token in tree.scan_values(lambda value: getattr(value, "type", "") == "MEASURE"):
        if token not in measures:
            remedy = nearest(token, measures) or f"; choose {', '.join(measures)}"
            raise text.mistake_in_line(f"no measure {token}{remedy}", number, token.column or 1)
    for condition in tree.find_data("condition"):
        if condition.children[0] in _SECONDS and len(condition.children) == 4:
            column = cast("Token", condition.children[3]).column or 1
            raise text.mistake_in_line("seconds are not counted in games: leave out the %", number, column)
    tokens = [str(child) for child in tree.children if not hasattr(child, "data")]
    parts = cast("list[Tree[Token]]", [child for child in tree.children if hasattr(child, "data")])
    made = Criterion("", Fraction(tokens[-1]), tuple(_condition(each) for each in parts if each.data == "condition"))
    if parts[0].data == "loss":
        lost, per = map(str, parts[0].children)
        made = replace(made, lost=Fraction(lost), per=per)
    return replace(made, name=tokens[0].strip() if len(tokens) > 1 else str(made))


def _condition(tree: Tree[Token]) -> Condition:
    measure, compare, number, *percent = map(str, tree.children)
    return Condition(measure, compare, Fraction(number), bool(percent))


def _tree(text: Text, line: str, number: int) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    mistake: BoardSyntaxError
    try:
        return parse("rubric.lark", "line", line)
    except UnexpectedInput as error:
        if strange := re.search(r"==|!=|\bor\b(?![^:]*:)", line):
            message = f"{strange[0]!r} is not used here{_NOT_USED[strange[0]]}"
            raise text.mistake_in_line(message, number, strange.start() + 1) from None
        is_end = getattr(getattr(error, "token", None), "type", "") == "$END"
        column = len(line.rstrip()) + 1 if is_end or not 0 < error.column <= len(line) else error.column
        mistake = text.mistake_in_line(f"a line of a rubric is like {_FORMS}", number, column)
    raise mistake
