"""The service as it is run for others: by an ASGI server and variables, behind a real proxy, for other sites' pages."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT, end_with_tests, needs

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from browsers import CHROMIUM  # noqa: E402
from services import NGINX, behind_nginx, free_port, service  # noqa: E402

from logicms.cli import app as command_line  # noqa: E402
from logicms.errors import BoardError  # noqa: E402
from logicms.web.settings import TOKEN, Limits, Settings, settings_from, settings_in, variable_of  # noqa: E402

pytestmark = pytest.mark.outside

BOARD = "? ? ?\n1 2 1\n"
SCHOOL = "https://school.example"
SECRET = "a-token-of-some-length"
HALF_HEAD = b"GET /ms/healthz HTTP/1.1\r\nHost: mines.example\r\nX-Slow"
HALF_BODY = (
    b"POST /ms/v1/solve HTTP/1.1\r\nHost: mines.example\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n? ?"
)
HALF_SENT = 480 if FULL else 100
LARGE = "\n".join(["?" * 60] * 60)


# -- settings

SETTINGS = [*settings_in(Limits), *settings_in(Settings)]


def test_every_setting_is_an_option_and_a_variable():
    shown = CliRunner().invoke(command_line, ["serve", "--help"], terminal_width=200).output
    documented = (ROOT / "examples" / "deploy" / "README.md").read_text()
    for option in (each.metadata["written"].option for each in SETTINGS):
        assert f"--{option}" in shown and f"--{option}" in documented
    assert TOKEN in shown and TOKEN in documented


@pytest.mark.parametrize(
    "variable, text, words",
    [
        ("LOGICMS_WORKERS", "0", "at least 1, not 0"),
        ("LOGICMS_WORKERS", "257", "at most 256, not 257"),
        ("LOGICMS_TIME_LIMIT", "-1", "more than 0, not -1"),
        ("LOGICMS_TIME_LIMIT", "nan", "a number, not 'nan'"),
        ("LOGICMS_ALLOW_ORIGIN", "school.example", "an origin such as https://school.example"),
        ("LOGICMS_ALLOW_ORIGIN", "https://a.example https://b.example/x", "an origin such as"),
        ("LOGICMS_ALLOW_FRAME", "https://a.example; script-src *", "an origin such as"),
        ("LOGICMS_ROOT_PATH", "//evil.example", "the beginning of an address such as /ms"),
        ("LOGICMS_LOG", "xml", "none, text or json"),
        ("LOGICMS_TOKEN", "short", "16 or more letters"),
        ("LOGICMS_TOKEN", "é" * 20, "16 or more letters"),  # no header can carry it
        ("LOGICMS_ROOT_PATH", "/übung", "the beginning of an address such as /ms"),
        ("LOGICMS_ALLOW_ORIGIN", "https://schüle.example", "an origin such as"),  # browsers send xn--…
    ],
)
def test_a_variable_that_makes_no_sense_is_refused_by_name(variable, text, words):
    with pytest.raises(BoardError, match=f"{variable}: expected {words}"):
        settings_from({variable: text})


def test_there_is_a_worker_where_the_number_of_processors_is_unknown(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert settings_from({}).limits.workers == 1


def test_a_token_is_in_no_repr():
    assert SECRET not in repr(settings_from({TOKEN: SECRET}))


# -- by an ASGI server


@contextlib.contextmanager
def uvicorn(*options, **variables):
    """`uvicorn logicms.web:app`, and what it writes to standard error."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "logicms.web:app",
        "--port",
        str(port),
        "--log-level",
        "error",
        *options,
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LOGICMS_")} | variables
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, cwd=ROOT, stderr=log, env=environment, preexec_fn=end_with_tests)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
            try:
                until = time.monotonic() + 120
                while True:
                    with contextlib.suppress(httpx.TransportError):
                        if client.get("/readyz").status_code == 200:
                            break
                    assert process.poll() is None and time.monotonic() < until, os.pread(log.fileno(), 10_000, 0)
                    time.sleep(0.1)
                yield client, lambda: os.pread(log.fileno(), 1_000_000, 0).decode()
            finally:
                process.terminate()
                process.wait(30)


@pytest.fixture(scope="module")
def exposed():
    variables = {
        "LOGICMS_WORKERS": "1",
        "LOGICMS_TIME_LIMIT": "20",
        "LOGICMS_MAX_CELLS": "5000",
        "LOGICMS_ALLOW_ORIGIN": f"{SCHOOL}, https://other.example",
        "LOGICMS_ALLOW_FRAME": f"self {SCHOOL}",
        "LOGICMS_LOG": "json",
        "LOGICMS_TOKEN": SECRET,
    }
    with uvicorn(**variables) as (client, said):
        yield client, said


BEARER = {"Authorization": f"Bearer {SECRET}"}


def test_variables_configure_it(exposed):
    client, _ = exposed
    limits = client.get("/v1/limits", headers=BEARER).json()
    assert (limits["workers"], limits["seconds"], limits["cells"]) == (1, 20.0, 5000)
    assert client.post("/v1/solve", json={"board": BOARD}, headers=BEARER).json()["mine"] == ["A1", "C1"]


@pytest.mark.parametrize(
    "header", [None, "Bearer wrong-token-of-length", f"Basic {SECRET}", "Bearer", f"Bearer {SECRET}x"]
)
def test_without_the_token_there_is_no_answer(exposed, header):
    client, _ = exposed
    headers = {} if header is None else {"Authorization": header}
    for refused in (
        client.post("/v1/solve", json={"board": BOARD}, headers=headers),
        client.get("/v1/limits", headers=headers),
        client.post("/mcp", json={}, headers=headers),
    ):
        assert refused.status_code == 401 and refused.headers["www-authenticate"] == "Bearer"
        assert refused.json()["type"] == "urn:logicms:problem:token" and "Authorization: Bearer" in refused.text
    for path in ("/", "/healthz", "/openapi.json", "/docs"):
        assert client.get(path, headers=headers).status_code == 200, path


def test_pages_of_allowed_sites_may_use_it(exposed):
    client, _ = exposed
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, if-none-match",
    }
    preflight = client.options("/v1/solve", headers={"Origin": SCHOOL, **asked})
    assert preflight.status_code == 200 and preflight.headers["access-control-allow-origin"] == SCHOOL
    assert {"POST", "DELETE"} <= set(preflight.headers["access-control-allow-methods"].split(", "))
    allowed = preflight.headers["access-control-allow-headers"].lower().split(", ")
    assert {"authorization", "content-type", "if-none-match"} <= set(allowed)
    cross = {"Origin": SCHOOL, "Sec-Fetch-Site": "cross-site", **BEARER}
    found = client.post("/v1/solve", json={"board": BOARD}, headers=cross)
    assert found.status_code == 200 and found.headers["access-control-allow-origin"] == SCHOOL
    assert "Origin" in found.headers["vary"] and "ETag" in found.headers["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in found.headers


def test_pages_of_other_sites_may_not(exposed):
    client, _ = exposed
    stranger = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", **BEARER}
    preflight = client.options("/v1/solve", headers={**stranger, "Access-Control-Request-Method": "POST"})
    assert preflight.status_code == 403 and "access-control-allow-origin" not in preflight.headers
    assert preflight.headers["content-type"] == "application/problem+json"
    refused = client.post("/v1/solve", json={"board": BOARD}, headers=stranger)
    assert refused.status_code == 403 and "--allow-origin" in refused.json()["detail"]
    assert "access-control-allow-origin" not in refused.headers


def test_only_allowed_sites_may_frame_the_page(exposed):
    client, _ = exposed
    assert f"frame-ancestors 'self' {SCHOOL}" in client.get("/").headers["content-security-policy"]


def test_a_line_for_each_request_that_gives_nothing_away(exposed):
    client, said = exposed
    wish = {"width": 5, "height": 5, "mines": 3, "seed": 987654321}
    asked = {**BEARER, "X-Request-ID": "from-the-proxy.1"}
    found = client.post("/v1/game?secret=1", json=wish, headers=asked)
    assert found.headers["x-request-id"] == "from-the-proxy.1"
    odd = client.get("/healthz", headers={"X-Request-ID": 'a"b\tc'}).headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f]{16}", odd), "an id that could forge a log is replaced"
    until = time.monotonic() + 10
    while "from-the-proxy.1" not in said() and time.monotonic() < until:
        time.sleep(0.05)
    lines = [json.loads(line) for line in said().splitlines()]
    [line] = [line for line in lines if line["request_id"] == "from-the-proxy.1"]
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/game", 422)
    assert set(line) == {"time", "request_id", "client", "method", "route", "status", "bytes", "seconds"}
    assert "987654321" not in said() and SECRET not in said() and "secret=1" not in said()


# -- what any client may expect


@pytest.mark.parametrize("path", ["/", "/learn", "/learn.html", "/static/app.js", "/healthz", "/readyz", "/v1/limits",
                                  "/v1/lessons", "/openapi.json", "/docs"])  # fmt: skip
def test_head_is_get_without_the_body(client, path):
    head, got = client.head(path), client.get(path)
    assert head.status_code == got.status_code == 200 and head.content == b"" and got.content
    for name in ("content-type", "etag", "cache-control"):
        assert head.headers.get(name) == got.headers.get(name)


def test_large_answers_are_compressed_for_those_who_take_it(client):
    plain = client.post("/v1/odds", json={"board": LARGE}, headers={"Accept-Encoding": "identity"})
    packed = client.post("/v1/odds", json={"board": LARGE}, headers={"Accept-Encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json() and "Accept-Encoding" in packed.headers["vary"]
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 5
    small = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in small.headers


@pytest.mark.parametrize("path", ["/", "/learn", "/static/app.js", "/static/style.css", "/openapi.json", "/docs"])
def test_a_file_that_has_not_changed_is_not_sent_again(client, path):
    first = client.get(path)
    assert first.headers["cache-control"] == "no-cache", "or a page would run with the modules of another version"
    again = client.get(path, headers={"If-None-Match": f'"x", {first.headers["etag"]}'})
    assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == first.headers["etag"]
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


def test_an_answer_that_the_client_has_is_not_reasoned_out_again(client):
    first = client.post("/v1/solve", json={"board": BOARD})
    etag = {"If-None-Match": first.headers["etag"]}
    assert client.post("/v1/solve", json={"board": BOARD}, headers=etag).status_code == 304
    assert client.post("/v1/solve", json={"board": "0 ?\n"}, headers=etag).status_code == 200
    assert client.post("/v1/odds", json={"board": BOARD}, headers=etag).status_code == 200


def test_files_outside_the_page_are_not_there(client):
    for path in ("/static/../service.py", "/static/%2e%2e/service.py", "/static//etc/passwd", "/static/", "/static"):
        assert client.get(path).status_code == 404, path


# -- under another address


@pytest.mark.parametrize("sent", ["/openapi.json", "/ms/openapi.json"])
def test_a_prefix_is_part_of_every_address_that_is_named(client, sent):
    assert client.get(sent, headers={"X-Forwarded-Prefix": "/ms/"}).json()["servers"] == [{"url": "/ms"}]
    assert client.get("/openapi.json").json()["servers"] == [{"url": "/"}]


def test_the_page_is_found_without_its_last_slash(client):
    for method in ("GET", "HEAD"):
        found = client.request(method, "/ms", headers={"X-Forwarded-Prefix": "/ms"}, follow_redirects=False)
        assert (found.status_code, found.headers["location"]) == (308, "/ms/")
    assert client.get("/ms/", headers={"X-Forwarded-Prefix": "/ms"}).status_code == 200
    assert client.get("/ms").status_code == 404


@pytest.mark.parametrize("prefix", ["//evil.example", "https://evil.example", "/a b", "/..%2f", "/a/" * 50, "/é"])
def test_a_prefix_that_leads_elsewhere_is_ignored(client, prefix):
    found = client.get("/openapi.json", headers={"X-Forwarded-Prefix": prefix.encode()})
    assert found.json()["servers"] == [{"url": "/"}]


def test_a_setting_says_the_prefix_too():
    with uvicorn("--root-path", "/ms", LOGICMS_WORKERS="1") as (client, _):
        assert client.get("/openapi.json").json()["servers"] == [{"url": "/ms"}]
    with service("--workers", "1", "--root-path", "/ms/") as running:
        assert running.client.get("/openapi.json").json()["servers"] == [{"url": "/ms"}]


@needs(NGINX, "nginx-light")
def test_behind_a_real_proxy():
    with service("--workers", "1", "--allow-host", "mines.example", "--log", "json") as running:
        with behind_nginx(running) as url, httpx.Client(trust_env=False, timeout=60) as client:
            host = {"Host": "mines.example"}
            assert client.get(f"{url}/", headers=host).text == running.client.get("/").text
            assert client.get(url, headers=host).headers["location"].endswith("/ms/")
            assert client.post(f"{url}/v1/solve", json={"board": BOARD}, headers=host).json()["mine"] == ["A1", "C1"]
            assert client.get(f"{url}/openapi.json", headers=host).json()["servers"] == [{"url": "/ms"}]
            other = client.get(f"{url}/healthz", headers={"Host": "evil.example"})
            assert other.status_code == 421
            too_large = client.post(f"{url}/v1/solve", content=b"x" * 1_100_000, headers=host)
            assert too_large.status_code == 413
        ids = {json.loads(line)["request_id"] for line in running.said().splitlines() if line.startswith("{")}
        assert any(re.fullmatch(r"[0-9a-f]{32}", each) for each in ids), "nginx's own ids are in our log"


# -- replicas: nothing is kept, so any of them answers anything


def routes(replica):
    """Return the addresses that a replica was asked at, from its log."""
    return [json.loads(line)["route"] for line in replica.said().splitlines() if line.startswith("{")]


@needs(NGINX, "nginx-light")
def test_two_replicas_behind_one_address():
    """A game and a knowledge base through both in turn; each is ended and started again meanwhile: nothing is lost."""
    options = ("--workers", "1", "--allow-host", "mines.example", "--log", "json")
    with service(*options) as one, service(*options) as two, contextlib.ExitStack() as again:
        url = again.enter_context(behind_nginx(one, two))
        client = again.enter_context(httpx.Client(headers={"Host": "mines.example"}, trust_env=False, timeout=60))
        ports = [each.url.rpartition(":")[2] for each in (one, two)]

        def asked(path, **body):
            found = client.post(f"{url}/v1/{path}", json=body)
            assert found.status_code == 200, found.text
            return found.json()

        game = asked("game", width=16, height=16, mines=40, start="zero", seed=7, move={"open": "H8"})
        hints = "a0\n"
        for number in range(60):
            if number == 20:
                one.end()
            if number == 30:
                one = again.enter_context(service(*options, "--port", ports[0]))
                two.end(signal.SIGKILL)
            if number == 40:
                two = again.enter_context(service(*options, "--port", ports[1]))
            game = asked("game", game=game["game"], move={"auto": True} if game["outcome"] is None else {"undo": True})
            assert asked("game", game=game["game"]) == game, "the other one reads the same in it"
            hints += f"a{number} -> a{number + 1}\n"
            assert asked("ask", hints=hints, formula=f"a{number + 1}", by="forward")["answer"] == "yes"
        assert len(game["moves"]) + 2 * game["undone"] == 61
        assert asked("review", game=game["game"])["moves"]
        for each in (one, two):
            assert {"/v1/game", "/v1/ask"} <= set(routes(each)), "both have taken part"


@needs(NGINX, "nginx-light")
def test_a_class_behind_one_address_is_served():
    """64 clients that ask at once, all from one address, each several things: nobody is told to come back."""
    options = ("--workers", "1", "--allow-host", "mines.example")
    with service(*options) as one, service(*options) as two, behind_nginx(one, two) as url:
        start = threading.Barrier(64)

        def pupil(number):
            with httpx.Client(headers={"Host": "mines.example"}, trust_env=False, timeout=120) as client:
                start.wait()
                game = client.post(f"{url}/v1/game", json={"width": 9, "height": 9, "mines": 10, "seed": number})
                statuses = [game.status_code, client.post(f"{url}/v1/solve", json={"board": BOARD}).status_code]
                for _ in range(4):
                    game = client.post(f"{url}/v1/game", json={"game": game.json()["game"], "move": {"auto": True}})
                    statuses.append(game.status_code)
                return statuses

        with ThreadPoolExecutor(64) as pupils:
            assert {status for each in pupils.map(pupil, range(64)) for status in each} == {200}


@pytest.mark.full
@needs(NGINX, "nginx-light")
@pytest.mark.parametrize("half", [b"", HALF_HEAD, HALF_BODY], ids=["silent", "head", "body"])
def test_half_sent_requests_end_at_the_proxy(half):
    """Others are answered meanwhile, and the service never hears of them."""
    with service("--workers", "1", "--allow-host", "mines.example", "--log", "json") as running:
        with behind_nginx(running) as url, contextlib.ExitStack() as stack:
            address = "127.0.0.1", httpx.URL(url).port
            wires = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(HALF_SENT)]
            for wire in wires:
                wire.sendall(half)
            host = {"Host": "mines.example"}
            client = stack.enter_context(httpx.Client(trust_env=False, timeout=300))
            assert client.get(f"{url}/healthz", headers=host).status_code == 200
            assert client.post(f"{url}/v1/solve", json={"board": BOARD}, headers=host).json()["mine"] == ["A1", "C1"]
            assert wires[0].recv(4096)[:12] in (b"", b"HTTP/1.1 408"), "they are given up"
        asked = [json.loads(line)["route"] for line in running.said().splitlines() if line.startswith("{")]
        assert sorted(set(asked)) == ["/healthz", "/readyz", "/v1/solve"] and asked.count("/v1/solve") == 1


# -- files for those who run it


def test_the_containerfile_is_linted():
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if hadolint is None:
        pytest.skip("hadolint is not installed")
    done = subprocess.run(
        [hadolint, ROOT / "examples" / "deploy" / "Containerfile"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_and_the_containerfile_name_settings_that_exist():
    known = set(map(variable_of, SETTINGS)) | {TOKEN}
    for name in ("logicms@.service", "Containerfile", "nginx.conf", "README.md"):
        text = (ROOT / "examples" / "deploy" / name).read_text()
        assert set(re.findall(r"LOGICMS_[A-Z_]+", text)) <= known, name
    assert "User=root" not in (ROOT / "examples" / "deploy" / "logicms@.service").read_text()


@needs(CHROMIUM, "chromium")
@needs(NGINX, "nginx-light")
def test_the_page_behind_a_real_proxy(running, browser):
    """Analyse, play and learn under /ms/; LOGICMS_BEHIND_NGINX=1 runs all tests of the page so."""
    from browsers import cell, opened, strict_page
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
    with behind_nginx(running) as url:
        with strict_page(browser, url) as page:
            opened(page, url, "#board=???/121&cell=B1")
            expect(page.locator("#why")).to_contain_text("B1 is safe")
            page.goto(f"{url}/#play")
            expect(page.get_by_role("gridcell")).to_have_count(81)
            cell(page, "E5").click()
            expect(page.get_by_role("gridcell", name=re.compile("hidden"))).not_to_have_count(81)
            page.get_by_role("link", name="Learn").first.click()
            expect(page).to_have_url(re.compile(r"/ms/learn"))
            expect(page.locator("main")).to_contain_text("proposition")
