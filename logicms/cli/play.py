"""The command `play`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import SystemRandom
from statistics import mean
from typing import Any, get_args

import click

from logicms.board import Board
from logicms.cli import INTERRUPTED, LIMIT, NO
from logicms.cli.frame import Options, print_json, read_board, shared_options
from logicms.cli.options import is_number, read_cell, read_size
from logicms.cli.progress import progress, undisturbed
from logicms.cli.watching import show_move
from logicms.deduction import Reason
from logicms.errors import LimitReached
from logicms.game import LEVELS, Game, Outcome, Share, Start
from logicms.guessing import Policy
from logicms.limits import check_time
from logicms.notation.odds import percent
from logicms.player import Move, Played, Player, Setting, interval, play_many
from logicms.player import play as play_game
from logicms.player.play import Watch
from logicms.render.text import board_text


def _initial_safe(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    if value is None or value in get_args(Share):
        return value
    if not is_number(value):
        raise click.BadParameter(f"{value[:40]!r} is not a number of cells, sqrt or tenth")
    return int(value)


@click.command()
@click.argument("layout", required=False, metavar="[LAYOUT]")
@click.option("--level", type=click.Choice(list(LEVELS)), help="Size, mines and start of a level (default: beginner).")
@click.option("--size", callback=read_size, metavar="WxH", help="Another size than the level's.")
@click.option("--mines", type=click.IntRange(min=0), metavar="N", help="Another number of mines than the level's.")
@click.option(
    "--start", type=click.Choice(get_args(Start)), help="What the first cell is: safe, zero, or none of both."
)
@click.option("--first", callback=read_cell, metavar="CELL", help="The cell to open first.")
@click.option("--initial-safe", callback=_initial_safe, metavar="N|sqrt|tenth", help="Start with so many safe cells.")
@click.option("--reason", type=click.Choice(get_args(Reason)), default="complete", show_default=True)
@click.option("--guess", type=click.Choice(get_args(Policy)), default="best", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The first game's seed; game i has N + i.")
@click.option("--games", type=click.IntRange(min=1), default=1, metavar="N", show_default=True)
@click.option("--workers", type=click.IntRange(min=1), default=1, metavar="N", show_default=True, help="Processes.")
@click.option("--show", is_flag=True, help="Watch each move.")
@click.option("--replay", metavar="FILE", help="Make the moves of FILE again: a line each, or a game's JSON.")
@click.option("--speed", type=click.FloatRange(min=0, min_open=True), default=4.0, metavar="N", help="Moves a second.")
@shared_options("format", "ascii", "json", "quiet", "time_limit")
def play(layout: str | None, options: Options, **given: Any) -> None:
    """Play one or many games, by logic first.

    \b
    Examples:
      logicms play --level expert --seed 7
      logicms play --level hard --guess never --games 100 --workers 2
      logicms play --show examples/boards/layout.txt
      logicms play --level expert --seed 7 --json > game.json
      logicms play --level expert --replay game.json
    """
    setting = _setting(read_board(layout, options) if layout else None, given)
    if given["replay"]:
        if given["games"] != 1:
            raise click.UsageError("--replay makes one game again: leave --games out")
        from logicms.cli.replay import replay_file

        speed = given["speed"] if given["show"] else None
        click.get_current_context().exit(replay_file(given["replay"], setting, given["seed"], speed, options))
    first_seed = SystemRandom().randrange(2**32) if given["seed"] is None else given["seed"]
    setting.game(first_seed)  # an impossible request is refused before anything is shown
    seeds = range(first_seed, first_seed + given["games"])
    if given["show"] or given["workers"] == 1:
        watch = _watch(given["speed"] if given["show"] else None, options)
        games: Iterator[Played] = (play_game(setting.game(seed), setting.player, watch) for seed in seeds)
    else:
        games = play_many(setting, seeds, given["workers"])
    played, code = _run(games, seeds, options)
    if not options.json and played:
        click.echo(_one(played[0], seeds[0], options) if given["games"] == 1 else _summary(played, seeds))
    if len(seeds) == 1 and played and not code:
        code = 0 if played[0].outcome is Outcome.WON else NO
    click.get_current_context().exit(code)


def _setting(layout: Board | None, given: dict[str, Any]) -> Setting:
    level = LEVELS[given["level"] or "beginner"]
    if given["size"] and given["mines"] is None and not given["level"]:
        raise click.UsageError("--size needs --mines: how many mines are on a board of that size?")
    if layout is not None and any(given[name] is not None for name in ("level", "size", "mines", "start")):
        raise click.UsageError("a layout has its own size and mines: leave --level, --size, --mines and --start out")
    width, height = given["size"] or (level.width, level.height)
    share = given["initial_safe"]
    if share is None and layout is None and not given["size"]:
        share = level.initial_safe
    start: Start = given["start"] or ("none" if share is not None else "safe")
    mines = level.mines if given["mines"] is None else given["mines"]
    player = Player(given["reason"], given["guess"])
    return Setting(width, height, mines, start, given["first"], share, layout, player)


def _run(games: Iterable[Played], seeds: range, options: Options) -> tuple[list[Played], int]:
    """Play, answer each game's JSON as it ends, and return what was played with the exit code so far."""
    played: list[Played] = []
    won = code = 0
    try:
        # Lines that are printed on a terminal show the progress by themselves, and a bar would come between them.
        with progress(1 if options.json and sys.stdout.isatty() else len(seeds), options) as advance:
            for seed, one in zip(seeds, games, strict=False):
                with undisturbed():
                    played.append(one)
                    if options.json:
                        print_json(played_data(one, seed))
                won += one.outcome is Outcome.WON
                advance(_rate("won", won, len(played)))
                if len(played) < len(seeds):
                    check_time()
    except KeyboardInterrupt:
        code = INTERRUPTED
        click.echo(f"stopped: {len(played):,} of {len(seeds):,} games were played", err=True)
    except LimitReached as limit:
        code = LIMIT
        click.echo(f"{limit}: {len(played):,} of {len(seeds):,} games were played", err=True)
    return played, code


def played_data(played: Played, seed: int) -> dict[str, object]:
    """Return a game as the JSON line that the command answers."""
    return {
        "seed": seed,
        "outcome": played.outcome.value,
        "opened": played.opened,
        "hidden": played.hidden,
        "guesses": played.guesses,
        "seconds": round(played.seconds, 6),
        "moves": [
            {"open": str(move.cell), "by": move.by, "odds": None if move.odds is None else str(move.odds)}
            for move in played.moves
        ],
    }


# -- for people


def _one(played: Played, seed: int, options: Options) -> str:
    lines = [board_text(played.game.board, ascii=options.ascii, paint=options.paint())]
    lines += [f"guessed {_move_text(move)}" for move in played.moves if move.by == "guess"]
    stuck = f", {played.undecided} not certain" if played.outcome is Outcome.STUCK else ""
    lines.append(
        f"{played.outcome.value}: {played.opened} cells open, {played.hidden} hidden{stuck}; "
        f"{len(played.moves)} moves, {played.guesses} guesses, {played.seconds:.3f} s (seed {seed})"
    )
    return "\n".join(lines)


def _summary(played: list[Played], seeds: range) -> str:
    counts = {outcome: sum(p.outcome is outcome for p in played) for outcome in Outcome}
    lines = [f"{len(played):,} games, seeds {seeds[0]} to {seeds[len(played) - 1]}"]
    lines += [_rate(f"{outcome.value:5} {count:>7,}", count, len(played)) for outcome, count in counts.items()]
    lines.append(
        f"mean of a game: {mean(p.seconds for p in played):.4f} s, {mean(p.guesses for p in played):.2f} guesses"
    )
    if stuck := [p.undecided for p in played if p.outcome is Outcome.STUCK]:
        lines.append(f"hidden cells not certain when stuck: {mean(stuck):.1f} at the mean")
    return "\n".join(lines)


def _rate(what: str, count: int, games: int) -> str:
    low, high = interval(count, games)
    rate = percent(Fraction(count, games), 1)
    return f"{what}  {rate:>5} %  (95 % interval {percent(low, 1)} to {percent(high, 1)})"


def _move_text(move: Move) -> str:
    odds = f", a mine with odds {move.odds} ({percent(move.odds, 1)} %)" if move.odds else ""
    return f"{move.cell}{odds}: {move.reason}"


def _watch(speed: float | None, options: Options) -> Watch:
    """Return what is done after every move: with a speed it is shown, and the time is looked at."""

    def watch(game: Game, move: Move) -> None:
        if speed is not None:
            show_move(game, f"{move.by}: {_move_text(move)}", speed, options)
        check_time()

    return watch
