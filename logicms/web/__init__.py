"""The service and its page: one of the doors. It answers over HTTP what the command line prints under `--json`.

::

    request -> edge -> app -> requests (size, type, fields) -> pool -> worker process: tasks, which call `answers`
                        |
                        +-> games (rules) -> store (SQLite)

============ ==========================================================================================
`bodies`     what a request may give, as pydantic models; a worker gets the same values
`requests`   reading a request within the limits of the service
`tasks`      what a worker can be asked to do: from a body to an `Answer`
`operations` every address with what it takes and answers; the OpenAPI document is made from this
`app`        from a request to its response
`edge`       what holds for every request: which hosts and origins, and the headers of the response
`pool`       the worker processes, seen from the service; `worker` is what runs in each of them
`games`      games over HTTP; `store` keeps them, and `played` keeps those at hand that were used last
`problems`   what is answered instead of a result
`serving`    the app behind a socket; `connections` ends those that only wait
`clients`    who asks, as far as the limits are concerned
============ ==========================================================================================

A *job* is one piece of reasoning; it runs in a process of its own, which is ended when the job exceeds its limits or
when nobody waits for the answer any more. Nothing here reasons, and nothing that reasons sees a layout.
"""
