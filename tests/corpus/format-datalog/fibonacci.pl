% Sums that stay in a range.
n(0..20).
fib(0, 0). fib(1, 1).
fib(K, F) :- n(K), fib(I, A), fib(J, B), I = K - 1, J = K - 2, n(F), F = A + B.
