/* Access: denied by default. */
user(alice). user(bob). user(carol).
role(alice, admin). role(bob, editor). role(carol, reader).
inherits(admin, editor). inherits(editor, reader).
permission(reader, read, wiki). permission(editor, write, wiki). permission(admin, delete, wiki).
suspended(bob).
has_role(U, R) :- role(U, R).
has_role(U, R) :- has_role(U, S), inherits(S, R).
allowed(U, A, O) :- has_role(U, R), permission(R, A, O), not suspended(U).
action(A, O) :- permission(_, A, O).
denied(U, A, O) :- user(U), action(A, O), not allowed(U, A, O).
?- allowed(U, write, wiki).
?- denied(bob, read, wiki).
