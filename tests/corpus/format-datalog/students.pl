takes(ann, logic). takes(ann, algebra). takes(bob, logic). takes(cat, algebra).
teaches(hart, logic). teaches(imre, algebra).
taught_by(S, T) :- takes(S, C), teaches(T, C).
both(S) :- takes(S, logic), takes(S, algebra).
only_logic(S) :- takes(S, logic), not takes(S, algebra).
classmates(X, Y) :- takes(X, C), takes(Y, C), X \= Y.
