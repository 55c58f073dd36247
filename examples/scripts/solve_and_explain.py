"""Solve a board, and print why each certain cell is what it is.

Run it from the project's folder: python examples/scripts/solve_and_explain.py
"""

from pathlib import Path

import logicms as lm

text = Path("examples/boards/one-two-edge.txt").read_text(encoding="utf-8")
board = lm.parse_board(text)
found = lm.deduce(board)

print(board)
for cell in sorted(found.safe | found.mine):
    proof = lm.prove(board, cell)
    assert proof is not None and lm.verify(proof, board)
    kind = "safe" if cell in found.safe else "a mine"
    print(f"{cell} is {kind}, by {', '.join(proof.clues)}: {len(proof.steps)} steps")
