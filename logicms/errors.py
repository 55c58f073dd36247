"""Every deliberate error of logicms; any other exception is a bug.

::

    LogicmsError
    ├── BoardSyntaxError (ValueError)   an error in a text: line, column, caret, what was expected
    ├── BoardError       (ValueError)   values no board, hint or knowledge base can have
    │   ├── ImpossibleBoard             the same in a text, as a BoardSyntaxError too: the line and column
    │   ├── FieldsError                 values the fields of a JSON object cannot have: what is wrong with each
    │   ├── MissingFile                 there is no such file; a FileNotFoundError too
    │   ├── Misfit                      fields of a question that do not go together
    │   ├── NotFound                    a name of nothing that there is
    │   └── TooLarge                    more cells than are taken here
    ├── InconsistentKnowledge           statements contradict each other: the clash, the proof of the empty clause
    │   └── InconsistentBoard           the same for a board: the smallest set of clashing clues
    ├── LimitReached                    a limit was reached first: what was settled by then
    ├── RefusedProof                    the checker refused our own proof: a bug in logicms, nothing is proved
    ├── IllegalMove      (ValueError)   the game does not allow it: which cell and why
    └── MissingExtra     (ImportError)  an optional dependency is not installed: which `pip install` provides it
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import ENOENT
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # errors is the lowest layer: these serve annotations only
    from logicms.hints import Hint, Name
    from logicms.proofs.proof import Proof


class LogicmsError(Exception):
    """The root of every deliberate error. Two errors are equal if they say the same."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash((type(self), self.args))

    def _said(self) -> tuple[object, ...]:
        return (self.args, {name: value for name, value in vars(self).items() if not name.startswith("_")})

    def __reduce__(self) -> tuple[Any, ...]:  # Exception's own calls `__init__`, which takes other arguments
        return _remade, (type(self), self.args, vars(self))


def _remade(kind: type[LogicmsError], args: tuple[object, ...], said: Mapping[str, object]) -> LogicmsError:
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(said)
    return error


class BoardSyntaxError(LogicmsError, ValueError):
    """A text (a board, a hint file, a formula, another program's format) that cannot be read, and where.

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
        self.formats: tuple[str, ...] | None = None
        """Of a text that was not recognised: the formats in which it can be read, where somebody has tried."""

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
    return start, "".join(map(_printable, shown))


def _printable(character: str) -> str:
    """Return a character that takes one column, so that the caret stays under the mistake."""
    if character == "\t":
        return " "
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


class BoardError(LogicmsError, ValueError):
    """Values no board, hint or knowledge base can have."""


class ImpossibleBoard(BoardSyntaxError, BoardError):
    """Values no board can have, and where the text has them; the text itself can be read."""


class FieldsError(BoardError):
    """Values that the fields of a JSON object cannot have; `wrong` has each field with what is wrong with it.

    >>> raise FieldsError([("level", "at most 4, not 9"), ("state.stop", "is missing")])
    Traceback (most recent call last):
    logicms.errors.FieldsError: level: at most 4, not 9
    """

    def __init__(self, wrong: Sequence[tuple[str, str]]) -> None:
        self.wrong: tuple[tuple[str, str], ...] = tuple(wrong)
        field, message = self.wrong[0]
        super().__init__(f"{field}: {message}" if field else message)


class MissingFile(BoardError, FileNotFoundError):
    """There is no file of this name; it is a `FileNotFoundError` too.

    >>> raise MissingFile("board.txt")
    Traceback (most recent call last):
    logicms.errors.MissingFile: board.txt: No such file or directory
    """

    def __init__(self, filename: str) -> None:
        super().__init__(f"{filename}: No such file or directory")
        self.errno, self.filename = ENOENT, filename

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingFile, (self.filename,)


def in_backticks(text: str) -> str:
    """Return a text about fields, which it has in braces, as programs read it.

    >>> in_backticks("not with {no_guess}")
    'not with `no_guess`'
    """
    return re.sub(r"{(\w+)}", r"`\1`", text)


class Misfit(BoardError):
    """Fields of a question that do not go together: a template with the names of fields in braces.

    >>> print(Misfit("{to} drat needs a proof by resolution"))
    `to` drat needs a proof by resolution
    """

    def __str__(self) -> str:
        return in_backticks(self.args[0])


class TooLarge(BoardError):
    """A board with more cells than are taken here."""


class NotFound(BoardError):
    """There is nothing of this name."""


def unknown_word(word: object, words: Sequence[str], what: str) -> BoardError:
    """Return the error that a word is not one of `words`.

    >>> raise unknown_word("kind", ("safe", "zero", "none"), "a start rule")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a start rule: 'kind'; choose safe, zero or none
    """
    return BoardError(f"not {what}: {word!r}; choose {', '.join(words[:-1])} or {words[-1]}")


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the question whether one of these words was meant, as the end of a sentence; empty if none is close.

    >>> nearest("Mines", ["size", "mines"]), nearest("colour", ["size", "mines"])
    ('; did you mean mines?', '')
    """
    from difflib import get_close_matches

    by_small_letters = {each.lower(): each for each in words}
    near = get_close_matches(word.lower()[:100], by_small_letters, n=1)
    return f"; did you mean {by_small_letters[near[0]]}?" if near else ""


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return a number of things; every sentence with a number in it takes this.

    >>> counted(1, "mine"), counted(0, "mine"), counted(1234, "guess", "guesses")
    ('1 mine', '0 mines', '1,234 guesses')
    """
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raise an error that says what was expected unless the value is of this type.

    >>> expect("? 1", int, "a number of steps")
    Traceback (most recent call last):
    logicms.errors.BoardError: expected a number of steps, not str
    """
    if not isinstance(value, kind):
        raise BoardError(f"expected {what}, not {'None' if value is None else type(value).__name__}")


class InconsistentKnowledge(LogicmsError):
    """Statements contradict each other; `conflict` names those that clash, `hints` is a smallest set of clashing hints.

    The message is made where all text is made, in `render`.
    """

    def __init__(
        self,
        *,
        conflict: Sequence[Name] = (),
        hints: Sequence[Hint] = (),
        facts: Mapping[Name, bool] | None = None,
        flags: Sequence[Name] = (),
        proof: Proof | Callable[[], Proof | None] | None = None,
        remark: str = "",
    ) -> None:
        super().__init__()
        self.conflict: tuple[Name, ...] = tuple(conflict)
        self.hints: tuple[Hint, ...] = tuple(hints)
        self.facts: Mapping[Name, bool] = facts or {}
        self.flags: tuple[Name, ...] = tuple(flags)
        """The flags that are read as mines, and without which these hints do not clash."""
        self.remark = remark
        """Why the clash is not named, where it is not."""
        self._proof = proof

    @property
    def proof(self) -> Proof | None:
        """The proof of the empty clause; where it takes long, it is made on first use."""
        if callable(self._proof):
            self._proof = self._proof()
        return self._proof

    def __str__(self) -> str:
        from logicms.render.phrases import contradiction_text

        return contradiction_text(self)


class InconsistentBoard(InconsistentKnowledge):
    """Clues contradict each other; `conflict` is a smallest set of them (cells, and "mines" for the total)."""


class LimitReached(LogicmsError):
    """A limit was reached before the answer was known; `settled` is what was found by then."""

    def __init__(self, message: str, *, settled: Any = None) -> None:
        super().__init__(message)
        self.settled = settled


class RefusedProof(LogicmsError):
    """The independent checker refused a proof that logicms made: a bug in logicms, and nothing is proved."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(f"the checker refused our own proof{': ' if reason else ''}{reason}; please report this board")


class IllegalMove(LogicmsError, ValueError):
    """The game does not allow this move."""


class MissingExtra(LogicmsError, ImportError):
    """An optional dependency is not installed."""

    @classmethod
    def of(cls, what: str, extra: str) -> MissingExtra:
        """Return the error that says which extra to install."""
        return cls(f"{what} needs the extra `{extra}`: pip install 'logicms[{extra}]'")
