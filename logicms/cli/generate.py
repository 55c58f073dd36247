"""The command `generate`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, get_args

import click

from logicms.board import Board
from logicms.cli import LIMIT
from logicms.cli.frame import Options, print_json, shared_options, write_file
from logicms.cli.options import is_number, read_cell, read_size
from logicms.cli.progress import progress
from logicms.cli.puzzles import working_on
from logicms.errors import LimitReached
from logicms.explanation.techniques import Technique
from logicms.game import LEVELS, Start
from logicms.generation import EFFORT, Generated
from logicms.generation import generate as generate_board
from logicms.generation.generated_json import generated_to_json, limit_to_json, position_to_json, titled


def _ratings(ctx: click.Context, param: click.Parameter, value: str | None) -> range | None:
    if value is None:
        return None
    low, to, high = value.partition("-")
    ends = [low, high if to else low]
    found = range(int(ends[0]), int(ends[1]) + 1) if all(map(is_number, ends)) else None
    if not found or found[0] < 1 or found[-1] > 2 * len(Technique):
        raise click.BadParameter(f"{value[:40]!r} is not a rating; ratings are 1 to 8, or a range such as 3-5")
    return found


@click.command()
@click.option("--level", type=click.Choice(list(LEVELS)), help="Size and mines of a level (default: beginner).")
@click.option("--size", callback=read_size, metavar="WxH", help="Another size than the level's.")
@click.option("--mines", type=click.IntRange(min=0), metavar="N", help="Another number of mines than the level's.")
@click.option("--no-guess", is_flag=True, help="It is won from its first cell by logic alone.")
@click.option(
    "--technique",
    type=click.Choice([each.value for each in Technique]),
    help="Winning it without a guess takes this technique, and nothing harder.",
)
@click.option(
    "--mine-total/--no-mine-total", default=None, help="Winning it takes the number of mines, or does without it."
)
@click.option(
    "--rating",
    "ratings",
    callback=_ratings,
    metavar="N|N-N",
    help="1 to 8: two for each technique, the even one where the mine total is needed.",
)
@click.option(
    "--start", type=click.Choice(get_args(Start)), help="What the first cell is: safe, zero, or none of both."
)
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
    help="How many.",
)
@click.option(
    "--effort",
    type=click.IntRange(min=1),
    default=EFFORT,
    metavar="N",
    show_default=True,
    help="Give a board up after so many layouts.",
)
@click.option("--smallest", is_flag=True, help="With --technique: the smallest positions that need it, for slides.")
@click.option("--to", "target", default="board", metavar="NAME", help="The format to write; see `logicms formats`.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="PATH", help="Write to a file; several boards to a folder."
)
@shared_options("json", "quiet", "time_limit")
def generate(options: Options, **given: Any) -> None:
    """Make boards from a seed: without a guess, or such that need a technique.

    The same seed gives the same board. Without --no-guess, --technique, --mine-total or --rating the mines are just
    drawn at random, as `logicms play` draws them. A board that was not found within the effort is exit code 4. With
    --smallest it is not a layout that is made but a position, in which nothing easier than the technique goes on.

    \b
    Examples:
      logicms generate --level expert --no-guess --seed 7 --out layout.txt
      logicms play --guess never layout.txt
      logicms generate --technique subset --size 8x8 --mines 12 --count 6 --out boards
      logicms generate --rating 5-8 --seed 7 --json
      logicms generate --smallest --technique split --to svg --out split.svg
    """
    if given["smallest"]:
        return _smallest(given, options)
    wish = _wish(given)
    seed = SystemRandom().randrange(2**32) if given["seed"] is None else given["seed"]
    seeds = range(seed, seed + given["count"])
    if given["count"] > 1 and given["out"] is not None:
        _make_folder(given["out"])
    code = 0
    for seed, made in _made(wish, seeds, given["out"], options):
        if isinstance(made, LimitReached):
            code = LIMIT
            click.echo(f"logicms: seed {seed}: {made}", err=True)
            if options.json:
                print_json(limit_to_json(seed, str(made)))
            continue
        if options.json:
            print_json(generated_to_json(made, seed))
        _write(made, seed, given["target"], given["out"], len(seeds) > 1, options)
    click.get_current_context().exit(code)


@dataclass(frozen=True, slots=True)
class _Wish:
    size: tuple[int, int, int]
    more: dict[str, Any]


def _wish(given: dict[str, Any]) -> _Wish:
    if given["size"] and given["mines"] is None and not given["level"]:
        raise click.UsageError("--size needs --mines: how many mines are on a board of that size?")
    level = LEVELS[given["level"] or "beginner"]
    width, height = given["size"] or (level.width, level.height)
    names = ("no_guess", "technique", "mine_total", "ratings", "start", "first", "effort")
    mines = level.mines if given["mines"] is None else given["mines"]
    return _Wish((width, height, mines), {name: given[name] for name in names})


def _made(
    wish: _Wish, seeds: range, out: Path | None, options: Options
) -> Iterator[tuple[int, Generated | LimitReached]]:
    """Yield each seed with its board, or with why there is none; the time limit is for all of them."""
    # Boards that are printed on a terminal show how far it is by themselves, and a bar would stand between them.
    are_seen = out is None and sys.stdout.isatty()
    with progress(1 if are_seen else len(seeds), options) as advance:
        for seed in seeds:
            made: Generated | LimitReached
            with working_on(f"seed {seed}", options if len(seeds) == 1 or are_seen else replace(options, quiet=True)):
                try:
                    made = generate_board(*wish.size, rng=Random(seed), **wish.more)
                except LimitReached as limit:
                    made = limit
            yield seed, made
            advance(f"seed {seed}")


def _smallest(given: dict[str, Any], options: Options) -> None:
    """Write the first of the smallest positions that need a technique, as many as are wanted."""
    from logicms.generation.smallest import smallest

    apart = ("level", "size", "mines", "mine_total", "ratings", "start", "first", "seed")
    if given["technique"] is None or given["no_guess"] or any(given[name] is not None for name in apart):
        raise click.UsageError("--smallest takes --technique, and nothing else that says what a board is to be")
    technique = Technique(given["technique"])
    found = smallest(technique)
    options.say(f"{len(found)} position{'s' if len(found) > 1 else ''} of {len(found[0].signs)} cells, none smaller")
    chosen = found[: given["count"]]
    if len(chosen) > 1 and given["out"] is not None:
        _make_folder(given["out"])
    for number, board in enumerate(chosen, 1):
        if options.json:
            print_json(position_to_json(board, technique))
        title = f"needs {technique.value}" if given["target"] == "board" else None
        named, many = f"{technique.value}-{number}", len(chosen) > 1
        _write_board(replace(board, title=title), named, given["target"], given["out"], many, options)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be made a folder: {error.strerror}") from None


def _write(made: Generated, seed: int, target: str, out: Path | None, many: bool, options: Options) -> None:
    """Write a generated board; few other formats than ours have room for a title and a first cell."""
    board = titled(made, seed)
    if target != "board":
        board = replace(board, title=None, first=None)
        options.say(f"the first cell is {made.layout.first}")
    _write_board(board, str(seed), target, out, many, options)


def _write_board(board: Board, name: str, target: str, out: Path | None, many: bool, options: Options) -> None:
    """Write a board to its file, or to standard output, unless JSON stands there already."""
    from logicms.render.exports import write

    if out is None and options.json:
        return
    text = write(board, target)
    if out is not None:
        path = out / f"{name}.{_SUFFIXES.get(target, 'txt')}" if many else out
        write_file(path, text)
        options.say(f"written to {path}")
    else:
        click.echo(text, nl=many)  # a blank line stands between boards


_SUFFIXES = {"svg": "svg", "dimacs": "cnf", "asp": "lp", "minizinc": "mzn", "seed": "seed"}
