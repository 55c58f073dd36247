#!/usr/bin/env python3
# Speaks the referee's lines: it opens what a clue 0 makes safe, and guesses otherwise.
import sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "game":
        width, height = int(rest[1]), int(rest[2])
        hidden = [(col, row) for row in range(height) for col in range(width)]
        safe = []
    elif word == "open":
        col, row = ord(rest[0][0]) - ord("A"), int(rest[0][1:]) - 1
        hidden.remove((col, row))
        if rest[1] == "0":
            safe += [cell for cell in hidden if abs(cell[0] - col) <= 1 and abs(cell[1] - row) <= 1]
    elif word == "turn":
        safe = [cell for cell in dict.fromkeys(safe) if cell in hidden]
        names = [f"{chr(ord('A') + col)}{row + 1}" for col, row in safe or hidden]
        if safe:
            print("safe", *names)
        print("open", names[0], flush=True)
