"""The OpenAPI document: it is valid, it refers to nothing that is missing, and real answers have no key it does not."""

from __future__ import annotations

import copy
import json
import keyword
import re

import pytest
from conftest import ROOT

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")
jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

from services import service  # noqa: E402

from logicms.errors import RefusedProof  # noqa: E402
from logicms.web.operations import EXAMPLES, OPERATIONS, TAGS, document  # noqa: E402  # noqa: E402
from logicms.web.worker import Job, answer  # noqa: E402

DOCUMENT = json.loads(json.dumps(document()))
BOARD = "mines: 2\n? ? ? ?\n1 2 2 1\n"
UNSURE = "? 1 ?\n"
CONTRADICTION = (ROOT / "examples" / "boards" / "contradiction.txt").read_text()
BIG = "\n".join("".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60))


def nodes(value):
    """Yield every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(each)


def strict(found):
    """Return the document with every object closed: a key that is not declared is a mistake."""
    found = copy.deepcopy(found)
    for node in nodes(found):
        if node.get("type") == "object" and isinstance(node.get("properties"), dict):
            node["additionalProperties"] = False
    return found


STRICT = strict(DOCUMENT)


def mistakes(answer, schema):
    """Return what is wrong with an answer, by a schema of the closed document."""
    whole = {"$ref": "#/schema", "schema": schema, "components": STRICT["components"]}
    return [error.message[:300] for error in jsonschema.Draft202012Validator(whole).iter_errors(answer)]


# -- the document


def test_the_document_is_valid():
    validator = pytest.importorskip("openapi_spec_validator", reason="openapi-spec-validator is not installed")
    validator.validate(DOCUMENT)


def test_no_reference_dangles():
    schemas = DOCUMENT["components"]["schemas"]
    references = {node["$ref"] for node in nodes(DOCUMENT) if isinstance(node.get("$ref"), str)}
    assert references == {f"#/components/schemas/{name}" for name in schemas}, "and no schema is left over"
    assert not [node for node in nodes(DOCUMENT) if "$defs" in node]


def test_every_operation_is_described():
    described = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert described == {(made.path, made.method.lower()) for made in OPERATIONS}
    ids = [each["operationId"] for methods in DOCUMENT["paths"].values() for each in methods.values()]
    assert len(set(ids)) == len(ids) == len(OPERATIONS)


def test_every_field_says_what_it_is():
    bare = [
        f"{name}.{field}"
        for name, schema in DOCUMENT["components"]["schemas"].items()
        for field, described in schema.get("properties", {}).items()
        if not described.get("description")
    ]
    assert not bare
    assert all(schema.get("description") for schema in DOCUMENT["components"]["schemas"].values())


def described_operations():
    return [each for methods in DOCUMENT["paths"].values() for each in methods.values()]


def test_every_operation_says_what_it_does():
    assert [each["name"] for each in DOCUMENT["tags"]] == list(TAGS)
    for each in described_operations():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", each["operationId"]) and not keyword.iskeyword(each["operationId"])
        assert each["summary"] and each["description"] and set(each["tags"]) <= set(TAGS)
        for parameter in each.get("parameters", ()):
            assert parameter["description"] and parameter["schema"]


def test_the_query_of_a_plain_text_is_described():
    for made in OPERATIONS:
        described = DOCUMENT["paths"][made.path][made.method.lower()]
        query = {each["name"] for each in described.get("parameters", ()) if each["in"] == "query"}
        if made.text_field is None:
            assert not query
        else:
            fields = set(made.body.schema({})["properties"]) - {made.text_field}
            assert query and query <= fields and {"time_limit", "format", "by", "flags"} & fields <= query


def test_every_body_and_answer_has_an_example_that_fits():
    def fits(content):
        for example in content["examples"].values():
            assert not mistakes(example["value"], content["schema"]), example
        return len(content["examples"])

    for each in described_operations():
        for content in each.get("requestBody", {}).get("content", {}).values():
            assert fits(content) == 1
        for status, response in each["responses"].items():
            for kind, content in response.get("content", {}).items():
                if kind.endswith("json"):
                    assert fits(content) == 1, (each["operationId"], status)


WITHOUT_ADDRESS = {"experiment", "grade", "serve", "site", "mcp", "completion"}
ELSEWHERE = {"formats": "/v1/formats", "learn": "/v1/lessons"}


def test_every_command_that_answers_has_an_address():
    from logicms.cli import NAMES

    paths = set(DOCUMENT["paths"])
    for name in set(NAMES) - WITHOUT_ADDRESS:
        assert ELSEWHERE.get(name, f"/v1/{name}") in paths, f"{name} has no address"


# -- the examples are what the service answers


def same(answer):
    """Return an answer without what differs each time: how long it took."""
    for node in nodes(answer):
        if isinstance(node.get("seconds"), float) and node["seconds"] < 5:  # the limit of a service is more
            node["seconds"] = 0.001
    return answer


@pytest.mark.outside
def test_the_examples_are_what_the_service_answers(request):
    answers = {}
    with service("--workers", "2") as running:
        for made in OPERATIONS:
            response = running.client.request(made.method, made.path.format(id=1), json=made.example)
            assert response.status_code == 200, (made.name, response.text)
            answers[made.name] = same(response.json())
    if request.config.getoption("--update-golden"):
        EXAMPLES.write_text(json.dumps(answers, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert answers == json.loads(EXAMPLES.read_text(encoding="utf-8")), "read the diff, then --update-golden"


# -- real answers


@pytest.fixture(scope="module")
def client():
    with service("--workers", "1", "--time-limit", "2", "--max-cells", "5000") as running:
        yield running.client


class Asker:
    """Asks the service, and compares each answer with its description."""

    def __init__(self, client):
        self.client = client
        self.answered = set()

    def __call__(self, method, path, body=None, **id):
        response = self.client.request(method, path.format(**id), json=body)
        described = STRICT["paths"][path][method.lower()]["responses"][str(response.status_code)]
        schema = described["content"][response.headers["content-type"]]["schema"]
        answer = response.json()
        assert not mistakes(answer, schema), f"{path}: {response.text[:500]}"
        assert mistakes({**answer, "undeclared": 1}, schema), "the closed document lets nothing else pass"
        if response.status_code < 300:
            self.answered.add((path, method))
        return answer


@pytest.mark.outside
def test_every_operation_answers_as_described(client):
    asked = Asker(client)
    parts = (on_boards, on_hint_files, at_limits, proofs_and_layouts, made_to_order, knowledge, games, lessons, health)
    for part in parts:
        part(asked)
    assert asked.answered == {(made.path, made.method) for made in OPERATIONS}


@pytest.mark.outside
@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "boards").glob("*.txt")), ids=lambda path: path.stem)
def test_examples_are_answered_as_described(client, path):
    for command in ("check", "solve", "odds", "next", "path"):
        Asker(client)("POST", f"/v1/{command}", {"board": path.read_text()})


def on_boards(asked):
    texts = [BOARD, UNSURE, CONTRADICTION, "F 1 ?\n1 1 F\n", "0 ?\n? ?\n", "mines: 1\n? ? ?\n", "1 9", "mines: 9\n? ?"]
    for text in texts:
        for command in ("show", "check", "solve", "odds", "next", "path"):
            asked("POST", f"/v1/{command}", {"board": text})
        for by in ("resolution", "direct", "counting"):
            asked("POST", "/v1/prove", {"board": text, "cell": "A1", "by": by})
        asked("POST", "/v1/convert", {"board": text, "to": "emoji"})
    for level in (1, 2, 3):
        asked("POST", "/v1/next", {"board": BOARD, "level": level, "to": None if level == 1 else "words"})
    assert asked("POST", "/v1/odds", {"board": UNSURE})["why"]


def on_hint_files(asked):
    for hints in ("1 among a b\nsafe b", "a -> b\na", "a\n~a", "size: 3x3\nmines: 2\n1 at B2\n"):
        for command in ("check", "solve", "odds", "next", "path"):
            asked("POST", f"/v1/{command}", {"board": hints, "format": "hints"})
        asked("POST", "/v1/prove", {"board": hints, "format": "hints", "cell": "a", "by": "direct"})
        for formula in ("a", "~b", "c"):
            found = asked("POST", "/v1/ask", {"hints": hints, "formula": formula})
            if found.get("proof"):
                assert asked("POST", "/v1/verify", {"proof": found["proof"], "hints": hints})["valid"]
    asked("POST", "/v1/ask", {"formula": "a"})


def at_limits(asked):
    for command, more in (
        ("solve", {"reason": "resolution"}),
        ("odds", {}),
        ("prove", {"cell": "A1"}),
        ("next", {}),
        ("path", {}),
    ):
        asked("POST", f"/v1/{command}", {"board": BIG, "time_limit": 0.01, **more})
    late = asked("POST", "/v1/solve", {"board": BIG, "reason": "resolution"})
    assert late["status"] == 504 and late["answer"]["status"] == "limit"


def proofs_and_layouts(asked):
    proof = asked("POST", "/v1/prove", {"board": BOARD, "cell": "A1"})
    assert asked("POST", "/v1/verify", {"proof": proof, "board": BOARD})["valid"] is True
    assert asked("POST", "/v1/verify", {"proof": proof, "board": UNSURE})["valid"] is False
    asked("POST", "/v1/verify", {"proof": {**proof, "steps": proof["steps"][1:]}})
    for body in ({"technique": "subset", "seed": 7}, {"width": 3, "height": 3, "mines": 4, "technique": "split"}):
        asked("POST", "/v1/generate", {**body, "effort": 20})
    asked("POST", "/v1/generate", {"mines": 40, "seed": 1})


def made_to_order(asked):
    for board in (BOARD, UNSURE, CONTRADICTION, "1 9"):
        for more in ({}, {"to": "dot"}, {"to": "svg"}):
            asked("POST", "/v1/graph", {"board": board, **more})
        for more in ({}, {"to": "text"}, {"to": "svg"}):
            asked("POST", "/v1/show", {"board": board, **more})
        for more in ({}, {"plain": True, "every": True}, {"mrv": True, "phases": [{"lcv": True}]}):
            asked("POST", "/v1/search", {"board": board, **more})
    for more in ({}, {"to": "html"}, {"to": "latex", "answers": True}, {"questions": ["prove"]}, {"mines": 36}):
        asked("POST", "/v1/worksheet", {"seed": 7, "count": 1, "technique": "single", **more})
    for more in ({}, {"guess": "never"}, {"grid": "hex"}, {"first": "Z99"}):
        asked("POST", "/v1/play", {"seed": 3, **more})
    asked("GET", "/v1/formats")


def knowledge(asked):
    asked("POST", "/v1/kb", {"board": BOARD})
    asked("POST", "/v1/kb", {"hints": "a", "board": BOARD})
    for hints in ("a -> b\n1 among c d\n", "a -> b\na\n~b", "a ->"):
        for formula in ("a", "b & d", "c | e", "x", "->"):
            asked("POST", "/v1/ask", {"hints": hints, "formula": formula})
        for more in (
            {},
            {"to": "sympy"},
            {"steps": 3},
            {"to": "table"},
            {"to": "table", "formula": "b"},
            {"policy": "x"},
        ):
            asked("POST", "/v1/kb", {"hints": hints, **more})


def games(asked):
    settings = {"width": 9, "height": 9, "mines": 10, "seed": 3, "start": "zero"}
    text = asked("POST", "/v1/game", {**settings, "move": {"flag": "A1"}})["game"]
    text = asked("POST", "/v1/game", {"game": text, "move": {"open": "B1"}})["game"]
    while (found := asked("POST", "/v1/game", {"game": text, "move": {"auto": True}}))["outcome"] is None:
        text = found["game"]
        asked("POST", "/v1/tip", {"game": text, "level": 4})
    asked("POST", "/v1/game", {"game": found["game"], "move": {"open": "A1"}})
    asked("POST", "/v1/review", {"game": found["game"]})
    asked("POST", "/v1/review", {"game": "open A1"})


def lessons(asked):
    for entry in asked("GET", "/v1/lessons")["lessons"]:
        asked("GET", "/v1/lessons/{id}", id=entry["id"])
        state = None
        for said in ("tip", "nonsense", "a", "?", "skip", "back", ""):
            state = asked("POST", "/v1/lessons/{id}/say", {"said": said, "state": state}, id=entry["id"])["state"]
    asked("GET", "/v1/lessons/{id}", id="no-such")
    exercise = {"board": "? ? ?\n1 2 1\n", "goal": "~B1"}
    asked("POST", "/v1/exercise", exercise)
    for said in ("~A1 | ~B1   clue A2", "~B1   clue A2", "tip"):
        asked("POST", "/v1/exercise", {**exercise, "said": said})


def health(asked):
    for path in ("/healthz", "/readyz", "/v1/limits"):
        asked("GET", path)


# -- what must not be answered


def test_a_refused_proof_is_a_mistake_of_ours_and_is_not_shown(monkeypatch, capsys):
    def refuse(*given):
        raise RefusedProof("step 3 does not follow")

    monkeypatch.setattr("logicms.proofs.checker.require", refuse)
    for task, given in (("prove", {"cell": "A1"}), ("next", {"level": 1})):
        reply = answer(Job(task, {"board": BOARD, **given}, 60), 100)
        problem = json.loads(reply.body)
        assert (reply.status, problem["type"]) == (500, "urn:logicms:problem:bug")
        assert set(problem) == {"type", "title", "status", "detail"} and "step 3" not in problem["detail"]
    assert "step 3 does not follow" in capsys.readouterr().err, "whoever runs the service is told why"
