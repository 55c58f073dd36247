"""Play one seeded game, and print every guess with its probability and its reason.

Run it from the project's folder: python examples/scripts/play_a_game.py
"""

import random

import logicms as lm

game = lm.Game.random(16, 16, 40, rng=random.Random(10), start="safe")
with lm.limit(seconds=60):
    played = lm.play(game, lm.Player(reason="complete", guess="best"))

print(f"{played.outcome.value} after {len(played.moves)} moves")
for move in played.moves:
    if move.by == "guess":
        print(f"guess {move.cell}, a mine with probability {move.odds}: {move.reason}")
print(played.game.board)
