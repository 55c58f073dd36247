"""Phrases that several texts for people are made of: lists, counts of mines, what a literal and a hint say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from logicms.hints import TOTAL, Hint
from logicms.literal import Literal, Name, name_order

MOST_LISTED = 10
"""Longer lists of cells are counted instead of listed."""


def listed(words: Iterable[object], joint: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["A1", "B1", "C1"]), listed(["A1"]), listed(["A1", "B1"], "or")
    ('A1, B1 and C1', 'A1', 'A1 or B1')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} {joint} {last}" if most else last


def cells_listed(names: Sequence[object]) -> str:
    """Return cells as a list in reading order, or their number where they are many.

    >>> cells_listed(["B1", "A1"]), cells_listed([f"A{row}" for row in range(1, 21)])
    ('A1 and B1', '20 cells')
    """
    if len(names) > MOST_LISTED:
        return f"{len(names)} cells"
    ordered: list[str] = sorted(map(str, names), key=name_order)
    return listed(ordered)


def are(names: Sequence[object], is_mine: bool) -> str:
    """Return what cells are, as a phrase; of names that are no cells, whether they hold.

    >>> are(["A1"], True), are(["A1", "B1"], False), are(["rain"], True)
    ('A1 is a mine', 'A1 and B1 are safe', 'rain holds')
    """
    one = len(names) == 1
    if not all(is_cell(str(name)) for name in names):
        verb = ("holds" if one else "hold") if is_mine else ("does not hold" if one else "do not hold")
        return f"{cells_listed(names)} {verb}"
    what = "safe" if not is_mine else "a mine" if one else "mines"
    return f"{cells_listed(names)} {'is' if one else 'are'} {what}"


def is_cell(name: str) -> bool:
    """Return whether a name is that of a cell."""
    return name_order(name)[0] == 0


def literals_words(literals: Iterable[Literal]) -> str:
    """Return literals as a phrase, the mines together and the safe cells together.

    >>> literals_words([Literal("C1", True), Literal("A1", False), Literal("B1", False)])
    'C1 is a mine and A1 and B1 are safe'
    """
    literals = list(literals)
    said = {holds: [literal.name for literal in literals if literal.holds is holds] for holds in (True, False)}
    return " and ".join(are(names, is_mine) for is_mine, names in said.items() if names)


def count_words(among: Sequence[object], low: int, high: int) -> str:
    """Return how many of these cells are mines.

    >>> count_words(["A1", "B1"], 1, 1), count_words(["A1", "B1"], 2, 2)
    ('exactly 1 of A1 and B1 is a mine', 'both A1 and B1 are mines')
    """
    one, many = ("is a mine", "are mines") if all(is_cell(str(name)) for name in among) else ("holds", "hold")
    if high <= 0:
        return are(among, False) if len(among) == 1 else f"none of {cells_listed(among)} {one}"
    if low >= len(among):
        together = {1: "", 2: "both "}.get(len(among), f"all {len(among)} of ")
        return f"{together}{are(among, True)}"
    if low == high:
        bound, number = f"exactly {low}", low
    elif high >= len(among):
        bound, number = f"at least {low}", low
    else:
        bound, number = (f"at most {high}" if low <= 0 else f"{low} to {high}"), high
    return f"{bound} of {cells_listed(among)} {one if number == 1 else many}"


def hint_words(hint: Hint, facts: Mapping[Name, bool]) -> str:
    """Return what a hint says, and what is left of it once the facts are put in.

    >>> from logicms.hints import exactly
    >>> hint_words(exactly(2, ["A1", "B1", "C1"], because="B2"), {"C1": True})
    'B2 shows 2, and C1 is known to be a mine: so exactly 1 of A1 and B1 is a mine'
    """
    known: dict[bool, list[Name]] = {True: [], False: []}
    for name in hint.among:
        if name in facts:
            known[facts[name]].append(name)
    free = [name for name in hint.among if name not in facts]
    said = count_words(free, hint.low - len(known[True]), hint.high - len(known[True]))
    if hint.because == TOTAL and len(free) > MOST_LISTED:
        said = said.replace(f"{len(free)} cells", f"the {len(free)} cells {_rest(hint, free)}", 1)
    parts = [f"{_is_known(names)} {'a mine' if is_mine else 'safe'}" for is_mine, names in known.items() if names]
    opening = _opening(hint)
    return f"{opening}, and {' and '.join(parts)}: so {said}" if parts else f"{opening}: {said}"


def _rest(hint: Hint, free: Sequence[object]) -> str:
    return "that are not open" if len(free) == len(hint.among) else "left"


def _is_known(names: Sequence[object]) -> str:
    return f"{cells_listed(names)} {'is' if len(names) == 1 else 'are'} known to be"


def _opening(hint: Hint) -> str:
    if hint.because == TOTAL:
        return f"The board has {hint.low} mine{'' if hint.low == 1 else 's'} in all"
    return "It is told" if hint.because is None else f"{hint.because} shows {hint.low}"


def sources_listed(sources: Iterable[object]) -> str:
    """Return clues as a list, the mine total by its name.

    >>> sources_listed(["A2", "mines"])
    'A2 and the mine total'
    """
    return listed("the mine total" if source == TOTAL else source for source in sources)
