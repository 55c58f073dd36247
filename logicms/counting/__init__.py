"""Counting: exact numbers of placements by dynamic programming.

=================== =================================================================================
`elimination_order` clues -> components, each with the order in which its cells are counted
`placements`        counts a component of exact clues, the way for boards
`conditions`        hints and formulas in one form; `condition_placements` counts components of these
`one_by_one`        placements one after the other, where a component is too wide but has few
`joined_odds`       components, the cells away from the clues, and the mine total: exact odds
=================== =================================================================================
"""
