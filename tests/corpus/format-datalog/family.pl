% A family.
parent(ann, bob).   parent(bob, cat).
parent(cat, dave).  parent(ann, eve).
female(ann). female(cat). female(eve).

ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
sibling(X, Y) :- parent(P, X), parent(P, Y), X \= Y.
childless(X) :- female(X), \+ parent(X, _).
mother(X) :- parent(X, _), female(X). son :- sibling(X1, _), not female(X1).

?- grandparent(X, dave).
?- ancestor(ann, dave).
?- ancestor(dave, zoe).
?- childless(X), not mother(X).
