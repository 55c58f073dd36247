"""Problems: what the service answers instead of a result, as RFC 9457 has it. The edge where errors become answers."""

from __future__ import annotations

from typing import Any

from logicms.errors import BoardSyntaxError, LimitReached, LogicmsError

TYPE = "application/problem+json"

TITLES = {
    "syntax": (400, "The text cannot be read"),
    "not-found": (404, "There is nothing here"),
    "method": (405, "This address does not take that method"),
    "slow-body": (408, "The body did not arrive in time"),
    "conflict": (409, "The game has gone on meanwhile"),
    "too-large": (413, "Too large"),
    "media-type": (415, "The body is of a type that is not read here"),
    "values": (422, "Values that cannot be"),
    "busy": (429, "Too many jobs at once"),
    "bug": (500, "A mistake in logicms"),
    "not-ready": (503, "Not ready yet"),
    "time-limit": (504, "Not answered within the time limit"),
    "memory-limit": (504, "Not answered within the memory limit"),
}
"""The kinds of problem: the status and the title of each."""


def problem(kind: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem of one of the kinds above as JSON.

    >>> problem("values", "mines: 9 is too many", field="mines")["status"]
    422
    """
    status, title = TITLES[kind]
    return {"type": f"urn:logicms:problem:{kind}", "title": title, "status": status, "detail": detail, **more}


def problem_of(error: LogicmsError) -> dict[str, Any]:
    """Return the problem that a deliberate error is to whoever asked.

    >>> found = problem_of(BoardSyntaxError("a clue is 0 to 8, not 9", line=2, column=3, source_line="1 9 1"))
    >>> found["status"], found["line"], found["column"]
    (400, 2, 3)
    """
    if isinstance(error, BoardSyntaxError):
        return problem("syntax", error.message, line=error.line, column=error.column, text=str(error))
    return problem("time-limit" if isinstance(error, LimitReached) else "values", str(error))


class Refusal(Exception):
    """A request that is answered with a problem."""

    def __init__(self, kind: str, detail: str, *, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.problem = problem(kind, detail, **more)
        self.headers = headers or {}

    @classmethod
    def again(cls, found: dict[str, Any]) -> Refusal:
        """Return the refusal with a problem that was found elsewhere."""
        refusal = cls("bug", found["detail"])
        refusal.problem = found
        return refusal
