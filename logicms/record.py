"""Records: values that are JSON objects. Answers, proofs and lessons are written as JSON here, once.

A *record* is a frozen dataclass that is written as a JSON object with its fields. The JSON Schema in the OpenAPI
document is made from the same class, so that the description cannot drift away from what is sent.
`notation.records` reads JSON into records.

>>> @dataclass(frozen=True, slots=True)
... class Guess(Record):
...     cell: Cell = shown("Where.")
...     mine: Fraction = shown("How likely it is a mine.")
...     why: str | None = shown("Why there.", default=None, omit=True)
>>> Guess(Cell(0, 1), Fraction(1, 8)).to_json()
{'cell': 'B1', 'mine': '1/8'}
>>> Guess.schema({})["properties"]["mine"]
{'type': 'string', 'description': 'How likely it is a mine.'}
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from logicms.board import Cell, cell_names
from logicms.hints import Literal, in_order

Json = dict[str, object]
"""A JSON object."""


class Written(NamedTuple):
    """How a field is written where everything is a text, such as on a command line."""

    option: str | None = None
    """Its name there, if it is not the field's."""
    metavar: str | None = None
    read: Callable[[str], Any] | None = None
    """Return the value; a `BoardError` says what is wrong with the text."""
    default: str | None = None
    """What stands for a default that depends on something else."""
    about: str | None = None
    """What it is about, if other words fit better."""


class Bounds(NamedTuple):
    """What a number may be, or how long a text or a list: `Annotated[int, Bounds(least=1)]`."""

    least: int | None = None
    most: int | None = None
    above: int | None = None
    shortest: int | None = None
    longest: int | None = None


def shown(
    about: str,
    *,
    key: str | None = None,
    omit: bool = False,
    example: object = None,
    written: Written = Written(),  # noqa: B008  frozen
    **given: Any,
) -> Any:
    """Return a field of a record, with its description and perhaps an example for the OpenAPI document.

    Its JSON key is its name, or `key` where that is a Python keyword. With `omit` it is left out while it is None.
    """
    metadata = {"about": about, "key": key, "omit": omit, "example": example, "written": written}
    return field(metadata=metadata, **given)


def kept(**given: Any) -> Any:
    """Return a field that is used for drawing the record, and is not in its JSON."""
    return field(metadata={"json": False}, repr=False, **given)


def inlined(record: Any, **given: Any) -> Any:
    """Return a field that is written as the fields of another record, made by `record.of`; None as its defaults."""
    return field(metadata={"inline": record}, repr=False, **given)


@dataclass(frozen=True, slots=True)
class Record:
    """A value that is a JSON object."""

    def to_json(self) -> Json:
        """Return the JSON object: the shown fields, in their order."""
        data: Json = {}
        for name, key, omit, inline in _shown_fields(type(self)):
            value = getattr(self, name)
            if inline is not None:
                data |= (inline() if value is None else inline.of(value)).to_json()
            elif not (omit and value is None):
                data[key] = encode(value)
        return data

    @classmethod
    def schema(cls, components: dict[str, Json]) -> Json:
        """Return the JSON Schema of this class; the schemas of the records in it are added to `components`."""
        hints = get_type_hints(cls, include_extras=True)
        metadata = {each.name: each.metadata for each in fields(cls)}
        properties: Json = {}
        required = []
        for name, key, omit, inline in _shown_fields(cls):
            if inline is not None:
                inner = inline.schema(components)
                properties |= inner["properties"]
                required += inner["required"]
                continue
            described = schema_of(hints[name], components)
            if about := metadata[name].get("about"):
                described["description"] = about
            if (example := metadata[name].get("example")) is not None:
                described["examples"] = [encode(example)]
            properties[key] = described
            if not omit and key not in required:
                required.append(key)
        about = (cls.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")
        return {"type": "object", "description": about, "properties": properties, "required": required}


_Shown = tuple[str, str, bool, Any]
_SHOWN: dict[type, tuple[_Shown, ...]] = {}


def _shown_fields(cls: type[Record]) -> tuple[_Shown, ...]:
    """Return for each field in the JSON its name, its key, whether it may be left out, and the record it is inlined as.

    Computed once per class.
    """
    if cls not in _SHOWN:
        _SHOWN[cls] = tuple(
            (
                each.name,
                each.metadata.get("key") or each.name,
                bool(each.metadata.get("omit")),
                each.metadata.get("inline"),
            )
            for each in fields(cls)
            if each.metadata.get("json", True)
        )
    return _SHOWN[cls]


def encode(value: object) -> object:
    """Return a value as JSON: names, literals and fractions as text, collections as lists and objects."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (str, Cell, Literal, Fraction)):
        return str(value)
    if isinstance(value, Record):
        return value.to_json()
    if isinstance(value, Mapping):
        return {str(name): encode(each) for name, each in value.items()}
    if isinstance(value, frozenset):  # sorted: the same answer must give the same text
        return [encode(each) for each in sorted(value, key=in_order)]
    if isinstance(value, Sequence):
        if set(map(type, value)) == {Cell}:  # there may be a million
            return cell_names(typing.cast("Sequence[Cell]", value))
        return [encode(each) for each in value]
    raise TypeError(f"not JSON: {type(value).__name__}")


_PLAIN: dict[object, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Fraction: {"type": "string"},
    Cell: {"type": "string", "pattern": "^[A-Za-z]{1,5}[1-9][0-9]{0,6}$"},
    Literal: {"type": "string"},
    object: {},
}
_KEYWORDS = {
    "string": {"shortest": "minLength", "longest": "maxLength"},
    "array": {"shortest": "minItems", "longest": "maxItems"},
    "integer": {"least": "minimum", "most": "maximum", "above": "exclusiveMinimum"},
    "number": {"least": "minimum", "most": "maximum", "above": "exclusiveMinimum"},
}
"""What the bounds are called in JSON Schema, by the type that they bound."""


def schema_of(kind: Any, components: dict[str, Json]) -> Json:
    """Return the JSON Schema of a Python type, as `encode` writes its values.

    >>> schema_of(tuple[int, ...] | None, {})
    {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
    >>> schema_of(typing.Annotated[int, Bounds(least=1)], {})
    {'type': 'integer', 'minimum': 1}
    """
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    origin, args = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        bounded = schema_of(args[0], components)
        words = _KEYWORDS[str(bounded["type"])]
        return bounded | {words[name]: end for name, end in args[1]._asdict().items() if end is not None}
    if origin is typing.Literal:
        return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
    if origin in (typing.Union, types.UnionType):
        parts: list[Json] = []
        for arg in args:
            part = schema_of(arg, components)
            if part not in parts:
                parts.append(part)
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(args[1], components)}
    if origin is not None and isinstance(origin, type) and issubclass(origin, Collection):
        return {"type": "array", "items": schema_of(args[0], components)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [each.value for each in kind]}
    if isinstance(kind, type) and issubclass(kind, Record):
        if kind.__name__ not in components:
            components[kind.__name__] = {}  # a record may hold others of its own kind
            components[kind.__name__] = kind.schema(components)
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    raise TypeError(f"no schema for {kind!r}")
