"""Answers: what a command says, the same on the command line, over HTTP and on the page; one function per command.

============ =============================================================================================
`answer`     what all answers are
`show`       `show`, `graph`, `convert`, `formats`: a problem as it was read, and in other notations
`solve`      `solve`, `check`, `search`, `odds`: what is certain, one placement, exact odds and the best guess
`prove`      `prove`, `next`, `path`, `verify`: why names are certain, and whether a proof is valid
`knowledge`  `ask`, `kb`: what a knowledge base entails, and how it grows
`play`       games as they were played, and as they go on, tips for a player, reviews
`grade`      what a program made of many boards
============ =============================================================================================

A command's function takes a `Problem` and what is asked about it, and returns a frozen value with its status, its exit
code and `to_json()`. The command line, the service and the page show these values and differ only in how. What
`generate` answers is with its question in `commands/`, and what lessons and worksheets answer in `teach/`.
"""
