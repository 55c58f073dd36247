"""The commands that explain: `prove`, `next` and `path`."""

from __future__ import annotations

from shlex import quote

import click

from logicms.answers.prove import ContradictionAnswer, NextAnswer, ProveAnswer, Technique, Wanted, next_step
from logicms.answers.prove import path as path_of
from logicms.answers.prove import prove as prove_name
from logicms.cli import candidates
from logicms.cli.command import Options, answer_each, give, read_problem, shared_options
from logicms.notation.spelling import unknown_remarks
from logicms.problem import Problem
from logicms.render.explanation_text import path_text
from logicms.render.forms import FOR_READERS, FORMS, OF_CLAUSES, Form, write_answer


@click.command()
@click.argument("file", metavar="FILE", shell_complete=candidates.files)
@click.argument("cell", metavar="CELL", required=False, shell_complete=candidates.cells)
@click.option(
    "--by",
    type=click.Choice(["shortest", "resolution", "direct", "counting"]),
    show_default="shortest; resolution for --json and files of clauses",
    help="resolution: refute the negation; direct: derive the cell; counting: add and subtract clues; "
    "shortest: whichever of them has the least to read.",
)
@click.option(
    "--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How to show the proof."
)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "file_limit")
def prove(file: str, cell: str | None, by: Wanted | None, form: Form, options: Options) -> None:
    """Prove that a cell is safe or a mine, from the fewest clues possible.

    The mine total is used only where the clues alone do not suffice. For an uncertain cell, two placements are shown
    that differ there. If FILE is a hint file, CELL is any name in it.

    \b
    Examples:
      logicms prove examples/boards/one-two-one.txt B1
      logicms prove --by resolution --to words examples/boards/one-two-one.txt B1
      logicms prove --to html examples/boards/one-two-two-one.txt A1 > why.html
    """
    if form in OF_CLAUSES and by in ("counting", "shortest"):
        raise click.UsageError(f"--to {form} needs a proof by resolution: --by resolution or --by direct")
    # Programs read what they always read; people get what is shortest for them.
    by = by or ("resolution" if options.json or form in OF_CLAUSES else "shortest")

    def draw(answer: ProveAnswer | ContradictionAnswer) -> str:
        return write_answer(answer, form, **options.look()).text

    witnesses = options.json or form == "html"
    problem = read_problem(file, options)
    if cell is None:
        raise click.UsageError(_what_to_prove(file, problem))
    answer = prove_name(problem, cell, by, witnesses=witnesses)
    if isinstance(answer, ProveAnswer):
        for remark in unknown_remarks(answer.unknown_names or (), problem):
            options.say(remark)
    give(answer, options, draw, document=form not in FOR_READERS)


def _what_to_prove(file: str, problem: Problem) -> str:
    """Return what to type where the cell is missing."""
    # Rules are not instantiated only to name something.
    is_known = problem.written is not None or problem.book is None or not problem.book.rules
    first = [quote(str(name)) for name in problem.undecided[:1]] if is_known else []
    what = "a cell" if problem.written is not None else "what to prove"
    such = f", such as {first[0]}: logicms prove {quote(file)} {first[0]}" if first else ""
    return f"name {what}{such}; `logicms solve {quote(file)}` lists what is certain"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=4,
    show_default=True,
    help="1: where to look; 2: which clues; 3: the technique; 4: the proof.",
)
@click.option(
    "--by",
    type=click.Choice(["shortest", "resolution", "direct", "counting"]),
    show_default="what the technique is about; resolution for --json",
    help="The kind of proof, as for `prove`.",
)
@click.option(
    "--technique",
    type=click.Choice([each.value for each in Technique]),
    help="The easiest deduction by this technique: no easier one shows it.",
)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "file_limit")
def next(files: tuple[str, ...], level: int, by: Wanted | None, technique: str | None, options: Options) -> None:
    """Show the easiest next deduction, as much of it as you like.

    No deduction is shown while there is an easier one, unless --technique asks for an example of that.

    \b
    Examples:
      logicms next --level 1 examples/boards/one-two-two-one.txt
      logicms next examples/boards/one-two-two-one.txt
      logicms next --by direct examples/boards/difference.txt
      logicms next --technique difference examples/boards/one-two-two-one.txt
    """

    def draw(answer: NextAnswer | ContradictionAnswer) -> str:
        return write_answer(answer, "text", **options.look()).text

    kind = by or ("resolution" if options.json else None)
    wanted = None if technique is None else Technique(technique)

    def answer(path: str) -> NextAnswer | ContradictionAnswer:
        return next_step(read_problem(path, options), level, kind, technique=wanted, witnesses=options.json)

    answer_each(files, options, answer, draw)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "file_limit")
def path(files: tuple[str, ...], options: Options) -> None:
    """Show the whole solution: every deduction in order, the easiest first.

    Each step is what `logicms next` would show then. It ends when nothing more is certain. What one step shows is known
    to the steps after it. Cells that the same clues decide are one step, mines and safe cells apart. Where there are
    formulas, only the first step is what `next` shows, and none rests on another. The exit code is 1 if nothing is
    certain.

    \b
    Examples:
      logicms path examples/boards/one-two-two-one.txt
      logicms path --json examples/boards/expert.txt
    """
    answer_each(
        files,
        options,
        lambda file: path_of(read_problem(file, options)),
        lambda answer: path_text(answer, **options.look()),
    )
