a :- b. b :- c. c. d :- not e. e :- not c. f :- a, d.
