"""Every reader of texts copes with whatever comes in: it reads, or it says what is wrong, and where.

Always, each reader gets a fixed number of texts, the same in every run. LOGICMS_FULL=1 goes on for an hour, with other
texts each time: LOGICMS_FUZZ_SECONDS sets how long, LOGICMS_FUZZ_SEED makes a run again. A text that a reader does not
cope with is made small, printed, and written to tests/corpus/failing/; once mended, put it into the reader's folder.
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest
from conftest import FULL
from fuzzing import CORPUS, FAILING, READERS, Fuzzer, outcome

from logicms.errors import BoardSyntaxError
from logicms.teach.lesson_reader import parse_lesson

pytest.importorskip("starlette", reason="the extra `web` is not installed")

SECONDS = float(os.environ.get("LOGICMS_FUZZ_SECONDS", 3_600)) if FULL else None
TEXTS = 800
"""How many texts each reader gets always."""


def entries() -> list[str]:
    return [f"{path.parent.name}/{path.name}" for path in sorted(CORPUS.glob("*/*")) if path.parent != FAILING]


def test_every_reader_has_a_corpus() -> None:
    folders = {entry.split("/")[0] for entry in entries()}
    assert folders == READERS.keys() - {"any"}
    for reader in READERS:
        fuzzer = Fuzzer(reader, Random(0))
        assert any(said.startswith("read: ") for said in fuzzer.said), f"no text of {reader} can be read"


@pytest.mark.parametrize("entry", entries())
def test_the_corpus_is_coped_with(entry: str) -> None:
    outcome(entry.split("/")[0], (CORPUS / entry).read_bytes())


def test_a_field_that_is_too_long_is_said() -> None:
    rows = (CORPUS / "rows" / "density.csv").read_bytes()
    assert outcome("rows", rows + b"x" * 200_000 + b"\n").startswith("syntax: not _: field larger")


def test_blank_lines_above_a_board_of_a_lesson_count() -> None:
    text = (CORPUS / "lesson" / "blank-lines-above-a-board.lesson").read_text(encoding="utf-8")
    with pytest.raises(BoardSyntaxError) as raised:
        parse_lesson(text)
    assert (raised.value.line, raised.value.column) == (8, 6)


@pytest.mark.full
@pytest.mark.parametrize("reader", READERS)
def test_changed_texts_are_coped_with(reader: str) -> None:
    seed = os.environ.get("LOGICMS_FUZZ_SEED", str(time.time_ns()) if FULL else "7")
    print(f"LOGICMS_FUZZ_SEED={seed}")
    fuzzer = Fuzzer(reader, Random(f"{reader} {seed}"))
    if SECONDS is None:
        for _ in range(TEXTS):
            fuzzer.one()
    else:
        end = time.monotonic() + SECONDS / len(READERS)
        while time.monotonic() < end:
            fuzzer.one()
    said = sum(fuzzer.said.values())
    print(f"{reader}: {said} texts, {len(fuzzer.said)} different answers")
    assert any(not each.startswith("read: ") for each in fuzzer.said), "the texts should be of both kinds"
