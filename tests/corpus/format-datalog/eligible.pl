score(ann, 91). score(bob, 59). score(cat, 60). score(dan, 100).
pass(X) :- score(X, S), S >= 60.
fail(X) :- score(X, S), not S >= 60.
best(X) :- score(X, S), not beaten(S).
beaten(S) :- score(_, S), score(_, T), T > S.
distance(X, Y, 1) :- score(X, S), score(Y, T), S - T = 1.
