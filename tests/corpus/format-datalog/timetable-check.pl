slot(mon). slot(tue). course(logic). course(algebra). course(biology).
at(logic, mon). at(algebra, tue). at(biology, mon).
student(ann, logic). student(ann, algebra). student(bob, biology).
clash(S, C, D) :- student(S, C), student(S, D), at(C, T), at(D, T), C != D.
:- clash(_, _, _).
free(S, T) :- student(S, _), slot(T), not busy(S, T).
busy(S, T) :- student(S, C), at(C, T).
