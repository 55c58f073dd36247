"""Tables of a class: CSV for spreadsheets, and the results file of Gradescope."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from logicms.answers.grade import GradeAnswer
from logicms.errors import counted
from logicms.render.grade_text import grade_text

if TYPE_CHECKING:
    from logicms.teach.class_tables import AnswerTable, ProgressTable

GRADE_COLUMNS = (
    "student",
    "status",
    "score",
    "of",
    "games",
    "played",
    "won",
    "lost",
    "stopped",
    "failed",
    "wrong",
    "overlooked",
    "games_overlooked",
    "unneeded_guesses",
    "certain",
    "seconds",
    "slowest",
    "message",
)
"""The columns of a class's table."""


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows as CSV. A text that a spreadsheet would take for a formula gets a quotation mark in front.

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
    return tuple(getattr(answer, column) for column in GRADE_COLUMNS)


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
                    "output": each.rule,
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
            *([lesson.solved for lesson in row.lessons] or [0] * len(table.lessons)),
            row.message,
        )
        for row in table.rows
    ]
    return csv_lines([("student", "solved", "of", "lessons_done", *table.lessons, "message"), *rows])
