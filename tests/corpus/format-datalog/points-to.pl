% Andersen's analysis.
new(a, o1). new(b, o2). assign(c, a). assign(d, c). load(e, d, f). store(a, f, b).
pts(V, O) :- new(V, O).
pts(V, O) :- assign(V, W), pts(W, O).
heap(O, F, P) :- store(V, F, W), pts(V, O), pts(W, P).
pts(V, P) :- load(V, W, F), pts(W, O), heap(O, F, P).
alias(V, W) :- pts(V, O), pts(W, O), V != W.
