"""Whatever bytes come in, `show` answers: 0 or 2, never a traceback, never a hang."""

import random
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT

from logicms.cli import app

BOARDS = [path.read_bytes() for path in sorted((ROOT / "examples" / "boards").iterdir())]
# What a mutation puts in: signs of boards, pieces of keys, and what text files should not hold.
SCRAPS = [bytes([sign]) for sign in b"?0123456789F*-. \t#:x\x00\xff\n"]
SCRAPS += [b"\r\n", b"\xef\xbb\xbf", b"mines: 3\n", b"size: 3x3\n", b"title:", b"first: A1\n", b"10 ", b"-1 "]
SCRAPS += [b"\xe2\x91\xa0", b"9" * 5000, b"30x16x99\n", b"9x9:4,4,m"]


def mutated(rng: random.Random) -> bytes:
    """Return random bytes, or a board of the examples with a few scraps put in, cut out or doubled."""
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(60))
    text = rng.choice(BOARDS)[:600]
    for _ in range(rng.randrange(1, 5)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece = rng.choice(SCRAPS)
        text = rng.choice((text[:at] + piece + text[at:], text[:at] + text[end:], text[:end] + text[at:]))[:20_000]
    return text


@pytest.mark.full
def test_ten_thousand_texts_in_one_process():
    rng, runner = random.Random(20), CliRunner()
    codes = set()
    for _ in range(10_000 if FULL else 2_500):
        text = mutated(rng)
        result = runner.invoke(app, ["show", "--ascii", "-"], input=text)
        assert result.exit_code in (0, 2), (text, result.exception)
        assert isinstance(result.exception, SystemExit | None), (text, result.exception)
        codes.add(result.exit_code)
    assert codes == {0, 2}, "the texts should be of both kinds"


@pytest.mark.full
def test_a_hundred_texts_as_real_processes():
    rng = random.Random(21)
    for _ in range(100 if FULL else 8):
        text = mutated(rng)
        command = [sys.executable, "-m", "logicms", "show", "-"]
        result = subprocess.run(command, input=text, capture_output=True, timeout=60, cwd=ROOT)
        assert result.returncode in (0, 2) and b"Traceback" not in result.stderr, text
