"""The static site: how much a first visit loads, how soon it can solve, and how fast it proves, beside Pyodide alone.

    python -m benchmarks.site [--rounds 5] [--cells 300]

Makes the site, serves it on this machine, and opens it in headless Chromium (Debian's package `chromium`, with the
extra `test`). Each round starts, in fresh browsers and in turn, Pyodide alone in a web worker, and ours until it has
solved a board; then both again in the same browser, from its cache. Proofs of the certain cells of expert positions are
timed one by one, in the browser and natively.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from logicms.game import LEVELS, Game
from logicms.notation.boards import format_board
from logicms.player import Player, play
from logicms.web.browser import Door
from logicms.web.site import write_site

CHROMIUM = "/usr/bin/chromium"
LATER = ("python/formulas.zip", "python/graphs.zip")
"""What a first visit to the board page does not load."""

ALONE = """async (root) => {
  const script = `import { loadPyodide } from "${root}/pyodide/pyodide.js";
    import createPyodideModule from "${root}/pyodide/pyodide.asm.js";
    const python = await loadPyodide({ indexURL: "${root}/pyodide/", createPyodideModule });
    postMessage(python.runPython("1 + 1"));`;
  const began = performance.now();
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  await new Promise((resolve) => (worker.onmessage = resolve));
  worker.terminate();
  return (performance.now() - began) / 1000;
}"""
OURS = """async (root) => {
  const began = performance.now();
  const worker = new Worker(`${root}/static/python-worker.js`, { type: "module" });
  await new Promise((resolve) => (worker.onmessage = ({ data }) => data.ready && resolve()));
  const text = JSON.stringify({ board: "mines: 2\\n????\\n1221" });
  worker.postMessage({ method: "POST", path: "solve", text });
  await new Promise((resolve) => (worker.onmessage = resolve));
  worker.terminate();
  return (performance.now() - began) / 1000;
}"""
PROVE = """async ([root, requests]) => {
  const worker = new Worker(`${root}/static/python-worker.js`, { type: "module" });
  await new Promise((resolve) => (worker.onmessage = ({ data }) => data.ready && resolve()));
  const times = [];
  for (const text of requests) {
    const began = performance.now();
    worker.postMessage({ method: "POST", path: "prove", text });
    await new Promise((resolve) => (worker.onmessage = resolve));
    times.push((performance.now() - began) / 1000);
  }
  worker.terminate();
  return times;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Python's file server, without a line for every file."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def sizes(folder: Path) -> None:
    """Print how much is loaded, compressed as a host sends it."""
    packed = {
        name: len(gzip.compress(path.read_bytes(), 6))
        for path in folder.rglob("*")
        if path.is_file() and not (name := str(path.relative_to(folder))).startswith(".")
    }
    first = sum(size for name, size in packed.items() if name not in LATER)
    print(f"first load of boards, compressed   {first / 1e6:5.1f} MB")
    print(f"formulas and lessons besides       {packed['python/formulas.zip'] / 1e6:5.1f} MB")
    print(f"graphs besides                     {packed['python/graphs.zip'] / 1e6:5.1f} MB")


def starts(browser: Any, url: str, rounds: int) -> None:
    """Print how long it takes to be ready, alone and ours, from the network and from the cache."""
    times: dict[str, list[float]] = {"alone": [], "ours": [], "alone again": [], "ours again": []}
    for _ in range(rounds):
        for name, script in (("alone", ALONE), ("ours", OURS)):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{url}/site.json")
            times[name].append(page.evaluate(script, url))
            times[f"{name} again"].append(page.evaluate(script, url))
            context.close()
    for kind, suffix in (("first", ""), ("again", " again")):
        alone, ours = times[f"alone{suffix}"], times[f"ours{suffix}"]
        ratio = statistics.median(our / one for our, one in zip(ours, alone, strict=True))
        print(
            f"start, {kind}: Pyodide alone {statistics.median(alone):5.2f} s, until solved "
            f"{statistics.median(ours):5.2f} s; ratio, median of rounds {ratio:4.2f}"
        )


def proofs(browser: Any, url: str, number: int) -> None:
    """Print how long proofs take, in the browser relative to natively."""
    requests = list(requests_for_proofs(number))
    door, native = Door(), []
    for text in requests:
        door.answer("POST", "prove", text)  # both are warm
    for text in requests:
        began = time.perf_counter()
        door.answer("POST", "prove", text)
        native.append(time.perf_counter() - began)
    page = browser.new_context().new_page()
    page.goto(f"{url}/site.json")
    found = page.evaluate(PROVE, [url, [*requests, *requests]])[len(requests) :]
    ratio = statistics.median(ours / theirs for ours, theirs in zip(found, native, strict=True))
    print(
        f"a proof, {len(requests)} cells: natively {statistics.median(native) * 1e3:.1f} ms, in the browser "
        f"{statistics.median(found) * 1e3:.1f} ms at the median; ratio, median of cells {ratio:.1f}, "
        f"of all together {sum(found) / sum(native):.1f}"
    )


def requests_for_proofs(number: int) -> Iterator[str]:
    """Yield requests to prove certain cells of positions of expert games."""
    level, door, made = LEVELS["expert"], Door(), 0
    for seed in range(1000):
        boards: list[str] = []
        game = Game.random(level.width, level.height, level.mines, random.Random(seed), "zero")
        keep = lambda now, move, seen=boards: seen.append(format_board(now.board))  # noqa: E731
        play(game, Player(guess="safest"), keep)
        for text in boards[5::12]:
            solved = json.loads(door.answer("POST", "solve", json.dumps({"board": text})).text)
            for cell in [*solved["safe"], *solved["mine"]][:5]:
                yield json.dumps({"board": text, "cell": cell})
                if (made := made + 1) == number:
                    return


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cells", type=int, default=300)
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        write_site(folder, print)
        sizes(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        with served(folder) as url:
            starts(browser, url, given.rounds)
            proofs(browser, url, given.cells)
        browser.close()


if __name__ == "__main__":
    main()
