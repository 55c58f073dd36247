"""A proof by hand: text -> lines, each with its clause and its reason. `grammar/proof.lark` is the notation.

Every line is read on its own: one that cannot be read spoils no other. Blanks and numbers are forgiven: a line without
a number has the one after the last. What `logicms prove` prints is in this notation too, below the picture and the
words that come before its line `to show`; its lines `_1 means: …` say what auxiliary symbols mean, and the text of a
rule that it cites is left out.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from logicms.errors import BoardSyntaxError
from logicms.hints import Literal, name_order, parse_literal
from logicms.notation.formula_mistakes import foreign_operator
from logicms.notation.formulas import short_text
from logicms.notation.texts import Text, parse
from logicms.render.proof_text import rule_text
from logicms.rules.language import cite

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

By = typing.Literal["clue", "hint", "total", "fact", "given", "rule", "assume", "define", "resolve", ""]
"""Why a line holds, as the learner says; empty where they say nothing."""

MOST_LINES = 2_000
"""A proof by hand has no more lines than this."""

Literals = frozenset[Literal]
"""A clause as a learner writes it, in no order; the empty one is false."""

_GOAL = re.compile(r"(?:to[ \t]+show|goal|prove)[ \t]*:?[ \t]+(?P<goal>.+)", re.IGNORECASE)
_MEANING = re.compile(r"(?P<name>_[1-9][0-9]{0,17})[ \t]+means[ \t]*:[ \t]*(?P<meaning>.+)")
_RULE = re.compile(r"rule [0-9]{1,9}|[^\W\d_]\w*")
_ARROW = re.compile(r"(?P<condition>~?[^\W\d_]\w*)[ \t]*(?P<arrow>->)[ \t]*(?P<head>~?[^\W\d_]\w*)")
_AND = re.compile(r"[&∧]|and\b")
_SUM = re.compile(r"\s=\s*[0-9]+$")
_CITES_RULE = re.compile(r"[ \t](?<!from )(?:rule\b|line\b|\w+[ \t]+with\b(?![ \t]+[0-9]))", re.IGNORECASE)
_LIKE_A_LABEL = re.compile(r"\s*[(\[]?(?P<number>[0-9]{1,9})(?:[)\].:]+|(?=\s|$))")


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line: its number, its clause, and why it holds."""

    number: int
    literals: Literals
    by: By = ""
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
        word = {"define": "definition of"}.get(self.by, self.by)
        return f"{word} {self.source}".strip()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that cannot be read, and why."""

    number: int
    text: str
    error: BoardSyntaxError

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class WrittenProof:
    """A proof as somebody wrote it."""

    lines: tuple[ProofLine | Unreadable, ...] = ()
    goal: str = ""
    """What comes after `to show`, if that is said."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What auxiliary symbols mean, as far as that is said."""


def clause_text(literals: Iterable[Literal]) -> str:
    """Return a clause as text, in reading order; the empty one is `false`.

    >>> clause_text(parse_clause("B1 | ~A1")), clause_text(())
    ('~A1 | B1', 'false')
    """
    ordered = sorted(literals, key=lambda literal: (name_order(literal.name), not literal.holds))
    return " | ".join(map(str, ordered)) or "false"


def parse_clause(text: str, source: str = "<clause>") -> Literals:
    """Return the clause that a text writes, or raise `BoardSyntaxError`.

    >>> sorted(map(str, parse_clause("B1 | ~A1"))), parse_clause("false")
    (['B1', '~A1'], frozenset())
    """
    return _read(short_text(text.strip(), source), 1, "clause").literals


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
    lines: list[ProofLine | Unreadable] = []
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


def _line(content: str, source: str, number: int) -> ProofLine | Unreadable:
    label = _LIKE_A_LABEL.match(content)
    number = int(label["number"]) if label else number
    try:
        return _read(Text(content, source), number, "line")
    except BoardSyntaxError as error:
        return Unreadable(number, content, error)


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
    return ProofLine(number, literals, cast("By", str(reason.data)), words[0].strip() if words else "")


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
    found = set()
    for child in tree.children:
        if not isinstance(child, str):
            found.add(Literal(_name(child.children[0]), False))
        elif child.type == "NAME":
            found.add(Literal(_name(child), True))
    return frozenset(found)


def _name(token: object) -> str:
    """Return a name as everybody writes it: `is(WA,red)`, without blanks."""
    return re.sub(r"[ \t]", "", str(token))


def _hints_resolved(lines: list[ProofLine | Unreadable]) -> tuple[ProofLine | Unreadable, ...]:
    """Return the lines with `hint of 3` written as the hint of line 3."""
    sources = {line.number: line.source for line in lines if isinstance(line, ProofLine) and line.by == "hint"}
    found: list[ProofLine | Unreadable] = []
    for line in lines:
        if (
            isinstance(line, ProofLine)
            and line.by == "hint"
            and (match := re.fullmatch(r"of ([0-9]{1,9})", line.source))
        ):
            line = ProofLine(line.number, line.literals, "hint", sources.get(int(match[1]), line.source))
        found.append(line)
    return tuple(found)


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
