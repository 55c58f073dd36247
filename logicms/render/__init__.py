"""Render: values -> text, words, SVG, LaTeX, HTML, DOT and plots. Nothing here reasons.

================== =======================================================================================
`written`          every form of an answer or a proof by the name that `--to` takes
`phrases`          the words for names, literals, hints and clashes, of which every sentence is made
`text`             a board as a picture in plain text; `svg`: the same as SVG
`answer_text`      the answers of `solve`, `odds`, `check`, `show` and `search`; why a guess is the best
`explanation_text` why a name is certain, the next step, the path; `explanation_html`: a page of it
`proof`            a proof as numbered lines and in sentences; `proof_graph`: as a graph
`latex`            proofs, explanations and boards
`knowledge_text`   knowledge bases: answers, KB and KB0, truth tables
`games`            games in the terminal; `grades`: programs that played them, and classes
`graph`            the constraint graph; `exports`: every format of boards, and the input of other solvers
`experiments`      tables, reports and plots of many games
`worksheet`        sheets to print; `page`: what every HTML page has; `api_page`: the OpenAPI document
================== =======================================================================================
"""
