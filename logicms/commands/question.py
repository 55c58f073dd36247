"""Question: what a command is asked, the same at every door. Here is what several questions have in common.

A *question* is a frozen record: from its fields follow the options of the command line (`cli.options`), the body of a
request and its description (`web.operations`), and the arguments of a tool. A rule between two fields is a check of the
record, in words that fit every door: `Misfit` names fields in braces, and each door writes them as its own.

A door with files gives the text of a file as `board`, and its name as `source`, which messages use.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar

from logicms.answers.answer import CommandAnswer, TextAnswer
from logicms.board import Flags
from logicms.errors import Misfit, in_backticks
from logicms.notation.facts import Table
from logicms.notation.read import DATALOG, DEFAULT, HINTS, Content, is_surely_datalog, read
from logicms.problem import Problem
from logicms.record import Bounds, Json, Record, encode, kept, shown
from logicms.render.written import MEDIA_TYPES, TEXT, media_type, written

_PICTURE = "title: one-two-one\n\n? ? ?\n1 2 1\n"


@dataclass(frozen=True, kw_only=True)
class Question(Record):
    """What a command is asked; a field that is not known is refused."""

    of_file: ClassVar[str | None] = None
    """The field that is the text of a file, where there are files."""
    usual: ClassVar[str] = DEFAULT
    """The format that such a file usually is in."""
    as_text: ClassVar[str | None] = None
    """The field that is the whole of a request's body, if that is a plain text."""
    other_types: ClassVar[tuple[str, ...]] = ()
    """The media types, besides JSON, in which the answer can be asked for; which one depends on `to`."""

    @classmethod
    def schema(cls, components: dict[str, Json]) -> Json:
        """Return the JSON Schema of what may be sent: a field with a default may be left out."""
        described: dict[str, Any] = super().schema(components)
        for each in fields(cls):
            if found := described["properties"].get(each.name):
                found["description"] = in_backticks(found["description"])
                if each.default is not MISSING:
                    found["default"] = encode(each.default)
        described["required"] = [
            each.name
            for each in fields(cls)
            if each.name in described["properties"] and each.default is MISSING and each.default_factory is MISSING
        ]
        return {**described, "additionalProperties": False}

    @cached_property
    def read(self) -> Any:
        """What that text describes, and the name of its format."""
        raise NotImplementedError

    @property
    def other_type(self) -> str | None:
        """The media type, besides JSON, that the answer can be asked for in."""
        return None

    def ask(self) -> CommandAnswer:
        """Return the answer."""
        raise NotImplementedError

    def written(self, answer: CommandAnswer, **look: Any) -> CommandAnswer:
        """Return the answer in the form that is asked for, if any; `look` is how a text is drawn."""
        return answer


@dataclass(frozen=True, kw_only=True)
class Timed(Question):
    """A question that may take long."""

    time_limit: Annotated[float, Bounds(above=0, most=1_000_000)] | None = shown(
        "Stop after this many seconds, and say so in the answer; at most those of `/v1/limits`.", default=None
    )


_JSON = (None, "json")
"""The forms that are the answer itself."""


@dataclass(frozen=True, kw_only=True)
class InForm(Question):
    """A question whose answer can be written as a text."""

    usual_form: ClassVar[str] = "text"
    """The form for people, who name none."""
    other_types: ClassVar[tuple[str, ...]] = (TEXT, MEDIA_TYPES["svg"], MEDIA_TYPES["html"])

    to: str | None = shown("The form to write the answer in, as a text.", default=None)

    @property
    def other_type(self) -> str | None:
        return None if self.to in _JSON else media_type(self.to)

    def written(self, answer: CommandAnswer, **look: Any) -> CommandAnswer:
        return answer if self.to in _JSON else TextAnswer(self.to, written(answer, self.to, **look), answer)


@dataclass(frozen=True, kw_only=True)
class OnText(Question):
    """A question about a board or a hint file."""

    of_file: ClassVar[str | None] = "board"
    as_text: ClassVar[str | None] = "board"

    board: str | None = shown(
        "A board as text, in logicms's own notation or, with `format`, in another. Give this or `hints`.",
        default=None,
        example=_PICTURE,
    )
    hints: str | None = shown(
        "A hint file or a Datalog file as text: a knowledge base. Give this or `board`.", default=None
    )
    format: str | None = shown("The format of the text, if it is not recognised.", default=None)
    source: str | None = kept(default=None)
    tables: tuple[Table, ...] = kept(default=())
    """Facts of closed predicates, in files of their own."""

    def __post_init__(self) -> None:
        if (self.hints is None) == (self.board is None):
            raise Misfit("give exactly one of {board} and {hints}: a board or a hint file")

    @cached_property
    def read(self) -> Content:
        """The board or the hint file, and the name of the format that it was read in."""
        if self.board is None:
            assert self.hints is not None  # one of the two is given
            name = self.format or (DATALOG if is_surely_datalog(self.hints) else HINTS)
            return read(self.hints, name, "hints")
        usual = self.usual if self.source else DEFAULT
        return read(self.board, self.format, self.source or "board", usual, self.tables)

    @cached_property
    def problem(self) -> Problem:
        """What the text is about."""
        return self.read.problem()


@dataclass(frozen=True, kw_only=True)
class OnProblem(OnText, Timed):
    """A question about a problem: a board, perhaps under other rules, or a hint file."""

    rules: str | None = shown("A hint file with rules that say what the clues of the board mean.", default=None)
    rules_source: str = kept(default="rules")

    @property
    def read_flags_as(self) -> Flags:
        return "fact"

    @cached_property
    def problem(self) -> Problem:
        rules = None if self.rules is None else (self.rules, self.rules_source)
        return self.read.problem(self.read_flags_as, rules)


@dataclass(frozen=True, kw_only=True)
class WithFlags(OnProblem):
    """A question to which it matters how flags are read."""

    flags: Flags = shown("fact: a flag F is a mine; claim, ignore: it is a hidden cell.", default="fact")

    @property
    def read_flags_as(self) -> Flags:
        return self.flags
