"""Teach: lessons with exercises that are checked, and worksheets; above everything that reasons.

================= ================================================================================================
`exercise`        a question, the task that judges answers to it, and what judgements share: phrases, truth tables;
                  the kinds of exercises: numbers and choices,
`formulas`        formulas and truth tables, clauses of a clue, a missing premise,
`rules`           rules,
`cells`           what is certain, placements, the clues that decide a cell,
`proof_judge`     and proofs by hand: each line gets a verdict; and the instance of a rule that a clause follows from
`proof_lines`     how a proof by hand is read, and on which terms; `completion` finds its next step for a tip
`lesson`          what a lesson consists of, and where ours are; `lesson_reader` reads its text, and checks it
`drills`          exercises made from a seed, without end, each a lesson of its own
`session`         a learner's way through a lesson: a pure value that every door drives; and progress, in a file
`stop`            a lesson as it is shown at its stops: records for the page and for programs, and the same as text
`class_tables`    a class in one table: answers, and progress
`worksheet`       boards with questions and answers, to be printed
================= ================================================================================================
"""
