"""An exercise: a question, and a *task* that judges answers to it. Each kind has its own task.

A *judgement* says whether an answer is right and, if not, names the mistake. An exercise that is solved line by line (a
proof) is *open* while its lines are right and its goal is not reached. A *mistake* is a typical wrong answer that the
lesson lists, with words that its judgement must contain; so each lesson brings its own tests. A *tip* helps the learner
on, at three levels; the word *hint* is kept for what a clue says. At the end are what judgements
share, phrases and truth tables, and the two kinds that need nothing else: a *number* (how many clauses, which odds, how
many nodes) and a *choice* of one of several sentences; the lesson says what is wrong with each of the others.

An exercise has few names, and a learner learns more from a placement than from "not equivalent". So two small formulas
are compared by trying every *placement*, which here is the set of names that hold. The provers are not used: this
judges what they and the learners write.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar
from typing import Literal as OneOf

from logicms.board import Board, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, LimitReached
from logicms.hints import Hint, Literal, name_order
from logicms.limits import limit
from logicms.notation.formulas import formula_about, parse_formula
from logicms.problem import Problem
from logicms.record import Record, kept, shown
from logicms.render import phrases
from logicms.render.phrases import printable

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.connectives import Connective
    from logicms.logic.knowledge import KnowledgeBase

LEVELS = 3
"""The levels of tips: the last one gives the step away."""
Tips = tuple[str, ...]
"""One for each level."""


@dataclass(frozen=True)  # without slots: what is made of it is kept
class LessonFile:
    """A board or a hint file, the name that a lesson calls it by, and its text.

    >>> file = LessonFile.of_board("row", Board(("??", "11")))
    >>> file.problem.size, file.names
    ((2, 2), ('A1', 'B1'))
    """

    name: str
    text: str
    problem: Problem
    is_board: bool = False

    @classmethod
    def of_board(cls, name: str, board: Board, text: str = "") -> LessonFile:
        """Return the file of a board; its flags are read as mines, as everywhere."""
        return cls(name, text, Problem.of(board), is_board=True)

    @property
    def board(self) -> Board | None:
        """The board as it was written; None for a hint file."""
        return self.problem.written if self.is_board else None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that it tells of and nobody knows yet, in reading order: on a board its hidden cells."""
        return tuple(map(str, self.problem.undecided))

    @cached_property
    def knowledge(self) -> KnowledgeBase:
        """All that it tells, as a knowledge base, which nobody tells more."""
        from logicms.logic.knowledge import KnowledgeBase

        return KnowledgeBase(self.problem)


# -- what is said of an answer


@dataclass(frozen=True, slots=True)
class LineVerdict(Record):
    """What is said of one line of an answer: right, right with a remark, or wrong.

    >>> LineVerdict("1. A1   fact", "wrong", "fact", "A1 is not given.").to_json()
    {'line': '1. A1   fact', 'level': 'wrong', 'kind': 'fact', 'text': 'A1 is not given.'}
    """

    line: str = shown("The line as the learner wrote it, tidied.")
    level: OneOf["right", "remark", "wrong"] = shown("Whether it is right; a `remark`: it is, but see the text.")
    # `proof_judge` and the tasks list theirs.
    kind: str = shown("A word for programs, such as `pivot`.")
    text: str = shown("What there is to say of it.", default="")

    def __str__(self) -> str:
        mark = "✗" if self.level == "wrong" else "✓"
        return f"{mark} {self.line}" + (f"\n    {self.text}" if self.text else "")


class Refused(Exception):
    """What is wrong with a part of an answer: a word for programs, and the sentence; raised and caught in a task."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Judgement(Record):
    """What is said of an answer."""

    outcome: OneOf["right", "wrong", "open"] = shown("`open`: right as far as it goes, and more lines are needed.")
    text: str = shown("What there is to say of the whole.")
    kind: str = shown("A word for programs that names the mistake, such as `missed`.", default="")
    lines: tuple[LineVerdict, ...] = shown("Of answers that are judged line by line: each line.", default=())
    so_far: str = kept(default="")
    """The lines that stay when the learner goes on: for `open`, and after a wrong line of a proof."""
    claims: Mapping[str, bool] | None = shown(
        "Of a right answer about cells: what it says of each; true for a mine.", default=None, omit=True, hash=False
    )

    @property
    def is_right(self) -> bool:
        return self.outcome == "right"

    @property
    def first_wrong(self) -> int | None:
        """The place of the first wrong line, from 1, or None."""
        return next((place for place, verdict in enumerate(self.lines, 1) if verdict.level == "wrong"), None)

    @classmethod
    def right(cls, text: str, claims: Mapping[str, bool] | None = None) -> Judgement:
        return cls("right", text, "right", claims=claims)

    def __str__(self) -> str:
        """Return all of it as text."""
        return "\n".join([*map(str, self.lines), self.text])


# -- the exercise


STEPS, SECONDS = 400_000, 5
"""What judging one answer may cost, where the answer can make it large."""


class Task(ABC):
    """How the answers to one exercise are judged; each kind has its own."""

    __slots__ = ()

    takes_lines: ClassVar[bool] = False
    """Whether an answer may have several lines."""
    too_large: ClassVar[str] = ""
    """What is said of an answer that costs too much; empty where none can."""

    @property
    @abstractmethod
    def form(self) -> str:
        """What an answer looks like, for the prompt: "a number or a fraction, such as 2/5"."""

    @property
    def empty(self) -> str:
        """What is said where there is no answer."""
        return f"Type {self.form}."

    def judge(self, answer: str) -> Judgement:
        """Say whether an answer is right. It never raises over what the learner wrote."""
        answer = answer.lstrip(" \t\n`").rstrip(" \t\n.`")
        try:
            if not answer:
                raise Refused("empty", self.empty)
            with limit(steps=STEPS, seconds=SECONDS) if self.too_large else nullcontext():
                return self._judge(answer)
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        except BoardSyntaxError as error:
            return Judgement("wrong", unreadable(answer, error), "unreadable")
        except LimitReached:
            if not self.too_large:  # it is the caller's limit
                raise
            return Judgement("wrong", self.too_large, "limit")

    @abstractmethod
    def _judge(self, answer: str) -> Judgement:
        """Return what is said of an answer that is right, or right so far; raise `Refused` for any other."""

    @abstractmethod
    def tips(self, so_far: str) -> Tips:
        """Return a tip for each level, computed from what the learner has so far."""

    def tip(self, level: int, so_far: str) -> str:
        """Return the tip of a level, from 1 to `LEVELS`."""
        return self.tips(so_far)[level - 1]


@dataclass(frozen=True, slots=True)
class TypicalMistake:
    """A typical wrong answer, and words that its judgement must contain."""

    answer: str
    says: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Live:
    """A command whose JSON answer has the right number, and where in it: `nodes`, or `cells.B1.mine`."""

    words: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question of a lesson."""

    name: str
    kind: str
    ask: str
    task: Task
    answers: tuple[str, ...]
    """Right answers; the first is the one that is shown."""
    mistakes: tuple[TypicalMistake, ...] = ()
    tips: tuple[str, ...] = ()
    """What the lesson itself says for the first levels of tips; the last level is always computed."""
    because: str = ""
    """What is said when the answer was right."""
    live: Live | None = None
    file: LessonFile | None = None
    """The board or hint file that it is about."""
    line: int = 0
    """Where it begins in the lesson's text."""

    def tip(self, level: int, so_far: str = "") -> str:
        """Return the tip of a level, from 1 to `LEVELS`; the last gives the next step away, or the answer."""
        if level < LEVELS and level <= len(self.tips):
            return self.tips[level - 1]
        return self.task.tip(level, so_far)


# -- how a lesson writes it


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields that a lesson writes for an exercise: what its task is made from.

    `says` has what the lesson says of each listed mistake. A field that is wrong raises `BoardSyntaxError` with the
    field's key as its source, so that the reader can point at its line.
    """

    texts: Mapping[str, tuple[str, ...]] = field(hash=False)
    """The values of each field; most fields have one."""
    on: LessonFile | None = None
    says: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def file(self) -> LessonFile:
        """The board or hint file, for an exercise that needs one."""
        if self.on is None:
            raise BoardError("this exercise needs a line on: … that names a board or hint file above it")
        return self.on

    def one(self, key: str, default: str = "") -> str:
        """Return the first value of a field."""
        return self.texts[key][0] if key in self.texts else default

    def one_of(self, key: str, choices: tuple[str, ...]) -> Any:
        """Return the value of a field that is one of some words; without the field, the first of them."""
        value = self.one(key, choices[0])
        if value not in choices:
            raise BoardSyntaxError(f"{key} is {' or '.join(choices)}, not {value[:40]!r}", source=key)
        return value

    def formula(self, key: str) -> Boolean:
        """Return the formula in a field."""
        text = self.one(key)
        try:
            return parse_formula(text) if self.on is None else formula_about(self.on.problem, text)
        except BoardSyntaxError as error:
            raise BoardSyntaxError(f"{error.message}: {text[:60]}", source=key) from None


# -- phrases that judgements share


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return names in reading order as one would say them.

    >>> listed(["B1", "A2", "A1"]), listed(["A1"])
    ('A1, B1 and A2', 'A1')
    """
    return phrases.listed(sorted(names, key=name_order), last)


def placed(placement: Iterable[str], cells: bool = True) -> str:
    """Return a placement in words: where the mines are, or which names hold.

    >>> placed(["B1", "A1"]), placed([]), placed(["wet"], cells=False), placed([], cells=False)
    ('mines at A1 and B1', 'no mines at all', 'wet true, all else false', 'all false')
    """
    names = list(placement)
    if cells:
        return (
            f"mines at {listed(names)}" if len(names) > 1 else f"a mine at {names[0]}" if names else "no mines at all"
        )
    return f"{listed(names)} true, all else false" if names else "all false"


def capitalised(text: str) -> str:
    """Return a text that begins a sentence.

    >>> capitalised("rule 2")
    'Rule 2'
    """
    return text[:1].upper() + text[1:]


def quoted(text: str, most: int = 60) -> str:
    """Return what a learner wrote, safe to print and not too long.

    >>> quoted("A1 | B1")
    '`A1 | B1`'
    """
    shown = printable(" ".join(text.split())).replace("`", "'")
    return f"`{shown if len(shown) <= most else shown[: most - 1] + '…'}`"


def unreadable(text: str, error: BoardSyntaxError) -> str:
    """Return why a text cannot be read, with a caret where it fits on a line."""
    if "\n" in text or len(text) > 60 or error.line != 1:
        return f"{quoted(text)} cannot be read: {error.message}"
    stop = "" if error.message.endswith("?") else "."
    return f"This cannot be read: {error.message}{stop}\n    {printable(text)}\n    {' ' * (error.column - 1)}^"


def unknown_name(name: str, among: Iterable[str], file: LessonFile | None = None) -> str:
    """Return what is wrong with a name that an answer may not use."""
    names = list(among)
    if file is not None and file.board is not None:
        try:
            cell = parse_cell(name)
            if file.board.clue(cell) is not None:
                return f"{name} is open: it shows its clue, so it is known to be safe."
        except (BoardError, IndexError):
            pass
    from difflib import get_close_matches  # slow to load, and few answers need it

    small = {each.lower(): each for each in names}
    near = [small[name.lower()]] if name.lower() in small else get_close_matches(name, names, n=1)
    remedy = (
        f"did you mean {near[0]}?" if near else f"the names here are {listed(names)}." if names else "there are none."
    )
    return f"{name[:40]} is an unknown name here; {remedy}"


# -- truth tables


TrueNames = frozenset[str]
Holds = Callable[[TrueNames], bool]
"""Says whether a formula holds on a placement."""

MOST_NAMES = 16
"""The most names of a truth table: with 16 it has 65,536 rows."""


def placements(names: Iterable[str]) -> Iterator[TrueNames]:
    """Yield every placement, those with few mines first.

    >>> [sorted(placement) for placement in placements("ab")]
    [[], ['a'], ['b'], ['a', 'b']]
    """
    names = list(names)
    check_number_of(names)
    for size in range(len(names) + 1):
        yield from map(frozenset, combinations(names, size))


def check_number_of(names: Iterable[str]) -> None:
    """Refuse more names than a truth table is made for."""
    if (count := len(list(names))) > MOST_NAMES:
        raise BoardError(f"{count} names are too many for a truth table; the most is {MOST_NAMES}")


def first_where(names: Iterable[str], holds: Holds) -> TrueNames | None:
    """Return the first placement on which something holds, or None."""
    return next((placement for placement in placements(names) if holds(placement)), None)


def counterexample(names: Iterable[str], one: Holds, other: Holds) -> TrueNames | None:
    """Return the first placement on which one thing holds and another does not; None if the other follows from it."""
    return first_where(names, lambda placement: one(placement) and not other(placement))


def hint_holds(hint: Hint) -> Holds:
    """Return the test of a hint."""
    among = frozenset(map(str, hint.among))
    return lambda placement: hint.low <= len(among & placement) <= hint.high


def clause_holds(literals: Collection[Literal]) -> Holds:
    """Return the test of a clause.

    >>> clause_holds([Literal("a", True), Literal("b", False)])(frozenset("b"))
    False
    """
    positive = frozenset(str(name) for name, holds in literals if holds)
    negated = frozenset(str(name) for name, holds in literals if not holds)
    return lambda placement: not positive.isdisjoint(placement) or not negated <= placement


def formula_holds(expr: Any) -> Holds:
    """Return the test of a sympy formula.

    >>> from sympy.abc import a, b
    >>> formula_holds(a >> b)(frozenset("a"))
    False
    """
    from logicms.connectives import fold

    return fold(expr, _test)


def _test(kind: Connective, expr: Any, tests: list[Holds]) -> Holds:
    """Return the test of a formula from those of its parts."""
    if kind == "symbol":
        return lambda placement: expr.name in placement
    if kind == "truth":
        return lambda placement: bool(expr)
    if kind == "Not":
        return lambda placement: not tests[0](placement)
    if kind == "Implies":
        return lambda placement: not tests[0](placement) or tests[1](placement)
    if kind == "ITE":
        return lambda placement: tests[1](placement) if tests[0](placement) else tests[2](placement)
    if kind == "And":
        return lambda placement: all(test(placement) for test in tests)
    if kind == "Or":
        return lambda placement: any(test(placement) for test in tests)
    if kind == "Equivalent":
        return lambda placement: len({test(placement) for test in tests}) == 1
    if kind == "Xor":
        return lambda placement: sum(test(placement) for test in tests) % 2 == 1
    return lambda placement: sum(test(placement) for test in tests) >= expr.number


def names_of(expr: Any) -> frozenset[str]:
    """Return the names in a formula."""
    return frozenset(symbol.name for symbol in getattr(expr, "free_symbols", ()))


# -- a number

_NUMBER = re.compile(
    r"(?:it is\s+|\w*\s*=\s*)?"
    r"(?P<sign>[-+]?)\s*(?:(?P<top>[0-9]{1,15})(?:\s*(?:/|(?:out )?of|in)\s*(?P<bottom>[0-9]{1,15}))?|"
    r"(?P<whole>[0-9]{0,15})[.](?P<part>[0-9]{0,15}))"
    r"\s*(?:(?P<percent>%|per ?cent)|(?P<unit>[a-z][a-z ]*))?[.]?"
)
_THOUSANDS = re.compile(r"(?<![0-9,._])([1-9][0-9]{0,2})((?:[, _][0-9]{3})+)(?![0-9,_])")
_PARTS = re.compile(r"hal(?:f|ves)|thirds?|quarters?|\w+ths?|hundreds?|thousands?|millions?|dozens?|or|and|to")
"""Words that make another number of the one before them."""


def parse_number(text: str) -> Fraction | None:
    """Return the exact number that a text writes, such as 12, 2/5, 0.4, 40 % or 12 clauses; None if it writes none.

    >>> [
    ...     str(parse_number(text))
    ...     for text in ("12 clauses", "4 / 10", "0,4", "40 %", "1,000", "1/0", "2 fifths", "many")
    ... ]
    ['12', '2/5', '2/5', '2/5', '1000', 'None', 'None', 'None']
    """
    plain = _THOUSANDS.sub(lambda match: match[1] + re.sub("[, _]", "", match[2]), text.strip().lower())
    match = _NUMBER.fullmatch(plain.replace(",", "."))  # what is no thousand is a decimal comma
    if match is None or any(_PARTS.fullmatch(word) for word in (match["unit"] or "").split()):
        return None
    if match["top"] is None:
        digits = (match["whole"] or "") + (match["part"] or "")
        if not digits:
            return None
        value = Fraction(int(digits), 10 ** len(match["part"] or ""))
    elif match["bottom"] is not None and not int(match["bottom"]):
        return None
    else:
        value = Fraction(int(match["top"]), int(match["bottom"] or 1))
    value = -value if match["sign"] == "-" else value
    return value / 100 if match["percent"] else value


@dataclass(frozen=True, slots=True)
class NumberTask(Task):
    """One number is right; `says` has what the lesson says of typical wrong ones."""

    value: Fraction
    says: Mapping[Fraction, str] = field(default_factory=dict, hash=False)

    @property
    def form(self) -> str:
        if self.value.denominator > 1:
            return "a fraction, such as 2/5 (0.4 and 40 % are accepted too)"
        return "a number"

    def _judge(self, answer: str) -> Judgement:
        value = parse_number(answer)
        if value is None:
            raise Refused("unreadable", f"{quoted(answer)} is not a number in figures. Type {self.form}.")
        if value == self.value:
            return Judgement.right(f"Right: {self.value}.")
        size = "large" if value > self.value else "small"
        kind, text = f"too {size}", f"{quoted(answer)} is too {size}."
        if self.value.denominator > 1:
            if abs(value - self.value) <= Fraction(1, 200):
                kind, text = "rounded", f"{quoted(answer)} is close, but the answer is exact: give the fraction."
            elif value / 100 == self.value:
                kind, text = "percent", f"{quoted(answer)} is more than 1; did you mean {answer} %?"
        if value in self.says and self.says[value] not in text:  # what the lesson says of it
            kind, text = "listed", self.says[value]
        raise Refused(kind, text)

    def tips(self, so_far: str) -> Tips:
        low, high = self.value.numerator * 3 // 4, self.value.numerator * 5 // 4 + 2
        about = f"It is between {low} and {high}."
        if self.value.denominator > 1:
            about = f"In lowest terms, its denominator is {self.value.denominator}."
        return f"The answer is {self.form}. Count on paper before you look further.", about, f"It is {self.value}."


def make_number(fields: Fields) -> NumberTask:
    """Return the task of a number; if the lesson lists several answers, they write the same number."""
    values = {parse_number(answer) for answer in fields.texts["answer"]}
    (value,) = values if len(values) == 1 else (None,)
    if value is None:
        raise BoardSyntaxError("the answer is one number, such as 12 or 2/5", source="answer")
    wrong = {number: text for answer, text in fields.says.items() if (number := parse_number(answer)) is not None}
    if value in wrong:
        raise BoardSyntaxError(f"{value} is both the answer and a mistake", source="mistake")
    return NumberTask(value, wrong)


# -- a choice

_CHOICE = re.compile(r"(?P<letter>[a-z])\)\s*(?P<text>.+)")


@dataclass(frozen=True, slots=True)
class ChoiceTask(Task):
    """The choices by their letters, the right letter, and what the lesson says of the others."""

    choices: Mapping[str, str] = field(hash=False)
    right: str
    says: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def form(self) -> str:
        return f"one letter: {listed(self.choices, 'or')}"

    def _judge(self, answer: str) -> Judgement:
        said = " ".join(answer.lower().split()).strip("()[].:!\"'` ")
        if not said:
            raise Refused("empty", self.empty)
        chosen = next((letter for letter, text in self.choices.items() if said in _ways_to_say(letter, text)), None)
        if chosen == self.right:
            return Judgement.right(f"Right: {self.choices[chosen]}")
        if chosen is not None:
            raise Refused("listed", self.says.get(chosen, "That is not it."))
        words = said.replace(",", " ").split()
        if len(words) > 1 and all(word in self.choices for word in words):
            raise Refused("several", f"Only one is right; type {self.form}.")
        if len(said) == 1:
            raise Refused("unknown", f"There is no choice {said}; type {self.form}.")
        raise Refused("unreadable", f"{quoted(answer)} is not a choice; type {self.form}.")

    def tips(self, so_far: str) -> Tips:
        wrong = [letter for letter in self.choices if letter != self.right]
        either = listed([self.right, wrong[0]], "or")
        return f"It is not {wrong[-1]}.", f"It is {either}.", f"It is {self.right}: {self.choices[self.right]}"


def _ways_to_say(letter: str, text: str) -> Iterator[str]:
    """Yield what a learner may type for a choice: its letter, its words, or both."""
    words = " ".join(text.lower().split()).strip("()[].:!\"'` ")
    yield from (letter, words, f"answer {letter}")
    yield from (f"{letter}{mark} {words}" for mark in ("", ")", ".", ":"))


def make_choice(fields: Fields) -> ChoiceTask:
    """Return the task of choosing among lines such as `a) It is safe.`; the answer is a letter."""
    choices: dict[str, str] = {}
    for line in fields.one("choices").splitlines():
        match = _CHOICE.fullmatch(line)
        if match is None or match["letter"] in choices:
            raise BoardSyntaxError(f"choices are lines such as `a) It is safe.`, not {line[:40]!r}", source="choices")
        choices[match["letter"]] = match["text"]
    right = fields.one("answer")
    if len(choices) < 2 or right not in choices or len(fields.texts["answer"]) > 1:
        raise BoardSyntaxError("the answer is the letter of one of two or more choices", source="answer")
    return ChoiceTask(choices, right, {answer: text for answer, text in fields.says.items() if answer in choices})
