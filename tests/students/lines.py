#!/usr/bin/env python3
"""A student who speaks the referee's lines."""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from ways import choice, knowledge, misbehave

WAY = "right"


def name(cell):
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


for line in sys.stdin:
    word, *rest = line.split()
    if word == "game":
        width, height, mines = map(int, rest[1:])
        clues, moves = {}, 0
        random.seed(int(rest[0]))
    elif word == "open":
        clues[int(rest[0][1:]) - 1, ord(rest[0][0]) - ord("A")] = int(rest[1])
    elif word == "turn":
        misbehave(WAY, moves)
        known = knowledge(WAY, clues, width, height, mines) if clues else {}
        hidden = {(r, c) for r in range(height) for c in range(width)} - clues.keys()
        safe = sorted(cell for cell in hidden if known.get(cell) is False)
        found = sorted(cell for cell in hidden if known.get(cell))
        print("safe", *map(name, safe))
        print("mine", *map(name, found))
        print("open", name(safe[0] if safe else choice(hidden - set(found))), flush=True)
        moves += 1
