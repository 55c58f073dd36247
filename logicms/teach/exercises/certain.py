"""Which cells are certain? Every one must be named, as safe or as a mine, and no other.

A wrong claim is answered with a placement that meets every clue and has the cell the other way. With `by: forward` only
what forward chaining finds counts, and so on for the other ways to reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

from logicms.answers.solve import solve
from logicms.deduction import Reason
from logicms.errors import BoardError
from logicms.hints import name_order
from logicms.teach.claims import Claims, parse_claims
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused
from logicms.teach.feedback import are_cells, listed, placed

_BY = {
    "subset": "the subset rule",
    "forward": "forward chaining",
    "course": "the course's matching",
    "resolution": "resolution",
}


@dataclass(frozen=True)  # without slots, so that `certain` is computed once
class CertainTask:
    """The certain cells of a board or hint file, by a way to reason."""

    file: LessonFile
    by: Reason = "complete"
    takes_lines: bool = field(default=False, init=False)

    @property
    def form(self) -> str:
        if are_cells(self.file.names):
            return "cells, such as safe B1 B2, mine C1 (or ~B1 ~B2 C1); or none"
        return "names, such as true a b, false c (or a b ~c); or none"

    @cached_property
    def certain(self) -> Claims:
        """What is certain, by this way to reason."""
        answer = solve(self.file.problem, self.by)
        if answer.message is not None:
            raise BoardError(f"{self.file.name}: {answer.message}")
        return {str(name): mine for names, mine in ((answer.safe, False), (answer.mine, True)) for name in names}

    def judge(self, answer: str) -> Judgement:
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        try:
            claims = parse_claims(answer, self.file)
            for name in sorted(claims, key=name_order):
                self._check(name, claims[name])
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        missed = [name for name in sorted(self.certain, key=name_order) if name not in claims]
        if missed:
            more = "" if len(missed) == 1 else f", and {len(missed) - 1} more"
            return Judgement("wrong", f"You missed one: {missed[0]} is certain too{more}.", "missed")
        return Judgement("right", f"Right: {self._solution()}.", "right")

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
        words = ("safe", "a mine") if are_cells([name]) else ("false", "true")
        if name in self.certain:
            if self.certain[name] != mine:
                raise Refused("contrary", f"{name} is certain, but it is {words[not mine]}, not {words[mine]}.")
            return
        both = self.file.knowledge.placements(name)
        if both is None:
            way = _BY.get(self.by, "this")
            raise Refused("by", f"{name} is certain, but {way} alone does not find it.")
        placement = [each for each in both[1 if mine else 0] if each in self.file.names]
        where = placed(placement, are_cells(self.file.names))
        text = f"{name} is not certain: with {where}, everything given holds, and {name} is {words[not mine]}."
        raise Refused("not certain", text)

    def tip(self, level: int, so_far: str) -> str:
        try:
            known = {name for name, mine in parse_claims(so_far, self.file).items() if self.certain.get(name) == mine}
        except Refused:
            known = set()
        left = [name for name in sorted(self.certain, key=name_order) if name not in known]
        if not left:
            return "You have named everything that is certain."
        if level == 1:
            count = len(self.certain)
            hint = next((hint for hint in self.file.hints if left[0] in map(str, hint.among)), None)
            where = "" if hint is None else f" Begin with {hint}."
            return f"{count} {'is' if count == 1 else 'are'} certain.{where}"
        if level == 2:
            return f"Look at {left[0]}: suppose it is a mine, then suppose it is safe. Which of the two is impossible?"
        return f"Everything: {self._solution()}."


def make_certain(fields: Fields) -> CertainTask:
    """Return the task of naming the certain cells; `by` is a way to reason."""
    return CertainTask(fields.file, fields.one_of("by", tuple(reversed(get_args(Reason)))))  # the default comes first
