"""Answers: what a command says, the same on the command line, over HTTP and on the page; one module per command.

A command's function takes a `Problem` and what is asked about it, and returns a frozen value with its status, its exit
code and `to_json()`. The command line, the service and the page show these values and differ only in how.
"""
