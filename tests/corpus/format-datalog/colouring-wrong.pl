edge(1,2). colour(1,red). colour(2,red).
:- edge(X,Y), colour(X,C), colour(Y,C).
