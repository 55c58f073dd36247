"""What a site is made of: Pyodide and a few wheels, each of one version, known by its hash; and archives made of them.

They are fetched once, by `npm pack` and `pip download`, so that the user's own settings for both apply, and kept in the
folder for caches. A file that is already there is used, whoever put it there, if its hash is right.

A browser imports from an archive as it is. Its modules are compiled by the Python of Pyodide if there is node to run
it: a browser need not do it again on every visit. Files are in order and have no dates, so that the same inputs give
the same bytes.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from logicms.errors import BoardError
from logicms.notation.texts import shipped

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


# -- archives of modules

Files = dict[str, bytes]
"""Contents by path."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a browser needs of Pyodide. In a site, .mjs becomes .js: nginx does not know that .mjs is JavaScript."""


class Archive(NamedTuple):
    """Modules that are loaded together."""

    name: str
    inputs: tuple[Input, ...]
    modules: tuple[str, ...]
    """The names by which Python may ask for it."""
    level: int = 0
    """The level of optimisation: 2 leaves out docstrings, of which sympy has megabytes, and assertions."""


BOARDS = Archive("boards.zip", (LARK, PYSAT), ("lark", "pysat"))
LATER = (
    Archive("formulas.zip", (SYMPY, MPMATH), ("sympy", "mpmath"), level=2),
    Archive("graphs.zip", (NETWORKX,), ("networkx",)),
)
"""What is loaded once a job needs it."""

# Nothing here is imported by `import sympy` or by what logicms does with it.
_UNUSED = tuple(
    f"sympy/{each}/"
    for each in (
        "categories", "codegen", "crypto", "diffgeom", "holonomic", "liealgebras", "physics", "sandbox", "stats",
        "testing", "vector", "parsing/autolev", "parsing/latex", "parsing/c", "parsing/fortran",
    )
)  # fmt: skip


_SKIPPED = ("cli", "examples", "experiments", "grading", "mcp", "notation_pages", "site", "static", "__pycache__")
"""Folders of logicms that no page needs."""


def runtime(pyodide: Path) -> Files:
    """Return what a browser needs of Pyodide, from its npm package."""
    with tarfile.open(pyodide) as package:
        members = {each.name: each for each in package.getmembers() if each.isfile()}
        found = {name: package.extractfile(members[f"package/{name}"]) for name in RUNTIME}
        return {name: stream.read() for name, stream in found.items() if stream is not None}


def archives(inputs: Mapping[Input, Path], cache: Path, say: Say) -> Files:
    """Return every archive, by its name: logicms itself, and those of others."""
    compiler = Compiler.of(inputs[PYODIDE], cache, say)
    made = {"logicms.zip": compiler.compiled(_own_files(), 0)}
    for archive in (BOARDS, *LATER):
        modules: Files = {}
        for each in archive.inputs:
            modules |= _modules(inputs[each])
        made[archive.name] = compiler.compiled(modules, archive.level)
    return made


def _own_files() -> Files:
    """Return logicms as it is installed, with its grammars and lessons, and without what no page needs."""
    found = _below(files("logicms"), "logicms", _SKIPPED)
    for inside, beside in (("grammar", "grammar"), ("lessons", "examples/lessons")):
        folder = next(each for each in shipped(inside, beside) if each.is_dir())
        found |= _below(folder, f"logicms/{inside}", skipped=())
    return found


def _below(folder: Traversable, name: str, skipped: Collection[str]) -> Files:
    found: Files = {}
    for each in folder.iterdir():
        if each.is_dir() and each.name not in skipped:
            found |= _below(each, f"{name}/{each.name}", skipped)
        elif each.is_file():
            found[f"{name}/{each.name}"] = each.read_bytes()
    return found


def _modules(wheel: Path) -> Files:
    """Return what a program needs of a wheel, its licence included: not its tests, examples or scripts."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    first, *rest = name.split("/")
    if first.endswith(".dist-info"):
        return not name.endswith("RECORD")  # networkx looks for its plug-ins in the metadata of every distribution
    if first.endswith(".data"):
        return False
    unused = {"tests", "benchmarks", "examples", "allies", "__pyinstaller"} & set(rest)
    return not unused and not name.startswith(_UNUSED) and name.endswith((".py", ".so", ".lark"))


# -- compiling


class Compiler:
    """Compiles modules, if it can; what was compiled before is in the cache."""

    def __init__(self, node: str | None, pyodide: Path, cache: Path) -> None:
        self._node = node
        self._pyodide = pyodide
        self._cache = cache

    @classmethod
    def of(cls, pyodide: Path, cache: Path, say: Say) -> Compiler:
        node = shutil.which("node")
        if node is None:
            say("node is not installed: the Python modules are not compiled, and the page starts more slowly")
        return cls(node, pyodide, cache)

    def compiled(self, modules: Files, level: int) -> bytes:
        """Return an archive of the modules, compiled if there is node."""
        plain = zipped(modules)
        if self._node is None:
            return plain
        script = (files("logicms.web.site") / "compile.mjs").read_bytes()
        name = sha256(b"|".join([plain, script, self._pyodide.name.encode(), str(level).encode()]))
        kept = self._cache / "compiled" / f"{name}.zip"
        if not kept.exists():
            with zipfile.ZipFile(io.BytesIO(self._run(plain, script, level))) as archive:
                done = zipped({each: archive.read(each) for each in archive.namelist()})
            kept.parent.mkdir(parents=True, exist_ok=True)
            half = kept.with_suffix(f".{sha256(done)[:8]}")
            half.write_bytes(done)
            half.rename(kept)
        return kept.read_bytes()

    def _run(self, plain: bytes, script: bytes, level: int) -> bytes:
        assert self._node is not None
        with TemporaryDirectory() as name:
            folder = Path(name)
            for file, data in {**runtime(self._pyodide), "source.zip": plain, "compile.mjs": script}.items():
                (folder / file).write_bytes(data)
            command = [self._node, "compile.mjs", name, "source.zip", "target.zip", str(level)]
            run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if run.returncode or not (folder / "target.zip").exists():
                said = "\n".join(run.stderr.strip().splitlines()[-5:])
                raise BoardError(f"node could not compile the Python modules; it said:\n{said}")
            return (folder / "target.zip").read_bytes()


def zipped(contents: Files) -> bytes:
    """Return an archive: in order, compressed, and without dates.

    >>> zipped({"b": b"2", "a": b"1"}) == zipped({"a": b"1", "b": b"2"})
    True
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(contents):
            archive.writestr(zipfile.ZipInfo(name), contents[name], zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()
