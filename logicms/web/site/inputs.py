"""What a site is made of besides logicms: Pyodide and a few wheels, each of one version, known by its hash.

They are fetched once, by `npm pack` and `pip download`, so that the user's own settings for both apply, and kept in the
folder for caches. A file that is already there is used, whoever put it there, if its hash is right.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from logicms.errors import BoardError

PYTHON, ABI, PLATFORM = "3.14", "cp314", "pyemscripten_2026_0_wasm32"
"""The Python of this Pyodide, as wheels name it."""

Say = Callable[[str], object]
"""Tells the user what is going on."""


class Input(NamedTuple):
    """A file of other people."""

    name: str
    version: str
    file: str
    sha256: str

    @property
    def is_wheel(self) -> bool:
        return self.file.endswith(".whl")


PYODIDE = Input(
    "pyodide", "314.0.7", "pyodide-314.0.7.tgz", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
)
LARK = Input(
    "lark", "1.3.1", "lark-1.3.1-py3-none-any.whl", "c629b661023a014c37da873b4ff58a817398d12635d3bbb2c5a03be7fe5d1e12"
)
PYSAT = Input(
    "python-sat",
    "1.9.dev17",
    f"python_sat-1.9.dev17-{ABI}-{ABI}-{PLATFORM}.whl",
    "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b",
)
SYMPY = Input(
    "sympy",
    "1.14.0",
    "sympy-1.14.0-py3-none-any.whl",
    "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5",
)
MPMATH = Input(
    "mpmath",
    "1.3.0",
    "mpmath-1.3.0-py3-none-any.whl",
    "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c",
)
NETWORKX = Input(
    "networkx",
    "3.6.1",
    "networkx-3.6.1-py3-none-any.whl",
    "d47fbf302e7d9cbbb9e2555a0d267983d2aa476bac30e90dfbe5669bd57f3762",
)
INPUTS = (PYODIDE, LARK, PYSAT, SYMPY, MPMATH, NETWORKX)


def cache_folder() -> Path:
    """Return where the files are kept: `logicms/site` in XDG_CACHE_HOME, which is ~/.cache by default."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".cache"
    return base / "logicms" / "site"


def find_inputs(cache: Path, say: Say, *, pyodide: Path | None = None, offline: bool = False) -> dict[Input, Path]:
    """Return every file, fetched where it is missing; `pyodide` is given by hand, `offline` fetches nothing."""
    found = {} if pyodide is None else {PYODIDE: pyodide}
    found |= {each: cache / each.file for each in INPUTS if each not in found and (cache / each.file).exists()}
    missing = [each for each in INPUTS if each not in found]
    if missing and offline:
        names = ", ".join(each.file for each in missing)
        raise BoardError(f"missing in {cache}: {names}; without --offline they are fetched, or put them there by hand")
    for each in missing:
        say(f"fetching {each.name} {each.version}")
        found[each] = _fetched(each, cache)
    for each in INPUTS:
        _check(each, found[each])
    return {each: found[each] for each in INPUTS}


def _fetched(wanted: Input, cache: Path) -> Path:
    """Fetch a file into the cache; one that is half there is never left behind."""
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as folder:
        (_download_wheel if wanted.is_wheel else _pack)(wanted, folder)
        path = Path(folder) / wanted.file
        if not path.exists():
            others = ", ".join(sorted(each.name for each in Path(folder).iterdir())) or "nothing"
            raise BoardError(f"{wanted.file} was to be fetched, but {others} came")
        _check(wanted, path)
        return path.rename(cache / wanted.file)


def _pack(wanted: Input, folder: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise BoardError(
            f"npm is not installed, which fetches {wanted.name}; install it, "
            f"or fetch {wanted.file} elsewhere and give it by --pyodide"
        )
    _run([npm, "pack", f"{wanted.name}@{wanted.version}", "--silent"], folder, wanted)


def _download_wheel(wanted: Input, folder: str) -> None:
    if importlib.util.find_spec("pip") is None:
        raise BoardError(f"pip is not installed here, which fetches {wanted.name}: python -m ensurepip")
    options = ["--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--quiet"]
    tags = ["--python-version", PYTHON, "--implementation", "cp", "--abi", ABI, "--platform", PLATFORM]
    if "-none-" in wanted.file:
        tags += ["--abi", "none", "--platform", "any"]
    _run([sys.executable, "-m", "pip", "download", *options, *tags, f"{wanted.name}=={wanted.version}"], folder, wanted)


def _run(command: list[str], folder: str, wanted: Input) -> None:
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if run.returncode:
        said = "\n".join((run.stderr or run.stdout).strip().splitlines()[-5:])
        raise BoardError(f"{wanted.name} {wanted.version} could not be fetched; {Path(command[0]).name} said:\n{said}")


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _check(wanted: Input, path: Path) -> None:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BoardError(f"{path}: {error.strerror}") from None
    if (found := sha256(data)) != wanted.sha256:
        raise BoardError(
            f"{path} is not {wanted.file}: its SHA-256 is {found}, not {wanted.sha256}; delete it, or give another"
        )
