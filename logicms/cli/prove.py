"""The commands that explain: `prove` and `next`."""

from __future__ import annotations

import click

from logicms.answers.prove import ContradictionAnswer, NextAnswer, ProveAnswer, next_step
from logicms.answers.prove import prove as prove_name
from logicms.cli import candidates
from logicms.cli.command import Options, answer_each, give, read_problem, shared_options
from logicms.proofs.proof import By
from logicms.render.explanation_text import explanation_text, next_text
from logicms.render.forms import FOR_READERS, FORMS, OF_CLAUSES, write_explanation
from logicms.render.knowledge_text import instead
from logicms.render.proof_text import contradiction_text


@click.command()
@click.argument("file", metavar="FILE", shell_complete=candidates.files)
@click.argument("cell", metavar="CELL", shell_complete=candidates.cells)
@click.option(
    "--by",
    type=click.Choice(["resolution", "direct", "counting"]),
    default="resolution",
    show_default=True,
    help="resolution: refute the negation; direct: derive the cell; counting: add and subtract clues.",
)
@click.option(
    "--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How to show the proof."
)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "time_limit")
def prove(file: str, cell: str, by: By, form: str, options: Options) -> None:
    """Prove that a cell is safe or a mine, from the fewest clues possible.

    The mine total is used only where the clues alone do not suffice. For an uncertain cell, two placements are shown
    that differ there. If FILE is a hint file, CELL is any name in it.

    \b
    Examples:
      logicms prove examples/boards/one-two-one.txt B1
      logicms prove --by counting --to words examples/boards/one-two-one.txt B1
      logicms prove --to html examples/boards/one-two-two-one.txt A1 > why.html
    """
    if form in OF_CLAUSES and by == "counting":
        raise click.UsageError(f"--to {form} needs a proof by resolution: --by resolution or --by direct")

    def draw(answer: ProveAnswer | ContradictionAnswer) -> str:
        if isinstance(answer, ContradictionAnswer):
            return contradiction_text(answer)
        if form == "text" or answer.explanation is None:
            return explanation_text(answer, **options.look())
        return write_explanation(answer, form).removesuffix("\n")

    witnesses = options.json or form == "html"
    problem = read_problem(file, options)
    answer = prove_name(problem, cell, by, compare=not options.json, witnesses=witnesses)
    if isinstance(answer, ProveAnswer) and answer.cell not in problem.names:
        options.say(f"{file} says nothing about {answer.cell}{instead(cell, problem.names)}")
    give(answer, options, draw, document=form not in FOR_READERS)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=4,
    show_default=True,
    help="1: where to look; 2: which clues; 3: the technique; 4: the proof.",
)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "time_limit")
def next(files: tuple[str, ...], level: int, options: Options) -> None:
    """Show the easiest next deduction, as much of it as you like.

    No deduction is shown while there is an easier one.

    \b
    Examples:
      logicms next --level 1 examples/boards/one-two-two-one.txt
      logicms next examples/boards/one-two-two-one.txt
    """

    def draw(answer: NextAnswer | ContradictionAnswer) -> str:
        if isinstance(answer, ContradictionAnswer):
            return contradiction_text(answer)
        return next_text(answer, **options.look())

    answer_each(
        files, options, lambda path: next_step(read_problem(path, options), level, compare=not options.json), draw
    )
