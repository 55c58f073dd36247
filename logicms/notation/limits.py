"""Limits of what is read: far beyond any board people play, small enough that no text can exhaust the machine."""

from __future__ import annotations

MAX_TEXT = 16 * 1024 * 1024
"""Bytes or characters of one text."""

MAX_CELLS = 4_000_000
"""Cells of one board."""

MAX_LINES = 200_000
"""Lines of one text: each costs a parser about 15 microseconds, whatever is on it."""

MAX_DIGITS = 9
"""Digits of one number, leading zeros apart: no number of a board that may be read is longer."""
