"""An experiment's plots, as SVG and PNG (matplotlib, extra `plot`).

The same rows give the same files: no dates, fixed identifiers. Colours are Okabe and Ito's, and every line has a marker
of its own, so that nobody needs the colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logicms.errors import MissingExtra
from logicms.experiments import Line, Plot, Rate, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MARKERS = "osD^vP*X"
_FORMATS: dict[str, dict[str, Any]] = {"svg": {"metadata": {"Date": None}}, "png": {"dpi": 120}}


def write_plots(found: Summary, folder: Path) -> list[str]:
    """Write every plot of a summary to a folder; return the names of the SVG files."""
    check_matplotlib()
    import matplotlib

    names = []
    with matplotlib.rc_context({"svg.hashsalt": "logicms", "svg.fonttype": "none", "font.size": 9}):
        for plot in found.plan.experiment.plots:
            figure = _figure(found, plot)
            for ending, options in _FORMATS.items():
                figure.savefig(folder / f"{_stem(found, plot)}.{ending}", **options)
            names.append(f"{_stem(found, plot)}.svg")
    return names


def check_matplotlib() -> None:
    """Refuse to plot without matplotlib, and say what brings it."""
    try:
        import matplotlib  # noqa: F401  the import is the check
    except ImportError:
        raise MissingExtra("--plot needs matplotlib: pip install 'logicms[plot]'") from None


def _stem(found: Summary, plot: Plot) -> str:
    return f"{found.plan.experiment.name}-{plot.name}"


def _figure(found: Summary, plot: Plot) -> Figure:
    from matplotlib.figure import Figure

    panels = _panels(found, plot)
    ticks = max(len({_value(found, line, plot.x) for line in lines}) for _, lines in panels) if panels else 1
    width = max(4.0, 0.22 * ticks + 2) * max(1, len(panels))
    figure = Figure(figsize=(width, 4.6), layout="constrained")
    for number, (name, lines) in enumerate(panels, 1):
        axes = figure.add_subplot(1, len(panels), number)
        _draw(axes, found, plot, lines)
        axes.set_title(f"{plot.title}, {name}" if name else plot.title)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once, not again for each format
    return figure


def _panels(found: Summary, plot: Plot) -> list[tuple[str, list[Line]]]:
    groups: dict[str, list[Line]] = {}
    for line in found.lines:
        groups.setdefault("" if plot.panels is None else str(_value(found, line, plot.panels)), []).append(line)
    return list(groups.items())


def _draw(axes: Axes, found: Summary, plot: Plot, lines: list[Line]) -> None:
    """Draw one panel: numbers on the axis as numbers, anything else one after the other."""
    places = list(dict.fromkeys(_value(found, line, plot.x) for line in lines))
    numbers = all(isinstance(place, int) for place in places)
    for index, (label, points) in enumerate(_curves(found, plot, lines)):
        at = [place if numbers else places.index(place) for place, _ in points]
        style = {"color": _COLOURS[index % len(_COLOURS)], "marker": _MARKERS[index % len(_MARKERS)], "markersize": 4}
        axes.errorbar(at, *_heights([value for _, value in points]), label=label, linewidth=1, capsize=2, **style)  # type: ignore[arg-type]
    if not numbers:
        steep = max(len(str(place)) for place in places) > 8
        axes.set_xticks(range(len(places)), list(map(str, places)), rotation=90 if steep else 0)
    _label(axes, plot)


def _label(axes: Axes, plot: Plot) -> None:
    if plot.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(plot.x.replace("_", " "))
    axes.set_ylabel(f"{plot.y} %" if plot.y == "won" else plot.y)
    axes.grid(True, alpha=0.3)
    if plot.lines:
        axes.legend(fontsize=7)


def _curves(found: Summary, plot: Plot, lines: list[Line]) -> Iterator[tuple[str, list[tuple[Any, Rate | float]]]]:
    """Yield each line of a plot: its label, and its points, in the order of the settings or of their numbers."""
    curves: dict[str, list[tuple[Any, Rate | float]]] = {}
    for line in lines:
        value = found.measure(line, plot.y)
        if value is not None:
            label = ", ".join(f"{axis.replace('_', ' ')} {_value(found, line, axis)}" for axis in plot.lines)
            curves.setdefault(label, []).append((_value(found, line, plot.x), value))
    for label, points in curves.items():
        yield label, sorted(points, key=lambda point: point[0] if isinstance(point[0], int) else 0)


def _heights(values: list[Rate | float]) -> tuple[list[float], Any]:
    """Return heights in per cent with the reach of their intervals, or plain numbers."""
    if not all(isinstance(value, Rate) for value in values):
        return [float(value) for value in values if not isinstance(value, Rate)], None
    rates = [value for value in values if isinstance(value, Rate)]
    below = [100 * max(0.0, rate.value - rate.interval[0]) for rate in rates]
    above = [100 * max(0.0, rate.interval[1] - rate.value) for rate in rates]
    return [100 * rate.value for rate in rates], [below, above]


def _value(found: Summary, line: Line, axis: str) -> str | int:
    return line.setting[found.plan.experiment.axes.index(axis)]
