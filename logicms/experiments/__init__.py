"""Experiments: many seeded games, one row each, on one machine or a cluster; published tables compared with ours."""

from logicms.experiments.catalogue import EXPERIMENTS
from logicms.experiments.declaration import (
    Experiment,
    Measure,
    Plan,
    Plot,
    Published,
    Share,
    Statistic,
    Trial,
    is_alike,
)
from logicms.experiments.findings import observations, silence
from logicms.experiments.grids import AXES, own_grid
from logicms.experiments.rows import RowFile, Rows, read_rows
from logicms.experiments.run import Perform, performer, run, run_stepwise
from logicms.experiments.summary import Line, Rate, Summary, remark, summary

__all__ = [
    "AXES",
    "EXPERIMENTS",
    "Experiment",
    "Line",
    "Measure",
    "Perform",
    "Plan",
    "Plot",
    "Published",
    "Rate",
    "RowFile",
    "Rows",
    "Share",
    "Statistic",
    "Summary",
    "Trial",
    "is_alike",
    "observations",
    "own_grid",
    "performer",
    "read_rows",
    "remark",
    "run",
    "run_stepwise",
    "silence",
    "summary",
]
