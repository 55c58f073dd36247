"""The command `show`."""

from __future__ import annotations

from pathlib import Path

import click

from logicms.answers import board_to_json
from logicms.board import Board
from logicms.cli.frame import Answer, Options, answer_each, read_board, shared_options, write_file
from logicms.render.text import board_text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Draw it to this file.")
@shared_options("format", "ascii", "json", "quiet")
def show(files: tuple[str, ...], svg: Path | None, options: Options) -> None:
    """Show a board with row and column names.

    \b
    Examples:
      logicms show examples/boards/one-two-one.txt
      logicms show --svg board.svg examples/boards/ringed.txt
    """
    if svg is not None and len(files) > 1:
        raise click.UsageError("--svg draws one board: name one FILE")

    def answer(path: str) -> Answer:
        board = read_board(path, options)
        if svg is not None:
            from logicms.render.svg import board_svg

            write_file(svg, board_svg(board))
            options.say(f"drawn to {svg}")
        return Answer(board_to_json(board), _text(board, options))

    answer_each(files, options, answer)


def _text(board: Board, options: Options) -> str:
    title = f"{board.title}\n" if board.title else ""
    mines = "mine total unknown" if board.mines is None else f"{board.mines} mines"
    picture = board_text(board, ascii=options.ascii, paint=options.paint())
    return f"{title}{picture}\n{board.width}x{board.height}, {mines}"
