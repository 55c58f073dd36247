"""Proofs, explanations and boards as LaTeX: complete documents that pdflatex compiles with its base packages alone.

A board is a table of boxes: clues that are used are framed, the cell has a double frame, cells that the clues share
are dotted.
"""

from __future__ import annotations

import unicodedata

from logicms.answers.prove import ProveAnswer
from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.proofs.proof import Clause, Proof
from logicms.render.explanation import explanation_in, explanation_words, headline, marks_of
from logicms.render.picture import NO_MARKS, Marks
from logicms.render.proof import clause_text, equation_text, meanings, reasons, sum_text

_DOCUMENT = r"""\documentclass{article}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{array}
\usepackage{longtable}
%s\setlength{\parindent}{0pt}
\begin{document}
%s\end{document}
"""
_TABLE = r"""\begin{longtable}{r>{\raggedright}p{0.5\textwidth}>{\raggedright\arraybackslash}p{0.36\textwidth}}
\textbf{step} & \textbf{%s} & \textbf{because} \\ \hline \noalign{\smallskip}
\endhead
%s\end{longtable}
"""


def proof_latex(proof: Proof) -> str:
    r"""Return the proof as a LaTeX document.

    >>> from logicms.proofs.proof import Step, clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> print(proof_latex(proof).splitlines()[11])
    1 & \(\lnot\textit{A1}\) & fact \\
    """
    goal = r" \(\land\) ".join(_clause(clause, len(proof.goal) > 1) for clause in proof.goal) or r"\(\top\)"
    return document(f"\\textbf{{To show:}} {goal}\n\n{proof_table(proof)}")


def document(body: str, *packages: str) -> str:
    """Return a LaTeX document with this body, which needs these packages besides the usual ones."""
    return _DOCUMENT % ("".join(f"\\usepackage{{{package}}}\n" for package in packages), body)


def proof_table(proof: Proof) -> str:
    """Return the steps of a proof as a LaTeX table, followed by the meanings of its auxiliary symbols."""
    heading = "what is left" if proof.by == "counting" else "clause"
    rows = []
    for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof), strict=True), 1):
        shown = _clause(step.clause)
        if step.sum is not None and not step.sum.is_fact:  # what is left of a sum, from which the clause follows
            shown = escaped(equation_text(step.sum.equation))
            known = f" with {', '.join(map(str, step.sum.facts))}" if step.sum.facts else ""
            reason = f"{sum_text(step.sum)}{known}, so {clause_text(step.clause)}"
        rows.append(f"{number} & {shown} & {escaped(reason)} \\\\\n")
    said = "".join(f"{escaped(line)}\\par\n" for line in meanings(proof))
    return _TABLE % (heading, "".join(rows)) + said


def _clause(clause: Clause, grouped: bool = False) -> str:
    """Return a clause; each literal is a formula of its own, so that a long clause can be broken after an "or"."""
    literals = [literal(str(each)) for each in clause]
    joined = r" \(\lor\) ".join(literals) or r"\(\bot\)"
    return f"({joined})" if grouped and len(literals) > 1 else joined


def literal(text: str) -> str:
    """Return a literal such as `~B3` as a formula."""
    sign = r"\lnot" if text.startswith("~") else ""
    return rf"\({sign}\textit{{{escaped(text.removeprefix('~'))}}}\)"


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': "{''}",
    "`": "{`}",
    "-": "{-}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
}
# Accents of TeX's own fonts, by the combining mark that Unicode writes them with.
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
}


def escaped(text: str) -> str:
    r"""Return text escaped for LaTeX; a letter that its base fonts lack is written as its code.

    >>> print(escaped("A_1 & é"), escaped("名"))
    A\_1 \& \'{e} [U+540D]
    """
    return "".join(map(_sign, unicodedata.normalize("NFC", text)))


def _sign(sign: str) -> str:
    if sign in _SPECIAL:
        return _SPECIAL[sign]
    if " " <= sign <= "~":
        return sign
    letter, mark = unicodedata.normalize("NFD", sign)[:1], unicodedata.normalize("NFD", sign)[1:]
    if letter.isascii() and letter.isalpha() and mark in _ACCENTS:
        return f"\\{_ACCENTS[mark]}{{{letter}}}"
    return f"[U+{ord(sign):04X}]"


WIDEST = 32
"""A board with more columns than this does not fit on the page, and is left out."""

# What each character looks like: TeX's own fonts have no flag and no mine.
_SIGNS = {HIDDEN: r"\rule{0.7em}{0.7em}", FLAG: r"\textsf{F}", MINE: r"\(\ast\)", SAFE: "--", "0": r"\(\cdot\)"}
_SIGNS_TO_WRITE_IN = {HIDDEN: "", SAFE: r"\(\surd\)", "0": "0"}

CELL = r"""\newcommand{\cell}[1]{\makebox[1.7em]{\rule[-0.55em]{0pt}{1.7em}#1}}
\newcommand{\hid}[1]{\cell{{\setlength{\fboxsep}{0pt}\colorbox[gray]{0.87}{%
  \makebox[1.55em]{\rule[-0.47em]{0pt}{1.55em}\setlength{\fboxsep}{1.5pt}#1}}}}}
\setlength{\fboxsep}{1.5pt}"""
"""The macros of a box, open or hidden: light enough to be written on. `color` colours it."""


def explanation_latex(answer: ProveAnswer) -> str:
    r"""Return the explanation as a LaTeX document.

    >>> from logicms.answers.prove import prove
    >>> from logicms.problem import Problem
    >>> print(explanation_latex(prove(Problem.of(Board(("?1", "11"))), "A1")).splitlines()[6])
    \section*{A1 is a mine, because of B1 (single)}
    """
    explanation, board = explanation_in(answer), answer.problem.written
    title = headline(explanation) if explanation.is_certain else f"{explanation.cell} is not certain"
    parts = [f"\\section*{{{escaped(title)}}}"]
    if board is not None and board.width <= WIDEST:
        parts.append(board_latex(board, marks_of(explanation)))
    parts += [_paragraph(text) for text in explanation_words(answer).split("\n\n")[1:]]
    if explanation.hints and answer.proof is not None:
        parts.append(proof_table(answer.proof))
    return document("\n\n".join(parts) + "\n")


def _paragraph(text: str) -> str:
    plain = text.replace("−", "-").replace("≤", "<=")
    return "\\\\\n".join(escaped(line) for line in plain.splitlines()) + "\\par\\medskip"


# -- the board


def board_document(board: Board) -> str:
    r"""Return the board as a LaTeX document.

    >>> print(board_document(Board(("?1",), title="one")).splitlines()[6])
    \section*{one}
    """
    title = f"\\section*{{{escaped(board.title)}}}\n\n" if board.title else ""
    return document(f"{title}{board_latex(board)}\n")


def board_latex(board: Board, marks: Marks = NO_MARKS, *, to_write_in: bool = False) -> str:
    """Return the board as a table; `to_write_in` makes it a grid of boxes, grey for hidden cells (needs `CELL`)."""
    if board.grid == "hex":
        return _hex_latex(board, marks, to_write_in)
    heading = r"\multicolumn{1}{c}{%s}" if to_write_in else "%s"
    names = ["", *(rf"\footnotesize {column_name(col)}" for col in range(board.width))]
    rows = [" & ".join(heading % name for name in names)]
    for row in range(board.height):
        cells = [_cell(board, Cell(row, col), marks, to_write_in) for col in range(board.width)]
        rows.append(" & ".join([rf"\footnotesize {row + 1}", *cells]))
    if to_write_in:
        columns, end = "r|" + "@{}c@{}|" * board.width, rf" \\ \cline{{2-{board.width + 1}}}"
        body = "\n".join(row + end for row in rows)
    else:
        columns, body = "r" + "@{\\,}c" * board.width, " \\\\\n".join(rows)
    return _centred(columns, body, r"\\[3pt] \footnotesize Opposite edges are joined." if board.grid == "torus" else "")


def _hex_latex(board: Board, marks: Marks, to_write_in: bool) -> str:
    """Return the same of a grid of hexagons: a cell takes two columns, and every second row begins with one."""
    edge = "|" if to_write_in else ""
    names = [rf"\multicolumn{{2}}{{@{{}}c@{{}}}}{{\footnotesize {column_name(col)}}}" for col in range(board.width)]
    rows = [" & ".join(["", *names, ""])]
    for row in range(board.height):
        cells = [_cell(board, Cell(row, col), marks, to_write_in) for col in range(board.width)]
        wide = [rf"\multicolumn{{2}}{{{edge * (not n)}@{{}}c@{{}}{edge}}}{{{cell}}}" for n, cell in enumerate(cells)]
        shifted = ["", *wide] if row % 2 else [*wide, ""]
        rows.append(" & ".join([rf"\footnotesize {row + 1}", *shifted]))
    columns = "r@{\\ }" + "@{}p{0.85em}@{}" * (2 * board.width + 1)
    if not to_write_in:
        return _centred(columns, " \\\\\n".join(rows))
    last = 2 * board.width + 1
    lines = [rf"\cline{{2-{last}}}", *[rf"\cline{{2-{last + 1}}}"] * (board.height - 1)]
    lines.append(rf"\cline{{{2 + (board.height - 1) % 2}-{last + (board.height - 1) % 2}}}")
    return _centred(columns, "\n".join(rf"{row} \\ {line}" for row, line in zip(rows, lines, strict=True)))


def _centred(columns: str, body: str, note: str = "") -> str:
    return f"\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}{note}\n\\end{{center}}"


def _cell(board: Board, cell: Cell, marks: Marks, to_write_in: bool) -> str:
    sign = MINE if cell in marks.mine else SAFE if cell in marks.safe else board[cell]
    shown = (_SIGNS | _SIGNS_TO_WRITE_IN if to_write_in else _SIGNS).get(sign, sign)
    if cell == marks.goal:
        shown = rf"\fbox{{\fbox{{{shown}}}}}"
    elif cell in marks.used:
        shown = rf"\fbox{{\textbf{{{shown}}}}}"
    elif cell in marks.shared and sign not in CLUES and not to_write_in:
        shown = r"\framebox[1.4em]{\(\cdots\)}"
    if not to_write_in:
        return shown
    return rf"\cell{{{shown}}}" if board[cell] in CLUES else rf"\hid{{{shown}}}"
