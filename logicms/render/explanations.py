"""Every form that an explanation can be shown or written in, by the name that `--to` takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.errors import BoardError

if TYPE_CHECKING:  # the names of the forms are wanted before anything is explained
    from logicms.explanation.explanation import Explanation
    from logicms.proofs.proof import By

FORMS = ("text", "lines", "words", "latex", "svg", "dot", "html", "dimacs", "drat", "lrat")
"""The names, those for people first."""


def write_explanation(board: Board | None, explanation: Explanation, by: By, form: str) -> str:
    """Return the explanation in this form, ended by a newline; `board` None: no grid stands behind it.

    >>> from logicms.board import Cell
    >>> from logicms.explanation import explain
    >>> board = Board(("?1", "11"))
    >>> write_explanation(board, explain(board, Cell(0, 0)), "direct", "drat")
    '0\\n'
    """
    text = _writer(form)(board, explanation, by)
    return text if text.endswith("\n") else f"{text}\n"


_Writer = Callable[["Board | None", "Explanation", "By"], str]


def _writer(form: str) -> _Writer:
    writers: dict[str, _Writer] = {
        "text": _text, "words": _words, "latex": _latex, "svg": _svg, "html": _html
    }  # fmt: skip
    return writers.get(form) or _of_proof(form)


def _text(board: Board | None, explanation: Explanation, by: By) -> str:
    from logicms.render.explanation_text import explanation_text

    return explanation_text(board, explanation, by)


def _words(board: Board | None, explanation: Explanation, by: By) -> str:
    from logicms.render.explanation_words import explanation_words

    return explanation_words(explanation, by)


def _latex(board: Board | None, explanation: Explanation, by: By) -> str:
    from logicms.render.explanation_latex import explanation_latex

    return explanation_latex(board, explanation, by)


def _svg(board: Board | None, explanation: Explanation, by: By) -> str:
    from logicms.render.explanation_text import explanation_svg

    if board is None:
        raise BoardError("a picture needs a board: a hint file has no grid to draw")
    return explanation_svg(board, explanation)


def _html(board: Board | None, explanation: Explanation, by: By) -> str:
    from logicms.render.explanation_html import explanation_html

    return explanation_html(board, explanation, by)


def _of_proof(form: str) -> _Writer:
    """Return the writer of a form that shows the proof alone."""

    def write(board: Board | None, explanation: Explanation, by: By) -> str:
        from logicms.render.proofs import write_proof

        proof = explanation.proof(by)
        if proof is None:
            raise BoardError(f"{explanation.cell} is not certain: there is no proof to write as {form}")
        return write_proof(proof, form)

    return write
