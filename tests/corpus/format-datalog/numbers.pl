number(1..10).
even(X) :- number(X), number(Y), X = Y + Y.
odd(X) :- number(X), \+ even(X).
divides(X, Y) :- number(X), number(Y), number(Z), even(Z), Z = X + Y.
small(X) :- number(X), X =< 3.
between(X) :- number(X), X > 3, X < 7.
next(X, Y) :- number(X), number(Y), Y = X + 1.
top(X) :- number(X), not smaller(X).
smaller(X) :- next(X, _).
diff(X, Y) :- number(X), number(Y), X - Y >= 8.
