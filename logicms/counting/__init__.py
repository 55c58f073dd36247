"""Counting: exact numbers of placements by dynamic programming.

============= ========================================================================================
`components`  clues -> components, each with the order in which its cells are counted
`placements`  counts a component of exact clues, the way for boards
`conditions`  hints and formulas in one form, and the counts of their components, the way for the rest
`joined_odds` components, the cells away from the clues, and the mine total: exact odds
============= ========================================================================================
"""
