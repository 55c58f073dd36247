"""`grade`: what a program made of many boards, with the smallest proof of what it overlooked, and its score."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from threading import Event

from logicms.answers.answer import NO, USAGE, YES, CommandAnswer
from logicms.answers.prove import ProveAnswer, Technique, explained
from logicms.board import Board, Cell
from logicms.errors import BoardError, LimitReached
from logicms.explanation.explanation import Explainer, Explanation
from logicms.grading.confinement import Confinement, ProgramLimits, Stopped, confined, strongest_level, unreadable
from logicms.grading.course import OF_LINES, Course, Submission, imports
from logicms.grading.judge import Finding, FindingKind
from logicms.grading.match import (
    DEFAULT_RUBRIC,
    FAILURES,
    GradeStatus,
    Match,
    MatchCounts,
    RubricPoints,
    broken_clues,
    counts,
    play_match,
    points,
    status,
)
from logicms.limits import limit
from logicms.notation.boards import format_board
from logicms.notation.grading import Rubric
from logicms.record import Record, kept, shown

MOST_EXPLAINED = 100
"""At most this many overlooked cells are explained, to find those with the smallest proofs."""
_SECONDS_EACH = 2.0
"""How long explaining one cell may take."""


@dataclass(frozen=True, slots=True)
class Example(Record):
    """One thing to tell the student, with the board at that moment."""

    kind: FindingKind = shown(
        "`wrong`: a claim that a placement refutes; `overlooked`: a certain cell; `unneeded`: a guess."
    )
    game: int = shown("The number of the game, from 1.")
    seed: int = shown("Its seed.")
    turn: int = shown("The turn, from 1.")
    cell: Cell | None = shown("The cell; null for the answer to a puzzle.")
    claimed: str | None = shown("For `wrong`: what was claimed, `safe` or `mine`.", default=None, omit=True)
    verdict: str | None = shown("What the cell certainly is, if it is certain.", default=None, omit=True)
    instead: Cell | None = shown(
        "The cell that was guessed instead; for `unneeded`, a safe one.", default=None, omit=True
    )
    others: tuple[Cell, ...] | None = shown("Other cells overlooked at that turn.", default=None, omit=True)
    clues: tuple[str, ...] | None = shown("The fewest clues that decide it.", default=None, omit=True)
    technique: str | None = shown("The easiest technique that shows it.", default=None, omit=True)
    placement: tuple[Cell, ...] | None = shown("The mines of a placement that refutes it.", default=None, omit=True)
    broken: tuple[str, ...] | None = shown("For a puzzle: the clues that the answer breaks.", default=None, omit=True)
    board: str = shown("What the program saw, as text.", default="")
    position: Board = kept(default=Board(("?",)))
    proof: ProveAnswer | None = kept(default=None)
    """Why it is certain, accepted by the checker."""
    answered: frozenset[Cell] | None = kept(default=None)


@dataclass(frozen=True, slots=True)
class GradeAnswer(CommandAnswer, MatchCounts):
    """What a program made of many games."""

    score: float = shown("The points of the rubric.", default=0.0)
    of: float = shown("The most points of the rubric.", default=0.0)
    status: GradeStatus = shown(
        "`complete`: sound, and nothing was overlooked; else `unsound`, `incomplete`, `failed`, `untested` (it met "
        "nothing that was certain) or `unreadable`.",
        default="unreadable",
    )
    message: str = shown("What went wrong, in a word to the student; empty if nothing did.", default="")
    points: tuple[RubricPoints, ...] = shown("The score, line by line.", default=())
    techniques: Mapping[str, int] = shown(
        "Of the overlooked cells that were explained: how many each technique shows.", default_factory=dict
    )
    confinement: Confinement | None = shown("Who kept the program in.", default=None)
    imports_logicms: bool = shown("Whether its files import logicms.", default=False)
    findings: tuple[Example, ...] = shown("Some of what was found, the smallest proofs first.", default=())
    seed: int = shown("The seed of the first game; game i has one i higher.", default=0)
    student: str = kept(default="")
    course: Course = kept(default=OF_LINES)
    seeds: range = kept(default=range(0))
    failures: tuple[tuple[int, str, str], ...] = kept(default=())
    """For the first games that failed: the number, the outcome, what happened."""

    @property
    def exit_code(self) -> int:
        return {"complete": YES, "unreadable": USAGE}.get(self.status, NO)


def seconds_for(course: Course, games: int) -> float:
    """Return how many seconds all moves of these games may take together, if nobody says: one for every cell.

    So a program that takes its time over each move, but less than a second, can play them all.
    """
    return float(max(120, games * course.width * course.height))


@dataclass(frozen=True, slots=True)
class Grading:
    """How programs are graded: with which games, by which rubric, within which limits."""

    course: Course
    seeds: range
    rubric: Rubric = DEFAULT_RUBRIC
    limits: ProgramLimits = field(default_factory=ProgramLimits)
    examples: int = 3
    """How many findings of each kind are shown, with their proofs."""
    level: Confinement = field(default_factory=strongest_level)
    """Who keeps the programs in."""

    def grade(self, submission: Submission) -> GradeAnswer:
        """Play all games with a submission, and return what came of it."""
        with unreadable(self.level):
            return _answer(_match(submission, self, Event()), submission, self)

    def grade_all(self, found: Iterable[Submission], workers: int = 1) -> Generator[GradeAnswer, None, None]:
        """Grade many submissions, this many at a time, and yield the answers as they come; closing this ends all."""
        stop = Event()
        with unreadable(self.level), ThreadPoolExecutor(workers, "grade") as pool:
            running = {pool.submit(_match, each, self, stop): each for each in found}
            try:
                for done in as_completed(running):
                    yield _answer(done.result(), running[done], self)
            finally:
                stop.set()
                for future in running:
                    future.cancel()


def _match(submission: Submission, grading: Grading, stop: Event) -> Match:
    """Play all games with a submission; whatever is wrong with it is part of the answer."""
    course, seeds = grading.course, grading.seeds
    if submission.missing or submission.program is None:
        return Match(course, len(seeds), unreadable=submission.missing)
    folder, name = submission.program.parent, submission.program.name
    files = {path: str(path.relative_to(folder)) for path in submission.files}
    try:
        with confined(files, (name,), course.adapter, grading.limits, grading.level) as program:
            return play_match(course, program, seeds, stop)
    except OSError as error:
        return Match(course, len(seeds), unreadable=error.strerror or str(error))
    except BoardError as error:
        return Match(course, len(seeds), unreadable=str(error))
    except Stopped:
        return Match(course, len(seeds), unreadable="the grading was interrupted")


def _answer(match: Match, submission: Submission, grading: Grading) -> GradeAnswer:
    counted = counts(match)
    said = status(match, counted)
    scored = points(counted, said, grading.rubric)
    techniques: dict[str, int] = {}
    findings = tuple(_examples(match, grading.examples, techniques)) if grading.examples else ()
    failures = tuple((game.number, game.outcome, game.message) for game in match.games if game.outcome in FAILURES)
    return GradeAnswer(
        **{each.name: getattr(counted, each.name) for each in fields(MatchCounts)},
        score=round(sum(each.points for each in scored), 6),
        of=round(sum(each.of for each in scored), 6),
        status=said,
        message=match.unreadable or match.stopped_because or (failures[0][2] if failures else ""),
        imports_logicms=imports(submission, "logicms"),
        points=scored,
        techniques=techniques,
        confinement=None if submission.missing else grading.level,
        findings=findings,
        seed=grading.seeds.start,
        student=submission.student,
        course=match.course,
        seeds=grading.seeds,
        failures=failures[: grading.examples],
    )


# -- what is shown


def _examples(match: Match, most: int, techniques: dict[str, int]) -> Iterator[Example]:
    """Yield some findings of each kind: the first wrong claims, the overlooked cells with the smallest proofs."""
    found: dict[str, list[Finding]] = {"wrong": [], "overlooked": [], "unneeded": []}
    for game in match.games:
        for finding in game.findings:
            found[finding.kind].append(finding)
    seeds = {game.number: game.seed for game in match.games}
    for finding in _of_different_games(found["wrong"])[:most]:
        yield _refuted(finding, seeds[finding.game])
    yield from _overlooked(found["overlooked"], seeds, most, techniques)
    # The other unneeded guesses are those at which a cell was overlooked.
    for finding in _of_different_games([each for each in found["unneeded"] if each.named])[:most]:
        yield _example(finding, seeds[finding.game])


def _example(finding: Finding, seed: int) -> Example:
    """Return what was found, before anything is explained."""
    board = finding.board
    return Example(
        finding.kind,
        finding.game,
        seed,
        finding.turn,
        finding.cell,
        instead=finding.instead,
        board=format_board(board),
        position=board,
    )


def _of_different_games(findings: list[Finding]) -> list[Finding]:
    """Return the findings so that the first of each game come first."""
    firsts: list[Finding] = []
    others: list[Finding] = []
    for _, group in groupby(findings, key=lambda finding: finding.game):
        first, *rest = group
        firsts.append(first)
        others += rest
    return firsts + others


def _overlooked(
    findings: list[Finding], seeds: Mapping[int, int], most: int, techniques: dict[str, int]
) -> Iterator[Example]:
    """Yield the overlooked cells with the smallest proofs, one per game."""
    explainers: dict[Board, Explainer] = {}
    best: dict[int, tuple[tuple[int, int], Finding, Explanation | None]] = {}
    for finding in findings[:MOST_EXPLAINED]:
        explainer = explainers.setdefault(finding.board, Explainer(finding.board))
        explanation = _explanation(finding, explainer)
        cost = (999, 0)
        if explanation is not None and explanation.technique is not None:
            technique = explanation.technique
            techniques[technique.value] = techniques.get(technique.value, 0) + 1
            cost = (len(explanation.hints), list(Technique).index(technique))
        if finding.game not in best or cost < best[finding.game][0]:
            best[finding.game] = (cost, finding, explanation)
    for technique in Technique:  # the easiest first
        if technique.value in techniques:
            techniques[technique.value] = techniques.pop(technique.value)
    for _, finding, explanation in sorted(best.values(), key=lambda each: each[0])[:most]:
        same = [each for each in findings if (each.game, each.turn) == (finding.game, finding.turn)]
        others = tuple(each.cell for each in same if each is not finding and each.cell is not None)
        yield _shown_overlooked(finding, seeds[finding.game], explanation, others)


def _explanation(finding: Finding, explainer: Explainer) -> Explanation | None:
    """Return why a cell is certain; None if that takes too long."""
    assert finding.cell is not None
    try:
        with limit(seconds=_SECONDS_EACH):
            return explainer.explain(finding.cell)
    except LimitReached:
        return None


def _shown_overlooked(
    finding: Finding, seed: int, explanation: Explanation | None, others: tuple[Cell, ...]
) -> Example:
    shown_without = replace(_example(finding, seed), verdict="mine" if finding.mine else "safe", others=others)
    if explanation is None:
        return shown_without
    try:
        with limit(seconds=_SECONDS_EACH):
            proof = explained(explanation, "shortest", witnesses=False)
    except LimitReached:
        return shown_without
    technique = None if explanation.technique is None else explanation.technique.value
    return replace(shown_without, clues=tuple(map(str, explanation.clues)), technique=technique, proof=proof)


def _refuted(finding: Finding, seed: int) -> Example:
    """Return a wrong claim, with a placement that refutes it."""
    board, cell = finding.board, finding.cell
    told = _example(finding, seed)
    if cell is None:
        mines = finding.placement
        broken = None if mines is None else tuple(name for name, _, _ in broken_clues(board, mines))
        return replace(told, broken=broken, answered=mines)
    told = replace(told, claimed="mine" if finding.mine else "safe")
    if board[cell] != "?":
        return replace(told, verdict="safe")
    try:
        with limit(seconds=_SECONDS_EACH):
            proof = explained(Explainer(board).explain(cell), "shortest", witnesses=False)
    except LimitReached:
        return told
    if proof.verdict != "unknown":
        return replace(told, verdict=proof.verdict, proof=proof)
    placement = next(mines for mines in proof.placements if (cell in mines) is not finding.mine)
    return replace(told, placement=tuple(sorted(name for name in placement if isinstance(name, Cell))))
