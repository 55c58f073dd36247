"""Datalog files: what Prolog, Datalog and clingo share -> HintFile, in which every predicate is closed.

`grammar/datalog.lark` is the notation, `docs/reference/notation/datalog.md` its specification. A rule is read as the
tree of the hint file's rule that says the same, and by the reader of these: `p(X) :- q(X, Y), not r(Y).` is
`all X, Y: q(X, Y) & ~r(Y) -> p(X)`, and that is its text in proofs. What is asked in such a file, after `?-`, becomes a
question in the notation of hint files too (`question_about`).

A rule must be *safe*, as in clingo: each of its variables stands in a positive atom of the body, or is equal to what
does. Sums make no new numbers here, so a sum alone gives no variable its value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from logicms.board import Cell
from logicms.errors import BoardError, BoardSyntaxError, counted, nearest
from logicms.notation.facts import PLAIN_FACT, Row, Table, arities_of, is_plain_name, take_facts
from logicms.notation.formula_mistakes import KEYWORDS, MEANT
from logicms.notation.formulas import (
    MAX_RANGE,
    Scope,
    check_length,
    expression_of,
    first_token,
    mistake_at,
    plain_name,
    short_text,
    word_of,
)
from logicms.notation.hint_files import Closed, Declared, Facts, HintFile, Line, is_rule, names_to_declare
from logicms.notation.texts import Text, parse
from logicms.problem import Formula, Problem
from logicms.rules.grounding import to_sympy
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Comparison,
    Expression,
    Join,
    Quantified,
    Rule,
    Tables,
    Value,
    conjuncts,
    instances_of,
)

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

    Node = Tree[Token] | Token

MOST_ROWS = 200_000
"""A fact with ranges that stands for more facts than this is refused."""

_COMMENT = r"%(?!\*)[^\n]*|%\*(?:(?!\*%|%\*)[^\n])*\*%(?=[ \t]*(?:\n|\Z))|/\*(?:[^*]|\*(?!/))*\*/"
_ANY_COMMENT = re.compile(rf"{_COMMENT}|/\*.*", re.DOTALL)
"""A comment, to be left out; one that does not end goes on to the end of the text."""
_BLANK = re.compile(rf"(?:[ \t\n]+|{_COMMENT})*")
_FACT = re.compile(PLAIN_FACT + r"\.(?!\.)")
_STATEMENT = re.compile(rf"(?:{_COMMENT}|'[^'\n]*'|\.\.|[^.'%/]|/(?!\*))*+\.(?!\.)")


def parse_datalog(text: str, source: str = "<text>", tables: Sequence[Table] = ()) -> HintFile:
    """Return the program written in `text`, after the facts of some tables.

    >>> file = parse_datalog("parent(ann, bob).\\nolder(X, Y) :- parent(X, Y).\\n?- older(ann, X).")
    >>> print(file)
    only parent older
    parent(ann, bob)
    all X, Y: parent(X, Y) -> older(X, Y)
    >>> file.questions
    ('older(ann, X)',)
    >>> parse_datalog("p(X) :- q(Y).")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:1:3: X is not safe: it stands in no positive atom of the body
    p(X) :- q(Y).
      ^
    """
    checked = Text(text, source)
    names = _Names(checked, arities_of(tables))
    for predicate in names.first:
        if not _is_predicate(predicate):
            raise BoardError(f"{predicate[:40]} cannot be a predicate here: {_PREDICATE}")
    looks = _candidates(checked.content)
    taken, rest = take_facts(
        checked.content, looks, names.scope.terms, is_predicate=_is_predicate, is_variable=is_variable
    )
    check_length(checked, rest)
    return _file(names, taken, _tree(checked, rest, "program"), tables)


def _candidates(content: str) -> Iterator[re.Match[str]]:
    """Yield what looks like a plain fact where a statement begins."""
    place = 0
    while True:
        blank = _BLANK.match(content, place)
        place = blank.end() if blank else place
        if fact := _FACT.match(content, place):
            yield fact
        statement = fact or _STATEMENT.match(content, place)
        if statement is None:
            return
        place = statement.end()


def is_variable(word: str) -> bool:
    """Return whether a word is a variable: it begins with a capital, or with _."""
    return word[0] == "_" or word[0].isupper()


_PREDICATE = "write a word that begins with a small letter and has no other meaning, such as edge"


def _is_predicate(word: str) -> bool:
    return is_plain_name(word) and not is_variable(word) and word not in MEANT and word != CLUE


def _tree(text: Text, content: str, rule: str) -> Tree[Token]:
    """Parse what is left of a text by `grammar/datalog.lark`; an error says what is wrong, where, and what to write."""
    from lark.exceptions import UnexpectedInput

    try:
        return parse("datalog.lark", rule, content)
    except UnexpectedInput as error:
        wrong = _mistake(text, error)
    raise wrong


# -- words


class _Names:
    """The words of a file: its predicates, and what its variables cannot be called in a hint file."""

    def __init__(self, text: Text, arities: dict[str, int]) -> None:
        self.text = text
        self.scope = Scope(None, arities)
        self.first: dict[str, int] = dict.fromkeys(arities, -1)
        """Where each predicate first is."""
        self.constants: set[str] = set()

    def predicate(self, token: Token) -> Token:
        """Return the name of a predicate as a hint file has it."""
        if is_variable(token):
            raise mistake_at(token, self.text, f"{token[:40]} is a variable: a predicate begins with a small letter")
        if token in _RESERVED:
            message = f"{token} has a meaning of its own in logicms: call the predicate {token}_, for example"
            raise mistake_at(token, self.text, message)
        word_of(token, self.text)
        place = token.start_pos or 0
        self.first[str(token)] = min(self.first.get(str(token), place), place)
        return token.update(type="NAME")

    def constant(self, token: Token) -> Token:
        """Return a constant as a hint file has it; a quoted one must be a word."""
        if token.type == "WORD":
            word_of(token, self.text)
            return token.update(type="NAME")
        if not is_plain_name(token[1:-1]):
            remedy = "write a word of letters, digits and _ that begins with a letter, such as 'New_York'"
            raise mistake_at(token, self.text, f"{token[:40]} cannot be a constant: {remedy}")
        return token.update(type="NAME", value=token[1:-1])

    def value(self, node: Node) -> Value:
        """Return what a constant or a number in a fact stands for."""
        if not isinstance(node, str):
            return -cast(int, self.value(node.children[0]))
        if node.type == "NUMBER":
            return self.text.number(node, offset=node.start_pos or 0)
        if node.type == "WORD" and is_variable(node):
            remedy = f"; a constant is {node[:40].lower()} or '{node[:40]}'" if node[0] != "_" else ""
            raise mistake_at(node, self.text, f"{node[:40]} is not safe: a fact has no variables{remedy}")
        return plain_name(self.constant(node))

    def facts(self, atom: Tree[Token]) -> Iterator[tuple[int, str, Row]]:
        """Yield the facts that one with ranges stands for, each with its place."""
        name, *arguments = atom.children
        token = self.predicate(cast("Token", name))
        if self.scope.terms.setdefault(str(token), len(arguments)) != len(arguments):
            has = counted(self.scope.terms[str(token)], "argument")
            raise mistake_at(token, self.text, f"{token[:40]} has {has} elsewhere: a predicate has one number of them")
        columns = [self._column(each) for each in arguments]
        if prod(map(len, columns)) > MOST_ROWS:
            raise mistake_at(token, self.text, f"these are more than {MOST_ROWS:,} facts")
        for row in product(*columns):
            yield token.start_pos or 0, str(token), row

    def _column(self, node: Node) -> Sequence[Value]:
        if isinstance(node, str) or node.data != "range":
            return (self.value(node),)
        low, high = (cast(int, self.value(each)) for each in node.children)
        if not low <= high < low + MAX_RANGE:
            message = "begins with the smaller number" if low > high else f"has at most {MAX_RANGE:,} numbers"
            raise mistake_at(first_token(node), self.text, f"a range {message}")
        return range(low, high + 1)


_RESERVED = frozenset((*KEYWORDS, *MEANT, CLUE))


def _variables(node: Node) -> list[Token]:
    tokens = [node] if isinstance(node, str) else node.scan_values(lambda token: True)
    return [token for token in tokens if token.type == "WORD" and is_variable(token)]


# -- statements


class _Statement:
    """A rule, a constraint or a question: as the tree of what a hint file says instead, and as its expression."""

    def __init__(self, node: Tree[Token], names: _Names) -> None:
        self.names = names
        self.text = names.text
        self.kind = "question" if node.data == "asked" else str(node.data)
        *self.head, body = cast("list[Tree[Token]]", node.children)
        self.literals = cast("list[Tree[Token]]", body.children)
        self.called: dict[str, str] = {}
        """What each variable is called in a hint file."""
        self.used: set[str] = set()
        """These names, and those of each _."""
        self._check_safe()

    @property
    def words(self) -> Iterator[Token]:
        """Its words that are no variables."""
        for part in (*self.head, *self.literals):
            for token in part.scan_values(lambda token: cast("Token", token).type in ("WORD", "QUOTED")):
                if token.type == "QUOTED" or not is_variable(token):
                    yield token.update(value=token.strip("'"))

    @property
    def line(self) -> int:
        return first_token((*self.head, *self.literals)[0]).line or 1

    @cached_property
    def expression(self) -> Expression:
        """What it says; of a question, that there are such values."""
        head = [self._tree(atom) for atom in self.head]
        is_asked = self.kind == "question"
        parts = [self._in_some(literal) if is_asked else self._tree(literal) for literal in self.literals]
        said = parts[0] if len(parts) == 1 else _node("and", parts)
        if not is_asked:
            said = _node("implies", [said, *head]) if head else _node("not", [said])
        if self.called:
            said = _node("some" if is_asked else "all", [self._bindings(self.called.values()), said])
        return expression_of(_node("formula", [said]), self.text, self.names.scope)

    @property
    def question(self) -> str:
        """What is asked, in the notation of hint files."""
        asked = self.expression
        if not self.called:
            return written(asked)
        return f"which {', '.join(self.called.values())}: {written(cast(Quantified, asked).body)}"

    def __str__(self) -> str:
        return ", ".join(map(_said, self.literals))

    # -- as trees of hint files

    def _tree(self, node: Node) -> Node:
        """Return a part of a statement as a hint file has it; it is nowhere deep, so this may recurse."""
        if isinstance(node, str):
            return self._token(node)
        if node.data == "not":
            return _node("not", [self._in_some(node.children[0])])
        if node.data == "atom":
            name, *arguments = node.children
            token = self.names.predicate(cast("Token", name))
            return _node("predicate", [token, *map(self._tree, arguments)]) if arguments else token
        if node.data == "range":
            message = "a range stands only in a fact: write number(1..9). and then number(X)"
            raise mistake_at(first_token(node), self.text, message)
        return _node(str(node.data), [self._tree(child) for child in node.children])

    def _in_some(self, node: Node) -> Node:
        """Return a literal in which _ stands for something, whatever it is."""
        before = set(self.called)
        found = self._tree(node)
        own = [variable for variable in self.called if variable not in before and variable.startswith(_ANY)]
        return _node("some", [self._bindings([self.called.pop(each) for each in own]), found]) if own else found

    def _token(self, token: Token) -> Token:
        if token.type == "RELATION":
            return token.update(value={"\\=": "!=", "=<": "<="}.get(token, str(token)))
        if token.type == "NUMBER":
            return token
        if token.type == "QUOTED" or not is_variable(token):
            return self.names.constant(token)
        variable = f"{_ANY}{len(self.used)}" if token == "_" else str(token)
        if variable not in self.called:
            self.called[variable] = self._name_of_variable("Any" if token == "_" else token.lstrip("_"))
        return token.update(type="NAME", value=self.called[variable])

    def _name_of_variable(self, word: str) -> str:
        """Return what a variable is called: as it is, unless that is a cell, or the name of something else."""
        word = word if word[:1].isalpha() else f"V{word}"
        names = (word, word[0].lower() + word[1:], *(f"{word}_{number}" for number in range(2, len(self.used) + 9)))
        free = (each for each in names if each not in self.used and each not in self.names.constants)
        name = next(each for each in free if _is_name_of_variable(each))
        self.used.add(name)
        return name

    def _bindings(self, names: Iterable[str]) -> Node:
        token = first_token(self.literals[0])
        return _node("bindings", [_node("binding", [token.update(type="NAME", value=name)]) for name in names])

    # -- safety

    def _check_safe(self) -> None:
        """Refuse a variable of which the body does not say what it may be."""
        ranged = {token for literal in self.literals if literal.data == "atom" for token in _variables(literal)}
        equations = [each for each in self.literals if each.data == "comparison" and each.children[1] == "="]
        sides = [(each.children[0], each.children[2]) for each in equations]
        equal = [pair for pair in sides if all(isinstance(side, str) for side in pair)]
        for _ in equal:
            for one, other in (*equal, *(pair[::-1] for pair in equal)):
                if not _variables(other) or other in ranged:
                    ranged.update(_variables(one))
        atoms = [atom for literal in self.literals for atom in literal.find_data("atom")]
        own = {id(each) for atom in atoms for each in atom.children}
        for part in (*self.head, *self.literals):
            for token in _variables(part):
                if (token == "_" and id(token) not in own) or (token != "_" and token not in ranged):
                    raise mistake_at(token, self.text, self._unsafe(token, sides))

    def _unsafe(self, token: Token, sides: list[tuple[Node, Node]]) -> str:
        name = token[:40]
        if token != "_" and any(token in _variables(side) for pair in sides for side in pair):
            remedy = f"say which numbers there are, as in number(0..100)., and add number({name})"
            return f"{name} is not safe: a sum makes no new number; {remedy}"
        return f"{name} is not safe: it stands in no positive atom of the body"

    def check_built_in(self, defined: Collection[str]) -> None:
        """Refuse what Prolog has a meaning for, unless the file defines it."""
        for literal in self.literals:
            for atom in literal.find_data("atom"):
                token = cast("Token", atom.children[0])
                if token not in defined and (remedy := _BUILT_IN.get(token)) is not None:
                    raise mistake_at(token, self.text, f"{token} has no meaning here: {remedy}")

    def check_asked(self, constants: Collection[str]) -> None:
        """Refuse a variable of a question that is called as a constant is: that would be meant, most likely."""
        for token in (token for literal in self.literals for token in _variables(literal)):
            if token in constants:
                remedy = f"write '{token[:40]}' for the constant, or call the variable otherwise"
                raise mistake_at(token, self.text, f"{token[:40]} is a variable, and the name of a constant: {remedy}")

    # -- numbers and names

    @property
    def numbers(self) -> Iterator[Comparison]:
        """Its comparisons that make sense for numbers only."""
        found = _leaves(self.expression)
        return (leaf for leaf in found if isinstance(leaf, Comparison) and leaf.is_of_numbers)

    @cached_property
    def _parts(self) -> tuple[list[Expression], Atom | None]:
        """What must hold in its body, and its head."""
        _, body = instances_of(self.expression)
        if self.head:
            condition, head = cast(Join, body).parts
            return list(conjuncts(condition)), cast(Atom, head)
        body = cast(Join, body).parts[0] if self.kind == "constraint" else body
        return list(conjuncts(body.body if isinstance(body, Quantified) else body)), None

    def names_in_head(self, names: Mapping[tuple[str, int], Value]) -> dict[tuple[str, int], Value]:
        """Return a name for each place of its head where one may stand, given such names for other places."""
        _, head = self._parts
        found: dict[tuple[str, int], Value] = {}
        for place, term in enumerate(() if head is None or head.predicate == MINE else head.terms):
            name = term.value if term.variable is None else self.name_for(term.variable, names)
            if name is not None and not isinstance(name, int):
                found[cast(Atom, head).predicate, place] = name
        return found

    def name_for(self, variable: str, names: Mapping[tuple[str, int], Value]) -> Value | None:
        """Return a name that a variable may stand for; None if it surely stands for a number."""
        parts, _ = self._parts
        equal = [each for each in parts if isinstance(each, Comparison) and each.relation == "="]
        equal = [each for each in equal if not each.is_of_numbers]
        alike, constants = {variable}, list[Value]()
        for _ in equal:
            for each in equal:
                if any(term.variable in alike for term in each.terms):
                    alike.update(term.variable for term in each.terms if term.variable is not None)
                    constants += (term.value for term in each.terms if term.variable is None)
        places = [
            (atom.predicate, place)
            for atom in parts
            if isinstance(atom, Atom)
            for place, term in enumerate(atom.terms)
            if term.variable in alike
        ]
        found = [*constants, *(names.get(place, 0) for place in places)]
        return None if any(isinstance(each, int) for each in found) else found[0]

    def compared(self, variable: str) -> Token:
        """Return where a variable is in a comparison."""
        found = (each for literal in self.literals for each in literal.find_data("comparison"))
        return next(token for each in found for token in _variables(each) if self.called.get(token) == variable)


def _is_name_of_variable(word: str) -> bool:
    return is_plain_name(word) and word not in MEANT and not isinstance(plain_name(word), Cell)


_ANY = "_ "
"""What is noted for _ instead of the name of a variable."""


def _node(kind: str, children: list[Node]) -> Tree[Token]:
    from lark import Tree

    return Tree(kind, children)


def _said(node: Node) -> str:
    """Return a literal as a Datalog file has it."""
    if isinstance(node, str):
        return str(node)
    kind, parts = str(node.data), [_said(child) for child in node.children]
    if kind == "atom":
        return f"{parts[0]}({', '.join(parts[1:])})" if len(parts) > 1 else parts[0]
    return {"not": "not ", "negative": "-"}.get(kind, "") + {"plus": "+", "minus": "-"}.get(kind, " ").join(parts)


def written(expression: Expression) -> str:
    """Return what a statement or a question says, in the notation of hint files.

    >>> written(parse_datalog("p(X) :- q(X, _), not r(X, _), X < 3.").rules[0].body)
    'all X, Any: q(X, Any) & ~(some Any_2: r(X, Any_2)) & X < 3 -> p(X)'
    """
    if isinstance(expression, Quantified):
        names = ", ".join(binding.variable for binding in expression.bindings)
        return f"{expression.kind} {names}: {written(expression.body)}"
    if isinstance(expression, Join):
        parts = [f"({written(part)})" if _is_loose(part, expression) else written(part) for part in expression.parts]
        return f"~{parts[0]}" if expression.operator == "not" else _SIGNS[expression.operator].join(parts)
    if isinstance(expression, Atom) and expression.predicate != MINE:
        return f"{expression.predicate}({', '.join(map(str, expression.terms))})"
    return str(expression.terms[0]) if isinstance(expression, Atom) else str(expression)


_SIGNS = {"and": " & ", "implies": " -> "}


def _is_loose(part: Expression, inside: Join) -> bool:
    """Return whether a part of an expression needs parentheses."""
    return isinstance(part, Quantified) or (inside.operator == "not" and not isinstance(part, Atom))


# -- files


def _file(names: _Names, taken: list[tuple[int, str, Row]], tree: Tree[Token], tables: Sequence[Table]) -> HintFile:
    """Return a file with these facts and the statements of a tree, after the facts of tables."""
    is_fact: list[Tree[Token]] = []
    others: list[Tree[Token]] = []
    for node in cast("list[Tree[Token]]", tree.children):
        (is_fact if node.data == "clause" and len(node.children) == 1 else others).append(node)
    if is_fact:
        more = [fact for node in is_fact for fact in names.facts(cast("Tree[Token]", node.children[0]))]
        taken = sorted([*taken, *more], key=itemgetter(0))
    rows: dict[str, dict[Row, None]] = {}
    for table in tables:
        if table.rows:
            rows.setdefault(table.predicate, {}).update(dict.fromkeys(table.rows))
    for place, predicate, row in taken:
        rows.setdefault(predicate, {})[row] = None
        names.first.setdefault(predicate, place)
    facts = [Facts(predicate, tuple(of)) for predicate, of in rows.items()]
    known = dict.fromkeys(value for line in facts for row in line.rows for value in row)
    statements = [_Statement(node, names) for node in others]
    defined = {*rows, *(str(name) for statement in statements for head in statement.head for name in head.children[:1])}
    for statement in statements:
        statement.check_built_in(defined)
    names.constants.update(map(str, known), *(statement.words for statement in statements))
    for statement in statements:
        if statement.kind == "question":
            statement.check_asked(names.constants)
    lines = list(_lines(names.text, [statement for statement in statements if statement.kind != "question"]))
    _check_numbers(facts, statements)
    closed = [Closed(tuple(sorted(names.first, key=names.first.__getitem__)))] if names.first else []
    told = dict.fromkeys(each for statement in statements for each in _constants(statement.expression))
    apart = dict.fromkeys(each for each in told if each not in known)
    apart |= dict.fromkeys(names_to_declare(facts))
    declared = [Declared("constants", tuple(apart))] if apart else []
    questions = tuple(str(statement) for statement in statements if statement.kind == "question")
    return HintFile((*closed, *declared, *facts, *lines), questions=questions)


def _lines(text: Text, statements: Iterable[_Statement]) -> Iterator[Line]:
    """Yield rules and constraints as lines of a hint file; the second one of a line gets a name."""
    number: Counter[int] = Counter()
    for statement in statements:
        line, body = statement.line, statement.expression
        if not (statement.head or is_rule(body)):
            yield Formula(written(body), to_sympy(body, Tables()))
            continue
        number[line] += 1
        name = f"line{line}_{number[line]}" if number[line] > 1 else None
        yield Rule(written(body), body, line, name, text.source)


def _leaves(expression: Expression) -> Iterator[Expression]:
    """Yield the atoms and comparisons of an expression; it is nowhere deep, so this may recurse."""
    if isinstance(expression, Join):
        for part in expression.parts:
            yield from _leaves(part)
    elif isinstance(expression, Quantified):
        yield from _leaves(expression.body)
    else:
        yield expression


def _constants(expression: Expression) -> Iterator[Value]:
    """Yield the constants that an expression is about; a number in a sum is none."""
    for leaf in _leaves(expression):
        if isinstance(leaf, Atom | Comparison):
            is_about_values = leaf.predicate != MINE if isinstance(leaf, Atom) else not leaf.is_of_numbers
            yield from (term.value for term in leaf.terms if term.variable is None and is_about_values)


def _check_numbers(facts: Iterable[Facts], statements: Sequence[_Statement]) -> None:
    """Refuse an order or a sum of what may be a name: clingo has an order of names, Prolog another, and here is none.

    It may be one if names stand at each of its places in positive atoms: in facts, or by the rules for these.
    """
    compared = [statement for statement in statements if any(statement.numbers)]
    if not compared:
        return
    names: dict[tuple[str, int], Value] = {}
    for line in facts:
        for place, column in enumerate(zip(*line.rows, strict=True)):
            if (name := next((value for value in column if not isinstance(value, int)), None)) is not None:
                names[line.predicate, place] = name
    found = -1
    while found < len(names):
        found = len(names)
        for statement in statements:
            names.update(statement.names_in_head(names))
    for statement in compared:
        for comparison in statement.numbers:
            for variable in (term.variable for term in comparison.terms if term.variable is not None):
                if (name := statement.name_for(variable, names)) is not None:
                    token = statement.compared(variable)
                    message = f"{token[:40]} may be {str(name)[:40]}: only numbers are added and ordered here"
                    raise mistake_at(token, statement.text, message)


# -- what is asked


_HINTS = re.compile(r"[&|^~∧∨¬→↔]|->|\b(?:which|all|some|exactly|at|among)[ \t]+\w")
"""What a question has that is written as in a hint file."""


def question_about(problem: Problem, text: str) -> str:
    """Return a question in the notation of hint files: about a Datalog file it may be asked as in one.

    >>> problem = parse_datalog("parent(ann, bob).").to_problem()
    >>> question_about(problem, "parent(X, bob), X \\\\= bob")
    'which X: parent(X, bob) & X != bob'
    >>> question_about(problem, "all x: parent(x, x) -> parent(ann, x)")
    'all x: parent(x, x) -> parent(ann, x)'
    >>> question_about(problem, "?- parnt(ann, X).")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <formula>:1:4: the file does not speak of parnt; did you mean parent?
    ?- parnt(ann, X).
       ^
    """
    file = problem.source
    if not isinstance(file, HintFile) or file.questions is None or _HINTS.search(text) or problem.book is None:
        return text
    checked = short_text(text, "<formula>")
    names = _Names(checked, file.numbers_of_terms)
    names.first = {}
    elements = {str(each) for each in problem.book.elements}
    names.constants = elements
    statement = _Statement(_tree(checked, checked.content, "asked"), names)
    statement.check_asked(elements)
    asked = statement.question
    for token in statement.words:
        known = file.closed if token in names.first else elements
        if token not in known:
            message = f"the file does not speak of {token[:40]}{nearest(token, known)}"
            raise mistake_at(token, checked, message)
    return asked


# -- mistakes


def _mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    """Return what is wrong where the parser stopped, and what to write instead."""
    token = getattr(error, "token", None)
    accepted = frozenset(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    full_stop = "a comma or a full stop" if "_COMMA" in accepted else "a full stop"
    if token is not None and token.type == "$END":
        missing = f"write {full_stop} here" if "_END" in accepted else f"expected {_expected(accepted)}"
        end = len(_ANY_COMMENT.sub(_blank, text.content).rstrip())
        return text.mistake(f"the statement does not end: {missing}", offset=end)
    offset = error.pos_in_stream or 0
    before, rest = _ANY_COMMENT.sub(_blank, text.content[:offset]), text.content[offset:]
    if directive := re.match(rf"\s*:-\s*({_DIRECTIVES})(?!\w)", _FULL_STOP.split(before)[-1] + rest[:40]):
        message = f"{directive[1]} is a directive of Prolog, which has no meaning here: leave it out"
        return text.mistake(message, offset=text.content.rindex(directive[1], 0, offset + len(directive[1])))
    if "_END" in accepted and re.search(r"\n[ \t]*$", before) and re.match(r"[^\W\d]|[:?]-", rest):
        return text.mistake(f"the statement does not end: write {full_stop} here", offset=len(before.rstrip()))
    word = re.search(r"(\w+)\s*$", before)
    if rest.startswith("(") and word is not None:
        name = word[1][:40]
        remedy = f"write a variable, Y, and say by a predicate what it is, such as {name}_of(X, Y)"
        return text.mistake(
            f"{name}(…) is a function, which is not read here: {remedy}", offset=text.content.rindex(word[1], 0, offset)
        )
    if rest.startswith("(") and before.rstrip().endswith("'"):
        return text.mistake("a predicate is written without quotes, and begins with a small letter", offset=offset)
    for sign, message in _BEYOND.items():
        if re.match(sign, rest):
            return text.mistake(message, offset=offset)
    found = re.match(r"\w+|\S", rest)
    return text.mistake(f"expected {_expected(accepted)}, not {found[0][:40] if found else ''!r}", offset=offset)


def _blank(comment: re.Match[str]) -> str:
    """Return blanks instead of a comment, line by line."""
    return re.sub(r"[^\n]", " ", comment[0])


def _expected(accepted: Collection[str]) -> str:
    if "_IF" in accepted:
        return ":- or a full stop (a rule has one head: write a rule for each)"
    if "_END" in accepted:
        return "a comma or a full stop"
    if "RELATION" in accepted:
        return "a comparison"
    if "_CLOSE" in accepted:
        return "a comma or )"
    return "an atom" if "_NOT" in accepted else "a constant, a number or a variable"


_FULL_STOP = re.compile(r"\.(?=\s)")
_DIRECTIVES = "dynamic|discontiguous|table|initialization|use_module|module|ensure_loaded|set_prolog_flag|style_check"

_PRINTS = "a file prints nothing; ask what you want to see, as in `?- p(X).`"
_CHANGES = "a file does not change what it knows; write all facts into it"
_BUILT_IN = {
    **dict.fromkeys(("write", "writeln", "print", "format", "nl", "halt"), _PRINTS),
    **dict.fromkeys(("assert", "asserta", "assertz", "retract", "retractall", "consult"), _CHANGES),
    **dict.fromkeys(_DIRECTIVES.split("|"), "it is a directive of Prolog; leave it out"),
    **dict.fromkeys(
        ("findall", "bagof", "setof", "forall", "aggregate_all"), "use a hint file, which has `all` and counts"
    ),
    **dict.fromkeys(("member", "append", "length", "nth0", "nth1", "msort"), "there are no lists; write facts"),
    **dict.fromkeys(("atom", "number", "integer", "var", "nonvar", "ground", "call", "once"), "write facts instead"),
    **dict.fromkeys(("between", "succ", "plus"), "write the numbers as facts, number(1..9)., and compare: Y = X+1"),
    "true": "leave it out",
    **dict.fromkeys(("fail", "false"), "write a constraint, `:- p(X).`, or leave the rule out"),
    "repeat": "rules are read in any order, and until nothing new follows",
}
"""Predicates of Prolog that a file may use without defining them, and what to use instead."""

_COUNT = "count in a hint file, as in `all x in people: at least 2 y in people: knows(x, y) -> social(x)`"
_BEYOND = {
    r"\[": "lists are not read here: write a fact for each element, such as element(1, a).",
    r"![ ]*\w": "`!p(X)` is not read here: write `not p(X)`",
    r"!": "there is no cut here: rules are read in any order; write `not` where a case excludes another",
    r"(?:[0-9]+[ ]*)?\{": "choices are not read here: write a hint file, where what `only` does not close is open",
    r"or(?!\w)": "write a rule for each case",
    r";": '`;` is "or" to Prolog and "and" to clingo: write a fact or a rule for each case, or a comma',
    r"\|": "`|` is not read here: write a rule for each case; of heads that exclude each other, use a hint file",
    r"-->": "grammar rules are not read here: write the predicate with its arguments",
    r"->|=>|→": "write a rule for each case, one of them with `not`; that p implies q is the rule `q :- p.`",
    r"#(?:count|sum|min|max)(?!\w)": f"aggregates are not read here: {_COUNT}",
    r"#(?:minimize|maximize)": "nothing is optimised here: use clingo",
    r"#const": "constants of clingo are not read here: write the number itself",
    r"#": "directives of clingo are not read here: leave the line out; everything is shown",
    r":~": "weak constraints are not read here: nothing is optimised; use clingo",
    r"<-|:=|:[ ]+-|if(?!\w)": "write `:-`, or in a comparison `=`",
    r":-": "a rule has one `:-`, and a question none",
    r"[&∧]|and(?!\w)": "write a comma",
    r"[~¬]": "write `not p(X)`",
    r":(?!-)": "conditions in braces or after a colon are not read here: use a hint file, with `all x in …`",
    r'"': "strings are not read here: write a constant, such as new_york or 'New_York'",
    r"\.[0-9]": "decimal numbers are not read here: multiply all of them by 10, 100 …",
    r"\.\.": "a range stands only in a fact: write number(1..9). and then number(X)",
    r"is(?!\w)": "write `=`: Y = X+1",
    r"==|=:=": "write `=`",
    r"\\==|=\\=|<>": "write `!=`",
    r"[<>=]|!=|\\=": "a comparison stands between commas, and has two sides: write 1 <= X, X <= 3",
    r"/\*": "this comment does not end: write */",
    r"\*|/|//|mod(?!\w)|\\": "only + and - are read: write facts for what this is, such as double(2, 4).",
    r"[-+]": "a sum stands only in a comparison: give it a variable, Y = X+1; and `-p` is written "
    "`not p`, or as a head left out: what no rule makes hold does not hold",
    r"\(": "parentheses are not read here: write a rule for each case, and `not` before each atom",
    r"@": "functions of scripts are not read here: write facts",
    r"%\*": "to clingo this comment ends at *%, to Prolog at the end of the line: write % in each line, or /* … */",
    r"'[^'\n]*'[ \t]*\(": "a predicate is written without quotes, and begins with a small letter",
    r"'[^'\n]*'": "a quoted constant has no ' in it, and stands where a constant may",
    r"'": "a quoted constant has no line break, and ends with '",
}
"""What is beyond what is read, as a regular expression, and what to use instead."""
