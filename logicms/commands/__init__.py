"""Commands: what may be asked, one record for each command that has two doors, and the way to its answer.

The fields of a question are the options of the command line, the body of a request, the arguments of a tool and what
the page asks; its docstring is their help, and its checks are their refusals.

Here is the table of all commands. It imports none of them, so that help and completion need not.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from logicms.commands.question import Question


class CommandEntry(NamedTuple):
    """What a command does, and where it is."""

    summary: str
    """The first sentence of its help, and its whole line in the list of commands."""
    function: str | None = None
    """The module of `logicms.cli` that has the function of this name; None: it is not on the command line."""
    question: str | None = None
    """Its question, in its module; None: it has one door only."""
    example: Mapping[str, Any] | None = None
    """What the service may be asked at the address of this name; None: it has no such address."""
    when: str = ""
    """When a language model should call it as a tool, in sentences; empty: it is no tool."""


class CommandGroup(NamedTuple):
    """Commands for one purpose."""

    title: str
    about: str
    commands: Mapping[str, CommandEntry]


_BOARD = "mines: 2\n\n? ? ? ?\n1 2 2 1\n"
_HINTS = "rain -> wet\nsun | rain\n~sun\n"
_GAME = "size: 5x1\nmines: 1\n\n001*1\n\nopen A1\nflag D1\n"
_PROOF = {
    "version": 1,
    "by": "direct",
    "goal": [["~B1"]],
    "clues": ["A2"],
    "hints": {"A2": {"mines": 0, "among": ["A1", "B1"]}},
    "steps": [{"step": 1, "clause": ["~B1"], "by": "clue", "clue": "A2"}],
}

GROUPS = {
    "boards": CommandGroup(
        "Solve a board",
        "What is on a board, what is certain, and what is likely.",
        {
            "show": CommandEntry(
                "Show a board with row and column names, or what a hint file states.",
                "boards", "boards.ShowQuestion", {"board": _BOARD},
            ),
            "check": CommandEntry(
                "Check whether a board is consistent, and which of its flags are right.",
                "solve", "solve.CheckQuestion", {"board": "F ? ?\n1 2 1\n"},
                when="Use it first where a board or a hint file may have a mistake in it, and to judge flags. "
                "`status` says whether it is consistent, `conflict` what clashes.",
            ),
            "solve": CommandEntry(
                "Name every cell that is certainly safe or a mine, without guessing.",
                "solve", "solve.SolveQuestion", {"board": _BOARD},
                when="Use it to learn what can be opened or flagged without any risk. If `status` is `stuck`, "
                "nothing is certain: ask `odds`.",
            ),
            "odds": CommandEntry(
                "Give the exact probability of a mine for every hidden cell, and the best guess.",
                "solve", "solve.OddsQuestion", {"board": "mines: 1\n\n? 1 ?\n1 1 ?\n"},
                when="Use it where nothing is certain and somebody has to guess, or wants to know how likely "
                "something is. `best` has the best guesses, `why` the reason for the first of them.",
            ),
            "graph": CommandEntry(
                "Draw the constraint graph of cells and clues.", "boards", "boards.GraphQuestion", {"board": "? 1 ?\n"}
            ),
            "search": CommandEntry(
                "Search for a placement of the mines by backtracking.",
                "solve", "solve.SearchQuestion", {"board": _BOARD, "propagate": True},
            ),
        },
    ),
    "proofs": CommandGroup(
        "Prove and explain",
        "Why a cell is safe or a mine. Every proof has been accepted by an independent checker.",
        {
            "prove": CommandEntry(
                "Prove that a cell is safe or a mine, from the fewest clues possible.",
                "prove", "prove.ProveQuestion", {"board": _BOARD, "cell": "A1", "by": "direct"},
                when="Use it when somebody asks why a cell is safe or a mine. With `to` = `words` the answer is a "
                "reason to read aloud; without, a proof as JSON, which `verify` checks again.",
            ),
            "next": CommandEntry(
                "Show the easiest next deduction, as much of it as you like.",
                "prove", "prove.NextQuestion", {"board": _BOARD, "level": 3},
                when="Use it to help a player on: with a low `level` the answer is a tip that does not give "
                "everything away.",
            ),
            "path": CommandEntry(
                "Show the whole solution: every deduction in order, the easiest first.",
                "prove", "prove.PathQuestion", {"board": _BOARD},
            ),
            "verify": CommandEntry(
                "Check a proof, step by step.",
                "prove", "prove.VerifyQuestion", {"proof": _PROOF, "board": "? ?\n0 ?\n"},
                when="Use it when you are given a proof as JSON, or have changed one. A proof in lines that a "
                "person has written is for `exercise`.",
            ),
        },
    ),
    "knowledge bases": CommandGroup(
        "Ask a knowledge base",
        "Any propositional knowledge: ask it, and let it prove its answers. A knowledge base is a text, a hint file, "
        "that comes with each question; to tell it more is to send a longer text.",
        {
            "ask": CommandEntry(
                "Ask a knowledge base whether a formula follows, and why.",
                "prove", "prove.AskQuestion", {"hints": _HINTS, "formula": "wet"},
                when="Use it also for questions about anything but boards: write what is known as `hints`, one "
                "statement per line. An `unknown` is sure, too: two placements show it.",
            ),
            "kb": CommandEntry(
                "Show a knowledge base, its placements, or how inference makes it grow.",
                "prove", "prove.KbQuestion", {"hints": _HINTS, "to": "table", "formula": "wet"},
            ),
        },
    ),
    "games": CommandGroup(
        "Play and measure",
        "Games that travel as texts: each answer has the game as it is then, and nothing is kept.",
        {
            "play": CommandEntry(
                "Play games, by logic first.",
                "play", "play.PlayQuestion", {"width": 3, "height": 3, "mines": 1, "seed": 5},
            ),
            "game": CommandEntry(
                "Begin a game, or go on with one, and make a move in it.",
                None, "play.TakeTurn",
                {"width": 3, "height": 3, "mines": 1, "start": "zero", "seed": 1, "move": {"open": "A1"}},
            ),
            "review": CommandEntry(
                "Look back on a game: which openings were guesses, and were they needed.",
                None, "play.LookBack", {"game": _GAME},
            ),
            "tip": CommandEntry(
                "Get a tip in a game: a flag that is wrong, or else the next step, or else the odds.",
                None, "play.AskTip", {"game": _GAME},
            ),
            "experiment": CommandEntry(
                "Make tables and plots over many games, next to published figures.", "experiment"
            ),
        },
    ),
    "teaching": CommandGroup(
        "Teach",
        "The lessons, their exercises, and proofs by hand: the service keeps nothing, the state travels along. Boards "
        "and worksheets from a seed.",
        {
            "learn": CommandEntry("Learn logic by doing: lessons, and exercises that are checked.", "learn"),
            "exercise": CommandEntry(
                "Judge a proof by hand about any board, line by line.",
                None, "lessons.ProofByHand",
                {"board": "? ? ?\n1 2 1\n", "goal": "~B1", "said": "~A1 | ~B1   clue A2"},
                when="Use it to find the mistake in a proof that a person has written: `reply` says of each line of "
                "`said` what is wrong with it. A line is a clause and its reason, such as `~A1 | ~B1   clue A2` or "
                "`~A1   from 1 2 on B1`. Leave `state` out to judge a proof from its first line on.",
            ),
            "worksheet": CommandEntry(
                "Make a worksheet to print: boards, questions and, apart, answers with proofs.",
                "generate", "lessons.WorksheetQuestion",
                {"technique": "single", "count": 1, "questions": ["certain"], "seed": 7},
            ),
            "generate": CommandEntry(
                "Make boards at random; if asked, ones that need no guess or a given technique.",
                "generate", "generate.GenerateQuestion",
                {"width": 5, "height": 5, "mines": 4, "seed": 7, "no_guess": True},
                when="Use it when somebody wants a board to play on, or an example of a technique.",
            ),
            "grade": CommandEntry(
                "Referee other people's programs: what is wrong, what is overlooked, and a score.", "grade"
            ),
        },
    ),
    "formats": CommandGroup(
        "Formats, service, shell",
        "Boards in the formats of other programs.",
        {
            "formats": CommandEntry(
                "List the formats that boards are read from and written to.", "boards", "boards.FormatsQuestion"
            ),
            "convert": CommandEntry(
                "Translate a board or a hint file from one format to another.",
                "boards", "boards.ConvertQuestion", {"board": _BOARD, "to": "emoji"},
                when="Use it to read the board of another program, or to hand a problem to another solver.",
            ),
            "serve": CommandEntry("Serve the page, and the commands over HTTP.", "serve"),
            "mcp": CommandEntry(
                "Serve the commands as tools to a language model, over the Model Context Protocol.", "serve"
            ),
            "site": CommandEntry("Write the page as a folder that any static host can serve.", "serve"),
            "completion": CommandEntry("Print the completion script of a shell.", "serve"),
        },
    ),
}  # fmt: skip
"""The commands by what they are for, in the order of `--help`; the names of groups are the tags of the service."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.commands.items()}


_OF_LESSONS = {"lessons": "lessons.ListLessons", "lesson": "lessons.OfLesson", "say": "lessons.SayInLesson"}
QUESTIONS = {name: command.question for name, command in COMMANDS.items() if command.question} | _OF_LESSONS
"""Where each question is: those of the commands, and those about lessons, which the service and the page ask."""


def question_of(name: str) -> type[Question]:
    """Return the question of this name.

    >>> question_of("solve").__name__
    'SolveQuestion'
    """
    module, _, kind = QUESTIONS[name].partition(".")
    found: type[Question] = getattr(import_module(f"logicms.commands.{module}"), kind)
    return found
