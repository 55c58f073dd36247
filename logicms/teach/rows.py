"""Exercises about questions for values: which rows of `which x in people: …` certainly hold, and which may.

Each row that certainly holds or may hold must be named, and no other. People write rows in many ways: `bob`, `x = bob`,
`bob cy; bob dan`, `(bob, cy), (bob, dan)`, or as `ask` prints them. After `perhaps`, rows may hold, after `certainly`
they certainly do; before either word, too. A wrong row is answered with what shows it: a proof that it holds nowhere, a
placement in which it fails, or that in which it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from textwrap import indent
from typing import TYPE_CHECKING

from logicms.errors import BoardError, BoardSyntaxError, counted
from logicms.hints import Literal, name_order
from logicms.logic.which import Row
from logicms.notation.formulas import format_formula, parse_which, tables_of
from logicms.notation.texts import folded
from logicms.render.proof import proof_text
from logicms.rules.grounding import RuleBook
from logicms.rules.language import Value, Which, members_of
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused, Task, Tips, listed, unknown_name

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.logic.knowledge import KnowledgeBase

RowClaims = dict[Row, bool]
"""Rows, with whether they certainly hold; the others may."""

_TOKEN = re.compile(r"\w+\s*=|-?[0-9]+|\w+|[;\n]|[^\s,:(){}\[\].]")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_WORDS = {
    **dict.fromkeys(("certain", "certainly", "yes"), True),
    **dict.fromkeys(("perhaps", "maybe", "possible", "possibly", "may"), False),
}
_COLUMNS = 76
"""How wide a proof may be: a reply has it indented by four, in a terminal of 80."""

_NONE, _FILLERS = ("none", "nothing", "no"), ("and", "row", "rows", "hold", "holds")


@dataclass(frozen=True)  # without slots, so that `rows` are found once
class RowsTask(Task):
    """The rows of a question for values about a hint file or a board."""

    file: LessonFile
    which: Which

    @property
    def form(self) -> str:
        variables = self.which.variables
        if len(variables) == 1:
            rows = f"the values of {variables[0]} for which it certainly holds"
        else:
            rows = f"the rows that certainly hold, as values of {', '.join(variables)}, with ; between rows"
        return f"{rows}, then the word perhaps and those that may; or none"

    @cached_property
    def book(self) -> RuleBook:
        return self.file.problem.book or RuleBook({}, tables_of(self.file.problem))

    @cached_property
    def rows(self) -> RowClaims:
        """The right answer."""
        found = self.file.knowledge.which(self.which)
        return {**dict.fromkeys(found.certain, True), **dict.fromkeys(found.possible, False)}

    def _judge(self, answer: str) -> Judgement:
        claims = self._claims(answer)
        for row, is_certain in claims.items():
            if self.rows.get(row) != is_certain:
                raise self._wrong(row)
        if missed := [row for row in self.rows if row not in claims]:
            verb = "certainly holds" if self.rows[missed[0]] else "may hold"
            more = "" if len(missed) == 1 else f", and {len(missed) - 1} more"
            raise Refused("missed", f"You missed one: {missed[0]} {verb} too{more}.")
        return Judgement.right(f"Right: {self._summary}.")

    @property
    def _summary(self) -> str:
        certain = sum(self.rows.values())
        verb = "hold" if certain > 1 else "holds"
        rows = counted(certain, "row") if certain else "no row"
        return f"{rows} certainly {verb}, and {len(self.rows) - certain or 'no other'} may"

    # -- what is said

    def _claims(self, answer: str) -> RowClaims:
        """Return what an answer says of the rows that it names."""
        claims: RowClaims = {}
        for row, is_certain in self._read(answer):
            if claims.setdefault(row, is_certain) != is_certain:
                raise Refused("both", f"You say both that {row} certainly holds and that it only may.")
        if not claims and not any(word in _NONE for word in answer.lower().replace(".", " ").split()):
            raise Refused("empty", "Name the rows, or say none.")
        return claims

    def _read(self, answer: str) -> Iterator[tuple[Row, bool]]:
        """Yield each row with whether it is said to hold certainly."""
        variables = self.which.variables
        elements = {str(each): each for each in self.book.elements}
        is_certain, values, variable = True, dict[str, Value](), ""
        for token in [*_TOKEN.findall(answer), ";"]:
            small = token.lower()
            if token in elements or _NUMBER.fullmatch(token):
                variable = variable or next(each for each in variables if each not in values)
                values[variable], variable = elements[token] if token in elements else int(token), ""
                if len(values) == len(variables):
                    yield self._row(values), is_certain
                    values = {}
            elif token.endswith("=") and token[:-1].strip() in variables:
                variable = token[:-1].strip()
                if variable in values:
                    raise Refused("twice", f"{variable} has two values in one row.")
            elif token in ";\n" or small in _WORDS:
                if values or variable:
                    said = " ".join(f"{name} = {value}" for name, value in values.items()) or f"{variable} = "
                    raise Refused("short", f"A row has a value of each of {', '.join(variables)}; yours is {said}.")
                is_certain = _WORDS.get(small, is_certain)
            elif small not in (*_NONE, *_FILLERS):
                raise Refused("unknown", unknown_name(token, elements))

    def _row(self, values: Mapping[str, Value]) -> Row:
        """Return a row, if each value is in the set of its variable."""
        for variable, of in ((each.variable, each.of) for each in self.which.bindings):
            if of is not None and values[variable] not in (members := members_of(of, values, self.book.tables)):
                among = f"one of {listed(map(str, members), 'and')}" if members else "in an empty set"
                raise Refused("range", f"{variable} is {among}, and {values[variable]} is not.")
        return Row({variable: values[variable] for variable in self.which.variables})

    # -- what is wrong with a row

    def _wrong(self, row: Row) -> Refused:
        """Return why a row is not as it was said to be, with what shows it."""
        from sympy import Not

        from logicms.sat.backbone import differing_on

        base, formula = self.file.knowledge, self.book.formula_of_row(self.which, row)
        base.tell_support(formula)
        if row not in self.rows:
            return Refused("fails", f"{row} cannot hold:\n{_proof(base, Not(formula))}")
        if self.rows[row]:
            return Refused("certain", f"{row} not only may hold, it certainly does:\n{_proof(base, formula)}")
        placements = differing_on(formula, base)
        assert placements is not None, "what may hold may fail"
        one, other = map(frozenset, placements)
        failing = " ".join(str(Literal(name, name in other)) for name in sorted(one ^ other, key=name_order))
        text = f"with {failing}, everything given holds, and {format_formula(formula)} does not"
        return Refused("possible", f"{row} may hold, but not certainly: {text}.")

    def tips(self, so_far: str) -> Tips:
        first = next(iter(self.rows), None)
        if first is None:
            middle = "Try a value: which rule or fact could make it hold?"
            last = "No row can hold: it is none."
        else:
            middle = (
                f"One of them begins with {next(iter(first.items()))[1]}." if len(first) > 1 else f"One is {first}."
            )
            last = f"All of them: {self.written}."
        return f"Go through the values one by one: {self._summary}.", middle, last

    @property
    def written(self) -> str:
        """The right answer as a learner would type it."""
        kinds = [
            "; ".join(" ".join(map(str, row.values())) for row, value in self.rows.items() if value == is_certain)
            for is_certain in (True, False)
        ]
        return " perhaps ".join(kinds).strip() if kinds[1] else kinds[0] or "none"


def _proof(base: KnowledgeBase, formula: Boolean) -> str:
    """Return the proof of a formula that follows, as indented lines; a direct one, if the formula is one clause."""
    try:
        proof = base.prove(formula, by="direct")
    except BoardError:
        proof = base.prove(formula)
    assert proof is not None, "what is certain has a proof"
    return indent(folded(proof_text(proof), _COLUMNS), " " * 4)


def make_rows(fields: Fields) -> RowsTask:
    """Return the task of naming the rows of a question for values; each of its variables says where it ranges."""
    problem, text = fields.file.problem, fields.one("question")
    closed = () if problem.closed is None else problem.closed.predicates
    try:
        which = parse_which(text, tables_of(problem), closed)
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"{error.message}: {text[:60]}", source="question") from None
    if missing := which.unranged(closed):
        message = f"say where {missing[0]} ranges: `which {missing[0]} in …`"
        raise BoardSyntaxError(message, source="question")
    task = RowsTask(fields.file, which)
    task.file.knowledge.check()  # raises if nothing fits what is given
    return task
