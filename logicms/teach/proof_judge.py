"""A verdict for each line of a proof by hand, and for the whole: what the checker refuses, in a learner's words.

Each line is judged on its own: after a wrong line, those that rest on it are judged as if it were right. The checker of
proofs has the last word: a proof that is called complete here has been accepted by it. It also decides whether a clause
follows from the instance of a rule that a learner names, which is an exercise too.

What refuses a line: `unreadable`, `number` (it is taken), `reason` (it has none), `unknown` (a name), `clue`
(there is none), `not the clue's`, `tautology`, `allowed` (not in this exercise), `fact`, `given`, `assume`, and what
`proof_lines` lists; a resolution: `parents` (not two different lines), `no line`, `later`, `no clash`, `pivot`,
`two clashes`, `too many`, `missing`, `other` (it lacks literals and has others), `allowed`. Remarks on lines that are
right: `subsumed`, `not needed`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from logicms.board import Board, Cell
from logicms.errors import BoardSyntaxError, counted
from logicms.hints import AUXILIARY, TOTAL, Literal, name_order
from logicms.notation.formulas import plain_name
from logicms.proofs import checker
from logicms.render.phrases import printable, rule_text
from logicms.rules.grounding import RuleBook
from logicms.rules.language import Expression, cite, instances_of
from logicms.teach.completion import completion
from logicms.teach.exercise import (
    LEVELS,
    Exercise,
    Fields,
    Judgement,
    LessonFile,
    LineVerdict,
    Refused,
    Task,
    Tips,
    capitalised,
    listed,
    quoted,
    unknown_name,
)
from logicms.teach.lesson import Lesson, Section
from logicms.teach.proof_lines import (
    MOST_SAID,
    REASONS,
    Literals,
    ProofLine,
    ProofTerms,
    UnreadableLine,
    WrittenProof,
    against,
    as_proof,
    check_instance,
    clause_field,
    clause_text,
    find_instance,
    has_rules,
    named_statement,
    ordered,
    parse_proof,
)


def check_proof(written: WrittenProof, terms: ProofTerms) -> Judgement:
    """Return a verdict for each line of a proof, and for the whole.

    >>> from logicms.board import Board, Cell
    >>> from logicms.teach.exercise import LessonFile
    >>> from logicms.teach.proof_lines import parse_clause, parse_proof
    >>> terms = ProofTerms(LessonFile.of_board("row", Board(("???", "11?"))), parse_clause("~C1"))
    >>> print(check_proof(parse_proof("A1 | B1 clue A2; ~A1 | ~C1 clue B2; ~C1 from 1 2 on A1"), terms).lines[2].text)
    B1 is missing: it is in line 1 and is not resolved away.
    """
    judge = _Judge(written, terms)
    verdicts = judge.verdicts
    wrong = next((place for place, verdict in enumerate(verdicts) if verdict.level == "wrong"), None)
    so_far = "\n".join(verdict.line for verdict in verdicts[:wrong])
    if wrong is not None:
        text = f"Line {written.lines[wrong].number} is wrong; look at it again."
        return Judgement("wrong", text, verdicts[wrong].kind, verdicts, so_far)
    end = judge.end()
    if end is None:
        return Judgement("open", judge.not_ended(), "end", verdicts, so_far)
    needed = judge.behind(end)
    behind = [line for number, line in judge.lines.items() if number in needed]
    verdict = checker.verify(as_proof(behind, terms, judge.symbols), terms.premises)
    if not verdict:  # the checker trusts nobody, us included
        return Judgement("open", f"The checker refuses it: {verdict.reason}", "end", verdicts, so_far)
    marked = tuple(
        verdict
        if line.number in needed
        else LineVerdict(verdict.line, "remark", "not needed", "This follows, but it is not needed.")
        for verdict, line in zip(verdicts, written.lines, strict=True)
    )
    many = counted(sum(line.by == "resolve" for line in behind), "resolution")
    return Judgement("right", f"Proved: {clause_text(terms.goal)}, with {many}.", "right", marked, so_far)


class _Judge:
    """Judges one line after the other, and remembers those that can be read."""

    def __init__(self, written: WrittenProof, terms: ProofTerms) -> None:
        self.terms = terms
        self.symbols = dict(written.symbols)
        self.all_numbers = [line.number for line in written.lines]
        self.lines: dict[int, ProofLine] = {}
        self.seen: set[int] = set()
        self.right: set[int] = set()
        self.verdicts = tuple(map(self._verdict, written.lines))

    def _verdict(self, line: ProofLine | UnreadableLine) -> LineVerdict:
        is_new = line.number not in self.seen
        try:
            if not is_new:
                raise Refused("number", f"There is a line {line.number} already.")
            if isinstance(line, UnreadableLine):
                raise Refused("unreadable", f"This cannot be read: {line.error.message}.")
            line = self._checked(line)
        except Refused as refused:
            verdict = LineVerdict(printable(str(line)), "wrong", refused.kind, str(refused))
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
            return replace(line, on=self._check_resolution(line))
        if any(~literal in line.literals for literal in line.literals):
            raise Refused("tautology", "This is a tautology: it is always true, so it says nothing.")
        line = named_statement(line, self.terms)
        if line.by == "rule":
            return check_instance(line, self.terms, self.symbols)
        if line.by == "assume":
            self._check_assumption(line)
        elif line.by in ("clue", "total"):
            self._check_clue(line)
        else:
            self._check_given(line)
        return line

    def _check_names(self, line: ProofLine) -> None:
        for name in sorted((str(literal.name) for literal in line.literals), key=name_order):
            if name.startswith(AUXILIARY):
                if name not in self.symbols and name not in self.terms.premises.symbols:
                    raise Refused("unknown", f"`{name}` is not defined: write a line `{name} means: …`.")
            elif name not in self.terms.names:
                raise Refused("unknown", unknown_name(name, self.terms.file.names))

    # -- resolutions

    def _check_resolution(self, line: ProofLine) -> str:
        """Return the name that a line is resolved on, or refuse it."""
        if len(line.parents) != 2:
            raise Refused("parents", f"A resolution has two parents; you name {len(line.parents)}.")
        left, right = line.parents
        one, other = (self._parent(parent, line).literals for parent in line.parents)
        if left == right:
            raise Refused("parents", f"Line {left} cannot be resolved with itself: name two different lines.")
        clash = ordered(literal for literal in one if ~literal in other)
        names = list(dict.fromkeys(str(literal.name) for literal in clash))
        if not clash:
            text = f"Lines {left} and {right} have no name with opposite signs: they cannot be resolved."
            raise Refused("no clash", text)
        if line.on and line.on not in names:
            lacks = [
                number
                for number, clause in zip(line.parents, (one, other), strict=True)
                if all(literal.name != line.on for literal in clause)
            ]
            why = f"{line.on} is not in line {lacks[0]}" if lacks else f"{line.on} has the same sign in both lines"
            text = f"The pivot is wrong: {why}. Lines {left} and {right} clash in {listed(names)}."
            raise Refused("pivot", text)
        if len(names) < len(clash):  # both parents have it with both signs
            text = f"Lines {left} and {right} both have {names[0]} with both signs: they say nothing."
            raise Refused("two clashes", text)
        if len(clash) > 1:
            rest = next(name for name in names if name != (line.on or names[0]))
            raise Refused(
                "two clashes",
                f"Lines {left} and {right} clash in {listed(names)}: whichever goes, the other stays with both signs "
                f"({rest} | ~{rest}), and a tautology says nothing.",
            )
        _compare(line, one, other, clash[0])
        if not self.terms.allows_resolution(one, other, line.literals):
            size, most = len(line.literals), self.terms.length
            if most is not None and size > most:
                text = f"It follows, but has {size} literals: a derived clause here has at most {most}."
                raise Refused("allowed", text)
            neither = f"neither line {left} nor line {right} is one literal"
            raise Refused("allowed", f"It follows, but only unit resolution is allowed here: {neither}.")
        return names[0]

    def _parent(self, parent: int, line: ProofLine) -> ProofLine:
        if parent == line.number:
            raise Refused("later", f"Line {parent} is this line itself: its parents come before it.")
        if parent in self.lines:
            return self.lines[parent]
        if parent in self.seen:
            raise Refused("no line", f"Line {parent} could not be read, so nothing can be resolved with it.")
        if parent in self.all_numbers:
            raise Refused("later", f"Line {parent} comes later: the parents of a line come before it.")
        where = f"the last one above is {max(self.seen)}" if self.seen else "this is the first"
        raise Refused("no line", f"There is no line {parent}: {where}.")

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
        hint = self.terms.premises.hints.get(source)
        if hint is None:
            book = self.terms.premises.book
            known = [name for name in self.terms.premises.hints if name != TOTAL and not (book and book.cites(name))]
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
        shown = against(line, hint, " the clue is met,")
        raise Refused("not the clue's", f"This clause does not follow from {hint}.{shown}")

    def _check_given(self, line: ProofLine) -> None:
        if self.terms.accepts(line, self.symbols):
            return
        premises, said = self.terms.premises, clause_text(line.literals)
        if line.source.startswith(AUXILIARY):
            raise Refused("given", f"This is not what {line.source} means.")
        if line.by == "given" and line.source:
            if line.source not in premises.givens:
                raise Refused("given", f'"{line.source[:60]}" is not given here.')
            clauses = listed(map(clause_text, premises.givens[line.source]))
            raise Refused("given", f"{said} is not a clause of {line.source}; its clauses are {clauses}.")
        if len(line.literals) == 1:
            (literal,) = line.literals
            if premises.facts.get(str(literal.name)) == (not literal.holds):
                raise Refused("fact", f"{said} is not given; its negation {~literal} is.")
        remedy = "say which lines it follows from"
        if has_rules(self.terms):
            remedy = "if it follows from a rule, say which: rule 2 with c = A4"
        elif premises.hints:
            remedy = "if it follows from a clue, say which: clue A2"
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


def _compare(line: ProofLine, one: Literals, other: Literals, pivot: Literal) -> None:
    """Refuse a line that is not the resolvent, and say which literals should not be there or are missing."""
    left, right = line.parents
    resolvent = (one | other) - {pivot, ~pivot}
    extra, missing = ordered(line.literals - resolvent), ordered(resolvent - line.literals)
    said = []
    for literal in extra:
        gone = literal in (pivot, ~pivot)
        why = "it is what the lines are resolved on, so it goes" if gone else f"it is in neither {left} nor {right}"
        said.append(f"{literal} should not be there: {why}.")
    for literal in missing:
        where = left if literal in one else right
        said.append(f"{literal} is missing: it is in line {where} and is not resolved away.")
    if said:
        raise Refused("other" if extra and missing else "too many" if extra else "missing", " ".join(said))


# -- the exercise: a proof


@dataclass(frozen=True, slots=True)
class ProofTask(Task):
    """A proof on these terms."""

    terms: ProofTerms
    takes_lines = True

    @property
    def form(self) -> str:
        premise = next(iter(self.terms.premise_lines), None)
        example = "A1 | B1   clue A2" if premise is None else f"{clause_text(premise.literals)}   {premise.reason}"
        return f'a line of the proof, such as "{example}" or "… from 1 2 on NAME"'

    @property
    def empty(self) -> str:
        return f"There is no line yet. To show: {clause_text(self.terms.goal)}. Type {self.form}."

    def _judge(self, answer: str) -> Judgement:
        return self.judge_lines(parse_proof(answer))

    def judge_lines(self, written: WrittenProof) -> Judgement:
        """Return what is said of a proof that was read already."""
        return check_proof(written, self.terms) if written.lines else Judgement("wrong", self.empty, "empty")

    def tips(self, so_far: str) -> Tips:
        judge = _Judge(parse_proof(so_far), self.terms)
        wrong = next((place for place, verdict in enumerate(judge.verdicts) if verdict.level == "wrong"), None)
        lines = tuple(judge.lines.values())[:wrong]
        new = completion(lines, self.terms)
        # What we propose is judged like what a learner writes.
        if not new or not check_proof(WrittenProof((*lines, *new)), self.terms).is_right:
            return ("No way on from your lines was found; take back the last ones with undo, and ask again.",) * LEVELS
        count, (kind, more) = len(new), _described(new[0])
        enough = f"{count} {'more ' if lines else ''}{'line is' if count == 1 else 'lines are'} enough."
        return f"{'From your lines, ' if lines else ''}{enough} {kind}", more, f"Write\n    {new[0]}"


def _described(line: ProofLine) -> tuple[str, str]:
    """Return what kind of line comes next, and more about it."""
    if line.by == "resolve":
        left, right = line.parents
        return "Resolve two lines that you have already.", f"Resolve lines {left} and {right} on {line.on}."
    if line.by == "assume":
        return "A refutation begins with what it refutes.", "Assume the negation of the goal."
    names = listed(str(literal.name) for literal in line.literals)
    if line.by == "rule":
        rule = rule_text(line.source.partition(" with ")[0])
        more = f"It is a clause of {rule_text(line.source)} about {names}."
        return f"Next comes a clause of an instance of {rule}.", more
    if line.by in ("clue", "total"):
        where = "the mine total" if line.by == "total" else f"the {line.reason}"
        return f"Next comes a clause of {where}.", f"It is a clause of {where} about {names}."
    return "Next comes something that is given.", f"Write down what is given about {names}."


def make_proof(fields: Fields) -> ProofTask:
    """Return the task of a proof of the clause `goal`; `style`, `rule`, `length` and `clues` say by which means."""
    file = fields.file
    goal = clause_field(fields, "goal", "~B1")
    length = fields.one("length")
    if length and not (length.isascii() and length.isdecimal() and 1 <= int(length) <= 99):
        raise BoardSyntaxError(f"length is a number from 1 to 99, not {length[:40]!r}", source="length")
    terms = ProofTerms(
        file,
        goal,
        fields.one_of("style", ("either", "direct", "refutation")),
        fields.one_of("rule", ("any", "unit")),
        int(length) if length else None,
        frozenset(fields.one("clues").replace(",", " ").split()) or None,
    )
    for source in sorted(terms.clues or ()):
        if source not in terms.premises.hints:
            known = ", ".join(name for name in terms.premises.hints if name != TOTAL)
            raise BoardSyntaxError(f"there is no clue {source[:40]!r}; the clues are {known}", source="clues")
    return ProofTask(terms)


# -- a free proof

FREE = "free"
"""The name of a lesson that is made from a board on the spot."""


def proof_task(file: LessonFile, terms: Mapping[str, str]) -> ProofTask:
    """Return the task of a proof about any board or hint file; `terms` are fields as a lesson writes them."""
    return make_proof(Fields({key: (value,) for key, value in terms.items()}, file))


def proof_lesson(board: Board, goal: str) -> Lesson:
    """Return a lesson with one exercise: to prove a clause, such as ~B1, on a board.

    >>> lesson = proof_lesson(Board(("???", "121")), "~B1")
    >>> lesson.stops[0].exercise.ask
    'Show that B1 is safe, by resolution.'
    """
    file = LessonFile.of_board("board", board)
    task = proof_task(file, {"goal": goal})
    text = goal.strip()
    name = text.removeprefix("~")
    shown = f"`{text}`" if not name.isalnum() else f"that {name} is {'a mine' if name == text else 'safe'}"
    exercise = Exercise("proof", "proof", f"Show {shown}, by resolution.", task, (), file=file)
    about = "A proof of your own, checked line by line."
    return Lesson(FREE, "Prove it yourself", about, (Section("Prove it yourself", (exercise,)),))


# -- the exercise: name an instance

_BEFORE = r"(?:(?:by|from|it is|the instance|with)\s+)*"
_VALUE = re.compile(r"([^\W\d_]\w*)\s*=\s*(\w+)")
_VALUES = rf"(?P<values>{_VALUE.pattern}(?:\s*(?:,|and)\s*{_VALUE.pattern})*)"
_LABEL = r"(?:rule|line)?\s*(?P<label>\w+)"
_CITED = re.compile(rf"{_BEFORE}(?:{_LABEL}\s*(?:,|:|with|for)?\s+)?{_VALUES}", re.IGNORECASE)
_ALONE = re.compile(rf"{_BEFORE}{_LABEL}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class InstanceTask(Task):
    """An instance from which a clause follows; the clause is the goal of the terms."""

    terms: ProofTerms
    answer: str
    too_large = "This takes too long to judge here."

    @property
    def form(self) -> str:
        return f"the rule and the values of its variables, such as {_example(self._book)}"

    @property
    def _book(self) -> RuleBook:
        assert self.terms.premises.book is not None, "the maker refuses a file without rules"
        return self.terms.premises.book

    def _judge(self, answer: str) -> Judgement:
        instances = [find_instance(each, self._book) for each in self._citations(answer.strip(" .()"))]
        for instance in instances:
            if self.terms.accepts(ProofLine(1, self.terms.goal, "rule", instance.source), {}):
                return Judgement.right(f"Right: {rule_text(instance.source)} says {instance.text}.")
        instance = instances[0]
        goal, cited = clause_text(self.terms.goal), rule_text(instance.source)
        if instance.statement is None:
            raise Refused("not the rule's", f"{capitalised(cited)} is always true: nothing follows from it.")
        says = f"{capitalised(cited)} says\n    {instance.text}\n{goal} does not follow from that."
        if len(instance.text) > MOST_SAID:
            says = f"{goal} does not follow from {cited}."
        raise Refused("not the rule's", f"{says}{against(ProofLine(1, self.terms.goal), instance.statement)}")

    def _citations(self, said: str) -> list[str]:
        """Return the instances that an answer may mean: one, or with values alone that of each rule they fit."""
        match = _CITED.fullmatch(said) or _ALONE.fullmatch(said)
        if match is None:
            raise Refused("unreadable", f"{quoted(said)} cannot be read. Type {self.form}.")
        written = match.groupdict().get("values") or ""
        values = dict(_VALUE.findall(written))
        if label := match["label"]:
            if label.lower() in ("rule", "line"):
                raise Refused("rule", f"Which rule? Type {self.form}.")
            if not values and isinstance(plain_name(label.upper()), Cell):
                raise Refused("variable", f"{label.upper()} is the value of which variable? Type {self.form}.")
            return [cite(f"line {label}" if label.isdecimal() else label, values)]
        fitting = [each.label for each in self._book.rules.values() if _variables(each.body) == set(values)]
        if not fitting:
            raise Refused("variable", f"No rule begins with just {listed(values)}. Type {self.form}.")
        return [cite(each, values) for each in fitting]

    def tips(self, so_far: str) -> Tips:
        label = rule_text(find_instance(self._citations(self.answer)[0], self._book).rule.label)
        names = listed(str(literal.name) for literal in self.terms.goal)
        return (
            f"The clause is about {names}. Which rule speaks of these predicates?",
            f"It is {label}. With which values does it speak of {names}?",
            f"One right answer is {self.answer}",
        )


def _variables(body: Expression) -> set[str]:
    return {binding.variable for binding in instances_of(body)[0]}


def _example(book: RuleBook) -> str:
    """Return how an instance of one of the rules is written, without a value."""
    rule = next((each for each in book.rules.values() if _variables(each.body)), next(iter(book.rules.values())))
    values = ", ".join(f"{binding.variable} = …" for binding in instances_of(rule.body)[0])
    return f"{rule_text(rule.label)} with {values}" if values else rule_text(rule.label)


def make_instance(fields: Fields) -> InstanceTask:
    """Return the task of naming the instance that the clause `clause` follows from."""
    file: LessonFile = fields.file
    if file.problem.book is None or not file.problem.book.rules:
        raise BoardSyntaxError(f"{file.name} has no rules", source="on")
    terms = ProofTerms(file, clause_field(fields, "clause", "~A1 | B1"))
    return InstanceTask(terms, fields.one("answer"))
