"""Runs first in a program's own process: sets its limits, gives up every right there is, and starts it.

`python launch.py SETTINGS`, where SETTINGS is a JSON object (`confinement` writes it). Where there is no bubblewrap, a
parent stays behind that ends whatever the program has started, even what has left its process group.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import struct
import sys
import time
from typing import Any

_LIBC = ctypes.CDLL(None, use_errno=True)
_SET_PDEATHSIG, _SET_SECCOMP, _DROP_CAPABILITY, _SET_SUBREAPER, _NO_NEW_RIGHTS = 1, 22, 24, 36, 38  # of Linux's prctl
_PATIENCE = 5.0
"""For how many seconds what was killed is waited for."""
_PAUSE = 0.02
"""How many seconds pass before processes are counted again, if they are."""


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.argv[1])
    if settings["watched"]:
        _stay_behind(settings["counted"])
    _limit(settings)
    _give_up_rights(settings["user"])
    _refuse_namespaces()
    program = settings["program"]
    if settings["adapter"] is None:
        _become(program)
        return
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import adapting  # type: ignore[import-not-found]  # next to this file, which is not run as part of a package

    sys.path.pop(0)
    adapting.run(settings["adapter"], program[0], settings["without"])


def _become(program: list[str]) -> None:
    """Run the program in this process; if it is none, say so in a line for the referee."""
    try:
        os.execv(program[0], program)
    except OSError as error:
        why = "what its first line names is not installed" if error.errno == errno.ENOENT else error.strerror
        remedy = "its first line should be like #!/usr/bin/env python3 (or is an --adapter missing?)"
        print(f"unreadable it cannot be run: {why}; {remedy}")


def _limit(settings: dict[str, Any]) -> None:
    memory = settings["memory"]
    # A Java or Go program reserves much more than it uses, so what it may reserve is a multiple of what it may use.
    reserved = memory if settings["adapter"] else 8 * memory
    limits = {
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_AS: reserved,
        resource.RLIMIT_NPROC: settings["processes"] + settings["running"],
        resource.RLIMIT_FSIZE: settings["file"],
        resource.RLIMIT_CPU: settings["seconds"],
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def _give_up_rights(user: int | None) -> None:
    """Become another user, if one is given; then have no capability, and no way to get one (setuid programs)."""
    for capability in range(64):  # out of reach for whatever is started; only root may and must do that
        _LIBC.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    version_3 = 0x20080522
    _LIBC.capset(struct.pack("Ii", version_3, 0), bytes(24))
    _LIBC.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)


_MACHINES = {"x86_64": (0xC000003E, 56, 272), "aarch64": (0xC00000B7, 220, 97)}
"""For each machine: its number, and those of its calls `clone` and `unshare`. `clone3` is 435 on all."""


def _refuse_namespaces() -> None:
    """Refuse user namespaces: in one of its own, a program would be root and reach much more of the kernel.

    The filter is a program for the kernel (seccomp). Each line is an operation, how many lines to skip if a comparison
    is true or false, and a number. It cannot look into what `clone3` is given, so that is as if it did not exist, and
    everybody then uses `clone`.
    """
    if os.uname().machine not in _MACHINES or struct.calcsize("P") != 8:
        return
    machine, clone, unshare = _MACHINES[os.uname().machine]
    load, equal, at_least, has_bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, refuse = 0x7FFF0000, 0x00050000  # and the number of the error
    lines = [
        (load, 0, 0, 4),
        (equal, 0, 9, machine),  # calls of 32-bit programs have other numbers
        (load, 0, 0, 0),
        (at_least, 7, 0, 0x40000000),  # and so have these
        (equal, 6, 0, 435),
        (equal, 1, 0, clone),
        (equal, 0, 2, unshare),
        (load, 0, 0, 16),
        (has_bits, 1, 0, 0x10000000),  # CLONE_NEWUSER
        (answer, 0, 0, allow),
        (answer, 0, 0, refuse | errno.EPERM),
        (answer, 0, 0, refuse | errno.ENOSYS),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    by_filter = 2
    _LIBC.prctl(_SET_SECCOMP, by_filter, struct.pack("HxxxxxxP", len(lines), ctypes.addressof(code)), 0, 0)


# -- where there is no bubblewrap: a parent that ends what is left


def _stay_behind(most: int | None) -> None:
    """Return in a child. The parent gets every process that the child leaves behind, and ends them all.

    `most`: the parent counts them, and ends them if there are more. It is for root, whom the system's limit spares.
    """
    _LIBC.prctl(_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)  # if the referee dies, so does all of this
    _LIBC.prctl(_SET_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        return
    if most is not None:
        try:  # among thousands of processes that fork, this one must still get its turn
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        except OSError:
            pass
    signal.signal(signal.SIGTERM, lambda number, frame: _end_all())
    for stream in (0, 1, 2):  # the referee sees the end of the child's lines when the child ends
        os.close(stream)
    status = _wait_for(child, most)
    _kill_all()
    os._exit(status)


def _wait_for(child: int, most: int | None) -> int:
    while True:
        ended, status = os.waitpid(-1, 0 if most is None else os.WNOHANG)
        if ended == child:
            return os.waitstatus_to_exitcode(status) & 0xFF
        if ended == 0 and most is not None:
            if len(_below(os.getpid())) > most:
                return 1
            time.sleep(_PAUSE)


def _end_all() -> None:
    _kill_all()
    os._exit(1)


def _kill_all() -> None:
    """Stop every process below this one, so that none can fork, then kill them; wait until none is left."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        below = _below(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in below:
                try:
                    os.kill(pid, number)
                except OSError:
                    pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def _below(root: int) -> list[int]:
    """Return the processes below one, children first."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stream:
                    # The command's name is in parentheses and may contain anything; the parent is the second after it.
                    parent = int(stream.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue
            children.setdefault(parent, []).append(int(name))
    found = [*children.get(root, ())]
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


if __name__ == "__main__":
    main()
