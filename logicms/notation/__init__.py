"""Notation: text <-> values. `grammar/` has the grammars, `docs/reference/notation` their specification.

============= =============================================================================================
`texts`       input from outside, checked once, and positions in it that an error can point at
`read`        the way in: any text as a board, a hint file or a problem; every format of a board by name
`boards`      our own boards; `pictures`: what we print; `links`: boards in an address
`grids`       the board files of other programs, and what they have no room for; `codes`: their game IDs and links
`hint_files`  hint files and rules; `formulas`: their formulas; `formula_mistakes`: what is wrong with them
`transcripts` the moves of a game; `referee_lines`: of a program that is graded; `rubrics`: its points
`odds`        odds as decimals that never claim more than is known
============= =============================================================================================
"""
