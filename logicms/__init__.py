"""logicms: Minesweeper solved by propositional logic, with a proof for every certain cell.

Every public name can be imported from here; each is loaded when it is first used, so that importing logicms loads
neither sympy nor networkx.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from logicms.board import Board as Board
    from logicms.board import Cell as Cell
    from logicms.board import parse_cell as parse_cell
    from logicms.hints import Hint as Hint
    from logicms.hints import at_least as at_least
    from logicms.hints import at_most as at_most
    from logicms.hints import exactly as exactly
    from logicms.notation.boards import format_board as format_board
    from logicms.notation.boards import parse_board as parse_board

# Where each public name lives.
_HOMES = {
    "Board": "board",
    "Cell": "board",
    "parse_cell": "board",
    "Hint": "hints",
    "exactly": "hints",
    "at_least": "hints",
    "at_most": "hints",
    "format_board": "notation.boards",
    "parse_board": "notation.boards",
    "LogicmsError": "errors",
    "BoardSyntaxError": "errors",
    "BoardError": "errors",
    "InconsistentKnowledge": "errors",
    "InconsistentBoard": "errors",
    "LimitReached": "errors",
    "IllegalMove": "errors",
    "MissingExtra": "errors",
    "Budget": "budget",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'logicms' has no attribute {name!r}")
    value = getattr(import_module(f"logicms.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
