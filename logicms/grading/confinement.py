"""Confinement: a student's program runs in a process of its own, with limits; this says which, and ends it.

Always: an environment of a few harmless variables, a temporary folder, limits on memory, processor time, processes,
open files and the size of a file, and the end of everything that it has started. With *bubblewrap*: no network, no
files but the system's and its own, none of them writable outside a small temporary folder in memory, and its own view
of processes. Without bubblewrap, it can read whatever the user who grades can read (root grades as another user, where
that user can run Python). The confinement that is in force is chosen by trying, strongest first.
"""

from __future__ import annotations

import json
import os
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
from typing import Literal

from logicms.errors import BoardError
from logicms.grading.course import INSIDE

Level = Literal["bubblewrap", "user", "process"]
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
class Limits:
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
    without: tuple[str, ...] = ()
    """Modules that a student's file may not import."""


@dataclass(frozen=True, slots=True)
class Confined:
    """A program ready to be started: its files in a temporary folder, and the command."""

    folder: Path
    """Has the kit (what runs inside), the submission, and a folder to write to."""
    program: tuple[str, ...]
    """The file below the submission, and arguments."""
    adapter: bool
    level: Level
    limits: Limits = field(default_factory=Limits)

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
        user = _user() if self.level == "user" or (self.level == "bubblewrap" and os.geteuid() == 0) else None
        settings = {
            "watched": self.level != "bubblewrap",
            "counted": self.limits.processes if self.level == "process" and os.geteuid() == 0 else None,
            "user": user,
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


def _user() -> int:
    """Return a user for one program; programs that run at the same time get different ones."""
    return _FIRST_USER + (os.getpid() + next(_started)) % _USERS


_started = count()


def _running() -> int:
    """Return how many processes and threads this user has."""
    found, me = 0, os.getuid()
    for task in glob("/proc/[0-9]*/task/[0-9]*"):
        with suppress(OSError):
            found += os.stat(task).st_uid == me
    return found


def _bubblewrap(folder: Path, limits: Limits) -> list[str]:
    program = shutil.which("bwrap")
    assert program is not None, "it was found when the level was chosen"
    command = [program, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    command += ["--die-with-parent", "--new-session"]
    if os.geteuid() == 0:  # what `launch` needs to become another user
        command += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    command += ["--proc", "/proc", "--dev", "/dev"]
    command += ["--perms", "1777", "--size", str(limits.files * 1_000_000), "--tmpfs", "/tmp"]
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
    return [*command, "--chdir", "/tmp", "--"]


# -- a program's files


@contextmanager
def confined(
    copied: dict[Path, str], program: tuple[str, ...], adapter: Path | None, limits: Limits
) -> Iterator[Confined]:
    """Yield the program whose files are copied under these names, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="logicms-grade-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _fill(folder, copied, adapter)
        yield Confined(folder, program, adapter is not None, level(), limits)


def _fill(folder: Path, copied: dict[Path, str], adapter: Path | None) -> None:
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
    if os.geteuid() == 0:  # the program runs as another user
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)
        (folder / "home").chmod(0o1777)


# -- which confinement


@cache
def level() -> Level:
    """Return the strongest level at which a program runs here, by trying."""
    if sys.platform != "linux":
        raise BoardError(
            "`logicms grade` runs other people's programs on Linux only: elsewhere it could not limit them"
        )
    for each in ("bubblewrap", "user", "process"):
        if each == "bubblewrap" and shutil.which("bwrap") is None:
            continue
        if each == "user" and os.geteuid() != 0:
            continue
        if _runs(each):
            return each
    raise BoardError("no program can be started here, not even without bubblewrap")


def _runs(at: Level) -> bool:
    """Return whether a program runs at this level."""
    with tempfile.TemporaryDirectory(prefix="logicms-grade-") as name:
        folder = Path(name)
        adapter, student = folder / "trial.py", folder / "student.py"
        adapter.write_text('COURSE = {"needs": ()}\nplay = lambda game, student: None\n')
        student.write_text("import random\n")
        _fill(folder, {student: student.name}, adapter)
        trial = Confined(folder, (student.name,), True, at)
        process = trial.start()
        try:
            said, _ = process.communicate(b"game 1 1 1 0\nturn\n", timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            return False
        finally:
            trial.end(process)
        return said == b"stop\n"
