"""The command `verify`: proofs as JSON, in files or a folder; and answers written by hand, judged as in a lesson.

By hand there may be one answer, or those of a whole class in a folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import click
from click.core import ParameterSource

from logicms.answers.prove import VerifyAnswer
from logicms.cli.command import (
    Options,
    give,
    present,
    read_text,
)
from logicms.cli.options import asks, offer_files
from logicms.commands.prove import Verify
from logicms.errors import BoardError, BoardSyntaxError, nearest
from logicms.grading.course import HandedIn, handed_in
from logicms.notation.texts import load_json
from logicms.problem import Problem
from logicms.render.proof import verify_text
from logicms.teach.class_tables import AnswerTable, Tasks, answer_table
from logicms.teach.exercise import Exercise, Judgement, LessonFile
from logicms.teach.lesson import ENDING, Lesson, find_lesson, our_lesson
from logicms.teach.lesson_reader import parse_lesson
from logicms.teach.proof_judge import ProofTask, proof_task
from logicms.teach.proof_lines import parse_proof
from logicms.teach.stop import ExerciseVerdict

Read = Callable[[str], tuple[Problem, str]]
"""Returns the problem in a file, and the name of its format."""


@click.command()
@click.argument("proof", metavar="PROOF", shell_complete=offer_files)
@asks(Verify, "file_limit", "json", "quiet", files="[FILE]", without=("proof",))
@click.option(
    "--as-exercise",
    "exercise",
    metavar="WHAT",
    help="PROOF is written by hand: an answer to LESSON:EXERCISE, or a proof about the board WHAT.",
)
@click.option("--goal", metavar="CLAUSE", help="With a board: what to show, such as ~B1.")
@click.option(
    "--style", type=click.Choice(["either", "direct", "refutation"]), help="With a board: the style of proof."
)
@click.option("--rule", type=click.Choice(["any", "unit"]), help="With a board: which resolutions are allowed.")
@click.option(
    "--length", type=click.IntRange(1, 99), metavar="N", help="With a board: the most literals in a derived clause."
)
@click.option("--csv", is_flag=True, help="With --as-exercise: answer with a table, one row per answer.")
def verify(
    proof: str,
    file: str | None,
    asked: Callable[..., Verify],
    exercise: str | None,
    csv: bool,
    options: Options,
    **terms: str | int | None,
) -> None:
    """PROOF is a proof as JSON, what `prove --json` or `ask --json` answered, or a folder of them; FILE is a board or a
    hint file.

    With --as-exercise, PROOF is what a learner wrote (grammar/README.md, "Proofs by hand"; `prove --to lines` writes it
    too), and every line gets its own verdict. PROOF may be a folder with a file or a folder per student; the answer is
    then a table, and WHAT may also be a lesson, or a folder of boards: the name of an answer's file says which exercise
    or board it is about.

    \b
    Examples:
      logicms prove --json examples/boards/one-two-one.txt B1 > proof.json
      logicms verify proof.json examples/boards/one-two-one.txt
      logicms ask --json examples/hints/vase.hints insured | logicms verify -
      logicms verify --as-exercise examples/boards/one-two-one.txt --goal ~B1 my-proof.txt
      logicms verify --as-exercise 2:one-of-three my-clauses.txt
      logicms verify --as-exercise examples/boards examples/assignment/proofs --csv
    """
    given = {name: str(value) for name, value in terms.items() if value is not None}
    proof, exercise = present(proof), None if exercise is None else present(exercise)

    def read(path: str) -> tuple[Problem, str]:
        question = asked(path, proof={})
        return question.problem, question.read[1]

    if exercise is not None:
        if file is not None:
            raise click.UsageError("--as-exercise replaces FILE: name the board there")
        if click.get_current_context().get_parameter_source("file_limit") is not ParameterSource.DEFAULT:
            raise click.UsageError("--time-limit is for a proof as JSON: an exercise has limits of its own")
        if csv or Path(proof).is_dir():
            from logicms.render.grades import answers_csv, answers_text

            table = class_table(Path(proof), exercise, given, read)
            draw = (lambda table: answers_csv(table).rstrip("\n")) if csv else answers_text
            give(table, options, draw, document=csv)
        give(judge_file(proof, exercise, given, read), options, lambda verdict: verdict.text)
    if csv:
        raise click.UsageError("--csv goes with --as-exercise")
    if given:
        raise click.UsageError(f"--{next(iter(given))} goes with --as-exercise")
    if file not in (None, "-") and _is_proof(Path(file)):
        raise click.UsageError(f"the order is PROOF FILE: logicms verify {file} {proof}")
    question = asked(file, proof={})
    if proof != "-" and Path(proof).is_dir():
        give(_verify_folder(Path(proof), question), options, verify_text)
    give(question.verdict(read_proof(proof)), options, verify_text)


def _is_proof(path: Path) -> bool:
    """Return whether this can only be meant as PROOF: a folder, or a file of JSON, which no board looks like."""
    if not path.is_file():
        return path.is_dir()
    with path.open("rb") as file:
        return file.read(100).lstrip().startswith(b"{")


def _verify_folder(folder: Path, question: Verify) -> VerifyAnswer:
    """Return the answer about every proof in a folder, in the order of their names, up to the first that is refused."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise click.UsageError(f"there is no proof in {folder}: proofs are files named *.json")
    not_checked: dict[str, None] = {}
    for path in paths:
        try:
            answer = question.verdict(read_proof(str(path)))
        except BoardError as error:
            raise BoardError(f"{path}: {error}") from None
        if not answer.valid:
            return replace(answer, file=path.name)
        not_checked |= dict.fromkeys(answer.not_checked)
    return VerifyAnswer(True, not_checked=tuple(not_checked), proofs=len(paths))


def read_proof(path: str) -> object:
    """Return the proof in a file, as JSON: a proof, or the answer of a command that has one. It is not checked yet."""
    return parse_json(*read_text(path))


def parse_json(text: str, source: str) -> object:
    """Return what a JSON text says; a key that appears twice could be read in two ways, and is refused.

    >>> parse_json('{"verdict": "safe", "verdict": "mine"}', "proof.json")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: the key "verdict" appears twice
    """
    try:
        data: object = load_json(text)
        return data
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        remedy = "; for a proof written by hand, give --as-exercise BOARD" if not text.lstrip().startswith("{") else ""
        mistake = BoardSyntaxError(
            f"not JSON: {error.msg}{remedy}", line=error.lineno, column=error.colno, source_line=line, source=source
        )
    except RecursionError:
        mistake = BoardSyntaxError("not a proof: nested too deeply", source=source)
    except ValueError:
        mistake = BoardSyntaxError("not a proof: a number in it is too long", source=source)
    raise mistake


def judge_file(path: str, what: str, terms: dict[str, str], read: Read) -> ExerciseVerdict:
    """Return the verdict on the answer in a file; `what` is LESSON:EXERCISE, or the board that a proof is about."""
    text, source = read_text(path)
    if (exercise := named_exercise(what)) is not None:
        if terms:
            raise click.UsageError(f"--{next(iter(terms))} is for a board: the exercise {what} has its own")
        return ExerciseVerdict.of(exercise.task.judge(text))
    written = parse_proof(text, source)
    return ExerciseVerdict.of(task_about(what, read(what), written.goal, terms).judge_lines(written))


def named_exercise(what: str) -> Exercise | None:
    """Return the exercise LESSON:EXERCISE; None if this is a file."""
    lesson_name, colon, name = what.rpartition(":")
    if not colon or Path(what).exists() or what == "-":
        if what.endswith(ENDING):
            raise click.UsageError(f"--as-exercise {what}: name the exercise too, {what}:NAME")
        return None
    lesson = read_lesson(lesson_name)
    for exercise in lesson.exercises:
        if exercise.name == name:
            return exercise
    names = ", ".join(exercise.name for exercise in lesson.exercises)
    raise click.UsageError(f"--as-exercise: there is no exercise {name!r} in {lesson_name}; its exercises are {names}")


def read_lesson(wanted: str) -> Lesson:
    """Return a lesson of logicms, by number or name, or the lesson in a file."""
    path = Path(wanted)
    if wanted.endswith(ENDING) or path.is_file():
        text, source = read_text(wanted)
        return parse_lesson(text, path.name.removesuffix(ENDING), source)
    return our_lesson(find_lesson(wanted))


def task_about(path: str, read: tuple[Problem, str], goal: str, terms: dict[str, str]) -> ProofTask:
    """Return the task of a proof about what was read from a file: the problem, and the name of its format.

    What is to be shown is what the terms say, or else `goal`.
    """
    problem, name = read
    file = LessonFile(path, "", problem, is_board=name != "hints")
    if not (goal := terms.get("goal", goal)):
        raise click.UsageError("what is to be shown? give --goal ~B1, or begin the proof with the line: to show: ~B1")
    try:
        return proof_task(file, {**terms, "goal": goal})
    except BoardSyntaxError as error:  # its source is the option that is wrong
        raise click.UsageError(f"--{error.source}: {error.message}") from None


# -- the answers of a class


def class_table(path: Path, what: str, terms: dict[str, str], read: Read) -> AnswerTable:
    """Return what is said of every answer in a folder, or of the one in a file."""
    handed = handed_in(path) if path.is_dir() else [HandedIn(path.stem, path, (path,))]
    return answer_table(handed, _tasks(what, terms, read))


def _tasks(what: str, terms: dict[str, str], read: Read) -> Tasks:
    """Return what the answers are about: an exercise, a lesson, a board or a folder of boards."""
    if Path(what).is_dir():
        boards = {path.stem: str(path) for path in sorted(Path(what).iterdir()) if path.is_file()}
        return Tasks(_about(boards, what, terms, read), boards)
    is_name = not (":" in what or Path(what).exists() or what == "-")
    if is_name or what.endswith(ENDING):
        _refuse(terms)
        return _of_lesson(what)
    if (exercise := named_exercise(what)) is not None:
        _refuse(terms)
        task = exercise.task
        return Tasks(lambda stem, text: (task.judge(text), ""))
    return Tasks(_about(None, what, terms, read))


def _of_lesson(what: str) -> Tasks:
    tasks = {exercise.name: exercise.task for exercise in read_lesson(what).exercises}

    def judge(stem: str, text: str) -> tuple[Judgement, str]:
        if stem not in tasks:
            raise BoardError(f"there is no exercise {stem[:40]!r} in {what}; its exercises are {', '.join(tasks)}")
        return tasks[stem].judge(text), ""

    return Tasks(judge, tasks)


def _refuse(terms: dict[str, str]) -> None:
    if terms:
        raise click.UsageError(f"--{next(iter(terms))} is for a board: an exercise of a lesson has its own")


def _about(
    boards: dict[str, str] | None, what: str, terms: dict[str, str], read: Read
) -> Callable[[str, str], tuple[Judgement, str]]:
    """Return how a proof is judged that is about one board, or about the board of its name; each is read once."""

    read = cache(read)

    @cache
    def task(path: str, goal: str) -> ProofTask:
        try:
            return task_about(path, read(path), goal, terms)
        except click.UsageError as error:  # here it is the answer that is wrong
            raise BoardError(error.message) from None

    def judge(stem: str, text: str) -> tuple[Judgement, str]:
        if boards is not None and stem not in boards:
            raise BoardError(f"there is no board {stem[:40]!r} in {what}{nearest(stem, boards)}")
        written = parse_proof(text, stem)
        about = task(what if boards is None else boards[stem], written.goal)
        return about.judge_lines(written), terms.get("goal", written.goal)

    if boards is None:
        read(what)  # if it cannot be read, that is not the fault of each answer
    return judge
