"""Hint files: a knowledge base written by hand <-> HintFile, which becomes a `Problem`.

`grammar/hints.lark` is the notation, `docs/reference/notation` its specification. A file of names and formulas
needs no grid; clues (N at CELL), the mine total and the grid's own sets need its `size`. Rules are instantiated when
the file becomes a problem. A board *under rules* is a problem too: its clues mean what the rules of a file say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, count, groupby
from math import comb
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from logicms.board import (
    CLUES,
    FLAG,
    HIDDEN,
    MINE,
    SAFE,
    SIGNS,
    Board,
    Cell,
    Flags,
    Grid,
    Size,
    cells_of,
    check_grid,
    neighbours_of,
)
from logicms.errors import BoardError, counted, expect, nearest
from logicms.hints import TOTAL, Hint, Literal, Name, Shown, at_least, at_most, exactly, ordered
from logicms.limits import timely
from logicms.notation.facts import PLAIN_FACT, Row, Table, arities_of, place_of, take_facts
from logicms.notation.formula_mistakes import look_alikes
from logicms.notation.formulas import (
    Scope,
    check_length,
    expression_of,
    first_token,
    mistake_at,
    name_of,
    names_of,
    parse_tree,
    plain_name,
    range_of,
    word_of,
)
from logicms.notation.grids import Room
from logicms.notation.texts import MAX_CELLS, Text
from logicms.problem import Formula, Problem, Statement, names_in
from logicms.rules.grounding import RuleBook, Work, to_sympy
from logicms.rules.language import (
    CLUE,
    Atom,
    Expression,
    Join,
    Quantified,
    Rule,
    Tables,
    Value,
    atoms,
    definitions,
    is_definition,
    predicate_of,
    read_citation,
    sets_in,
    values_in,
)

if TYPE_CHECKING:
    from lark import Token, Tree

    from logicms.rules.closed import ClosedPart


@dataclass(frozen=True, slots=True)
class OpenCell:
    """The line `N at CELL`, or `clue(CELL, N)`: an open cell and its clue."""

    mines: int
    cell: Cell
    given: bool = False
    """Whether it is written as `clue(CELL, N)`, and means only what the rules say about it."""


@dataclass(frozen=True, slots=True)
class Known:
    """The line `safe NAMES` or `mine NAMES`."""

    names: tuple[Name, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The line `set NAME = MEMBERS`, or `set NAME(OF) = MEMBERS`; a range is its first and last number."""

    name: str
    members: tuple[Value, ...]
    of: Value | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """The line `only NAMES`: these predicates and names hold where the rules for them say so, and nowhere else."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one closed predicate: what its arguments are in each; `((),)` is the fact of a name without any."""

    predicate: str
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Assumed:
    """A statement that holds for one question only; no text has it."""

    line: OpenCell | Hint | Known | Formula | Rule | Facts


Line = OpenCell | Hint | Known | Formula | Rule | Declared | Closed | Facts | Assumed
"""One statement of a hint file; a Hint is a line such as `N among NAMES`."""


@dataclass(frozen=True)
class HintFile(Shown):
    """A knowledge base written by hand: its lines in order, and the size of its grid and the mine total if it has them.

    >>> problem = parse_hints("size: 2x2\\n1 at A1\\nsafe B2\\nB1 -> ~A2").to_problem()
    >>> [str(hint) for hint in problem.hints], {str(name): holds for name, holds in problem.facts.items()}
    (['A1: 1 among B1 A2 B2'], {'A1': False, 'B2': False})
    >>> problem.formulas
    (Formula(text='B1 -> ~A2', expr=Implies(B1, ~A2), name=None),)
    >>> [str(hint) for hint in parse_hints("size: 2x1\\nall c in cells: 1 d in beside(c): mine(d)").to_problem().hints]
    ['line 2 with c = A1: 1 among B1', 'line 2 with c = B1: 1 among A1']
    """

    lines: tuple[Line, ...] = ()
    size: Size | None = None
    mines: int | None = None
    """The number of mines in the grid; None if it is not known, and then it is not used."""
    grid: Grid = "square"
    questions: tuple[str, ...] | None = None
    """Of a Datalog file: its questions; None: of a hint file, which has none."""

    def __str__(self) -> str:
        try:
            return format_hints(self).rstrip("\n")
        except BoardError:  # a hint among no cells has no text
            return repr(self)

    def to_problem(self) -> Problem:
        """Return the problem that the file states: that of a board, if the file says no more than a board can."""
        statements = partial(self._statements, self.speaks_of_clues)
        made = statements if self.rules else tuple(statements())
        return Problem(made, board=self.to_board(), size=self.size, book=self.book, source=self)

    def to_board(self) -> Board | None:
        """Return the board that the file describes, or None if it says more than a board can.

        >>> parse_hints("size: 3x1\\n1 at B1\\nsafe C1").to_board()
        Board(rows=('?1-',), mines=None, title=None, first=None)
        >>> parse_hints("size: 2x1\\n1 among A1 B1").to_board() is None
        True
        """
        if self.size is None:
            return None
        signs: dict[Cell, str] = {}
        for line in self.lines:
            if isinstance(line, OpenCell) and line.mines < len(CLUES) and not line.given:
                new = [(line.cell, str(line.mines))]
            elif isinstance(line, Known) and all(isinstance(name, Cell) for name in line.names):
                new = [(name, MINE if line.mine else SAFE) for name in line.names if isinstance(name, Cell)]
            else:
                return None
            if any(signs.setdefault(cell, sign) != sign for cell, sign in new):
                return None  # an open cell may also be stated as safe; a clash is for the knowledge base
        width, height = self.size
        text = "".join(signs.get(cell, HIDDEN) for cell in cells_of(width, height))
        try:
            rows = tuple(text[start : start + width] for start in range(0, len(text), width))
            return Board(rows, self.mines, grid=self.grid)
        except BoardError:
            return None

    # -- its rules

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(line for line in self.lines if isinstance(line, Rule))

    @cached_property
    def book(self) -> RuleBook | None:
        """The rules with the tables of their sets; None if there is neither, and the grid is the usual one."""
        tables = self.tables
        if not (self.rules or tables.sets or tables.relations or self.grid != "square" or self.closed):
            return None
        facts: dict[str, dict[tuple[Value, ...], None]] = {}
        assumed: set[str] = set()
        for each in sorted(self.lines, key=lambda each: isinstance(each, Assumed)):
            line = each.line if isinstance(each, Assumed) else each
            if isinstance(line, Facts):
                known = facts.setdefault(line.predicate, {})
                if isinstance(each, Assumed):
                    assumed.update(
                        text for row, text in zip(line.rows, _written(line), strict=True) if row not in known
                    )
                known.update(dict.fromkeys(line.rows))
            elif isinstance(line, Known) and line.mine:
                for name in map(str, line.names):
                    if name in self.closed:
                        facts.setdefault(name, {})[()] = None
        rows = {predicate: tuple(of) for predicate, of in facts.items()}
        rules = {rule.label: rule for rule in self.rules}
        return RuleBook(rules, tables, self.closed, rows, frozenset(text.replace(" ", "") for text in assumed))

    @cached_property
    def closed(self) -> tuple[str, ...]:
        """The predicates and names that hold only where rules say so."""
        return tuple(name for line in self.lines if isinstance(line, Closed) for name in line.names)

    @cached_property
    def tables(self) -> Tables:
        """The sets that it declares, and the clues that it gives."""
        clues = {line.cell: line.mines for line in self.lines if isinstance(line, OpenCell)}
        lines = (line.line if isinstance(line, Assumed) else line for line in self.lines)
        constants = _constants(line for line in lines if isinstance(line, Facts))
        tables = _tables(self.declared, self.size, self.grid)
        return replace(tables, clues=dict(sorted(clues.items())), constants=constants)

    @property
    def declared(self) -> tuple[Declared, ...]:
        return tuple(line for line in self.lines if isinstance(line, Declared))

    @property
    def numbers_of_terms(self) -> dict[str, int]:
        """How many terms each predicate in its rules has."""
        of_rules = (atom for rule in self.rules for atom in atoms(rule.body))
        found = {atom.predicate: len(atom.terms) for atom in of_rules if atom.predicate != "mine"}
        return found | {line.predicate: len(line.rows[0]) for line in self.lines if isinstance(line, Facts)}

    @property
    def speaks_of_clues(self) -> bool:
        """Whether its rules say what a clue means."""
        return any(atom.predicate == CLUE for rule in self.rules for atom in atoms(rule.body))

    def over(self, board: Board, *, flags: Flags = "fact") -> Problem:
        """Return the problem of a board under these rules: its clues mean what the rules say, and nothing else.

        >>> rules = parse_hints("all c in cells, k in 0..8: clue(c, k) -> k x in beside(c): mine(x)", size=(2, 2))
        >>> [str(hint) for hint in rules.over(Board(("?1", "??"))).hints]
        ['line 1 with c = B1, k = 1: 1 among A1 B2']
        """
        known = hint_file_of(board.with_flags(flags), given=True)
        if self.size is not None and self.size != known.size:
            sizes = *self.size, board.width, board.height
            raise BoardError("the rules are for a grid of {}x{}, the board has {}x{}".format(*sizes))
        if self.size is not None and self.grid != board.grid:
            raise BoardError(f"the rules are for the grid {self.grid}, the board has the grid {board.grid}")
        if None not in (self.mines, board.mines) and self.mines != board.mines:
            raise BoardError(f"the rules say that there are {self.mines} mines, the board says {board.mines}")
        mines = self.mines if board.mines is None else board.mines
        both = replace(known, lines=(*known.lines, *self.lines), mines=mines)
        statements = partial(both._statements, True)
        return Problem(statements, written=board, size=known.size, book=both.book, source=both)

    # -- what it states

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Everything that the file states, in order, the mine total last. Facts may clash with each other."""
        return tuple(self._statements(ruled=self.speaks_of_clues))

    def named(self, name: str) -> HintFile:
        """Return the file with a name for its only rule; proofs cite its instances by that."""
        if sum(not isinstance(line, Declared) for line in self.lines) != 1:
            raise BoardError(f"only one statement can be called {name[:40]!r}: tell them one by one")
        if self.rules and read_citation(name) != (name, {}):
            raise BoardError(f"a rule is called by one word, not by {name[:40]!r}")
        lines = (replace(line, name=name) if isinstance(line, Rule) else line for line in self.lines)
        return replace(self, lines=tuple(lines))

    def followed_by(self, more: HintFile) -> tuple[HintFile, Iterator[Statement]]:
        """Return the file with the lines of another after its own, and what these state.

        Refuse what would change the meaning of a line that has been read: a clue after rules about clues, and the like.
        """
        mines = self.mines if more.mines is None else more.mines
        both = replace(self, lines=(*self.lines, *more.lines), size=more.size or self.size, mines=mines, grid=more.grid)
        new_clues = [line for line in more.lines if isinstance(line, OpenCell)]
        if self.speaks_of_clues and new_clues:
            raise BoardError(
                f"tell the clue of {new_clues[0].cell} before the rules about clues, which have used the others"
            )
        used = {each.name for rule in self.rules for each in sets_in(rule.body)}
        if changed := [line.name for line in more.declared if line.of is not None and line.name in used]:
            raise BoardError(f"tell all of {changed[0]} before the rules that use it")
        rules = (atom for rule in more.rules for atom, _ in definitions(rule.body, self.closed))
        told = [*(line.predicate for line in more.lines if isinstance(line, Facts)), *map(predicate_of, rules)]
        if late := next((name for name in told if name in self.closed), None):
            raise BoardError(f"tell all facts and rules of {late[:40]} at once, with the line that closes it")
        return both, both._statements(both.speaks_of_clues, more)

    def _statements(self, ruled: bool, of: HintFile | None = None) -> Iterator[Statement]:
        """Yield the statements, or those of its last lines; `ruled`: a clue means only what the rules say."""
        of = of or self
        part = None if self.book is None or not self.closed else self.book.closed_part
        found = self.said(ruled, of)
        if part is not None:
            part.require()
            found = _with_reasons(found, part)
        yield from found

    def said(self, ruled: bool, of: HintFile) -> Iterator[Statement]:
        """Yield what the lines state by themselves: the rules of closed predicates state nothing."""
        opened, work = self.tables.clues, Work()
        for line in of.lines:
            if isinstance(line, OpenCell):
                yield Literal(line.cell, False)
                if not (ruled or line.given):
                    among = tuple(cell for cell in self.around(line.cell) if cell not in opened)
                    if among or line.mines:  # a 0 with no cells around it says nothing
                        yield exactly(line.mines, among, line.cell)
            elif isinstance(line, Known):
                yield from (Literal(name, line.mine) for name in line.names)
            elif isinstance(line, Assumed):
                for statement in self.said(ruled, HintFile((line.line,))):
                    yield from _assumptions(statement, line.line)
            elif isinstance(line, Rule):
                book = self.book or RuleBook({}, self.tables)
                if not (self.closed and is_definition(line.body, self.closed)):
                    yield from book.statements(line, work)
            elif not isinstance(line, Declared | Closed | Facts):
                yield line
        if of.mines is not None and self.size is not None:
            yield exactly(of.mines, (cell for cell in cells_of(*self.size) if cell not in opened), TOTAL)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its grid."""
        return () if self.size is None else cells_of(*self.size)

    def around(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells around one."""
        if self.size is None:
            raise BoardError("a clue needs the size of its grid")
        cells = cells_of(*self.size)
        return (cells[index] for index in neighbours_of(*self.size, self.grid)[cell.row * self.size[0] + cell.col])


MOST_WRITTEN_OUT = 200
"""A count that is assumed is written out as clauses if there are no more than about this many."""


def _assumptions(statement: Statement, line: Line) -> Iterator[Formula]:
    """Yield what is assumed as formulas, each with a text that says it without any sets."""
    from sympy import Symbol

    from logicms.connectives import AtLeast, between, disjunction, formula_text

    if isinstance(statement, Literal):
        yield Formula(str(statement), disjunction([statement]), assumed=True)
    elif isinstance(statement, Hint):
        low, high, size = statement.low, statement.high, len(statement.among)
        bounds = [(low, high)] if low == high or low == 0 or high >= size else [(low, size), (0, high)]
        for each in (Hint(*bound, statement.among) for bound in bounds):
            few = comb(size, each.low) + comb(size, each.high) <= MOST_WRITTEN_OUT
            expr = each.to_sympy() if few else between(each.low, each.high, [Symbol(str(name)) for name in each.among])
            is_plain = each.among and not any("(" in str(name) for name in each.among)  # others are in no count
            yield Formula(str(each) if is_plain else formula_text(expr), expr, assumed=True)
    elif isinstance(statement, Formula):
        counts = statement.expr.atoms(AtLeast)
        written = {each: at_least(int(each.number), [str(name) for name in each.among]).to_sympy() for each in counts}
        expr = statement.expr.xreplace(written)
        text = statement.text if isinstance(line, Formula) and not counts else formula_text(expr)
        yield Formula(text, expr, assumed=True)


def _with_reasons(statements: Iterable[Statement], part: ClosedPart) -> Iterator[Statement]:
    """Yield statements, each after the reasons of the closed atoms in it, and what is said of undecided atoms."""
    told: set[Name] = set()
    given: set[Statement] = set()

    def reasons(names: Iterable[Name]) -> Iterator[Statement]:
        for name in names:
            if name not in told and part.is_closed(name):
                told.add(name)
                for statement in part.support(name):
                    if statement not in given:
                        given.add(statement)
                        yield statement

    for statement in statements:
        yield from reasons(ordered(names_in(statement)))
        yield statement
    yield from reasons(part.undecided)


def _tables(declared: Sequence[Declared], size: Size | None, grid: Grid) -> Tables:
    sets: dict[str, tuple[Value, ...]] = {}
    relations: dict[str, dict[Value, tuple[Value, ...]]] = {}
    for line in declared:
        if line.of is None:
            sets[line.name] = line.members
        else:
            relations.setdefault(line.name, {})[line.of] = line.members
    return Tables(sets, relations, size, grid=grid)


def _constants(facts: Iterable[Facts]) -> tuple[Value, ...]:
    """Return what facts declare, in order of appearance; cells are there anyway."""
    found = dict.fromkeys(value for line in facts for row in line.rows for value in row)
    return tuple(value for value in found if not isinstance(value, Cell))


def hint_file_of(board: Board, given: bool = False) -> HintFile:
    """Return a board as a hint file: the same hints and facts, including that open cells are safe.

    Flags count as hidden cells here: use `Board.with_flags` first. With `given`, clues mean what rules say.

    >>> print(format_hints(hint_file_of(Board(("?1", "-*"), mines=1))), end="")
    size: 2x2
    mines: 1
    1 at B1
    safe A2
    mine B2
    """
    lines: list[Line] = []
    for cell, sign in zip(board.cells, board.signs, strict=True):
        if sign in CLUES:
            lines.append(OpenCell(int(sign), cell, given))
        elif sign in (MINE, SAFE):
            lines.append(Known((cell,), sign == MINE))
    return HintFile(tuple(lines), (board.width, board.height), board.mines, board.grid)


# -- as one of the formats of boards

ROOM = Room("hints", SIGNS.replace(FLAG, ""), keys=("grid",), layouts="keep")


def as_board(file: HintFile) -> Board:
    """Return the board that a hint file describes; refuse a file that says more than a board can.

    >>> as_board(parse_hints("size: 2x1\\n1 at B1")).rows
    ('?1',)
    """
    board = file.to_board()
    if board is None:
        raise BoardError("there is no board: the hint file says more than a board can")
    return board


def format_as_hints(board: Board) -> str:
    """Return a board as a hint file; a flag, a title and a first cell have no place in it.

    >>> format_as_hints(Board(("?1",), mines=1))
    'size: 2x1\\nmines: 1\\n1 at B1\\n'
    """
    return format_hints(hint_file_of(ROOM.fit(board)))


# -- text -> HintFile


def parse_hints(
    text: str,
    source: str = "<text>",
    size: Size | None = None,
    grid: Grid | None = None,
    tables: Sequence[Table] = (),
) -> HintFile:
    """Return the knowledge base written in `text`; `source` is the file name that errors mention.

    `size` and `grid` are those of a board, for rules that do not say them. The facts of `tables` come first.

    >>> parse_hints("X1: 1 among A1 b   # a comment").lines
    (Hint(low=1, high=1, among=(Cell(row=0, col=0), 'b'), because='X1'),)
    >>> parse_hints("safe A1\\n1 among A1 A1")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:2:12: A1 appears twice
    1 among A1 A1
               ^
    """
    return _parsed(Text(text, source), HintFile(size=size, grid=grid or "square"), tables=tables)


def parse_more(file: HintFile, text: str, source: str = "<text>", *, first: int = 1) -> HintFile:
    """Return the lines of a text that is added to a file, of whose sets, elements and grid it may speak.

    `first` is the number of its first line, by which proofs cite a rule without a name.

    >>> file = parse_hints("size: 2x1\\nset people = ann bob")
    >>> parse_more(file, "all x in people: likes(x) -> A1").lines[0].text
    'all x in people: likes(x) -> A1'
    >>> parse_more(file, "set people = cat")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:1:5: people is already declared
    set people = cat
        ^
    """
    return _parsed(Text(text, source), file, first - 1)


_ONLY = re.compile(r"^[ \t]*only((?:[ \t]+(?!(?:and|or)(?!\w))[^\W\d_]\w*)+)[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_FACT = re.compile(rf"^[ \t]*{PLAIN_FACT}(?:#[^\n]*)?$", re.MULTILINE)


def _parsed(text: Text, before: HintFile, above: int = 0, tables: Sequence[Table] = ()) -> HintFile:
    """Return the lines of a text that comes after those of a file, with this many lines of text above it."""
    closed = {*before.closed, *(name for line in _ONLY.finditer(text.content) for name in line[1].split())}
    arities = before.numbers_of_terms | arities_of(tables)
    taken, rest = take_facts(
        text.content,
        _FACT.finditer(text.content),
        arities,
        is_predicate=closed.__contains__,
        is_variable=lambda word: word[0].isupper(),
    )
    check_length(text, rest)
    nodes = cast("list[Tree[Token]]", parse_tree(text, "hints", content=rest).children)
    own = _size(text, nodes)
    size = own or before.size
    kind = _grid(text, nodes, size) or before.grid
    read = _Reader(text, size, before, above)
    read.arities, read.taken, read.tables = arities, taken, tables
    declared = read.sets([node for node in nodes if node.data == "set"])
    read.close([node for node in nodes if node.data == "only"])
    facts = read.facts([node for node in nodes if node.data in ("formula", "named")])
    of_tables = [Facts(table.predicate, table.rows) for table in tables if table.rows]
    in_facts = [line for line in (*before.lines, *of_tables, *facts.values()) if isinstance(line, Facts)]
    in_facts.append(Facts("", tuple(row for _, _, row in taken)))
    sets = _tables([*before.declared, *declared.values()], size, kind)
    read.scope = Scope(replace(sets, constants=_constants(in_facts)), read.arities, closed=read.closed)
    told = [node for node in nodes if node.data not in ("size", "mines", "grid")]
    lines = [declared.get(id(node)) or read.line(node, facts.get(id(node))) for node in timely(told, every=64)]
    places = [first_token(node).start_pos or 0 for node in told]
    lines = list(_in_order(zip(places, lines, strict=True), taken))
    _refuse_look_alikes(text, (*before.lines, *lines))
    read.check_names()
    read.check_facts(lines)
    return HintFile((*read.closing(of_tables), *lines), own, _mines(text, nodes, size, len(read.clues)), kind)


def _in_order(lines: Iterable[tuple[int, Line]], taken: Iterable[tuple[int, str, Row]]) -> Iterator[Line]:
    """Yield lines and plain facts in order, given their places; facts of a predicate that follow each other are one."""
    parts: list[tuple[int, str, Line | Row]] = [*taken]
    for place, line in lines:
        parts += (
            ((place, line.predicate, row) for row in line.rows) if isinstance(line, Facts) else ((place, "", line),)
        )
    for predicate, group in groupby(sorted(parts, key=itemgetter(0)), key=itemgetter(1)):
        found = [part for _, _, part in group]
        yield from [Facts(predicate, tuple(cast("list[Row]", found)))] if predicate else cast("list[Line]", found)


KEYS = ("first", "grid", "mines", "size", "title")
"""What a line that begins with a word and a colon is about, if it is not the name of a statement."""


def parse_rules(text: str, source: str, board: Board) -> HintFile:
    """Return rules for a board, whose size and grid they need not say."""
    return parse_hints(text, source, (board.width, board.height), board.grid)


def _refuse_look_alikes(text: Text, lines: tuple[Line, ...]) -> None:
    if text.content.isascii():
        return
    names: dict[str, None] = {}
    for line in lines:
        names |= dict.fromkeys(sorted(map(str, _names_in(line))))
    if alike := look_alikes(names):
        statements = re.sub("#[^\n]*", lambda comment: " " * len(comment[0]), text.content)
        place = re.search(rf"(?<!\w){alike[0]}(?!\w)", statements)
        message = f"{alike[0][:40]!r} looks like {alike[1][:40]!r}, but has other letters: write both in one script"
        raise text.mistake(message, offset=place.start() if place else 0)


def _names_in(line: Line) -> set[str]:
    """Return the words of a line that name something."""
    if isinstance(line, OpenCell):
        return {str(line.cell)}
    if isinstance(line, Declared):
        return {line.name, *map(str, line.members), *([] if line.of is None else [str(line.of)])}
    if isinstance(line, Closed):
        return set(line.names)
    if isinstance(line, Assumed):
        return _names_in(line.line)
    if isinstance(line, Facts):
        return {line.predicate, *(str(value) for row in line.rows for value in row)}
    if isinstance(line, Rule):
        return set(re.findall(r"[^\W\d_]\w*", line.text))
    if isinstance(line, Formula):
        return {word for name in line.names for word in re.findall(r"[^\W\d_]\w*", str(name))}
    return set(map(str, line.among if isinstance(line, Hint) else line.names))


class _Reader:
    """Reads the lines of one text, one after the other, and remembers where clues and names were."""

    scope: Scope

    def __init__(self, text: Text, size: Size | None, before: HintFile, above: int) -> None:
        self.text = text
        self.size = size
        self.before = before
        self.above = above
        self.clues: dict[Cell, Token | None] = dict.fromkeys(before.tables.clues)
        self.named: dict[str, Token] = {}
        self.closed: dict[str, Token | None] = dict.fromkeys(before.closed)
        self.arities = before.numbers_of_terms
        self.placed: list[tuple[str, int, Token]] = []
        """Where the constants of facts are: predicate, place and token."""
        self.taken: Sequence[tuple[int, str, Row]] = ()
        """Plain facts, which were read without the grammar."""
        self.tables: Sequence[Table] = ()

    def line(self, node: Tree[Token], facts: Facts | None = None) -> Line:
        if facts is not None and node.data == "formula":
            return facts
        if node.data == "only":
            return Closed(tuple(map(str, _tokens(node))))
        if node.data == "named":
            name, inner = cast("tuple[Token, Tree[Token]]", node.children)
            return self.statement(inner, self.name(name, inner))
        return self.statement(node, None)

    def name(self, token: Token, statement: Tree[Token]) -> str:
        """Return the name of a statement."""
        name = word_of(token, self.text)
        if statement.data in ("clue", "safe", "mine"):
            raise mistake_at(token, self.text, "only a count, a formula or a rule has a name; proofs cite it by that")
        if name in KEYS:
            raise mistake_at(token, self.text, f"{name} is a key: it cannot be the name of a statement")
        if name in self.named:
            raise mistake_at(token, self.text, f"{name[:40]} is already the name of line {self.named[name].line}")
        self.named[name] = token
        return name

    def check_names(self) -> None:
        """Refuse a statement that has the name of a cell with a clue: proofs cite the clue by it."""
        for name, token in self.named.items():
            if (cell := plain_name(name)) in self.clues:
                raise mistake_at(token, self.text, f"{name} has a clue{_where(self.clues[cell])}")

    def statement(self, node: Tree[Token], name: str | None) -> Line:
        if node.data == "formula":
            return self.formula(node, name)
        first, *rest = _tokens(node)
        if node.data in ("safe", "mine"):
            return Known(names_of([first, *rest], self.text, self.size), node.data == "mine")
        number = _number(first, self.text)
        if node.data == "clue":
            return self.clue(number, first, rest[0])
        make = {"exactly": exactly, "at_least": at_least, "at_most": at_most}[str(node.data)]
        return make(number, names_of(rest, self.text, self.size), name)

    def clue(self, mines: int, number: Token, cell: Token, given: bool = False) -> OpenCell:
        name = name_of(cell, self.text, self.size)
        if not isinstance(name, Cell):
            raise mistake_at(cell, self.text, f"a clue is at a cell, such as B3, not at {name[:40]!r}")
        if self.size is None and not given:
            raise mistake_at(
                cell, self.text, "a clue needs a grid: give its size in a line of its own, such as size: 9x9"
            )
        if mines > 8 and not given:
            raise mistake_at(number, self.text, f"a clue is 0 to 8, not {mines}")
        if name in self.clues:
            raise mistake_at(cell, self.text, f"{name} already has a clue{_where(self.clues[name])}")
        self.clues[name] = cell
        return OpenCell(mines, name, given)

    def formula(self, node: Tree[Token], name: str | None) -> Line:
        """Return a formula; a rule, if it has quantifiers or is about clues; a clue, if it gives one."""
        expression = expression_of(node, self.text, self.scope)
        first = first_token(node)
        if isinstance(expression, Atom) and expression.predicate == CLUE:
            _, cell, number = _tokens(cast("Tree[Token]", node.children[0]))
            return self.clue(_number(number, self.text), number, cell, given=True)
        line = first.line or 1
        text = self.text.lines[line - 1].partition("#")[0].strip()
        if name is not None:
            text = text.partition(":")[2].strip()
        if isinstance(expression, Atom) and predicate_of(expression) in self.closed and name is None:
            return Facts(str(predicate_of(expression)), (values_in(expression),))
        if is_rule(expression) or definitions(expression, self.closed):
            return Rule(text, expression, line + self.above, name, self.text.source)
        return Formula(text, to_sympy(expression, Tables()), name)

    # -- closed predicates

    def close(self, nodes: list[Tree[Token]]) -> None:
        """Note what the lines `only …` close."""
        for token in (token for node in nodes for token in _tokens(node)):
            if token in ("mine", "safe", CLUE) or isinstance(plain_name(token), Cell):
                raise mistake_at(token, self.text, f"{token} cannot be closed: only predicates and names of your own")
            if (name := word_of(token, self.text)) in self.closed:
                raise mistake_at(token, self.text, f"{name[:40]} is already closed{_where(self.closed[name])}")
            self.closed[name] = token

    def facts(self, nodes: list[Tree[Token]]) -> dict[int, Facts]:
        """Return the facts of closed predicates among these formulas; they declare their constants."""
        found: dict[int, Facts] = {}
        for node in nodes:
            formula = cast("Tree[Token]", node.children[1] if node.data == "named" else node)
            part = formula.children[0]
            is_atom = part.type == "NAME" if isinstance(part, str) else part.data == "predicate"
            name, *values = cast("list[Token]", [part] if isinstance(part, str) else part.children)
            if is_atom and name in self.closed and all(map(_is_constant, values)):
                row = tuple(map(self.element, values))
                if self.arities.setdefault(str(name), len(row)) != len(row):
                    number = counted(self.arities[name], "argument")
                    raise mistake_at(name, self.text, f"{name[:40]} has {number} elsewhere")
                found[id(node)] = Facts(str(name), (row,))
                self.placed += [(str(name), place, token) for place, token in enumerate(values)]
        return found

    def check_facts(self, lines: Iterable[Line]) -> None:
        """Refuse a fact about something that is in no set, where the rules say of which set it should be."""
        sets = self.scope.tables.sets if self.scope.tables is not None else {}
        declared = {str(each): None for members in sets.values() for each in members}
        places: dict[tuple[str, int], list[str]] = {}
        for rule in (line for line in (*self.before.lines, *lines) if isinstance(line, Rule)):
            for name, place, of in _places(rule.body, {}):
                if of in sets and name in self.closed:
                    places.setdefault((name, place), []).append(of)

        def message(name: str, place: int, value: str) -> str | None:
            """Return what is wrong with the value at a place; None if nothing is."""
            if (name, place) not in places or value in declared:
                return None
            of = places[name, place][0]
            return f"{value[:40]} is not in the set {of}, of which the rules take it{nearest(value, list(declared))}"

        for name, place, token in self.placed:
            if wrong := message(name, place, first_token(token)):
                raise mistake_at(first_token(token), self.text, wrong)
        for offset, name, row in self.taken if places else ():
            for place, value in enumerate(row):
                if wrong := message(name, place, str(value)):
                    raise self.text.mistake(wrong, offset=place_of(self.text.content, offset, place))
        for table in self.tables if places else ():
            for row in table.rows:
                for place, value in enumerate(row):
                    if wrong := message(table.predicate, place, str(value)):
                        raise table.mistake(value, place, wrong)

    def closing(self, facts: Sequence[Facts]) -> Iterator[Line]:
        """Yield the facts of tables as lines, whose predicates must be closed."""
        for line in facts:
            if line.predicate not in self.closed:
                near = nearest(line.predicate, list(self.closed))
                message = f"{line.predicate[:40]} is not closed: add the line `only {line.predicate[:40]}`"
                raise self.text.mistake(f"{message}, since a table gives all its facts{near}", offset=0)
            yield line
        if names := tuple(names_to_declare(facts)):
            sets = self.scope.tables.sets if self.scope.tables is not None else ()
            free = (name for name in chain(["constants"], map("constants_{}".format, count(2))) if name not in sets)
            yield Declared(next(free), names)

    # -- sets

    def sets(self, nodes: list[Tree[Token]]) -> dict[int, Declared]:
        """Return what each line `set …` declares."""
        found: dict[int, Declared] = {}
        places: dict[tuple[str, Value | None], Token | None] = {
            (line.name, line.of): None for line in self.before.declared
        }
        for node in nodes:
            head, members = cast("list[Tree[Token]]", node.children)
            first, *argument = _tokens(head)
            line = Declared(word_of(first, self.text), self.members(members), *map(self.element, argument))
            key = line.name, line.of
            for other, place in places.items():
                if _is_same(key, other):
                    raise mistake_at(first, self.text, f"{line.name[:40]} is already declared{_where(place)}")
            places[key] = first
            found[id(node)] = line
        return found

    def members(self, node: Tree[Token]) -> tuple[Value, ...]:
        first = node.children[0]
        if not isinstance(first, str) and first.data == "range":
            low, high = range_of(first, self.text)
            return tuple(range(low, high + 1))
        members: dict[Value, None] = {}
        for each in node.children:
            if (element := self.element(each)) in members:
                raise mistake_at(first_token(each), self.text, f"{element} appears twice")
            members[element] = None
        return tuple(members)

    def element(self, token: Token | Tree[Token]) -> Value:
        if not isinstance(token, str):
            return -_number(first_token(token), self.text)
        return _number(token, self.text) if token.type == "NUMBER" else name_of(token, self.text, self.size)


def names_to_declare(facts: Iterable[Facts]) -> Iterator[str]:
    """Yield the names in facts that only a set declares, where they are written in a hint file.

    >>> list(names_to_declare([Facts("p", (("a", 1), ("b", "Ann")))]))
    ['b', 'Ann']
    """
    rows = (row for line in facts for row in line.rows)
    capitals = (row for row in rows if any(isinstance(each, str) and each[0].isupper() for each in row))
    found = dict.fromkeys(each for row in capitals for each in row if isinstance(each, str))
    return iter(cast("dict[str, None]", found))


def _is_constant(node: Token | Tree[Token]) -> bool:
    """Return whether an argument of a fact is a number, a cell or a word that cannot be taken for a variable."""
    if not isinstance(node, str):
        return node.data == "negative"
    return node.type == "NUMBER" or not node[0].isupper() or isinstance(plain_name(node), Cell)


def _places(part: Expression, sets: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """Yield predicate, place and set where a variable of that set is an argument; it is nowhere deep: may recurse."""
    if isinstance(part, Atom):
        for place, term in enumerate(part.terms):
            if term.variable is not None and term.variable in sets and not term.value:
                yield part.predicate, place, sets[term.variable]
    elif isinstance(part, Join):
        for each in part.parts:
            yield from _places(each, sets)
    elif isinstance(part, Quantified):
        own = {each.variable: "" if each.of is None or each.of.terms else each.of.name for each in part.bindings}
        yield from _places(part.body, {**sets, **own})


def _where(earlier: Token | None) -> str:
    """Return where something was said; nothing if that was in another text."""
    return "" if earlier is None else f", in line {earlier.line}"


def _is_same(one: tuple[str, Value | None], other: tuple[str, Value | None]) -> bool:
    """Return whether two declarations are of the same set, or of a set and a relation with one name."""
    return one == other or (one[0] == other[0] and None in (one[1], other[1]))


def is_rule(expression: Expression) -> bool:
    """Return whether an expression has quantifiers, or is about clues."""
    stack = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified) or (isinstance(part, Atom) and part.predicate == CLUE):
            return True
        if isinstance(part, Join):
            stack.extend(part.parts)
    return False


def _tokens(node: Tree[Token]) -> list[Token]:
    return cast("list[Token]", node.children)


def _number(token: Token, text: Text) -> int:
    return text.number(token, offset=token.start_pos or 0)


def _only(text: Text, nodes: list[Tree[Token]], key: str) -> Token | None:
    """Return the value of a key that may appear once."""
    values = [_tokens(node)[0] for node in nodes if node.data == key]
    if len(values) > 1:
        raise mistake_at(values[1], text, f"the key `{key}` appears twice")
    return values[0] if values else None


def _size(text: Text, nodes: list[Tree[Token]]) -> Size | None:
    if (token := _only(text, nodes, "size")) is None:
        return None
    width, height = (text.number(number, offset=token.start_pos or 0) for number in token.split("x"))
    if not 0 < width * height <= MAX_CELLS:
        message = "has no cells" if width * height == 0 else f"is too large: more than {MAX_CELLS:,} cells"
        raise mistake_at(token, text, f"a grid of {width}x{height} {message}")
    return width, height


def _grid(text: Text, nodes: list[Tree[Token]], size: Size | None) -> Grid | None:
    if (token := _only(text, nodes, "grid")) is None:
        return None
    if size is None:
        raise mistake_at(token, text, "a grid needs a size, in a line of its own, such as size: 9x9")
    try:
        check_grid(cast(Grid, str(token)), *size)
    except BoardError as error:
        mistake = mistake_at(token, text, str(error))
    else:
        return cast(Grid, str(token))
    raise mistake


def _mines(text: Text, nodes: list[Tree[Token]], size: Size | None, number_open: int) -> int | None:
    if (token := _only(text, nodes, "mines")) is None:
        return None
    mines = _number(token, text)
    if size is None:
        raise mistake_at(
            token, text, "the mine total needs a grid: give its size in a line of its own, such as size: 9x9"
        )
    if mines > (room := size[0] * size[1] - number_open):
        raise mistake_at(token, text, f"mines: {mines} is more than the {room} cells that are not open")
    return mines


# -- HintFile -> text


def format_hints(file: HintFile) -> str:
    """Return the file's text; `parse_hints` reads it back as an equal file.

    A hint of the form "1 to 2 among …" becomes two lines, since no single line says that.

    >>> print(format_hints(parse_hints("mines:1\\nsize:2x1\\n  1 among A1   B1\\nsafe rain")), end="")
    size: 2x1
    mines: 1
    1 among A1 B1
    safe rain
    """
    expect(file, HintFile, "a hint file")
    keys = [] if file.size is None else ["size: {}x{}".format(*file.size)]
    if file.grid != "square":
        keys.append(f"grid: {file.grid}")
    if file.mines is not None:
        keys.append(f"mines: {file.mines}")
    return "".join(f"{line}\n" for line in [*keys, *(text for line in file.lines for text in _written(line))])


def _written(line: Line) -> Iterator[str]:
    if isinstance(line, OpenCell):
        yield f"clue({line.cell}, {line.mines})" if line.given else f"{line.mines} at {line.cell}"
    elif isinstance(line, Known):
        yield f"{'mine' if line.mine else 'safe'} {' '.join(map(str, line.names))}"
    elif isinstance(line, Declared):
        head = line.name if line.of is None else f"{line.name}({line.of})"
        yield f"set {head} = {' '.join(map(str, line.members))}"
    elif isinstance(line, Facts):
        for row in line.rows:
            yield f"{line.predicate}({', '.join(map(str, row))})" if row else line.predicate
    elif isinstance(line, Closed):
        yield f"only {' '.join(line.names)}"
    elif isinstance(line, Assumed):
        yield from _written(line.line)
    elif isinstance(line, Formula | Rule):
        yield line.text if line.name is None else f"{line.name}: {line.text}"
    else:
        names = " ".join(map(str, line.among))
        label = "" if line.because is None else f"{line.because}: "
        yield from (f"{label}{count} among {names}" for count in _counts(line))


def _counts(hint: Hint) -> Iterator[str]:
    if not hint.among:
        raise BoardError("a hint among no cells cannot be written in a hint file")
    if hint.is_exact:
        yield f"{hint.low}"
    elif hint.low == 0:
        yield f"at most {hint.high}"
    else:
        yield f"at least {hint.low}"
        if hint.high != max(hint.low, len(hint.among)):
            yield f"at most {hint.high}"
