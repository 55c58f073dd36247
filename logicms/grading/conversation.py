"""Conversation: lines to and from a confined program, each within its time, and no more of them than agreed."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator
from threading import Event
from time import monotonic
from typing import Protocol

from logicms.errors import BoardError
from logicms.grading.confinement import Confined
from logicms.notation.referee_lines import MOST_CHARACTERS, printable

MOST_BYTES = 1_000_000
"""How much a program may write in one turn."""
_TAIL = 4_000
"""How much of what it says on standard error is kept."""
_PATIENCE = 1.0
"""For how many seconds a program that closed its output may take to end, so that its exit code can be told."""
_TICK = 0.1
"""How many seconds pass at most before a request to stop is heeded."""


class Failed(Exception):
    """The program broke off: `outcome` is the kind of failure, the message what happened."""

    def __init__(self, outcome: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class Stopped(Exception):
    """The whole grading was interrupted."""


class Program(Protocol):
    """What a match is played with."""

    seconds: float

    def write(self, *lines: str) -> None: ...

    def answer(self, most_seconds: float) -> Iterator[str]: ...


class Conversation:
    """A running program; use it as `with Conversation(confined, stop) as program:`."""

    def __init__(self, confined: Confined, stop: Event | None = None) -> None:
        self._confined, self._stop = confined, stop or Event()
        self._process = confined.start()
        self.seconds = 0.0
        """How long this program was waited for."""
        self._read = b""
        self._said = b""
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream is not None)
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *error: object) -> None:
        self._confined.end(self._process)

    def write(self, *lines: str) -> None:
        """Write lines; a program that does not read is not waited for."""
        data = "".join(f"{line}\n" for line in lines).encode("ascii")
        until = monotonic() + 1
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                if monotonic() > until:
                    raise Failed("broken", "it does not read what it is told") from None
                select.select([], [self._in], [], _TICK)
            except OSError:  # it has ended: reading tells why
                return

    def answer(self, most_seconds: float) -> Iterator[str]:
        """Yield the lines that the program writes, until the caller has enough; all within this many seconds."""
        until, most = monotonic() + most_seconds, MOST_BYTES
        while True:
            line, found, rest = self._read.partition(b"\n")
            if found:
                self._read = rest
                yield _text(line)
                continue
            if len(self._read) > MOST_CHARACTERS:
                raise Failed("broken", f"it wrote a line of more than {MOST_CHARACTERS:,} characters")
            more = self._wait(until, most_seconds)
            most -= len(more)
            if most < 0:
                raise Failed("broken", f"it wrote more than {MOST_BYTES:,} bytes in one turn")
            self._read += more

    def _wait(self, until: float, most_seconds: float) -> bytes:
        """Return what the program writes next."""
        began = monotonic()
        try:
            while True:
                left = until - monotonic()
                if left <= 0:
                    raise Failed("slow", f"no answer within {most_seconds:g} s")
                ready, _, _ = select.select([self._out, self._err], [], [], min(left, _TICK))
                if self._stop.is_set():
                    raise Stopped
                if self._err in ready:
                    self._hear()
                if self._out in ready:
                    if data := os.read(self._out, 65_536):
                        return data
                    raise Failed("crashed", self._why())
        finally:
            self.seconds += monotonic() - began

    def _hear(self) -> None:
        """Keep the end of what the program says on standard error."""
        data = os.read(self._err, 65_536)
        self._said = (self._said + data)[-_TAIL:]
        if not data:  # closed: ready for ever, so it is not looked at again
            self._err = self._out

    def _why(self) -> str:
        """Return why the program ended, as far as it can be seen."""
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        for _ in range(16):
            if self._err == self._out or not select.select([self._err], [], [], 0)[0]:
                break
            self._hear()
        last = [line for line in self._said.decode("utf-8", "replace").splitlines() if line.strip()]
        code = self._process.returncode
        ended = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        return f"{ended}: {printable(last[-1], 200)}" if last else ended


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise BoardError("a line that is not UTF-8") from None
