"""What a learner says of cells or names, in the many ways that people write it, as claims: name -> mine or not.

A *group word* (safe, mine, false, true) comes before its names and holds until the next one (`safe D1, H1, mine B1`) or
ends the names before it (`D1, H1 are safe`); `~D1` says safe by itself. What cannot be understood is asked about: the
learner is never taken to have said something that is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from logicms.teach.exercise import LessonFile, Refused
from logicms.teach.feedback import are_cells, unknown_name

Claims = dict[str, bool]
"""Names with True for a mine (the name holds) and False for safe."""

_TOKEN = re.compile(r"[,;\n]|[~¬!]|\w+|[^\s\w:=.(){}\[\]&+\"'`]")
_APPLIED = re.compile(rf"(?!(?:safe|mines?|true|false|not)\b)[^\W\d_]\w*\([\w, \t]+\)|{_TOKEN.pattern}")
"""The same, where names have arguments: `pit(A3)`."""
_BREAKS = (",", ";", "\n")
_GROUPS = {"safe": False, "mine": True, "mines": True, "false": False, "true": True}
_NEGATIONS = ("~", "¬", "!", "not", "no")
_NONE = ("none", "nothing")
_FILLERS = ("and", "is", "are", "a", "an", "the", "at", "in", "on", "cell", "cells", "there")


@dataclass(frozen=True, slots=True)
class _Word:
    """A group word, a name (`value` is False after a `~`, else None), or a break between parts (no text)."""

    text: str
    value: bool | None = None
    is_group: bool = False


def parse_claims(answer: str, file: LessonFile, bare: bool | None = None) -> Claims:
    """Return what an answer says of the names of a file, or raise `Refused`.

    A name without a group word holds, as a literal does, if the answer has no group word at all; otherwise it is what
    `bare` says, and without `bare` the learner is asked.

    >>> from logicms.board import Board
    >>> row = LessonFile.of_board("row", Board(("???", "121")))
    >>> parse_claims("mine A1, C1; safe B1", row) == parse_claims("A1 and C1 are mines, ~B1", row)
    True
    """
    words = list(_words(answer, file))
    if not any(word.text for word in words if not word.is_group) and not _says_none(answer):
        raise Refused("empty", "Name the cells, or say none." if are_cells(file.names) else "Name them, or say none.")
    if not any(word.is_group for word in words):
        bare = True
    claims: Claims = {}
    for name, value in _grouped(words):
        says = bare if value is None else value
        if says is None:
            no, yes = ("safe", "mine") if are_cells([name]) else ("false", "true")
            question = f"Is {name} {no}, or {'a ' if yes == 'mine' else ''}{yes}?"
            raise Refused("unclear", f"{question} Write {no} {name} or {yes} {name}.")
        if claims.setdefault(name, says) != says:
            both = ("safe", "a mine") if are_cells([name]) else ("false", "true")
            raise Refused("both", f"You say both that {name} is {both[0]} and that it is {both[1]}.")
    return claims


def _says_none(answer: str) -> bool:
    words = answer.lower().replace(".", " ").replace(",", " ").split()
    return any(word in _NONE for word in words) or words[:1] == ["no"]


def _words(answer: str, file: LessonFile) -> Iterator[_Word]:
    """Yield what an answer is made of; fillers are left out, and negations are part of what they negate."""
    negated = False
    tokens = _APPLIED if any("(" in name for name in file.names) else _TOKEN
    for token in tokens.findall(answer):
        token = re.sub(r"[ \t]", "", token)
        is_cell = file.board is not None or token.upper() in file.names
        name, small = token.upper() if is_cell and token not in file.names else token, token.lower()
        if name in file.names:
            yield _Word(name, False if negated else None)
        elif small in _GROUPS:
            yield _Word(small, _GROUPS[small] != negated, is_group=True)
        elif token in _BREAKS:
            yield _Word("")
        elif small in _NEGATIONS:
            negated = not negated
            continue
        elif small in _FILLERS or small in _NONE:
            continue
        else:
            raise Refused("unknown", unknown_name(name, file.names, file))
        negated = False


def _grouped(words: list[_Word]) -> Iterator[tuple[str, bool | None]]:
    """Yield each name with what its group says of it, or None."""
    holds: bool | None = None  # by a group word that came before its names
    waiting: list[str] = []  # names that a later group word may end
    for part in _parts(words):
        own = part[-1].is_group and not part[0].is_group
        if own:
            holds = None
        said: bool | None = None  # by a group word in this part
        for word in part:
            if word.is_group and own:
                yield from ((name, word.value) for name in waiting)
                waiting = []
            elif word.is_group:
                holds = said = word.value
            elif word.value is not None:
                if own or said is not None:
                    raise Refused("mixed", f"Write safe {word.text} or ~{word.text}, not both at once.")
                yield word.text, word.value
                holds = None
            elif holds is not None:
                yield word.text, holds
            else:
                waiting.append(word.text)
    yield from ((name, None) for name in waiting)


def _parts(words: list[_Word]) -> Iterator[list[_Word]]:
    """Yield the words between two breaks, if there are any."""
    part: list[_Word] = []
    for word in [*words, _Word("")]:
        if word.text:
            part.append(word)
        elif part:
            yield part
            part = []
