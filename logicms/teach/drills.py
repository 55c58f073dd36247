"""Drills: exercises made from a seed, without end; each is a lesson of its own, written and then read like any other.

A *drill* is an exercise before it has a name: what is shown above the question, and its fields. A maker knows the right
answer from the way it makes the question, by its own small arithmetic; the exercise's task then judges it like a
learner's answer. The five wrong answers of each drill come with words of the reply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from operator import and_, eq, le, ne, or_
from random import Random

from logicms.board import Board, Cell, rows_of
from logicms.errors import BoardError, unknown_word
from logicms.hints import Literal
from logicms.teach.exercise import clause_holds, placements
from logicms.teach.lesson import Lesson
from logicms.teach.lesson_reader import parse_lesson
from logicms.teach.proof_lines import Literals, clause_text


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


NAMES = ("p q r s t u", "a b c d e f", "A1 B1 C1 A2 B2 C2", "rain wet cold dark late open")


def _signed(rng: Random, names: Iterable[str], share: float = 0.5) -> list[Literal]:
    """Return a literal of each name; this share of them holds."""
    return [Literal(name, rng.random() < share) for name in names]


def _sorted(literals: Iterable[Literal]) -> list[Literal]:
    """Return literals in an order of their own, so that a seed always draws the same of them."""
    return sorted(literals, key=str)


def _names(rng: Random) -> list[str]:
    names = rng.choice(NAMES).split()
    rng.shuffle(names)
    return names


def _premises(rng: Random, names: list[str]) -> tuple[Literals, Literals, Literal]:
    """Return two clauses that clash in one name, and the literal of the first that goes.

    Both have something that the other has not; sometimes they share a literal.
    """
    pivot, *rest = _signed(rng, names)
    ours = rest[: rng.choice((1, 1, 2))]
    theirs = rest[len(ours) : len(ours) + rng.choice((1, 1, 2))]
    if rng.random() < 0.25:
        theirs = [*theirs, ours[0]]
    return frozenset([pivot, *ours]), frozenset([~pivot, *theirs]), pivot


# -- which clause is missing


def make_premise_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of the missing premise."""
    given, other, pivot = _premises(rng, _names(rng))
    resolvent = (given | other) - {pivot, ~pivot}
    mine, theirs = _sorted(given - {pivot}), _sorted(other - given - {~pivot})
    needed = frozenset([~pivot, *theirs])
    one, follows = clause_text(given), clause_text(resolvent)
    ask = f"From `{one}` and another clause, `{follows}` follows by resolution. Which clause?"
    mistakes = (
        (clause_text({pivot, *theirs}), "do not clash"),
        (clause_text(resolvent), "do not clash"),
        (clause_text(needed - {theirs[0]}), f"{theirs[0]} is missing"),
        (clause_text(needed | {~mine[0]}), "clash in"),
        (clause_text((needed - {theirs[0]}) | {~theirs[0]}), f"{~theirs[0]} should not be there"),
    )
    fields = (
        ("ask", ask),
        ("clause", one),
        ("resolvent", follows),
        ("answer", clause_text(needed)),
        ("because", f"The literal {pivot} goes, so the missing clause has {~pivot}; the rest stays."),
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
        f"From `{clause_text(first)}` and `{clause_text(second)}`, somebody concludes `{clause_text(conclusion)}` by "
        "resolution. What do you say to this step?"
    )
    mistakes = tuple((letters[key], _reply(key, truth, str(pivot.name))) for key in order if key != truth)
    because = _because(truth, first, second, pivot)
    tip = "Which names are in both clauses, once with ~ and once without? If it is one: what is left without it?"
    fields = (("ask", ask), ("choices", choices), ("answer", letters[truth]), ("tip", tip), ("because", because))
    return Drill("choice", fields, mistakes)


def _step(rng: Random, truth: str) -> tuple[Literals, Literals, Literal, Literals]:
    """Return a step about which just this is true: two clauses, the literal that goes, and the conclusion."""
    names = _names(rng)
    first, second, pivot = _premises(rng, names)
    if truth == "none":
        second = (second - {~pivot}) | {pivot}
    if truth == "two":
        second = (second - first) | {~rng.choice(_sorted(first - {pivot}))}
    conclusion = (first | second) - {pivot, ~pivot}
    if truth == "missing":
        conclusion -= {rng.choice(_sorted(conclusion))}
    if truth == "extra":
        spare = [name for name in names if all(literal.name != name for literal in first | second)]
        conclusion |= {rng.choice([pivot, ~pivot, *_signed(rng, spare[:1])])}
    if truth == "sign":
        changed = rng.choice(_sorted(conclusion))
        conclusion = (conclusion - {changed}) | {~changed}
    if truth == "two":
        conclusion = frozenset(literal for literal in conclusion if ~literal not in conclusion) or first - {pivot}
    return first, second, pivot, conclusion


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


def _because(truth: str, first: Literals, second: Literals, pivot: Literal) -> str:
    if truth == "none":
        return "No name has ~ in one of the clauses and not in the other."
    if truth == "two":
        clashing = sorted(str(literal.name) for literal in first if ~literal in second)
        return f"They clash in {clashing[0]} and {clashing[1]}; whichever goes, the other stays with both signs."
    resolvent = (first | second) - {pivot, ~pivot}
    return f"On {pivot.name} they give `{clause_text(resolvent)}`."


# -- truth tables

TableFormula = tuple[str, list[bool]]
"""A formula as it is written inside another one, and its value in each row of its truth table."""

_JOINS: dict[str, Callable[[bool, bool], bool]] = {"&": and_, "|": or_, "->": le, "<->": eq, "^": ne}


def make_table_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of a truth table: a formula of two or three names."""
    names = rng.choice(("p q r", "a b c", "A1 B1 C1")).split()[: rng.choice((2, 2, 3))]
    text, values = _formula(rng, names)
    mistakes = []
    for wrong in sorted(rng.sample(range(len(values)), 3)):
        column = [value != (row == wrong) for row, value in enumerate(values)]
        mistakes.append((_column(column), f"Row {wrong + 1} ("))
    few = f"The table has {len(values)} rows, and you give {len(values) - 1} values"
    mistakes += [(_column([not value for value in values]), "Row 1 ("), (_column(values[:-1]), few)]
    fields = (("ask", f"Fill in the truth table of `{text}`."), ("formula", text), ("answer", _column(values)))
    return Drill("table", fields, tuple(mistakes))


def _column(values: list[bool]) -> str:
    return " ".join("T" if value else "F" for value in values)


def _formula(rng: Random, names: list[str]) -> TableFormula:
    """Return a formula with every name; one of them twice, so that it is not too plain.

    Every part with an operator is in parentheses, so that nobody needs to know which operator binds more tightly.
    """
    rows = list(product((False, True), repeat=len(names)))
    drawn = [*names, rng.choice(names)]
    rng.shuffle(drawn)
    parts: list[TableFormula] = [(name, [row[names.index(name)] for row in rows]) for name in drawn]
    parts = [part if rng.random() < 0.65 else _negation(part) for part in parts]
    while len(parts) > 1:
        (left, ours), (right, theirs) = parts.pop(), parts.pop()
        operator = rng.choice(tuple(_JOINS))
        joined = f"({left} {operator} {right})", list(map(_JOINS[operator], ours, theirs))
        parts.insert(rng.randrange(len(parts) + 1), joined if rng.random() < 0.8 else _negation(joined))
    text, values = parts[0]
    return text[1:-1] if text.startswith("(") else text, values


def _negation(part: TableFormula) -> TableFormula:
    text, values = part
    return f"~{text}", [not value for value in values]


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
    board = Board(("?" * width,) * height)
    # A cell in the middle of a grid has eight around it: too much to write.
    cell = rng.choice([each for each in board.cells if len(_near(each, near, board)) <= 5])
    sign = "~" if how_many == "all" else ""
    rule = f"all c in cells: {here}(c) {operator} {how_many} d in {near}(c): {sign}{there}(d)"
    join = " & " if how_many == "all" else " | "

    def instance(of: Cell, joined: str = join, middle: str = operator, leave_out: int = 0) -> str:
        parts = [f"{sign}{there}({each})" for each in _near(of, near, board)][leave_out:]
        return f"{here}({of}) {middle} {joined.join(parts)}"

    other = rng.choice([each for each in board.cells if each != cell])
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
        ("because", f"{near}({cell}) has {len(_near(cell, near, board))} cells, and each gets its own part."),
    )
    return Drill("formula", fields, mistakes, block("hints", name, f"size: {width}x{height}\n{rule}"))


def _near(cell: Cell, near: str, board: Board) -> list[Cell]:
    """Return the cells beside a cell (sharing an edge) or around it (sharing a corner too)."""
    cells = sorted(board.neighbours(cell))
    return [each for each in cells if near == "around" or each.row == cell.row or each.col == cell.col]


# -- what follows

_NAMES = ("p q r s t", "a b c d e", "rain wet cold dark late")


def make_follows_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of naming what is certain: at least two names are that are not given, and one is not."""
    while True:
        lines = _statements(rng, rng.choice(_NAMES).split()[: rng.choice((4, 5))])
        certain, unsure = _certain(lines.values())
        if len(certain) >= 3 and unsure:
            break
    first = min(certain)
    less = {name: holds for name, holds in certain.items() if name != first}
    other = rng.choice(unsure)
    mistakes = (
        (_claims(less), f"{first} is certain"),
        (
            _claims({**certain, first: not certain[first]}),
            f"{first} is certain, but it is {_word(certain[first])}, not {_word(not certain[first])}",
        ),
        (_claims({**certain, other: True}), f"{other} is not certain"),
        (_claims({**certain, other: False}), f"{other} is not certain"),
        ("none", "is certain"),
    )
    name = f"given{suffix}"
    fields = (
        ("ask", "Which names are certain? Say which are true and which are false."),
        ("on", name),
        ("answer", _claims(certain)),
        ("because", f"{', '.join(unsure)} can be true or false: both fit what is given."),
    )
    return Drill("certain", fields, mistakes, block("hints", name, "\n".join(lines)))


def _certain(clauses: Collection[Literals]) -> tuple[dict[str, bool], list[str]]:
    """Return what is certain, the fact included, and what is not certain; nothing, if the clauses contradict."""
    names = sorted({str(literal.name) for clause in clauses for literal in clause})
    tests = [clause_holds(clause) for clause in clauses]
    fitting = [placement for placement in placements(names) if all(test(placement) for test in tests)]
    values = {name: {name in placement for placement in fitting} for name in names}
    certain = {name: True in found for name, found in values.items() if len(found) == 1}
    return certain, [name for name, found in values.items() if len(found) == 2]


def _word(holds: bool) -> str:
    return "true" if holds else "false"


def _claims(certain: dict[str, bool]) -> str:
    groups = [(word, [name for name in sorted(certain) if _word(certain[name]) == word]) for word in ("true", "false")]
    return ", ".join(f"{word} {' '.join(names)}" for word, names in groups if names)


def _statements(rng: Random, names: list[str]) -> dict[str, Literals]:
    """Return a fact and some rules, each as text with the clause that it is."""
    (fact,) = _signed(rng, [rng.choice(names)], 0.7)
    lines = {str(fact): frozenset([fact])}
    for _ in range(rng.choice((3, 3, 4))):
        literals = _signed(rng, rng.sample(names, rng.choice((2, 2, 3))), 0.7)
        *conditions, conclusion = literals
        if rng.random() < 0.75:
            rule = frozenset([*(~literal for literal in conditions), conclusion])
            lines[f"{' & '.join(map(str, conditions))} -> {conclusion}"] = rule
        else:
            lines[" | ".join(map(str, literals))] = frozenset(literals)
    return lines


# -- which rows hold

_Pair = tuple[str, str]
_PEOPLE = ("ann bob cy dan", "eve fay gus hal", "ida jon kim lou")
_PREDICATES = (("follows", "hears"), ("knows", "trusts"), ("beats", "leads"), ("calls", "reaches"))
"""Of what is told, and of what the rules say."""

_CHAIN = ("{0}(x, y) -> {1}(x, y)", "{0}(x, y) & {1}(y, z) -> {1}(x, z)")
_ROWS_OF: dict[tuple[str, ...], Callable[[set[_Pair], set[_Pair]], set[_Pair]]] = {
    ("{0}(x, y) & {0}(y, z) -> {1}(x, z)",): lambda told, _: _joined(told, told),
    _CHAIN: lambda told, so_far: told | _joined(told, so_far),
    ("{0}(x, y) & ~{0}(y, x) -> {1}(x, y)",): lambda told, _: told - {(y, x) for x, y in told},
    ("{0}(z, x) & {0}(z, y) & x != y -> {1}(x, y)",): lambda told, _: {
        (x, y) for z, x in told for other, y in told if z == other and x != y
    },
    ("{0}(x, z) & {0}(y, z) & x != y -> {1}(x, y)",): lambda told, _: {
        (x, y) for x, z in told for y, other in told if z == other and x != y
    },
}
"""Rules, and what they say holds, given the pairs that are told and those that hold so far."""


def _joined(one: set[_Pair], other: set[_Pair]) -> set[_Pair]:
    return {(x, z) for x, y in one for between, z in other if y == between}


def _closure(rules: tuple[str, ...], told: set[_Pair], start: set[_Pair]) -> set[_Pair]:
    """Return everything that holds with these pairs by the rules; in this order of steps the recursion ends."""
    pairs = set(start)
    while not (new := _ROWS_OF[rules](told, pairs)) <= pairs:
        pairs |= new
    return pairs


def make_rows_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of naming rows: of a closed predicate, or of an open one, of which a pair is denied."""
    while True:
        people = rng.choice(_PEOPLE).split()
        told = set(rng.sample([(x, y) for x in people for y in people if x != y], rng.choice((4, 5))))
        rules, is_closed, is_first = rng.choice(tuple(_ROWS_OF)), rng.random() < 0.6, rng.random() < 0.5
        holding, asked = _closure(rules, told, set()), rng.choice(people)
        rows = {each: (each, asked) if is_first else (asked, each) for each in people}
        certain = [each for each in people if rows[each] in holding]
        left = [each for each in people if each not in certain]
        if len(certain) < 1 + is_closed or len(left) < 2 - is_closed:
            continue
        denied = rows[rng.choice(left)]
        if is_closed:
            possible: list[str] = []
        else:  # a pair may hold if it leads to nothing that is denied
            possible = [each for each in left if denied not in _closure(rules, told, {rows[each]})]
        impossible = [each for each in left if each not in possible]
        if is_closed or possible:
            break
    base, head = rng.choice(_PREDICATES)
    question = f"which x in people: {head}({f'x, {asked}' if is_first else f'{asked}, x'})"
    lines = [f"set people = {' '.join(people)}", f"only {base}{f' {head}' if is_closed else ''}"]
    lines += [f"{base}({x}, {y})" for x, y in sorted(told)]
    lines += [f"all x, y{', z' if 'z' in rule else ''} in people: {rule.format(base, head)}" for rule in rules]
    lines += [] if is_closed else [f"~{head}({', '.join(denied)})"]
    wrong, name = impossible[0], f"people{suffix}"
    mistakes = (
        ("none", "You missed one"),
        (_rows(certain[1:], possible), "You missed one"),
        (_rows([*certain, wrong], possible), f"x = {wrong} cannot hold"),
        (_rows(certain[1:], [*possible, certain[0]]), f"x = {certain[0]} not only may hold"),
        (_rows([*certain, possible[0]], possible[1:]), f"x = {possible[0]} may hold, but not certainly")
        if possible
        else (_rows(certain, [wrong]), f"x = {wrong} cannot hold"),
    )
    because = (
        f"{head} is closed: what no rule makes hold does not hold, and nothing is left open."
        if is_closed
        else f"{head} is open: what the rules do not say may still hold, unless something forbids it."
    )
    fields = (
        ("ask", f"Which rows has `{question}`?"),
        ("on", name),
        ("question", question),
        ("answer", _rows(certain, possible)),
        ("because", because),
    )
    return Drill("rows", fields, mistakes, block("hints", name, "\n".join(lines)))


def _rows(certain: list[str], possible: list[str]) -> str:
    return " ".join([*certain, *(["perhaps", *possible] if possible else [])]) or "none"


# -- which clues decide a cell


def make_clues_drill(rng: Random, suffix: str) -> Drill:
    """Return the drill of naming the clues that decide a cell: one of them, or two."""
    while True:
        position = _Position.drawn(rng)
        wanted = rng.choice((1, 2, 2))
        questions = [found for found in position.decided() if len(found[1]) == wanted]
        if questions and len(position.clues) >= 4:
            cell, deciding = rng.choice(questions)
            mistakes = _clue_mistakes(rng, position, cell, deciding)
            if len(mistakes) == 5:
                break
    name = f"position{suffix}"
    verdict = "a mine" if cell in position.mines else "safe"
    fields = (
        ("ask", f"{cell} is {verdict}. Which clues decide that? Name no clue that is not needed."),
        ("on", name),
        ("cell", str(cell)),
        ("answer", " ".join(map(str, deciding))),
    )
    rows = "\n".join(" ".join(row) for row in position.board.rows)
    return Drill("clues", fields, mistakes, block("board", name, rows))


def _clue_mistakes(rng: Random, position: _Position, cell: Cell, deciding: _Cells) -> tuple[tuple[str, str], ...]:
    others = [each for each in position.clues if each not in deciding]
    rng.shuffle(others)
    alone = [each for each in others if not position.decides((each,), cell)]
    too_few = [*(deciding if len(deciding) > 1 else ()), *alone][:2]
    too_many = sorted([*deciding, others[0]])
    outside = Cell(position.board.height, 0)
    return (
        *((str(each), "not decide it") for each in too_few),
        (" ".join(map(str, too_many)), "is not needed"),
        (str(cell), f"{cell} is hidden: it has no clue"),
        (str(outside), f"{outside} is an unknown name here"),
    )


_Cells = tuple[Cell, ...]


@dataclass(frozen=True)  # without slots: the clues are kept
class _Position:
    """A small board with some cells open, and where its mines are."""

    board: Board
    mines: frozenset[Cell]

    @classmethod
    def drawn(cls, rng: Random) -> _Position:
        width, height = rng.choice(((4, 3), (5, 3), (4, 4)))
        blank = Board(("?" * width,) * height)
        mines = frozenset(rng.sample(blank.cells, rng.choice((2, 3, 3))))
        signs = "".join(
            "?" if cell in mines or rng.random() < 0.3 else str(len(mines.intersection(blank.neighbours(cell))))
            for cell in blank.cells
        )
        return cls(Board(rows_of(signs, width)), mines)

    @cached_property
    def clues(self) -> dict[Cell, frozenset[Cell]]:
        """The clues that say something, each with the hidden cells that it counts."""
        counted = {
            cell: frozenset(self.board.neighbours(cell)).intersection(self.board.hidden) for cell in self.board.open
        }
        return {cell: hidden for cell, hidden in counted.items() if hidden}

    def decided(self) -> Iterator[tuple[Cell, _Cells]]:
        """Yield the cells that one clue decides, and those that two decide and none alone, with these clues."""
        for cell in self.board.hidden:
            for size in (1, 2):
                deciding = next((some for some in combinations(self.clues, size) if self.decides(some, cell)), None)
                if deciding is not None:
                    yield cell, deciding
                    break

    def decides(self, some: _Cells, cell: Cell) -> bool:
        """Return whether these clues decide a cell: all placements of the cells that they count are tried."""
        counted = sorted(set[Cell]().union(*(self.clues[each] for each in some)))
        if cell not in counted:
            return False
        for row in product((False, True), repeat=len(counted)):
            placed = {each for each, mine in zip(counted, row, strict=True) if mine}
            is_met = all(len(self.clues[each] & placed) == self.board.clue(each) for each in some)
            if is_met and (cell in placed) != (cell in self.mines):
                return False
        return True


# -- all kinds


MOST_SEED = 10**9
MOST_DRILLS = 100
"""The most drills of one lesson."""

_NAME = re.compile(r"drill-(?P<kind>[a-z]+)-(?P<seed>[0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class DrillKind:
    """What one kind of drill practises, and what makes one."""

    title: str
    about: str
    make: Callable[[Random, str], Drill]
    """Takes what the names of boards and hint files end with, so that they differ within a lesson."""


DRILLS = {
    "premise": DrillKind(
        "Which clause is missing?", "One premise and the resolvent are given; write the other.", make_premise_drill
    ),
    "step": DrillKind("Is this step right?", "Judge a resolution step, and name what is wrong.", make_step_drill),
    "follows": DrillKind(
        "What follows?", "Name everything that is certain in a small knowledge base.", make_follows_drill
    ),
    "rows": DrillKind(
        "Which rows hold?", "A question for values: name what certainly holds, and what may.", make_rows_drill
    ),
    "clues": DrillKind(
        "Which clues decide this cell?", "A cell of a board is certain; name the clues it takes.", make_clues_drill
    ),
    "table": DrillKind("Fill in the truth table", "The value of a formula, row by row.", make_table_drill),
    "instance": DrillKind("Write out the rule", "What a rule says for the given values.", make_instance_drill),
}
"""By the name that `learn --drill` takes."""


def drill_name(kind: str, seed: int) -> str:
    """Return the name of a drill as a lesson.

    >>> drill_name("table", 7)
    'drill-table-7'
    """
    return f"drill-{kind}-{seed}"


def drill_text(kind: str, seed: int, count: int = 1) -> str:
    """Return a lesson with drills of these seeds and on, as text: it passes `learn --check`.

    >>> print(drill_text("table", 1).partition("exercise")[0])
    title: Fill in the truth table
    about: The value of a formula, row by row.
    <BLANKLINE>
    == Drill 1
    <BLANKLINE>
    <BLANKLINE>
    """
    if kind not in DRILLS:
        raise unknown_word(kind, tuple(DRILLS), "a kind of drill")
    if not (0 <= seed and 1 <= count <= MOST_DRILLS and seed + count <= MOST_SEED):
        raise BoardError(f"seeds are from 0 to {MOST_SEED:,}, and a lesson has at most {MOST_DRILLS} drills")
    own = DRILLS[kind]
    parts = [f"title: {own.title}\nabout: {own.about}\n"]
    for number in range(seed, seed + count):
        drill = own.make(Random(f"{kind} {number}"), f"-{number}" if count > 1 else "")
        parts.append(f"== Drill {number}\n\n{drill.text(f'drill-{number}')}")
    return "\n".join(parts)


@lru_cache(maxsize=64)  # few: seeds come from anywhere
def drill_lesson(kind: str, seed: int, count: int = 1) -> Lesson:
    """Return the lesson with these drills.

    >>> lesson = drill_lesson("step", 3)
    >>> lesson.name, lesson.entry.exercises, len(lesson.exercises[0].mistakes)
    ('drill-step-3', ('drill-3',), 5)
    """
    return parse_lesson(drill_text(kind, seed, count), drill_name(kind, seed), "drill")


def named_drill(name: str) -> tuple[str, int] | None:
    """Return the kind and the seed of a drill that is called by its name; None if the name is no drill's.

    >>> named_drill("drill-table-7"), named_drill("drill-tables-7"), named_drill("01-proposition")
    (('table', 7), None, None)
    """
    match = _NAME.fullmatch(name)
    if match is None or match["kind"] not in DRILLS or int(match["seed"]) >= MOST_SEED:
        return None
    return match["kind"], int(match["seed"])
