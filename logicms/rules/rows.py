"""The rows of a question for values: each choice for its variables under which it is not false already.

A question such as `which x, y: parent(x, y) & rich(y)` is joined like the condition of a rule (`evaluation`), so that
only rows are made that sets, comparisons and closed predicates leave possible. Whatever these decide needs no
knowledge base: most questions about closed predicates alone are answered here.

A variable without a set ranges over what makes an atom of a closed predicate true. In a question an atom of an open
predicate will do, too: it then ranges over the atoms of that predicate that there are names of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from logicms.errors import BoardError, counted
from logicms.hints import Hint, Name
from logicms.limits import timely
from logicms.problem import Formula
from logicms.rules.closed import ClosedPart, key_of
from logicms.rules.evaluation import FALSE, TRUE, Key, Model, Node, is_closed
from logicms.rules.grounding import MOST_INSTANCES, RuleBook, TooMany, minus
from logicms.rules.joins import Condition, Join, Match, Relation
from logicms.rules.language import Atom, Binding, Rule, Term, Value, Values, Which, atoms, members_of

_OPEN = 2
"""Any literal that is not decided."""


def rows(which: Which, book: RuleBook, names: Iterable[Name] = ()) -> Iterator[tuple[Values, Hint | Formula | None]]:
    """Yield each row that may hold with what is asked about it; None if it certainly holds.

    The first variable changes slowest, each in the order of its set or of appearance. `names` are those of the atoms
    that open predicates have.

    >>> from logicms.rules.language import Set, Tables
    >>> which = Which("which x in s: p(x)", (Binding("x", Set("s")),), Atom("p", (Term("x"),)))
    >>> [(values["x"], str(asked)) for values, asked in rows(which, RuleBook({}, Tables({"s": ("a", "b")})))]
    [('a', 'which x in s: p(x) with x = a: 1 among p(a)'), ('b', 'which x in s: p(x) with x = b: 1 among p(b)')]
    """
    part = book.closed_part if book.closed else ClosedPart(book)
    part.require()
    model = part.model
    _check_arguments(which, model)

    def left(key: Key | Name, sign: bool) -> Node:
        value = model.value(key) if is_closed(key) else None
        return _OPEN if value is None else TRUE if value is sign else FALSE

    found: dict[tuple[Value, ...], None] = {}
    for row in Join(_conditions(which, model, names), (), which.variables).rows([()]):
        found[row] = None
        if len(found) > MOST_INSTANCES:
            raise TooMany(Rule(which.text, which.body, 1, file="<formula>"), len(found), "rows")
    order = _Order(which, book)
    for row in timely(sorted(found, key=order.of), every=64):
        values = dict(zip(which.variables, row, strict=True))
        node = model.node(which.body, values, True, left)
        if node != FALSE:
            yield values, None if node == TRUE else book.row(which, values)


def _check_arguments(which: Which, model: Model) -> None:
    """Refuse a closed predicate with another number of arguments than it has in its facts and rules."""
    for atom in atoms(which.body):
        if atom.predicate not in model.closed:
            continue
        own = [len(each.terms) for each in model.definitions[atom.predicate]]
        own += [len(row) for row in islice(model.relations[atom.predicate].rows, 1)]
        if own and len(atom.terms) not in own:
            raise BoardError(f"{atom.predicate} has {counted(own[0], 'argument')}, and the question gives it {atom}")


def _conditions(which: Which, model: Model, names: Iterable[Name]) -> list[Condition]:
    """Return what the rows join: sets, closed atoms, comparisons, and open atoms where nothing else says the range."""
    unranged = set(which.unranged(model.closed))
    known = model.conditions(which.bindings, which.conditions, ())
    if not unranged:
        return known
    found = [each for each in known if not _is_of_constants(each, model, unranged)]
    wanted = {(atom.predicate, len(atom.terms)): Relation() for atom in which.open_atoms(model.closed)}
    for predicate, row in map(key_of, names):
        if (predicate, len(row)) in wanted:
            wanted[predicate, len(row)].add({row: 0})

    def relation(atom: Atom) -> Relation | None:
        return model.relations.get(atom.predicate) or wanted.get((atom.predicate, len(atom.terms)))

    def variables(atom: Atom) -> set[str]:
        return unranged.intersection(term.variable for term in atom.terms if term.variable is not None)

    joined = [each for each in which.conditions if isinstance(each, Atom) and relation(each) and variables(each)]
    found += (Match(wanted[atom.predicate, len(atom.terms)], atom.terms) for atom in joined)
    for variable in sorted(unranged.difference(*map(variables, joined))):  # it stands under an "or", a negation …
        values = dict.fromkeys(
            minus(row[place], term.value)
            for atom in atoms(which.body)
            if (of := relation(atom)) is not None
            for place, term in enumerate(atom.terms)
            if term.variable == variable
            for row in of.rows
        )
        found.append(Match(Relation((value,) for value in values), (Term(variable),)))
    return found


def _is_of_constants(each: Condition, model: Model, variables: set[str]) -> bool:
    """Return whether a condition only says that a variable is anything."""
    return isinstance(each, Match) and each.relation is model.constants and _variable(each) in variables


def _variable(each: Match) -> str | None:
    return each.terms[0].variable if each.terms and each.terms[0] is not None else None


class _Order:
    """The order of rows."""

    def __init__(self, which: Which, book: RuleBook) -> None:
        self.which = which
        self.book = book
        self._places: dict[object, Mapping[Value, int]] = {}

    def of(self, row: tuple[Value, ...]) -> list[tuple[int, str]]:
        """Return the sort key of a row."""
        values = dict(zip(self.which.variables, row, strict=True))
        return [self._place(binding, values) for binding in self.which.bindings]

    def _place(self, binding: Binding, values: Values) -> tuple[int, str]:
        of = binding.of
        key = None if of is None else (of, tuple(term.under(values) for term in of.terms))
        if key not in self._places:
            if of is None:
                facts = (value for rows in self.book.facts.values() for row in timely(rows) for value in row)
                among = tuple(dict.fromkeys((*facts, *self.book.elements)))
            else:
                among = members_of(of, values, self.book.tables)
            self._places[key] = {value: place for place, value in enumerate(among)}
        places, value = self._places[key], values[binding.variable]
        return places.get(value, len(places)), "" if value in places else str(value)
