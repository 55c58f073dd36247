on(a, b). on(b, c). on(d, table). on(c, table).
block(X) :- on(X, _).
above(X, Y) :- on(X, Y), block(Y).
above(X, Z) :- on(X, Y), above(Y, Z).
covered(Y) :- on(X, Y), block(X).
clear(X) :- block(X), not covered(X).
