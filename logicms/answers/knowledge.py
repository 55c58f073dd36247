"""A knowledge base: `ask` (does it entail a formula, and why?) and `kb` (what it is, how inference makes it grow).

To `ask`, *yes* and *no* come with a proof (of the formula, or of its negation), *unknown* with two placements that
differ on the formula, and chaining on definite clauses with a trace.

`kb --to table` is a truth table: entailment by its definition. A formula follows if it holds in every row in which all
statements hold. A table has 2^n rows, which is why everything else in logicms reasons in other ways; so it is for few
names.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import TYPE_CHECKING

from logicms.answers.answer import CODES, INCONSISTENT, LIMIT, YES, CommandAnswer, message_of
from logicms.answers.prove import ProofAnswer, contradiction_proof, must_fit
from logicms.board import as_name
from logicms.deduction.deduction import contradiction
from logicms.deduction.deduction import odds as exact_odds
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached, RefusedProof, counted
from logicms.explanation.explanation import needed as needed_for
from logicms.hints import Literal, Name, ordered
from logicms.limits import spend, timely
from logicms.logic.clauses import Clause
from logicms.logic.inference import MATCHINGS, Event, Happening, Trace
from logicms.logic.knowledge import Answer as Verdict
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.knowledge import Method as Method
from logicms.logic.which import Rows, as_sympy
from logicms.notation.formulas import format_formula, tables_of
from logicms.notation.spelling import unknown_atoms
from logicms.problem import Formula, Problem, Statement, Unfounded
from logicms.record import Record, kept, shown
from logicms.rules.grounding import RuleBook
from logicms.rules.language import Value, Values, Which

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


# -- ask


@dataclass(frozen=True, slots=True)
class AskAnswer(CommandAnswer):
    """Whether a formula follows, its negation does, or neither."""

    answer: typing.Literal["yes", "no", "unknown", "limit"] | None = shown(
        "`no`: its negation follows; null: the knowledge base is inconsistent."
    )
    status: typing.Literal["inconsistent", "limit"] | None = shown(
        "Present only if the knowledge base is inconsistent, or if a limit was reached: before the answer, or before "
        "its proof or placements.",
        default=None,
        omit=True,
    )
    message: str | None = shown("The status, in words.", default=None, omit=True)
    conflict: tuple[Name, ...] | None = shown("The statements that contradict each other.", default=None, omit=True)
    proof: ProofAnswer | None = shown("Of the formula, of its negation, or of the contradiction.", default=None)
    premises: tuple[str, ...] | None = shown(
        "For `yes` and `no` by resolution: the fewest statements from which it follows.", default=None, omit=True
    )
    fewest: bool | None = shown(
        "Whether surely no fewer suffice; if not, none of them can be left out.", default=None, omit=True
    )
    placements: tuple[tuple[str, ...], ...] | None = shown(
        "For `unknown`: the names that hold in a placement where the formula holds, and in one where it does not.",
        default=None,
    )
    question: str | None = shown("The question of a Datalog file that this answers.", default=None, omit=True)
    formula: str | None = shown("The formula that was asked about.", default=None, omit=True)
    unknown_names: tuple[str, ...] | None = shown(
        "Names in the formula that the knowledge base does not mention: misspelt, perhaps.", default=None, omit=True
    )
    assumptions: tuple[str, ...] | None = shown(
        "What was assumed for this question: the answer holds under this alone.", default=None, omit=True
    )
    without: tuple[str, ...] | None = shown(
        "The statements that were taken back for this question.", default=None, omit=True
    )
    reasons: tuple[tuple[str, ...], ...] | None = shown(
        "With `reasons`: sets of statements from which the answer follows, the fewest first; of each, all are needed. "
        "Assumptions are among them.",
        default=None,
        omit=True,
    )
    trace: tuple[Trace, ...] = kept(default=())
    by: Method = kept(default="resolution")
    problem: Problem = kept(default_factory=Problem)

    @property
    def exit_code(self) -> int:
        return INCONSISTENT if self.answer is None else CODES.get(self.answer, YES)

    @property
    def is_limit(self) -> bool:
        return self.status == "limit"


def ask(
    problem: Problem, formula: Formula | Boolean, by: Method = "resolution", *, reasons: int | None = None
) -> AskAnswer:
    """Return whether a problem entails a formula, and why; with `reasons`, from which sets of statements.

    >>> from sympy.abc import a, b
    >>> from logicms.problem import Formula
    >>> answer = ask(Problem([Formula("a -> b", a >> b), Formula("a", a)]), ~b)
    >>> answer.answer, answer.formula, str(answer.proof.proof.literal)
    ('no', '~b', 'b')
    """
    if not isinstance(formula, Formula):
        formula = Formula(format_formula(formula), formula)
    answer = replace(_answered(problem, formula.expr, by), formula=formula.text, problem=problem)
    return answer if reasons is None else _with_reasons(answer, formula.expr, reasons)


def _with_reasons(answer: AskAnswer, formula: Boolean, most: int) -> AskAnswer:
    """Return an answer with the sets of statements from which it follows, at most so many; at a limit, it says so."""
    found: list[tuple[str, ...]] = []
    try:
        if answer.answer in ("yes", "no"):
            shown = _shown(formula, Verdict(answer.answer))
            for each in KnowledgeBase(answer.problem).reasons(shown, limit=most):
                found.append(each)
    except LimitReached as error:
        return replace(answer, reasons=tuple(found), status="limit", message=f"not all its reasons were found: {error}")
    return replace(answer, reasons=tuple(found))


def _answered(problem: Problem, formula: Boolean, by: Method) -> AskAnswer:
    unknown: tuple[str, ...] = ()
    try:
        base = KnowledgeBase(problem)
        names = sorted(symbol.name for symbol in formula.free_symbols)
        unknown = tuple(name for name in names if name not in base.symbols and not problem.knows(name))
        return replace(_asked(problem, base, formula, by), unknown_names=unknown or None)
    except InconsistentKnowledge:
        error = contradiction(problem)
        return AskAnswer(None, "inconsistent", message_of(error), error.conflict, contradiction_proof(error), by=by)
    except LimitReached:
        return AskAnswer("limit", "limit", _UNDECIDED, by=by, unknown_names=unknown or None)


_UNDECIDED = "not decided within the limit"


def _asked(problem: Problem, base: KnowledgeBase, formula: Boolean, by: Method) -> AskAnswer:
    verdict = base.ask(formula, by)
    trace = _trace(base, formula, by)
    proof, placements, needed = None, None, None
    late = _UNDECIDED if verdict is Verdict.LIMIT else None
    try:
        if verdict is Verdict.UNKNOWN:
            placements = _two_placements(problem, base, formula)
        elif verdict is not Verdict.LIMIT:
            if by == "resolution":  # the others are for watching a method work on everything that is told
                needed = needed_for(problem, base, _shown(formula, verdict))
            proof = (base if needed is None else needed.base).prove(_shown(formula, verdict), by)
    except LimitReached:  # the verdict is an answer even without what shows it
        what = "two placements were" if verdict is Verdict.UNKNOWN else "its proof was"
        late = f"{what} not found within the limit"
    return AskAnswer(
        verdict.value,
        status=None if late is None else "limit",
        message=late,
        proof=None if proof is None else ProofAnswer.of(proof),
        premises=None if needed is None or proof is None else proof.statements,
        fewest=None if needed is None or proof is None else needed.fewest,
        placements=placements,
        trace=trace,
        by=by,
    )


def _two_placements(problem: Problem, base: KnowledgeBase, formula: Boolean) -> tuple[tuple[str, ...], ...] | None:
    """Return two placements that differ little: a formula holds in the first only. They are checked."""
    from logicms.sat.backbone import differing_on  # loads the solver, which other answers do not need

    base.tell_support(formula)
    placements = differing_on(formula, base)
    found = [frozenset(map(as_name, names)) for names in placements or ()]
    must_fit(problem, found)
    asked = Formula("", formula)
    if [asked.holds(names) for names in found] not in ([True, False], []):
        raise RefusedProof("the formula does not tell its placements apart")
    if problem.closed is not None:
        decided = {name: problem.closed.value(name) for name in asked.names}
        if any(value not in (None, name in names) for name, value in decided.items() for names in found):
            raise RefusedProof("a placement does not fit what is closed")
    return placements


def _shown(formula: typing.Any, verdict: Verdict) -> typing.Any:
    """Return what is shown: the formula, or its negation."""
    from sympy import Not

    return formula if verdict is Verdict.YES else Not(formula)


def _trace(base: KnowledgeBase, formula: typing.Any, by: Method) -> tuple[Trace, ...]:
    """Return the trace of textbook chaining, if the question is a symbol and the clauses are definite."""
    if by not in ("forward", "backward") or not getattr(formula, "is_Symbol", False):
        return ()
    try:
        return base.chain(formula.name, "forward" if by == "forward" else "backward").trace
    except (BoardError, LimitReached):
        return ()


# -- which: ask for values

Decided = typing.Literal["yes", "no", "unknown", "limit"]


@dataclass(frozen=True, slots=True)
class WhichRow(Record):
    """The values of the variables of a question for which it holds, certainly or perhaps."""

    values: Mapping[str, Value] = shown("The value of each variable.")
    answer: typing.Literal["yes", "unknown"] = shown("`yes`: it certainly holds; `unknown`: it may.")
    proof: ProofAnswer | None = shown("With `proofs`, if it certainly holds: why.", default=None, omit=True)
    placements: tuple[tuple[str, ...], ...] | None = shown(
        "With `proofs`, if it may hold: the names that hold in a placement where it does, and in one where not.",
        default=None,
        omit=True,
    )
    odds: Fraction | None = shown("With `odds`: the probability that it holds.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class WhichAnswer(AskAnswer):
    """For which values a formula holds: the rows that certainly hold, then those that may."""

    answer: Decided | None = shown(
        "`yes`: a row certainly holds; `unknown`: none does, but one may; `no`: none can; null: the knowledge base is "
        "inconsistent.",
        default=None,
    )
    variables: tuple[str, ...] = shown("The variables, in the order in which they are asked for.", default=())
    rows: tuple[WhichRow, ...] = shown(
        "The rows; the first variable changes slowest, each in the order of its set.", default=()
    )
    certain: int = shown("How many rows certainly hold, listed or not.", default=0)
    possible: int = shown("How many more may hold.", default=0)
    complete: bool = shown("Whether every row was decided; if not, the others were not within the limit.", default=True)


def which(
    problem: Problem, question: Which, *, limit: int | None = None, proofs: bool = False, odds: bool = False
) -> WhichAnswer:
    """Return for which values a question certainly holds, and for which it may; list at most `limit` of either kind.

    With `proofs`, each row that is listed has a proof, or two placements; with `odds`, its probability.

    >>> from logicms.notation.formulas import parse_which
    >>> from logicms.notation.hint_files import parse_hints
    >>> problem = parse_hints("set people = ann bob\\nall x in people: here(x)\\n1 x in people: late(x)").to_problem()
    >>> question = parse_which("which x in people: here(x) & late(x)", problem.book.tables)
    >>> answer = which(problem, question, odds=True)
    >>> answer.answer, answer.possible, [(str(row.values), str(row.odds)) for row in answer.rows]
    ('unknown', 2, [('x = ann', '1/2'), ('x = bob', '1/2')])
    """
    found = WhichAnswer(variables=question.variables, formula=question.text, problem=problem)
    asked, rows, message = _Asked(problem, question), Rows(), None
    try:
        found = replace(found, unknown_names=unknown_atoms(question, asked.base.symbols.names, asked.closed) or None)
        rows = asked.base.which(question)
    except InconsistentKnowledge:
        error = contradiction(problem)
        proof = contradiction_proof(error)
        return replace(found, status="inconsistent", message=message_of(error), conflict=error.conflict, proof=proof)
    except LimitReached as error:
        rows, message = error.settled or rows, _UNDECIDED
    listed = [WhichRow(row, "yes") for row in rows.certain[:limit]]
    listed += [WhichRow(row, "unknown") for row in rows.possible[:limit]]
    answer: Decided = "yes" if rows.certain else "unknown" if rows.possible else "no"
    if message is not None:
        answer = "limit"
    for what, is_wanted, add in (("proofs", proofs, asked.shown), ("odds", odds, asked.weighed)):
        try:
            for number, row in enumerate(listed if is_wanted and message is None else ()):
                listed[number] = add(row)
        except LimitReached as error:  # the rows are an answer even without what shows them
            message = f"the {what} were not all found: {error}"
    return replace(
        found,
        answer=answer,
        status=None if message is None else "limit",
        message=message,
        rows=tuple(listed),
        certain=len(rows.certain),
        possible=len(rows.possible),
        complete=answer != "limit",
    )


@dataclass(frozen=True)
class _Asked:
    """A question for values, and what shows a row: a proof or two placements, and its probability."""

    problem: Problem
    question: Which

    @property
    def closed(self) -> tuple[str, ...]:
        return () if self.problem.closed is None else self.problem.closed.predicates

    @cached_property
    def base(self) -> KnowledgeBase:
        return KnowledgeBase(self.problem)

    def shown(self, row: WhichRow) -> WhichRow:
        """Return the row with what shows it."""
        formula = self._book.formula_of_row(self.question, row.values)
        if row.answer == "unknown":
            return replace(row, placements=_two_placements(self.problem, self.base, formula))
        proof = needed_for(self.problem, self.base, formula).base.prove(formula)
        assert proof is not None, "what is certain has a proof"
        return replace(row, proof=ProofAnswer.of(proof))

    def weighed(self, row: WhichRow) -> WhichRow:
        """Return the row with its probability."""
        return replace(row, odds=Fraction(1) if row.answer == "yes" else self._probability(row.values))

    @cached_property
    def _book(self) -> RuleBook:
        return self.problem.book or RuleBook({}, tables_of(self.problem))

    @cached_property
    def _odds(self) -> Mapping[Name, Fraction]:
        return exact_odds(self.problem).mine

    def _probability(self, values: Values) -> Fraction:
        """Return how likely a row holds: the odds of its name, or of a new name that holds just if the row does."""
        from sympy import Equivalent, Symbol

        from logicms.connectives import literal_in

        asked = self._book.row(self.question, values)
        assert asked is not None, "a row that is not certain is about something"
        expr = as_sympy(asked)
        self.base.tell_support(expr)
        if (literal := literal_in(expr)) is not None and (name := as_name(literal[0])) in self._odds:
            return self._odds[name] if literal[1] else 1 - self._odds[name]
        defined = Formula(_ROW, Equivalent(Symbol(_ROW), expr))
        return exact_odds(Problem([*self.problem.statements, *self.base.support, defined])).mine[_ROW]


_ROW = "row?"
"""A name that no text can have."""


# -- kb


@dataclass(frozen=True, slots=True)
class KbAnswer(CommandAnswer):
    """A knowledge base closed under unit propagation; at a limit, as much of it as was told by then."""

    facts: Mapping[str, bool] = shown("KB0: what is known, by name; true for a name that holds.")
    clauses: tuple[tuple[str, ...], ...] = shown(
        "KB0 and KB: facts first, then the clauses that remain after propagation."
    )
    symbols: Mapping[str, str] = shown("What each auxiliary symbol means.")
    contradiction: bool = shown("Whether propagation has found a contradiction.")
    sympy: str | None = shown("All of it as one sympy formula.", default=None, omit=True)
    dimacs: str | None = shown("All of it as it was told, as DIMACS CNF.", default=None, omit=True)
    unlisted: int | None = shown(
        "How many atoms of closed predicates fail: they are not listed, unless a statement is about them. Not there if "
        "no predicate is closed.",
        default=None,
        omit=True,
    )
    status: typing.Literal["limit"] | None = shown("Present only if a limit was reached.", default=None, omit=True)
    message: str | None = shown("The limit, in words.", default=None, omit=True)
    base: KnowledgeBase = kept(default_factory=KnowledgeBase)

    @property
    def exit_code(self) -> int:
        return INCONSISTENT if self.contradiction else CODES.get(self.status or "", YES)


MOST_AT_LIMIT = 1_000
"""How many clauses are listed if a limit was reached and there are more."""


def kb(problem: Problem) -> KbAnswer:
    """Return the knowledge base of a problem.

    >>> from logicms.hints import Literal
    >>> from logicms.hints import exactly
    >>> kb(Problem([exactly(1, ["a", "b"]), Literal("a", False)])).facts
    {'a': False, 'b': True}
    """
    base = KnowledgeBase()
    limit = _tell(base, problem)
    contradiction = base.forward.contradiction is not None
    clauses: Iterable[Clause]
    try:
        clauses = list(timely(base.current_clauses))
    except LimitReached as error:  # writing more of them would take too long
        clauses = list(islice(base.forward.places, MOST_AT_LIMIT))
        limit = limit or error
        limit = LimitReached(f"{limit}; of {counted(len(base.forward.places), 'clause')} {MOST_AT_LIMIT:,} are listed")
    return KbAnswer(
        facts={} if contradiction else base.facts,
        clauses=tuple(map(base.symbols.texts, clauses)),
        symbols=dict(base.symbols.meanings),
        contradiction=contradiction,
        unlisted=None if limit is not None or problem.closed is None else problem.closed.failing,
        status=None if limit is None else "limit",
        message=message_of(limit),
        base=base,
    )


def _tell(base: KnowledgeBase, problem: Problem) -> LimitReached | None:
    """Tell a knowledge base what a problem states, and what closed predicates make true besides.

    Return the limit if one was reached.
    """
    try:
        for statement in problem.statements:
            base.tell(statement)
        for name in () if problem.closed is None else problem.closed.holding:
            if str(name) not in base.symbols:
                base.tell(Literal(name, True))
    except LimitReached as error:
        return error
    return None


@dataclass(frozen=True, slots=True)
class KbStep(Record):
    """One step of inference: something that happens to a clause."""

    what: Happening = shown("What happens.")
    clause: tuple[str, ...] = shown("The clause that it happens to.")
    parents: tuple[tuple[str, ...], ...] = shown("The clauses that it comes from.", key="from")


@dataclass(frozen=True, slots=True)
class KbStepsAnswer(CommandAnswer):
    """The first steps of inference."""

    steps: tuple[KbStep, ...] = shown("The steps in order.")
    end: str = shown("Why there are no more.")
    status: typing.Literal["limit"] | None = shown("Present only if a limit was reached.", default=None, omit=True)
    code: int = kept(default=YES)

    @property
    def exit_code(self) -> int:
        return self.code


MatchingName = typing.Literal["course", "short", "full", "narrow"]


def kb_steps(problem: Problem, steps: int, policy: MatchingName = "course") -> KbStepsAnswer:
    """Return the first steps when a problem is told and its clauses are matched under a policy."""
    events: list[Event] = []
    base = KnowledgeBase(watch=events.append)
    limit = _tell(base, problem)
    code, end = YES, f"nothing more follows under the policy {policy}"
    try:
        if limit is None:
            events += islice(base.saturation(MATCHINGS[policy]).watch(), max(0, steps + 1 - len(events)))
    except LimitReached as error:
        limit = error
    if limit is not None:
        code, end = LIMIT, str(limit)
    if len(events) > steps:
        code, end = YES, f"the first {counted(steps, 'step')}; there are more"
    if any(event.what == "contradiction" for event in events[:steps]):
        code, end = INCONSISTENT, "inconsistent: the empty clause, false, was derived"
    texts = base.symbols.texts
    shown_steps = tuple(
        KbStep(event.what, texts(event.clause), tuple(map(texts, event.parents))) for event in events[:steps]
    )
    return KbStepsAnswer(shown_steps, end, "limit" if code == LIMIT else None, code)


# -- its placements


@dataclass(frozen=True, slots=True)
class PlacementsAnswer(CommandAnswer):
    """Assignments of some names, each of which can be completed to a placement."""

    placements: tuple[Mapping[str, bool], ...] = shown("By name, whether it holds; no two are the same.")
    more: bool = shown("Whether there are more.")
    status: typing.Literal["inconsistent", "limit"] | None = shown(
        "Present only if the knowledge base is inconsistent, or if a limit was reached: those found by then.",
        default=None,
        omit=True,
    )
    message: str | None = shown("The status, in words.", default=None, omit=True)
    problem: Problem = kept(default_factory=Problem)


def placements(problem: Problem, over: tuple[Name, ...] | None = None, limit: int | None = None) -> PlacementsAnswer:
    """Return placements of a problem, at most `limit`; of these names only, if there are any.

    >>> answer = placements(Problem([Literal("a", True), Literal("b", False)]))
    >>> answer.placements, answer.more
    (({'a': True, 'b': False},), False)
    """
    found: list[Mapping[str, bool]] = []
    try:
        base = KnowledgeBase(problem)
        for each in base.placements(over, limit=None if limit is None else limit + 1):
            found.append(each)
        if not found and not base.consistent:
            error = contradiction(problem)
            return PlacementsAnswer((), False, "inconsistent", message_of(error), problem)
    except LimitReached as error:
        return PlacementsAnswer(tuple(found[:limit]), True, "limit", message_of(error), problem)
    more = limit is not None and len(found) > limit
    return PlacementsAnswer(tuple(found[:limit]), more, problem=problem)


@dataclass(frozen=True, slots=True)
class CountAnswer(CommandAnswer):
    """How many placements there are."""

    count: str | None = shown("Their exact number; null if it was not counted.")
    status: typing.Literal["inconsistent", "limit"] | None = shown(
        "Present only if there is none, or if a limit was reached.", default=None, omit=True
    )
    message: str | None = shown("The status, in words.", default=None, omit=True)
    problem: Problem = kept(default_factory=Problem)


def count(problem: Problem, over: tuple[Name, ...] | None = None) -> CountAnswer:
    """Return how many placements a problem has; of these names only, if there are any.

    >>> from logicms.hints import exactly
    >>> count(Problem([exactly(2, "a b c d")])).count, count(Problem([exactly(2, "a b c d")]), ("a", "b")).count
    ('6', '4')
    """
    try:
        found = KnowledgeBase(problem).count(over)
    except LimitReached as error:
        return CountAnswer(None, "limit", message_of(error), problem)
    if not found:
        return CountAnswer("0", "inconsistent", message_of(contradiction(problem)), problem)
    return CountAnswer(str(found), problem=problem)


# -- the truth table

MOST_NAMES = 10
"""The most names of a table: with 10 it has 1,024 rows."""


@dataclass(frozen=True, slots=True)
class TableRow(Record):
    """One placement, and what is true there."""

    names: tuple[bool, ...] = shown("Whether each name holds.")
    columns: tuple[bool, ...] = shown("Whether each column is true.")
    fits: bool = shown("Whether every statement of the knowledge base is true.")


@dataclass(frozen=True, slots=True)
class TableAnswer(CommandAnswer):
    """The truth table of a knowledge base."""

    names: tuple[str, ...] = shown("The names; on a grid, those that are not known.")
    columns: tuple[str, ...] = shown("The statements, and the formula that is asked about last.")
    rows: tuple[TableRow, ...] = shown("Every placement of the names, from all false to all true.")
    placements: int = shown("In how many rows every statement is true.")
    answer: typing.Literal["yes", "no", "unknown"] | None = shown(
        "Whether the formula follows; `no`: its negation does.", default=None, omit=True
    )
    status: typing.Literal["limit", "inconsistent"] | None = shown(
        "Present only if there are too many names, or no row in which every statement is true.", default=None, omit=True
    )
    message: str | None = shown("The limit, in words.", default=None, omit=True)

    @property
    def exit_code(self) -> int:
        if self.status == "inconsistent":
            return INCONSISTENT
        return CODES.get(self.status or self.answer or "", YES)


def table(problem: Problem, asked: Formula | None = None) -> TableAnswer:
    """Return the truth table of a problem, with a column for a formula if one is asked about.

    >>> from sympy.abc import a, b
    >>> found = table(Problem([Formula("a -> b", a >> b), Literal("a", True)]), Formula("b", b))
    >>> found.columns, [row.fits for row in found.rows], found.answer
    (('a -> b', 'a', 'b'), [False, False, False, True], 'yes')
    """
    try:
        return _table(problem, asked)
    except LimitReached as error:
        return TableAnswer((), (), (), 0, status="limit", message=str(error))


def _table(problem: Problem, asked: Formula | None) -> TableAnswer:
    has_grid = problem.size is not None  # there, what is known would be most of the table
    statements = [each for each in problem.statements if not (has_grid and isinstance(each, Literal))]
    own = set(problem.undecided if has_grid else problem.names)
    known = problem.facts if has_grid else {}
    names = ordered(own.union(asked.names.difference(known) if asked is not None else ()))
    if len(names) > MOST_NAMES:
        raise LimitReached(
            f"{len(names)} names are too many for a truth table, which would have 2^{len(names)} rows; at most "
            f"{MOST_NAMES} are taken"
        )
    always = frozenset(name for name, holds in known.items() if holds)
    columns = [*statements, *([asked] if asked is not None else [])]
    rows = tuple(_rows(names, always, [_test(each) for each in columns], len(statements)))
    fitting = [row for row in rows if row.fits]
    answer: typing.Literal["yes", "no", "unknown"] | None = None
    if asked is not None and fitting:
        values = {row.columns[-1] for row in fitting}
        answer = "unknown" if len(values) > 1 else "yes" if values == {True} else "no"
    return TableAnswer(
        tuple(map(str, names)),
        tuple(each.text if isinstance(each, Formula | Unfounded) else str(each) for each in columns),
        rows,
        len(fitting),
        answer,
        None if fitting else "inconsistent",
    )


_Test = Callable[[frozenset[Name]], bool]


def _rows(names: tuple[Name, ...], always: frozenset[Name], tests: list[_Test], stated: int) -> Iterator[TableRow]:
    for values in product((False, True), repeat=len(names)):
        spend()
        placement = always.union(name for name, holds in zip(names, values, strict=True) if holds)
        columns = tuple(test(placement) for test in tests)
        yield TableRow(values, columns, all(columns[:stated]))


def _test(statement: Statement) -> _Test:
    if isinstance(statement, Formula | Unfounded):
        return statement.holds
    if isinstance(statement, Literal):
        return lambda placement: (statement.name in placement) == statement.holds
    among = frozenset(statement.among)
    return lambda placement: statement.low <= len(among & placement) <= statement.high
