"""The static site: how it is made, that it answers as the library does, and what it says where it cannot work."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import threading
import zipfile
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browsers import CHROMIUM, OPTIONS, chromium, need_a_browser, opened, serious, strict_page
from conftest import FULL, ROOT
from games import positions
from sites import CUT_OFF, PATIENCE, UNDER, kept_offline, make_site, served, site_folder

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.notation.boards import format_board  # noqa: E402
from logicms.web.browser import Door  # noqa: E402
from logicms.web.site import _replace, site_files  # noqa: E402

pytestmark = pytest.mark.outside

expect.set_options(timeout=PATIENCE)
POSITIONS = 1_000 if FULL else 24
HARD = "\n".join("".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return site_folder(tmp_path_factory)


@pytest.fixture(scope="module")
def site(folder):
    return folder / UNDER


@pytest.fixture(scope="module")
def url(folder):
    with served(folder) as address:
        yield f"{address}/{UNDER}"


@pytest.fixture(scope="module")
def browser(playwright):
    with chromium(playwright, *CUT_OFF) as browser:
        yield browser


# -- how it is made


def test_the_manifest_lists_every_file(site):
    manifest = json.loads((site / "site.json").read_text())
    found = contents(site)
    listed = {name: hashlib.sha256(data).hexdigest() for name, data in found.items()}
    for apart in ("site.json", "sw.js", ".nojekyll"):
        listed.pop(apart)
    assert listed == {name: each["sha256"] for name, each in manifest["files"].items()}
    assert hashlib.sha256(found["site.json"]).hexdigest() in (site / "sw.js").read_text()
    assert manifest["inputs"]["pyodide"]["version"] == "314.0.7"


def test_it_offers_nothing_that_only_a_service_has(site):
    for page in ("index.html", "learn.html"):
        text = (site / page).read_text()
        assert "openapi" not in text and "of-service" not in text
        links = re.findall(r"""(?:href|src)="([^"#:]+)[#"]""", text)
        assert links and all((site / link).exists() for link in links), links


def test_it_is_the_same_from_an_installed_package(site, tmp_path):
    """Byte for byte, made again, without the checkout: from a wheel that is unpacked somewhere."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    command = [sys.executable, "-P", "-m", "logicms", "site", "again", "--offline"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    made = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert made.returncode == 0 and "again is ready" in made.stderr, made.stderr
    again = contents(tmp_path / "again")
    assert {name for name, data in contents(site).items() if again.get(name) != data} == set()
    assert again.keys() == contents(site).keys()


def test_nothing_in_it_is_an_address_elsewhere(site):
    for path in [*site.glob("*.html"), *(path for path in (site / "static").iterdir() if path.suffix != ".png")]:
        text = path.read_text()
        assert not re.search(r"""(?:href|src|from|import|url)\s*[=(]?\s*["'(]/""", text), path.name
        elsewhere = set(re.findall(r"https?://[\w.-]+", text)) - {"http://www.w3.org", "http://localhost"}
        assert not elsewhere, f"{path.name}: {elsewhere}"


def test_an_older_site_is_replaced_and_other_files_are_not(site, tmp_path):
    folder = tmp_path / "public"
    shutil.copytree(site, folder)
    (folder / "static" / "old.js").write_text("gone")
    (tmp_path / "outside.txt").write_text("years of work")
    manifest = json.loads((folder / "site.json").read_text())
    manifest["files"] |= {name: {} for name in ("static/old.js", "../outside.txt", "static")}
    (folder / "site.json").write_text(json.dumps(manifest))
    (folder / ".git").mkdir()
    (folder / "CNAME").write_text("example.org")
    (folder / "static" / "mine.txt").write_text("years of work")
    made = make_site(folder, "--offline", "--quiet")
    assert made.returncode == 0 and made.stderr == ""
    assert contents(folder).keys() == contents(site).keys() | {"CNAME", "static/mine.txt"}
    assert (folder / ".git").exists() and (tmp_path / "outside.txt").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    made = make_site(tmp_path / "mine", "--offline")
    assert made.returncode == 2 and "holds other files; give an empty folder" in made.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_what_is_missing_is_said(tmp_path):
    empty = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    made = make_site(tmp_path / "site", "--offline", env=empty)
    assert made.returncode == 2 and "without --offline they are fetched" in made.stderr
    assert "pyodide-314.0.7.tgz" in made.stderr and "lark-1.3.1-py3-none-any.whl" in made.stderr
    wrong = tmp_path / "wrong.tgz"
    wrong.write_bytes(b"not it")
    made = make_site(tmp_path / "site", "--pyodide", str(wrong))
    assert made.returncode == 2 and "its SHA-256 is" in made.stderr and "delete it, or give another" in made.stderr
    made = make_site(tmp_path / "site", env={**empty, "PATH": str(tmp_path)})
    assert made.returncode == 2 and "npm is not installed" in made.stderr and "--pyodide" in made.stderr
    unreachable = {"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0"}
    made = make_site(tmp_path / "site", env={**empty, **unreachable})
    assert made.returncode == 2 and "pyodide 314.0.7 could not be fetched; npm said" in made.stderr
    assert not (tmp_path / "site").exists()


def test_where_nothing_can_be_written(tmp_path):
    made = make_site(Path("/proc/nowhere"), "--offline")
    assert made.returncode == 2 and "logicms: /proc/nowhere: No such file or directory" in made.stderr
    made = make_site(tmp_path / "site", env={**os.environ, "XDG_CACHE_HOME": "/proc"})
    assert made.returncode == 2 and "logicms: /proc/logicms: No such file or directory" in made.stderr


def test_the_folder_may_be_a_file_system_of_its_own(tmp_path, monkeypatch):
    """Such as a volume of a container: nothing can be renamed into it from elsewhere."""
    replace = Path.replace

    def replace_within(path, target):
        assert path.is_relative_to(tmp_path / "volume"), f"{path} is on another file system"
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replace_within)
    _replace(tmp_path / "volume", {"index.html": b"one", "static/app.js": b"two"})
    assert contents(tmp_path) == {"volume/index.html": b"one", "volume/static/app.js": b"two"}


def test_without_node_it_is_made_of_sources(site, tmp_path):
    """Not compiled, it starts more slowly, but all is there."""
    (tmp_path / "bin").mkdir()
    made = make_site(tmp_path / "site", "--offline", env={**os.environ, "PATH": str(tmp_path / "bin")})
    assert made.returncode == 0 and "node is not installed" in made.stderr, made.stderr
    with zipfile.ZipFile(tmp_path / "site" / "python" / "logicms.zip") as plain:
        names = set(plain.namelist())
    with zipfile.ZipFile(site / "python" / "logicms.zip") as compiled:
        assert {name.removesuffix("c") for name in compiled.namelist()} == names
    assert "logicms/board.py" in names and "logicms/grammar/board.lark" in names


def test_it_can_be_installed(site):
    manifest = json.loads((site / "static" / "site.webmanifest").read_text())
    icons = [site / "static" / icon["src"] for icon in manifest["icons"]]
    [picture] = [icon.read_bytes() for icon in icons if icon.suffix == ".png"]
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", picture[16:24]) == (512, 512)
    assert all(icon.exists() for icon in icons) and manifest["start_url"] == manifest["scope"] == "../"


# -- the same answers


def answers(page, requests):
    """Return the status and the text that the worker answers to requests."""
    return page.evaluate(
        """async ([module, requests]) => {
             const { request } = await import(module);
             const found = [];
             for (const [method, path, text] of requests) {
               const { status, body } = await request(method, path, text);
               found.push([status, body]);
             }
             return found;
           }""",
        [f"{page.url.partition('#')[0]}static/workers.js", requests],
    )


@pytest.mark.full
def test_the_worker_answers_as_the_library_does(browser, url):
    """Random positions of three levels: solve, odds, prove and next give the same bytes as natively."""
    boards = [
        format_board(board)
        for level, share in (("beginner", 3), ("intermediate", 2), ("expert", 1))
        for board in positions(level, -(-POSITIONS * share // 6), seed=22)
    ]
    native = Door()
    with strict_page(browser, url) as page:
        opened(page, url)
        number = 0
        for start in range(0, len(boards), 20):
            requests = [request for text in boards[start : start + 20] for request in about(text, native)]
            for request, found in zip(requests, answers(page, requests), strict=True):
                ours = native.answer(*request)
                assert found == [ours.status, ours.text], request
                number += 1
    assert number >= 4 * len(boards)


def about(text, native):
    body = {"board": text}
    solved = json.loads(native.answer("POST", "solve", json.dumps(body)).text)
    cells = [*solved["safe"][:1], *solved["mine"][:1]] or [re.search("[?]", text) and "A1"]
    for command in ("solve", "odds", "next"):
        yield "POST", command, json.dumps(body)
    for cell, by in zip(cells, ("resolution", "counting"), strict=False):
        yield "POST", "prove", json.dumps({**body, "cell": cell, "by": by})


def test_what_needs_sympy_and_networkx(browser, url):
    """Loaded when it is asked for, once; the answers are the library's."""
    requests = [
        ("POST", "ask", json.dumps({"hints": "a -> b\na", "formula": "b"})),
        ("POST", "solve", json.dumps({"board": "mines: 2\n????\n1221", "reason": "resolution"})),
        ("POST", "check", json.dumps({"board": "a -> b\na\n~b\n", "format": "hints"})),
        ("GET", "lessons/06-resolution", ""),
        ("POST", "lessons/06-resolution/say", json.dumps({"said": "tip"})),
        ("POST", "generate", json.dumps({"seed": 3, "technique": "subset"})),
    ]
    with strict_page(browser, url) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        opened(page, url)
        assert "formulas.zip" not in asked
        for request, found in zip(requests, answers(page, requests), strict=True):
            ours = Door().answer(*request)
            assert found == [ours.status, ours.text], request


def test_a_job_that_takes_too_long_is_ended_and_the_spare_takes_over(browser, url):
    with strict_page(browser, url) as page:
        # The limit is ten seconds, and Python keeps it by itself; here the page's own patience is shorter.
        page.add_init_script(
            "const wait = setTimeout; window.setTimeout = (work, ms) => wait(work, ms === 11500 ? 400 : ms);"
        )
        opened(page, url)
        hard = json.dumps({"board": HARD, "reason": "resolution"})
        easy = json.dumps({"board": "? ? ?\n1 2 1\n"})
        first, second = answers(page, [("POST", "solve", hard), ("POST", "show", easy)])
        assert first[0] == 504 and "Not decided within 10 s" in first[1]
        assert second == [200, Door().answer("POST", "show", easy).text]


# -- games in the browser


def test_a_game_is_played_before_python_is_there(browser, url):
    """And goes on with Python, which takes over the same game."""
    with strict_page(browser, url) as page:
        page.set_default_timeout(PATIENCE)
        held = []
        page.route("**/python/logicms.zip", lambda route: held.append(route))
        page.goto(f"{url}/#play")
        page.locator("[data-cell=E5]").click()
        expect(page.locator("[data-cell=E5]")).to_have_attribute("aria-label", re.compile("^E5, open"))
        flagged = page.locator("#board .hidden").first.get_attribute("data-cell")
        page.locator(f"[data-cell={flagged}]").press("f")
        expect(page.locator(f"[data-cell={flagged}]")).to_have_attribute("aria-label", re.compile("flag"))
        page.click("#undo")
        expect(page.locator(f"[data-cell={flagged}]")).not_to_have_attribute("aria-label", re.compile("flag"))
        [id] = re.findall("&id=(.+)", page.url)
        page.click("#auto")  # needs reasoning: waits
        expect(page.locator(".loading")).to_contain_text("draw or play meanwhile")
        for route in held:
            route.continue_()
        expect(page.locator("#summary")).to_contain_text("logicms opened")
        assert "/undone:_1/" in page.url and "/open_E5/" in page.url and page.url.endswith(f"&id={id}")


# -- offline, and a new version


def test_offline_after_one_visit(browser, folder):
    with served(folder) as address:
        url = f"{address}/{UNDER}"
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        opened(page, url)
        kept_offline(page)
    opened(page, url, "#board=???/121")
    expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
    page.goto(f"{url}/learn.html")
    expect(page.locator(".lesson-card").first).to_be_visible(timeout=PATIENCE)
    context.close()


class Peculiar(SimpleHTTPRequestHandler):
    """A host that calls few files by their types, and sends pages on to addresses without .html."""

    extensions_map = {"": "application/octet-stream", ".html": "text/html", ".js": "text/javascript"}

    def do_GET(self):
        path = self.path.partition("?")[0]
        if path.endswith(".html"):
            self.send_response(308)
            self.send_header("Location", path.removesuffix(".html").removesuffix("index"))
            self.end_headers()
            return
        if Path(self.translate_path(f"{path}.html")).exists():
            self.path = f"{path}.html"
        super().do_GET()

    def log_message(self, *args):
        pass


@contextmanager
def peculiar_host(folder):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Peculiar, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_host_with_types_and_addresses_of_its_own(browser, folder):
    """Such as nginx, which does not know .mjs, and the hosts that show learn.html as learn."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with peculiar_host(folder) as address:
        url = f"{address}/{UNDER}"
        opened(page, url, "#board=???/121")
        expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
        kept_offline(page)
    for name in ("learn.html", "learn"):
        page.goto(f"{url}/{name}")
        expect(page.locator(".lesson-card").first).to_be_visible()
    context.close()


def test_a_new_version_replaces_the_old_one(browser, folder, tmp_path):
    shutil.copytree(folder, tmp_path / "served")
    site = tmp_path / "served" / UNDER
    with served(tmp_path / "served") as address:
        url = f"{address}/{UNDER}"
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        opened(page, url)
        kept_offline(page)
        python = {name: data for name, data in contents(site).items() if name.startswith(("pyodide/", "python/"))}
        changed = site_files({**python, "python/logicms.zip": python["python/logicms.zip"]})
        page_text = changed["index.html"].replace(b"<title>", b"<title>New: ")
        changed = publish(site, {**changed, "index.html": page_text})
        page.reload()  # still the old one; the new one is fetched meanwhile
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null", timeout=PATIENCE
        )
        assert page.title().startswith("logicms")
        other = context.new_page()  # while it shows the old one, nothing is taken away from it
        opened(other, url, "#board=???/121")
        page.reload()
        page.wait_for_timeout(1000)
        assert page.title().startswith("logicms") and other.title().startswith("logicms")
        other.close()
        page.reload()
        page.wait_for_function("() => document.title.startsWith('New: ')", timeout=PATIENCE)
        kept = page.evaluate("caches.keys()")
        assert len(kept) == 1 and changed in kept[0]
        context.close()


def publish(site, files):
    """Write a site with changed files, and return its version."""
    manifest = json.loads(files["site.json"])
    data = files["index.html"]
    manifest["files"]["index.html"] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    text = json.dumps(manifest).encode()
    old, new = (hashlib.sha256(each).hexdigest() for each in (files["site.json"], text))
    for name, each in {**files, "site.json": text, "sw.js": files["sw.js"].replace(old.encode(), new.encode())}.items():
        (site / name).write_bytes(each)
    return new


# -- where it cannot work


@pytest.mark.parametrize(
    "before, sentence",
    [
        ("delete window.WebAssembly", "This page reasons with WebAssembly"),
        ("delete window.BigInt", "This browser is too old for this page"),
        ("delete HTMLScriptElement.prototype.noModule", "This browser is too old for this page"),
    ],
)
def test_a_browser_that_lacks_something(browser, url, before, sentence):
    context = browser.new_context()
    context.add_init_script(before)
    page = context.new_page()
    page.goto(f"{url}/")
    expect(page.get_by_role("alert").first).to_contain_text(sentence)
    expect(page.locator("#error")).to_contain_text(sentence)
    expect(page.locator(".loading")).to_have_count(0)  # it does not try in vain
    context.close()


def test_the_folder_opened_as_a_file(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    expect(page.get_by_role("alert").first).to_contain_text("This page does not work as a file")
    expect(page.get_by_role("alert").first).to_contain_text("python3 -m http.server")
    context.close()


@pytest.mark.parametrize(
    "file, sentence",
    [
        ("python/boards.zip", "python/boards.zip is not there (404): publish the whole folder again"),
        ("pyodide/pyodide.asm.wasm", "pyodide/pyodide.asm.wasm is not there (404): publish the whole folder again"),
        ("pyodide/pyodide.js", "pyodide/pyodide.js"),
        ("static/python-worker.js", "a file of the page is missing: publish the whole folder again"),
    ],
)
def test_half_a_site_says_so(browser, url, file, sentence):
    with strict_page(browser, url) as page:
        page.route(f"**/{file}", lambda route: route.fulfill(status=404, body="not here"))
        page.goto(f"{url}/")
        said = page.get_by_role("alert").first
        expect(said).to_contain_text("Python could not be started in this browser")
        expect(said).to_contain_text(sentence)
        expect(page.locator("#error")).to_contain_text("Python could not be started in this browser")
        expect(page.locator(".loading")).to_be_hidden()


def test_what_formulas_need_cannot_be_fetched(browser, url):
    """It is said, nothing else ends, and it is tried again with the next formula."""
    formula = ("POST", "ask", json.dumps({"hints": "a -> b\na", "formula": "b"}))
    with strict_page(browser, url) as page:
        opened(page, url)
        page.context.route("**/python/formulas.zip", lambda route: route.abort())
        detail = "python/formulas.zip could not be fetched: the connection is lost"
        assert answers(page, [formula]) == [[503, json.dumps({"status": 503, "detail": detail}, separators=(",", ":"))]]
        expect(page.locator(".loading")).to_be_hidden()
        page.context.unroute("**/python/formulas.zip")
        assert answers(page, [formula])[0][0] == 200


READY = """() => new Promise((resolve) => {
  const { postMessage } = globalThis;
  globalThis.postMessage = (data) => (postMessage(data), data.ready && resolve());
})"""


def test_nobody_waits_for_formulas_any_more(browser, url):
    """Then the line that tells of loading goes, too."""
    with strict_page(browser, url) as page:
        opened(page, url)
        spare = page.workers[1] if len(page.workers) > 1 else page.wait_for_event("worker")
        spare.evaluate(READY)
        page.context.route("**/python/formulas.zip", lambda route: None)
        page.evaluate(
            """async (module) => {
                 const { request } = await import(module);
                 window.nobody = new AbortController();
                 const text = JSON.stringify({ hints: "a -> b", formula: "b" });
                 request("POST", "ask", text, window.nobody.signal).catch(() => {});
               }""",
            f"{url}/static/workers.js",
        )
        expect(page.locator(".loading")).to_contain_text("Loading what formulas need")
        page.evaluate("window.nobody.abort()")
        expect(page.locator(".loading")).to_be_hidden()


def test_storage_that_the_browser_refuses(browser, url, tmp_path):
    """All cookies and site data are blocked: the page says so, and a game can be played all the same."""
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked))
    options = {"executable_path": CHROMIUM, "args": [*OPTIONS, *CUT_OFF]}
    context = browser.browser_type.launch_persistent_context(tmp_path, **options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    opened(page, url)
    expect(page.get_by_role("alert").first).to_contain_text("This browser keeps nothing for this page")
    page.click("#mode-play")
    page.locator("[data-cell=E5]").click()
    expect(page.locator("[data-cell=E5]")).to_have_attribute("aria-label", re.compile("^E5, open"))
    context.close()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_loading_hides_nothing_that_one_needs_meanwhile(browser, url, size):
    with strict_page(browser, url) as page:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.route("**/python/boards.zip", lambda route: None)
        for address in ("", "#play"):
            page.goto(f"{url}/{address}")
            expect(page.locator("[data-cell=A1]")).to_be_visible()
            expect(page.locator(".loading")).to_have_css("position", "fixed")  # its style is there
            line = page.locator(".loading").bounding_box()
            needed = [each.bounding_box() for each in page.locator("#stage :is(button, [data-cell])").all()]
            assert len(needed) > 81 and not [each for each in needed if overlap(line, each)]
            assert line["height"] < 40, f"it is one line: {line}"


def overlap(one, other):
    return other is not None and all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_loading_is_shown_and_the_board_is_there_before_python(browser, url):
    with strict_page(browser, url) as page:
        page.goto(f"{url}/")
        expect(page.get_by_role("progressbar")).to_be_visible()
        expect(page.locator("[data-cell=A1]")).to_be_visible()
        assert not serious(page)
        expect(page.locator(".loading")).to_be_hidden(timeout=PATIENCE)
