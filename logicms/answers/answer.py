"""Answer: what a command says, the same at every door. Each command has a module here that makes its own.

An answer is a frozen record: a status, what was found, the exit code, and `to_json()`. Reasoning raises when a problem
contradicts itself or a limit is reached; here both become answers, and nowhere else. What is shown as proved has passed
the checker (`prove.checked`).
"""

from __future__ import annotations

from dataclasses import dataclass

from logicms.errors import InconsistentKnowledge, LimitReached, LogicmsError
from logicms.literal import Name
from logicms.record import Record

YES, NO, USAGE, INCONSISTENT, LIMIT, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130
"""The exit codes: yes, no, unusable input, a contradiction, a limit, a mistake of ours, Ctrl-C."""

CODES = {"inconsistent": INCONSISTENT, "limit": LIMIT, "stuck": NO, "unknown": NO, "no": NO, "none": INCONSISTENT}
"""The exit codes of the words that say how it went; any other word is yes."""

Error = InconsistentKnowledge | LimitReached
"""What reasoning raises and a command answers."""


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """What a command says."""

    @property
    def exit_code(self) -> int:
        """The exit code of the command line: 0 yes, 1 no, 3 a contradiction, 4 a limit."""
        return CODES.get(getattr(self, "status", ""), YES)

    @property
    def is_limit(self) -> bool:
        """Whether a limit was reached: another time, the answer may be another."""
        return self.exit_code == LIMIT


def conflict_of(error: Error | None) -> tuple[Name, ...] | None:
    """Return who clashes, None where nothing does."""
    return error.conflict if isinstance(error, InconsistentKnowledge) else None


def message_of(error: Error | None) -> str | None:
    """Return what explains the status in words, None where nothing needs it."""
    return None if error is None else str(error)


def exit_code_of(error: LogicmsError) -> int:
    """Return the exit code of a deliberate error that nobody made an answer of."""
    from logicms.errors import RefusedProof

    if isinstance(error, InconsistentKnowledge):
        return INCONSISTENT
    if isinstance(error, RefusedProof):
        return BUG
    return LIMIT if isinstance(error, LimitReached) else USAGE
