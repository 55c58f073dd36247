"""What the shell offers after Tab: files, formats, lessons, cells. Nothing here loads sympy or networkx."""

from __future__ import annotations

from collections.abc import Iterable

from click import Context, Parameter
from click.shell_completion import CompletionItem

Candidates = list[CompletionItem]

MOST_CELLS = 500
"""Of a larger board no cells are offered: nobody would read them."""


def files(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Leave it to the shell to complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


def read_formats(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the formats that can be read."""
    from logicms.render.exports import formats

    names = {each.name: each.about for each in formats().formats if each.reads}
    return _beginning({"hints": "a hint file", **names}.items(), incomplete)


def written_formats(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the formats that can be written."""
    from logicms.render.exports import formats

    return _beginning(((each.name, each.about) for each in formats().formats if each.writes), incomplete)


def lessons(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the names of our lessons; a lesson may also be a file."""
    from logicms.teach.lesson import article_names, lesson_names

    return _beginning(((name, "") for name in (*lesson_names(), *article_names())), incomplete) or files(
        ctx, param, incomplete
    )


def adapters(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the adapters that come with logicms; an adapter may also be a file."""
    from logicms.grading.course import ADAPTERS

    return _beginning(((name, "") for name in ADAPTERS), incomplete) or files(ctx, param, incomplete)


def drills(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the kinds of drills."""
    from logicms.teach.drills import DRILLS

    return _beginning(((kind, made.title) for kind, made in DRILLS.items()), incomplete)


def cells(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the cells of the board in FILE that are not open."""
    from logicms.board import CLUES
    from logicms.errors import LogicmsError
    from logicms.notation.read import read

    try:
        with open(ctx.params["file"], encoding="utf-8") as stream:
            board = read(stream.read(), ctx.params.get("format")).board()
    except (LogicmsError, OSError, KeyError, TypeError, ValueError):
        return []
    if len(board.signs) > MOST_CELLS:
        return []
    return _beginning(((str(cell), "") for cell in board.cells if board[cell] not in CLUES), incomplete.upper())


def _beginning(items: Iterable[tuple[str, str]], incomplete: str) -> Candidates:
    return [CompletionItem(name, help=about or None) for name, about in items if name.startswith(incomplete)]
