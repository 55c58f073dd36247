"""Records from JSON: every field has its type, is within its bounds and is known, or the error says which is not.

>>> from dataclasses import dataclass
>>> from logicms.record import shown
>>> @dataclass(frozen=True)
... class Stop(Record):
...     cell: Annotated[str, Bounds(longest=4)] = shown("Where.")
...     level: Annotated[int, Bounds(least=1, most=4)] = shown("How much.", default=1)
>>> read_record(Stop, {"cell": "B1"})
Stop(cell='B1', level=1)
>>> read_record(Stop, {"cell": "B1", "level": 9})
Traceback (most recent call last):
logicms.errors.FieldsError: level: expected at most 4, not 9
"""

from __future__ import annotations

import types
import typing
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from logicms.board import Cell, parse_cell
from logicms.errors import BoardError, FieldsError
from logicms.notation.texts import nearest
from logicms.record import Bounds, Record

_R = TypeVar("_R", bound=Record)

_MOST_WRONG = 20
"""How many fields an error speaks of."""
_MOST_DEEP = 100
"""How deep a value may be nested whose type is not said."""
_MOST_DIGITS = 40
_LARGEST = 2**128
_KINDS: dict[type, str] = {
    Cell: "the name of a cell",
    bool: "a boolean",
    int: "a whole number",
    float: "a number",
    str: "a text",
}
_UNIONS = (typing.Union, types.UnionType)


def read_record(kind: type[_R], given: object, options: Mapping[str, str] | None = None) -> _R:
    """Return the record that a JSON value is; `options` are more of its fields, as texts, such as those of a query."""
    reading = _Reading(options or {})
    record = reading.record(kind, given, "")
    if reading.wrong:
        raise FieldsError(reading.wrong[:_MOST_WRONG])
    return typing.cast("_R", record)


class _Wrong(Exception):
    """The value cannot be read, and this says why."""


class _Reading:
    """One reading, which goes on after a mistake to find the others."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.texts = False
        """Whether the field that is read now is an option: a text that may stand for a number or a boolean."""
        self.wrong: list[tuple[str, str]] = []

    def record(self, kind: type[Record], given: object, path: str) -> Record | None:
        """Return the record; None if something is wrong, which is noted."""
        if not isinstance(given, dict):
            self.wrong.append((path, f"expected an object, not {_shown(given)}"))
            return None
        before = len(self.wrong)
        if not path:
            given = self._with_options(given)
        hints = _hints(kind)
        # What is not in the JSON that is written is not taken from any, either.
        written = [each for each in fields(kind) if each.metadata.get("json", True)]
        declared = {each.metadata.get("key") or each.name: each for each in written}
        values = {}
        for key, each in declared.items():
            if key in given:
                self.texts = self.texts if path else key in self.options
                values[each.name] = self.value(hints[each.name], given[key], _inside(path, key))
            elif each.default is MISSING and each.default_factory is MISSING:
                self.wrong.append((_inside(path, key), "is missing"))
        for key in given:
            if key not in declared:
                remark = nearest(key, declared) or f"; the fields are {', '.join(declared)}" if declared else ""
                self.wrong.append((_inside(path, key[:40]), f"there is no such field{remark}"))
        if len(self.wrong) > before:
            return None
        try:
            return kind(**values)
        except BoardError as error:  # fields that do not go together
            self.wrong.append((path, str(error)))
            return None

    def _with_options(self, given: dict[str, object]) -> dict[str, object]:
        for key in self.options:
            if key in given:
                self.wrong.append((key[:40], "is given twice: in the body and in the query"))
        return {**given, **self.options}

    def value(self, kind: Any, given: object, path: str) -> object:
        """Return a value of this type; None if it is wrong, which is noted."""
        try:
            return self._value(kind, given, path)
        except _Wrong as error:
            self.wrong.append((path, str(error)))
            return None

    def _value(self, kind: Any, given: object, path: str) -> object:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            value = self._value(args[0], given, path)
            _check_bounds(args[1], value)
            return value
        if origin in _UNIONS:
            return self._value(self._alternative(args, given), given, path)
        if isinstance(kind, type) and issubclass(kind, Record):
            return self.record(kind, given, path)
        if not self._fits(kind, given):
            raise _Wrong(f"expected {_name(kind)}, not {_shown(given)}")
        if kind in (int, float):
            return _number(kind, given)
        if kind is bool:
            return given in (True, "true")
        if isinstance(kind, type) and issubclass(kind, Enum):
            return kind(given)
        if kind is Cell:
            return _cell(given)
        if kind is object or _is(origin, Mapping):
            _check_depth(given)
        elif _is(origin, Collection) and isinstance(given, list):
            return tuple(self.value(args[0], each, f"{path}.{number}") for number, each in enumerate(given))
        return given

    def _alternative(self, kinds: tuple[Any, ...], given: object) -> Any:
        """Return the one of several types that the value is meant to be."""
        for kind in kinds:
            if self._fits(kind, given):
                return kind
        others = [kind for kind in kinds if kind is not type(None)]
        if len(others) == 1:
            return others[0]
        raise _Wrong(f"expected {' or '.join(map(_name, kinds))}, not {_shown(given)}")

    def _fits(self, kind: Any, given: object) -> bool:
        """Whether a value looks like one of this type, whatever its bounds are."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._fits(args[0], given)
        if kind is object:
            return True
        if kind is int:
            whole = type(given) is int or isinstance(given, float) and given.is_integer()
            return whole or self._is_number(given, str.isdigit)
        if kind is float:
            return type(given) in (int, float) or self._is_number(given, _is_decimal)
        if kind is bool and self.texts:
            return given in ("true", "false")
        if origin is typing.Literal or _is(kind, Enum):
            return any(type(each) is type(given) and each == given for each in _words(kind))
        if _is(kind, Record) or _is(origin, Mapping):
            return isinstance(given, dict)
        if _is(origin, Collection):
            return isinstance(given, list)
        return type(given) is (str if kind is Cell else kind)

    def _is_number(self, given: object, looks_right: typing.Callable[[str], bool]) -> bool:
        return self.texts and isinstance(given, str) and given.isascii() and looks_right(given.removeprefix("-"))


def _cell(given: Any) -> Cell:
    try:
        return parse_cell(given if given.isascii() and given.isalnum() else "")
    except BoardError:
        raise _Wrong(f"expected a cell by column and row, such as B3, not {_shown(given)}") from None


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(kind: type[Record]) -> dict[str, Any]:
    """Return the types of a record's fields; they are looked up once per class."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, include_extras=True)
    return _HINTS[kind]


def _is(kind: object, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def _is_decimal(text: str) -> bool:
    return text.count(".") <= 1 and text.replace(".", "").isdigit()


def _inside(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _number(kind: type, given: Any) -> float:
    """Return the number; JSON does not tell 2.0 from 2."""
    if isinstance(given, str) and len(given) > _MOST_DIGITS:
        raise _Wrong("the number is too long")
    if abs(number := kind(given)) > _LARGEST:
        raise _Wrong("the number is too large")
    return typing.cast(float, number)


def _check_bounds(bounds: Bounds, value: Any) -> None:
    if isinstance(value, (int, float)):
        if bounds.least is not None and not value >= bounds.least:
            raise _Wrong(f"expected at least {bounds.least:,}, not {value:,}")
        if bounds.most is not None and not value <= bounds.most:
            raise _Wrong(f"expected at most {bounds.most:,}, not {value:,}")
        if bounds.above is not None and not value > bounds.above:
            raise _Wrong(f"expected more than {bounds.above:,}, not {value:,}")
        return
    unit = "characters" if isinstance(value, str) else "items"
    if bounds.shortest is not None and len(value) < bounds.shortest:
        raise _Wrong(f"expected at least {bounds.shortest:,} {unit}, not {len(value):,}")
    if bounds.longest is not None and len(value) > bounds.longest:
        raise _Wrong(f"expected at most {bounds.longest:,} {unit}, not {len(value):,}")


def _check_depth(given: object, depth: int = 0) -> None:
    if depth > _MOST_DEEP:
        raise _Wrong("nested too deep")
    if isinstance(given, (dict, list)):
        for each in given.values() if isinstance(given, dict) else given:
            _check_depth(each, depth + 1)


def _words(kind: Any) -> list[object]:
    return [each.value for each in kind] if _is(kind, Enum) else list(get_args(kind))


def _name(kind: Any) -> str:
    """Return a type in words, as the end of "expected …".

    >>> _name(typing.Literal["fact", "claim"]), _name(str), _name(tuple[int, ...])
    ('fact or claim', 'a text', 'a list')
    """
    origin = get_origin(kind)
    if origin is Annotated:
        return _name(get_args(kind)[0])
    if origin is typing.Literal or _is(kind, Enum):
        words = [_shown(each) if isinstance(each, bool) else str(each) for each in _words(kind)]
        return f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0]
    if _is(kind, Record) or _is(origin, Mapping):
        return "an object"
    return "a list" if origin is not None else _KINDS.get(kind, "null")


def _shown(given: object) -> str:
    """Return a JSON value in words, short enough for a message."""
    if isinstance(given, str):
        return repr(given if len(given) <= _MOST_DIGITS else given[:_MOST_DIGITS] + "…")
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    if isinstance(given, (dict, list)):
        return "an object" if isinstance(given, dict) else "a list"
    return str(given) if abs(typing.cast(float, given)) < 10**_MOST_DIGITS else "a large number"
