"""The service and its page: one of the doors. It answers over HTTP what the command line prints under `--json`.

::

    request -> edge -> service -> edge (size, type, fields) -> pool -> worker process: `commands`

=================== ===================================================================================
`operations`        every address with what it takes and answers, described to programs by OpenAPI
`service`           from a request to its response, behind a socket
`edge`              what holds for every request: hosts, token, address, headers, the log; reading it within the
                    limits, and what is sent besides answers
`refusals`          what is answered instead of a result
`settings`          how a service is configured, and the limits
`pool`              the worker processes, seen from the service; `worker` is what runs in each of them
`tools`             the same commands for language models (MCP)
`browser`           the same without a server: the door that a web worker calls
`site`              writes the page as a folder for any static host
=================== ===================================================================================

Nothing is kept: a game or a knowledge base is a text that comes with each question, so any number of services can
answer the same clients. A *job* is one piece of reasoning; it runs in a process of its own, which is ended when the job
exceeds its limits or when nobody waits for the answer any more. Nothing here reasons, and nothing that reasons sees a
layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    app: ASGIApp


def __getattr__(name: str) -> ASGIApp:
    """Return the service, configured by environment variables, for `uvicorn logicms.web:app`; made when asked for."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from logicms.web.service import create_app
    from logicms.web.settings import settings_from

    made = globals()["app"] = create_app(settings_from())
    return made
