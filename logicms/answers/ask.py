"""`ask`: whether a knowledge base entails a formula, and why.

*yes* and *no* come with a proof (of the formula, or of its negation), *unknown* with two placements that differ on the
formula, and chaining on definite clauses with a trace.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.answers.answer import CODES, INCONSISTENT, YES, Answer, message_of
from logicms.answers.prove import ProofAnswer, contradiction_proof, must_fit
from logicms.board import as_name
from logicms.deduction.contradiction import contradiction
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached, RefusedProof
from logicms.explanation.explanation import needed as needed_for
from logicms.hints import Name
from logicms.logic.definite import Trace
from logicms.logic.knowledge import Answer as Verdict
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.questions import Method as Method
from logicms.problem import Formula, Problem
from logicms.proofs.proof import Proof
from logicms.record import kept, shown

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class AskAnswer(Answer):
    """Whether a formula follows, its negation does, or neither."""

    answer: typing.Literal["yes", "no", "unknown", "limit"] | None = shown(
        "`no`: its negation follows; null: the knowledge base is inconsistent."
    )
    status: typing.Literal["inconsistent"] | None = shown(
        "Present only if the knowledge base is inconsistent.", default=None, omit=True
    )
    conflict: tuple[Name, ...] | None = shown("The statements that contradict each other.", default=None, omit=True)
    proof: ProofAnswer | None = shown("Of the formula, of its negation, or of the contradiction.", default=None)
    premises: tuple[str, ...] | None = shown(
        "For `yes` and `no` by resolution: the fewest statements from which it follows.", default=None, omit=True
    )
    fewest: bool | None = shown(
        "Whether surely no fewer suffice; if not, none of them can be left out.", default=None, omit=True
    )
    placements: tuple[tuple[str, ...], ...] | None = shown(
        "For `unknown`: the names that hold in a placement where the formula holds, and in one where it does not.",
        default=None,
    )
    trace: tuple[Trace, ...] = kept(default=())
    by: Method = kept(default="resolution")
    unknown_names: tuple[str, ...] = kept(default=())
    message: str | None = kept(default=None)

    @property
    def exit_code(self) -> int:
        return INCONSISTENT if self.answer is None else CODES.get(self.answer, YES)


def ask(problem: Problem, formula: Boolean, by: Method = "resolution") -> AskAnswer:
    """Return whether a problem entails a formula, and why.

    >>> from sympy.abc import a, b
    >>> from logicms.problem import Formula
    >>> answer = ask(Problem([Formula("a -> b", a >> b), Formula("a", a)]), ~b)
    >>> answer.answer, str(answer.proof.proof.literal)
    ('no', 'b')
    """
    unknown: tuple[str, ...] = ()
    try:
        base = KnowledgeBase(problem)
        names = sorted(symbol.name for symbol in formula.free_symbols)
        unknown = tuple(name for name in names if name not in base.symbols)
        return _asked(problem, base, formula, by, unknown)
    except InconsistentKnowledge:
        error = contradiction(problem)
        return AskAnswer(
            None, "inconsistent", error.conflict, contradiction_proof(error), by=by, message=message_of(error)
        )
    except LimitReached:
        return AskAnswer("limit", by=by, unknown_names=unknown)


def _asked(problem: Problem, base: KnowledgeBase, formula: Boolean, by: Method, unknown: tuple[str, ...]) -> AskAnswer:
    verdict = base.ask(formula, by)
    trace = _trace(base, formula, by)
    proof, placements, needed = None, None, None
    try:
        if verdict is Verdict.UNKNOWN:
            placements = base.placements(formula)
            _must_differ(problem, formula, placements)
        elif verdict is not Verdict.LIMIT:
            if by == "resolution":  # the others are for watching a method work on everything that is told
                needed = needed_for(problem, base, _shown(formula, verdict))
            proof = _proof(base if needed is None else needed.base, formula, by, verdict)
    except LimitReached:
        pass  # the verdict is an answer even without its proof or placements
    return AskAnswer(
        verdict.value,
        proof=None if proof is None else ProofAnswer.of(proof),
        premises=None if needed is None or proof is None else _premises(needed.base),
        fewest=None if needed is None or proof is None else needed.fewest,
        placements=placements,
        trace=trace,
        by=by,
        unknown_names=unknown,
    )


def _must_differ(problem: Problem, formula: Boolean, placements: tuple[tuple[str, ...], ...] | None) -> None:
    """Raise `RefusedProof` unless both placements meet the problem, and the formula holds in the first only."""
    found = [frozenset(map(as_name, names)) for names in placements or ()]
    must_fit(problem, found)
    if [Formula("", formula).holds(names) for names in found] not in ([True, False], []):
        raise RefusedProof("the formula does not tell its placements apart")


def _shown(formula: typing.Any, verdict: Verdict) -> typing.Any:
    """Return what is shown: the formula, or its negation."""
    from sympy import Not

    return formula if verdict is Verdict.YES else Not(formula)


def _premises(base: KnowledgeBase) -> tuple[str, ...]:
    """Return the statements of a knowledge base as they are named in proofs; a fact by what it says."""
    given = base.premises
    facts = (name if holds else f"~{name}" for name, holds in given.facts.items())
    return (*map(str, given.hints.values()), *facts, *given.givens)


def _proof(base: KnowledgeBase, formula: typing.Any, by: Method, verdict: Verdict) -> Proof | None:
    from sympy import Not

    goal = _shown(formula, verdict)
    # If chaining shows a literal, it derives it; anything else is shown by refuting the negation.
    is_literal = goal.is_Symbol or (isinstance(goal, Not) and goal.args[0].is_Symbol)
    return base.prove(goal, by, direct=is_literal and by in ("forward", "backward"))


def _trace(base: KnowledgeBase, formula: typing.Any, by: Method) -> tuple[Trace, ...]:
    """Return the trace of textbook chaining, if the question is a symbol and the clauses are definite."""
    if by not in ("forward", "backward") or not getattr(formula, "is_Symbol", False):
        return ()
    try:
        return base.chain(formula.name, "forward" if by == "forward" else "backward").trace
    except (BoardError, LimitReached):
        return ()
