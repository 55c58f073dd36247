"""Which: the rows of a question for values, found together: those that certainly hold, then those that may.

`RuleBook.rows` instantiates the question. A row that closed predicates, comparisons or facts decide needs nothing else.
Every other gets a *selector*, a literal that holds just if the row does: its only literal, or a new symbol that is
defined so. Then one solver finds the backbone of the selectors (Janota, Lynce, Marques-Silva: "Algorithms for computing
backbones", 2015): the rows whose selectors have had one value in every placement so far are suspected to be certain, or
impossible; the solver is asked for a placement in which one of some of them is otherwise. There is none, and they are
decided; or it decides others, often many at once, which may hold and may fail.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logicms.errors import LimitReached
from logicms.hints import FrozenDict, Hint, Literal, Name, Shown, in_order
from logicms.limits import timely
from logicms.logic.clauses import Clause, Symbols, clauses_of, literal_of
from logicms.logic.derivation import Log
from logicms.logic.refutation import Solver, TruthValues
from logicms.problem import Formula
from logicms.rules.language import Value, Values

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.logic.knowledge import KnowledgeBase

_CHUNK = 24
"""How many rows are tried at once: enough to save questions, few enough to decide some before a limit."""


class Row(Shown, FrozenDict[str, Value]):
    """The values of the variables of a question: a mapping that cannot be changed, and can be hashed.

    >>> row = Row(x="bob", k=2)
    >>> row["k"], row in {row}, str(row)
    (2, True, 'x = bob, k = 2')
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # a dict cannot be hashed, but can be changed
        return hash(frozenset(self.items()))

    def __str__(self) -> str:
        return ", ".join(f"{variable} = {value}" for variable, value in self.items())


@dataclass(frozen=True, slots=True)
class Rows(Shown):
    """The rows that certainly hold, and those that hold in some placements only, each in order.

    The first variable changes slowest; the values of each come in the order of its set.
    """

    certain: tuple[Row, ...] = ()
    possible: tuple[Row, ...] = ()

    def __str__(self) -> str:
        """A line for each row."""
        lines = [*map(str, self.certain), *(f"perhaps {row}" for row in self.possible)]
        return "\n".join(lines) or "no rows"


def sort_out(base: KnowledgeBase, rows: Iterable[tuple[Values, Hint | Formula | None]]) -> Rows:
    """Return which rows a knowledge base makes certain, and which it leaves open.

    At a limit, `LimitReached` has the rows that were decided by then.
    """
    found = list(rows)
    if base.closed is not None:
        for name in dict.fromkeys(name for _, asked in found for name in _names(asked)):
            if base.closed.value(name) is None:  # what is decided needs no reason here
                base.tell_support(Literal(name, True))
    search = _Search(base)
    try:
        for values, asked in found:
            search.add(Row(values), asked)
        search.run()
    except LimitReached as error:
        raise LimitReached(str(error), settled=search.rows()) from None
    return search.rows()


def _names(asked: Hint | Formula | None) -> Iterable[Name]:
    return () if asked is None else asked.among if isinstance(asked, Hint) else sorted(asked.names, key=in_order)


def as_sympy(asked: Hint | Formula) -> Boolean:
    """Return what is asked about a row as sympy, a count as thresholds.

    >>> from logicms.hints import exactly
    >>> as_sympy(exactly(2, "a b c"))
    AtLeast(2, a, b, c) & ~(a & b & c)
    """
    if not isinstance(asked, Hint):
        return asked.expr
    from sympy import Symbol

    from logicms.connectives import between

    return between(asked.low, asked.high, [Symbol(str(name)) for name in asked.among])


class _Search:
    """The rows, their selectors, and what is known about these."""

    def __init__(self, base: KnowledgeBase) -> None:
        self.base = base
        self.symbols: Symbols = base.symbols.copy()
        self.definitions: list[Clause] = []
        self.asked: list[tuple[Row, int | None]] = []
        """Each row that may hold, and its selector; None if it certainly holds."""
        self.suspected: set[int] = set()
        """Selectors, or their negations, that have held in every placement so far."""
        self.certain: set[int] = set()
        self.open: set[int] = set()
        """Selectors that hold in some placements only."""
        self._known: dict[Any, int | bool] = {}

    def rows(self) -> Rows:
        """Return the rows as far as they are decided."""
        certain = (row for row, selector in self.asked if selector is None or selector in self.certain)
        return Rows(tuple(certain), tuple(row for row, selector in self.asked if selector in self.open))

    # -- selectors

    def add(self, row: Row, asked: Hint | Formula | None) -> None:
        selector = True if asked is None else self._selector(asked)
        facts = self.base.forward.facts
        if selector is True or selector in facts:
            self.asked.append((row, None))
        elif selector is not False and -selector not in facts:
            self.asked.append((row, selector))

    def _selector(self, asked: Hint | Formula) -> int | bool:
        if isinstance(asked, Hint) and len(asked.among) == 1 and asked.low == asked.high <= 1:
            return literal_of(str(asked.among[0]), self.symbols) * (1 if asked.low else -1)
        self._decide(asked)
        key = (asked.low, asked.high, asked.among) if isinstance(asked, Hint) else asked.expr
        if key not in self._known:  # rows may ask the same
            self._known[key] = self._defined(asked)
        return self._known[key]

    def _decide(self, asked: Hint | Formula) -> None:
        """Add what closed predicates say of the names in what is asked."""
        closed = self.base.closed
        for name in _names(asked) if closed is not None else ():
            if (value := closed.value(name)) is not None:
                self.definitions.append(frozenset((literal_of(Literal(name, value), self.symbols),)))

    def _defined(self, asked: Hint | Formula) -> int | bool:
        """Return a new symbol that holds just if a statement is true, or whether it is."""
        from logicms.connectives import kind_of

        expr = as_sympy(asked)
        if kind_of(expr) == "truth":
            return bool(expr)
        holds, fails = (clauses_of(expr, self.symbols, sign) for sign in (True, False))
        selector = self.symbols.auxiliary(f"row {len(self._known)}")
        self.definitions += (clause for each in (holds, fails) for _, clause in each.definitions)
        self.definitions += (clause | {-selector} for clause in holds.clauses)
        self.definitions += (clause | {selector} for clause in fails.clauses)
        return selector

    # -- their backbone

    def run(self) -> None:
        selectors = {selector for _, selector in self.asked if selector is not None}
        if not selectors or self.base.forward.contradiction is not None:
            self.base.check()
            return
        log = Log()
        clauses = (*timely(self.base.forward.data), *self.definitions)
        solver = Solver(log, [log.premise(clause, "given") for clause in clauses])
        if solver.refute() is not None:
            self.base.check()  # says what clashes, with a proof
        placement = solver.placement
        self.suspected = {selector if placement.holds(selector) else -selector for selector in selectors}
        trying = len(self.symbols)
        while self.suspected:
            chunk = sorted(self.suspected, key=abs)[:_CHUNK]
            trying += 1
            solver.add(log.premise(frozenset([-trying, *(-literal for literal in chunk)]), "given"))
            solver.prefer(-literal for literal in sorted(self.suspected, key=abs))
            if solver.refute([trying]) is None:
                self._strike(solver.placement)
            else:
                self._settle(chunk, solver, log)

    def _strike(self, placement: TruthValues) -> None:
        """Give up what is otherwise in a placement: the row may hold, and may fail."""
        otherwise = {literal for literal in self.suspected if not placement.holds(literal)}
        self.suspected -= otherwise
        self.open.update(otherwise, (-literal for literal in otherwise))

    def _settle(self, literals: Iterable[int], solver: Solver, log: Log) -> None:
        self.suspected.difference_update(literals)
        self.certain.update(literals)
        for literal in literals:
            solver.add(log.premise(frozenset((literal,)), "given"))
