"""Archives of Python modules for the browser, which imports from them as they are.

Their modules are compiled by the Python of Pyodide if there is node to run it: a browser need not do it again on every
visit. Files are in order and have no dates, so that the same inputs give the same bytes.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from logicms.errors import BoardError
from logicms.notation.texts import shipped
from logicms.web.site.inputs import LARK, MPMATH, NETWORKX, PYODIDE, PYSAT, SYMPY, Input, Say, sha256

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
