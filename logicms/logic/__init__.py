"""Logic: the textbook. It sees names and clauses, and no grid.

============ =============================================================================================
`clauses`    names, hints, sympy's formulas and goals in numbers: the symbol table, and the one road to clauses
`inference`  unit propagation with a reason for every fact; saturation; forward and backward chaining
`refutation` refuting a goal's negation, directed by it, with learning; whether a goal follows
`derivation` the log that every prover writes, and how a proof is read off from it
`knowledge`  `KnowledgeBase`: tell, ask, prove; the methods to choose from
============ =============================================================================================
"""
