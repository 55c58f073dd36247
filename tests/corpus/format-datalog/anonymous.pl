e(a,b). e(b,c). e(c,c). f(a,b,c).
source(X) :- e(X,_), not e(_,X).
loop :- e(X,X), e(_,X).
third(X) :- f(_,_,X).
none(X) :- e(X,_), not f(X,_,_), not f(_,X,_).
