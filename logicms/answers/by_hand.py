"""Hint files as puzzles: what is certain, the odds, and whether they can be, as for a board but without needing a grid.

A file that only has clues and known cells on a grid is a board, and is treated as one. Any other becomes a knowledge
base: certainty by resolution, odds by looking at every placement of its names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from logicms.answers.boards import Likely, Solved, SolveStatus
from logicms.board import CLUES, HIDDEN, MINE, SAFE, Board, Cell, cells_of
from logicms.deduction import Reason
from logicms.deduction.clash import clash_proof, clash_text
from logicms.deduction.consistency import Check
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint
from logicms.literal import Name, name_order
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.logic.question import knowledge_base
from logicms.notation.hint_files import Clue, HintFile, Known
from logicms.sat.smallest_sets import smallest_set

if TYPE_CHECKING:
    import networkx as nx

Certain = dict[str, bool]
"""Names that are certain: True for a mine, False for safe."""


def board_by_hand(file: HintFile) -> Board | None:
    """Return the board that a hint file describes, or None if it says more than a board can.

    >>> from logicms.notation.hint_files import parse_hints
    >>> board_by_hand(parse_hints("size: 3x1\\n1 at B1\\nsafe C1"))
    Board(rows=('?1-',), mines=None, title=None, first=None)
    >>> board_by_hand(parse_hints("size: 2x1\\n1 among A1 B1")) is None
    True
    """
    if file.size is None:
        return None
    signs: dict[Cell, str] = {}
    for line in file.lines:
        if isinstance(line, Clue) and line.mines < len(CLUES):
            told = [(line.cell, str(line.mines))]
        elif isinstance(line, Known) and all(isinstance(name, Cell) for name in line.names):
            told = [(name, MINE if line.mine else SAFE) for name in line.names if isinstance(name, Cell)]
        else:
            return None
        if any(signs.setdefault(cell, sign) != sign for cell, sign in told):
            return None  # an open cell may be told safe as well, a clash is for the knowledge base
    width, height = file.size
    text = "".join(signs.get(cell, HIDDEN) for cell in cells_of(width, height))
    try:
        return Board(tuple(text[start : start + width] for start in range(0, len(text), width)), file.mines)
    except BoardError:
        return None


# -- what is certain


def solved_by_hand(file: HintFile, reason: Reason = "complete") -> Solved:
    """Return every name of a hint file that is certain and not told to be so.

    >>> from logicms.notation.hint_files import parse_hints
    >>> found = solved_by_hand(parse_hints("1 among a b\\nat least 2 among a b c\\nsafe d"))
    >>> found.status, found.mine, found.safe
    ('progress', ('c',), ())
    """
    alone: Certain = {}
    certain: Certain = {}
    names = _names(file)
    status: SolveStatus = "stuck"
    error: InconsistentKnowledge | LimitReached | None = None
    try:
        base = _base(file, with_total=False)
        _infer(base, names, reason, alone)
        certain.update(alone)
        for total in file.hints:
            if _is_total(total):
                base.tell(total)
                _infer(base, names, reason, certain)
        if certain:
            status = "solved" if len(certain) == len(names) else "progress"
    except InconsistentKnowledge as contradiction:
        status, error, certain = "inconsistent", _smallest(file, contradiction), {}
    except LimitReached as limit:
        status, error, certain = "limit", limit, {**alone, **certain}
    return _solved(file, names, alone, certain, status if names or error else "solved", error)


def _solved(
    file: HintFile,
    names: list[str],
    alone: Certain,
    certain: Certain,
    status: SolveStatus,
    error: InconsistentKnowledge | LimitReached | None,
) -> Solved:
    from logicms.counting.graph import components

    parts = components(file.hints, {fact.name for fact in file.facts})
    return Solved(
        status,
        tuple(name for name in names if certain.get(name) is False),
        tuple(name for name in names if certain.get(name)),
        tuple(name for name in names if name in certain and name not in alone),
        len(names),
        len(parts),
        error,
    )


def _infer(base: KnowledgeBase, names: Iterable[str], reason: Reason, certain: Certain) -> None:
    """Note which of the names are certain; forward chaining sees what propagation has found, anything else all."""
    asked = set(names)
    certain.update({name: mine for name, mine in base.facts.items() if name in asked})
    if reason == "forward":
        return
    _ask(base, "A1")  # any question: a base that contradicts itself answers none
    both_ways: set[str] = set()
    for name in names:
        if name not in certain and name not in both_ways:
            answer = _ask(base, name)
            if answer is Answer.UNKNOWN:
                found = base.placements(name)
                both_ways.update(set(found[0]) ^ set(found[1]) if found else ())
            else:
                certain[name] = answer is Answer.YES


def _ask(base: KnowledgeBase, name: str) -> Answer:
    answer = base.ask(name)
    if answer is Answer.LIMIT:
        raise LimitReached("not all that is certain was found within the limit")
    return answer


# -- odds, consistency, graph


def likely_by_hand(file: HintFile) -> Likely:
    """Return the exact odds of every name of a hint file that is not told.

    >>> from logicms.notation.hint_files import parse_hints
    >>> found = likely_by_hand(parse_hints("at least 1 among a b\\na -> b"))
    >>> found.placements, {name: str(odds) for name, odds in found.cells.items()}
    (2, {'a': '1/2', 'b': '1'})
    """
    from logicms.sat.enumeration import enumerate_placements

    try:
        base = _base(file)
        symbols = {base.symbols[name]: name for name in _names(file)}
        _ask(base, "A1")  # raises if there is no placement at all
        found = enumerate_placements(base.told_clauses, list(symbols))
    except InconsistentKnowledge as contradiction:
        return Likely("inconsistent", error=_smallest(file, contradiction))
    except LimitReached as limit:
        return Likely("limit", error=limit)
    cells: dict[Name, Fraction] = {symbols[symbol]: odds for symbol, odds in found.odds.items()}
    least = min(cells.values(), default=Fraction(1))
    return Likely("exact", found.placements, cells, tuple(n for n, odds in cells.items() if odds == least < 1))


def checked_by_hand(file: HintFile) -> Check:
    """Return whether a hint file can be; it has no flags.

    >>> from logicms.notation.hint_files import parse_hints
    >>> checked_by_hand(parse_hints("1 among a b\\n0 among a b c\\n1 among c d")).conflict
    ('1 among a b', '0 among a b c')
    """
    try:
        _ask(_base(file), "A1")
    except InconsistentKnowledge as contradiction:
        return Check("inconsistent", error=_smallest(file, contradiction))
    except LimitReached as limit:
        return Check("limit", error=limit)
    return Check("consistent")


def _smallest(file: HintFile, found: InconsistentKnowledge) -> InconsistentKnowledge:
    """Return the contradiction with the smallest clash, where counts alone clash: what formulas say is not searched."""
    known = {fact.name: fact.mine for fact in file.facts}
    if file.formulas or any(known[fact.name] != fact.mine for fact in file.facts):
        return found
    hints = [hint if hint.because is not None else replace(hint, because=str(hint)) for hint in file.hints]
    try:
        chosen = smallest_set(hints, known)
    except LimitReached:
        return found
    assert chosen is not None, "what contradicts itself has a clash"
    conflict = [hint.because for hint in chosen]
    return InconsistentKnowledge(
        clash_text(chosen, known), conflict=conflict, proof=partial(clash_proof, chosen, known)
    )


def graph_by_hand(file: HintFile) -> nx.Graph:
    """Return the constraint graph of a hint file's counts; formulas are not drawn.

    >>> from logicms.notation.hint_files import parse_hints
    >>> list(graph_by_hand(parse_hints("1 among a b\\nsafe b")).edges)
    [('a', '#1')]
    """
    from logicms.counting.graph import constraint_graph

    return constraint_graph(file.hints, {fact.name for fact in file.facts})


def _base(file: HintFile, with_total: bool = True) -> KnowledgeBase:
    return knowledge_base([(what, because) for what, because in file.tellings if with_total or not _is_total(what)])


def _is_total(what: object) -> bool:
    return isinstance(what, Hint) and what.because == TOTAL


def _names(file: HintFile) -> list[str]:
    """Return every name that the file speaks of but does not tell to be a mine or safe, in order."""
    told = {str(fact.name) for fact in file.facts}
    counted = {str(name) for hint in file.hints for name in hint.among}
    spoken = {str(symbol) for formula in file.formulas for symbol in formula.expr.free_symbols}
    return sorted((counted | spoken) - told, key=name_order)
