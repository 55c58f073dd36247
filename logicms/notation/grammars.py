"""Grammars: the `.lark` files of the top-level folder `grammar/`, found and made into parsers once.

The first step of the flow for our own notations: `boards` and the hint files read their text through `parser`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from lark import Lark


def shipped(inside: str, beside: str) -> tuple[Traversable, ...]:
    """Return where a folder of ours may be: inside the package (a wheel), beside it (a checkout, an editable install).

    >>> [folder.name for folder in shipped("lessons", "examples/lessons")]
    ['lessons', 'lessons']
    """
    from importlib.resources import files  # these two cost as much as all of notation: --help does not need them
    from pathlib import Path

    return files("logicms") / inside, Path(__file__).resolve().parents[2] / beside


@cache
def grammar_text(name: str) -> str:
    """Return the text of the grammar file `name`.

    >>> "ROW" in grammar_text("board.lark")
    True
    """
    folders = shipped("grammar", "grammar")
    for folder in folders:
        if (file := folder / name).is_file():
            return file.read_text(encoding="utf-8")
    # Not an error of the input: the installation is broken.
    raise FileNotFoundError(f"the grammar {name} is neither in {' nor in '.join(map(str, folders))}")


@cache
def parser(name: str, start: str) -> Lark:
    """Return the LALR parser of the grammar file `name`; `start` is the root of its trees.

    >>> parser("board.lark", "board").parse("? 1").children[0].children
    [Token('ROW', '? 1')]
    """
    from lark import Lark  # 40 ms: loaded when there is something to read

    return Lark(grammar_text(name), start=start, parser="lalr", maybe_placeholders=False)
