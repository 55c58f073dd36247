"""A question put to a knowledge base, and all there is to say in answer: both doors ask through here.

With *yes* and *no* comes a proof (of the formula, or of its contrary), with *unknown* two placements that differ on
the formula, and with chaining on definite clauses the trace of what was tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError, LimitReached
from logicms.hints import Hint
from logicms.logic.definite import Trace
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.logic.methods import Method
from logicms.proofs import checker
from logicms.proofs.proof import Premises, Proof

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

Placements = tuple[tuple[str, ...], tuple[str, ...]]
"""Two placements, by the names that hold: the formula holds on the first and fails on the second."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question, and what supports it."""

    answer: Answer
    proof: Proof | None = None
    """Of the formula (yes) or of its contrary (no); None where the limit came before the proof."""
    placements: Placements | None = None
    """For unknown; None where a method that is not complete missed the answer, or the limit came first."""
    trace: tuple[Trace, ...] = ()


def knowledge_base(tellings: Iterable[tuple[Hint | Boolean | str, str | None]]) -> KnowledgeBase:
    """Return a knowledge base that was told these things, each with the source it is called by (None: its own text).

    >>> knowledge_base([("a", None), ("~b", None)]).facts
    {'a': True, 'b': False}
    """
    kb = KnowledgeBase()
    for what, because in tellings:
        kb.tell(what, because)
    return kb


def question(kb: KnowledgeBase, formula: Boolean | bool, by: Method = "resolution") -> Asked:
    """Return what the knowledge base says to a formula, and why.

    >>> from sympy.abc import a, b
    >>> kb = KnowledgeBase()
    >>> kb.tell((a >> b) & a)
    >>> asked = question(kb, ~b)
    >>> asked.answer, str(asked.proof.literal)
    (<Answer.NO: 'no'>, 'b')
    """
    answer = kb.ask(formula, by)
    trace = _trace(kb, formula, by)
    try:
        if answer is Answer.UNKNOWN:
            return Asked(answer, placements=kb.placements(formula), trace=trace)
        if answer is not Answer.LIMIT:
            return Asked(answer, _proof(kb, formula, by, answer), trace=trace)
    except LimitReached:
        pass
    return Asked(answer, trace=trace)


def _proof(kb: KnowledgeBase, formula: Any, by: Method, answer: Answer) -> Proof | None:
    from sympy import Not

    shown = formula if answer is Answer.YES else Not(formula)
    # What chaining finds of a literal, it derives; anything else is shown by refuting the contrary.
    is_literal = shown.is_Symbol or (isinstance(shown, Not) and shown.args[0].is_Symbol)
    return kb.prove(shown, by, direct=is_literal and by in ("forward", "backward"))


def _trace(kb: KnowledgeBase, formula: Any, by: Method) -> tuple[Trace, ...]:
    """Return the trace of textbook chaining, where the question is a symbol and the clauses are definite."""
    if by not in ("forward", "backward") or not getattr(formula, "is_Symbol", False):
        return ()
    try:
        return kb.chain(formula.name, "forward" if by == "forward" else "backward").trace
    except (BoardError, LimitReached):
        return ()


# -- as JSON


def asked_to_json(asked: Asked, premises: Premises | None = None) -> dict[str, Any]:
    """Return the answer as the JSON object of `ask`."""
    return {
        "answer": asked.answer.value,
        "proof": None if asked.proof is None else checked_proof_to_json(asked.proof, premises),
        "placements": None if asked.placements is None else [list(names) for names in asked.placements],
    }


def checked_proof_to_json(proof: Proof, premises: Premises | None = None) -> dict[str, Any]:
    """Return a proof as JSON, and whether the checker accepts it: one that it refuses is a bug of ours.

    >>> from sympy.abc import a
    >>> kb = KnowledgeBase()
    >>> kb.tell(a)
    >>> data = checked_proof_to_json(kb.prove(a), kb.premises)
    >>> data["cell"], data["verdict"], data["checked"]
    ('a', 'mine', True)
    """
    checked = bool(checker.verify(proof, premises))
    data = {**proof.to_json(), "technique": None, "placements": [], "checked": checked}
    if (literal := proof.literal) is not None and literal.name not in proof.symbols:
        data = {"cell": literal.name, "verdict": "mine" if literal.holds else "safe", **data}
    return data
