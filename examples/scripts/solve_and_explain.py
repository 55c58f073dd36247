"""Solve a board, and print why each certain cell is safe or a mine.

Run it from the project's folder: python examples/scripts/solve_and_explain.py
"""

import logicms as lm

board = lm.read_board("examples/boards/one-two-edge.txt")
deduction = lm.deduce(board)
print(deduction)

for cell in sorted(deduction.safe | deduction.mine):
    print()
    print(lm.explain(board, cell))

proof = lm.prove(board, "C1", by="direct")
assert proof is not None and lm.verify(proof, board)
print()
print(proof)
