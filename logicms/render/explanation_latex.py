r"""An explanation as a LaTeX document for a handout: the board, the words, the proof. The base packages compile it.

The board is a table of boxes: clues that are used are framed, the cell has a double frame, cells that the clues share
are dotted.
"""

from __future__ import annotations

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.explanation.explanation import Explanation
from logicms.proofs.proof import By
from logicms.render.explanation_text import headline, marks_of
from logicms.render.explanation_words import explanation_words
from logicms.render.marks import Marks
from logicms.render.proof_latex import document, escaped, proof_table

WIDEST = 32
"""A wider board does not fit on the page, and is left out."""

# What each sign looks like: TeX's own fonts have no flag and no mine.
_SIGNS = {HIDDEN: r"\rule{0.7em}{0.7em}", FLAG: r"\textsf{F}", MINE: r"\(\ast\)", SAFE: "--", "0": r"\(\cdot\)"}


def explanation_latex(board: Board | None, explanation: Explanation, by: By = "resolution") -> str:
    r"""Return the explanation as a LaTeX document.

    >>> from logicms.explanation import explain
    >>> board = Board(("?1", "11"))
    >>> print(explanation_latex(board, explain(board, Cell(0, 0))).splitlines()[6])
    \section*{A1 is a mine, because of B1 (single)}
    """
    title = headline(explanation) if explanation.is_certain else f"{explanation.cell} is not certain"
    parts = [f"\\section*{{{escaped(title)}}}"]
    if board is not None and board.width <= WIDEST:
        parts.append(board_latex(board, marks_of(explanation)))
    parts += [_paragraph(text) for text in explanation_words(explanation, by).split("\n\n")[1:]]
    if explanation.hints and (proof := explanation.proof(by)) is not None:
        parts.append(proof_table(proof))
    return document("\n\n".join(parts) + "\n")


def _paragraph(text: str) -> str:
    plain = text.replace("−", "-").replace("≤", "<=")
    return "\\\\\n".join(escaped(line) for line in plain.splitlines()) + "\\par\\medskip"


# -- the board


def board_latex(board: Board, marks: Marks) -> str:
    """Return the board as a table."""
    names = " & ".join(["", *(rf"\footnotesize {column_name(col)}" for col in range(board.width))])
    rows = [names]
    for row in range(board.height):
        cells = [_cell(board, Cell(row, col), marks) for col in range(board.width)]
        rows.append(" & ".join([rf"\footnotesize {row + 1}", *cells]))
    columns = "r" + "@{\\,}c" * board.width
    body = " \\\\\n".join(rows)
    return f"\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}\n\\end{{center}}"


def _cell(board: Board, cell: Cell, marks: Marks) -> str:
    sign = board[cell]
    if cell in marks.mine:
        sign = MINE
    elif cell in marks.safe:
        sign = SAFE
    shown = _SIGNS.get(sign, sign)
    if cell == marks.goal:
        return rf"\fbox{{\fbox{{{shown}}}}}"
    if cell in marks.used:
        return rf"\fbox{{\textbf{{{shown}}}}}"
    if cell in marks.shared and sign not in CLUES:
        return r"\framebox[1.4em]{\(\cdots\)}"
    return shown
