"""The easiest next deduction, told as far as somebody wants to know: where to look, which clues, how, the proof."""

from __future__ import annotations

from logicms.board import Board
from logicms.explanation.explanation import Explanation
from logicms.explanation.techniques import Technique
from logicms.render.explanation_text import marks_of
from logicms.render.explanation_words import explanation_words
from logicms.render.marks import Marks
from logicms.render.phrases import sources_listed
from logicms.render.text import Paint, board_text, plain

_HOW = {
    Technique.SINGLE: "one clue alone decides it: all its mines are known, or all its cells must be mines",
    Technique.SUBSET: "the cells of one clue lie inside another's: look at the rest of the larger one",
    Technique.PROPAGATE: "suppose the contrary, and follow what each clue then says to a contradiction",
    Technique.SPLIT: "suppose the contrary, and try a cell both ways: each way ends in a contradiction",
}


def ladder_text(
    board: Board, explanation: Explanation, level: int, *, region: str, ascii: bool = False, paint: Paint = plain
) -> str:
    """Return what the ladder says up to a level, with the board where nothing more is given away.

    >>> from logicms.explanation import next_deduction
    >>> board = Board(("????", "1221"))
    >>> print(ladder_text(board, next_deduction(board), 3, region="B1:D2", ascii=True))
        A B C D
      1 ? ? ? ?
      2 1 2 2 1
    Look at B1:D2.
    Use C2 and D2.
    Technique: subset: the cells of one clue lie inside another's: look at the rest of the larger one.
    """
    marks = marks_of(explanation) if level > 3 else Marks(used=marks_of(explanation).used if level > 1 else frozenset())
    lines = [board_text(board, marks, ascii=ascii, paint=paint), f"Look at {region}."]
    if level > 1:
        lines.append(f"Use {sources_listed(hint.because or hint for hint in explanation.hints)}.")
    if level > 2 and explanation.technique is not None:
        lines.append(f"Technique: {explanation.technique.value}: {_HOW[explanation.technique]}.")
    if level > 3:
        lines += ["", explanation_words(explanation)]
    return "\n".join(lines)
