"""Grids of one's own: the values of axes as options give them, and the experiment with those in place of its own.

Values are separated by commas. A share (`12%` of the cells, `sqrt`, `tenth`) becomes a number by the size of each
setting. In a course game a level stands for its size, mines and initial safe cells together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import get_args

from logicms.errors import BoardError, unknown_word
from logicms.experiments.declaration import Experiment, Setting, Value, parse_size
from logicms.experiments.trials import METHODS, STRATEGIES
from logicms.game import LEVELS, Share, Start, number_of_initial_safe
from logicms.guessing import Policy
from logicms.notation.texts import MAX_CELLS


@dataclass(frozen=True, slots=True)
class Axis:
    """How the values of an axis are read, and what the command says about them."""

    read: Callable[[str], Value]
    metavar: str
    help: str


# -- values


def parse_values(axis: str, text: str) -> tuple[Value, ...]:
    """Return the values that an option gives for an axis; a comma before a blank is part of a value.

    >>> parse_values("mines", "10,12%,10"), parse_values("total", "no,40,yes")
    ((10, '12%'), ('no', 40, 'yes'))
    """
    return tuple(dict.fromkeys(map(AXES[axis].read, re.split(",(?! )", text))))


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise BoardError(f"not {what}: {text[:40]!r}")
    return int(text)


def _size(text: str) -> str:
    numbers = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text, re.ASCII)
    if numbers is None or not 1 <= int(numbers[1]) * int(numbers[2]) <= MAX_CELLS:
        raise BoardError(f"not a size such as 30x16, of at most {MAX_CELLS:,} cells: {text[:40]!r}")
    return f"{int(numbers[1])}x{int(numbers[2])}"


def _cells(text: str) -> Value:
    if re.fullmatch(r"\d{1,2}(\.\d{1,3})?%", text, re.ASCII):
        return text
    return _number(text, "a number of cells or a share of them such as 12%")


def _initial_safe(text: str) -> Value:
    return text if text in get_args(Share) else _number(text, "a number of cells, sqrt or tenth")


def _total(text: str) -> Value:
    return text if text in ("no", "yes") else _number(text, "no, yes or a number of cells")


def _one_of(words: Sequence[str], what: str) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if text not in words:
            raise unknown_word(text[:40], words, what)
        return text

    return read


AXES = {
    "size": Axis(_size, "WxH,…", "Sizes."),
    "mines": Axis(_cells, "N,…", "Numbers of mines, or shares of the cells such as 12%."),
    "initial_safe": Axis(_initial_safe, "N,…", "Numbers of initial safe cells, or sqrt or tenth of the cells."),
    "method": Axis(_one_of(METHODS, "a method"), "NAME,…", f"Ways to reason: {', '.join(METHODS)}."),
    "total": Axis(_total, "no|yes|N,…", "When the mine total is used: with at most N cells undecided."),
    "level": Axis(_one_of(tuple(LEVELS), "a level"), "NAME,…", f"Levels: {', '.join(LEVELS)}."),
    "start": Axis(_one_of(get_args(Start), "a start rule"), "RULE,…", f"First cells: {', '.join(get_args(Start))}."),
    "guess": Axis(_one_of(get_args(Policy), "a way to guess"), "NAME,…", f"Guesses: {', '.join(get_args(Policy))}."),
    "hints": Axis(_cells, "N,…", "Numbers of hints on a board to search, or shares such as 44%."),
    "strategy": Axis(
        _one_of(tuple(STRATEGIES), "a strategy"), "NAME,…", "Searches, such as 'FC + MRV,FC + MRV + LCV'."
    ),
}
"""Every axis of every experiment, in the order of the options."""

# -- grids

_BOARD = ("size", "mines", "initial_safe")
_WORDS = {"mines": "mines", "initial_safe": "initial safe cells", "hints": "hints"}


def own_grid(experiment: Experiment, given: Mapping[str, str]) -> Experiment:
    """Return the experiment with these values of axes, in every combination.

    A combination that the experiment has is taken as it is there, with the values of the other axes that go with it;
    any other is put into all of the experiment's settings.

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
    choices = [[_choice(axes, axis, value) for value in chosen] for axis, chosen in values.items()]
    combinations = ({axis: value for choice in parts for axis, value in choice.items()} for parts in product(*choices))
    settings = (setting for combination in combinations for setting in _combined(experiment, combination))
    options = tuple((axis, ",".join(map(str, values[axis]))) for axis in AXES if axis in values)
    return replace(experiment, settings=tuple(dict.fromkeys(settings)), options=options)


def _choice(axes: tuple[str, ...], axis: str, value: Value) -> dict[str, Value]:
    """Return what a value stands for: itself on its axis, or the board of a level."""
    return {axis: value} if axis in axes else dict(zip(_BOARD, level_board(str(value)), strict=True))


def _combined(experiment: Experiment, combination: Mapping[str, Value]) -> Iterator[Setting]:
    """Yield the settings with a combination of values: those of the experiment, or all others with these put in."""
    named = [dict(zip(experiment.axes, setting, strict=True)) for setting in experiment.settings]
    own = [values for values in named if combination.items() <= values.items()]
    for values in own or named:
        yield _resolve(_with_start({**values, **combination}, "start" in combination))


def level_board(name: str, safe: int | Share = "sqrt") -> tuple[str, int, int]:
    """Return the size, the mines and the initial safe cells of a level.

    >>> level_board("hard"), level_board("hard", "tenth")
    (('30x16', 99, 22), ('30x16', 99, 48))
    """
    level = LEVELS[name]
    return f"{level.width}x{level.height}", level.mines, number_of_initial_safe(safe, level.width * level.height)


def _with_start(values: dict[str, Value], is_given: bool) -> dict[str, Value]:
    """Return the values with the start rule of a level that has initial safe cells: they replace the first cell."""
    if "start" not in values or LEVELS[str(values["level"])].initial_safe is None:
        return values
    if is_given and values["start"] != "none":
        raise BoardError(f"{values['level']} starts with its initial safe cells: only --start none goes with it")
    return {**values, "start": "none"}


def _resolve(values: dict[str, Value]) -> Setting:
    """Return a setting with its shares as numbers; one that no board can have is an error."""
    if "size" not in values:
        return tuple(values.values())
    width, height = parse_size(str(values["size"]))
    counts = {axis: _count(values[axis], width * height) for axis in _WORDS if axis in values}
    if sum(counts.values()) > width * height:
        needed = " and ".join(f"{number} {_WORDS[axis]}" for axis, number in counts.items())
        options = " and ".join(f"--{_name(axis)}" for axis in counts)
        raise BoardError(f"{values['size']} has no room for {needed}: choose them by {options}")
    return tuple((values | counts).values())


def _count(value: Value, cells: int) -> int:
    if isinstance(value, str) and value.endswith("%"):
        return round(float(value[:-1]) / 100 * cells)
    return number_of_initial_safe(value, cells)  # type: ignore[arg-type]  # checked there


def _name(axis: str) -> str:
    return axis.replace("_", "-")
