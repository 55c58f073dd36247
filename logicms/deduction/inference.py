"""Inference: a way of reasoning that can follow a game, told clue by clue what is new, and watched while it reasons.

These are the players of the logic course: a knowledge base of clauses (`by_clauses`) with propagation alone, with
pairwise matching under the course's length limit, or with full resolution; and sets of cells with their mines
(`BySubsets`). Each keeps a *KB* of what is not settled, and the facts it has found. As in the course's reports, *KB0*
holds the facts whose cells are marked (open, or marked as a mine); a *unit* is a fact whose cell is not marked yet.
The game opens the cells around a 0 by itself. Whoever watches sees them as in the reports: the 0 makes each of them a
unit, and they are marked one after the other, as are the cells that are open at the start.

The mine total is one more hint; as in the course's assignment, a player tells it once few cells are left.

*By subsets* is the method of one of the course's reports: sets of cells with the number of mines among them. A set
whose count is 0 is safe, a set with as many mines as cells is all mines, known cells are taken out of every set, and a
set inside another gives their difference: if 1 of A B is a mine and 2 of A B C are, C is one. This is repeated until
nothing new follows. It finds less than `resolution`: sets that overlap, but are not one inside the other, say nothing
to it. A count may be a range, from `at least` and `at most`. The mine total is used only where it leaves no choice.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint, Literal, Name, exactly, in_order
from logicms.limits import spend, timely
from logicms.problem import Formula, Problem, Statement, Unfounded

if TYPE_CHECKING:
    from logicms.rules.grounding import RuleBook


InferenceReason = typing.Literal["subset", "forward", "course", "saturation", "resolution"]
"""`saturation` is for comparisons only: pairwise matching without the course's limit."""

FEW_CELLS = 40
"""A player tells the mine total once at most this many cells are undecided."""

KbItem = Hint | tuple[Literal, ...]
"""What a KB consists of: sets with a count, or clauses."""


NoteKind = typing.Literal["unit", "hint", "matching", "matched", "refuting", "stuck"]
"""A unit moves to KB0; a hint is told; a round of matching begins; two items give a third; a component of the graph is
gone through name by name; nothing more is found."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened while reasoning, and the sizes of KB, its units and KB0 after it."""

    what: NoteKind
    kb: int
    units: int
    kb0: int
    unit: Literal | None = None
    hint: Hint | None = None
    items: tuple[KbItem, ...] = ()
    """New in KB because of a hint; for `matched`, the two parents and what is new; for `stuck`, all of KB."""
    number: int = 0
    """Of the round of matching since the last unit, or of the clauses in the component."""


Watch = Callable[[Note], None]


@dataclass(slots=True)
class Effort:
    """What the reasoning of one game took."""

    rounds: int = 0
    """Rounds of matching: how often propagation was not enough."""
    matchings: int = 0
    """Pairs of clauses that were looked at, or steps of the solver that refutes."""
    limits: int = 0
    """How often a turn ended at its limit: what it did not find counts as not certain."""


class Inference:
    """What every way of reasoning shares: it follows a game and remembers what is certain."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.facts: dict[Name, bool] = {}
        """The names that are certain: True for a mine, False for safe."""
        self.work = Effort()
        self._watch = watch
        self._board: Board | None = None
        self._marked: set[Name] = set()
        self._given: set[Name] = set()
        """What is shown as a unit although no statement was needed for it: the game has opened the cell already."""
        self._total_told = False

    # -- what each way of reasoning does in its own way

    def tell(self, statement: Statement) -> None:
        """Add a statement and what follows from it without matching."""
        raise NotImplementedError

    def infer(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Find more facts, everything that this way of reasoning finds or until it is `enough`."""
        raise NotImplementedError

    def items(self) -> list[KbItem]:
        """Return what is in KB, besides the units."""
        raise NotImplementedError

    def _counts(self, name: Name) -> bool:
        """Return whether a statement so far mentions this name."""
        raise NotImplementedError

    def _total_can_tell(self, left: Sequence[Name], mines: int) -> bool:
        """Return whether the mine total could make a name certain, with this many mines among the names that are left.

        Telling it may cost much, so this is checked first.
        """
        return True

    # -- following a game

    def follows(self, board: Board) -> bool:
        """Return whether this board can come after the last one: cells were opened or flagged, and nothing else."""
        last = self._board
        if last is None:
            return True
        if any(getattr(last, name) != getattr(board, name) for name in ("width", "height", "mines", "grid")):
            return False
        changed = [old for old, new in zip(last.signs, board.signs, strict=True) if old != new]
        return all(old in HIDDEN + SAFE + FLAG for old in changed)

    def see(self, board: Board) -> None:
        """Tell what is new on the board of a game: open cells and their clues, known cells.

        A flag counts as hidden; where it marks a mine that is certain, that fact moves to KB0.
        """
        assert self.follows(board), "another game needs another inference"
        last, self._board = self._board, board
        before = HIDDEN * len(board.signs) if last is None else last.signs
        signs = zip(board.cells, before, board.signs, strict=True)
        new = [(cell, sign) for cell, old, sign in signs if old != sign]
        for cell, sign in new:
            if sign in (MINE, SAFE):
                self.tell(Literal(cell, sign == MINE))
            elif sign == FLAG and self.facts.get(cell):
                self._mark(Literal(cell, True))
        opened = [cell for cell, sign in new if sign in CLUES]
        if self._watch is not None:
            if last is None:
                self._given.update(opened)
            else:
                opened = self._one_by_one(board, opened)
        for cell in timely(opened, every=16):  # telling a clue takes a millisecond
            self._see_clue(board, cell, int(board[cell]))

    def _one_by_one(self, board: Board, opened: list[Cell]) -> list[Cell]:
        """Return these cells in an order in which each is a unit when its turn comes, the zeros first."""
        units = {cell for cell in opened if cell in self._given or self.facts.get(cell) is False}
        waiting, order = opened.copy(), []
        while waiting:
            cell = min(waiting, key=lambda each: (board[each] != "0", each not in units))
            waiting.remove(cell)
            order.append(cell)
            if board[cell] == "0":
                units.update(board.neighbours(cell))
        return order

    def _see_clue(self, board: Board, cell: Cell, clue: int) -> None:
        """Tell that an open cell is safe, if some hint counts it, and its clue."""
        safe = Literal(cell, False)
        if self._counts(cell):
            self.tell(safe)
        self._mark(safe)
        among = [other for other in board.neighbours(cell) if board[other] not in CLUES]
        if among or clue:
            self.tell(exactly(clue, among, cell))
        elif self._watch is not None:  # the game has opened the cells around it, too
            self._note_hint(exactly(0, [], cell), ())

    def tell_total(self, total: Hint | None = None, most: int | None = None) -> None:
        """Tell the mine total (of the board that was seen), unless more names than `most` are undecided.

        Known cells are removed first: the remaining mines are among the remaining cells.
        """
        if total is None and self._board is not None:
            total = Problem.of(self._board, flags="ignore").total
        if self._total_told or total is None:
            return
        low, high, left = total.left(self.facts)
        if (most is not None and len(left) > most) or not self._total_can_tell(left, low):
            return
        self._total_told = True
        self.tell(exactly(1, [], TOTAL) if high < 0 else Hint(max(0, low), high, left, TOTAL))

    def certain(self, names: Iterable[Name]) -> dict[Name, bool]:
        """Return which of these names are certain so far."""
        return {name: self.facts[name] for name in names if name in self.facts}

    # -- being watched

    def note_stuck(self) -> None:
        """Tell whoever watches that nothing more is found, and what is left in KB."""
        if self._watch is not None:
            self._note("stuck", items=tuple(self.items()))

    def _note_hint(self, hint: Hint, items: tuple[KbItem, ...]) -> None:
        """Tell whoever watches of a hint and what is new in KB: a clue is about the cells around it not marked yet."""
        board, cell = self._board, hint.because
        if self._watch is None:
            return
        if board is not None and isinstance(cell, Cell):
            around = board.neighbours(cell)
            mines = sum(self.facts.get(other, False) for other in around if other in self._marked)
            unmarked = [other for other in around if other not in self._marked]
            hint = Hint(max(0, hint.low - mines), max(0, hint.high - mines), tuple(unmarked), cell)
            if hint.high == 0:
                new = [other for other in unmarked if other not in self._given and other not in self.facts]
                self._given.update(new)
                items = (*items, *((Literal(other, False),) for other in new))
            if not unmarked:
                return
        self._note("hint", hint=hint, items=items)

    def _mark(self, unit: Literal) -> None:
        """Move a fact whose cell is marked to KB0."""
        self._marked.add(unit.name)
        self._note("unit", unit=unit)

    def _note(self, what: NoteKind, **more: Any) -> None:
        if self._watch is not None:
            units = len((self.facts.keys() | self._given) - self._marked)
            self._watch(Note(what, len(self.items()) + units, units, len(self._marked), **more))


def infer(problem: Problem, reason: InferenceReason) -> tuple[dict[Name, bool], dict[Name, bool]]:
    """Return the undecided names that are certain without the mine total, and those that are certain with it.

    An inconsistent knowledge base raises `InconsistentKnowledge`; only `resolution` is sure to notice it. At a limit,
    `LimitReached` has the same pair with what was found by then.

    >>> problem = Problem.of(Board(("?1?2???",), mines=3))
    >>> for reason in ("subset", "forward", "course", "resolution"):
    ...     print([{str(cell): mine for cell, mine in part.items()} for part in infer(problem, reason)])
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    """
    inference = inference_by(reason, book=problem.book)
    without_total: dict[Name, bool] | None = None
    try:
        if problem.board is not None:
            inference.see(problem.board)
        else:
            for statement in problem.statements:
                if statement is not problem.total:
                    inference.tell(statement)
        inference.infer()
        without_total = inference.certain(problem.undecided)
        if problem.total is not None:
            inference.tell_total(problem.total)
            inference.infer()
    except LimitReached as error:
        settled = inference.certain(_undecided(problem, inference.facts))
        raise LimitReached(str(error), settled=(settled if without_total is None else without_total, settled)) from None
    return without_total, inference.certain(problem.undecided)


def _undecided(problem: Problem, facts: dict[Name, bool]) -> Iterable[Name]:
    """Return the undecided names, or those with a fact: a large board has too many to list when the time is over."""
    board = problem.board
    return problem.undecided if board is None else sorted(cell for cell in facts if board[cell] in HIDDEN + FLAG)


def inference_by(reason: InferenceReason, watch: Watch | None = None, book: RuleBook | None = None) -> Inference:
    """Return a new inference that reasons in this way; its proofs cite the rules in `book`."""
    if reason == "subset":
        return BySubsets(watch)
    from logicms.deduction.by_clauses import ByClauses

    return ByClauses(reason, watch, book)


# -- by subsets

NameSet = frozenset[Name]


class BySubsets(Inference):
    """Sets with counts, which can follow a game.

    >>> from logicms.board import Board
    >>> inference = BySubsets()
    >>> inference.see(Board(("????", "1221")))
    >>> print({str(cell): mine for cell, mine in sorted(inference.facts.items())})
    {'A1': False, 'B1': True, 'C1': True, 'D1': False}
    """

    def __init__(self, watch: Watch | None = None) -> None:
        super().__init__(watch)
        self._sets: dict[NameSet, tuple[int, int]] = {}
        """The fewest and the most mines in each set."""
        self._sets_with: dict[Name, dict[NameSet, None]] = {}

    def tell(self, statement: Statement) -> None:
        """Add a count or a fact, and all that follows."""
        if isinstance(statement, Formula | Unfounded):
            raise BoardError(f"subset reasons about counts, and {statement.text[:40]} is a formula: use resolution")
        if isinstance(statement, Literal):
            self._close([(frozenset((statement.name,)), statement.holds, statement.holds)])
            return
        before = self._sets.copy() if self._watch else {}
        self._close([(frozenset(statement.among), statement.low, statement.high)])
        if self._watch is not None:
            new = tuple(self._item(cells) for cells in self._sets if cells not in before)
            self._note_hint(statement, new)

    def _close(self, agenda: list[tuple[NameSet, int, int]]) -> None:
        """Add these sets and everything that follows from them."""
        for cells, low, high in agenda:  # what follows is added at the end
            spend()
            cells, low, high = self._without_known(cells, low, high)
            low, high = max(low, 0), min(high, len(cells))
            if low > high:
                raise InconsistentKnowledge(conflict=sorted(map(str, cells)))
            if low == len(cells) or high == 0:
                for name in sorted(cells, key=in_order):
                    self._learn(name, high > 0, agenda)
            else:
                self._keep(cells, low, high, agenda)

    def _without_known(self, cells: NameSet, low: int, high: int) -> tuple[NameSet, int, int]:
        known = [name for name in cells if name in self.facts]
        mines = sum([self.facts[name] for name in known])
        return cells.difference(known) if known else cells, low - mines, high - mines

    def _learn(self, name: Name, mine: bool, agenda: list[tuple[NameSet, int, int]]) -> None:
        """Record a fact; the sets with it are added again without it."""
        self.facts[name] = mine
        for cells in self._sets_with.pop(name, {}):
            agenda.append((cells, *self._sets.pop(cells)))
            for other in cells:
                if other != name:
                    self._sets_with[other].pop(cells, None)

    def _keep(self, cells: NameSet, low: int, high: int, agenda: list[tuple[NameSet, int, int]]) -> None:
        """Keep a set if it says something new, with the difference to every set inside it or around it."""
        old = self._sets.get(cells)
        if old is not None:
            low, high = max(low, old[0]), min(high, old[1])
            if (low, high) == old:
                return
            if low > high:
                raise InconsistentKnowledge(conflict=sorted(map(str, cells)))
        self._sets[cells] = (low, high)
        for name in cells:
            self._sets_with.setdefault(name, {})[cells] = None
        for other in list(dict.fromkeys(other for name in cells for other in self._sets_with[name])):
            spend()
            if cells < other:
                self._subtract(cells, other, agenda)
            elif other < cells:
                self._subtract(other, cells, agenda)

    def _subtract(self, inner: NameSet, outer: NameSet, agenda: list[tuple[NameSet, int, int]]) -> None:
        (low, high), (least, most) = self._sets[inner], self._sets[outer]
        agenda.append((outer - inner, least - high, most - low))

    # -- what an inference can be asked

    def infer(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Nothing is left to do: everything that follows was added while telling."""

    def items(self) -> list[KbItem]:
        ordered = sorted(self._sets, key=lambda cells: (len(cells), sorted(map(in_order, cells))))
        return [self._item(cells) for cells in ordered]

    def _item(self, cells: NameSet) -> Hint:
        return Hint(*self._sets[cells], tuple(sorted(cells, key=in_order)))

    def _counts(self, name: Name) -> bool:
        return name in self._sets_with

    def _total_can_tell(self, left: Sequence[Name], mines: int) -> bool:
        """Return whether the total leaves no choice; as a set it would have a difference to every union of others."""
        return mines in (0, len(left))
