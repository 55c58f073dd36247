"""Worksheets: positions that need their technique, answers that are right, pages and documents that can be printed."""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from browsers import CHROMIUM, OPTIONS
from click.testing import CliRunner
from conftest import needs
from oracle import backbone
from technique_judges import JUDGES, constraints

from logicms.board import Board, parse_cell
from logicms.cli import app
from logicms.errors import BoardError, LimitReached
from logicms.explanation import verify
from logicms.explanation.techniques import Technique
from logicms.notation.boards import parse_board
from logicms.proofs.proof import Proof
from logicms.render.picture import stylesheet
from logicms.render.worksheet import answers_html, answers_latex, worksheet_html, worksheet_latex
from logicms.teach.worksheet import KINDS, Clauses, WorksheetAnswer, WorksheetItem, WorksheetTask, worksheet


@pytest.fixture(scope="module")
def sheets() -> dict[str, WorksheetAnswer]:
    counts = {"single": 4, "subset": 4, "difference": 3, "propagate": 2, "split": 1}
    return {name: worksheet(7, technique=name, count=count) for name, count in counts.items()}


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def question(task: WorksheetTask, kind: str) -> WorksheetItem:
    return next(each for each in task.questions if each.kind == kind)


# -- what is asked, and the answers


def test_a_sheet_explains_what_its_questions_need() -> None:
    about = {kind: " ".join(worksheet(7, count=1, kinds=(kind,)).about) for kind in KINDS}
    assert [kind for kind in KINDS if "A clause is" in about[kind]] == ["clauses", "prove"]
    assert [kind for kind in KINDS if "Resolution makes" in about[kind]] == ["prove"]
    assert all("how many of the cells around it are mines" in text for text in about.values())


@pytest.mark.parametrize("technique", list(Technique))
def test_a_position_needs_its_technique(sheets: dict[str, WorksheetAnswer], technique: str) -> None:
    for task in sheets[technique].tasks:
        told = constraints(task.board, total=False)
        easier = list(JUDGES)[: Technique(technique).rank()]
        assert all(not JUDGES[name](told) for name in easier), "nothing easier goes on"
        assert technique == "split" or JUDGES[technique](told), "the technique does"
        assert task.board.mines is None and task.technique == technique


def test_the_answer_argues_by_the_technique_that_it_names() -> None:
    """The first position from seed 9 is no example: its fewest clues need a split, and more of them do not."""
    [task] = worksheet(9, technique="propagate", count=1, kinds=("prove",)).tasks
    words = " ".join(part for part in question(task, "prove").answer if isinstance(part, str))
    assert "Suppose that" in words and "both ways" not in words


@pytest.mark.parametrize("technique", list(Technique))
def test_the_certain_cells_are_those_of_an_oracle(sheets: dict[str, WorksheetAnswer], technique: str) -> None:
    for task in sheets[technique].tasks:
        [answer] = question(task, "certain").answer
        safe, mine = re.match(r"Safe: (.*?)\. Mines: (.*?)\. ", answer).groups()
        every = backbone(task.board.with_flags("fact"))
        assert {parse_cell(name) for name in safe.split() if name != "none"} == every.safe == task.marks.safe
        assert {parse_cell(name) for name in mine.split() if name != "none"} == every.mine == task.marks.mine
        assert ("Every hidden cell" in answer) is (
            len(every.safe | every.mine) == len(task.board.with_flags("fact").hidden)
        )


@pytest.mark.parametrize("technique", list(Technique))
def test_the_clauses_say_what_the_clue_says(sheets: dict[str, WorksheetAnswer], technique: str) -> None:
    for task in sheets[technique].tasks:
        asked = question(task, "clauses")
        clue, number = re.match(r"(\w+) shows (\d)", asked.text).groups()
        around = task.board.neighbours(parse_cell(clue))
        names = [str(cell) for cell in around if task.board[cell] in "?F"]
        [clauses] = [part.clauses for part in asked.answer if isinstance(part, Clauses)]
        assert task.board[parse_cell(clue)] == number and {x.lstrip("~") for each in clauses for x in each} == set(
            names
        )
        for values in product((True, False), repeat=len(names)):
            mines = dict(zip(names, values, strict=True))
            holds = all(any(mines[x.lstrip("~")] is not x.startswith("~") for x in each) for each in clauses)
            assert holds is (sum(values) == int(number))


@pytest.mark.parametrize("technique", list(Technique))
def test_the_proofs_are_about_their_boards(sheets: dict[str, WorksheetAnswer], technique: str) -> None:
    for task in sheets[technique].tasks:
        asked = question(task, "prove")
        [proof] = [part for part in asked.answer if isinstance(part, Proof)]
        if proof.number_of_resolutions:
            literal = re.match(r"Prove (~?\w+) by resolution", asked.text)[1]
        else:
            assert "One clue alone shows that " in asked.text and len(proof.steps) == 1
            cell, what = re.search(r"that (\w+) is (safe|a mine)\.", asked.text).groups()
            literal = cell if what == "a mine" else f"~{cell}"
        assert str(proof.literal) == literal
        assert verify(proof, task.board) and asked.lines >= min(16, len(proof.steps))
        other = Board(tuple(row.translate(str.maketrans("12345678", "23456781")) for row in task.board.rows))
        assert not verify(proof, other), "of no other board"


def test_the_same_seed_gives_the_same_sheet_and_boards_are_seeds_in_a_row() -> None:
    both = worksheet(7, technique="subset", count=2)
    assert both == worksheet(7, technique="subset", count=2)
    assert both.tasks[1] == worksheet(8, technique="subset", count=1).tasks[0]
    assert [task.technique for task in worksheet(3, count=4).tasks] == ["single", "subset", "difference", "single"]


def test_only_what_is_wanted_is_asked() -> None:
    sheet = worksheet(7, technique="single", count=1, kinds=["clauses"], title="Clauses")
    assert [each.kind for each in sheet.tasks[0].questions] == ["clauses"] and sheet.title == "Clauses"
    assert not sheet.tasks[0].marks.safe and sheet.tasks[0].marks.goal is None
    with pytest.raises(BoardError, match="not a kind of question: 'odds'"):
        worksheet(7, kinds=["odds"])
    with pytest.raises(LimitReached, match="no such position of 3x3"):
        worksheet(7, technique="split", size=(3, 3, 4))


# -- on paper


class _Page(HTMLParser):
    """Collects the text of a page, and how often each tag and each id occurs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value != "hatch"]

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_has_questions_and_room_and_the_answers_stand_apart(sheets: dict[str, WorksheetAnswer]) -> None:
    sheet = sheets["subset"]
    asked, solved = _Page(worksheet_html(sheet)), _Page(answers_html(sheet))
    assert asked.tags.count("svg") == solved.tags.count("svg") == len(sheet.tasks)
    assert asked.tags.count("table") == 0 and solved.tags.count("table") == len(sheet.tasks)
    assert not asked.ids and not solved.ids, "an id stands only once on a page"
    words = " ".join(" ".join(asked.words).split())
    for task in sheet.tasks:
        for each in task.questions:
            text = each.text.replace("~", "¬")
            assert text in words and text in " ".join(" ".join(solved.words).split())
            assert not any(part in words for part in each.answer if isinstance(part, str))
    assert "Name:" in words and "script" not in asked.tags
    for page in (words, " ".join(solved.words)):
        assert "¬" in page and " ∨ " in page and not {"~", "|"} & set(page.partition("}")[2].rpartition("}")[2])


def test_latex_as_people_get_it(golden) -> None:
    sheet = worksheet(7, technique="subset", count=1)
    golden("worksheet.tex", worksheet_latex(sheet))
    golden("worksheet-answers.tex", answers_latex(sheet))


@pytest.mark.outside
@needs("pdflatex", "texlive-latex-base")
@pytest.mark.parametrize("technique", list(Technique))
def test_latex_compiles(sheets: dict[str, WorksheetAnswer], technique: str, tmp_path) -> None:
    for write in (worksheet_latex, answers_latex):
        (tmp_path / "sheet.tex").write_text(write(sheets[technique]))
        command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "sheet.tex"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
        assert made.returncode == 0, made.stdout[-2000:]
        assert "Overfull \\hbox" not in made.stdout


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_hidden_and_open_cells_differ_on_paper_and_a_key_says_how(sheets: dict[str, WorksheetAnswer]) -> None:
    hidden, open_ = re.search(
        r"^[.]task [.]cell [{] fill: (#\w+);.* fill: (#\w+);", stylesheet("worksheet"), re.MULTILINE
    ).groups()
    assert (luminance(open_) + 0.05) / (luminance(hidden) + 0.05) > 1.5
    sheet = sheets["subset"]
    asked = worksheet_html(sheet)
    zeros = sum(row.count("0") for task in sheet.tasks for row in task.board.rows)
    assert len(re.findall(r'<text class="zero"[^>]*>0</text>', asked)) == zeros > 0, "an empty box is hidden"
    words = " ".join(_Page(asked).words)
    assert "hidden" in words and "open, with no mines around it" in words and "a flag" in words
    latex = worksheet_latex(sheet)
    assert "A grey box is a hidden cell" in latex and latex.count(r"\cell{0}") == zeros
    rows = [row for task in sheet.tasks for row in task.board.rows]
    assert latex.count("\\hid{") == sum(row.count("?") + row.count("F") for row in rows)


def pages_of(path: Path) -> list[str]:
    """Return the text of each page of a PDF file."""
    printed = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True)
    return printed.stdout.split("\f")[:-1]


def assert_whole(pages: list[str], boards: int) -> None:
    """Each board is on the same page as all its questions."""
    patterns = (r"Board \d", "Which hidden", r"shows \d", "Prove")
    found = [[len(re.findall(pattern, page)) for pattern in patterns] for page in pages]
    assert all(len(set(counts)) == 1 for counts in found), found
    assert sum(counts[0] for counts in found) == boards


def printed(html: str, folder: Path) -> list[str]:
    """Return the pages of a document that Chromium has printed, as the documentation says."""
    (folder / "sheet.html").write_text(html)
    options = ["--headless", *OPTIONS, "--no-pdf-header-footer", f"--user-data-dir={folder / 'profile'}"]
    command = [CHROMIUM, *options, f"--print-to-pdf={folder / 'sheet.pdf'}", (folder / "sheet.html").as_uri()]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    return pages_of(folder / "sheet.pdf")


@pytest.mark.outside
@needs(CHROMIUM, "chromium")
@needs("pdftotext", "poppler-utils")
@pytest.mark.parametrize("size, count, most", [((6, 6, 8), 6, 3), ((9, 9, 14), 2, 2), ((16, 8, 20), 1, 1)])
def test_a_printed_page_keeps_a_board_and_its_questions_together(size, count, most, tmp_path) -> None:
    pages = printed(worksheet_html(worksheet(7, technique="subset", count=count, size=size)), tmp_path)
    assert len(pages) <= most
    assert_whole(pages, count)


@pytest.mark.outside
@needs(CHROMIUM, "chromium")
@needs("pdftotext", "poppler-utils")
def test_small_boards_share_a_page_and_answers_begin_under_their_heading(tmp_path) -> None:
    small = worksheet(7, technique="single", count=6, kinds=["certain"])
    [page] = printed(worksheet_html(small), tmp_path)
    assert [page.count(f"Board {number}") for number in range(1, 7)] == [1] * 6 and page.count("Which hidden") == 6
    proofs = printed(answers_html(worksheet(7, technique="split", count=2, kinds=["prove"])), tmp_path)
    assert "Answers" in proofs[0] and "Prove" in proofs[0], "the title is not alone on its page"
    for page in proofs:  # a heading is followed by its question, the words before a table by the table
        assert page.count("Board ") == len(re.findall(r"Prove", page))
        assert page.count("This is a short one:") == page.count("because")


def test_small_boards_share_a_row_in_latex() -> None:
    small = worksheet_latex(worksheet(7, technique="single", count=3, kinds=["certain"]))
    assert small.count("0.47\\linewidth") == 3 and small.count("\\hfill\n\\begin{minipage}") == 1
    assert "0.47\\linewidth" not in worksheet_latex(worksheet(7, technique="single", count=1, kinds=["certain"]))


@pytest.mark.outside
@needs("pdflatex", "texlive-latex-base")
@needs("pdftotext", "poppler-utils")
def test_a_page_of_latex_keeps_a_board_and_its_questions_together(tmp_path) -> None:
    (tmp_path / "sheet.tex").write_text(worksheet_latex(worksheet(7, technique="subset", count=6)))
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "sheet.tex"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    pages = pages_of(tmp_path / "sheet.pdf")
    assert len(pages) == 4
    assert_whole(pages, 6)


@pytest.mark.outside
@needs("pdflatex", "texlive-latex-base")
@needs("pdftotext", "poppler-utils")
def test_answers_in_latex_keep_clauses_and_tables_with_their_sentences(tmp_path) -> None:
    """No page begins with clauses or with a table."""
    (tmp_path / "sheet.tex").write_text(answers_latex(worksheet(7, technique="propagate", count=7)))
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "sheet.tex"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    text = subprocess.run(["pdftotext", "-layout", "sheet.pdf", "-"], cwd=tmp_path, capture_output=True, text=True)
    begin = [next((line.strip() for line in page.splitlines() if line.strip()), "") for page in text.stdout.split("\f")]
    assert len(begin) > 3
    assert not [line for line in begin if line.startswith(("step", "¬")) or "∨" in line]


def test_a_title_cannot_break_out(sheets: dict[str, WorksheetAnswer]) -> None:
    sheet = WorksheetAnswer(1, "<script>\\input{x} & 50 %", ())
    assert "<script>" not in worksheet_html(sheet) and "\\input" not in worksheet_latex(sheet)


# -- the command


def test_the_command_writes_both(tmp_path) -> None:
    sheet, answers = tmp_path / "sheet.html", tmp_path / "answers.html"
    wish = ["worksheet", "--seed", "7", "--technique", "subset", "--count", "2"]
    result = run(*wish, "--out", str(sheet), "--answers", str(answers))
    assert result.exit_code == 0 and result.stdout == ""
    assert result.stderr == f"written to {sheet}\nanswers written to {answers}\n"
    made = worksheet(7, technique="subset", count=2)
    assert sheet.read_text() == worksheet_html(made) and answers.read_text() == answers_html(made)
    assert run(*wish, "--to", "latex").stdout == worksheet_latex(made)


def test_the_json_has_boards_questions_answers_and_proofs() -> None:
    found = json.loads(run("worksheet", "--seed", "7", "--count", "2", "--json").stdout)
    assert list(found) == ["version", "seed", "title", "tasks"] and found["seed"] == 7
    sheet = worksheet(7, count=2)
    assert found == {"version": 1, **json.loads(json.dumps(sheet.to_json()))}
    for task in found["tasks"]:
        assert [each["kind"] for each in task["questions"]] == list(KINDS)
        proof = Proof.from_json(task["questions"][2]["proof"])
        assert verify(proof, parse_board(task["board"]))


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (["--size", "5x5"], 2, "--size needs --mines"),
        (["--question", "odds"], 2, "'odds' is not one of"),
        (["--size", "3x3", "--mines", "4", "--technique", "split", "--seed", "1"], 4, "no such position of 3x3"),
        (["--out", "/nowhere/sheet.html", "--seed", "1"], 2, "No such file"),
    ],
)
def test_refusals(arguments: list[str], code: int, message: str) -> None:
    result = run("worksheet", *arguments)
    assert result.exit_code == code and message in " ".join(result.stderr.split())
