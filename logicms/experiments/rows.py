"""The file of a run: CSV, a header and one row per trial, appended as the trial ends; the same command continues it.

What is guaranteed, and how:

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
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from types import TracebackType

from logicms.errors import BoardError, BoardSyntaxError
from logicms.experiments.declaration import Plan, Results, Trial, is_result

try:
    import fcntl
except ImportError:  # not on this system: there two runs may write to one file
    fcntl = None  # type: ignore[assignment]

Rows = dict[Trial, Results]

_SYNC_SECONDS = 1.0
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
"""How the file is opened; Windows would otherwise write other line ends than are given."""


class RowFile:
    """A file of rows, open for one run of a plan; `rows` is what it already contained. Use it in a `with` statement."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self.path = Path(os.path.realpath(path))  # write to the target of a link, not to the link
        self._synced = monotonic()
        self._file = self._open()
        try:
            self.rows = self._recover()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.fsync(self._file)
        os.close(self._file)

    def append(self, trial: Trial, results: Results) -> None:
        """Write the row of a trial that ended."""
        _write(self._file, _line(self.plan.row(trial, results)))
        if monotonic() - self._synced > _SYNC_SECONDS:
            os.fsync(self._file)
            self._synced = monotonic()

    def put_in_order(self, rows: Rows) -> None:
        """Replace the file by one with these rows in the order of the plan, if they are not in that order."""
        lines = [_line(self.plan.columns), *(_line(self.plan.row(trial, rows[trial])) for trial in self.plan.trials())]
        if self._contents() == b"".join(lines):
            return
        new = self.path.with_name(f"{self.path.name}.ordered")
        with new.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(self.path, new)
        if fcntl is not None:
            os.replace(new, self.path)
            return
        os.close(self._file)  # Windows does not replace a file that is open
        try:
            os.replace(new, self.path)
        finally:
            self._file = os.open(self.path, _FLAGS, 0o666)

    # -- opening

    def _open(self) -> int:
        """Open and lock the file; if another run has replaced it in the meantime, open the new one."""
        while True:
            file = os.open(self.path, _FLAGS, 0o666)
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file), os.stat(self.path)):
                    return file
            except BlockingIOError:
                os.close(file)
                raise BoardError(f"{self.path}: another run is writing to it") from None
            except FileNotFoundError:
                pass
            os.close(file)

    def _contents(self) -> bytes:
        os.lseek(self._file, 0, os.SEEK_SET)
        with open(self._file, "rb", closefd=False) as file:
            return file.read()

    def _recover(self) -> Rows:
        """Return the existing rows, after cutting off an incomplete last line; a new file gets its header."""
        contents, header = self._contents(), _line(self.plan.columns)
        end = contents.rfind(b"\n") + 1
        if end == 0 and header.startswith(contents):
            os.ftruncate(self._file, 0)
            _write(self._file, header)
            return {}
        rows = read_rows(contents[:end], self.plan, str(self.path))
        if end < len(contents):
            os.ftruncate(self._file, end)
        return rows


def read_rows(contents: bytes, plan: Plan, source: str) -> Rows:
    """Return the rows in the contents of a file; `source` is its name, for errors."""
    header = _line(plan.columns)
    if not contents.startswith(header):
        raise BoardError(f"{source}: not the rows of `logicms {plan.command}`: its header is different")
    settings = {tuple(map(str, setting)): number for number, setting in enumerate(plan.experiment.settings)}
    rows = Rows()
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


def _parse(line: list[str], plan: Plan, settings: dict[tuple[str, ...], int]) -> tuple[Trial, Results]:
    """Return the trial of a row and its results; a ValueError says what is wrong with it."""
    axes = len(plan.experiment.axes)
    setting, game = settings.get(tuple(line[1 : axes + 1])), "".join(line[axes + 1 : axes + 2])
    if setting is None or len(line) != len(plan.columns) or not (game.isascii() and game.isdecimal()):
        raise ValueError(f"not a row of `logicms {plan.command}`")
    trial, results = Trial(setting, int(game)), tuple(line[axes + 3 :])
    if trial.game >= plan.games or plan.row(trial, results) != tuple(line):
        raise ValueError(f"not a row of `logicms {plan.command}`")
    for column, text in zip(plan.experiment.results, results, strict=True):
        if not is_result(column, text):
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


def _write(file: int, line: bytes) -> None:
    """Write a whole line; the system may write it in pieces (a full disk raises)."""
    while line:
        line = line[os.write(file, line) :]
