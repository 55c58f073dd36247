"""Sentences about values: why a problem is inconsistent, why a guess is the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logicms.board import Cell
from logicms.errors import InconsistentBoard, InconsistentKnowledge
from logicms.guessing.policies import (
    CertainlyMine,
    CertainlySafe,
    CoinFlip,
    GameStart,
    Guess,
    LeastRisk,
    LookedAhead,
    MostClues,
    NothingToLearn,
    NotLookedAhead,
    PlayedOut,
    Why,
)
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.notation.odds import percent
from logicms.render.proof_text import rule_text

_MOST_NAMED = 6
"""A message names at most this many clues."""
_SELDOM = 0.01
"""A coin flip that is less probable than this is not mentioned."""


def contradiction_text(error: InconsistentKnowledge) -> str:
    """Return what is contradictory, in one line."""
    if error.hints:
        given = "" if isinstance(error, InconsistentBoard) else _given_text(error.hints, error.facts)
        return clash_text(error.hints, error.facts) + given + _flags_text(error.flags)
    if isinstance(error, InconsistentBoard):
        return f"no placement meets everything on the board; {error.remark}"
    if error.remark or not error.conflict:
        return f"no placement meets everything that is stated; {error.remark}".removesuffix("; ")
    return _cannot_be_right([rule_text(str(name)) for name in error.conflict])


def _given_text(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> str:
    """Return which facts are behind a clash of hints; on a board they can be seen."""
    known = dict.fromkeys(name for hint in hints for name in hint.among if name in facts)
    if not known or len(hints) == 1:
        return ""
    stated = [str(Literal(name, facts[name])) for name in known]
    return f", given {_joined(stated) if len(stated) <= _MOST_NAMED else f'{len(stated)} facts'}"


def _flags_text(flags: Sequence[Name]) -> str:
    """Return that flags are behind a clash, and what to do; empty if none is."""
    if not flags:
        return ""
    named = [str(flag) for flag in flags[:_MOST_NAMED]]
    cells = f"{', '.join(named)} …" if len(flags) > _MOST_NAMED else _joined(named)
    read = f"the flag at {cells} is read as a mine" if len(flags) == 1 else f"the flags at {cells} are read as mines"
    return f'; {read}: `logicms check` tells which flags are wrong, and `flags="claim"` reads them as hidden cells'


def clash_text(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> str:
    """Return why these hints cannot be met together, given what is known of their cells.

    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> problem = Problem.of(Board(("?3", "-*", "**", "*2")))
    >>> for hint in problem.hints:
    ...     print(clash_text([hint], problem.facts))
    B1 says 3, but only 2 cells around it can be mines
    B4 says 2, but 3 mines are known around it
    """
    if len(hints) == 1:
        return _alone(hints[0], facts)
    names = [
        f"the mine total of {hint.low}" if hint.because == TOTAL else rule_text(str(hint.because or hint))
        for hint in hints
    ]
    if len(names) > _MOST_NAMED:
        clues = [name for name, hint in zip(names, hints, strict=True) if hint.because != TOTAL]
        total = " and the mine total" if len(clues) < len(names) else ""
        return f"{len(clues)} clues ({', '.join(clues[:_MOST_NAMED])} …){total} cannot all be right"
    return _cannot_be_right(names)


def _cannot_be_right(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} cannot be right"
    return f"{_joined(names)} cannot {'both' if len(names) == 2 else 'all'} be right"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _alone(hint: Hint, facts: Mapping[Name, bool]) -> str:
    """Return why one hint cannot be met: too many mines are known, or too few cells are left."""
    mines = sum(facts.get(name, False) for name in hint.among)
    possible = sum(facts.get(name, True) for name in hint.among)
    where = " around it" if isinstance(hint.because, Cell) else ""
    name = rule_text(str(hint.because or hint))
    says = f"the mine total is {hint.low}" if hint.because == TOTAL else f"{name} says {hint.low}"
    if mines > hint.high:
        return f"{says}, but {mines} {'mine is' if mines == 1 else 'mines are'} known{where}"
    if possible == 1:
        return f"{says}, but only 1 cell{where} can be a mine"
    return f"{says}, but {f'only {possible}' if possible else 'no'} cells{where} can be mines"


def guess_text(guess: Guess) -> str:
    """Return which cell to open, and why.

    >>> from fractions import Fraction
    >>> print(guess_text(Guess(Cell(0, 1), Fraction(1, 3), LeastRisk(Fraction(1, 3)))))
    B1, a mine with probability 1/3 (33 %): lowest probability of a mine, 1/3
    """
    odds = guess.odds
    risk = f", a mine with probability {odds} ({percent(odds)} %)" if odds else ""
    return f"{guess.cell}{risk}: {reason_text(guess.why)}"


def reason_text(why: Why) -> str:
    """Return the reason as part of a sentence.

    >>> from fractions import Fraction
    >>> print(reason_text(LookedAhead(Fraction("0.78"), further=2, clear=Fraction("0.508"))))
    looks best two guesses ahead: a chance of 78.0 % of surviving it and the safest cell after it, and of \
50.8 % that every uncertain cell around it is safe too
    >>> print(reason_text(LeastRisk(Fraction(1, 3), alike=3, clues=1)))
    lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1
    """
    match why:
        case CertainlySafe():
            return "certainly safe"
        case CertainlyMine():
            return "certainly a mine"
        case GameStart(rule):
            return f"safe by the start rule {rule}" if rule else "the game starts here"
        case PlayedOut(won, aside):
            apart = f", apart from {_some(aside)}, which nothing else can tell anything about" if aside else ""
            return f"the best play opens it first and wins in {won} of the placements ({percent(won)} %){apart}"
        case LookedAhead(survival, further, clear, flip):
            guesses = "one guess" if further == 1 else "two guesses"
            also = f", and of {percent(clear, 1)} % that every uncertain cell around it is safe too" if clear else ""
            chance = f"a chance of {percent(survival, 1)} % of surviving it and the safest cell after it"
            return f"looks best {guesses} ahead: {chance}{also}{_coin_flip(flip)}"
        case NothingToLearn(flip):
            shown = "it shows the same wherever the mines are, and so does every cell that was considered"
            return f"{shown}: it comes first as the least risk that can be avoided{_coin_flip(flip)}"
        case LeastRisk(odds, alike, clues):
            among = f"; of {alike} such cells it has the most clues around it, {clues}" if alike > 1 else ""
            return f"lowest probability of a mine, {odds}{among}"
        case NotLookedAhead(limit):
            return f"lowest probability of a mine; the guesses after it were not considered: {limit}"
        case MostClues(clues, limit):
            return f"most clues around it, {clues}" + (f"; its probability is not known: {limit}" if limit else "")


def _coin_flip(flip: CoinFlip | None) -> str:
    if flip is None or flip.chance < _SELDOM:
        return ""
    flipped = f"it and {_joined([str(cell) for cell in flip.others])} are a coin flip that no clue will decide"
    return f"; {flipped}" if flip.chance == 1 else f"; in {percent(flip.chance, 1)} % of the placements {flipped}"


def _some(cells: Sequence[Cell]) -> str:
    return _joined([str(cell) for cell in cells]) if len(cells) <= _MOST_NAMED else f"{len(cells)} cells"
