"""Recognition: whether a text looks like a board or like a hint file. Neither has a header, so its lines are counted.

A line may look like both: `F` is a flag on a board of one cell, and a formula. Then the file's name or the command
decides (`formats.recognise`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

_MOST_LINES = 200
"""So many lines are looked at: enough to tell, and a large board costs nothing."""

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*")
_BOARD_KEY = re.compile(r"[ \t]*(?:title|first)[ \t]*:", re.IGNORECASE)
_KEY = re.compile(r"[ \t]*(?:size|mines?)[ \t]*:", re.IGNORECASE)
# Cells of our boards, of other programs' grids and of tables; the boards of others are refused later, by name.
_ROW = re.compile(r"[-?0-9F*.xXHMU_!@■□⬛·⚑✱✓|,;+ \t]+")
_STATEMENT = re.compile(
    r"\bamong\b|\b[0-9]+[ \t]+at\b|\bat[ \t]+(?:least|most)\b|^[ \t]*(?:safe|mine)[ \t]"  # hints and facts
    r"|->|=>|[~&^|¬∧∨→⇒↔⇔]|\b(?:not|and|or|implies|iff)\b"  # operators, ours and others'
    r"|^[ \t]*[^\W\d_]\w*[ \t]*$"  # a single name
)


class Looks(NamedTuple):
    """How many lines look like a board's, and how many like a hint file's."""

    rows: int
    statements: int


def is_like_board(content: str) -> bool:
    """Return whether a text has rows or keys of a board, and no more statements of a hint file than these.

    >>> is_like_board("title: one\\n? 1"), is_like_board("rain -> wet"), is_like_board("F")
    (True, False, True)
    """
    looks = _looks(content)
    return 0 < looks.rows >= looks.statements


def is_like_hints(content: str) -> bool:
    """Return whether a text has statements of a hint file, and no more rows of a board than these.

    >>> is_like_hints("size: 3x3\\n1 at B2"), is_like_hints("? ? 1"), is_like_hints("F")
    (True, False, True)
    """
    looks = _looks(content)
    return 0 < looks.statements >= looks.rows


def _looks(content: str) -> Looks:
    lines = list(islice(_lines(content), _MOST_LINES))
    rows = sum(bool(_BOARD_KEY.match(line) or _ROW.fullmatch(line)) for line in lines)
    return Looks(rows, sum(bool(_STATEMENT.search(line)) for line in lines if not _BOARD_KEY.match(line)))


def _lines(content: str) -> Iterator[str]:
    """Yield the lines that say something, without their comments and without keys that both kinds of files have."""
    for whole in re.finditer(r"[^\n]+", content):
        line = _COMMENT.sub("", whole[0][:1000])
        if line.strip() and not _KEY.match(line):
            yield line
