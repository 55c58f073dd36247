"""A puzzle of a lesson: the board or hint file that its commands and exercises are about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.hints import Hint
from logicms.notation.hint_files import HintFile, hint_file_of

if TYPE_CHECKING:
    from logicms.logic.knowledge import KnowledgeBase


@dataclass(frozen=True)  # without slots: what is made of it is kept
class Puzzle:
    """A board, or a hint file (then `board` is None), and the text it was read from.

    >>> puzzle = Puzzle.of_board("row", Board(("??", "11")))
    >>> [str(hint) for hint in puzzle.hints], puzzle.names
    (['A2: 1 among A1 B1', 'B2: 1 among A1 B1'], ('A1', 'B1'))
    """

    name: str
    text: str
    file: HintFile
    board: Board | None = None

    @classmethod
    def of_board(cls, name: str, board: Board, text: str = "") -> Puzzle:
        """Return the puzzle that a board is; its flags are read as mines, as everywhere."""
        return cls(name, text, hint_file_of(board.with_flags("fact")), board)

    @property
    def hints(self) -> tuple[Hint, ...]:
        return self.file.hints

    @property
    def size(self) -> tuple[int, int] | None:
        """The size of the grid, if there is one."""
        return self.file.size

    @cached_property
    def known(self) -> dict[str, bool]:
        """What is told of names: True for a mine; open cells are safe."""
        return {str(fact.name): fact.mine for fact in self.file.facts}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that it tells of and nobody knows yet, in reading order: on a board its hidden cells."""
        from logicms.literal import AUXILIARY, name_order

        if self.board is not None:
            return tuple(map(str, sorted(self.board.with_flags("fact").hidden)))
        symbols = self.knowledge.symbols.names
        names = (name for name in symbols if name not in self.known and not name.startswith(AUXILIARY))
        return tuple(sorted(names, key=name_order))

    @cached_property
    def knowledge(self) -> KnowledgeBase:
        """All that it tells, as a knowledge base, which nobody tells more."""
        from logicms.logic.question import knowledge_base

        return knowledge_base(self.file.tellings)
