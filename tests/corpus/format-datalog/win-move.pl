% A game without circles: whoever cannot move has lost.
move(1,2). move(1,3). move(2,4). move(3,4). move(3,5). move(4,6). move(5,6). move(2,5).
win(X) :- move(X,Y), not win(Y).
position(X) :- move(X,_).  position(Y) :- move(_,Y).
lost(X) :- position(X), not win(X).
