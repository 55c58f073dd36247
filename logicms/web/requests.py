"""Reading a request within the limits: its type, its size, its fields. JSON, or plain text with the rest in the query.

`Limits` says how much one request, and all of them together, may ask of the service; `/v1/limits` shows them.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError
from starlette.requests import Request

from logicms.answers.answer import Answer
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.texts import decode_text, load_json, one_of_each
from logicms.record import shown
from logicms.web.bodies import Body
from logicms.web.problems import FieldError, Refusal

JSON, TEXT = "application/json", "text/plain"

_B = TypeVar("_B", bound=Body)


@dataclass(frozen=True, slots=True)
class Limits(Answer):
    """What the service allows; `logicms serve` has an option for each that people change."""

    body_bytes: int = shown("Bytes of one request's body.", default=1_000_000)
    head_seconds: float = shown("Seconds within which the head of a request must have arrived.", default=10.0)
    body_seconds: float = shown("Seconds within which a body must have arrived.", default=30.0)
    cells: int = shown("Cells of one board.", default=10_000)
    seconds: float = shown("Seconds of reasoning for one answer.", default=10.0)
    memory_mb: int = shown("Megabytes of address space of one worker.", default=1024)
    workers: int = shown("Jobs that run at the same time.", default=2)
    waiting: int = shown("Jobs that may wait for a worker; the next one is asked to come back.", default=128)
    waiting_per_client: int = shown("Jobs of one client that may wait for a worker.", default=32)
    waiting_seconds: float = shown("Seconds that a job waits at most.", default=30.0)
    games: int = shown("Games that are kept; beyond that, those unused for longest are cleared.", default=100_000)
    new_games: int = shown("Games that one client may begin at once; after that, one per second.", default=200)
    game_days: float = shown("Days that an unused game is kept.", default=30.0)
    moves: int = shown("Moves of one game.", default=20_000)


async def read_body(request: Request, body: type[_B], limits: Limits, text_field: str | None = None) -> _B:
    """Return what the request gives, checked; `text_field` is the field that a plain text is for, if it is taken."""
    kind = _media_type(request, text_field is not None)
    data = await _bytes(request, limits)
    try:
        if kind == JSON:
            given = body.model_validate_json(data, strict=True)
            load_json(data)  # of a key that appears twice, the validator takes the last
            return given
        assert text_field is not None
        options = one_of_each(request.query_params.multi_items())
        return body.model_validate({**options, text_field: decode_text(data, text_field)})
    except ValidationError as error:
        raise _refusal(error) from None
    except BoardSyntaxError as error:
        raise Refusal.of("syntax", error.message, line=error.line, column=error.column) from None
    except BoardError as error:
        raise Refusal.of("syntax", str(error)) from None
    except (ValueError, RecursionError):
        raise Refusal.of("syntax", "nested too deep, or a number is too long") from None


def _media_type(request: Request, text: bool) -> str:
    kind, *parameters = request.headers.get("content-type", "").lower().split(";")
    charset = [each.split("=", 1)[1].strip(' "') for each in parameters if each.strip().startswith("charset=")]
    known = (JSON, TEXT) if text else (JSON,)
    if kind.strip() not in known or any(each not in ("utf-8", "utf8", "us-ascii") for each in charset):
        raise Refusal.of(
            "media-type", f"a body here is {' or '.join(known)}, in UTF-8", headers={"Accept": ", ".join(known)}
        )
    return kind.strip()


async def _bytes(request: Request, limits: Limits) -> bytes:
    """Return the body, unless it is too large or too slow."""
    refusal = Refusal.of(
        "too-large", f"a body has at most {limits.body_bytes:,} bytes", headers={"Connection": "close"}
    )
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limits.body_bytes:
        raise refusal
    parts, size = [], 0
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                size += len(part)
                if size > limits.body_bytes:
                    raise refusal
                parts.append(part)
    except TimeoutError:
        late = f"a body must arrive within {limits.body_seconds:g} s"
        raise Refusal.of("slow-body", late, headers={"Connection": "close"}) from None
    return b"".join(parts)


_PLACE = re.compile(r"at line (\d+) column (\d+)")


def _refusal(error: ValidationError) -> Refusal:
    """Return what is wrong with the fields, or where the text is not JSON."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    if found[0]["type"] == "json_invalid":
        detail = f"not JSON: {found[0]['msg'].removeprefix('Invalid JSON: ')}"
        if place := _PLACE.search(detail):
            return Refusal.of("syntax", detail, line=int(place[1]), column=max(1, int(place[2])))
        return Refusal.of("syntax", detail)
    errors = tuple(FieldError(".".join(map(str, each["loc"])), each["msg"]) for each in found[:20])
    first = f"{errors[0].field}: {errors[0].message}" if errors[0].field else errors[0].message
    return Refusal.of("values", first, errors=errors)
