p(X) :- q(X), not r(X).
q(a). q(b) :- s.
