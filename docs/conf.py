"""How Sphinx builds the documentation: `sphinx-build -W docs site` (CONTRIBUTING says more)."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.search.en import SearchEnglish

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT)]

import generated  # noqa: E402

import logicms  # noqa: E402
from logicms.board import Board  # noqa: E402
from logicms.errors import LogicmsError  # noqa: E402
from logicms.notation.boards import format_link, parse_board  # noqa: E402
from logicms.notation.read import read_board  # noqa: E402

project = "logicms"
release = version = logicms.__version__
copyright = "the authors of logicms; MIT licence"
author = "the authors of logicms"
html_title = f"logicms {release}"
html_favicon = "../logicms/web/static/icon.svg"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["logicms.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"source_edit_link": "", "top_of_page_buttons": []}

man_pages = [("reference/commands", "logicms", "Minesweeper by propositional logic, with its reasons", author, 1)]

# Docstrings are in reStructuredText, and a word in single backticks is code.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

page_address = ""
"""Where the page is that boards in these documents open on: the address of any logicms; empty: the folder `page/`
that `logicms site` writes beside these documents."""

with (ROOT / "pyproject.toml").open("rb") as file:
    repository: str = tomllib.load(file)["project"].get("urls", {}).get("Repository", "")
"""Where the project is, once it is public: links to its files lead there, and until then they are names of files."""

SearchEnglish.stopwords = SearchEnglish.stopwords - {"all", "only", "some", "which"}
"""Words that a search finds, too: in hint files they are keywords."""

LANGUAGES = {"board", "hints", "mistake", "proof", "lesson", "rubric", "lrat", "dimacs"} | {
    each.name for each in logicms.formats().formats
}
"""Languages of code blocks that are ours: nobody highlights them."""


def put_in_generated(app: Any, name: str, source: list[str]) -> None:
    """Put the generated parts into a page, and lead links that leave this folder to the project."""
    folder = (HERE / name).parent

    def of_project(found: re.Match[str]) -> str:
        text, path, anchor = found.groups(default="")
        target = (folder / path).resolve()
        if target.is_relative_to(HERE):
            return found[0]
        inside = target.relative_to(ROOT).as_posix()
        if repository:
            return f"[{text}]({repository}/blob/main/{inside}{anchor})"
        return f"`{inside}`" if text == inside else f"{text} (`{inside}` in the project)"

    links = re.compile(r"(?<!!)\[([^\]]+)\]\(((?:\.\./)+[^)#]*)(#[^)]*)?\)")
    source[0] = links.sub(of_project, generated.expand(source[0]))


def link_boards(app: Any, tree: nodes.document, name: str) -> None:
    """Put a link to the page below every block that shows a board, or has a command about a board's file."""
    if app.builder.name == "man":  # whose pages have no links
        for link in list(tree.findall(nodes.reference)):
            link.replace_self(nodes.inline("", "", *link.children))
        return
    up = "../" * name.count("/")
    for block in list(tree.findall(nodes.literal_block)):
        boards = list(boards_in(block))
        if block.get("language") in LANGUAGES:
            block["language"] = "text"
        if boards and block.parent is not None:
            links = nodes.paragraph(classes=["boards"])
            for title, board in boards:
                address = format_link(board, page_address or f"{up}page/index.html").strip()
                links += nodes.reference("", f"Open {title} on the page", refuri=address, classes=["board"])
                links += nodes.Text(" ")
            block.parent.insert(block.parent.index(block) + 1, links)


def boards_in(block: nodes.literal_block) -> list[tuple[str, Board]]:
    """Return the boards of a block: the block itself, or the examples that its commands are about."""
    text = block.astext()
    if block.get("language") == "board":
        try:
            return [("this board", parse_board(text))]
        except LogicmsError:  # rows of signs that are no whole board
            return []
    if block.get("language") != "console":
        return []
    found = {}
    for command in re.findall(r"^\$ (logicms .*)", text, re.MULTILINE):
        for word in shlex.split(command, comments=True):
            if re.fullmatch(r"examples/boards/[\w-]+\.txt", word):
                found[Path(word).stem] = read_board(ROOT / word)
    return list(found.items())


def readable_signature(
    app: Any, kind: str, name: str, value: Any, options: Any, arguments: str | None, *more: Any
) -> Any:
    return arguments and (generated.readable(arguments), *more)


def without_noise(app: Any, kind: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Leave out what `namedtuple` says about each of its fields."""
    lines[:] = [line for line in lines if not line.startswith("Alias for field number")]


def setup(app: Any) -> dict[str, bool]:
    app.connect("source-read", put_in_generated)
    app.connect("doctree-resolved", link_boards)
    app.connect("autodoc-process-signature", readable_signature)
    app.connect("autodoc-process-docstring", without_noise)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
