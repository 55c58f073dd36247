"""Phrases that judgements share: a placement, a list of names, what is wrong with a name or a text."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from logicms.board import parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.hints import name_order
from logicms.render import proof_text as phrases
from logicms.render.proof_text import printable
from logicms.teach.exercise import LessonFile


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return names in reading order as one would say them.

    >>> listed(["B1", "A2", "A1"]), listed(["A1"])
    ('A1, B1 and A2', 'A1')
    """
    return phrases.listed(sorted(names, key=name_order), last)


def placed(placement: Iterable[str], cells: bool = True) -> str:
    """Return a placement in words: where the mines are, or which names hold.

    >>> placed(["B1", "A1"]), placed([]), placed(["wet"], cells=False), placed([], cells=False)
    ('mines at A1 and B1', 'no mines at all', 'wet true, all else false', 'all false')
    """
    names = list(placement)
    if cells:
        return (
            f"mines at {listed(names)}" if len(names) > 1 else f"a mine at {names[0]}" if names else "no mines at all"
        )
    return f"{listed(names)} true, all else false" if names else "all false"


def are_cells(names: Iterable[str]) -> bool:
    """Return whether all names are cells, so that one may speak of mines.

    >>> are_cells(["A1", "B2"]), are_cells(["A1", "rain"])
    (True, False)
    """
    return all(name_order(name)[0] == 0 for name in names)


def capitalised(text: str) -> str:
    """Return a text that begins a sentence.

    >>> capitalised("rule 2")
    'Rule 2'
    """
    return text[:1].upper() + text[1:]


def quoted(text: str, most: int = 60) -> str:
    """Return what a learner wrote, safe to print and not too long.

    >>> quoted("A1 | B1")
    '`A1 | B1`'
    """
    shown = printable(" ".join(text.split())).replace("`", "'")
    return f"`{shown if len(shown) <= most else shown[: most - 1] + '…'}`"


def unreadable(text: str, error: BoardSyntaxError) -> str:
    """Return why a text cannot be read, with a caret where it fits on a line."""
    if "\n" in text or len(text) > 60 or error.line != 1:
        return f"{quoted(text)} cannot be read: {error.message}"
    stop = "" if error.message.endswith("?") else "."
    return f"This cannot be read: {error.message}{stop}\n    {printable(text)}\n    {' ' * (error.column - 1)}^"


def unknown_name(name: str, among: Iterable[str], file: LessonFile | None = None) -> str:
    """Return what is wrong with a name that an answer may not use."""
    names = list(among)
    if file is not None and file.board is not None:
        try:
            cell = parse_cell(name)
            if file.board.clue(cell) is not None:
                return f"{name} is open: it shows its clue, so it is not a mine."
        except (BoardError, IndexError):
            pass
    small = {each.lower(): each for each in names}
    near = [small[name.lower()]] if name.lower() in small else get_close_matches(name, names, n=1)
    remedy = (
        f"did you mean {near[0]}?" if near else f"the names here are {listed(names)}." if names else "there are none."
    )
    return f"{name[:40]} is an unknown name here; {remedy}"
