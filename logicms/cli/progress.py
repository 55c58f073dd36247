"""The progress of a long command, on standard error: a bar in a terminal, occasional lines elsewhere, or nothing."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from logicms.cli.command import Options

Advance = Callable[[str], None]
"""Called once for each thing done, with a remark about all of them so far."""

_REMARK = 44
"""The length of a rate with its interval: a longer remark makes the bar shorter than 30 characters."""


@contextmanager
def progress(total: int, options: Options) -> Iterator[Advance]:
    """Show the progress of `total` things while the block runs; yield the function to call after each."""
    if options.quiet or total < 2:
        yield lambda remark: None
    elif sys.stderr.isatty():
        with _bar(total) as advance:
            yield advance
    else:
        yield _lines(total, options)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C while the block runs, so that what is counted as done is what was printed.

    Blocking the signal would not help: if there are other threads, as with a pool of processes, one of them receives
    it, and Python interrupts the main thread all the same.
    """
    if threading.current_thread() is not threading.main_thread():  # never interrupted
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held and callable(before):
        before(held[0], None)


@contextmanager
def _bar(total: int) -> Iterator[Advance]:
    """Yield an advance that draws a bar, the number done, the time left and the remark, all on one line."""
    columns = os.get_terminal_size(sys.stderr.fileno()).columns  # standard output may be a pipe
    room = max(0, columns - len(f"[]  {total}/{total}  00:00:00  "))
    width = max(1, min(30, room - _REMARK))

    def clip(remark: str | None) -> str | None:  # a line longer than the terminal would not be overwritten
        return remark and remark[: max(0, room - width)]

    with click.progressbar(
        length=total,
        width=width,
        bar_template="[%(bar)s]  %(info)s",
        show_pos=True,
        show_percent=False,
        item_show_func=clip,
        file=sys.stderr,
    ) as bar:
        yield lambda remark: bar.update(1, remark)


def _lines(total: int, options: Options) -> Advance:
    """Return an advance that prints a line at each tenth."""
    done = 0

    def advance(remark: str) -> None:
        nonlocal done
        done += 1
        if done * 10 // total > (done - 1) * 10 // total and done < total:
            options.say(f"{done:,} of {total:,}: {remark}")

    return advance
