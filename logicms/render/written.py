"""Every form that an answer or a proof can be written in, by the name that `--to` takes: one table, for every door.

What has no writer of its own in a form is written as what it holds: a next step as its explanation, and that as its
proof.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, get_args

from logicms.answers.answer import CommandAnswer
from logicms.errors import BoardError
from logicms.proofs.proof import Proof

Form = Literal["text", "lines", "words", "latex", "svg", "dot", "html", "dimacs", "drat", "lrat"]
FORMS: tuple[Form, ...] = get_args(Form)
"""The names; the forms for people come first."""
FOR_READERS = frozenset({"text", "words"})
"""The forms that are text for people; the others are files of their own."""
OF_CLAUSES = frozenset({"lines", "dimacs", "drat", "lrat"})
"""The forms that a proof by counting does not have."""
COMPARING = frozenset({"words", "latex", "html"})
"""The forms that may show other proofs than the one asked for: all three, or one that is shorter in words."""

TEXT = "text/plain"
MEDIA_TYPES = {"svg": "image/svg+xml", "html": "text/html", "csv": "text/csv"}
"""The media type of each form that is not plain text."""

# By the class of what is written: the function of each form, in its module, which is loaded on first use.
_WRITERS: dict[str, dict[str, str]] = {
    "Proof": {
        "text": "render.proof.proof_text",
        "lines": "render.proof.proof_lines",
        "words": "render.proof.proof_words",
        "latex": "render.latex.proof_latex",
        "dot": "render.graph.proof_dot",
        "dimacs": "proofs.certificates.proof_to_dimacs",
        "drat": "proofs.certificates.proof_to_drat",
        "lrat": "proofs.certificates.proof_to_lrat",
    },
    "ProveAnswer": {
        "text": "render.explanation.explanation_text",
        "words": "render.explanation.explanation_words",
        "latex": "render.latex.explanation_latex",
        "svg": "render.explanation.explanation_svg",
        "html": "render.html.explanation_html",
    },
    "NextAnswer": {"text": "render.explanation.next_text"},
    "ContradictionAnswer": {
        "text": "render.proof.contradiction_proof_text",
        "words": "render.explanation.contradiction_words",
        "svg": "render.explanation.contradiction_svg",
        "html": "render.html.contradiction_html",
    },
    "PathAnswer": {"text": "render.explanation.path_text"},
    "VerifyAnswer": {"text": "render.proof.verify_text"},
    "ShowAnswer": {"text": "render.answers.show_text", "svg": "render.answers.show_svg"},
    "SolveAnswer": {"text": "render.answers.solve_text", "svg": "render.answers.solve_svg"},
    "OddsAnswer": {"text": "render.answers.odds_text", "svg": "render.answers.odds_answer_svg"},
    "CheckAnswer": {"text": "render.answers.check_text"},
    "SearchAnswer": {"text": "render.answers.search_text"},
    "AskAnswer": {"text": "render.answers.ask_text"},
    "WhichAnswer": {"text": "render.answers.which_text", "csv": "render.answers.which_csv"},
    "KbAnswer": {"text": "render.answers.kb_text"},
    "KbStepsAnswer": {"text": "render.answers.kb_steps_text"},
    "PlacementsAnswer": {"text": "render.answers.placements_text"},
    "CountAnswer": {"text": "render.answers.count_text"},
    "TableAnswer": {"text": "render.answers.table_text"},
    "FormatsAnswer": {"text": "render.exports.formats_text"},
    "GradeAnswer": {
        "text": "render.grades.grade_text",
        "html": "render.grades.grade_html",
        "csv": "render.grades.grade_csv",
        "gradescope": "render.grades.gradescope_json",
    },
    "GraphAnswer": {"dot": "render.graph.answer_dot", "svg": "render.graph.answer_svg"},
}
PROOF_FORMS = tuple(_WRITERS["Proof"])
"""The forms of any proof, about a board or not."""


def written(what: CommandAnswer | Proof, form: str, **look: Any) -> str:
    """Return an answer or a proof in this form; `look` is how a text is drawn (`ascii`, `paint`, `columns`).

    >>> from logicms.answers.prove import prove
    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> print(written(prove(Problem.of(Board(("2?", "11"))), "B1"), "words"))
    The board is inconsistent: A1 says 2, but only 1 cell around it can be a mine.
    <BLANKLINE>
    To show: the premises are inconsistent.
    1. The clue at A1 says 2, but counts only B1, so there is a contradiction. So the premises are inconsistent.
    >>> from logicms.proofs.proof import Step, clause
    >>> written(Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct"), "lrat")
    '3 0 1 2 0'
    """
    if isinstance(what, Proof) and what.sums and form in OF_CLAUSES:
        raise BoardError(f"a proof by counting has no {form}: ask for one by resolution")
    writers = _WRITERS.get(type(what).__name__, {})
    if form in writers and (form == "text" or _is_explained(what)):
        module, _, function = writers[form].rpartition(".")
        text: str = getattr(import_module(f"logicms.{module}"), function)(what, **(look if form == "text" else {}))
        return text.removesuffix("\n")
    if isinstance(what, Proof):
        raise BoardError(f"{form} draws a board, but this proof is about none: choose text, words, latex or dot")
    held: CommandAnswer | Proof | None = getattr(what, "proof", None)
    if held is not None:
        return written(held, form)
    _must_do_without_proof(what, form)
    assert "text" in writers, f"{type(what).__name__} has no text"
    return written(what, "text", **look)


def _is_explained(what: CommandAnswer | Proof) -> bool:
    """Whether there is more to write than a proof: clues explain it, as formulas do not, and a limit does not."""
    from logicms.answers.prove import ProveAnswer

    if not isinstance(what, ProveAnswer):
        return True
    return what.explanation is not None and not what.explanation.rests_on_formulas


def _must_do_without_proof(answer: CommandAnswer, form: str) -> None:
    """Raise unless an answer without a proof says all in words: that a limit was reached, or why there is none."""
    from logicms.answers.prove import NextAnswer, ProveAnswer

    if isinstance(answer, NextAnswer) and form not in FOR_READERS:
        raise BoardError(f"there is no proof to write as {form}: only level 4 of a certain cell has one")
    if isinstance(answer, ProveAnswer) and answer.explanation is not None:
        raise BoardError(f"{answer.cell} is not certain: there is no proof to write as {form}")


def media_type(form: str) -> str:
    """Return the media type of what is written in a form."""
    return MEDIA_TYPES.get(form, TEXT)
