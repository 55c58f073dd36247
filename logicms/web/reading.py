"""Reading a request: its type, its size, its fields. JSON, or a board as plain text with the rest in the address."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from fastapi import Request
from pydantic import ValidationError

from logicms.errors import BoardSyntaxError
from logicms.notation.texts import decode_text
from logicms.web.bodies import Body
from logicms.web.limits import Limits
from logicms.web.problems import Refusal

JSON, TEXT = "application/json", "text/plain"


async def read_body(request: Request, body: type[Body], limits: Limits, text_field: str | None) -> dict[str, Any]:
    """Return what the request gives, checked; `text_field` is what a plain text stands for, if it is taken."""
    kind = _media_type(request, text_field is not None)
    data = await _bytes(request, limits)
    try:
        if kind == JSON:
            return body.model_validate_json(data, strict=True).model_dump()
        assert text_field is not None
        given = {**request.query_params, text_field: decode_text(data, text_field)}
        return body.model_validate(given).model_dump()
    except ValidationError as error:
        raise _refusal(error) from None
    except BoardSyntaxError as error:
        raise Refusal("syntax", error.message, line=error.line, column=error.column) from None


def _media_type(request: Request, text: bool) -> str:
    kind, *parameters = request.headers.get("content-type", "").lower().split(";")
    charset = [each.split("=", 1)[1].strip(' "') for each in parameters if each.strip().startswith("charset=")]
    known = (JSON, TEXT) if text else (JSON,)
    if kind.strip() not in known or any(each not in ("utf-8", "utf8", "us-ascii") for each in charset):
        raise Refusal(
            "media-type", f"a body here is {' or '.join(known)}, in UTF-8", headers={"Accept": ", ".join(known)}
        )
    return kind.strip()


async def _bytes(request: Request, limits: Limits) -> bytes:
    """Return the body, as much of it as there may be."""
    refusal = Refusal("too-large", f"a body has at most {limits.body_bytes:,} bytes", headers={"Connection": "close"})
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
        raise Refusal("slow-body", f"a body arrives within {limits.body_seconds:g} s") from None
    return b"".join(parts)


_PLACE = re.compile(r"at line (\d+) column (\d+)")


def _refusal(error: ValidationError) -> Refusal:
    """Return what is wrong with the fields, or where the JSON is none."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    if found[0]["type"] == "json_invalid":
        place = _PLACE.search(found[0]["msg"])
        where: dict[str, Any] = {"line": int(place[1]), "column": max(1, int(place[2]))} if place else {}
        return Refusal("syntax", f"not JSON: {found[0]['msg'].removeprefix('Invalid JSON: ')}", **where)
    errors = [{"field": ".".join(map(str, each["loc"])), "message": each["msg"]} for each in found[:20]]
    first = f"{errors[0]['field']}: {errors[0]['message']}" if errors[0]["field"] else errors[0]["message"]
    return Refusal("values", first, errors=errors)
