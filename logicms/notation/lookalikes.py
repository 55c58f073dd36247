"""Look-alikes: names that people cannot tell apart, because letters of different scripts look the same.

Hint files and formulas refuse them: a knowledge base in which the Cyrillic and the Latin A are two names says something
else than it seems to say.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from logicms.board import CELL_NAME

# Scripts whose letters look like each other's; mixing others, such as those of Japanese, is usual.
_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсухіѕјһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικ",
    "ABESIJKMHOPCTYXaeopcyxisjhdqw" + "ABEZHIKMNOPTYXovik",
)


def in_latin(name: str) -> str:
    """Return the name with every letter and digit that looks like an ASCII one replaced by it.

    >>> in_latin("\N{CYRILLIC CAPITAL LETTER A}1"), in_latin("größe")
    ('A1', 'größe')
    """
    if name.isascii():
        return name
    letters = unicodedata.normalize("NFKC", name).translate(_LATIN)
    return "".join(str(unicodedata.decimal(each, each)) for each in letters)


def mistake_in_name(name: str) -> str | None:
    """Return what is wrong with a name whose letters are not what they seem; None if nothing is.

    >>> mistake_in_name("r\N{CYRILLIC SMALL LETTER A}in")
    "'rаin' mixes Latin and Cyrillic letters, which look alike: write it in one script"
    >>> mistake_in_name("\N{CYRILLIC CAPITAL LETTER A}1")
    "'А1' looks like the cell A1, but is not written in Latin letters and digits: write A1"
    """
    if name.isascii():
        return None
    words = dict.fromkeys(unicodedata.name(letter, " ").split(" ")[0] for letter in name if letter.isalpha())
    scripts = [word.capitalize() for word in words if word in _ALIKE]
    if len(scripts) > 1:
        mixed = f"{', '.join(scripts[:-1])} and {scripts[-1]}"
        return f"{name[:40]!r} mixes {mixed} letters, which look alike: write it in one script"
    if CELL_NAME.fullmatch(cell := in_latin(name)):
        return f"{name[:40]!r} looks like the cell {cell}, but is not written in Latin letters and digits: write {cell}"
    return None


def look_alikes(names: Collection[str]) -> tuple[str, str] | None:
    """Return a name, and another of these names that looks the same; None if all look different.

    >>> look_alikes(["b", "a", "\N{CYRILLIC SMALL LETTER A}"])
    ('а', 'a')
    """
    first: dict[str, str] = {name: name for name in names if name.isascii()}
    for name in names:
        if (other := first.setdefault(in_latin(name), name)) != name:
            return name, other
    return None
