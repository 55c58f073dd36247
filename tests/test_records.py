"""Records from JSON: what is refused and with which words, what is read, and that the schema says the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicms.commands import boards, generate, lessons, play, prove, solve
from logicms.commands.generate import GenerateQuestion
from logicms.commands.lessons import ProofByHand
from logicms.commands.play import NextMove
from logicms.commands.prove import AskQuestion, NextQuestion, VerifyQuestion
from logicms.commands.question import Question
from logicms.commands.solve import OddsQuestion, SolveQuestion
from logicms.errors import FieldsError
from logicms.record import Record, kept, read_record, schema_of, shown

ONE_MOVE = "a move is exactly one of `open`, `flag`, `chord`, `undo` and `auto`"
NAMED = {
    **vars(boards),
    **vars(generate),
    **vars(solve),
    **vars(prove),
    **vars(play),
    **vars(lessons),
}
BODIES = [each for each in NAMED.values() if isinstance(each, type) and issubclass(each, Question)]


@pytest.mark.parametrize(
    "kind, data, wrong",
    [
        (SolveQuestion, [], {"": "expected an object, not a list"}),
        (SolveQuestion, {}, {"": "give exactly one of `board` and `hints`: a board or a hint file"}),
        (SolveQuestion, {"board": 5}, {"board": "expected a text, not 5"}),
        (SolveQuestion, {"board": None}, {"": "give exactly one of `board` and `hints`: a board or a hint file"}),
        (ProofByHand, {"board": "?", "goal": None}, {"goal": "expected a text, not null"}),
        (SolveQuestion, {"board": "?", "flag": "claim"}, {"flag": "there is no such field; did you mean flags?"}),
        (NextMove, {"xyz": 1}, {"xyz": "there is no such field; the fields are open, flag, chord, undo, auto"}),
        (SolveQuestion, {"board": "?", "flags": "yes"}, {"flags": "expected fact, claim or ignore, not 'yes'"}),
        (SolveQuestion, {"board": "?", "time_limit": 0}, {"time_limit": "expected more than 0, not 0.0"}),
        (SolveQuestion, {"board": "?", "time_limit": "2"}, {"time_limit": "expected a number, not '2'"}),
        (NextQuestion, {"board": "?", "level": 9}, {"level": "expected at most 4, not 9"}),
        (NextQuestion, {"board": "?", "level": True}, {"level": "expected a whole number, not true"}),
        (NextQuestion, {"board": "?", "level": 2.5}, {"level": "expected a whole number, not 2.5"}),
        (NextQuestion, {"level": 0}, {"level": "expected at least 1, not 0"}),
        (ProofByHand, {"board": 7}, {"board": "expected a text, not 7", "goal": "is missing"}),
        (NextMove, {"open": "A" * 13}, {"open": "expected at most 12 characters, not 13"}),
        (NextMove, {"undo": 1}, {"undo": "expected true, not 1"}),
        (NextMove, {}, {"": ONE_MOVE}),
        (NextMove, {"open": "A1", "undo": True}, {"": ONE_MOVE}),
        (
            GenerateQuestion,
            {"technique": "luck"},
            {"technique": "expected single, subset, difference, propagate or split, not 'luck'"},
        ),
        (GenerateQuestion, {"rating": []}, {"rating": "expected at least 1 items, not 0"}),
        (GenerateQuestion, {"rating": [1, 99]}, {"rating.1": "expected at most 10, not 99"}),
        (GenerateQuestion, {"rating": "x"}, {"rating": "expected a whole number or a list or null, not 'x'"}),
        (GenerateQuestion, {"seed": 10**60}, {"seed": "the number is too large"}),
        (AskQuestion, {"formula": "a"}, {"": "give exactly one of `board` and `hints`: a board or a hint file"}),
        (VerifyQuestion, {"proof": "x"}, {"proof": "expected an object, not 'x'"}),
        (VerifyQuestion, {"proof": json.loads('{"a":' * 200 + "1" + "}" * 200)}, {"proof": "nested too deep"}),
        (
            ProofByHand,
            {"board": "?", "goal": "a", "state": {"stop": -1, "lesson": "x"}},
            {"state.stop": "expected at least 0, not -1"},
        ),
    ],
    ids=str,
)
def test_refusals_name_the_field_and_what_is_expected(kind, data, wrong):
    with pytest.raises(FieldsError) as refused:
        read_record(kind, data)
    assert dict(refused.value.wrong) == wrong


def test_numbers_of_a_query_are_texts():
    body = read_record(SolveQuestion, {"board": "?"}, {"time_limit": "2.5", "flags": "claim"})
    assert (body.time_limit, body.flags) == (2.5, "claim")
    assert read_record(NextQuestion, {"board": "?"}, {"level": "3"}).level == 3
    for level in ("9", "-1", "three", "", "３", "1e0", "9" * 5000):
        with pytest.raises(FieldsError):
            read_record(NextQuestion, {"board": "?"}, {"level": level})


def test_what_is_read_is_written_again():
    data = {"lesson": "02-resolution", "stop": 3, "so_far": "", "level": 1, "solved": ["a", "b"]}
    body = read_record(ProofByHand, {"board": "?", "goal": "a", "state": data})
    assert body.state is not None and body.to_json()["state"] == data
    assert read_record(ProofByHand, body.to_json()) == body
    assert repr(read_record(NextQuestion, {"board": "?", "level": 2.0}).level) == "2"


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(
        [2**40, 2**64, 2**130, 0.5, 2.0, 1e300, -0.0, "?", "B1", "fact", "claim", "hex", "zero", "split", "x" * 13]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["lesson", "stop", "x"]), inner),
    max_leaves=4,
)


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
@given(st.data())
def test_the_schema_allows_what_is_read(kind, data):
    """Python's own validator of JSON Schema is the judge; it does not know which fields go together."""
    schemas = {}
    schema = {**schema_of(kind, schemas), "components": {"schemas": schemas}}
    names = [*schemas[kind.__name__]["properties"]]
    value = data.draw(st.dictionaries(st.sampled_from([*names, "x"]), _values, max_size=5))
    value |= {name: data.draw(_values) for name in schemas[kind.__name__]["required"] if data.draw(st.booleans())}
    allowed = jsonschema.Draft202012Validator(schema).is_valid(value)
    try:
        read_record(kind, value)
        read = True
    except FieldsError as error:
        [(place, message), *_] = error.wrong
        read = place == "" or "exactly one of" in message  # of a move, which is a record in a record
    assert read == allowed, value


def test_the_query_gives_fields_that_the_body_does_not():
    assert read_record(OddsQuestion, {"board": "?"}, {"details": "true", "compact": "false"}).details is True
    for options, words in (
        ({"details": "yes"}, "details: expected a boolean, not"),
        ({"board": "?"}, "board: is given twice: in the body and in the query"),
        ({"detials": "true"}, "detials: there is no such field; did you mean details?"),
    ):
        with pytest.raises(FieldsError, match=words.replace("?", r"\?")):
            read_record(OddsQuestion, {"board": "?"}, options)
    with pytest.raises(FieldsError, match="details: expected a boolean"):
        read_record(OddsQuestion, {"board": "?", "details": "true"})


@dataclass(frozen=True, kw_only=True)
class Page(Record):
    title: str = shown("Its title.")
    at: tuple[int, int] | None = shown("Where it begins and ends.", key="from", default=None)
    marks: Mapping[str, int] = shown("How often each is there.", default_factory=dict)
    source: str = kept(default="page.txt")


def test_what_is_not_shown_is_not_read_either():
    page = Page(title="one", source="secret.txt")
    assert "source" not in page.to_json() and read_record(Page, page.to_json()).source == "page.txt"
    told = {"title": "one", "source": "/etc/passwd"}
    assert read_record(Page, told, as_written=True).source == "page.txt"
    for data, options in ((told, {}), ({"title": "one"}, {"source": "/etc/passwd"})):
        with pytest.raises(FieldsError, match="source: there is no such field"):
            read_record(Page, data, options)


@pytest.mark.parametrize(
    "data, wrong",
    [
        ({"from": [1]}, {"title": "is missing", "from": "expected 2 items, not 1"}),
        ({"title": "", "from": [1, "2"]}, {"from.1": "expected a whole number, not '2'"}),
        ({"title": "", "at": [1, 2]}, {"at": "there is no such field; the fields are title, from, marks"}),
        ({"title": "", "marks": {"a": 1, "b": True}}, {"marks.b": "expected a whole number, not true"}),
    ],
    ids=str,
)
def test_what_is_in_lists_and_objects_is_checked_too(data, wrong):
    with pytest.raises(FieldsError) as refused:
        read_record(Page, data)
    assert dict(refused.value.wrong) == wrong
