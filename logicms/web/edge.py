"""The edge: what happens to every request before the app sees it, and to every response after.

A page of another site must not use the service through its visitor's browser. Such a page either has the service's
address under a name of its own (*DNS rebinding*), which the header Host gives away; or it sends a form or a text across
sites, which browsers mark in Sec-Fetch-Site and Origin. Both are refused.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from logicms.web.problems import TYPE, ProblemDetails, Refusal
from logicms.web.tasks import as_json


def problem_response(details: ProblemDetails, headers: Mapping[str, str] | None = None) -> Response:
    return Response(as_json(details), details.status, media_type=TYPE, headers=headers)


# -- hosts and origins


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
        return cls(frozenset(map(_host_name, names)), all=not names and not is_loopback(address))

    def __contains__(self, host: str) -> bool:
        """Tell whether a header Host, with or without a port, names this service.

        >>> hosts = Hosts.of("127.0.0.1", ["Mines.example"])
        >>> [host in hosts for host in ("localhost:8000", "[::1]:80", "mines.example", "evil.example", "127.0.0.1.x")]
        [True, True, True, False, False]
        """
        return self.all or (name := _host_name(host)) in self.names or is_loopback(name)


def _host_name(host: str) -> str:
    """Return a host without its port, in the one form in which it is compared; empty if it is not a host."""
    try:
        return (urlsplit(f"//{host.strip()}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_loopback(name: str) -> bool:
    """Tell whether a name or an address is this machine's, for itself alone."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def check_host(headers: Headers, hosts: Hosts) -> None:
    """Refuse a request for another host."""
    host = headers.get("host", "")
    if host and host not in hosts:
        named = _host_name(host) or "NAME"
        detail = f"this service does not answer for {host[:200]}; start it with --allow-host {named[:200]} if it should"
        raise Refusal.of("host", detail)


def check_origin(method: str, headers: Headers, hosts: Hosts) -> None:
    """Refuse what a page of another site sends. Only browsers say where a request comes from, and others need not."""
    if method in ("GET", "HEAD", "OPTIONS"):
        return
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site in ("same-origin", "none") or (site is None and origin is None):
        return
    source = (origin or "").partition("://")[2].lower()
    if source and (source == headers.get("host", "").lower() or _host_name(source) in hosts.names):
        return
    detail = f"a page of another site ({(origin or 'unnamed')[:200]}) may not use this service; --allow-host allows it"
    raise Refusal.of("origin", detail)


# -- headers

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture brings its own style, and nothing else."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Edge:
    """Lets through what is meant for this service, and answers what the end of the service interrupts.

    It adds headers to every response: nothing from other hosts, nothing inline, no guessing of types, no framing.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._answered(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # The service ends (`serving`). Without an answer, uvicorn would log this and send a bare 500.
            if not started:
                refusal = Refusal.of("stopping", "the service is ending; ask again once it is back")
                await problem_response(refusal.details, {"Retry-After": "5"})(scope, receive, send_with_headers)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            check_host(headers, self.hosts)
            check_origin(scope["method"], headers, self.hosts)
        except Refusal as refusal:
            await problem_response(refusal.details, {"Connection": "close"})(scope, receive, send)
            return
        await self.app(scope, receive, send)
