"""Teach: lessons, and exercises whose answers are checked. Below the doors, above all that reasons.

`lesson` reads a lesson's text, `exercise` has what an exercise is and `kinds` how each kind judges an answer; a
`session` is a learner's way through a lesson, a pure value that both doors drive. `proof_lines` reads a proof written
by hand, `proof_check` gives each of its lines a verdict, `completion` finds the next step for a hint.
"""
