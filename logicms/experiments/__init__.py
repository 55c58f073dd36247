"""Experiments: many seeded games, one row each, on one machine or a cluster; published tables compared with ours.

============ ===========================================================================================
`experiment` what an experiment is: axes, settings, trials, measures, published figures; one's own grid
`catalogue`  every experiment, and what others published for the same settings
`run`        the trials that have no row yet, on any executor, and the file of rows that outlives any stop
`summary`    rows as a table, and what differs beyond chance
============ ===========================================================================================
"""
