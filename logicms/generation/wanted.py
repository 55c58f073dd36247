"""What a board is to need: which techniques it may come to, and whether the mine total; as ratings from 1 to 8."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from logicms.errors import BoardError
from logicms.explanation.ladder import Rating
from logicms.explanation.techniques import Technique

RATINGS = tuple(Rating(technique, total) for technique in Technique for total in (False, True))
"""Every rating, the easiest first: the number of each is its place, from 1."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The ratings that will do."""

    ratings: frozenset[Rating] = frozenset(RATINGS)

    @property
    def is_any(self) -> bool:
        return len(self.ratings) == len(RATINGS)

    @property
    def most(self) -> Technique:
        """The hardest technique that may be needed."""
        return max((rating.technique for rating in self.ratings), key=Technique.rank)


def wanted(
    technique: Technique | str | None = None,
    mine_total: bool | None = None,
    ratings: Iterable[int] | None = None,
) -> Wanted:
    """Return what is wanted by technique, by whether the mine total is needed, and by numbers; None: all the same.

    >>> [rating.number for rating in sorted(wanted("subset").ratings, key=lambda rating: rating.number)]
    [3, 4]
    >>> wanted("split", mine_total=False).ratings
    frozenset({Rating(technique=<Technique.SPLIT: 'split'>, uses_mine_total=False)})
    """
    if technique is not None:
        technique = Technique(technique)
    numbers = set(range(1, len(RATINGS) + 1)) if ratings is None else set(ratings)
    if wrong := numbers.difference(range(1, len(RATINGS) + 1)):
        raise BoardError(f"not a rating: {min(wrong)}; ratings are numbers from 1 to {len(RATINGS)}")
    found = frozenset(
        rating
        for rating in RATINGS
        if rating.number in numbers
        and technique in (None, rating.technique)
        and mine_total in (None, rating.uses_mine_total)
    )
    if not found:
        raise BoardError("the technique, the mine total and the rating that are wanted exclude one another")
    return Wanted(found)
