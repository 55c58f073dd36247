time(0..5). at(robot, 0, 0).
wall(3).
at(R, P2, T2) :- at(R, P, T), time(T2), T2 = T + 1, time(P2), P2 = P + 1, not wall(P2).
at(R, P, T2) :- at(R, P, T), time(T2), T2 = T + 1, blocked(P).
blocked(P) :- time(P), wall(Q), Q = P + 1.
