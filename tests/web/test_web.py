"""The service: every address through a test client, and a real process for what only a process shows."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import sys
import time

import pytest
from click.testing import CliRunner
from conftest import ROOT, is_running, wait_until

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from services import request, service

from logicms.cli import app as command_line
from logicms.notation.boards import parse_board
from logicms.render.written import FORMS

pytestmark = pytest.mark.outside

BOARDS = sorted((ROOT / "examples" / "boards").glob("*.txt"))
ONE_TWO_ONE = "? ? ?\n1 2 1\n"
HARD = "mines: 500\n" + "\n".join(
    "".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60)
)
"""A board without rhyme or reason, wide and long enough that it is not settled within a second."""


def post(client, path, **body):
    return client.post(f"/v1/{path}", json=body)


def is_problem(response, status):
    found = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert response.status_code == found["status"] == status, found
    assert found["title"] and found["detail"] and found["type"].startswith("urn:logicms:problem:")
    return found


# -- the commands


def command_json(*arguments):
    return json.loads(CliRunner().invoke(command_line, [*arguments, "--json"]).stdout)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["show", "check", "solve", "odds", "next", "path"])
def test_the_service_answers_what_the_command_prints(client, command, path):
    found = post(client, command, board=path.read_text())
    if found.status_code == 200:
        assert found.json() == command_json(command, str(path))
    else:
        assert CliRunner().invoke(command_line, [command, str(path)]).exit_code == 2


@pytest.mark.parametrize("by", ["resolution", "direct", "counting"])
def test_a_proof_is_the_commands_and_is_verified(client, by):
    path = ROOT / "examples" / "boards" / "propagate.txt"
    proof = post(client, "prove", board=path.read_text(), cell="d2", by=by).json()
    assert proof == command_json("prove", str(path), "D2", "--by", by)
    assert post(client, "verify", proof=proof, board=path.read_text()).json()["valid"] is True
    assert post(client, "verify", proof=proof, board=ONE_TWO_ONE).json()["valid"] is False


def test_ask(client):
    path = ROOT / "examples" / "hints" / "vase.hints"
    found = post(client, "ask", hints=path.read_text(), formula="insured").json()
    assert found == command_json("ask", str(path), "insured")
    assert post(client, "ask", board=ONE_TWO_ONE, formula="A1 & C1 & ~B1").json()["answer"] == "yes"
    is_problem(post(client, "ask", formula="a"), 422)
    is_problem(post(client, "ask", hints="a", formula="a &"), 400)


def test_a_contradiction_is_an_answer(client):
    board = (ROOT / "examples" / "boards" / "contradiction.txt").read_text()
    for command in ("check", "solve", "odds", "next", "path"):
        found = post(client, command, board=board)
        assert (found.status_code, found.json()["status"]) == (200, "inconsistent"), command
        assert found.json()["conflict"], command
    assert post(client, "prove", board=board, cell="A1").json()["status"] == "inconsistent"
    assert post(client, "ask", hints="a\n~a", formula="b").json()["status"] == "inconsistent"


def test_a_contradiction_comes_with_a_proof_that_can_be_read_step_by_step(client):
    board = (ROOT / "examples" / "boards" / "contradiction.txt").read_text()
    for command, more in (("check", {}), ("solve", {}), ("prove", {"cell": "A1"}), ("next", {})):
        found = post(client, command, board=board, **more).json()
        proof = found["proof"]
        assert (
            proof["checked"] is True
            and proof["steps"][-1]["clause"] == []
            and set(proof["hints"]) <= {*found["conflict"]}
        )
        assert post(client, "verify", proof=proof, board=board).json()["valid"] is True, command
    words = post(client, "prove", board=board, cell="A1", to="words").json()["text"]
    assert words.startswith("The board is inconsistent: ") and words.endswith("So the premises are inconsistent.")
    assert "proof" not in post(client, "solve", board=ONE_TWO_ONE).json()


@pytest.mark.parametrize("form", FORMS)
def test_proofs_in_every_form(client, form):
    given = {"board": ONE_TWO_ONE, "cell": "B1", "by": "direct", "to": form}
    found = post(client, "prove", **given).json()
    path = ROOT / "examples" / "boards" / "one-two-one.txt"
    asked = CliRunner().invoke(command_line, ["prove", "--by", "direct", "--to", form, str(path), "B1"])
    printed = post(client, "prove", **{**given, "board": path.read_text()}).json()["text"]
    assert (
        found.keys() == {"version", "to", "text"} and found["to"] == form and printed == asked.stdout.removesuffix("\n")
    )
    kind = {"svg": "image/svg+xml", "html": "text/html; charset=utf-8"}.get(form, "text/plain; charset=utf-8")
    bare = client.post("/v1/prove", json=given, headers={"accept": kind.split(";")[0]})
    assert bare.headers["content-type"] == kind and bare.text == found["text"]
    assert ("sandbox" in bare.headers["content-security-policy"]) is (form in ("svg", "html"))
    assert post(client, "next", board=ONE_TWO_ONE, to=form).json()["text"], "the next step, too"


def test_what_cannot_be_written_in_a_form(client):
    is_problem(post(client, "prove", board="?1\n1?", cell="A1", to="drat"), 422)
    is_problem(post(client, "next", board=ONE_TWO_ONE, level=2, to="drat"), 422)
    is_problem(post(client, "prove", board=ONE_TWO_ONE, cell="B1", by="counting", to="drat"), 422)
    is_problem(post(client, "prove", board=ONE_TWO_ONE, cell="B1", to="png"), 422)
    assert "Look at" in post(client, "next", board=ONE_TWO_ONE, level=1, to="words").json()["text"]


@pytest.mark.parametrize(
    "board, formats",
    [
        ("..1\n..1", ["gecode", "minesweepr", "minesolve"]),
        ("x.\n11", ["minesweepr", "minesolve"]),
        ("-1 1\n1 -1", []),
        ("1 9 1", []),
    ],
)
def test_a_board_that_is_not_recognised_comes_with_the_formats_to_choose_from(client, board, formats):
    refused = is_problem(post(client, "convert", board=board, to="board"), 400)
    assert "--" not in refused["detail"] and "--" not in refused["text"], "no advice for the command line"
    for name in refused["formats"]:
        assert post(client, "convert", board=board, format=name, to="board").status_code == 200
    assert set(formats) <= {*refused["formats"]} and bool(formats) is bool(refused["formats"])
    assert "formats" not in is_problem(post(client, "convert", board=board, format="board", to="emoji"), 400)


def test_what_logicms_writes_is_read_without_naming_its_format(client):
    board = "size: 3x2\nmines: 2\n\n? F ?\n1 2 1\n"
    picture = CliRunner().invoke(command_line, ["show", "-"], input=board).stdout
    for text in (picture, post(client, "convert", board=board, to="emoji").json()["text"]):
        read = parse_board(post(client, "convert", board=text, to="board").json()["text"])
        assert read.rows == parse_board(board).rows
    written = post(client, "convert", board=board.replace("F", "?"), to="seed").json()["text"]
    for more in ({}, {"format": "seed"}):
        read = parse_board(post(client, "convert", board=written, to="board", **more).json()["text"])
        assert (read.rows, read.mines) == (("???", "121"), 2)


def test_prove_takes_hint_files_too(client):
    found = post(client, "prove", board="1 among a b\nsafe b", format="hints", cell="a").json()
    assert (found["verdict"], found["checked"]) == ("holds", True)
    found = post(client, "prove", board="a -> b\na", format="hints", cell="b", by="direct").json()
    assert (found["verdict"], len(found["steps"])) == ("holds", 3)
    is_problem(post(client, "prove", board="a -> b\na", format="hints", cell="b", by="counting"), 422)


def test_next_ask_and_verify_take_hint_files_as_boards_too(client):
    given = {"board": "1 among a b\nsafe b", "format": "hints"}
    assert post(client, "next", **given).json()["name"] == "a"
    asked = post(client, "ask", **given, formula="a").json()
    assert asked["answer"] == "yes" and post(client, "verify", **given, proof=asked["proof"]).json()["valid"] is True


def test_plain_text_is_read_too(client):
    sent = client.post("/v1/prove?cell=B1&by=direct", content=ONE_TWO_ONE, headers={"content-type": "text/plain"})
    assert sent.json() == post(client, "prove", board=ONE_TWO_ONE, cell="B1", by="direct").json()


def test_show_as_a_picture_and_convert_as_text(client):
    picture = client.post("/v1/show", json={"board": ONE_TWO_ONE}, headers={"accept": "image/svg+xml"})
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
    assert "script" not in picture.headers["content-security-policy"].replace("default-src 'none'", "")
    assert post(client, "convert", board="mines: 2\n???\n121", to="jsm").json()["text"] == "3x2x2\nHHH\n121\n"
    text = client.post("/v1/convert", json={"board": ONE_TWO_ONE, "to": "emoji"}, headers={"accept": "text/plain"})
    assert text.text == post(client, "convert", board=ONE_TWO_ONE, to="emoji").json()["text"]


def test_each_game_without_a_seed_is_another(client):
    games = [client.post("/v1/play", json={"width": 4, "height": 4, "mines": 2}) for _ in range(2)]
    assert games[0].json()["seed"] != games[1].json()["seed"]
    assert games[0].headers["etag"] != games[1].headers["etag"], "a client that has one does not have the other"


def test_a_question_that_nobody_asked_has_no_known_answer(client):
    any_answer = {"If-None-Match": "*"}
    assert client.post("/v1/solve", json={"board": ONE_TWO_ONE}, headers=any_answer).status_code == 200
    assert client.post("/v1/solve", json={"board": "? 9"}, headers=any_answer).status_code == 400
    assert client.get("/", headers=any_answer).status_code == 304, "the page is there"


def test_same_question_same_answer_same_etag(client):
    first, again = (post(client, "solve", board=ONE_TWO_ONE) for _ in range(2))
    assert first.content == again.content and first.headers["etag"] == again.headers["etag"]
    other = post(client, "solve", board=ONE_TWO_ONE, reason="forward")
    assert other.headers["etag"] != first.headers["etag"]


def test_own_time_limit_is_an_answer(client):
    found = post(client, "solve", board=HARD, reason="resolution", time_limit=0.05)
    assert (found.status_code, found.json()["status"]) == (200, "limit"), found.text[:300]
    assert "etag" not in found.headers, "what depends on the clock has no lasting name"


def test_more_time_than_the_service_gives_is_refused(client):
    found = is_problem(client.post("/v1/solve", json={"board": "?", "time_limit": 999}), 422)
    assert found["detail"] == "time_limit: at most 20 s here" and found["errors"][0]["field"] == "time_limit"


def test_a_compressed_body_is_refused_as_such(client):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    found = client.post("/v1/solve", content=gzip.compress(b'{"board": "?"}'), headers=headers)
    assert "compressed" in is_problem(found, 415)["detail"]


def test_convert_names_the_formats_and_leaves_out_on_request(client):
    lossy = {"board": "mines: 1\nF 1", "to": "seed"}
    refused = is_problem(client.post("/v1/convert", json=lossy), 422)
    assert "`force` leaves this out" in refused["detail"] and "--" not in refused["detail"]
    found = client.post("/v1/convert", json={**lossy, "force": True}).json()
    assert found["text"] == "2 1 1\n-1 1\n" and found["left_out"], found
    described = client.get("/openapi.json").json()["components"]["schemas"]["ConvertQuestion"]["properties"]["to"]
    assert "jsm-link" in described["description"] and "tatham," not in described["description"]


def test_generate_answers_what_the_command_prints(client):
    found = post(client, "generate", technique="subset", seed=7)
    assert found.status_code == 200 and found.json() == command_json("generate", "--technique", "subset", "--seed", "7")
    wish = {"width": 8, "height": 7, "mines": 9, "no_guess": True, "first": "B2", "rating": [3, 4, 5], "seed": 3}
    options = ["--size", "8x7", "--mines", "9", "--no-guess", "--first", "B2", "--rating", "3-5", "--seed", "3"]
    again = post(client, "generate", **wish)
    assert again.json() == command_json("generate", *options)
    assert again.headers["etag"] == post(client, "generate", **wish).headers["etag"]
    assert again.headers["etag"] != post(client, "generate", **{**wish, "seed": 4}).headers["etag"]
    assert post(client, "generate").json()["seed"] != post(client, "generate").json()["seed"]


def test_a_board_that_is_not_found_is_an_answer(client):
    found = post(client, "generate", position=True, technique="difference", seed=7)
    assert found.status_code == 200
    assert found.json() == command_json("generate", "--position", "--technique", "difference", "--seed", "7")
    found = post(client, "generate", width=3, height=3, mines=4, technique="split", effort=20)
    assert (found.status_code, found.json()["status"], found.json()["layout"]) == (200, "limit", None)
    assert "not found among 20 layouts" in found.json()["reason"] and "etag" not in found.headers
    found = post(client, "generate", width=5, height=5, mines=4, rating=7, effort=100_000, time_limit=0.1)
    assert found.json()["status"] == "limit" and "not decided within 0.1 s" in found.json()["reason"]


@pytest.mark.parametrize(
    "body, status",
    [
        ({"width": 100, "height": 51, "mines": 9}, 413),
        ({"width": 100, "height": 51}, 422),
        ({"mines": 82}, 422),
        ({"technique": "magic"}, 422),
        ({"position": True}, 422),
        ({"position": True, "technique": "split", "no_guess": True}, 422),
        ({"rating": 11}, 422),
        ({"rating": []}, 422),
        ({"technique": "single", "rating": 8}, 422),
        ({"first": "Z9"}, 422),
        ({"first": "9Z"}, 422),
        ({"seed": -1}, 422),
        ({"level": "nightmare"}, 422),
        ({"board": "?"}, 422),
    ],
)
def test_boards_that_cannot_be_generated(client, body, status):
    is_problem(post(client, "generate", **body), status)


@pytest.mark.parametrize("grid", ["hex", "torus"])
def test_other_grids(client, grid):
    board = (ROOT / "examples" / "boards" / f"{grid}.txt").read_text(encoding="utf-8")
    solved = post(client, "solve", board=board).json()
    assert solved["grid"] == grid and "B1" in solved["safe"]
    assert post(client, "prove", board=board, cell="B1").json()["checked"]
    assert "has no room for the grid" in is_problem(post(client, "convert", board=board, to="emoji"), 422)["detail"]
    made = post(client, "generate", width=5, height=5, mines=4, grid=grid, no_guess=True, seed=7).json()
    assert parse_board(made["layout"]).grid == grid


# -- what is refused


@pytest.mark.parametrize(
    "body, status, why",
    [
        ({"board": "1 9\n? ?"}, 400, "a clue of 9"),
        ({"board": ""}, 400, "an empty grid"),
        ({"board": "? \x00"}, 400, "a NUL"),
        ({"board": "mines: 99\n? ?"}, 422, "more mines than cells"),
        ({"board": "mines: " + "9" * 5000 + "\n? ?"}, 400, "a gigantic total"),
        ({"board": "? ?", "format": "nonsense"}, 422, "an unknown format"),
        ({"board": 7}, 422, "a number for a text"),
        ({"board": "? ?", "bord": "?"}, 422, "an unknown field"),
        ({}, 422, "no board"),
        ([], 422, "no object"),
        ({"board": "\n".join(["?" * 100] * 51)}, 413, "more cells than are taken"),
        ({"board": "2000x2000:1,1,m0", "format": "tatham"}, 400, "a short text for a giant board"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refusals(client, body, status, why):
    found = is_problem(client.post("/v1/solve", json=body), status)
    if status == 400:
        assert found["line"] >= 1 and found["column"] >= 1


@pytest.mark.parametrize("command", ["show", "check", "solve", "odds", "graph", "search", "next", "path"])
def test_a_hint_file_may_be_given_as_hints(client, command):
    """As to `ask` and `kb`; it is read as one even if it could be a board."""
    text = "F\nF -> ~x\n1 among x y\n"
    found, other = (post(client, command, **each).json() for each in ({"hints": text}, {"board": text}))
    for each in (found, other):
        each.pop("seconds", None)
    assert found == other and found["version"] == 1
    assert post(client, "show", hints="F\n").json()["statements"] == ["F"]
    rule = "set s = a b\nall x in s: p(x)\n"
    assert post(client, "show", hints=rule).json()["statements"] == rule.splitlines()
    instances = ["line 2 with x = a: 1 among p(a)", "line 2 with x = b: 1 among p(b)"]
    assert post(client, "show", hints=rule, instances=True).json()["statements"] == instances
    assert post(client, "show", board="F\n").json()["rows"] == ["F"]
    for wrong in ({"hints": text, "board": "? 1"}, {}):
        refused = is_problem(post(client, command, **wrong), 422)
        assert refused["detail"] == "give exactly one of `board` and `hints`: a board or a hint file"
    place = is_problem(post(client, command, hints="a\n1 among\n"), 400)
    assert place["line"] == 2 and place["text"].startswith("hints:2:")


def test_a_graph_may_be_asked_for_as_json(client):
    """`json` is one of the values of the command's `--to`."""
    assert post(client, "graph", board="? 1 ?", to="json").json() == post(client, "graph", board="? 1 ?").json()


def test_hints_are_proved_and_converted(client):
    proof = post(client, "prove", hints="a -> b\na\n", cell="b").json()
    assert (proof["name"], proof["verdict"], proof["checked"]) == ("b", "holds", True)
    assert post(client, "verify", proof=proof, hints="a -> b\na\n").json()["valid"]
    written = post(client, "convert", hints="size: 2x1\n1 at B1\n", to="board").json()
    assert (written["from"], written["text"]) == ("hints", "? 1\n")
    ruled = {"hints": "size: 2x1\n1 at B1\n", "rules": "all c in cells: clue(c, 1) -> ~A1\n"}
    assert post(client, "solve", **ruled).json()["safe"] == ["A1"]
    assert post(client, "ask", formula="~A1", **ruled).json()["answer"] == "yes"


def test_the_place_of_a_mistake(client):
    found = is_problem(post(client, "solve", board="title: x\n\n? 1\n1 9\n"), 400)
    assert (found["line"], found["column"]) == (4, 3) and "0 to 8" in found["detail"]
    found = is_problem(
        client.post("/v1/solve", content=b'{"board":\n  oops}', headers={"content-type": "application/json"}), 400
    )
    assert found["line"] == 2


@pytest.mark.parametrize(
    "content, kind, status",
    [
        (b'{"board": "?"}', "application/x-www-form-urlencoded", 415),
        (b'{"board": "?"}', "application/json; charset=utf-16", 415),
        (b"\xff\xfe?", "text/plain", 400),
        (b"? " * 600_000, "text/plain", 413),
        (b'{"board": ' + b"[" * 400_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b'{"board": "\\ud800"}', "application/json", 400),
    ],
)
def test_bodies_that_are_not_read(client, content, kind, status):
    is_problem(client.post("/v1/solve", content=content, headers={"content-type": kind}), status)


@pytest.mark.parametrize(
    "path, content, key",
    [
        ("solve", b'{"board": "?", "board": "1 ?"}', "board"),
        ("solve", b'{"board": "?", "\\u0062oard": "1 ?"}', "board"),
        ("verify", b'{"proof": {"goals": [], "steps": [], "steps": []}}', "steps"),
    ],
)
def test_a_key_that_appears_twice_is_refused(client, path, content, key):
    answer = client.post(f"/v1/{path}", content=content, headers={"content-type": "application/json"})
    assert is_problem(answer, 400)["detail"] == f'the key "{key}" appears twice'


def test_an_option_of_a_plain_text_that_appears_twice_is_refused(client):
    path, kind = "/v1/solve?flags=fact&flags=claim", {"content-type": "text/plain"}
    assert is_problem(client.post(path, content=b"? 1", headers=kind), 400)["detail"] == 'the key "flags" appears twice'


def test_other_addresses(client):
    is_problem(client.get("/v1/nothing"), 404)
    wrong = is_problem(client.get("/v1/solve"), 405)
    assert wrong["detail"] == "GET is not taken here, but POST"
    assert "/docs" in is_problem(client.get("/v1/sovle"), 404)["detail"]
    assert client.get("/v1/solve").headers["allow"] == "POST"
    is_problem(client.get("/static/../app.py"), 404)
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/v1/limits").json()["cells"] == 5000
    assert client.head("/v1/limits").status_code == 200 and not client.head("/v1/limits").content
    description = client.get("/openapi.json").json()
    assert description["openapi"].startswith("3.1")
    assert {f"/v1/{name}" for name in "show check solve odds prove next ask verify convert game".split()} <= set(
        description["paths"]
    )


def test_safe_headers_everywhere(client):
    for response in (client.get("/"), client.get("/v1/nothing"), post(client, "show", board="?")):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"


# -- a real process

linux = pytest.mark.skipif(sys.platform != "linux", reason="process ids are looked up under /proc")


HARD_REQUEST = request("/v1/solve", {"board": HARD, "reason": "resolution"})


def ask_hard(url, seconds=600):
    import httpx

    body = {"board": HARD, "reason": "resolution"}
    return httpx.post(f"{url}/v1/solve", json=body, timeout=seconds, trust_env=False)


@linux
def test_limits_of_a_real_service(tmp_path):
    """Over the time limit, and ending: the service goes on, and no worker outlives it."""
    with service("--workers", "1", "--time-limit", "1") as running:
        workers = running.workers()
        assert len(workers) == 1
        ours, theirs = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (running.process.pid, *workers))
        assert theirs == min(ours + 10, 19), "a worker gives way to the service"
        assert is_problem(ask_hard(running.url), 504)["type"].endswith("time-limit")
        running.wait_until_ready()
        left = running.workers()
        assert running.end(signal.SIGTERM) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        wait_until(lambda: not any(map(is_running, left)), "workers end with the service")


def test_more_jobs_than_may_wait_are_told_to_come_back():
    """One at work, one waiting; the others are answered while these two are not, however slow the machine is."""
    with service("--workers", "1", "--time-limit", "600", "--max-waiting", "1") as running:
        wires = [running.wire(HARD_REQUEST) for _ in range(4)]
        answered = running.answered(wires, number=2)
        assert [status for _, status, _ in answered] == [429, 429]
        assert all("retry-after" in headers for _, _, headers in answered)
        assert running.client.get("/healthz").status_code == 200
        for wire in wires:
            wire.close()
        assert running.solved(ONE_TWO_ONE)["mine"] == ["A1", "C1"]


@linux
def test_a_client_that_goes_away_ends_its_job():
    with service("--workers", "1", "--time-limit", "600") as running:
        (worker,) = running.workers()
        with running.wire(HARD_REQUEST):
            time.sleep(0.5)
            assert running.client.get("/healthz").status_code == 200, "it answers meanwhile"
            assert is_running(worker)
        wait_until(lambda: not is_running(worker), "nobody wanted the answer any more")
        running.wait_until_ready()
        assert running.client.post("/v1/solve", json={"board": ONE_TWO_ONE}).json()["status"] == "solved"


@linux
def test_a_job_past_its_memory_ends_alone():
    with service(
        "--workers",
        "1",
        "--memory-limit",
        "128",
        "--time-limit",
        "20",
        "--max-body",
        "9000000",
        "--max-cells",
        "4000000",
    ) as running:
        wide = "\n".join(["?1" * 700, "??" * 700] * 700)
        found = running.client.post("/v1/solve", json={"board": wide, "reason": "forward"})
        assert is_problem(found, 504)["type"].endswith("memory-limit"), found.text[:200]
        running.wait_until_ready()
        assert running.client.post("/v1/solve", json={"board": ONE_TWO_ONE}).json()["status"] == "solved"


def test_a_port_in_use_is_said():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = CliRunner().invoke(command_line, ["serve", "--port", str(taken.getsockname()[1])])
    assert found.exit_code == 2 and "cannot listen" in found.stderr
