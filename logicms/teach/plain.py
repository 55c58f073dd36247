"""Exercises with plain answers: a number or a fraction, or one of several sentences.

A number is how many clauses, which odds, how many nodes. Of a choice, the lesson says what is wrong with each of the
other sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from logicms.errors import BoardSyntaxError
from logicms.teach.exercise import Fields, Judgement, Refused, Task, listed, quoted

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
class NumberTask(Task):
    """One number is right; `says` has what the lesson says of typical wrong ones."""

    value: Fraction
    says: Mapping[Fraction, str] = field(default_factory=dict, hash=False)

    @property
    def form(self) -> str:
        if self.value.denominator > 1:
            return "a fraction, such as 2/5 (0.4 and 40 % are accepted too)"
        return "a number"

    def _judge(self, answer: str) -> Judgement:
        value = parse_number(answer)
        if value is None:
            raise Refused("unreadable", f"{quoted(answer)} is not a number in figures. Type {self.form}.")
        if value == self.value:
            return Judgement.right(f"Right: {self.value}.")
        size = "large" if value > self.value else "small"
        kind, text = f"too {size}", f"{quoted(answer)} is too {size}."
        if self.value.denominator > 1:
            if abs(value - self.value) <= Fraction(1, 200):
                kind, text = "rounded", f"{quoted(answer)} is close, but the answer is exact: give the fraction."
            elif value / 100 == self.value:
                kind, text = "percent", f"{quoted(answer)} is more than 1; did you mean {answer} %?"
        if value in self.says and self.says[value] not in text:  # what the lesson says of it
            kind, text = "listed", self.says[value]
        raise Refused(kind, text)

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


# -- a choice

_CHOICE = re.compile(r"(?P<letter>[a-z])\)\s*(?P<text>.+)")


@dataclass(frozen=True, slots=True)
class ChoiceTask(Task):
    """The choices by their letters, the right letter, and what the lesson says of the others."""

    choices: Mapping[str, str] = field(hash=False)
    right: str
    says: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def form(self) -> str:
        return f"one letter: {listed(self.choices, 'or')}"

    def _judge(self, answer: str) -> Judgement:
        said = " ".join(answer.lower().split()).strip("()[].:!\"'` ")
        if not said:
            raise Refused("empty", self.empty)
        chosen = next((letter for letter, text in self.choices.items() if said in _ways_to_say(letter, text)), None)
        if chosen == self.right:
            return Judgement.right(f"Right: {self.choices[chosen]}")
        if chosen is not None:
            raise Refused("listed", self.says.get(chosen, "That is not it."))
        words = said.replace(",", " ").split()
        if len(words) > 1 and all(word in self.choices for word in words):
            raise Refused("several", f"Only one is right; type {self.form}.")
        if len(said) == 1:
            raise Refused("unknown", f"There is no choice {said}; type {self.form}.")
        raise Refused("unreadable", f"{quoted(answer)} is not a choice; type {self.form}.")

    def tip(self, level: int, so_far: str) -> str:
        wrong = [letter for letter in self.choices if letter != self.right]
        if level == 1:
            return f"It is not {wrong[-1]}."
        if level == 2:
            return f"It is {listed([self.right, wrong[0]], 'or')}."
        return f"It is {self.right}: {self.choices[self.right]}"


def _ways_to_say(letter: str, text: str) -> Iterator[str]:
    """Yield what a learner may type for a choice: its letter, its words, or both."""
    words = " ".join(text.lower().split()).strip("()[].:!\"'` ")
    yield from (letter, words, f"answer {letter}")
    yield from (f"{letter}{mark} {words}" for mark in ("", ")", ".", ":"))


def make_choice(fields: Fields) -> ChoiceTask:
    """Return the task of choosing among lines such as `a) It is safe.`; the answer is a letter."""
    choices: dict[str, str] = {}
    for line in fields.one("choices").splitlines():
        match = _CHOICE.fullmatch(line)
        if match is None or match["letter"] in choices:
            raise BoardSyntaxError(f"choices are lines such as `a) It is safe.`, not {line[:40]!r}", source="choices")
        choices[match["letter"]] = match["text"]
    right = fields.one("answer")
    if len(choices) < 2 or right not in choices or len(fields.texts["answer"]) > 1:
        raise BoardSyntaxError("the answer is the letter of one of two or more choices", source="answer")
    return ChoiceTask(choices, right, {answer: text for answer, text in fields.says.items() if answer in choices})
