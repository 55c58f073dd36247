"""Changes to a proof by hand: lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from forging.tools import flipped

LINE_KINDS: dict[str, Callable[[list[str], Random], None]] = {}


def line_kind(change: Callable[[list[str], Random], None]) -> Callable[[list[str], Random], None]:
    LINE_KINDS[change.__name__] = change
    return change


def forge_lines(text: str, rng: Random) -> tuple[str, str]:
    """Return the names of one or two changes, and the lines of the proof after them."""
    lines, names = text.splitlines(), rng.choices(list(LINE_KINDS), k=rng.choice((1, 1, 2)))
    for name in names:
        if lines:
            LINE_KINDS[name](lines, rng)
    return "+".join(names), "\n".join(lines)


def _change_line(lines: list[str], rng: Random, pattern: str, change: Callable[[re.Match[str]], str]) -> None:
    place = rng.randrange(len(lines))
    found = list(re.finditer(pattern, lines[place]))
    if found:
        match = rng.choice(found)
        lines[place] = lines[place][: match.start()] + change(match) + lines[place][match.end() :]


@line_kind
def line_dropped(lines, rng):
    del lines[rng.randrange(len(lines))]


@line_kind
def line_repeated(lines, rng):
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))


@line_kind
def lines_shuffled(lines, rng):
    rng.shuffle(lines)


@line_kind
def line_number_changed(lines, rng):
    _change_line(lines, rng, r"^[0-9]+", lambda match: str(rng.randint(0, len(lines) + 1)))


@line_kind
def line_literal_negated(lines, rng):
    _change_line(lines, rng, r"~?\b[A-Z][0-9]\b", lambda match: flipped(match[0]))


@line_kind
def line_cell_changed(lines, rng):
    _change_line(lines, rng, r"\b[A-Z][0-9]\b", lambda match: rng.choice("ABCDE") + rng.choice("123"))


@line_kind
def line_literal_dropped(lines, rng):
    _change_line(lines, rng, r"~?\w+ \| | \| ~?\w+", lambda match: " ")


@line_kind
def line_parent_changed(lines, rng):
    _change_line(lines, rng, r"(?<=from )[0-9]+", lambda match: str(rng.randint(0, len(lines) + 1)))


@line_kind
def line_reason_changed(lines, rng):
    reasons = ("assume", "fact", "total", "given", "clue A2", "from 1 2", "definition of _1", "hint 1 among A1")
    _change_line(lines, rng, r"(assume|fact|total|given|clue|from|hint|definition).*$", lambda m: rng.choice(reasons))


@line_kind
def line_goal_changed(lines, rng):
    lines.insert(0, "to show: " + rng.choice(("false", "A1", "~A1", "A1 | B1", "C1")))


@line_kind
def line_definition_added(lines, rng):
    meaning = rng.choice(("A1", "~A1", "_1", "A1 & ~A1", "at least 1 mines among A1 B1", "~_2"))
    lines.insert(0, f"_1 means: {meaning}")
    lines.append(rng.choice(("_1 definition of _1", "~_1 | A1 definition of _1", "false from 1 2")))


@line_kind
def line_tautology(lines, rng):
    lines.insert(rng.randrange(len(lines)), rng.choice(("A1 | ~A1 assume", "B1 | ~B1 clue A2", "A1 | ~A1 from 1 2")))
