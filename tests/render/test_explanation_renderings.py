"""What people see of an explanation: ten example cells in every form, as golden files to be read like code.

A page is long, and put together from what the other forms hold: two of them are golden files, the others are read and
compared with those forms, part by part.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, needs
from games import endgames
from hypothesis import given
from pages import Node, read_page, read_svg
from strategies import planted_boards

from logicms.answers.prove import explained, next_step, prove
from logicms.board import Board, parse_cell
from logicms.errors import BoardError
from logicms.explanation import Explainer, explain, next_deduction
from logicms.explanation.explanation import WAYS
from logicms.limits import limit
from logicms.notation.boards import parse_board
from logicms.problem import Problem
from logicms.render.explanation import next_text
from logicms.render.graph import proof_svg
from logicms.render.written import COMPARING, FORMS, written


def write_explanation(answer, form):
    """What `prove --to` writes to a file."""
    return f"{written(answer, form)}\n"


def proved(board, cell, by, form):
    """Why a cell is what it is, in a form."""
    return write_explanation(prove(Problem.of(board), cell, by, compare=form in COMPARING), form)


CELLS = {
    "corner": "A1",
    "one-one": "C1",
    "one-two-one": "B1",
    "one-two-two-one": "A1",
    "reduction": "B1",
    "known": "C1",
    "difference": "C3",
    "propagate": "D2",
    "split": "D2",
    "ringed": "C3",
    "fifty-fifty": "A1",
}
GOLDEN_PAGES = ("one-two-one", "fifty-fifty")
CERTAIN = {name: cell for name, cell in CELLS.items() if name != "fifty-fifty"}


def example(name: str) -> Board:
    return parse_board((ROOT / "examples" / "boards" / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name, cell", CELLS.items())
def test_words(name, cell, golden):
    board = example(name)
    found = explain(board, parse_cell(cell))
    told = [f"== by {by} ==\n{write_explanation(explained(found, by, compare=True), 'words')}" for by in WAYS]
    golden(f"explain-{name}.txt", "\n".join([write_explanation(explained(found, "direct"), "text"), *told]))


@pytest.mark.parametrize("name, cell", CELLS.items())
@pytest.mark.parametrize("form", ["latex", "svg"])
def test_documents(name, cell, form, golden):
    board = example(name)
    text = proved(board, cell, "resolution", form)
    if form == "svg":
        tree = ET.fromstring(text)
        ET.indent(tree)
        text = ET.tostring(tree, encoding="unicode") + "\n"
    golden(f"explain-{name}.{ {'latex': 'tex'}.get(form, form) }", text)


# -- pages


@pytest.mark.parametrize("name", GOLDEN_PAGES)
def test_pages(name, golden):
    board = example(name)
    page = proved(board, CELLS[name], "resolution", "html")
    golden(f"explain-{name}.html", page)


def rows(table: Node) -> list[tuple[str, ...]]:
    """Return the texts of a table, its head first."""
    return [tuple(each.text for each in row.all("th", "td")) for row in table.all("tr")]


def steps_in(text: str) -> list[tuple[str, ...]]:
    """Return number, clause and reason of every step of a proof, from the text form."""
    lines = text.partition("to show: ")[2].splitlines()[1:]
    return [tuple(re.split(" {2,}", line.strip(), maxsplit=2)) for line in lines if re.match(" *[0-9]", line)]


def in_full(reason: str) -> str:
    """Return how a page writes the sum that the text form gives as `D2 - B3 with D1: C1 = 0`."""
    return re.sub("( with [^:]*)?: ", " leaves ", reason).replace("-", "−")


@pytest.mark.parametrize("name, cell", CERTAIN.items())
def test_a_page_has_the_words_and_the_picture_of_the_other_forms(name, cell):
    board = example(name)
    found = explain(board, parse_cell(cell))
    page = read_page(write_explanation(explained(found, "resolution", compare=True), "html"))
    headline = write_explanation(explained(found, "direct"), "text").splitlines()[0]
    assert page.one("head").one("title").text == page.one("h1").text == headline
    words = write_explanation(explained(found, "resolution", compare=True), "words").strip("\n").split("\n\n")[1:]
    assert [each.text for each in page.all("p")][: len(words)] == words
    figure, *graph = page.all("figure")
    assert figure.one("svg").outline() == read_svg(proved(board, found.cell, "direct", "svg")).outline()
    assert figure.one("figcaption").text.startswith("Outlined: the clues that are used.")
    direct = found.proof("direct")
    drawn = [read_svg(proof_svg(direct)).outline()] if len(direct.steps) > 1 else []
    assert [each.one("svg").outline() for each in graph] == drawn


@pytest.mark.parametrize("name, cell", CERTAIN.items())
def test_a_page_has_every_step_of_three_proofs(name, cell):
    board = example(name)
    found = explain(board, parse_cell(cell))
    page = read_page(write_explanation(explained(found, "resolution", compare=True), "html"))
    text = write_explanation(explained(found, "shortest"), "text")
    lengths = re.search("^length --by resolution: (.*); direct: (.*); counting: (.*)$", text, re.MULTILINE)
    articles = list(page.all("article"))
    assert [each.one("h3").text for each in articles] == [
        f"By resolution: {lengths[1]}",
        f"Direct: {lengths[2]}",
        f"By counting: {lengths[3]}",
    ]
    for article, by in zip(articles, WAYS, strict=True):
        head, *steps = rows(article.one("table"))
        told = steps_in(write_explanation(explained(found, by), "text"))
        if by == "counting":
            told = [(number, shows, in_full(because)) for number, shows, because in told]
        assert head == ("step", "shows", "because") and len(steps) == len(found.proof(by).steps)
        assert steps == told


@pytest.mark.parametrize("name, cell", CERTAIN.items())
def test_a_page_says_why_no_clue_can_be_left_out(name, cell):
    board = example(name)
    found = explain(board, parse_cell(cell))
    page = read_page(write_explanation(explained(found, "resolution", compare=True), "html"))
    headings = [each.text for each in page.all("h2")]
    several, drawn = len(found.hints) > 1, len(found.proof("direct").steps) > 1
    assert headings == [
        "Three proofs compared",
        *["Why no clue can be left out"] * several,
        *["The direct proof as a graph"] * drawn,
    ]
    if several:
        head, *told = rows(list(page.all("table"))[3])
        assert head == ("without", "mines")
        clues = [{"mines": "the mine total"}.get(hint.because, str(hint.because)) for hint in found.hints]
        assert [without for without, _ in told] == clues
        assert [set(mines.split()) for _, mines in told] == [set(map(str, mines)) for mines in found.witnesses()]


@pytest.mark.parametrize("name, cell", CELLS.items())
def test_a_page_stands_alone_and_can_be_read_aloud(name, cell):
    board = example(name)
    text = proved(board, cell, "resolution", "html")
    page = read_page(text)
    assert page.attributes["lang"] == "en" and "@media print" in text
    assert not list(page.all("script", "link", "img", "iframe", "object", "base")), "nothing is run or loaded"
    assert not [name for each in page.all() for name in each.attributes if re.fullmatch("src|(.*:)?href|on.*", name)]
    assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/)", text)
    for picture in page.all("svg"):
        assert picture.attributes["role"] == "img" and picture.one("title").text
        if picture.attributes["class"] == "board":
            assert picture.one("desc").text.count("\n") == board.height + 1, "the board in characters"


def test_what_others_wrote_stays_text():
    title = "</title></style><script>alert('&amp;')</script>"
    board = replace(example("one-two-one"), title=title)
    page = read_page(proved(board, "B1", "resolution", "html"))
    assert not list(page.all("script"))
    assert next(page.all("svg")).one("title").text == f"{title}: B1 is safe"


@pytest.mark.outside
@needs("pdflatex", "texlive-latex-base")
@pytest.mark.parametrize("name, cell", CELLS.items())
@pytest.mark.parametrize("by", WAYS)
def test_latex_compiles(name, cell, by, tmp_path):
    board = example(name)
    (tmp_path / "why.tex").write_text(proved(board, cell, by, "latex"))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "why.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]


@given(planted_boards(max_cells=16))
def test_every_explanation_can_be_shown_in_every_form(board):
    explainer = Explainer(board, flags="claim")
    read = explainer.problem.board
    for cell in [*read.hidden[:3], *read.known_mines[:1], *read.known_safe[:1]]:
        found = explainer.explain(cell)
        for by in WAYS:
            for form in FORMS:
                if found.is_certain and not (by == "counting" and form in ("lines", "dimacs", "drat", "lrat")):
                    text = write_explanation(explained(found, by, compare=form in COMPARING), form)
                    assert text.endswith("\n") and (form != "svg" or ET.fromstring(text).tag.endswith("svg"))
                elif form in ("text", "words", "latex", "svg", "html"):
                    assert str(cell) in write_explanation(explained(found, by, compare=form in COMPARING), form)
                else:
                    with pytest.raises(BoardError, match="not certain|by counting"):
                        write_explanation(explained(found, by, compare=form in COMPARING), form)


def test_a_page_that_takes_too_long_ends_with_the_limit():
    board = example("ringed")
    with limit(steps=1):
        text = proved(board, "C3", "resolution", "html")
    assert text == "whether C3 is safe or a mine: not decided within 1 step\n"


def test_a_picture_points_out_what_the_argument_rests_on():
    board = example("one-two-two-one")
    svg = ET.fromstring(proved(board, "A1", "direct", "svg"))
    space = "{http://www.w3.org/2000/svg}"
    rings = [ring.get("class") for ring in svg.iter(f"{space}rect") if "ring" in (ring.get("class") or "")]
    assert rings.count("ring") == 3 and rings.count("ring goal") == 1
    hatched = [g.get("id") for g in svg.iter(f"{space}g") if any(r.get("class") == "hatch" for r in g)]
    assert hatched == ["B1", "C1", "D1"]


def test_the_graph_draws_every_step_below_its_parents():
    proof = explain(example("one-two-two-one"), parse_cell("A1")).proof("direct")
    svg = ET.fromstring(proof_svg(proof))
    space = "{http://www.w3.org/2000/svg}"
    boxes = [box for box in svg.iter(f"{space}rect") if "node" in (box.get("class") or "")]
    assert len(boxes) == len(proof.steps)
    for step, box in zip(proof.steps, boxes, strict=True):
        assert all(float(boxes[p - 1].get("y")) < float(box.get("y")) for p in step.parents or ())
    lines = list(svg.iter(f"{space}line"))
    assert len(lines) == 2 * proof.number_of_resolutions


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_ladder_says_no_more_than_its_level(level):
    board = example("one-two-two-one")
    found = next_deduction(board)
    text = next_text(next_step(Problem.of(board), level), ascii=True)
    said = ["Look at" in text, "Use " in text, "Technique: " in text, f"{found.cell} is " in text]
    assert said == [True] * level + [False] * (4 - level)


def test_a_proof_that_nobody_would_read_is_told_by_counting():
    [(board, cells)] = endgames("intermediate", 1, seed=1)
    words = proved(board, cells[0], "resolution", "words")
    assert "more steps than anyone would read" in words and "mine total" in words and len(words) < 3000


def test_values_show_themselves():
    found = explain(example("one-two-one"), parse_cell("B1"))
    assert str(found).startswith("B1 is safe.") and "<table>" in found._repr_html_()
    for by in WAYS:
        proof = found.proof(by)
        assert str(proof).startswith("to show: ~B1") and proof._repr_html_().startswith(
            "<div><p>to show: ~B1</p><table>"
        )
