"""Which clues decide a cell: any clues that force it are right, if none of them can be left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from logicms.answers.solve import solve
from logicms.errors import BoardError, BoardSyntaxError, counted
from logicms.hints import TOTAL, Hint, Literal, name_order
from logicms.sat.solver import placement
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused, Task, are_cells, listed, placed, unknown_name

_WORD = re.compile(r"\w+")
_FILLERS = ("and", "the", "clue", "clues", "at", "is", "it", "by", "are", "total", "mine", "of")


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
        return {str(hint.because): hint for hint in self.file.hints if hint.because is not None}

    def _judge(self, answer: str) -> Judgement:
        named = self._read(answer)
        self._check(named)
        return Judgement.right(f"Right: {self._verdict} by {listed(named)} alone.")

    @property
    def _verdict(self) -> str:
        words = ("safe", "a mine") if are_cells([str(self.literal.name)]) else ("false", "true")
        return f"{self.literal.name} is {words[self.literal.holds]}"

    def _read(self, answer: str) -> list[str]:
        named = []
        for word in _WORD.findall(answer):
            name = word if word in self._hints else word.lower() if word.lower() in self._hints else word.upper()
            if word.lower() in _FILLERS and name not in self._hints:
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
        if name in self.file.known:
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
        found = placement([self._hints[name] for name in named], other_way)
        if found is None:
            return None
        holding = found.union([] if self.literal.holds else [self.literal.name])
        return [str(name) for name in holding if str(name) in self.file.names]

    def tip(self, level: int, so_far: str) -> str:
        right = self._read(self.answer)
        if level == 1:
            return f"{counted(len(right), 'clue')} {'is' if len(right) == 1 else 'are'} enough. {self._verdict}."
        if level == 2:
            return f"One of them is {self._hints[right[0]]}." if len(right) > 1 else f"It counts {self._counts(right)}."
        if len(right) == 1:
            return f"It is {self._hints[right[0]]}."
        return f"They are {listed(right)}: {'; '.join(str(self._hints[name]) for name in right)}."

    def _counts(self, right: list[str]) -> str:
        hidden = [str(name) for name in self._hints[right[0]].among if str(name) in self.file.names]
        return listed(hidden)


def make_clues(fields: Fields) -> CluesTask:
    """Return the task of naming the clues that decide `cell`."""
    file, name = fields.file, fields.one("cell")
    if file.problem.formulas:
        raise BoardSyntaxError(f"{file.name} has formulas, and a formula is not a clue", source="on")
    answer = solve(file.problem)
    if answer.message is not None:
        raise BoardError(f"{file.name}: {answer.message}")
    certain = {str(each): holds for names, holds in ((answer.safe, False), (answer.mine, True)) for each in names}
    if name not in certain:
        raise BoardSyntaxError(f"cell is one that is certain, not {name[:40]!r}", source="cell")
    return CluesTask(file, Literal(file.problem.name(name), certain[name]), fields.one("answer"))
