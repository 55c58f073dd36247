"""Formulas: the text of one formula <-> a sympy Boolean. `hint_files` reads whole knowledge bases by the same grammar.

`grammar/hints.lark` is the notation, `grammar/README.md` its specification with examples. sympy objects are built here
from plain symbols; no text ever reaches sympy's own readers, which evaluate code. The end of this module says what is
wrong with a text that the grammar refuses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from logicms.board import Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, expect
from logicms.hints import Name
from logicms.notation.lookalikes import mistake_in_name
from logicms.notation.texts import Text, nearest, parser

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput
    from sympy.logic.boolalg import Boolean

KEYWORDS = ("among", "at", "false", "least", "mine", "mines", "most", "safe", "size", "true")
"""Words that cannot be the name of a proposition."""

MAX_DEPTH = 64
"""The deepest nesting of operators: sympy's own traversals are recursive, and this depth is far from Python's limit."""

MAX_HINT_TEXT = 256 * 1024
MAX_LINE = 64 * 1024
"""The most characters in a hint file and in one of its lines: sympy takes time for every operator."""

MAX_NAME = 200
"""The most characters in a name."""

Size = tuple[int, int]
"""Width and height of a grid."""


def parse_formula(text: str, source: str = "<formula>", size: Size | None = None) -> Boolean:
    """Return the formula written in `text`; with `size`, a name written like a cell must be on that grid.

    >>> parse_formula("A1 & B1 -> ~(C1 | rain)")
    Implies(A1 & B1, ~(C1 | rain))
    >>> parse_formula("A1 & (B1 -> C1")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <formula>:1:6: this ( is not closed
    A1 & (B1 -> C1
         ^
    """
    expect(text, str, "a formula as text")
    checked = short_text(text.rstrip(), source)
    if len(checked.lines) > 1:
        raise checked.mistake_in_line("a formula must be on one line", 1, len(checked.lines[0]) + 1)
    return formula_of(parse_tree(checked, "formula"), checked, size)


def format_formula(formula: Boolean | bool) -> str:
    """Return the text of a formula, with parentheses only where they are needed; `parse_formula` reads it back.

    >>> from sympy.abc import a, b, c
    >>> format_formula(((a | b) & ~c) >> (a ^ b))
    '~c & (a | b) -> a ^ b'
    """
    from sympy import false, true

    if isinstance(formula, bool):
        formula = true if formula else false
    return _format(formula, 0, 0)


# -- what a hint file shares with a formula


def short_text(text: str, source: str) -> Text:
    """Return the checked text, or refuse it if it or one of its lines is too long."""
    checked = Text(text, source)
    if len(checked.content) > MAX_HINT_TEXT:
        raise checked.mistake(f"the text is too large: more than {MAX_HINT_TEXT:,} characters", offset=0)
    for number, line in enumerate(checked.lines, 1):
        if len(line) > MAX_LINE:
            message = f"the line is too long: {len(line):,} characters, more than {MAX_LINE:,}"
            raise checked.mistake_in_line(message, number, MAX_LINE + 1)
    return checked


def parse_tree(text: Text, rule: str) -> Tree[Token]:
    """Parse the text by `grammar/hints.lark`, starting at `rule`; an error says what is wrong and where."""
    from lark.exceptions import UnexpectedInput

    try:
        return parser("hints.lark", rule).parse(text.content)
    except UnexpectedInput as error:
        mistake = _mistake(text, error)
    raise mistake


def name_of(token: Token, text: Text, size: Size | None) -> Name:
    """Return the name that a token spells, as a Cell if it is written like one; keywords are refused."""
    if token in KEYWORDS:
        raise mistake_at(token, text, f"{str(token)!r} is a keyword: it cannot be a name")
    if len(token) > MAX_NAME:
        raise mistake_at(token, text, f"a name is at most {MAX_NAME} characters long")
    if wrong := mistake_in_name(token):
        raise mistake_at(token, text, wrong)
    name = plain_name(token)
    if isinstance(name, Cell) and size is not None and (name.col >= size[0] or name.row >= size[1]):
        raise mistake_at(token, text, f"{name} is not on a grid of {size[0]}x{size[1]}")
    return name


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


# -- tree -> sympy


def formula_of(tree: Tree[Token], text: Text, size: Size | None) -> Boolean:
    """Return the formula under a `formula` node. There is no recursion: children come before their parents."""
    _check_depth(tree, text)
    built: dict[int, Any] = {}
    for node in tree.iter_subtrees():
        parts = [_leaf(child, text, size) if isinstance(child, str) else built[id(child)] for child in node.children]
        built[id(node)] = _join(str(node.data), parts)
    return built[id(tree)]


def _check_depth(tree: Tree[Token], text: Text) -> None:
    level = [tree]
    for _ in range(MAX_DEPTH + 1):
        level = [child for node in level for child in node.children if not isinstance(child, str)]
        if not level:
            return
    raise mistake_at(first_token(level[0]), text, f"nested too deeply: at most {MAX_DEPTH} operators inside each other")


def first_token(tree: Tree[Token]) -> Token:
    """Return the leftmost name, true or false under a node."""
    node: Tree[Token] | Token = tree
    while not isinstance(node, str):
        node = node.children[0]
    return node


def _leaf(token: Token, text: Text, size: Size | None) -> Boolean:
    from sympy import Symbol, false, true

    if token.type in ("TRUE", "FALSE"):
        return true if token.type == "TRUE" else false
    return Symbol(str(name_of(token, text, size)))


def _join(operator: str, parts: list[Any]) -> Any:
    import sympy

    if operator == "formula":
        return parts[0]
    operators = {
        "not": sympy.Not,
        "and": sympy.And,
        "xor": sympy.Xor,
        "or": sympy.Or,
        "implies": sympy.Implies,
        "equivalent": sympy.Equivalent,
    }
    return operators[operator](*parts)


# -- sympy -> text

# How tightly each operator binds, and how it is written.
_OPERATORS = {"Equivalent": (1, "<->"), "Implies": (2, "->"), "Or": (3, "|"), "Xor": (4, "^"), "And": (5, "&")}
_NOT = 6


def _format(formula: Any, around: int, depth: int) -> str:
    """Return the text of a formula inside an operator that binds as tightly as `around`."""
    if depth > MAX_DEPTH:
        raise BoardError(f"a formula nested more than {MAX_DEPTH} operators deep cannot be written")
    formula = _in_our_operators(formula)
    kind = type(formula).__name__
    if getattr(formula, "is_Symbol", False):
        return _format_name(formula.name)
    if kind in ("BooleanTrue", "BooleanFalse"):
        return "true" if formula else "false"
    if kind == "Not":
        return f"~{_format(formula.args[0], _NOT, depth + 1)}"
    if kind not in _OPERATORS:
        raise BoardError(f"a formula consists of ~ & ^ | -> <->, names, true and false, not {kind}")
    own, operator = _OPERATORS[kind]
    # -> groups to the right: only on its left side does another -> need parentheses.
    last = own - 1 if kind == "Implies" else own
    *parts, end = formula.args
    texts = [*(_format(part, own, depth + 1) for part in parts), _format(end, last, depth + 1)]
    joined = f" {operator} ".join(texts)
    return f"({joined})" if around >= own else joined


def _in_our_operators(formula: Any) -> Any:
    """Rewrite an if-then-else, and an equivalence of more than two parts, in the operators of the notation."""
    import sympy

    if isinstance(formula, sympy.ITE):
        condition, then, other = formula.args
        return sympy.And(sympy.Implies(condition, then), sympy.Implies(sympy.Not(condition), other))
    if isinstance(formula, sympy.Equivalent) and len(formula.args) > 2:
        return sympy.And(*map(sympy.Equivalent, formula.args, formula.args[1:]))
    return formula


def _format_name(name: str) -> str:
    if name in KEYWORDS or not name[:1].isalpha() or not name.replace("_", "a").isalnum():
        raise BoardError(f"not a name: {name[:40]!r}; a name is letters, digits and _, and begins with a letter")
    return name


# -- named mistakes: the parser says where it stopped; this part says what is wrong there

_EACH_CASE = "a formula for each case: this is propositional logic"

# What people write in other notations, and what to write here instead.
_MEANT = {
    "&&": "&",
    "||": "|",
    "~>": "->",
    "==>": "->",
    "=>": "->",
    "<=>": "<->",
    "<==>": "<->",
    "===": "<->",
    "==": "<->",
    "=": "<->",
    "!=": "^",
    "!": "~",
    "--": "~",
    "-": "~ or ->",
    "*": "&",
    "+": "|",
    "¬": "~",
    "∧": "&",
    "∨": "|",
    "⊕": "^",
    "→": "->",
    "⇒": "->",
    "⊃": "->",
    "↔": "<->",
    "⇔": "<->",
    "≡": "<->",
    "⊤": "true",
    "⊥": "false",
    "not": "~",
    "and": "&",
    "or": "|",
    "xor": "^",
    "implies": "->",
    "then": "->",
    "iff": "<->",
    ",": "a blank",
    "<-": "-> with the sides swapped",
    "∀": _EACH_CASE,
    "∃": _EACH_CASE,
    "forall": _EACH_CASE,
    "exists": _EACH_CASE,
}
_LONGEST_FIRST = sorted((word for word in _MEANT if not word.isalpha()), key=len, reverse=True)
_WORD = re.compile(r"<->|->|" + "|".join(map(re.escape, _LONGEST_FIRST)) + r"|\w+|\S")

_BEFORE = re.compile(r"([^\W\d_]\w*)[ \t]*$")
_KEY = re.compile(r"[ \t]*(?P<key>[^\W\d]\w*)[ \t]*:")
_VALUES = {"size": "size is WIDTHxHEIGHT, such as 9x9", "mines": "mines is a number, such as 10"}
_COMMENT = re.compile(r"[ \t]*#.*")

_LINE = "N among …, at least N among …, at most N among …, N at CELL, safe …, mine …, or a formula"


def _mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    """Return what is wrong where the parser stopped."""
    kind = str(getattr(getattr(error, "token", None), "type", ""))
    number = len(text.lines) if kind == "$END" else error.line
    line = text.lines[number - 1]
    ends = kind in ("$END", "_NEWLINE")
    if ends:
        line = _COMMENT.sub("", line).rstrip()
    # The terminals that the grammar allows where the parser stopped.
    expected = frozenset(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    column, message = _in_line(line, len(line) + 1 if ends else error.column, expected)
    return text.mistake_in_line(message, number, column)


def _in_line(line: str, column: int, expected: frozenset[str]) -> tuple[int, str]:
    """Return the column (from 1) and a description of what is wrong in a line that the parser refused at `column`."""
    if key := _KEY.match(line):
        return _in_key(key)
    character = line[column - 1 : column]
    unclosed = _unclosed(line[: column - 1])
    if not character and unclosed and "_CLOSE" in expected:
        return unclosed[-1], "this ( is not closed"
    if character == ")" and not unclosed:
        return column, "this ) closes nothing"
    if foreign := foreign_operator(line, column):
        return foreign
    if character == "(" and (name := _BEFORE.search(line[: column - 1])) and name[1] not in KEYWORDS:
        return column, "a name has no arguments, this is propositional logic: write a name for each case, such as P_a"
    word = _WORD.match(line, column - 1)
    actual = repr(word[0][:40]) if word else "the end of the line"
    return column, f"expected {_in_words(expected, bool(unclosed))}, not {actual}"


def _in_key(key: re.Match[str]) -> tuple[int, str]:
    if key["key"] not in _VALUES:
        return key.start(
            "key"
        ) + 1, f"unknown key {key['key'][:40]!r}; the keys are {' and '.join(_VALUES)}{nearest(key['key'], _VALUES)}"
    return key.end() + 1, _VALUES[key["key"]]


def _unclosed(line: str) -> list[int]:
    """Return the columns of the parentheses that are not closed."""
    columns = []
    for column, character in enumerate(line, 1):
        if character == "(":
            columns.append(column)
        elif character == ")" and columns:
            columns.pop()
    return columns


def foreign_operator(line: str, column: int) -> tuple[int, str] | None:
    """Return the column and what to write instead if an operator of another notation is at or just before `column`.

    >>> foreign_operator("a && b", 4)
    (3, "'&&' is not used here; write &")
    """
    for word in _WORD.finditer(line):
        covers = word.end() >= column or not line[word.end() : column - 1].strip()
        if covers and word[0] in _MEANT:
            return word.start() + 1, f"{word[0]!r} is not used here; write {_MEANT[word[0]]}"
        if word.end() >= column:
            break
    return None


def _in_words(expected: frozenset[str], in_parentheses: bool) -> str:
    """Return the grammar's terminals in words."""
    if "_SAFE" in expected:
        return f"a line of a knowledge base ({_LINE})"
    if "_TILDE" in expected:
        return "a name, true, false, ~ or ("
    if "_AND" in expected or "_CLOSE" in expected:
        return "an operator or )" if in_parentheses else "an operator (& ^ | -> <->) or the end of the line"
    if "_AMONG" in expected:
        return "among or at" if "_AT" in expected else "among"
    if "NUMBER" in expected:
        return "a number"
    return "least or most" if "_LEAST" in expected else "a name"
