"""Questions for reasons: `prove`, `next` and `path`, `verify` about those of others, and `ask` and `kb`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from logicms.answers.knowledge import (
    AskAnswer,
    CountAnswer,
    KbAnswer,
    KbStepsAnswer,
    MatchingName,
    Method,
    PlacementsAnswer,
    TableAnswer,
    WhichAnswer,
    ask,
    count,
    kb,
    kb_steps,
    placements,
    table,
    which,
)
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
from logicms.hints import Name
from logicms.notation.formulas import asks_which, name_about, parse_which, question, tables_of
from logicms.notation.read import HINTS
from logicms.notation.statements import assumptions, file_of, supposing
from logicms.problem import Formula, Problem
from logicms.record import Bounds, Json, Written, shown
from logicms.render.exports import exported
from logicms.render.written import COMPARING, MEDIA_TYPES, OF_CLAUSES, TEXT, Form

MOST_PLACEMENTS = 20
"""At most this many placements are listed, unless a limit is given."""

MOST_ROWS = 100
"""A text lists at most this many rows of either kind, unless a limit is given."""

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
class ProveQuestion(ForReason):
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
class NextQuestion(ForReason):
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
class PathQuestion(WithFlags):
    """Show the whole solution: every deduction in order, the easiest first.

    Each step is what `next` would show then. It ends when nothing more is certain. What one step shows is known to the
    steps after it. Cells that the same clues decide are one step, mines and safe cells apart. Where there are formulas,
    only the first step is what `next` shows, and none rests on another.
    """

    def ask(self) -> PathAnswer:
        return path(self.problem)


@dataclass(frozen=True, kw_only=True)
class VerifyQuestion(WithFlags):
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


# -- a knowledge base, which is a hint file or a board


def _question_about(problem: Problem, asked: str) -> str:
    from logicms.notation.datalog import question_about  # a proof about a board does not need it

    return question_about(problem, asked)


@dataclass(frozen=True, kw_only=True)
class AskQuestion(InForm, WithFlags):
    """Ask a knowledge base whether a formula follows, and why.

    The knowledge base is a hint file or a board. The answer is yes, no (the negation follows) or unknown (then
    two placements show it). To `which x in people: FORMULA` the answer is all rows of values that certainly hold, then
    those that may.
    """

    usual: ClassVar[str] = HINTS
    as_text: ClassVar[str | None] = "hints"
    other_types: ClassVar[tuple[str, ...]] = (TEXT, MEDIA_TYPES["csv"])

    formula: str = shown("What may follow from it; or `which x in people: FORMULA`, for its rows.", example="b")
    by: Method = shown(
        "forward, backward: chaining; resolution: refute the negation; saturation: match all clauses; course: match as "
        "in the logic course, never two clauses longer than 2. Resolution and saturation are complete.",
        default="resolution",
    )
    to: Literal["text", "lines", "words", "latex", "dot", "dimacs", "drat", "lrat", "csv"] | None = shown(
        "Write the answer with its proof as `text`, its proof alone in another form, or the rows of `which` as `csv`.",
        default=None,
        example="words",
    )
    limit: Annotated[int, Bounds(least=0)] | None = shown(
        "Of `which`: list at most this many rows of each kind, certain and possible; without it, a text lists "
        f"{MOST_ROWS} of each, and every other form all.",
        default=None,
        written=Written(metavar="N"),
    )
    proofs: bool = shown(
        "Of `which`: prove each row that certainly holds, and show each that may by two placements.",
        default=False,
    )
    odds: bool = shown("Of `which`: give the exact probability of each row.", default=False)
    reasons: Annotated[int, Bounds(least=1, most=1_000)] | None = shown(
        "List up to this many sets of statements from which the answer follows, the fewest first.",
        default=None,
        written=Written(metavar="N"),
    )
    given: Annotated[tuple[str, ...], Bounds(longest=100)] = shown(
        "Assume this formula, count or fact for this question only; the proof cites it as an assumption.",
        default=(),
        written=Written(metavar="FORMULA"),
    )
    without: Annotated[tuple[str, ...], Bounds(longest=100)] = shown(
        "Take this statement back for this question only: by its name, its text, its clue, or `line 3`.",
        default=(),
        written=Written(metavar="SOURCE"),
    )

    @property
    def asked(self) -> str:
        """The question in the notation of hint files."""
        return _question_about(self.problem, self.formula)

    def about(self, formula: str) -> AskQuestion:
        """Return a question of the file itself, with the options that fit it; the text is not read again."""
        is_about_rows = asks_which(_question_about(self.problem, formula))
        of_one: dict[str, Any] = {"by": "resolution", "reasons": None}
        of_rows: dict[str, Any] = {"limit": None, "proofs": False, "odds": False}
        other = replace(self, formula=formula, **(of_one if is_about_rows else of_rows))
        other.__dict__.update(read=self.read, problem=self.problem)
        return other

    def ask(self) -> AskAnswer | WhichAnswer:
        self._check(asks_which(self.asked))
        answer = self._answer(self._supposed, self._with_given)
        if not (self.given or self.without):
            return answer
        given = assumptions(file_of(self.problem), self.given)
        names = (name for each in given for name in each.names)
        known, assumed = self.problem.names, tuple(dict.fromkeys(each.text for each in given))
        unknown = [str(name) for name in names if name not in known and not self.problem.knows(name)]
        found = tuple(dict.fromkeys((*(answer.unknown_names or ()), *unknown))) or None
        return replace(answer, unknown_names=found, assumptions=assumed or None, without=self.without or None)

    @cached_property
    def _supposed(self) -> Problem:
        """What is asked: the problem under assumptions, without what is taken back."""
        return supposing(self.problem, self.given, self.without) if self.given or self.without else self.problem

    @cached_property
    def _with_given(self) -> Problem:
        """What the question is read by: it may speak of what is taken back."""
        return supposing(self.problem, self.given) if self.given else self.problem

    def _answer(self, problem: Problem, known: Problem) -> AskAnswer | WhichAnswer:
        if not asks_which(self.asked):
            return ask(problem, question(known, self.asked), self.by, reasons=self.reasons)
        most = MOST_ROWS if self.limit is None and self.to == "text" else self.limit
        closed = () if problem.closed is None else problem.closed.predicates
        rows_of = parse_which(self.asked, tables_of(known), closed)
        return which(problem, rows_of, limit=most, proofs=self.proofs, odds=self.odds)

    def _check(self, is_about_rows: bool) -> None:
        """Refuse what is about rows where there are none, and what is about one formula where there are rows."""
        about_rows = {"{limit}": self.limit is not None, "{proofs}": self.proofs, "{odds}": self.odds}
        about_rows["{to} csv"] = self.to == "csv"
        if not is_about_rows:
            if wrong := [name for name, is_given in about_rows.items() if is_given]:
                raise Misfit(f"{wrong[0]} is about rows: ask `which x in …: FORMULA`")
            if self.reasons is not None and self.to not in (None, "text"):
                raise Misfit(f"{{reasons}} have no place in {{to}} {self.to}: choose text or JSON")
        elif self.reasons is not None:
            raise Misfit("{reasons} are those of one formula: ask about one row")
        elif self.by != "resolution":
            raise Misfit("{by} is about one formula: the rows of `which` are found together")
        elif self.to not in (None, "text", "csv"):
            raise Misfit(f"{{to}} {self.to} writes one proof: the rows of `which` are written as text, csv or JSON")
        elif self.to == "csv" and self.proofs:
            raise Misfit("{proofs} have no place in {to} csv: choose text or JSON")


_NAME = re.compile(r"(?:[^\s(]|\([^)]*\)?)+")
"""One of several names that blanks separate: `at(bob, 3)`."""


@dataclass(frozen=True, kw_only=True)
class KbQuestion(WithFlags):
    """Show a knowledge base, its placements, or how inference makes it grow."""

    usual: ClassVar[str] = HINTS
    as_text: ClassVar[str | None] = "hints"

    to: Literal["clauses", "sympy", "dimacs", "table"] = shown(
        "clauses: the facts (KB0) and what remains after propagation (KB); sympy: the same as sympy writes it; dimacs: "
        "all clauses as told; table: the truth table, of at most 10 names.",
        default="clauses",
    )
    formula: str | None = shown(
        "With {to} table: a column for this formula, and whether it follows.",
        default=None,
        written=Written(option="ask", metavar="FORMULA"),
    )
    steps: Annotated[int, Bounds(least=0, most=10_000)] | None = shown(
        "Show the first steps of inference, this many.", default=None, written=Written(metavar="N")
    )
    policy: MatchingName | None = shown(
        "With {steps}: which clauses are matched. course (the default): as in the logic course, never two clauses that "
        "are both longer than 2; short: only two that are both at most 2, as report 1 of that course programs it; "
        "narrow: none that gives a clause longer than 4; full: all.",
        default=None,
    )

    placements: bool = shown(
        "List the placements: each assignment of the names, or of those in {over}, that meets everything.",
        default=False,
    )
    over: Annotated[tuple[str, ...], Bounds(longest=10_000)] | None = shown(
        "With {placements} or {count}: only these names, each assignment of theirs once. Without it, all that are not "
        "of closed predicates.",
        default=None,
        written=Written(
            metavar="NAMES",
            read=lambda text: tuple(_NAME.findall(text)),
            about="With {placements} or {count}: only these names, separated by blanks.",
        ),
    )
    limit: Annotated[int, Bounds(least=1, most=1_000_000)] | None = shown(
        "With {placements}: at most this many.",
        default=None,
        written=Written(metavar="N", default=str(MOST_PLACEMENTS)),
    )
    count: bool = shown("Count the placements.", default=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.placements and self.count:
            raise Misfit("choose one of {placements} and {count}")
        if (self.placements or self.count) and (self.to != "clauses" or self.steps is not None):
            raise Misfit("{placements} and {count} are answers of their own: leave out {to} and {steps}")
        if self.over is not None and not (self.placements or self.count):
            raise Misfit("{over} is about {placements} or {count}: give one of these too")
        if self.limit is not None and not self.placements:
            raise Misfit("{limit} is about {placements}: give that too")
        if self.policy is not None and self.steps is None:
            raise Misfit("{policy} is about steps of inference: give {steps} too")
        if self.formula is not None and self.to != "table":
            raise Misfit("{formula} is a column of a truth table: give {to} table too, or use the command ask")

    @cached_property
    def asked(self) -> Formula | None:
        """The formula that has a column of its own."""
        return (
            None
            if self.formula is None
            else question(self.problem, _question_about(self.problem, self.formula), "formula")
        )

    @property
    def _names(self) -> tuple[Name, ...] | None:
        return None if self.over is None else tuple(name_about(self.problem, each) for each in self.over)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """What it asks about, but nothing mentions."""
        asked = {*(self._names or ()), *(() if self.asked is None else self.asked.names)}
        unknown = asked.difference(self.problem.names) if asked else asked
        return tuple(sorted(str(name) for name in unknown if not self.problem.knows(name)))

    def ask(self) -> KbAnswer | KbStepsAnswer | TableAnswer | PlacementsAnswer | CountAnswer:
        if self.placements:
            return placements(self.problem, self._names, self.limit or MOST_PLACEMENTS)
        if self.count:
            return count(self.problem, self._names)
        if self.to == "table":
            return table(self.problem, self.asked)
        if self.steps is not None:
            return kb_steps(self.problem, self.steps, self.policy or "course")
        found = kb(self.problem)
        return found if found.is_limit or self.to == "clauses" else exported(found, self.problem, (self.to,))
