"""«Prove ~B1 by resolution», line by line: a verdict for each line, hints from the learner's own lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from logicms.errors import BoardSyntaxError
from logicms.hints import TOTAL
from logicms.teach.exercise import Judgement
from logicms.teach.exercises.fields import one, one_of, puzzle_of
from logicms.teach.feedback import listed
from logicms.teach.proofs.check import Checked, check_proof
from logicms.teach.proofs.completion import completion
from logicms.teach.proofs.lines import ProofLine, clause_text, parse_clause, parse_proof
from logicms.teach.proofs.terms import Terms
from logicms.teach.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A proof on these terms."""

    terms: Terms
    takes_lines: bool = True

    @property
    def form(self) -> str:
        return f"a line of the proof, such as «{_example(self.terms)}» or «… from 1 2 on NAME»"

    def judge(self, answer: str) -> Judgement:
        try:
            written = parse_proof(answer)
        except BoardSyntaxError as error:
            return Judgement("wrong", f"This cannot be read: {error.message}.", "unreadable")
        found = check_proof(written, self.terms)
        if not written.lines:
            return Judgement("wrong", f"{found.text} Type {self.form}.", "empty")
        kept = _kept(found)
        if found.is_complete:
            return Judgement("right", found.text, "right", found.verdicts, kept)
        if found.first_wrong is None:
            return Judgement("open", found.text, "end", found.verdicts, kept)
        return Judgement("wrong", found.text, found.verdicts[found.first_wrong - 1].kind, found.verdicts, kept)

    def hint(self, level: int, so_far: str) -> str:
        found = check_proof(parse_proof(so_far), self.terms)
        lines = found.lines[: (found.first_wrong or len(found.verdicts) + 1) - 1]
        way = completion(lines, self.terms)
        if way is None:
            return "No way on from your lines was found; take back the last ones with undo, and ask again."
        left = f"From your lines {len(way.new)} more are enough." if lines else f"{len(way.new)} lines are enough."
        return f"{left if level == 1 else ''} {_told(way.next, lines, level)}".strip()


def _kept(found: Checked) -> str:
    """Return the lines before the first wrong one."""
    last = len(found.verdicts) if found.first_wrong is None else found.first_wrong - 1
    return "\n".join(verdict.line for verdict in found.verdicts[:last])


def _example(terms: Terms) -> str:
    line = next(iter(terms.premises), None)
    return "A1 | B1   clue A2" if line is None else f"{clause_text(line.literals)}   {line.reason}"


def _told(line: ProofLine, lines: tuple[ProofLine, ...], level: int) -> str:
    """Return as much of the next line as the level tells."""
    if level >= 3:
        return f"Write\n    {line}"
    if line.by == "resolve":
        left, right = line.parents
        if level == 1:
            return "Resolve two lines that stand there already."
        return f"Resolve lines {left} and {right} on {line.on}."
    if line.by == "assume":
        if level == 1:
            return "A refutation begins with what it refutes."
        return "Assume the contrary of the goal."
    if line.by in ("clue", "total", "hint"):
        where = "the mine total" if line.by == "total" else f"the {line.by} {line.source}"
        if level == 1:
            return f"Next comes a clause of {where}."
        return f"It is a clause of {where} about {listed(str(literal.name) for literal in line.literals)}."
    if level == 1:
        return "Next comes something that is told."
    return f"Write down what is told of {listed(str(literal.name) for literal in line.literals)}."


def make_proof(texts: Mapping[str, tuple[str, ...]], puzzle: Puzzle | None, says: Mapping[str, str]) -> ProofTask:
    """Return the task of a proof of the clause `goal`; `style`, `rule`, `length` and `clues` say by which means."""
    puzzle = puzzle_of(puzzle)
    try:
        goal = parse_clause(one(texts, "goal"))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"goal is a clause, such as ~B1: {error.message}", source="goal") from None
    length = one(texts, "length")
    if length and not (length.isascii() and length.isdecimal() and 1 <= int(length) <= 99):
        raise BoardSyntaxError(f"length is a number from 1 to 99, not {length[:40]!r}", source="length")
    terms = Terms(
        puzzle,
        goal,
        one_of(texts, "style", ("either", "direct", "refutation")),
        one_of(texts, "rule", ("any", "unit")),
        int(length) if length else None,
        frozenset(one(texts, "clues").replace(",", " ").split()) or None,
    )
    for name in sorted(str(literal.name) for literal in goal):
        if name not in terms.names:
            raise BoardSyntaxError(f"the goal speaks of {name}, and {puzzle.name} does not", source="goal")
    for source in sorted(terms.clues or ()):
        if source not in terms.told.hints:
            known = ", ".join(name for name in terms.told.hints if name != TOTAL)
            raise BoardSyntaxError(f"there is no clue {source[:40]!r}; there is {known}", source="clues")
    return ProofTask(terms)
