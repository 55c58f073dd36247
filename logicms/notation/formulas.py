"""Formulas and rules: text -> expressions of `rules.language`, and on to sympy. `hint_files` reads whole files by it.

`grammar/hints.lark` is the notation, `docs/reference/notation` its specification. sympy objects are built from
plain symbols; no text ever reaches sympy's own readers, which evaluate code. A *scope* knows which sets, elements and
predicates there are, so that a mistake is found where it is written; `formula_mistakes` says what is wrong with a text
that the grammar refuses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from logicms.board import Cell, Size, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, counted, expect, nearest
from logicms.hints import Name
from logicms.limits import timely
from logicms.notation.formula_mistakes import KEYWORDS, MAX_NAME, MEANT, mistake, mistake_in_name
from logicms.notation.texts import Text, parse
from logicms.problem import Formula, Problem
from logicms.rules.grounding import to_sympy
from logicms.rules.language import (
    CLUE,
    GRID_SETS,
    MINE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Join,
    Kind,
    Operator,
    Quantified,
    Relation,
    Tables,
    Term,
    Terms,
    Truth,
    Which,
    unsafe,
)
from logicms.rules.language import Set as SetOf

if TYPE_CHECKING:
    from lark import Token, Tree
    from sympy.logic.boolalg import Boolean

    from logicms.connectives import Connective
    from logicms.rules.closed import ClosedPart

    Node = Tree[Token] | Token

MAX_DEPTH = 64
"""The deepest nesting of operators: sympy's own traversals are recursive, and this depth is far from Python's limit."""

MAX_HINT_TEXT = 256 * 1024
MAX_LINE = 64 * 1024
"""The most characters in a hint file and in one of its lines: sympy takes time for every operator."""

MAX_RANGE = 10_000
"""The most numbers in a range."""


def parse_formula(
    text: str,
    source: str = "<formula>",
    size: Size | None = None,
    tables: Tables | None = None,
    closed: ClosedPart | None = None,
) -> Boolean:
    """Return the formula written in `text`; with `size`, a name written like a cell must be on that grid.

    A formula with quantifiers needs the `tables` of its sets, and `closed` predicates for variables without a set.

    >>> parse_formula("A1 & B1 -> ~(C1 | rain)")
    Implies(A1 & B1, ~(C1 | rain))
    >>> parse_formula("some c in beside(A1): mine(c)", size=(2, 2))
    A2 | B1
    >>> parse_formula("at least 1 among a b")
    a | b
    >>> parse_formula("A1 & (B1 -> C1")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <formula>:1:6: this ( is not closed
    A1 & (B1 -> C1
         ^
    """
    known = tables or Tables(size=size)
    return to_sympy(_expression(text, source, known, () if closed is None else closed.predicates), known, closed)


def formula_about(problem: Problem, text: str, source: str = "<formula>") -> Boolean:
    """Return the formula written in `text`, which may speak of the grid and the sets of a problem.

    >>> formula_about(Problem(size=(2, 1)), "1 c in cells: mine(c)")
    (A1 | B1) & ~(A1 & B1)
    """
    return parse_formula(text, source, problem.size, tables_of(problem), problem.closed)


def question(problem: Problem, text: str, source: str = "<formula>") -> Formula:
    """Return the same with its text: what is asked about a problem.

    >>> question(Problem(size=(2, 1)), " some c in cells: mine(c) ").text
    'some c in cells: mine(c)'
    """
    return Formula(text.strip(), formula_about(problem, text, source))


def tables_of(problem: Problem) -> Tables:
    """Return the sets that a formula about a problem may speak of."""
    if problem.book is not None:
        return problem.book.tables
    return Tables(size=problem.size, grid="square" if problem.board is None else problem.board.grid)


_WHICH = re.compile(r"\s*which\s+[^\W\d_]")


def asks_which(text: str) -> bool:
    """Return whether a question asks for values; the word `which` is also a name like any other.

    >>> asks_which("which x in people: likes(x, ann)"), asks_which("which -> what")
    (True, False)
    """
    return _WHICH.match(text) is not None


def _asking_for(variable: str, question: str) -> str:
    """Return the question that also asks for a variable.

    >>> _asking_for("X", "p(X)"), _asking_for("y", "which x in s: p(x, y)")
    ('which X: p(X)', 'which x in s, y: p(x, y)')
    """
    return question.replace(":", f", {variable}:", 1) if asks_which(question) else f"which {variable}: {question}"


def parse_which(text: str, tables: Tables, closed: Collection[str] = (), source: str = "<formula>") -> Which:
    """Return the question for values written in `text`, about these sets and closed predicates.

    >>> parse_which("which x in s: p(x)", Tables({"s": ("a", "b")})).variables
    ('x',)
    """
    checked = _one_line(text, source)
    if not asks_which(text):
        raise checked.mistake("a question for values begins with `which x in …:`", offset=0)
    scope = Scope(tables, closed=closed, question=checked.content.strip())
    tree = parse_tree(checked, "which", scope.elements)
    _check_depth(tree, checked)
    bindings, body = tree.children
    which = Which(text.strip(), *_Reader(checked, scope).bound(bindings, body, {}))
    asked = {term.variable for atom in which.open_atoms(closed) for term in atom.terms}
    if (variable := next((each for each in which.unranged(closed) if each not in asked), None)) is not None:
        token = next(token for token in _words(tree) if token == variable)
        raise mistake_at(token, checked, f"say where {variable[:40]} ranges: `which {variable[:40]} in …`")
    return which


def name_about(problem: Problem, text: str | Cell) -> Name:
    """Return the name that a text stands for; its arguments must be values of the problem, as in a formula.

    >>> name_about(Problem(size=(2, 1)), "pit( B1 )")
    'pit(B1)'
    """
    name = problem.name(text)
    if problem.board is None and not isinstance(name, Cell) and name.endswith(")") and name not in problem.names:
        formula_about(problem, str(text))
    return name


def parse_expression(text: str, source: str = "<formula>", *, problem: Problem | None = None) -> Expression:
    """Return the expression written in `text`, about a problem; without one, whatever its sets and elements are.

    Without a problem it is the checker's way to read a formula.

    >>> parse_expression("all c in s: p(c)").kind
    'all'
    """
    if problem is None:
        return _expression(text, source, None)
    return _expression(text, source, tables_of(problem), () if problem.closed is None else problem.closed.predicates)


def _expression(text: str, source: str, tables: Tables | None, closed: Collection[str] = ()) -> Expression:
    checked = _one_line(text, source)
    scope = Scope(tables, question=checked.content.strip(), closed=closed)
    if asks_which(text):
        raise checked.mistake("a question with `which` is answered by rows: use the command ask, or kb.which", offset=0)
    (tree,) = parse_tree(checked, "question", () if tables is None else scope.elements).children
    assert not isinstance(tree, str), "the grammar has a rule for everything that can be asked"
    return expression_of(tree, checked, scope) if tree.data == "formula" else _count(tree, checked, scope)


def _count(tree: Tree[Token], text: Text, scope: Scope) -> Expression:
    """Return a count among names as one of the elements of a set that lists them."""
    number, *names = cast("list[Token]", tree.children)
    among = names_of(names, text, scope.size)
    kind = cast(Kind, str(tree.data))
    count = Term(None, text.number(number, offset=number.start_pos or 0))
    return Quantified(kind, count, (Binding("x", SetOf("", elements=among)),), Atom(MINE, (Term("x"),)))


def _one_line(text: str, source: str) -> Text:
    expect(text, str, "a formula as text")
    checked = short_text(text.rstrip(), source)
    if len(checked.lines) > 1:
        raise checked.mistake_in_line("a formula must be on one line", 1, len(checked.lines[0]) + 1)
    return checked


def format_formula(formula: Boolean | bool) -> str:
    """Return the text of a formula, with parentheses only where they are needed; `parse_formula` reads it back.

    >>> from sympy.abc import a, b, c
    >>> format_formula(((a | b) & ~c) >> (a ^ b))
    '~c & (a | b) -> a ^ b'
    """
    from logicms.connectives import fold, formula_text

    def depth(kind: Connective, part: Any, depths: list[int]) -> int:
        if kind == "symbol":
            match = _NAME.fullmatch(part.name)
            if match is None or match[1] in KEYWORDS:
                message = "a name is letters, digits and _, and begins with a letter"
                raise BoardError(f"not a name: {part.name[:40]!r}; {message}")
        return 1 + max(depths, default=-1)

    if fold(formula, depth) > MAX_DEPTH:
        raise BoardError(f"a formula nested more than {MAX_DEPTH} operators deep cannot be written")
    return formula_text(formula)


_NAME = re.compile(r"([^\W\d_]\w*)(\([^()\s]+\))?")


# -- what a hint file shares with a formula


def short_text(text: str, source: str) -> Text:
    """Return the checked text, or refuse it if it or one of its lines is too long."""
    checked = Text(text, source)
    check_length(checked, checked.content)
    return checked


def check_length(text: Text, content: str) -> None:
    """Refuse a text if this part of it, without blanks instead of the rest, or one of its lines is too long."""
    if len(content) > MAX_HINT_TEXT and len(content) - content.count(" ") > MAX_HINT_TEXT:
        raise text.mistake(f"the text is too large: more than {MAX_HINT_TEXT:,} characters", offset=0)
    for number, line in enumerate(text.lines, 1) if len(content) > MAX_LINE else ():
        if len(line) > MAX_LINE:
            message = f"the line is too long: {len(line):,} characters, more than {MAX_LINE:,}"
            raise text.mistake_in_line(message, number, MAX_LINE + 1)


def parse_tree(text: Text, rule: str, values: Collection[object] = (), content: str | None = None) -> Tree[Token]:
    """Parse the text by `grammar/hints.lark`, starting at `rule`; an error says what is wrong and where.

    `values` are elements of sets that the text itself does not declare; `content` is what is left of it to parse.
    """
    from lark.exceptions import UnexpectedInput

    try:
        return parse("hints.lark", rule, text.content if content is None else content)
    except UnexpectedInput as error:
        wrong = mistake(text, error, values)
    raise wrong


def word_of(token: Token, text: Text) -> str:
    """Return the word that a token spells; keywords, very long words and look-alikes are refused."""
    if token in KEYWORDS:
        raise mistake_at(token, text, f"{str(token)!r} is a keyword: it cannot be a name")
    if len(token) > MAX_NAME:
        raise mistake_at(token, text, f"a name is at most {MAX_NAME} characters long")
    if wrong := mistake_in_name(token):
        raise mistake_at(token, text, wrong)
    return str(token)


def name_of(token: Token, text: Text, size: Size | None) -> Name:
    """Return the name that a token spells, as a Cell if it is written like one."""
    name = plain_name(word_of(token, text))
    if isinstance(name, Cell) and size is not None and (name.col >= size[0] or name.row >= size[1]):
        raise mistake_at(token, text, f"{name} is not on a grid of {size[0]}x{size[1]}")
    return name


def names_of(tokens: Iterable[Token], text: Text, size: Size | None) -> tuple[Name, ...]:
    """Return the names that tokens spell, each of them once."""
    names: dict[Name, None] = {}
    for token in tokens:
        if (name := name_of(token, text, size)) in names:
            raise mistake_at(token, text, f"{name} appears twice")
        names[name] = None
    return tuple(names)


def plain_name(word: str) -> Name:
    """Return the word as a Cell if it is written exactly as cells are, else as it is.

    >>> plain_name("B3"), plain_name("b3"), plain_name("rain")
    (Cell(row=2, col=1), 'b3', 'rain')
    """
    try:
        cell = parse_cell(word)
    except BoardError:
        return str(word)
    return cell if str(cell) == word else str(word)


def mistake_at(token: Token, text: Text, message: str) -> BoardSyntaxError:
    """Return the error that points at a token."""
    assert token.start_pos is not None
    return text.mistake(message, offset=token.start_pos)


# -- tree -> expression


@dataclass
class Scope:
    """What the names in an expression may refer to; without tables, nothing is known and everything is accepted."""

    tables: Tables | None
    terms: dict[str, int] = field(default_factory=dict)
    """How many terms each predicate has, as far as it has come up."""
    question: str | None = None
    """The question that is read; None: a statement is."""
    closed: Collection[str] = ()
    """The closed predicates, whose atoms say where variables range."""

    @property
    def size(self) -> Size | None:
        return None if self.tables is None else self.tables.size

    @cached_property
    def elements(self) -> frozenset[object]:
        """Everything that is in a declared set, and what facts of closed predicates declare."""
        assert self.tables is not None
        found = set[object](self.tables.constants).union(*self.tables.sets.values())
        for relation in self.tables.relations.values():
            found.update(relation, *relation.values())
        return frozenset(found)


_Variables = Mapping[str, bool | None]
"""The variables that are bound: whether each is a number; None if that is not known."""


def expression_of(tree: Tree[Token], text: Text, scope: Scope) -> Expression:
    """Return the expression under a `formula` node."""
    _check_depth(tree, text)
    expression = _Reader(text, scope).expression(tree.children[0], {})
    if scope.tables is not None and (variable := unsafe(expression, scope.closed)) is not None:
        token = next(token for token in _words(tree) if token == variable)
        remedy = f"`all {variable[:40]} in …`, or a condition on it that is an atom of a closed predicate"
        raise mistake_at(token, text, f"say where {variable[:40]} ranges: {remedy}")
    return expression


class _Reader:
    def __init__(self, text: Text, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self._looks = iter(timely(count(), every=64))  # at the clock, if there is a time limit

    def expression(self, node: Node, bound: _Variables) -> Expression:
        """Return the expression of a node; it is nowhere deep, so this may recurse."""
        if isinstance(node, str):
            return self._proposition(node, bound)
        next(self._looks)
        kind = str(node.data)
        if kind == "predicate":
            return self._predicate(node, bound)
        if kind in ("mine_at", "safe_at"):
            atom = Atom(MINE, (self._element(node.children[0], bound),))
            return atom if kind == "mine_at" else Join("not", (atom,))
        if kind == "comparison":
            return self._comparison(node, bound)
        if kind in _KINDS:
            return self._quantified(node, bound)
        return Join(cast(Operator, kind), tuple(self.expression(child, bound) for child in node.children))

    def _proposition(self, token: Token, bound: _Variables) -> Expression:
        if token.type in ("TRUE", "FALSE"):
            return Truth(token.type == "TRUE")
        if token in bound:
            return Atom(MINE, (self._element(token, bound),))
        name = name_of(token, self.text, self.scope.size)
        if self.scope.terms.setdefault(str(name), 0):
            raise self._mistake(token, self._number_of_terms(str(name)))
        return Atom(MINE, (Term(None, name),))

    def _predicate(self, node: Tree[Token], bound: _Variables) -> Atom:
        first, *rest = node.children
        name = word_of(cast("Token", first), self.text)
        if name in MEANT:
            raise self._mistake(first, f"{name!r} is not used here; write {MEANT[name]}")
        if isinstance(plain_name(name), Cell):
            raise self._mistake(first, f"{name} is a cell: it has no arguments")
        if self.scope.terms.setdefault(name, 2 if name == CLUE else len(rest)) != len(rest):
            raise self._mistake(first, self._number_of_terms(name))
        return Atom(name, tuple(self._term(term, bound) for term in rest))

    def _number_of_terms(self, name: str) -> str:
        number = counted(self.scope.terms[name], "argument")
        return f"{name[:40]} has {number} elsewhere: a predicate has one number of them"

    # -- terms

    def _term(self, node: Node, bound: _Variables) -> Term:
        if not isinstance(node, str) and node.data == "negative":
            number = cast("Token", node.children[0])
            return Term(None, -self.text.number(number, offset=number.start_pos or 0))
        if not isinstance(node, str):
            for token in _words(node):
                self._check_bound(token, bound)
                self._check_number(token, bound)
            added, subtracted = self._sum(node, bound)
            if len(added) != 1 or subtracted:
                remedy = "give it a variable of its own, as in `all x, y, z in …: z = x+y & … -> …`"
                raise self._mistake(node, f"a sum of variables stands only in a comparison: {remedy}")
            return added[0]
        if node.type == "NUMBER":
            return Term(None, self.text.number(node, offset=node.start_pos or 0))
        if node in bound:
            return Term(str(node))
        name = name_of(node, self.text, self.scope.size)
        if not isinstance(name, Cell) and self.scope.tables is not None and name not in self.scope.elements:
            self._check_bound(node, bound)
        return Term(None, name)

    def _comparison(self, node: Tree[Token], bound: _Variables) -> Comparison:
        one, sign, other = node.children
        sides = [each for each in (one, other) if isinstance(each, str)]
        if len(sides) == 2 and not any(map(partial(self._is_value, bound=bound), sides)):
            raise self._mistake(one, _between_formulas(str(sign)))
        relation = cast(Relation, {"≠": "!=", "≤": "<=", "≥": ">="}.get(str(sign), str(sign)))
        (left, less), (right, more) = self._sum(one, bound), self._sum(other, bound)
        found = Comparison(relation, _numbers_last(left + more), _numbers_last(right + less))
        for token in _words(node) if found.is_of_numbers else ():
            self._check_number(token, bound)
        return found

    def _is_value(self, token: Token, bound: _Variables) -> bool:
        """Return whether a word is a variable, a number or an element; without tables, anything may be one."""
        known = self.scope.tables is None or token in bound or token.type == "NUMBER"
        return known or plain_name(token) in self.scope.elements or isinstance(plain_name(token), Cell)

    def _sum(self, node: Node, bound: _Variables) -> tuple[Terms, Terms]:
        """Return what is added and what is subtracted; a number is added to the term before it."""
        parts: list[tuple[bool, Token]] = []
        while not isinstance(node, str) and node.data != "negative":
            parts.append((node.data == "plus", cast("Token", node.children[1])))
            node = node.children[0]
        added, subtracted = [self._term(node, bound)], list[Term]()
        for positive, token in reversed(parts):
            term = self._term(token, bound)
            if term.variable is not None:
                (added if positive else subtracted).append(term)
                continue
            self._check_number(token, bound)
            self._check_number(first_token(node), bound)
            number, before = cast(int, term.value), added[-1]
            added[-1] = replace(before, value=cast(int, before.value) + (number if positive else -number))
        return tuple(added), tuple(subtracted)

    def _element(self, node: Node, bound: _Variables) -> Term:
        """Return a term that is not a number."""
        term = self._term(node, bound)
        if isinstance(term.value, int) and (term.variable is None or bound[term.variable]):
            raise self._mistake(node, f"{term} is a number: it cannot hold or not hold")
        return term

    def _check_bound(self, token: Token, bound: _Variables) -> None:
        if token not in bound:
            word = word_of(token, self.text)[:40]
            if word in MEANT:
                raise self._mistake(token, f"{word!r} is not used here; write {MEANT[word]}")
            remedy = f"begin with `all {word} in …:`, or declare it as an element, `set … = {word}`"
            if len(word) > 1 and word[0].isupper() and self.scope.closed:
                remedy += f"; constants of facts begin with a small letter: {word[0].lower()}{word[1:]}"
            if self.scope.question is not None:
                remedy = f"write `{_asking_for(word, self.scope.question)}`"
            near = nearest(word, sorted(map(str, (*bound, *(self.scope.elements if self.scope.tables else ())))))
            if self.scope.question is not None and not near and len(word) > 1 and word[0].islower():
                remedy += f"; no set and no fact has an element {word}"
            remedy = f"{near} If not, {remedy}" if near else f": {remedy}"
            raise self._mistake(token, f"{word} is a free variable{remedy}")

    def _check_number(self, token: Token, bound: _Variables) -> None:
        if bound.get(token, False) is False and token.type == "NAME":
            raise self._mistake(token, f"{str(token)[:40]} is not a number")

    # -- quantifiers

    def _quantified(self, node: Tree[Token], bound: _Variables) -> Quantified:
        *number, bindings, body = node.children
        count = None
        if number:
            count = self._term(number[0], bound)
            if count.variable is None and not isinstance(count.value, int):
                raise self._mistake(number[0], f"{count} is not a number")
            if count.variable is not None:
                self._check_number(first_token(number[0]), bound)
        return Quantified(_KINDS[str(node.data)], count, *self.bound(bindings, body, bound))

    def bound(self, bindings: Node, body: Node, bound: _Variables) -> tuple[tuple[Binding, ...], Expression]:
        """Return what variables range over, and what is said about them."""
        inside: dict[str, bool | None] = dict(bound)
        each_binding = cast("list[Tree[Token]]", cast("Tree[Token]", bindings).children)
        return self._bindings(each_binding, inside), self.expression(body, inside)

    def _bindings(self, nodes: list[Tree[Token]], bound: dict[str, bool | None]) -> tuple[Binding, ...]:
        """Return the bindings: a variable without a set of its own has that of the next one that has one."""
        read: list[Binding] = []
        waiting: list[Token] = []
        for node in nodes:
            variable, *domain = cast("list[Any]", node.children)
            waiting.append(variable)
            if domain:
                of = self._domain(domain[0], bound)
                read += [self._binding(each, of, bound) for each in waiting]
                waiting = []
        return (*read, *(self._binding(each, None, bound) for each in waiting))

    def _binding(self, variable: Token, of: SetOf | None, bound: dict[str, bool | None]) -> Binding:
        """Return a binding, and add its variable to those that are bound."""
        word = word_of(variable, self.text)
        if word in bound:
            raise self._mistake(variable, f"{word[:40]} is a variable already: choose another name")
        is_element = self.scope.tables is not None and word in self.scope.elements
        if is_element or isinstance(plain_name(word), Cell):
            what = "an element of a set" if is_element else "a cell"
            raise self._mistake(variable, f"{word[:40]} is {what}: a variable needs a name of its own")
        bound[word] = None if of is None else self._is_of_numbers(of)
        return Binding(word, of)

    def _domain(self, node: Tree[Token], bound: _Variables) -> SetOf:
        if node.data == "range":
            return SetOf("", numbers=range_of(node, self.text))
        first, *rest = node.children
        name = word_of(cast("Token", first), self.text)
        terms = tuple(self._term(term, bound) for term in rest)
        if self.scope.tables is not None:
            self._check_set(cast("Token", first), len(terms), self.scope.tables)
        return SetOf(name, terms)

    def _check_set(self, token: Token, terms: int, tables: Tables) -> None:
        """Refuse a set that is not there, or has another number of arguments."""
        name, own = str(token), tables.relations if terms else tables.sets
        of_grid = name in GRID_SETS if terms else name == "cells"
        if terms < 2 and (name in own or (of_grid and tables.size is not None)):
            return
        if of_grid and tables.size is None:
            raise self._mistake(
                token, f"{name} needs a grid: give its size, such as size: 9x9, or a board that has one"
            )
        if name in (*GRID_SETS, *tables.relations, *tables.sets, "cells"):
            argument = "no argument" if name in tables.sets or name == "cells" else "one argument, such as a variable"
            raise self._mistake(token, f"{name[:40]} has {argument}")
        there = [*tables.sets, *tables.relations, *(["cells", *GRID_SETS] if tables.size is not None else [])]
        known = f"the sets are {', '.join(there)}" if there else f"declare it: `set {name[:40]} = …`"
        raise self._mistake(token, f"there is no set {name[:40]!r}; {known}{nearest(name, there)}")

    def _is_of_numbers(self, of: SetOf) -> bool | None:
        tables = self.scope.tables
        if of.numbers is not None:
            return True
        if tables is None:
            return None
        if of.name not in (tables.relations if of.terms else tables.sets):
            return False  # the grid's own
        members = tables.sets.get(of.name, ()) if not of.terms else sum(tables.relations.get(of.name, {}).values(), ())
        return None if not members else all(isinstance(each, int) for each in members)

    def _mistake(self, node: Node, message: str) -> BoardSyntaxError:
        return mistake_at(first_token(node), self.text, message)


def _words(node: Tree[Token]) -> Iterator[Token]:
    return (token for token in node.scan_values(lambda token: True) if token.type == "NAME")


def _numbers_last(terms: Terms) -> Terms:
    """Return a sum in which a number that comes first is added to the variable after it, as it can be written."""
    first, *others = terms
    if first.variable is not None or not isinstance(first.value, int) or not others or others[0].variable is None:
        return terms
    return replace(others[0], value=cast(int, others[0].value) + first.value), *others[1:]


def _between_formulas(sign: str) -> str:
    """Return what is wrong with a comparison of two words that are no values."""
    instead = {"=": "; between formulas, write <->", "!=": "; between formulas, write ^"}.get(sign, "")
    return f"{sign!r} compares variables, elements of sets and numbers{instead}"


_KINDS: dict[str, Kind] = {
    "all": "all",
    "some": "some",
    "count": "exactly",
    "count_least": "at_least",
    "count_most": "at_most",
}


def range_of(node: Tree[Token], text: Text) -> tuple[int, int]:
    """Return the two numbers of a range."""
    low, high = (text.number(each, offset=each.start_pos or 0) for each in cast("list[Token]", node.children))
    if not low <= high < low + MAX_RANGE:
        message = "begins with the smaller number" if low > high else f"has at most {MAX_RANGE:,} numbers"
        raise mistake_at(first_token(node), text, f"a range {message}")
    return low, high


def _check_depth(tree: Tree[Token], text: Text) -> None:
    level = [tree]
    for _ in range(MAX_DEPTH + 1):
        level = [child for node in level for child in node.children if not isinstance(child, str)]
        if not level:
            return
    raise mistake_at(first_token(level[0]), text, f"nested too deeply: at most {MAX_DEPTH} operators inside each other")


def first_token(node: Node) -> Token:
    """Return the leftmost name, number, true or false under a node."""
    while not isinstance(node, str):
        node = node.children[0]
    return node
