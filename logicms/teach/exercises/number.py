"""A number or a fraction: how many clauses, which odds, how many nodes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from logicms.errors import BoardSyntaxError
from logicms.teach.exercise import Fields, Judgement
from logicms.teach.feedback import quoted

_NUMBER = re.compile(
    r"(?:it is\s+|\w*\s*=\s*)?"
    r"(?P<sign>[-+]?)\s*(?:(?P<top>[0-9]{1,15})(?:\s*(?:/|(?:out )?of|in)\s*(?P<bottom>[0-9]{1,15}))?|"
    r"(?P<whole>[0-9]{0,15})[.](?P<part>[0-9]{0,15}))"
    r"\s*(?:(?P<percent>%|per ?cent)|(?P<unit>[a-z][a-z ]*))?[.]?"
)
_THOUSANDS = re.compile(r"(?<![0-9,._])([1-9][0-9]{0,2})((?:[, _][0-9]{3})+)(?![0-9,_])")
_PARTS = re.compile(r"hal(?:f|ves)|thirds?|quarters?|\w+ths?|hundreds?|thousands?|millions?|dozens?|or|and|to")
"""Words that make another number of the one before them."""


def parse_number(text: str) -> Fraction | None:
    """Return the exact number that a text writes, such as 12, 2/5, 0.4, 40 % or 12 clauses; None if it writes none.

    >>> [
    ...     str(parse_number(text))
    ...     for text in ("12 clauses", "4 / 10", "0,4", "40 %", "1,000", "1/0", "2 fifths", "many")
    ... ]
    ['12', '2/5', '2/5', '2/5', '1000', 'None', 'None', 'None']
    """
    plain = _THOUSANDS.sub(lambda match: match[1] + re.sub("[, _]", "", match[2]), text.strip().lower())
    match = _NUMBER.fullmatch(plain.replace(",", "."))  # what is no thousand is a decimal comma
    if match is None or any(_PARTS.fullmatch(word) for word in (match["unit"] or "").split()):
        return None
    if match["top"] is None:
        digits = (match["whole"] or "") + (match["part"] or "")
        if not digits:
            return None
        value = Fraction(int(digits), 10 ** len(match["part"] or ""))
    elif match["bottom"] is not None and not int(match["bottom"]):
        return None
    else:
        value = Fraction(int(match["top"]), int(match["bottom"] or 1))
    value = -value if match["sign"] == "-" else value
    return value / 100 if match["percent"] else value


@dataclass(frozen=True, slots=True)
class NumberTask:
    """One number is right; `says` has what the lesson says of typical wrong ones."""

    value: Fraction
    says: Mapping[Fraction, str] = field(default_factory=dict, hash=False)
    takes_lines: bool = False

    @property
    def form(self) -> str:
        if self.value.denominator > 1:
            return "a fraction, such as 2/5 (0.4 and 40 % are accepted too)"
        return "a number"

    def judge(self, answer: str) -> Judgement:
        value = parse_number(answer)
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        if value is None:
            return Judgement("wrong", f"{quoted(answer)} is not a number in figures. Type {self.form}.", "unreadable")
        if value == self.value:
            return Judgement("right", f"Right: {self.value}.", "right")
        computed = self._judge_wrong(answer, value)
        if value in self.says and self.says[value] not in computed.text:
            return Judgement("wrong", self.says[value], "listed")
        return computed

    def _judge_wrong(self, answer: str, value: Fraction) -> Judgement:
        """Judge a wrong number by itself, without what the lesson says of it."""
        if abs(value - self.value) <= Fraction(1, 200) and self.value.denominator > 1:
            return Judgement(
                "wrong", f"{quoted(answer)} is close, but the answer is exact: give the fraction.", "rounded"
            )
        if self.value.denominator > 1 and value / 100 == self.value:
            text = f"{quoted(answer)} is more than 1; did you mean {answer.strip()} %?"
            return Judgement("wrong", text, "percent")
        size = "large" if value > self.value else "small"
        return Judgement("wrong", f"{quoted(answer)} is too {size}.", f"too {size}")

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            return f"The answer is {self.form}. Count on paper before you look further."
        if level == 2:
            if self.value.denominator > 1:
                return f"In lowest terms, its denominator is {self.value.denominator}."
            low, high = self.value.numerator * 3 // 4, self.value.numerator * 5 // 4 + 2
            return f"It is between {low} and {high}."
        return f"It is {self.value}."


def make_number(fields: Fields) -> NumberTask:
    """Return the task of a number; if the lesson lists several answers, they write the same number."""
    values = {parse_number(answer) for answer in fields.texts["answer"]}
    (value,) = values if len(values) == 1 else (None,)
    if value is None:
        raise BoardSyntaxError("the answer is one number, such as 12 or 2/5", source="answer")
    wrong = {number: text for answer, text in fields.says.items() if (number := parse_number(answer)) is not None}
    if value in wrong:
        raise BoardSyntaxError(f"{value} is both the answer and a mistake", source="mistake")
    return NumberTask(value, wrong)
