p(a). p(b). p(c).
q(X, Y) :- p(X), Y = X.
r(X) :- p(Y), X = Y, Y = b.
s(X) :- p(Y), X = d.
t(X, Y) :- p(X), p(Y), not X = Y.
u(X) :- X = e, p(a).
v :- s(d), not s(a).
