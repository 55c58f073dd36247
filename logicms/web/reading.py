"""Reading the boards and hint files of bodies, up to a size."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from logicms.board import Board, Flags
from logicms.errors import BoardSyntaxError, ImpossibleBoard
from logicms.notation.hint_files import HintFile, parse_hints, parse_rules
from logicms.notation.read import formats_that_read, read, recognise
from logicms.problem import Problem
from logicms.web import bodies
from logicms.web.problems import Refusal, problem_of

MOST_TRIED = 50_000
"""A text that is not recognised is tried in every format if it has at most this many characters."""


class Reader(NamedTuple):
    """Reads the boards and hint files of bodies, up to a size."""

    most_cells: int

    def board(self, text: str, format: str | None) -> tuple[Board, str]:
        """Return a board and the format that it was read in."""
        name = format or recognise(text)
        return self._board(text, name, is_chosen=format is not None), name

    def _board(self, text: str, name: str, is_chosen: bool) -> Board:
        try:
            board = read(text, name, source="board").board()
        except BoardSyntaxError as error:
            if is_chosen or len(text) > MOST_TRIED or isinstance(error, ImpossibleBoard):
                raise
            raise Refusal(replace(problem_of(error), formats=formats_that_read(text))) from None
        self.check_size(len(board.signs))
        return board

    def problem(self, text: str, format: str | None, flags: Flags, rules: str | None = None) -> Problem:
        """Return what a text is about: a board, perhaps under other rules, or a hint file, which may have no grid."""
        name = format or recognise(text)
        if rules is None and name == "hints":
            return self.hints(text, "board")
        board = self._board(text, name, is_chosen=format is not None)
        if rules is None:
            return Problem.of(board, flags=flags)
        return parse_rules(rules, "rules", board).over(board, flags=flags)

    def given(self, body: bodies.KnowledgeBody, flags: Flags, rules: str | None = None) -> Problem:
        """Return what a request is about: its board, or its hint file."""
        if body.board is not None:
            return self.problem(body.board, body.format, flags, rules)
        assert body.hints is not None  # one of the two is given
        return self.hints(body.hints, "hints") if rules is None else self.problem(body.hints, "hints", flags, rules)

    def knowledge(self, body: bodies.KnowledgeBody) -> Problem | None:
        """Return the knowledge base of a request: a hint file or a board, if there is one."""
        if body.hints is None and body.board is None:
            return None
        return self.given(body, body.flags, body.rules)

    def hints(self, text: str, source: str) -> Problem:
        """Return the problem that a hint file is."""
        return Problem.of(self.hint_file(text, source))

    def hint_file(self, text: str, source: str) -> HintFile:
        """Return a hint file."""
        file = parse_hints(text, source)
        width, height = file.size or (0, 0)
        self.check_size(width * height)
        return file

    def check_size(self, cells: int) -> None:
        """Refuse a board that has more cells than are taken here."""
        if cells > self.most_cells:
            raise Refusal.of("too-large", f"the board has {cells:,} cells; at most {self.most_cells:,} are taken here")
