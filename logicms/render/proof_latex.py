"""A proof as LaTeX: a complete document that pdflatex compiles with its base packages alone."""

from __future__ import annotations

import unicodedata

from logicms.proofs.proof import Clause, Proof, Step
from logicms.render.proof_text import clause_text, equation_text, meanings, reasons, sum_text

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

    >>> from logicms.proofs.proof import clause
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
    rows = (
        f"{number} & {_shown(step)} & {escaped(_sum_reason(step) or reason)} \\\\\n"
        for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof), strict=True), 1)
    )
    said = "".join(f"{escaped(line)}\\par\n" for line in meanings(proof))
    return _TABLE % (heading, "".join(rows)) + said


def _shown(step: Step) -> str:
    """Return what a step shows: its clause, or the equation that a sum leaves and from which the clause follows."""
    if step.sum is None or step.sum.is_fact:
        return _clause(step.clause)
    return escaped(equation_text(step.sum.equation))


def _sum_reason(step: Step) -> str:
    """Return which hints are added and subtracted and what follows; an empty text for any other step."""
    if step.sum is None or step.sum.is_fact:
        return ""
    known = f" with {', '.join(map(str, step.sum.facts))}" if step.sum.facts else ""
    return f"{sum_text(step.sum)}{known}, so {clause_text(step.clause)}"


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
