"""The statements that a problem was made of, one by one: to look them up, to take some back, to assume others.

A problem that is not a hint file is written as one first (`file_of`). Taking back and assuming make another hint file,
and so another problem: closed predicates are worked out anew, clues count the cells that are not open any more, and
nothing is left of what was taken back.

An *assumption* is a statement that holds for one question only. It becomes a `Formula` that says so, and proofs cite it
as what it is. An assumed atom of a closed predicate is one more of its facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from logicms.board import Cell, as_name, cells_of
from logicms.errors import BoardError, nearest
from logicms.hints import TOTAL, Hint, Literal, Name, check_name, exactly, parse_literal
from logicms.notation.formulas import tables_of
from logicms.notation.hint_files import (
    Assumed,
    Closed,
    Declared,
    Facts,
    HintFile,
    Known,
    Line,
    OpenCell,
    format_hints,
    hint_file_of,
    parse_more,
)
from logicms.problem import Formula, Problem, Unfounded, clauses_in
from logicms.rules.closed import key_of, name_of
from logicms.rules.language import Rule, definitions, read_citation, sets_in, unsafe

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

_LONGEST = 65_536


class Entry(NamedTuple):
    """One statement, and how proofs and answers cite it.

    >>> from logicms.notation.hint_files import parse_hints
    >>> for entry in entries(parse_hints("size: 2x1\\nmines: 1\\nset people = ann bob\\nX1: B1 -> wet\\nsafe rain A1")):
    ...     print(f"{entry.source}; {entry}")
    set people; set people = ann bob
    X1; X1: B1 -> wet
    ~rain; safe rain
    ~A1; safe A1
    mines; mines: 1
    """

    source: str
    line: Line

    def __str__(self) -> str:
        if isinstance(self.line, Hint) and self.line.because == TOTAL:
            return f"mines: {self.line.low}"
        try:
            return "; ".join(format_hints(HintFile((self.line,))).splitlines())
        except BoardError:  # a hint among no cells has no text
            return str(self.line)

    @property
    def aliases(self) -> Iterator[str]:
        """Other ways to cite it: its text, or the name that a fact is about."""
        yield str(self)
        if isinstance(self.line, Known):
            yield str(self.line.names[0])
        elif isinstance(self.line, Formula):
            yield self.line.text
        elif isinstance(self.line, Rule):
            yield self.line.text


def file_of(problem: Problem) -> HintFile:
    """Return a problem as a hint file: the one that it was made of, or one that states the same."""
    if isinstance(problem.source, HintFile):
        return problem.source
    if problem.board is not None:
        return hint_file_of(problem.board)
    tables, lines, book = tables_of(problem), list[Line](), problem.book
    if book is not None:  # what is an instance of a rule follows from the rule
        lines += (Declared(name, members) for name, members in tables.sets.items())
        lines += (Declared(name, of_it, of) for name, each in tables.relations.items() for of, of_it in each.items())
        lines += (OpenCell(mines, cell, given=True) for cell, mines in tables.clues.items())
        lines += (Closed(book.closed),) if book.closed else ()
        lines += (Facts(predicate, rows) for predicate, rows in book.facts.items())
        lines += book.rules.values()
    for each in problem.statements:
        source = str(each.because) if isinstance(each, Hint) else "" if isinstance(each, Literal) else each.source
        if not isinstance(each, Unfounded) and (book is None or book.cites(source) is None):
            lines.append(line_of(each))
    return HintFile(tuple(lines), tables.size, grid=tables.grid)


def line_of(statement: Any, because: str | None = None) -> Line:
    """Return a hint, a literal, a cell or a formula as the line of a hint file; `because` names it.

    >>> line_of(Literal("rain", False)), line_of(Literal("rain", False), "forecast")
    (Known(names=('rain',), mine=False), Formula(text='forecast', expr=~rain, name=None))
    """
    if isinstance(statement, Hint):
        names, reason = map(as_name, statement.among), because or statement.because
        return Hint(statement.low, statement.high, tuple(names), None if reason is None else as_name(str(reason)))
    if isinstance(statement, Formula):
        return statement if because is None else Formula(because, statement.expr)
    if isinstance(statement, Known) and because is not None:
        return Formula(because, _conjunction(Literal(name, statement.mine) for name in statement.names))
    if isinstance(statement, Line):
        return statement
    if isinstance(statement, Cell):
        statement = Literal(statement, True)
    elif isinstance(statement, str):
        statement = parse_literal(statement.strip())
    elif not isinstance(statement, Literal):
        from logicms.connectives import literal_in  # loads sympy, which most questions do not need

        if (found := literal_in(statement)) is not None:
            statement = Literal(check_name(found[0]), found[1])
    if not isinstance(statement, Literal):
        from sympy import false, true

        from logicms.connectives import formula_text

        expr = (true if statement else false) if isinstance(statement, bool) else statement
        return Formula(because or formula_text(expr, _LONGEST), expr)
    if because is None:
        return Known((as_name(statement.name),), statement.holds)
    return Formula(because, _conjunction([statement]))


def _conjunction(literals: Iterable[Literal]) -> Boolean:
    from sympy import And

    from logicms.connectives import disjunction

    return And(*(disjunction([literal]) for literal in literals))


# -- one by one


def entries(file: HintFile) -> tuple[Entry, ...]:
    """Return the statements of a file in order, the mine total last."""
    found = [Entry(_source(line), line) for line in _single(told_apart(file).lines)]
    if file.mines is not None and file.size is not None:
        opened = file.tables.clues
        among = (cell for cell in cells_of(*file.size) if cell not in opened)
        found.append(Entry(TOTAL, exactly(file.mines, among, TOTAL)))
    return tuple(found)


def _single(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines that state one thing each."""
    for line in lines:
        if isinstance(line, Known):
            yield from (Known((name,), line.mine) for name in line.names)
        elif isinstance(line, Closed):
            yield from (Closed((name,)) for name in line.names)
        elif isinstance(line, Facts):
            yield from (Facts(line.predicate, (row,)) for row in line.rows)
        else:
            yield line


def _source(line: Line) -> str:
    if isinstance(line, Assumed):
        return _source(line.line)
    if isinstance(line, OpenCell):
        return str(line.cell)
    if isinstance(line, Known):
        return str(Literal(line.names[0], line.mine))
    if isinstance(line, Declared):
        return f"set {line.name}" if line.of is None else f"set {line.name}({line.of})"
    if isinstance(line, Closed):
        return f"only {line.names[0]}"
    if isinstance(line, Facts):
        return str(name_of((line.predicate, line.rows[0])))
    if isinstance(line, Rule):
        return line.label
    return line.source if isinstance(line, Formula) else str(line.because or line)


def told_apart(file: HintFile) -> HintFile:
    """Return a file in which no two different statements have the same name: as a knowledge base calls them."""
    taken: dict[str, Hint | Formula] = {}
    lines: list[Line] = []
    for line in file.lines:
        if isinstance(line, Formula) or (isinstance(line, Hint) and line.because is not None):
            source = name = _source(line)
            number = 1
            while taken.setdefault(name, line) != line:
                number += 1
                name = f"{source} ({number})"
                line = replace(line, because=name) if isinstance(line, Hint) else Formula(name, line.expr)
        lines.append(line)
    return replace(file, lines=tuple(lines))


def place_of(found: Sequence[Entry], source: Name | int) -> int:
    """Return the index of the statement with this source, the last one if there are several.

    >>> from logicms.notation.hint_files import parse_hints
    >>> place_of(entries(parse_hints("rain -> wet\\nsafe rain")), "rain")
    1
    """
    if isinstance(source, int) and not isinstance(source, bool):
        if not -len(found) <= source < len(found):
            raise BoardError(f"there is no statement {source}: there are {len(found)}")
        return source % len(found)
    if isinstance(source, Entry):
        source = source.source
    if not isinstance(source, Name):
        raise BoardError(f"expected the source of a statement, or its index, not {type(source).__name__}")
    text = " ".join(str(source).split())
    cited = read_citation(text)
    for wanted in (text, *([cited[0]] if cited is not None and cited[1] else [])):
        for by_alias in (False, True):
            for place, entry in reversed(list(enumerate(found))):
                if wanted in (entry.aliases if by_alias else (entry.source,)):
                    return place
    near = nearest(text, [entry.source for entry in found])
    raise BoardError(f"nothing was told under {text[:60]!r}{near}")


def retracted(file: HintFile, sources: Iterable[Name | int]) -> HintFile:
    """Return a file without some of its statements, given by source or index.

    >>> from logicms.notation.hint_files import parse_hints
    >>> print(retracted(parse_hints("size: 2x2\\n1 at A1\\nsafe B2\\nX1: B1 -> A2"), ["A1", "X1"]))
    size: 2x2
    safe B2
    """
    found = entries(file)
    places = {place_of(found, source) for source in sources}
    left = [line for place, line in enumerate(_single(file.lines)) if place not in places]
    taken = [found[place].line for place in sorted(places)]
    taken_total = file.mines is not None and len(found) - 1 in places
    opened = {name for line in taken if isinstance(line, Closed) for name in line.names}
    if opened:
        left = [_opened(line, opened) for line in left]
    rest = replace(file, lines=tuple(left), mines=None if taken_total else file.mines)
    for line in taken:
        if isinstance(line, Declared):
            _refuse_used(line, rest)
    for rule in rest.rules if opened else ():
        if (variable := unsafe(rule.body, rest.closed)) is not None:
            raise BoardError(
                f"{rule.label} needs `only {' '.join(sorted(opened))}`: nothing else says what {variable} is"
            )
    return rest


def _opened(line: Line, predicates: set[str]) -> Line:
    """Return a line as it is where these predicates are not closed: a fact of theirs is like any other."""
    if isinstance(line, Facts) and line.predicate in predicates:
        return Known((name_of((line.predicate, line.rows[0])),), True)
    return line


def _refuse_used(line: Declared, rest: HintFile) -> None:
    for rule in rest.rules:
        if any(each.name == line.name for each in sets_in(rule.body)):
            raise BoardError(f"{rule.label} speaks of {line.name}: take that back first")


# -- what if


def supposing(source: Problem | HintFile, given: Any = (), without: Any = (), *, assumed: bool = True) -> Problem:
    """Return the problem with some statements taken back and others added, as assumptions or as if they were told.

    >>> from logicms.notation.hint_files import parse_hints
    >>> problem = parse_hints("rain -> wet\\nsafe wet").to_problem()
    >>> [(str(each), getattr(each, "assumed", False)) for each in supposing(problem, "rain", ["~wet"]).statements]
    [('rain -> wet', False), ('rain', True)]
    """
    file = source if isinstance(source, HintFile) else file_of(source)
    if taken := _listed(without):
        file = retracted(file, taken)
    lines = [line for each in _listed(given) for line in _assumable(each, file)]
    more = map(Assumed, lines) if assumed else lines
    made = told_apart(replace(file, lines=(*file.lines, *more))).to_problem()
    board = file.to_board()
    if isinstance(source, Problem) and not taken:
        board = source.written
    if made.board is not None or board is None or not {*made.names} <= {*board.cells}:
        return made
    # The cells of which nothing is said are still hidden.
    return Problem(lambda: made.statements, written=board, size=made.size, book=made.book, source=made.source)


def assumptions(file: HintFile, given: Any) -> tuple[Formula, ...]:
    """Return what is assumed, as formulas."""
    found: list[Formula] = []
    for line in (line for each in _listed(given) for line in _assumable(each, file)):
        if isinstance(line, Facts):
            names = [name_of((line.predicate, row)) for row in line.rows]
            found += (Formula(str(name), _conjunction([Literal(name, True)]), assumed=True) for name in names)
        else:
            both = replace(file, lines=(*file.lines, more := Assumed(line)))
            said = both.said(both.speaks_of_clues, HintFile((more,)))
            found += (each for each in said if isinstance(each, Formula))
    return tuple(found)


def _listed(given: Any) -> tuple[Any, ...]:
    """Return statements as a tuple: a single one, such as a text or a literal, stands for itself."""
    is_single = isinstance(given, str | int | Literal | Cell | Hint | Formula | Entry) or hasattr(given, "is_Boolean")
    return (given,) if is_single or clauses_in(given) is not None else tuple(given)


def _assumable(statement: Any, file: HintFile) -> Iterator[Any]:
    """Yield the lines of what is assumed: a text is read as a line of the file."""
    if isinstance(statement, str):
        more = parse_more(file, statement, "<given>")
        if more.size is not None or more.mines is not None or not more.lines:
            raise BoardError("what is given is a statement: a count, a fact, a formula or a rule")
        lines = more.lines
    elif (clauses := clauses_in(statement)) is not None:
        lines = tuple(map(line_of, clauses))
    else:
        lines = (line_of(statement),)
    for line in _single(lines):
        if isinstance(line, Declared | Closed):
            raise BoardError("what is given is a statement: it declares no set and closes no predicate")
        if isinstance(line, Known) and line.mine and not isinstance(line.names[0], Cell):
            predicate, row = key_of(line.names[0])
            if predicate in file.closed:
                line = Facts(predicate, (row,))
        if isinstance(line, Formula) and line.name is None:
            from logicms.connectives import literal_in

            if (found := literal_in(line.expr)) is not None:
                line = Known((as_name(found[0]),), found[1])
        if isinstance(line, Rule) and (heads := [atom for atom, _ in definitions(line.body, file.closed)]):
            raise BoardError(f"assume facts of {heads[0].predicate}, which is closed, and no rules for it")
        yield line
