"""An explanation in words, as a teacher would say it: which clues, what they share, what follows.

By resolution the argument supposes the contrary and follows what each clue then says (`story`); a direct proof is told
step by step, a counting proof as sums. An uncertain cell is told by two placements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logicms.explanation.explanation import Explanation
from logicms.explanation.story import story
from logicms.hints import TOTAL, Hint
from logicms.literal import Literal
from logicms.proofs.proof import By, Proof
from logicms.render.phrases import are, cells_listed, hint_words, literals_words, sources_listed
from logicms.render.proof_words import proof_words

MOST_SAID = 8
"""More clues than this are named, but what each says is not told."""
MOST_STEPS = 60
"""A resolution proof with more steps than this is not told: nobody would read it. The sum of the clues is."""


def explanation_words(explanation: Explanation, by: By = "resolution") -> str:
    """Return the explanation as paragraphs.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import explain
    >>> print(explanation_words(explain(Board(("???", "121")), Cell(0, 1))))
    B1 is safe.
    <BLANKLINE>
    A2 shows 1: exactly 1 of A1 and B1 is a mine.
    B2 shows 2: exactly 2 of A1, B1 and C1 are mines.
    C2 shows 1: exactly 1 of B1 and C1 is a mine.
    They share A1, B1 and C1.
    <BLANKLINE>
    Suppose that B1 is a mine. Then A2 has all its mines, so A1 is safe. Then B2 needs every cell that is left, so C1 \
is a mine. But then C2 has 2 mines, not 1. So B1 is safe.
    <BLANKLINE>
    None of the three can be left out.
    """
    if not explanation.is_certain:
        return _uncertain(explanation)
    parts = [f"{literals_words([explanation.literal])}.", _said(explanation), _argument(explanation, by)]
    return "\n\n".join(part for part in [*parts, _needed(explanation)] if part)


# -- which clues, and what they share


def _said(explanation: Explanation) -> str:
    if not explanation.hints:
        return f"It is known: the board shows that {literals_words([explanation.literal])}."
    if len(explanation.hints) > MOST_SAID:
        return f"It takes {sources_listed([f'{len(explanation.clues)} clues', *_total(explanation)])}: " + (
            f"{', '.join(map(str, explanation.clues))}."
        )
    lines = [f"{hint_words(hint, explanation.facts)}." for hint in explanation.hints]
    return "\n".join([*lines, *_shared(explanation)])


def _total(explanation: Explanation) -> list[str]:
    return [TOTAL] if explanation.uses_mine_total else []


def _shared(explanation: Explanation) -> list[str]:
    cells = shared_cells(explanation)
    if not cells:
        return []
    clues = f"{explanation.hints[0].because} and {explanation.hints[1].because}"
    who = clues if len(explanation.hints) == 2 and not explanation.uses_mine_total else "They"
    return [f"{who} share {cells_listed(cells)}."]


def shared_cells(explanation: Explanation) -> list[str]:
    """Return the cells, not known ones, that more than one of the clues counts; the mine total counts all."""
    clues = [hint for hint in explanation.hints if hint.because != TOTAL]
    counts: dict[str, int] = {}
    for name in (name for hint in clues for name in hint.among if name not in explanation.facts):
        counts[str(name)] = counts.get(str(name), 0) + 1
    return [name for name, count in counts.items() if count > 1]


_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _needed(explanation: Explanation) -> str:
    count = len(explanation.hints)
    if count < 2:
        return ""
    return f"{'Neither' if count == 2 else 'None'} of the {_NUMBERS.get(count, count)} can be left out."


# -- what follows


def _argument(explanation: Explanation, by: By) -> str:
    if not explanation.hints:
        return ""
    proof = explanation.proof(by)
    assert proof is not None, "a certain cell has a proof"
    if by == "counting":
        return proof_words(proof)
    if len(proof.steps) > MOST_STEPS or _speaks_of_many(proof):
        lead = "By resolution this takes more steps than anyone would read; by counting it is short. "
        return lead + _argument(explanation, "counting")
    told = _story(explanation, proof) if by == "resolution" else None
    return proof_words(proof) if told is None else told


def _speaks_of_many(proof: Proof) -> bool:
    """Return whether its auxiliary symbols count more cells than a sentence can list."""
    return any(len(meaning.split()) > MOST_SAID + 5 for meaning in proof.symbols.values())


def _story(explanation: Explanation, proof: Proof) -> str | None:
    """Return the refutation as a person would tell it, None where it takes a case split."""
    told = story(proof)
    if told is None:
        return None
    if len(explanation.hints) == 1 and not told.followed:
        return ""  # what the clue says is all there is to say
    conclusion = f"So {literals_words([explanation.literal])}."
    hints = {str(hint.because or hint): hint for hint in explanation.hints}
    sentences = [f"Suppose that {literals_words([told.supposed])}."]
    sentences += [_then(hints[each.source], each.literals) for each in told.followed]
    return " ".join([*sentences, _broken(hints[told.broken], told.held), conclusion])


def _then(hint: Hint, literals: Sequence[Literal]) -> str:
    if not literals[0].holds:
        return f"Then {_name(hint)} has all its mines, so {literals_words(literals)}."
    return f"Then {_name(hint)} needs every cell that is left, so {literals_words(literals)}."


def _broken(hint: Hint, held: Mapping[str, bool]) -> str:
    mines = sum(held.get(str(name), False) for name in hint.among)
    can_be = sum(held.get(str(name), True) for name in hint.among)
    if mines > hint.high:
        return f"But then {_name(hint)} has {_mines(mines)}, not {hint.high}."
    return f"But then {_name(hint)} can have {f'at most {_mines(can_be)}' if can_be else 'no mine'}, not {hint.low}."


def _mines(count: int) -> str:
    return f"{count} mine{'' if count == 1 else 's'}"


def _name(hint: Hint) -> str:
    return "the board" if hint.because == TOTAL else f"«{hint}»" if hint.because is None else str(hint.because)


# -- where nothing is certain


def _uncertain(explanation: Explanation) -> str:
    """Return why nothing is certain: two placements, told by where they differ."""
    cell = explanation.cell
    without, with_it = explanation.placements
    here, there = list(with_it - without - {cell}), list(without - with_it)
    return (
        f"Whether {cell} is a mine is not certain: two placements meet everything that is known.\n"
        f"In one it is a mine{f', and {are(here, True)} too' if here else ''}; "
        f"in the other it is safe{f', and {are(there, True)} instead' if there else ''}.\n"
        "Everywhere else the two agree."
    )
