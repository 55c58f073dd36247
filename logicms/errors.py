"""Every deliberate error of logicms; a traceback of any other kind is a bug.

::

    LogicmsError
    ├── BoardSyntaxError (ValueError)   anything with a place in a text: line, column, caret, what was expected
    ├── BoardError       (ValueError)   values no board, hint or knowledge base can have
    ├── InconsistentKnowledge           what was told contradicts itself: the clash, the proof of the empty clause
    │   └── InconsistentBoard           the same of a board: the smallest set of clashing clues
    ├── LimitReached                    a limit was reached first: what was settled until then
    ├── IllegalMove      (ValueError)   the game does not allow it: which cell and why
    └── MissingExtra     (ImportError)  an optional dependency is not installed: which `pip install` brings it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # errors is the lowest room: a proof is only mentioned here
    from logicms.proofs.proof import Proof


class LogicmsError(Exception):
    """The root of every deliberate error."""


class BoardSyntaxError(LogicmsError, ValueError):
    """A text (a board, a hint file, a formula, another program's format) that cannot be read, and the place.

    >>> print(BoardSyntaxError("a clue is 0 to 8, not 9", line=2, column=3, source_line="1 9 1"))
    <text>:2:3: a clue is 0 to 8, not 9
    1 9 1
      ^
    """

    def __init__(
        self, message: str, *, line: int = 1, column: int = 1, source_line: str = "", source: str = "<text>"
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.source_line = source_line
        self.source = source

    def __str__(self) -> str:
        place = f"{self.source}:{self.line}:{self.column}: {self.message}"
        if not self.source_line:
            return place
        start, shown = _window(self.source_line, self.column)
        return f"{place}\n{shown}\n{' ' * (self.column - 1 - start)}^"


def _window(line: str, column: int, width: int = 100) -> tuple[int, str]:
    """Return where the shown part of a long line starts, and that part, safe to print on one line."""
    start = max(0, column - 1 - width // 2) if len(line) > width else 0
    shown = line[start : start + width]
    return start, "".join(map(_printed, shown))


def _printed(sign: str) -> str:
    """Return one column's worth of ink for a sign, so that the caret stays under its mistake."""
    if sign == "\t":
        return " "
    return sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}"


class BoardError(LogicmsError, ValueError):
    """Values no board, hint or knowledge base can have."""


def check_word(word: str, words: Sequence[str], what: str) -> None:
    """Refuse a word that is none of these.

    >>> check_word("kind", ("safe", "zero", "none"), "a start rule")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a start rule: 'kind'; there are safe, zero and none
    """
    if word not in words:
        raise BoardError(f"not {what}: {word!r}; there are {', '.join(words[:-1])} and {words[-1]}")


class InconsistentKnowledge(LogicmsError):
    """What was told contradicts itself; `conflict` names who clashes."""

    def __init__(
        self, message: str, *, conflict: Sequence[Any] = (), proof: Proof | Callable[[], Proof | None] | None = None
    ) -> None:
        super().__init__(message)
        self.conflict = tuple(conflict)
        self._proof = proof

    @property
    def proof(self) -> Proof | None:
        """The proof of the empty clause; where it takes long, it is made when it is first asked for."""
        if callable(self._proof):
            self._proof = self._proof()
        return self._proof


class InconsistentBoard(InconsistentKnowledge):
    """Clues contradict one another; `conflict` is a smallest set of them (cells, and "mines" for the total)."""


class LimitReached(LogicmsError):
    """A limit was reached before the answer; `settled` is what was found until then."""

    def __init__(self, message: str, *, settled: Any = None) -> None:
        super().__init__(message)
        self.settled = settled


class IllegalMove(LogicmsError, ValueError):
    """The game does not allow this move."""


class MissingExtra(LogicmsError, ImportError):
    """An optional dependency is not installed."""
