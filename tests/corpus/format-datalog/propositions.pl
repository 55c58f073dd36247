rain. cold :- snow. wet :- rain. wet :- sprinkler.
slippery :- wet, not dry. dry :- not wet.
happy :- not slippery, not cold.
