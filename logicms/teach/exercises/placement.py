"""Place the mines so that every clue is met: any placement that meets everything given is right."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.errors import BoardSyntaxError
from logicms.hints import name_order
from logicms.teach.claims import parse_claims
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused
from logicms.teach.feedback import are_cells, listed
from logicms.teach.truth_tables import formula_holds

_NONE = ("none", "nothing", "no mines")


@dataclass(frozen=True, slots=True)
class PlacementTask:
    """A placement of a board or hint file; `wanted` are literals that must hold too."""

    file: LessonFile
    answer: str
    wanted: tuple[str, ...] = ()
    takes_lines: bool = False

    @property
    def form(self) -> str:
        if are_cells(self.file.names):
            return "the cells with mines, such as A1 C2; or none"
        return "the names that are true; or none"

    def judge(self, answer: str) -> Judgement:
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        try:
            claims = parse_claims(answer, self.file, bare=True)
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        return self._compare(frozenset(name for name, holds in claims.items() if holds))

    def _compare(self, placement: frozenset[str]) -> Judgement:
        for literal in self.wanted:
            if (literal.removeprefix("~") in placement) == literal.startswith("~"):
                return Judgement("wrong", f"It must have {literal}, and yours does not.", "wanted")
        true = placement | {name for name, mine in self.file.known.items() if mine}
        for hint in self.file.hints:
            among = [str(name) for name in hint.among]
            count = len(true.intersection(among))
            if not hint.low <= count <= hint.high:
                size = "many" if count > hint.high else "few"
                return Judgement("wrong", f"{hint}: your placement has {count} there, too {size}.", f"too {size}")
        for formula in self.file.problem.formulas:
            if not formula_holds(formula.expr)(true):
                return Judgement("wrong", f"{formula.text} is false with your placement.", "formula")
        return Judgement("right", "Right: everything given holds.", "right")

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            hint = min(self.file.hints, key=lambda hint: len(hint.among), default=None)
            return "Try one name after another." if hint is None else f"Begin where you have the least choice: {hint}."
        if level == 2:
            first = self.answer.replace(",", " ").split()[0]
            return f"One right answer has {first}." if first.lower() not in _NONE else "Fewer than you think."
        return f"One right answer is {self.answer}."


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
