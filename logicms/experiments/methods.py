"""The methods of the ablation: the same games, reasoned about in ever stronger ways, from the course's to ours.

- `forward`: unit propagation in a knowledge base of the clues; nothing is matched.
- `matching`: also pairwise matching, as the course limits it: one of two clauses has at most 2 literals.
- `saturation`: pairwise matching without that limit: full resolution, until the limit of matchings is reached.
- `refutation`: full resolution directed at one cell after the other: the contrary of «mine» or «safe» is refuted.
- `counting`: every placement, by a dynamic programme (`deduce`), from the clues alone.
- `total`: the same with the mine total: what logicms does.

Each is as strong as the one before it, if no limit is reached. The knowledge base is kept from turn to turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from logicms.board import Board, Cell
from logicms.deduction import Deduction
from logicms.errors import LimitReached
from logicms.experiments.declaration import Results
from logicms.experiments.declaration import Setting as Values
from logicms.experiments.games import WithoutTotal, marked, timed
from logicms.game import LEVELS
from logicms.hints import exactly
from logicms.limits import limit
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.logic.resolution import COURSE, FULL, Policy, Saturation
from logicms.player import Player, Setting

Matching = Literal["forward", "matching", "saturation", "refutation"]

METHODS = ("forward", "matching", "saturation", "refutation", "counting", "total")
RESULTS = ("outcome", "left", "rounds", "matchings", "limits", "seconds")

MOST_MATCHINGS = 100_000
"""The limit of one round: a number of matchings, and not of seconds, so that the rows are the same everywhere."""

_POLICIES: dict[str, Policy] = {"matching": COURSE, "saturation": FULL}


@dataclass(slots=True)
class Work:
    """What a game's reasoning took."""

    rounds: int = 0
    """How often propagation was not enough."""
    matchings: int = 0
    limits: int = 0
    """How many rounds ended at the limit: what they did not find counts as not certain."""


@dataclass(frozen=True, slots=True)
class KnowledgePlayer(Player):
    """A player with a knowledge base of its own, which one game fills; it knows nothing of the mine total."""

    method: Matching = "forward"
    base: KnowledgeBase = field(default_factory=KnowledgeBase, compare=False)
    told: set[Cell] = field(default_factory=set, compare=False)
    work: Work = field(default_factory=Work, compare=False)

    def certain(self, board: Board) -> Deduction:
        """Tell the base the clues that are new, and match only when that makes no hidden cell safe."""
        new = [cell for cell in board.open if cell not in self.told]
        self._tell(board, new)
        found = self._known(board)
        undecided = len(board.hidden) - len(found.mine)
        if new and undecided and not found.safe and self.method != "forward":
            self._match(board)
            found = self._known(board)
        return found

    def _tell(self, board: Board, cells: list[Cell]) -> None:
        for cell in cells:
            self.base.tell(f"~{cell}")
        for cell in cells:
            unmarked = [other for other in board.neighbours(cell) if board.clue(other) is None]
            self.base.tell(exactly(board.clue(cell) or 0, unmarked, because=cell))
        self.told.update(cells)

    def _known(self, board: Board) -> Deduction:
        known = self.base.facts
        mine = frozenset(cell for cell in board.hidden if known.get(str(cell)) is True)
        safe = frozenset(cell for cell in board.hidden if known.get(str(cell)) is False)
        return Deduction(board, safe, mine, frozenset())

    def _match(self, board: Board) -> None:
        """Go one round with this method; whatever becomes certain is in the base then."""
        self.work.rounds += 1
        with limit(steps=MOST_MATCHINGS) as account:
            try:
                if self.method == "refutation":
                    self._refute(board)
                else:
                    Saturation(self.base.forward, _POLICIES[self.method]).run()
            except LimitReached:
                self.work.limits += 1
        self.work.matchings += account.spent

    def _refute(self, board: Board) -> None:
        """Ask about every hidden cell that touches a clue and is not known, until one is safe or all were asked."""
        both_ways: set[str] = set()
        for cell in board.hidden:
            name, near = str(cell), any(board.clue(other) is not None for other in board.neighbours(cell))
            if not near or name in both_ways or name in self.base.facts:
                continue
            answer = self.base.ask(name)
            if answer is Answer.LIMIT:
                raise LimitReached("not decided within the limit")
            if answer is Answer.UNKNOWN:
                found = self.base.placements(name)
                both_ways.update(set(found[0]) ^ set(found[1]) if found else ())
            else:
                self.base.tell(name if answer is Answer.YES else f"~{name}")


def method_game(values: Values, seed: int) -> Results:
    """Play a course game of (level, method) without a guess.

    >>> method_game(("easy", "matching"), 1)[:3], method_game(("easy", "total"), 1)[:3]
    (('won', '0', '0'), ('won', '0', '0'))
    """
    level, method = LEVELS[str(values[0])], values[1]
    player: Player = WithoutTotal(guess="never") if method == "counting" else Player(guess="never")
    if method in ("forward", "matching", "saturation", "refutation"):
        player = KnowledgePlayer(guess="never", method=method)  # type: ignore[arg-type]  # one of these four
    setting = Setting(level.width, level.height, level.mines, "none", initial_safe=level.initial_safe, player=player)
    played, seconds = timed(setting, seed, player)
    outcome, left = marked(played, player)
    work = player.work if isinstance(player, KnowledgePlayer) else Work()
    return outcome, left, str(work.rounds), str(work.matchings), str(work.limits), seconds
