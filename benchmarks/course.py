"""The course's methods next to ours, on the same boards in one run: games of its levels, and its 16x16 searches.

    python -m benchmarks.course [--games N] [--boards N] [--most-seconds S]

Everything called "plain" here is a re-implementation written for this comparison, and for nothing else, of a method
that the course's assignments and reports describe, as they describe it: straightforward, with no index and no
incremental state. These play:

- *matching*: resolution. A fact is matched with all clauses; when there is none, all pairs of clauses are matched of
  which one has at most two literals; every new clause is compared with all others (duplicates, subsumption).
- *propagation*: the same without matching pairs.
- *subsets*: "n mines among these cells"; a set inside another gives their difference. No set is ever dropped.
- *tidy subsets*: the same, but empty sets and doubles are dropped: what the report's program lacks.

Ours plays each board by the same methods (`course`, `forward`, `subset`; the ratio is plain to ours of the same
method), then by `resolution` and `complete`, all without the mine total, as the plain methods do; at last with it. Both
sides mark every mine within the time. CPU time; a plain game of more than S seconds is stopped, counts as S, and makes
the ratio a lower bound. All take each board in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from itertools import combinations, islice
from statistics import median
from time import process_time

from benchmarks.positions import positions
from benchmarks.search import BEST, boards, copying_search, ours
from logicms.board import CLUES, Board, Cell
from logicms.deduction import deduce
from logicms.game import LEVELS, Game, Outcome
from logicms.player import Player, Setting, play

Literal = tuple[Cell, bool]
Clause = frozenset[Literal]


class TooLong(Exception):
    """A plain game went over its seconds."""


class Control:
    """The course's game control: it answers a hint for a cell marked safe, and knows what is marked."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.layout: Board = game.layout
        self.safe_at_first = [cell for cell in game.board.cells if game.board[cell] in CLUES]
        self.marks: dict[Cell, bool] = {}
        self._until = process_time() + seconds

    def mark(self, cell: Cell, mine: bool) -> None:
        assert (self.layout[cell] == "*") == mine, f"a wrong mark at {cell}"
        self.marks[cell] = mine

    def hint(self, cell: Cell) -> tuple[list[Cell], int]:
        """Return the unmarked cells around a cell and how many of them are mines."""
        unmarked = [other for other in self.layout.neighbours(cell) if other not in self.marks]
        return unmarked, sum(self.layout[other] == "*" for other in unmarked)

    def look_at_the_clock(self) -> None:
        if process_time() > self._until:
            raise TooLong

    @property
    def is_won(self) -> bool:
        return len(self.marks) == len(self.layout.cells)


# -- plain: clauses


class PlainClauses:
    """KB as a list of clauses; with `matching` also pairs are matched."""

    def __init__(self, control: Control, matching: bool) -> None:
        self.control = control
        self.matching = matching
        self.clauses: list[Clause] = []

    def play(self) -> bool:
        for cell in self.control.safe_at_first:
            self.insert(frozenset([(cell, False)]))
        rounds = 0
        while not self.control.is_won and rounds < 10:
            unit = next((clause for clause in self.clauses if len(clause) == 1), None)
            if unit is not None:
                self.learn(unit)
                rounds = 0
            elif not (self.matching and self.match_pairs()):
                break
            else:
                rounds += 1
        return self.control.is_won

    def insert(self, clause: Clause) -> bool:
        """Resolve a clause with the facts and keep it unless it is known; drop what it makes needless."""
        self.control.look_at_the_clock()
        marks = self.control.marks
        if any(marks.get(cell) is mine for cell, mine in clause):
            return False
        clause = frozenset(literal for literal in clause if literal[0] not in marks)
        if any(other <= clause for other in self.clauses):
            return False
        self.clauses = [other for other in self.clauses if not clause <= other]
        self.clauses.append(clause)
        return True

    def learn(self, unit: Clause) -> None:
        """Mark a cell, match the fact with all clauses, and add what its hint says."""
        ((cell, mine),) = unit
        self.control.mark(cell, mine)
        before, self.clauses = self.clauses, []
        for clause in before:
            self.insert(clause)
        if not mine:
            for clause in hint_clauses(*self.control.hint(cell)):
                self.insert(clause)

    def match_pairs(self) -> bool:
        """Match all pairs that the length limit allows; return whether anything new came of it."""
        new = False
        for one, other in combinations(tuple(self.clauses), 2):
            self.control.look_at_the_clock()
            if len(one) <= 2 or len(other) <= 2:
                clashing = [(cell, mine) for cell, mine in one if (cell, not mine) in other]
                if len(clashing) == 1:
                    cell, mine = clashing[0]
                    new |= self.insert((one | other) - {(cell, mine), (cell, not mine)})
        return new


def hint_clauses(cells: list[Cell], mines: int) -> Iterable[Clause]:
    """Yield "exactly this many of these" as clauses."""
    for group in combinations(cells, len(cells) - mines + 1):
        yield frozenset((cell, True) for cell in group)
    for group in combinations(cells, mines + 1):
        yield frozenset((cell, False) for cell in group)


# -- plain: sets with counts


class PlainSubsets:
    """Sets with the number of mines among them. After each move all pairs are looked at once."""

    def __init__(self, control: Control, tidy: bool) -> None:
        self.control = control
        self.tidy = tidy
        self.sets: list[tuple[set[Cell], int]] = []
        self.waiting = list(control.safe_at_first)

    def play(self) -> bool:
        while self.waiting:
            cell = self.waiting.pop()
            self.mark(cell, False)
            cells, mines = self.control.hint(cell)
            if not self.is_certain(set(cells), mines):
                self.sets.append((set(cells), mines))
            self.infer()
        return self.control.is_won

    def mark(self, cell: Cell, mine: bool) -> None:
        self.control.mark(cell, mine)
        self.sets = [(cells - {cell}, mines - (mine and cell in cells)) for cells, mines in self.sets]

    def is_certain(self, cells: set[Cell], mines: int) -> bool:
        """Note the cells of a set without mines, mark those of a set of mines; return whether it was either."""
        if mines == 0:
            self.waiting += [cell for cell in sorted(cells) if cell not in self.waiting]
        elif mines == len(cells):
            for cell in sorted(cells):
                self.mark(cell, True)
        return mines in (0, len(cells))

    def infer(self) -> None:
        number = 0
        while number < len(self.sets):  # marking changes the sets, not their order
            self.is_certain(*self.sets[number])
            number += 1
        if self.tidy:
            before, self.sets = self.sets, []
            self.sets += [entry for at, entry in enumerate(before) if entry[0] and entry not in before[:at]]
        for cells, mines in tuple(self.sets):
            self.control.look_at_the_clock()
            for others, more in tuple(self.sets):
                if cells < others and (others - cells, more - mines) not in self.sets:
                    self.sets.append((others - cells, more - mines))


PLAIN: dict[str, Callable[[Control], bool]] = {
    "matching": lambda control: PlainClauses(control, True).play(),
    "propagation": lambda control: PlainClauses(control, False).play(),
    "subsets": lambda control: PlainSubsets(control, tidy=False).play(),
    "tidy subsets": lambda control: PlainSubsets(control, tidy=True).play(),
}


# -- side by side


def timed_plain(method: Callable[[Control], bool], game: Game, seconds: float) -> tuple[bool | None, float]:
    """Return whether the plain method won (None: it was stopped) and its CPU time."""
    control = Control(game, seconds)
    began = process_time()
    try:
        won: bool | None = method(control)
    except TooLong:
        won = None
    return won, process_time() - began


def timed_ours(player: Player, game: Game) -> tuple[bool, float]:
    began = process_time()
    played = play(game, player)
    return played.outcome is Outcome.WON, process_time() - began


SAME = {"matching": "course", "propagation": "forward", "subsets": "subset", "tidy subsets": "subset"}
"""Our player of the same method."""

OURS = {
    "course": Player("course", "never", 0),
    "forward": Player("forward", "never", 0),
    "subset": Player("subset", "never", 0),
    "resolution": Player("resolution", "never", 0),
    "complete": Player("complete", "never", 0),
    "resolution, total": Player("resolution", "never"),
    "complete, total": Player("complete", "never"),
}


def by_level(name: str, games: int, seconds: float) -> None:
    level = LEVELS[name]
    setting = Setting(level.width, level.height, level.mines, "none", initial_safe=level.initial_safe)
    found: dict[str, list[tuple[bool | None, float]]] = {}
    for seed in range(games):
        game = setting.game(seed)
        for method, function in PLAIN.items():
            found.setdefault(f"plain {method}", []).append(timed_plain(function, game, seconds))
        for method, player in OURS.items():
            found.setdefault(f"our {method}", []).append(timed_ours(player, game))
    totals = {method: sum(time for _, time in results) for method, results in found.items()}
    for method, results in found.items():
        won, stopped = (sum(outcome is what for outcome, _ in results) for what in (True, None))
        ours = SAME.get(method.removeprefix("plain "))
        ratio = f"{'>=' if stopped else '  '}{totals[method] / totals[f'our {ours}']:>7.1f} of {ours}" if ours else ""
        print(
            f"{name:7} {method:21} {games:>5} {won:>4} {stopped:>8} {totals[method] / games:>10.4f} {ratio}", flush=True
        )


def by_position(count: int) -> None:
    """Deduce everything by resolution on expert positions, mine total included."""
    times = []
    for board in islice(positions("expert"), count):
        began = process_time()
        deduction = deduce(board, reason="resolution")
        times.append(process_time() - began)
        assert deduction == deduce(board), "resolution misses nothing"
    print(f"\n{count} expert positions by resolution, with the mine total: median {median(times):.4f} s")


def by_search(count: int, seconds: float) -> None:
    """Search 16x16 boards; the other search is benchmarks/search.py's, which copies a whole node for every child."""
    copying, mine, stopped = [], [], 0
    for board in boards(16, count):
        began = process_time()
        found, _ = copying_search(board, seconds)
        middle = process_time()
        assert ours(board).status == "found"
        copying.append(middle - began)
        mine.append(process_time() - middle)
        stopped += not found
    ratio = median(copying) / median(mine)
    print(f"\n16x16 searches, {BEST}: {count} boards, {stopped} copying ones stopped")
    print(
        f"median: copying {median(copying):.3f} s, ours {median(mine):.4f} s (wanted: under 0.05 s), {ratio:.0f} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5, help="of each level (default 5)")
    parser.add_argument("--boards", type=int, default=10, help="to search (default 10)")
    parser.add_argument("--most-seconds", type=float, default=10.0, help="for a plain game or search (default 10)")
    given = parser.parse_args()
    deduce(Board(("1?",)), reason="resolution")  # what it imports is not part of the first game
    print("level   method                games  won  stopped     s/game  times ours")
    for name in ("easy", "medium", "hard"):
        by_level(name, given.games, given.most_seconds)
    by_position(20 * given.games)
    by_search(given.boards, given.most_seconds)


if __name__ == "__main__":
    main()
