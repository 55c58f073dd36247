"""Teach: lessons, exercises that are checked, boards made to need a technique, worksheets; above all that reasons.

`lesson` is what a lesson's text says, `exercise` what an exercise is and `kinds` how each kind judges an answer; a
`session` is a learner's way through a lesson, a pure value that both doors drive. `proof_lines` reads a proof written
by hand, `proof_check` gives each of its lines a verdict, `completion` finds the next step for a hint. `generation`
makes boards, `worksheet` puts them on a sheet to print.
"""
