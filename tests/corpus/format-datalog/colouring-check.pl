% Is a given colouring proper?
edge(1,2). edge(2,3). edge(3,1). edge(3,4).
colour(1,red). colour(2,green). colour(3,blue). colour(4,red).
:- edge(X,Y), colour(X,C), colour(Y,C).
coloured(X) :- colour(X,_).
