"""Proofs: what provers make, and their judge, who shares no code with them.

============== =====================================================================================
`proof`        `Proof`: numbered steps, each a clause and its reason; `proof_json`: as JSON and back
`checker`      accepts or refuses a proof; `truth`: formulas and rules as it sees them
`certificates` proofs for the checkers of others: DIMACS, DRAT, LRAT
============== =====================================================================================
"""
