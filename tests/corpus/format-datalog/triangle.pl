e(1,2). e(2,3). e(3,1). e(3,4). e(4,5).
und(X,Y) :- e(X,Y).   und(X,Y) :- e(Y,X).
triangle(X,Y,Z) :- und(X,Y), und(Y,Z), und(Z,X), X < Y, Y < Z.
degree_one(X) :- und(X,_), not two(X).
two(X) :- und(X,Y), und(X,Z), Y != Z.
