likes(mary, wine). likes(mary, food). likes(john, X) :- likes(mary, X).
happy(john) :- likes(john, wine).
