"""A choice: one of several sentences is right, and the lesson says what is wrong with each of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from logicms.errors import BoardSyntaxError
from logicms.teach.exercise import Fields, Judgement
from logicms.teach.feedback import listed, quoted

_CHOICE = re.compile(r"(?P<letter>[a-z])\)\s*(?P<text>.+)")


@dataclass(frozen=True, slots=True)
class ChoiceTask:
    """The choices by their letters, the right letter, and what the lesson says of the others."""

    choices: Mapping[str, str] = field(hash=False)
    right: str
    says: Mapping[str, str] = field(default_factory=dict, hash=False)
    takes_lines: bool = False

    @property
    def form(self) -> str:
        return f"one letter: {listed(self.choices, 'or')}"

    def judge(self, answer: str) -> Judgement:
        said = " ".join(answer.lower().split()).strip("()[].:!\"'` ")
        if not said:
            return Judgement("wrong", f"Type {self.form}.", "empty")
        chosen = next((letter for letter, text in self.choices.items() if said in _ways_to_say(letter, text)), None)
        if chosen == self.right:
            return Judgement("right", f"Right: {self.choices[chosen]}", "right")
        if chosen is not None:
            return Judgement("wrong", self.says.get(chosen, "That is not it."), "listed")
        words = said.replace(",", " ").split()
        if len(words) > 1 and all(word in self.choices for word in words):
            return Judgement("wrong", f"Only one is right; type {self.form}.", "several")
        if len(said) == 1:
            return Judgement("wrong", f"There is no choice {said}; type {self.form}.", "unknown")
        return Judgement("wrong", f"{quoted(answer)} is not a choice; type {self.form}.", "unreadable")

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
