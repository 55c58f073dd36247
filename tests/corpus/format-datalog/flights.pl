flight(vienna, paris, 8, 10). flight(paris, rome, 11, 13). flight(paris, oslo, 9, 12). flight(rome, cairo, 14, 18).
trip(A, B, D, E) :- flight(A, B, D, E).
trip(A, C, D, F) :- trip(A, B, D, E), flight(B, C, E2, F), E2 >= E + 1.
missed(A, C) :- flight(A, B, _, E), flight(B, C, D, _), D < E.
