"""Problem -> every certain name, exact odds, or the clash. `deduce` reads as the method, from top to bottom.

1. Single clues, used until nothing new follows (`boundary` for a board, `hint_boundary` for any other problem): nearly
   everything is found here.
2. The rest falls into components (`counting.components`); in each, a dynamic programme considers every placement
   (`counting.placements`): a group of cells that is the same in all of them is certain. Components with formulas, or
   with counts such as "at least 1", have a dynamic programme of their own (`counting.conditions`).
3. The mine total, if it is known and can decide anything: a component may then have fewer numbers of mines than its
   clues allow, and cells that touch no clue can become certain.

Nothing that is certain is missed. Where a component is too wide to be counted, a SAT solver decides what is certain;
with formulas, a knowledge base does (`inference`), and so it does on request. `LimitReached` carries what was settled.

`odds` begins in the same way, and joins the counted components under the mine total. If a component is too wide to be
counted, there are no odds: `LimitReached`, with what single clues decide. (Of hints and formulas, a few thousand
placements are looked at then.)

`check` says whether a problem is consistent, and whether the flags on its board are right: it reads them as claims. A
flag is *certain* if its cell is a mine in every placement, *wrong* if it is safe in every placement, and *unproved*
otherwise. If there is no placement at all, nothing follows about any flag: all are unproved.

Where a reasoner finds no placement, `contradiction` makes the error to raise. The *clash* is a smallest set of hints
(and the mine total, if the clues alone can be right) that no placement meets; `render` puts it in words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, compress, repeat
from operator import or_
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from logicms.board import FLAG, Board, Cell, Flags, Names, parse_cell
from logicms.counting.components import number_of_components
from logicms.counting.joined_odds import join
from logicms.counting.placements import Counted, Part
from logicms.deduction.boundary import Boundary, boundary, first_clues, ones
from logicms.deduction.hint_boundary import facts_clash, hint_boundary
from logicms.errors import BoardError, InconsistentBoard, InconsistentKnowledge, LimitReached, unknown_word
from logicms.hints import FrozenDict, Hint, Name, Shown
from logicms.hints import Literal as NameLiteral
from logicms.limits import check_time, keep_time_to_tell, limit, timely
from logicms.problem import Problem, Statement, Tells
from logicms.record import Record, shown

if TYPE_CHECKING:
    from logicms.proofs.proof import Proof
    from logicms.rules.grounding import RuleBook


Reason = Literal["subset", "forward", "course", "resolution", "complete"]
"""How to reason, from the weakest to the strongest."""
COMPLETE: tuple[Reason, ...] = ("resolution", "complete")
"""The ways that miss nothing."""

Certain = dict[int, bool]
"""The cells that are certain, by their lanes: whether each is a mine."""

_MOST_STATES = 12_000
"""If counting a component takes more states than this, a solver finds faster what is certain."""
_PATIENCE_WITH_FORMULAS = 4
"""A knowledge base is slower than a solver: where there are formulas, this many times as many states are worth it."""
_LONG = 200
"""A component with more groups than this is long."""


@dataclass(frozen=True, slots=True)
class Deduction(Shown):
    """The names of a problem that are certain; names that were already known are not included."""

    problem: Problem
    safe: Names
    mine: Names
    needs_mine_total: Names
    """The certain names that the clues alone leave open."""

    @classmethod
    def of(cls, problem: Problem, certain: Mapping[Any, bool], without_total: Collection[Any]) -> Deduction:
        """Return the deduction, given what is certain and which of it is certain without the mine total."""
        return cls(
            problem,
            Names([name for name, mine in certain.items() if not mine]),
            Names([*(name for name, mine in certain.items() if mine), *problem.derived]),
            Names([name for name in certain if name not in without_total]),
        )

    @property
    def holds(self) -> Names:
        """`mine` by its general name: the names that certainly hold."""
        return self.mine

    @property
    def fails(self) -> Names:
        """`safe` by its general name: the names that certainly do not hold."""
        return self.safe

    @property
    def status(self) -> Literal["solved", "progress", "stuck"]:
        """`solved` if every undecided name is certain, `stuck` if none is, else `progress`."""
        certain = len(self.safe) + len(self.mine)
        if certain == self.problem.number_undecided:
            return "solved"
        return "progress" if certain else "stuck"

    @property
    def components(self) -> int:
        """The number of groups of hidden cells that share no clue with each other, before any deduction."""
        if self.problem.square_board is not None:  # the same number, without making the graph
            return number_of_components(first_clues(self.problem.square_board))
        return len(self.problem.components)

    def __str__(self) -> str:
        from logicms.render.answers import deduction_text

        return deduction_text(self)

    def _repr_svg_(self) -> str | None:
        from logicms.render.answers import deduction_svg

        return deduction_svg(self)


def deduce(
    problem: Problem | Board | Tells, *, reason: Reason = "complete", flags: Flags = "fact", given: Any = ()
) -> Deduction:
    """Return every certain name of a problem; on a board, every certain cell.

    `given` is told besides, for this question only: whatever a knowledge base can be told, one or several.

    >>> deduction = deduce(Board(("????", "1221")))
    >>> sorted(map(str, deduction.safe)), sorted(map(str, deduction.mine)), deduction.status
    (['A1', 'D1'], ['B1', 'C1'], 'solved')
    >>> deduce(Board(("1?", "??"), mines=3))
    Traceback (most recent call last):
    logicms.errors.InconsistentBoard: A1 and the mine total of 3 cannot both be right
    """
    problem = with_given(Problem.of(problem, flags=flags), given)
    if reason not in get_args(Reason):
        raise unknown_word(reason, get_args(Reason), "a way to reason")
    if reason != "complete":
        return _by_inference(problem, reason)
    left = met_boundary(problem)
    certain = dict.fromkeys(ones(left.safe), False) | dict.fromkeys(ones(left.mine), True)
    by_total: Certain = {}
    try:
        _decide(problem, left, certain, by_total)
    except InconsistentKnowledge:
        raise contradiction(problem) from None
    except _TooWideForFormulas:
        return _by_inference(problem, "resolution")
    except LimitReached as reached:
        settled = _deduction(problem, left, certain | by_total, by_total)
        raise LimitReached(str(reached), settled=settled) from None
    return _deduction(problem, left, certain | by_total, by_total)


def with_given(problem: Problem, given: Any) -> Problem:
    """Return a problem that states more, if anything more is given."""
    if not given:
        return problem
    from logicms.notation.statements import supposing  # loads the readers, which most questions do not need

    return supposing(problem, given, assumed=False)


def _decide(problem: Problem, left: Boundary, certain: Certain, by_total: Certain) -> None:
    """Add what the clues decide to what is certain, and what only the mine total decides to `by_total`."""
    parts = left.components()
    most = _by_clues(problem, left, parts, certain)
    if _total_can_tell(left, most):
        _by_total(problem, left, parts, certain, by_total)


def is_possible(board: Board) -> bool:
    """Return whether a board has a placement, without naming what clashes if it has none.

    >>> is_possible(Board(("1?",))), is_possible(Board(("2?",)))
    (True, False)
    """
    problem = Problem.of(board)
    left = boundary(board) if problem.square_board is not None else hint_boundary(problem)
    if left is None:
        return False
    certain = dict.fromkeys(ones(left.safe), False) | dict.fromkeys(ones(left.mine), True)
    try:
        _decide(problem, left, certain, {})
    except InconsistentKnowledge:
        return False
    return True


class _TooWideForFormulas(Exception):
    """A component is too wide to be counted, and the solver takes no formulas."""


def easily_settled(problem: Problem, left: Boundary) -> Deduction:
    """Return what the easy steps have decided, as far as they have come."""
    return Deduction(problem, *(left.shown(ones(lanes)) for lanes in (left.safe, left.mine, b"")))


def met_boundary(problem: Problem) -> Boundary:
    """Return what single clues decide and leave, or raise the error that says which clues clash."""
    board = problem.square_board
    try:
        left = hint_boundary(problem) if board is None else boundary(board)
    except LimitReached as reached:
        if reached.settled is not None:
            reached.settled = easily_settled(problem, reached.settled)
        raise
    if left is None:
        raise contradiction(problem)
    return left


def _deduction(problem: Problem, left: Boundary, certain: Certain, by_total: Certain) -> Deduction:
    """Return the names of these lanes."""
    safe = left.shown([lane for lane, mine in certain.items() if not mine])
    mine = left.shown([lane for lane, mine in certain.items() if mine])
    if problem.derived:
        mine = Names([*mine, *problem.derived])
    return Deduction(problem, safe, mine, left.shown(by_total))


# -- step 2: by the clues alone


def _by_clues(problem: Problem, left: Boundary, parts: Sequence[Part], certain: Certain) -> int:
    """Add what the clues decide to `certain`, and return an upper bound on the mines in all components together.

    Components too wide to be counted are left to a solver, and come last: everything else is settled by then.
    """
    most, wide = 0, []
    states = _most_states(problem)
    for part in timely(parts):
        try:
            with limit(steps=states):
                settled = part.settled()
        except LimitReached:
            check_time()  # if it was the time of the caller that is over, nothing else is tried
            wide.append(part)
            continue
        if settled is None:
            raise InconsistentKnowledge()
        most += settled.most
        for cells, answer in zip(part.groups, settled.groups, strict=True):
            if answer is not None:
                certain.update(dict.fromkeys(cells, answer))
    if wide and problem.formulas:
        raise _TooWideForFormulas
    for part in wide:
        lanes = {lane for group in part.groups for lane in group}
        hints = left.hints(lanes)
        _decide_by_sat(left, hints, certain, certain)
        most += min(len(lanes), sum(hint.high for hint in hints))
    return most


def _most_states(problem: Problem) -> int:
    """Return how many states are worth counting before something else is tried."""
    has_formulas = problem.board is None and problem.formulas
    return _MOST_STATES * _PATIENCE_WITH_FORMULAS if has_formulas else _MOST_STATES


def _decide_by_sat(left: Boundary, hints: Sequence[Hint], certain: Certain, more: Certain) -> None:
    """Add to `more` what hints decide beyond what is certain already, also when a limit is reached first."""
    from logicms.sat.backbone import backbone  # loads the solver, which most boards do not need

    reached = None
    try:
        decided = backbone(hints, dict(zip(left.names(certain), certain.values(), strict=True)))
    except LimitReached as error:
        reached, decided = error, error.settled
    for name, mine in decided.facts().items() if decided is not None else ():
        lane = left.lane(name)
        assert lane is not None, "the names of these hints are undecided"
        more[lane] = mine
    if reached is not None:
        raise reached


# -- step 3: with the mine total


def _total_can_tell(left: Boundary, most: int) -> bool:
    """Return whether the mine total could make a cell certain.

    It cannot if the cells away from the clues can take all mines that the components leave, and still have both mines
    and safe cells among them.
    """
    return left.mines_left is not None and not most < left.mines_left < left.away.count(1)


def _by_total(problem: Problem, left: Boundary, parts: Sequence[Part], certain: Certain, by_total: Certain) -> None:
    """Add what only the mine total decides to `by_total`."""
    assert left.mines_left is not None
    counts: list[Counted] = []
    try:
        for part in parts:
            # With numbers of mines, a state costs the square of the component's length, so a long one may have fewer.
            with limit(steps=_most_states(problem) * _LONG**2 // max(_LONG, len(part.groups)) ** 2):
                counted = part.counted()
            if counted is None:
                raise InconsistentKnowledge()
            counts.append(counted)
    except LimitReached:
        check_time()
        if problem.formulas:
            raise _TooWideForFormulas from None
        if left.mines_left < 0:
            raise InconsistentKnowledge() from None
        return _decide_by_sat(left, [*left.hints(), left.total()], certain, by_total)
    possible = allowed(counts, left.away.count(1), left.mines_left)
    if possible is None:
        raise InconsistentKnowledge()
    if not (possible.away_safe and possible.away_mine):
        by_total.update(dict.fromkeys(ones(left.away), possible.away_mine))
    for part, counted, numbers in zip(parts, counts, possible.numbers, strict=True):
        for cells, mines in zip(part.groups, counted.mines, strict=True):
            if cells[0] not in certain:
                answer = _answer(mines, counted.ways, len(cells), numbers)
                if answer is not None:
                    by_total.update(dict.fromkeys(cells, answer))


def _answer(mines: Sequence[int], ways: Sequence[int], size: int, numbers: Sequence[bool]) -> bool | None:
    """Return what the cells of a group are in all placements that have one of these numbers of mines, if all agree."""
    can_be_safe = can_be_mine = False
    for found, way, fits in zip(mines, ways, numbers, strict=True):
        if fits:
            can_be_safe |= found < way * size
            can_be_mine |= found > 0
    return None if can_be_safe and can_be_mine else can_be_mine


class Allowed(NamedTuple):
    """What the mine total leaves possible."""

    numbers: list[list[bool]]
    """For each component, for each number of mines from its fewest on: whether the rest of the board allows it."""
    away_safe: bool
    away_mine: bool
    """Whether a cell away from the clues may be safe, and whether it may be a mine."""


def allowed(parts: Sequence[Counted], away: int, mines: int) -> Allowed | None:
    """Return which numbers of mines the total allows each component, or None if it allows nothing.

    A set of numbers is an integer with a bit for each, so that even thousands of components take little time.

    >>> pair, other = Counted(1, (2,), ((2,),)), Counted(1, (1, 1), ((1, 0), (0, 2)))
    >>> allowed([pair, other], away=2, mines=2)
    Allowed(numbers=[[True], [True, False]], away_safe=True, away_mine=False)
    """
    left = mines - sum([part.fewest for part in parts])
    if left < 0:
        return None
    # Shifting a set by m adds m to each of its numbers. heads[i] has the mines that the components before i can have,
    # and tails[i] those that they may have, so that i, all after it and the cells away can take the rest. Hence m
    # mines of component i fit if some number of heads[i], plus m, is in tails[i + 1].
    possible = [[m for m, way in enumerate(part.ways) if way] for part in parts]
    heads = [1]  # beyond the fewest
    for numbers in possible:
        heads.append(reduce(or_, [heads[-1] << m for m in numbers]))
    tails = [(2 << left) - (1 << max(0, left - away))]
    for numbers in reversed(possible):
        tails.append(reduce(or_, [tails[-1] >> m for m in numbers]))
    tails.reverse()
    ends = heads[-1] & tails[-1]
    if not ends:
        return None
    fits = [
        [bool(way and head & tail >> m) for m, way in enumerate(part.ways)]
        for part, head, tail in zip(parts, heads, tails[1:], strict=False)
    ]
    most, fewest = left - ((ends & -ends).bit_length() - 1), left - (ends.bit_length() - 1)
    return Allowed(fits, fewest < away, most > 0)


# -- the other ways to reason


def _by_inference(problem: Problem, reason: Reason) -> Deduction:
    from logicms.deduction.inference import infer

    try:
        without_total, certain = infer(problem, "resolution" if reason == "complete" else reason)
    except InconsistentKnowledge:
        raise contradiction(problem) from None
    except LimitReached as reached:
        without_total, certain = reached.settled or ({}, {})
        raise LimitReached(str(reached), settled=Deduction.of(problem, certain, without_total)) from None
    return Deduction.of(problem, certain, without_total)


# -- how likely the rest is

_SAFE, _MINE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Odds(Shown):
    """The odds of every undecided name, in reading order, and the number of placements they are counted from."""

    problem: Problem
    mine: Mapping[Any, Fraction]
    """By name; on a board by cell, and `mine["B3"]` works too."""
    placements: int

    @property
    def holds(self) -> Mapping[Any, Fraction]:
        """`mine` by its general name: how likely each name holds."""
        return self.mine

    def __hash__(self) -> int:
        return hash((self.placements, frozenset(self.mine.items())))

    def __str__(self) -> str:
        from logicms.render.answers import exact_odds_text

        return exact_odds_text(self)

    def _repr_svg_(self) -> str | None:
        from logicms.render.answers import odds_svg

        return odds_svg(self)


def odds(problem: Problem | Board | Tells, *, flags: Flags = "fact", given: Any = ()) -> Odds:
    """Return the exact odds that each hidden cell is a mine (each name holds). Every placement counts the same.

    Without a mine total, a cell away from all clues is a mine in half of the placements. With `given`, these are
    conditional odds: it is told besides, for this question only.

    >>> exact = odds(Board(("??1", "?21", "???"), mines=2))
    >>> {str(cell): str(mine) for cell, mine in exact.mine.items()}, exact.placements
    ({'A1': '1/3', 'B1': '1', 'A2': '1/3', 'A3': '1/3', 'B3': '0', 'C3': '0'}, 3)
    >>> str(odds(Board(("??1", "?21", "???"), mines=2), given="~A1").mine["A2"])
    '1/2'
    """
    problem = with_given(Problem.of(problem, flags=flags), given)
    left = met_boundary(problem)
    try:
        return _counted(problem, left)
    except LimitReached as reached:
        reached.settled = easily_settled(problem, left)
        raise


def _counted(problem: Problem, left: Boundary) -> Odds:
    """Return the odds, given what single clues decide and leave."""
    parts = left.components()
    counts = []
    for part in parts:
        if (counted := left.counted(part)) is None:
            raise contradiction(problem)
        counts.append((counted, [len(cells) for cells in part.groups]))
    joined = join(counts, left.away.count(1), left.mines_left)
    if joined is None:
        raise contradiction(problem)
    by_lane = [joined.away] * len(left.hidden)
    for lane in ones(left.safe):
        by_lane[lane] = _SAFE
    for lane in ones(left.mine):
        by_lane[lane] = _MINE
    for part, fractions in zip(parts, joined.groups, strict=True):
        for cells, fraction in zip(part.groups, fractions, strict=True):
            for cell in cells:
                by_lane[cell] = fraction
    by_name = zip(compress(left.cells, left.hidden), compress(by_lane, left.hidden), strict=True)
    return Odds(problem, ByName(chain(by_name, zip(problem.derived, repeat(_MINE)))), joined.placements)


class ByName(FrozenDict[Any, Fraction]):
    """The odds of names, in reading order; a cell may also be given by its name: `odds.mine["B3"]`."""

    __slots__ = ()

    def __missing__(self, name: object) -> Fraction:
        cell = _cell(name)
        if cell is None or not dict.__contains__(self, cell):
            raise KeyError(name)
        return dict.__getitem__(self, cell)

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or dict.__contains__(self, _cell(name))

    def get(self, name: object, default: Any = None) -> Any:
        return self[name] if name in self else default


def _cell(name: object) -> Cell | None:
    try:
        return parse_cell(name) if isinstance(name, str) else None
    except BoardError:
        return None


# -- whether it is consistent, and its flags right


@dataclass(frozen=True, slots=True)
class FlagVerdicts(Record):
    """The flags of a board, each in one of three lists."""

    certain: tuple[Cell, ...] = shown("A mine in every placement.", default=())
    unproved: tuple[Cell, ...] = shown("A mine in some placements only.", default=())
    wrong: tuple[Cell, ...] = shown("Safe in every placement.", default=())


@dataclass(frozen=True, slots=True)
class Repair(Record):
    """What would make an inconsistent board consistent by itself: another clue, no flag, or another mine total."""

    cell: Name = shown("Its cell; `mines` is the mine total.")
    shows: int | str = shown("What it shows; of a flag, `F`.")
    could_show: tuple[int | str, ...] = shown("What it could show instead; of a flag, `?`.")


@dataclass(frozen=True, slots=True)
class Check(Shown):
    """Whether a problem is consistent, and which of its flags are right.

    At a limit the status is `limit`: flags that are not yet known to be certain or wrong are then unproved.
    """

    status: Literal["consistent", "inconsistent", "limit"]
    flags: FlagVerdicts = FlagVerdicts()
    error: InconsistentKnowledge | LimitReached | None = None
    """Why it is inconsistent, in words and with a proof; or which limit was reached."""
    repairs: tuple[Repair, ...] = ()
    """Every single clue or total of an inconsistent board that, if it were otherwise, would make it consistent.

    If the board is consistent, but not with a mine under each flag: every single flag without which it is."""

    def __str__(self) -> str:
        from logicms.render.answers import check_lines

        message = None if self.error is None else str(self.error)
        return "\n".join(check_lines(self.status, self.flags, message, self.repairs))

    @property
    def conflict(self) -> tuple[Name, ...]:
        """The smallest clash: clues in reading order, "mines" for the total last; empty if there is none."""
        return self.error.conflict if isinstance(self.error, InconsistentKnowledge) else ()

    @property
    def is_right(self) -> bool:
        """Whether the problem is consistent and every flag on its board is certain."""
        return self.status == "consistent" and not (self.flags.unproved or self.flags.wrong)


def check(problem: Problem | Board | Tells) -> Check:
    """Return whether a problem is consistent, and which flags of its board are certain, unproved or wrong.

    Flags are always read as claims, even if the problem was made with flags as facts.

    >>> check(Board(("F1", "11"))).flags
    FlagVerdicts(certain=(Cell(row=0, col=0),), unproved=(), wrong=())
    >>> clash = check(Board(("1?", "?3")))
    >>> clash.status, [str(cell) for cell in clash.conflict]
    ('inconsistent', ['B2'])
    """
    if isinstance(problem, Problem) and problem.board is not None and problem.written is not None:
        problem = problem.written if FLAG in problem.written.signs else problem
    problem = Problem.of(problem, flags="claim")
    flags = problem.flags
    keep_time_to_tell(len(flags), besides=True)
    try:
        deduction = deduce(problem)
    except InconsistentKnowledge as error:
        from logicms.deduction.repairs import repairs  # a consistent board needs none

        mends = () if problem.board is None else repairs(problem.board, error.conflict)
        return Check("inconsistent", FlagVerdicts(unproved=flags), error, mends)
    except LimitReached as error:
        settled = error.settled
        return Check("limit", _judge(flags, settled.mine, settled.safe) if settled else _judge(flags, (), ()), error)
    found = Check("consistent", _judge(flags, deduction.mine, deduction.safe))
    if found.is_right or problem.board is None or problem.written is None:
        return found
    return replace(found, repairs=_flags_to_remove(problem.written))


def _flags_to_remove(board: Board) -> tuple[Repair, ...]:
    from logicms.deduction.repairs import flags_to_remove

    try:
        return flags_to_remove(board)
    except LimitReached:
        check_time()
        return ()


def _judge(flags: tuple[Cell, ...], mine: Collection[Name], safe: Collection[Name]) -> FlagVerdicts:
    mine, safe = frozenset(mine), frozenset(safe)
    return FlagVerdicts(
        tuple(cell for cell in flags if cell in mine),
        tuple(cell for cell in flags if cell not in mine and cell not in safe),
        tuple(cell for cell in flags if cell in safe),
    )


# -- the smallest clash of an inconsistent problem

_STEPS = 1_000_000
"""The work spent on the proof of a clash: some seconds. The clash is named in any case."""


def contradiction(problem: Problem) -> InconsistentKnowledge:
    """Return the error that names the smallest clash in a problem without placements.

    >>> print(contradiction(Problem.of(Board(("3?", "??", "12")))))
    A1 and A3 cannot both be right
    >>> contradiction(Problem.of(Board(("1?", "??"), mines=3))).conflict
    (Cell(row=0, col=0), 'mines')
    """
    from logicms.sat.smallest_sets import smallest_set

    kind = InconsistentBoard if problem.board is not None else InconsistentKnowledge
    # There is no search for a smallest clash among formulas.
    if problem.formulas or (problem.board is None and facts_clash(problem)):
        return _clash(problem)
    try:
        hints = smallest_set(problem.all_hints, problem.facts)
    except LimitReached as error:
        return kind(remark=f"the smallest clash was not found: {error}")
    assert hints is not None, "a problem without placements has a clash"
    conflict = [hint.because if hint.because is not None else str(hint) for hint in hints]
    return kind(
        conflict=conflict,
        hints=hints,
        facts=problem.facts,
        flags=_flags_to_blame(problem, hints),
        proof=partial(clash_proof, hints, problem.facts, problem.book),
    )


def _flags_to_blame(problem: Problem, hints: Sequence[Hint]) -> list[Cell]:
    """Return the flags, read as mines, that clashing hints count; none if these hints clash without them too."""
    from logicms.sat.smallest_sets import smallest_set

    counted = {name for hint in hints for name in hint.among}
    flags = [cell for cell in problem.flags if problem.facts.get(cell) and cell in counted]
    if not flags:
        return []
    rest = {name: holds for name, holds in problem.facts.items() if name in counted and name not in flags}
    try:
        clash = smallest_set(hints, rest)
    except LimitReached:
        return []
    return [] if clash else flags


def _clash(problem: Problem) -> InconsistentKnowledge:
    """Return the clash that a knowledge base of the problem finds, with its proof."""
    from logicms.logic.knowledge import KnowledgeBase

    try:
        KnowledgeBase(problem).check()
    except InconsistentKnowledge as clash:
        return clash
    raise AssertionError("a problem without placements has a clash")


def clash_proof(hints: Sequence[Hint], facts: Mapping[Name, bool], book: RuleBook | None = None) -> Proof | None:
    """Return a proof of the empty clause from clashing hints and known cells; None if it takes too long.

    >>> from logicms.hints import exactly
    >>> clash_proof([exactly(1, ["A1"], "A2"), exactly(0, ["A1"], "B2")], {}).number_of_resolutions
    1
    """
    known = dict.fromkeys(name for hint in hints for name in hint.among if name in facts)
    statements: list[Statement] = [*hints, *(NameLiteral(name, facts[name]) for name in known)]
    try:
        with limit(steps=_STEPS):
            return _clash(Problem(statements, book=book)).proof
    except LimitReached:
        return None
