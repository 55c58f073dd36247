"""An experiment for people: its summary as tables on screen and as a Markdown report, and its plot as SVG.

Plots need matplotlib (extra `plot`). The same rows give the same file: no date, fixed identifiers. Colours are Okabe
and Ito's, and every line has a marker of its own, so that the colours are not needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from logicms.errors import MissingExtra
from logicms.experiments.experiment import Frequency, Measure, Plot, Published
from logicms.experiments.summary import Measured, Rate, SettingSummary, Summary, observations, remark, silence
from logicms.notation.texts import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_BESIDE = "Compared with published figures"
_SHOWN = "What it shows"
_WIDTH = 100


def summary_text(summary: Summary) -> str:
    """Return the tables for a terminal."""
    own = f"\n(logicms {summary.plan.command})" if summary.plan.options else ""
    parts = [f"{summary.plan.title}{own}", text_table(*_table(summary))]
    if any(line.published for line in summary.lines):
        parts += [_BESIDE, text_table(*_beside(summary))]
    parts.append("\n".join(_notes(summary)))
    shown = [fill(f"- {sentence}", _WIDTH, subsequent_indent="  ") for sentence in observations(summary)]
    parts += [_SHOWN, "\n".join(shown) or silence(summary)]
    return "\n\n".join(parts)


def summary_markdown(summary: Summary, picture: str = "") -> str:
    """Return the report in Markdown; `picture` is the name of a file in the same folder."""
    parts = [f"# {summary.plan.title}", f"Made by `logicms {summary.plan.command}`."]
    parts += [markdown_table(*_table(summary)), *_notes(summary)]
    parts += [f"## {_SHOWN}", "\n".join(f"- {sentence}" for sentence in observations(summary)) or silence(summary)]
    if any(line.published for line in summary.lines):
        parts += [f"## {_BESIDE}", markdown_table(*_beside(summary))]
    parts += [f"![{Path(picture).stem}]({picture})"] if picture else []
    return "\n\n".join(parts) + "\n"


def summary_data(summary: Summary) -> dict[str, Any]:
    """Return the summary as the JSON that the command prints."""
    experiment = summary.plan
    return {
        "experiment": experiment.name,
        "games": summary.plan.games,
        "seed": summary.plan.seed,
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
            for line in summary.lines
        ],
        "findings": observations(summary),
    }


def _data(value: Measured) -> Any:
    if not isinstance(value, Rate):
        return value
    low, high = value.interval
    return {"count": value.count, "rate": value.value, "low": low, "high": high}


# -- the parts of a table


def _table(summary: Summary) -> tuple[list[str], list[list[str]]]:
    experiment = summary.plan
    header = [*experiment.axes, "games", *map(_title, experiment.measures)]
    return header, [
        [*map(str, line.setting), str(line.games), *map(_measured, line.measured)] for line in summary.lines
    ]


def _beside(summary: Summary) -> tuple[list[str], list[list[str]]]:
    """Return the table of published figures, each with ours next to it."""
    header = [*summary.plan.axes, "measure", "ours", "published", "of", "source", "so"]
    return header, [
        [*map(str, line.setting), *_figure(line, figure)] for line in summary.lines for figure in line.published
    ]


def _figure(line: SettingSummary, figure: Published) -> list[str]:
    ours = line.measure(figure.measure)
    games = "" if figure.games is None else str(figure.games)
    other = "" if figure.is_alike(line.setting) else f" (by {', total '.join(map(str, figure.by))})"
    source = f"{figure.source}{other}"
    if not isinstance(ours, Rate):  # times on other machines are shown, not compared
        return [figure.measure, _measured(ours), _number(figure.value), games, source, ""]
    theirs = percent(figure.value, 1)
    return [f"{figure.measure} %", _rate(ours), theirs, games, source, remark(ours, figure)]


def _title(measure: Measure) -> str:
    return f"{measure.title} % (95 % interval)" if isinstance(measure, Frequency) else measure.title


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


def _notes(summary: Summary) -> list[str]:
    return [*summary.plan.notes, f"Wilson intervals. Seeds start at {summary.plan.seed}."]


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
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


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
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


def _numeric(rows: Sequence[Sequence[str]], columns: int) -> list[bool]:
    """Return which columns hold only numbers and empty cells."""
    return [
        any(row[column] for row in rows) and all(row[column][:1].isdigit() for row in rows if row[column])
        for column in range(columns)
    ]


# -- plots

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MARKERS = "osD^vP*X"


def write_plot(summary: Summary, folder: Path) -> str:
    """Write the plot of a summary to a folder; return the name of its file, or "" if the table says it better."""
    experiment = summary.plan
    if experiment.plot is None:
        return ""
    check_matplotlib()
    import matplotlib

    name = f"{experiment.name}.svg"
    with matplotlib.rc_context({"svg.hashsalt": "logicms", "svg.fonttype": "none", "font.size": 9}):
        _draw_plot(summary, experiment.plot).savefig(folder / name, metadata={"Date": None})
    return name


def check_matplotlib() -> None:
    """Refuse to plot without matplotlib, and say how to install it."""
    try:
        import matplotlib  # noqa: F401  the import is the check
    except ImportError:
        raise MissingExtra.of("--plot", "plot") from None


def _draw_plot(summary: Summary, plot: Plot) -> Figure:
    """Return the picture; its margins, in inches, are set by hand: computing them takes as long as drawing."""
    from matplotlib.figure import Figure

    panels = _panels(summary, plot)
    ticks = {str(line.value(plot.x)) for line in summary.lines}
    entries = max(len({_label(line, plot) for line in lines}) for _, lines in panels) + 1
    width = max(4.2, len(ticks) * (0.08 * max(map(len, ticks)) + 0.1) + 1.25) * len(panels)
    columns = 2 if max(len(_label(line, plot)) for line in summary.lines) < 24 else 1
    below = 0.9 + 0.15 * ceil(entries / columns)  # the legend is there
    height = 3.6 + below
    figure = Figure(figsize=(width, height))
    figure.subplots_adjust(0.7 / width, below / height, 1 - 0.15 / width, 1 - 0.35 / height, wspace=0.2)
    for number, (name, lines) in enumerate(panels, 1):
        axes = figure.add_subplot(1, len(panels), number)
        _draw(axes, summary, plot, lines)
        kinds = ", ".join(plot.lines).replace("_", " ")
        place: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.14)}
        axes.legend(title=kinds, fontsize=7, title_fontsize=7, ncols=columns, frameon=False, **place)
        axes.set_title(f"{plot.title}, {name}" if name else plot.title)
    return figure


def _panels(summary: Summary, plot: Plot) -> list[tuple[str, list[SettingSummary]]]:
    groups: dict[str, list[SettingSummary]] = {}
    for line in summary.lines:
        groups.setdefault("" if plot.panels is None else str(line.value(plot.panels)), []).append(line)
    return list(groups.items())


def _draw(axes: Axes, summary: Summary, plot: Plot, lines: list[SettingSummary]) -> None:
    """Draw one panel: numbers on the axis as numbers, anything else one after the other."""
    places = list(dict.fromkeys(line.value(plot.x) for line in lines))
    numbers = all(isinstance(place, int) for place in places)
    for index, (label, points) in enumerate(_curves(summary, plot, lines)):
        at = [place if numbers else places.index(place) for place, _ in points]
        style: dict[str, Any] = {"color": _COLOURS[index % len(_COLOURS)], "marker": _MARKERS[index % len(_MARKERS)]}
        style["linewidth"] = 1 if plot.lines else 0  # a row of names is not a curve
        axes.errorbar(at, *_heights([value for _, value in points]), label=label, capsize=2, markersize=4, **style)
    published = _published(summary, plot, lines)
    at = [place if numbers else places.index(place) for place, _ in published]
    if published:
        axes.plot(at, [height for _, height in published], "x", color="#808080", label="published", zorder=3)
    if numbers:
        axes.locator_params(axis="x", integer=True)
    else:
        axes.set_xticks(range(len(places)), list(map(str, places)))
    _name_axes(axes, plot)


def _published(summary: Summary, plot: Plot, lines: list[SettingSummary]) -> list[tuple[Any, float]]:
    """Return the published figures for what the plot shows, each position and height once."""
    measure = next(measure for measure in summary.plan.measures if measure.title == plot.y)
    scale = 100 if isinstance(measure, Frequency) else 1
    figures = ((line, f) for line in lines for f in line.published if f.measure == plot.y)
    return list(dict.fromkeys((line.value(plot.x), scale * f.value) for line, f in figures))


def _name_axes(axes: Axes, plot: Plot) -> None:
    if plot.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(plot.x.replace("_", " "))
    axes.set_ylabel(f"{plot.y} %" if plot.y == "won" else plot.y)
    axes.grid(True, alpha=0.3)


def _curves(
    summary: Summary, plot: Plot, lines: list[SettingSummary]
) -> Iterator[tuple[str, list[tuple[Any, Rate | float]]]]:
    """Yield each line of a plot: its label, and its points, in the order of the settings or of their numbers."""
    curves: dict[str, list[tuple[Any, Rate | float]]] = {}
    for line in lines:
        value = line.measure(plot.y)
        if value is not None:
            curves.setdefault(_label(line, plot), []).append((line.value(plot.x), value))
    for label, points in curves.items():
        numbers = all(isinstance(place, int) for place, _ in points)
        yield label, sorted(points, key=lambda point: point[0]) if numbers else points


def _label(line: SettingSummary, plot: Plot) -> str:
    return ", ".join(str(line.value(axis)) for axis in plot.lines)


def _heights(values: list[Rate | float]) -> tuple[list[float], Any]:
    """Return heights in per cent with the extent of their intervals, or plain numbers."""
    if not all(isinstance(value, Rate) for value in values):
        return [float(value) for value in values if not isinstance(value, Rate)], None
    rates = [value for value in values if isinstance(value, Rate)]
    below = [100 * max(0.0, rate.value - rate.interval[0]) for rate in rates]
    above = [100 * max(0.0, rate.interval[1] - rate.value) for rate in rates]
    return [100 * rate.value for rate in rates], [below, above]
