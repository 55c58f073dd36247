"""Render: values -> text, words, SVG, LaTeX, HTML, DOT and plots. Nothing here reasons.

================== =======================================================================================
`text`             a board as a picture in plain text; `svg`: the same as SVG
`answer_text`      the answers of `solve`, `odds`, `check`, `show` and `search`
`explanation_text` why a name is certain, the next step, the path; `explanation_html`: a page of it
`proof_text`       a proof as numbered lines; `proof_words`: in sentences; `proof_graph`: as a graph
`latex`            proofs, explanations and boards
`forms`            every form of a proof by the name that `--to` takes
`knowledge_text`   knowledge bases: answers, KB and KB0, truth tables
`sentences`        why a problem is inconsistent, why a guess is the best: for values that show themselves
`games`            games in the terminal; `grades`: programs that played them, and classes
`graph`            the constraint graph; `exports`: every format of boards, and the input of other solvers
`experiments`      tables, reports and plots of many games
`worksheet`        sheets to print; `page`: what every HTML page has; `api_page`: the OpenAPI document
================== =======================================================================================
"""
