"""The command `play`: games that logicms plays, or replays; `talk` has those that a person plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import sleep
from typing import TYPE_CHECKING

import click

from logicms.answers.answer import INTERRUPTED, LIMIT, YES
from logicms.answers.play import PlayAnswer
from logicms.board import Cell
from logicms.cli.command import Options, give, print_json, read_text, require_input
from logicms.cli.options import POSITIVE, CellName, asks, offer_files
from logicms.cli.streams import print_text, progress, undisturbed
from logicms.commands.play import PlayQuestion
from logicms.errors import LimitReached, counted
from logicms.limits import check_time
from logicms.notation.transcripts import parse_transcript
from logicms.render.answers import note_text
from logicms.render.explanation import explanation_text
from logicms.render.games import (
    initial_safe_text,
    move_text,
    play_text,
    rate_text,
    replay_text,
    replayed_text,
    summary_text,
)
from logicms.render.picture import board_text

if TYPE_CHECKING:
    from logicms.game import Game
    from logicms.player import Move


@click.command()
@asks(PlayQuestion, "ascii", "json", "quiet", "time_limit", files="[LAYOUT]")
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
    "--prove", multiple=True, type=CellName(), metavar="CELL", help="With --show: prove CELL when it is its turn."
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
    asked: Callable[..., PlayQuestion],
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
        from logicms.cli.talk import GameTalk

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


def _watched(
    question: PlayQuestion, seed: int, screen: Screen, proved: tuple[Cell, ...], knowledge: bool
) -> PlayAnswer:
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
