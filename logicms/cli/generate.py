"""The command `generate`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TypedDict, Unpack, get_args

import click

from logicms.answers.generate import GenerateAnswer, generate_position, hint_board, smallest_position
from logicms.answers.generate import generate as generate_answer
from logicms.answers.prove import Technique
from logicms.board import Board, Cell, Grid
from logicms.cli import candidates
from logicms.cli.command import (
    Options,
    grid_option,
    is_number,
    make_folder,
    print_json,
    read_cell,
    read_size,
    shared_options,
    still_working,
    write_file,
)
from logicms.cli.streams import print_document, print_text, progress
from logicms.errors import counted
from logicms.game import LEVELS, Start, random_hint_board
from logicms.generation import EFFORT
from logicms.generation import generate as generate_board
from logicms.generation import position as find_position

MOST_RATING = 2 * len(Technique)
"""Ratings are numbers from 1 to this."""


def _ratings(ctx: click.Context, param: click.Parameter, value: str | None) -> range | None:
    if value is None:
        return None
    low, to, high = value.partition("-")
    ends = [low, high if to else low]
    ratings = range(int(ends[0]), int(ends[1]) + 1) if all(map(is_number, ends)) else None
    if not ratings or ratings[0] < 1 or ratings[-1] > MOST_RATING:
        numbers = f"ratings are 1 to {MOST_RATING}, or a range such as 3-5"
        raise click.BadParameter(f"{value[:40]!r} is not a rating; {numbers}")
    return ratings


class Given(TypedDict):
    """The options of `generate` that say what kind of board to make, and where to write it."""

    level: str | None
    size: tuple[int, int] | None
    mines: int | None
    grid: Grid | None
    hints: int | None
    no_guess: bool
    technique: str | None
    mine_total: bool | None
    ratings: range | None
    start: Start | None
    first: Cell | None
    seed: int | None
    count: int
    effort: int
    position: bool
    smallest: bool
    target: str
    out: Path | None


@click.command()
@click.option("--level", type=click.Choice(list(LEVELS)), help="Size and mines of a level (default: beginner).")
@click.option("--size", callback=read_size, metavar="WxH", help="A size other than the level's.")
@click.option("--mines", type=click.IntRange(min=0), metavar="N", help="A number of mines other than the level's.")
@grid_option
@click.option(
    "--hints", type=click.IntRange(min=0), metavar="N", help="A position with this many random safe cells open."
)
@click.option("--no-guess", is_flag=True, help="The board can be won from its first cell by logic alone.")
@click.option(
    "--technique",
    type=click.Choice([each.value for each in Technique]),
    help="Winning without a guess takes this technique, and nothing harder; of a position, the next step takes it.",
)
@click.option("--mine-total/--no-mine-total", default=None, help="Winning takes the number of mines, or does not.")
@click.option(
    "--rating",
    "ratings",
    callback=_ratings,
    metavar="N|N-N",
    help=f"1 to {MOST_RATING}: two for each technique, the even one if the mine total is needed.",
)
@click.option("--start", type=click.Choice(get_args(Start)), help="What the first cell is: safe, zero, or neither.")
@click.option("--first", callback=read_cell, metavar="CELL", help="The cell that a game starts with.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The first board's seed; board i has N + i.")
@click.option(
    "--count",
    "--boards",
    "count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="How many boards.",
)
@click.option(
    "--effort",
    type=click.IntRange(min=1),
    default=EFFORT,
    metavar="N",
    show_default=True,
    help="Stop looking for a board after this many layouts.",
)
@click.option("--position", is_flag=True, help="The moment of a game at which the technique or rating is needed.")
@click.option("--smallest", is_flag=True, help="With --technique: the smallest positions that need it, for slides.")
@click.option(
    "--to",
    "target",
    default="board",
    metavar="NAME",
    shell_complete=candidates.written_formats,
    help="The format to write; see `logicms formats`.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="PATH", help="Write to a file; several boards to a folder."
)
@shared_options("json", "quiet", "time_limit")
def generate(options: Options, **given: Unpack[Given]) -> None:
    """Make boards at random; if asked, ones that need no guess or a given technique.

    The same seed gives the same board. Without --no-guess, --technique, --mine-total or --rating the mines are
    simply random, as in `logicms play`. The exit code is 4 if no such board is found within the effort.

    With --position the result is not a layout but a half-open board of any size in which nothing easier than the
    technique gets any further: known mines have flags, and nothing is asked of the rest of the game. --smallest finds
    the smallest such boards. With --hints it is a position of the search course: mines at random, N safe cells open,
    the number of mines known.

    \b
    Examples:
      logicms generate --level expert --no-guess --seed 7 --out layout.txt
      logicms play --guess never layout.txt
      logicms generate --technique subset --size 8x8 --mines 12 --count 6 --out boards
      logicms generate --rating 5-10 --seed 7 --json
      logicms generate --position --technique difference --seed 7 | logicms next -
      logicms generate --grid torus --size 5x5 --mines 4 --no-guess --seed 7
      logicms generate --smallest --technique difference --to svg --out difference.svg
      logicms generate --size 6x6 --mines 10 --hints 16 --to seed | logicms search --format seed -
    """
    if given["smallest"]:
        return _smallest(given, options)
    if given["position"]:
        _check_position(given)
    if given["hints"] is not None and not _only(given, "level", "size", "mines", "grid", "hints", "seed"):
        raise click.UsageError(
            "--hints takes --level, --size, --mines and --grid, and no other option that describes the board"
        )
    if given["size"] and given["mines"] is None and not given["level"]:
        raise click.UsageError("--size needs --mines: how many mines are on a board of that size?")
    seed = SystemRandom().randrange(2**32) if given["seed"] is None else given["seed"]
    many, out = given["count"] > 1, given["out"]
    if many and out is not None:
        make_folder(out, "--out")
    code = 0
    for answer in _answers(given, range(seed, seed + given["count"]), options):
        code = max(code, answer.exit_code)
        if options.json:
            print_json(answer.to_json())
        if answer.board is None:
            print_text(f"logicms: seed {answer.seed}: {answer.reason}", err=True)
        else:
            if given["target"] != "board" and answer.first is not None:
                options.say(f"the first cell is {answer.first}")
            _write(answer.board, str(answer.seed), given, many, options)
    click.get_current_context().exit(code)


def _answers(given: Given, seeds: range, options: Options) -> Iterator[GenerateAnswer]:
    """Yield the answer for each seed; the time limit is for all of them."""
    answer_for = _maker(given)
    # Boards that are printed on a terminal show the progress themselves, and a bar would come between them.
    are_seen = given["out"] is None and sys.stdout.isatty()
    with progress(1 if are_seen else len(seeds), options) as advance:
        for seed in seeds:
            quiet = options if len(seeds) == 1 or are_seen else replace(options, quiet=True)
            with still_working(f"seed {seed}", quiet):
                answer = answer_for(seed)
            yield answer
            advance(f"seed {seed}")


def _maker(given: Given) -> Callable[[int], GenerateAnswer]:
    """Return what makes the answer for a seed: a layout, or with --hints a position."""
    level = LEVELS[given["level"] or "beginner"]
    width, height = given["size"] or (level.width, level.height)
    mines = level.mines if given["mines"] is None else given["mines"]
    hints, grid = given["hints"], given["grid"] or "square"
    if hints is not None:
        return lambda seed: hint_board(seed, random_hint_board(width, height, mines, hints, Random(seed), grid))
    wish = Wish(
        technique=given["technique"],
        mine_total=given["mine_total"],
        ratings=given["ratings"],
        start=given["start"],
        first=given["first"],
        effort=given["effort"],
        grid=grid,
    )
    if given["position"]:
        find = partial(find_position, width, height, mines, **wish)
        return lambda seed: generate_position(seed, partial(find, rng=Random(seed)))
    make = partial(generate_board, width, height, mines, no_guess=given["no_guess"], **wish)
    return lambda seed: generate_answer(seed, partial(make, rng=Random(seed)))


class Wish(TypedDict):
    """What layouts and positions are asked for in the same words."""

    technique: str | None
    mine_total: bool | None
    ratings: range | None
    start: Start | None
    first: Cell | None
    effort: int
    grid: Grid


def _check_position(given: Given) -> None:
    if given["no_guess"] or given["hints"] is not None:
        raise click.UsageError("--position asks nothing of the rest of the game: leave out --no-guess and --hints")
    if given["technique"] is None and given["ratings"] is None:
        raise click.UsageError("--position needs --technique or --rating: what should be needed next?")


def _only(given: Given, *options: str) -> bool:
    """Return whether no option but these describes the board."""
    chosen = {key for key, value in given.items() if value is not None and (key not in _SWITCHES or value)}
    return chosen & _DESCRIBING <= set(options)


def _smallest(given: Given, options: Options) -> None:
    """Write the first `count` of the smallest positions that need a technique."""
    from logicms.generation.generator import smallest

    if given["technique"] is None or not _only(given, "technique"):
        raise click.UsageError("--smallest takes --technique, and no other option that describes the board")
    technique = Technique(given["technique"])
    boards = smallest(technique)
    options.say(f"{counted(len(boards), 'position')} of {counted(len(boards[0].signs), 'cell')}, none smaller")
    chosen = boards[: given["count"]]
    if len(chosen) > 1 and given["out"] is not None:
        make_folder(given["out"], "--out")
    for number, board in enumerate(chosen, 1):
        answer = smallest_position(board, technique)
        if options.json:
            print_json(answer.to_json())
        assert answer.board is not None
        _write(answer.board, f"{technique.value}-{number}", given, len(chosen) > 1, options)


def _write(board: Board, name: str, given: Given, many: bool, options: Options) -> None:
    """Write a board to its file, or to standard output unless JSON is printed there."""
    from logicms.render.exports import write

    target, out = given["target"], given["out"]
    if out is None and options.json:
        return
    if target != "board":  # few other formats have room for a title and a first cell
        board = replace(board, title=None, first=None)
    text = write(board, target)
    if out is not None:
        path = out / f"{name}.{_SUFFIXES.get(target, 'txt')}" if many else out
        write_file(path, text)
        options.say(f"written to {path}")
    else:
        print_document(text, nl=many)  # a blank line between boards


_SWITCHES = ("no_guess", "position")
_WINNING = ("no_guess", "technique", "mine_total", "ratings")
_DESCRIBING = frozenset(("level", "size", "mines", "grid", "hints", "position", *_WINNING, "start", "first", "seed"))
_SUFFIXES = {"svg": "svg", "latex": "tex", "dimacs": "cnf", "asp": "lp", "minizinc": "mzn", "seed": "seed"}
