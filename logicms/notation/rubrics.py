"""Rubrics: what a program's points are for, as text -> values. `grammar/rubric.lark` is the notation of one line.

A *measure* is a count of a match, such as `won` or `overlooked`; `grading.match` has them all, and gives the points.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from logicms.errors import BoardSyntaxError, nearest
from logicms.notation.texts import Text, parse

if TYPE_CHECKING:
    from lark import Token, Tree

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
