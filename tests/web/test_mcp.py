"""The door for language models: the SDK's own client lists and calls everything, over both transports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from contextlib import asynccontextmanager
from functools import partial

import anyio
import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT, apart
from jsonschema import Draft202012Validator

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from hostile import hostile
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types.version import LATEST_PROTOCOL_VERSION
from services import service

from logicms.answers.prove import verify_json
from logicms.cli import app
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.web.tools import NAMES, tools

pytestmark = pytest.mark.outside

HOSTILE = 1000 if FULL else 60
BOARD = ROOT / "examples" / "boards" / "one-two-one.txt"
VASE = ROOT / "examples" / "hints" / "vase.hints"
LIMITS = ("--workers", "2", "--time-limit", "1", "--memory-limit", "512", "--max-cells", "4000")
PATIENT = ("--workers", "1", "--time-limit", "60")
"""For answers that must be whole, however slow the machine is."""


@pytest.fixture(scope="module")
def running():
    with service(*LIMITS) as running:
        yield running


@pytest.fixture(scope="module")
def patient():
    with service(*PATIENT) as running:
        yield running


@asynccontextmanager
async def connected(transport, running, mode="auto", limits=LIMITS):
    """A client of the SDK, connected to the service, or to a `logicms mcp` of its own."""
    if transport == "http":
        async with Client(f"{running.url}/mcp", mode=mode) as client:
            yield client
    else:
        command = StdioServerParameters(command=sys.executable, args=["-m", "logicms", "mcp", *limits], cwd=ROOT)
        async with Client(stdio_client(command), mode=mode) as client:
            yield client


def printed(*arguments):
    return json.loads(CliRunner().invoke(app, [*map(str, arguments), "--json"]).stdout)


CALLS = {
    "check": ({"board": BOARD.read_text()}, ("check", BOARD)),
    "solve": ({"board": BOARD.read_text(), "reason": "forward"}, ("solve", "--reason", "forward", BOARD)),
    "odds": ({"board": BOARD.read_text()}, ("odds", "--compact", BOARD)),
    "prove": ({"board": BOARD.read_text(), "cell": "B1", "by": "direct"}, ("prove", "--by", "direct", BOARD, "B1")),
    "next": ({"board": BOARD.read_text(), "level": 2}, ("next", "--level", "2", BOARD)),
    "ask": ({"hints": VASE.read_text(), "formula": "insured"}, ("ask", VASE, "insured")),
    "convert": ({"board": BOARD.read_text(), "to": "emoji"}, ("convert", "--to", "emoji", BOARD)),
    "generate": ({"seed": 7, "technique": "subset"}, ("generate", "--seed", "7", "--technique", "subset")),
}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_every_tool_is_listed_and_answers_what_the_command_prints(transport, mode, patient):
    async def talk():
        async with connected(transport, patient, mode, PATIENT) as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert tuple(listed) == NAMES
            for name, tool in listed.items():
                assert tool.description and tool.title and not tool.annotations.open_world_hint
                assert tool.annotations.read_only_hint and tool.annotations.idempotent_hint
                assert tool.input_schema["type"] == tool.output_schema["type"] == "object", name
            answers = {}
            for name, (arguments, command) in CALLS.items():
                found = await client.call_tool(name, arguments)  # the client checks it against the tool's schema
                assert not found.is_error, found.content
                answers[name] = found.structured_content
                assert found.structured_content == json.loads(found.content[0].text)
                if name != "convert":  # which prints the text itself
                    assert found.structured_content == printed(*command), name
            proof = answers["prove"]
            valid = await client.call_tool("verify", {"proof": proof, "board": BOARD.read_text()})
            assert valid.structured_content["valid"] is True
            wrong = await client.call_tool("verify", {"proof": proof, "board": "? 1\n1 1"})
            assert wrong.structured_content["valid"] is False
            if mode == "auto":
                assert client.session.protocol_version == LATEST_PROTOCOL_VERSION == "2026-07-28"

    apart(talk())


def test_the_list_of_tools_is_short_and_says_what_a_model_needs_to_know():
    whole = [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools()]
    assert len(json.dumps(whole)) <= 30_000
    for tool in whole:
        name, schema = tool["name"], tool["inputSchema"]
        Draft202012Validator.check_schema(schema)
        for record in (schema, *schema.get("$defs", {}).values()):
            assert all(field.get("description") for field in record["properties"].values()), name
        words, _, example = tool["description"].partition(" Example: ")
        assert 3 <= len(re.findall(r"[.:]( |$)", words)) and len(re.findall(r"\.( |$)", words)) <= 8, name
        Draft202012Validator(schema).validate(json.loads(example))
        if {"board", "hints"} <= schema["properties"].keys():
            assert "Give this or `hints`" in schema["properties"]["board"]["description"]
            assert "Give this or `board`" in schema["properties"]["hints"]["description"]


def test_each_example_is_answered(patient):
    async def talk():
        async with connected("http", patient) as client:
            for tool in (await client.list_tools()).tools:
                example = json.loads(tool.description.partition(" Example: ")[2])
                found = await client.call_tool(tool.name, example)
                assert not found.is_error, (tool.name, found.content)

    apart(talk())


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_prompts_are_listed_and_filled_in(transport, running):
    async def talk():
        async with connected(transport, running) as client:
            listed = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
            assert set(listed) == {"prove", "find-mistake"}
            for prompt in listed.values():
                given = {each.name: f"<{each.name} {{board}}>" for each in prompt.arguments}
                found = await client.get_prompt(prompt.name, given)
                text = found.messages[0].content.text
                assert prompt.description and all(text.count(value) >= 1 for value in given.values()), text
                assert all(f"`{tool}`" not in text or tool in NAMES for tool in re.findall(r"tool `(\w+)`", text))
            for wrong, words in (("no", "there is no prompt 'no'"), ("prove", "needs board and cell")):
                with pytest.raises(MCPError, match=words):
                    await client.get_prompt(wrong, {})

    apart(talk())


def pigeons(number):
    """So many pigeons do not fit into one hole fewer, which takes any resolution prover very long."""
    holes = range(1, number)
    each = [" | ".join(f"p{pigeon}_{hole}" for hole in holes) for pigeon in range(1, number + 1)]
    pairs = [(one, other) for one in range(1, number + 1) for other in range(1, one)]
    return "\n".join([*each, *(f"~p{one}_{hole} | ~p{other}_{hole}" for one, other in pairs for hole in holes)])


LONG = ("--workers", "1", "--time-limit", "600")


async def worker_is_free(client):
    """Ask for something short: a service whose workers are all at work refuses it after half a minute."""
    for _ in range(5):  # a slow machine may need longer to start another worker
        found = await client.call_tool("solve", {"board": "? 1"})
        if not found.is_error:
            break
    return not found.is_error and found.structured_content["mine"] == ["A1"]


def test_a_long_call_tells_how_far_it_is_and_is_cancelled_by_its_client():
    """If it went on, the only worker would not be free for the next call."""

    async def talk():
        async with connected("stdio", None, limits=LONG) as client:
            heard = []
            begun = anyio.Event()

            async def hear(progress, total, message):
                heard.append((progress, total, message))
                begun.set()

            arguments = {"hints": pigeons(14), "formula": "p1_1"}
            async with anyio.create_task_group() as calls:
                calls.start_soon(partial(client.call_tool, "ask", arguments, progress_callback=hear))
                await begun.wait()
                calls.cancel_scope.cancel()
            assert await worker_is_free(client)
            assert heard[0][0] > 0 and heard[0][1] == 600 and "of at most 600 s" in heard[0][2]

    apart(talk())


def test_a_long_call_ends_with_its_request():
    async def talk():
        async with connected("http", running) as client:
            with anyio.move_on_after(5):
                await client.call_tool("ask", {"hints": pigeons(14), "formula": "p1_1"})
                raise AssertionError("pigeons were settled")
        async with connected("http", running) as client:
            assert await worker_is_free(client)

    with service(*LONG) as running:
        apart(talk())


def test_a_session_of_a_language_model(patient):
    """A person has mistyped a board, and asks about it, and then about other things: ten calls, one of them wrong."""
    board = "? ? ?\n1 2 1\n"

    async def talk():
        async with connected("stdio", None, limits=PATIENT) as client:

            async def call(tool, **arguments):
                found = await client.call_tool(tool, arguments)
                return found.content[0].text if found.is_error else found.structured_content

            assert (await call("check", board="? ? ?\n1 4 1\n"))["status"] == "inconsistent"
            assert (await call("check", board=board))["status"] == "consistent"
            found = await call("solve", board=board)
            assert found["safe"] == ["B1"] and found["mine"] == ["A1", "C1"]
            assert "expected" in await call("prove", board=board, cell="B1", by="logic")
            proof = await call("prove", board=board, cell="B1")
            assert (await call("verify", proof=proof, board=board))["valid"] is True
            words = await call("prove", board=board, cell="B1", to="words")
            assert "so B1 is safe" in words["text"]
            found = await call("exercise", board=board, goal="~B1", said="~A1 | ~B1   clue A2\n~A1   from 1 on B1")
            assert "A resolution has two parents" in found["reply"]["text"]
            kb = "only parent\nparent(ann, bob)\nparent(bob, cy)\n"
            found = await call("ask", hints=kb, formula="which x, z: some y: parent(x, y) & parent(y, z)")
            assert [row["values"] for row in found["rows"]] == [{"x": "ann", "z": "cy"}]
            odds = await call("odds", board="mines: 99\n" + ("? " * 30 + "\n") * 16)
            assert odds["elsewhere"]["mine"] == "33/160" and len(json.dumps(odds)) < 2_000

    apart(talk())


def test_an_entailment_comes_with_a_checked_proof_of_what_it_needs(running):
    """The checker is asked again here, against the statements that were given."""
    text = "rain -> wet\nsun | rain\n~sun\nwet -> slippery\ncold | warm\n"

    async def talk():
        async with connected("http", running) as client:
            return (await client.call_tool("ask", {"hints": text, "formula": "slippery"})).structured_content

    found = apart(talk())
    assert found["answer"] == "yes" and found["proof"]["checked"] is True
    assert verify_json(found["proof"], Problem.of(parse_hints(text))).valid


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_texts_can_be_listed_and_read(transport, running):
    async def talk():
        async with connected(transport, running) as client:
            listed = (await client.list_resources()).resources
            examples = {"examples/boards", "examples/hints", "examples/rules"}
            folders = Counter(each.uri.removeprefix("logicms://").rpartition("/")[0] for each in listed)
            assert set(folders) == {"grammar", "notation_pages", "lessons"} | examples
            for each in listed:
                found = await client.read_resource(each.uri)
                path = each.uri.removeprefix("logicms://")
                for installed, here in (
                    ("notation_pages/", "docs/reference/notation/"),
                    ("lessons/", "examples/lessons/"),
                ):
                    path = here + path.removeprefix(installed) if path.startswith(installed) else path
                assert found.contents[0].text == (ROOT / path).read_text()
            for wrong in ("logicms://../SECURITY.md", "logicms://grammar/../../README.md", "file:///etc/passwd", ""):
                with pytest.raises(MCPError, match="there is no text"):
                    await client.read_resource(wrong)

    apart(talk())


MISTAKES = [
    ("solve", {"board": "? ? ?\n1 9 1"}, ["board:2:3", "a clue is 0 to 8, not 9", "1 9 1\n  ^"]),
    ("solve", {"bord": "?"}, ["board", "bord"]),
    ("ask", {"hints": "a ->\n", "formula": "a"}, ["hints:1:"]),
    ("ask", {"hints": "a", "formula": "a &"}, ["<formula>:1:4", "expected a name"]),
    ("ask", {"hints": "a", "board": "?", "formula": "a"}, ["exactly one of `board` and `hints`"]),
    ("prove", {"board": "? 1", "cell": "Z9"}, ["Z9"]),
    ("convert", {"board": "? 1", "to": "jms"}, ["jms", "the formats are", "jsm"]),
    ("solve", {"board": "?" * 5000}, ["5,000 cells", "at most 4,000"]),
]


@pytest.mark.parametrize("name, arguments, words", MISTAKES, ids=[words[0] for _, _, words in MISTAKES])
def test_a_mistake_reaches_the_client_with_its_place_and_remedy(running, name, arguments, words):
    async def talk():
        async with connected("http", running) as client:
            return await client.call_tool(name, arguments)

    found = apart(talk())
    assert found.is_error and found.structured_content is None
    assert all(word in found.content[0].text for word in words), found.content[0].text


@pytest.mark.full
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_hostile_calls_get_errors_in_our_words_and_never_end_the_server(transport, running):
    async def talk():
        seen = Counter()
        async with connected(transport, running) as client:
            for seed in range(HOSTILE):
                path, body, _ = hostile(seed)
                name = path.removeprefix("/v1/").partition("/")[0]
                try:
                    arguments = json.loads(body)
                except (ValueError, RecursionError):
                    arguments = {"board": body.decode("utf-8", "replace")[:200_000]}
                if not isinstance(arguments, dict):
                    arguments = {"board": arguments}
                try:
                    found = await client.call_tool(name, arguments)
                    seen["error" if found.is_error else "answer"] += 1
                    assert found.content[0].text, seed
                    if found.is_error:
                        assert not found.content[0].text.startswith("Error executing"), seed
                except MCPError as error:
                    assert name not in NAMES and error.message.startswith("there is no tool"), (seed, error)
                    seen["no tool"] += 1
                except (RecursionError, ValueError):  # the client itself could not send it
                    seen["not sent"] += 1
            last = await client.call_tool("solve", {"board": "? ? ?\n1 2 1\n"})
            assert last.structured_content["mine"] == ["A1", "C1"]
        return seen

    seen = apart(talk())
    assert seen["error"] > HOSTILE / 10 and seen["answer"] and seen["no tool"], seen


def test_lines_that_are_no_messages_do_not_end_it():
    big = json.dumps({"board": "?", "title": "x" * 1_000_000})
    call = '{{"jsonrpc": "2.0", "id": {}, "method": "tools/call", "params": {{"name": "solve", "arguments": {}}}}}'
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}),
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        "", "not JSON", "[]", "{}", "\x00\xff", '{"jsonrpc": "3.0", "id": 1}', "[" * 100_000,
        '{"jsonrpc": "2.0", "id": 2, "method": "no/such", "params": {}}',
        '{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": 7}}',
        call.format(4, big),
        call.format(5, json.dumps({"board": "? ? ?\n1 2 1\n"})),
    ]  # fmt: skip
    command = [sys.executable, "-m", "logicms", "mcp", *LIMITS]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=-1, stdout=-1, stderr=-1, errors="replace") as process:
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()
        answers = {}
        while 5 not in answers or 4 not in answers:
            message = json.loads(process.stdout.readline())
            answers[message.get("id")] = message
        process.stdin.close()
        assert process.wait(60) == 0
        assert "Traceback" not in process.stderr.read()
    assert "at most 1,000,000 bytes" in answers[4]["result"]["content"][0]["text"]
    assert answers[5]["result"]["structuredContent"]["mine"] == ["A1", "C1"]
    assert answers[2]["error"] and answers[3]["error"]


def test_requests_that_are_piped_in_are_answered_before_it_ends():
    """Standard input ends at once, while workers are still starting; a cancelled call does not keep it waiting."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    boards = {1: "? ? ?\n1 2 1\n", 2: "? 1", 3: "? 9"}
    requests = [
        {"id": 0, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        *(
            {"id": id, "method": "tools/call", "params": {"name": "solve", "arguments": {"board": board}}}
            for id, board in boards.items()
        ),
        {"id": 4, "method": "tools/call", "params": {"name": "generate", "arguments": {}}},
        {"method": "notifications/cancelled", "params": {"requestId": 4}},
    ]
    lines = "".join(f"{json.dumps({'jsonrpc': '2.0', **each})}\n" for each in requests)
    command = [sys.executable, "-m", "logicms", "mcp", *PATIENT]
    ended = subprocess.run(command, cwd=ROOT, input=lines, text=True, capture_output=True, timeout=120)
    answers = {message["id"]: message for message in map(json.loads, ended.stdout.splitlines())}
    assert ended.returncode == 0 and ended.stderr == ""
    assert answers[1]["result"]["structuredContent"]["mine"] == ["A1", "C1"]
    assert answers[2]["result"]["structuredContent"]["mine"] == ["A1"]
    assert answers[3]["result"]["isError"] is True
