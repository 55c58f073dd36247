"""An exercise: a question, and a *task* that judges answers to it. Each kind of exercise has its own task (`kinds`).

A *judgement* says whether an answer is right, and if not, names the mistake. An exercise that is solved line by line (a
proof) is *open* while its lines are right and its goal is not reached. A *mistake* is a typical wrong answer that the
lesson lists, with words that must stand in the judgement; so each lesson brings its own tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from logicms.teach.puzzle import Puzzle

LEVELS = 3
"""The levels of hints: the last one gives the step away."""


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """What is said of one line of an answer: right, right with a remark, or wrong."""

    line: str
    """The line as the learner wrote it, tidied."""
    level: Literal["right", "remark", "wrong"]
    kind: str
    """A word for programs, such as `pivot`; `proofs.check` and `kinds` list theirs."""
    text: str = ""

    def __str__(self) -> str:
        mark = {"right": "✓", "remark": "✓", "wrong": "✗"}[self.level]
        return f"{mark} {self.line}" + (f"\n    {self.text}" if self.text else "")


class Refused(Exception):
    """What is wrong with a part of an answer: a word for programs, and the sentence; raised and caught in a task."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of an answer."""

    outcome: Literal["right", "wrong", "open"]
    """*open*: right as far as it goes, and more lines are wanted."""
    text: str
    kind: str = ""
    """A word for programs that names the mistake, such as `missed`."""
    lines: tuple[LineVerdict, ...] = ()
    """For answers of several lines that are judged one by one."""
    kept: str = ""
    """The lines that stay as they are when the learner goes on: for `open`, and after a wrong line of a proof."""

    @property
    def is_right(self) -> bool:
        return self.outcome == "right"

    def __str__(self) -> str:
        """Return all of it as text."""
        return "\n".join([*map(str, self.lines), self.text])


class Task(Protocol):
    """How the answers to one exercise are judged."""

    @property
    def form(self) -> str:
        """What an answer looks like, for the prompt: «a number or a fraction, such as 2/5»."""

    @property
    def takes_lines(self) -> bool:
        """Whether an answer may have several lines."""

    def judge(self, answer: str) -> Judgement:
        """Say whether an answer is right. It never raises over what the learner wrote."""

    def hint(self, level: int, so_far: str) -> str:
        """Return the hint of a level (1 to `LEVELS`), computed from what the learner has so far."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong answer, and words that its judgement must have."""

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
    mistakes: tuple[Mistake, ...] = ()
    hints: tuple[str, ...] = ()
    """What the lesson itself says for the first levels of hints; the last level is always computed."""
    because: str = ""
    """What is said when the answer was right."""
    live: Live | None = None
    puzzle: Puzzle | None = None
    """The board or hint file that it is about."""
    line: int = 0
    """Where it stands in the lesson's text."""

    def hint(self, level: int, so_far: str = "") -> str:
        """Return the hint of a level, from 1 to `LEVELS`; the last gives the next step away, or the answer."""
        if level < LEVELS and level <= len(self.hints):
            return self.hints[level - 1]
        return self.task.hint(level, so_far)
