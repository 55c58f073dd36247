"""What python-sat does for us.

=============== =====================================================================================
`solver`        hints for a solver that watches the clock: a placement
`backbone`      what all placements share; two that differ little and show that something is not certain
`smallest_sets` the fewest hints that contradict each other, or force a literal
=============== =====================================================================================
"""
