"""Every form that an explanation or a proof can be shown or written in, by the name that `--to` takes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from logicms.errors import BoardError, LimitReached
from logicms.proofs.proof import Proof

if TYPE_CHECKING:
    from logicms.answers.prove import ProveAnswer
    from logicms.explanation.explanation import Explanation


FORMS = ("text", "lines", "words", "latex", "svg", "dot", "html", "dimacs", "drat", "lrat")
"""The names; the forms for people come first."""
FOR_READERS = frozenset({"text", "words"})
"""The forms that are text for people; the others are files of their own."""


def write_explanation(answer: ProveAnswer, form: str) -> str:
    """Return the explanation in this form, ended by a newline.

    >>> from logicms.answers.prove import prove
    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> write_explanation(prove(Problem.of(Board(("?1", "11"))), "A1", "direct"), "drat")
    '0\\n'
    """
    text = _written(answer, form)
    return text if text.endswith("\n") else f"{text}\n"


def _written(answer: ProveAnswer, form: str) -> str:
    if answer.explanation is None:
        raise LimitReached(f"whether {answer.cell} is safe or a mine: {answer.message}")
    if form == "text":
        from logicms.render.explanation_text import explanation_text

        return explanation_text(answer)
    if not answer.explanation.rests_on_formulas:
        if form == "words":
            from logicms.render.explanation_text import explanation_words

            return explanation_words(answer)
        if form == "latex":
            from logicms.render.explanation_latex import explanation_latex

            return explanation_latex(answer)
        if form == "svg":
            from logicms.render.explanation_text import explanation_svg

            return explanation_svg(answer)
        if form == "html":
            from logicms.render.explanation_html import explanation_html

            return explanation_html(answer)
    if answer.proof is None:
        raise BoardError(f"{answer.cell} is not certain: there is no proof to write as {form}")
    if form not in _FORMS:
        raise BoardError(f"{form} draws a board, but this proof rests on formulas: choose text, words, latex or dot")
    return write_proof(answer.proof, form)


def explanation_words_of(explanation: Explanation) -> str:
    """Return an explanation in words, once the checker has accepted its proof."""
    from logicms.answers.prove import explained
    from logicms.render.explanation_text import explanation_words

    return explanation_words(explained(explanation, compare=True))


# The module and the function of each form, loaded on first use.
_FORMS = {
    "text": ("logicms.render.proof_text", "proof_text"),
    "lines": ("logicms.render.proof_text", "proof_lines"),
    "words": ("logicms.render.proof_words", "proof_words"),
    "latex": ("logicms.render.proof_latex", "proof_latex"),
    "dot": ("logicms.render.proof_graph", "proof_dot"),
    "dimacs": ("logicms.proofs.certificates", "proof_to_dimacs"),
    "drat": ("logicms.proofs.certificates", "proof_to_drat"),
    "lrat": ("logicms.proofs.certificates", "proof_to_lrat"),
}

OF_CLAUSES = frozenset({"lines", "dimacs", "drat", "lrat"})
"""The forms that a proof by counting does not have."""

PROOF_FORMS = tuple(_FORMS)
"""The names; the forms for people come first."""


def write_proof(proof: Proof, form: str) -> str:
    """Return the proof in this form, ended by a newline.

    >>> from logicms.proofs.proof import Step, clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> print(write_proof(proof, "lrat"), end="")
    3 0 1 2 0
    """
    if proof.sums and form in OF_CLAUSES:
        raise BoardError(f"a proof by counting has no {form}: ask for one by resolution")
    module, function = _FORMS[form]
    text: str = getattr(import_module(module), function)(proof)
    return text if text.endswith("\n") else f"{text}\n"
