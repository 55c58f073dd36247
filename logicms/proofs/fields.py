"""Fields of a JSON object that somebody hands in: each is there and of its kind, or `BoardError` says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from logicms.errors import BoardError

_T = TypeVar("_T")


def mapping_of(data: Mapping[str, Any], key: str, read: Callable[[str, object], _T]) -> dict[str, _T]:
    """Return an object within the object, its values read; an empty one if it is missing."""
    return {name: read(name, value) for name, value in field_of(data, key, dict, {}).items() if typed(name, str, key)}


def field_of(data: Mapping[str, Any], key: str, kind: type[_T], default: _T | None = None) -> _T:
    """Return a field of this kind, or the default if it is missing.

    >>> field_of({"step": "one"}, "step", int)
    Traceback (most recent call last):
    logicms.errors.BoardError: "step" is not a whole number
    """
    if key not in data:
        if default is None:
            raise BoardError(f'"{key}" is missing')
        return default
    return typed(data[key], kind, f'"{key}"')


_KINDS = {int: "a whole number", str: "a string", list: "a list", dict: "an object"}


def typed(value: object, kind: type[_T], what: str) -> _T:
    """Return a value that is of this kind; true and false are no numbers."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BoardError(f"{what} is not {_KINDS[kind]}")
    return value
