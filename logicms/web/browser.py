"""The door without a server: what a web worker calls, with Python in the browser (Pyodide), instead of the service.

It answers the same requests with the same bytes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from logicms.commands import COMMANDS, question_of
from logicms.commands.lessons import Saying
from logicms.notation.texts import load_json
from logicms.record import read_record
from logicms.web.refusals import Refusal, RequestRefused, refusal, refusing
from logicms.web.settings import Limits
from logicms.web.worker import Job, answer, as_json


class Answered(NamedTuple):
    """What the worker is told: the status and the JSON for the page."""

    status: int
    text: str
    missing: str | None = None
    """A module that must be loaded first; then the same request can be asked again."""


class Door:
    """Answers requests; `later` are modules that are loaded only when they are needed.

    >>> Door().answer("POST", "show", '{"board": "? 1"}').text
    '{"version": 1, "width": 2, "height": 1, "mines": null, "rows": ["?1"]}'
    >>> Door().answer("GET", "lessons/none").status
    404
    """

    def __init__(self, limits: Limits | None = None, later: Collection[str] = ()) -> None:
        self._limits = limits or Limits()
        self._later = frozenset(later)

    def answer(self, method: str, path: str, text: str = "") -> Answered:
        """Return the answer to a request as the service has it, below `/v1/`."""
        try:
            return self._answer(method, [_decoded(part) for part in path.split("/")], text)
        except ModuleNotFoundError as error:
            if (name := (error.name or "").partition(".")[0]) not in self._later:
                raise
            return Answered(503, "", missing=name)
        except RequestRefused as refused:
            return _refused(refused.details)
        except MemoryError:
            return _refused(refusal("memory-limit", "not decided within the memory of the browser"))

    def _answer(self, method: str, parts: list[str], text: str) -> Answered:
        if (method, parts) == ("GET", ["limits"]):
            return Answered(200, as_json(self._limits).decode())
        with refusing():
            job = self._job(method, parts, text)
        # Answered as a worker process of the service would.
        return Answered(200, answer(job, self._limits.cells).accepted(self._limits.seconds).body.decode())

    def _job(self, method: str, parts: list[str], text: str) -> Job:
        seconds = self._limits.seconds
        match method, parts:
            case "POST", [name] if name in COMMANDS and COMMANDS[name].example is not None:
                return Job.of(name, read_record(question_of(name), load_json(text)), seconds)
            case "GET", ["formats" | "lessons" as task]:
                return Job(task, {}, seconds)
            case "GET", ["lessons", id]:
                return Job("lesson", {"id": id}, seconds)
            case "POST", ["lessons", id, "say"]:
                return Job("say", {**read_record(Saying, load_json(text)).to_json(), "id": id}, seconds)
        raise RequestRefused.of("not-found", f"there is no {'/'.join(parts)[:80]} here")


def _decoded(part: str) -> str:
    if "%" not in part:
        return part
    from urllib.parse import unquote  # slow to load in a browser, and few paths need it

    return unquote(part)


def _refused(details: Refusal) -> Answered:
    return Answered(details.status, as_json(details).decode())
