"""The service and its page: one of the doors. It answers over HTTP what the command line prints under `--json`.

::

    request -> edge -> service -> requests (size, type, fields) -> pool -> worker process: tasks, which call `answers`
                           |
                           +-> kept -> games (rules), store (SQLite)

=================== ===================================================================================
`bodies`            what a request may give, as records; a worker gets the same values
`requests`          who sends a request, and reading it within the limits of the service
`reading`           the boards and hint files in it
`tasks`             what a worker can be asked to do: from a body to an `Answer`
`lessons`           the bodies and tasks of lessons
`operations`        every address with what it takes and answers; `openapi` describes them to programs
`service`           from a request to its response
`edge`              what holds for every request: hosts, token, address, headers, the log
`responses`         what is sent instead of an answer, what a client may have already, compression
`settings`          how a service is configured, and the limits
`pool`              the worker processes, seen from the service; `worker` is what runs in each of them
`lifeline`          a worker dies with its service
`games`             what decides a game, its board, and what can be done with it
`kept`              the games of all clients; `store` has them on the disk
`tools`             the same commands for language models (MCP)
`browser`           the same without a server: the door that a web worker calls
`site`              writes the page as a folder for any static host
`problems`          what is answered instead of a result
`serving`           the app behind a socket
=================== ===================================================================================

A *job* is one piece of reasoning; it runs in a process of its own, which is ended when the job exceeds its limits or
when nobody waits for the answer any more. Nothing here reasons, and nothing that reasons sees a layout.
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
