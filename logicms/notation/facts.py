"""Plain facts, such as `edge(a, b)`: many of them, read without a grammar, from a text or from a table.

The grammars take 30 microseconds for each fact, and who has facts has many. So what is plainly a fact in a hint file or
a Datalog file is taken out of the text here, and the grammar reads what is left: together they accept what the grammar
alone accepts. A *table* is a CSV or TSV file without a header: a fact of one predicate in each row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.errors import counted
from logicms.limits import timely
from logicms.notation.formula_mistakes import KEYWORDS, MAX_NAME, mistake_in_name
from logicms.notation.formulas import plain_name
from logicms.notation.texts import MAX_DIGITS, Text
from logicms.rules.language import Value

if TYPE_CHECKING:
    from logicms.errors import BoardSyntaxError

Row = tuple[Value, ...]

_ARGUMENT = r"[ \t]*(?:[^\W\d_]\w*|-?[0-9]+)[ \t]*"
PLAIN_FACT = rf"([^\W\d_]\w*)\(({_ARGUMENT}(?:,{_ARGUMENT})*)\)[ \t]*"
"""A regular expression for a fact without what ends it: its predicate and its arguments."""


def is_plain_name(word: str) -> bool:
    """Return whether a word can be a name, whatever else there is.

    >>> is_plain_name("ann"), is_plain_name("all"), is_plain_name("1a")
    (True, False, False)
    """
    is_word = word[:1].isalpha() and word.isidentifier() and len(word) <= MAX_NAME and word not in KEYWORDS
    return is_word and mistake_in_name(word) is None


class _Constants(dict[str, Value | None]):
    """What words mean as arguments of facts; None: a variable perhaps, or nothing that can be an argument."""

    def __init__(self, is_variable: Callable[[str], bool]) -> None:
        super().__init__()
        self.is_variable = is_variable

    def __missing__(self, written: str) -> Value | None:
        self[written] = found = self._value(written.strip(" \t"))
        return found

    def _value(self, word: str) -> Value | None:
        if re.fullmatch("-?[0-9]+", word):
            return int(word) if len(word.lstrip("-0")) <= MAX_DIGITS else None
        return plain_name(word) if is_plain_name(word) and not self.is_variable(word) else None


def take_facts(
    content: str,
    candidates: Iterable[re.Match[str]],
    arities: dict[str, int],
    *,
    is_predicate: Callable[[str], bool],
    is_variable: Callable[[str], bool],
) -> tuple[list[tuple[int, str, Row]], str]:
    """Return the facts among what looks like one, each with its place, and the text with blanks instead of them.

    `candidates` are matches for `PLAIN_FACT` and what ends a fact. Anything about which there may be a question is left
    for the grammar; the numbers of arguments are noted.

    >>> import re
    >>> facts = re.finditer(PLAIN_FACT, "p(a)\\np(X)")
    >>> take_facts("p(a)\\np(X)", facts, {}, is_predicate=str.islower, is_variable=str.isupper)
    ([(0, 'p', ('a',))], '    \\np(X)')
    """
    fitting: dict[str, bool] = {}
    constants, found, left, end = _Constants(is_variable), list[tuple[int, str, Row]](), list[str](), 0
    for match in timely(candidates, every=1024):
        predicate, arguments = match.groups()
        row = tuple(map(constants.__getitem__, arguments.split(",")))
        if predicate not in fitting:
            fitting[predicate] = is_predicate(predicate)
        if None in row or not fitting[predicate]:
            continue
        if arities.setdefault(predicate, len(row)) == len(row):
            found.append((match.start(1), predicate, row))  # type: ignore[arg-type]  # there is no None in it
            left += content[end : match.start()], " " * (match.end() - match.start())
            end = match.end()
    return found, "".join((*left, content[end:]))


def place_of(content: str, offset: int, place: int) -> int:
    """Return where an argument of the plain fact at this offset begins."""
    fact = re.compile(PLAIN_FACT).match(content, offset)
    assert fact is not None, "there is one"
    before, argument = fact[2].split(",")[:place], fact[2].split(",")[place]
    return fact.start(2) + sum(len(each) + 1 for each in before) + len(argument) - len(argument.lstrip())


# -- tables


@dataclass(frozen=True)
class Table:
    """The facts of one predicate, and the text that they are from.

    >>> print(parse_table("road", "from,to\\nrome,pisa", "roads.csv"))
    2 facts of road, such as road(from, to)
    """

    predicate: str
    text: Text
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        if not self.rows:
            return f"no facts of {self.predicate}"
        such = f"{self.predicate}({', '.join(map(str, self.rows[0]))})"
        return f"{counted(len(self.rows), 'fact')} of {self.predicate}, such as {such}"

    def mistake(self, value: Value, place: int, message: str) -> BoardSyntaxError:
        """Return the error that points at the first row with this value at this place."""
        for number, fields in _lines(self.text):
            if str(value) == fields[place][1].strip():
                return self.text.mistake_in_line(message, number, fields[place][0])
        return self.text.mistake(message, offset=0)


def arities_of(tables: Iterable[Table]) -> dict[str, int]:
    """Return how many arguments the predicates of tables have; a predicate may have several tables, of one width."""
    found: dict[str, int] = {}
    for table in tables:
        width = len(table.rows[0]) if table.rows else 0
        if width and found.setdefault(table.predicate, width) != width:
            elsewhere = counted(found[table.predicate], "argument")
            raise table.text.mistake(f"{table.predicate} has {elsewhere} in another table, and here {width}", offset=0)
    return found


def parse_table(predicate: str, text: str, source: str) -> Table:
    """Return the facts in a table: with tabs in its first line, or a name that ends in .tsv, it is a TSV file.

    >>> parse_table("edge", "a,b\\n'a','b'\\n", "roads.csv")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: roads.csv:2:1: "'a'" cannot be a constant: write a number, or a word of letters, \
digits and _ that begins with a letter
    'a','b'
    ^
    >>> parse_table("edge", "a\\tB\\n3\\t-4", "roads.tsv").rows
    (('a', 'B'), (3, -4))
    """
    checked = Text(text, source)
    constants, rows, width = _Constants(lambda word: False), dict[Row, None](), 0
    for number, fields in timely(_lines(checked), every=1024):
        row = tuple([constants[value] for _, value in fields])
        if None in row:
            column, value = fields[row.index(None)]
            what = repr(value.strip()[:40]) if value.strip() else "an empty value"
            remedy = "write a number, or a word of letters, digits and _ that begins with a letter"
            if not rows:
                remedy += "; there is no header, and values are separated by commas or tabs"
            raise checked.mistake_in_line(f"{what} cannot be a constant: {remedy}", number, column)
        width = width or len(row)
        if len(row) != width:
            raise checked.mistake_in_line(f"{counted(len(row), 'value')}, but the first row has {width}", number)
        rows[row] = None  # type: ignore[index]  # there is no None in it
    return Table(predicate, checked, tuple(rows))


def _lines(text: Text) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield the number of each line that is not blank, and its fields with their columns."""
    separator = "\t" if text.source.endswith(".tsv") or "\t" in text.lines[0] else ","
    field = re.compile(rf'[ ]*"([^"]*)"[ ]*(?={separator}|$)|[^{separator}]*')
    for number, line in enumerate(text.lines, 1):
        if not line.strip():
            continue
        fields, place = list[tuple[int, str]](), 0
        if '"' not in line:
            for value in line.split(separator):
                fields.append((place + 1, value))
                place += len(value) + 1
        while place <= len(line):
            found = field.match(line, place)
            assert found is not None, "a field may be empty"
            fields.append((place + 1, found[0] if found[1] is None else found[1]))
            place = found.end() + 1
        yield number, fields
