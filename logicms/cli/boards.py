"""The commands that show boards and read and write them: `show`, `graph`, `formats`, `convert`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from logicms.answers.show import ShowAnswer
from logicms.cli.command import Options, answer_each, give
from logicms.cli.options import ask_each, asks
from logicms.cli.streams import print_document
from logicms.commands.boards import ConvertQuestion, FormatsQuestion, GraphQuestion, ShowQuestion
from logicms.notation.boards import format_link
from logicms.render.answers import board_of


@click.command()
@asks(ShowQuestion, "ascii", "json", "quiet", without=("to",))
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Also draw it to this file."
)
@click.option("--link", "base", metavar="BASE", help="Print the link that opens it on the page at this address.")
def show(
    files: tuple[str, ...], asked: Callable[..., ShowQuestion], svg: Path | None, base: str | None, options: Options
) -> None:
    """A link holds the whole board, and works on every copy of the page.

    \b
    Examples:
      logicms show examples/boards/one-two-one.txt
      logicms show --svg board.svg examples/boards/ringed.txt
      logicms show --instances examples/rules/wumpus.hints
      logicms show --link http://127.0.0.1:8000/ examples/boards/expert.txt
    """

    def make(path: str) -> ShowAnswer:
        question = asked(path)
        link = None if base is None else format_link(board_of(question.problem), base).rstrip()
        return replace(question.ask(), link=link)

    answer_each(files, options, make, lambda answer: answer.link or options.text(answer), svg=svg)


@click.command()
@asks(GraphQuestion, "json", "quiet")
def graph(files: tuple[str, ...], asked: Callable[..., GraphQuestion], options: Options) -> None:
    """
    \b
    Examples:
      logicms graph examples/boards/scattered.txt --to svg > graph.svg
      logicms graph examples/boards/scattered.txt | dot -Kneato -n -Tpng > graph.png
      logicms graph examples/rules/zebra.hints --to svg > graph.svg
    """
    ask_each(files, asked, options, document=True)


@click.command()
@asks(FormatsQuestion, "json")
def formats(asked: Callable[..., FormatsQuestion], options: Options) -> None:
    """
    \b
    Example:
      logicms formats
    """
    give(asked().ask(), options)


@click.command()
@asks(ConvertQuestion, "quiet", files="FILE")
def convert(file: str, asked: Callable[..., ConvertQuestion], options: Options) -> None:
    """
    \b
    Examples:
      logicms convert --to emoji examples/boards/ringed.txt
      logicms convert --to jsm examples/boards/course-1.seed
      logicms convert --to seed --force examples/boards/one-two-edge.txt
      logicms convert --to dimacs examples/rules/wumpus.hints
      logicms convert --to asp examples/hints/timetable.hints
    """
    answer = asked(file).ask()
    for left_out in answer.left_out or ():
        options.say(f"{answer.to} has no room for {left_out}: left out")
    print_document(answer.text)
