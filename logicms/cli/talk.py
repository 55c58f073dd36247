"""Conversations, line by line: about a lesson (`learn`), and about a game that a person plays (`play --me`).

In a terminal they prompt; with answers piped in, a lesson writes each answer after its prompt, so that the output reads
like a conversation. Every reply in a lesson comes from `teach.session`, and its commands run in this process, which
costs next to nothing. Of a game nothing is redrawn, so that a screen reader can read every answer.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from logicms.answers.answer import NO, YES
from logicms.answers.play import tip
from logicms.board import FLAG, Cell, parse_cell
from logicms.cli import app
from logicms.cli.command import Options, print_json
from logicms.cli.streams import print_text
from logicms.commands.play import review_of, why
from logicms.errors import BoardError, LogicmsError, counted
from logicms.render.explanation import explanation_words
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
from logicms.render.picture import board_text
from logicms.teach.lesson import ARTICLE, Lesson, article_names, lesson_names, lesson_number
from logicms.teach.lesson_reader import folder_of
from logicms.teach.proof_lines import parse_proof
from logicms.teach.session import LessonReply, LessonState, Progress, respond, save_progress, stop_of, words_at
from logicms.teach.stop import LessonStop, SayAnswer, stop_text, style, title_text, wrap

if TYPE_CHECKING:
    from logicms.game import Game


class Talk:
    """What a person types, in a terminal or in a file that is piped in."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_terminal:
            with suppress(ImportError):  # Windows has none
                import readline  # noqa: F401  with it, the arrow keys edit a line

    def typed(self, prompt: str) -> str | None:
        """Return the next line; None at the end of the input."""
        if not self.is_terminal:
            line = sys.stdin.readline()
            return line.removesuffix("\n") if line else None
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None


# -- a lesson

QUIT = ("quit", "exit", "q")
WIDEST = 100


def run_here(words: tuple[str, ...], folder: Path) -> str:
    """Run a command of logicms in a folder and return everything that it prints."""
    printed = io.StringIO()
    with chdir(folder), redirect_stdout(printed), redirect_stderr(printed):
        try:
            app.main(list(words), prog_name="logicms", standalone_mode=False)
        except click.ClickException as error:
            error.show()
    return printed.getvalue().rstrip("\n")


class LessonTalk(Talk):
    """One conversation about one lesson."""

    def __init__(
        self,
        lesson: Lesson,
        key: str,
        progress: Progress,
        path: Path | None,
        options: Options,
        called: str = "",
        more: str = "",
    ) -> None:
        """`path`: where progress is kept, or None; `called` and `more`: how to come back and go on, for drills."""
        super().__init__(options)
        self.lesson, self.key, self.path = lesson, key, path
        self.progress, self.called, self.more = progress, called, more
        self.width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)
        self.paint = options.paint()
        self.stops = lesson.stops
        self.can_keep = True

    def run(self, restart: bool) -> int:
        """Talk until the lesson is over or the learner leaves; return the exit code."""
        state = self._begin(restart)
        with folder_of(self.lesson.files.values()) as self.folder:
            state = self._talk(state)
        return self._leave(state)

    def _begin(self, restart: bool) -> LessonState:
        known = self.progress.state(self.key)
        over = known.stop >= len(self.stops)
        state = replace(known, stop=0, so_far="", level=0) if restart or over else known
        self._print(title_text(self.lesson, self.width, self.paint))
        if state.stop:
            again = f"logicms learn --restart {self._called()}"
            place = f"page {state.stop + 1} of {len(self.stops)}"
            text = f"You continue where you left off, on {place} ({again} starts from the beginning)."
            self._print(wrap(text, self.width))
        return state

    def _talk(self, state: LessonState) -> LessonState:
        shown: int | None = None
        while stop_of(self.lesson, state) is not None:
            if shown != state.stop:
                self._show(state, shown)
                shown = state.stop
            said = self._ask(state)
            if said is None or said.strip().lower() in QUIT:
                return state
            reply, new = respond(self.lesson, state, said)
            self._reply(reply, state, new, said)
            state = new
            self._keep(state)
        return state

    # -- what is shown

    def _show(self, state: LessonState, before: int | None) -> None:
        stop = self.stops[state.stop]
        if self.options.json:
            shown = {"lesson": self.lesson.entry.to_json(), "stop": LessonStop.of(stop).to_json()}
            print_json({**shown, "state": state.to_json(), "words": words_at(stop, state)})
            return
        is_new = before is None or self.stops[before].heading != stop.heading or before > state.stop
        place = self.paint(f"page {state.stop + 1} of {len(self.stops)}", "name")
        text = stop_text(
            LessonStop.of(stop),
            lambda command: run_here(command.words, self.folder),
            width=self.width,
            ascii=self.options.ascii,
            paint=self.paint,
            heading=is_new,
        )
        self._print(f"\n{place}\n{text}")
        if state.so_far:
            self._print(f"\nYour lines so far:\n{state.so_far}")
        if stop.exercise is not None and stop.exercise.name in state.solved:
            self._print(self.paint("(You have solved this one before; skip moves on.)", "name"))

    def _reply(self, reply: LessonReply, state: LessonState, new: LessonState, said: str) -> None:
        if self.options.json:
            exercise = self.stops[state.stop].exercise
            asked = {"exercise": None if exercise is None else exercise.name, "said": said}
            print_json({**asked, **SayAnswer.of(self.lesson, reply, new).to_json()})
        elif reply.text:
            role = {"right": "right", "wrong": "wrong"}.get(reply.kind, "")
            lines = wrap(reply.text, self.width).splitlines()
            marks = {"✓": "right", "✗": "wrong"}  # a line of a proof has its own colour
            self._print("\n".join(self.paint(style(line), marks.get(line[:1], role)) for line in lines))

    def _print(self, text: str) -> None:
        if not self.options.json:
            print_text(text)

    # -- what is typed

    def _ask(self, state: LessonState) -> str | None:
        """Return what the learner types, several lines where the answer takes them; None at the end of the input."""
        stop = self.stops[state.stop]
        words = [word or "Enter" for word in words_at(stop, state)]
        commands = (*words, *QUIT, "help", "hint")
        if stop.exercise is None:
            return self._read(f"\n[{' · '.join([*words, 'quit'])}] ")
        legend = f"[answer · {' · '.join([*words, 'quit'])}]"
        if stop.exercise.kind == "proof":
            number = max((line.number for line in parse_proof(state.so_far).lines), default=0) + 1
            return self._read(f"\n{legend}\n{number}> ")
        lines: list[str] = []
        while (line := self._read("… " if lines else f"\n{legend}\n> ")) is not None:
            if line.strip().lower() in commands:
                return line
            lines += [line] if line.strip() else []
            if not line.strip() or not stop.exercise.task.takes_lines:
                break
        return "\n".join(lines) if lines or line is not None else None

    def _read(self, prompt: str) -> str | None:
        line = self.typed(prompt)
        if line is not None and not self.is_terminal:
            self._print(f"{prompt}{line.rstrip()}")
        return line

    # -- what is kept, and the end

    def _keep(self, state: LessonState) -> None:
        is_done = stop_of(self.lesson, state) is None
        self.progress = self.progress.with_state(replace(state, lesson=self.key), is_done)
        if self.path is None or not self.can_keep:
            return
        if warning := save_progress(self.path, self.progress):
            self.can_keep = False
            self.options.say(f"logicms: {warning}")

    def _leave(self, state: LessonState) -> int:
        names = [exercise.name for exercise in self.lesson.exercises]
        left = [name for name in names if name not in state.solved]
        is_over = stop_of(self.lesson, state) is None
        solved = f"{len(names) - len(left)} of {counted(len(names), 'exercise')} solved"
        if self.options.json:
            done = {"lesson": self.lesson.name, "exercises": len(names), "solved": len(names) - len(left), "left": left}
            print_json({**done, "done": is_over})
        elif is_over:
            not_solved = f" Not solved yet: {', '.join(left)}." if left else ""
            files = f"To experiment with its boards: logicms learn {self._called()} --files DIR{self._next_text()}"
            over = "Done" if self.more else "The lesson is over"
            self._print(wrap(f"\n{over}: {solved}.{not_solved}\n{self.more or files}", self.width))
        else:
            back = f"logicms learn {self._called()} {'begins again' if self.path is None else 'continues here'}"
            self._print(wrap(f"\nSee you later: {solved}. {back}.", self.width))
        return 0 if self.is_terminal or (is_over and not left) else NO

    def _called(self) -> str:
        """Return what the learner types to come back to this lesson."""
        if self.called:
            return self.called
        if self.key in article_names():
            return self.key.removeprefix(ARTICLE)
        return str(lesson_number(self.key)) if self.key in lesson_names() else self.key

    def _next_text(self) -> str:
        for names in (lesson_names(), article_names()):
            if self.key in names[:-1]:
                name = names[names.index(self.key) + 1]
                return f"\nNext: logicms learn {lesson_number(name) or name.removeprefix(ARTICLE)}"
        return ""


# -- a game

WORDS = ("open", "flag", "chord", "look", "board", "tip", "why", "undo", "quit", "help")
MOST_LINE = 200
"""A line that is longer is no move."""


class GameTalk(Talk):
    """A game and the person who plays it."""

    def __init__(self, game: Game, options: Options, *, show: bool) -> None:
        super().__init__(options)
        self.games = [game]
        """The game after each move, for undo."""
        self.show = show
        self.level = 0
        """How much of the next step the last tip showed."""

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def is_won(self) -> bool:
        outcome = self.game.outcome
        return outcome is not None and outcome.value == "won"

    def run(self) -> int:
        """Play until the game is won or the person leaves; return the exit code."""
        print_text(begin_text(self.game))
        if self.show:
            self._board()
        while not self.is_won and (line := self.typed("> ")) is not None:
            words = line[:MOST_LINE].split()
            if words and self._word(words[0]) == "quit":
                break
            if words:
                self._answer(words)
        print_text(self._review())
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
        alone: dict[str, Callable[[], None]] = {"board": self._board, "tip": self._tip, "undo": self._undo}
        try:
            if verb in with_cell and len(rest) == 1:
                with_cell[verb](self._cell(rest[0]))
            elif verb == "look" and len(rest) == 1:
                self._look(rest[0])
            elif verb == "help" and not rest:
                print_text(HELP)
            elif verb in alone and not rest:
                alone[verb]()
            elif verb in with_cell or verb == "look":
                print_text(f"Which cell? Type {verb} and a cell, such as {verb} B3.")
            else:
                print_text(f"{' '.join(words)[:40]!r} is not understood: help lists what you can type.")
        except LogicmsError as error:
            print_text(f"{str(error)[:1].upper()}{str(error)[1:]}.")

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
            return print_text(f"{cell} has a flag: take it off first, with flag {cell}.")
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
            return print_text("There is no move to take back.")
        self.games.pop()
        self.level = 0
        print_text("The last move is taken back.")
        if self.show:
            self._board()

    def _move(self, game: Game, said: str) -> None:
        self.games.append(game)
        self.level = 0
        print_text(said)
        if self.show:
            self._board()

    def _is_over(self) -> bool:
        if self.game.outcome is None:
            return False
        print_text("The game is lost: undo takes the last move back, quit ends it.")
        return True

    # -- questions

    def _look(self, text: str) -> None:
        board = self.game.board
        if text.isdecimal() and 1 <= int(text[:6]) <= board.height:
            return print_text(row_text(board, int(text) - 1))
        print_text(look_text(board, self._cell(text)))

    def _tip(self) -> None:
        if self._is_over():
            return
        if not self.game.board.open:
            return print_text("Nothing is known yet: open any cell.")
        self.level = min(self.level + 1, 4)
        print_text(tip_text(tip(self.game.board, self.level), self.level))

    def _why(self, cell: Cell) -> None:
        answer = why(self.game.board, cell)
        print_text(f"{answer.message}." if answer.explanation is None else explanation_words(answer))

    def _board(self) -> None:
        print_text(board_text(self.game.board, **self.options.look()))

    def _review(self) -> str:
        """Return how many of the openings were guesses."""
        moves = review_of(self.games).moves
        kinds = [move.kind for move in moves]
        return end_text(kinds.count("guess"), kinds.count("unneeded"), len(moves))
