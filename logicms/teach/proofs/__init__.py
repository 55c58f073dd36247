"""Proofs written by hand: `lines` reads them, `citations` says what is allowed and which instances of rules they cite,
`check` gives each line its verdict, `completion` finds the next step for a tip.
"""
