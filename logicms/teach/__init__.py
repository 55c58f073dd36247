"""Teach: lessons with exercises that are checked, and worksheets; above everything that reasons.

=================== ================================================================================
`exercise`          a question, the task that judges answers to it, and what a judgement says
`exercises`         the kinds of exercises: how each judges an answer and which tips it gives
`proofs`            proofs written by hand: read, checked line by line, completed
`truth_tables`      two small formulas compared by trying every placement
`claims`            what a learner says of cells, in the many ways that people write it
`feedback`          phrases that judgements share
`lesson`            what a lesson consists of; `lesson_reader` and `exercise_reader` read its text
`library`           our own lessons by number or name, and a lesson made from any board
`session`           a learner's way through a lesson: a pure value that every door drives
`progress`          what a learner has solved, kept in a file
`lesson_text`       a lesson for the terminal; `lesson_page` for the page, `lesson_json` for programs
`check_lesson`      a lesson's commands, answers and mistakes, all tried
`worksheet`         boards with questions and answers, to be printed
=================== ================================================================================
"""
