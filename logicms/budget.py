"""A budget: how much work and time one answer may cost. Every engine that can run long is handed one."""

from __future__ import annotations

import time

from logicms.errors import LimitReached

# Reading the clock costs more than most steps, so it is read once in this many.
_STEPS_PER_LOOK = 256


class Budget:
    """A running account of steps and seconds; `spend` raises `LimitReached` once either is used up.

    Only the seconds depend on the machine: a budget of steps alone gives the same answer everywhere.

    >>> budget = Budget(steps=2)
    >>> budget.spend(2)
    >>> budget.spend()
    Traceback (most recent call last):
    logicms.errors.LimitReached: not decided within 2 steps
    """

    __slots__ = ("_deadline", "_look_at", "seconds", "spent", "steps")

    def __init__(self, *, steps: int | None = None, seconds: float | None = None) -> None:
        self.steps = steps
        self.seconds = seconds
        self.spent = 0
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._look_at = 0

    def spend(self, steps: int = 1) -> None:
        """Account for `steps` more."""
        self.spent += steps
        if self.steps is not None and self.spent > self.steps:
            raise LimitReached(f"not decided within {self.steps:,} steps")
        if self._deadline is not None and self.spent >= self._look_at:
            self._look_at = self.spent + _STEPS_PER_LOOK
            self.check_time()

    def check_time(self) -> None:
        """Raise `LimitReached` if the seconds are over."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitReached(f"not decided within {self.seconds:g} s")

    def seconds_left(self) -> float | None:
        """Return the seconds that remain, at least 0, or None when time is not limited."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
