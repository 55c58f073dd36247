"""Whatever comes in as a hint file, a formula or a proof, the commands answer: never a traceback, never a hang."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT
from knowledge_bases import EXAMPLES

from logicms.cli import app

FILES = [path.read_bytes() for path in EXAMPLES]
SCRAPS = [bytes([sign]) for sign in b"~&|^->()#: \t\n0123456789ABCabc_\x00\xff$%!=,."]
SCRAPS += [b"->", b"<->", b"among ", b"at least 1 among ", b"at most ", b" at ", b"safe ", b"mine ", b"true", b"false"]
SCRAPS += [b"size: 3x3\n", b"mines: 2\n", b"\r\n", b"\xef\xbb\xbf", b"9" * 5000, b"(" * 300, b"~" * 70, b"\xe5\x90\x8d"]
SCRAPS += [b"A1", b"B2", b"x", b"1 among A1 B1\n", b"size: 99999x99999\n", b"a ^ b ^ c ^ d ^ e ^ f\n", b" -> ", b" | "]
WORDS = [
    "a",
    "b",
    "A1",
    "C1",
    "insured",
    "~",
    "&",
    "|",
    "^",
    "->",
    "<->",
    "(",
    ")",
    "true",
    "false",
    "among",
    "名",
    "1",
    "#",
]


def mutated(rng: random.Random) -> bytes:
    """Return random bytes, or an example with a few scraps put in, cut out or doubled."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(60))
    text = rng.choice(FILES)[:800]
    for _ in range(rng.randrange(0, 5)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece = rng.choice(SCRAPS)
        text = rng.choice((text[:at] + piece + text[at:], text[:at] + text[end:], text[:end] + text[at:]))[:20_000]
    return text


def formula(rng: random.Random) -> str:
    """Return words of formulas in any order, or a formula that is right with one of them."""
    if rng.random() < 0.5:
        return " ".join(rng.choices(WORDS, k=rng.randrange(8)))
    left, right = rng.choices(["a", "A1", "C1", "~B1", "(wet & rain)", "insured", rng.choice(WORDS)], k=2)
    return f"{left} {rng.choice(['&', '|', '^', '->', '<->'])} {right}"


def arguments(rng: random.Random) -> list[str]:
    limit = ["--time-limit", "1"]
    json_too = ["--json"] if rng.random() < 0.3 else []
    if rng.random() < 0.7:
        by = rng.choice(["resolution"] * 4 + ["forward", "backward", "saturation", "course"])
        to = rng.choice(["text", "text", "words", "latex", "dot", "dimacs", "drat", "lrat"])
        return ["ask", *limit, *json_too, "--by", by, "--to", to, "-", "--", formula(rng)]
    if rng.random() < 0.3:
        return ["kb", *limit, *json_too, "--steps", str(rng.randrange(60)), "-"]
    return ["kb", *json_too, "--to", rng.choice(["clauses", "sympy", "dimacs"]), "-"]


@pytest.mark.full
def test_thousands_of_texts_in_one_process() -> None:
    rng, runner = random.Random(31), CliRunner()
    codes = {}
    for _ in range(10_000 if FULL else 1_200):
        text, given = mutated(rng), arguments(rng)
        result = runner.invoke(app, given, input=text)
        assert isinstance(result.exception, SystemExit | None), (given, text, result.exception)
        assert result.exit_code in range(5), (given, text)
        codes[result.exit_code] = codes.get(result.exit_code, 0) + 1
    assert codes.keys() >= {0, 1, 2, 3}, f"the texts should be of all kinds: {codes}"


@pytest.mark.full
def test_thousands_of_proofs_in_one_process() -> None:
    rng, runner = random.Random(32), CliRunner()
    path = str(ROOT / "examples" / "hints" / "vase.hints")
    proof = runner.invoke(app, ["ask", "--json", path, "insured"]).stdout
    codes = set()
    for _ in range(5_000 if FULL else 400):
        text = _mutated_json(rng, proof)
        result = runner.invoke(app, ["verify", "-"], input=text)
        assert isinstance(result.exception, SystemExit | None), (text, result.exception)
        assert result.exit_code in (0, 1, 2), text
        codes.add(result.exit_code)
    assert codes >= {1, 2}


def _mutated_json(rng: random.Random, text: str) -> str:
    """Return the text with a piece cut out, or the object with one value replaced by something of another kind."""
    if rng.random() < 0.3:
        at, end = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
        return text[:at] + text[end:]
    data = json.loads(text)["proof"]
    place: object = data
    for _ in range(rng.randrange(4)):
        inner = list(place.values()) if isinstance(place, dict) else place
        deeper = [value for value in inner if isinstance(value, dict | list) and value]
        if not deeper:
            break
        place = rng.choice(deeper)
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    place[key] = rng.choice(
        [None, True, -1, 0, 3, 10**30, 0.5, "", "A1", "~", "_1", "\0", [], [[]], {}, {"a": 1}, place[key]]
    )
    return json.dumps(data)


@pytest.mark.full
def test_some_texts_as_real_processes() -> None:
    rng = random.Random(33)
    for _ in range(60 if FULL else 5):
        text, given = mutated(rng), arguments(rng)
        given = [word for word in given if "\0" not in word]
        result = subprocess.run(
            [sys.executable, "-m", "logicms", *given], input=text, capture_output=True, timeout=60, cwd=ROOT
        )
        assert result.returncode in range(5) and b"Traceback" not in result.stderr, (given, text)
