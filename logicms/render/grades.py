"""Grades for people and for spreadsheets: the report on a program as text and as a page, and the tables of a class.

A report says how the games ended, the points, and what was overlooked, with proofs. Tables are CSV, or the results file
of Gradescope; those of the answers and of the progress of a class are here too.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from logicms.answers.grade import Example, GradeAnswer
from logicms.board import Cell, parse_cell
from logicms.errors import counted
from logicms.grading.match import MEASURES
from logicms.notation.texts import folded
from logicms.render.explanation import explanation_words, marks_of
from logicms.render.html import element, page, paragraph, table
from logicms.render.picture import Marks, Paint, board_element, board_text, plain

if TYPE_CHECKING:
    from logicms.teach.class_tables import AnswerTable, ProgressTable


_SAID = {
    "complete": "sound and complete",
    "incomplete": "sound, but not complete",
    "unsound": "not sound",
    "failed": "sound as far as it went, but it failed",
    "untested": "nothing was shown: no cell was certain in any of its games",
    "unreadable": "it cannot be graded",
}


def grade_text(answer: GradeAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the whole report."""
    lines = [paint(_headline(answer), "heading"), *map(lambda line: folded(line, columns), _summary(answer))]
    if answer.points:
        lines += ["", *_points_lines(answer, columns)]
    for one in answer.findings:
        lines += ["", paint(folded(_happened(one), columns), "heading")]
        lines += [board_text(one.position, _marks(one), ascii=ascii, paint=paint, columns=columns)]
        lines += [folded(paragraph, columns) for paragraph in _words(one)]
    return "\n".join(lines)


def _headline(answer: GradeAnswer) -> str:
    """Return who and what, in one line."""
    return f"{answer.student}: {_SAID[answer.status]}"


def _summary(answer: GradeAnswer) -> Iterator[str]:
    """Yield the counts as sentences."""
    if answer.message and answer.status == "unreadable":
        yield answer.message
        return
    course = answer.course
    what = counted(answer.games, "puzzle" if course.hints is not None else "game")
    seeds = f"seed {answer.seeds.start}"
    if answer.games > 1:
        seeds = f"seeds {answer.seeds.start} to {answer.seeds.stop - 1}"
    size = f"{course.width}x{course.height} with {counted(course.mines, 'mine')}"
    numbers = {"won": answer.won, "lost": answer.lost, "stopped": answer.stopped, "failed": answer.failed}
    outcomes = ", ".join(f"{number} {name}" for name, number in numbers.items() if number or name == "won")
    yield f"{what} of {size}, {seeds}: {outcomes}"
    overlooked = f"overlooked cells: {answer.overlooked}"
    if answer.games_overlooked:
        overlooked += f" in {counted(answer.games_overlooked, 'game')}"
    yield f"wrong claims: {answer.wrong}; {overlooked}; unneeded guesses: {answer.unneeded_guesses}"
    if answer.techniques:
        some = "" if sum(answer.techniques.values()) == answer.overlooked else " (of those explained)"
        shares = ", ".join(f"{name} {number}" for name, number in answer.techniques.items())
        yield f"techniques that show what was overlooked{some}: {shares}"
    yield f"the program's time: {answer.seconds:.2f} s, slowest move {answer.slowest:.3f} s"
    for number, outcome, message in answer.failures:
        yield f"game {number} {_FAILED[outcome]}: {message}"
    if answer.played < answer.games:
        yield f"{counted(answer.games - answer.played, 'game was', 'games were')} not played: {answer.message}"
    if answer.imports_logicms:
        yield "It imports logicms."


_FAILED = {"crashed": "crashed", "slow": "was too slow", "broken": "broke the rules"}


def _points_lines(answer: GradeAnswer, columns: int | None = None) -> list[str]:
    """Return the score, and the points for each line of the rubric."""
    width = max(len(each.name) for each in answer.points)
    lines = [f"score: {answer.score:g} of {answer.of:g}"]
    if answer.overlooked > answer.certain:  # it gets no points
        lines[0] += (
            f", because it overlooked more certain cells ({answer.overlooked:,}) than it found ({answer.certain:,})"
        )
    for each in answer.points:
        earned = f"  {each.name:<{width}} {each.points:>5g} of {each.of:g}"
        rule = "" if each.name == each.rule else each.rule
        room = max(20, columns - len(earned) - 2) if columns else 1_000
        parts = (rule, f"here {each.lost_for}" if each.lost_for else "")
        right = [line for part in parts for line in wrap(part, room, break_on_hyphens=False)]
        lines.append(f"{earned}  {right[0]}" if right else earned)
        lines += [" " * (len(earned) + 2) + line for line in right[1:]]
    return lines


# -- examples


def _happened(one: Example) -> str:
    """Return what happened, in one sentence."""
    where = f"Game {one.game} (seed {one.seed}), turn {one.turn}"
    if one.cell is None:
        said = "answered that there is no placement, but there is one" if one.answered is None else "is wrong"
        return f"{where}: {'it' if one.answered is None else 'its placement'} {said}."
    if one.kind == "wrong":
        claim = "a mine" if one.claimed == "mine" else "safe"
        return f"{where}: it said that {one.cell} is {claim}{_refutation(one)}."
    if one.kind == "unneeded":
        return f"{where}: it guessed {one.cell}, although {one.instead}, which it had named, was certainly safe."
    certainly = "certainly a mine" if one.verdict == "mine" else "certainly safe"
    did = "stopped" if one.instead is None else f"guessed {one.instead}"
    also = f", and {counted(len(one.others), 'other cell was', 'other cells were')} certain" if one.others else ""
    return f"{where}: it {did}, but {one.cell} was {certainly}{also}."


def _refutation(one: Example) -> str:
    if one.verdict is None:
        return ", which is not certain" if one.placement is not None else ""
    if one.proof is None:
        return ", but it was open already"
    return ", but it is a mine" if one.verdict == "mine" else ", but it is safe"


def _words(one: Example) -> Iterator[str]:
    """Yield the reason in paragraphs: the proof, or the placement that refutes a claim."""
    if one.broken:
        clues = "the clue" if len(one.broken) == 1 else "the clues"
        yield f"It breaks {clues} at {', '.join(one.broken)}."
    if one.placement is not None:
        mines = " ".join(map(str, one.placement)) or "nowhere"
        yield f"With mines at {mines} everything that it saw is right, and the claim is not."
    if one.proof is not None:
        yield from explanation_words(one.proof).split("\n\n")


def _marks(one: Example) -> Marks:
    """Return what the picture points out."""
    if one.proof is not None and one.proof.explanation is not None:
        return marks_of(one.proof.explanation)
    if one.placement is not None:
        mines = frozenset(one.placement)
        return Marks(safe=frozenset({one.cell} - mines if one.cell else ()), mine=mines, goal=one.cell)
    if one.answered is not None:
        broken = {str(cell): cell for cell in one.position.cells}
        used = frozenset(broken[name] for name in one.broken or () if name in broken)
        return Marks(mine=one.answered, used=used)
    safe = frozenset({one.instead} if isinstance(one.instead, Cell) else ())
    return Marks(safe=safe, goal=one.cell)


# -- the report as a page

_LEGEND = {
    "wrong": "✱ the mines of a placement that meets every clue. Dashed: the cell that was claimed, ✓ if safe there.",
    "overlooked": "Outlined: the clues that are used. Hatched: the cells of the argument. Dashed: the certain cell.",
    "unneeded": "✓ certainly safe. Dashed: the cell that was guessed.",
    "puzzle": "✱ the mines that were answered. Outlined: the clues that they break.",
}


def grade_html(answer: GradeAnswer) -> str:
    """Return the report as a standalone page."""
    return page(_headline(answer), _content(answer), "grade")


def _content(answer: GradeAnswer) -> Iterator[ET.Element]:
    yield paragraph("\n".join(_summary(answer)))
    if answer.points:
        yield element("p", _points_lines(answer)[0].capitalize(), kind="score")
        rows = [(each.name, f"{each.points:g} of {each.of:g}", each.rule, each.lost_for) for each in answer.points]
        made = table(("for", "points", "rule", "lost for"), rows)
        made.set("class", "points")
        yield made
    for one in answer.findings:
        yield _example(one)


def _example(one: Example) -> ET.Element:
    picture = board_element(one.position, _marks(one))
    for group in picture.iter("g"):
        name = group.attrib.pop("id", "")  # a page has several boards, and an id must be unique
        assert parse_cell(name), "every group is a cell"
    legend = _LEGEND[one.kind if one.cell is not None else "puzzle"]
    if one.kind == "wrong" and one.proof is not None:
        legend = _LEGEND["overlooked"]
    figure = element("figure", children=[picture, element("figcaption", legend)])
    text = element("div", children=map(paragraph, _words(one)))
    side = element("div", children=[figure, text])
    return element("section", kind="example", children=[element("h2", _happened(one)), side])


# -- tables of a class

GRADE_COLUMNS = ("student", "status", "score", "of", *MEASURES, "message")
"""The columns of a class's table."""


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows as CSV. A text that a spreadsheet would take for a formula gets an apostrophe in front.

    >>> print(csv_lines([("student", "score"), ("=cmd()", -1), ("O'Hara, Ann", 2.5)]), end="")
    student,score
    '=cmd(),-1
    "O'Hara, Ann",2.5
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_harmless(value) for value in row])
    return out.getvalue()


def _harmless(value: object) -> object:
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else value
    text = " ".join(value.split())
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def grade_row(answer: GradeAnswer) -> tuple[object, ...]:
    """Return the row of one student."""
    row = {column: getattr(answer, column) for column in GRADE_COLUMNS}
    if answer.imports_logicms and answer.status != "unreadable":
        row["message"] = "; ".join(filter(None, (answer.message, "it imports logicms")))
    return tuple(row.values())


def grade_csv(answer: GradeAnswer) -> str:
    """Return the table of one student."""
    return csv_lines([GRADE_COLUMNS, grade_row(answer)])


def gradescope_json(answer: GradeAnswer) -> str:
    """Return what Gradescope's autograder reads from results.json: one test per line of the rubric.

    Scores are ours; a report for the student is the output of the whole.
    """
    return json.dumps(
        {
            "score": answer.score,
            "execution_time": answer.seconds,
            "output": grade_text(answer, ascii=True),
            "output_format": "text",
            "visibility": "visible",
            "tests": [
                {
                    "name": each.name,
                    "score": each.points,
                    "max_score": each.of,
                    "status": "passed" if each.points == each.of else "failed",
                    "output": f"{each.rule}\nhere {each.lost_for}" if each.lost_for else each.rule,
                }
                for each in answer.points
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


# -- answers to exercises, and progress in the lessons


def answers_csv(table: AnswerTable) -> str:
    """Return the verdict on every answer of a class, one row each."""
    rows = [(row.student, row.file, row.shows, int(row.valid), row.step, row.reason) for row in table.rows]
    return csv_lines([("student", "file", "shows", "right", "line", "message"), *rows])


def answers_text(table: AnswerTable, *, ascii: bool = False) -> str:
    """Return the same for people, one line per answer."""
    right, wrong = ("ok", "no") if ascii else ("✓", "✗")
    lines = []
    for row in table.rows:
        where = " ".join(part for part in (row.student, row.file) if part)
        place = "" if row.step is None else f"line {row.step}: "
        lines.append(f"{right} {where}" if row.valid else f"{wrong} {where}: {place}{row.reason}")
    return "\n".join([*lines, f"{table.right:,} of {counted(len(table.rows), 'answer is', 'answers are')} right"])


def progress_csv(table: ProgressTable) -> str:
    """Return how far each student is: in all, and how many exercises of each lesson are solved."""
    rows = [
        (
            row.student,
            row.solved,
            table.exercises,
            row.done,
            *([len(lesson.solved) for lesson in row.lessons] or [0] * len(table.lessons)),
            row.message,
        )
        for row in table.rows
    ]
    return csv_lines([("student", "solved", "of", "lessons_done", *table.lessons, "message"), *rows])
