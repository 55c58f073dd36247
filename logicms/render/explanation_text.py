"""An explanation for a terminal: the verdict, the board with what it rests on, the numbered proof; and as a picture."""

from __future__ import annotations

from dataclasses import replace

from logicms.board import Board, Cell
from logicms.explanation.explanation import Explanation
from logicms.hints import TOTAL
from logicms.proofs.proof import By
from logicms.render.explanation_words import explanation_words, shared_cells
from logicms.render.marks import Marks
from logicms.render.phrases import literals_words, sources_listed
from logicms.render.proof_text import proof_text
from logicms.render.svg import board_svg
from logicms.render.text import Paint, board_text, plain


def explanation_text(
    board: Board | None, explanation: Explanation, by: By = "resolution", *, ascii: bool = False, paint: Paint = plain
) -> str:
    """Return the explanation as text; `board` is what it is about, None where no grid stands behind it.

    >>> from logicms.explanation import explain
    >>> board = Board(("???", "121"))
    >>> print(explanation_text(board, explain(board, Cell(0, 1)), "direct", ascii=True))
    B1 is safe, because of A2, B2 and C2 (propagate)
        A B C
      1 ? - ?
      2 1 2 1
    resolution: 4 resolutions   direct: 2 resolutions   counting: 3 clues
    to show: ~B1
    1  ~A1 | ~B1  clue A2: 1 among A1 B1
    2  A1 | C1    clue B2: 2 among A1 B1 C1
    3  ~B1 | ~C1  clue C2: 1 among B1 C1
    4  A1 | ~B1   from 2 and 3 on C1
    5  ~B1        from 4 and 1 on A1
    """
    picture = [] if board is None else [board_text(board, marks_of(explanation), ascii=ascii, paint=paint)]
    if not explanation.is_certain:
        return "\n".join([*picture, explanation_words(explanation)])
    proof = explanation.proof(by)
    shown = proof_text(proof) if proof else ""
    return "\n".join([headline(explanation), *picture, lengths_text(explanation), shown])


def headline(explanation: Explanation) -> str:
    """Return the verdict and what it rests on, in a line."""
    verdict = literals_words([explanation.literal])
    if not explanation.hints:
        return f"{verdict}: the board shows it"
    sources = [hint.because or f"«{hint}»" for hint in explanation.hints]
    why = (
        sources_listed(sources)
        if len(sources) <= 8
        else sources_listed([f"{len(explanation.clues)} clues", *_total(explanation)])
    )
    technique = f" ({explanation.technique.value})" if explanation.technique else ""
    return f"{verdict}, because of {why}{technique}"


def _total(explanation: Explanation) -> list[str]:
    return [TOTAL] if explanation.uses_mine_total else []


def lengths_text(explanation: Explanation) -> str:
    """Return how long each of the three proofs is, side by side."""
    parts = []
    for by, length in explanation.lengths().items():
        unit = "clue" if by == "counting" else "resolution"
        parts.append(f"{by}: {length} {unit}{'' if length == 1 else 's'}")
    return "   ".join(parts)


def marks_of(explanation: Explanation) -> Marks:
    """Return what a picture points out: the clues outlined, the cells they share hatched, the cell ringed."""
    cell = explanation.cell
    if not isinstance(cell, Cell):
        return Marks()
    cells = frozenset([cell])
    if not explanation.is_certain:
        differ = explanation.placements[0] ^ explanation.placements[1]
        return Marks(goal=cell, shared=frozenset(name for name in differ if isinstance(name, Cell)))
    used = frozenset(hint.because for hint in explanation.hints if isinstance(hint.because, Cell))
    names = shared_cells(explanation) or [str(name) for hint in explanation.hints[:1] for name in hint.among]
    shared = frozenset(n for h in explanation.hints for n in h.among if isinstance(n, Cell) and str(n) in set(names))
    is_mine = explanation.verdict == "mine"
    return Marks(cells if not is_mine else frozenset(), cells if is_mine else frozenset(), used, shared, goal=cell)


def explanation_svg(board: Board, explanation: Explanation) -> str:
    """Return the board as a picture, with what the explanation rests on pointed out.

    >>> from logicms.explanation import explain
    >>> board = Board(("?1", "11"))
    >>> "<title>A1 is a mine</title>" in explanation_svg(board, explain(board, Cell(0, 0)))
    True
    """
    return board_svg(titled(board, explanation), marks_of(explanation))


def titled(board: Board, explanation: Explanation) -> Board:
    """Return the board with the verdict in its title."""
    verdict = literals_words([explanation.literal]) if explanation.is_certain else f"{explanation.cell} is not certain"
    return replace(board, title=f"{board.title}: {verdict}" if board.title else verdict)
