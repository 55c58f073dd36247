"""A knowledge base without Minesweeper: tell it formulas, ask it questions, and see a proof.

Run it from the project's folder: python examples/scripts/tell_and_ask.py
"""

from sympy import symbols

import logicms as lm

rain, sprinkler, wet = symbols("rain sprinkler wet")
kb = lm.KnowledgeBase()
kb.tell(rain >> wet)
kb.tell(sprinkler >> wet)
kb.tell(rain | sprinkler)

print("wet:", kb.ask(wet).value)
print("rain:", kb.ask(rain).value)
proof = kb.prove(wet, direct=True)
assert proof is not None
for number, step in enumerate(proof.steps, 1):
    print(number, " | ".join(map(str, step.clause)), step.by)
