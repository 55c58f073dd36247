"""Experiments: many seeded games, one row each, on one machine or a cluster; published tables compared with ours.

============ ===========================================================================================
`trials`     what is done for one row: a game of the logic course, a game with guesses, a search
`experiment` what an experiment is: axes, settings, measures, published figures; a grid of one's own
`catalogue`  every experiment, and what others published for the same settings
`run`        the trials that have no row yet, on any executor, and the file of rows that outlives any stop
`summary`    rows as a table, and what differs beyond chance
============ ===========================================================================================
"""

from logicms.experiments.catalogue import EXPERIMENTS
from logicms.experiments.experiment import (
    AXES,
    Experiment,
    Frequency,
    Measure,
    Plan,
    Plot,
    Published,
    Statistic,
    Trial,
    own_grid,
)
from logicms.experiments.run import RowFile, Rows, read_rows, run, run_stepwise
from logicms.experiments.summary import Rate, SettingSummary, Summary, observations, remark, silence, summary

__all__ = [
    "AXES",
    "EXPERIMENTS",
    "Experiment",
    "Frequency",
    "Measure",
    "Plan",
    "Plot",
    "Published",
    "Rate",
    "RowFile",
    "Rows",
    "SettingSummary",
    "Statistic",
    "Summary",
    "Trial",
    "observations",
    "own_grid",
    "read_rows",
    "remark",
    "run",
    "run_stepwise",
    "silence",
    "summary",
]
