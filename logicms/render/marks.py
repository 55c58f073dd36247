"""Marks: what a picture of a board points out. Reasoning fills them, text and SVG draw them alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from logicms.board import Cell


@dataclass(frozen=True, slots=True)
class Marks:
    """Which cells a picture points out, and how."""

    safe: frozenset[Cell] = frozenset()
    """Hidden cells that are certainly safe."""
    mine: frozenset[Cell] = frozenset()
    """Hidden cells that certainly are mines."""
    used: frozenset[Cell] = frozenset()
    """Clues that an argument rests on: outlined."""
    shared: frozenset[Cell] = frozenset()
    """Hidden cells that the argument is about: hatched."""
    goal: Cell | None = None
    """The cell that is concluded about: ringed."""
    odds: Mapping[Cell, Fraction] = field(default_factory=dict)
    """The odds of a mine, drawn as a heat map."""
    best: frozenset[Cell] = frozenset()
    """The best guesses."""


NO_MARKS = Marks()
