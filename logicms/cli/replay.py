"""`play --replay`: a game is made again move by move, and every opening that was not certain is named."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import click

from logicms.board import CLUES, FLAG, HIDDEN
from logicms.cli import NO
from logicms.cli.frame import Options, print_json, read_text
from logicms.cli.watching import show_move
from logicms.game import Outcome
from logicms.notation.odds import percent
from logicms.notation.transcripts import Transcript, parse_transcript
from logicms.player import Setting
from logicms.player.review import Opening, Replayed, replay
from logicms.render.text import board_text

_BY = {"start": "start", "certain": "deduction", "guess": "guess", "unneeded": "unneeded"}
"""The kinds of a review, in the words of a game's JSON; `unneeded` is a risk that no player of ours takes."""


def replay_file(path: str, setting: Setting, seed: int | None, speed: float | None, options: Options) -> int:
    """Replay the game of a file, answer, and return the exit code; with a speed, show every move."""
    transcript = parse_transcript(*read_text(path))
    seed = transcript.seed if seed is None else seed
    if seed is None and setting.layout is None:
        raise click.UsageError(f"{path} names no seed: give the layout, or the --seed and --level of the game")
    began = perf_counter()
    made: list[Replayed] = []
    for one in replay(setting.game(seed or 0), transcript.moves):
        made.append(one)
        if speed is not None:
            show_move(one.game, _text(one), speed, options)
    outcome = _outcome(transcript, made[-1], path)
    if options.json:
        print_json(_data(made, seed, outcome, perf_counter() - began))
    else:
        click.echo(_summary(made, outcome, options))
    return 0 if outcome == Outcome.WON.value else NO


def _outcome(transcript: Transcript, last: Replayed, path: str) -> str | None:
    """Return how the game ended, or None; it must be what the file says, if that says anything."""
    ended = last.game.outcome
    outcome = ended.value if ended else Outcome.STUCK.value if transcript.outcome == Outcome.STUCK.value else None
    if transcript.outcome not in (None, outcome):
        raise click.UsageError(
            f"{path} says {transcript.outcome}, but made again the game is {outcome or 'not over'}: "
            "give the options that it was played with (--level, --size, --mines, --start, --first, --initial-safe)"
        )
    return outcome


def _data(made: list[Replayed], seed: int | None, outcome: str | None, seconds: float) -> dict[str, Any]:
    game = made[-1].game
    return {
        "seed": seed,
        "outcome": outcome,
        "opened": sum(map(game.signs.count, CLUES)),
        "hidden": game.signs.count(HIDDEN) + game.signs.count(FLAG),
        "guesses": _count(made, "guess"),
        "unneeded": _count(made, "unneeded"),
        "seconds": round(seconds, 6),
        "moves": [_move_data(one) for one in made],
    }


def _move_data(one: Replayed) -> dict[str, Any]:
    if one.opening is None:
        return {one.verb: str(one.cell)}
    odds = one.opening.odds
    return {"open": str(one.cell), "by": _BY[one.opening.kind], "odds": None if odds is None else str(odds)}


def _count(made: list[Replayed], kind: str) -> int:
    return sum(one.opening is not None and one.opening.kind == kind for one in made)


# -- for people


def _summary(made: list[Replayed], outcome: str | None, options: Options) -> str:
    game = made[-1].game
    lines = [board_text(game.board, ascii=options.ascii, paint=options.paint())]
    lines += [_text(one) for one in made if one.opening and one.opening.kind in ("guess", "unneeded")]
    data = _data(made, None, outcome, 0.0)
    lines.append(
        f"{outcome or 'not over'}: {data['opened']} cells open, {data['hidden']} hidden; "
        f"{len(made)} moves, {data['guesses']} guesses, {data['unneeded']} risks without need"
    )
    return "\n".join(lines)


def _text(one: Replayed) -> str:
    if one.opening is None:
        return f"{one.verb} {one.cell}"
    return f"open {one.cell}: {_verdict(one.opening)}"


def _verdict(opening: Opening) -> str:
    if opening.kind == "start":
        return "the start"
    if opening.kind == "certain":
        return "certainly safe"
    risk = "" if opening.odds is None else f", a mine with odds {opening.odds} ({percent(opening.odds, 1)} %)"
    if opening.kind == "unneeded":
        return f"a risk without need{risk}; certainly safe: {' '.join(map(str, opening.better))}"
    least = "" if opening.least in (None, opening.odds) else f"; the safest cell had {opening.least}"
    return f"a guess{risk}{least}"
