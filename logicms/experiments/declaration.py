"""What an experiment is: a grid of settings, how one game of a setting is played, what is measured, what is published,
and what its table shows in words.

An `Experiment` is a value; `plan` fixes how many games and which seed, and a `Plan` holds everything that the rows of a
run depend on. A *trial* is one game (or one searched board) of one setting, and gives one *row*; an *axis* is a column
that describes the setting (`grids` reads its values from the command line), a *result* a column that describes how the
trial went. A *finding* makes sentences from the summary of a run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING, Literal, NamedTuple

from logicms.errors import BoardError

if TYPE_CHECKING:
    from logicms.experiments.summary import Summary

Value = str | int
Setting = tuple[Value, ...]
"""One value per axis."""
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


def is_result(column: str, text: str) -> bool:
    """Return whether a result column may hold a text.

    >>> is_result("left", "12"), is_result("left", "-1"), is_result("outcome", "banana")
    (True, False, False)
    """
    return re.fullmatch(RESULTS[column], text, re.ASCII) is not None


def parse_size(text: str) -> tuple[int, int]:
    """Return the width and the height of a size.

    >>> parse_size("30x16")
    (30, 16)
    """
    width, _, height = text.partition("x")
    return int(width), int(height)


def seconds_since(began: float) -> str:
    """Return the CPU time since then, which other work on the machine hardly affects."""
    return f"{thread_time() - began:.6f}"


class Trial(NamedTuple):
    """Which game of which setting, both by number."""

    setting: int
    game: int


@dataclass(frozen=True, slots=True)
class Share:
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


Measure = Share | Statistic


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure for a setting: for which measure, and over how many games, if that is known.

    `by` is how those games were played, as the last values of a setting: of a course game, the method and the total.
    """

    source: str
    measure: str
    value: float
    games: int | None = None
    by: tuple[Value, ...] = ()


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


Finding = Callable[["Summary"], "Iterator[str]"]
"""What a table shows, in sentences computed from it; none where the rows do not support one."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A declaration: everything about an experiment except the number of games and the seed of one run."""

    name: str
    title: str
    axes: tuple[str, ...]
    settings: tuple[Setting, ...]
    results: tuple[str, ...]
    trial: Callable[[Setting, int], Results]
    """Plays the game of a setting and a seed; a module-level function, so that other processes can call it."""
    measures: tuple[Measure, ...]
    games: int = 100
    seed: int = 1
    published: Mapping[Setting, tuple[Published, ...]] | None = None
    """By the leading values of a setting, as many as the key has."""
    plots: tuple[Plot, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """The axes that a user replaced, and by what, as in the command."""

    def plan(self, games: int | None = None, seed: int | None = None) -> Plan:
        """Return the plan of a run with this many games per setting."""
        return Plan(self, self.games if games is None else games, self.seed if seed is None else seed)

    def figures(self, setting: Setting) -> tuple[Published, ...]:
        """Return what is published for a setting.

        A figure belongs to the setting that was played in the same way. If the grid has none (as a user's own grid
        may), it belongs to every setting on the same boards, and `is_alike` tells that they were played differently.
        """
        return tuple(
            figure
            for key, figures in (self.published or {}).items()
            if setting[: len(key)] == key
            for figure in figures
            if is_alike(setting, figure) or (*key, *figure.by) not in self.settings
        )


def is_alike(setting: Setting, figure: Published) -> bool:
    """Return whether a setting is played as the published games were.

    >>> figure = Published("a report", "won", 0.9, 100, by=("course", "no"))
    >>> is_alike(("9x9", 10, 9, "course", "no"), figure), is_alike(("9x9", 10, 9, "course", "yes"), figure)
    (True, False)
    """
    return setting[len(setting) - len(figure.by) :] == figure.by


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
        options = (f"--{axis.replace('_', '-')} {shlex.quote(values)}" for axis, values in self.experiment.options)
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
