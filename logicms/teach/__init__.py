"""Teach: lessons, exercises that are checked, boards made to need a technique, worksheets; above all that reasons.

An `exercise` is a question with checked answers about a `puzzle`; `kinds` says how each kind judges an answer, `proofs`
how proofs written by hand are read and judged, in the words of `wording` and by the truth tables of `truth`. `lessons`
puts exercises between prose. `generation` makes boards, `worksheet` puts them on a sheet to print.
"""
