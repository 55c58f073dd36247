"""Questions for reasons: `prove`, `next` and `path`, and `verify` about those of others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from logicms.answers.prove import (
    ContradictionAnswer,
    Explainer,
    NextAnswer,
    PathAnswer,
    ProveAnswer,
    Technique,
    VerifyAnswer,
    Wanted,
    next_step,
    path,
    prove,
    verify_json,
)
from logicms.commands.question import InForm, WithFlags
from logicms.errors import Misfit
from logicms.record import Bounds, Json, Written, shown
from logicms.render.written import COMPARING, OF_CLAUSES, Form

_BY = (
    "resolution: refute the negation; direct: derive the cell; counting: add and subtract clues; "
    "shortest: whichever of them has the least to read."
)


@dataclass(frozen=True, kw_only=True)
class ForReason(WithFlags, InForm):
    """A question whose answer has a proof."""

    to: Form | None = shown(
        "Write the answer in this form, as a text: `words` for people, `svg` for a picture, and so on.",
        default=None,
        example="words",
    )

    @property
    def is_for_programs(self) -> bool:
        """Whether the answer is read by programs, which take proofs by resolution."""
        return self.to is None or self.to in OF_CLAUSES


@dataclass(frozen=True, kw_only=True)
class Prove(ForReason):
    """Prove that a cell is safe or a mine, from the fewest clues possible.

    The mine total is used only where the clues alone do not suffice. For an uncertain cell, two placements are shown
    that differ there. In a hint file, a cell is any name.
    """

    cell: Annotated[str, Bounds(longest=400)] = shown(
        "A cell by column and row, such as B3, or any name of a hint file.", example="B1"
    )
    by: Wanted | None = shown(
        _BY, default=None, written=Written(default="shortest; resolution for JSON and files of clauses")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.to in OF_CLAUSES and self.by in ("counting", "shortest"):
            raise Misfit(f"{{to}} {self.to} needs a proof by resolution: {{by}} resolution or {{by}} direct")

    def ask(self) -> ProveAnswer | ContradictionAnswer:
        # Programs read what they always read; people get what is shortest for them.
        by = self.by or ("resolution" if self.is_for_programs else "shortest")
        compare = self.to in COMPARING
        return prove(self.problem, self.cell, by, compare=compare, witnesses=self.to in (None, "html"))


@dataclass(frozen=True, kw_only=True)
class Next(ForReason):
    """Show the easiest next deduction, as much of it as you like.

    No deduction is shown while there is an easier one, unless {technique} asks for an example of that.
    """

    level: Annotated[int, Bounds(least=1, most=4)] = shown(
        "1: where to look; 2: which clues; 3: the technique; 4: the proof.", default=4
    )
    by: Wanted | None = shown(
        "The kind of proof, as for `prove`.",
        default=None,
        written=Written(default="what the technique is about; resolution for JSON"),
    )
    technique: Technique | None = shown(
        "The easiest deduction by this technique: no easier one shows it.", default=None
    )

    def ask(self) -> NextAnswer | ContradictionAnswer:
        by = self.by or ("resolution" if self.is_for_programs else None)
        return next_step(
            self.problem,
            self.level,
            by,
            technique=self.technique,
            compare=self.level == 4 and self.to in (*COMPARING, "text"),  # which has the words too
            witnesses=self.to is None,
        )


@dataclass(frozen=True, kw_only=True)
class Path(WithFlags):
    """Show the whole solution: every deduction in order, the easiest first.

    Each step is what `next` would show then. It ends when nothing more is certain. What one step shows is known to the
    steps after it. Cells that the same clues decide are one step, mines and safe cells apart. Where there are formulas,
    only the first step is what `next` shows, and none rests on another.
    """

    def ask(self) -> PathAnswer:
        return path(self.problem)


@dataclass(frozen=True, kw_only=True)
class Verify(WithFlags):
    """Check a proof, step by step.

    The steps are checked against the hints and formulas in the proof itself; with a board or a hint file, every hint,
    fact and formula must come from there. What an answer says about its proof must be true too; what was not checked
    is listed.
    """

    as_text: ClassVar[str | None] = None

    proof: Json = shown("A proof, or an answer of `prove`, `next` or `ask` that has one.")

    def __post_init__(self) -> None:  # not that of a question about a text: there may be none
        if self.board is not None and self.hints is not None:
            raise Misfit("a proof is about {board} or about {hints}, not about both")

    @cached_property
    def _explainer(self) -> Explainer | None:
        is_about_something = self.board is not None or self.hints is not None
        return Explainer(self.problem) if is_about_something else None

    def ask(self) -> VerifyAnswer:
        return self.verdict(self.proof)

    def verdict(self, proof: object) -> VerifyAnswer:
        """Return the answer about any proof, given as JSON, if it is about the same."""
        return verify_json(proof, self._explainer)
