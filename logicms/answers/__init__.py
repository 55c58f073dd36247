"""Answers: what both doors say to a question. The command line and the service show the same ones.

Reasoning raises when a board contradicts itself or a limit is reached; at a door both are answers like any other. Each
answer here has a *status*, what was found, and the error that explains the status, if there is one.

`boards` answers about boards, `by_hand` about hint files, which need no grid, `names` proves one name of a hint file.
"""

from logicms.answers.boards import (
    MOST_HIDDEN,
    Error,
    Likely,
    Solved,
    board_to_json,
    check_to_json,
    contradiction_to_json,
    error_to_json,
    explained_to_json,
    likely,
    next_to_json,
    nothing_to_json,
    size_to_json,
    solved,
    value_of,
    verified_to_json,
)

__all__ = [
    "MOST_HIDDEN",
    "Error",
    "Likely",
    "Solved",
    "board_to_json",
    "check_to_json",
    "contradiction_to_json",
    "error_to_json",
    "explained_to_json",
    "likely",
    "next_to_json",
    "nothing_to_json",
    "size_to_json",
    "solved",
    "value_of",
    "verified_to_json",
]
