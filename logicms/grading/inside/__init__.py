"""What runs in a program's own process; nothing of logicms is imported here, and logicms imports nothing from here.

`launch` sets the limits and starts the program. For a student's class or function, `adapting` speaks the referee's
lines, and an *adapter* (`cs50`, `uci`, `nycu`, `gem_hunter`, or a teacher's own) plays one game with it.
"""
