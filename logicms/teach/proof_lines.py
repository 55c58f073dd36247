"""A proof by hand: text -> lines, each with its clause and its reason. `grammar/proof.lark` is the notation.

Every line is read on its own: one that cannot be read spoils no other. Blanks and numbers are forgiven: a line without
a number has the one after the last. What `logicms prove` prints is in this notation too, below the picture and the
words that come before its line `to show`; its lines `_1 means: …` say what auxiliary symbols mean, and the text of a
rule that it cites is left out.

The *terms* of an exercise are what is to be shown, from what, and by which means. *Direct*: the goal itself is derived.
*Refutation*: its negation is assumed, and the empty clause derived. The rule `unit` allows only resolutions with a
clause of one literal; `length` bounds the clauses that are derived.

What refuses a citation: `rule` (there is none), `variable` (one has no value, or there is no such variable), `value`
(it is not in the set), `not the rule's` (the clause does not follow from this instance).
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from logicms.errors import BoardSyntaxError, LimitReached, nearest
from logicms.explanation import premises as premises_of
from logicms.hints import AUXILIARY, TOTAL, Hint, Literal, name_order, parse_literal
from logicms.limits import limit, spend
from logicms.notation.formula_mistakes import foreign_operator
from logicms.notation.formulas import format_formula, short_text
from logicms.notation.texts import Text, parse
from logicms.problem import Formula, Statement
from logicms.proofs import checker
from logicms.proofs.carrying import with_rules
from logicms.proofs.proof import Premises, Proof, Step, StepReason, clause_of, named_given
from logicms.render.phrases import are_cells, rule_text
from logicms.render.phrases import listed as in_order
from logicms.rules.grounding import RuleBook
from logicms.rules.language import Rule, Value, cite, instances_of, members_of, read_citation
from logicms.teach.exercise import (
    MOST_NAMES,
    Fields,
    LessonFile,
    Refused,
    capitalised,
    clause_holds,
    counterexample,
    formula_holds,
    hint_holds,
    placed,
)

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

LineReason = StepReason | typing.Literal[""]
"""Why a line holds, as in a proof; empty where the learner does not say. A count without a name is a clue too."""

MOST_LINES = 2_000
"""A proof by hand has no more lines than this."""

Literals = frozenset[Literal]
"""A clause as a learner writes it, in no order; the empty one is false."""

_GOAL = re.compile(r"(?:to[ \t]+show|goal|prove)[ \t]*:?[ \t]+(?P<goal>.+)", re.IGNORECASE)
_MEANING = re.compile(r"(?P<name>_[1-9][0-9]{0,17})[ \t]+means[ \t]*:[ \t]*(?P<meaning>.+)")
_RULE = re.compile(r"rule [0-9]{1,9}|[^\W\d_]\w*")
_ARROW = re.compile(r"(?P<condition>~?[^\W\d_]\w*)[ \t]*(?P<arrow>->)[ \t]*(?P<head>~?[^\W\d_]\w*)")
_AND = re.compile(r"[&∧]|and\b")
_ASSUMPTION = re.compile(r"(?<![|~(\s])\s+(?P<reason>assumption)\b")
_SUM = re.compile(r"\s=\s*[0-9]+$")
_CITES_RULE = re.compile(r"[ \t](?<!from )(?:rule\b|line\b|\w+[ \t]+with\b(?![ \t]+[0-9]))", re.IGNORECASE)
_LIKE_A_LABEL = re.compile(r"\s*[(\[]?(?P<number>[0-9]{1,9})(?:[)\].:]+|(?=\s|$))")


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line: its number, its clause, and why it holds."""

    number: int
    literals: Literals
    by: LineReason = ""
    source: str = ""
    """The cell of a clue, the text of a hint or of a given formula, an instance of a rule, an auxiliary symbol."""
    parents: tuple[int, ...] = ()
    on: str = ""

    def __str__(self) -> str:
        """Return the line as one would write it.

        >>> str(ProofLine(3, parse_clause("B1 | ~A1"), "resolve", parents=(1, 2), on="C1"))
        '3. ~A1 | B1   from 1 2 on C1'
        """
        return f"{self.number}. {clause_text(self.literals)}   {self.reason}".rstrip()

    @property
    def reason(self) -> str:
        """Why it holds, as one would write it."""
        if self.by == "resolve":
            return f"from {' '.join(map(str, self.parents))}" + (f" on {self.on}" if self.on else "")
        if self.by == "rule":
            return rule_text(self.source)
        if self.by == "clue" and " " in self.source:  # a count without a name, cited by what it says
            return f"hint {self.source}"
        word = "definition of" if self.source.startswith(AUXILIARY) else self.by
        return f"{word} {self.source}".strip()


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A line that cannot be read, and why."""

    number: int
    text: str
    error: BoardSyntaxError

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class WrittenProof:
    """A proof as somebody wrote it."""

    lines: tuple[ProofLine | UnreadableLine, ...] = ()
    goal: str = ""
    """What comes after `to show`, if that is said."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What auxiliary symbols mean, as far as that is said."""


def clause_text(literals: Iterable[Literal]) -> str:
    """Return a clause as text, in reading order; the empty one is `false`.

    >>> clause_text(parse_clause("B1 | ~A1")), clause_text(())
    ('~A1 | B1', 'false')
    """
    return " | ".join(map(str, ordered(literals))) or "false"


def ordered(literals: Iterable[Literal]) -> list[Literal]:
    """Return literals in reading order of their names; of a tautology, as one writes it: `A1 | ~A1`."""
    return sorted(literals, key=lambda literal: (name_order(literal.name), not literal.holds))


def parse_clause(text: str, source: str = "<clause>") -> Literals:
    """Return the clause that a text writes, or raise `BoardSyntaxError`.

    >>> sorted(map(str, parse_clause("B1 | ~A1"))), parse_clause("false")
    (['B1', '~A1'], frozenset())
    """
    return _read(short_text(text.strip(), source), 1, "clause").literals


def clause_field(fields: Fields, key: str, example: str) -> Literals:
    """Return the clause in a field of an exercise; its names are those of the exercise's file, if it has one."""
    try:
        clause = parse_clause(fields.one(key))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"{key} is a clause, such as {example}: {error.message}", source=key) from None
    known = None if fields.on is None else set(map(str, fields.on.problem.names))
    for name in sorted(str(literal.name) for literal in clause):
        if known is not None and name not in known:
            message = f"the {key} names {name}, which does not occur in {fields.file.name}"
            raise BoardSyntaxError(message, source=key)
    return clause


def parse_proof(text: str, source: str = "<proof>", first: int = 1) -> WrittenProof:
    """Return the proof that a text writes; what cannot be read is `Unreadable`, the rest is read all the same.

    Above the first line `to show`, what is no step of a proof is a heading and is left out.

    >>> proof = parse_proof("1. A1 | B1  clue A2\\n~A1 given\\n3) B1 from 1 2 on A1")
    >>> print(*proof.lines, sep="\\n")
    1. A1 | B1   clue A2
    2. ~A1   given
    3. B1   from 1 2 on A1
    """
    checked = short_text(text.replace(";", "\n"), source)
    lines: list[ProofLine | UnreadableLine] = []
    symbols: dict[str, str] = {}
    goal = ""
    for number, line in enumerate(checked.lines, 1):
        content = line.partition("#")[0].strip()
        if match := _GOAL.fullmatch(content):
            lines = lines if goal else [line for line in lines if isinstance(line, ProofLine) and line.by]
            goal = goal or match["goal"]
        elif match := _MEANING.fullmatch(content):
            symbols.setdefault(match["name"], match["meaning"])
        elif content and not _quotes_rule(content):
            if len(lines) == MOST_LINES:
                raise checked.mistake_in_line(f"a proof by hand has at most {MOST_LINES:,} lines", number)
            lines.append(_line(content, source, lines[-1].number + 1 if lines else first))
    return WrittenProof(_hints_resolved(lines), goal, symbols)


def _quotes_rule(content: str) -> bool:
    """Return whether a line is what a proof prints below its steps: the text of a rule that it cites.

    >>> _quotes_rule("rule 2: all c in cells: pit(c)"), _quotes_rule("A1: clue A2")
    (True, False)
    """
    label, _, text = content.partition(":")
    bindings, colon, _ = text.partition(":")
    return bool(colon) and " in " in bindings and _RULE.fullmatch(label.strip()) is not None


def _line(content: str, source: str, number: int) -> ProofLine | UnreadableLine:
    label = _LIKE_A_LABEL.match(content)
    number = int(label["number"]) if label else number
    try:
        return _read(Text(content, source), number, "line")
    except BoardSyntaxError as error:
        return UnreadableLine(number, content, error)


def _read(text: Text, number: int, rule: str) -> ProofLine:
    from lark.exceptions import UnexpectedInput

    try:
        tree = parse("proof.lark", rule, text.content)
    except UnexpectedInput as error:
        mistake = _named_mistake(text, error)
    else:
        return _line_of(tree, number, text)
    raise mistake


def _line_of(tree: Tree[Token], number: int, text: Text) -> ProofLine:
    nodes = [child for child in tree.children if not isinstance(child, str)]
    if tree.data == "clause":
        return ProofLine(number, _literals(tree))
    literals, reason = _literals(nodes[0]), nodes[1] if len(nodes) > 1 else None
    if reason is None:
        return ProofLine(number, literals)
    if reason.data in ("rule", "named"):
        return ProofLine(number, literals, "rule", _citation(reason, text))
    words = [str(word) for word in cast("list[Token]", reason.children) if word.type != "DETAIL"]
    if reason.data == "resolve":
        tokens = cast("list[Token]", reason.children)
        parents = tuple(text.number(token, offset=token.start_pos or 0) for token in tokens if token.type == "NUMBER")
        on = next((_name(token) for token in tokens if token.type == "NAME"), "")
        return ProofLine(number, literals, "resolve", "", parents, on)
    by = {"hint": "clue", "define": "given"}.get(str(reason.data), str(reason.data))
    return ProofLine(number, literals, cast("LineReason", by), words[0].strip() if words else "")


def _citation(tree: Tree[Token], text: Text) -> str:
    """Return the instance of a rule that a `rule` or `named` node cites, as proofs cite it."""
    label, *rest = tree.children
    assert isinstance(label, str)
    number = text.number(label, offset=label.start_pos or 0) if label.type == "NUMBER" else None
    values: dict[str, str] = {}
    for node in rest:
        if not isinstance(node, str):
            variable, value = cast("list[Token]", node.children)
            if variable in values:
                message = f"{str(variable)[:40]} has two values"
                raise text.mistake_in_line(message, 1, (variable.start_pos or 0) + 1)
            values[str(variable)] = str(value)
    return cite(str(label) if number is None else f"line {number}", values)


def _literals(tree: Tree[Token]) -> Literals:
    literals = set()
    for child in tree.children:
        if not isinstance(child, str):
            literals.add(Literal(_name(child.children[0]), False))
        elif child.type == "NAME":
            literals.add(Literal(_name(child), True))
    return frozenset(literals)


def _name(token: object) -> str:
    """Return a name as everybody writes it: `is(WA,red)`, without blanks."""
    return re.sub(r"[ \t]", "", str(token))


def _hints_resolved(lines: list[ProofLine | UnreadableLine]) -> tuple[ProofLine | UnreadableLine, ...]:
    """Return the lines with `hint of 3` written as the hint of line 3."""
    sources = {line.number: line.source for line in lines if isinstance(line, ProofLine) and line.by == "clue"}
    resolved: list[ProofLine | UnreadableLine] = []
    for line in lines:
        if isinstance(line, ProofLine) and (match := re.fullmatch(r"of ([0-9]{1,9})", line.source)):
            line = replace(line, source=sources.get(int(match[1]), line.source))
        resolved.append(line)
    return tuple(resolved)


# -- mistakes


def _named_mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    """Return what is wrong where the parser stopped."""
    line = text.content
    ended = str(getattr(getattr(error, "token", None), "type", "")) == "$END"
    column = len(line) + 1 if ended else max(error.column, 1)
    expected = frozenset(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    arrow = _ARROW.search(line)
    if arrow and arrow.start("arrow") == column - 1:
        one, other = arrow["condition"], arrow["head"]
        message = f"a line is a clause: write `{one} -> {other}` as `{~parse_literal(one)} | {other}`"
        return text.mistake_in_line(message, 1, column)
    if _CITES_RULE.search(line[: column - 1]) and "_CLUE" not in expected:
        return text.mistake_in_line(
            "a rule is cited as `rule 2 with c = A4`, or `rule 2 with c = A4, k = 1`", 1, column
        )
    if other := foreign_operator(line, column):
        return text.mistake_in_line(other[1], 1, other[0])
    if assumption := _ASSUMPTION.search(line):
        return text.mistake_in_line(
            "a proof by hand rests on no assumption: it shows what follows from the board or the file alone",
            1,
            assumption.start("reason") + 1,
        )
    if _SUM.search(line):
        return text.mistake_in_line(
            "a proof by hand goes by resolution, not by adding and subtracting clues", 1, column
        )
    if _AND.match(line, column - 1) and "_CLUE" in expected:
        return text.mistake_in_line("a line is one clause; write each part of an & on its own line", 1, column)
    return text.mistake_in_line(f"expected {_wanted(expected)}", 1, column)


REASONS = "clue A2, fact, given, assume, or from 1 2 on A1"


def _wanted(expected: frozenset[str]) -> str:
    if "_CLUE" in expected:
        return f"| and another literal, or why it holds ({REASONS})"
    if "_TILDE" in expected:
        return "a literal, such as A1 or ~A1, or false"
    if "NUMBER" in expected:
        return "the numbers of two lines, such as from 1 2"
    if "SOURCE" in expected:
        return "the cell of the clue, such as clue A2"
    if "TEXT" in expected:
        return "what is given"
    if "_OR" in expected:
        return "| and another literal, or the end of the line"
    return "a name" if "NAME" in expected else "the end of the line"


# -- the terms of a proof


StyleWanted = typing.Literal["either", "direct", "refutation"]
Resolutions = typing.Literal["any", "unit"]
"""Which are allowed: any, or those with a clause of one literal."""


@dataclass(frozen=True)  # without slots: what is made of it is kept
class ProofTerms:
    """What a proof must show, from which board or hint file, and by which means.

    >>> from logicms.board import Board
    >>> from logicms.teach.proof_lines import parse_clause
    >>> terms = ProofTerms(LessonFile.of_board("row", Board(("??", "11"))), parse_clause("A1"))
    >>> (
    ...     [str(literal) for literal in terms.negations],
    ...     [str(line) for line in terms.premise_lines if line.by == "clue"][:2],
    ... )
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
    def premises(self) -> Premises:
        """What the checker is to accept as premises; auxiliary symbols of counts mean what the proof says."""
        return premises_of(self.file.problem)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that a proof may speak of."""
        return frozenset(map(str, self.file.problem.names))

    @cached_property
    def premise_lines(self) -> tuple[ProofLine, ...]:
        """The clauses that may be written down without parents, clues first, as lines whose numbers mean nothing."""
        lines: dict[Literals, ProofLine] = {}
        for step in self.file.knowledge.told_steps:
            by, source = step.by, step.source or ""
            if self.premises.book is not None and self.premises.book.cites(source):
                by = "rule"
            elif by in ("total", "fact"):
                source = ""
            line = ProofLine(0, frozenset(step.clause), by, source)
            if self.allows_source(line):
                lines.setdefault(line.literals, line)
        last = ("total", "fact")
        return tuple(sorted(lines.values(), key=lambda line: line.by in last or line.source.startswith(AUXILIARY)))

    def allows_source(self, line: ProofLine) -> bool:
        """Return whether the exercise lets a line rest on its clue."""
        source = TOTAL if line.by == "total" else line.source
        return self.clues is None or line.by not in ("clue", "total") or source in self.clues

    def allows_resolution(self, one: Sized, other: Sized, resolvent: Sized) -> bool:
        """Return whether the rule and the length allow a resolution."""
        short = self.length is None or len(resolvent) <= self.length
        return short and (self.rule == "any" or min(len(one), len(other)) == 1)

    def accepts(self, line: ProofLine, symbols: dict[str, str]) -> bool:
        """Return whether the checker accepts a line without parents."""
        proof = as_proof([line], self, symbols)
        return bool(checker.verify(replace(proof, goal=(proof.steps[0].clause,), by="direct"), self.premises))


def as_proof(lines: list[ProofLine], terms: ProofTerms, symbols: dict[str, str]) -> Proof:
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
            steps.append(_premise(line, terms.premises))
    sources = {step.source for step in steps}
    texts = terms.premises.texts
    proof = Proof(
        tuple(steps),
        (clause_of(terms.goal),),
        "resolution" if any(line.by == "assume" for line in lines) else "direct",
        symbols,
        {source: hint for source, hint in terms.premises.hints.items() if source in sources},
        tuple(
            f"{given}: {texts[given]}" if given in texts else given
            for given in terms.premises.givens
            if given in sources
        ),
    )
    return with_rules(proof, terms.premises)


def _premise(line: ProofLine, premises: Premises) -> Step:
    clause = clause_of(line.literals)
    if line.by == "total":
        return Step(clause, "total", TOTAL)
    if line.by and line.by != "fact" and (line.source or line.by == "assume"):
        return Step(clause, line.by, line.source or None)
    # `given` alone, and `fact`: whichever told it.
    name = str(clause[0].name) if clause else ""
    if len(clause) == 1 and premises.facts.get(name) == clause[0].holds:
        return Step(clause, "fact", name)
    for source, clauses in premises.givens.items():
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
class Citation:
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


def has_rules(terms: ProofTerms) -> bool:
    """Return whether a proof on these terms may cite rules."""
    return terms.premises.book is not None and bool(terms.premises.book.rules)


def find_instance(citation: str, book: RuleBook | None) -> Citation:
    """Return the instance that a citation means, or refuse it; the values may be in any order.

    >>> from logicms.notation.hint_files import parse_hints
    >>> book = parse_hints("size: 2x2\\nall c in cells: dark(c) -> some d in beside(c): lamp(d)").book
    >>> find_instance("line 2 with c = A2", book).text
    'dark(A2) -> lamp(A1) | lamp(B2)'
    """
    cited = read_citation(citation)
    if book is None or not book.rules:
        raise Refused("rule", "There are no rules here.")
    if cited is None:
        raise Refused("rule", f"{citation[:60]} is not an instance of a rule; write it as rule 2 with c = A4.")
    label, chosen = cited
    rule = find_rule(label, book)
    bindings, _ = instances_of(rule.body)
    name = rule_text(rule.label)
    variables = [binding.variable for binding in bindings]
    example = f"{name} with {', '.join(f'{variable} = …' for variable in variables)}"
    for variable in chosen:
        if variable not in variables:
            are = "variable is" if len(variables) == 1 else "variables are"
            has = f"its {are} {in_order(variables)}" if variables else f"it has none: cite it as {name}, without with"
            raise Refused("variable", f"{capitalised(name)} begins with no variable {variable[:40]}; {has}.")
    for variable in variables:
        if variable not in chosen:
            raise Refused(
                "variable", f"{capitalised(name)} says something for each {variable}: say for which, {example}."
            )
    values: dict[str, Value] = {}
    for binding in bindings:
        members = members_of(binding.of, values, book.tables)
        spend(len(members))
        word = str(chosen[binding.variable])
        value = next((each for each in members if str(each) == word), None)
        if value is None:
            assert binding.of is not None, "only a set has members"
            numbers = binding.of.numbers
            of = binding.of.written(values) if numbers is None else "{}..{}".format(*numbers)
            near = nearest(word, map(str, members[:1_000]))
            raise Refused("value", f"{binding.variable} = {word[:40]}: {word[:40]} is not in {of[:60]}{near or '.'}")
        values[binding.variable] = value
    return Citation(rule, values, book.instance(rule, values))


def find_rule(label: str, book: RuleBook) -> Rule:
    """Return the rule with this label, `X1` or `line 2`, or refuse it; a rule that has a name has a line too."""
    rule = book.rules.get(label) or next((each for each in book.rules.values() if f"line {each.line}" == label), None)
    if rule is None:
        names = [rule_text(known) for known in book.rules]
        are = f"the rules are {in_order(names)}" if len(names) > 1 else f"the only rule is {names[0]}"
        raise Refused("rule", f"There is no rule {label.removeprefix('line ')[:60]} here; {are}.")
    return rule


def named_statement(line: ProofLine, terms: ProofTerms) -> ProofLine:
    """Return a line that cites a count or a formula by its name as one would write it otherwise; or the line itself."""
    premises, name = terms.premises, line.source
    if line.by == "given":  # `given X1: a -> b` is what a proof prints
        return replace(line, source=name if name in premises.givens else named_given(name)[0])
    if line.by != "rule" or (premises.book is not None and premises.book.cites(name)):
        return line
    if name in premises.hints:
        return replace(line, by="clue")
    if name in premises.givens:
        return replace(line, by="given")
    if name in terms.names:
        raise Refused("rule", f"{name} is a name, not a rule: write | before it if it belongs to the clause.")
    if not has_rules(terms) and " " not in name:  # one word, such as `obviously`
        raise Refused("reason", f"`{name[:40]}` is not a reason. Say why it holds: {REASONS}.")
    return line


def check_instance(line: ProofLine, terms: ProofTerms, symbols: dict[str, str]) -> ProofLine:
    """Return a line that follows from the instance it cites, with the citation tidied; or refuse it."""
    instance = find_instance(line.source, terms.premises.book)
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


def following(line: ProofLine, terms: ProofTerms, symbols: dict[str, str]) -> Iterator[str]:
    """Yield the other instances that a clause follows from, as far as a few tries tell."""
    premises, names = terms.premises, {str(literal.name) for literal in line.literals}
    spoken = {source: set(map(str, hint.among)) for source, hint in premises.hints.items()}
    for source, clauses in premises.givens.items():
        spoken[source] = {str(literal.name) for clause in clauses for literal in clause}
    around = [source for source, known in spoken.items() if names <= known and source != line.source]
    try:
        with limit(steps=WORK):
            for source in around[:MOST_TRIED]:
                if premises.book is not None and premises.book.cites(source):
                    if terms.accepts(replace(line, source=source), symbols):
                        yield source
    except LimitReached:
        return


def against(line: ProofLine, statement: Statement, met: str = ", the rule holds") -> str:
    """Return a placement on which a statement holds and the clause does not, if they are small; `met` says the first.

    >>> from logicms.hints import exactly
    >>> against(ProofLine(1, parse_clause("A1")), exactly(1, "A1 B1"), " the clue is met,")
    ' With a mine at B1 the clue is met, and the clause is false.'
    """
    assert isinstance(statement, Hint | Formula)
    about = statement.among if isinstance(statement, Hint) else statement.names
    names = sorted({*map(str, about), *(str(literal.name) for literal in line.literals)}, key=name_order)
    if len(names) > MOST_NAMES or any(name.startswith(AUXILIARY) for name in names):
        return ""
    meets = hint_holds(statement) if isinstance(statement, Hint) else formula_holds(statement.expr)
    placement = counterexample(names, meets, clause_holds(line.literals))
    if placement is None:
        return ""
    return f" With {placed(placement, are_cells(names))}{met} and the clause is false."
