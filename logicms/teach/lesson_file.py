"""A file of a lesson: the board or hint file that its commands and exercises are about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.hints import Hint
from logicms.problem import Problem

if TYPE_CHECKING:
    from logicms.logic.knowledge import KnowledgeBase


@dataclass(frozen=True)  # without slots: what is made of it is kept
class LessonFile:
    """A board or a hint file, the name that a lesson calls it by, and its text.

    >>> file = LessonFile.of_board("row", Board(("??", "11")))
    >>> [str(hint) for hint in file.hints], file.names
    (['A2: 1 among A1 B1', 'B2: 1 among A1 B1'], ('A1', 'B1'))
    """

    name: str
    text: str
    problem: Problem
    is_board: bool = False

    @classmethod
    def of_board(cls, name: str, board: Board, text: str = "") -> LessonFile:
        """Return the file of a board; its flags are read as mines, as everywhere."""
        return cls(name, text, Problem.of(board), is_board=True)

    @property
    def board(self) -> Board | None:
        """The board as it was written; None for a hint file."""
        return self.problem.written if self.is_board else None

    @property
    def hints(self) -> tuple[Hint, ...]:
        return self.problem.all_hints

    @property
    def size(self) -> tuple[int, int] | None:
        """The size of the grid, if there is one."""
        return self.problem.size

    @cached_property
    def known(self) -> dict[str, bool]:
        """What is told of names: True for a mine; open cells are safe."""
        return {str(name): holds for name, holds in self.problem.facts.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that it tells of and nobody knows yet, in reading order: on a board its hidden cells."""
        return tuple(map(str, self.problem.undecided))

    @cached_property
    def knowledge(self) -> KnowledgeBase:
        """All that it tells, as a knowledge base, which nobody tells more."""
        from logicms.logic.knowledge import KnowledgeBase

        return KnowledgeBase(self.problem)
