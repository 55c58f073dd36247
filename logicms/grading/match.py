"""Match: many games with one program. Only here are the mines known; the judge and the program see boards.

A program that crashes or is too slow loses that game and is started again; after `MOST_TIMEOUTS` games without an
answer in time, or when the time for all games is over, the rest is not played. What a match counts gives the points of
a rubric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, fields, replace
from threading import Event
from typing import Literal

from logicms.board import CLUES, HIDDEN, MINE, Board, Cell
from logicms.errors import BoardError
from logicms.game import Draw, Game
from logicms.grading.confinement import Confined, Conversation, Failed
from logicms.grading.course import Course
from logicms.grading.judge import Finding, Judge
from logicms.notation.grading import (
    TURN,
    AnswerLine,
    Rubric,
    format_game,
    format_open,
    format_over,
    parse_line,
    parse_rubric,
)
from logicms.problem import Problem
from logicms.record import Record, shown

Ending = Literal["won", "lost", "stopped", "crashed", "slow", "broken"]
"""How a game ended. The last three are failures: `broken` is an answer that is none, or a move that is not allowed."""
FAILURES: tuple[Ending, ...] = ("crashed", "slow", "broken")

MOST_TIMEOUTS = 3
"""After this many games without an answer in time, no more are played."""


@dataclass(frozen=True, slots=True)
class GradedGame:
    """One game: how it ended, and what the judge found."""

    number: int
    seed: int
    outcome: Ending
    message: str = ""
    """What went wrong, if anything did."""
    turns: int = 0
    seconds: float = 0.0
    """How long the program was waited for, in all and at most for one move."""
    slowest: float = 0.0
    met: int = 0
    """How many cells the program opened or named that were certain."""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """All games with one program."""

    course: Course
    asked: int
    """How many games were to be played."""
    games: tuple[GradedGame, ...] = ()
    unreadable: str = ""
    """Why no game could be played: it is no program of this course."""
    seconds: float = 0.0
    """The program's own time, its start included."""
    stopped_because: str = ""
    """Why not all games were played."""


class UnreadableProgram(Exception):
    """The program says that it cannot be read."""


def play_match(
    course: Course,
    program: Confined,
    seeds: range,
    stop: Event | None = None,
    watch: Callable[[GradedGame], None] | None = None,
) -> Match:
    """Play the games of these seeds with a program, and return what came of them; `watch` is called after each."""
    games: list[GradedGame] = []
    limits, spent, why = program.limits, 0.0, ""
    names_mines, seed_at = bool(course.names_mines), 0
    while seed_at < len(seeds) and not why:
        with ExitStack() as stack:
            try:
                talk = stack.enter_context(Conversation(program, stop))
            except OSError as error:
                return Match(course, len(seeds), unreadable=f"it cannot be started: {error.strerror}")
            for number, seed in enumerate(seeds[seed_at:], seed_at + 1):
                before = talk.seconds
                try:
                    referee = _Referee(course, number, seed, talk, names_mines)
                    starting = limits.start_seconds if before == 0 else 0.0
                    game = referee.play(limits.move_seconds, starting)
                except UnreadableProgram as error:
                    return Match(course, len(seeds), tuple(games), str(error), spent + talk.seconds)
                games.append(game)
                if watch is not None:
                    watch(game)
                names_mines = referee.names_mines
                seed_at, spent = number, spent + talk.seconds - before
                why = _enough(games, spent, limits.seconds) if seed_at < len(seeds) else ""
                if why or game.outcome in FAILURES:
                    break  # a new process for the next game
    return Match(course, len(seeds), tuple(games), seconds=spent, stopped_because=why)


def _enough(games: list[GradedGame], spent: float, seconds: float) -> str:
    """Return why no more games are played, or nothing."""
    if sum(game.outcome == "slow" for game in games) >= MOST_TIMEOUTS:
        return f"{MOST_TIMEOUTS} games without an answer in time"
    return f"all games together took more than {seconds:g} s" if spent > seconds else ""


@dataclass
class _Referee:
    """Plays one game with a program."""

    course: Course
    number: int
    seed: int
    program: Conversation
    names_mines: bool
    turns: int = 0
    slowest: float = 0.0
    marked: set[Cell] = field(default_factory=set)

    def play(self, most_seconds: float, starting: float = 0.0) -> GradedGame:
        course = self.course
        game = course.game(self.seed)
        told = course.mines if course.tells_total else None
        judge = Judge(self.number, course.mines, self.names_mines)
        self.judge = judge
        before = self.program.seconds
        message = ""
        try:
            self.program.write(format_game(self.number, course.width, course.height, told))
            outcome, game = self._play(game, told, most_seconds, starting)
            self.program.write(format_over(outcome, _mines(game)))
        except Failed as failed:
            outcome, message = failed.outcome, str(failed)  # type: ignore[assignment]
        except BoardError as error:
            outcome, message = "broken", str(error)
        seconds = self.program.seconds - before
        findings = tuple(judge.findings)
        return GradedGame(
            self.number, self.seed, outcome, message, self.turns, seconds, self.slowest, judge.met, findings
        )

    def _play(self, game: Game, told: int | None, most_seconds: float, starting: float) -> tuple[Ending, Game]:
        opened = [(cell, game.sign(cell)) for cell in game.board.open]
        while True:
            board = replace(game.board, mines=told, first=None)
            self.judge.see(board)
            move = self._ask([format_open(cell, clue) for cell, clue in opened], most_seconds + starting)
            starting = 0
            if move.word == "unreadable":
                raise UnreadableProgram(move.text)
            if move.word == "error":
                raise Failed("crashed", move.text)
            if self.course.hints is not None:
                return self._solved(board, move), game
            if move.word == "stop":
                return self._ended(game), game
            if move.word != "open":
                raise BoardError(f"{move.word} is for puzzles: a move is open or stop")
            (cell,) = move.cells
            if board[cell] != HIDDEN:
                raise BoardError(f"it opened {cell}, which is open already")
            self.judge.opens(cell)
            game = game.open(cell)
            if game.sign(cell) == MINE:
                return "lost", game
            opened = [(cell, game.sign(cell))]
            if self._is_won(game):
                self.program.write(format_open(cell, game.sign(cell)))
                return "won", game

    def _ask(self, news: list[str], most_seconds: float) -> AnswerLine:
        """Write what is new, and return the move; claims before it are judged as they come."""
        self.turns += 1
        self.program.write(*news, TURN)
        before = self.program.seconds
        try:
            for text in self.program.answer(most_seconds):
                line = parse_line(text, self.course.width, self.course.height)
                if line is None:
                    continue
                if line.ends_turn:
                    return line
                self._claimed(line)
        finally:
            self.slowest = max(self.slowest, self.program.seconds - before)
        raise AssertionError("an answer ends with a move, or not at all")

    def _claimed(self, line: AnswerLine) -> None:
        is_mine = line.word == "mine"
        if is_mine and self.course.names_mines is None:
            self.names_mines = self.judge.names_mines = True
        for cell in line.cells:
            self.judge.claim(cell, is_mine)
            if is_mine:
                self.marked.add(cell)

    def _is_won(self, game: Game) -> bool:
        safe_left = len(game.signs) - self.course.mines - sum(map(game.signs.count, CLUES))
        return safe_left == 0 and (not self.course.marks or self.marked == set(_mines(game)))

    def _ended(self, game: Game) -> Ending:
        """Return how a game ends if the program stops."""
        if self._is_won(game):
            return "won"
        if self.course.marks and not self.marked <= set(_mines(game)):
            return "lost"
        self.judge.gives_up()
        return "stopped"

    def _solved(self, board: Board, move: AnswerLine) -> Ending:
        """Return how a puzzle ends."""
        if move.word not in ("place", "none"):
            raise BoardError(f"{move.word} is not an answer to a puzzle: answer place or none")
        placement = move.cells if move.word == "place" else None
        fits = placement is not None and fits_board(board, placement)
        self.judge.answers(placement, fits)
        return "won" if fits else "lost"


def _mines(game: Game) -> tuple[Cell, ...]:
    """Return the mines of a game; none if it ended before a cell was opened, for they are drawn then."""
    return () if isinstance(game.plan, Draw) else tuple(game.layout.where(MINE))


def fits_board(board: Board, placement: tuple[Cell, ...]) -> bool:
    """Return whether a placement meets every clue of a board, and the mine total if there is one.

    >>> board = Board(("???", "121"))
    >>> fits_board(board, (Cell(0, 0), Cell(0, 2))), fits_board(board, (Cell(0, 0), Cell(0, 1)))
    (True, False)
    """
    mines = frozenset(placement)
    return all(board[cell] == HIDDEN for cell in mines) and not any(broken_clues(board, mines))


def broken_clues(board: Board, mines: frozenset[Cell]) -> Iterator[tuple[str, int, int]]:
    """Yield for each clue that a placement breaks its name, what it says, and how many mines there are."""
    for hint in Problem.of(board).all_hints:
        there = sum(name in mines for name in hint.among)
        if not hint.low <= there <= hint.high:
            yield str(hint.because), hint.low, there


# -- the score: what a match counts, and the points of a rubric

GradeStatus = Literal["complete", "incomplete", "unsound", "failed", "untested", "unreadable"]
"""`complete`: sound, nothing overlooked, no unneeded guess, every game played to its end."""


@dataclass(frozen=True, slots=True)
class MatchCounts(Record):
    """What can be counted in a match; a rubric may use each by its name."""

    games: int = shown("How many games there were to play.", default=0)
    played: int = shown("Games that were played.", default=0)
    won: int = shown("Games that were won, or puzzles that were solved.", default=0)
    lost: int = shown("Games that were lost.", default=0)
    stopped: int = shown("Games that the program ended itself.", default=0)
    failed: int = shown("Games that crashed, were too slow or broke the rules, and those not played.", default=0)
    wrong: int = shown("Claims that a placement of the mines refutes.", default=0)
    games_wrong: int = shown("Games with a wrong claim.", default=0)
    overlooked: int = shown("Certain cells that it did not name when it guessed or stopped.", default=0)
    games_overlooked: int = shown("Games with an overlooked cell.", default=0)
    unneeded_guesses: int = shown("Guesses although a cell was certainly safe.", default=0)
    certain: int = shown("Cells that it opened or named when they were certain.", default=0)
    seconds: float = shown("The program's own time.", default=0.0)
    slowest: float = shown("The seconds of the slowest move.", default=0.0)

    @property
    def measures(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in MEASURES}


MEASURES = tuple(each.name for each in fields(MatchCounts))

# A program that fails in many games has shown little in the others; one that names whatever cell there is, rightly or
# wrongly, overlooks nothing.
DEFAULT_RUBRIC = parse_rubric(
    """
    sound: 40 if wrong = 0 and failed <= 10 %
    complete: 40 less 1 per overlooked if games_wrong <= 10 % and failed <= 10 %
    guesses needed: 10 less 1 per unneeded_guesses if games_wrong <= 10 % and failed <= 10 %
    never fails: 10 less 1 per failed
    """,
    MEASURES,
)


def counts(match: Match) -> MatchCounts:
    """Return the counts of a match."""
    games = match.games
    kinds = [finding.kind for game in games for finding in game.findings]
    outcomes = [game.outcome for game in games]
    return MatchCounts(
        match.asked,
        len(games),
        outcomes.count("won"),
        outcomes.count("lost"),
        outcomes.count("stopped"),
        match.asked - len(games) + sum(map(outcomes.count, FAILURES)),
        kinds.count("wrong"),
        sum(any(each.kind == "wrong" for each in game.findings) for game in games),
        kinds.count("overlooked"),
        sum(any(each.kind == "overlooked" for each in game.findings) for game in games),
        kinds.count("unneeded"),
        sum(game.met for game in games),
        round(match.seconds, 3),
        round(max((game.slowest for game in games), default=0.0), 3),
    )


def status(match: Match, counted: MatchCounts) -> GradeStatus:
    """Return in one word what a program is."""
    if match.unreadable:
        return "unreadable"
    if counted.wrong:
        return "unsound"
    if counted.overlooked or counted.unneeded_guesses:
        return "incomplete"
    if counted.failed:
        return "failed"
    return "complete" if counted.certain else "untested"


@dataclass(frozen=True, slots=True)
class RubricPoints(Record):
    """The points for one line of the rubric."""

    name: str = shown("The name of the line.")
    points: float = shown("The points that were earned.")
    of: float = shown("The points that could be earned.")
    rule: str = shown("The line itself.")
    lost_for: str = shown("What was counted that cost points, such as `overlooked = 5`.", default="")


def points(counted: MatchCounts, said: GradeStatus, rubric: Rubric) -> tuple[RubricPoints, ...]:
    """Return the points for each line of a rubric; a program that has shown nothing gets none.

    It has not if it could not be read, met nothing certain, or overlooked more certain cells than it found: whoever
    opens cells at random says nothing wrong, and comes upon a certain one now and then.
    """
    met = bool(counted.certain or counted.wrong) and counted.certain >= counted.overlooked
    has_shown, measures = met and said not in ("unreadable", "untested"), counted.measures
    return tuple(
        RubricPoints(
            each.name,
            float(each.earned(measures)) if has_shown else 0.0,
            float(each.points),
            str(each),
            each.lost_for(measures) if has_shown else "",
        )
        for each in rubric
    )
