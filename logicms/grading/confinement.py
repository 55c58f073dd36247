"""Confinement: a student's program runs in a process of its own, with limits; this says which, and ends it.

Always: an environment of a few harmless variables, a temporary folder, limits on memory, processor time, processes,
open files and the size of a file, no rights beyond those of its user, no user namespaces, and the end of everything
that it has started. With *bubblewrap*: no network, no files but the system's and its own, none of them writable outside
a small temporary folder in memory, and its own view of processes. Without bubblewrap, it can read, change and delete
whatever the user who grades can. Root grades as another user then, where that user can run Python, and nothing
otherwise, unless that is wanted. The confinement that is in force is chosen by trying, strongest first.

A `Conversation` is lines to and from a running program, each within its time, and no more of them than agreed.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from glob import glob
from itertools import count
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Literal

from logicms.errors import BoardError
from logicms.grading.course import INSIDE
from logicms.notation.grading import MOST_CHARACTERS, printable

Confinement = Literal["bubblewrap", "user", "process"]
"""Who keeps the program in: bubblewrap; else the rights of another user; else only the limits of a process."""

# Users that no account has: systemd's range for services that get one while they run.
_FIRST_USER, _USERS = 61_184, 4_336
_PATIENCE = 10.0
"""How many seconds the end of a killed program may take."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # the same program plays the same games every time
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",  # a thread counts as a process
    "OPENBLAS_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may use."""

    memory: int = 512
    """Megabytes per process."""
    processes: int = 16
    """Processes and threads."""
    files: int = 16
    """Megabytes in its temporary folder, and in one file."""
    seconds: float = 120.0
    """Seconds for all games together."""
    move_seconds: float = 5.0
    """Seconds for one move."""
    start_seconds: float = 5.0
    """Seconds more for the first answer: a program may have to import something large."""
    without: tuple[str, ...] = ("logicms",)
    """Modules that a student's file may not import."""


@dataclass(frozen=True, slots=True)
class Confined:
    """A program ready to be started: its files in a temporary folder that no other program can read."""

    folder: Path
    """Has the kit (what runs inside), the submission, and a folder to write to."""
    program: tuple[str, ...]
    """The file below the submission, and arguments."""
    adapter: bool
    level: Confinement
    limits: ProgramLimits = field(default_factory=ProgramLimits)
    user: int | None = None
    """Whom the program runs as, if not as who grades."""

    def start(self) -> subprocess.Popen[bytes]:
        """Start the program in a session of its own."""
        if self.level == "bubblewrap":
            command, home = [*_bubblewrap(self.folder, self.limits), *self._launch("/grade")], "/tmp"
        else:
            home = str(self.folder / "home")
            command = self._launch(str(self.folder))
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**_ENVIRONMENT, "HOME": home, "TMPDIR": home},
            cwd="/" if self.level == "bubblewrap" else home,
            start_new_session=True,
        )

    def _launch(self, root: str) -> list[str]:
        """Return the command that runs inside; `root` is where the folder is seen there."""
        settings = {
            "watched": self.level != "bubblewrap",
            "counted": self.limits.processes if self.level == "process" and os.geteuid() == 0 else None,
            "user": self.user,
            "memory": self.limits.memory * 1_000_000,
            "processes": self.limits.processes,
            # The limit counts all processes of the user: those that are running already are not the program's.
            "running": _running() if self.level == "process" else 0,
            "file": self.limits.files * 1_000_000,
            "seconds": int(self.limits.seconds) + 60,
            "adapter": f"{root}/kit/adapter.py" if self.adapter else None,
            "without": self.limits.without,
            "program": [f"{root}/submission/{self.program[0]}", *self.program[1:]],
        }
        return [sys.executable, "-s", "-P", f"{root}/kit/launch.py", json.dumps(settings)]

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End the program and all that it has started, and wait until nothing of it is left."""
        if self.level == "bubblewrap":
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.terminate()  # its parent inside ends the rest
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _user(at: Confinement) -> int | None:
    """Return whom one program runs as: root's programs as users of their own, different ones at the same time."""
    return _FIRST_USER + next(_started) % _USERS if os.geteuid() == 0 and at != "process" else None


_started = count(secrets.randbelow(_USERS))


def _running() -> int:
    """Return how many processes and threads this user has."""
    found, me = 0, os.getuid()
    for task in glob("/proc/[0-9]*/task/[0-9]*"):
        with suppress(OSError):
            found += os.stat(task).st_uid == me
    return found


def _bubblewrap(folder: Path, limits: ProgramLimits) -> list[str]:
    program = shutil.which("bwrap")
    assert program is not None, "it was found when the level was chosen"
    command = [program, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    command += ["--die-with-parent", "--new-session", *_no_namespaces()]
    if os.geteuid() == 0:  # what `launch` needs to become another user
        command += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for name in ("/tmp", "/dev/shm"):
        command += ["--perms", "1777", "--size", str(limits.files * 1_000_000), "--tmpfs", name]
    ours = Path(__file__).resolve().parents[1]  # installed or a checkout, it can be imported like anything else
    paths = (*_SYSTEM, *glob("/etc/java-*"), sys.base_prefix, sys.prefix, ours, ours.parent / "grammar")
    shown = {str(path): str(path) for path in paths}
    shown |= {f"{folder}/{part}": f"/grade/{part}" for part in ("kit", "submission")}
    # The folders around them would be closed to other users.
    around = {str(parent): None for path in shown.values() for parent in reversed(Path(path).parents)}
    for name in [name for name in around if name not in ("/", "/tmp")]:
        command += ["--perms", "0755", "--dir", name]
    for path, name in shown.items():
        command += ["--ro-bind-try", path, name]
    # What was made for this program belongs to it, unless it has a user of its own: nothing else may grow.
    return [*command, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"]


@cache
def _no_namespaces() -> tuple[str, ...]:
    """Return the options by which bubblewrap itself forbids user namespaces: it can since 0.8, if it makes one first.

    For root it must not make one: nobody else would be in it, and root cannot be limited.
    """
    options = ("--unshare-user", "--disable-userns")
    if os.geteuid() == 0:
        return ()
    tried = subprocess.run(["bwrap", *options, "--ro-bind", "/", "/", "true"], capture_output=True, check=False)
    return options if tried.returncode == 0 else ()


# -- a program's files


@contextmanager
def confined(
    copied: dict[Path, str], program: tuple[str, ...], adapter: Path | None, limits: ProgramLimits, at: Confinement
) -> Iterator[Confined]:
    """Yield the program whose files are copied under these names, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="logicms-grade-", ignore_cleanup_errors=True) as name:
        folder, user = Path(name), _user(at)
        _fill(folder, copied, adapter, user)
        yield Confined(folder, program, adapter is not None, at, limits, user)


def _fill(folder: Path, copied: dict[Path, str], adapter: Path | None, user: int | None) -> None:
    for part in ("kit", "submission", "home"):
        (folder / part).mkdir()
    for name in ("launch.py", "adapting.py"):
        shutil.copyfile(INSIDE / name, folder / "kit" / name)
    if adapter is not None:
        shutil.copyfile(adapter, folder / "kit" / "adapter.py")
    for path, name in copied.items():
        target = folder / "submission" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o755)
    if user is not None:
        # Its user may read it all and change nothing: root runs the kit again if the program has to be started again.
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 0, user)
            path.chmod(0o750)
        os.chown(folder / "home", user, user)


# -- which confinement


@cache
def strongest_level(unconfined: bool = False) -> Confinement:
    """Return the strongest level at which a program runs here, by trying.

    `unconfined`: if there is no other way, root runs programs as root. That must be asked for.
    """
    if sys.platform != "linux":
        raise BoardError(
            "`logicms grade` runs other people's programs on Linux only: elsewhere it could not limit them"
        )
    if shutil.which("bwrap") is not None and _runs("bubblewrap"):
        return "bubblewrap"
    root = os.geteuid() == 0
    if root and _runs("user"):
        return "user"
    if root and not unconfined:
        raise BoardError(
            f"{without_bubblewrap()}, and programs would run as root ({_why_no_other_user()}): install bubblewrap, "
            "or grade as an ordinary user, or give --unconfined"
        )
    if _runs("process"):
        return "process"
    raise BoardError("no program can be started here, not even without bubblewrap")


def without_bubblewrap() -> str:
    """Return why bubblewrap is not used, where it is not."""
    return "bubblewrap is not installed" if shutil.which("bwrap") is None else "bubblewrap does not work here"


def _why_no_other_user() -> str:
    for path in (sys.executable, os.path.realpath(sys.executable), sys.prefix, sys.base_prefix, tempfile.gettempdir()):
        for folder in (*reversed(Path(path).parents), Path(path)):
            if not folder.stat().st_mode & 0o001:
                return f"no other user can run {sys.executable}: {folder} is closed to others"
    return f"no other user can run {sys.executable}"


@contextmanager
def unreadable(at: Confinement) -> Iterator[None]:
    """Close this process to programs of the same user: it knows the mines, and its environment perhaps the seed."""
    if at != "process":
        yield
        return
    prctl, set_dumpable = ctypes.CDLL(None).prctl, 4
    prctl(set_dumpable, 0, 0, 0, 0)
    try:
        yield
    finally:
        prctl(set_dumpable, 1, 0, 0, 0)


def _runs(at: Confinement) -> bool:
    """Return whether a program runs at this level."""
    with tempfile.TemporaryDirectory(prefix="logicms-grade-") as name:
        given = Path(name)
        adapter, student = given / "trial.py", given / "student.py"
        adapter.write_text('COURSE = {"needs": ()}\nplay = lambda game, student: None\n')
        student.write_text("import random\n")
        with confined({student: student.name}, (student.name,), adapter, ProgramLimits(), at) as trial:
            process = trial.start()
            try:
                said, _ = process.communicate(b"game 1 1 1 0\nturn\n", timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                return False
            finally:
                trial.end(process)
        return said == b"stop\n"


# -- a conversation

MOST_BYTES = 1_000_000
"""How much a program may write in one turn."""
_TAIL = 4_000
"""How much of what it says on standard error is kept."""
_LAST_WORDS = 1.0
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
            self._process.wait(_LAST_WORDS)
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
