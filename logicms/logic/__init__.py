"""Logic: the textbook. It sees names and clauses, and no grid.

============ =============================================================================================
`encoding`   names and hints in numbers: the symbol table, counts as clauses
`formulas`   sympy <-> clauses
`chaining`   unit propagation, with a reason for every fact; `definite`: forward and backward chaining
`resolution` matching clauses until nothing new follows; `refutation`: directed by the goal, with learning
`derivation` the log that every prover writes, and how a proof is read off from it
`knowledge`  `KnowledgeBase`: tell, ask, prove; `questions`: its goals and methods
============ =============================================================================================
"""
