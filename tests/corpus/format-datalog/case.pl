parentOf(ann, bob_2). parentOf(bob_2, c3po).
ancestorOf(X1, Y1) :- parentOf(X1, Y1).
ancestorOf(X1, Y1) :- parentOf(X1, Z_1), ancestorOf(Z_1, Y1).
