lives('Ann', 'Berlin'). lives('Bob', paris). lives(cat, 'Berlin').
capital('Berlin'). capital(paris).
neighbours(X, Y) :- lives(X, C), lives(Y, C), X != Y.
berliner(X) :- lives(X, 'Berlin').
named('Ann') :- berliner('Ann').
