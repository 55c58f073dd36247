"""The terms of a proof exercise, and the instances of rules that a learner cites: `rule 2 with c = A4`.

*Terms* are what is to be shown, from what, and by which means. *Direct*: the goal itself is derived. *Refutation*: its
negation is assumed, and the empty clause derived. The rule `unit` allows only resolutions with a clause of one literal;
`length` bounds the clauses that are derived.

What refuses a citation: `rule` (there is none), `variable` (one has no value, or there is no such variable), `value`
(it is not in the set), `not the rule's` (the clause does not follow from this instance).
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from logicms.errors import LimitReached, nearest
from logicms.explanation import premises as premises_of
from logicms.hints import AUXILIARY, TOTAL, Hint, name_order
from logicms.limits import limit, spend
from logicms.notation.formulas import format_formula
from logicms.problem import Formula, Statement
from logicms.proofs import checker
from logicms.proofs.proof import Premises, Proof, Step, clause_of, named_given, with_rules
from logicms.render.proof_text import listed as in_order
from logicms.render.proof_text import rule_text
from logicms.rules.grounding import RuleBook, members_of
from logicms.rules.language import Rule, Value, cite, instances_of, read_citation
from logicms.teach.exercise import LessonFile, Refused, are_cells, capitalised, placed
from logicms.teach.proofs.lines import REASONS, By, Literals, ProofLine
from logicms.teach.truth_tables import MOST_NAMES, clause_holds, counterexample, formula_holds, hint_holds

StyleWanted = typing.Literal["either", "direct", "refutation"]
Resolutions = typing.Literal["any", "unit"]
"""Which are allowed: any, or those with a clause of one literal."""


@dataclass(frozen=True)  # without slots: what is made of it is kept
class Terms:
    """What a proof must show, from which board or hint file, and by which means.

    >>> from logicms.board import Board
    >>> from logicms.teach.proofs.lines import parse_clause
    >>> terms = Terms(LessonFile.of_board("row", Board(("??", "11"))), parse_clause("A1"))
    >>> [str(literal) for literal in terms.negations], [str(line) for line in terms.premises if line.by == "clue"][:2]
    (['~A1'], ['0. A1 | B1   clue A2', '0. ~A1 | ~B1   clue A2'])
    """

    file: LessonFile
    goal: Literals
    """A clause; one literal for a cell."""
    style: StyleWanted = "either"
    rule: Resolutions = "any"
    length: int | None = None
    clues: frozenset[str] | None = None
    """The only clues that may be used; None: all."""

    @property
    def negations(self) -> Literals:
        """The literals that a refutation may assume."""
        return frozenset(~literal for literal in self.goal)

    @cached_property
    def told(self) -> Premises:
        """What the checker is to accept as premises; auxiliary symbols of counts mean what the proof says."""
        return premises_of(self.file.problem)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that a proof may speak of."""
        return frozenset(map(str, self.file.problem.names))

    @cached_property
    def premises(self) -> tuple[ProofLine, ...]:
        """The clauses that may be written down without parents, clues first, as lines whose numbers mean nothing."""
        kb = self.file.knowledge
        found: dict[Literals, ProofLine] = {}
        for step in kb.told_steps:
            literals = frozenset(step.clause)
            line = ProofLine(0, literals, *_said(step, self.told))
            if self.allows_source(line):
                found.setdefault(literals, line)
        return tuple(sorted(found.values(), key=lambda line: line.by not in ("clue", "hint", "given", "rule")))

    def allows_source(self, line: ProofLine) -> bool:
        """Return whether the exercise lets a line rest on its clue."""
        source = TOTAL if line.by == "total" else line.source
        return self.clues is None or line.by not in ("clue", "hint", "total") or source in self.clues

    def allows_resolution(self, one: Literals, other: Literals, resolvent: Literals) -> bool:
        """Return whether the rule and the length allow a resolution."""
        short = self.length is None or len(resolvent) <= self.length
        return short and (self.rule == "any" or min(len(one), len(other)) == 1)

    def accepts(self, line: ProofLine, symbols: dict[str, str]) -> bool:
        """Return whether the checker accepts a line without parents."""
        proof = as_proof([line], self, symbols)
        return bool(checker.verify(replace(proof, goal=(proof.steps[0].clause,), by="direct"), self.told))


def _said(step: Step, told: Premises) -> tuple[By, str]:
    """Return the reason of a premise as one would write it."""
    source = step.source or ""
    if told.book is not None and step.by in ("clue", "given") and told.book.cites(source):
        return "rule", source
    if step.by == "total":
        return "total", ""
    if step.by == "clue":
        hint = told.hints[source]
        return ("hint", source) if str(hint).removeprefix(f"{source}: ") == source else ("clue", source)
    if step.by == "given":
        return ("define", source) if source.startswith(AUXILIARY) else ("given", source)
    return "fact", ""


def as_proof(lines: list[ProofLine], terms: Terms, symbols: dict[str, str]) -> Proof:
    """Return lines that can be read as a proof for the checker; lines that a parent names must be among them.

    A line of a refutation that does not say which of its kind it is (`given` alone) has the source it must have.
    """
    places = {line.number: place for place, line in enumerate(lines, 1)}
    steps = []
    for line in lines:
        if line.by == "resolve":
            left, right = (places[parent] for parent in line.parents)
            steps.append(Step(clause_of(line.literals), "resolve", parents=(left, right), on=line.on))
        else:
            steps.append(_premise(line, terms.told))
    sources = {step.source for step in steps}
    texts = terms.told.texts
    proof = Proof(
        tuple(steps),
        (clause_of(terms.goal),),
        "resolution" if any(line.by == "assume" for line in lines) else "direct",
        symbols,
        {source: hint for source, hint in terms.told.hints.items() if source in sources},
        tuple(
            f"{given}: {texts[given]}" if given in texts else given for given in terms.told.givens if given in sources
        ),
    )
    return with_rules(proof, terms.told)


def _premise(line: ProofLine, told: Premises) -> Step:
    clause = clause_of(line.literals)
    if line.by in ("clue", "hint"):
        return Step(clause, "clue", line.source)
    if line.by == "total":
        return Step(clause, "total", TOTAL)
    if line.by == "rule":
        return Step(clause, "rule", line.source)
    if line.by == "assume":
        return Step(clause, "assume")
    if line.by == "define" or (line.by == "given" and line.source):
        return Step(clause, "given", line.source)
    # `given` alone, and `fact`: whichever told it.
    name = str(clause[0].name) if clause else ""
    if len(clause) == 1 and told.facts.get(name) == clause[0].holds:
        return Step(clause, "fact", name)
    for source, clauses in told.givens.items():
        if line.literals in clauses:
            return Step(clause, "given", source)
    return Step(clause, "fact", name)


# -- instances of rules

MOST_TRIED = 40
"""This many other instances are tried, to say which one a clause follows from."""

WORK = 200_000
"""Steps that this may cost."""

MOST_SAID = 120
"""What an instance says is quoted if it is no longer than this."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A rule, and a value for each variable of the `all` that it begins with."""

    rule: Rule
    values: Mapping[str, Value]
    statement: Statement | None
    """What it says; None if it is always true."""

    @property
    def source(self) -> str:
        """How proofs cite it."""
        return cite(self.rule.label, self.values)

    @property
    def text(self) -> str:
        """What it says, as text."""
        if isinstance(self.statement, Formula):
            return format_formula(self.statement.expr)
        if isinstance(self.statement, Hint):
            return str(replace(self.statement, because=None))
        return "true"


def has_rules(terms: Terms) -> bool:
    """Return whether a proof on these terms may cite rules."""
    return terms.told.book is not None and bool(terms.told.book.rules)


def find_instance(citation: str, book: RuleBook | None) -> Instance:
    """Return the instance that a citation means, or refuse it; the values may be in any order.

    >>> from logicms.notation.hint_files import parse_hints
    >>> book = parse_hints("size: 2x2\\nall c in cells: dark(c) -> some d in beside(c): lamp(d)").book
    >>> find_instance("line 2 with c = A2", book).text
    'dark(A2) -> lamp(A1) | lamp(B2)'
    """
    found = read_citation(citation)
    if book is None or not book.rules:
        raise Refused("rule", "There are no rules here.")
    if found is None:
        raise Refused("rule", f"{citation[:60]} is not an instance of a rule; write it as rule 2 with c = A4.")
    label, given = found
    rule = find_rule(label, book)
    bindings, _ = instances_of(rule.body)
    name = rule_text(rule.label)
    variables = [binding.variable for binding in bindings]
    example = f"{name} with {', '.join(f'{variable} = …' for variable in variables)}"
    for variable in given:
        if variable not in variables:
            are = "variable is" if len(variables) == 1 else "variables are"
            has = f"its {are} {in_order(variables)}" if variables else f"it has none: cite it as {name}, without with"
            raise Refused("variable", f"{capitalised(name)} begins with no variable {variable[:40]}; {has}.")
    for variable in variables:
        if variable not in given:
            raise Refused(
                "variable", f"{capitalised(name)} says something for each {variable}: say for which, {example}."
            )
    values: dict[str, Value] = {}
    for binding in bindings:
        members = members_of(binding.of, values, book.tables)
        spend(len(members))
        word = str(given[binding.variable])
        value = next((each for each in members if str(each) == word), None)
        if value is None:
            numbers = binding.of.numbers
            of = binding.of.written(values) if numbers is None else "{}..{}".format(*numbers)
            near = nearest(word, map(str, members[:1_000]))
            raise Refused("value", f"{binding.variable} = {word[:40]}: {word[:40]} is not in {of[:60]}{near or '.'}")
        values[binding.variable] = value
    return Instance(rule, values, book.instance(rule, values))


def find_rule(label: str, book: RuleBook) -> Rule:
    """Return the rule with this label, `X1` or `line 2`, or refuse it; a rule that has a name has a line too."""
    rule = book.rules.get(label) or next((each for each in book.rules.values() if f"line {each.line}" == label), None)
    if rule is None:
        names = [rule_text(known) for known in book.rules]
        are = f"the rules are {in_order(names)}" if len(names) > 1 else f"the only rule is {names[0]}"
        raise Refused("rule", f"There is no rule {label.removeprefix('line ')[:60]} here; {are}.")
    return rule


def named_statement(line: ProofLine, terms: Terms) -> ProofLine:
    """Return a line that cites a count or a formula by its name as one would write it otherwise; or the line itself."""
    told, name = terms.told, line.source
    if line.by == "given":  # `given X1: a -> b` is what a proof prints
        return replace(line, source=name if name in told.givens else named_given(name)[0])
    if line.by != "rule" or (told.book is not None and told.book.cites(name)):
        return line
    if name in told.hints:
        return replace(line, by="clue")
    if name in told.givens:
        return replace(line, by="given")
    if name in terms.names:
        raise Refused("rule", f"{name} is a name, not a rule: write | before it if it belongs to the clause.")
    if not has_rules(terms) and " " not in name:  # one word, such as `obviously`
        raise Refused("reason", f"`{name[:40]}` is not a reason. Say why it holds: {REASONS}.")
    return line


def check_instance(line: ProofLine, terms: Terms, symbols: dict[str, str]) -> ProofLine:
    """Return a line that follows from the instance it cites, with the citation tidied; or refuse it."""
    instance = find_instance(line.source, terms.told.book)
    line = replace(line, source=instance.source)
    if terms.accepts(line, symbols):
        return line
    cited = rule_text(line.source)
    if instance.statement is None:
        raise Refused("not the rule's", f"{capitalised(cited)} is always true here, so nothing follows from it.")
    says = f": {instance.text}" if len(instance.text) <= MOST_SAID else ""
    text = f"This clause does not follow from {cited}{says}."
    others = [rule_text(source) for source in following(line, terms, symbols)]
    if others:
        raise Refused("not the rule's", f"{text} It does from {others[0]}.")
    raise Refused("not the rule's", f"{text}{against(line, instance.statement)}")


def following(line: ProofLine, terms: Terms, symbols: dict[str, str]) -> Iterator[str]:
    """Yield the other instances that a clause follows from, as far as a few tries tell."""
    told, names = terms.told, {str(literal.name) for literal in line.literals}
    spoken = {source: set(map(str, hint.among)) for source, hint in told.hints.items()}
    for source, clauses in told.givens.items():
        spoken[source] = {str(literal.name) for clause in clauses for literal in clause}
    around = [source for source, known in spoken.items() if names <= known and source != line.source]
    try:
        with limit(steps=WORK):
            for source in around[:MOST_TRIED]:
                if told.book is not None and told.book.cites(source):
                    if terms.accepts(replace(line, source=source), symbols):
                        yield source
    except LimitReached:
        return


def against(line: ProofLine, statement: Statement) -> str:
    """Return a placement on which the instance holds and the clause does not, if they are small."""
    assert isinstance(statement, Hint | Formula)
    about = statement.among if isinstance(statement, Hint) else statement.names
    names = sorted({*map(str, about), *(str(literal.name) for literal in line.literals)}, key=name_order)
    if len(names) > MOST_NAMES or any(name.startswith(AUXILIARY) for name in names):
        return ""
    meets = hint_holds(statement) if isinstance(statement, Hint) else formula_holds(statement.expr)
    holds = clause_holds(map(str, line.literals))
    found = counterexample(names, meets, holds)
    if found is None:
        return ""
    return f" With {placed(found, are_cells(names))}, the rule holds and the clause is false."
