"""What options of several commands hold beside plain numbers and words: sizes and cells."""

from __future__ import annotations

import click

from logicms.board import Cell, parse_cell
from logicms.errors import BoardError
from logicms.notation.texts import MAX_DIGITS


def is_number(text: str) -> bool:
    """Return whether a text is a number that is not absurdly long."""
    return text.isdecimal() and len(text) <= MAX_DIGITS


def read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Return the width and height that an option gives."""
    if value is None:
        return None
    width, by, height = value.lower().partition("x")
    if not (by and is_number(width) and is_number(height)):
        raise click.BadParameter(f"{value[:40]!r} is not a size; a size is WIDTHxHEIGHT, such as 30x16")
    return int(width), int(height)


def read_cell(ctx: click.Context, param: click.Parameter, value: str | None) -> Cell | None:
    """Return the cell that an option gives."""
    try:
        return None if value is None else parse_cell(value)
    except BoardError as error:
        raise click.BadParameter(str(error)) from None
