"""How far a long command is, on standard error: a bar in a terminal, a line now and then elsewhere, or nothing."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from logicms.cli.frame import Options

Advance = Callable[[str], None]
"""Is called once for each thing done, with what there is to say about all of them so far."""


@contextmanager
def progress(total: int, options: Options) -> Iterator[Advance]:
    """Show the progress of `total` things while the block runs; it is handed the function to call after each."""
    if options.quiet or total < 2:
        yield lambda remark: None
    elif sys.stderr.isatty():
        with _bar(total) as advance:
            yield advance
    else:
        yield _lines(total, options)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back while the block runs, so that what is counted as done is what was printed.

    Blocking the signal would not do: where there are other threads, as a pool of processes has, one of them takes it,
    and Python interrupts the main thread all the same.
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
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda remark: bar.update(task, advance=1, description=remark)


def _lines(total: int, options: Options) -> Advance:
    """Return an advance that says a line at each tenth."""
    done = 0

    def advance(remark: str) -> None:
        nonlocal done
        done += 1
        if done * 10 // total > (done - 1) * 10 // total and done < total:
            options.say(f"{done:,} of {total:,}: {remark}")

    return advance
