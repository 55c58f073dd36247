"""Exercises in clauses: write those of a clue, and find the missing premise of a resolution step.

Any set of clauses that says the same as the clue is right. Each line is a clause (or several, joined by &). A clause
that does not follow is answered with a placement that meets the clue and not the clause; clauses that say too little,
with a placement that they allow and the clue forbids. Of a resolution step, one premise and the resolvent are given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from logicms.board import Cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.hints import TOTAL, Hint, Literal, name_order
from logicms.notation.formulas import format_formula, parse_formula
from logicms.teach.exercise import (
    Fields,
    Holds,
    Judgement,
    LessonFile,
    Refused,
    Task,
    are_cells,
    check_number_of,
    clause_holds,
    counterexample,
    formula_holds,
    hint_holds,
    listed,
    names_of,
    placed,
    placements,
    quoted,
    unknown_name,
    unreadable,
)
from logicms.teach.proof_lines import Literals, clause_text, parse_clause

_LABEL = re.compile(r"^\s*(?:[(\[]?[0-9]+[)\].:]+|[-*•](?=\s))")
"""The number or the dot before a line of a list."""

_SET = re.compile(r"[{](?P<literals>[^{}]+)[}]")

Texts = frozenset[str]
"""A clause, its literals as text."""


@dataclass(frozen=True, slots=True)
class ClausesTask(Task):
    """The clauses of a hint or a formula over `names`; `holds` is its test, `about` its name."""

    names: tuple[str, ...]
    holds: Holds
    about: str
    answer: str
    file: LessonFile | None = None
    takes_lines = True

    @property
    def form(self) -> str:
        return "clauses, one per line, such as A1 | ~B1"

    def _judge(self, answer: str) -> Judgement:
        read = [(line, clause) for line in _split_lines(answer) for clause in self._parse(line)]
        if not read:
            raise Refused("empty", self.empty)
        cells, tests = are_cells(self.names), [clause_holds(clause) for _, clause in read]
        for (line, clause), test in zip(read, tests, strict=True):
            placement = counterexample(self.names, self.holds, test)
            if placement is not None:
                raise Refused(
                    "too strong",
                    f"{quoted(line)}: this clause does not follow from {self.about}.\n"
                    f"With {placed(placement, cells)}, {self.about} is met, and {_text(clause)} is false.",
                )
        placement = counterexample(self.names, lambda p: all(test(p) for test in tests), self.holds)
        if placement is not None:
            raise Refused(
                "too weak",
                f"Every clause follows, but they say too little: this placement is still allowed although {self.about} "
                f"forbids it: {placed(placement, cells)}.",
            )
        return Judgement.right(_praise([clause for _, clause in read]))

    def _parse(self, line: str) -> list[Texts]:
        """Return the clauses on a line."""
        if "," in line:
            remedy = "Join the literals of a clause by |, and write each clause on its own line"
            raise Refused("unclear", f"{quoted(line)}: is this one clause or several? {remedy}.")
        try:
            expr = parse_formula(line)
        except BoardSyntaxError as error:
            raise Refused("unreadable", unreadable(line, error)) from None
        for name in sorted(names_of(expr), key=name_order):
            if name not in self.names:
                raise Refused("unknown", unknown_name(name, self.names, self.file))
        from logicms.connectives import kind_of, parts_of

        parts = parts_of(expr) if kind_of(expr) == "And" else (expr,)
        return [self._as_clause(part, line) for part in parts]

    def _as_clause(self, expr: Any, line: str) -> Texts:
        from logicms.connectives import kind_of, literal_in, parts_of

        if kind_of(expr) == "truth":
            raise Refused("form", f"{quoted(line)} has no names: a clause is literals joined by |.")
        parts = parts_of(expr) if kind_of(expr) == "Or" else (expr,)
        if any(literal_in(part) is None for part in parts):
            raise Refused("form", _not_a_clause(line, expr))
        literals = frozenset(format_formula(part) for part in parts)
        if any(f"~{literal}" in literals for literal in literals):
            raise Refused("tautology", f"{quoted(line)} is always true: a tautology says nothing.")
        return literals

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            about = self.about[0].upper() + self.about[1:]
            return (
                f"{about} is about {listed(self.names)}. First ask which of them cannot all be mines (a clause with "
                "~), then which cannot all be safe."
            )
        forbidden = [placement for placement in placements(self.names) if not self.holds(placement)]
        if level == 2 and forbidden:
            return (
                f"Take a placement that is forbidden, such as {placed(forbidden[0], are_cells(self.names))}: a clause "
                "that excludes it has, for each name, the literal that is false there. Leave out what you do not need."
            )
        return "One right answer is\n" + "\n".join(f"    {line}" for line in _split_lines(self.answer))


def _split_lines(answer: str) -> list[str]:
    """Return the lines of an answer: semicolons end one too, as do commas between clauses; a clause may be a set.

    >>> _split_lines("1. A1 | B1, ~A1\\n\\n- ~B1. "), _split_lines("{A1, ~B1}, {C1}"), _split_lines("a, b")
    (['A1 | B1', '~A1', '~B1'], ['A1 | ~B1', 'C1'], ['a, b'])
    """
    written = _SET.sub(lambda match: re.sub(r"\s*,\s*", " | ", match["literals"]), answer)
    # A comma between literals could join one clause or end several: `_parse` asks.
    ends = "[;,\n]" if "|" in written or written != answer else "[;\n]"
    lines = (_LABEL.sub("", line).strip(" \t.`") for line in re.split(ends, written))
    return [line for line in lines if line]


def _not_a_clause(line: str, expr: Any) -> str:
    from logicms.connectives import kind_of

    remedies = {
        "Implies": "write `a -> b` as `~a | b`",
        "Not": "move the ~ inwards: `~(a & b)` is `~a | ~b`",
        "Or": "`a | (b & c)` is two clauses, `a | b` and `a | c`",
    }
    remedy = remedies.get(kind_of(expr), "write each part of an & on its own line")
    return f"{quoted(line)} is a formula but not a clause: a clause is literals joined by |; {remedy}."


def _text(clause: Texts) -> str:
    return " | ".join(sorted(clause, key=lambda text: name_order(text.removeprefix("~"))))


def _praise(clauses: list[Texts]) -> str:
    for number, clause in enumerate(clauses):
        for other in [*clauses[:number], *(each for each in clauses[number + 1 :] if each != clause)]:
            if other <= clause:
                return f"Right. One could be left out: {_text(clause)} is subsumed by {_text(other)}."
    return f"Right: {len(clauses)} {'clauses that say' if len(clauses) > 1 else 'clause that says'} exactly that."


def make_clauses(fields: Fields) -> ClausesTask:
    """Return the task of `clue: CELL` (or `clue: mines`) on a board or hint file, or of `formula: …`."""
    if ("clue" in fields.texts) == ("formula" in fields.texts):
        raise BoardError("an exercise of the kind clauses needs a line clue: … or a line formula: …, and not both")
    if "formula" in fields.texts:
        expr = fields.formula("formula")
        names = tuple(sorted(names_of(expr), key=name_order))
        check_number_of(names)
        return ClausesTask(names, formula_holds(expr), "the formula", fields.one("answer"), fields.on)
    hint = _find_hint(fields.one("clue"), fields.file)
    names = tuple(map(str, hint.among))
    check_number_of(names)
    about = _about(hint)
    return ClausesTask(names, hint_holds(hint), about, fields.one("answer"), fields.on)


def _about(hint: Hint) -> str:
    """Return what the feedback calls a hint; one without a cell is called by its text."""
    if hint.because == TOTAL:
        return "the mine total"
    if isinstance(hint.because, Cell):
        return f"the clue {hint.low} at {hint.because}"
    return f"the hint `{replace(hint, because=None)}`"


def _find_hint(name: str, file: LessonFile) -> Hint:
    """Return the hint of a clue's cell (or of `mines`), or refuse at the field `clue`."""
    for hint in file.hints:
        if str(hint) == name or (hint.because is not None and str(hint.because) == name):
            return hint
    known = ", ".join(str(hint.because or hint) for hint in file.hints)
    raise BoardSyntaxError(f"{file.name} has no clue {name[:40]!r}; its clues are {known}", source="clue")


# -- the missing premise

_AND = re.compile(r"[&∧]|\band\b")


@dataclass(frozen=True, slots=True)
class PremiseTask(Task):
    """A clause that resolves with `given` to `resolvent`; literals of the resolvent may be in both premises."""

    given: Literals
    resolvent: Literals
    answer: str

    @property
    def form(self) -> str:
        return "a clause: literals joined by |, such as a | ~b"

    @property
    def pivot(self) -> Literal:
        """The literal of the given clause that goes."""
        (pivot,) = self.given - self.resolvent
        return pivot

    def _judge(self, answer: str) -> Judgement:
        clause = self._read(answer)
        yours, given = clause_text(clause), clause_text(self.given)
        clashing = sorted((literal for literal in self.given if ~literal in clause), key=_order)
        if not clashing:
            text = f"`{given}` and `{yours}` do not clash: no name is in one of them with ~ and in the other without."
            raise Refused("no clash", text)
        if len(clashing) > 1:
            names = listed(str(literal.name) for literal in clashing)
            text = f"`{given}` and `{yours}` clash in {names}: whichever goes, a tautology is left."
            raise Refused("two clashes", text)
        (pivot,) = clashing
        made = (self.given - {pivot}) | (clause - {~pivot})
        step = f"On {pivot.name}, `{given}` and `{yours}` give `{clause_text(made)}`"
        if extra := made - self.resolvent:
            raise Refused("too much", f"{step}: {_texts(extra)} should not be there.")
        if missing := self.resolvent - made:
            raise Refused("too little", f"{step}: {_texts(missing)} is missing.")
        return Judgement.right(f"Right: o{step[1:]}.")

    def _read(self, answer: str) -> Literals:
        if _AND.search(answer):
            raise Refused("form", f"{quoted(answer)} is not one clause: a clause is literals joined by |.")
        clause = parse_clause(answer)
        known = {str(literal.name) for literal in self.given | self.resolvent}
        for name in sorted((str(literal.name) for literal in clause), key=name_order):
            if name not in known:
                raise Refused("unknown", unknown_name(name, sorted(known, key=name_order)))
        if any(~literal in clause for literal in clause):
            raise Refused("tautology", f"{quoted(answer)} is always true: a tautology says nothing.")
        return clause

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            return "One literal of the given clause is not in the resolvent. What must the missing clause say of it?"
        if level == 2:
            rest = self.resolvent - self.given
            more = f"and what only the resolvent has, {_texts(rest)}" if rest else "and nothing else is needed"
            return f"It has {~self.pivot}, {more}."
        return f"One right answer is {self.answer}"


def _order(literal: Literal) -> tuple[tuple[int, int, int, str], bool]:
    return name_order(literal.name), not literal.holds


def _texts(literals: Literals) -> str:
    texts = [str(literal) for literal in sorted(literals, key=_order)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def make_premise(fields: Fields) -> PremiseTask:
    """Return the task of the clause that resolves with `clause` to `resolvent`."""
    clauses = []
    for key in ("clause", "resolvent"):
        try:
            clauses.append(parse_clause(fields.one(key)))
        except BoardSyntaxError as error:
            raise BoardSyntaxError(f"{key} is a clause, such as ~a | b: {error.message}", source=key) from None
    given, resolvent = clauses
    gone = given - resolvent
    if len(gone) != 1 or any(~literal in resolvent for literal in resolvent | gone):
        message = "one literal of the clause goes, and neither it nor its negation is in the resolvent"
        raise BoardSyntaxError(f"no clause resolves with it to this resolvent: {message}", source="resolvent")
    return PremiseTask(given, resolvent, fields.one("answer"))
