"""Layouts under other rules: which clue each safe cell shows, where a hint file says what clues mean.

A clue fits a cell if every instance of the rules that speaks of it holds on the layout. There may be several, as where
each clue is off by one: one of them is drawn. Whatever else the rules say must hold on the layout, too.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from logicms.board import CLUES, MINE, SAFE, Board, Cell, as_name, rows_of
from logicms.errors import BoardError
from logicms.game.draw import Draw
from logicms.hints import Hint, Literal
from logicms.notation.hint_files import HintFile
from logicms.problem import Statement
from logicms.rules.language import read_citation

MOST_DRAWN = 500
"""After this many layouts that the rules do not allow, no more are drawn."""


def layout_under(rules: HintFile, layout: Board, rng: Random) -> Board:
    """Return the layout with the clues that the rules allow; refuse it if they do not allow it.

    >>> from logicms.notation.hint_files import parse_hints
    >>> rules = parse_hints("all c in cells, k in 0..8: clue(c, k) -> k x in beside(c): mine(x)", size=(2, 2))
    >>> layout_under(rules, Board(("*-", "--")), Random(1)).rows
    ('*1', '10')
    """
    mines = {cell for cell, sign in zip(layout.cells, layout.signs, strict=True) if sign == MINE}
    bare = replace(layout, rows=rows_of("".join(MINE if s == MINE else SAFE for s in layout.signs), layout.width))
    if not all(_holds(each, mines) for each in rules.over(bare).statements):
        raise BoardError("the rules do not allow these mines")
    fitting: dict[Cell, str] = {cell: "" for cell in layout.cells if cell not in mines}
    for number in CLUES:
        shown = replace(bare, rows=tuple(row.replace(SAFE, number) for row in bare.rows))
        wrong = {_place(each) for each in rules.over(shown).statements if not _holds(each, mines)}
        for cell in fitting.keys() - wrong:
            fitting[cell] += number
    signs = []
    for cell, sign in zip(layout.cells, layout.signs, strict=True):
        if sign != MINE and not fitting[cell]:
            raise BoardError(f"the rules allow no clue from 0 to 8 at {cell}")
        if sign in CLUES and sign not in fitting[cell]:
            raise BoardError(f"the layout is wrong: {cell} says {sign}, but the rules allow {', '.join(fitting[cell])}")
        signs.append(rng.choice(fitting[cell]) if sign == SAFE else sign)
    return replace(layout, rows=rows_of("".join(signs), layout.width), mines=len(mines))


def drawn_under(rules: HintFile, draw: Draw, first: Cell, rng: Random) -> Board:
    """Return a random layout that the rules allow, with `first` safe."""
    for _ in range(MOST_DRAWN):
        drawn = replace(draw, seed=rng.getrandbits(128)).layout(first)
        bare = replace(drawn, rows=tuple("".join(MINE if s == MINE else SAFE for s in row) for row in drawn.rows))
        try:
            return layout_under(rules, bare, rng)
        except BoardError as error:
            refusal = error
    raise BoardError(f"none of {MOST_DRAWN} random layouts fits the rules ({refusal}): give a layout")


def _holds(statement: Statement, mines: set[Cell]) -> bool:
    """Return whether a statement is true of these mines."""
    if isinstance(statement, Hint):
        return statement.low <= sum(name in mines for name in statement.among) <= statement.high
    if isinstance(statement, Literal):
        return (statement.name in mines) is statement.holds
    words = [str(name) for name in statement.names if not isinstance(name, Cell)]
    if words:
        raise BoardError(f"a game can be played under rules about mines and clues only, not about {min(words)}")
    return statement.holds(mines)


def _place(statement: Statement) -> Cell | None:
    """Return the cell whose clue an instance of a rule is about: the first cell among its values."""
    source = statement.because if isinstance(statement, Hint) else getattr(statement, "name", None)
    cited = read_citation(str(source)) if source is not None else None
    values = map(as_name, (value for value in (cited[1].values() if cited else ()) if isinstance(value, str)))
    return next((value for value in values if isinstance(value, Cell)), None)
