"""Clients: who asks, as far as the limits are concerned, and how often each may do something.

A *client* is an address; of IPv6, the first half, which is what one household or one machine is given.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

_MOST_REMEMBERED = 10_000


def client_name(address: str | None) -> str:
    """Return the name that the requests of one client share.

    >>> client_name("192.0.2.7"), client_name("2001:db8::1:2:3:4"), client_name(None)
    ('192.0.2.7', '2001:db8::', '')
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))


@dataclass(slots=True)
class Allowance:
    """How often each client may do something: `most` times at once, and after that once every `seconds`.

    >>> allowance = Allowance(most=2, seconds=10, clock=lambda: 0.0)
    >>> [allowance.spend("one") for _ in range(3)], allowance.spend("other")
    ([0, 0, 10], 0)
    """

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _free_from: dict[str, float] = field(default_factory=dict)
    """When each client has its whole allowance again."""

    def spend(self, client: str) -> int:
        """Count one more for the client and return 0, or the seconds until it may ask again."""
        now = self.clock()
        later = max(now, self._free_from.get(client, now)) + self.seconds
        if later > now + self.most * self.seconds:
            return ceil(later - now - self.most * self.seconds)
        self._free_from[client] = later
        if len(self._free_from) > _MOST_REMEMBERED:
            self._free_from = {name: free for name, free in self._free_from.items() if free > now}
        return 0
