"""The command `learn`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from logicms.cli.command import Options, columns, give, make_folder, read_text, require_input, write_file
from logicms.cli.options import offer_drills, offer_lessons, shared_options
from logicms.errors import BoardError, counted
from logicms.notation.texts import grammar_text

if TYPE_CHECKING:
    from logicms.teach.lesson import Lesson
    from logicms.teach.session import Progress
    from logicms.teach.stop import LessonList, LessonProgress

DRILLS_AT_ONCE = 10


@click.command()
@click.argument("lesson", metavar="[LESSON]", required=False, shell_complete=offer_lessons)
@click.option("--list", "listing", is_flag=True, help="One line per lesson, with your progress.")
@click.option("--restart", is_flag=True, help="Begin the lesson from its first page.")
@click.option("--reset", is_flag=True, help="Forget your progress in LESSON, or in all lessons.")
@click.option("--check", is_flag=True, help="For teachers: run everything in the lesson and report problems.")
@click.option(
    "--files",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the boards and hint files of LESSON to DIR, to experiment with.",
)
@click.option(
    "--new",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="For teachers: write a template for a lesson of your own to FILE, or with --drill a lesson of drills.",
)
@click.option(
    "--drill",
    metavar="KIND",
    shell_complete=offer_drills,
    help="Practise: exercises made from a seed, without end. KIND is premise, step, follows, clues, table or instance.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="With --drill: the first seed; else any.")
@click.option("--count", type=click.IntRange(1), metavar="N", help="With --drill: how many; 10 without it.")
@shared_options("ascii", "json", "quiet")
def learn(
    lesson: str | None,
    listing: bool,
    restart: bool,
    reset: bool,
    check: bool,
    files: Path | None,
    new: Path | None,
    drill: str | None,
    seed: int | None,
    count: int | None,
    options: Options,
) -> None:
    """Learn logic by doing: lessons, and exercises that are checked.

    LESSON is a number, a name, a technique, or a file of your own (the documentation explains how to write one);
    without it, the first lesson that you have not finished. Type your answers; tip, skip, back, quit and ? always work.
    Answers may be piped in, one per line; then the exit code is 0 if the lesson was finished with every exercise
    solved. Progress is kept on this machine.

    \b
    Examples:
      logicms learn --list
      logicms learn 2
      logicms learn difference
      logicms learn 2 --files boards-of-2
      logicms learn --drill table --seed 1
      logicms learn --new my.lesson
      logicms learn --check examples/lessons/02-clue-to-clauses.lesson
    """
    from logicms.teach.session import load_progress, progress_path
    from logicms.teach.stop import lesson_list

    if sum((listing, reset, check, files is not None, new is not None)) > 1:
        raise click.UsageError("choose one of --list, --reset, --check, --files and --new")
    if drill is None and (seed is not None or count is not None):
        raise click.UsageError("--seed and --count are about drills: give --drill KIND too")
    if (drill is not None or new is not None) and (
        lesson is not None or listing or reset or check or files is not None
    ):
        raise click.UsageError("--drill and --new take no LESSON, and go with each other only")
    if drill is not None:
        _drill(drill, seed, count or DRILLS_AT_ONCE, new, options)
    if new is not None:
        _write_new(new, grammar_text("template.lesson"), options)
    path = progress_path()
    if reset:
        _reset(lesson, path, options)
    if check:
        _check(lesson, options)
    if files is not None:
        _write_files(lesson, files, options)
    progress, warning = load_progress(path)
    if warning:
        options.say(f"logicms: {warning}")
    if listing:
        give(lesson_list(progress), options, lambda answer: _list_text(answer, options))
    require_input()
    from logicms.cli.talk import LessonTalk

    chosen, key = _choose(lesson, progress)
    code = LessonTalk(chosen, key, progress, path, options).run(restart)
    click.get_current_context().exit(code)


def _drill(kind: str, seed: int | None, count: int, new: Path | None, options: Options) -> None:
    """Ask some drills, or write them to a file."""
    from logicms.teach.drills import MOST_SEED, drill_lesson, drill_text
    from logicms.teach.session import Progress

    first = random.randrange(MOST_SEED // 2) if seed is None else seed
    try:
        if new is not None:
            _write_new(new, drill_text(kind, first, count), options)
        chosen = drill_lesson(kind, first, count)
    except BoardError as error:
        raise click.UsageError(f"--drill: {error}") from None
    require_input()
    from logicms.cli.talk import LessonTalk

    called = f"--drill {kind} --seed {first}" + ("" if count == DRILLS_AT_ONCE else f" --count {count}")
    more = f"More of them: logicms learn --drill {kind} --seed {first + count}"
    code = LessonTalk(chosen, chosen.name, Progress(), None, options, called, more).run(restart=True)
    click.get_current_context().exit(code)


def _write_new(path: Path, text: str, options: Options) -> None:
    from logicms.teach.stop import FilesAnswer

    if path.exists():
        raise click.UsageError(f"--new {path}: the file already exists")
    write_file(path, text)
    check = f"Next: logicms learn --check {path}"
    give(FilesAnswer((str(path),)), options, lambda answer: f"{path} is written. {check}")


def _choose(wanted: str | None, progress: Progress) -> tuple[Lesson, str]:
    """Return the lesson, and the name under which its progress is kept."""
    from logicms.teach.lesson import ENDING, lesson_names, our_lesson
    from logicms.teach.lesson_reader import lesson_at

    if wanted is None:
        names = lesson_names()
        name = next((name for name in names if name not in progress.done), names[0])
        return our_lesson(name), name
    lesson = lesson_at(wanted, read_text)
    is_file = wanted.endswith(ENDING) or Path(wanted).is_file()
    return lesson, str(Path(wanted).resolve()) if is_file else lesson.name


def _list_text(answer: LessonList, options: Options) -> str:
    """Return the lessons by number, then the articles on techniques by the word that `learn` takes."""
    lessons = {str(lesson.number): lesson for lesson in answer.lessons}
    articles = {lesson.id.partition("-")[2]: lesson for lesson in answer.techniques}
    return "\n".join([*_lines(lessons, 2, options), "", "Techniques:", *_lines(articles, 10, options)])


def _lines(lessons: dict[str, LessonProgress], width: int, options: Options) -> Iterator[str]:
    """Yield one line per lesson; in a terminal that is too narrow for it, what it is about is below its title."""
    done, begun = "x~" if options.ascii else "✓…"
    title, room = max(len(each.title) for each in lessons.values()), columns() if sys.stdout.isatty() else None
    for called, lesson in lessons.items():
        mark = done if lesson.done else begun if lesson.solved else " "
        word = f"{called:>{width}}" if called.isdecimal() else f"{called:<{width}}"
        head = f"{word} {mark} {lesson.title:<{title}}  {f'{len(lesson.solved)}/{len(lesson.exercises)}':>4}  "
        if room is None or len(head + lesson.about) <= room:
            yield head + lesson.about
        else:
            indent = " " * (width + 3)
            yield from (head.rstrip(), *wrap(lesson.about, room, initial_indent=indent, subsequent_indent=indent))


def _reset(wanted: str | None, path: Path, options: Options) -> None:
    from logicms.teach.session import Progress, load_progress, save_progress
    from logicms.teach.stop import ResetAnswer

    progress, _ = load_progress(path)
    if wanted is None:
        warning = save_progress(path, Progress()) if path.exists() else ""
        what = "all lessons"
    else:
        what = _choose(wanted, progress)[1]
        warning = save_progress(path, progress.without(what))
    if warning:
        raise click.ClickException(warning)
    give(ResetAnswer(wanted), options, lambda answer: f"your progress in {what} is forgotten")


def _write_files(wanted: str | None, folder: Path, options: Options) -> None:
    """Write the boards and hint files of a lesson to a folder; existing files are not overwritten."""
    from logicms.teach.lesson_reader import lesson_at
    from logicms.teach.stop import FilesAnswer

    if wanted is None:
        raise click.UsageError("--files needs a LESSON: a number, a name or a file")
    files = lesson_at(wanted, read_text).files
    make_folder(folder, "--files")
    if there := [name for name in files if (folder / name).exists()]:
        raise click.UsageError(f"--files {folder}: {there[0]} already exists")
    for name, file in files.items():
        write_file(folder / name, f"{file.text}\n")
    give(FilesAnswer(tuple(str(folder / name) for name in files)), options, lambda answer: "\n".join(answer.files))


def _check(wanted: str | None, options: Options) -> None:
    from logicms.cli.talk import run_here
    from logicms.teach.lesson_reader import lesson_at, problems
    from logicms.teach.stop import Complaint, LessonCheckAnswer

    if wanted is None:
        raise click.UsageError("--check needs a LESSON: a number, a name or a file")
    lesson = lesson_at(wanted, read_text)
    complaints = tuple(Complaint(line, message) for line, message in problems(lesson, run_here))
    numbers = {"command": len(lesson.commands), "exercise": len(lesson.exercises)}
    checked = ", ".join(counted(number, what) for what, number in numbers.items())
    text = "\n\n".join(f"{wanted}:{each.line}: {each.message}" for each in complaints) or f"ok: {checked}"
    give(LessonCheckAnswer(not complaints, complaints), options, lambda answer: text)
