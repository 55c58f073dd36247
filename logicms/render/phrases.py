"""Phrases: the words for names, literals, hints and clashes, of which every sentence is made.

A cell "is a mine" or "is safe"; any other name "holds" or "does not hold".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from logicms.board import CELL_NAME, Cell
from logicms.errors import InconsistentBoard, InconsistentKnowledge, counted
from logicms.hints import TOTAL, Hint, Literal, Name, name_order

MOST_LISTED = 10
"""A list of more names than this is given as a number."""
MOST_CLASHING = 6
"""A message names at most this many clues."""
MOST_STATED = 20
"""Of more statements than this, a message names the first few."""


def printable(text: str) -> str:
    """Return the text on one line, without control characters that a terminal would act on."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def rule_text(source: str) -> str:
    """Return how a rule, or an instance of one, is called.

    >>> rule_text("line 2 with c = B2"), rule_text("X1")
    ('rule 2 with c = B2', 'X1')
    """
    return printable(source.replace("line ", "rule ", 1) if source.startswith("line ") else source)


MOST_CITED = 200
"""A sentence has at most this many characters of a statement; a proof shows it whole."""


def source_text(source: str) -> str:
    """Return how a sentence cites a statement: a rule by its name, a long formula by its beginning."""
    text = rule_text(source)
    return text if len(text) <= MOST_CITED else f"{text[: MOST_CITED - 1]}…"


def meaning_text(meaning: str) -> str:
    """Return the meaning of an auxiliary symbol for people; in a proof that is read back it is always "mines".

    >>> meaning_text("at least 1 mines among A1 B1"), meaning_text("at least 2 mines among ann bob")
    ('at least 1 mine among A1 B1', 'at least 2 among ann bob')
    """
    count, among, names = meaning.partition(" mines among ")
    if not among:
        return meaning
    mines = (" mine" if count == "at least 1" else " mines") if are_cells(names.split()) else ""
    return f"{count}{mines} among {names}"


# -- lists


def listed(words: Iterable[object], joint: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["A1", "B1", "C1"]), listed(["A1"]), listed(["A1", "B1"], "or")
    ('A1, B1 and C1', 'A1', 'A1 or B1')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} {joint} {last}" if most else last


def names_listed(names: Sequence[object], most: float = MOST_LISTED) -> str:
    """Return names as a list in reading order, or their number if there are many.

    >>> names_listed(["B1", "A1"]), names_listed([f"A{row}" for row in range(1, 21)])
    ('A1 and B1', '20 cells')
    """
    if len(names) > most or not names:
        return f"{len(names) or 'zero'} {'cells' if are_cells(names) else 'names'}"
    ordered: list[str] = sorted(map(str, names), key=name_order)
    return printable(listed(ordered))


def sources_listed(sources: Iterable[object]) -> str:
    """Return clues as a list, the mine total by its name.

    >>> sources_listed(["A2", "mines"])
    'A2 and the mine total'
    """
    return listed("the mine total" if source == TOTAL else source_text(str(source)) for source in sources)


def assuming_text(assumptions: Sequence[str] | None) -> str:
    """Return under which assumptions something holds, as the end of a phrase; nothing if there are none.

    >>> assuming_text(["~rain"]), assuming_text(["~rain", "a | b"])
    (' under the assumption ~rain', ' under the assumptions ~rain and a | b')
    """
    if not assumptions:
        return ""
    return f" under the assumption{'' if len(assumptions) == 1 else 's'} {listed(assumptions)}"


# -- what holds


def are_cells(names: Iterable[object]) -> bool:
    """Return whether each name is that of a cell."""
    return all(name_order(str(name))[0] == 0 for name in names)


def predicate(names: Iterable[object], holds: bool, many: bool = False) -> str:
    """Return what is said of names: of one of them, or of `many`.

    >>> predicate(["A1"], True), predicate(["A1", "B1"], False, many=True), predicate(["rain"], False)
    ('is a mine', 'are safe', 'does not hold')
    """
    if are_cells(names):
        what = "safe" if not holds else "mines" if many else "a mine"
        return f"{'are' if many else 'is'} {what}"
    if holds:
        return "hold" if many else "holds"
    return f"{'do' if many else 'does'} not hold"


def are(names: Sequence[object], holds: bool) -> str:
    """Return that names hold, or that they do not.

    >>> are(["A1"], True), are(["A1", "B1"], False), are(["rain"], True)
    ('A1 is a mine', 'A1 and B1 are safe', 'rain holds')
    """
    return f"{names_listed(names)} {predicate(names, holds, many=len(names) > 1)}"


def literals_words(literals: Iterable[Literal]) -> str:
    """Return literals as a phrase, the mines together and the safe cells together.

    >>> literals_words([Literal("C1", True), Literal("A1", False), Literal("B1", False)])
    'C1 is a mine and A1 and B1 are safe'
    """
    literals = list(literals)
    said = {holds: [literal.name for literal in literals if literal.holds is holds] for holds in (True, False)}
    return " and ".join(are(names, holds) for holds, names in said.items() if names)


# -- hints


def bound_words(low: int, high: int, size: int) -> str:
    """Return how many of `size` names hold.

    >>> [bound_words(*bounds, 3) for bounds in ((2, 2), (2, 3), (0, 2), (1, 2))]
    ['exactly 2', 'at least 2', 'at most 2', '1 to 2']
    """
    if low == high:
        return f"exactly {low}"
    if high >= size:
        return f"at least {low}"
    return f"at most {high}" if low <= 0 else f"{low} to {high}"


def count_words(among: Sequence[object], low: int, high: int, most: float = MOST_LISTED) -> str:
    """Return how many of these names hold; of more than `most` only the number is given.

    >>> count_words(["A1", "B1"], 1, 1), count_words(["A1", "B1"], 2, 2)
    ('exactly 1 of A1 and B1 is a mine', 'both A1 and B1 are mines')
    """
    names, size = names_listed(among, most), len(among)
    if high <= 0:
        return f"{names} {predicate(among, False)}" if size == 1 else f"none of {names} {predicate(among, True)}"
    if low == size:
        together = {1: "", 2: "both "}.get(size, f"all {size} of ")
        return f"{together}{names} {predicate(among, True, many=size > 1)}"
    number = low if low == high or high >= size else high
    return f"{bound_words(low, high, size)} of {names} {predicate(among, True, many=number != 1)}"


def hint_words(hint: Hint, facts: Mapping[Name, bool], flags: Collection[Name] = ()) -> str:
    """Return what a hint says, and what is left of it once the facts are substituted; `flags` are read as mines.

    >>> from logicms.hints import exactly
    >>> hint_words(exactly(2, ["A1", "B1", "C1"], because="B2"), {"C1": True})
    'B2 shows 2, and C1 is known to be a mine: so exactly 1 of A1 and B1 is a mine'
    >>> hint_words(exactly(1, ["A1", "B1"], because="B2"), {"A1": True}, flags=["A1"])
    'B2 shows 1, and A1 is flagged as a mine: so B1 is safe'
    """
    known: dict[bool, list[Name]] = {True: [], False: []}
    for name in hint.among:
        if name in facts:
            known[facts[name]].append(name)
    free = [name for name in hint.among if name not in facts]
    said = count_words(free, hint.low - len(known[True]), hint.high - len(known[True]))
    if hint.because == TOTAL and len(free) > MOST_LISTED:
        which = "that are not open" if len(free) == len(hint.among) else "left"
        said = said.replace(f"{len(free)} cells", f"the {len(free)} cells {which}", 1)
    shown = [name for name in known[True] if name not in flags]
    flagged = [name for name in known[True] if name in flags]
    said_of = (("known to be a mine", shown), ("flagged as a mine", flagged), ("known to be safe", known[False]))
    parts = [f"{names_listed(names)} {'is' if len(names) == 1 else 'are'} {what}" for what, names in said_of if names]
    opening = _opening(hint)
    return f"{opening}, and {' and '.join(parts)}: so {said}" if parts else f"{opening}: {said}"


def _opening(hint: Hint) -> str:
    if hint.because == TOTAL:
        return f"The board has {counted(hint.low, 'mine')} in all"
    if hint.because is None:
        return "It is given"
    source = str(hint.because)
    return f"{source} shows {hint.low}" if CELL_NAME.fullmatch(source) else f"By {rule_text(source)}"


# -- why a problem is inconsistent


def contradiction_text(error: InconsistentKnowledge) -> str:
    """Return what is contradictory, in one line."""
    if error.hints:
        given = "" if isinstance(error, InconsistentBoard) else _given_text(error.hints, error.facts)
        return clash_text(error.hints, error.facts) + given + _flags_text(error.flags)
    if isinstance(error, InconsistentBoard):
        return f"no placement meets everything on the board; {error.remark}"
    if error.remark or not error.conflict:
        return f"no placement meets everything that is stated; {error.remark}".removesuffix("; ")
    return _cannot_be_right([source_text(str(name)) for name in error.conflict])


def _given_text(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> str:
    """Return which facts are behind a clash of hints; on a board they can be seen."""
    known = dict.fromkeys(name for hint in hints for name in hint.among if name in facts)
    if not known or len(hints) == 1:
        return ""
    stated = [str(Literal(name, facts[name])) for name in known]
    return f", given {listed(stated) if len(stated) <= MOST_CLASHING else f'{len(stated)} facts'}"


def _flags_text(flags: Sequence[Name]) -> str:
    """Return that flags are behind a clash, and what to do; empty if none is."""
    if not flags:
        return ""
    named = [str(flag) for flag in flags[:MOST_CLASHING]]
    cells = f"{', '.join(named)} …" if len(flags) > MOST_CLASHING else listed(named)
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
        f"the mine total of {hint.low}" if hint.because == TOTAL else source_text(str(hint.because or hint))
        for hint in hints
    ]
    if len(names) > MOST_CLASHING:
        clues = [name for name, hint in zip(names, hints, strict=True) if hint.because != TOTAL]
        total = " and the mine total" if len(clues) < len(names) else ""
        return f"{len(clues)} clues ({', '.join(clues[:MOST_CLASHING])} …){total} cannot all be right"
    return _cannot_be_right(names)


def _cannot_be_right(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} cannot be right"
    if len(names) > MOST_STATED:
        return f"{len(names)} statements ({', '.join(names[:MOST_CLASHING])} …) cannot all be right"
    return f"{listed(names)} cannot {'both' if len(names) == 2 else 'all'} be right"


def _alone(hint: Hint, facts: Mapping[Name, bool]) -> str:
    """Return why one hint cannot be met: too many mines are known, or too few cells are left."""
    hold = sum(facts.get(name, False) for name in hint.among)
    can_hold = sum(facts.get(name, True) for name in hint.among)
    where = " around it" if isinstance(hint.because, Cell) else ""
    bound = hint.low if hint.is_exact else f"at most {hint.high}" if hold > hint.high else f"at least {hint.low}"
    source = source_text(str(hint.because)) if hint.because else f'"{source_text(str(hint))}"'
    if len(hint.among) == 1 and not are_cells(hint.among):
        name = hint.among[0]
        return f"{source} says {Literal(name, hint.low > 0)}, but {name} {'holds' if hold else 'does not hold'}"
    says = f"the mine total is {bound}" if hint.because == TOTAL else f"{source} says {bound}"
    if not are_cells(hint.among):
        if hold > hint.high:
            return f"{says}, but {hold} of its names {'holds' if hold == 1 else 'hold'}"
        return f"{says}, but {f'only {can_hold}' if can_hold else 'none'} of its names can hold"
    if hold > hint.high:
        return f"{says}, but {counted(hold, 'mine is', 'mines are')} known{where}"
    if can_hold == 1:
        return f"{says}, but only 1 cell{where} can be a mine"
    return f"{says}, but {f'only {can_hold}' if can_hold else 'no'} cells{where} can be mines"
