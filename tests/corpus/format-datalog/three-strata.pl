base(1..6). a(X) :- base(X), X > 4.
b(X) :- base(X), not a(X).
c(X) :- b(X), not d(X).
d(X) :- b(X), X < 3.
e(X) :- base(X), not c(X), not d(X).
