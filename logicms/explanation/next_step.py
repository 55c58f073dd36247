"""The next step, and the path of all of them: which deduction is the easiest, their order, and how hard a board is.

A deduction is as hard as the easiest technique that shows it; then come whether the mine total is needed, and the cost
of its explanation: number of clues, number of resolutions, length of clauses. A board is as hard as the hardest step
that cannot be avoided: always take the easiest step, and remember the hardest one that had to be taken.

A *rung* is what the easiest technique shows on a board. As in every explanation, the mine total is used only for
cells that the clues alone leave open. Climbing by the easiest rung each time shows which technique cannot be avoided:
`rating` does this on a board, `generation` in a whole game. Only clues that still say something are considered, so that
a climb costs little even on a large board.

The *solution path* is every deduction of a problem in order, the easiest first, each resting on those before it. At
every moment the next step is the next deduction: one order, wherever it is asked for. What a step
shows is a fact for the steps after it, as it is for a person who marks the board. Names that the same clues show by the
same technique are one step, mines and safe cells apart. The mine total is used only where the clues alone leave a name
open.

What is certain is known from `deduce` before the first step: the path shows all of it and nothing else, except what is
stated. Each name of a step has a proof by counting from the clues of the step and the facts before it, which the
checker has accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from logicms.board import CLUES, HIDDEN, MINE, SAFE, Board, Cell, Flags, neighbours_of
from logicms.deduction import Deduction, deduce
from logicms.errors import BoardError, LimitReached
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.explanation.explanation import Explainer, Explanation
from logicms.explanation.techniques import Counts, Technique
from logicms.hints import TOTAL, Hint, Literal, Name, Shown, exactly, in_order, ordered
from logicms.limits import timely
from logicms.problem import Problem, Tells
from logicms.proofs import checker
from logicms.proofs.proof import Premises, plain_hint

MOST_COMPARED = 12
"""At most this many of the cells that the easiest technique shows are compared, the first in reading order."""


def next_deduction(
    problem: Problem | Board | Tells, *, technique: Technique | str | None = None, flags: Flags = "fact"
) -> Explanation | None:
    """Return the easiest next deduction, or the easiest by a given technique; None if there is none.

    A deduction is by the easiest technique that shows it: what a single clue decides is no example of a harder one.

    >>> easiest = next_deduction(Board(("????", "1221")))
    >>> str(easiest.cell), easiest.verdict, easiest.technique.value, [str(clue) for clue in easiest.clues]
    ('B1', 'mine', 'subset', ['C2', 'D2'])
    >>> str(next_deduction(Board(("????", "1221")), technique="difference").cell)
    'A1'
    """
    return next(deductions(problem, technique=technique, flags=flags), None)


def deductions(
    problem: Problem | Board | Tells, *, technique: Technique | str | None = None, flags: Flags = "fact"
) -> Iterator[Explanation]:
    """Yield every deduction of a problem, or all by one technique, the easiest first; what is stated is none.

    The cells of one technique are explained together.

    >>> [(str(each.cell), each.technique.value) for each in deductions(Board(("????", "1221")))]
    [('B1', 'subset'), ('C1', 'subset'), ('A1', 'difference'), ('D1', 'difference')]
    """
    return explained_by(Explainer(problem, flags=flags), None if technique is None else Technique(technique))


def explained_by(explainer: Explainer, wanted: Technique | None = None) -> Iterator[Explanation]:
    """Yield the same by an explainer of the problem."""
    deduction = explainer.deduction
    if explainer.problem.has_formulas:  # techniques are about hints only
        if wanted is None:
            yield from (explainer.explain(literal.name) for literal in explainer.by_statements())
        return
    by_one: dict[bool, list[Name]] = {True: [], False: []}
    for name in ordered(deduction.safe | deduction.mine):
        by_one[explainer.is_single(name)].append(name)
    for names in (by_one[True], by_one[False]):  # how hard the others are takes longer to find out
        rungs: dict[tuple[int, bool], list[Name]] = {}
        for name in timely(names, every=64):
            own = explainer.technique(name)
            if wanted in (None, own):
                rungs.setdefault((own.rank(), name in deduction.needs_mine_total), []).append(name)
        for rung in sorted(rungs):
            cells = rungs[rung]
            for start in range(0, len(cells), MOST_COMPARED):
                explained = map(explainer.explain, cells[start : start + MOST_COMPARED])
                yield from sorted(explained, key=_cost)


def _cost(explanation: Explanation) -> tuple[int, tuple[int, int], tuple[bool, Name]]:
    """Return the sort key of explanations by the same technique: shorter ones first."""
    hints = len(explanation.hints)
    if explanation.uses_mine_total:
        return hints, (0, 0), in_order(explanation.cell)
    return hints, explanation.derivation().cost(), in_order(explanation.cell)


def region(problem: Problem, explanation: Explanation) -> str | None:
    """Return where to look for a deduction: the range of its clues and its cell, written as in a spreadsheet.

    None if there is no grid.

    >>> problem = Problem.of(Board(("????", "1221")))
    >>> region(problem, next_deduction(problem))
    'B1:D2'
    """
    if problem.size is None:
        return None
    width, height = problem.size
    places: list[Name] = [explanation.cell]
    for hint in explanation.hints:  # a clue by its cell, anything else by the cells it counts
        places += [hint.because] if isinstance(hint.because, Cell) else hint.among
    cells = [place for place in places if isinstance(place, Cell)]
    if explanation.uses_mine_total or not cells:
        return f"{Cell(0, 0)}:{Cell(height - 1, width - 1)}"
    first = Cell(min(cell.row for cell in cells), min(cell.col for cell in cells))
    return f"{first}:{Cell(max(cell.row for cell in cells), max(cell.col for cell in cells))}"


@dataclass(frozen=True, slots=True)
class Rating(Shown):
    """How hard a board is: the hardest technique that is needed, and whether the mine total is needed."""

    technique: Technique
    uses_mine_total: bool
    """Whether techniques up to this one need it."""

    def __str__(self) -> str:
        return f"{self.technique.value}{', with the mine total' if self.uses_mine_total else ''} ({self.number})"

    @property
    def number(self) -> int:
        """The rating as a number from 1, two for each technique: the even one if the mine total is needed.

        >>> [Rating(technique, True).number for technique in Technique]
        [2, 4, 6, 8, 10]
        """
        return 2 * self.technique.rank() + 1 + self.uses_mine_total


def rating(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> Rating | None:
    """Return the hardest step on the easiest path through everything certain; None if nothing is certain.

    >>> rating(Board(("????", "1221")))
    Rating(technique=<Technique.SUBSET: 'subset'>, uses_mine_total=False)
    >>> rating(Board(("?1", "??"))) is None
    True
    """
    read = Problem.of(problem, flags=flags).board
    if read is None:
        raise BoardError("a rating needs a board: this hint file says more than a board can")
    deduce(read)  # raises if the board is inconsistent
    rungs = []
    while rung := easiest(read):
        rungs.append(rung)
        read = read.with_signs({cell: MINE if is_mine else SAFE for cell, is_mine in rung.certain.items()})
    return hardest(rungs)


def hardest(rungs: Iterable[Rung]) -> Rating | None:
    """Return how hard it is to climb all of these, or None if there are none."""
    rungs = tuple(rungs)
    if not rungs:
        return None
    technique = max((rung.technique for rung in rungs), key=Technique.rank)
    return Rating(technique, any(rung.uses_mine_total for rung in rungs))


# -- the easiest rung


@dataclass(frozen=True, slots=True)
class Rung:
    """What a technique shows on a board: for each cell whether it is a mine."""

    technique: Technique
    uses_mine_total: bool
    certain: Mapping[Cell, bool] = field(hash=False)


def easiest(board: Board, most: Technique = Technique.SPLIT) -> Rung | None:
    """Return what the easiest technique shows on a consistent board, with flags taken as mines.

    None if nothing is certain, or nothing by techniques up to `most`. Single clues are followed until nothing new
    comes.

    >>> rung = easiest(Board(("????", "1221")))
    >>> rung.technique.value, [str(cell) for cell in rung.certain]
    ('subset', ['B1', 'C1'])
    >>> easiest(Board(("????", "1221")), most=Technique.SINGLE) is None
    True
    """
    read = Problem.of(board).board
    assert read is not None
    counts = _Counted(read)
    comparing = list(Technique)[: Technique.PROPAGATE.rank()]
    for technique in comparing[: most.rank() + 1]:
        for with_total in counts.totals:
            if found := counts.shown(technique, with_total):
                return Rung(technique, with_total, found)
    return None if most in comparing else _by_refuting(counts, most)


def _by_refuting(counts: _Counted, most: Technique) -> Rung | None:
    """Return the rung of what is certain but needs more than comparing clues."""
    for with_total in counts.totals:
        refutes, left = counts.of(with_total).refutes, counts.certain(with_total)
        if found := {cell: is_mine for cell, is_mine in left.items() if refutes({cell: not is_mine})}:
            return Rung(Technique.PROPAGATE, with_total, found)
    if most is Technique.SPLIT:
        for with_total in counts.totals:
            if found := counts.certain(with_total):
                return Rung(Technique.SPLIT, with_total, found)
    return None


class _Counted:
    """The clues of a board that count hidden cells, with or without the mine total."""

    def __init__(self, board: Board) -> None:
        self._hints = list(_live_hints(board))
        self._board = board
        self.totals = (False,) if board.mines is None else (False, True)
        """Without the mine total, then with it, if it is known."""
        self._by_total: dict[bool, Counts] = {}

    @cached_property
    def _deduction(self) -> Deduction:
        return deduce(self._board)

    def certain(self, with_total: bool) -> dict[Cell, bool]:
        """Return what is certain by the clues alone, or what only the mine total decides, in reading order."""
        found = self._deduction
        cells = sorted(found.safe | found.mine)
        return {cell: cell in found.mine for cell in cells if (cell in found.needs_mine_total) is with_total}

    def of(self, with_total: bool) -> Counts:
        if with_total not in self._by_total:
            hints, board = self._hints, self._board
            if with_total and board.mines is not None:
                hints = [*hints, exactly(board.mines - board.signs.count(MINE), board.where(HIDDEN), TOTAL)]
            self._by_total[with_total] = Counts(hints)
        return self._by_total[with_total]

    def shown(self, technique: Technique, with_total: bool) -> dict[Cell, bool]:
        """Return what single clues show, or one clue inside another, or differences of clues, in reading order."""
        counts = self.of(with_total)
        if technique is Technique.SINGLE:
            found = counts.closed().facts
        else:
            found = counts.subsets() if technique is Technique.SUBSET else counts.differences()
        if with_total and found:
            return {cell: is_mine for cell, is_mine in self.certain(with_total).items() if cell in found}
        return {cell: found[cell] for cell in sorted(cell for cell in found if isinstance(cell, Cell))}


def _live_hints(board: Board) -> Iterator[Hint]:
    """Yield what each clue says about the hidden cells around it, without known cells."""
    cells, signs = board.cells, board.signs
    around = neighbours_of(board.width, board.height, board.grid)
    hidden = [index for index, sign in enumerate(signs) if sign == HIDDEN]
    clues = {other for index in hidden for other in around[index] if signs[other] in CLUES}
    for clue in sorted(clues):
        among = [cells[index] for index in around[clue] if signs[index] == HIDDEN]
        mines = sum([signs[index] == MINE for index in around[clue]])
        yield exactly(int(signs[clue]) - mines, among, cells[clue])


# -- the solution path


@dataclass(frozen=True, slots=True)
class PathStep(Shown):
    """What some hints show about some names, given everything that the steps before show."""

    cells: tuple[Name, ...]
    """In reading order."""
    holds: bool
    """Whether they are mines."""
    sources: tuple[Name, ...]
    """What it rests on: clues, `mines` for the total, statements of a hint file."""
    technique: Technique | None
    """None if there are formulas: techniques are about hints."""

    def __str__(self) -> str:
        from logicms.render.explanation import step_sentence

        return step_sentence(self)

    @property
    def clues(self) -> tuple[Name, ...]:
        """The sources without the mine total."""
        return tuple(source for source in self.sources if source != TOTAL)

    @property
    def uses_mine_total(self) -> bool:
        return TOTAL in self.sources


def path(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> tuple[PathStep, ...]:
    """Return every deduction in order, the easiest first; what a step shows is known to the steps after it.

    >>> from logicms.board import Board
    >>> print(*path(Board(("????", "1221"))), sep="\\n")
    B1 is a mine, because of C2 and D2 (subset)
    A1 is safe, because of A2 (single)
    C1 is a mine, because of B2 (single)
    D1 is safe, because of D2 (single)
    """
    return tuple(solution_path(Explainer(problem, flags=flags)))


def solution_path(explainer: Explainer) -> Iterator[PathStep]:
    """Yield the steps to everything that is certain, the easiest first.

    >>> from logicms.board import Board
    >>> for step in solution_path(Explainer(Board(("????", "1221")))):
    ...     print(*step.cells, "mine" if step.holds else "safe", step.technique.value, *step.clues)
    B1 mine subset C2 D2
    A1 safe single A2
    C1 mine single B2
    D1 safe single D2
    """
    if explainer.problem.has_formulas:
        return _by_formulas(explainer)
    return _by_hints(explainer)


def _by_formulas(explainer: Explainer) -> Iterator[PathStep]:
    """Yield what is certain by the statements that show it: what comes next, then the fewest first.

    No step rests on another.
    """
    steps: dict[tuple[tuple[str, ...], bool], list[Name]] = {}
    reached: LimitReached | None = None
    try:
        for literal in timely(explainer.by_statements(), every=4):
            explainer.needed(literal).base.prove(literal)  # which the checker accepts, or an error is raised
            steps.setdefault((explainer.sources(literal), literal.holds), []).append(literal.name)
    except LimitReached as limit:
        reached = limit
    found = list(steps.items())
    for (sources, holds), names in [*found[:1], *sorted(found[1:], key=lambda step: len(step[0][0]))]:
        yield PathStep(tuple(sorted(names, key=in_order)), holds, sources, None)
    if reached is not None:
        raise reached


def _by_hints(explainer: Explainer) -> Iterator[PathStep]:
    while (found := next(explained_by(explainer), None)) is not None:
        shown = _shown(explainer, found)
        for holds in (found.literal.holds, not found.literal.holds):
            if names := tuple(sorted((name for name, value in shown.items() if value is holds), key=in_order)):
                _check(found, names, holds)
                yield PathStep(names, holds, tuple(hint.because or str(hint) for hint in found.hints), found.technique)
        explainer = Explainer(_with_facts(explainer.problem, shown))


def _shown(explainer: Explainer, found: Explanation) -> dict[Name, bool]:
    """Return which names the hints of an explanation show by the same technique."""
    known = [Literal(name, mine) for name, mine in found.facts.items()]
    shown, needs_total = deduce(Problem([*found.hints, *known])), explainer.deduction.needs_mine_total
    return {
        name: name in shown.mine
        for name in {*shown.safe, *shown.mine}
        if (name in needs_total) is found.uses_mine_total and explainer.technique(name) is found.technique
    }


def _with_facts(problem: Problem, facts: Mapping[Name, bool]) -> Problem:
    """Return the problem once these names are known."""
    if problem.board is not None:
        signs = {name: MINE if mine else SAFE for name, mine in facts.items() if isinstance(name, Cell)}
        return Problem(board=problem.board.with_signs(signs))
    known = [Literal(name, mine) for name, mine in facts.items()]
    return Problem([*problem.statements, *known], written=problem.written, size=problem.size)


def _check(found: Explanation, names: Iterable[Name], holds: bool) -> None:
    """Have the checker accept a proof of each name from the hints of an explanation and the facts before it."""
    by_source = {str(hint.because or hint): hint for hint in found.hints}
    facts = {str(name): mine for name, mine in found.facts.items()}
    premises = Premises({source: plain_hint(hint, source) for source, hint in by_source.items()}, facts)
    for name in names:
        proof = prove_by_counting(by_source, Literal(name, holds), facts)
        assert proof is not None, "the hints of a step show its names"
        checker.require(proof, premises)
