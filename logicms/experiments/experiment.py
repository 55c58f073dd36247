"""What an experiment is: a grid of settings, how one game of a setting is played, what is measured, what is published.

An `Experiment` is a value; `plan` fixes how many games and which seed, and a `Plan` holds everything that the rows of a
run depend on. A *setting* has one value for each *axis*. A *trial* is one game (or one searched board) of one setting,
and gives one *row*: the values of the axes, and *results*, which say how the trial went. A user's own grid replaces the
values of some axes.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple, get_args

from logicms.errors import BoardError, unknown_word
from logicms.experiments.trials import METHODS, STRATEGIES, AxisValue, AxisValues, Results, parse_size
from logicms.game import LEVELS, Share, Start, number_of_initial_safe
from logicms.guessing import Policy
from logicms.notation.texts import MAX_CELLS

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

    name: str
    title: str
    x: str
    y: str
    lines: tuple[str, ...] = ()
    panels: str | None = None
    log: bool = False


# -- experiments and plans


class Trial(NamedTuple):
    """Which game of which setting, both by number."""

    setting: int
    game: int


@dataclass(frozen=True, slots=True)
class Experiment:
    """A declaration: everything about an experiment except the number of games and the seed of one run."""

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
    plots: tuple[Plot, ...] = ()
    notes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """The axes that a user replaced, and by what, as in the command."""

    def plan(self, games: int | None = None, seed: int | None = None) -> Plan:
        """Return the plan of a run with this many games per setting."""
        return Plan(self, self.games if games is None else games, self.seed if seed is None else seed)

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


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that determines the rows of a run; the number of workers does not."""

    experiment: Experiment
    games: int
    seed: int

    def __post_init__(self) -> None:
        if self.games < 1 or self.seed < 0:
            raise BoardError(f"an experiment needs at least 1 game per setting and a seed of 0 or more: {self.command}")

    @property
    def command(self) -> str:
        """The command as written in each row: all rows of a file have the same."""
        options = (f"--{_name(axis)} {shlex.quote(values)}" for axis, values in self.experiment.options)
        return " ".join(["experiment", self.experiment.name, *options, f"--games {self.games} --seed {self.seed}"])

    @property
    def columns(self) -> tuple[str, ...]:
        return ("command", *self.experiment.axes, "game", "seed", *self.experiment.results)

    def trials(self) -> Iterator[Trial]:
        """Yield every trial, the first game of all settings first, so that a stopped run is balanced."""
        settings = range(len(self.experiment.settings))
        return (Trial(setting, game) for game in range(self.games) for setting in settings)

    def row(self, trial: Trial, results: Results) -> tuple[str, ...]:
        """Return the row of a trial: game i has the seed SEED + i in every setting, so that settings share boards."""
        setting = self.experiment.settings[trial.setting]
        return (self.command, *map(str, setting), str(trial.game), str(self.seed + trial.game), *results)


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

    >>> from logicms.experiments import EXPERIMENTS
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
