% Several facts with ranges, and two in one.
room(101..103). room(201). door(101..102, 201).
connected(X, Y) :- door(X, Y). connected(Y, X) :- door(X, Y).
shut(X) :- room(X), not connected(X, _).
