"""Operations: every address of the service, with what it takes and answers; `openapi` describes them to programs.

Bodies and answers are records, described by the classes that read and write them: nothing is described a second time.
Each operation has one example of what to ask. `examples.json` has what the service really answers; a test asks again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from logicms.commands.lessons import Say
from logicms.commands.question import Question
from logicms.record import Json, Record, shown
from logicms.render.written import MEDIA_TYPES
from logicms.web.bodies import TEXT, GameBody, MoveBody
from logicms.web.games import KeptGameAnswer
from logicms.web.settings import Limits
from logicms.web.tasks import TASKS, answer_of

SVG = MEDIA_TYPES["svg"]
_FORMS = (TEXT, *MEDIA_TYPES.values())
_READING = ("syntax", "too-large", "media-type", "values")
_REASONING = ("busy", "bug", "time-limit", "memory-limit")
_STORE = ("not-found", "store", "store-full")
ANYWHERE = ("token", "origin", "host", "stopping")
"""The kinds of problem that any operation may answer with."""

Tag = Literal["boards", "proofs", "knowledge bases", "making boards", "games", "lessons", "the service"]
TAGS: dict[Tag, str] = {
    "boards": "What is on a board, what is certain, and what is likely.",
    "proofs": "Why a cell is safe or a mine. Every proof has been accepted by an independent checker.",
    "knowledge bases": "Any propositional knowledge: ask it, and let it prove its answers. A knowledge base is a "
    "text, a hint file, that comes with each question; to tell it more is to send a longer text.",
    "making boards": "Boards and worksheets from a seed.",
    "games": "Games that travel as texts: each answer has the game as it is then, and nothing is kept.",
    "lessons": "The lessons, their exercises, and proofs by hand. The service keeps nothing: the state travels along.",
    "the service": "Whether it is well, and what it allows.",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One address, and one method of it."""

    name: str
    """Its id, which reads as the name of a function."""
    method: Literal["GET", "POST", "DELETE"]
    path: str
    tag: Tag
    summary: str
    answer: Any
    """A record class, or a union of some; None if nothing is answered."""
    body: type[Question] | None = None
    text_field: str | None = None
    """The field that a plain text as the body is for; None where it is not taken."""
    other_types: tuple[str, ...] = ()
    """Other types that the answer can be asked for in; which one depends on the body (`Question.other_type`)."""
    status: int = 200
    problems: tuple[str, ...] = ()
    """The kinds of problem that it may answer with."""
    about: str = ""
    """More than the summary says."""
    example: Mapping[str, Any] | None = field(default=None, hash=False)
    """A body."""
    has_etag: bool = False


@dataclass(frozen=True, slots=True)
class HealthAnswer(Record):
    """That the service is well."""

    status: Literal["ok"] = shown("Always `ok`.", default="ok")


BOARD = "mines: 2\n\n? ? ? ?\n1 2 2 1\n"
_GAME = "size: 5x1\nmines: 1\n\n001*1\n\nopen A1\nflag D1\n"
_HINTS = "rain -> wet\nsun | rain\n~sun\n"


def _command(
    task: str,
    tag: Tag,
    summary: str,
    example: Json,
    *,
    name: str | None = None,
    text_field: str | None = "board",
    other_types: tuple[str, ...] = (),
    about: str = "",
) -> tuple[str, Operation]:
    made = TASKS[task]
    return task, Operation(
        name or task,
        "POST",
        f"/v1/{task}",
        tag,
        summary,
        answer_of(made),
        made,
        text_field,
        other_types,
        problems=_READING + _REASONING,
        about=about,
        example=example,
        has_etag=True,
    )


COMMANDS = dict(
    (
        _command(
            "show", "boards", "A board as it is read", {"board": BOARD}, name="show_board", other_types=(TEXT, SVG),
            about="Or what a hint file states.",
        ),
        _command(
            "check", "boards", "Whether a board is consistent, and which of its flags are right",
            {"board": "F ? ?\n1 2 1\n"}, name="check_board", about="Flags are read as claims.",
        ),
        _command(
            "solve", "boards", "Every cell that is certainly safe or a mine", {"board": BOARD}, name="solve_board",
            about="Without guessing, and without missing any, unless `reason` is a way that does.",
        ),
        _command(
            "odds", "boards", "The exact odds of every hidden cell, and the best guess",
            {"board": "mines: 1\n\n? 1 ?\n1 1 ?\n"}, name="get_odds",
            about="Odds are fractions, counted over all placements of the mines.",
        ),
        _command(
            "graph", "boards", "The constraint graph of cells and clues", {"board": "? 1 ?\n"}, name="draw_graph",
            other_types=(TEXT, SVG), about="An edge joins a clue and a hidden cell that it touches.",
        ),
        _command(
            "search", "boards", "A placement of the mines, by backtracking", {"board": BOARD, "propagate": True},
            name="search_placement", about="The switches are those of a course on constraint satisfaction.",
        ),
        _command(
            "convert", "boards", "A board in another format", {"board": BOARD, "to": "emoji"}, name="convert_board",
            other_types=(TEXT,), about="What would lose more than a title is refused, unless `force` is given.",
        ),
        _command(
            "prove", "proofs", "Why a cell is safe or a mine", {"board": BOARD, "cell": "A1", "by": "direct"},
            name="prove_cell", other_types=_FORMS,
            about="From the fewest clues possible. An uncertain cell comes with two placements that differ there.",
        ),
        _command(
            "next", "proofs", "The easiest next deduction", {"board": BOARD, "level": 3}, name="next_deduction",
            other_types=_FORMS, about="As much of it as `level` shows.",
        ),
        _command(
            "path", "proofs", "The whole solution, the easiest step first", {"board": BOARD}, name="solution_path",
            about="Each step rests on the ones before, until nothing more is certain.",
        ),
        _command(
            "verify", "proofs", "Whether a proof is valid",
            {
                "proof": {
                    "version": 1, "by": "direct", "goal": [["~B1"]], "clues": ["A2"],
                    "hints": {"A2": {"mines": 0, "among": ["A1", "B1"]}},
                    "steps": [{"step": 1, "clause": ["~B1"], "by": "clue", "clue": "A2"}],
                },
                "board": "? ?\n0 ?\n",
            },
            name="verify_proof", text_field=None,
            about="With `board` or `hints`, also whether it rests on nothing else.",
        ),
        _command(
            "ask", "knowledge bases", "Whether a knowledge base entails a formula", {"hints": _HINTS, "formula": "wet"},
            name="ask_kb", text_field="hints",
            about="`yes` and `no` come with a proof from the fewest statements, `unknown` with two placements.",
        ),
        _command(
            "kb", "knowledge bases", "A knowledge base, and how inference makes it grow",
            {"hints": _HINTS, "to": "table", "formula": "wet"}, name="show_kb", text_field="hints",
            about="Its facts (KB0) and its clauses (KB), also as sympy writes them and as DIMACS; its truth table; or "
            "the first steps of inference.",
        ),
        _command(
            "generate", "making boards", "A board at random; if asked, one that needs no guess or a given technique",
            {"width": 5, "height": 5, "mines": 4, "seed": 7, "no_guess": True}, name="generate_board", text_field=None,
        ),
        _command(
            "worksheet", "making boards", "A worksheet: boards, questions and answers with proofs",
            {"technique": "single", "count": 1, "questions": ["certain"], "seed": 7}, name="make_worksheet",
            text_field=None, other_types=(TEXT, MEDIA_TYPES["html"]),
        ),
        _command(
            "play", "games", "A game that logicms plays to its end", {"width": 3, "height": 3, "mines": 1, "seed": 5},
            name="play_game", text_field=None, about="By logic first, then by the best guess.",
        ),
        _command(
            "game", "games", "A new game, or the next move in one",
            {"width": 3, "height": 3, "mines": 1, "start": "zero", "seed": 1, "move": {"open": "A1"}},
            name="take_turn", text_field=None,
            about="The game is a text that travels: `game` of the answer goes into the next request. A text that says "
            "what its layout does not allow is refused, and the move named.",
        ),
        _command(
            "review", "games", "Which openings of a game were guesses, and were they needed", {"game": _GAME},
            name="look_back", text_field="game",
        ),
        _command(
            "tip", "games", "A tip in a game", {"game": _GAME}, name="ask_tip", text_field="game",
            about="A flag that is wrong, or else the next step, or else the odds.",
        ),
        _command(
            "exercise", "lessons", "A proof by hand, judged line by line",
            {"board": "? ? ?\n1 2 1\n", "goal": "~B1", "said": "~A1 | ~B1   clue A2"}, name="judge_proof",
            text_field=None,
        ),
    )
)  # fmt: skip
"""The operations of the commands, by the task behind each."""

FORMATS = Operation(
    "list_formats", "GET", "/v1/formats", "boards", "The formats that boards are read from and written to",
    answer_of(TASKS["formats"]), problems=_REASONING,
)  # fmt: skip

# -- games

NEW = Operation(
    "begin_game", "POST", "/v1/games", "games", "A new game", KeptGameAnswer, GameBody, status=201,
    problems=(*_READING, *_REASONING, "store", "store-full"),
    about="Without a seed the system's randomness decides, and nobody can know the layout. `Location` is its address.",
    example={"width": 3, "height": 3, "mines": 1, "start": "zero", "seed": 1},
)  # fmt: skip
STATE = Operation(
    "get_game", "GET", "/v1/games/{id}", "games", "A game as it is now", KeptGameAnswer, problems=_STORE,
)  # fmt: skip
MOVE = Operation(
    "make_move", "POST", "/v1/games/{id}/moves", "games", "Make a move", KeptGameAnswer, MoveBody,
    problems=(*_READING, *_REASONING, *_STORE, "conflict"),
    about="A move that is answered has been written to the store.", example={"open": "A1"},
)  # fmt: skip
REVIEW = Operation(
    "review_game", "GET", "/v1/games/{id}/review", "games", "Which openings were guesses, and were they needed",
    answer_of(TASKS["judged"]), problems=(*_REASONING, *_STORE, "too-large"),
)  # fmt: skip

# -- lessons

LESSONS = Operation(
    "list_lessons", "GET", "/v1/lessons", "lessons", "The lessons", answer_of(TASKS["lessons"]), problems=_REASONING
)
LESSON = Operation(
    "get_lesson", "GET", "/v1/lessons/{id}", "lessons", "A lesson, by its id or number, without the answers",
    answer_of(TASKS["lesson"]), problems=(*_REASONING, "not-found"),
)  # fmt: skip
SAY = Operation(
    "say_in_lesson", "POST", "/v1/lessons/{id}/say", "lessons", "Say something in a lesson, such as an answer",
    answer_of(TASKS["say"]), Say, problems=(*_READING, *_REASONING, "not-found"),
    about="The `state` of the answer goes into the next request.", example={"said": ""},
)  # fmt: skip

# -- the service

HEALTH = Operation("get_health", "GET", "/healthz", "the service", "Whether the service is alive", HealthAnswer)
READY = Operation(
    "get_readiness", "GET", "/readyz", "the service", "Whether it can reason", HealthAnswer,
    problems=("not-ready", "store", "store-full"),
)  # fmt: skip
LIMITS = Operation("get_limits", "GET", "/v1/limits", "the service", "How much one request may ask for", Limits)

OPERATIONS = (
    *COMMANDS.values(),
    FORMATS,
    NEW,
    STATE,
    MOVE,
    REVIEW,
    LESSONS,
    LESSON,
    SAY,
    HEALTH,
    READY,
    LIMITS,
)
