"""A knowledge base without Minesweeper: tell it formulas, ask it questions, and see a proof.

Run it from the project's folder: python examples/scripts/tell_and_ask.py
"""

from sympy import symbols

import logicms as lm

kb = lm.KnowledgeBase()
kb.tell("rain -> wet")
kb.tell("sprinkler -> wet")
kb.tell("rain | sprinkler")

for question in ("wet", "rain"):
    print(f"{question}: {kb.ask(question).value}")
if kb.ask("wet"):
    print(kb.prove("wet", by="direct"))

# The same in sympy, which is the language of a knowledge base.
rain, sprinkler = symbols("rain sprinkler")
print("rain or sprinkler:", kb.ask(rain | sprinkler).value)

# A board is a knowledge base too, and so is a hint file.
kb = lm.KnowledgeBase(lm.read_board("examples/boards/one-two-one.txt"))
print("B1 is safe:", kb.ask("~B1").value)
