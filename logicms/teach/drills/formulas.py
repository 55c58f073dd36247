"""Drills in clauses and formulas: the missing premise, right and wrong steps, truth tables, instances of rules.

A *drill* is an exercise before it has a name: what is shown above the question, and its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

from logicms.board import Cell
from logicms.hints import name_order


@dataclass(frozen=True, slots=True)
class Drill:
    """An exercise of some kind: its fields, its wrong answers with words of the replies, and what is shown above it."""

    kind: str
    fields: tuple[tuple[str, str], ...]
    """Keys and values, as a lesson writes them: `ask`, `answer` and those of the kind."""
    mistakes: tuple[tuple[str, str], ...]
    above: str = ""
    """A board or hint file, as a block of a lesson."""

    def text(self, name: str) -> str:
        """Return the text of the exercise, with what is above it.

        >>> print(Drill("number", (("ask", "1 + 1?"), ("answer", "2")), (("3", "too large"),)).text("sum"))
        exercise sum: number
            ask: 1 + 1?
            answer: 2
            mistake: 3
            says: too large
        <BLANKLINE>
        """
        lines = [f"exercise {name}: {self.kind}"]
        for key, value in self.fields:
            first, *more = value.splitlines()
            lines += [f"    {key}: {first}", *(f"        {line}" for line in more)]
        for answer, says in self.mistakes:
            lines += [f"    mistake: {answer}", f"    says: {says}"]
        above = f"{self.above}\n\n" if self.above else ""
        return above + "\n".join(lines) + "\n"


def block(kind: str, name: str, text: str) -> str:
    """Return a block of a lesson, such as a board.

    >>> print(block("board", "row", "? ?\\n1 1"))
    board row:
        ? ?
        1 1
    """
    return "\n".join([f"{kind} {name}:", *(f"    {line}" for line in text.splitlines())])


# A literal here is a name with or without ~, a clause a set of them: all that these two drills need.
Clause = frozenset[str]

NAMES = ("p q r s t u", "a b c d e f", "A1 B1 C1 A2 B2 C2", "rain wet cold dark late open")


def negated(literal: str) -> str:
    """Return the negation of a literal.

    >>> negated("p"), negated("~p")
    ('~p', 'p')
    """
    return literal[1:] if literal.startswith("~") else f"~{literal}"


def written(clause: Iterable[str]) -> str:
    """Return a clause as text, its names in order.

    >>> written({"q", "~p"}), written([])
    ('~p | q', 'false')
    """
    return " | ".join(sorted(clause, key=lambda literal: name_order(_name(literal)))) or "false"


def _name(literal: str) -> str:
    return literal.removeprefix("~")


def _signed(rng: Random, names: Iterable[str]) -> list[str]:
    return [name if rng.random() < 0.5 else f"~{name}" for name in names]


def _names(rng: Random) -> list[str]:
    names = rng.choice(NAMES).split()
    rng.shuffle(names)
    return names


def _premises(rng: Random, names: list[str]) -> tuple[Clause, Clause, str]:
    """Return two clauses that clash in one name, and the literal of the first that goes.

    Both have something that the other has not; sometimes they share a literal.
    """
    pivot, *rest = _signed(rng, names)
    ours = rest[: rng.choice((1, 1, 2))]
    theirs = rest[len(ours) : len(ours) + rng.choice((1, 1, 2))]
    if rng.random() < 0.25:
        theirs = [*theirs, ours[0]]
    return frozenset([pivot, *ours]), frozenset([negated(pivot), *theirs]), pivot


# -- which clause is missing


def make_premise_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of the missing premise."""
    given, other, pivot = _premises(rng, _names(rng))
    resolvent = (given | other) - {pivot, negated(pivot)}
    mine, theirs = sorted(given - {pivot}), sorted(other - given - {negated(pivot)})
    needed = frozenset([negated(pivot), *theirs])
    ask = f"From `{written(given)}` and another clause, `{written(resolvent)}` follows by resolution. Which clause?"
    mistakes = (
        (written({pivot, *theirs}), "do not clash"),
        (written(resolvent), "do not clash"),
        (written(needed - {theirs[0]}), f"{theirs[0]} is missing"),
        (written(needed | {negated(mine[0])}), "clash in"),
        (written((needed - {theirs[0]}) | {negated(theirs[0])}), f"{negated(theirs[0])} should not be there"),
    )
    fields = (
        ("ask", ask),
        ("clause", written(given)),
        ("resolvent", written(resolvent)),
        ("answer", written(needed)),
        ("because", f"The literal {pivot} goes, so the missing clause has {negated(pivot)}; the rest stays."),
    )
    return Drill("premise", fields, mistakes)


# -- is this step right

CHOICES = {
    "right": "It is right.",
    "missing": "A name is missing in the conclusion.",
    "extra": "A name is in the conclusion that should not be there.",
    "sign": "A name of the conclusion has the wrong sign.",
    "none": "The two clauses do not clash, so nothing can be resolved.",
    "two": "They clash in two names, so only a tautology can follow.",
}
"""What can be said of a step; exactly one is true of each that is made here."""


def make_step_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of judging a step."""
    truth = rng.choice(tuple(CHOICES))
    first, second, pivot, conclusion = _step(rng, truth)
    order = list(CHOICES)
    rng.shuffle(order)
    letters = dict(zip(order, "abcdef", strict=True))
    choices = "\n".join(f"{letters[key]}) {CHOICES[key]}" for key in order)
    ask = (
        f"From `{written(first)}` and `{written(second)}`, somebody concludes `{written(conclusion)}` by resolution. "
        "What do you say to this step?"
    )
    mistakes = tuple((letters[key], _reply(key, truth, _name(pivot))) for key in order if key != truth)
    because = _because(truth, first, second, pivot)
    tip = "Which names are in both clauses, once with ~ and once without? If it is one: what is left without it?"
    fields = (("ask", ask), ("choices", choices), ("answer", letters[truth]), ("tip", tip), ("because", because))
    return Drill("choice", fields, mistakes)


def _step(rng: Random, truth: str) -> tuple[Clause, Clause, str, Clause]:
    """Return a step about which just this is true: two clauses, the literal that goes, and the conclusion."""
    names = _names(rng)
    first, second, pivot = _premises(rng, names)
    if truth == "none":
        second = (second - {negated(pivot)}) | {pivot}
    if truth == "two":
        second = (second - first) | {negated(rng.choice(sorted(first - {pivot})))}
    made = (first | second) - {pivot, negated(pivot)}
    if truth == "missing":
        made -= {rng.choice(sorted(made))}
    if truth == "extra":
        spare = [name for name in names if not {name, f"~{name}"} & (first | second)]
        made |= {rng.choice([pivot, negated(pivot), *_signed(rng, spare[:1])])}
    if truth == "sign":
        changed = rng.choice(sorted(made))
        made = (made - {changed}) | {negated(changed)}
    if truth == "two":
        made = frozenset(literal for literal in made if negated(literal) not in made) or first - {pivot}
    return first, second, pivot, made


def _reply(said: str, truth: str, pivot: str) -> str:
    """Return what is wrong with an opinion, without giving away which one is right."""
    if said == "none":
        return "They do clash: look for a name with ~ in one clause and without it in the other."
    if said == "two":
        return "Count the names that have ~ in one clause and not in the other: there are not two."
    if truth in ("none", "two"):
        return "First look for what is resolved on: which names have ~ in one clause and not in the other?"
    return {
        "right": f"Take out {pivot} and ~{pivot} and join what is left. Is that what was concluded?",
        "missing": f"No name is missing: each one but {pivot} is there, with one sign or the other.",
        "extra": "No name is too much: each one of the conclusion is in one of the two clauses and stays.",
        "sign": "No sign is wrong: each name that rightly stays has the sign that it had above.",
    }[said]


def _because(truth: str, first: Clause, second: Clause, pivot: str) -> str:
    if truth == "none":
        return "No name has ~ in one of the clauses and not in the other."
    if truth == "two":
        clashing = sorted(_name(literal) for literal in first if negated(literal) in second)
        return f"They clash in {clashing[0]} and {clashing[1]}; whichever goes, the other stays with both signs."
    resolvent = (first | second) - {pivot, negated(pivot)}
    return f"On {_name(pivot)} they give `{written(resolvent)}`."


# -- truth tables

Tree = str | tuple["Tree", ...]
"""A name, or an operator and its parts."""

_JOINS = ("&", "|", "->", "<->", "^")


def make_table_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of a truth table: a formula of two or three names."""
    names = rng.choice(("p q r", "a b c", "A1 B1 C1")).split()[: rng.choice((2, 2, 3))]
    tree = _formula(rng, names)
    values = [_holds(tree, dict(zip(names, row, strict=True))) for row in product((False, True), repeat=len(names))]
    fields = (
        ("ask", f"Fill in the truth table of `{_text(tree)}`."),
        ("formula", _text(tree)),
        ("answer", _column(values)),
    )
    return Drill("table", fields, tuple(_table_mistakes(rng, values)))


def _table_mistakes(rng: Random, values: list[bool]) -> list[tuple[str, str]]:
    mistakes = []
    for wrong in sorted(rng.sample(range(len(values)), 3)):
        column = [value != (row == wrong) for row, value in enumerate(values)]
        mistakes.append((_column(column), f"Row {wrong + 1} ("))
    turned = [not value for value in values]
    return [
        *mistakes,
        (_column(turned), "Row 1 ("),
        (_column(values[:-1]), f"The table has {len(values)} rows, and you give {len(values) - 1} values"),
    ]


def _column(values: list[bool]) -> str:
    return " ".join("T" if value else "F" for value in values)


def _formula(rng: Random, names: list[str]) -> Tree:
    """Return a formula with every name; one of them twice, so that it is not too plain."""
    parts: list[Tree] = [*names, rng.choice(names)]
    rng.shuffle(parts)
    parts = [part if rng.random() < 0.65 else ("~", part) for part in parts]
    while len(parts) > 1:
        left, right = parts.pop(), parts.pop()
        joined: Tree = (rng.choice(_JOINS), left, right)
        parts.insert(rng.randrange(len(parts) + 1), joined if rng.random() < 0.8 else ("~", joined))
    return parts[0]


def _text(tree: Tree, inside: bool = False) -> str:
    """Return the text of a formula; every part with an operator is in parentheses, so that nobody needs to know more.

    >>> _text(("->", "p", ("~", ("&", "p", "q"))))
    'p -> ~(p & q)'
    """
    if isinstance(tree, str):
        return tree
    operator, *parts = tree
    if operator == "~":
        return f"~{_text(parts[0], inside=True)}"
    text = f" {operator} ".join(_text(part, inside=True) for part in parts)
    return f"({text})" if inside else text


def _holds(tree: Tree, values: Mapping[str, bool]) -> bool:
    if isinstance(tree, str):
        return values[tree]
    operator, *parts = tree
    first, *rest = (_holds(part, values) for part in parts)
    if operator == "~":
        return not first
    (second,) = rest
    return {
        "&": first and second,
        "|": first or second,
        "->": not first or second,
        "<->": first == second,
        "^": first != second,
    }[str(operator)]


# -- instances

_RULES = (
    ("breeze", "pit", "<->", "some", "beside"),
    ("stench", "wumpus", "<->", "some", "beside"),
    ("bright", "lamp", "<->", "some", "beside"),
    ("crowded", "king", "->", "some", "around"),
    ("quiet", "bell", "->", "all", "beside"),
    ("free", "queen", "<->", "all", "around"),
)
"""What holds of a cell, of cells next to it, the operator between, how many of these, and which; `all`: none holds."""


def make_instance_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of writing out a rule for a cell."""
    here, there, operator, how_many, near = rng.choice(_RULES)
    width, height = rng.choice(((3, 2), (3, 3), (4, 2)))
    cells = [Cell(row, col) for row in range(height) for col in range(width)]
    # A cell in the middle of a grid has eight around it: too much to write.
    cell = rng.choice([each for each in cells if len(_near(each, near, width, height)) <= 5])
    sign = "~" if how_many == "all" else ""
    rule = f"all c in cells: {here}(c) {operator} {how_many} d in {near}(c): {sign}{there}(d)"
    join = " & " if how_many == "all" else " | "

    def instance(of: Cell, joined: str = join, middle: str = operator, leave_out: int = 0) -> str:
        parts = [f"{sign}{there}({each})" for each in _near(of, near, width, height)][leave_out:]
        return f"{here}({of}) {middle} {joined.join(parts)}"

    other = rng.choice([each for each in cells if each != cell])
    wrong = "&" if join == " | " else "|"
    mistakes = (
        (instance(cell, f" {wrong} "), "and it should be"),
        (instance(cell, leave_out=1), "and it should be"),
        (instance(other), "and it should be"),
        (instance(cell, middle="->" if operator == "<->" else "<->"), "and it should be"),
        (f"{here}({cell}) {operator} {how_many} d in {near}({cell}): {sign}{there}(d)", "Write it out"),
    )
    name = f"rule{suffix}"
    fields = (
        ("ask", f"What does this rule say for c = {cell}? Write it out, without `all` and `some`."),
        ("on", name),
        ("instance", f"rule 2 with c = {cell}"),
        ("answer", instance(cell)),
        ("because", f"{near}({cell}) has {len(_near(cell, near, width, height))} cells, and each gets its own part."),
    )
    return Drill("formula", fields, mistakes, block("hints", name, f"size: {width}x{height}\n{rule}"))


def _near(cell: Cell, near: str, width: int, height: int) -> list[Cell]:
    """Return the cells beside a cell (sharing an edge) or around it (sharing a corner too)."""
    return [
        Cell(row, col)
        for row in range(max(0, cell.row - 1), min(height, cell.row + 2))
        for col in range(max(0, cell.col - 1), min(width, cell.col + 2))
        if (row, col) != cell and (near == "around" or row == cell.row or col == cell.col)
    ]
