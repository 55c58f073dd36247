% Reachability, right-linear.
edge(a,b). edge(b,c). edge(c,d). edge(d,b). edge(e,f).
path(X,Y) :- edge(X,Y).
path(X,Y) :- edge(X,Z), path(Z,Y).
node(X) :- edge(X,_).
node(Y) :- edge(_,Y).
unreachable(X,Y) :- node(X), node(Y), not path(X,Y).
cyclic(X) :- path(X,X).
