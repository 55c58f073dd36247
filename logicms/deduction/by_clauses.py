"""By clauses: the player of the logic course, with sympy's CNF as its knowledge base and networkx's constraint graph.

Statements become clauses, and nothing else is used. What is matched and refuted are the clauses of sympy's own
`EncodedCNF`, over its symbols (`KnowledgeBase.cnf`: the very list, not a copy). The graph has a node for each name
among them, auxiliary symbols included, and a number for each statement. It is kept up to date: known names are removed,
so that its connected components split the work, and a component that has not changed is not looked at again. Four ways
to reason share all this:

- `forward`: unit propagation, done while telling, and nothing else.
- `course`: if that leaves no unit, rounds of pairwise matching, in which one of two clauses has at most 2 literals. It
  is stuck, as in the course's reports, after a round that brings nothing new, or 10 rounds without a unit.
- `saturation`: the same without limits; for comparisons.
- `resolution`: in each component, the negation of every name that is certain is refuted; a name that is a mine in one
  placement and safe in another need not be tried. This finds everything.

Every fact is a clause in the log of the knowledge base, so that its proof can be read off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal

import networkx as nx

from logicms.constraint_graph import ConstraintGraph
from logicms.deduction.inference import Inference, KbItem, Watch
from logicms.errors import LimitReached
from logicms.hints import Hint, Name, in_order, is_auxiliary
from logicms.hints import Literal as NameLiteral
from logicms.limits import check_time, limit
from logicms.logic.clauses import Clause, clause_order
from logicms.logic.inference import COURSE, FULL, Event, Saturation
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.refutation import Solver
from logicms.problem import Formula, Statement, Unfounded

if TYPE_CHECKING:
    from sympy import Symbol
    from sympy.assumptions.cnf import EncodedCNF

    from logicms.rules.grounding import RuleBook

ClauseReason = Literal["forward", "course", "saturation", "resolution"]

MOST_ROUNDS = 10
"""The course's player is stuck after this many rounds of matching without a unit."""

MOST_MATCHINGS = 100_000
"""Where a turn of matching stops: a number of matchings, not of seconds, so that games are the same everywhere."""


class ByClauses(Inference):
    """A knowledge base and its constraint graph, which can follow a game.

    >>> from logicms.board import Board
    >>> inference = ByClauses("resolution")
    >>> for rows in (("???", "1??"), ("???", "11?"), ("?1?", "11?")):
    ...     inference.see(Board(rows))
    ...     inference.infer()
    ...     print({str(cell): mine for cell, mine in inference.certain(Board(rows).hidden).items()})
    {}
    {'C1': False, 'C2': False}
    {'A1': True, 'C1': False, 'C2': False}
    >>> print(inference.cnf.symbols, sorted(map(max, inference.cnf.data)), inference.graph)
    [A1, B1, B2, C1, C2] [-5, -4, -3, -2, 1] ConstraintGraph with 0 nodes and 0 edges
    """

    def __init__(self, reason: ClauseReason, watch: Watch | None = None, book: RuleBook | None = None) -> None:
        super().__init__(watch)
        self.reason = reason
        self.base = KnowledgeBase(book=book)
        self.graph = ConstraintGraph()
        """The constraint graph of what is not known yet; a statement's node is its number."""
        self._names: dict[str, Name] = {}
        """What the symbols stand for; auxiliary symbols, which stand for themselves in the graph, are not here."""
        self._statements = self._joined = self._noted = 0
        """How many statements were told, symbols joined, facts noted."""
        self._saturation = Saturation(self.base.forward, COURSE if reason == "course" else FULL)
        self._settled: set[frozenset[Clause]] = set()
        """Components from which nothing more follows, as sets of clauses."""

    @property
    def cnf(self) -> EncodedCNF:
        """The clauses of KB0 and KB, and their symbols, auxiliary ones included: what is matched."""
        return self.base.cnf

    @property
    def _symbols(self) -> list[Symbol]:
        """The symbols of the clauses: number n is at index n - 1."""
        return self.cnf.symbols  # type: ignore[no-any-return]  # sympy ships no types

    # -- telling

    def tell(self, statement: Statement) -> None:
        """Tell the base, and join the symbols in the statement in the graph."""
        if isinstance(statement, NameLiteral):
            if self.facts.get(statement.name) is statement.holds:
                return
            names: tuple[Name, ...] = (statement.name,)
        elif isinstance(statement, Formula | Unfounded):
            names = tuple(sorted(statement.names, key=in_order))
        else:
            names = statement.among
        new = self._tell_base(statement)
        self._statements += 1
        self._join(names, statement)
        self._note_facts()
        if isinstance(statement, Hint):
            self._note_hint(statement, new)

    def _tell_base(self, statement: Statement) -> tuple[KbItem, ...]:
        """Tell the base; return what is new in KB, if somebody watches."""
        if self._watch is None:
            self.base.tell(statement)
            return ()
        events: list[Event] = []
        self.base.forward.watch = events.append
        self.base.tell(statement)
        self.base.forward.watch = None
        return tuple(self._item(event.clause) for event in events if event.what in ("kept", "fact"))

    def _join(self, names: tuple[Name, ...], statement: Statement) -> None:
        """Join these names in the graph, and the auxiliary symbols that were made for the statement."""
        symbols, new, auxiliary = self._symbols, self._joined, self.base.symbols.meanings
        self._joined = len(symbols)
        self._names.update((str(name), name) for name in names)
        joined = [name for name in names if name not in self.facts]
        joined += [symbol.name for symbol in symbols[new:] if symbol.name in auxiliary]
        if joined:
            self.graph.join(self._statements, joined, statement=statement)

    def _counts(self, name: Name) -> bool:
        return str(name) in self.base.symbols

    def _total_can_tell(self, left: Sequence[Name], mines: int) -> bool:
        """Return whether the mine total could make a name certain, with this many mines among the names that are left.

        It cannot if the names that occur nowhere else can take all mines that the others leave, and still have both
        mines and safe names among them. As clauses the total is large, so this is checked first.
        """
        away = sum(name not in self.graph for name in left)
        most = sum(map(self._most_mines, nx.connected_components(self.graph)))
        return not most < mines < away

    def _most_mines(self, part: set[Name | int]) -> int:
        """Return an upper bound on the mines in a component, from hints that together cover it."""
        uncovered = {node for node in part if not isinstance(node, int) and not is_auxiliary(str(node))}
        most = 0
        for number in sorted(node for node in part if isinstance(node, int)):
            if isinstance(hint := self.graph.nodes[number]["statement"], Hint):
                known = sum(self.facts.get(name, False) for name in hint.among)
                covered = uncovered.intersection(hint.among)
                most += min(hint.high - known, len(covered))
                uncovered -= covered
        return most + len(uncovered)

    # -- inferring

    def infer(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Find more facts; propagation was already done while telling."""
        self._check()
        if self.reason == "forward" or enough() or not self.base.forward.places:
            return
        if self.reason == "resolution":
            self._refute()
        else:
            self._match(enough)

    def _check(self) -> None:
        """Raise the error, with its proof, if a contradiction was found."""
        if self.base.forward.contradiction is not None:
            _ = self.base.facts

    def items(self) -> list[KbItem]:
        return [self._item(clause) for clause in sorted(self.base.forward.places, key=clause_order)]

    def _item(self, clause: Clause) -> tuple[NameLiteral, ...]:
        return self.base.symbols.literals(clause)

    def _note_facts(self) -> None:
        """Record the facts that propagation has found since the last call, and remove them from the graph."""
        facts, symbols = self.base.forward.facts, self._symbols
        new, self._noted = len(facts) - self._noted, len(facts)
        for literal in islice(reversed(facts), new):  # the latest are at the end
            text = symbols[abs(literal) - 1].name
            if text in self._names:
                self.facts[self._names[text]] = literal > 0
            self.graph.settle(self._names.get(text, text))

    # -- matching: the course's way

    def _match(self, enough: Callable[[], bool]) -> None:
        """Match in rounds until it is enough, or stuck: nothing new, or too many rounds without a unit."""
        quiet = 0
        with limit(steps=MOST_MATCHINGS) as account:
            try:
                while not enough() and (quiet < MOST_ROUNDS or self.reason == "saturation"):
                    known, quiet = len(self.base.forward.facts), quiet + 1
                    if not self._round(quiet):
                        break
                    if len(self.base.forward.facts) > known:
                        quiet = 0
            except LimitReached:
                self.work.limits += 1
            finally:
                self.work.matchings += account.spent
                self._note_facts()
        check_time()
        self._check()

    def _round(self, number: int) -> bool:
        """Do one round; return whether it brought anything new."""
        self.work.rounds += 1
        self._note("matching", number=number)
        new = False
        for match in self._saturation.round():
            new = True
            if self._watch is not None:
                self._note("matched", items=tuple(map(self._item, (*match.parents, match.clause))))
        self._note_facts()
        return new

    # -- refuting: complete

    def _refute(self) -> None:
        """Decide every name in every component that has changed."""
        for part in list(self._components()):
            if frozenset(part) not in self._settled:
                self.work.rounds += 1
                self._note("refuting", number=len(part))
                with limit() as account:
                    try:
                        self._resolve(part)
                    finally:  # what was found before a limit is kept
                        self.work.matchings += account.spent
                        self._note_facts()
        self._settled = {frozenset(part) for part in self._components()}

    def _components(self) -> Iterator[list[Clause]]:
        """Yield the clauses of KB, component by component of the graph."""
        part_of: dict[Name | int, int] = {}
        for number, nodes in enumerate(nx.connected_components(self.graph)):
            part_of.update(dict.fromkeys(nodes, number))
        parts: dict[int, list[Clause]] = {}
        symbols = self._symbols
        for clause in self.base.forward.data:
            if len(clause) == 1:  # a fact: its name is settled
                continue
            text = symbols[abs(next(iter(clause))) - 1].name
            parts.setdefault(part_of[self._names.get(text, text)], []).append(clause)
        yield from parts.values()

    def _resolve(self, part: list[Clause]) -> None:
        """Decide every name of one component, by refuting the opposite; what follows is inserted into KB."""
        forward = self.base.forward
        solver = Solver(self.base.log, sorted(map(forward.number_of, part)))
        if (empty := solver.refute(())) is not None:
            forward.insert(empty)
            self._check()
        numbers, every = {abs(literal) for clause in part for literal in clause}, self._symbols
        symbols = sorted(number for number in numbers if every[number - 1].name in self._names)
        # Invariant: each symbol in `shown` has had the same value in every placement so far; one that has had both
        # values is not certain, and leaves. Refuting the opposite either proves it, or finds one more placement.
        shown = {symbol: solver.holds(symbol) for symbol in symbols}
        for symbol in symbols:
            if symbol not in shown:
                continue
            literal = symbol if shown[symbol] else -symbol
            refuted = solver.refute([-literal])
            if refuted is not None:
                forward.insert(refuted)
                continue
            shown = {other: value for other, value in shown.items() if solver.holds(other) == value}
