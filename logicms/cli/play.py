"""The command `play`: games that logicms plays or replays, and `--me`, a game that a person plays line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING

import click

from logicms.answers.answer import INTERRUPTED, LIMIT, NO, YES
from logicms.answers.play import PlayAnswer, tip
from logicms.board import FLAG, Cell, parse_cell
from logicms.cli.command import Options, give, print_json, read_text, require_input
from logicms.cli.options import POSITIVE, asks, offer_files, read_cell
from logicms.cli.streams import print_text, progress, undisturbed
from logicms.commands.play import Play, review_of, why
from logicms.errors import BoardError, LimitReached, LogicmsError, counted
from logicms.limits import check_time
from logicms.notation.transcripts import parse_transcript
from logicms.render.answers import note_text
from logicms.render.explanation import explanation_text, explanation_words
from logicms.render.games import (
    HELP,
    begin_text,
    end_text,
    flagged_text,
    initial_safe_text,
    look_text,
    move_text,
    opened_text,
    play_text,
    rate_text,
    replay_text,
    replayed_text,
    row_text,
    summary_text,
    tip_text,
)
from logicms.render.picture import board_text

if TYPE_CHECKING:
    from logicms.game import Game
    from logicms.player import Move


def _read_cells(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(cell for value in values if (cell := read_cell(ctx, param, value)) is not None)


@click.command()
@asks(Play, "ascii", "json", "quiet", "time_limit", files="[LAYOUT]")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="How many games; game i has the seed N + i.",
)
@click.option("--workers", type=click.IntRange(min=1), default=1, metavar="N", show_default=True, help="Processes.")
@click.option(
    "--me", is_flag=True, help="Play yourself, line by line: open, flag, tip, why, undo; with --show, boards too."
)
@click.option("--show", is_flag=True, help="Show each move.")
@click.option("--knowledge", is_flag=True, help="With --show: the player's KB and KB0, and what happens in them.")
@click.option(
    "--prove", multiple=True, callback=_read_cells, metavar="CELL", help="With --show: prove CELL when it is its turn."
)
@click.option(
    "--replay",
    metavar="FILE",
    shell_complete=offer_files,
    help="Replay the moves in FILE: one per line, or a game's JSON.",
)
@click.option("--speed", type=POSITIVE, default=4.0, metavar="N", help="Moves per second.")
def play(
    file: str | None,
    asked: Callable[..., Play],
    games: int,
    workers: int,
    me: bool,
    show: bool,
    knowledge: bool,
    prove: tuple[Cell, ...],
    replay: str | None,
    speed: float,
    options: Options,
) -> None:
    """
    \b
    Examples:
      logicms play --level expert --seed 7
      logicms play --level hard --guess never --games 100 --workers 2
      logicms play --show examples/boards/layout.txt
      logicms play --me --level beginner
      logicms play --grid hex --size 8x6 --mines 7 --seed 7
      logicms play --rules examples/rules/knight.hints --size 6x6 --mines 6 --seed 7
      logicms play --level easy --reason course --guess never --show --knowledge
      logicms play --level expert --seed 7 --json > game.json
      logicms play --replay game.json
    """
    question = asked(file)
    if (knowledge or prove) and (not show or replay):
        raise click.UsageError("--knowledge and --prove go with --show, and not with --replay")
    if knowledge and question.reason == "complete":
        raise click.UsageError(
            "--knowledge needs a player with a KB: give --reason course, forward, resolution or subset"
        )
    if options.rules and (knowledge or replay):
        raise click.UsageError("--knowledge and --replay are for Minesweeper's own rules: leave out --rules")
    screen = Screen(speed if show else None, options)
    if replay:
        if games != 1:
            raise click.UsageError("--replay is for one game: leave out --games")
        chosen = click.get_current_context().params["seed"]
        transcript = parse_transcript(*read_text(replay))
        replayed = question.replayed(transcript, chosen, lambda one: screen.show(one.game, replayed_text(one)), replay)
        give(replayed, options, lambda answer: replay_text(answer, **options.look()))
    if me:
        if options.json or options.rules or games != 1 or question.initial_safe is not None:
            raise click.UsageError(
                "--me is a conversation about one game: leave out --json, --rules, --games, --initial-safe"
            )
        require_input()
        click.get_current_context().exit(GameTalk(question.game(question.seed), options, show=show).run())
    question.game(question.seed)  # an impossible request is refused before anything is shown
    seeds = range(question.seed, question.seed + games)
    if show:
        played: Iterator[PlayAnswer] = (_watched(question, seed, screen, prove, knowledge) for seed in seeds)
    else:
        played = question.games(seeds, workers)
    answers, code = _run(played, len(seeds), options)
    if not options.json and answers:
        one = play_text(answers[0], **options.look()) if games == 1 else ""
        print_text(one or summary_text([answer.played for answer in answers if answer.played], seeds))
    if games == 1 and answers and not code:
        code = answers[0].exit_code
    click.get_current_context().exit(code)


def _run(games: Iterable[PlayAnswer], number: int, options: Options) -> tuple[list[PlayAnswer], int]:
    """Play, print each game's JSON as it ends, and return the answers and the exit code so far."""
    answers: list[PlayAnswer] = []
    won = code = 0
    try:
        # Lines that are printed on a terminal show the progress themselves, and a bar would come between them.
        with progress(1 if options.json and sys.stdout.isatty() else number, options) as advance:
            for answer in games:
                with undisturbed():
                    answers.append(answer)
                    if options.json:
                        print_json(answer.to_json())
                won += answer.exit_code == YES
                advance(rate_text("won", won, len(answers)))
                if len(answers) < number:
                    check_time()
    except KeyboardInterrupt:
        code = INTERRUPTED
        print_text(f"stopped: {len(answers):,} of {counted(number, 'game was', 'games were')} played", err=True)
    except LimitReached as limit:
        code = LIMIT
        print_text(f"{limit}: {len(answers):,} of {counted(number, 'game was', 'games were')} played", err=True)
    return answers, code


# -- watching


class Screen:
    """Where a game is shown, move by move: in a terminal in place, elsewhere one after the other."""

    def __init__(self, speed: float | None, options: Options) -> None:
        self.speed = speed
        """Moves per second; None if nothing is shown."""
        self._options = options
        self._live = sys.stdout.isatty()

    def show(self, game: Game, text: str) -> None:
        """Show the board after a move, with a comment."""
        if self.speed is None:
            return
        if self._live:
            click.clear()
        print_text(f"{board_text(game.board, **self._options.look())}\n{text}\n")
        self.wait()

    def say(self, text: str) -> None:
        """Add a comment below the board."""
        print_text(text)

    def wait(self) -> None:
        if self._live and self.speed is not None:
            sleep(1 / self.speed)


def _watched(question: Play, seed: int, screen: Screen, proved: tuple[Cell, ...], knowledge: bool) -> PlayAnswer:
    """Play the game of a seed; show each move, the proofs of some cells, and perhaps what happens in the KB."""
    game = question.game(seed)
    board = game.board

    def watch(game: Game, move: Move) -> None:
        nonlocal board
        screen.show(game, f"{move.by}: {move_text(move)}")
        if move.cell in proved and move.by == "deduction":
            screen.say(f"{explanation_text(question.why(board, move.cell))}\n")
            screen.wait()
        board = game.board
        check_time()

    if knowledge and game.given_safe:
        screen.say(initial_safe_text(game.given_safe))
    return question.watched(seed, watch, (lambda note: screen.say(note_text(note))) if knowledge else None)


# -- a person plays: nothing is redrawn, so that a screen reader can read every answer


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
