"""Reading a request: who sends it, its type, its size, its fields.

A body is JSON or a plain text; the query may give more fields. A *client* is an address; of IPv6, the first half, which
is what one household or one machine is given.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from logicms.commands.question import Question
from logicms.errors import BoardError, BoardSyntaxError, FieldsError
from logicms.notation.texts import decode_text, load_json, one_of_each
from logicms.record import read_record
from logicms.web.operations import JSON, TEXT
from logicms.web.problems import FieldError, Refusal
from logicms.web.settings import Limits

if TYPE_CHECKING:  # the browser has the limits, and no Starlette
    from starlette.requests import Request

_B = TypeVar("_B", bound=Question)


def client_of(request: Request) -> str:
    """Return the name of the client that sends a request."""
    return client_name(request.client.host if request.client else None)


@lru_cache(maxsize=1000)  # asked more than once for every request
def client_name(address: str | None) -> str:
    """Return the name that the requests of one client share.

    >>> client_name("192.0.2.7"), client_name("2001:db8::1:2:3:4"), client_name(None)
    ('192.0.2.7', '2001:db8::', '')
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))


async def read_body(request: Request, body: type[_B], limits: Limits, text_field: str | None = None) -> _B:
    """Return what the request gives, checked; `text_field` is the field that a plain text is for, if it is taken."""
    kind = _media_type(request, text_field is not None)
    data = await _bytes(request, limits)
    with refusing():
        options = one_of_each(request.query_params.multi_items())
        if kind == JSON:
            return read_record(body, load_json(decode_text(data)), options)
        assert text_field is not None
        return read_record(body, {text_field: decode_text(data, text_field)}, options)


@contextmanager
def refusing() -> Iterator[None]:
    """Refuse what cannot be read, or has wrong fields."""
    try:
        yield
    except FieldsError as error:
        errors = tuple(FieldError(field, message) for field, message in error.wrong)
        raise Refusal.of("values", str(error), errors=errors) from None
    except BoardSyntaxError as error:
        raise Refusal.of("syntax", error.message, line=error.line, column=error.column) from None
    except BoardError as error:
        raise Refusal.of("syntax", str(error)) from None
    except json.JSONDecodeError as error:
        raise Refusal.of("syntax", f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise Refusal.of("syntax", "nested too deep, or a number is too long") from None


def _media_type(request: Request, text: bool) -> str:
    kind, *parameters = request.headers.get("content-type", "").lower().split(";")
    charset = [each.split("=", 1)[1].strip(' "') for each in parameters if each.strip().startswith("charset=")]
    known = (JSON, TEXT) if text else (JSON,)
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Refusal.of("media-type", "a body here is not compressed", headers={"Accept-Encoding": "identity"})
    if kind.strip() not in known or any(each not in ("utf-8", "utf8", "us-ascii") for each in charset):
        raise Refusal.of(
            "media-type", f"a body here is {' or '.join(known)}, in UTF-8", headers={"Accept": ", ".join(known)}
        )
    return kind.strip()


async def _bytes(request: Request, limits: Limits) -> bytes:
    """Return the body, unless it is too large.

    After the refusal of a large one the connection stays open, so that the rest of it is read and dropped: many clients
    read no answer before they have sent everything.
    """
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limits.body_bytes:
        raise _too_large(limits)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limits.body_bytes:
            raise _too_large(limits)
        parts.append(part)
    return b"".join(parts)


def _too_large(limits: Limits) -> Refusal:
    return Refusal.of("too-large", f"a body has at most {limits.body_bytes:,} bytes")
