"""Notation: text <-> values. `grammar/` has the grammars, `docs/reference/notation` their specification with examples.

================== ========================================================================================
`texts`            input from outside, checked once, and positions in it that an error can point at
`read`             the way in: any text as a board, a hint file or a problem; every format of a board by name
`boards`           our own boards, also in an address; `pictures`: what we print
`grids`            the plain grids of other programs, a table of characters, and what they have no room for
`programs`         what other programs write that is more: files with a header, game IDs, links
`hint_files`       hint files and rules; `formulas`: their formulas
`formula_mistakes` what is wrong with them; `spelling`: names that seem misspelt
`transcripts`      a game as a text; `grading`: the lines of a program that is graded, and its points
================== ========================================================================================
"""
