"""Trials: what is done for one row of an experiment on games, without guesses or with them (searches: `searches`).

The logic course counts a game as won when every cell is *marked*, mines too. In logicms a game ends when every safe
cell is open; in a course game it counts as won only if every mine is then certain as well.

The *methods* reason about the same games in increasingly strong ways, from that of the course to ours:

- `forward`: unit propagation in a knowledge base of the clues; nothing is matched.
- `course`: also pairwise matching, with the course's limit: one of two clauses has at most 2 literals.
- `saturation`: pairwise matching without that limit: full resolution, until the limit of matchings is reached.
- `resolution`: full resolution directed at one cell after the other: that it is safe, or a mine, is refuted.
- `complete`: every placement, by a dynamic programme (`deduce`); with the mine total this is what logicms does.

Each is as strong as the one before it, if no limit is reached. The knowledge base is kept from turn to turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import thread_time
from typing import Literal, cast

from logicms.board import Board, Cell
from logicms.deduction import Deduction
from logicms.errors import LimitReached
from logicms.experiments.declaration import Results, parse_size, seconds_since
from logicms.experiments.declaration import Setting as Values
from logicms.game import LEVELS, Outcome, Start
from logicms.guessing import Policy
from logicms.hints import exactly
from logicms.limits import limit
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.logic.resolution import COURSE, FULL, Saturation
from logicms.player import Played, Player, Reasoner, Setting, play
from logicms.player.player import certain_cells
from logicms.problem import Problem

METHOD_RESULTS = ("outcome", "left", "rounds", "matchings", "limits", "seconds")
GUESSING_RESULTS = ("outcome", "guesses", "seconds")


# -- games


def course_game(values: Values, seed: int) -> Results:
    """Play a game of (size, mines, initial safe cells, method, total) without a guess.

    >>> course_game(("9x9", 10, 9, "course", "no"), 1)[:3], course_game(("9x9", 10, 9, "complete", "yes"), 1)[:3]
    (('won', '0', '0'), ('won', '0', '0'))
    """
    size, mines, safe, method, total = values
    game = Setting(*parse_size(str(size)), int(mines), "none", initial_safe=int(safe)).game(seed)
    by_clauses = ClauseReasoner(cast(Method, method)) if method != "complete" else None
    reasoner = by_clauses or (without_total if total == "no" else certain_cells)
    began = thread_time()
    played = play(game, Player(guess="never"), reasoner=reasoner)
    outcome, left = course_outcome(played, reasoner)
    seconds = seconds_since(began)
    work = by_clauses.work if by_clauses else Work()
    return outcome, left, str(work.rounds), str(work.matchings), str(work.limits), seconds


def guessing_game(values: Values, seed: int) -> Results:
    """Play a game of (level, start, guess) to its end, with the mine total and the level's initial safe cells."""
    name, start, guess = values
    level, player = LEVELS[str(name)], Player(guess=cast(Policy, guess))
    setting = Setting(level.width, level.height, level.mines, cast(Start, start), initial_safe=level.initial_safe)
    game = setting.game(seed)
    began = thread_time()
    played = play(game, player)
    return played.outcome.value, str(played.guesses), seconds_since(began)


def course_outcome(played: Played, reasoner: Reasoner) -> tuple[str, str]:
    """Return the outcome as the course counts it, and how many cells were left without a mark."""
    if played.outcome is Outcome.LOST:
        return played.outcome.value, "0"
    board = played.game.board
    left = len(board.hidden) - len(reasoner(board).mine)
    return (Outcome.STUCK if left else Outcome.WON).value, str(left)


# -- reasoners


def without_total(board: Board) -> Deduction:
    """Return what is certain by the clues alone, without the mine total."""
    return certain_cells(replace(board, mines=None))


Method = Literal["forward", "course", "saturation", "resolution"]
"""The methods that have a knowledge base."""

METHODS = ("forward", "course", "saturation", "resolution", "complete")

MOST_MATCHINGS = 100_000
"""The limit of one round: a number of matchings, not of seconds, so that the rows are the same everywhere."""

_POLICIES = {"course": COURSE, "saturation": FULL}


@dataclass(slots=True)
class Work:
    """The work of a game's reasoning."""

    rounds: int = 0
    """How often propagation was not enough."""
    matchings: int = 0
    limits: int = 0
    """How many rounds ended at the limit: what they did not find counts as not certain."""


class ClauseReasoner:
    """A reasoner with a knowledge base for one game; it does not use the mine total."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.work = Work()
        self._base = KnowledgeBase()
        self._seen: set[Cell] = set()

    def __call__(self, board: Board) -> Deduction:
        """Tell the base the new clues, and match only if that makes no hidden cell safe."""
        new = [cell for cell in board.open if cell not in self._seen]
        self._tell(board, new)
        certain = self._certain(board)
        undecided = len(board.hidden) - len(certain.mine)
        if new and undecided and not certain.safe and self.method != "forward":
            self._match(board)
            certain = self._certain(board)
        return certain

    def _tell(self, board: Board, cells: list[Cell]) -> None:
        for cell in cells:
            self._base.tell(f"~{cell}")
        for cell in cells:
            unmarked = [other for other in board.neighbours(cell) if board.clue(other) is None]
            self._base.tell(exactly(board.clue(cell) or 0, unmarked, because=cell))
        self._seen.update(cells)

    def _certain(self, board: Board) -> Deduction:
        known = self._base.facts
        certain = {cell: known[str(cell)] for cell in board.hidden if str(cell) in known}
        return Deduction.of(Problem.of(board), certain, certain)

    def _match(self, board: Board) -> None:
        """Do one round of this method; what becomes certain is then in the base."""
        self.work.rounds += 1
        with limit(steps=MOST_MATCHINGS) as account:
            try:
                if self.method == "resolution":
                    self._refute(board)
                else:
                    Saturation(self._base.forward, _POLICIES[self.method]).run()
            except LimitReached:
                self.work.limits += 1
        self.work.matchings += account.spent

    def _refute(self, board: Board) -> None:
        """Ask about every hidden cell that touches a clue and is not known."""
        both_ways: set[str] = set()
        for cell in board.hidden:
            name, near = str(cell), any(board.clue(other) is not None for other in board.neighbours(cell))
            if not near or name in both_ways or name in self._base.facts:
                continue
            answer = self._base.ask(name)
            if answer is Answer.LIMIT:
                raise LimitReached("not decided within the limit")
            if answer is Answer.UNKNOWN:
                pair = self._base.placements(name)
                both_ways.update(set(pair[0]) ^ set(pair[1]) if pair else ())
            else:
                self._base.tell(name if answer is Answer.YES else f"~{name}")
