"""Score: the counts of a match, and the points that a rubric gives for them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Literal

from logicms.grading.match import FAILURES, Match
from logicms.notation.rubrics import Criterion, Rubric, parse_rubric

Status = Literal["complete", "incomplete", "unsound", "failed", "untested", "unreadable"]
"""`complete`: sound, nothing overlooked, no unneeded guess, every game played to its end."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What can be counted in a match; a rubric may use each by its name."""

    games: int = 0
    """How many games there were to play."""
    played: int = 0
    won: int = 0
    lost: int = 0
    stopped: int = 0
    failed: int = 0
    """Games that crashed, were too slow, ended in an answer that is none, or were not played."""
    wrong: int = 0
    overlooked: int = 0
    unneeded_guesses: int = 0
    certain: int = 0
    """Cells that the program opened or named when they were certain; puzzles that it solved."""
    games_wrong: int = 0
    games_overlooked: int = 0
    """Games with at least one wrong claim, and with at least one overlooked cell."""
    seconds: float = 0.0
    slowest: float = 0.0
    """The program's own time, in all and for the slowest move."""

    @property
    def measures(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in MEASURES}


MEASURES = tuple(each.name for each in fields(Counts))

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


def counts(match: Match) -> Counts:
    """Return the counts of a match."""
    games = match.games
    kinds = [finding.kind for game in games for finding in game.findings]
    outcomes = [game.outcome for game in games]
    return Counts(
        match.asked,
        len(games),
        outcomes.count("won"),
        outcomes.count("lost"),
        outcomes.count("stopped"),
        match.asked - len(games) + sum(map(outcomes.count, FAILURES)),
        kinds.count("wrong"),
        kinds.count("overlooked"),
        kinds.count("unneeded"),
        sum(game.met for game in games),
        sum(any(each.kind == "wrong" for each in game.findings) for game in games),
        sum(any(each.kind == "overlooked" for each in game.findings) for game in games),
        round(match.seconds, 3),
        round(max((game.slowest for game in games), default=0.0), 3),
    )


def status(match: Match, counted: Counts) -> Status:
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
class Points:
    """The points for one line of a rubric."""

    criterion: Criterion
    earned: Fraction


def has_shown(counted: Counts, said: Status) -> bool:
    """Return whether a program has shown anything.

    It has not if it could not be read, met nothing certain, or overlooked more certain cells than it found: whoever
    opens cells at random says nothing wrong, and comes upon a certain one now and then.
    """
    met = bool(counted.certain or counted.wrong) and counted.certain >= counted.overlooked
    return said not in ("unreadable", "untested") and met


def points(counted: Counts, said: Status, rubric: Rubric) -> tuple[Points, ...]:
    """Return the points for each line of a rubric.

    A program that has shown nothing gets none.
    """
    shown, measures = has_shown(counted, said), counted.measures
    return tuple(Points(each, each.earned(measures) if shown else Fraction(0)) for each in rubric)
