"""Render: values -> text, words, SVG, LaTeX, HTML, DOT and plots. Nothing here reasons.

============= =======================================================================================
`written`     every form of an answer or a proof by the name that `--to` takes
`phrases`     the words for names, literals, hints and clashes, of which every sentence is made
`picture`     a board as a picture, in plain text and as SVG
`answers`     the answers of `solve`, `odds`, `check`, `show`, `search`, `ask` and `kb`; why a guess is the best
`explanation` why a name is certain, the next step, the path
`proof`       a proof as numbered lines and in sentences
`graph`       the constraint graph, and a proof as a graph
`latex`       proofs, explanations and boards; `html`: pages of explanations, and of the OpenAPI document
`games`       games in the terminal; `grades`: programs that played them, and classes
`exports`     every format of boards, and the input of other solvers
`experiments` tables, reports and plots of many games
`worksheet`   sheets to print
============= =======================================================================================
"""
