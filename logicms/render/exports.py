"""Every format by name, pictures and the texts of other solvers included: what `convert` and the service write by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.hints import facts, hints
from logicms.notation.formats import FORMATS, Format
from logicms.notation.formats import write as write_format
from logicms.render.svg import board_svg

if TYPE_CHECKING:
    from logicms.render.solver_formats import Knowledge


def _dimacs(board: Board) -> str:
    from logicms.render.solver_formats import to_dimacs

    return to_dimacs(_knowledge(board))


def _asp(board: Board) -> str:
    from logicms.render.solver_formats import to_asp

    return to_asp(_knowledge(board))


def _minizinc(board: Board) -> str:
    from logicms.render.solver_formats import to_minizinc

    return to_minizinc(_knowledge(board))


def _knowledge(board: Board) -> Knowledge:
    from logicms.render.solver_formats import Knowledge

    return Knowledge(hints(board), tuple(facts(board, "fact").items()))


_OUT = (
    Format("svg", "a picture, in light and dark mode", None, board_svg),
    Format("dimacs", "clauses, for SAT solvers", None, _dimacs),
    Format("asp", "an answer-set program, for clingo", None, _asp),
    Format("minizinc", "constraints, for MiniZinc", None, _minizinc),
)

ALL_FORMATS = {**FORMATS, **{form.name: form for form in _OUT}}


def write(board: Board, name: str) -> str:
    """Return the board in the format `name`, ended by a newline.

    >>> write(Board(("?1",)), "svg")[:4]
    '<svg'
    """
    text = write_format(board, name, ALL_FORMATS)
    return text if text.endswith("\n") else f"{text}\n"
