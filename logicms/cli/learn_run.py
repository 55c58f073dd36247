"""How the command line runs a command of a lesson: in this process, so that it costs next to nothing."""

from __future__ import annotations

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import click

from logicms.cli import app


def run_here(words: tuple[str, ...], folder: Path) -> str:
    """Run a command of logicms in a folder and return all that it prints."""
    printed = io.StringIO()
    with chdir(folder), redirect_stdout(printed), redirect_stderr(printed):
        try:
            app.main(list(words), prog_name="logicms", standalone_mode=False)
        except click.ClickException as error:
            error.show()
    return printed.getvalue().rstrip("\n")
