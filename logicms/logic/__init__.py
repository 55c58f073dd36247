"""Logic: the textbook. It sees names and clauses, and no grid.

============ =============================================================================================
`clauses`    names, hints and sympy's formulas in numbers: the symbol table, and the one road to clauses
`inference`  unit propagation with a reason for every fact; saturation; forward and backward chaining
`refutation` refuting a goal's negation, directed by it, with learning
`derivation` the log that every prover writes, and how a proof is read off from it
`questions`  goals, whether they follow, and the methods that derive them
`knowledge`  `KnowledgeBase`: tell, ask, prove
============ =============================================================================================
"""
