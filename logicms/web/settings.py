"""Settings: how a service is configured, by the options of `logicms serve` or by environment variables.

Both come from one table: `--time-limit` of the command is `LOGICMS_TIME_LIMIT` in the environment, which is how
`uvicorn logicms.web:app` is configured. A value that makes no sense is refused when the service starts. `Limits` says
how much one request, and all of them together, may ask of the service; `/v1/limits` shows them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from logicms.answers.answer import Answer
from logicms.errors import BoardError
from logicms.record import shown

Logging = Literal["none", "text", "json"]
TOKEN = "LOGICMS_TOKEN"
"""The variable of the token. There is no option for it: other users of a machine can read those."""


@dataclass(frozen=True, slots=True)
class Limits(Answer):
    """What the service allows; `logicms serve` has an option for each that people change."""

    body_bytes: int = shown("Bytes of one request's body.", default=1_000_000)
    cells: int = shown("Cells of one board.", default=10_000)
    seconds: float = shown("Seconds of reasoning for one answer.", default=10.0)
    memory_mb: int = shown("Megabytes of address space of one worker.", default=1024)
    workers: int = shown("Jobs that run at the same time.", default=2)
    waiting: int = shown("Jobs that may wait for a worker; the next one is asked to come back.", default=128)
    waiting_per_client: int = shown("Jobs of one client that may wait for a worker.", default=32)
    waiting_seconds: float = shown("Seconds that a job waits at most.", default=30.0)
    games: int = shown("Games that are kept; beyond that, those unused for longest are cleared.", default=100_000)
    new_games: int = shown("Games that one client may begin at once; then one per second.", default=200)
    game_days: float = shown("Days that an unused game is kept.", default=30.0)
    moves: int = shown("Moves of one game.", default=20_000)


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that the service answers to: those of this machine for itself, `names`, and with `all` any other."""

    names: frozenset[str] = frozenset()
    all: bool = False

    @classmethod
    def of(cls, address: str, names: Collection[str]) -> Hosts:
        """Return the hosts of a service at this address: any, if others reach it and no names are given.

        >>> Hosts.of("127.0.0.1", []).all, Hosts.of("0.0.0.0", []).all, Hosts.of("0.0.0.0", ["mines.example"]).all
        (False, True, False)
        """
        return cls(frozenset(map(host_name, names)), all=not names and not is_loopback(address))

    def __contains__(self, host: str) -> bool:
        """Tell whether a header Host, with or without a port, names this service.

        >>> hosts = Hosts.of("127.0.0.1", ["Mines.example"])
        >>> [host in hosts for host in ("localhost:8000", "[::1]:80", "mines.example", "evil.example", "127.0.0.1.x")]
        [True, True, True, False, False]
        """
        return self.all or (name := host_name(host)) in self.names or is_loopback(name)


def host_name(host: str) -> str:
    """Return a host without its port, in the one form in which it is compared; empty if it is not a host."""
    from urllib.parse import urlsplit  # slow to load in a browser, which has the settings and no hosts

    try:
        return (urlsplit(f"//{host.strip()}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_loopback(name: str) -> bool:
    """Tell whether a name or an address is this machine's, for itself alone."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    import ipaddress  # likewise

    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service is configured."""

    limits: Limits = Limits()
    store: str = ":memory:"
    hosts: Hosts = Hosts(all=True)
    origins: frozenset[str] = frozenset()
    """The origins whose pages may use the service; `*` for all."""
    frames: tuple[str, ...] = ()
    """The origins whose pages may show the page in a frame."""
    token: str | None = field(default=None, repr=False)
    """What a program must send to use the service, if anything."""
    root_path: str = ""
    log: Logging = "none"


# -- reading values


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    wanted = f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,15}", text) or int(text) < least or (most is not None and int(text) > most):
            raise BoardError(f"expected {wanted}, not {text[:40]!r}")
        return int(text)

    return read


def _number(least: float, wanted: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}", text) or float(text) < least:
            raise BoardError(f"expected {wanted}, not {text[:40]!r}")
        return float(text)

    return read


def _origin(text: str) -> str:
    if text != "*" and not re.fullmatch(
        r"https?://[\w.\-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?", text, re.ASCII
    ):
        raise BoardError(f"expected an origin such as https://school.example, or *, not {text[:100]!r}")
    return text.lower()


def _frame(text: str) -> str:
    return "'self'" if text.strip("'") == "self" else _origin(text)


def _prefix(text: str) -> str:
    if not re.fullmatch(r"(/[\w.~\-]{1,100}){0,10}", trimmed := text.rstrip("/"), re.ASCII):
        raise BoardError(f"expected the beginning of an address such as /ms, not {text[:100]!r}")
    return trimmed


def _logging(text: str) -> str:
    if text not in ("none", "text", "json"):
        raise BoardError(f"expected none, text or json, not {text[:40]!r}")
    return text


def _token(text: str) -> str:
    if not re.fullmatch(r"[\w.~+/=\-]{16,512}", text, re.ASCII):
        raise BoardError("expected 16 or more letters, digits and the characters . _ ~ + / = -")
    return text


# -- the table


class Setting(NamedTuple):
    """One setting: the name of its option, and its meaning."""

    option: str
    about: str
    read: Callable[[str], Any] = str
    metavar: str = "TEXT"
    default: Any = None
    many: bool = False
    """Whether it may be given several times; in the environment, separated by blanks or commas."""

    @property
    def key(self) -> str:
        return self.option.replace("-", "_")

    @property
    def variable(self) -> str:
        """The environment variable.

        >>> Setting("time-limit", "").variable
        'LOGICMS_TIME_LIMIT'
        """
        return f"LOGICMS_{self.key.upper()}"


_POSITIVE = _number(0.001, "a number above 0")
_DAYS = _number(0, "a number of days")

COSTS = (
    Setting("workers", "Worker processes (default: one per CPU).", _whole(1, 256), "N"),
    Setting("time-limit", "The most time for one answer.", _POSITIVE, "SECONDS", 10.0),
    Setting("memory-limit", "The most memory for one answer.", _whole(128), "MB", 1024),
    Setting("max-body", "The largest request body.", _whole(1), "BYTES", 1_000_000),
    Setting("max-cells", "The largest board.", _whole(1), "N", 10_000),
)
"""What one answer may cost."""

SERVICE = (
    *COSTS,
    Setting("max-waiting", "Jobs that may wait for a process; more are refused.", _whole(0), "N", 128),
    Setting("store", "Keep games in this file.", str, "FILE"),
    Setting("keep-days", "Delete games unused for this long.", _DAYS, "DAYS", 30.0),
    Setting("allow-host", "A name under which browsers may reach the service, besides this machine's own.", str, "NAME",
            many=True),
    Setting("allow-origin", "A site whose pages may use the service; * for all.", _origin, "ORIGIN", many=True),
    Setting("allow-frame", "A site that may show the page in a frame; self for this one.", _frame, "ORIGIN", many=True),
    Setting("root-path", "The address under which a proxy serves it, such as /ms.", _prefix, "PATH", ""),
    Setting("log", "A line for each request on standard error: none, text or json.", _logging, "FORM", "none"),
)  # fmt: skip
"""How a service is configured; `logicms serve` has an option for each."""

_LIMITS = {
    "time_limit": "seconds",
    "memory_limit": "memory_mb",
    "max_body": "body_bytes",
    "max_cells": "cells",
    "max_waiting": "waiting",
    "keep_days": "game_days",
}
"""The limit that each setting sets, where it has another name."""


def limits_of(given: Mapping[str, Any]) -> Limits:
    """Return the limits among settings, by their keys.

    >>> limits_of({"time_limit": 2.0, "workers": 3}).seconds
    2.0
    """
    known = {each.name for each in fields(Limits)}
    chosen = {_LIMITS.get(key, key): value for key, value in given.items() if value is not None}
    chosen = {name: value for name, value in chosen.items() if name in known}
    chosen.setdefault("workers", os.cpu_count() or 1)
    if "waiting" in chosen:
        chosen["waiting_per_client"] = max(1, chosen["waiting"] // 4)
    return Limits(**chosen)


def settings_of(given: Mapping[str, Any], address: str, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of a service that listens on an address; the token is always the environment's."""
    names = given.get("allow_host") or ()
    hosts = Hosts(all=True) if "*" in names else Hosts.of(address, names)
    token = environment.get(TOKEN)
    return Settings(
        limits=limits_of(given),
        store=given.get("store") or ":memory:",
        hosts=hosts,
        origins=frozenset(given.get("allow_origin") or ()),
        frames=tuple(given.get("allow_frame") or ()),
        token=None if token is None else _from(TOKEN, _token, token),
        root_path=given.get("root_path") or "",
        log=given.get("log") or "none",
    )


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that environment variables give.

    >>> settings_from({"LOGICMS_TIME_LIMIT": "2", "LOGICMS_ALLOW_HOST": "a.example, b.example"}).hosts.names >= {
    ...     "b.example"
    ... }
    True
    >>> settings_from({"LOGICMS_WORKERS": "many"})
    Traceback (most recent call last):
    logicms.errors.BoardError: LOGICMS_WORKERS: expected a whole number from 1 to 256, not 'many'
    """
    given: dict[str, Any] = {each.key: each.default for each in SERVICE}
    for each in SERVICE:
        text = environment.get(each.variable)
        if text is not None and each.many:
            given[each.key] = [_from(each.variable, each.read, part) for part in re.split(r"[\s,]+", text) if part]
        elif text is not None:
            given[each.key] = _from(each.variable, each.read, text)
    # Where uvicorn listens is not known here: it answers to this machine's names, unless others are given.
    return settings_of(given, "127.0.0.1", environment)


def _from(variable: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except BoardError as error:
        raise BoardError(f"{variable}: {error}") from None
