% The family of family.hints, as Prolog, Datalog and clingo write it.
%   logicms ask examples/hints/family.pl
%   logicms ask examples/hints/family.pl "ancestor(ann, X)"

parent(ann, bob).
parent(bob, carol).
parent(bob, cy).
parent(carol, dave).
woman(ann).
woman(carol).

grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
sibling(X, Y) :- parent(Z, X), parent(Z, Y), X != Y.
mother(X, Y) :- parent(X, Y), woman(X).
childless(X) :- parent(_, X), not parent(X, _).

?- grandparent(X, dave).
?- ancestor(dave, ann).
?- sibling(carol, X), not childless(carol).
