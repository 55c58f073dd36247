"""A proof as LaTeX: a document of its own that pdflatex compiles, with nothing beyond the base installation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from logicms.proofs.proof import Proof, Step
from logicms.render.proof_text import meanings, reasons

_DOCUMENT = r"""\documentclass{article}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{array}
\usepackage{longtable}
\setlength{\parindent}{0pt}
\begin{document}
%s\end{document}
"""
_TABLE = r"""\begin{longtable}{r>{\raggedright}p{0.5\textwidth}>{\raggedright\arraybackslash}p{0.36\textwidth}}
\textbf{step} & \textbf{%s} & \textbf{because} \\ \hline
\endhead
%s\end{longtable}
"""


def proof_latex(proof: Proof) -> str:
    r"""Return the proof as a LaTeX document.

    >>> proof = Proof((Step(frozenset({-1}), "fact", "A1"),), ("A1",), (frozenset({-1}),), "direct")
    >>> print(proof_latex(proof).splitlines()[11])
    1 & \(\lnot\textit{A1}\) & fact \\
    """
    goal = r" \(\land\) ".join(_clause(proof, clause, len(proof.goal) > 1) for clause in proof.goal) or r"\(\top\)"
    return document(f"\\textbf{{To show:}} {goal}\n\n{proof_table(proof)}")


def document(body: str) -> str:
    """Return a LaTeX document with this body."""
    return _DOCUMENT % body


def table(heading: str, rows: Iterable[str]) -> str:
    """Return a table of steps: their number, what the heading names, and the reason."""
    return _TABLE % (heading, "".join(rows))


def proof_table(proof: Proof) -> str:
    """Return the steps of a proof as a LaTeX table, and below it what its auxiliary symbols mean."""
    rows = zip(proof.steps, reasons(proof), strict=True)
    steps = (_row(proof, number, step, reason) for number, (step, reason) in enumerate(rows, 1))
    said = "".join(f"{escaped(line)}\\par\n" for line in meanings(proof))
    return table("clause", steps) + said


def _row(proof: Proof, number: int, step: Step, reason: str) -> str:
    return f"{number} & {_clause(proof, step.clause)} & {escaped(reason)} \\\\\n"


def _clause(proof: Proof, clause: Iterable[int], grouped: bool = False) -> str:
    """Return a clause; each literal is a formula of its own, so that a long clause can be broken after an «or»."""
    literals = [literal(text) for text in proof.texts(clause)]
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
    r"""Return text that LaTeX sets as it stands; a letter that its base fonts lack is set as its code.

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
