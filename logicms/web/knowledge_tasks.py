"""Kept knowledge bases: what a request may give, what each is, what it entails, and how inference makes it grow.

A knowledge base is kept as the text that it was told; a worker reads all of it each time, and keeps nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any

from logicms.answers.answer import Answer
from logicms.answers.knowledge import (
    AskAnswer,
    KbAnswer,
    KbStepsAnswer,
    MatchingName,
    Method,
    TableAnswer,
    ask,
    kb,
    kb_steps,
    table,
)
from logicms.answers.prove import ContradictionAnswer, ProveAnswer, Wanted, prove
from logicms.board import FLAG
from logicms.commands.question import Timed
from logicms.errors import BoardError
from logicms.notation.formats import recognise
from logicms.notation.formulas import question
from logicms.notation.hint_files import format_hints, hint_file_of
from logicms.problem import Problem, is_literal
from logicms.record import Bounds, shown
from logicms.render.exports import exported
from logicms.web.bodies import KnowledgeBody
from logicms.web.reading import Reader

# -- what a request may give


@dataclass(frozen=True, kw_only=True)
class KeptBody(KnowledgeBody):
    """A knowledge base to keep: a hint file, or a board, perhaps with rules."""

    def __post_init__(self) -> None:
        if (self.hints is None) == (self.board is None):
            raise BoardError("give a knowledge base as exactly one of `hints` and `board`")


_FORMULA = "What may follow: a formula, in the notation of hint files."


@dataclass(frozen=True, kw_only=True)
class TellBody(Timed):
    """What a knowledge base is told."""

    hints: str = shown("Statements as in a hint file, one per line.", example="wet -> slippery\n")


@dataclass(frozen=True, kw_only=True)
class AskKnowledgeBody(Timed):
    """A question to a knowledge base that is kept."""

    formula: str = shown(_FORMULA, example="slippery")
    by: Method = shown("How to look for the answer; resolution and saturation miss nothing.", default="resolution")


@dataclass(frozen=True, kw_only=True)
class ProveKnowledgeBody(Timed):
    """What to prove from a knowledge base that is kept."""

    formula: str = shown(_FORMULA, example="slippery")
    by: Wanted = shown(
        "Of a name or its negation: resolution refutes the opposite, direct derives it, counting adds and subtracts.",
        default="resolution",
    )


@dataclass(frozen=True, kw_only=True)
class TableBody(Timed):
    """Which column a truth table should have besides those of the statements."""

    formula: str | None = shown("A formula; the answer also says whether it follows.", default=None, example="slippery")


@dataclass(frozen=True, kw_only=True)
class StepsBody(Timed):
    """How much of the inference of a knowledge base to watch."""

    steps: Annotated[int, Bounds(least=0, most=10_000)] = shown("How many steps.", default=20)
    policy: MatchingName = shown("Which clauses are matched.", default="course")


# -- the same with the knowledge base, as a worker gets it


@dataclass(frozen=True, kw_only=True)
class NewKnowledgeBody(KeptBody):
    """A new knowledge base, with the name that it gets."""

    id: str = shown("Its name.")


@dataclass(frozen=True, kw_only=True)
class ToldBody(Timed):
    """A knowledge base, and what it is told now."""

    id: str = shown("Its name.")
    told: int = shown("How many times it was told something.")
    hints: str = shown("All that it was told.")
    more: str | None = shown("What it is told now.", default=None)


@dataclass(frozen=True, kw_only=True)
class AskedBody(AskKnowledgeBody):
    """A question, with the knowledge base."""

    hints: str = shown("All that it was told.")


@dataclass(frozen=True, kw_only=True)
class ProvedBody(ProveKnowledgeBody):
    """What to prove, with the knowledge base."""

    hints: str = shown("All that it was told.")


@dataclass(frozen=True, kw_only=True)
class TabledBody(TableBody):
    """Which column, with the knowledge base."""

    hints: str = shown("All that it was told.")


@dataclass(frozen=True, kw_only=True)
class WatchedBody(StepsBody):
    """How much to watch, with the knowledge base."""

    hints: str = shown("All that it was told.")


# -- the tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeAnswer(KbAnswer):
    """A kept knowledge base, closed under unit propagation."""

    id: str = shown("The name of the knowledge base, part of its address.")
    told: int = shown("How many times it was told something after it was made.")
    hints: str = shown("All that it was told, as a hint file.")


def _new_kb(body: NewKnowledgeBody, reader: Reader) -> KnowledgeAnswer:
    return _knowledge(body.id, 0, _text(body, reader), None, reader)


def _text(body: KnowledgeBody, reader: Reader) -> str:
    """Return a knowledge base as a hint file: as it was given, or what a board says, perhaps under other rules."""
    text, format = (body.hints, "hints") if body.board is None else (body.board, body.format)
    assert text is not None  # a `NewKnowledgeBody` has one of the two
    if body.rules is None and (format or recognise(text)) == "hints":
        return text
    board, _ = reader.board(text, format)
    board = board.with_flags(body.flags)
    assert FLAG not in board.signs
    hints = format_hints(hint_file_of(board))
    if body.rules is None:
        return hints
    reader.problem(text, format, body.flags, body.rules)  # so that a mistake has its place in the rules
    stated = "|".join(key for key in ("size", "grid", "mines") if re.search(rf"^{key}:", hints, re.MULTILINE))
    return hints + re.sub(rf"^[ \t]*({stated})[ \t]*:.*", "", body.rules, flags=re.MULTILINE)


def _tell_kb(body: ToldBody, reader: Reader) -> KnowledgeAnswer:
    return _knowledge(body.id, body.told, body.hints, body.more, reader)


def _show_kb(body: ToldBody, reader: Reader) -> KnowledgeAnswer:
    return _knowledge(body.id, body.told, body.hints, None, reader, whole=True)


def _knowledge(
    id: str, told: int, hints: str, more: str | None, reader: Reader, *, whole: bool = False
) -> KnowledgeAnswer:
    problem = Problem.of(reader.told(hints, more))
    found = kb(problem)
    if whole:
        found = exported(found, problem, ("sympy", "dimacs"))
    text = hints if more is None else joined(hints, more)
    values: dict[str, Any] = {each.name: getattr(found, each.name) for each in fields(KbAnswer)}
    return KnowledgeAnswer(**values, id=id, told=told, hints=text)


def joined(hints: str, more: str) -> str:
    """Return a hint file that is told more.

    >>> joined("a", "b")
    'a\\nb\\n'
    """
    return "".join(text if text.endswith("\n") or not text else f"{text}\n" for text in (hints, more))


def _ask_kb(body: AskedBody, reader: Reader) -> AskAnswer:
    problem = reader.hints(body.hints, "hints")
    return ask(problem, question(problem, body.formula, "formula"), body.by)


def _prove_kb(body: ProvedBody, reader: Reader) -> ProveAnswer | ContradictionAnswer | AskAnswer:
    """Return the proof of a name or its negation as `prove` has it, and that of any other formula as `ask` does."""
    problem = reader.hints(body.hints, "hints")
    asked = question(problem, body.formula, "formula")
    if not is_literal(asked.expr):
        return ask(problem, asked)
    (name,) = asked.names
    return prove(problem, name, body.by)


def _table_kb(body: TabledBody, reader: Reader) -> TableAnswer:
    problem = reader.hints(body.hints, "hints")
    if body.formula is None:
        return table(problem)
    return table(problem, question(problem, body.formula, "formula"))


def _watch_kb(body: WatchedBody, reader: Reader) -> KbStepsAnswer:
    return kb_steps(reader.hints(body.hints, "hints"), body.steps, body.policy)


KNOWLEDGE_TASKS: dict[str, Callable[[Any, Reader], Answer]] = {
    "new_kb": _new_kb,
    "tell_kb": _tell_kb,
    "show_kb": _show_kb,
    "ask_kb": _ask_kb,
    "prove_kb": _prove_kb,
    "table_kb": _table_kb,
    "watch_kb": _watch_kb,
}
