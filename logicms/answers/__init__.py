"""Answers: what every door says to a question, one module for each command.

A command's function takes a `Problem` and what is asked of it, and returns a frozen value with its status, its exit
code and `to_json()`. The command line, the service and the page show these values and differ only in how.
"""
