"""The ten ways to be wrong, and the right one: what each does to a program that would be right."""

import os
import random
import socket
import sys
import time

from core import certain
from reasoner import single

MOVES = 3
"""After how many moves a program goes wrong, if it goes wrong at some point."""


def knowledge(way, clues, width, height, mines=None):
    """Return what a program of this kind takes for certain: {cell: is a mine}."""
    if way == "incomplete":
        return single(clues, width, height)
    if way == "total" and mines is not None:
        # It forgets the mines it has found when it counts what is left, so that the rest looks full of mines.
        known = certain(clues, width, height)
        hidden = {(r, c) for r in range(height) for c in range(width)} - clues.keys() - known.keys()
        if len(clues) > width and len(hidden) <= mines + 12:
            known.update(dict.fromkeys(sorted(hidden)[:1], True))
        return known
    known = certain(clues, width, height, mines)
    hidden = sorted({(r, c) for r in range(height) for c in range(width)} - clues.keys() - known.keys())
    if way == "unsound" and len(clues) >= MOVES and hidden:
        known[hidden[0]] = False
        known[hidden[-1]] = True
    if way == "mine" and any(known.values()):
        known[min(cell for cell, mine in known.items() if mine)] = False
    return known


def misbehave(way, moves):
    """Do what a program of this kind does besides playing, before its next move."""
    if way == "slow" and moves == MOVES:
        time.sleep(3)
    elif way == "endless" and moves == MOVES:
        while True:
            pass
    elif way == "crashing" and moves == MOVES:
        raise KeyError("what I forgot")
    elif way == "rubbish":
        print("thinking…", "\x1b[2J" * 3, moves, "\0")
        sys.stdout.flush()
    elif way == "files" and moves == 0:
        look_around()
    elif way == "forking" and moves == MOVES:
        fork_without_end()


def look_around():
    """Try to read what is not ours, to write where we should not, and to call home; say so if anything works."""
    for path in ("/etc/shadow", "/root", os.path.expanduser("~root/.bashrc"), "/home", "/proc/1/environ"):
        try:
            found = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read()
        except OSError:
            continue
        names = [name for name in found if name not in (".pyenv",)] if isinstance(found, list) else found
        if names and path != "/proc/1/environ":
            raise PermissionError(f"I could read {path}: {names[:3]!r}")
    for path in (__file__, "/usr/mine", "/grade/kit/launch.py"):
        try:
            open(path, "a").write("mine")
        except OSError:
            continue
        raise PermissionError(f"I could write {path}")
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=0.2)
    except OSError:
        return
    raise PermissionError("I could call home")


def fork_without_end():
    """Fork, each child too; every one leaves its process group and ignores signals.

    It ends at about two thousand: a test of limits must not take the machine with it if they fail.
    """
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for most in (64, 32):
        if not _is_forked(most):
            break
    time.sleep(600)


def _is_forked(most):
    """Fork this often; return whether this is one of the children."""
    for _ in range(most):
        try:
            if os.fork() == 0:
                os.setsid()
                return True
        except OSError:
            break
    return False


def choice(cells):
    return random.choice(sorted(cells))
