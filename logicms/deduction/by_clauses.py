"""What a knowledge base over clauses finds certain: `deduce(reason="forward")` and `deduce(reason="resolution")`.

This is how the logic course reasons: statements become clauses, and nothing else is used. Forward chaining finds what
propagation finds. Resolution without limits finds everything: in each component it refutes the negation of every name
that is certain; a name that is a mine in one placement and safe in another need not be tried. Every fact is a clause in
the log of the knowledge base, so that its proof can be read off.

An `Inference` follows a game: it is told what is new on a board, clue by clue, and looks again only at the components
that this touched. Its constraint graph is a networkx graph that is kept up to date: statements join names, known names
are removed. The mine total is one more hint; as in the course's assignment, a player tells it once few cells are left.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import cast

from logicms.board import CLUES, HIDDEN, MINE, SAFE, Board, Cell
from logicms.errors import LimitReached
from logicms.hints import TOTAL, Hint, Literal, Name, exactly, in_order
from logicms.logic.encoding import Clause
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.refutation import Solver
from logicms.problem import Formula, Problem, Statement

Certain = dict[Name, bool]
"""Names that are certain: True for a mine, False for safe."""

Reason = typing.Literal["forward", "resolution"]

FEW_CELLS = 40
"""A player tells the mine total once at most this many cells are undecided."""


def infer(problem: Problem, reason: Reason) -> tuple[Certain, Certain]:
    """Return the undecided names that are certain without the mine total, and those that are certain with it.

    An inconsistent knowledge base raises `InconsistentKnowledge`; forward chaining may not notice it. At a limit,
    `LimitReached` has the same pair with what was found by then.

    >>> problem = Problem.of(Board(("?1?2???",), mines=3))
    >>> for reason in ("forward", "resolution"):
    ...     print([{str(cell): mine for cell, mine in part.items()} for part in infer(problem, reason)])
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    """
    inference = Inference(reason)
    without_total: Certain | None = None
    try:
        if problem.board is not None:
            inference.see(problem.board)
        else:
            for statement in problem.statements:
                if statement is not problem.total:
                    inference.tell(statement)
        inference.infer()
        without_total = inference.certain(problem.undecided)
        if problem.total is not None:
            inference.tell_total(problem.total)
            inference.infer()
    except LimitReached as error:
        settled = inference.certain(problem.undecided)
        raise LimitReached(str(error), settled=(settled if without_total is None else without_total, settled)) from None
    return without_total, inference.certain(problem.undecided)


class Inference:
    """A knowledge base and its constraint graph, which can follow a game.

    >>> inference = Inference("resolution")
    >>> for rows in (("???", "1??"), ("???", "11?"), ("?1?", "11?")):
    ...     inference.see(Board(rows))
    ...     inference.infer()
    ...     print({str(cell): mine for cell, mine in inference.certain(Board(rows).hidden).items()})
    {}
    {'C1': False, 'C2': False}
    {'A1': True, 'C1': False, 'C2': False}
    """

    def __init__(self, reason: Reason) -> None:
        import networkx as nx

        self.reason = reason
        self.base = KnowledgeBase()
        self.graph = nx.Graph()
        """The constraint graph of what is not known yet: names, and numbers for the statements that join them."""
        self._board: Board | None = None
        self._facts: Certain = {}
        """What the base knows about names."""
        self._nodes: dict[int, Name | int] = {}
        """The node of each symbol in the graph: its name; for an auxiliary symbol, the statement it was made for."""
        self._hints: dict[int, Hint] = {}
        """The hints among the statements, by number."""
        self._noted = 0
        self._statements = 0
        self._total_told = False
        self._settled: set[frozenset[Clause]] = set()
        """Components from which nothing more follows, as sets of clauses."""

    # -- telling

    def tell(self, statement: Statement) -> None:
        """Tell the base, and join the names in the statement in the graph."""
        symbols = len(self.base.symbols)
        if isinstance(statement, Literal):
            if statement.name in self._facts and self._facts[statement.name] == statement.holds:
                return
            self.base.tell(str(statement))
            names: tuple[Name, ...] = (statement.name,)
        elif isinstance(statement, Formula):
            self.base.tell(statement.expr, statement.text)
            names = tuple(sorted(statement.names, key=in_order))
        else:
            self.base.tell(statement)
            names = statement.among
            self._hints[self._statements + 1] = statement
        self._statements += 1
        self.graph.add_edges_from((self._statements, name) for name in names if name not in self._facts)
        for name in names:
            self._nodes[self.base.symbols[str(name)]] = name
        for symbol in range(symbols + 1, len(self.base.symbols) + 1):
            self._nodes.setdefault(symbol, self._statements)
        self._note_facts()

    def follows(self, board: Board) -> bool:
        """Return whether this board can come after the last one: cells were opened, and nothing else changed."""
        last = self._board
        if last is None:
            return True
        if (last.width, last.height, last.mines) != (board.width, board.height, board.mines):
            return False
        changed = [old for old, new in zip(last.signs, board.signs, strict=True) if old != new]
        return all(old in HIDDEN + SAFE for old in changed)

    def see(self, board: Board) -> None:
        """Tell what is new on the board of a game: open cells and their clues, known cells. Flags count as hidden."""
        assert self.follows(board), "another game needs another inference"
        last, self._board = self._board, board
        before = HIDDEN * len(board.signs) if last is None else last.signs
        signs = zip(board.cells, before, board.signs, strict=True)
        new = [(cell, sign) for cell, old, sign in signs if old != sign]
        for cell, sign in new:
            if sign in (MINE, SAFE):
                self.tell(Literal(cell, sign == MINE))
        for cell, sign in new:
            if sign in CLUES:
                self._see_clue(board, cell, int(sign))

    def _see_clue(self, board: Board, cell: Cell, clue: int) -> None:
        """Tell that an open cell is safe, if some hint counts it, and its clue."""
        if str(cell) in self.base.symbols:
            self.tell(Literal(cell, False))
        among = [other for other in board.neighbours(cell) if board[other] not in CLUES]
        if among or clue:
            self.tell(exactly(clue, among, cell))

    def tell_total(self, total: Hint | None = None, most: int | None = None) -> None:
        """Tell the mine total (of the board that was seen), unless more names than `most` are undecided.

        Known cells are removed first: the remaining mines are among the remaining cells.
        """
        if total is None and self._board is not None:
            total = Problem.of(self._board).total
        if self._total_told or total is None:
            return
        left = [name for name in total.among if name not in self._facts]
        if most is not None and len(left) > most:
            return
        mines = sum(self._facts.get(name, False) for name in total.among)
        if not self._total_can_tell(left, total.low - mines):
            return
        self._total_told = True
        self._settled.clear()
        if mines > total.high:
            self.base.tell(exactly(1, [], TOTAL))
        else:
            self.tell(Hint(max(0, total.low - mines), total.high - mines, tuple(left), TOTAL))

    def _total_can_tell(self, left: list[Name], mines: int) -> bool:
        """Return whether the mine total could make a name certain, with this many mines among the names that are left.

        It cannot if the names that occur nowhere else can take all mines that the others leave, and still have both
        mines and safe names among them. As clauses the total is large, so this is checked first.
        """
        import networkx as nx

        away = sum(name not in self.graph for name in left)
        most = sum(self._most_mines(part) for part in nx.connected_components(self.graph))
        return not most < mines < away

    def _most_mines(self, part: set[Name | int]) -> int:
        """Return an upper bound on the mines in a component, from hints that together cover it."""
        uncovered = {node for node in part if not isinstance(node, int)}
        most = 0
        for number in sorted(node for node in part if isinstance(node, int) and node in self._hints):
            hint = self._hints[number]
            known = sum(self._facts.get(name, False) for name in hint.among)
            covered = uncovered.intersection(hint.among)
            most += min(hint.high - known, len(covered))
            uncovered -= covered
        return most + len(uncovered)

    # -- inferring

    def certain(self, names: Iterable[Name]) -> Certain:
        """Return the names that are certain so far."""
        return {name: self._facts[name] for name in names if name in self._facts}

    def infer(self) -> None:
        """Find everything that this way of reasoning finds; propagation was already done while telling."""
        if self.base.forward.contradiction is not None:
            _ = self.base.facts  # raises, with the proof
        if self.reason == "forward":
            return
        for part in list(self._components()):
            if frozenset(part) not in self._settled:
                try:
                    self._resolve(part)
                finally:  # what was found before a limit is kept
                    self._note_facts()
        self._settled = {frozenset(part) for part in self._components()}

    def _components(self) -> Iterator[list[Clause]]:
        """Yield the clauses of KB, component by component of the graph."""
        import networkx as nx

        part_of: dict[Name | int, int] = {}
        for number, nodes in enumerate(nx.connected_components(self.graph)):
            part_of.update(dict.fromkeys(nodes, number))
        parts: dict[int, list[Clause]] = {}
        for clause in self.base.forward.clauses:
            node = self._nodes[abs(next(iter(clause)))]
            parts.setdefault(part_of.get(node, -1), []).append(clause)  # -1: all its names are known
        yield from parts.values()

    def _resolve(self, part: list[Clause]) -> None:
        """Decide every name of one component, by refuting the opposite; what follows is inserted into KB."""
        forward = self.base.forward
        solver = Solver(self.base.log, [forward.clauses[clause] for clause in part])
        if (empty := solver.refute(())) is not None:
            forward.insert(empty)
            _ = self.base.facts  # raises, with the proof
        symbols = sorted({abs(literal) for clause in part for literal in clause if not self._is_auxiliary(literal)})
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

    def _is_auxiliary(self, literal: int) -> bool:
        return self.base.symbols.names[abs(literal) - 1] in self.base.symbols.meanings

    def _note_facts(self) -> None:
        """Record the facts that propagation has found since the last call, and remove them from the graph."""
        facts = self.base.forward.facts
        new, self._noted = len(facts) - self._noted, len(facts)
        for literal in islice(reversed(facts), new):  # the latest are at the end
            if not self._is_auxiliary(literal):
                name = cast(Name, self._nodes[abs(literal)])
                self._facts[name] = literal > 0
                if name in self.graph:
                    joined = list(self.graph[name])
                    self.graph.remove_node(name)
                    self.graph.remove_nodes_from([node for node in joined if not self.graph[node]])
