"""Exercises in rules: write one, and name the instance from which a clause follows.

Any lines that say the same, instance by instance, are right. A rule that says too much is answered with one of its own
instances and a placement on which that is wrongly false; a rule that says too little, with a placement that it wrongly
allows. If one change would make it right (`some` in place of `all`, `beside` in place of `around` …), the answer points
at that word. Of instances, any from which the clause follows is right; the checker decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from logicms.board import Cell
from logicms.errors import BoardError, BoardSyntaxError, LimitReached, counted, nearest
from logicms.hints import Hint
from logicms.notation.formulas import plain_name
from logicms.notation.hint_files import Clue, Declared, HintFile, format_hints, parse_hints
from logicms.render.proof_text import rule_text
from logicms.rules.grounding import RuleBook
from logicms.rules.language import MINE, Atom, Expression, Join, Quantified, Set, Term, atoms, cite, instances_of
from logicms.rules.tables import Tables
from logicms.teach.exercise import (
    Fields,
    Judgement,
    LessonFile,
    Refused,
    Task,
    are_cells,
    capitalised,
    listed,
    placed,
    quoted,
    unreadable,
)
from logicms.teach.proofs.citations import MOST_SAID, Terms, against, find_instance
from logicms.teach.proofs.lines import ProofLine, clause_text, parse_clause
from logicms.teach.rule_answers import Comparison, Difference, Lines, instance_text, lines_of, names_in, variants

MOST_VARIANTS = 40
"""This many changes are tried to see what is amiss."""

MOST_QUOTED = 160
"""An instance is quoted if it is no longer than this."""


@dataclass(frozen=True, slots=True)
class RulesTask(Task):
    """Rules over the sets of a file that say the same as `lines`."""

    file: LessonFile
    tables: Tables
    lines: Lines
    words: Mapping[str, int]
    """The predicates, those of the right lines first, and how many arguments each has."""
    answer: str
    takes_lines = True
    too_large = "This has too many instances to be judged here: use fewer variables in one rule, or smaller sets."

    @property
    def form(self) -> str:
        return "a rule, such as all x in S: …; or several, one per line"

    def _judge(self, answer: str) -> Judgement:
        yours = self._read(answer)
        comparison = Comparison(self.tables, yours, self.lines)
        if found := comparison.too_strong():
            raise Refused("too strong", self._too_strong(yours, found, comparison) + self._remark(yours))
        if found := comparison.too_weak():
            raise Refused("too weak", self._too_weak(yours, found, comparison) + self._remark(yours))
        if any(_has_quantifier(line) for line in self.lines) and not any(map(_has_quantifier, yours)):
            return Judgement.right("Right: this is all written out, and one line with `all` would do.")
        number = len(comparison.yours)
        return Judgement.right(
            f"Right: {counted(number, 'instance')} that {'says' if number == 1 else 'say'} just that."
        )

    # -- reading

    def _read(self, answer: str) -> Lines:
        lines = [line.strip(" \t`").removesuffix(".") for line in answer.replace(";", "\n").split("\n")]
        lines = [line for line in lines if line.partition("#")[0].strip()]
        file = self._parse(lines)
        if any(isinstance(line, Clue) for line in file.lines):
            raise Refused("form", "This gives a clue: write a rule that says what clues mean.")
        read = lines_of(file)
        if not read:
            raise Refused("form", f"This says nothing yet: type {self.form}.")
        for line in read:
            for atom in _atoms_of(line):
                self._check_word(atom)
        return read

    def _parse(self, lines: list[str]) -> HintFile:
        above = _declarations(self.tables)
        try:
            return parse_hints("\n".join([*above, *lines]))
        except BoardSyntaxError as error:
            place = error.line - len(above)
            line = lines[place - 1] if 1 <= place <= len(lines) else lines[0]
            at_line = BoardSyntaxError(error.message, line=1, column=error.column)
            raise Refused("unreadable", unreadable(line, at_line)) from None
        except BoardError as error:
            raise Refused("unreadable", str(error)) from None

    def _check_word(self, atom: Atom) -> None:
        """Refuse a predicate that nobody speaks of here, or with another number of arguments."""
        word, terms = _word_of(atom)
        known = [each for each in self.words if each != MINE]
        if word not in self.words:
            if word == MINE:
                one = f"{known[0]}({atom.terms[0]})" if known else "a predicate"
                raise Refused("unknown", f"{atom.terms[0]} alone says that there is a mine; did you mean {one}?")
            near = nearest(word, known) or f"; the words here are {listed(self.words)}."
            variable = "" if terms else f" If it is a variable, bind it: `all {word[:40]} in …:`."
            raise Refused("unknown", f"{word[:40]} is an unknown word here{near}{variable}")
        if self.words[word] != terms:
            number = counted(self.words[word], "argument")
            raise Refused("arguments", f"{word} has {number} here, and you write {terms or 'none'}.")

    # -- what is wrong

    def _too_strong(self, yours: Lines, found: Difference, comparison: Comparison) -> str:
        instance, line = found.instance, yours[found.instance.line - 1]
        said = instance_text(line, instance.values, self.tables)
        which = "your rule" if len(yours) == 1 else f"line {instance.line}"
        where = f"With {instance.where}, {which}" if instance.values else capitalised(which)
        about = names_in(line, instance.values, self.tables)
        if len(said) > MOST_QUOTED:
            return f"{where} says too much: it is false with {_placed(found, comparison)}, and that should be allowed."
        if not about:
            return f"{where} says\n    {said}\nWith {_placed(found, comparison)} it should hold."
        holding = [name for name in found.placement if name in about]
        only = f"only {listed(holding)} {'holds' if len(holding) == 1 else 'hold'}" if holding else "none holds"
        return f"{where} says\n    {said}\nIf, of these names, {only}, that is false, and it should be allowed."

    def _too_weak(self, yours: Lines, found: Difference, comparison: Comparison) -> str:
        which = "Your rule holds" if len(yours) == 1 else "Your rules hold"
        where = f" Look at {found.instance.where}." if found.instance.values else ""
        return f"{which} with {_placed(found, comparison)}, and that should be forbidden.{where}"

    def _remark(self, yours: Lines) -> str:
        """Return a line that points at the one word to be changed, if that is all there is."""
        names = sorted({each.name for line in (*self.lines, *yours) for each in _sets_in(line) if each.terms})
        tried = 0
        try:
            for place, line in enumerate(yours):
                if isinstance(line, Hint):
                    continue
                for variant in variants(line, names):
                    tried += 1
                    if tried > MOST_VARIANTS:
                        return ""
                    changed = (*yours[:place], variant.body, *yours[place + 1 :])
                    if Comparison(self.tables, changed, self.lines).is_same:
                        return f"\n{variant.look_at}"
        except LimitReached:
            pass
        return ""

    @property
    def _own_words(self) -> set[str]:
        return {_word_of(atom)[0] for line in self.lines for atom in _atoms_of(line)}

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            return f"Say it in words first: for which elements does it hold? It speaks of {listed(self._own_words)}."
        if level == 2:
            first = next(line for line in self.lines)
            values = next((each.values for each in Comparison(self.tables, (), (first,)).right), {})
            said = instance_text(first, values, self.tables)
            where = ", ".join(f"{variable} = {value}" for variable, value in values.items())
            return (
                f"With {where}, it should say something like\n    {said}" if where else f"It should come to\n    {said}"
            )
        return "One right answer is\n" + "\n".join(f"    {line}" for line in self.answer.splitlines())


def _placed(found: Difference, comparison: Comparison) -> str:
    return placed(found.placement, are_cells(comparison.names))


def _word_of(atom: Atom) -> tuple[str, int]:
    """Return what an atom speaks of, and with how many arguments: a name alone has none, and a cell is a mine."""
    term = atom.terms[0]
    if atom.predicate != MINE:
        return atom.predicate, len(atom.terms)
    if term.variable is None and not isinstance(term.value, Cell):
        return str(term.value), 0
    return MINE, 1


def _atoms_of(line: Expression | Hint) -> Iterator[Atom]:
    if isinstance(line, Hint):
        yield from (Atom(MINE, (Term(None, name),)) for name in line.among)
    else:
        yield from atoms(line)


def _has_quantifier(line: Expression | Hint) -> bool:
    return not isinstance(line, Hint) and any(True for _ in _sets_in(line))


def _sets_in(line: Expression | Hint) -> Iterator[Set]:
    stack = [] if isinstance(line, Hint) else [line]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified):
            yield from (binding.of for binding in part.bindings)
            stack.append(part.body)
        elif isinstance(part, Join):
            stack.extend(part.parts)


def _declarations(tables: Tables) -> list[str]:
    """Return the lines of a hint file that declare these sets."""
    lines: list[Declared] = [Declared(name, members) for name, members in tables.sets.items()]
    for name, relation in tables.relations.items():
        lines += [Declared(name, members, of) for of, members in relation.items()]
    return format_hints(HintFile(tuple(lines), tables.size, grid=tables.grid)).splitlines()


def make_rules(fields: Fields) -> RulesTask:
    """Return the task of writing rules over the sets of a board or a hint file; `answer` has the right ones."""
    file = fields.file
    book = file.problem.book
    board = file.problem.board
    if book is None:
        tables = Tables(size=file.size, grid="square" if board is None else board.grid)
    else:
        tables = replace(book.tables, clues={})
    text = "\n".join([*_declarations(tables), fields.one("answer")])
    try:
        lines = lines_of(parse_hints(text))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"{error.message}: {fields.one('answer')[:60]}", source="answer") from None
    if not lines:
        raise BoardSyntaxError("the answer is a rule, such as all c in cells: …", source="answer")
    spoken = [atom for line in lines for atom in _atoms_of(line)]
    if book is not None:
        spoken += [atom for rule in book.rules.values() for atom in atoms(rule.body)]
    return RulesTask(file, tables, lines, dict(map(_word_of, spoken)), fields.one("answer"))


# -- an instance

_BEFORE = r"(?:(?:by|from|it is|the instance|with)\s+)*"
_VALUE = re.compile(r"([^\W\d_]\w*)\s*=\s*(\w+)")
_VALUES = rf"(?P<values>{_VALUE.pattern}(?:\s*(?:,|and)\s*{_VALUE.pattern})*)"
_LABEL = r"(?:rule|line)?\s*(?P<label>\w+)"
_CITED = re.compile(rf"{_BEFORE}(?:{_LABEL}\s*(?:,|:|with|for)?\s+)?{_VALUES}", re.IGNORECASE)
_ALONE = re.compile(rf"{_BEFORE}{_LABEL}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class InstanceTask(Task):
    """An instance from which a clause follows; the clause is the goal of the terms."""

    terms: Terms
    answer: str
    too_large = "This takes too long to judge here."

    @property
    def form(self) -> str:
        return f"the rule and the values of its variables, such as {_example(self._book)}"

    @property
    def _book(self) -> RuleBook:
        assert self.terms.told.book is not None, "the maker refuses a file without rules"
        return self.terms.told.book

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
