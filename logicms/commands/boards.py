"""Questions about boards and texts as they are written: `show`, `graph`, `convert`, and `formats`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from logicms.answers.show import ConvertAnswer, FormatsAnswer, GraphAnswer, ShowAnswer, graph, show
from logicms.commands.question import InForm, OnText, Question, WithFlags
from logicms.record import Written, shown
from logicms.render.exports import convert, formats
from logicms.render.written import MEDIA_TYPES, TEXT, media_type


@dataclass(frozen=True, kw_only=True)
class ShowQuestion(InForm, OnText):
    """Show a board with row and column names, or what a hint file states."""

    other_types: ClassVar[tuple[str, ...]] = (TEXT, MEDIA_TYPES["svg"])

    instances: bool = shown(
        "Of a hint file: every instance of its rules, instead of the rules; of rules for closed predicates, those that "
        "show what holds.",
        default=False,
    )
    to: Literal["text", "svg"] | None = shown("Draw it, for people or as a picture.", default=None, example="text")

    @property
    def other_type(self) -> str:
        return media_type(self.to or "svg")

    def ask(self) -> ShowAnswer:
        return show(self.problem, instances=self.instances)


@dataclass(frozen=True, kw_only=True)
class GraphQuestion(InForm, WithFlags):
    """Draw the constraint graph of cells and clues.

    An edge joins a clue or a formula and a hidden cell (or another name that is not known) that it touches; cells that
    no chain of edges connects tell nothing about each other. The mine total is not in the graph, for it joins all
    cells: by it, a component tells the others how many mines it leaves them, and nothing else.
    """

    usual_form: ClassVar[str] = "dot"
    other_types: ClassVar[tuple[str, ...]] = (TEXT, MEDIA_TYPES["svg"])

    to: Literal["dot", "svg", "json"] | None = shown(
        "Draw it, as DOT or as a picture; or `json`.", default=None, example="dot", written=Written(default="dot")
    )

    def ask(self) -> GraphAnswer:
        return graph(self.problem)


@dataclass(frozen=True, kw_only=True)
class ConvertQuestion(OnText):
    """Translate a board or a hint file from one format to another.

    A layout written in a format of positions has its safe cells opened and its mines hidden. A title is left out if
    the format has no room for it; any other loss is refused, unless {force} allows it.
    """

    other_types: ClassVar[tuple[str, ...]] = (TEXT,)

    to: str = shown(
        f"The format to write: {', '.join(each.name for each in formats().formats if each.writes)}.",
        example="emoji",
        written=Written(metavar="NAME", about="The format to write; see `logicms formats`."),
    )
    force: bool = shown("Leave out what the format has no room for; the answer says what.", default=False)

    @property
    def other_type(self) -> str:
        return TEXT

    def ask(self) -> ConvertAnswer:
        found, name = self.read
        return convert(found, name, self.to, force=self.force)


@dataclass(frozen=True, kw_only=True)
class FormatsQuestion(Question):
    """List the formats that boards are read from and written to."""

    def ask(self) -> FormatsAnswer:
        return formats()
