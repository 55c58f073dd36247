"""Tools: the commands of the service for language models, over the Model Context Protocol (`logicms.mcp`).

A tool's arguments and answer are those of the address with its name, described by the same schemas, and it is answered
by the same workers within the same limits: over standard input and output (`logicms mcp`), and at `/mcp` over HTTP.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from logicms.mcp.server import Answering, Door, Tool, ToolRefusal
from logicms.record import Json, read_record
from logicms.web.openapi import document
from logicms.web.operations import COMMANDS, Operation
from logicms.web.pool import Pool
from logicms.web.problems import ProblemDetails, Refusal
from logicms.web.requests import client_of, refusing
from logicms.web.settings import Limits
from logicms.web.worker import Job

NAMES = ("check", "solve", "odds", "prove", "next", "ask", "verify", "convert", "generate")


def tools() -> list[Tool]:
    """Return the tools: commands of the service, described as its OpenAPI document describes them.

    >>> [tool.name for tool in tools()][:3], sorted(tools()[0].takes["properties"])
    (['check', 'solve', 'odds'], ['board', 'format', 'hints', 'rules', 'time_limit'])
    """
    return [_tool(name, COMMANDS[name]) for name in NAMES]


def _tool(name: str, operation: Operation) -> Tool:
    described: Any = document([operation])
    schemas = described["components"]["schemas"]
    found = described["paths"][operation.path]["post"]
    takes = found["requestBody"]["content"]["application/json"]["schema"]
    answers = found["responses"]["200"]["content"]["application/json"]["schema"]
    return Tool(
        name,
        operation.summary,
        f"{operation.summary}. {operation.about}".strip(),
        _alone(takes, schemas),
        _alone(answers, schemas),
    )


def _alone(schema: Json, schemas: Mapping[str, Any]) -> Json:
    """Return a schema that stands alone: an object, as the protocol wants, with all that it refers to inside it."""
    text = json.dumps(schema)
    needed: dict[str, Any] = {}
    while missing := [name for name in schemas if f'/{name}"' in text and name not in needed]:
        needed |= {name: schemas[name] for name in missing}
        text += json.dumps([schemas[name] for name in missing])
    top = schemas[str(schema["$ref"]).rpartition("/")[2]] if "$ref" in schema else {"type": "object", **schema}
    whole = json.dumps({**top, "$defs": needed}).replace("#/components/schemas/", "#/$defs/")
    alone: Json = json.loads(whole)
    return alone


def answering(pool: Pool, limits: Limits) -> Answering:
    """Return what answers tools, by the workers of a pool."""

    async def answer(name: str, arguments: Mapping[str, Any], request: Request | None) -> bytes:
        wanted = COMMANDS[name].body
        assert wanted is not None
        gone, client = (_never, "") if request is None else (request.is_disconnected, client_of(request))
        try:
            with refusing():
                body = read_record(wanted, _within(limits, arguments))
            reply = await pool.run(Job.of(name, body, limits.seconds), gone, client)
            if reply.status != 200:
                raise Refusal(ProblemDetails(**json.loads(reply.body)))
        except Refusal as refusal:
            raise ToolRefusal(_in_words(refusal.details)) from None
        return reply.body

    return answer


def _within(limits: Limits, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    if len(json.dumps(arguments)) > limits.body_bytes:
        raise Refusal.of("too-large", f"the arguments have at most {limits.body_bytes:,} bytes")
    return arguments


async def _never() -> bool:
    return False  # who gives up cancels the call, which ends the job


def _in_words(details: ProblemDetails) -> str:
    """Return a problem as a text: what kind, where, and what is wrong; of several wrong fields, all of them."""
    fields = [f"{each.field}: {each.message}" for each in details.errors or () if each.field]
    return f"{details.title}: {details.text or '; '.join(fields) or details.detail}"


async def serve_stdio(limits: Limits) -> None:
    """Serve one client on standard input and output; whatever it has asked is answered before this ends."""
    pool = Pool(limits)
    pool.start()
    longest = limits.waiting_seconds + limits.seconds
    try:
        await Door(tools(), answering(pool, limits)).stdio(2 * longest)
    finally:
        await pool.close()


def run_stdio(limits: Limits) -> None:
    """Serve one client on standard input and output, until the input ends or this is interrupted."""
    asyncio.run(serve_stdio(limits))
