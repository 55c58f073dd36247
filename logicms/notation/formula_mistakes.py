"""What is wrong with a hint file or a formula that the grammar refuses: the parser says where, this module says what.

People bring other notations with them: `&&`, `=>`, `forall`. A message names the place, what was expected there, and
what to write instead. Names that people cannot tell apart, because letters of different scripts look the same, are
refused too: a knowledge base in which the Cyrillic and the Latin A are two names says something else than it seems to
say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from logicms.board import CELL_NAME
from logicms.errors import BoardSyntaxError, nearest
from logicms.notation.texts import Text

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput


KEYWORDS = (
    *("all", "among", "and", "exactly", "false", "in", "least", "mine", "mines", "most", "not", "or", "safe", "some"),
    "true",
)
"""Words that cannot be the name of a proposition."""

MAX_NAME = 200
"""The most characters in a name."""

# What people write in other notations, and what to write here instead.
MEANT = {
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
    "⇒": "->",
    "⊃": "->",
    "⇔": "<->",
    "≡": "<->",
    "⊤": "true",
    "⊥": "false",
    "xor": "^",
    "implies": "->",
    "then": "->",
    "iff": "<->",
    "<-": "->",
    ":-": "->",
    "\\+": "~",
    ";": "|, or a line for each",
    "if": "a -> b",
    "forall": "all",
    "exists": "some",
    "every": "all",
    "any": "some",
}

# How values are compared, and what people write for it in other notations. No connective says what is meant there.
_COMPARED = ("=", "!=", "<", "<=", ">", ">=", "≠", "≤", "≥")
_COMPARISONS = {
    **dict(zip(_COMPARED, _COMPARED, strict=True)),
    "==": "=",
    "===": "=",
    **dict.fromkeys(("<>", "\\==", "\\=", "=\\=", "/="), "!="),
    "=:=": "=",
    "=<": "<=",
    "=>": ">=",
}
_SUM = re.compile(r"[-+](?=[ \t]*\w+[ \t]*$)")

_VARIABLE = re.compile(r"(?<!\w)(?![A-Z]+[0-9])[A-Z]\w*(?![\w(])")
# What Prolog, Datalog and clingo write where hint files have nothing like it, at the place where the parser stops.
_OF_PROGRAMS = (
    (
        re.compile(r"\?-"),
        "'?-' is not used here; a question is no line of a file: `logicms ask FILE \"…\"`, without ?-",
    ),
    (re.compile(r"%"), "'%' is not used here; a comment begins with #"),
    (re.compile(r"\{"), "'{' is not used here; what is not closed is open: a choice needs no line"),
    (re.compile(r"\["), "'[' is not used here; there are no lists"),
    (
        re.compile(r"['\"]"),
        "names have no quotes here: they begin with a letter and continue with letters, digits and _",
    ),
    (re.compile(r"_(?!\w)"), "'_' is not used here; give it a variable: some x: … around the atom"),
    (re.compile(r"/[ \t]*[0-9]"), "write the name alone, without the number of arguments"),
    (re.compile(r"\.\.[ \t]*[0-9]"), "a range is a set: all k in 1..9: …"),
    (re.compile(r"is[ \t]+[\w(-]"), "'is' is not used here; values are compared by ="),
)

_SIGNS = {word for word in (*MEANT, *_COMPARISONS) if not word.isalpha()}
_LONGEST_FIRST = sorted(_SIGNS, key=lambda word: (-len(word), word))
_WORD = re.compile(r"<->|->|" + "|".join(map(re.escape, _LONGEST_FIRST)) + r"|\w+|\S")

_COMPARED_LATER = re.compile(r"[ \t]*\w+[ \t]*(?:[-+*<>!=\\])")

_KEY = re.compile(r"[ \t]*(?P<key>[^\W\d]\w*)[ \t]*:")
_VALUES = {
    "size": "size is WIDTHxHEIGHT, such as 9x9",
    "mines": "mines is a number, such as 10",
    "grid": "grid is square, hex or torus",
}
_OF_BOARDS = ("title", "first")
_COMMENT = re.compile(r"(?<![ \t])[ \t]*#.*")
_SET = re.compile(r"[ \t]*set\b")
_AMONG_NAMES = re.compile(r"\bamong[ \t]+$")
_EMPTY_SET = re.compile(r"[ \t]*set\b.*=[ \t]*")
# A keyword with which a statement or a part of a formula can begin, and what follows where it was meant as a name.
_OPENING = re.compile(r"(?<!\w)(all|exactly|mine|not|safe|some)([ \t]*)$")
_AFTER_A_NAME = re.compile(r"<->|->|=|[)&|^∧∨⊕⊻→↔]")
_DIGITS_FIRST = re.compile(r"(?<!\w)[0-9]+[^\W\d_]\w*")
_BOUND = re.compile(r"(?<!\w)([^\W\d_]\w*)[ \t]*(?:\bin\b|∈)")
_LEFT, _RIGHT = re.compile(r"(?<!\w)(\w+)[ \t]*$"), re.compile(r"[ \t]*(\w+)(?![\w(])")
_COUNTED = re.compile(r"\d[ \t]+([^\W\d_]\w*)[ \t]*$")
# Where a variable seems to follow a count that is a name: a forgotten operator is more likely.
_TWO_NAMES = re.compile(r"\b(?!(?:all|some)\b)([^\W\d_]\w*)[ \t]+([^\W\d_]\w*)[ \t]*$")

_ASKED_FOR = re.compile(r"[ \t]*which[ \t]+([^\W\d_]\w*(?:[ \t]*,[ \t]*[^\W\d_]\w*)*)[ \t]+")

_INNER = re.compile(r"[^\W\d_]\w*\([\w, \t]*?\b([^\W\d_]\w*)[ \t]*$")
"""Where something in the arguments of a predicate has arguments itself."""

_LINE = "N among …, at least N among …, at most N among …, N at CELL, safe …, mine …, set … = …, a formula or a rule"


def mistake(text: Text, error: UnexpectedInput, values: Collection[object] = ()) -> BoardSyntaxError:
    """Return what is wrong where the parser stopped; `values` are known to be elements of sets."""
    kind = str(getattr(getattr(error, "token", None), "type", ""))
    number = len(text.lines) if kind == "$END" else error.line
    line = text.lines[number - 1]
    ends = kind in ("$END", "_NEWLINE")
    if ends:
        line = _COMMENT.sub("", line).rstrip()
    # The terminals that the grammar allows where the parser stopped.
    expected = frozenset(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    known = {*map(str, values), *_values(text)}
    column, message = _in_line(line, len(line) + 1 if ends else error.column, expected, known)
    return text.mistake_in_line(message, number, column)


def _values(text: Text) -> Iterator[str]:
    """Yield the words in the lines that declare sets."""
    for line in text.lines:
        if _SET.match(line):
            yield from re.findall(r"\w+", line.partition("=")[2].partition("#")[0])


def _in_line(line: str, column: int, expected: frozenset[str], values: Collection[str]) -> tuple[int, str]:
    """Return the column (from 1) and a description of what is wrong in a line that the parser refused at `column`."""
    key = _KEY.match(line)
    if key and (key["key"] in (*_VALUES, *_OF_BOARDS) or nearest(key["key"], _VALUES)):
        return _in_key(key)
    character = line[column - 1 : column]
    unclosed = _unclosed(line[: column - 1])
    if not character and unclosed and "_CLOSE" in expected:
        return unclosed[-1], "this ( is not closed"
    if character == ")" and not unclosed:
        return column, "this ) closes nothing"
    if character == "(" and (inner := _INNER.search(line, max(column - MAX_NAME, 0), column - 1)):
        word = inner[1][:40]
        return inner.start(1) + 1, f"{word}(…) cannot be an argument: for a set, write `some x in {word}(…): …`"
    if named := _not_a_name(line, column):
        return named
    if "_IN" in expected and (among := _AMONG_NAMES.search(line[: column - 1])):
        message = "a count among names is a line of its own; in a formula, count in a set: `1 x in s: p(x)`"
        return among.start() + 1, message
    if (
        "_IN" in expected
        and (counted := _COUNTED.search(line[: column - 1]))
        and (near := nearest(counted[1], ["among"]))
    ):
        return counted.start(1) + 1, f"{counted[1]!r} is not used here{near}"
    if "_IN" in expected and (asked := _ASKED_FOR.fullmatch(line[: column - 1])):
        return column, f"write `which {asked[1][:80]}: …`, or `which {asked[1][:80]} in …: …`"
    if two_names := _TWO_NAMES.search(line[: column - 1]) if "_IN" in expected else None:
        return _in_line(line, two_names.start(2) + 1, frozenset(("_AND",)), values)
    if "RELATION" in expected and "_AND" not in expected and (added := _SUM.search(line[: column - 1].rstrip())):
        between = f"write {MEANT[added[0]]} between formulas; "
        return added.start() + 1, f"{added[0]!r} is not used here; {between}a sum is compared, as in x+1 = y"
    for pattern, message in _OF_PROGRAMS:
        if pattern.match(line, column - 1):
            return column, message
    if foreign := _foreign(line, column, expected, values):
        return foreign
    if not character and _EMPTY_SET.fullmatch(line):
        remedy = "leave the line out: the set is then empty" if "(" in line else "a set has at least one element"
        return column, f"expected a name or a number; {remedy}"
    word = _WORD.match(line, column - 1)
    actual = repr(word[0][:40]) if word else "the end of the line"
    return column, f"expected {_in_words(expected, bool(unclosed))}, not {actual}"


def _not_a_name(line: str, column: int) -> tuple[int, str] | None:
    """Return the place of a word that cannot be a name, at or just before `column`, if it was meant as one."""
    for word in _DIGITS_FIRST.finditer(line):
        if word.start() < column and not line[word.end() : column - 1].strip():
            return word.start() + 1, f"{word[0][:40]!r} cannot be a name: a name begins with a letter"
    rest, last = line[column - 1 :], _OPENING.search(line[: column - 1])
    if last and ((not rest and last.start()) or (rest.startswith("(") and not last[2]) or _AFTER_A_NAME.match(rest)):
        return last.start() + 1, f"{last[1]!r} is a keyword: it cannot be a name"
    return None


def _foreign(line: str, column: int, expected: frozenset[str], values: Collection[str]) -> tuple[int, str] | None:
    """Return the column and what to write instead if a sign or word of another notation is at or before `column`."""
    word = _word_at(line, column)
    if word is None or (word[0] == "=" and _SET.match(line)):
        return None
    sign, place = word[0], word.start() + 1
    if sign == ",":
        return _comma(line, place, expected)
    if sign == "." and re.fullmatch(r"\.(?:[ \t].*)?", line[place - 1 :]):
        return place, "'.' is not used here; each statement is on a line of its own, without a full stop"
    if sign in ("<-", ":-"):
        return place, f"'{sign}' is not used here; write {_turned(line[: word.start()], line[word.end() :])}"
    if sign == "*" and _COMPARED_LATER.match(line, word.end()):
        return place, "'*' is not used here; numbers are added and subtracted only"
    if (own := _COMPARISONS.get(sign)) is not None and _is_between_values(line, word, values):
        instead = (
            "compares variables, elements of sets and numbers only" if own == sign else f"is not used here; write {own}"
        )
        return place, f"'{sign}' {instead}"
    if own is not None:
        between = f"write {MEANT[sign]} between formulas; " if sign in MEANT else ""
        return place, f"'{sign}' is not used here; {between}values are compared by {own}"
    return (place, f"'{sign}' is not used here; write {MEANT[sign]}") if sign in MEANT else None


def _turned(head: str, body: str) -> str:
    """Return a rule that begins with its head as one that ends with it; its variables are bound if they are capital.

    >>> _turned("p(X)", " q(X, Y), not r(Y), X \\\\= a.")
    'all X, Y: q(X, Y) & ~r(Y) & X != a -> p(X)'
    >>> _turned("", "p, q")
    '~(p & q)'
    """
    body = re.sub(r"\\\+[ \t]*|\bnot[ \t]+", "~", _COMMENT.sub("", body).strip().rstrip(".").rstrip())
    body = re.sub(r",[ \t]*(?![^()]*\))", " & ", re.sub(r"=?\\==?|/=|<>", "!=", body))
    bound, _, head = head.rpartition(": ")
    variables = sorted({*_VARIABLE.findall(f"{head} {body}")})
    if not bound and variables:
        bound = f"all {', '.join(variables)}"
    rule = f"{body[:80]} -> {head.strip()[:80]}" if head.strip() else f"~({body[:80]})"
    return f"{bound[:80]}: {rule}" if bound else rule


def _is_between_values(line: str, sign: re.Match[str], values: Collection[str]) -> bool:
    """Return whether a variable, an element of a set or a number is on one side of a sign."""
    bound = {each[1] for each in _BOUND.finditer(line)}
    sides = _LEFT.search(line[: sign.start()]), _RIGHT.match(line, sign.end())
    return any(side is not None and (side[1].isdecimal() or side[1] in bound or side[1] in values) for side in sides)


def _comma(line: str, column: int, expected: frozenset[str]) -> tuple[int, str] | None:
    """Return what to write instead of a comma, which depends on what it separates."""
    if "_AND" in expected:
        # On lines of their own, the conditions or the conclusions of a rule would say something else.
        is_plain = "_NEWLINE" in expected and not re.search("->|→|↔|:", line)
        return column, f"',' is not used here; write &{', or a line for each' if is_plain else ''}"
    if applied := re.search(r"\b(mine|safe)[ \t]*\([^()]*$", line[: column - 1]):
        return column, f"{applied[1]}(…) is about one name: write {applied[1]}(a) & {applied[1]}(b)"
    if "NAME" in expected:
        return column, "',' is not used here; write a blank"
    return (column, "',' is not used here; write a line for each") if "_NEWLINE" in expected else None


def _in_key(key: re.Match[str]) -> tuple[int, str]:
    if key["key"] in _OF_BOARDS:
        return key.start("key") + 1, f"{key['key']} is a key of boards; those of hint files are {', '.join(_VALUES)}"
    if key["key"] not in _VALUES:
        message = f"unknown key {key['key'][:40]!r}; the keys are {', '.join(_VALUES)}{nearest(key['key'], _VALUES)}"
        return key.start("key") + 1, message
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
    word = _word_at(line, column)
    if word is None or word[0] not in MEANT:
        return None
    return word.start() + 1, f"{word[0]!r} is not used here; write {MEANT[word[0]]}"


def _word_at(line: str, column: int) -> re.Match[str] | None:
    """Return the sign or word of another notation that is at `column`, or just before it."""
    for word in _WORD.finditer(line):
        covers = word.end() >= column or not line[word.end() : column - 1].strip()
        if covers and (word[0] in MEANT or word[0] in _COMPARISONS or word[0] in ",."):
            return word
        if word.end() >= column:
            break
    return None


def _in_words(expected: frozenset[str], in_parentheses: bool) -> str:
    """Return the grammar's terminals in words."""
    if "_SET" in expected:
        return f"a line of a knowledge base ({_LINE})"
    if "_TILDE" in expected:
        return "a name, true, false, ~, (, all, some or a count"
    if "_IN" in expected:
        return "in and a set (or, before names, among)"
    if "_AND" in expected or "_CLOSE" in expected:
        return "an operator or )" if in_parentheses else "an operator (& ^ | -> <->) or the end of the line"
    if "_COLON" in expected:
        return ": and what holds"
    if "_AMONG" in expected:
        return "among, at, or a variable" if "_AT" in expected else "among, or a variable"
    if "_EQUALS" in expected:
        return "= and its elements"
    if "_NEWLINE" in expected and "NAME" not in expected:
        return "the end of the line"
    if "NUMBER" in expected:
        return "a name or a number" if "NAME" in expected else "a number"
    return "least or most" if "_LEAST" in expected else "a name"


# -- names that look alike

# Scripts whose letters look like each other's; mixing others, such as those of Japanese, is usual.
_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсухіѕјһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικ",
    "ABESIJKMHOPCTYXaeopcyxisjhdqw" + "ABEZHIKMNOPTYXovik",
)


def in_latin(name: str) -> str:
    """Return the name with every letter and digit that looks like an ASCII one replaced by it.

    >>> in_latin("\N{CYRILLIC CAPITAL LETTER A}1"), in_latin("größe")
    ('A1', 'größe')
    """
    if name.isascii():
        return name
    letters = unicodedata.normalize("NFKC", name).translate(_LATIN)
    return "".join(str(unicodedata.decimal(each, each)) for each in letters)


def mistake_in_name(name: str) -> str | None:
    """Return what is wrong with a name whose letters are not what they seem; None if nothing is.

    >>> mistake_in_name("r\N{CYRILLIC SMALL LETTER A}in")
    "'rаin' mixes Latin and Cyrillic letters, which look alike: write it in one script"
    >>> mistake_in_name("\N{CYRILLIC CAPITAL LETTER A}1")
    "'А1' looks like the cell A1, but is not written in Latin letters and digits: write A1"
    """
    if name.isascii():
        return None
    words = dict.fromkeys(unicodedata.name(letter, " ").split(" ")[0] for letter in name if letter.isalpha())
    scripts = [word.capitalize() for word in words if word in _ALIKE]
    if len(scripts) > 1:
        mixed = f"{', '.join(scripts[:-1])} and {scripts[-1]}"
        return f"{name[:40]!r} mixes {mixed} letters, which look alike: write it in one script"
    if CELL_NAME.fullmatch(cell := in_latin(name)):
        return f"{name[:40]!r} looks like the cell {cell}, but is not written in Latin letters and digits: write {cell}"
    return None


def look_alikes(names: Collection[str]) -> tuple[str, str] | None:
    """Return a name, and another of these names that looks the same; None if all look different.

    >>> look_alikes(["b", "a", "\N{CYRILLIC SMALL LETTER A}"])
    ('а', 'a')
    """
    first: dict[str, str] = {name: name for name in names if name.isascii()}
    for name in names:
        if (other := first.setdefault(in_latin(name), name)) != name:
            return name, other
    return None
