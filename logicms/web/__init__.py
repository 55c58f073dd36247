"""The service and its page: one of the two doors. It answers over HTTP what the command line prints under `--json`.

::

    request -> app (sizes, types) -> pool -> worker process (tasks: the same functions as the commands) -> answer
                  |
                  +-> games (rules) -> store (SQLite)

A *job* is one piece of reasoning; it runs in a process of its own, which is ended when the job passes its limits or
when whoever asked has gone. Nothing here reasons, and nothing that reasons sees a layout.
"""
