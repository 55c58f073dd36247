person(ann). person(bob). person(cat). person(dan). person(eve). person(fay). person(gus).
par(dan, ann). par(eve, ann). par(fay, dan). par(gus, eve). par(bob, cat).
sg(X, X) :- person(X).
sg(X, Y) :- par(X, XP), sg(XP, YP), par(Y, YP).
cousin(X, Y) :- sg(X, Y), X != Y.
