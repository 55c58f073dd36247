"""`play --me`: a person plays, line by line. Nothing is redrawn, so that a screen reader can read every answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from logicms.answers.answer import NO, YES
from logicms.answers.play import tip
from logicms.board import FLAG, Cell, parse_cell
from logicms.cli.command import Options
from logicms.cli.streams import print_text
from logicms.commands.play import review_of, why
from logicms.errors import BoardError, LogicmsError
from logicms.render.explanation_text import explanation_words
from logicms.render.games import (
    HELP,
    begin_text,
    end_text,
    flagged_text,
    look_text,
    opened_text,
    row_text,
    tip_text,
)
from logicms.render.text import board_text

if TYPE_CHECKING:
    from logicms.game import Game

WORDS = ("open", "flag", "chord", "look", "board", "tip", "why", "undo", "quit", "help")
MOST_LINE = 200
"""A line that is longer is no move."""


class GameTalk:
    """A game and the person who plays it."""

    def __init__(self, game: Game, options: Options, *, show: bool) -> None:
        self.games = [game]
        """The game after each move, for undo."""
        self.options, self.show = options, show
        self.level = 0
        """How much of the next step the last tip showed."""
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def is_won(self) -> bool:
        outcome = self.game.outcome
        return outcome is not None and outcome.value == "won"

    def run(self) -> int:
        """Play until the game is won or the person leaves; return the exit code."""
        if self.is_terminal:
            with suppress(ImportError):  # Windows has none
                import readline  # noqa: F401  with it, the arrow keys edit a line
        self._say(begin_text(self.game))
        if self.show:
            self._board()
        while not self.is_won and (line := self._read()) is not None:
            words = line.split()
            if words and self._word(words[0]) == "quit":
                break
            if words:
                self._answer(words)
        self._say(self._review())
        return YES if self.is_won else NO

    def _answer(self, words: list[str]) -> None:
        """Do what a line says, or say what is wrong with it."""
        verb, rest = self._word(words[0]), words[1:]
        if verb is None and len(words) == 1 and words[0][-1].isdigit():  # a cell alone is to be opened
            verb, rest = "open", words
        with_cell: dict[str, Callable[[Cell], None]] = {
            "open": self._open,
            "flag": self._flag,
            "chord": self._chord,
            "why": self._why,
        }
        alone = {"board": self._board, "tip": self._tip, "undo": self._undo, "help": self._help}
        try:
            if verb in with_cell and len(rest) == 1:
                with_cell[verb](self._cell(rest[0]))
            elif verb == "look" and len(rest) == 1:
                self._look(rest[0])
            elif verb in alone and not rest:
                alone[verb]()
            elif verb in with_cell or verb == "look":
                self._say(f"Which cell? Type {verb} and a cell, such as {verb} B3.")
            else:
                self._say(f"{' '.join(words)[:40]!r} is not understood: help lists what you can type.")
        except LogicmsError as error:
            self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    @staticmethod
    def _word(text: str) -> str | None:
        """Return the word that is meant, which may be just its first letter; ? asks for help."""
        lowered = text.lower()
        if lowered == "?":
            return "help"
        return next((word for word in WORDS if lowered in (word, word[0])), None)

    def _cell(self, text: str) -> Cell:
        cell, board = parse_cell(text), self.game.board
        if cell.row >= board.height or cell.col >= board.width:
            raise BoardError(f"{cell} is not on the board, which has {board.width} columns and {board.height} rows")
        return cell

    # -- moves

    def _open(self, cell: Cell) -> None:
        if self._is_over():
            return
        if self.game.sign(cell) == FLAG:
            return self._say(f"{cell} has a flag: take it off first, with flag {cell}.")
        before = self.game
        self._move(before.open(cell), opened_text(before, before.open(cell), cell))

    def _flag(self, cell: Cell) -> None:
        if not self._is_over():
            game = self.game.flag(cell)
            self._move(game, flagged_text(game, cell))

    def _chord(self, cell: Cell) -> None:
        if not self._is_over():
            before = self.game
            after = before.chord(cell)
            self._move(after, opened_text(before, after, *before.chorded(cell)))

    def _undo(self) -> None:
        if len(self.games) == 1:
            return self._say("There is no move to take back.")
        self.games.pop()
        self.level = 0
        self._say("The last move is taken back.")
        if self.show:
            self._board()

    def _move(self, game: Game, said: str) -> None:
        self.games.append(game)
        self.level = 0
        self._say(said)
        if self.show:
            self._board()

    def _is_over(self) -> bool:
        if self.game.outcome is None:
            return False
        self._say("The game is lost: undo takes the last move back, quit ends it.")
        return True

    # -- questions

    def _look(self, text: str) -> None:
        board = self.game.board
        if text.isdecimal() and 1 <= int(text[:6]) <= board.height:
            return self._say(row_text(board, int(text) - 1))
        self._say(look_text(board, self._cell(text)))

    def _tip(self) -> None:
        if self._is_over():
            return
        if not self.game.board.open:
            return self._say("Nothing is known yet: open any cell.")
        self.level = min(self.level + 1, 4)
        self._say(tip_text(tip(self.game.board, self.level), self.level))

    def _why(self, cell: Cell) -> None:
        answer = why(self.game.board, cell)
        self._say(f"{answer.message}." if answer.explanation is None else explanation_words(answer))

    def _help(self) -> None:
        print_text(HELP)

    def _board(self) -> None:
        print_text(board_text(self.game.board, **self.options.look()))

    def _review(self) -> str:
        """Return how many of the openings were guesses."""
        moves = review_of(self.games).moves
        kinds = [move.kind for move in moves]
        return end_text(kinds.count("guess"), kinds.count("unneeded"), len(moves))

    # -- the conversation

    def _say(self, text: str) -> None:
        print_text(text)

    def _read(self) -> str | None:
        """Return the next line; None at the end of the input."""
        try:
            line = input("> ") if self.is_terminal else sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None
        if not line and not self.is_terminal:
            return None
        return line if len(line) <= MOST_LINE else line[:MOST_LINE]
