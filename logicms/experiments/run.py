"""Run a plan: play the trials that have no row yet, and keep the row of each as it ends.

Trials are played in this process, in a pool of processes on this machine, or on a Dask cluster: one loop gives them to
a `concurrent.futures.Executor`, whichever it is. The rows go to a file: CSV, a header and one row per trial, appended
as the trial ends; the same command continues it. What is guaranteed, and how:

- *A stopped run loses no finished row and repeats none.* A row is one write at the end of the file. If a kill tears
  the last line, the next run cuts it off and plays that trial again.
- *Only this command's rows.* Every row names its command. A file with another header, another command's rows, a row
  that cannot be read or a result that no game has is refused, and left as it is.
- *Two runs at once do not mix*: the file is locked while a run has it.
- *A machine that loses power* loses what was not on the disk yet: the file is synchronised once a second and at the
  end, not at every row, which would cost more than most games. Rows lost in this way are played again.
- *The same file in the end*: rows come in the order in which trials end; once all are there, they are put in the order
  of the plan, in one step (a new file takes the place of the old).
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from contextvars import Context
from importlib import import_module
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any

from logicms.errors import BoardError, BoardSyntaxError, LogicmsError, MissingExtra
from logicms.experiments.experiment import RESULTS, AxisValues, Experiment, Results, Trial

try:
    import fcntl
except ImportError:  # not on this system: there two runs may write to one file
    fcntl = None  # type: ignore[assignment]

ResultsByTrial = dict[Trial, Results]


def run(plan: Experiment, out: Path | None = None, workers: int = 1, cluster: str | None = None) -> ResultsByTrial:
    """Return the rows of a plan, by trial; with `out` they are kept in that file, and those in it are not played again.

    >>> from logicms.experiments.catalogue import EXPERIMENTS
    >>> rows = run(EXPERIMENTS["board-size"].plan(games=1, seed=7))
    >>> len(rows), rows[0, 0][:3]
    (105, ('found', '10', '0'))
    """
    *_, rows = run_stepwise(plan, out, workers, cluster)
    return rows


def run_stepwise(
    plan: Experiment, out: Path | None = None, workers: int = 1, cluster: str | None = None
) -> Generator[ResultsByTrial, None, None]:
    """Do the same, and yield the rows so far, the same growing object, at the start and after each trial."""
    with nullcontext() if out is None else RowFile(out, plan) as file:
        rows = {} if file is None else dict(file.rows)
        yield rows
        settings = plan.settings
        left = {t: (settings[t.setting], plan.seed + t.game) for t in plan.trials() if t not in rows}
        with closing(_play(plan.trial, left, workers, cluster)) as ends:
            for trial, results in ends:
                if file is not None:
                    file.append(trial, results)
                rows[trial] = results
                yield rows
        if file is not None:
            file.put_in_order(rows)


# -- where trials are played

_STRIKES = 3
"""How often in a row a pool of processes may die without finishing anything."""
_WAITING_PER_WORKER = 4
"""How many trials are handed out at a time: enough to keep a worker busy, few enough to lose little when it dies."""
_WAITING_PER_THREAD = 8
"""The same for each thread of a cluster, to which the way is longer."""
_RETRIES = 3
_PATIENCE = "10s"
"""How long to wait for a scheduler to answer."""

Ends = Generator[tuple[Trial, Results], None, None]
"""Each trial with its results as it ends, in any order."""
MostWaiting = Callable[[], int]


def _play(
    function: Callable[[AxisValues, int], Results],
    left: dict[Trial, tuple[AxisValues, int]],
    workers: int,
    cluster: str | None,
) -> Ends:
    """Play the trials that are left; if a worker dies, a new pool repeats what was not finished."""
    strikes = 0
    while left:
        try:
            with _executor(min(workers, len(left)), cluster) as (executor, most):
                for trial, results in _through(executor, most, function, left):
                    del left[trial]
                    strikes = 0
                    yield trial, results
        except BrokenProcessPool:
            strikes += 1
            if strikes == _STRIKES:
                raise LogicmsError(f"workers died {_STRIKES} times in a row; the rows so far are kept") from None


def _through(
    executor: Executor,
    most: MostWaiting,
    function: Callable[[AxisValues, int], Results],
    trials: dict[Trial, tuple[AxisValues, int]],
) -> Ends:
    """Yield each trial as the executor ends it; at most this many are handed out at a time."""
    waiting, running = iter(list(trials.items())), dict[Future[Results], Trial]()
    while True:
        for trial, (setting, seed) in islice(waiting, max(0, most() - len(running))):
            running[executor.submit(function, setting, seed)] = trial
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            results = tuple(future.result())
            yield running.pop(future), results


@contextmanager
def _executor(workers: int, cluster: str | None) -> Iterator[tuple[Executor, MostWaiting]]:
    """Give what plays trials, and how many to hand it at a time: this process, a pool of processes, or a cluster."""
    if cluster is not None:
        with _dask_cluster(cluster) as of_cluster:
            yield of_cluster
    elif workers == 1:
        yield _ThisProcess(), lambda: 1
    else:
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker)
        try:
            yield pool, lambda: _WAITING_PER_WORKER * workers
        finally:
            pool.shutdown(cancel_futures=True)


class _ThisProcess(Executor):
    """Plays a trial when it is handed in.

    Each is played in a context of its own, as a worker does it: a time limit of the whole run is for between the games,
    and must not reach into one, where it would count as a limit of the method.
    """

    def submit(self, function: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(Context().run(function, *values, **named))
        return future


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent, and end when the parent ends: a killed parent cannot stop its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker always has a parent"
    parent.join()
    os._exit(1)


@contextmanager
def _dask_cluster(address: str) -> Iterator[tuple[Executor, MostWaiting]]:
    """Give the cluster whose scheduler has this address, as an executor.

    The scheduler and its workers are already running (`dask scheduler`, `dask worker ADDRESS`, in an environment with
    logicms on each machine). When a worker dies, the scheduler gives its trials to others: that costs a retry and no
    row.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtra.of("--cluster", "cluster") from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LogicmsError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            # Not pure: Dask must not reuse the result of an earlier call with the same arguments.
            yield (
                client.get_executor(pure=False, retries=_RETRIES),
                lambda: _WAITING_PER_THREAD * max(1, sum(client.nthreads().values())),
            )
        except (CancelledError, distributed.KilledWorker, OSError) as error:
            raise LogicmsError(f"the cluster failed; the rows so far are kept: {error}") from None


# -- the file of rows

_SYNC_SECONDS = 1.0


class RowFile:
    """A file of rows, open for one run of a plan; `rows` is what it already contained. Use it in a `with` statement."""

    def __init__(self, path: Path, plan: Experiment) -> None:
        self.plan = plan
        self.path = Path(os.path.realpath(path))  # write to the target of a link, not to the link
        self._synced = monotonic()
        self._file = self._open()
        try:
            self.rows = self._recover()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def append(self, trial: Trial, results: Results) -> None:
        """Write the row of a trial that ended."""
        self._write(_line(self.plan.row(trial, results)))
        if monotonic() - self._synced > _SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = monotonic()

    def put_in_order(self, rows: ResultsByTrial) -> None:
        """Replace the file by one with these rows in the order of the plan, if need be: the last thing to be done."""
        lines = [_line(self.plan.columns), *(_line(self.plan.row(trial, rows[trial])) for trial in self.plan.trials())]
        if self._contents() == b"".join(lines):
            return
        new = self.path.with_name(f"{self.path.name}.ordered")
        with new.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(self.path, new)
        if fcntl is None:
            self._file.close()  # Windows does not replace a file that is open
        os.replace(new, self.path)

    def _open(self) -> io.FileIO:
        """Open and lock the file; if another run has replaced it in the meantime, open the new one."""
        while True:
            file = open(self.path, "a+b", buffering=0)
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Between opening and locking, a run that ended may have put its ordered file in the place of this one.
                if os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                    return file
            except BlockingIOError:
                file.close()
                raise BoardError(f"{self.path}: another run is writing to it") from None
            except FileNotFoundError:
                pass
            file.close()

    def _recover(self) -> ResultsByTrial:
        """Return the existing rows, after cutting off an incomplete last line; a new file gets its header."""
        contents, header = self._contents(), _line(self.plan.columns)
        end = contents.rfind(b"\n") + 1
        if end == 0 and header.startswith(contents):
            self._file.truncate(0)
            self._write(header)
            return {}
        rows = read_rows(contents[:end], self.plan, str(self.path))
        if end < len(contents):
            self._file.truncate(end)
        return rows

    def _contents(self) -> bytes:
        self._file.seek(0)
        return self._file.read()

    def _write(self, line: bytes) -> None:
        """Write a whole line; the system may write it in pieces (a full disk raises)."""
        while line:
            line = line[self._file.write(line) :]


def read_rows(contents: bytes, plan: Experiment, source: str) -> ResultsByTrial:
    """Return the rows in the contents of a file; `source` is its name, for errors."""
    header = _line(plan.columns)
    if not contents.startswith(header):
        raise BoardError(f"{source}: not the rows of `logicms {plan.command}`: its header is different")
    settings = {tuple(map(str, setting)): number for number, setting in enumerate(plan.settings)}
    rows = ResultsByTrial()
    for number, line in enumerate(_records(contents[len(header) :], source), 2):
        if line and line[0] != plan.command and line[0].startswith("experiment "):
            raise BoardError(
                f"{source}: holds the rows of another command, `logicms {line[0]}`; "
                f"`logicms {plan.command}` needs another file"
            )
        try:
            trial, results = _parse(line, plan, settings)
        except ValueError as error:
            raise BoardSyntaxError(str(error), line=number, source=source) from None
        if trial in rows:
            raise BoardSyntaxError("this game already has a row", line=number, source=source)
        rows[trial] = results
    return rows


def _parse(line: list[str], plan: Experiment, settings: dict[tuple[str, ...], int]) -> tuple[Trial, Results]:
    """Return the trial of a row and its results; a ValueError says what is wrong with it."""
    axes = len(plan.axes)
    setting, game = settings.get(tuple(line[1 : axes + 1])), "".join(line[axes + 1 : axes + 2])
    if setting is None or len(line) != len(plan.columns) or not (game.isascii() and game.isdecimal()):
        raise ValueError(f"not a row of `logicms {plan.command}`")
    trial, results = Trial(setting, int(game)), tuple(line[axes + 3 :])
    if trial.game >= plan.games or plan.row(trial, results) != tuple(line):
        raise ValueError(f"not a row of `logicms {plan.command}`")
    for column, text in zip(plan.results, results, strict=True):
        if not re.fullmatch(RESULTS[column], text, re.ASCII):
            raise ValueError(f"{text[:40]!r} cannot be in the column {column}")
    return trial, results


def _records(lines: bytes, source: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(lines.decode("utf-8", errors="replace"), newline=""))
    try:
        yield from reader
    except csv.Error as error:
        raise BoardSyntaxError(f"not CSV: {error}", line=reader.line_num + 1, source=source) from None


def _line(row: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue().encode()
