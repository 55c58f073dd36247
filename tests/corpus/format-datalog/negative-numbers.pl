t(-3). t(0). t(5). t(-1).
below(X) :- t(X), X < 0.
sum(X, Y, Z) :- t(X), t(Y), t(Z), X + Y = Z + 2.
flip(X, Y) :- t(X), t(Y), X + Y = 0 - 1.
range(-2..2).
