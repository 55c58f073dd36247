male(peter). male(paul). married(paul). female(mary).
man(X) :- male(X), not(female(X)).
bachelor(X) :- male(X), \+(married(X)).
?- bachelor(X).
?- not bachelor(paul).
