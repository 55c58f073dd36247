"""An answer written out as a text: in words, as a picture, as a file for another program."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.answers.answer import YES, Answer
from logicms.record import kept, shown


@dataclass(frozen=True, slots=True)
class TextAnswer(Answer):
    """An answer as a text, in the form that was asked for."""

    to: str = shown("The form.")
    text: str = shown("The text.")
    answer: Answer | None = kept(default=None)
    """What is written."""

    @property
    def exit_code(self) -> int:
        return YES if self.answer is None else self.answer.exit_code
