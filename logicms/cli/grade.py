"""The command `grade`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import get_args

import click
from click.core import ParameterSource

from logicms.answers.answer import INTERRUPTED, NO
from logicms.answers.grade import GradeAnswer, Grading, seconds_for
from logicms.cli.command import (
    Options,
    Unreadable,
    give,
    make_folder,
    number_of_cpus,
    present,
    print_json,
    read_text,
    still_working,
    write_file,
)
from logicms.cli.options import POSITIVE, offer_adapters, offer_files, read_size, shared_options
from logicms.cli.streams import print_document, print_text, progress
from logicms.commands.generate import LevelName, OfSize
from logicms.errors import counted
from logicms.grading.confinement import Confinement, ProgramLimits, strongest_level, without_bubblewrap
from logicms.grading.course import Submission, course_named, handed_in, one_submission, submissions
from logicms.grading.match import DEFAULT_RUBRIC, MEASURES
from logicms.notation.grading import parse_rubric
from logicms.render.grades import (
    GRADE_COLUMNS,
    csv_lines,
    grade_html,
    grade_row,
    progress_csv,
)
from logicms.render.written import written
from logicms.teach.class_tables import progress_table


@click.command()
@click.argument("program", metavar="PROGRAM", type=click.Path(path_type=Path), shell_complete=offer_files)
@click.option(
    "--adapter",
    metavar="NAME|FILE",
    shell_complete=offer_adapters,
    help="What students write: cs50, uci, nycu, gem-hunter, or the file of your own adapter.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=100,
    metavar="N",
    show_default=True,
    help="How many games each program plays.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    envvar="LOGICMS_SEED",
    show_envvar=True,
    help="The first game's seed; game i has N + i. By default it is random, and the report names it.",
)
@click.option(
    "--level", type=click.Choice(get_args(LevelName)), help="The size and mines of a level, not the course's."
)
@click.option("--size", callback=read_size, metavar="WxH", help="A size other than the course's.")
@click.option("--mines", type=click.IntRange(min=0), metavar="N", help="A number of mines other than the course's.")
@click.option("--name", metavar="FILE", help="The name of a student's file in a folder, if not the course's.")
@click.option("--rubric", metavar="FILE", shell_complete=offer_files, help="What points are for.")
@click.option(
    "--show", type=click.IntRange(0, 50), default=3, metavar="N", show_default=True, help="Examples per kind."
)
@click.option(
    "--to",
    "form",
    type=click.Choice(["text", "html", "csv", "gradescope"]),
    help="The form of the report (default: text; for a folder, csv).",
)
@click.option("--csv", "form", flag_value="csv", help="The same as --to csv.")
@click.option(
    "--reports",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="For a folder: also write a page per student to DIR.",
)
@click.option("--progress", "lessons", is_flag=True, help="PROGRAM is a folder of the progress files of `learn`.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="How many programs at a time.")
@click.option("--move-seconds", type=POSITIVE, default=5.0, metavar="S", show_default=True, help="For one move.")
@click.option(
    "--time-limit",
    "seconds",
    type=POSITIVE,
    metavar="S",
    help="For all moves (default: a second for every cell of every game, at least 120).",
)
@click.option("--memory", type=click.IntRange(64), default=512, metavar="MB", show_default=True, help="Per process.")
@click.option("--processes", type=click.IntRange(1), default=16, metavar="N", show_default=True, help="Per program.")
@click.option(
    "--without", multiple=True, metavar="MODULE", help="With an adapter: students may not import this; may be repeated."
)
@click.option(
    "--with",
    "allowed",
    multiple=True,
    metavar="MODULE",
    help="With an adapter: students may import this. A course refuses `logicms` otherwise.",
)
@click.option(
    "--unconfined",
    is_flag=True,
    help="Let root grade without bubblewrap. The programs can read, change and delete all that is root's.",
)
@shared_options("ascii", "json", "quiet")
def grade(
    program: Path,
    adapter: str | None,
    games: int,
    seed: int | None,
    level: LevelName | None,
    size: tuple[int, int] | None,
    mines: int | None,
    name: str | None,
    rubric: str | None,
    show: int,
    form: str | None,
    reports: Path | None,
    lessons: bool,
    workers: int | None,
    move_seconds: float,
    seconds: float | None,
    memory: int,
    processes: int,
    without: tuple[str, ...],
    allowed: tuple[str, ...],
    unconfined: bool,
    options: Options,
) -> None:
    """Referee other people's programs: what is wrong, what is overlooked, and a score.

    PROGRAM is a student's file, or a folder with a file or a folder per student; then the answer is a table. With
    --adapter it is the file that students of that course write; without, an executable that speaks the referee's lines
    (the documentation explains them, and how to write an adapter or a rubric).

    With --progress, PROGRAM is a folder with the progress file of each student (logicms/progress.json in XDG_DATA_HOME,
    which is ~/.local/share by default); the table says how many exercises of each lesson are solved.

    Programs run in processes of their own, with limits. Without bubblewrap they can read, change and delete your files
    and use the network; those of root run as another user then, or not at all. The documentation says plainly what is
    not confined. The exit code is 0 if the program is sound and complete, 1 if not, 2 if there is nothing to grade.

    \b
    Examples:
      logicms grade --adapter cs50 --games 20 examples/assignment/variants/minesweeper.py
      logicms grade --games 5 --rubric examples/assignment/rubric.txt examples/assignment/variants/lines.py
      logicms grade --adapter examples/assignment/adapter.py --games 5 examples/assignment/solutions
      logicms grade --adapter cs50 --games 5 --to gradescope examples/assignment/variants/minesweeper.py
    """
    if lessons:
        give(progress_table(handed_in(program)), options, lambda table: progress_csv(table).rstrip("\n"), document=True)
    program = Path(present(str(program)))
    if level is not None:
        width, height, usual = OfSize(level=level).size_and_mines
        size, mines = size or (width, height), usual if mines is None else mines
    course = course_named(None if adapter is None else present(adapter)).with_board(size, mines)
    course = course if name is None else replace(course, file=name)
    # So many that no program finds the one that its first clues come from.
    first = SystemRandom().randrange(10**12) if seed is None else seed
    course.game(first)  # an impossible request is refused before anything is started
    seeds = range(first, first + games)
    if both := sorted({*without} & {*allowed}):
        raise click.UsageError(f"--without {both[0]} and --with {both[0]}: give one of them")
    limits = ProgramLimits(
        memory,
        processes,
        seconds=seconds or seconds_for(course, games),
        move_seconds=move_seconds,
        without=tuple(sorted({*ProgramLimits().without, *without} - {*allowed})),
    )
    criteria = DEFAULT_RUBRIC
    if rubric is not None:
        text, source = read_text(rubric)
        criteria = parse_rubric(text, MEASURES, source)
    one = one_submission(program, course.file)
    if one is not None and reports is not None:
        raise click.UsageError("--reports is for a folder of submissions")
    if one is None and form in ("html", "gradescope"):
        raise click.UsageError(f"--to {form} is for one program; for a folder give --reports DIR")
    found = [] if one is not None else submissions(program, course.file)
    at = strongest_level(unconfined)
    for warning in _warnings(at):
        options.say(warning)
    grading = Grading(course, seeds, criteria, limits, examples=show, level=at)
    if one is not None:
        with still_working(str(program), options):
            answer = grading.grade(one)
        if answer.status == "unreadable":
            options.say(f"{program}: {answer.message}")
        is_text = form in (None, "text")
        give(answer, options, None if is_text else lambda answer: written(answer, str(form)), document=not is_text)
    if reports is not None:
        make_folder(reports, "--reports")
    else:
        grading = replace(grading, examples=0)
    if seed is None:
        options.say(f"seeds {seeds.start} to {seeds.stop - 1}")
    click.get_current_context().exit(_grade_folder(found, grading, workers or number_of_cpus(), reports, options))


_WARNINGS = {
    "user": "the programs run as users without rights, who can read what everybody can, and use the network",
    "process": "the programs can read, change and delete your files and use the network",
}


def _warnings(level: Confinement) -> Iterator[str]:
    """Yield what whoever grades must know before a program runs."""
    if level == "bubblewrap":
        return
    yield f"warning: {without_bubblewrap()}: {_WARNINGS[level]}"
    if click.get_current_context().get_parameter_source("seed") is ParameterSource.COMMANDLINE:
        yield "warning: the programs can read the --seed: leave it out, or give it in the environment as LOGICMS_SEED"


def _grade_folder(
    found: list[Submission], grading: Grading, workers: int, reports: Path | None, options: Options
) -> int:
    """Print a row per student, in the order of their names, each as soon as those before it are there."""
    waiting: dict[str, GradeAnswer] = {}
    left, code = [each.student for each in found], 0
    if not options.json:
        print_document(csv_lines([GRADE_COLUMNS]))
    try:
        with progress(len(found), options) as advance, closing(grading.grade_all(found, workers)) as answers:
            for answer in answers:
                if reports is not None:
                    _write_report(reports / f"{answer.student}.html", answer)
                waiting[answer.student] = answer
                while left and left[0] in waiting:
                    code = max(code, _print_row(waiting.pop(left.pop(0)), options))
                advance(answer.student)
    except KeyboardInterrupt:
        for student in sorted(waiting):
            _print_row(waiting[student], options)
        missing = len(left) - len(waiting)
        print_text(f"stopped: {counted(missing, 'student is', 'students are')} not in the table", err=True)
        return INTERRUPTED
    return min(code, NO)


def _write_report(path: Path, answer: GradeAnswer) -> None:
    """Write a student's page; one that cannot be written, such as one with too long a name, costs nobody a row."""
    try:
        write_file(path, grade_html(answer))
    except Unreadable as error:
        print_text(error.format_message(), err=True)


def _print_row(answer: GradeAnswer, options: Options) -> int:
    if options.json:
        print_json({"file": answer.student, **answer.to_json()})
    else:
        print_document(csv_lines([grade_row(answer)]))
    sys.stdout.flush()  # a row that is there is not lost, whatever comes
    return answer.exit_code
