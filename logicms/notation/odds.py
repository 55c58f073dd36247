"""Odds and rates as decimal text that never claims more than is known.

One rule holds for every share that is rounded for people: half a unit of the last place is rounded up, and a share that
would round to 0 or to the whole without being exactly that is written as `<` the smallest or `>` the largest number in
between. Only an exact 0 is shown as 0, and only the exact whole as the whole. `percent` in `web/static/odds.js` is the
same rule for the page.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

_HALF = Fraction(1, 2)


def percent(odds: Fraction | float, places: int = 0) -> str:
    """Return odds in per cent; without decimal places at most three characters.

    >>> [percent(Fraction(n, 1000)) for n in (0, 1, 5, 78, 125, 995, 999, 1000)]
    ['0', '<1', '1', '8', '13', '>99', '>99', '100']
    >>> [percent(Fraction(n, 3000), 1) for n in (0, 1, 1000, 2999, 3000)]
    ['0.0', '<0.1', '33.3', '>99.9', '100.0']
    """
    return rounded(odds, places, whole=100)


def rounded(share: Fraction | float, places: int, *, whole: int = 1) -> str:
    """Return a share between 0 and 1 as a number between 0 and `whole`.

    >>> [rounded(share, 3) for share in (0.0, 0.0004, 0.3956, 0.9996, 1.0)]
    ['0.000', '<0.001', '0.396', '>0.999', '1.000']
    """
    unit = 10**places
    units = floor(Fraction(share) * whole * unit + _HALF)
    if units == 0 and share > 0:
        return f"<{_decimal(1, places)}"
    if units == whole * unit and share < 1:
        return f">{_decimal(units - 1, places)}"
    return _decimal(units, places)


def _decimal(units: int, places: int) -> str:
    """Return a number of units of the last decimal place as text."""
    before, after = divmod(units, 10**places)
    return f"{before}.{after:0{places}}" if places else str(before)
