"""The door without a server: what a web worker calls, with Python in the browser (Pyodide), instead of the service.

It answers the same requests with the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple, TypeVar

from logicms.commands import COMMANDS, question_of
from logicms.commands.lessons import ListLessons, OfLesson, Saying, SayInLesson
from logicms.commands.question import Question
from logicms.errors import FieldsError, LogicmsError
from logicms.notation.texts import load_json
from logicms.record import read_record
from logicms.web.refusals import FieldError, Refusal, RequestRefused, refusal, refusal_of
from logicms.web.settings import Limits
from logicms.web.worker import Job, answer, as_json

_B = TypeVar("_B", bound=Question)


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
        except FieldsError as error:
            errors = tuple(FieldError(field, message) for field, message in error.wrong)
            return _refused(refusal("values", str(error), errors=errors))
        except LogicmsError as error:
            return _refused(refusal_of(error))
        except MemoryError:
            return _refused(refusal("memory-limit", "not decided within the memory of the browser"))

    def _answer(self, method: str, parts: list[str], text: str) -> Answered:
        match method, parts:
            case "POST", [name] if name in COMMANDS and COMMANDS[name].example is not None:
                return self._reason(name, _given(question_of(name), text))
            case "GET", ["formats"]:
                return self._reason("formats", question_of("formats")())
            case "GET", ["lessons"]:
                return self._reason("lessons", ListLessons())
            case "GET", ["lessons", id]:
                return self._reason("lesson", OfLesson(id=id))
            case "POST", ["lessons", id, "say"]:
                said = _given(Saying, text)
                return self._reason("say", SayInLesson(id=id, state=said.state, said=said.said))
            case "GET", ["limits"]:
                return Answered(200, as_json(self._limits).decode())
        raise RequestRefused.of("not-found", f"there is no {'/'.join(parts)[:80]} here")

    def _reason(self, task: str, body: Question) -> Answered:
        """Return what the task answers, as a worker process of the service would."""
        seconds = self._limits.seconds
        return Answered(200, answer(Job.of(task, body, seconds), self._limits.cells).accepted(seconds).body.decode())


def _decoded(part: str) -> str:
    if "%" not in part:
        return part
    from urllib.parse import unquote  # slow to load in a browser, and few paths need it

    return unquote(part)


def _given(body: type[_B], text: str) -> _B:
    try:
        return read_record(body, load_json(text))
    except json.JSONDecodeError as error:
        raise RequestRefused.of("syntax", f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None


def _refused(details: Refusal) -> Answered:
    return Answered(details.status, as_json(details).decode())
