"""Records: values that are JSON objects. Whatever is read from JSON or written as JSON is declared once, as a record.

A *record* is a frozen dataclass that is written as a JSON object with its fields, and read from one: every field has
its type, is within its bounds and is known, or the error says which is not. The JSON Schema in the OpenAPI document is
made from the same class, so that the description cannot drift away from what is sent.

>>> @dataclass(frozen=True, slots=True)
... class Guess(Record):
...     cell: Cell = shown("Where.")
...     mine: Fraction = shown("How likely it is a mine.")
...     why: str | None = shown("Why there.", default=None, omit=True)
>>> Guess(Cell(0, 1), Fraction(1, 8)).to_json()
{'cell': 'B1', 'mine': '1/8'}
>>> Guess.schema({})["properties"]["mine"]
{'type': 'string', 'description': 'How likely it is a mine.'}

>>> @dataclass(frozen=True, slots=True)
... class Stop(Record):
...     cell: Cell = shown("Where.")
...     level: Annotated[int, Bounds(least=1, most=4)] = shown("How much.", default=1)
>>> read_record(Stop, {"cell": "B1"})
Stop(cell=Cell(row=0, col=1), level=1)
>>> read_record(Stop, {"cell": "B1", "level": 9})
Traceback (most recent call last):
logicms.errors.FieldsError: level: expected at most 4, not 9
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from logicms.board import Cell, cell_names, parse_cell
from logicms.errors import BoardError, FieldsError, nearest
from logicms.hints import Literal, in_order, parse_literal
from logicms.limits import timely

_R = TypeVar("_R", bound="Record")

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


GENERAL = {"mine": "holds", "safe": "fails", "cell": "name"}
"""The words about a problem none of whose names is a cell, for the words about boards."""


def shown(
    about: str,
    *,
    key: str | None = None,
    general: str | None = None,
    omit: bool = False,
    example: object = None,
    written: Written = Written(),  # noqa: B008  frozen
    **given: Any,
) -> Any:
    """Return a field of a record, with its description and perhaps an example for the OpenAPI document.

    Its JSON key is its name, or `key` where that is a Python keyword. With `omit` it is left out while it is None.
    `general` is its key where no name is a cell: if it is the same, its value is one of the words in `GENERAL`; if it
    is empty, the field is left out there.
    """
    metadata = {"about": about, "key": key, "general": general, "omit": omit, "example": example, "written": written}
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

    def to_json(self, general: bool = False) -> Json:
        """Return the JSON object: the shown fields, in their order; `general`: it is about no cell."""
        data: Json = {}
        for name, key, other, omit, inline, _ in _shown_fields(type(self)):
            value = getattr(self, name)
            if inline is not None:
                data |= (inline() if value is None else inline.of(value)).to_json(general)
            elif omit and value is None:
                continue
            elif not general or other is None:
                data[key] = encode(value, general)
            elif other:
                data[other] = GENERAL.get(value, value) if other == key else encode(value, general)
        return data

    @classmethod
    def schema(cls, components: dict[str, Json]) -> Json:
        """Return the JSON Schema of this class; the schemas of the records in it are added to `components`."""
        hints = get_type_hints(cls, include_extras=True)
        metadata = {each.name: each.metadata for each in fields(cls)}
        properties: Json = {}
        required = []
        for each in _shown_fields(cls):
            if each.inline is not None:
                inner = each.inline.schema(components)
                properties |= inner["properties"]
                required += inner["required"]
                continue
            described = schema_of(hints[each.name], components)
            if about := metadata[each.name].get("about"):
                described["description"] = about
            if (example := metadata[each.name].get("example")) is not None:
                described["examples"] = [encode(example)]
            properties[each.key] = described
            if each.general not in (None, "", each.key):
                properties[each.general] = {**described, "description": f"`{each.key}`, where no name is a cell."}
            if not each.omit and each.general in (None, each.key) and each.key not in required:
                required.append(each.key)
        about = (cls.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")
        return {"type": "object", "description": about, "properties": properties, "required": required}


class _Shown(NamedTuple):
    """A field in the JSON."""

    name: str
    key: str
    general: str | None
    omit: bool
    """Whether it is left out while it is None."""
    inline: Any
    """The record whose fields it is written as."""
    is_required: bool
    """Whether it must be there to be read."""


# mypy takes a dataclass for a value that cannot be hashed, and so refuses it as an argument of `functools.cache`.
_SHOWN: dict[type, tuple[_Shown, ...]] = {}


def _shown_fields(cls: type[Record]) -> tuple[_Shown, ...]:
    if cls not in _SHOWN:
        _SHOWN[cls] = tuple(
            _Shown(
                each.name,
                (of := each.metadata).get("key") or each.name,
                of.get("general"),
                bool(of.get("omit")),
                of.get("inline"),
                each.default is each.default_factory is MISSING,
            )
            for each in fields(cls)
            if each.metadata.get("json", True)
        )
    return _SHOWN[cls]


def encode(value: object, general: bool = False) -> object:
    """Return a value as JSON: names, literals and fractions as text, collections as lists and objects."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (str, Cell, Literal, Fraction)):
        return str(value)
    if isinstance(value, Record):
        return value.to_json(general)
    if isinstance(value, Mapping):
        return {str(name): encode(each, general) for name, each in value.items()}
    if isinstance(value, frozenset):  # sorted: the same answer must give the same text
        return [encode(each) for each in sorted(value, key=in_order)]
    if isinstance(value, Sequence):
        if set(map(type, value)) == {Cell}:  # there may be a million
            return cell_names(typing.cast("Sequence[Cell]", value))
        return [encode(each, general) for each in value]
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
    >>> schema_of(Annotated[int, Bounds(least=1)], {})
    {'type': 'integer', 'minimum': 1}
    """
    return _schema(kind_of(kind), components)


def _schema(kind: FieldKind, components: dict[str, Json]) -> Json:
    if kind.bounds is not None:
        bounded = _schema(replace(kind, bounds=None), components)
        words = _KEYWORDS[str(bounded["type"])]
        return bounded | {words[name]: end for name, end in kind.bounds._asdict().items() if end is not None}
    if kind.alternatives:
        parts: list[Json] = []
        for each in kind.alternatives:
            part = _schema(each, components)
            if part not in parts:
                parts.append(part)
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
    if kind.is_record:
        name = kind.of.__name__
        if name not in components:
            components[name] = {}  # a record may hold others of its own kind
            components[name] = kind.of.schema(components)
        return {"$ref": f"#/components/schemas/{name}"}
    if kind.words:
        is_constant = kind.of is typing.Literal and len(kind.words) == 1
        return {"const": kind.words[0]} if is_constant else {"enum": list(kind.words)}
    if kind.json is dict:
        return {"type": "object", "additionalProperties": _schema(kind.inner[1], components)}
    if kind.json is list:
        return {"type": "array", "items": _schema(kind.inner[0], components)}
    if kind.of not in _PLAIN:
        raise TypeError(f"no schema for {kind.of!r}")
    return dict(_PLAIN[kind.of])


# -- reading

_MOST_WRONG = 20
"""How many fields an error speaks of."""
_MOST_DEEP = 100
"""How deep a value may be nested whose type is not said."""
_MOST_DIGITS = 40
_LARGEST = 2**128
_NAMES: dict[type, str] = {
    Cell: "the name of a cell",
    Literal: "a literal",
    bool: "a boolean",
    int: "a whole number",
    float: "a number",
    str: "a text",
}
_UNIONS = (typing.Union, types.UnionType)
_read_literal = lru_cache(maxsize=8192)(parse_literal)  # a proof repeats the same literals many times


def read_record(
    kind: type[_R], given: object, options: Mapping[str, str] | None = None, *, as_written: bool = False
) -> _R:
    """Return the record that a JSON value is; `options` are more of its fields, as texts, such as those of a query.

    `as_written`: it must be what a record writes: 1.0 is no whole number, and what is left out while it is None is
    never null. But other records may be written into the same object: keys without a field are passed over.
    """
    reading = _Reading(options or {}, as_written)
    record = reading.record(kind, given, "")
    if reading.wrong:
        raise FieldsError(reading.wrong[:_MOST_WRONG])
    return typing.cast("_R", record)


class _Wrong(Exception):
    """The value cannot be read, and this says why."""


class _Reading:
    """One reading, which goes on after a mistake to find the others."""

    def __init__(self, options: Mapping[str, str], as_written: bool) -> None:
        self.options = options
        self.as_written = as_written
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
        declared = _declared(kind)
        there = {declared[key][0].name for key in given if key in declared}
        values: dict[str, object] = {}
        for key, (each, of) in declared.items():
            if key in given and given[key] is None and each.omit and self.as_written:
                self.wrong.append((_inside(path, key), "null says nothing: leave it out"))
            elif key in given:
                self.texts = self.texts if path else key in self.options
                if each.name in values:
                    self.wrong.append((_inside(path, key), "is given twice, by two names"))
                values[each.name] = self.value(of, given[key], _inside(path, key))
            elif each.is_required and each.name not in there:
                self.wrong.append((_inside(path, key), "is missing"))
        for key in (key for key in given if not self.as_written and key not in declared):
            remark = nearest(key, declared) or f"; the fields are {', '.join(declared)}" if declared else ""
            self.wrong.append((_inside(path, str(key)[:40]), f"there is no such field{remark}"))
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

    def value(self, kind: FieldKind, given: object, path: str) -> object:
        """Return a value of this type; None if it is wrong, which is noted."""
        try:
            return self._value(kind, given, path)
        except _Wrong as error:
            self.wrong.append((path, str(error)))
            return None

    def _value(self, kind: FieldKind, given: Any, path: str) -> object:
        if kind.alternatives:
            kind = self._alternative(kind, given)
        if kind.is_record:
            return self.record(kind.of, given, path)
        if not self._fits(kind, given):
            raise _Wrong(f"expected {kind.name}, not {_shown(given)}")
        value = given
        if kind.of in (int, float):
            value = _number(kind.of, given)
        elif kind.of is bool:
            value = given in (True, "true")
        elif kind.of is Cell:
            try:
                value = parse_cell(given if given.isascii() and given.isalnum() else "")
            except BoardError:
                raise _Wrong(f"expected a cell by column and row, such as B3, not {_shown(given)}") from None
        elif kind.of is Literal:
            try:
                value = _read_literal(given)
            except BoardError as error:
                raise _Wrong(str(error)) from None
        elif kind.of is object:
            _check_depth(given)
        elif kind.json is dict:
            if not all(isinstance(key, str) for key in given):
                raise _Wrong("expected texts as keys")
            inner = kind.inner[1]
            value = {key: self.value(inner, each, f"{path}.{key[:40]}") for key, each in timely(given.items())}
        elif kind.json is list:
            if kind.length not in (None, len(given)):
                raise _Wrong(f"expected {kind.length} items, not {len(given):,}")
            inner = kind.inner[0]
            items = (self.value(inner, each, f"{path}.{number}") for number, each in enumerate(timely(given)))
            value = kind.collection(items)
        elif kind.words and kind.of is not typing.Literal:
            value = kind.of(given)
        if kind.bounds:
            _check_bounds(kind.bounds, given if kind.json is list else value)  # a set may be smaller than what was sent
        return value

    def _alternative(self, kind: FieldKind, given: object) -> FieldKind:
        """Return the one of several types that the value is meant to be."""
        for each in kind.alternatives:
            if self._fits(each, given):
                return each
        others = [each for each in kind.alternatives if each.json is not types.NoneType]
        if len(others) == 1:
            return others[0]
        raise _Wrong(f"expected {kind.name}, not {_shown(given)}")

    def _fits(self, kind: FieldKind, given: object) -> bool:
        """Whether a value looks like one of this type, whatever its bounds are."""
        if kind.of is int:
            whole = type(given) is int or isinstance(given, float) and given.is_integer() and not self.as_written
            return whole or self._is_number(given)
        if kind.of is float:
            return type(given) in (int, float) or self._is_number(given, points=1)
        if kind.of is bool and self.texts:
            return given in ("true", "false")
        if kind.words:
            return any(type(each) is type(given) and each == given for each in kind.words)
        return isinstance(given, kind.json)

    def _is_number(self, given: object, points: int = 0) -> bool:
        is_text = self.texts and isinstance(given, str) and given.isascii() and given.count(".") <= points
        return is_text and str(given).removeprefix("-").replace(".", "").isdigit()


@dataclass(frozen=True, slots=True)
class FieldKind:
    """A type, as it is read and described; it is worked out once, since a proof has a million values."""

    of: Any
    name: str
    """In words, as the end of "expected …"."""
    json: type = object
    """What JSON has for it."""
    alternatives: tuple[FieldKind, ...] = ()
    inner: tuple[FieldKind, ...] = ()
    """The types of what is in it."""
    length: int | None = None
    """Of a list: how long it is, if that is fixed."""
    collection: type = tuple
    """What a list becomes."""
    words: tuple[object, ...] = ()
    """If it is one of a few words: these."""
    bounds: Bounds | None = None
    is_record: bool = False


def kind_of(kind: Any) -> FieldKind:
    """Return a type as it is read and described.

    >>> [kind_of(each).name for each in (typing.Literal["fact", "claim"], str, tuple[int, ...], int | None)]
    ['fact or claim', 'a text', 'a list', 'a whole number or null']
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return replace(kind_of(args[0]), bounds=args[1])
    if origin in _UNIONS:
        kinds = tuple(map(kind_of, args))
        return FieldKind(kind, " or ".join(each.name for each in kinds), alternatives=kinds)
    if origin is typing.Literal or _is(kind, Enum):
        words = list(args or (each.value for each in kind))
        *most, last = (_shown(each) if isinstance(each, bool) else str(each) for each in words)
        return FieldKind(origin or kind, f"{', '.join(most)} or {last}" if most else last, words=tuple(words))
    if _is(kind, Record):
        return FieldKind(kind, "an object", dict, is_record=True)
    if _is(origin, Mapping):
        # A mapping to anything is like anything: it is only looked at how deep it is.
        return FieldKind(object if args[1] is object else kind, "an object", dict, inner=tuple(map(kind_of, args)))
    if _is(origin, Collection):
        is_open = origin is not tuple or args[-1] is ...
        length, collection = None if is_open else len(args), frozenset if origin is frozenset else tuple
        return FieldKind(kind, "a list", list, inner=(kind_of(args[0]),), length=length, collection=collection)
    return FieldKind(kind, _NAMES.get(kind, "null"), str if kind in (Cell, Literal) else kind)


_DECLARED: dict[type, dict[str, tuple[_Shown, FieldKind]]] = {}


def _declared(kind: type[Record]) -> dict[str, tuple[_Shown, FieldKind]]:
    """Return the fields of a record by their keys; what is not written into JSON is not read from any, either."""
    if kind not in _DECLARED:
        hints = get_type_hints(kind, include_extras=True)
        declared = _DECLARED[kind] = {}
        for each in _shown_fields(kind):
            declared[each.key] = each, kind_of(hints[each.name])
            if each.general and each.general != each.key:
                declared[each.general] = each._replace(is_required=False), declared[each.key][1]
    return _DECLARED[kind]


def _is(kind: object, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


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


def _shown(given: object) -> str:
    """Return a JSON value in words, short enough for a message."""
    if isinstance(given, str):
        return repr(given if len(given) <= _MOST_DIGITS else given[:_MOST_DIGITS] + "…")
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    if isinstance(given, (dict, list)):
        return "an object" if isinstance(given, dict) else "a list"
    return str(given) if abs(typing.cast(float, given)) < 10**_MOST_DIGITS else "a large number"
