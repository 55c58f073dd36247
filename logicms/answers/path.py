"""`path`: every deduction of a problem in order, the easiest first, until nothing more is certain."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from logicms.answers.answer import Answer, Error, Refutation, conflict_of, message_of, refutation_of
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.explanation import Explainer
from logicms.explanation.path import PathStep, solution_path
from logicms.explanation.techniques import Technique
from logicms.hints import Name
from logicms.problem import Problem
from logicms.record import Record, kept, shown

Status = typing.Literal["solved", "progress", "stuck", "inconsistent", "limit"]


@dataclass(frozen=True, slots=True)
class Deduced(Record):
    """One step: what some clues show, given everything that the steps before it show."""

    cells: tuple[Name, ...] = shown("The cells that it decides.")
    verdict: typing.Literal["safe", "mine"] = shown("What they are.")
    clues: tuple[Name, ...] = shown("The clues that decide them; in a hint file with formulas, the statements.")
    technique: Technique | None = shown("The technique that shows it; null if it rests on formulas.")
    uses_mine_total: bool = shown("Whether the mine total is needed too.")

    @classmethod
    def of(cls, step: PathStep) -> Deduced:
        verdict: typing.Literal["safe", "mine"] = "mine" if step.holds else "safe"
        return cls(step.cells, verdict, step.clues, step.technique, step.uses_mine_total)


@dataclass(frozen=True, slots=True)
class PathAnswer(Answer):
    """Every deduction in order, the easiest first; what a step shows is known to the steps after it."""

    status: Status = shown("`solved`: it decides every hidden cell; `progress`: some; `stuck`: none.")
    steps: tuple[Deduced, ...] = shown("The steps in order; at a limit, those that were found by then.", default=())
    checked: bool = shown("What the independent checker said about the proof behind each step.", default=True)
    conflict: tuple[Name, ...] | None = shown("The smallest clash.", default=None, omit=True)
    message: str | None = shown("The contradiction or the limit, in words.", default=None, omit=True)
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    problem: Problem = kept(default_factory=Problem)


def path(problem: Problem) -> PathAnswer:
    """Return every deduction of a problem in order, or why there is none.

    >>> from logicms.board import Board
    >>> answer = path(Problem.of(Board(("????", "1221"))))
    >>> answer.status, answer.to_json()["steps"][0]
    ('solved', {'cells': ['C1'], 'verdict': 'mine', 'clues': ['A2', 'B2'], 'technique': 'subset', \
'uses_mine_total': False})
    """
    explainer, steps = Explainer(problem), list[Deduced]()
    try:
        for step in solution_path(explainer):
            steps.append(Deduced.of(step))
    except InconsistentKnowledge as contradiction:
        return _answer("inconsistent", steps, problem, contradiction)
    except LimitReached as limit:
        return _answer("limit", steps, problem, limit)
    return _answer(explainer.deduction.status, steps, problem)


def _answer(status: Status, steps: list[Deduced], problem: Problem, error: Error | None = None) -> PathAnswer:
    return PathAnswer(
        status,
        tuple(steps),
        conflict=conflict_of(error),
        message=message_of(error),
        proof=refutation_of(error),
        problem=problem,
    )
