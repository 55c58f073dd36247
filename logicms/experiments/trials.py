"""Trials: what is done for one row of an experiment on games, without guesses or with them (searches: `searches`).

The logic course counts a game as won when every cell is *marked*, mines too; so does a game with initial safe cells.

The *methods* reason about the same games in different ways, those of the course and ours:

- `subset`: sets of cells with their numbers of mines; one inside another gives a third.
- `forward`: unit propagation in a knowledge base of the clues; nothing is matched.
- `course`: also pairwise matching, with the course's limit: one of two clauses has at most 2 literals.
- `saturation`: pairwise matching without that limit: full resolution, until the limit of matchings is reached.
- `resolution`: full resolution directed at one cell after the other: that it is safe, or a mine, is refuted.
- `complete`: every placement, by a dynamic programme (`deduce`); with the mine total this is what logicms does.

From `forward` on, each is as strong as the one before it, if no limit is reached.
"""

from __future__ import annotations

from time import thread_time
from typing import cast, get_args

from logicms.deduction import inference
from logicms.deduction.inference import FEW_CELLS, Work, inference_by
from logicms.experiments.declaration import Results, Value, parse_size, seconds_since
from logicms.experiments.declaration import Setting as Values
from logicms.game import LEVELS, Start
from logicms.guessing import Policy
from logicms.player import Player, Reasoner, Setting, play
from logicms.player.player import ByInference

METHOD_RESULTS = ("outcome", "left", "rounds", "matchings", "limits", "seconds")
GUESSING_RESULTS = ("outcome", "guesses", "seconds")

METHODS = (*get_args(inference.Reason), "complete")


def course_game(values: Values, seed: int) -> Results:
    """Play a game of (size, mines, initial safe cells, method, total) without a guess.

    >>> course_game(("9x9", 10, 9, "course", "no"), 1)[:3], course_game(("9x9", 10, 9, "complete", "yes"), 1)[:3]
    (('won', '0', '0'), ('won', '0', '0'))
    """
    size, mines, safe, method, total = values
    game = Setting(*parse_size(str(size)), int(mines), "none", initial_safe=int(safe)).game(seed)
    began = thread_time()
    reasoner, work = _reasoner(str(method), total)
    played = play(game, Player(guess="never"), reasoner=reasoner)
    seconds = seconds_since(began)
    spent = (work.rounds, work.matchings, work.limits)
    return played.outcome.value, str(played.undecided), *map(str, spent), seconds


def _reasoner(method: str, total: Value) -> tuple[Reasoner, Work]:
    """Return what finds the certain cells of one game, and where it counts its work."""
    total_at = {"no": 0, "yes": None}.get(str(total), total)
    if method == "complete":
        return Player(total_at=cast(int | None, total_at)).reasoner(marking=True), Work()
    by = inference_by(cast(inference.Reason, method))
    return ByInference(by, FEW_CELLS if total_at is None else int(total_at), marking=True), by.work


def guessing_game(values: Values, seed: int) -> Results:
    """Play a game of (level, start, guess) to its end, with the mine total and the level's initial safe cells."""
    name, start, guess = values
    level, player = LEVELS[str(name)], Player(guess=cast(Policy, guess))
    setting = Setting(level.width, level.height, level.mines, cast(Start, start), initial_safe=level.initial_safe)
    game = setting.game(seed)
    began = thread_time()
    played = play(game, player)
    return played.outcome.value, str(played.guesses), seconds_since(began)
