% A circle that matters to nobody: from b one can move to the lost c.
move(a,b). move(b,a). move(b,c).
win(X) :- move(X,Y), not win(Y).
