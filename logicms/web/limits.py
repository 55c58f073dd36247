"""Limits: how much one request, and all of them together, may ask of the service. `/v1/limits` tells them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """What the service allows; `logicms serve` has an option for each that people change."""

    body_bytes: int = 1_000_000
    """Bytes of one request's body."""
    body_seconds: float = 30.0
    """Seconds within which a body must have arrived."""
    cells: int = 10_000
    """Cells of one board."""
    seconds: float = 10.0
    """Seconds of reasoning for one answer."""
    memory_mb: int = 1024
    """Megabytes of address space of one worker."""
    workers: int = 2
    """Jobs that run at the same time."""
    waiting: int = 128
    """Jobs that may wait for a worker; the next one is told to come back."""
    waiting_seconds: float = 30.0
    """Seconds that a job waits at most."""
    games: int = 100_000
    """Games that are kept; beyond that the ones unused for longest are cleared."""
    game_days: float = 30.0
    """Days that an unused game is kept."""
    moves: int = 20_000
    """Moves of one game."""

    def to_json(self) -> dict[str, Any]:
        """Return the limits as the JSON object of `/v1/limits`.

        >>> Limits(cells=480).to_json()["cells"]
        480
        """
        return {"version": 1, **asdict(self)}
