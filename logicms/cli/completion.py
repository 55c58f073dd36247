"""The command `completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from logicms.cli import app


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    Example (bash, for this session):
      source <(logicms completion bash)
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows these three shells"
    # `source` would first run bash to find its version; the template needs only the names.
    script = kind(app, {}, "logicms", "_LOGICMS_COMPLETE")
    click.echo(script.source_template % script.source_vars())
