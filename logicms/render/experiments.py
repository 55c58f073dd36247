"""An experiment's summary as a table on screen, a Markdown report, and data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import Any

from logicms.experiments import Line, Measure, Published, Rate, Share, Summary, is_alike, observations, remark
from logicms.experiments.summary import Measured
from logicms.notation.odds import percent

_BESIDE = "Compared with published figures"
_SHOWN = "What it shows"
_WIDTH = 100


def summary_text(found: Summary) -> str:
    """Return the tables for a terminal."""
    own = f"\n(logicms {found.plan.command})" if found.plan.experiment.options else ""
    parts = [f"{found.plan.experiment.title}{own}", text_table(*_table(found))]
    if any(line.published for line in found.lines):
        parts += [_BESIDE, text_table(*_beside(found))]
    parts.append("\n".join(_notes(found)))
    if shown := observations(found):
        parts += [_SHOWN, "\n".join(fill(f"- {sentence}", _WIDTH, subsequent_indent="  ") for sentence in shown)]
    return "\n\n".join(parts)


def summary_markdown(found: Summary, pictures: Iterable[str] = ()) -> str:
    """Return the report in Markdown; `pictures` are the names of files in the same folder."""
    parts = [f"# {found.plan.experiment.title}", f"Made by `logicms {found.plan.command}`."]
    parts += [markdown_table(*_table(found)), *_notes(found)]
    if shown := observations(found):
        parts += [f"## {_SHOWN}", "\n".join(f"- {sentence}" for sentence in shown)]
    if any(line.published for line in found.lines):
        parts += [f"## {_BESIDE}", markdown_table(*_beside(found))]
    parts += [f"![{Path(name).stem}]({name})" for name in pictures]
    return "\n\n".join(parts) + "\n"


def summary_data(found: Summary) -> dict[str, Any]:
    """Return the summary as the JSON that the command prints."""
    experiment = found.plan.experiment
    return {
        "experiment": experiment.name,
        "games": found.plan.games,
        "seed": found.plan.seed,
        "options": dict(experiment.options),
        "settings": [
            {
                **dict(zip(experiment.axes, line.setting, strict=True)),
                "games": line.games,
                "measures": {
                    measure.title: _data(value)
                    for measure, value in zip(experiment.measures, line.measured, strict=True)
                },
                "published": [
                    {"source": f.source, "measure": f.measure, "value": f.value, "games": f.games, "by": list(f.by)}
                    for f in line.published
                ],
            }
            for line in found.lines
        ],
        "findings": observations(found),
    }


def _data(value: Measured) -> Any:
    if not isinstance(value, Rate):
        return value
    low, high = value.interval
    return {"count": value.count, "rate": value.value, "low": low, "high": high}


# -- the parts of a table


def _table(found: Summary) -> tuple[list[str], list[list[str]]]:
    experiment = found.plan.experiment
    header = [*experiment.axes, "games", *map(_title, experiment.measures)]
    return header, [[*map(str, line.setting), str(line.games), *map(_measured, line.measured)] for line in found.lines]


def _beside(found: Summary) -> tuple[list[str], list[list[str]]]:
    """Return the table of published figures, each with ours next to it."""
    header = [*found.plan.experiment.axes, "measure", "ours", "published", "of", "source", "so"]
    return header, [
        [*map(str, line.setting), *_figure(line, figure)] for line in found.lines for figure in line.published
    ]


def _figure(line: Line, figure: Published) -> list[str]:
    ours = line.measure(figure.measure)
    games = "" if figure.games is None else str(figure.games)
    other = "" if is_alike(line.setting, figure) else f" (by {', total '.join(map(str, figure.by))})"
    source = f"{figure.source}{other}"
    if not isinstance(ours, Rate):  # times on other machines are shown, not compared
        return [figure.measure, _measured(ours), _number(figure.value), games, source, ""]
    theirs = percent(figure.value, 1)
    return [f"{figure.measure} %", _rate(ours), theirs, games, source, remark(ours, figure)]


def _title(measure: Measure) -> str:
    return f"{measure.title} % (95 % interval)" if isinstance(measure, Share) else measure.title


def _measured(value: Measured) -> str:
    if isinstance(value, Rate):
        low, high = value.interval
        return f"{_rate(value)} ({percent(low, 1)} to {percent(high, 1)})"
    return "" if value is None else _number(value)


def _rate(value: Rate) -> str:
    return percent(Fraction(value.count, max(1, value.games)), 1)


def _number(value: float) -> str:
    """Return a number with its significant digits.

    >>> [_number(value) for value in (0.00123456, 12.345, 5854.0, 0.0)]
    ['0.00123', '12.3', '5854', '0']
    """
    if value == 0:
        return "0"
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def _notes(found: Summary) -> list[str]:
    return [*found.plan.experiment.notes, f"Wilson intervals. Seeds start at {found.plan.seed}."]


Rows = Sequence[Sequence[str]]


def text_table(header: Sequence[str], rows: Rows) -> str:
    """Return a table with aligned columns: numbers on the right, words on the left.

    >>> print(text_table(["level", "won"], [["easy", "9"], ["hard", "10"]]))
    level  won
    easy     9
    hard    10
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    right = _numeric(rows, len(header))
    lines = (
        "  ".join(
            cell.rjust(width) if on_right else cell.ljust(width)
            for cell, width, on_right in zip(row, widths, right, strict=True)
        )
        for row in (header, *rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def markdown_table(header: Sequence[str], rows: Rows) -> str:
    """Return a table in Markdown.

    >>> print(markdown_table(["level", "won"], [["easy", "9"]]))
    | level | won |
    |---|---:|
    | easy | 9 |
    """
    marks = "|".join("---:" if on_right else "---" for on_right in _numeric(rows, len(header)))
    lines = [_markdown_row(header), f"|{marks}|", *map(_markdown_row, rows)]
    return "\n".join(lines)


def _markdown_row(row: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


def _numeric(rows: Rows, columns: int) -> list[bool]:
    """Return which columns hold only numbers and empty cells."""
    return [
        any(row[column] for row in rows) and all(row[column][:1].isdigit() for row in rows if row[column])
        for column in range(columns)
    ]
