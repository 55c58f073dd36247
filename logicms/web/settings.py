"""Settings: how a service is configured, by the options of `logicms serve` or by environment variables.

Both come from the fields of two records: `--time-limit` of the command is `LOGICMS_TIME_LIMIT` in the environment,
which is how `uvicorn logicms.web:app` is configured. A value that makes no sense is refused when the service starts.
`Limits` says how much one request, and all of them together, may ask of the service; `/v1/limits` shows them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, dataclass, fields
from functools import cached_property, partial
from typing import Annotated, Any, Literal

from logicms.answers.answer import CommandAnswer
from logicms.errors import BoardError, FieldsError
from logicms.record import Bounds, Record, Written, kept, read_record, shown

Logging = Literal["none", "text", "json"]
TOKEN = "LOGICMS_TOKEN"
"""The variable of the token. There is no option for it: other users of a machine can read those."""


@dataclass(frozen=True, slots=True)
class Limits(CommandAnswer):
    """What the service allows; `logicms serve` has an option for each that people change."""

    body_bytes: Annotated[int, Bounds(least=1)] = shown(
        "Bytes of one request's body.",
        default=1_000_000,
        written=Written(option="max-body", metavar="BYTES", about="The largest request body."),
    )
    cells: Annotated[int, Bounds(least=1)] = shown(
        "Cells of one board.",
        default=10_000,
        written=Written(option="max-cells", metavar="N", about="The largest board, in cells."),
    )
    seconds: Annotated[float, Bounds(above=0)] = shown(
        "Seconds of reasoning for one answer.",
        default=10.0,
        written=Written(option="time-limit", metavar="SECONDS", about="The most time for one answer."),
    )
    memory_mb: Annotated[int, Bounds(least=128)] = shown(
        "Megabytes of address space of one worker.",
        default=1024,
        written=Written(option="memory-limit", metavar="MB", about="The most memory for one answer."),
    )
    workers: Annotated[int, Bounds(least=1, most=256)] = shown(
        "Jobs that run at the same time.",
        default=2,
        written=Written(option="workers", metavar="N", default="one per CPU", about="Worker processes."),
    )
    waiting: Annotated[int, Bounds(least=0)] = shown(
        "Jobs that may wait for a worker; the next one is asked to come back.",
        default=512,
        written=Written(option="max-waiting", metavar="N", about="Jobs that may wait for a process; more are refused."),
    )
    waiting_per_client: int = shown(
        "Jobs of one client that may wait for a worker; a class behind one address is one client.", default=256
    )
    waiting_seconds: float = shown("Seconds that a job waits at most.", default=30.0)
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


# -- reading values


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


def _token(text: str) -> str:
    if not re.fullmatch(r"[\w.~+/=\-]{16,512}", text, re.ASCII):
        raise BoardError("expected 16 or more letters, digits and the characters . _ ~ + / = -")
    return text


# -- all settings


@dataclass(frozen=True)
class Settings(Record):
    """How a service is configured."""

    limits: Limits = kept(default=Limits())
    names: tuple[str, ...] = shown(
        "A name under which browsers may reach the service, besides this machine's own.",
        default=(),
        written=Written(option="allow-host", metavar="NAME", read=str),
    )
    origins: tuple[str, ...] = shown(
        "A site whose pages may use the service; * for all.",
        default=(),
        written=Written(option="allow-origin", metavar="ORIGIN", read=_origin),
    )
    frames: tuple[str, ...] = shown(
        "A site that may show the page in a frame; self for this one.",
        default=(),
        written=Written(option="allow-frame", metavar="ORIGIN", read=_frame),
    )
    root_path: str = shown(
        "The address under which a proxy serves it, such as /ms.",
        default="",
        written=Written(option="root-path", metavar="PATH", read=_prefix),
    )
    log: Logging = shown("A line for each request on standard error.", default="none", written=Written(option="log"))
    token: str | None = kept(default=None)
    """What a program must send to use the service, if anything."""
    address: str | None = kept(default=None)
    """Where it listens, if that is known."""

    @cached_property
    def hosts(self) -> Hosts:
        """The names that it answers to; any, if it is not known where it listens."""
        if self.address is None or "*" in self.names:
            return Hosts(all=True)
        return Hosts.of(self.address, self.names)


def settings_in(kind: type[Record]) -> list[Field[Any]]:
    """Return the fields of a record that are settings: those whose option has a name."""
    return [each for each in fields(kind) if (written := each.metadata.get("written")) and written.option]


def variable_of(setting: Field[Any]) -> str:
    """Return the environment variable that may give a setting.

    >>> variable_of(Limits.__dataclass_fields__["seconds"])
    'LOGICMS_TIME_LIMIT'
    """
    return f"LOGICMS_{setting.metadata['written'].option.replace('-', '_').upper()}"


def limits_of(given: Mapping[str, Any]) -> Limits:
    """Return the limits with these settings, by the names of their fields; the others are as usual.

    >>> limits_of({"seconds": 2.0, "workers": 3}).seconds
    2.0
    """
    chosen = _chosen(Limits, given)
    if "waiting" in chosen:
        chosen["waiting_per_client"] = max(1, chosen["waiting"] // 2)
    return Limits(**{"workers": os.cpu_count() or 1, **chosen})


def settings_of(given: Mapping[str, Any], address: str, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of a service that listens on an address; the token is always the environment's."""
    token = environment.get(TOKEN)
    return Settings(
        limits=limits_of(given),
        token=None if token is None else _from(TOKEN, _token, token),
        address=address,
        **_chosen(Settings, given),
    )


def _chosen(kind: type[Record], given: Mapping[str, Any]) -> dict[str, Any]:
    names = [each.name for each in settings_in(kind)]
    return {name: given[name] for name in names if given.get(name) is not None}


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that environment variables give.

    >>> settings_from({"LOGICMS_TIME_LIMIT": "2", "LOGICMS_ALLOW_HOST": "a.example, b.example"}).hosts.names >= {
    ...     "b.example"
    ... }
    True
    >>> settings_from({"LOGICMS_WORKERS": "many"})
    Traceback (most recent call last):
    logicms.errors.BoardError: LOGICMS_WORKERS: expected a whole number, not 'many'
    """
    given: dict[str, Any] = {}
    for kind in (Limits, Settings):
        for each in settings_in(kind):
            if (text := environment.get(variable_of(each))) is not None:
                given[each.name] = _from(variable_of(each), partial(_value, kind, each), text)
    # Where uvicorn listens is not known here: it answers to this machine's names, unless others are given.
    return settings_of(given, "127.0.0.1", environment)


def _value(kind: type[Record], setting: Field[Any], text: str) -> Any:
    """Return the value of a setting; several are separated by blanks or commas."""
    read = setting.metadata["written"].read
    if setting.default == ():
        return tuple(read(part) for part in re.split(r"[\s,]+", text) if part)
    if read is not None:
        return read(text)
    try:
        return getattr(read_record(kind, {}, {setting.name: text}), setting.name)
    except FieldsError as error:
        raise BoardError(error.wrong[0][1]) from None


def _from(variable: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except BoardError as error:
        raise BoardError(f"{variable}: {error}") from None
