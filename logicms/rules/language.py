"""The language of rules: first-order logic over finite sets, as values. `notation` reads it, `grounding` uses it.

A *term* is a value (a cell, an element of a set, a number), or a variable, perhaps with a number added. An *expression*
is an atom (a predicate and its terms), or made of expressions by an operator or a quantifier. The atom `mine(c)` is the
proposition `c` itself: the cell, or any name without arguments.

A *comparison* of terms or of their sums is decided as soon as its variables have values: it is true or false, and no
atom. A variable may be bound without a set (`all x: …`): it then ranges over what makes a positive atom of a *closed*
predicate true (`closed`).

A *rule* is one statement. Its *instances* are what is left when the variables of the `all` it begins with have values;
an instance is *cited* by the rule's label and these values: "line 2 with c = B2, k = 2".

*Tables* say what sets contain. Declared sets and relations come from the file (`set s = a b c`, `set next(a) = b c`);
on a grid there are also

========== ==========================================================
set        contains
========== ==========================================================
cells      every cell, in reading order
around(c)  the cells around c, as a clue counts them
beside(c)  the cells that share an edge with c
knight(c)  the cells a knight's move away
cross(c)   the cells up to two steps to the left, right, up or down
block(c)   c and the three cells to its right and below
row(c)     the cells of its row, c included
column(c)  the cells of its column, c included
right(c)   the cell to its right
below(c)   the cell below it
========== ==========================================================

as far as these cells are on the grid, and `clue(c)` has the clue of an open cell: by that the predicate `clue` is
decided. The grid's own sets are computed when they are asked for.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import eq, ge, gt, le, lt, ne

from logicms.board import Cell, Grid, Size, as_name, cells_of, neighbours_of
from logicms.hints import FrozenDict, Name, freeze

Value = Cell | str | int
"""What a variable stands for."""
Values = Mapping[str, Value]
"""The variables that have a value."""

MINE, SAFE, CLUE = "mine", "safe", "clue"
"""The predicates with a meaning of their own."""


@dataclass(frozen=True, slots=True)
class Term:
    """A value, or a variable to which a number may be added.

    >>> Term("k", 1).under({"k": 2}), Term(None, "rain").under({}), str(Term("k", -1))
    (3, 'rain', 'k-1')
    """

    variable: str | None
    value: Value = 0
    """Of a variable: what is added to it."""

    def under(self, values: Values) -> Value:
        """Return its value."""
        if self.variable is None:
            return self.value
        found = values[self.variable]
        return found + self.value if isinstance(found, int) and isinstance(self.value, int) else found

    def __str__(self) -> str:
        if self.variable is None:
            return str(self.value)
        return f"{self.variable}{self.value:+d}" if self.value else self.variable


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    holds: bool


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate and its terms."""

    predicate: str
    terms: tuple[Term, ...]

    def name_under(self, values: Values) -> Name:
        """Return the name of the proposition.

        >>> Atom("pit", (Term("c"),)).name_under({"c": Cell(0, 1)}), Atom(MINE, (Term("c"),)).name_under({"c": "a"})
        ('pit(B1)', 'a')
        """
        found = [term.under(values) for term in self.terms]
        if self.predicate == MINE:
            return typing.cast(Name, found[0])
        return f"{self.predicate}({','.join(map(str, found))})"

    def adds_names(self, values: Values) -> bool:
        """Return whether something is added to a name in it: then it is false.

        >>> [Atom("at", (Term("x"), Term("k", 1))).adds_names({"x": "ann", "k": k}) for k in (2, "bob")]
        [False, True]
        """
        shifted = (term for term in self.terms if term.value and term.variable is not None)
        return any(not isinstance(values[str(term.variable)], int) for term in shifted)

    def __str__(self) -> str:
        return f"{self.predicate}({','.join(map(str, self.terms))})"


Relation = typing.Literal["=", "!=", "<", "<=", ">", ">="]
RELATIONS: Mapping[Relation, Callable[[typing.Any, typing.Any], bool]] = {
    **{"=": eq, "!=": ne},
    **{"<": lt, "<=": le, ">": gt, ">=": ge},
}

Terms = tuple[Term, ...]
"""Terms that are added up; one alone need not be a number."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sums, and how they are compared.

    >>> sums = Comparison("=", (Term("i"), Term("j")), (Term(None, 10),))
    >>> sums.holds({"i": 3, "j": 7}), sums.holds({"i": 3, "j": 3}), str(sums)
    (True, False, 'i+j = 10')
    >>> Comparison("<", (Term("x"),), (Term(None, 2),)).holds({"x": "ann"})
    False
    """

    relation: Relation
    left: Terms
    right: Terms

    def holds(self, values: Values) -> bool:
        """Return whether it is true; a sum, or an order, of anything but numbers is not."""
        one, other = self.total(self.left, values), self.total(self.right, values)
        return one is not None and other is not None and RELATIONS[self.relation](one, other)

    @property
    def is_of_numbers(self) -> bool:
        """Whether it makes sense for numbers only."""
        sums = self.left, self.right
        return self.relation not in ("=", "!=") or any(len(each) > 1 or is_shifted(each[0]) for each in sums)

    @property
    def terms(self) -> Terms:
        return self.left + self.right

    def total(self, terms: Terms, values: Values) -> Value | None:
        """Return what these terms come to; None if that takes numbers, and one of them is none."""
        found = [term.under(values) for term in terms]
        if not self.is_of_numbers:
            return found[0]
        numbers = [each for each in found if isinstance(each, int)]
        return sum(numbers) if len(numbers) == len(found) else None

    def __str__(self) -> str:
        left, right = ("+".join(map(str, each)) for each in (self.left, self.right))
        return f"{left} {self.relation} {right}"


def is_shifted(term: Term) -> bool:
    return term.variable is not None and term.value != 0


def values_in(atom: Atom) -> tuple[Value, ...]:
    """Return the arguments of an atom without variables; a plain name has none."""
    return () if atom.predicate == MINE else tuple(term.under({}) for term in atom.terms)


Operator = typing.Literal["not", "and", "or", "xor", "implies", "equivalent"]


@dataclass(frozen=True, slots=True)
class Join:
    """Expressions joined by an operator."""

    operator: Operator
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Set:
    """A set by its name, perhaps with terms (`around(c)`), numbers from one to another (`0..8`), or its elements."""

    name: str
    terms: tuple[Term, ...] = ()
    numbers: tuple[int, int] | None = None
    elements: tuple[Value, ...] | None = None
    """Of the set of names that a question counts among."""

    def written(self, values: Values) -> str:
        """Return it as text, with values for variables: this is how tables are asked for its members.

        >>> Set("around", (Term("c"),)).written({"c": Cell(1, 1)}), Set("cells").written({})
        ('around(B2)', 'cells')
        """
        terms = ",".join(str(term.under(values)) for term in self.terms)
        return f"{self.name}({terms})" if terms else self.name


@dataclass(frozen=True, slots=True)
class Binding:
    """`x in S`, or `x` alone: it then ranges over what makes a positive closed atom in its scope true."""

    variable: str
    of: Set | None


Kind = typing.Literal["all", "some", "exactly", "at_least", "at_most"]


@dataclass(frozen=True, slots=True)
class Quantified:
    """For all, for some, or for so many values of the variables, the body holds."""

    kind: Kind
    number: Term | None
    """Of a count."""
    bindings: tuple[Binding, ...]
    body: Expression

    def bounds(self, values: Values, most: int) -> tuple[int, int]:
        """Return the fewest and the most values, of this many, for which the body holds.

        >>> count = Quantified("at_most", Term("k", -1), (), Truth(True))
        >>> count.bounds({"k": 3}, 8), count.bounds({"k": 0}, 8)
        ((0, 2), (0, -1))
        """
        if self.kind == "all":
            return most, most
        if self.kind == "some":
            return 1, most
        assert self.number is not None
        number = self.number.under(values)
        assert isinstance(number, int), "the reader refuses a count that is not a number"
        low = 0 if self.kind == "at_most" else number
        return low, most if self.kind == "at_least" else number


Expression = Truth | Atom | Comparison | Join | Quantified


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement with a quantifier, or about clues; with the line it is in, and its name if it has one."""

    text: str
    body: Expression
    line: int
    name: str | None = None
    file: str = field(default="<text>", compare=False)

    @property
    def label(self) -> str:
        """How proofs cite it."""
        return self.name or f"line {self.line}"


def instances_of(body: Expression) -> tuple[tuple[Binding, ...], Expression]:
    """Return the bindings of the `all` that an expression begins with, and the rest: what its instances say."""
    bindings: tuple[Binding, ...] = ()
    while isinstance(body, Quantified) and body.kind == "all":
        bindings += body.bindings
        body = body.body
    return bindings, body


def atoms(expression: Expression) -> Iterator[Atom]:
    """Yield every atom of an expression."""
    stack = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, Atom):
            yield part
        elif isinstance(part, Join):
            stack.extend(part.parts)
        elif isinstance(part, Quantified):
            stack.append(part.body)


def computed(part: Expression) -> frozenset[str]:
    """Return the variables in sums and equations: without a set, such a variable must be told to stand for a constant.

    >>> k, j, next_one = Term("k"), Term("j"), Term("k", 1)
    >>> computed(Join("and", (Atom("p", (k,)), Comparison("=", (j,), (next_one,))))) == {"j", "k"}
    True
    """
    if isinstance(part, Join):
        return frozenset().union(*map(computed, part.parts))
    if isinstance(part, Quantified):
        return computed(part.body)
    if isinstance(part, Truth) or (isinstance(part, Comparison) and part.relation != "="):
        return frozenset()
    is_equation = isinstance(part, Comparison)
    return frozenset(str(term.variable) for term in part.terms if term.variable and (is_equation or term.value))


def predicate_of(atom: Atom) -> str | None:
    """Return the predicate of an atom, which is its name if it has no arguments; None if that depends on a variable.

    >>> predicate_of(Atom(MINE, (Term(None, "rain"),))), predicate_of(Atom(MINE, (Term("x"),)))
    ('rain', None)
    """
    if atom.predicate != MINE:
        return atom.predicate
    return str(atom.terms[0].value) if atom.terms[0].variable is None else None


def definitions(body: Expression, closed: Container[str]) -> tuple[tuple[Atom, Expression], ...]:
    """Return each closed atom for which a statement is a rule, with the condition under which it makes it hold.

    >>> wet, rain = Atom(MINE, (Term(None, "wet"),)), Atom(MINE, (Term(None, "rain"),))
    >>> definitions(Join("implies", (rain, wet)), {"wet"}) == ((wet, rain),)
    True
    >>> definitions(Join("or", (rain, wet)), {"wet"})
    ()
    """
    _, body = instances_of(body)
    sides: tuple[tuple[Expression, Expression], ...] = ((body, Truth(True)),)
    if isinstance(body, Join) and body.operator == "implies":
        sides = ((body.parts[1], body.parts[0]),)
    elif isinstance(body, Join) and body.operator == "equivalent":
        one, other = body.parts
        return tuple(
            (head, condition)
            for head, condition in ((one, other), (other, one))
            if isinstance(head, Atom) and predicate_of(head) in closed
        )
    return tuple(
        (head, condition)
        for heads, condition in sides
        for head in conjuncts(heads)
        if isinstance(head, Atom) and predicate_of(head) in closed
    )


def conjuncts(expression: Expression) -> Iterator[Expression]:
    """Yield what an "and" joins, from left to right; any other expression is alone."""
    if isinstance(expression, Join) and expression.operator == "and":
        for part in expression.parts:
            yield from conjuncts(part)
    else:
        yield expression


def conditions_of(part: Quantified) -> tuple[Expression, ...]:
    """Return what must be true of the values of its variables, or else they do not matter to what is quantified.

    >>> p, q = (Atom(name, (Term("x"),)) for name in "pq")
    >>> conditions_of(Quantified("all", None, (Binding("x", None),), Join("implies", (p, q)))) == (p,)
    True
    """
    body: Expression = part.body
    if part.kind == "all":
        if not isinstance(body, Join) or body.operator not in ("implies", "not"):
            return ()
        body = body.parts[0]
    return tuple(conjuncts(body))


def is_definition(body: Expression, closed: Container[str]) -> bool:
    """Return whether a statement says nothing but when closed atoms hold; what says more is a constraint, too."""
    _, body = instances_of(body)
    if isinstance(body, Join) and body.operator == "implies":
        body = body.parts[1]
    return all(isinstance(part, Atom) and predicate_of(part) in closed for part in conjuncts(body))


def unsafe(expression: Expression, closed: Container[str]) -> str | None:
    """Return a variable of which nothing says where it ranges: it has no set and stands in no positive closed atom.

    >>> p, q = (Atom(name, (Term("x"),)) for name in "pq")
    >>> rule = Quantified("all", None, (Binding("x", None),), Join("implies", (p, q)))
    >>> unsafe(rule, {"p"}), unsafe(rule, {"q"})
    (None, 'x')
    """
    work: list[tuple[Expression, frozenset[str]]] = [(expression, frozenset())]
    while work:
        part, bound = work.pop()
        if isinstance(part, Join):
            work += ((each, bound) for each in reversed(part.parts))
        elif isinstance(part, Quantified):
            bindings: tuple[Binding, ...] = part.bindings
            if part.kind == "all":
                bindings, body = instances_of(part)
                part = Quantified("all", None, bindings, body)
            bound |= _ranging(part, bound, closed)
            if (wrong := next((each.variable for each in bindings if each.variable not in bound), None)) is not None:
                return wrong
            work.append((part.body, bound))
    return None


def bound_in(part: Expression, closed: Container[str]) -> frozenset[str]:
    """Return the variables that have few values where an expression is true: those of its positive closed atoms."""
    if isinstance(part, Atom):
        is_closed = predicate_of(part) in closed
        return frozenset(term.variable for term in part.terms if term.variable is not None and is_closed)
    if isinstance(part, Join) and part.operator in ("and", "or"):
        found = [bound_in(each, closed) for each in part.parts]
        return frozenset.union(*found) if part.operator == "and" else frozenset.intersection(*found)
    if isinstance(part, Quantified) and part.kind == "some":
        return bound_in(part.body, closed) - {binding.variable for binding in part.bindings}
    return frozenset()


@dataclass(frozen=True, slots=True)
class Which:
    """A question for values: `which x in s, y in t: …`. A *row* is a choice of values for its variables."""

    text: str
    bindings: tuple[Binding, ...]
    body: Expression

    @property
    def variables(self) -> tuple[str, ...]:
        """In the order in which they are asked for."""
        return tuple(binding.variable for binding in self.bindings)

    @property
    def conditions(self) -> tuple[Expression, ...]:
        """What must be true of a row that holds."""
        return tuple(conjuncts(self.body))

    def open_atoms(self, closed: Container[str]) -> tuple[Atom, ...]:
        """Return its atoms of predicates that are not closed: they may say what a variable without a set stands for."""
        return tuple(
            atom for atom in atoms(self.body) if atom.predicate not in (MINE, CLUE) and atom.predicate not in closed
        )

    def unranged(self, closed: Container[str]) -> tuple[str, ...]:
        """Return the variables of which neither a set nor a condition about a closed predicate says where they range.

        >>> which = Which("which x: p(x)", (Binding("x", None),), Atom("p", (Term("x"),)))
        >>> which.unranged({"p"}), which.unranged(())
        ((), ('x',))
        """
        found: list[str] = []
        bindings = self.bindings
        while (variable := unsafe(Quantified("some", None, bindings, self.body), closed)) is not None:
            found.append(variable)
            if variable not in self.variables:  # one of a quantifier inside
                break
            bindings = tuple(
                Binding(each.variable, Set("")) if each.variable == variable else each for each in bindings
            )
        return tuple(found)


def _ranging(part: Quantified, bound: frozenset[str], closed: Container[str]) -> frozenset[str]:
    """Return the variables of a quantifier whose range is said, given those around it."""
    found = {binding.variable for binding in part.bindings if binding.of is not None}
    equations: list[Comparison] = []
    for condition in conditions_of(part):
        found.update(bound_in(condition, closed))
        if isinstance(condition, Comparison) and condition.relation == "=":
            equations.append(condition)
    if isinstance(part.body, Join) and part.body.operator == "equivalent":  # a rule in either direction
        one, other = (bound_in(each, closed) for each in part.body.parts)
        found |= one & other
    while True:
        open_ones = ([t.variable for t in each.terms if t.variable not in (None, *found, *bound)] for each in equations)
        new = {names[0] for names in open_ones if len(names) == 1}
        if not new:
            return frozenset(found)
        found.update(name for name in new if name is not None)


def sets_in(expression: Expression) -> Iterator[Set]:
    """Yield the set of every variable in an expression."""
    stack = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, Join):
            stack.extend(part.parts)
        elif isinstance(part, Quantified):
            yield from (binding.of for binding in part.bindings if binding.of is not None)
            stack.append(part.body)


def constants_in(expression: Expression) -> Iterator[Value]:
    """Yield the values that an expression mentions as arguments of atoms, and the numbers of its ranges."""
    for atom in atoms(expression):
        if atom.predicate != MINE:
            yield from (term.value for term in atom.terms if term.variable is None)
    for of in sets_in(expression):
        if of.numbers is not None:
            yield from range(of.numbers[0], of.numbers[1] + 1)


# -- citations

_CITATION = re.compile(r"(line [0-9]{1,9}|[^\W\d_]\w*)(?: with (.+))?")
_VALUE = re.compile(r"([^\W\d_]\w*) = (?:(-?[0-9]{1,9})|([^\W\d_]\w*))")


def cite(label: str, values: Mapping[str, Value | str]) -> str:
    """Return how an instance of a rule is cited.

    >>> cite("line 2", {"c": Cell(1, 1), "k": 2}), cite("X1", {})
    ('line 2 with c = B2, k = 2', 'X1')
    """
    written = ", ".join(f"{variable} = {value}" for variable, value in values.items())
    return f"{label} with {written}" if written else label


def read_citation(text: str) -> tuple[str, dict[str, str | int]] | None:
    """Return the label and the values of a citation; None if the text is none.

    >>> read_citation("line 2 with c = B2, k = 2")
    ('line 2', {'c': 'B2', 'k': 2})
    """
    match = _CITATION.fullmatch(text)
    if match is None:
        return None
    values: dict[str, str | int] = {}
    for part in match[2].split(", ") if match[2] else ():
        value = _VALUE.fullmatch(part)
        if value is None or value[1] in values:
            return None
        values[value[1]] = value[3] or int(value[2])
    return match[1], values


# -- tables

Elements = tuple[Value, ...]
"""What a set contains."""

_WRITTEN = re.compile(r"([^\W\d_]\w*)(?:\((?:(0|-?[1-9][0-9]{0,11})|([^\W\d_]\w*))\))?")
"""A set as text: its name, and its argument if it has one."""

Steps = tuple[tuple[int, int], ...]
"""How far away cells are: columns to the right, rows down."""

BESIDE: Steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
KNIGHT: Steps = ((-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2))
CROSS: Steps = ((0, -2), (0, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (0, 1), (0, 2))
BLOCK: Steps = ((0, 0), (1, 0), (0, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Tables:
    """The sets that rules speak of, and the clues that are given.

    >>> tables = Tables({"s": ("a", "b")}, {"next": {"a": ("b",)}}, (2, 2))
    >>> tables.members("s"), tables.members("next", "a"), tables.members("next", "b"), tables.members("nowhere")
    (('a', 'b'), ('b',), (), None)
    >>> [str(cell) for cell in tables.members("beside", Cell(0, 0))]
    ['B1', 'A2']
    """

    sets: Mapping[str, Elements] = field(default_factory=dict, hash=False)
    relations: Mapping[str, Mapping[Value, Elements]] = field(default_factory=dict, hash=False)
    size: Size | None = None
    clues: Mapping[Cell, int] = field(default_factory=dict, hash=False)
    """The clue of each open cell; an open cell is safe."""
    grid: Grid = "square"
    constants: Elements = ()
    """What facts of closed predicates declare: elements, as those of sets are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "relations", {name: FrozenDict(of) for name, of in self.relations.items()})
        freeze(self, "sets", "relations", "clues")

    def members(self, name: str, *values: Value) -> Elements | None:
        """Return what a set contains; None if there is no such set, or it has not this number of arguments."""
        if not values:
            if name in self.sets:
                return self.sets[name]
            return cells_of(*self.size) if name == "cells" and self.size is not None else None
        (value, *more) = values
        if more:
            return None
        if name in self.relations:
            return self.relations[name].get(value, ())
        if name == CLUE:
            return (self.clues[value],) if isinstance(value, Cell) and value in self.clues else ()
        if name not in GRID_SETS or self.size is None:
            return None
        if not isinstance(value, Cell) or not self.has(value):
            return ()
        return GRID_SETS[name](value, self.size, self.grid)

    def look_up(self, written: str) -> tuple[str | int, ...] | None:
        """Return what a set written as text contains, with text for cells: the checker's way to ask.

        >>> Tables(size=(2, 1)).look_up("right(A1)")
        ('B1',)
        """
        match = _WRITTEN.fullmatch(written)
        if match is None:
            return None
        name, number, word = match.groups()
        values: list[Value] = [int(number)] if number else [as_name(word)] if word else []
        members = self.members(name, *values)
        return None if members is None else tuple(each if isinstance(each, int) else str(each) for each in members)

    def has(self, cell: Cell) -> bool:
        """Return whether a cell is on the grid; without one, every cell is."""
        return self.size is None or (cell.col < self.size[0] and cell.row < self.size[1])


def _around(cell: Cell, size: Size, grid: Grid) -> Elements:
    cells = cells_of(*size)
    return tuple(cells[index] for index in neighbours_of(*size, grid)[cell.row * size[0] + cell.col])


def _at(steps: Steps, cell: Cell, size: Size, grid: Grid) -> Elements:
    """Return the cells that are so far away, each once; on a torus, a step beyond an edge comes in at the other."""
    width, height = size
    places = [Cell(cell.row + down, cell.col + right) for right, down in steps]
    if grid == "torus":
        places = [Cell(each.row % height, each.col % width) for each in places]
    return tuple(dict.fromkeys(each for each in places if 0 <= each.col < width and 0 <= each.row < height))


def _beside(cell: Cell, size: Size, grid: Grid) -> Elements:
    """Return the cells that share an edge with a cell; a hexagon shares one with each cell around it."""
    return _around(cell, size, grid) if grid == "hex" else _at(BESIDE, cell, size, grid)


GridSet = Callable[[Cell, Size, Grid], Elements]
GRID_SETS: Mapping[str, GridSet] = {
    "around": _around,
    "beside": _beside,
    "knight": partial(_at, KNIGHT),
    "cross": partial(_at, CROSS),
    "block": partial(_at, BLOCK),
    "row": lambda cell, size, grid: tuple(Cell(cell.row, col) for col in range(size[0])),
    "column": lambda cell, size, grid: tuple(Cell(row, cell.col) for row in range(size[1])),
    "right": partial(_at, ((1, 0),)),
    "below": partial(_at, ((0, 1),)),
}
"""The sets around a cell of a grid."""


def members_of(of: Set | None, values: Values, tables: Tables) -> Elements:
    """Return what a set contains under these values; the reader has made sure that it is there."""
    assert of is not None, "what a variable without a set ranges over has been found out"
    if of.numbers is not None:
        return tuple(range(of.numbers[0], of.numbers[1] + 1))
    if of.elements is not None:
        return of.elements
    found = tables.members(of.name, *(term.under(values) for term in of.terms))
    return () if found is None else found
