"""Every format by name, the drawn ones included: what `convert` and the service write by."""

from __future__ import annotations

from logicms.board import Board
from logicms.notation.formats import FORMATS, Format
from logicms.notation.formats import write as write_format
from logicms.render.svg import board_svg

_DRAWN = (Format("svg", "a picture, in light and dark mode", None, board_svg),)

ALL_FORMATS = {**FORMATS, **{form.name: form for form in _DRAWN}}


def write(board: Board, name: str) -> str:
    """Return the board in the format `name`, ended by a newline.

    >>> write(Board(("?1",)), "svg")[:4]
    '<svg'
    """
    text = write_format(board, name, ALL_FORMATS)
    return text if text.endswith("\n") else f"{text}\n"
