"""All that the doors offer and refuse, in golden files: a difference between two versions is read, not discovered.

What a door says when it answers is pinned elsewhere; here stand the help of every command, the document of the service,
the tools for language models, and what each says to calls that are wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from conftest import ROOT

from logicms.cli import NAMES, app

BOARD = "examples/boards/one-two-one.txt"
VASE = "examples/hints/vase.hints"
KNIGHT = "examples/rules/knight.hints"
BROKEN = "examples/boards/contradiction.txt"


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")


def parameters(name: str) -> list[click.Parameter]:
    context = click.Context(app, **app.context_settings)  # a command keeps the help option that it makes here
    command = app.get_command(context, name)
    assert command is not None
    return command.get_params(click.Context(command, info_name=name, parent=context))


def said(*arguments: str) -> str:
    """Return a call, its exit code and what it said."""
    found = CliRunner().invoke(app, list(arguments), input="", prog_name="logicms")
    assert found.exception is None or isinstance(found.exception, SystemExit), (arguments, found.exception)
    lines = [line for line in found.stderr.splitlines() if not line.startswith(("Usage:", "Try "))]
    return "\n".join([f"$ logicms {' '.join(arguments)}", *filter(None, lines), f"exit {found.exit_code}", ""])


def test_help_of_every_command(golden: Any) -> None:
    texts = [
        f"$ logicms {' '.join(words)}\n{CliRunner().invoke(app, words, prog_name='logicms').stdout}"
        for words in (["--help"], *([name, "--help"] for name in NAMES))
    ]
    golden("doors-help.txt", "\n".join(texts))


# -- the command line: wrong calls that every command can get, and those between options


def wrong_calls() -> Iterator[list[str]]:
    for name in NAMES:
        yield [name, "--no-such-option"]
        takes = parameters(name)
        if any(each.required for each in takes):
            yield [name]
        for each in takes:
            option = max(each.opts, key=len)
            if isinstance(each, click.Option) and not each.is_flag and isinstance(each.type, click.Choice):
                yield [name, option, "nonsense"]
            elif isinstance(each, click.Option) and not each.is_flag and each.type.name.startswith(("int", "float")):
                yield [name, option, "nonsense"]
    for name in ("show", "solve", "odds", "check", "graph", "next", "path", "search", "kb", "convert --to board"):
        yield [*name.split(), "no-such-file.txt"]
        yield [*name.split(), "examples"]
    yield from map(str.split, BETWEEN_OPTIONS)


BETWEEN_OPTIONS = [
    f"prove {BOARD} Z9",
    f"prove {BOARD} nonsense(",
    f"prove {BOARD} B1 B2",
    f"prove --by counting --to drat {BOARD} B1",
    f"prove --by shortest --to dimacs {BOARD} B1",
    f"prove --to html --json {BOARD} B1",
    f"prove {BROKEN} B1",
    f"next --level 5 {BOARD}",
    f"solve --format jsm {BOARD}",
    f"solve --to board --json {BOARD}",
    f"solve --rules {BOARD} {BOARD}",
    f"ask {BOARD}",
    f"ask {BOARD} A1&",
    f"ask {BOARD} A1&&B1",
    f"ask {VASE} insured broken",
    f"ask --by backward --to drat {VASE} insured",
    f"kb --to nonsense {VASE}",
    f"kb --steps 0 {VASE}",
    f"kb --policy nonsense --steps 3 {VASE}",
    f"convert --to jsm {VASE}",
    f"convert --to seed {BROKEN}",
    f"verify {BOARD}",
    f"verify {BOARD} {BOARD}",
    "generate --size 5x5",
    "generate --size 5x5 --mines 30",
    "generate --size 0x5 --mines 3",
    "generate --mines 3-",
    "generate --position --no-guess",
    "generate --position",
    "generate --hints 3 --no-guess",
    "generate --grid hex --to jsm",
    "play --size 5x5",
    "play --mines 5 --seed 7",
    "play --games 0",
    "play --games 2 --show --seed 7",
    "play --me --games 2",
    "play --me --json",
    "play --replay no-such-file.json",
    f"play {BOARD} --grid hex",
    f"play {BOARD}",
    "play --first Z9 --level easy",
    "play --initial-safe lots --level easy",
    "play --reason nonsense",
    "search --plain --propagate " + BOARD,
    f"search --lcv --all --plain {BOARD}",
    "worksheet --size 5x5",
    "worksheet --count 0",
    "worksheet --question odds",
    "learn 99",
    "learn --drill nonsense",
    "learn --check no-such-file.lesson",
    "learn --list --drill step",
    "experiment nonsense",
    "experiment density --workers 2 --cluster tcp://127.0.0.1:9",
    "experiment density --size 5",
    "experiment algorithms --strategy nonsense",
    "grade no-such-file.py",
    "grade",
    "serve --port 99999",
    "serve --token short",
    "site",
    "completion nonsense",
    "slove " + BOARD,
    BOARD,
    "nonsense",
]


def test_what_the_command_line_refuses(golden: Any) -> None:
    calls = list(wrong_calls())
    assert len(calls) >= 120
    golden("doors-refusals-cli.txt", "\n".join(said(*arguments) for arguments in calls))


# -- the service and the tools


def described(name: str, schema: dict[str, Any]) -> list[str]:
    """Return a schema with a line for each of its fields."""
    whole = {key: value for key, value in schema.items() if key != "properties"}
    fields = [f"  {field}: {json.dumps(each)}" for field, each in schema.get("properties", {}).items()]
    return [f"{name}: {json.dumps(whole)}", *fields]


def test_the_document_of_the_service(golden: Any) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    from logicms.web.operations import document

    found = document()
    lines = []
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            answers = " ".join(operation["responses"])
            lines.append(f"{method.upper()} {path}: {operation['summary']} [{answers}]")
            lines += [f"  {json.dumps(each)}" for each in operation.get("parameters", [])]
            lines += [
                f"  body {json.dumps(each['schema'])}"
                for each in operation.get("requestBody", {}).get("content", {}).values()
            ]
    for name, schema in sorted(found["components"]["schemas"].items()):
        lines += described(name, schema)
    golden("doors-openapi.txt", "\n".join(lines) + "\n")


def test_the_tools_for_language_models(golden: Any) -> None:
    pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    from logicms.web.tools import tools

    lines = []
    for tool in tools():
        lines += described(f"{tool.name} ({tool.description})", tool.input_schema)
    golden("doors-tools.txt", "\n".join(lines) + "\n")


BODIES = [
    {},
    {"board": BOARD, "no_such_field": 1},
    {"board": "? 9"},
    {"board": "mines: 9\n? ?"},
    {"board": "? 1\n?"},
    {"board": ""},
    {"board": 7},
    {"board": "? 1", "hints": "a"},
    {"hints": "a ->"},
    {"hints": "a -> b", "formula": "c &"},
    {"board": "? ? ?\n1 2 1", "format": "nonsense"},
    {"board": "? ? ?\n1 2 1", "time_limit": 0},
    {"board": "? ? ?\n1 2 1", "flags": "nonsense"},
    {"board": "? ? ?\n1 2 1", "cell": "Z9"},
    {"board": "? ? ?\n1 2 1", "cell": "B1", "by": "counting", "to": "drat"},
    {"board": "? ? ?\n1 2 1", "level": 9, "to": "nonsense", "reason": "nonsense"},
    {"width": 0, "height": 3, "mines": 3},
    {"width": 3, "height": 3, "mines": 10},
]
ADDRESSES = ["show", "check", "solve", "odds", "prove", "next", "path", "ask", "verify", "graph", "search", "convert",
             "generate", "play", "worksheet", "game", "nonsense"]  # fmt: skip


def test_what_the_service_refuses(golden: Any) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    from logicms.web.browser import Door

    door, texts = Door(), []
    for path in ADDRESSES:
        for body in BODIES:
            found = door.answer("POST", path, json.dumps(body))
            if found.status >= 400:
                texts.append(f"POST {path} {json.dumps(body)}\n{found.status} {found.text}\n")
    assert len(texts) >= 120
    golden("doors-refusals-service.txt", "\n".join(texts))


# -- one question, one answer: the doors answer alike

PLAYS = "--json --seed 7"
ALIKE = [
    (f"show --json {BOARD}", {"board": BOARD}),
    (f"check --json {BOARD}", {"board": BOARD}),
    (f"solve --json --reason forward {BOARD}", {"board": BOARD, "reason": "forward"}),
    (f"odds --json --compact --details {BOARD}", {"board": BOARD, "compact": True, "details": True}),
    (f"graph --json {BOARD}", {"board": BOARD}),
    (f"search --json --phases degree,mrv+lcv {BOARD}",
     {"board": BOARD, "phases": [{"heuristic": "degree"}, {"mrv": True, "lcv": True}]}),
    (f"prove --json {BOARD} B1", {"board": BOARD, "cell": "B1"}),
    (f"prove --to words {BOARD} B1", {"board": BOARD, "cell": "B1", "to": "words"}),
    (f"prove --to lines {BOARD} B1", {"board": BOARD, "cell": "B1", "to": "lines"}),
    (f"next --json {BOARD}", {"board": BOARD}),
    (f"next --to lrat {BOARD}", {"board": BOARD, "to": "lrat"}),
    (f"path --json {BOARD}", {"board": BOARD}),
    (f"ask --json {VASE} insured", {"hints": VASE, "formula": "insured"}),
    (f"kb --json --to table --ask insured {VASE}", {"hints": VASE, "to": "table", "formula": "insured"}),
    (f"kb --json --steps 4 --policy narrow {VASE}", {"hints": VASE, "steps": 4, "policy": "narrow"}),
    (f"convert --to dimacs {BOARD}", {"board": BOARD, "to": "dimacs"}),
    (f"play {PLAYS} --level easy --guess never", {"seed": 7, "level": "easy", "guess": "never"}),
    (f"play {PLAYS} --initial-safe tenth", {"seed": 7, "initial_safe": "tenth"}),
    (f"play {PLAYS} --total-at 5 --reason course", {"seed": 7, "total_at": 5, "reason": "course"}),
    (f"play {PLAYS} examples/boards/layout.txt", {"seed": 7, "layout": "examples/boards/layout.txt"}),
    (f"play {PLAYS} --size 6x6 --mines 6 --rules {KNIGHT}",
     {"seed": 7, "width": 6, "height": 6, "mines": 6, "rules": KNIGHT}),
    (f"generate {PLAYS} --size 6x6 --mines 8 --hints 5",
     {"seed": 7, "width": 6, "height": 6, "mines": 8, "open": 5}),
    (f"generate {PLAYS} --smallest --technique single", {"seed": 7, "smallest": True, "technique": "single"}),
    (f"worksheet {PLAYS} --count 1 --question certain --technique propagate",
     {"seed": 7, "count": 1, "questions": ["certain"], "technique": "propagate"}),
]  # fmt: skip


def asked_of_the_service(name: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    from logicms.web.browser import Door

    files = ("board", "hints", "layout", "rules")
    given = {key: (ROOT / each).read_text() if key in files else each for key, each in body.items()}
    found = Door().answer("POST", name, json.dumps(given))
    return found.status, json.loads(found.text)


@pytest.mark.parametrize("call, body", ALIKE, ids=[call for call, _ in ALIKE])
def test_a_question_has_the_same_answer_at_every_door(call: str, body: dict[str, Any]) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    printed = CliRunner().invoke(app, call.split(), prog_name="logicms").stdout
    status, answer = asked_of_the_service(call.split()[0], body)
    assert status == 200, answer
    if "--json" not in call:
        assert printed.rstrip("\n") == answer["text"].rstrip("\n")
        return
    answers = [json.loads(printed), answer]
    for each in answers:
        each.pop("seconds", None)  # how long it took
    assert answers[0] == answers[1]


REFUSED_ALIKE = [
    (f"prove --by counting --to drat {BOARD} B1", {"board": BOARD, "cell": "B1", "by": "counting", "to": "drat"}),
    (f"kb --policy full {VASE}", {"hints": VASE, "policy": "full"}),
    (f"kb --ask insured {VASE}", {"hints": VASE, "formula": "insured"}),
    (f"solve --format nonsense {BOARD}", {"board": BOARD, "format": "nonsense"}),
    ("play --size 5x5", {"width": 5, "height": 5}),
    ("play --grid hex examples/boards/layout.txt", {"layout": "examples/boards/layout.txt", "grid": "hex"}),
    (f"play --start zero --rules {KNIGHT}", {"start": "zero", "rules": KNIGHT}),
    ("generate --size 5x5", {"width": 5, "height": 5}),
    ("generate --hints 3 --no-guess", {"open": 3, "no_guess": True}),
    ("worksheet --size 5x5", {"width": 5, "height": 5}),
]


@pytest.mark.parametrize("call, body", REFUSED_ALIKE, ids=[call for call, _ in REFUSED_ALIKE])
def test_what_does_not_go_together_is_refused_in_the_same_words(call: str, body: dict[str, Any]) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    from logicms.cli.options import as_option_names
    from logicms.commands import question_of

    status, refusal = asked_of_the_service(call.split()[0], body)
    assert status == 422, refusal
    question = question_of(call.split()[0])
    names = "|".join(question.__dataclass_fields__)
    expected = as_option_names(re.sub(f"`({names})`", r"{\1}", refusal["detail"]), question)
    assert expected in said(*call.split())


def test_every_door_names_the_formats_in_which_a_board_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("..1\n..1\n")
    status, refusal = asked_of_the_service("solve", {"board": path})
    assert status == 400 and refusal["formats"]
    assert f"it can be read with --format {' or '.join(refusal['formats'])}" in said("solve", str(path))
