"""A learner's way through a lesson, as a pure value: a state and what the learner says give a reply and a new state.

Both doors drive it: the terminal keeps the state in a variable, the page sends it along. A *stop* is where the learner
reads or answers (`lesson`). Besides answers a learner may say `tip`, `skip`, `back`, `undo` (the last line of a proof)
and `?`; at a stop without an exercise nothing at all, to go on.

A learner's *progress* is kept on their own machine: one small JSON file in the folder for users' data. It is written
whole to another file first and then put in its place, so that it is never half written. A file that cannot be read is
renamed, and the learner is told.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Literal

from logicms.errors import BoardError, LogicmsError
from logicms.notation.texts import load_json
from logicms.record import Bounds, Record, read_record, shown
from logicms.teach.exercise import LEVELS, Exercise, Judgement
from logicms.teach.lesson import Lesson, Stop, TextPart, parts

MOST_TEXT = 20_000
"""Characters of one answer, and of the lines that a learner has so far."""

_PROOF_HELP = (
    "A line is a clause (literals joined by |, or false) and why it holds:",
    "    clue A2             it follows from this clue alone; total: the mine total",
    "    fact, given         it is given: open, flagged, or a line of the hint file",
    "    assume              it is the negation of the goal; then go on to false",
    "    from 1 2 on A1      it is the resolvent of lines 1 and 2, which clash in A1",
)
_RULE_HELP = "    rule 2 with c = A4  it follows from the rule in line 2 with this value"


def proof_help(exercise: Exercise) -> tuple[str, ...]:
    """Return how the lines of a proof are written; nothing, if the exercise is something else."""
    if exercise.kind != "proof":
        return ()
    book = None if exercise.file is None else exercise.file.problem.book
    return (*_PROOF_HELP, *([_RULE_HELP] if book is not None and book.rules else []))


@dataclass(frozen=True, slots=True)
class LessonState(Record):
    """Where a learner is in a lesson."""

    lesson: Annotated[str, Bounds(longest=4_096)] = shown("The name of the lesson.")
    stop: Annotated[int, Bounds(least=0, most=100_000)] = shown("The stop, counted from 0.", default=0)
    so_far: Annotated[str, Bounds(longest=MOST_TEXT)] = shown(
        "The lines of a proof that are right and stay.", default=""
    )
    level: Annotated[int, Bounds(least=0, most=LEVELS)] = shown("The level of the last tip at this stop.", default=0)
    solved: Annotated[frozenset[Annotated[str, Bounds(longest=200)]], Bounds(longest=500)] = shown(
        "The exercises that were solved, by name.", default=frozenset()
    )


ReplyKind = Literal["right", "wrong", "open", "hint", "moved", "help"]


@dataclass(frozen=True, slots=True)
class LessonReply(Record):
    """What is said to the learner."""

    kind: ReplyKind = shown("`open`: right as far as it goes, and more lines are needed; `hint`: a tip.")
    text: str = shown("All of it as text.")
    judgement: Judgement | None = shown("Of an answer: what is said of it and of its lines.", default=None)
    parts: tuple[TextPart, ...] = shown(
        "What is said of the whole, in parts: lines have their own verdicts.", default=()
    )

    @classmethod
    def of(
        cls, kind: ReplyKind, text: str, judgement: Judgement | None = None, whole: str | None = None
    ) -> LessonReply:
        """Return a reply; `whole` is what it says of the whole answer, where its text has verdicts on lines as well."""
        return cls(kind, text, judgement, parts(text if whole is None else whole))


def stop_of(lesson: Lesson, state: LessonState) -> Stop | None:
    """Return where the learner is; None if the lesson is over."""
    stops = lesson.stops
    return stops[state.stop] if state.stop < len(stops) else None


def words_at(stop: Stop | None, state: LessonState) -> tuple[str, ...]:
    """Return what may be said at a stop besides an answer; the empty word means: nothing, to go on.

    >>> words_at(Stop("Cells", ()), LessonState("mine"))
    ('', '?')
    """
    if stop is None:
        return ("back",)
    back = ("back",) if state.stop else ()
    if stop.exercise is None:
        return ("", *back, "?")
    undo = ("undo",) if state.so_far else ()
    return ("tip", *undo, "skip", *back, "?")


def respond(lesson: Lesson, state: LessonState, said: str) -> tuple[LessonReply, LessonState]:
    """Return the reply to what the learner says, and where they are then."""
    stop, word = stop_of(lesson, state), said.strip().lower()
    if word == "back":
        if state.stop == 0:
            return LessonReply.of("help", "This is the beginning of the lesson."), state
        return LessonReply.of("moved", ""), _at(state, state.stop - 1)
    if stop is None:
        return LessonReply.of("help", "The lesson is over; type back to return to its last page."), state
    if word in ("?", "help"):
        return LessonReply.of("help", help_text(stop, state)), state
    if stop.exercise is None:
        if word in ("", "skip", "next"):
            return LessonReply.of("moved", ""), _at(state, state.stop + 1)
        return LessonReply.of("help", f"There is no question on this page.\n{help_text(stop, state)}"), state
    if word in ("tip", "hint"):  # older pages and habits say hint
        return _tip(stop.exercise, state)
    if word == "skip":
        return LessonReply.of("moved", "Skipped; type back to return to it."), _at(state, state.stop + 1)
    if word == "undo":
        return _undo(state)
    return _answer(stop.exercise, state, said)


def _at(state: LessonState, stop: int) -> LessonState:
    return replace(state, stop=stop, so_far="", level=0)


def _tip(exercise: Exercise, state: LessonState) -> tuple[LessonReply, LessonState]:
    level = min(state.level + 1, LEVELS)
    try:
        text = exercise.tip(level, state.so_far)
    except LogicmsError:
        text = "No tip was found."
    return LessonReply.of("hint", f"Tip {level} of {LEVELS}: {text}"), replace(state, level=level)


def _undo(state: LessonState) -> tuple[LessonReply, LessonState]:
    if not state.so_far:
        return LessonReply.of("help", "There is no line to take back."), state
    *kept, last = state.so_far.splitlines()
    return LessonReply.of("help", f"Taken back: {last}"), replace(state, so_far="\n".join(kept), level=0)


def _answer(exercise: Exercise, state: LessonState, said: str) -> tuple[LessonReply, LessonState]:
    if not said.strip():
        return LessonReply.of("help", f"Type {exercise.task.form}."), state
    before = state.so_far if exercise.kind == "proof" else ""  # a kept state may be older than its lesson
    whole = f"{before}\n{said}" if before else said
    if len(whole) > MOST_TEXT:
        return LessonReply.of("wrong", f"That is too long: more than {MOST_TEXT:,} characters."), state
    try:
        judgement = exercise.task.judge(whole)
    except LogicmsError as error:  # the limit was reached, or the lesson's own board contradicts itself
        return LessonReply.of("wrong", f"This could not be judged: {error}."), state
    text = _reply_text(judgement, len(before.splitlines()))
    if judgement.is_right:
        because = f"\n{' '.join(exercise.because.split())}" if exercise.because else ""
        solved = state.solved | {exercise.name}
        reply = LessonReply.of("right", text + because, judgement, judgement.text + because)
        return reply, replace(_at(state, state.stop + 1), solved=solved)
    level = 0 if judgement.so_far != state.so_far else state.level
    reply = LessonReply.of(judgement.outcome, text, judgement, judgement.text)
    return reply, replace(state, so_far=judgement.so_far, level=level)


def _reply_text(judgement: Judgement, before: int) -> str:
    """Return the verdicts of the lines after the first `before`; and of the whole, unless a line says it already."""
    new = [str(verdict) for verdict in judgement.lines[before:]]
    if judgement.is_right:
        not_needed = [str(verdict) for verdict in judgement.lines[:before] if verdict.kind == "not needed"]
        return "\n".join([*new, judgement.text, *not_needed])
    if not new:  # the learner wrote no line of a proof, but `to show: …`
        return judgement.text
    if judgement.outcome == "open":
        return "\n".join(new)
    return "\n".join([*new, "The wrong line is not kept: write it again."])


def help_text(stop: Stop, state: LessonState) -> str:
    """Return what the learner can say here, one line for each."""
    lines = []
    if stop.exercise is not None:
        lines.append(f"Type {stop.exercise.task.form}.")
        lines += proof_help(stop.exercise)
    help_of = {
        "": "Enter: go on",
        "tip": f"tip: help with this question, more each time ({LEVELS} levels)",
        "undo": "undo: take back your last line",
        "skip": "skip: go on without an answer",
        "back": "back: the previous page",
        "?": "?: this help",
    }
    lines += [help_of[word] for word in words_at(stop, state)]
    return "\n".join([*lines, "quit: leave; you can continue later"])


# -- progress, kept in a file

MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Progress(Record):
    """Where the learner is in each lesson, and which lessons are finished."""

    states: tuple[LessonState, ...] = shown("The state of each lesson that was begun.", default=())
    done: frozenset[str] = shown("The lessons that are finished.", default=frozenset())
    version: Literal[1] = shown("The version of this format.", default=1)

    def state(self, lesson: str) -> LessonState:
        """Return where the learner is in a lesson."""
        return next((state for state in self.states if state.lesson == lesson), LessonState(lesson))

    def with_state(self, state: LessonState, is_done: bool) -> Progress:
        """Return the progress with a lesson's state."""
        done = self.done | {state.lesson} if is_done else self.done
        return Progress((*self.without(state.lesson).states, state), done)

    def without(self, lesson: str) -> Progress:
        """Return the progress without a lesson."""
        return Progress(tuple(state for state in self.states if state.lesson != lesson), self.done - {lesson})


def progress_path() -> Path:
    """Return where progress is kept: `logicms/progress.json` in XDG_DATA_HOME, which is ~/.local/share by default."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "logicms" / "progress.json"


def load_progress(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and what the learner should be told about it (nothing, as a rule)."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        return parse_progress(data), ""
    except FileNotFoundError:
        return Progress(), ""
    except OSError as error:
        return Progress(), f"your progress cannot be read: {path}: {error.strerror}"
    except (ValueError, RecursionError, BoardError):
        return Progress(), f"your progress could not be read and starts again; {_set_aside(path)}"


def parse_progress(data: bytes) -> Progress:
    """Return the progress that a file holds; what is none raises `BoardError` or a `ValueError` of the reader."""
    if len(data) > MOST_BYTES:
        raise BoardError("too large")
    return read_record(Progress, load_json(data.decode("utf-8")))


def _set_aside(path: Path) -> str:
    for number in range(1, 1_000):
        aside = path.with_name(f"{path.name}.broken-{number}")
        if not aside.exists():
            try:
                path.replace(aside)
                return f"the old file is {aside}"
            except OSError as error:
                return f"the old file could not be renamed: {error.strerror}"
    return "there are too many old files next to it"


def save_progress(path: Path, progress: Progress) -> str:
    """Write the progress, and return what the learner should be told if that failed."""
    text = json.dumps(progress.to_json(), ensure_ascii=False, indent=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".progress-", delete=False) as stream:
            stream.write(text + "\n")
        try:
            os.replace(stream.name, path)
        except OSError:
            os.unlink(stream.name)
            raise
    except OSError as error:
        return f"your progress cannot be saved: {path}: {error.strerror}"
    return ""
