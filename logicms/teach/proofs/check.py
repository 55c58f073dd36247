"""A verdict for each line of a proof by hand, and for the whole: what the checker refuses, in a learner's words.

Each line is judged on its own: after a wrong line, those that rest on it are judged as if it were right. The checker of
proofs has the last word: a proof that is called complete here has been accepted by it.

What refuses a line: `unreadable`, `number` (it is taken), `reason` (it has none), `unknown` (a name), `clue`
(there is none), `not the clue's`, `tautology`, `allowed` (not in this exercise), `fact`, `given`, `assume`, and what
`resolution` and `citations` list. Remarks on lines that are right: `subsumed`, `not needed`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from logicms.errors import counted
from logicms.hints import AUXILIARY, TOTAL, name_order
from logicms.proofs import checker
from logicms.teach.exercise import LineVerdict, Refused
from logicms.teach.feedback import are_cells, listed, placed, unknown_name
from logicms.teach.proofs.citations import check_instance, has_rules, named_statement
from logicms.teach.proofs.lines import REASONS, ProofLine, Unreadable, WrittenProof, clause_text
from logicms.teach.proofs.resolution import Above, check_resolution
from logicms.teach.proofs.terms import Terms, as_proof
from logicms.teach.truth_tables import MOST_NAMES, clause_holds, first_where, hint_holds


@dataclass(frozen=True, slots=True)
class Checked:
    """What is said of a proof by hand."""

    verdicts: tuple[LineVerdict, ...]
    lines: tuple[ProofLine, ...]
    """Those that can be read, each resolution with what it is resolved on."""
    is_complete: bool
    """Whether every line is right and the goal is shown."""
    text: str
    """What is said of the whole."""

    @property
    def first_wrong(self) -> int | None:
        """The place of the first wrong line, from 1, or None."""
        wrong = (place for place, verdict in enumerate(self.verdicts, 1) if verdict.level == "wrong")
        return next(wrong, None)


def check_proof(written: WrittenProof, terms: Terms) -> Checked:
    """Return a verdict for each line, and whether the proof is complete.

    >>> from logicms.board import Board
    >>> from logicms.teach.proofs.lines import parse_clause, parse_proof
    >>> from logicms.teach.exercise import LessonFile
    >>> terms = Terms(LessonFile.of_board("row", Board(("???", "11?"))), parse_clause("~C1"))
    >>> print(
    ...     check_proof(parse_proof("A1 | B1 clue A2; ~A1 | ~C1 clue B2; ~C1 from 1 2 on A1"), terms).verdicts[2].text
    ... )
    B1 is missing: it is in line 1 and is not resolved away.
    """
    judge = _Judge(written, terms)
    verdicts = [judge.verdict(line) for line in written.lines]
    lines = tuple(judge.lines.values())
    if any(verdict.level == "wrong" for verdict in verdicts):
        first = next(place for place, verdict in enumerate(verdicts) if verdict.level == "wrong")
        text = f"Line {written.lines[first].number} is wrong; look at it again."
        return Checked(tuple(verdicts), lines, False, text)
    end = judge.end()
    if end is None:
        return Checked(tuple(verdicts), lines, False, judge.not_ended())
    needed = judge.behind(end)
    proof = as_proof([line for line in lines if line.number in needed], terms, judge.symbols)
    found = checker.verify(proof, terms.told)
    if not found:  # the checker trusts nobody, us included
        return Checked(tuple(verdicts), lines, False, f"The checker refuses it: {found.reason}")
    marked = [_marked(v, line.number in needed) for v, line in zip(verdicts, written.lines, strict=True)]
    resolutions = sum(line.by == "resolve" for line in lines if line.number in needed)
    many = counted(resolutions, "resolution")
    return Checked(tuple(marked), lines, True, f"Proved: {clause_text(terms.goal)}, with {many}.")


def _marked(verdict: LineVerdict, is_needed: bool) -> LineVerdict:
    if is_needed:
        return verdict
    return replace(verdict, level="remark", kind="not needed", text="This follows, but it is not needed.")


class _Judge:
    """Judges one line after the other, and remembers those that can be read."""

    def __init__(self, written: WrittenProof, terms: Terms) -> None:
        self.terms = terms
        self.symbols = dict(written.symbols)
        self.all_numbers = [line.number for line in written.lines]
        self.lines: dict[int, ProofLine] = {}
        self.seen: set[int] = set()
        self.right: set[int] = set()

    def verdict(self, line: ProofLine | Unreadable) -> LineVerdict:
        is_new = line.number not in self.seen
        try:
            if not is_new:
                raise Refused("number", f"There is a line {line.number} already.")
            if isinstance(line, Unreadable):
                raise Refused("unreadable", f"This cannot be read: {line.error.message}.")
            line = self._checked(line)
        except Refused as refused:
            verdict = LineVerdict(_shown(line), "wrong", refused.kind, str(refused))
        else:
            verdict = self._remark(line) or LineVerdict(str(line), "right", "right")
            self.right.add(line.number)
        self.seen.add(line.number)
        if is_new and isinstance(line, ProofLine):
            self.lines[line.number] = line
        return verdict

    def _checked(self, line: ProofLine) -> ProofLine:
        """Return the line, a resolution with what it is resolved on, or refuse it."""
        self._check_names(line)
        if not line.by:
            raise Refused("reason", f"Say why it holds: {'rule 2 with c = A4, ' * has_rules(self.terms)}{REASONS}.")
        if line.by == "resolve":
            return replace(line, on=check_resolution(line, self._above(line), self.terms))
        if any(~literal in line.literals for literal in line.literals):
            raise Refused("tautology", "This is a tautology: it is always true, so it says nothing.")
        line = named_statement(line, self.terms)
        if line.by == "rule":
            return check_instance(line, self.terms, self.symbols)
        if line.by == "assume":
            self._check_assumption(line)
        elif line.by in ("clue", "hint", "total"):
            self._check_clue(line)
        else:
            self._check_given(line)
        return line

    def _check_names(self, line: ProofLine) -> None:
        for name in sorted((str(literal.name) for literal in line.literals), key=name_order):
            if name.startswith(AUXILIARY):
                if name not in self.symbols and name not in self.terms.told.symbols:
                    raise Refused("unknown", f"`{name}` is not defined: write a line `{name} means: …`.")
            elif name not in self.terms.names:
                raise Refused("unknown", unknown_name(name, self.terms.file.names))

    def _above(self, line: ProofLine) -> Above:
        below = frozenset(self.all_numbers) - self.seen - {line.number}
        return Above({number: each.literals for number, each in self.lines.items()}, frozenset(self.seen), below)

    # -- lines without parents

    def _check_assumption(self, line: ProofLine) -> None:
        goal, negations = clause_text(self.terms.goal), sorted(map(str, self.terms.negations))
        if self.terms.style == "direct":
            raise Refused("assume", f"A direct proof assumes nothing: derive {goal} itself.")
        if not negations:
            raise Refused("assume", f"The negation of {goal} is true, and gives nothing: derive {goal} itself.")
        if len(line.literals) != 1 or not line.literals <= self.terms.negations:
            raise Refused(
                "assume",
                f"Only the negation of the goal may be assumed; the negation of {goal} is {listed(negations)}.",
            )

    def _check_clue(self, line: ProofLine) -> None:
        source = TOTAL if line.by == "total" else line.source
        hint = self.terms.told.hints.get(source)
        if hint is None:
            book = self.terms.told.book
            known = [name for name in self.terms.told.hints if name != TOTAL and not (book and book.cites(name))]
            if line.by == "total":
                raise Refused("clue", "The mine total is not given here.")
            others = f"the clues are {', '.join(known[:12])}" if known else "there is none at all"
            if has_rules(self.terms) and not known:
                others = "cite the rule that says so: rule 2 with c = A4"
            raise Refused("clue", f"There is no clue {source[:40]}; {others}.")
        if not self.terms.allows_source(line):
            allowed = listed(self.terms.clues or ["none"])
            raise Refused("allowed", f"This exercise does not allow {source}, only {allowed}.")
        if self.terms.accepts(line, self.symbols):
            return
        text = f"This clause does not follow from {hint}."
        names = sorted({*map(str, hint.among), *(str(literal.name) for literal in line.literals)}, key=name_order)
        if len(names) <= MOST_NAMES and not any(name.startswith(AUXILIARY) for name in names):
            meets, holds = hint_holds(hint), clause_holds(map(str, line.literals))
            found = first_where(names, lambda placement: meets(placement) and not holds(placement))
            if found is not None:
                text += f" With {placed(found, are_cells(names))} the clue is met, and the clause is false."
        raise Refused("not the clue's", text)

    def _check_given(self, line: ProofLine) -> None:
        if self.terms.accepts(line, self.symbols):
            return
        told, said = self.terms.told, clause_text(line.literals)
        if line.by == "define":
            raise Refused("given", f"This is not what {line.source} means.")
        if line.by == "given" and line.source:
            if line.source not in told.givens:
                raise Refused("given", f'"{line.source[:60]}" is not given here.')
            clauses = listed(map(clause_text, told.givens[line.source]))
            raise Refused("given", f"{said} is not a clause of {line.source}; its clauses are {clauses}.")
        if len(line.literals) == 1:
            (literal,) = line.literals
            if told.facts.get(str(literal.name)) == (not literal.holds):
                raise Refused("fact", f"{said} is not given; its negation {~literal} is.")
        remedy = "if it follows from a clue, say which: clue A2" if told.hints else "say which lines it follows from"
        if has_rules(self.terms):
            remedy = "if it follows from a rule, say which: rule 2 with c = A4"
        raise Refused("fact", f"{said} is not given as a fact; {remedy}.")

    # -- remarks, and the end

    def _remark(self, line: ProofLine) -> LineVerdict | None:
        for number, earlier in self.lines.items():
            if number in self.right and earlier.literals <= line.literals:
                if earlier.literals == line.literals:
                    text = f"Right, but line {number} says the same."
                else:
                    text = f"Right, but this is subsumed by line {number}: {clause_text(earlier.literals)} says more."
                return LineVerdict(str(line), "remark", "subsumed", text)
        return None

    def end(self) -> int | None:
        """Return the number of the line that completes the proof: the last one if it does, else the first that does."""
        ends = [number for number in self.lines if self._is_end(number)]
        return None if not ends else ends[-1] if ends[-1] == next(reversed(self.lines)) else ends[0]

    def _is_end(self, number: int) -> bool:
        literals = self.lines[number].literals
        assumes = any(self.lines[each].by == "assume" for each in self.behind(number))
        if not literals:
            return assumes and self.terms.style != "direct"
        return literals <= self.terms.goal and not assumes and self.terms.style != "refutation"

    def not_ended(self) -> str:
        goal = clause_text(self.terms.goal)
        if not self.lines:
            return f"There is no line yet. To show: {goal}."
        for number, line in self.lines.items():
            if line.literals and line.literals <= self.terms.goal:
                if self.terms.style == "refutation":
                    assumed = listed(map(str, self.terms.negations))
                    return f"Line {number} is the goal, but a refutation is asked for: assume {assumed}, end in false."
                if any(self.lines[each].by == "assume" for each in self.behind(number)):
                    return f"Line {number} is the goal, but it rests on what was assumed: go on to false."
        ends = {
            "direct": f"in {goal}",
            "refutation": f"in false, from the negation of {goal}",
            "either": f"in {goal}, or in false from its negation",
        }[self.terms.style]
        return f"Every line is right, but the proof is not finished: it must end {ends}."

    def behind(self, number: int) -> frozenset[int]:
        """Return the numbers of the lines that one rests on, itself included."""
        found, stack = {number}, [number]
        while stack:
            line = self.lines[stack.pop()]
            new = [parent for parent in line.parents if parent in self.lines and parent not in found]
            found.update(new)
            stack.extend(new)
        return frozenset(found)


def _shown(line: ProofLine | Unreadable) -> str:
    from logicms.render.proof_text import printable

    return printable(str(line))
