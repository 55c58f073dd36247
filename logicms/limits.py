"""Limits: how much work and time an answer may cost. A limit is a scope, so that no function takes it as an argument.

The caller opens one; whatever can run long calls `spend` as it works, and `LimitReached` ends it::

    with limit(seconds=2):
        deduction = deduce(board)

Scopes nest: what is spent inside one counts against every scope around it, so an inner limit can only be stricter.
Without a limit nothing ends early. (The idea is trio's cancel scope.)
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sized
from contextvars import ContextVar, Token
from itertools import islice
from math import isnan
from types import NoneType
from typing import TypeVar

from logicms.errors import BoardError, LimitReached, TooLarge, counted, expect

_T = TypeVar("_T")

# Reading the clock costs more than most steps, so it is read only once per this many steps.
_STEPS_PER_LOOK = 256

# A name that was found has still to be put in order, named, written and cleared away: less than a microsecond each.
_SECONDS_TO_TELL = 1e-6


class limit:
    """The scope `with limit(steps=…, seconds=…):`, and the count of what was spent in it.

    Seconds depend on the machine; a limit of steps alone gives the same answer everywhere.

    >>> with limit(steps=2):
    ...     spend(2)
    ...     spend()
    Traceback (most recent call last):
    logicms.errors.LimitReached: not decided within 2 steps
    """

    __slots__ = ("_deadline", "_kept", "_look_at", "_outer", "_token", "cells", "seconds", "spent", "steps")

    def __init__(self, *, steps: int | None = None, seconds: float | None = None, cells: int | None = None) -> None:
        expect(steps, (int, NoneType), "a whole number of steps")
        expect(cells, (int, NoneType), "a whole number of cells")
        expect(seconds, (int, float, NoneType), "a number of seconds")
        if seconds is not None and isnan(seconds):
            raise BoardError("expected a number of seconds, not nan")
        self.steps: int | None = steps
        self.seconds: float | None = seconds
        self.cells: int | None = cells

    def __enter__(self) -> limit:
        self.spent: int = 0
        self._deadline = None if self.seconds is None else time.monotonic() + self.seconds
        self._kept = 0.0
        self._look_at = 0
        self._outer = _scope.get()
        self._token: Token[limit | None] = _scope.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        _scope.reset(self._token)

    def _spend(self, steps: int) -> None:
        self.spent += steps
        if self.steps is not None and self.spent > self.steps:
            raise LimitReached(f"not decided within {counted(self.steps, 'step')}")
        if self._deadline is not None and self.spent >= self._look_at:
            self._look_at = self.spent + _STEPS_PER_LOOK
            if time.monotonic() + self._kept > self._deadline:
                raise LimitReached(f"not decided within {self.seconds:g} s")
        if self._outer is not None:
            self._outer._spend(steps)

    def _keep(self, seconds: float, besides: bool) -> None:
        if besides and self._deadline is not None:
            self._deadline -= seconds
        self._kept = max(self._kept, seconds)
        if self._outer is not None:
            self._outer._keep(seconds, besides)

    def _check_time(self) -> None:
        if self._deadline is not None and time.monotonic() + self._kept > self._deadline:
            raise LimitReached(f"not decided within {self.seconds:g} s")
        if self._outer is not None:
            self._outer._check_time()


_scope: ContextVar[limit | None] = ContextVar("logicms_limit", default=None)
"""The innermost limit around the running code."""


def spend(steps: int = 1) -> None:
    """Count `steps` more; raise `LimitReached` once an enclosing limit is used up."""
    scope = _scope.get()
    if scope is not None:
        scope._spend(steps)


def timely(items: Iterable[_T], every: int = 1024) -> Iterable[_T]:
    """Return the items; if there is a limit, its seconds are checked once per `every` of them.

    For loops over a whole board, which count no steps of reasoning but may take long.

    >>> with limit(seconds=0):
    ...     sum(timely(range(10**9)))
    Traceback (most recent call last):
    logicms.errors.LimitReached: not decided within 0 s
    """
    needs_no_look = isinstance(items, Sized) and len(items) < every
    return items if needs_no_look or _scope.get() is None else _checked(items, every)


def _checked(items: Iterable[_T], every: int) -> Iterator[_T]:
    iterator = iter(items)
    while some := list(islice(iterator, every)):
        yield from some
        if len(some) == every:  # what is short needs no look
            check_time()


def check_cells(cells: int) -> None:
    """Raise `TooLarge` if a board with so many cells is larger than an enclosing limit allows.

    >>> with limit(cells=100):
    ...     check_cells(101)
    Traceback (most recent call last):
    logicms.errors.TooLarge: the board has 101 cells; at most 100 are taken here
    """
    scope = _scope.get()
    while scope is not None:
        if scope.cells is not None and cells > scope.cells:
            raise TooLarge(f"the board has {cells:,} cells; at most {scope.cells:,} are taken here")
        scope = scope._outer


def keep_time_to_tell(found: int, *, besides: bool = False) -> None:
    """Let the seconds of enclosing limits end earlier, by what naming and writing this many names will take.

    `besides`: they are written besides whatever else is found.
    """
    scope = _scope.get()
    if scope is not None:
        scope._keep(found * _SECONDS_TO_TELL, besides)


def is_time_over() -> bool:
    """Return whether the seconds of an enclosing limit are over."""
    try:
        check_time()
    except LimitReached:
        return True
    return False


def check_time() -> None:
    """Raise `LimitReached` if the seconds of an enclosing limit are over."""
    scope = _scope.get()
    if scope is not None:
        scope._check_time()
