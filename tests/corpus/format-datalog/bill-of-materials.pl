part(bike, frame, 1). part(bike, wheel, 2). part(wheel, spoke, 32). part(wheel, rim, 1). part(frame, tube, 3).
basic(spoke). basic(rim). basic(tube).
contains(X, Y) :- part(X, Y, _).
contains(X, Z) :- part(X, Y, _), contains(Y, Z).
needs_many(X) :- part(X, _, N), N > 10.
assembled(X) :- contains(X, _), not basic(X).
