"""«Which cells are certain»: every one must be named, as safe or as a mine, and no other.

A cell that is named wrongly is shown a placement that meets every clue and has it the other way. With `by: forward`
only what forward chaining finds counts, and so on for the other ways to reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from logicms.answers import Solved, solved
from logicms.answers.by_hand import solved_by_hand
from logicms.deduction import Reason
from logicms.errors import BoardError
from logicms.literal import name_order
from logicms.teach.exercise import Judgement, Refused
from logicms.teach.exercises.fields import one_of, puzzle_of
from logicms.teach.feedback import are_cells, listed, placed, unknown_name
from logicms.teach.puzzle import Puzzle

Claims = dict[str, bool]
"""Names, True where it is said that there is a mine (that the name holds)."""

_NONE = ("none", "nothing", "no cell", "no cells")
_WORDS = {"safe": False, "mine": True, "mines": True, "false": False, "true": True}
_BY = {"forward": "forward chaining", "resolution": "resolution"}


@dataclass(frozen=True)  # without slots: what is certain is found once
class CertainTask:
    """The certain cells of a puzzle, by a way to reason."""

    puzzle: Puzzle
    by: Reason = "complete"
    takes_lines: bool = field(default=False, init=False)

    @property
    def form(self) -> str:
        if are_cells(self.puzzle.names):
            return "cells, such as safe B1 B2, mine C1 (or ~B1 ~B2 C1); or none"
        return "names, such as true a b, false c (or a b ~c); or none"

    @cached_property
    def certain(self) -> Claims:
        return _certain(self.puzzle, self.by)

    def judge(self, answer: str) -> Judgement:
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        try:
            claims = self._claims(answer)
            for name in sorted(claims, key=name_order):
                self._check(name, claims[name])
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        missed = [name for name in sorted(self.certain, key=name_order) if name not in claims]
        if missed:
            more = "" if len(missed) == 1 else f", and {len(missed) - 1} more"
            return Judgement("wrong", f"You missed one: {missed[0]} is certain too{more}.", "missed")
        return Judgement("right", f"Right: {self._told()}.", "right")

    def _told(self) -> str:
        if not self.certain:
            return "nothing is certain"
        words = ("safe", "a mine", "mines") if are_cells(self.certain) else ("false", "true", "true")
        parts = []
        for value in (False, True):
            if names := [name for name, mine in self.certain.items() if mine == value]:
                is_are = f"are {words[2 * value]}" if len(names) > 1 else f"is {words[int(value)]}"
                parts.append(f"{listed(names)} {is_are}")
        return ", ".join(parts)

    def _claims(self, answer: str) -> Claims:
        if answer.strip().lower().rstrip(".") in _NONE:
            return {}
        claims: Claims = {}
        for part in answer.replace(";", ",").replace("\n", ",").split(","):
            for name, mine in self._group(part.replace(":", " ").replace("=", " ").split()):
                if claims.setdefault(name, mine) != mine:
                    raise Refused("both", f"You say of {name} that it is safe and that it is a mine.")
        return claims

    def _group(self, words: list[str]) -> Iterable[tuple[str, bool]]:
        """Yield the claims of words such as «safe B1 B2», «B1 B2 safe» or «~B1 C1»."""
        if len(words) > 1 and words[-1].lower() in _WORDS and words[0].lower() not in _WORDS:
            words = [words[-1], *words[:-1]]
        mode: bool | None = None
        for word in words:
            if word.lower() in ("and", "is", "are", "a"):
                continue
            if word.lower() in _WORDS:
                mode = _WORDS[word.lower()]
            elif word.startswith("~"):
                if mode is not None:
                    raise Refused("mixed", f"Write safe {word[1:]} or ~{word[1:]}, not both at once.")
                yield self._name(word[1:]), False
            else:
                yield self._name(word), True if mode is None else mode

    def _name(self, word: str) -> str:
        name = word.upper() if self.puzzle.board is not None else word
        if name not in self.puzzle.names:
            raise Refused("unknown", unknown_name(name, self.puzzle.names, self.puzzle))
        return name

    def _check(self, name: str, mine: bool) -> None:
        """Refuse a claim that is wrong, with what shows it."""
        words = ("safe", "a mine") if are_cells([name]) else ("false", "true")
        if name in self.certain:
            if self.certain[name] != mine:
                raise Refused("contrary", f"{name} is certain, but it is {words[not mine]}, not {words[mine]}.")
            return
        found = self.puzzle.knowledge.placements(name)
        if found is None:
            way = _BY.get(self.by, "this")
            raise Refused("by", f"{name} is certain, but {way} alone does not find it.")
        shown = [each for each in found[1 if mine else 0] if each in self.puzzle.names]
        placement = placed(shown, are_cells(self.puzzle.names))
        text = f"{name} is not certain: with {placement}, all that is told holds, and {name} is {words[not mine]}."
        raise Refused("not certain", text)

    def hint(self, level: int, so_far: str) -> str:
        try:
            known = {name for name, mine in self._claims(so_far).items() if self.certain.get(name) == mine}
        except Refused:
            known = set()
        left = [name for name in sorted(self.certain, key=name_order) if name not in known]
        if not left:
            return "There is no certain one that you have not named."
        if level == 1:
            count = len(self.certain)
            return f"{count} {'is' if count == 1 else 'are'} certain. {_where(self.puzzle, left[0])}"
        if level == 2:
            return f"Look at {left[0]}: suppose it is a mine, suppose it is safe, and see which of the two cannot be."
        return f"All of it: {self._told()}."


def _where(puzzle: Puzzle, name: str) -> str:
    hint = next((hint for hint in puzzle.hints if name in map(str, hint.among)), None)
    return "" if hint is None else f"Begin with {hint}."


def _certain(puzzle: Puzzle, by: Reason) -> Claims:
    found: Solved = solved(puzzle.board, reason=by) if puzzle.board else solved_by_hand(puzzle.file, by)
    if found.error is not None:
        raise BoardError(f"{puzzle.name}: {found.error}")
    return {str(name): mine for names, mine in ((found.safe, False), (found.mine, True)) for name in names}


def make_certain(texts: Mapping[str, tuple[str, ...]], puzzle: Puzzle | None, says: Mapping[str, str]) -> CertainTask:
    """Return the task of naming the certain cells; `by` is complete, forward or resolution."""
    by: Literal["complete", "forward", "resolution"] = one_of(texts, "by", ("complete", "forward", "resolution"))
    return CertainTask(puzzle_of(puzzle), by)
