"""The documentation as a site: it builds without a warning, has every name, and no link in it is dead.

It needs the extra `docs`, which is part of the extra `test`; where it is missing, these tests are skipped.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from pkgutil import walk_packages
from urllib.parse import unquote

import click
import pytest
from click.testing import CliRunner
from conftest import ROOT

import logicms
from logicms import cli
from logicms.answers.answer import CommandAnswer
from logicms.notation.boards import format_link, parse_link
from logicms.record import Record

SPHINX = find_spec("sphinx") and find_spec("furo") and find_spec("myst_parser")
assert SPHINX or not os.environ.get("LOGICMS_COMPLETE"), "the documentation needs the extra `docs`"
pytestmark = pytest.mark.skipif(not SPHINX, reason="the extra `docs` is not installed")


def build(folder: Path, builder: str = "html") -> Path:
    """Build the site by the command that the page on contributing gives."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        builder,
        ROOT / "docs",
        folder / "site",
    ]
    command += ["-d", folder / "doctrees"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    built = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, env=environment)
    assert built.returncode == 0 and not built.stderr, built.stderr
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("docs"))


class Page(HTMLParser):
    """A page of the site: its links, the places in it, and by headings its text and the first column of its tables."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.sections: dict[str, str] = {"": ""}
        self.rows: dict[str, list[str]] = {}
        self._heading: str | None = None
        self._cells = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [value for key in ("href", "src") if (value := found.get(key))]
        self.ids |= {value for value in (found.get("id"), found.get("name")) if value}
        if tag in ("tr", "td"):
            self._cells = self._cells + 1 if tag == "td" else 0
            if self._cells == 1:
                self.rows.setdefault(list(self.sections)[-1], []).append("")
        elif re.fullmatch("h[1-4]", tag):
            self._heading = ""
        elif self._heading is not None and tag == "a":  # the link behind a heading
            self.sections.setdefault(self._heading, "")
            self._heading, self._cells = None, 0

    def handle_data(self, data: str) -> None:
        if self._heading is not None:
            self._heading += data
        else:
            self.sections[section := list(self.sections)[-1]] += data
            if self._cells == 1:
                self.rows[section][-1] += data.strip()


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


# -- it is complete


def test_every_public_name_is_in_the_reference(site):
    _, _, packed = (site / "objects.inv").read_bytes().partition(b"zlib.\n")
    listed = {line.split()[0] for line in zlib.decompress(packed).decode().splitlines()}
    public = {f"logicms.{name}" for name in logicms.__all__ if name != "__version__"}
    assert public <= listed, public - listed
    members = {
        f"logicms.{name}.{member}"
        for name in logicms.__all__
        if isinstance(kind := getattr(logicms, name), type)
        for member in vars(kind)
        if not member.startswith("_")
    }
    assert members <= listed, sorted(members - listed)
    assert len(public) > 60 and len(members) > 200, (len(public), len(members))


def test_a_name_can_be_called_as_the_reference_says(site):
    """Parameters that a function of the library has are in its signature there, in that order."""
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    for name in logicms.__all__:
        value = getattr(logicms, name)
        if callable(value) and not isinstance(value, type):
            asked = [each for each in signature(value).parameters if not each.startswith("_")]
            called = re.search(rf'id="logicms\.{name}">(.*?)</dt>', page, re.DOTALL)
            assert called and re.findall(r'<em class="sig-param"><span class="n">.*?>(\w+)<', called[1]) == asked, name


def test_every_command_and_option_is_in_the_reference(site):
    sections = Page(site / "reference" / "commands.html").sections
    options = []
    for name in cli.NAMES:
        command = cli.app.get_command(click.Context(cli.app), name)
        for parameter in command.params:
            for option in (*parameter.opts, *parameter.secondary_opts) if isinstance(parameter, click.Option) else ():
                assert re.search(rf"(?<![\w-]){option}(?![\w-])", sections[name]), (name, option)
                options.append(option)
        printed = CliRunner().invoke(cli.app, [name, "--help"], prog_name="logicms").stdout
        assert printed.strip() in sections[name], name
    assert len(cli.NAMES) > 20 and len(options) > 200, (len(cli.NAMES), len(options))


def answers() -> list[type[Record]]:
    """Return every kind of answer, by the rooms that have some."""
    for module in walk_packages(logicms.__path__, "logicms."):
        if re.match(r"logicms\.(answers|commands|teach|web)\b(?!\.(site|static))", module.name):
            import_module(module.name)
    kinds, unseen = {}, [CommandAnswer]
    while unseen:
        for kind in unseen.pop().__subclasses__():
            kinds[f"{kind.__module__}.{kind.__name__}"] = kind
            unseen.append(kind)
    return [kinds[name] for name in sorted(kinds)]


def test_every_field_of_every_answer_is_in_the_reference(site):
    rows = Page(site / "reference" / "answers.html").rows
    schemas: dict[str, dict] = {}
    kinds = answers()
    for kind in kinds:
        schemas[kind.__name__] = kind.schema(schemas)
    count = 0
    for name, schema in schemas.items():
        properties = [field for field in schema["properties"] if field != "version"]
        assert [field for field in rows[name] if field != "version"] == properties, name
        count += len(properties)
    assert len(kinds) > 30 and count > 300, (len(kinds), count)


def test_every_address_field_and_tool_is_in_the_reference(site):
    from logicms.web.operations import document
    from logicms.web.tools import tools

    described = document()
    rows = Page(site / "reference" / "http.html").rows
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            asked = described["components"]["schemas"].get(body.get("$ref", "").rpartition("/")[2], {})
            assert rows.get(f"{method.upper()} {path}", []) == list(asked.get("properties", ())), path
    rows = Page(site / "reference" / "mcp.html").rows
    for tool in tools():
        assert rows[tool.name] == list(tool.input_schema["properties"]), tool.name


def test_generated_parts_are_in_their_pages(site):
    assert not any("generated:" in page.read_text(encoding="utf-8") for page in site.rglob("*.html"))


def test_the_man_page_has_every_command(tmp_path):
    text = (build(tmp_path, "man") / "logicms.1").read_text(encoding="utf-8")
    assert all(f"\n.SS {name}\n" in text and f"Usage: logicms {name} " in text for name in cli.NAMES)
    assert "<#" not in text and "<>" not in text


# -- it leads on


def test_no_link_is_dead(site, pages):
    inside = 0
    for path, page in pages.items():
        for link in page.links:
            target, _, anchor = unquote(unescape(link)).partition("#")
            if re.match(r"[a-z]+:", link) or "/page/" in f"/{target}":
                continue
            file = (path.parent / target.partition("?")[0]).resolve() if target else path
            assert file.is_relative_to(site) and file.is_file(), (path.name, link)
            assert not anchor or file not in pages or anchor in pages[file].ids, (path.name, link)
            inside += 1
    pictures = {Path(link).name for page in pages.values() for link in page.links if "_images/" in link}
    assert {"why.png", "step.png", "phone.png"} <= pictures
    assert len(pages) > 35 and inside > 1000, (len(pages), inside)


def test_boards_open_on_the_page(site, pages):
    """A link below a board leads to the page beside these documents, and has that board in it."""
    found = 0
    for path, page in pages.items():
        for link in (link for link in page.links if "page/index.html#board=" in link):
            assert (path.parent / link.partition("#")[0]).resolve() == (site / "page" / "index.html").resolve()
            assert format_link(parse_link(link), link.partition("#")[0]).strip() == unescape(link)
            found += 1
    assert found > 30, found


def test_words_can_be_searched(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    assert all(f'"{word}"' in index or f"{word}:" in index for word in ("hexagon", "tatham", "totalis", "onli"))


@pytest.mark.outside
def test_a_board_opens_and_words_are_found_in_a_browser(site, tmp_path_factory, playwright):
    """In a browser: a click on the link below a board opens it on the page, and the search finds a page."""
    from browsers import chromium, on_screen
    from playwright.sync_api import expect
    from sites import PATIENCE, UNDER, served, site_folder

    page_folder = site / "page"
    if not page_folder.exists():
        page_folder.symlink_to(site_folder(tmp_path_factory) / UNDER, target_is_directory=True)
    with served(site) as url, chromium(playwright) as browser:
        page = on_screen(browser, "laptop")
        page.goto(f"{url}/tutorial/first-proof.html")
        page.get_by_role("link", name="Open this board on the page").first.click()
        expect(page.locator("#board [role=gridcell]")).to_have_count(6, timeout=PATIENCE)
        page.goto(f"{url}/search.html?q=hexagons")
        expect(page.locator("#search-results li").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#search-results")).to_contain_text("Boards")
        phone = on_screen(browser, "phone")
        for name in sorted(
            path.relative_to(site).as_posix() for path in site.rglob("*.html") if "page" not in path.parts
        ):
            phone.goto(f"{url}/{name}")
            assert phone.evaluate("document.documentElement.scrollWidth") <= 390, f"{name} is wider than a phone"
