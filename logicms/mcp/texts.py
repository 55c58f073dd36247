"""Texts that a client may read: the notation, the lessons and the examples that travel with logicms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from logicms.notation.texts import shipped

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SCHEME = "logicms://"

_FOLDERS = {
    "grammar": ("grammar", (".md", ".lark"), "The notation of boards, hint files and proofs"),
    "lessons": ("examples/lessons", (".lesson",), "A lesson: what to read, and exercises"),
    "examples/boards": ("examples/boards", (".txt",), "An example of a board"),
    "examples/hints": ("examples/hints", (".hints",), "An example of a knowledge base"),
    "examples/rules": ("examples/rules", (".hints",), "An example of rules in first-order logic"),
}
"""By the folder of an installed logicms: where it is in a checkout, which files are meant, and what they are."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that a client may read."""

    uri: str
    name: str
    about: str
    file: Traversable

    @property
    def type(self) -> str:
        return "text/markdown" if self.name.endswith(".md") else "text/plain"

    def read(self) -> str:
        return self.file.read_text(encoding="utf-8")


@cache
def texts() -> dict[str, Text]:
    """Return every text by its address, in order.

    >>> texts()["logicms://grammar/board.lark"].name
    'board.lark'
    """
    return {text.uri: text for text in _texts()}


def _texts() -> Iterator[Text]:
    for installed, (checkout, endings, about) in _FOLDERS.items():
        folder = next(place for place in shipped(installed, checkout) if place.is_dir())
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(endings):
                yield Text(f"{SCHEME}{installed}/{file.name}", file.name, about, file)
