"""The command `play`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from random import SystemRandom
from time import perf_counter, sleep
from typing import TypedDict, Unpack, cast, get_args

import click

from logicms.answers.answer import INTERRUPTED, LIMIT
from logicms.answers.play import PlayAnswer, Policy, Reason, played_answer, replayed_answer
from logicms.answers.prove import ProveAnswer
from logicms.answers.prove import prove as prove_name
from logicms.board import Board, Cell, Grid
from logicms.cli import candidates
from logicms.cli.command import (
    POSITIVE,
    Options,
    grid_option,
    is_number,
    print_json,
    read_board,
    read_cell,
    read_size,
    read_text,
    require_input,
    shared_options,
)
from logicms.cli.streams import print_text, progress, undisturbed
from logicms.errors import LimitReached, counted
from logicms.game import LEVELS, Game, Outcome, Share, Start
from logicms.limits import check_time
from logicms.notation.hint_files import HintFile, parse_hints
from logicms.notation.transcripts import Transcript, parse_transcript
from logicms.player import Move, Played, Player, Setting, play_many
from logicms.player import play as play_game
from logicms.player.review import Replayed, replay
from logicms.render.explanation_text import explanation_text
from logicms.render.games import (
    initial_safe_text,
    move_text,
    play_text,
    rate_text,
    replay_text,
    replayed_text,
    summary_text,
)
from logicms.render.knowledge_text import note_text
from logicms.render.text import board_text


def _initial_safe(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    if value is None or value in get_args(Share):
        return value
    if not is_number(value):
        raise click.BadParameter(f"{value[:40]!r} is not a number of cells, sqrt or tenth")
    return int(value)


def _read_cells(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(cell for value in values if (cell := read_cell(ctx, param, value)) is not None)


class Given(TypedDict):
    """The options of `play` that say which games are played, and how."""

    level: str | None
    size: tuple[int, int] | None
    mines: int | None
    grid: Grid | None
    start: Start | None
    first: Cell | None
    initial_safe: int | Share | None
    reason: Reason
    guess: Policy
    seed: int | None
    games: int
    workers: int
    total_at: int | None
    me: bool
    show: bool
    knowledge: bool
    prove: tuple[Cell, ...]
    replay: str | None
    speed: float


@click.command()
@click.argument("layout", required=False, metavar="[LAYOUT]", shell_complete=candidates.files)
@click.option("--level", type=click.Choice(list(LEVELS)), help="Size, mines and start of a level (default: beginner).")
@click.option("--size", callback=read_size, metavar="WxH", help="A size other than the level's.")
@click.option("--mines", type=click.IntRange(min=0), metavar="N", help="A number of mines other than the level's.")
@grid_option
@click.option("--start", type=click.Choice(get_args(Start)), help="What the first cell is: safe, zero, or neither.")
@click.option("--first", callback=read_cell, metavar="CELL", help="The cell to open first.")
@click.option("--initial-safe", callback=_initial_safe, metavar="N|sqrt|tenth", help="Start with this many safe cells.")
@click.option(
    "--reason",
    type=click.Choice(get_args(Reason)),
    default="complete",
    show_default=True,
    help="How to find certain cells.",
)
@click.option(
    "--guess",
    type=click.Choice(get_args(Policy)),
    default="best",
    show_default=True,
    help="How to guess when nothing is certain.",
)
@click.option(
    "--total-at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Use the mine total once at most N cells are undecided; 0: never.",
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The first game's seed; game i has N + i.")
@click.option("--games", type=click.IntRange(min=1), default=1, metavar="N", show_default=True, help="How many games.")
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
    shell_complete=candidates.files,
    help="Replay the moves in FILE: one per line, or a game's JSON.",
)
@click.option("--speed", type=POSITIVE, default=4.0, metavar="N", help="Moves per second.")
@shared_options("format", "rules", "ascii", "json", "quiet", "time_limit")
def play(layout: str | None, options: Options, **given: Unpack[Given]) -> None:
    """Play one or many games, by logic first.

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

    A game of the course's levels (easy, medium, hard), or with --initial-safe, starts with safe cells, and is won once
    every mine is marked, too.
    """
    setting = _setting(read_board(layout, options) if layout else None, given, options.rules)
    speed = given["speed"] if given["show"] else None
    if given["replay"]:
        if given["games"] != 1:
            raise click.UsageError("--replay is for one game: leave out --games")
        answer = _replay(given["replay"], setting, given["seed"], Screen(speed, options))
        if options.json:
            print_json(answer.to_json())
        else:
            print_text(replay_text(answer, **options.look()))
        click.get_current_context().exit(answer.exit_code)
    if given["me"]:
        _play_yourself(setting, given, options)
    first_seed = SystemRandom().randrange(2**32) if given["seed"] is None else given["seed"]
    setting.game(first_seed)  # an impossible request is refused before anything is shown
    seeds = range(first_seed, first_seed + given["games"])
    if given["show"] or given["workers"] == 1:
        screen = Screen(speed, options)
        games: Iterator[Played] = (_play(setting, seed, screen, given) for seed in seeds)
    else:
        games = play_many(setting, seeds, given["workers"])
    answers, code = _run(games, seeds, None if setting.layout else setting.start, options)
    if not options.json and answers:
        one = play_text(answers[0], **options.look()) if len(seeds) == 1 else ""
        print_text(one or summary_text([answer.played for answer in answers if answer.played], seeds))
    if len(seeds) == 1 and answers and not code:
        code = answers[0].exit_code
    click.get_current_context().exit(code)


def _play_yourself(setting: Setting, given: Given, options: Options) -> None:
    """Let a person play one game."""
    if options.json or options.rules or given["games"] != 1 or given["initial_safe"] is not None:
        raise click.UsageError(
            "--me is a conversation about one game: leave out --json, --rules, --games, --initial-safe"
        )
    require_input()
    from logicms.cli.play_talk import GameTalk

    seed = SystemRandom().randrange(2**32) if given["seed"] is None else given["seed"]
    click.get_current_context().exit(GameTalk(setting.game(seed), options, show=given["show"]).run())


def _setting(layout: Board | None, given: Given, rules: str | None) -> Setting:
    level = LEVELS[given["level"] or "beginner"]
    if given["size"] and given["mines"] is None and not given["level"]:
        raise click.UsageError("--size needs --mines: how many mines are on a board of that size?")
    described = given["level"] or given["size"] or given["grid"] or given["start"]
    if layout is not None and (described or given["mines"] is not None):
        raise click.UsageError(
            "a layout has its own size, mines and grid: leave out --level, --size, --mines, --grid and --start"
        )
    width, height = given["size"] or (level.width, level.height)
    share = given["initial_safe"]
    if share is None and layout is None and not given["size"]:
        share = level.initial_safe
    start: Start = given["start"] or ("none" if share is not None else "safe")
    mines = level.mines if given["mines"] is None else given["mines"]
    if (given["knowledge"] or given["prove"]) and (not given["show"] or given["replay"]):
        raise click.UsageError("--knowledge and --prove go with --show, and not with --replay")
    if given["knowledge"] and given["reason"] == "complete":
        raise click.UsageError(
            "--knowledge needs a player with a KB: give --reason course, forward, resolution or subset"
        )
    grid: Grid = given["grid"] or "square"
    shape = ((width, height), grid) if layout is None else ((layout.width, layout.height), layout.grid)
    player = Player(given["reason"], given["guess"], given["total_at"], _rules(rules, shape, given))
    return Setting(width, height, mines, start, given["first"], share, layout, player, grid)


def _rules(path: str | None, shape: tuple[tuple[int, int], Grid], given: Given) -> HintFile | None:
    """Return the rules of the game, if they are not those of Minesweeper."""
    if path is None:
        return None
    for option in ("start", "initial_safe", "knowledge", "replay", "total_at"):
        if given[option]:
            raise click.UsageError(f"--{option.replace('_', '-')} is for Minesweeper's own rules: leave out --rules")
    return parse_hints(*read_text(path), *shape)


def _run(games: Iterable[Played], seeds: range, start: Start | None, options: Options) -> tuple[list[PlayAnswer], int]:
    """Play, print each game's JSON as it ends, and return the answers and the exit code so far."""
    answers: list[PlayAnswer] = []
    won = code = 0
    try:
        # Lines that are printed on a terminal show the progress themselves, and a bar would come between them.
        with progress(1 if options.json and sys.stdout.isatty() else len(seeds), options) as advance:
            for seed, played in zip(seeds, games, strict=False):
                with undisturbed():
                    answers.append(played_answer(played, seed, start))
                    if options.json:
                        print_json(answers[-1].to_json())
                won += played.outcome is Outcome.WON
                advance(rate_text("won", won, len(answers)))
                if len(answers) < len(seeds):
                    check_time()
    except KeyboardInterrupt:
        code = INTERRUPTED
        print_text(f"stopped: {len(answers):,} of {counted(len(seeds), 'game was', 'games were')} played", err=True)
    except LimitReached as limit:
        code = LIMIT
        print_text(f"{limit}: {len(answers):,} of {counted(len(seeds), 'game was', 'games were')} played", err=True)
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


def _play(setting: Setting, seed: int, screen: Screen, given: Given) -> Played:
    """Play the game of a seed; show what is to be shown, and heed the time limit after every move."""
    game = setting.game(seed)
    wanted, board = set(given["prove"]), game.board

    def watch(game: Game, move: Move) -> None:
        nonlocal board
        screen.show(game, f"{move.by}: {move_text(move)}")
        if move.cell in wanted and move.by == "deduction":
            by_counts = setting.player.reason == "subset"
            answer = prove_name(setting.player.problem(board), move.cell, "counting" if by_counts else "direct")
            assert isinstance(answer, ProveAnswer), "the board of a game is consistent"
            screen.say(f"{explanation_text(answer)}\n")
            screen.wait()
        board = game.board
        check_time()

    notes = (lambda note: screen.say(note_text(note))) if given["knowledge"] else None
    if given["knowledge"] and game.given_safe:
        screen.say(initial_safe_text(game.given_safe))
    reasoner = setting.player.reasoner(notes, marking=game.marking)
    return play_game(game, setting.player, watch, reasoner, one_by_one=given["knowledge"])


# -- replaying


def _replay(path: str, setting: Setting, seed: int | None, screen: Screen) -> PlayAnswer:
    """Replay the game in a file, on its own layout if it has one and no other is given."""
    transcript = parse_transcript(*read_text(path))
    seed = transcript.seed if seed is None else seed
    layout = setting.layout or transcript.layout
    if seed is None and layout is None:
        raise click.UsageError(f"{path} has no layout and no seed: give the layout, or the game's --seed and --level")
    began = perf_counter()
    made: list[Replayed] = []
    game = Game.from_layout(layout) if layout and not setting.layout else setting.game(seed or 0)
    start = cast(Start | None, transcript.start)
    for one in replay(game, transcript.moves, start or "none"):
        made.append(one)
        screen.show(one.game, replayed_text(one))
    return replayed_answer(made, seed, _outcome(transcript, made[-1], path), perf_counter() - began, start)


def _outcome(transcript: Transcript, last: Replayed, path: str) -> Outcome | None:
    """Return how the game ended, or None; it must agree with what the file says, if anything."""
    outcome = last.game.outcome
    if outcome is None and transcript.outcome == Outcome.STUCK.value:
        outcome = Outcome.STUCK
    if transcript.outcome not in (None, outcome and outcome.value):
        raise click.UsageError(
            f"{path} says {transcript.outcome}, but replayed, the game is {outcome.value if outcome else 'not over'}: "
            "give the options that it was played with "
            "(--level, --size, --mines, --grid, --start, --first, --initial-safe)"
        )
    return outcome
