"""Tables of text: aligned for a terminal, or in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def text_table(header: Sequence[str], rows: Rows) -> str:
    """Return a table in aligned columns: numbers to the right, words to the left.

    >>> print(text_table(["level", "won"], [["easy", "9"], ["hard", "10"]]))
    level  won
    easy     9
    hard    10
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    right = _numeric(rows, len(header))
    lines = (
        "  ".join(
            cell.rjust(width) if on_right else cell.ljust(width)
            for cell, width, on_right in zip(row, widths, right, strict=True)
        )
        for row in (header, *rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def markdown_table(header: Sequence[str], rows: Rows) -> str:
    """Return a table in Markdown.

    >>> print(markdown_table(["level", "won"], [["easy", "9"]]))
    | level | won |
    |---|---:|
    | easy | 9 |
    """
    marks = "|".join("---:" if on_right else "---" for on_right in _numeric(rows, len(header)))
    lines = [_markdown_row(header), f"|{marks}|", *map(_markdown_row, rows)]
    return "\n".join(lines)


def _markdown_row(row: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


def _numeric(rows: Rows, columns: int) -> list[bool]:
    """Return which columns begin with a digit wherever they say anything."""
    return [
        any(row[column] for row in rows) and all(row[column][:1].isdigit() for row in rows if row[column])
        for column in range(columns)
    ]
