"""The command `graph`."""

from __future__ import annotations

import json

import click

from logicms.cli.frame import VERSION, Answer, Options, answer_each, shared_options
from logicms.cli.puzzles import Puzzle, read_puzzle


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--to", "form", type=click.Choice(["dot", "svg", "json"]), default="dot", show_default=True, help="How to draw it."
)
@shared_options("flags", "format", "json", "quiet")
def graph(files: tuple[str, ...], form: str, options: Options) -> None:
    """Draw the constraint graph of cells and clues.

    An edge stands where a clue touches a hidden cell; cells that no chain of edges connects say nothing of one another.

    \b
    Examples:
      logicms graph examples/boards/scattered.txt --to svg > graph.svg
      logicms graph examples/boards/scattered.txt | dot -Kneato -n -Tpng > graph.png
    """
    answer_each(files, options, lambda path: _answer(read_puzzle(path, options), form, options))


def _answer(puzzle: Puzzle, form: str, options: Options) -> Answer:
    from logicms.render.graph import graph_dot, graph_json, graph_svg

    found = puzzle.graph(options)
    data = graph_json(found) if options.json or form == "json" else {}
    if form == "svg":
        return Answer(data, graph_svg(found, (puzzle.board and puzzle.board.title) or "The constraint graph"))
    return Answer(data, graph_dot(found) if form == "dot" else json.dumps({"version": VERSION, **data}))
