"""Every public value can be pickled, copied and compared, cannot be changed inside, and shows itself to people."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import logicms as lm
from logicms.cli.command import in_options
from logicms.errors import FieldsError
from logicms.hints import FrozenDict
from logicms.notation.read import read, write

BOARD = lm.parse_board("mines: 2\n? ? ?\n1 2 1\n")
OPEN_ENDED = lm.parse_board("mines: 3\n? ? ?\n? 3 ?\n? ? ?\n")
CLASH = lm.parse_board("? 3\n")
HINTS = lm.parse_hints(
    "size: 2x2\nset people = ann bob\nX: all x in people: likes(x)\n1 among A1 B1\na -> b\n1 at A2\n"
)
GAME = lm.Game.from_layout(lm.parse_board("* 1\n1 1\n"))
HAND_MADE = lm.Proof(
    (), (), symbols={}, hints={"A2": lm.exactly(1, ["A1"], "A2")}, rules={"a": "b"}, sets={"s": ("a",)}
)


def clash() -> lm.InconsistentBoard:
    with pytest.raises(lm.InconsistentBoard) as raised:
        lm.deduce(CLASH)
    return raised.value


VALUES: dict[str, list[Any]] = {
    "Board": [BOARD, lm.parse_board("grid: hex\n? 1\n? ?\n")],
    "Cell": [lm.Cell(2, 1)],
    "Hint": [lm.exactly(1, ["a", "b"], "X"), lm.Hint(1, 2, (lm.Cell(0, 0), "b"))],
    "Literal": [lm.Literal("a", False)],
    "HintFile": [HINTS, lm.parse_hints("a -> b\n")],
    "Problem": [lm.Problem.of(BOARD), lm.Problem.of(HINTS), lm.Problem([lm.Literal("a", True)])],
    "Deduction": [lm.deduce(BOARD), lm.deduce(HINTS)],
    "Odds": [lm.odds(BOARD), lm.odds(HINTS)],
    "Check": [lm.check(BOARD), lm.check(CLASH), lm.check(lm.parse_board("F 1\n"))],
    "Proof": [lm.prove(BOARD, "B1"), lm.prove(BOARD, "B1", by="counting"), lm.prove(HINTS, "likes(ann)"), HAND_MADE],
    "Explanation": [lm.explain(BOARD, "B1"), lm.explain(OPEN_ENDED, "A1"), lm.explain(HINTS, "a")],
    "PathStep": [*lm.path(BOARD), *lm.path(HINTS)],
    "Rating": [lm.rating(BOARD)],
    "Technique": list(lm.Technique),
    "Guess": [lm.guess(OPEN_ENDED), lm.guess(BOARD)],
    "Game": [GAME, GAME.open("A2"), lm.Game.random(3, 3, 1, Random(1))],
    "Outcome": list(lm.Outcome),
    "Move": list(lm.Player().moves(BOARD)),
    "Player": [lm.Player(), lm.Player(rules=HINTS)],
    "Generated": [lm.generate(5, 5, 4, rng=Random(1)), lm.generate(5, 5, 3, rng=Random(1), no_guess=True)],
    "Search": [lm.search(BOARD), lm.search(CLASH)],
    "Strategy": [lm.Strategy(mrv=True)],
    "Answer": list(lm.Answer),
    "KnowledgeBase": [lm.KnowledgeBase(HINTS), lm.KnowledgeBase(BOARD), lm.KnowledgeBase()],
    "Row": [lm.Row(x="ann", k=2)],
    "Rows": [lm.KnowledgeBase(HINTS).which("which x in people: likes(x)"), lm.Rows()],
    "BoardSyntaxError": [lm.BoardSyntaxError("wrong", line=2, column=3, source_line="1 9 1")],
    "BoardError": [lm.BoardError("wrong"), FieldsError([("level", "at most 4"), ("stop", "is missing")])],
    "InconsistentKnowledge": [lm.InconsistentKnowledge(conflict=["a", "~a"])],
    "InconsistentBoard": [clash()],
    "LimitReached": [lm.LimitReached("too late", settled=lm.deduce(BOARD))],
    "MissingExtra": [lm.MissingExtra("not there")],
    "MissingFile": [lm.MissingFile("nowhere.txt")],
    "IllegalMove": [lm.IllegalMove("not there")],
    "RefusedProof": [lm.RefusedProof("step 1")],
    "LogicmsError": [lm.LogicmsError("wrong")],
}
EXAMPLES = [
    pytest.param(name, value, id=f"{name}-{place}")
    for name, values in VALUES.items()
    for place, value in enumerate(values)
]
NOT_VALUES = {"limit"}
"""Classes of another kind: a scope."""


def test_no_public_value_is_forgotten():
    public = {name for name in lm.__all__ if inspect.isclass(getattr(lm, name))}
    assert public - NOT_VALUES == VALUES.keys()
    assert all(type(value) is getattr(lm, name) or name == "BoardError" for name in VALUES for value in VALUES[name])


@pytest.mark.parametrize("name, value", EXAMPLES)
def test_it_can_be_pickled_copied_and_compared(name, value):
    for other in (value, touched(value)):
        for twin in (pickle.loads(pickle.dumps(other)), copy.copy(other), copy.deepcopy(other)):
            assert type(twin) is type(value) and twin == value and not twin != value
            assert str(twin) == str(value)
            if name == "KnowledgeBase":  # the only one that can be changed, and so it has no hash
                twin.tell("somethingElse")
                assert twin != value
            else:
                assert hash(twin) == hash(value)
    others = [each for values in VALUES.values() for each in values if each is not value]
    assert not any(value == each for each in others)


@pytest.mark.parametrize("name, value", EXAMPLES)
def test_it_cannot_be_changed_inside(name, value):
    if name == "KnowledgeBase" or isinstance(value, Exception):
        return
    for where, part in parts(touched(value), name):
        assert not isinstance(part, (list, set, bytearray)), where
        assert not isinstance(part, dict) or isinstance(part, FrozenDict), where
        if isinstance(part, Mapping):
            with pytest.raises(TypeError):
                part["A1"] = None  # type: ignore[index]


def touched(value: Any) -> Any:
    """Return a value after it has worked out everything that it can tell, and perhaps kept."""
    for name in dir(type(value)):
        if isinstance(inspect.getattr_static(value, name, None), property) or name in vars(type(value)):
            try:
                getattr(value, name)
            except (lm.LogicmsError, AttributeError, AssertionError):
                pass
    return value


def parts(value: Any, where: str, seen: frozenset[int] = frozenset()) -> Iterator[tuple[str, Any]]:
    """Yield everything public in a value, with where it is."""
    yield where, value
    if id(value) in seen or isinstance(value, (str, int, Enum, Fraction)):
        return
    seen |= {id(value)}
    inner: dict[Any, Any] = {}
    if isinstance(value, Mapping):
        inner = {**dict(enumerate(value)), **{f"[{key}]": each for key, each in value.items()}}
    elif isinstance(value, (tuple, frozenset)):
        inner = dict(enumerate(value))
    elif type(value).__module__.startswith("logicms"):
        inner = {each.name: getattr(value, each.name) for each in fields(value)} if is_dataclass(value) else {}
        inner |= (
            {key: each for key, each in vars(value).items() if key != "graph"} if hasattr(value, "__dict__") else {}
        )
    for key, each in inner.items():
        if not str(key).startswith("_"):
            yield from parts(each, f"{where}.{key}", seen)


def test_what_a_value_is_made_of_stays_its_own():
    hints = {"A2": lm.exactly(1, ["A1", "B1"], "A2")}
    proof = lm.Proof((), (), hints=hints)
    hints.clear()
    assert proof.clues == ("A2",)
    for change in (
        lambda it: it.update(a=1),
        lambda it: it.pop("A2"),
        lambda it: it.clear(),
        lambda it: it.setdefault("a"),
    ):
        with pytest.raises(TypeError, match="a copy that can"):
            change(proof.hints)


# -- for people

PLAIN = {"Player"}
"""Their `repr` reads well."""


@pytest.mark.parametrize("name, value", EXAMPLES)
def test_it_shows_itself_to_people(name, value):
    shown = str(value)
    assert "object at 0x" not in repr(value)
    if name in PLAIN:
        return
    empty = name == "KnowledgeBase" and not value.clauses
    assert (shown or empty) and (isinstance(value, Exception) or shown != repr(value))
    assert not any(
        word in shown for word in ("(cell=", "Fraction(", "frozenset(", "Cell(row", "<Outcome", "mappingproxy")
    )


@pytest.mark.parametrize("name, value", EXAMPLES)
def test_a_notebook_shows_what_print_does(name, value):
    """Only what shows itself in its own way, or is a word or a literal, does without."""
    if name in PLAIN | {"Cell", "Hint", "Literal", "Strategy"} or isinstance(value, (Enum, Exception)):
        return
    if name == "Board":  # its repr is short, and a board again
        return
    written: list[str] = []
    value._repr_pretty_(SimpleNamespace(text=written.append), False)
    assert written == [str(value)]


def test_the_formats_are_shown_as_the_command_shows_them():
    assert str(lm.formats()).splitlines()[0].split(maxsplit=3)[:3] == ["board", "read", "write"]


def test_a_notebook_shows_tables_and_pictures():
    for name in ("Proof", "Explanation"):
        for value in VALUES[name]:
            html = value._repr_html_()
            assert "<pre" not in html and ET.fromstring(html.replace("<br>", "<br/>")).tag == "div"
    proof = VALUES["Proof"][0]
    table = ET.fromstring(proof._repr_html_()).find("table")
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert rows[0] == ["step", "shows", "because"] and len(rows) == 1 + len(proof.steps)
    assert rows[1] == ["1", "B1", "assumed: the negation"]
    for name in ("Board", "Game", "Generated", "Deduction", "Odds"):
        ET.fromstring(VALUES[name][0]._repr_svg_())


# -- what the library says


def test_a_missing_file_is_a_file_not_found_error(tmp_path):
    for read_file in (lm.read_board, lm.read_hints):
        with pytest.raises(FileNotFoundError) as raised:
            read_file(tmp_path / "nowhere.txt")
        assert isinstance(raised.value, lm.LogicmsError) and isinstance(raised.value, ValueError)
        assert raised.value.filename == str(tmp_path / "nowhere.txt") and "No such file" in str(raised.value)
    file = tmp_path / "some.hints"
    file.write_text(str(HINTS))
    assert lm.read_hints(file).lines[-1] == HINTS.lines[-1] and lm.read_hints(str(file)).size == (2, 2)
    with pytest.raises(lm.BoardError):
        lm.read_hints(tmp_path)


def test_help_says_what_can_be_chosen():
    by = str(inspect.signature(lm.prove).parameters["by"])
    assert all(f"'{word}'" in by for word in ("resolution", "direct", "counting", "shortest"))


def test_the_whole_path_and_the_search_are_public():
    import logicms.search

    assert callable(lm.search) and lm.search is logicms.search
    assert [str(step) for step in lm.path(BOARD)][0] == "A1 is a mine, because of B2 and C2 (subset)"
    found = lm.search(BOARD, lm.Strategy(propagate=True), every=True)
    assert (found.status, found.placement, found.found) == ("found", (lm.Cell(0, 0), lm.Cell(0, 2)), 1)
    assert lm.search(lm.parse_hints("1 among a b\na -> b\n")).placement == ("b",)


OPTION = re.compile(r"(^|[ (`])--[a-z]")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: lm.parse_board("? ."),
        lambda: lm.parse_board("x 1"),
        lambda: lm.parse_board("H H 1"),
        lambda: lm.parse_board("■ 1"),
        lambda: lm.parse_board("6 6 10\n-1 1"),
        lambda: lm.KnowledgeBase().ask("some c in cells: pit(c)"),
        lambda: lm.deduce(lm.parse_board("1 ? 1\n? F ?\n? ? 1\nF ? 1")),
        lambda: write(lm.parse_board("F 1"), "seed"),
        lambda: read("a -> b\n", "board"),
    ],
)
def test_the_library_does_not_speak_of_options_and_the_command_line_does(wrong):
    with pytest.raises(lm.LogicmsError) as raised:
        wrong()
    assert not OPTION.search(str(raised.value)), raised.value
    assert OPTION.search(in_options(raised.value)), "the command line has a remedy of its own"
