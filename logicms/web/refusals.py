"""Refusals: what the service answers instead of a result, as objects of RFC 9457. Here errors become refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from logicms.errors import (
    BoardError,
    BoardSyntaxError,
    FieldsError,
    LimitReached,
    LogicmsError,
    NotFound,
    RefusedProof,
    TooLarge,
)
from logicms.record import Json, Record, shown

TYPE = "application/problem+json"

TITLES = {
    "syntax": (400, "The text cannot be read"),
    "token": (401, "Not without the token"),
    "origin": (403, "Not for pages of other sites"),
    "not-found": (404, "Not found"),
    "method": (405, "This address does not take that method"),
    "too-large": (413, "Too large"),
    "media-type": (415, "The body is of a type that is not read here"),
    "host": (421, "Not a name of this service"),
    "values": (422, "Invalid values"),
    "busy": (429, "Too many jobs at once"),
    "bug": (500, "A mistake in logicms"),
    "not-ready": (503, "Not ready yet"),
    "stopping": (503, "The service is ending"),
    "time-limit": (504, "Not answered within the time limit"),
    "memory-limit": (504, "Not answered within the memory limit"),
}
"""The kinds of refusal: the status and the title of each."""


@dataclass(frozen=True, slots=True)
class FieldError(Record):
    """What is wrong with one field of a request."""

    field: str = shown("The field; empty where it is the whole body.")
    message: str = shown("What is wrong with it.")


@dataclass(frozen=True, slots=True)
class Refusal(Record):
    """Why there is no answer (RFC 9457)."""

    type: str = shown("The kind of refusal, a URN.")
    title: str = shown("The kind of refusal, in words.")
    status: int = shown("The HTTP status.")
    detail: str = shown("What is wrong here.")
    line: int | None = shown("Where in the text, counted from 1.", default=None, omit=True)
    column: int | None = shown("Where in the line, counted from 1.", default=None, omit=True)
    text: str | None = shown("The mistake with its line and a caret.", default=None, omit=True)
    formats: tuple[str, ...] | None = shown(
        "Of a board that was not recognised: the formats in which it can be read.", default=None, omit=True
    )
    errors: tuple[FieldError, ...] | None = shown("The fields that are wrong.", default=None, omit=True)
    answer: Json | None = shown("Over the time limit: what was found until then.", default=None, omit=True)


def refusal(kind: str, detail: str, **more: Any) -> Refusal:
    """Return a refusal of one of the kinds above.

    >>> refusal("values", "mines: 9 are too many").status
    422
    """
    status, title = TITLES[kind]
    return Refusal(f"urn:logicms:problem:{kind}", title, status, detail, **more)


def refusal_of(error: LogicmsError) -> Refusal:
    """Return the refusal that a deliberate error is to whoever asked.

    >>> found = refusal_of(BoardSyntaxError("a clue is 0 to 8, not 9", line=2, column=3, source_line="1 9 1"))
    >>> found.status, found.line, found.column
    (400, 2, 3)
    """
    if isinstance(error, BoardSyntaxError):
        kind = "values" if isinstance(error, BoardError) else "syntax"
        place = {"line": error.line, "column": error.column, "text": str(error), "formats": error.formats}
        return refusal(kind, error.message, **place)
    if isinstance(error, FieldsError):
        return refusal("values", str(error), errors=tuple(FieldError(*wrong) for wrong in error.wrong))
    if isinstance(error, TooLarge):
        return refusal("too-large", str(error))
    if isinstance(error, NotFound):
        return refusal("not-found", str(error))
    if isinstance(error, RefusedProof):  # nothing of such a proof leaves the service
        return refusal("bug", str(RefusedProof()))
    return refusal("time-limit" if isinstance(error, LimitReached) else "values", str(error))


class RequestRefused(Exception):
    """A request that is refused."""

    def __init__(self, details: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(details.detail)
        self.details = details
        self.headers = headers or {}

    @classmethod
    def of(cls, kind: str, detail: str, *, headers: dict[str, str] | None = None, **more: Any) -> RequestRefused:
        """Return the exception for a refusal of one of the kinds."""
        return cls(refusal(kind, detail, **more), headers)


@contextmanager
def refusing() -> Iterator[None]:
    """Refuse what cannot be read, or has wrong fields."""
    try:
        yield
    except FieldsError as error:
        raise RequestRefused(refusal_of(error)) from None
    except BoardSyntaxError as error:
        raise RequestRefused.of("syntax", error.message, line=error.line, column=error.column) from None
    except BoardError as error:
        raise RequestRefused.of("syntax", str(error)) from None
    except json.JSONDecodeError as error:
        raise RequestRefused.of("syntax", f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise RequestRefused.of("syntax", "nested too deep, or a number is too long") from None
