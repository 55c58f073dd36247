"""Problem: the waist of the package. Boards and hint files become problems, and every reasoner takes one.

A problem is a list of *statements*: hints (low to high of these names), facts (literals that are known) and formulas,
over names, without a grid. When it comes from a board, the hints are read off only on demand: the fast pass of `deduce`
over a whole board needs none of them.

The *constraint graph* has a node for each name that is not decided and for each *constraint*, which is a hint or a
formula, and an edge where a constraint is about a name. Names that no chain of constraints connects tell nothing about
each other, so reasoning goes *component* by component (Studholme, "Minesweeper as a Constraint Satisfaction Problem",
calls them coupled subsets); a name's *degree* is the number of constraints about it: on a board, of its clues. Known
names connect nothing. The mine total is not in the graph: it counts every cell, and would join everything into one
component.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, get_args

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, Flags, Size, as_name, neighbours_of
from logicms.errors import BoardError, LimitReached, expect, unknown_word
from logicms.hints import TOTAL, FrozenDict, Hint, Literal, Name, Shown, exactly, ordered
from logicms.limits import limit, timely

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.constraint_graph import ConstraintGraph
    from logicms.rules.closed import ClosedPart
    from logicms.rules.grounding import RuleBook


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as sympy has it, its text, and its name if it has one; proofs cite the name, or else the text."""

    text: str
    expr: Boolean
    name: str | None = None
    assumed: bool = field(default=False, repr=False)
    """Whether it holds for one question only: an assumption, and no premise."""

    def __str__(self) -> str:
        return self.text if self.name is None else f"{self.name}: {self.text}"

    @property
    def names(self) -> frozenset[Name]:
        """The names that occur in it."""
        return frozenset(as_name(symbol.name) for symbol in self.expr.free_symbols)

    @property
    def source(self) -> str:
        """What proofs cite it by."""
        return self.name or self.text

    def holds(self, names: Collection[Name]) -> bool:
        """Return whether it is true when these names hold, and no others.

        >>> from sympy.abc import a, b
        >>> Formula("a -> b", a >> b).holds({"b"}), Formula("a -> b", a >> b).holds({"a"})
        (True, False)
        """
        from sympy import false, true

        values = {symbol: true if as_name(symbol.name) in names else false for symbol in self.expr.free_symbols}
        return bool(self.expr.xreplace(values) == true)


@dataclass(frozen=True, slots=True)
class Unfounded:
    """A clause that holds because closed atoms hold nowhere else: these, of which one is negated in the clause.

    Every rule for one of the atoms needs another of them, or something that is false by `because` or by the other
    literals of the clause. So `~atom` alone says that a closed atom is false, and `~atom | …` what it needs where its
    rules rest on what the file leaves open.

    >>> said = Unfounded((Literal("reach(a,f)", False),), ("reach(a,f)", "reach(e,f)"))
    >>> str(said), said.source
    ('~reach(a,f)', 'only reach')
    """

    clause: tuple[Literal, ...]
    atoms: tuple[Name, ...]
    because: tuple[Literal, ...] = ()
    """Literals that earlier statements decide."""

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        return " | ".join(map(str, self.clause))

    @property
    def source(self) -> str:
        """What proofs cite it by."""
        return f"only {predicate_of(next(each.name for each in self.clause if each.name in self.atoms))}"

    @property
    def expr(self) -> Boolean:
        """The clause as sympy."""
        from logicms.connectives import disjunction

        return disjunction(self.clause)

    @property
    def names(self) -> frozenset[Name]:
        """The names that occur in the clause."""
        return frozenset(literal.name for literal in self.clause)

    def holds(self, names: Collection[Name]) -> bool:
        """Return whether the clause is true when these names hold, and no others."""
        return any((literal.name in names) == literal.holds for literal in self.clause)


def predicate_of(name: Name) -> str:
    """Return the predicate of a name, which is the name itself where it has no arguments.

    >>> predicate_of("reach(a,f)"), predicate_of("rain")
    ('reach', 'rain')
    """
    return str(name).partition("(")[0]


def is_literal(expr: Boolean) -> bool:
    """Return whether a formula is a name or its negation: a knowledge base takes it as a fact, unless it has a name.

    >>> from sympy.abc import a, b
    >>> is_literal(~a), is_literal(a & b)
    (True, False)
    """
    from logicms.connectives import literal_in

    return literal_in(expr) is not None


def clauses_in(told: Any) -> tuple[Boolean, ...] | None:
    """Return what sympy's `CNF` or `EncodedCNF` says, clause by clause; None of anything else.

    >>> clauses_in("a | b") is None
    True
    """
    if not any(kind.__module__ == "sympy.assumptions.cnf" for kind in type(told).__mro__):
        return None  # without loading sympy
    from logicms.connectives import clauses_of_cnf

    return clauses_of_cnf(told)


_MOST_GROUNDED = 10_000
"""Only to see whether its names are cells, a problem is not made to instantiate rules with more parts than this."""

_APPLIED = re.compile(r"([^\W\d_]\w*)\s*\((.*)\)")

Statement = Hint | Literal | Formula | Unfounded
"""One statement of a problem: a count, a fact, a formula, or what closed predicates make false."""


def names_in(statement: Statement) -> frozenset[Name]:
    """Return the names that a statement is about."""
    if isinstance(statement, Hint):
        return frozenset(statement.among)
    return frozenset((statement.name,)) if isinstance(statement, Literal) else statement.names


class Tells(Protocol):
    """Anything that can be read as a problem, such as a hint file."""

    def to_problem(self) -> Problem: ...


class Problem(Shown):
    """What is given about some names: statements, in order.

    >>> from logicms.hints import exactly
    >>> problem = Problem([exactly(1, ["a", "b"]), exactly(2, ["b", "c", "d"]), Literal("d", True), exactly(1, ["x"])])
    >>> problem.facts, problem.undecided, problem.components
    ({'d': True}, ('a', 'b', 'c', 'x'), (('a', 'b', 'c'), ('x',)))
    """

    board: Board | None
    """The board that says the same, its flags already read; None if there is none."""
    written: Board | None
    """The same board as it was written, flags included: for drawing."""
    size: Size | None
    """The width and height of the grid, if there is one."""
    _make: Callable[[], Iterable[Statement]] | None
    """Makes the statements when they are first needed."""
    book: RuleBook | None
    """The rules that statements are instances of, and the tables of their sets; None if there are none."""
    source: Tells | None
    """The hint file that states it, as it was written."""

    def __init__(
        self,
        statements: Iterable[Statement] | Callable[[], Iterable[Statement]] | None = None,
        *,
        board: Board | None = None,
        written: Board | None = None,
        size: Size | None = None,
        book: RuleBook | None = None,
        source: Tells | None = None,
    ) -> None:
        own = self.__dict__  # a problem is a value: nothing is set later
        own["board"] = board
        own["book"] = book
        own["source"] = source
        own["written"] = written or board
        own["size"] = size if board is None else (board.width, board.height)
        own["_make"] = statements if callable(statements) else None
        if (statements is not None or board is None) and not callable(statements):
            own["statements"] = _stated(() if statements is None else statements)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a problem cannot be changed: make another one (setting {name!r})")

    @staticmethod
    def of(source: Problem | Board | Tells, *, flags: Flags = "fact") -> Problem:
        """Return the problem that a board or a hint file states; this is the only place where flags are read.

        >>> for statement in Problem.of(Board(("??1", "1-F"), mines=2)).statements:
        ...     print(statement)
        ~C1
        C1: 1 among B1 B2 C2
        ~A2
        A2: 1 among A1 B1 B2
        ~B2
        C2
        mines: 2 among A1 B1 B2 C2
        """
        if isinstance(source, Problem):
            if flags not in get_args(Flags):
                raise unknown_word(flags, get_args(Flags), "a way to read flags")
            return source
        if isinstance(source, Board):
            return Problem(board=source.with_flags(flags), written=source)
        if not hasattr(source, "to_problem"):
            remedy = "; parse_board or parse_hints reads a text" if isinstance(source, str) else ""
            raise BoardError(f"not a board, a hint file or a problem: {type(source).__name__}{remedy}")
        return source.to_problem()

    # -- what it states

    @property
    def square_board(self) -> Board | None:
        """The board, if its cells are squares: the fast passes over a whole board know no other grid."""
        return self.board if self.board is not None and self.board.grid == "square" else None

    @property
    def flags(self) -> tuple[Cell, ...]:
        """The cells with a flag, however flags are read."""
        return () if self.written is None else self.written.flags

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Everything that is stated, in order; for a board, every cell in reading order, and the mine total last.

        Where there are rules, they are instantiated now, which may take more than a limit allows (`LimitReached`).
        """
        if self._make is not None:
            return _stated(self._make())
        assert self.board is not None
        return tuple(_statements(self.board))

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """Clues and counts, without the mine total."""
        if "statements" not in self.__dict__ and self.board is not None:  # often only these are needed of a board
            return tuple(hint for _, hint in _clues(self.board) if hint is not None)
        return tuple(each for each in self.statements if isinstance(each, Hint) and each.because != TOTAL)

    @cached_property
    def total(self) -> Hint | None:
        """The mine total, kept apart because it counts every cell."""
        if self.board is not None:
            return _total(self.board)
        return next((each for each in self.statements if isinstance(each, Hint) and each.because == TOTAL), None)

    @property
    def all_hints(self) -> tuple[Hint, ...]:
        """The hints, then the mine total if it is known."""
        return self.hints if self.total is None else (*self.hints, self.total)

    @cached_property
    def facts(self) -> Mapping[Name, bool]:
        """What is known: True where a name holds (a mine), False where it does not (safe, or open).

        Of two facts that contradict each other only the first is here; both are among the statements. What closed
        predicates say of names in other statements is known, too.
        """
        if "statements" not in self.__dict__ and self.board is not None:
            signs = timely(zip(self.board.cells, self.board.signs, strict=True))
            return FrozenDict({cell: sign == MINE for cell, sign in signs if sign != HIDDEN})
        facts: dict[Name, bool] = {}
        for statement in self.statements:
            if isinstance(statement, Literal):
                facts.setdefault(statement.name, statement.holds)
        if self.closed is not None:
            for name in ordered(self._mentioned):
                if (value := self.closed.value(name)) is not None:
                    facts.setdefault(name, value)
        return FrozenDict(facts)

    @cached_property
    def formulas(self) -> tuple[Formula | Unfounded, ...]:
        """The statements that are neither counts nor facts; a board has none."""
        if self.board is not None:
            return ()
        return tuple(each for each in self.statements if isinstance(each, Formula | Unfounded))

    @property
    def has_formulas(self) -> bool:
        """Whether it says more than hints and facts do: in formulas, or by closed predicates."""
        return bool(self.formulas) or self.closed is not None

    @property
    def mines(self) -> int | None:
        """The number of mines in the grid, known ones included; None if it is not known, and then it is not used."""
        if self.board is not None:
            return self.board.mines
        return None if self.total is None else self.total.low

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Every name that occurs, in reading order; on a board, every cell."""
        if self.board is not None:
            return self.board.cells
        cells = () if self.written is None else self.written.cells
        return ordered(self._mentioned.union(cells, self.facts))

    def knows(self, name: Name) -> bool:
        """Return whether a name is an atom of a closed predicate about what the file names."""
        return self.closed is not None and self.closed.knows(name)

    @cached_property
    def undecided(self) -> tuple[Name, ...]:
        """The names that are not known, in reading order; on a board, the hidden cells, whatever rules speak of."""
        if self.board is not None:
            return self.board.hidden
        if self.written is not None:
            return tuple(name for name in self.written.cells if name not in self.facts)
        return ordered(self._mentioned.difference(self.facts))

    @cached_property
    def _mentioned(self) -> set[Name]:
        """The names that hints and formulas are about."""
        return set().union(*[hint.among for hint in self.all_hints], *[formula.names for formula in self.formulas])

    @property
    def number_undecided(self) -> int:
        """How many there are; on a large board they need not be listed for that."""
        if self.board is not None:
            return sum(map(self.board.signs.count, HIDDEN + FLAG))
        return len(self.undecided) + len(self.derived)

    @property
    def derived(self) -> tuple[Name, ...]:
        """What rules of closed predicates make true, in the order in which it was found; facts are left out."""
        return () if self.closed is None else self.closed.derived

    @cached_property
    def is_general(self) -> bool:
        """Whether none of its names is a cell, so that nothing should be said about mines.

        >>> Problem([Literal("rain", True)]).is_general, Problem.of(Board(("?1",))).is_general
        (True, False)
        """
        if self.written is not None:
            return False
        try:
            with limit(steps=_MOST_GROUNDED):  # if rules are not instantiated yet, perhaps because a limit was reached
                return not any(isinstance(name, Cell) for name in self.names)
        except LimitReached:
            return self.size is None

    def name(self, text: str | Cell) -> Name:
        """Return the name that a text stands for: the cell `B3` for "B3" (or "b3" on a board), else the word itself.

        >>> Problem([Literal("likes(ann,bob)", True)]).name("likes(ann, bob)"), Problem().name("mine(B3)")
        ('likes(ann,bob)', Cell(row=2, col=1))
        """
        if not isinstance(text, str):
            return text if self.written is None else self.written.cell(text)
        if applied := _APPLIED.fullmatch(text.strip()):
            text = applied[2].strip() if applied[1] == "mine" else re.sub(r"\s", "", text)
        if self.written is not None and "(" not in text:
            return self.written.cell(text)
        return as_name(text)

    @property
    def closed(self) -> ClosedPart | None:
        """Its closed predicates, which are evaluated when they are first asked; None if there are none."""
        return None if self.book is None or not self.book.closed else self.book.closed_part

    # -- how its names are connected

    @cached_property
    def graph(self) -> ConstraintGraph:
        """The constraint graph: nodes of kind "cell" (in reading order), then of kind "clue" and "formula".

        >>> problem = Problem(
        ...     [exactly(1, ["a", "b"], because="x"), exactly(1, ["b", "c"], because="y"), Literal("c", True)]
        ... )
        >>> list(problem.graph.edges), problem.graph.degree["b"]
        ([('a', 'x'), ('b', 'x'), ('b', 'y')], 2)
        """
        from logicms.constraint_graph import constraint_graph

        made = constraint_graph(self.hints, self.formulas, self.facts, self.undecided)
        if self.board is not None:  # for drawing
            made.graph.update(grid=self.board.grid, size=self.size)
        return made

    @cached_property
    def components(self) -> tuple[tuple[Name, ...], ...]:
        """The groups of undecided names that share no hint or formula with the others, in reading order."""
        return self.graph.components

    @cached_property
    def _counted_by(self) -> Mapping[Name, list[int]]:
        counted_by: dict[Name, list[int]] = {}
        for number, hint in timely(enumerate(self.hints)):
            for name in hint.among:
                if name not in self.facts:
                    counted_by.setdefault(name, []).append(number)
        return counted_by

    def near(self, name: Name, steps: int | None = None) -> list[Hint]:
        """Return the hints within this many steps (None: any number) of a name, in order.

        One step away is a hint that counts the name, two steps away a hint that shares an undecided name with that one.
        The hints of a smallest set are connected in this way, so a set of n hints lies within n steps.

        >>> problem = Problem([exactly(1, ["a", "b"]), exactly(1, ["b", "c"]), exactly(1, ["c", "d"])])
        >>> [len(problem.near("a", steps)) for steps in (1, 2, None)]
        [1, 2, 3]
        """
        reached = last = set(self._counted_by.get(name, ()))
        while last and steps != 1:
            names = {other for number in last for other in self.hints[number].among if other not in self.facts}
            last = {number for other in names for number in self._counted_by[other]} - reached
            reached = reached | last
            steps = None if steps is None else steps - 1
        return [self.hints[number] for number in sorted(reached)]

    # -- as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return (self.board, self.size, self.statements) == (other.board, other.size, other.statements)

    def __hash__(self) -> int:
        return hash((self.size, self.statements if self.board is None else self.board))

    def __str__(self) -> str:
        if self.written is not None:
            return str(self.written)
        return "\n".join(map(str, self.statements))

    def _repr_svg_(self) -> str | None:
        return None if self.written is None else self.written._repr_svg_()

    def __repr__(self) -> str:
        if self.board is not None:
            return f"Problem.of({self.board!r})"
        return f"Problem({list(self.statements)!r}, size={self.size!r})"


def graph(source: Problem | Board | Tells, *, flags: Flags = "fact") -> ConstraintGraph:
    """Return the constraint graph: hidden cells and clues (and formulas), an edge where a clue touches a cell.

    >>> made = graph(Board(("?1?", "???")))
    >>> [str(cell) for cell in made.neighbors(Cell(0, 1))], made.degree[Cell(1, 1)]
    (['A1', 'C1', 'A2', 'B2', 'C2'], 1)
    """
    return Problem.of(source, flags=flags).graph


def _stated(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Return the statements with one name for each cell: the text "A1" is the cell A1.

    A proof cites a hint by its source, so no two hints may have the same one.
    """
    expect(statements, Iterable, "statements: hints, literals and formulas")
    found = tuple(map(_with_cells, statements))
    sources: dict[Name, Hint] = {}
    for each in found:
        if isinstance(each, Hint) and each.because is not None and sources.setdefault(each.because, each) != each:
            raise BoardError(f"two hints have the same source: {sources[each.because]} and {each}")
    return found


def _with_cells(statement: Statement) -> Statement:
    if isinstance(statement, Hint):
        because = None if statement.because is None else as_name(statement.because)
        return Hint(statement.low, statement.high, tuple(map(as_name, statement.among)), because)
    if isinstance(statement, Literal):
        expect(statement.name, (Cell, str), "the name of a literal as a cell or a word")
        return Literal(as_name(statement.name), statement.holds)
    if isinstance(statement, Formula | Unfounded):
        return statement
    kind = type(statement).__name__
    raise BoardError(f"not a statement: {kind}; a problem has hints, literals and formulas (parse_hints reads text)")


def _statements(board: Board) -> Iterator[Statement]:
    """Yield the statements of a board: its open cells and what their clues say, its known cells, the mine total."""
    clues = dict(_clues(board))
    for cell, sign in timely(zip(board.cells, board.signs, strict=True)):
        if sign in CLUES:
            yield Literal(cell, False)
            if (hint := clues[cell]) is not None:
                yield hint
        elif sign in (MINE, SAFE):
            yield Literal(cell, sign == MINE)
    if (total := _total(board)) is not None:
        yield total


def _total(board: Board) -> Hint | None:
    if board.mines is None:
        return None
    hidden = [cell for cell, sign in zip(board.cells, board.signs, strict=True) if sign not in CLUES]
    return exactly(board.mines, hidden, TOTAL)


def _clues(board: Board) -> Iterator[tuple[Cell, Hint | None]]:
    """Yield each open cell and what its clue says; None for a 0 without cells around it, which says nothing.

    A hint counts all cells around its clue that are not open; what is known about them is stated separately.
    """
    cells, signs = board.cells, board.signs
    around = neighbours_of(board.width, board.height, board.grid)
    for index, sign in timely(enumerate(signs)):
        if sign in CLUES:
            among = tuple([cells[i] for i in around[index] if signs[i] not in CLUES])
            yield cells[index], Hint(int(sign), int(sign), among, cells[index]) if among or sign != "0" else None
