"""Commands: what may be asked, one record for each command that has two doors, and the way to its answer.

The fields of a question are the options of the command line, the body of a request, the arguments of a tool and what
the page asks; its docstring is their help, and its checks are their refusals.
"""
