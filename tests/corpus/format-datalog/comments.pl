% one
%two %three
/* a comment
   that says p(a). and goes on */
p(a). % p(b).
%* a block on one line. p(c). *%
q(X) :- /* inside */ p(X). /**/ r(X) :- q(X).% end
