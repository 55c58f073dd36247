"""Exercises about what cells are: which are certain, where the mines may be, and which clues decide one.

Every certain cell must be named, as safe or as a mine, and no other. A wrong claim is answered with a placement that
meets every clue and has the cell the other way. With `by: forward` only what forward chaining finds counts, and so on
for the other ways to reason. Of placements, any that meets everything given is right. Of clues, any that force the cell
are, if none of them can be left out.

People write what they say of cells in many ways; read, it is *claims*: name -> mine or not. A *group word* (safe, mine,
false, true) comes before its names and holds until the next one (`safe D1, H1, mine B1`) or ends the names before it
(`D1, H1 are safe`); `~D1` says safe by itself. What cannot be understood is asked about: the learner is never taken to
have said something that is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from logicms.answers.solve import solve
from logicms.deduction import Reason
from logicms.errors import BoardError, BoardSyntaxError, counted
from logicms.hints import TOTAL, Hint, Literal, name_order
from logicms.render.phrases import are_cells
from logicms.sat.solver import placement
from logicms.teach.exercise import (
    LEVELS,
    Fields,
    Judgement,
    LessonFile,
    Refused,
    Task,
    Tips,
    formula_holds,
    listed,
    placed,
    unknown_name,
)

CellClaims = dict[str, bool]
"""Names with True for a mine (the name holds) and False for safe."""

_TOKEN = re.compile(r"[,;\n]|[~¬!]|\w+|[^\s\w:=.(){}\[\]&+\"'`]")
_APPLIED = re.compile(rf"(?!(?:safe|mines?|true|false|not)\b)[^\W\d_]\w*\([\w, \t]+\)|{_TOKEN.pattern}")
"""The same, where names have arguments: `pit(A3)`."""
_BREAKS = (",", ";", "\n")
_GROUPS = {"safe": False, "mine": True, "mines": True, "false": False, "true": True}
_NEGATIONS = ("~", "¬", "!", "not", "no")
_NONE = ("none", "nothing")
_FILLERS = ("and", "is", "are", "a", "an", "the", "at", "in", "on", "cell", "cells", "there")


@dataclass(frozen=True, slots=True)
class _Word:
    """A group word, a name (`value` is False after a `~`, else None), or a break between parts (no text)."""

    text: str
    value: bool | None = None
    is_group: bool = False


def parse_claims(answer: str, file: LessonFile, bare: bool | None = None) -> CellClaims:
    """Return what an answer says of the names of a file, or raise `Refused`.

    A name without a group word holds, as a literal does, if the answer has no group word at all; otherwise it is what
    `bare` says, and without `bare` the learner is asked.

    >>> from logicms.board import Board
    >>> row = LessonFile.of_board("row", Board(("???", "121")))
    >>> parse_claims("mine A1, C1; safe B1", row) == parse_claims("A1 and C1 are mines, ~B1", row)
    True
    """
    words = list(_words(answer, file))
    if not any(word.text for word in words if not word.is_group) and not _says_none(answer):
        raise Refused("empty", "Name the cells, or say none." if are_cells(file.names) else "Name them, or say none.")
    if not any(word.is_group for word in words):
        bare = True
    claims: CellClaims = {}
    for name, value in _grouped(words):
        says = bare if value is None else value
        if says is None:
            no, yes = _word(name, False), _word(name, True)
            question = f"Is {name} {no}, or {yes}?"
            raise Refused("unclear", f"{question} Write {no} {name} or {yes.removeprefix('a ')} {name}.")
        if claims.setdefault(name, says) != says:
            text = f"You say both that {name} is {_word(name, False)} and that it is {_word(name, True)}."
            raise Refused("both", text)
    return claims


def _word(name: str, holds: bool) -> str:
    """Return what is said of a name: a cell is safe or a mine, anything else false or true."""
    return (("safe", "a mine") if are_cells([name]) else ("false", "true"))[holds]


def _says_none(answer: str) -> bool:
    words = answer.lower().replace(".", " ").replace(",", " ").split()
    return any(word in _NONE for word in words) or words[:1] == ["no"]


def _words(answer: str, file: LessonFile) -> Iterator[_Word]:
    """Yield what an answer is made of; fillers are left out, and negations are part of what they negate."""
    negated = False
    tokens = _APPLIED if any("(" in name for name in file.names) else _TOKEN
    for token in tokens.findall(answer):
        token = re.sub(r"[ \t]", "", token)
        is_cell = file.board is not None or token.upper() in file.names
        name, small = token.upper() if is_cell and token not in file.names else token, token.lower()
        if name in file.names:
            yield _Word(name, False if negated else None)
        elif small in _GROUPS:
            yield _Word(small, _GROUPS[small] != negated, is_group=True)
        elif token in _BREAKS:
            yield _Word("")
        elif small in _NEGATIONS:
            negated = not negated
            continue
        elif small in _FILLERS or small in _NONE:
            continue
        else:
            raise Refused("unknown", unknown_name(name, file.names, file))
        negated = False


def _grouped(words: list[_Word]) -> Iterator[tuple[str, bool | None]]:
    """Yield each name with what its group says of it, or None."""
    holds: bool | None = None  # by a group word that came before its names
    waiting: list[str] = []  # names that a later group word may end
    for part in _parts(words):
        own = part[-1].is_group and not part[0].is_group
        if own:
            holds = None
        said: bool | None = None  # by a group word in this part
        for word in part:
            if word.is_group and own:
                yield from ((name, word.value) for name in waiting)
                waiting = []
            elif word.is_group:
                holds = said = word.value
            elif word.value is not None:
                if own or said is not None:
                    raise Refused("mixed", f"Write safe {word.text} or ~{word.text}, not both at once.")
                yield word.text, word.value
                holds = None
            elif holds is not None:
                yield word.text, holds
            else:
                waiting.append(word.text)
    yield from ((name, None) for name in waiting)


def _parts(words: list[_Word]) -> Iterator[list[_Word]]:
    """Yield the words between two breaks, if there are any."""
    part: list[_Word] = []
    for word in [*words, _Word("")]:
        if word.text:
            part.append(word)
        elif part:
            yield part
            part = []


# -- what is certain

_BY = {
    "subset": "the subset rule",
    "forward": "forward chaining",
    "course": "the course's matching",
    "resolution": "resolution",
}


@dataclass(frozen=True)  # without slots, so that `certain` is computed once
class CertainTask(Task):
    """The certain cells of a board or hint file, by a way to reason."""

    file: LessonFile
    by: Reason = "complete"

    @property
    def form(self) -> str:
        if are_cells(self.file.names):
            return "cells, such as safe B1 B2, mine C1 (or ~B1 ~B2 C1); or none"
        return "names, such as true a b, false c (or a b ~c); or none"

    @cached_property
    def certain(self) -> CellClaims:
        """What is certain, by this way to reason."""
        return _certain(self.file, self.by)

    def _judge(self, answer: str) -> Judgement:
        claims = parse_claims(answer, self.file)
        for name in sorted(claims, key=name_order):
            self._check(name, claims[name])
        missed = [name for name in sorted(self.certain, key=name_order) if name not in claims]
        if missed:
            more = "" if len(missed) == 1 else f", and {len(missed) - 1} more"
            raise Refused("missed", f"You missed one: {missed[0]} is certain too{more}.")
        return Judgement.right(f"Right: {self._solution()}.", claims)

    def _solution(self) -> str:
        """Return everything that is certain, in words."""
        if not self.certain:
            return "nothing is certain"
        words = ("safe", "a mine", "mines") if are_cells(self.certain) else ("false", "true", "true")
        parts = []
        for value in (False, True):
            if names := [name for name, mine in self.certain.items() if mine == value]:
                is_are = f"are {words[2 * value]}" if len(names) > 1 else f"is {words[int(value)]}"
                parts.append(f"{listed(names)} {is_are}")
        return ", ".join(parts)

    def _check(self, name: str, mine: bool) -> None:
        """Refuse a wrong claim, and say why it is wrong."""
        other = _word(name, not mine)
        if name in self.certain:
            if self.certain[name] != mine:
                raise Refused("contrary", f"{name} is certain, but it is {other}, not {_word(name, mine)}.")
            return
        both = self.file.knowledge.cases(name)
        if both is None:
            way = _BY.get(self.by, "this")
            raise Refused("by", f"{name} is certain, but {way} alone does not find it.")
        placement = [each for each in both[1 if mine else 0] if each in self.file.names]
        where = placed(placement, are_cells(self.file.names))
        text = f"{name} is not certain: with {where}, everything given holds, and {name} is {other}."
        raise Refused("not certain", text)

    def tips(self, so_far: str) -> Tips:
        try:
            known = {name for name, mine in parse_claims(so_far, self.file).items() if self.certain.get(name) == mine}
        except Refused:
            known = set()
        left = [name for name in sorted(self.certain, key=name_order) if name not in known]
        if not left:
            return ("You have named everything that is certain.",) * LEVELS
        count, no, yes = len(self.certain), _word(left[0], False), _word(left[0], True)
        hint = next((hint for hint in self.file.problem.all_hints if left[0] in map(str, hint.among)), None)
        where = "" if hint is None else f" Begin with {hint}."
        return (
            f"{count} {'is' if count == 1 else 'are'} certain.{where}",
            f"Look at {left[0]}: suppose it is {yes}, then suppose it is {no}. Which of the two is impossible?",
            f"Everything: {self._solution()}.",
        )


def _certain(file: LessonFile, by: Reason = "complete") -> CellClaims:
    """Return what a file makes certain, by a way to reason."""
    answer = solve(file.problem, by)
    if answer.message is not None:
        raise BoardError(f"{file.name}: {answer.message}")
    return {str(name): mine for names, mine in ((answer.safe, False), (answer.mine, True)) for name in names}


def make_certain(fields: Fields) -> CertainTask:
    """Return the task of naming the certain cells; `by` is a way to reason."""
    return CertainTask(fields.file, fields.one_of("by", tuple(reversed(get_args(Reason)))))  # the default comes first


# -- a placement

_NO_MINES = (*_NONE, "no mines")


@dataclass(frozen=True, slots=True)
class PlacementTask(Task):
    """A placement of a board or hint file; `wanted` are literals that must hold too."""

    file: LessonFile
    answer: str
    wanted: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        if are_cells(self.file.names):
            return "the cells with mines, such as A1 C2; or none"
        return "the names that are true; or none"

    def _judge(self, answer: str) -> Judgement:
        placement = {name for name, holds in parse_claims(answer, self.file, bare=True).items() if holds}
        for literal in self.wanted:
            if (literal.removeprefix("~") in placement) == literal.startswith("~"):
                raise Refused("wanted", f"It must have {literal}, and yours does not.")
        true = frozenset(placement).union(str(name) for name, holds in self.file.problem.facts.items() if holds)
        for hint in self.file.problem.all_hints:
            among = [str(name) for name in hint.among]
            count = len(true.intersection(among))
            if not hint.low <= count <= hint.high:
                size = "many" if count > hint.high else "few"
                raise Refused(f"too {size}", f"{hint}: your placement has {count} there, too {size}.")
        for formula in self.file.problem.formulas:
            if not formula_holds(formula.expr)(true):
                raise Refused("formula", f"{formula.text} is false with your placement.")
        return Judgement.right("Right: everything given holds.", {name: name in placement for name in self.file.names})

    def tips(self, so_far: str) -> Tips:
        hint = min(self.file.problem.all_hints, key=lambda hint: len(hint.among), default=None)
        first = self.answer.replace(",", " ").split()[0]
        return (
            "Try one name after another." if hint is None else f"Begin where you have the least choice: {hint}.",
            "Fewer than you think." if first.lower() in _NO_MINES else f"One right answer has {first}.",
            f"One right answer is {self.answer}.",
        )


def make_placement(fields: Fields) -> PlacementTask:
    """Return the task of a placement; `with` are literals that must hold too, such as `B1 ~C1`."""
    file = fields.file
    wanted = tuple(fields.one("with").replace(",", " ").split())
    for literal in wanted:
        if literal.removeprefix("~") not in file.names:
            names = listed(file.names)
            raise BoardSyntaxError(f"with takes literals of {names}, not {literal[:40]!r}", source="with")
    base = file.knowledge.copy()
    for literal in sorted(wanted, key=lambda text: name_order(text.removeprefix("~"))):
        base.tell(literal)
    base.check()  # raises if there is no such placement
    return PlacementTask(file, fields.one("answer"), wanted)


# -- which clues decide a cell


_CLUE_WORD = re.compile(r"\w+")
_CLUE_FILLERS = ("and", "the", "clue", "clues", "at", "is", "it", "by", "are", "total", "mine", "of")


@dataclass(frozen=True, slots=True)
class CluesTask(Task):
    """The clues of a board that decide a cell; `literal` is what they force."""

    file: LessonFile
    literal: Literal
    answer: str

    @property
    def form(self) -> str:
        total = ", or mines for the mine total" if TOTAL in self._hints else ""
        return f"the cells of the clues, with blanks between them{total}"

    @property
    def _hints(self) -> dict[str, Hint]:
        return {str(hint.because): hint for hint in self.file.problem.all_hints if hint.because is not None}

    def _judge(self, answer: str) -> Judgement:
        named = self._read(answer)
        self._check(named)
        return Judgement.right(f"Right: {self._verdict} by {listed(named)} alone.")

    @property
    def _verdict(self) -> str:
        return f"{self.literal.name} is {_word(str(self.literal.name), self.literal.holds)}"

    def _read(self, answer: str) -> list[str]:
        named = []
        for word in _CLUE_WORD.findall(answer):
            name = word if word in self._hints else word.lower() if word.lower() in self._hints else word.upper()
            if word.lower() in _CLUE_FILLERS and name not in self._hints:
                if word.lower() == "total" and TOTAL in self._hints:
                    named.append(TOTAL)
                continue
            if name not in self._hints:
                raise Refused("unknown", self._not_a_clue(name))
            named.append(name)
        if not named:
            raise Refused("empty", self.empty)
        return sorted(set(named), key=name_order)

    def _not_a_clue(self, name: str) -> str:
        if name in self.file.names:
            return f"{name} is hidden: it has no clue."
        if name in map(str, self.file.problem.facts):
            return f"{name} says nothing about hidden cells."
        return unknown_name(name, self._hints)

    def _check(self, named: list[str]) -> None:
        """Refuse clues that do not decide the cell, or of which one is not needed."""
        against = self._placement_against(named)
        if against is not None:
            cells = are_cells(self.file.names)
            does, is_met = ("does", "it is") if len(named) == 1 else ("do", "they are")
            other_way = f", and {self.literal.name} {'safe' if cells else 'false'}" if self.literal.holds else ""
            text = f"{listed(named)} {does} not decide it: {is_met} met with {placed(against, cells)}{other_way}, too."
            raise Refused("not enough", text)
        for name in named:
            others = [each for each in named if each != name]
            if self._placement_against(others) is None:
                are = "are" if len(others) > 1 else "is"
                text = f"They decide it, but {name} is not needed: {listed(others) or 'what is known'} {are} enough."
                raise Refused("too many", text)

    def _placement_against(self, named: Iterable[str]) -> list[str] | None:
        """Return a placement that meets these clues and has the cell the other way; None if they force it."""
        other_way = {**self.file.problem.facts, self.literal.name: not self.literal.holds}
        other = placement([self._hints[name] for name in named], other_way)
        if other is None:
            return None
        holding = other.union([] if self.literal.holds else [self.literal.name])
        return [str(name) for name in holding if str(name) in self.file.names]

    def tips(self, so_far: str) -> Tips:
        right = self._read(self.answer)
        hints = [self._hints[name] for name in right]
        enough = f"{counted(len(right), 'clue')} {'is' if len(right) == 1 else 'are'} enough. {self._verdict}."
        if len(right) > 1:
            they = f"They are {listed(right)}: {'; '.join(map(str, hints))}."
            return enough, f"One of them is {hints[0]}.", they
        counts = listed(str(name) for name in hints[0].among if str(name) in self.file.names)
        return enough, f"It counts {counts}.", f"It is {hints[0]}."


def make_clues(fields: Fields) -> CluesTask:
    """Return the task of naming the clues that decide `cell`."""
    file, name = fields.file, fields.one("cell")
    if file.problem.formulas:
        raise BoardSyntaxError(f"{file.name} has formulas, and a formula is not a clue", source="on")
    certain = _certain(file)
    if name not in certain:
        raise BoardSyntaxError(f"cell is one that is certain, not {name[:40]!r}", source="cell")
    return CluesTask(file, Literal(file.problem.name(name), certain[name]), fields.one("answer"))
