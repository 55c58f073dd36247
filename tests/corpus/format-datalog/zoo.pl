bird(tweety). bird(opus). penguin(opus). bird(ozzie). ostrich(ozzie).
abnormal(X) :- penguin(X).
abnormal(X) :- ostrich(X).
flies(X) :- bird(X), not abnormal(X).
