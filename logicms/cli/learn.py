"""The command `learn`."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from logicms.cli import NO
from logicms.cli.frame import Answer, Options, print_answer, shared_options, write_file

if TYPE_CHECKING:
    from logicms.teach.lesson import Lesson
    from logicms.teach.progress import Progress


@click.command()
@click.argument("lesson", metavar="[LESSON]", required=False)
@click.option("--list", "listing", is_flag=True, help="A line a lesson, with your progress.")
@click.option("--restart", is_flag=True, help="Begin the lesson from its first page.")
@click.option("--reset", is_flag=True, help="Forget your progress, in LESSON or in all.")
@click.option("--check", is_flag=True, help="For teachers: run all that the lesson says, and tell what is amiss.")
@click.option(
    "--files",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the boards and hint files of LESSON to DIR, to try things on.",
)
@shared_options("ascii", "json", "quiet")
def learn(
    lesson: str | None, listing: bool, restart: bool, reset: bool, check: bool, files: Path | None, options: Options
) -> None:
    """Learn logic by doing: lessons, and exercises that are checked.

    LESSON is a number, a name, or a file of your own (grammar/README.md tells how to write one); without it, the first
    lesson that you have not finished. Type answers as you are asked; hint, skip, back, quit and ? always work. Answers
    may be piped in, a line each; then the exit code is 0 if the lesson was finished with every exercise solved.
    Progress is kept on this machine.

    \b
    Examples:
      logicms learn --list
      logicms learn 2
      logicms learn 2 --files boards-of-2
      logicms learn --check examples/lessons/02-clue-to-clauses.lesson
    """
    from logicms.teach.progress import load_progress, progress_path

    if sum((listing, reset, check, files is not None)) > 1:
        raise click.UsageError("--list, --reset, --check and --files do not go together")
    path = progress_path()
    if reset:
        print_answer(_reset(lesson, path), options)
    if check:
        print_answer(_checked(lesson), options)
    if files is not None:
        print_answer(_written(lesson, files), options)
    progress, warning = load_progress(path)
    if warning:
        options.say(f"logicms: {warning}")
    if listing:
        print_answer(_listed(progress), options)
    from logicms.cli.learn_talk import Talk

    chosen, key = _chosen(lesson, progress)
    code = Talk(chosen, key, progress, path, options).run(restart)
    click.get_current_context().exit(code)


def _chosen(wanted: str | None, progress: Progress) -> tuple[Lesson, str]:
    """Return the lesson, and the name that its progress is kept under."""
    from logicms.cli.verify_exercise import read_lesson
    from logicms.teach.library import ENDING, lesson_names, our_lesson

    if wanted is None:
        names = lesson_names()
        name = next((name for name in names if name not in progress.done), names[0])
        return our_lesson(name), name
    lesson = read_lesson(wanted)
    is_file = wanted.endswith(ENDING) or Path(wanted).is_file()
    return lesson, str(Path(wanted).resolve()) if is_file else lesson.name


def _listed(progress: Progress) -> Answer:
    from logicms.teach.lesson_json import lesson_to_json
    from logicms.teach.library import lesson_names, our_outline

    lessons = [lesson_to_json(our_outline(name), progress) for name in lesson_names()]
    width = max(len(lesson["title"]) for lesson in lessons)
    lines = []
    for lesson in lessons:
        mark = "✓" if lesson["done"] else "…" if lesson["solved"] else " "
        number, solved = lesson["name"].partition("-")[0].lstrip("0"), f"{lesson['solved']}/{lesson['exercises']}"
        lines.append(f"{number:>2} {mark} {lesson['title']:<{width}}  {solved:>4}  {lesson['about']}")
    width = get_terminal_size().columns if sys.stdout.isatty() else max(map(len, lines))
    return Answer(
        {"lessons": lessons}, "\n".join(line if len(line) <= width else f"{line[: width - 1]}…" for line in lines)
    )


def _reset(wanted: str | None, path: Path) -> Answer:
    from logicms.teach.progress import Progress, load_progress, save_progress

    progress, _ = load_progress(path)
    if wanted is None:
        warning = save_progress(path, Progress()) if path.exists() else ""
        what = "all lessons"
    else:
        what = _chosen(wanted, progress)[1]
        warning = save_progress(path, progress.without(what))
    if warning:
        raise click.ClickException(warning)
    return Answer({"reset": wanted}, f"forgotten: your progress in {what}")


def _written(wanted: str | None, folder: Path) -> Answer:
    """Write the boards and hint files of a lesson to a folder; nothing that stands there is written over."""
    from logicms.cli.verify_exercise import read_lesson

    if wanted is None:
        raise click.UsageError("--files needs a LESSON: a number, a name or a file")
    puzzles = read_lesson(wanted).puzzles
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--files {folder}: {error.strerror}") from None
    if there := [name for name in puzzles if (folder / name).exists()]:
        raise click.UsageError(f"--files {folder}: {there[0]} stands there already")
    for name, puzzle in puzzles.items():
        write_file(folder / name, f"{puzzle.text}\n")
    return Answer(
        {"files": [str(folder / name) for name in puzzles]}, "\n".join(str(folder / name) for name in puzzles)
    )


def _checked(wanted: str | None) -> Answer:
    from logicms.cli.learn_run import run_here
    from logicms.cli.verify_exercise import read_lesson
    from logicms.teach.check_lesson import complaints

    if wanted is None:
        raise click.UsageError("--check needs a LESSON: a number, a name or a file")
    lesson = read_lesson(wanted)
    found = [{"line": line, "message": message} for line, message in complaints(lesson, run_here)]
    what = f"{len(lesson.commands)} commands, {len(lesson.exercises)} exercises"
    text = "\n\n".join(f"{wanted}:{each['line']}: {each['message']}" for each in found) or f"as it says: {what}"
    return Answer({"valid": not found, "complaints": found}, text, NO if found else 0)
