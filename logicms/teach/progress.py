"""A learner's progress, kept on their own machine: one small JSON file in the folder for users' data.

It is written whole to another file first and then put in its place, so that it is never half written. A file that
cannot be read is renamed, and the learner is told.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from logicms.errors import BoardError
from logicms.notation.texts import load_json
from logicms.teach.session import State

VERSION = 1
MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the learner is in each lesson, and which lessons are finished."""

    states: Mapping[str, State] = field(default_factory=dict, hash=False)
    done: frozenset[str] = frozenset()

    def with_state(self, state: State, is_done: bool) -> Progress:
        """Return the progress with a lesson's state."""
        done = self.done | {state.lesson} if is_done else self.done
        return Progress({**self.states, state.lesson: state}, done)

    def without(self, lesson: str) -> Progress:
        """Return the progress without a lesson."""
        states = {name: state for name, state in self.states.items() if name != lesson}
        return Progress(states, self.done - {lesson})


def progress_path() -> Path:
    """Return where progress is kept: `logicms/progress.json` in XDG_DATA_HOME, which is ~/.local/share by default."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "logicms" / "progress.json"


def load_progress(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and what the learner should be told about it (nothing, as a rule)."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        return _read(data), ""
    except FileNotFoundError:
        return Progress(), ""
    except OSError as error:
        return Progress(), f"your progress cannot be read: {path}: {error.strerror}"
    except (ValueError, RecursionError, BoardError):
        return Progress(), f"your progress could not be read and starts again; {_set_aside(path)}"


def _read(data: bytes) -> Progress:
    if len(data) > MOST_BYTES:
        raise BoardError("too large")
    kept = load_json(data.decode("utf-8"))
    if not isinstance(kept, dict) or kept.get("version") != VERSION:
        raise BoardError("not a progress file of this version")
    states, done = kept.get("states", []), kept.get("done", [])
    if not isinstance(states, list) or not isinstance(done, list) or not all(isinstance(name, str) for name in done):
        raise BoardError("not a progress file")
    read = [State.from_json(state) for state in states]
    return Progress({state.lesson: state for state in read}, frozenset(done))


def _set_aside(path: Path) -> str:
    for number in range(1, 1_000):
        aside = path.with_name(f"{path.name}.broken-{number}")
        if not aside.exists():
            try:
                path.replace(aside)
                return f"the old file is {aside}"
            except OSError as error:
                return f"the old file could not be renamed: {error.strerror}"
    return "there are too many old files next to it"


def save_progress(path: Path, progress: Progress) -> str:
    """Write the progress, and return what the learner should be told if that failed."""
    states = [progress.states[name].to_json() for name in sorted(progress.states)]
    text = json.dumps(
        {"version": VERSION, "states": states, "done": sorted(progress.done)}, ensure_ascii=False, indent=1
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".progress-", delete=False) as stream:
            stream.write(text + "\n")
        try:
            os.replace(stream.name, path)
        except OSError:
            os.unlink(stream.name)
            raise
    except OSError as error:
        return f"your progress cannot be saved: {path}: {error.strerror}"
    return ""
