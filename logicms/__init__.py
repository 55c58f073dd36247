"""logicms: Minesweeper solved by propositional logic, with a proof for every certain cell.

Every public name can be imported from here; each is loaded on first use, so that importing logicms loads
neither sympy nor networkx.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from logicms.board import Board as Board
    from logicms.board import Cell as Cell
    from logicms.board import parse_cell as parse_cell
    from logicms.deduction import Check as Check
    from logicms.deduction import Deduction as Deduction
    from logicms.deduction import Odds as Odds
    from logicms.deduction import check as check
    from logicms.deduction import deduce as deduce
    from logicms.deduction import odds as odds
    from logicms.errors import BoardError as BoardError
    from logicms.errors import BoardSyntaxError as BoardSyntaxError
    from logicms.errors import IllegalMove as IllegalMove
    from logicms.errors import InconsistentBoard as InconsistentBoard
    from logicms.errors import InconsistentKnowledge as InconsistentKnowledge
    from logicms.errors import LimitReached as LimitReached
    from logicms.errors import LogicmsError as LogicmsError
    from logicms.errors import MissingExtra as MissingExtra
    from logicms.errors import MissingFile as MissingFile
    from logicms.errors import RefusedProof as RefusedProof
    from logicms.explanation import Explanation as Explanation
    from logicms.explanation import Rating as Rating
    from logicms.explanation import explain as explain
    from logicms.explanation import next_deduction as next_deduction
    from logicms.explanation import prove as prove
    from logicms.explanation import rating as rating
    from logicms.explanation import verify as verify
    from logicms.explanation.next_step import PathStep as PathStep
    from logicms.explanation.next_step import path as path
    from logicms.explanation.techniques import Technique as Technique
    from logicms.game import Game as Game
    from logicms.game import Outcome as Outcome
    from logicms.generation import Generated as Generated
    from logicms.generation import generate as generate
    from logicms.guessing import Guess as Guess
    from logicms.guessing import guess as guess
    from logicms.hints import Hint as Hint
    from logicms.hints import Literal as Literal
    from logicms.hints import at_least as at_least
    from logicms.hints import at_most as at_most
    from logicms.hints import exactly as exactly
    from logicms.hints import parse_literal as parse_literal
    from logicms.limits import limit as limit
    from logicms.logic.knowledge import Answer as Answer
    from logicms.logic.knowledge import KnowledgeBase as KnowledgeBase
    from logicms.logic.which import Row as Row
    from logicms.logic.which import Rows as Rows
    from logicms.notation.boards import format_board as format_board
    from logicms.notation.boards import parse_board as parse_board
    from logicms.notation.formulas import format_formula as format_formula
    from logicms.notation.formulas import parse_formula as parse_formula
    from logicms.notation.hint_files import HintFile as HintFile
    from logicms.notation.hint_files import format_hints as format_hints
    from logicms.notation.hint_files import parse_hints as parse_hints
    from logicms.notation.read import read_board as read_board
    from logicms.notation.read import read_hints as read_hints
    from logicms.player import Move as Move
    from logicms.player import Player as Player
    from logicms.player import play as play
    from logicms.problem import Problem as Problem
    from logicms.problem import graph as graph
    from logicms.proofs.proof import Proof as Proof
    from logicms.render.exports import formats as formats
    from logicms.render.graph import graph_svg as graph_svg
    from logicms.render.graph import proof_svg as proof_svg
    from logicms.render.picture import board_svg as board_svg
    from logicms.search import Search as Search
    from logicms.search import Strategy as Strategy
    from logicms.search import search_problem as search  # noqa: F401  # `as search_problem` would be another name

# Where each public name lives; a test compares this with the imports above, which only type checkers see.
_NAMES = {
    "board": "Board Cell parse_cell",
    "deduction": "Check Deduction Odds check deduce odds",
    "errors": "BoardError BoardSyntaxError IllegalMove InconsistentBoard InconsistentKnowledge LimitReached "
    "LogicmsError MissingExtra MissingFile RefusedProof",
    "explanation": "Explanation Rating explain next_deduction prove rating verify",
    "explanation.next_step": "PathStep path",
    "explanation.techniques": "Technique",
    "game": "Game Outcome",
    "generation": "Generated generate",
    "guessing": "Guess guess",
    "hints": "Hint Literal at_least at_most exactly parse_literal",
    "limits": "limit",
    "logic.knowledge": "Answer KnowledgeBase",
    "logic.which": "Row Rows",
    "notation.boards": "format_board parse_board",
    "notation.formulas": "format_formula parse_formula",
    "notation.hint_files": "HintFile format_hints parse_hints",
    "notation.read": "read_board read_hints",
    "player": "Move Player play",
    "problem": "Problem graph",
    "proofs.proof": "Proof",
    "render.exports": "formats",
    "render.graph": "graph_svg proof_svg",
    "render.picture": "board_svg",
    "search": "Search Strategy search",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'logicms' has no attribute {name!r}")
    home = import_module(f"logicms.{_HOMES[name]}")
    if name == _HOMES[name]:  # the room itself can be called
        return home
    value = getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
