"""Every form that an explanation or a proof can be shown or written in, by the name that `--to` takes.

`write_answer` writes an answer of `prove` or `next` in a form, whatever the answer is: the command line prints it, the
service sends it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args

from logicms.answers.answer import TextAnswer
from logicms.errors import BoardError
from logicms.proofs.proof import Proof

if TYPE_CHECKING:
    from logicms.answers.prove import ContradictionAnswer, NextAnswer, ProveAnswer
    from logicms.explanation.explanation import Explanation


Form = Literal["text", "lines", "words", "latex", "svg", "dot", "html", "dimacs", "drat", "lrat"]
FORMS: tuple[Form, ...] = get_args(Form)
"""The names; the forms for people come first."""
MEDIA_TYPES = {"svg": "image/svg+xml", "html": "text/html"}
"""The media type of each form that is not plain text."""
FOR_READERS = frozenset({"text", "words"})
"""The forms that are text for people; the others are files of their own."""


def write_answer(answer: ProveAnswer | NextAnswer | ContradictionAnswer, form: Form, **look: Any) -> TextAnswer:
    """Return an answer of `prove` or `next` in this form; `look` is how a text is drawn (`ascii`, `paint`, `columns`).

    >>> from logicms.answers.prove import prove
    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> print(write_answer(prove(Problem.of(Board(("2?", "11"))), "B1"), "words").text)
    The board is inconsistent: A1 says 2, but only 1 cell around it can be a mine.
    <BLANKLINE>
    To show: the premises are inconsistent.
    1. The clue at A1 says that exactly 2 of B1 are mines, so there is a contradiction. So the premises are \
inconsistent.
    """
    from logicms.answers.prove import ContradictionAnswer, NextAnswer

    if isinstance(answer, ContradictionAnswer):
        text = _contradiction(answer, form)
    elif isinstance(answer, NextAnswer):
        text = _next(answer, form, look)
    elif form == "text" or answer.explanation is None:
        from logicms.render.explanation_text import explanation_text

        text = explanation_text(answer, **look)
    else:
        text = _written(answer, form)
    return TextAnswer(form, text.removesuffix("\n"), answer)


def _next(answer: NextAnswer, form: Form, look: dict[str, Any]) -> str:
    from logicms.render.explanation_text import next_text

    if form == "text" or (answer.proof is None and form in FOR_READERS):
        return next_text(answer, **look)
    if answer.proof is None:
        raise BoardError(f"there is no proof to write as {form}: only level 4 of a certain cell has one")
    return _written(answer.proof, form)


def _contradiction(answer: ContradictionAnswer, form: Form) -> str:
    from logicms.render import proof_text

    proof = None if answer.proof is None else answer.proof.proof
    if form == "svg":
        from logicms.render.explanation_text import contradiction_svg

        return contradiction_svg(answer)
    if form == "html":
        from logicms.render.explanation_html import contradiction_html

        return contradiction_html(answer)
    if form == "words":
        from logicms.render.explanation_text import contradiction_words

        return contradiction_words(answer)
    if form == "text" or proof is None:
        return proof_text.contradiction_proof_text(answer)
    return write_proof(proof, form)


def _written(answer: ProveAnswer, form: str) -> str:
    assert answer.explanation is not None, "a limit is told in words"
    if not answer.explanation.rests_on_formulas:
        if form == "words":
            from logicms.render.explanation_text import explanation_words

            return explanation_words(answer)
        if form == "latex":
            from logicms.render.latex import explanation_latex

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
        raise BoardError(f"{form} draws a board, but this proof is about none: choose text, words, latex or dot")
    return write_proof(answer.proof, form)


def explanation_words_of(explanation: Explanation) -> str:
    """Return an explanation in words, once the checker has accepted its proof."""
    from logicms.answers.prove import explained
    from logicms.render.explanation_text import explanation_words

    return explanation_words(explained(explanation))


def explanation_html_of(explanation: Explanation) -> str:
    """Return the same as HTML for a notebook."""
    from logicms.answers.prove import explained
    from logicms.render.explanation_html import explanation_cell

    return explanation_cell(explained(explanation))


# The module and the function of each form, loaded on first use.
_FORMS = {
    "text": ("logicms.render.proof_text", "proof_text"),
    "lines": ("logicms.render.proof_text", "proof_lines"),
    "words": ("logicms.render.proof_words", "proof_words"),
    "latex": ("logicms.render.latex", "proof_latex"),
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
