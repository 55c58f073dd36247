"""`kb --to table`: the truth table of a knowledge base, and by it whether a formula follows.

This is entailment by its definition: a formula follows if it holds in every row in which all statements hold. A table
has 2^n rows, which is why everything else in logicms reasons in other ways; so it is for few names.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from logicms.answers.answer import CODES, INCONSISTENT, YES, Answer
from logicms.errors import LimitReached
from logicms.hints import Literal, Name, ordered
from logicms.limits import spend
from logicms.problem import Formula, Problem, Statement
from logicms.record import Record, shown

MOST_NAMES = 10
"""The most names of a table: with 10 it has 1,024 rows."""


@dataclass(frozen=True, slots=True)
class TableRow(Record):
    """One placement, and what is true there."""

    names: tuple[bool, ...] = shown("Whether each name holds.")
    columns: tuple[bool, ...] = shown("Whether each column is true.")
    fits: bool = shown("Whether every statement of the knowledge base is true.")


@dataclass(frozen=True, slots=True)
class TableAnswer(Answer):
    """The truth table of a knowledge base."""

    names: tuple[str, ...] = shown("The names; on a grid, those that are not known.")
    columns: tuple[str, ...] = shown("The statements, and the formula that is asked about last.")
    rows: tuple[TableRow, ...] = shown("Every placement of the names, from all false to all true.")
    placements: int = shown("In how many rows every statement is true.")
    answer: typing.Literal["yes", "no", "unknown"] | None = shown(
        "Whether the formula follows; `no`: its negation does.", default=None, omit=True
    )
    status: typing.Literal["limit", "inconsistent"] | None = shown(
        "Present only if there are too many names, or no row in which every statement is true.", default=None, omit=True
    )
    message: str | None = shown("The limit, in words.", default=None, omit=True)

    @property
    def exit_code(self) -> int:
        if self.status == "inconsistent":
            return INCONSISTENT
        return CODES.get(self.status or self.answer or "", YES)


def table(problem: Problem, asked: Formula | None = None) -> TableAnswer:
    """Return the truth table of a problem, with a column for a formula if one is asked about.

    >>> from sympy.abc import a, b
    >>> found = table(Problem([Formula("a -> b", a >> b), Literal("a", True)]), Formula("b", b))
    >>> found.columns, [row.fits for row in found.rows], found.answer
    (('a -> b', 'a', 'b'), [False, False, False, True], 'yes')
    """
    try:
        return _table(problem, asked)
    except LimitReached as error:
        return TableAnswer((), (), (), 0, status="limit", message=str(error))


def _table(problem: Problem, asked: Formula | None) -> TableAnswer:
    has_grid = problem.size is not None  # there, what is known would be most of the table
    statements = [each for each in problem.statements if not (has_grid and isinstance(each, Literal))]
    own = set(problem.undecided if has_grid else problem.names)
    known = problem.facts if has_grid else {}
    names = ordered(own.union(asked.names.difference(known) if asked is not None else ()))
    if len(names) > MOST_NAMES:
        raise LimitReached(
            f"{len(names)} names are too many for a truth table, which would have 2^{len(names)} rows; at most "
            f"{MOST_NAMES} are taken"
        )
    always = frozenset(name for name, holds in known.items() if holds)
    columns = [*statements, *([asked] if asked is not None else [])]
    rows = tuple(_rows(names, always, [_test(each) for each in columns], len(statements)))
    fitting = [row for row in rows if row.fits]
    answer: typing.Literal["yes", "no", "unknown"] | None = None
    if asked is not None and fitting:
        values = {row.columns[-1] for row in fitting}
        answer = "unknown" if len(values) > 1 else "yes" if values == {True} else "no"
    return TableAnswer(
        tuple(map(str, names)),
        tuple(each.text if isinstance(each, Formula) else str(each) for each in columns),
        rows,
        len(fitting),
        answer,
        None if fitting else "inconsistent",
    )


_Test = Callable[[frozenset[Name]], bool]


def _rows(names: tuple[Name, ...], always: frozenset[Name], tests: list[_Test], stated: int) -> Iterator[TableRow]:
    for values in product((False, True), repeat=len(names)):
        spend()
        placement = always.union(name for name, holds in zip(names, values, strict=True) if holds)
        columns = tuple(test(placement) for test in tests)
        yield TableRow(values, columns, all(columns[:stated]))


def _test(statement: Statement) -> _Test:
    if isinstance(statement, Formula):
        return statement.holds
    if isinstance(statement, Literal):
        return lambda placement: (statement.name in placement) == statement.holds
    among = frozenset(statement.among)
    return lambda placement: statement.low <= len(among & placement) <= statement.high
