"""The commands that show boards and read and write them: `show`, `graph`, `formats`, `convert`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from logicms.answers.answer import VERSION
from logicms.answers.show import FormatsAnswer, GraphAnswer, ShowAnswer
from logicms.answers.show import graph as graph_of
from logicms.answers.show import show as show_problem
from logicms.cli import candidates
from logicms.cli.command import (
    Options,
    answer_each,
    draw_svg,
    give,
    only_one,
    read_format,
    read_problem,
    shared_options,
    written_board,
)
from logicms.cli.streams import print_document
from logicms.notation.links import format_link
from logicms.render.answer_text import show_text
from logicms.render.exports import convert as convert_file
from logicms.render.exports import formats as all_formats


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Also draw it to this file."
)
@click.option("--link", "base", metavar="BASE", help="Print the link that opens it on the page at this address.")
@click.option("--instances", is_flag=True, help="Of a hint file: every instance of its rules, instead of the rules.")
@shared_options("format", "ascii", "json", "quiet")
def show(files: tuple[str, ...], svg: Path | None, base: str | None, instances: bool, options: Options) -> None:
    """Show a board with row and column names, or what a hint file states.

    A link holds the whole board, and works on every copy of the page.

    \b
    Examples:
      logicms show examples/boards/one-two-one.txt
      logicms show --svg board.svg examples/boards/ringed.txt
      logicms show --instances examples/rules/wumpus.hints
      logicms show --link http://127.0.0.1:8000/ examples/boards/expert.txt
    """
    only_one(files, svg)

    def make(path: str) -> ShowAnswer:
        problem = read_problem(path, options)
        if svg is not None:
            from logicms.render.svg import board_svg

            draw_svg(svg, board_svg(written_board(problem)), options)
        answer = show_problem(problem, instances=instances)
        return answer if base is None else replace(answer, link=format_link(written_board(problem), base).rstrip())

    answer_each(files, options, make, lambda answer: answer.link or show_text(answer, **options.look()))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=candidates.files)
@click.option(
    "--to", "form", type=click.Choice(["dot", "svg", "json"]), default="dot", show_default=True, help="How to draw it."
)
@shared_options("flags", "format", "rules", "json", "quiet")
def graph(files: tuple[str, ...], form: str, options: Options) -> None:
    """Draw the constraint graph of cells and clues.

    An edge joins a clue or a formula and a hidden cell (or another name that is not known) that it touches; cells that
    no chain of edges connects tell nothing about each other. The mine total is not in the graph, for it joins all
    cells: by it, a component tells the others how many mines it leaves them, and nothing else.

    \b
    Examples:
      logicms graph examples/boards/scattered.txt --to svg > graph.svg
      logicms graph examples/boards/scattered.txt | dot -Kneato -n -Tpng > graph.png
      logicms graph examples/rules/zebra.hints --to svg > graph.svg
    """

    def draw(answer: GraphAnswer) -> str:
        from logicms.render.graph import graph_dot, graph_svg

        if form == "json":
            return json.dumps({"version": VERSION, **answer.to_json()})
        board = answer.problem.board
        if form == "svg":
            return graph_svg(answer.problem.graph, (board and board.title) or "The constraint graph")
        return graph_dot(answer.problem.graph)

    answer_each(files, options, lambda path: graph_of(read_problem(path, options)), draw, document=True)


@click.command()
@shared_options("json")
def formats(options: Options) -> None:
    """List the formats that boards are read from and written to.

    \b
    Example:
      logicms formats
    """
    give(all_formats(), options, _table)


def _table(answer: FormatsAnswer) -> str:
    return "\n".join(
        f"{each.name:<13}{'read' if each.reads else '':<5}{'write' if each.writes else '':<6} {each.about}"
        for each in answer.formats
    )


@click.command()
@click.argument("file", metavar="FILE", shell_complete=candidates.files)
@click.option(
    "--to",
    "target",
    required=True,
    metavar="NAME",
    shell_complete=candidates.written_formats,
    help="The format to write; see `logicms formats`.",
)
@click.option("--force", is_flag=True, help="Leave out what the format has no room for.")
@shared_options("format", "quiet")
def convert(file: str, target: str, force: bool, options: Options) -> None:
    """Translate a board or a hint file from one format to another.

    A layout written in a format of positions has its safe cells opened and its mines hidden. A title is left out if
    the format has no room for it; any other loss is refused, unless --force allows it.

    \b
    Examples:
      logicms convert --to emoji examples/boards/ringed.txt
      logicms convert --to jsm examples/boards/course-1.seed
      logicms convert --to seed --force examples/boards/one-two-edge.txt
      logicms convert --to dimacs examples/rules/wumpus.hints
    """
    read, name = read_format(file, options)
    answer = convert_file(read, name, target, force=force)
    for left_out in answer.left_out or ():
        options.say(f"{target} has no room for {left_out}: left out")
    print_document(answer.text)
