"""Lessons: text files with prose, boards, commands that are run and exercises that are checked.

`lesson` is what a lesson's text says; `reader` reads it (`exercise_reader` its exercises, `command_reader` its
commands), `files` finds it. A `session` is a learner's way through it, a pure value that both doors drive; `text` and
`outline` show it in the terminal and on the page, `report` says replies as JSON, `progress` remembers what was solved.
`running` runs commands, `rehearsal` tries a whole lesson, `free` makes one of any board.
"""
