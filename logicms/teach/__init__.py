"""Teach: lessons with exercises that are checked, and worksheets; above everything that reasons.

=================== ==============================================================================================
`exercise`          a question, the task that judges answers to it, and phrases that judgements share
`exercises`         the kinds of exercises: how each judges an answer and which tips it gives
`proofs`            proofs written by hand: read, checked line by line, completed
`truth_tables`      two small formulas compared by trying every placement
`lesson`            what a lesson consists of, and its prose; `lesson_reader` reads its text
`drills`            exercises made from a seed, without end, each a lesson of its own
`library`           our own lessons by number or name, and a lesson made from any board
`session`           a learner's way through a lesson: a pure value that every door drives; and progress, in a file
`stop`              a lesson as it is shown at its stops: records for the page and for programs, and the same as text
`check_lesson`      a lesson's commands, answers and mistakes, all tried; answers printed above their question
`rule_answers`      rules compared by what they say
`class_tables`      a class in one table: answers, and progress
`worksheet`         boards with questions and answers, to be printed
=================== ==============================================================================================
"""
