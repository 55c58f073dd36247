"""Which instance of a rule is used here: any instance from which the clause follows is right; the checker decides."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logicms.board import Cell
from logicms.errors import BoardSyntaxError, LimitReached
from logicms.limits import limit
from logicms.notation.formulas import plain_name
from logicms.render.proof_text import rule_text
from logicms.rules.grounding import RuleBook
from logicms.rules.language import cite, instances_of
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused
from logicms.teach.feedback import capitalised, listed, quoted
from logicms.teach.proofs.citations import MOST_SAID, Instance, against, find_instance
from logicms.teach.proofs.lines import ProofLine, clause_text, parse_clause
from logicms.teach.proofs.terms import Terms

STEPS, SECONDS = 400_000, 5
"""What judging one answer may cost."""

_BEFORE = r"(?:(?:by|from|it is|the instance|with)\s+)*"
_VALUE = re.compile(r"([^\W\d_]\w*)\s*=\s*(\w+)")
_VALUES = rf"(?P<values>{_VALUE.pattern}(?:\s*(?:,|and)\s*{_VALUE.pattern})*)"
_LABEL = r"(?:rule|line)?\s*(?P<label>\w+)"
_CITED = re.compile(rf"{_BEFORE}(?:{_LABEL}\s*(?:,|:|with|for)?\s+)?{_VALUES}", re.IGNORECASE)
_ALONE = re.compile(rf"{_BEFORE}{_LABEL}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class InstanceTask:
    """An instance from which a clause follows; the clause is the goal of the terms."""

    terms: Terms
    answer: str
    takes_lines: bool = False

    @property
    def form(self) -> str:
        return f"the rule and the values of its variables, such as {_example(self._book)}"

    @property
    def _book(self) -> RuleBook:
        assert self.terms.told.book is not None, "the maker refuses a file without rules"
        return self.terms.told.book

    def judge(self, answer: str) -> Judgement:
        said = answer.strip(" \t\n.`()")
        if not said:
            return Judgement("wrong", f"Type {self.form}.", "empty")
        try:
            with limit(steps=STEPS, seconds=SECONDS):
                return self._judge([find_instance(each, self._book) for each in self._citations(said)])
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        except LimitReached:
            return Judgement("wrong", "This takes too long to judge here.", "limit")

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

    def _judge(self, instances: list[Instance]) -> Judgement:
        for instance in instances:
            if self._follows(instance.source):
                said = f"{rule_text(instance.source)} says {instance.text}"
                return Judgement("right", f"Right: {said}.", "right")
        instance = instances[0]
        goal, cited = clause_text(self.terms.goal), rule_text(instance.source)
        if instance.statement is None:
            return Judgement(
                "wrong", f"{capitalised(cited)} is always true: nothing follows from it.", "not the rule's"
            )
        says = f"{capitalised(cited)} says\n    {instance.text}\n{goal} does not follow from that."
        if len(instance.text) > MOST_SAID:
            says = f"{goal} does not follow from {cited}."
        why = against(ProofLine(1, self.terms.goal), instance.statement)
        return Judgement("wrong", f"{says}{why}", "not the rule's")

    def _follows(self, source: str) -> bool:
        return self.terms.accepts(ProofLine(1, self.terms.goal, "rule", source), {})

    def tip(self, level: int, so_far: str) -> str:
        label = rule_text(find_instance(self._citations(self.answer)[0], self._book).rule.label)
        names = listed(str(literal.name) for literal in self.terms.goal)
        if level == 1:
            return f"The clause is about {names}. Which rule speaks of these predicates?"
        if level == 2:
            return f"It is {label}. With which values does it speak of {names}?"
        return f"One right answer is {self.answer}"


def _variables(body: object) -> set[str]:
    return {binding.variable for binding in instances_of(body)[0]}  # type: ignore[arg-type]


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
    try:
        terms = Terms(file, parse_clause(fields.one("clause")))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"clause is a clause, such as ~A1 | B1: {error.message}", source="clause") from None
    for name in sorted(str(literal.name) for literal in terms.goal):
        if name not in terms.names:
            raise BoardSyntaxError(f"the clause names {name}, which does not occur in {file.name}", source="clause")
    return InstanceTask(terms, fields.one("answer"))
