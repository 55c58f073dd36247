"""Prove something by resolution, line by line: a verdict for each line, tips computed from the learner's lines."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.errors import BoardSyntaxError
from logicms.hints import TOTAL
from logicms.render.proof_text import rule_text
from logicms.teach.exercise import Fields, Judgement, Refused, Task, listed
from logicms.teach.proofs.check import check_proof
from logicms.teach.proofs.citations import Terms
from logicms.teach.proofs.completion import completion
from logicms.teach.proofs.lines import ProofLine, WrittenProof, clause_text, parse_clause, parse_proof


@dataclass(frozen=True, slots=True)
class ProofTask(Task):
    """A proof on these terms."""

    terms: Terms
    takes_lines = True

    @property
    def form(self) -> str:
        premise = next(iter(self.terms.premises), None)
        example = "A1 | B1   clue A2" if premise is None else f"{clause_text(premise.literals)}   {premise.reason}"
        return f'a line of the proof, such as "{example}" or "… from 1 2 on NAME"'

    @property
    def empty(self) -> str:
        return f"There is no line yet. To show: {clause_text(self.terms.goal)}. Type {self.form}."

    def _judge(self, answer: str) -> Judgement:
        written = parse_proof(answer)
        if not written.lines:
            raise Refused("empty", self.empty)
        checked = check_proof(written, self.terms)
        verdicts, first_wrong = checked.verdicts, checked.first_wrong
        right = verdicts if first_wrong is None else verdicts[: first_wrong - 1]
        kept = "\n".join(verdict.line for verdict in right)
        if checked.is_complete:
            return Judgement("right", checked.text, "right", verdicts, kept)
        if first_wrong is None:
            return Judgement("open", checked.text, "end", verdicts, kept)
        return Judgement("wrong", checked.text, verdicts[first_wrong - 1].kind, verdicts, kept)

    def tip(self, level: int, so_far: str) -> str:
        checked = check_proof(parse_proof(so_far), self.terms)
        lines = checked.lines[: (checked.first_wrong or len(checked.verdicts) + 1) - 1]
        way = completion(lines, self.terms)
        # What we propose is judged like what a learner writes.
        if way is None or not check_proof(WrittenProof((*lines, *way.new)), self.terms).is_complete:
            return "No way on from your lines was found; take back the last ones with undo, and ask again."
        tip = _describe(way.next, level)
        if level > 1:
            return tip
        count = len(way.new)
        enough = f"{count} {'more ' if lines else ''}{'line is' if count == 1 else 'lines are'} enough."
        return f"{f'From your lines, {enough}' if lines else enough} {tip}"


def _describe(line: ProofLine, level: int) -> str:
    """Return as much of the next line as the level gives away."""
    if level >= 3:
        return f"Write\n    {line}"
    if line.by == "resolve":
        left, right = line.parents
        if level == 1:
            return "Resolve two lines that you have already."
        return f"Resolve lines {left} and {right} on {line.on}."
    if line.by == "assume":
        if level == 1:
            return "A refutation begins with what it refutes."
        return "Assume the negation of the goal."
    names = listed(str(literal.name) for literal in line.literals)
    if line.by == "rule":
        if level == 1:
            return f"Next comes a clause of an instance of {rule_text(line.source.partition(' with ')[0])}."
        return f"It is a clause of {rule_text(line.source)} about {names}."
    if line.by in ("clue", "total", "hint"):
        where = "the mine total" if line.by == "total" else f"the {line.by} {line.source}"
        if level == 1:
            return f"Next comes a clause of {where}."
        return f"It is a clause of {where} about {names}."
    if level == 1:
        return "Next comes something that is given."
    return f"Write down what is given about {names}."


def make_proof(fields: Fields) -> ProofTask:
    """Return the task of a proof of the clause `goal`; `style`, `rule`, `length` and `clues` say by which means."""
    file = fields.file
    try:
        goal = parse_clause(fields.one("goal"))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"goal is a clause, such as ~B1: {error.message}", source="goal") from None
    length = fields.one("length")
    if length and not (length.isascii() and length.isdecimal() and 1 <= int(length) <= 99):
        raise BoardSyntaxError(f"length is a number from 1 to 99, not {length[:40]!r}", source="length")
    terms = Terms(
        file,
        goal,
        fields.one_of("style", ("either", "direct", "refutation")),
        fields.one_of("rule", ("any", "unit")),
        int(length) if length else None,
        frozenset(fields.one("clues").replace(",", " ").split()) or None,
    )
    for name in sorted(str(literal.name) for literal in goal):
        if name not in terms.names:
            raise BoardSyntaxError(f"the goal names {name}, which does not occur in {file.name}", source="goal")
    for source in sorted(terms.clues or ()):
        if source not in terms.told.hints:
            known = ", ".join(name for name in terms.told.hints if name != TOTAL)
            raise BoardSyntaxError(f"there is no clue {source[:40]!r}; the clues are {known}", source="clues")
    return ProofTask(terms)
