"""`kb`: a knowledge base as it is, and how inference makes it grow."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from logicms.answers.answer import CODES, INCONSISTENT, LIMIT, YES, Answer, message_of
from logicms.errors import LimitReached, counted
from logicms.logic.chaining import Event, Happening
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.resolution import POLICIES
from logicms.problem import Problem
from logicms.record import Record, kept, shown


@dataclass(frozen=True, slots=True)
class KbAnswer(Answer):
    """A knowledge base closed under unit propagation; at a limit, as much of it as was told by then."""

    facts: Mapping[str, bool] = shown("KB0: what is known, by name; true for a name that holds.")
    clauses: tuple[tuple[str, ...], ...] = shown(
        "KB0 and KB: facts first, then the clauses that remain after propagation."
    )
    symbols: Mapping[str, str] = shown("What each auxiliary symbol means.")
    contradiction: bool = shown("Whether propagation has found a contradiction.")
    sympy: str | None = shown("All of it as one sympy formula.", default=None, omit=True)
    dimacs: str | None = shown("All of it as it was told, as DIMACS CNF.", default=None, omit=True)
    status: typing.Literal["limit"] | None = shown("Present only if a limit was reached.", default=None, omit=True)
    message: str | None = shown("The limit, in words.", default=None, omit=True)
    base: KnowledgeBase = kept(default_factory=KnowledgeBase)

    @property
    def exit_code(self) -> int:
        return INCONSISTENT if self.contradiction else CODES.get(self.status or "", YES)


def kb(problem: Problem) -> KbAnswer:
    """Return the knowledge base of a problem.

    >>> from logicms.hints import Literal
    >>> from logicms.hints import exactly
    >>> kb(Problem([exactly(1, ["a", "b"]), Literal("a", False)])).facts
    {'a': False, 'b': True}
    """
    base = KnowledgeBase()
    limit = _tell(base, problem)
    contradiction = base.forward.contradiction is not None
    return KbAnswer(
        facts={} if contradiction else base.facts,
        clauses=tuple(base.symbols.texts(clause) for clause in base.current_clauses),
        symbols=dict(base.symbols.meanings),
        contradiction=contradiction,
        status=None if limit is None else "limit",
        message=message_of(limit),
        base=base,
    )


def _tell(base: KnowledgeBase, problem: Problem) -> LimitReached | None:
    """Tell a knowledge base everything that a problem states, and return the limit if one was reached."""
    try:
        for statement in problem.statements:
            base.tell(statement)
    except LimitReached as error:
        return error
    return None


@dataclass(frozen=True, slots=True)
class KbStep(Record):
    """One step of inference: something that happens to a clause."""

    what: Happening = shown("What happens.")
    clause: tuple[str, ...] = shown("The clause that it happens to.")
    parents: tuple[tuple[str, ...], ...] = shown("The clauses that it comes from.", key="from")


@dataclass(frozen=True, slots=True)
class KbStepsAnswer(Answer):
    """The first steps of inference."""

    steps: tuple[KbStep, ...] = shown("The steps in order.")
    end: str = shown("Why there are no more.")
    status: typing.Literal["limit"] | None = shown("Present only if a limit was reached.", default=None, omit=True)
    code: int = kept(default=YES)

    @property
    def exit_code(self) -> int:
        return self.code


Policy = typing.Literal["course", "full", "narrow"]


def kb_steps(problem: Problem, steps: int, policy: Policy = "course") -> KbStepsAnswer:
    """Return the first steps when a problem is told and its clauses are matched under a policy."""
    events: list[Event] = []
    base = KnowledgeBase(watch=events.append)
    limit = _tell(base, problem)
    code, end = YES, f"nothing more follows under the policy {policy}"
    try:
        if limit is None:
            events += islice(base.saturation(POLICIES[policy]).watch(), max(0, steps + 1 - len(events)))
    except LimitReached as error:
        limit = error
    if limit is not None:
        code, end = LIMIT, str(limit)
    if len(events) > steps:
        code, end = YES, f"the first {counted(steps, 'step')}; there are more"
    if any(event.what == "contradiction" for event in events[:steps]):
        code, end = INCONSISTENT, "inconsistent: the empty clause, false, was derived"
    texts = base.symbols.texts
    shown_steps = tuple(
        KbStep(event.what, texts(event.clause), tuple(map(texts, event.parents))) for event in events[:steps]
    )
    return KbStepsAnswer(shown_steps, end, "limit" if code == LIMIT else None, code)
