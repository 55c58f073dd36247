"""Proofs written by hand: `lines` reads them, `terms` says what is allowed, `check` gives each line its verdict (a
resolution by `resolution`, an instance of a rule by `citations`), `completion` finds the next step for a tip."""
