"""An experiment's plots, as SVG and PNG (matplotlib, extra `plot`).

The same rows give the same files: no dates, fixed identifiers. Colours are Okabe and Ito's, and every line has a marker
of its own, so that the colours are not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logicms.errors import MissingExtra
from logicms.experiments import Line, Plot, Rate, Share, Summary

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
    """Refuse to plot without matplotlib, and say how to install it."""
    try:
        import matplotlib  # noqa: F401  the import is the check
    except ImportError:
        raise MissingExtra("--plot needs matplotlib: pip install 'logicms[plot]'") from None


def _stem(found: Summary, plot: Plot) -> str:
    return f"{found.plan.experiment.name}-{plot.name}"


def _figure(found: Summary, plot: Plot) -> Figure:
    """Return the picture; its margins, in inches, are set by hand: computing them takes as long as drawing."""
    from matplotlib.figure import Figure

    panels = _panels(found, plot)
    ticks = [str(line.value(plot.x)) for line in found.lines]
    width = max(4.2, 0.22 * len(set(ticks)) + 1.5) * len(panels)
    below = 0.6 + 0.068 * max(map(len, ticks)) * _are_steep(ticks)
    height = 4.2 + below
    figure = Figure(figsize=(width, height))
    figure.subplots_adjust(1.1 / width, below / height, 1 - 0.15 / width, 1 - 0.35 / height, wspace=0.3)
    for number, (name, lines) in enumerate(panels, 1):
        axes = figure.add_subplot(1, len(panels), number)
        _draw(axes, found, plot, lines)
        axes.set_title(f"{plot.title}, {name}" if name else plot.title)
    return figure


def _are_steep(ticks: list[str]) -> bool:
    """Return whether these names are too long to be written side by side."""
    return max(map(len, ticks)) > 12


def _panels(found: Summary, plot: Plot) -> list[tuple[str, list[Line]]]:
    groups: dict[str, list[Line]] = {}
    for line in found.lines:
        groups.setdefault("" if plot.panels is None else str(line.value(plot.panels)), []).append(line)
    return list(groups.items())


def _draw(axes: Axes, found: Summary, plot: Plot, lines: list[Line]) -> None:
    """Draw one panel: numbers on the axis as numbers, anything else one after the other."""
    places = list(dict.fromkeys(line.value(plot.x) for line in lines))
    numbers = all(isinstance(place, int) for place in places)
    for index, (label, points) in enumerate(_curves(found, plot, lines)):
        at = [place if numbers else places.index(place) for place, _ in points]
        style: dict[str, Any] = {"color": _COLOURS[index % len(_COLOURS)], "marker": _MARKERS[index % len(_MARKERS)]}
        style["linewidth"] = 1 if plot.lines else 0  # a row of names is not a curve
        axes.errorbar(at, *_heights([value for _, value in points]), label=label, capsize=2, markersize=4, **style)
    published = _published(found, plot, lines)
    at = [place if numbers else places.index(place) for place, _ in published]
    if published:
        axes.plot(at, [height for _, height in published], "x", color="#808080", label="published", zorder=3)
    if not numbers:
        _name_places(axes, list(map(str, places)))
    _label(axes, plot)


def _name_places(axes: Axes, names: list[str]) -> None:
    steep = _are_steep(names)
    size = 6 if len(names) > 8 and not steep else 9
    axes.set_xticks(range(len(names)), names, rotation=90 if steep else 0, fontsize=size)


def _published(found: Summary, plot: Plot, lines: list[Line]) -> list[tuple[Any, float]]:
    """Return the published figures for what the plot shows, each position and height once."""
    measure = next(measure for measure in found.plan.experiment.measures if measure.title == plot.y)
    scale = 100 if isinstance(measure, Share) else 1
    figures = ((line, f) for line in lines for f in line.published if f.measure == plot.y)
    return list(dict.fromkeys((line.value(plot.x), scale * f.value) for line, f in figures))


def _label(axes: Axes, plot: Plot) -> None:
    if plot.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(plot.x.replace("_", " "))
    axes.set_ylabel(f"{plot.y} %" if plot.y == "won" else plot.y)
    axes.grid(True, alpha=0.3)
    if any(axes.get_legend_handles_labels()[1]):
        axes.legend(fontsize=7)


def _curves(found: Summary, plot: Plot, lines: list[Line]) -> Iterator[tuple[str, list[tuple[Any, Rate | float]]]]:
    """Yield each line of a plot: its label, and its points, in the order of the settings or of their numbers."""
    curves: dict[str, list[tuple[Any, Rate | float]]] = {}
    for line in lines:
        value = line.measure(plot.y)
        if value is not None:
            label = ", ".join(f"{axis.replace('_', ' ')} {line.value(axis)}" for axis in plot.lines)
            curves.setdefault(label, []).append((line.value(plot.x), value))
    for label, points in curves.items():
        numbers = all(isinstance(place, int) for place, _ in points)
        yield label, sorted(points, key=lambda point: point[0]) if numbers else points


def _heights(values: list[Rate | float]) -> tuple[list[float], Any]:
    """Return heights in per cent with the extent of their intervals, or plain numbers."""
    if not all(isinstance(value, Rate) for value in values):
        return [float(value) for value in values if not isinstance(value, Rate)], None
    rates = [value for value in values if isinstance(value, Rate)]
    below = [100 * max(0.0, rate.value - rate.interval[0]) for rate in rates]
    above = [100 * max(0.0, rate.interval[1] - rate.value) for rate in rates]
    return [100 * rate.value for rate in rates], [below, above]
