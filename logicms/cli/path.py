"""The command `path`: every deduction of a board in order."""

from __future__ import annotations

import click

from logicms.answers.path import path as path_of
from logicms.cli import candidates
from logicms.cli.command import Options, answer_each, read_problem, shared_options
from logicms.render.answer_text import path_text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@shared_options("format", "flags", "rules", "ascii", "json", "quiet", "time_limit")
def path(files: tuple[str, ...], options: Options) -> None:
    """Show the whole solution: every deduction in order, the easiest first.

    It ends when nothing more is certain. What one step shows is known to the steps after it. Cells that the same clues
    decide are one step. The exit code is 1 if nothing is certain.

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
