"""Answers: what a command says, the same on the command line, over HTTP and on the page; one function per command.

============ =============================================================================================
`answer`     what all answers are
`show`       `show`, `graph`, `convert`, `formats`: a problem as it was read, and in other notations
`solve`      `solve`, `check`, `search`: what is certain, whether a problem is consistent, one placement
`odds`       the exact odds of everything undecided, and the best guess
`prove`      `prove`, `next`, `path`, `verify`: why names are certain, and whether a proof is valid
`knowledge`  `ask`, `kb`: what a knowledge base entails, and how it grows
`play`       games, tips for a player, reviews
`generate`   boards made to order
`grade`      what a program made of many boards
============ =============================================================================================

A command's function takes a `Problem` and what is asked about it, and returns a frozen value with its status, its exit
code and `to_json()`. The command line, the service and the page show these values and differ only in how.
"""
