"""Answer: what a command says, on the command line as over HTTP. Each command has its own kind, in this package.

An answer is a frozen record: a status, what was found, the exit code, and `to_json()`. Reasoning raises if a problem is
inconsistent or a limit is reached; only here do both become answers. What is shown as proved has passed the checker
(`checker.require`).
"""

from __future__ import annotations

from dataclasses import dataclass

from logicms.errors import InconsistentKnowledge, LimitReached, LogicmsError, RefusedProof
from logicms.hints import Name
from logicms.proofs.proof import Proof
from logicms.proofs.proof_json import ProofRecord
from logicms.record import Json, Record, inlined, kept, shown

VERSION = 1
"""The version of the JSON that commands print and the service sends."""

YES, NO, USAGE, INCONSISTENT, LIMIT, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130
"""The exit codes: yes, no, unusable input, inconsistent, a limit, a bug in logicms, Ctrl-C."""

CODES = {"inconsistent": INCONSISTENT, "limit": LIMIT, "stuck": NO, "unknown": NO, "no": NO, "none": INCONSISTENT}
"""The exit code of each status; any other status is yes."""

Error = InconsistentKnowledge | LimitReached
"""The errors that become answers."""


@dataclass(frozen=True, slots=True)
class CommandAnswer(Record):
    """What a command says."""

    def to_json(self, general: bool = False) -> Json:
        """Return the JSON object; about a problem without cells, in words that speak of no mines."""
        problem = getattr(self, "problem", None)
        return Record.to_json(self, general if problem is None else problem.is_general)

    @property
    def exit_code(self) -> int:
        """The exit code of the command line: 0 yes, 1 no, 3 inconsistent, 4 a limit."""
        return CODES.get(getattr(self, "status", ""), YES)

    @property
    def is_limit(self) -> bool:
        """Whether a limit was reached: the answer may be different another time."""
        return self.exit_code == LIMIT


def conflict_of(error: Error | None) -> tuple[Name, ...] | None:
    """Return what clashes, or None if nothing does."""
    return error.conflict if isinstance(error, InconsistentKnowledge) else None


@dataclass(frozen=True, slots=True)
class Refutation(Record):
    """The proof that a problem is inconsistent, accepted by the checker: steps that end in the empty clause."""

    proof: Proof | None = inlined(ProofRecord, default=None)
    checked: bool = shown("What the independent checker said.", default=True)


def refutation_of(error: Error | None) -> Refutation | None:
    """Return the proof of a contradiction, which the checker accepted when it was made.

    None if there is no contradiction, or the proof would take too long.
    """
    proof = error.proof if isinstance(error, InconsistentKnowledge) else None
    return None if proof is None else Refutation(proof)


def message_of(error: Error | None) -> str | None:
    """Return the status in words, or None if there is no error."""
    return None if error is None else str(error)


def exit_code_of(error: LogicmsError) -> int:
    """Return the exit code of a deliberate error that is not an answer."""
    if isinstance(error, InconsistentKnowledge):
        return INCONSISTENT
    if isinstance(error, RefusedProof):
        return BUG
    return LIMIT if isinstance(error, LimitReached) else USAGE


@dataclass(frozen=True, slots=True)
class TextAnswer(CommandAnswer):
    """An answer as a text, in the form that was asked for."""

    to: str = shown("The form.")
    text: str = shown("The text.")
    answer: CommandAnswer | None = kept(default=None)
    """What is written."""

    @property
    def exit_code(self) -> int:
        return YES if self.answer is None else self.answer.exit_code
