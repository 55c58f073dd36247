"""Questions that teach: `worksheet`, the lessons, and a proof by hand.

Nothing is kept: where a learner is travels along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from logicms.answers.answer import CommandAnswer, TextAnswer
from logicms.answers.prove import Technique
from logicms.board import Flags
from logicms.commands.generate import Mines, Seed, Side, check_size, new_seed
from logicms.commands.question import InForm, OnText, Question, Timed
from logicms.errors import BoardError, NotFound
from logicms.limits import check_cells
from logicms.record import Bounds, Written, shown
from logicms.render.worksheet import answers_html, answers_latex, worksheet_html, worksheet_latex
from logicms.render.written import MEDIA_TYPES, TEXT
from logicms.teach.lesson import Lesson, find_lesson, our_lesson
from logicms.teach.proof_judge import proof_lesson
from logicms.teach.session import MOST_TEXT, LessonState, respond
from logicms.teach.stop import ExerciseAnswer, LessonAnswer, LessonOutline, LessonsAnswer, SayAnswer
from logicms.teach.worksheet import KINDS, QuestionKind, WorksheetAnswer, usual_size, worksheet

# -- worksheets


_SHEETS: Mapping[tuple[str, bool], Callable[[WorksheetAnswer], str]] = {
    ("html", False): worksheet_html,
    ("html", True): answers_html,
    ("latex", False): worksheet_latex,
    ("latex", True): answers_latex,
}


@dataclass(frozen=True, kw_only=True)
class WorksheetQuestion(InForm, Timed):
    """Make a worksheet to print: boards, questions and, apart, answers with proofs.

    Each board is a position in which its technique is needed to continue. The same seed gives the same sheet. Small
    boards without a proof stand next to one another. The HTML page prints well from any browser; the LaTeX compiles
    with pdflatex and the base packages.
    """

    usual_form: ClassVar[str] = "html"
    other_types: ClassVar[tuple[str, ...]] = (TEXT, MEDIA_TYPES["html"])

    technique: Technique | None = shown(
        "What the boards need.", default=None, written=Written(default="single, subset and difference in turn")
    )
    count: Annotated[int, Bounds(least=1, most=26)] = shown("How many boards.", default=3, written=Written(metavar="N"))
    width: Side | None = shown(
        "Cells in a row, if not 6, or 7 for harder techniques.",
        default=None,
        written=Written(about="A size other than 6x6, or 7x7 for harder techniques."),
    )
    height: Side | None = shown("Rows, likewise.", default=None)
    mines: Mines | None = shown("A number of mines other than 8, or 11.", default=None, written=Written(metavar="N"))
    questions: Annotated[tuple[QuestionKind, ...], Bounds(shortest=1, longest=3)] = shown(
        "What to ask about each board.", default=KINDS, written=Written(option="question", default="all")
    )
    title: Annotated[str, Bounds(longest=200)] | None = shown(
        "The title of the sheet.", default=None, written=Written(metavar="TEXT")
    )
    seed: Seed = shown(
        "The first board's seed; the next board has the number after it.",
        default_factory=new_seed,
        written=Written(metavar="N"),
    )
    to: Literal["html", "latex"] | None = shown(
        "Set it as a page or in LaTeX, to print.", default=None, written=Written(default="html")
    )
    answers: bool = shown("With {to}: the answers with proofs, instead of the questions.", default=False)

    def __post_init__(self) -> None:
        check_size(self.width or self.height, self.mines)

    def ask(self) -> WorksheetAnswer:
        width, height, mines = usual_size(self.technique)
        size = (self.width or width, self.height or height, mines if self.mines is None else self.mines)
        check_cells(size[0] * size[1])
        return worksheet(
            self.seed, technique=self.technique, count=self.count, size=size, kinds=self.questions, title=self.title
        )

    def written(self, answer: CommandAnswer, **look: Any) -> CommandAnswer:
        assert isinstance(answer, WorksheetAnswer)
        return answer if self.to is None else TextAnswer(self.to, _SHEETS[self.to, self.answers](answer), answer)


# -- lessons

_STATE = "Where the learner is: the `state` of the last answer, as it is; without one, at the beginning."
_SAID = "An answer (several lines where it takes them), or tip, skip, back, undo, ?; an empty text goes on."


@dataclass(frozen=True, kw_only=True)
class ListLessons(Question):
    """List the lessons."""

    def ask(self) -> LessonsAnswer:
        return LessonsAnswer.of_all()


@dataclass(frozen=True, kw_only=True)
class InLesson(Question):
    """A question about a lesson."""

    id: str = shown("The name or number, as an address has it.")

    @property
    def lesson(self) -> Lesson:
        try:
            return our_lesson(find_lesson(self.id))
        except ValueError:  # or a number too long to be read
            raise NotFound(f"there is no lesson {self.id[:40]!r}; GET /v1/lessons lists them") from None


@dataclass(frozen=True, kw_only=True)
class OfLesson(InLesson):
    """Show a lesson without the answers."""

    def ask(self) -> LessonAnswer:
        return LessonAnswer.of(self.lesson)


@dataclass(frozen=True, kw_only=True)
class Saying(Question):
    """What a learner says, and where."""

    state: LessonState | None = shown(_STATE, default=None)
    said: Annotated[str, Bounds(longest=MOST_TEXT)] = shown(_SAID, example="tip")


@dataclass(frozen=True, kw_only=True)
class SayInLesson(Saying, InLesson):
    """Say something in a lesson, such as an answer."""

    def ask(self) -> SayAnswer:
        return _reply(self.lesson, self.state, self.said)


@dataclass(frozen=True, kw_only=True)
class ProofByHand(OnText):
    """Judge a proof by hand about any board, line by line."""

    flags: Flags = shown("fact: a flag F is a mine; claim, ignore: it is a hidden cell.", default="fact")
    goal: Annotated[str, Bounds(longest=200)] = shown("The clause to prove.", example="~B1")
    state: LessonState | None = shown(_STATE, default=None)
    said: Annotated[str, Bounds(longest=MOST_TEXT)] | None = shown(_SAID, default=None)

    def ask(self) -> ExerciseAnswer:
        free = proof_lesson(self.read.board().with_flags(self.flags), self.goal)
        answer = _reply(free, self.state, self.said)
        return ExerciseAnswer(answer.reply, answer.state, answer.words, answer.done, LessonOutline.of(free))


def _reply(lesson: Lesson, state: LessonState | None, said: str | None) -> SayAnswer:
    """Return the reply to what a learner says, and where they are then."""
    state = state or LessonState(lesson.name)
    if state.lesson != lesson.name:
        raise BoardError(f"this is the state of the lesson {state.lesson[:40]!r}, not of {lesson.name!r}")
    if said is None:
        return SayAnswer.of(lesson, None, state)
    return SayAnswer.of(lesson, *respond(lesson, state, said))
