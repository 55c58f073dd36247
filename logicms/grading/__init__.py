"""Grading: other people's programs play or solve many boards, and a judge who sees no mine says what they overlooked.

============= ====================================================================================
`course`      what a course plays, and the interface that its students write: read from an adapter;
              whose programs there are in a folder
`confinement` how a program is started, limited and ended; lines to and from it, in time
`inside/`     what runs in the program's own process: limits, adapters. It imports nothing of ours
`judge`       what was certain on a board that a program saw: wrong, overlooked, unneeded
`match`       many games with one program, its counts, and the points of a rubric; the only module
              here that sees the mines
============= ====================================================================================
"""
