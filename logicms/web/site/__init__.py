"""The static site: the page, Python and all that it needs, as a folder for any host.

The page is the service's, file by file. Its head gets what makes it ask a web worker instead of a service, and what
such a page may do. All addresses are relative.

::

    index.html, learn.html   the page
    static/                  its scripts and styles
    pyodide/                 Python for browsers
    python/                  archives of modules: logicms, what boards need, and what is loaded later
    site.json                versions, sizes and hashes of all files, and which archives there are
    sw.js                    keeps all of it in the browser
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from tempfile import mkdtemp

from logicms import __version__
from logicms.errors import BoardError
from logicms.notation.texts import load_json
from logicms.web.site.inputs import (
    BOARDS,
    INPUTS,
    LATER,
    PYODIDE,
    Files,
    Say,
    archives,
    cache_folder,
    find_inputs,
    runtime,
    sha256,
)

STATIC = Path(__file__).parent.parent / "static"
PAGES = ("index.html", "learn.html")
MANIFEST = "site.json"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a page may do, as in the service; WebAssembly is all that it may do besides."""
_HEAD = f"""<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="{POLICY}">
  <meta name="referrer" content="no-referrer">
  <meta name="logicms-transport" content="worker">
  <link rel="manifest" href="static/site.webmanifest">
  <script src="static/support.js"></script>"""


_HALF = ".half-a-site-"
"""Begins the name of a folder for what is not complete yet; one that was left behind does no harm."""


def write_site(folder: Path, say: Say, *, pyodide: Path | None = None, offline: bool = False) -> int:
    """Write the site to a folder, in place of an older one, and return how many bytes it has."""
    try:
        return _write_site(folder, say, pyodide, offline)
    except OSError as error:
        raise BoardError(f"{error.filename or folder}: {error.strerror}") from None


def _write_site(folder: Path, say: Say, pyodide: Path | None, offline: bool) -> int:
    _check_ours(folder)
    cache = cache_folder()
    inputs = find_inputs(cache, say, pyodide=pyodide, offline=offline)
    say("putting the site together")
    contents = site_files(
        {f"pyodide/{name.replace('.mjs', '.js')}": data for name, data in runtime(inputs[PYODIDE]).items()}
        | {f"python/{name}": data for name, data in archives(inputs, cache, say).items()}
    )
    _replace(folder, contents)
    return sum(map(len, contents.values()))


def site_files(python: Files) -> Files:
    """Return every file of the site, given those of Pyodide and Python."""
    contents = dict(python)
    for path in sorted(STATIC.iterdir()):
        if path.name in PAGES:
            contents[path.name] = _page(path.read_text(encoding="utf-8")).encode()
        elif path.name != "sw.js":
            contents[f"static/{path.name}"] = path.read_bytes()
    manifest = (json.dumps(_manifest(contents), indent=1, ensure_ascii=False) + "\n").encode()
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    for name, value in (("VERSION", sha256(manifest)), ("POLICY", POLICY)):
        worker = worker.replace(f'"{name}"', f'"{value}"')
    # Without .nojekyll, GitHub would run the folder through Jekyll.
    return contents | {MANIFEST: manifest, "sw.js": worker.encode(), ".nojekyll": b""}


def _page(text: str) -> str:
    """Return a page of the service as a page of the site."""
    if absolute := re.search(r'(?:href|src)="/[^"]*"', text):
        raise AssertionError(f"an address of the page is not relative: {absolute[0]}")
    head = '<meta charset="utf-8">'
    assert text.count(head) == 1, "the page's head begins with its character set"
    return re.sub(r'<span class="of-service">.*?</span>', "", text.replace(head, _HEAD))


def _manifest(contents: Files) -> dict[str, object]:
    first = [f"python/{name}" for name in ("logicms.zip", BOARDS.name)]
    later = {module: [f"python/{each.name}"] for each in LATER for module in each.modules}
    return {
        "logicms": __version__,
        "inputs": {each.name: {"version": each.version, "file": each.file, "sha256": each.sha256} for each in INPUTS},
        "python": {"first": first, "later": later},
        "files": {name: {"bytes": len(data), "sha256": sha256(data)} for name, data in sorted(contents.items())},
    }


# -- the folder


def _check_ours(folder: Path) -> None:
    """Refuse a folder that holds anything but a site."""
    if folder.exists() and not folder.is_dir():
        raise BoardError(f"{folder} is a file; give a folder")
    others = folder.exists() and any(not each.name.startswith(_HALF) for each in folder.iterdir())
    if others and not (folder / MANIFEST).exists():
        raise BoardError(f"{folder} holds other files; give an empty folder, a new one, or an older site")


def _replace(folder: Path, contents: Files) -> None:
    """Write the files elsewhere first, so that it is never half a site; what is not the site's own stays.

    Elsewhere is in the folder itself, which may be all that one may write to, or a file system of its own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    half = Path(mkdtemp(prefix=_HALF, dir=folder))
    try:
        for name, data in contents.items():
            (half / name).parent.mkdir(parents=True, exist_ok=True)
            (half / name).write_bytes(data)
        for name in _listed(folder):
            (folder / name).unlink(missing_ok=True)
        for name in contents:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (half / name).replace(folder / name)
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _listed(folder: Path) -> list[str]:
    """Return the files of the older site that is in the folder, as its own manifest has them."""
    try:
        names = [str(name) for name in load_json((folder / MANIFEST).read_text(encoding="utf-8"))["files"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    # A manifest is a text like any other: what it names outside the folder is not touched.
    top = folder.resolve()
    return [name for name in names if (folder / name).resolve().is_relative_to(top) and (folder / name).is_file()]
