"""Questions about boards and texts as they are written: `show`, `graph` and `convert`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from logicms.answers.answer import Answer, TextAnswer
from logicms.answers.show import ConvertAnswer, GraphAnswer, ShowAnswer, graph, show
from logicms.commands.question import TEXT, OnText, WithFlags
from logicms.errors import BoardError
from logicms.record import Written, shown
from logicms.render.answer_text import show_text
from logicms.render.exports import convert, formats
from logicms.render.forms import MEDIA_TYPES


@dataclass(frozen=True, kw_only=True)
class Show(OnText):
    """Show a board with row and column names, or what a hint file states."""

    instances: bool = shown("Of a hint file: every instance of its rules, instead of the rules.", default=False)
    to: Literal["text", "svg"] | None = shown("Draw it, for people or as a picture.", default=None, example="text")

    @property
    def other_type(self) -> str:
        return TEXT if self.to == "text" else MEDIA_TYPES["svg"]

    def ask(self) -> ShowAnswer:
        return show(self.problem, instances=self.instances)

    def written(self, answer: Answer, **look: Any) -> Answer:
        assert isinstance(answer, ShowAnswer)
        if self.to is None:
            return answer
        if self.to == "text":
            return TextAnswer("text", f"{show_text(answer, **look)}\n", answer)
        if answer.board is None:
            raise BoardError("a hint file that says more than a board can is not drawn")
        from logicms.render.svg import board_svg

        return TextAnswer("svg", board_svg(answer.board), answer)


@dataclass(frozen=True, kw_only=True)
class Graph(WithFlags):
    """Draw the constraint graph of cells and clues.

    An edge joins a clue or a formula and a hidden cell (or another name that is not known) that it touches; cells that
    no chain of edges connects tell nothing about each other. The mine total is not in the graph, for it joins all
    cells: by it, a component tells the others how many mines it leaves them, and nothing else.
    """

    to: Literal["dot", "svg", "json"] | None = shown(
        "Draw it, as DOT or as a picture; or `json`.", default=None, example="dot", written=Written(default="dot")
    )

    @property
    def other_type(self) -> str | None:
        return None if self.to in (None, "json") else MEDIA_TYPES.get(self.to, TEXT)

    def ask(self) -> GraphAnswer:
        return graph(self.problem)

    def written(self, answer: Answer, **look: Any) -> Answer:
        assert isinstance(answer, GraphAnswer)
        if self.to in (None, "json"):
            return answer
        from logicms.render.graph import graph_dot, graph_svg

        if self.to == "dot":
            return TextAnswer("dot", graph_dot(answer.problem.graph), answer)
        board = answer.problem.board
        title = (board and board.title) or "The constraint graph"
        return TextAnswer("svg", graph_svg(answer.problem.graph, title), answer)


def _names() -> str:
    return ", ".join(each.name for each in formats().formats if each.writes)


@dataclass(frozen=True, kw_only=True)
class Convert(OnText):
    """Translate a board or a hint file from one format to another.

    A layout written in a format of positions has its safe cells opened and its mines hidden. A title is left out if
    the format has no room for it; any other loss is refused, unless {force} allows it.
    """

    to: str = shown(
        f"The format to write: {_names()}.",
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
