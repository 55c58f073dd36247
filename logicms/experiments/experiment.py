"""What an experiment is: a grid of settings, how one game of a setting is played, what is measured, what is published.

An `Experiment` is a value that holds everything that the rows of a run depend on, and nothing else; `plan` gives it
another number of games or seed. A *setting* has one value for each *axis*. A *trial* is one game (or one searched
board) of one setting, and gives one *row*: the values of the axes, and *results*, which say how the trial went. A
user's own grid replaces the values of some axes.

The logic course counts a game as won when every cell is *marked*, mines too; so does a game with initial safe cells.
The *methods* reason about the same games in different ways, those of the course and ours:

- `subset`: sets of cells with their numbers of mines; one inside another gives a third.
- `forward`: unit propagation in a knowledge base of the clues; nothing is matched.
- `course`: also pairwise matching, with the course's limit: one of two clauses has at most 2 literals.
- `saturation`: pairwise matching without that limit: full resolution, until the limit of matchings is reached.
- `resolution`: full resolution directed at one cell after the other: that it is safe, or a mine, is refuted.
- `complete`: every placement, by a dynamic programme (`deduce`); with the mine total this is what logicms does.

From `forward` on, each is as strong as the one before it, if no limit is reached.

A board of the search course is searched by one *strategy*.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from time import thread_time
from typing import Literal, NamedTuple, cast, get_args

from logicms.deduction import inference
from logicms.deduction.inference import FEW_CELLS, Effort, inference_by
from logicms.errors import BoardError, unknown_word
from logicms.game import LEVELS, Share, Start, number_of_initial_safe, random_hint_board
from logicms.guessing import Policy
from logicms.limits import limit
from logicms.notation.texts import MAX_CELLS
from logicms.player import Player, Reasoner, Setting, play
from logicms.player.player import ByInference
from logicms.problem import Problem
from logicms.search import Heuristic, Order, Strategy, search

AxisValue = str | int
AxisValues = tuple[AxisValue, ...]
"""One value per axis: a setting."""
Results = tuple[str, ...]
"""One text per result column, as in the row."""

SECONDS = "seconds"
"""The only result that the seed does not determine: CPU time."""

_COUNT = r"\d{1,18}"
RESULTS = {
    "outcome": "won|lost|stuck",
    "left": _COUNT,
    "rounds": _COUNT,
    "matchings": _COUNT,
    "limits": _COUNT,
    "guesses": _COUNT,
    "status": "found|none|limit",
    "nodes": _COUNT,
    "backtracks": _COUNT,
    SECONDS: rf"{_COUNT}(\.\d{{1,9}})?",
}
"""Every result column of every experiment, and the texts that it may hold, as a regular expression."""

# -- what is measured, published and drawn


@dataclass(frozen=True, slots=True)
class Frequency:
    """A measure: how often a column has this value."""

    title: str
    column: str
    value: str


@dataclass(frozen=True, slots=True)
class Statistic:
    """A measure: a statistic of a column of numbers, over all rows or those where another column has a value."""

    title: str
    column: str
    how: Literal["mean", "deviation", "median", "largest"] = "mean"
    only: tuple[str, str] | None = None


Measure = Frequency | Statistic


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure for a setting: for which measure, and over how many games, if that is known.

    `by` is how those games were played, as the last values of a setting: of a course game, the method and the total.
    """

    source: str
    measure: str
    value: float
    games: int | None = None
    by: AxisValues = ()

    def is_alike(self, setting: AxisValues) -> bool:
        """Return whether a setting is played as the published games were.

        >>> figure = Published("a report", "won", 0.9, 100, by=("course", "no"))
        >>> figure.is_alike(("9x9", 10, 9, "course", "no")), figure.is_alike(("9x9", 10, 9, "course", "yes"))
        (True, False)
        """
        return setting[len(setting) - len(self.by) :] == self.by


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: a measure against an axis, a line for each value of other axes, a panel for each value of one."""

    title: str
    x: str
    y: str
    lines: tuple[str, ...] = ()
    panels: str | None = None
    log: bool = False


# -- experiments


class Trial(NamedTuple):
    """Which game of which setting, both by number."""

    setting: int
    game: int


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything that determines the rows of a run; the number of workers does not."""

    name: str
    title: str
    axes: tuple[str, ...]
    settings: tuple[AxisValues, ...]
    results: tuple[str, ...]
    trial: Callable[[AxisValues, int], Results]
    """Plays the game of a setting and a seed; a module-level function, so that other processes can call it."""
    measures: tuple[Measure, ...]
    games: int = 100
    seed: int = 1
    published: Mapping[AxisValues, tuple[Published, ...]] | None = None
    """By the leading values of a setting, as many as the key has."""
    plot: Plot | None = None
    """What is drawn of it: the one picture that says more than the table, if there is one."""
    notes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """The axes that a user replaced, and by what, as in the command."""

    def __post_init__(self) -> None:
        if self.games < 1 or self.seed < 0:
            raise BoardError(f"an experiment needs at least 1 game per setting and a seed of 0 or more: {self.command}")

    def plan(self, games: int | None = None, seed: int | None = None) -> Experiment:
        """Return the experiment with this many games per setting, the first of them of this seed."""
        return replace(self, games=self.games if games is None else games, seed=self.seed if seed is None else seed)

    @property
    def command(self) -> str:
        """The command as written in each row: all rows of a file have the same."""
        options = (f"--{_name(axis)} {shlex.quote(values)}" for axis, values in self.options)
        return " ".join(["experiment", self.name, *options, f"--games {self.games} --seed {self.seed}"])

    @property
    def columns(self) -> tuple[str, ...]:
        return ("command", *self.axes, "game", "seed", *self.results)

    def trials(self) -> Iterator[Trial]:
        """Yield every trial, the first game of all settings first, so that a stopped run is balanced."""
        settings = range(len(self.settings))
        return (Trial(setting, game) for game in range(self.games) for setting in settings)

    def row(self, trial: Trial, results: Results) -> tuple[str, ...]:
        """Return the row of a trial: game i has the seed SEED + i in every setting, so that settings share boards."""
        setting = self.settings[trial.setting]
        return (self.command, *map(str, setting), str(trial.game), str(self.seed + trial.game), *results)

    def figures(self, setting: AxisValues) -> tuple[Published, ...]:
        """Return what is published for a setting.

        A figure belongs to the setting that was played in the same way. If the grid has none (as a user's own grid
        may), it belongs to every setting on the same boards, and `is_alike` tells that they were played differently.
        """
        return tuple(
            figure
            for key, figures in (self.published or {}).items()
            if setting[: len(key)] == key
            for figure in figures
            if figure.is_alike(setting) or (*key, *figure.by) not in self.settings
        )


# -- trials: games


def parse_size(text: str) -> tuple[int, int]:
    """Return the width and the height of a size.

    >>> parse_size("30x16")
    (30, 16)
    """
    width, _, height = text.partition("x")
    return int(width), int(height)


def _seconds_since(began: float) -> str:
    """Return the CPU time since then, which other work on the machine hardly affects."""
    return f"{thread_time() - began:.6f}"


METHOD_RESULTS = ("outcome", "left", "rounds", "matchings", "limits", "seconds")
GUESSING_RESULTS = ("outcome", "guesses", "seconds")

METHODS = (*get_args(inference.InferenceReason), "complete")


def course_game(values: AxisValues, seed: int) -> Results:
    """Play a game of (size, mines, initial safe cells, method, total) without a guess.

    >>> course_game(("9x9", 10, 9, "course", "no"), 1)[:3], course_game(("9x9", 10, 9, "complete", "yes"), 1)[:3]
    (('won', '0', '0'), ('won', '0', '0'))
    """
    size, mines, safe, method, total = values
    game = Setting(*parse_size(str(size)), int(mines), "none", initial_safe=int(safe)).game(seed)
    began = thread_time()
    reasoner, work = _reasoner(str(method), total)
    played = play(game, Player(guess="never"), reasoner=reasoner)
    seconds = _seconds_since(began)
    spent = (work.rounds, work.matchings, work.limits)
    return played.outcome.value, str(played.undecided), *map(str, spent), seconds


def _reasoner(method: str, total: AxisValue) -> tuple[Reasoner, Effort]:
    """Return what finds the certain cells of one game, and where it counts its work."""
    total_at = {"no": 0, "yes": None}.get(str(total), total)
    if method == "complete":
        return Player(total_at=cast(int | None, total_at)).reasoner(marking=True), Effort()
    by = inference_by(cast(inference.InferenceReason, method))
    return ByInference(by, FEW_CELLS if total_at is None else int(total_at), marking=True), by.work


def guessing_game(values: AxisValues, seed: int) -> Results:
    """Play a game of (level, start, guess) to its end, with the mine total and the level's initial safe cells."""
    name, start, guess = values
    level, player = LEVELS[str(name)], Player(guess=cast(Policy, guess))
    setting = Setting(level.width, level.height, level.mines, cast(Start, start), initial_safe=level.initial_safe)
    game = setting.game(seed)
    began = thread_time()
    played = play(game, player)
    return played.outcome.value, str(played.guesses), _seconds_since(began)


# -- searches

SEARCH_RESULTS = ("status", "nodes", "backtracks", "seconds")

MOST_NODES = 1_000_000
"""Where a search stops: a number of nodes, not of seconds, so that the rows are the same everywhere.

A node takes 2 to 10 microseconds here, so a search stops after 2 to 10 s, and on a slow machine within a minute.
"""


def course_board(side: int) -> tuple[str, int, int]:
    """Return the size, the mines and the hints of a square board as the search course has them.

    The mines are 0.28 of the cells and the hints 0.44, both rounded down.

    >>> course_board(6), course_board(16)
    (('6x6', 10, 15), ('16x16', 71, 112))
    """
    cells = side * side
    return f"{side}x{side}", 28 * cells // 100, 44 * cells // 100


def _strategies() -> dict[str, Strategy]:
    """Return every combination of the switches by name, and the search in phases that one course report proposes."""
    heuristics: tuple[Heuristic | None, ...] = (None, "degree", "space")
    strategies = {}
    for method, mrv, heuristic, lcv in product(
        ("plain", "plain FC", "", "FC", "propagate"), (False, True), heuristics, (False, True)
    ):
        name = " + ".join(filter(None, (method, "MRV" if mrv else "", heuristic, "LCV" if lcv else ""))) or "none"
        plain = method.startswith("plain")
        strategies[name] = Strategy(method.endswith("FC"), method == "propagate", mrv, heuristic, lcv, plain=plain)
        if lcv and strategies[name].prunes and not plain:
            strategies[f"{name}, reused"] = replace(strategies[name], reuse_lcv=True)
    return strategies | {name: Strategy(forward_checking=True, phases=phases) for name, phases in _PHASES.items()}


_WITH_MRV = (Order(True, "degree"), Order(mrv=True, lcv=True), Order(True, "space"))

_PHASES = {
    "FC + phases": (Order(heuristic="degree"), Order(mrv=True, lcv=True), Order(heuristic="space")),
    "FC + phases, MRV in each": _WITH_MRV,
    "FC + phases, MRV in each, reversed": _WITH_MRV[::-1],
}

STRATEGIES = _strategies()
"""The strategies by name: FC is forward checking, and "reused" means that it takes over what LCV has tried.

*plain* is backtracking and *plain FC* forward checking as the course's report programs them, *none* is ours without any
switch, which looks ahead.
"""


def search_board(values: AxisValues, seed: int) -> Results:
    """Search for one placement of a board of (size, mines, hints) by a strategy.

    >>> search_board(("6x6", 10, 16, "FC + MRV + degree"), 1)[:3]
    ('found', '27', '3')
    """
    size, mines, shown, strategy = values
    board = random_hint_board(*parse_size(str(size)), int(mines), int(shown), Random(seed))
    neighbours = {cell: board.neighbours(cell) for cell in board.hidden}
    hints = Problem.of(board).all_hints
    began = thread_time()
    with limit(steps=MOST_NODES):
        result = search(hints, STRATEGIES[str(strategy)], neighbours=neighbours)
    return result.status, str(result.nodes), str(result.backtracks), _seconds_since(began)


# -- the values of axes, as options give them


@dataclass(frozen=True, slots=True)
class Axis:
    """How the values of an axis are read, and what the command says about them."""

    read: Callable[[str], AxisValue]
    metavar: str
    help: str


def parse_values(axis: str, text: str) -> AxisValues:
    """Return the values that an option gives for an axis; a comma before a blank is part of a value.

    >>> parse_values("mines", "10,12%,10"), parse_values("total", "no,40,yes")
    ((10, '12%'), ('no', 40, 'yes'))
    """
    return tuple(dict.fromkeys(map(AXES[axis].read, re.split(",(?! )", text))))


def _size(text: str) -> str:
    numbers = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text, re.ASCII)
    if numbers is None or not 1 <= int(numbers[1]) * int(numbers[2]) <= MAX_CELLS:
        raise BoardError(f"not a size such as 30x16, of at most {MAX_CELLS:,} cells: {text[:40]!r}")
    return f"{int(numbers[1])}x{int(numbers[2])}"


def _number_or(others: str, what: str) -> Callable[[str], AxisValue]:
    def read(text: str) -> AxisValue:
        if not re.fullmatch(rf"\d{{1,9}}|{others}", text, re.ASCII):
            raise BoardError(f"not {what}: {text[:40]!r}")
        return int(text) if text.isdecimal() else text

    return read


def _one_of(words: Sequence[str], what: str) -> Callable[[str], AxisValue]:
    def read(text: str) -> AxisValue:
        if text not in words:
            raise unknown_word(text[:40], words, what)
        return text

    return read


_cells = _number_or(r"\d{1,2}(\.\d{1,3})?%", "a number of cells or a share of them such as 12%")
_initial_safe = _number_or("|".join(get_args(Share)), "a number of cells, sqrt or tenth")

AXES = {
    "size": Axis(_size, "WxH,…", "Sizes."),
    "mines": Axis(_cells, "N,…", "Numbers of mines, or shares of the cells such as 12%."),
    "initial_safe": Axis(_initial_safe, "N,…", "Numbers of initial safe cells, or sqrt or tenth of the cells."),
    "method": Axis(_one_of(METHODS, "a method"), "NAME,…", f"Ways to reason: {', '.join(METHODS)}."),
    "total": Axis(
        _number_or("no|yes", "no, yes or a number of cells"),
        "no|yes|N,…",
        "When the mine total is used: with at most N cells undecided.",
    ),
    "level": Axis(_one_of(tuple(LEVELS), "a level"), "NAME,…", f"Levels: {', '.join(LEVELS)}."),
    "start": Axis(_one_of(get_args(Start), "a start rule"), "RULE,…", f"First cells: {', '.join(get_args(Start))}."),
    "guess": Axis(_one_of(get_args(Policy), "a way to guess"), "NAME,…", f"Guesses: {', '.join(get_args(Policy))}."),
    "hints": Axis(_cells, "N,…", "Numbers of hints on a board to search, or shares such as 44%."),
    "strategy": Axis(
        _one_of(tuple(STRATEGIES), "a strategy"), "NAME,…", "Searches, such as 'FC + MRV,FC + MRV + LCV'."
    ),
}
"""Every axis of every experiment, in the order of the options."""


# -- grids of one's own

_BOARD = ("size", "mines", "initial_safe")
_WORDS = {"mines": "mines", "initial_safe": "initial safe cells", "hints": "hints"}


def own_grid(experiment: Experiment, given: Mapping[str, str]) -> Experiment:
    """Return the experiment with these values of axes, in every combination.

    A combination that the experiment has is taken as it is there, with the values of the other axes that go with it;
    any other is put into all of the experiment's settings. A share (`12%` of the cells, `sqrt`, `tenth`) becomes a
    number by the size of each setting. In a course game a level stands for its size, mines and initial safe cells.

    >>> from logicms.experiments.catalogue import EXPERIMENTS
    >>> success = EXPERIMENTS["success"]
    >>> own_grid(success, {"size": "9x9", "mines": "10", "method": "course"}).settings
    (('9x9', 10, 9, 'course', 'no'), ('9x9', 10, 15, 'course', 'no'), ('9x9', 10, 20, 'course', 'no'))
    >>> own_grid(success, {"size": "20x20", "mines": "10%", "initial_safe": "sqrt", "method": "course"}).settings
    (('20x20', 40, 20, 'course', 'no'), ('20x20', 40, 20, 'course', 'yes'))
    """
    axes = experiment.axes
    for axis in given:
        if axis not in axes and (axis != "level" or axes[:3] != _BOARD):
            raise BoardError(f"{experiment.name} has no axis {_name(axis)}: its axes are {', '.join(map(_name, axes))}")
    values = {axis: parse_values(axis, given[axis]) for axis in ("level", *AXES) if axis in given}
    choices: list[list[dict[str, AxisValue]]] = [
        [{axis: value} if axis in axes else dict(zip(_BOARD, level_board(str(value)), strict=True)) for value in chosen]
        for axis, chosen in values.items()
    ]
    named = [dict(zip(axes, setting, strict=True)) for setting in experiment.settings]
    settings: dict[AxisValues, None] = {}
    for parts in product(*choices):
        combination = {axis: value for choice in parts for axis, value in choice.items()}
        for of_setting in [each for each in named if combination.items() <= each.items()] or named:
            settings[_setting(of_setting | combination, "start" in combination)] = None
    options = tuple((axis, ",".join(map(str, values[axis]))) for axis in AXES if axis in values)
    return replace(experiment, settings=tuple(settings), options=options)


def level_board(name: str, safe: int | Share = "sqrt") -> tuple[str, int, int]:
    """Return the size, the mines and the initial safe cells of a level.

    >>> level_board("hard"), level_board("hard", "tenth")
    (('30x16', 99, 22), ('30x16', 99, 48))
    """
    level = LEVELS[name]
    return f"{level.width}x{level.height}", level.mines, number_of_initial_safe(safe, level.width * level.height)


def _setting(values: dict[str, AxisValue], start_is_given: bool) -> AxisValues:
    """Return a setting with its shares as numbers; one that no game can have is an error."""
    if "start" in values and LEVELS[str(values["level"])].initial_safe is not None:
        if start_is_given and values["start"] != "none":
            raise BoardError(f"{values['level']} starts with its initial safe cells: only --start none goes with it")
        values["start"] = "none"  # the initial safe cells replace the first cell
    if "size" not in values:
        return tuple(values.values())
    width, height = parse_size(str(values["size"]))
    counts = {axis: _count(values[axis], width * height) for axis in _WORDS if axis in values}
    if sum(counts.values()) > width * height:
        needed = " and ".join(f"{number} {_WORDS[axis]}" for axis, number in counts.items())
        options = " and ".join(f"--{_name(axis)}" for axis in counts)
        raise BoardError(f"{values['size']} has no room for {needed}: choose them by {options}")
    return tuple((values | counts).values())


def _count(value: AxisValue, cells: int) -> int:
    if isinstance(value, str) and value.endswith("%"):
        return round(float(value[:-1]) / 100 * cells)
    return number_of_initial_safe(value, cells)  # type: ignore[arg-type]  # checked there


def _name(axis: str) -> str:
    return axis.replace("_", "-")
