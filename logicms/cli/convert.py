"""The commands `formats` and `convert`."""

from __future__ import annotations

import click

from logicms.cli.frame import Options, print_json, read_board, shared_options


@click.command()
@shared_options("json")
def formats(options: Options) -> None:
    """List the formats that boards are read from and written to.

    \b
    Example:
      logicms formats
    """
    from logicms.render.exports import ALL_FORMATS

    rows = [
        {"name": f.name, "reads": f.parse is not None, "writes": f.format is not None, "about": f.summary}
        for f in ALL_FORMATS.values()
    ]
    if options.json:
        print_json({"formats": rows})
        return
    for row in rows:
        can = f"{'read' if row['reads'] else '':<5}{'write' if row['writes'] else '':<6}"
        click.echo(f"{row['name']:<13}{can} {row['about']}")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--to", "target", required=True, metavar="NAME", help="The format to write; see `logicms formats`.")
@shared_options("format", "quiet")
def convert(file: str, target: str, options: Options) -> None:
    """Translate a board from one format to another.

    A layout written in a format of positions has its safe cells opened and its mines hidden; any other loss is refused.

    \b
    Examples:
      logicms convert --to emoji examples/boards/ringed.txt
      logicms convert --format seed --to jsm examples/boards/course-1.seed
    """
    from logicms.render.exports import write

    click.echo(write(read_board(file, options), target), nl=False)
