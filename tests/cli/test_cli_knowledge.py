"""The commands ask, verify and kb: answers, exit codes, JSON, and that what one says the other accepts."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT
from knowledge_bases import EXAMPLES, verify

from logicms.cli import app
from logicms.proofs.proof import Proof
from logicms.render.written import PROOF_FORMS

VASE = str(ROOT / "examples" / "hints" / "vase.hints")
VASE_TEXT = Path(VASE).read_text(encoding="utf-8")
CODES = {"yes": 0, "no": 1, "unknown": 1, "inconsistent": 3}


def run(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(arguments), input=text)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def asked() -> list[tuple[Path, str, str]]:
    """The questions that the comments of the example files ask, and the answers they must get."""
    found = []
    for path in EXAMPLES:
        questions = re.findall(r"^# ask (.+): (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert questions, f"{path.name} asks nothing"
        found += [(path, formula, answer) for formula, answer in questions]
    return found


@pytest.mark.parametrize("path, formula, answer", asked(), ids=lambda value: getattr(value, "stem", str(value)))
def test_examples_answer_as_their_comments_say(path: Path, formula: str, answer: str) -> None:
    result = run("ask", str(path), formula)
    assert result.exit_code == CODES[answer]
    assert result.stdout.startswith(f"{answer}: ")
    data = json.loads(run("ask", "--json", str(path), formula).stdout)
    assert data["answer"] == (None if answer == "inconsistent" else answer)
    if answer == "unknown":
        assert data["proof"] is None and len(data["placements"]) == 2
    else:
        assert data["placements"] is None
        assert verify(Proof.from_json(data["proof"]))


@pytest.mark.parametrize(
    "path, formula",
    [(path, formula) for path, formula, answer in asked() if answer != "unknown"],
    ids=lambda value: getattr(value, "stem", str(value)),
)
def test_what_ask_says_verify_accepts(path: Path, formula: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(run("ask", "--json", str(path), formula).stdout, encoding="utf-8")
    assert run("verify", str(proof)).exit_code == 0
    assert run("verify", "--format", "hints", str(proof), str(path)).exit_code == 0
    other = tmp_path / "other.hints"
    other.write_text("unrelated -> knowledge", encoding="utf-8")
    assert run("verify", "--format", "hints", str(proof), str(other)).exit_code == 1


# -- ask


def test_ask_in_text(golden) -> None:
    examples = [("vase", "insured"), ("fifty-fifty", "A1"), ("clash", "A1"), ("one-two-one", "C1")]
    shown = [run("ask", str(ROOT / f"examples/hints/{name}.hints"), formula).stdout for name, formula in examples]
    sprinkler = str(ROOT / "examples/hints/sprinkler.hints")
    shown += [run("ask", sprinkler, "slippery", "--by", by).stdout for by in ("forward", "backward")]
    golden("ask.txt", "\n".join(shown))


def test_a_proof_has_the_keys_that_users_script_against() -> None:
    data = json.loads(run("ask", "--json", "-", "B1", text="size: 2x2\nmines: 1\n1 at A2\nsafe A1 B2").stdout)
    proof = data["proof"]
    assert data["version"] == proof["version"] == 1
    assert (proof["cell"], proof["verdict"], proof["by"], proof["clues"]) == ("B1", "mine", "resolution", ["A2"])
    assert proof["hints"] == {"A2": {"mines": 1, "among": ["A1", "B1", "B2"]}}
    assert proof["uses_mine_total"] is False and proof["checked"] is True
    assert {"technique", "symbols", "placements"} <= proof.keys()
    assert proof["steps"][0] == {"step": 1, "clause": ["~B1"], "by": "assume"}
    facts = [step for step in proof["steps"] if step["by"] == "fact"]
    assert [(step["cell"], step["clause"]) for step in facts] == [("A1", ["~A1"]), ("B2", ["~B2"])]
    last = proof["steps"][-1]
    assert last["by"] == "resolve" and last["clause"] == [] and len(last["from"]) == 2 and last["on"] in ("A1", "B2")


@pytest.mark.parametrize("by", ["forward", "backward", "resolution", "saturation", "course"])
def test_every_method_finds_what_chaining_finds(by: str) -> None:
    text = "a & b -> c\na\nb\nc -> d"
    result = run("ask", "-", "d", "--by", by, text=text)
    assert result.exit_code == 0 and result.stdout.startswith("yes: d follows")
    assert run("ask", "-", "e", "--by", by, text=text).exit_code == 1


def test_a_method_that_misses_the_answer_says_so() -> None:
    result = run("ask", VASE, "insured", "--by", "forward")
    assert result.exit_code == 1
    assert "forward finds neither insured nor its negation, but it does not find everything" in result.stdout


def test_backward_chaining_needs_definite_clauses() -> None:
    result = run("ask", VASE, "insured", "--by", "backward")
    assert result.exit_code == 2 and "definite" in result.stderr


@pytest.mark.parametrize("form", PROOF_FORMS)
def test_the_proof_alone_in_every_form(form: str) -> None:
    result = run("ask", VASE, "insured", "--to", form)
    assert result.exit_code == 0
    assert ("insured follows" in result.stdout) == (form == "text")
    assert ("insured follows" in result.stderr) == (form != "text")
    assert run("ask", "-q", VASE, "insured", "--to", form).stderr == ""


MANY = "\n".join(f"rain{n}" for n in range(10, 30))
FAMILY = """set people = ann bob carol
set one = ann
parent(ann, bob)
parent(bob, carol)
all x in people, y in people, z in people: parent(x, y) & parent(y, z) -> grandparent(x, z)
all x in one: happy(x) | sad(x)
"""


@pytest.mark.parametrize(
    ("text", "asked", "remarks", "names"),
    [
        (FAMILY, "grandparent(ann,carol)", "", None),
        (
            FAMILY,
            "grandparnt(ann, carol)",
            "`grandparnt` occurs nowhere; did you mean `grandparent`?\n",
            ["grandparnt(ann,carol)"],
        ),
        (
            FAMILY,
            "foo(ann)",
            "`foo` occurs nowhere; the names are grandparent, happy, parent, sad\n",
            ["foo(ann)"],
        ),
        (FAMILY, "grandparent(ann)", "`grandparent` takes 2 values\n", ["grandparent(ann)"]),
        (FAMILY, "parent", "`parent` takes 2 values\n", ["parent"]),
        (FAMILY, "happy(bob)", "`happy(bob)` occurs nowhere\n", ["happy(bob)"]),
        (VASE_TEXT, "Insured", "`Insured` occurs nowhere; did you mean `insured`?\n", ["Insured"]),
        (VASE_TEXT, "insurd", "`insurd` occurs nowhere; did you mean `insured`?\n", ["insurd"]),
        (
            VASE_TEXT,
            "rich",
            "`rich` occurs nowhere; the names are copy, fragile, glass, insured, light, old\n",
            ["rich"],
        ),
        (VASE_TEXT, "old(glass)", None, None),
        ("1 among A1 B1\n", "a1", "`a1` occurs nowhere; did you mean `A1`?\n", ["a1"]),
        ("1 among A1 B1\n", "a2", "`a2` occurs nowhere; the names are A1, B1\n", ["a2"]),
        (MANY, "sun", f"`sun` occurs nowhere; the names are {', '.join(MANY.split()[:12])} and 8 more\n", ["sun"]),
    ],
)
def test_what_nothing_mentions_is_remarked_on(
    text: str, asked: str, remarks: str | None, names: list[str] | None
) -> None:
    """`ask` and `prove` say the same of a name, and answer all the same; what is no value both refuse alike."""
    both = [run(command, "--json", "--format", "hints", "-", asked, text=text) for command in ("ask", "prove")]
    assert both[0].stderr == both[1].stderr
    if remarks is None:
        assert [result.exit_code for result in both] == [2, 2]
        return
    assert both[0].stderr == remarks
    ask, prove = (json.loads(result.stdout) for result in both)
    assert ask.get("unknown_names") == prove.get("unknown_names") == names
    assert names is None or ask["answer"] == prove["verdict"] == "unknown"
    assert run("ask", "--quiet", "-", asked, text=text).stderr == ""


def test_each_unknown_word_of_a_question_is_remarked_on_once() -> None:
    result = run("ask", "-", "all x in people: foe(x) | bar(x, x) & ~foe(x) | hapy(x)", text=FAMILY)
    said = [line.partition(";")[0] for line in result.stderr.splitlines()]
    assert said == ["`bar` occurs nowhere", "`foe` occurs nowhere", "`hapy` occurs nowhere"]
    assert run(
        "kb", "--to", "table", "--ask", "hapy(ann)", "-", text=FAMILY.replace("people =", "people = ann #")
    ).stderr


def test_a_cell_of_a_board_is_suggested() -> None:
    result = run("ask", str(ROOT / "examples" / "boards" / "one-two-one.txt"), "a1 | rain")
    first, second = result.stderr.splitlines()
    assert first == "`a1` occurs nowhere; did you mean `A1`?" and second.startswith(
        "`rain` occurs nowhere; the names are A1"
    )


def test_a_value_that_is_in_no_set_is_refused_by_both() -> None:
    for command in ("ask", "prove"):
        result = run(command, "-q", "-", "parent(ann,crol)", text=FAMILY)
        assert result.exit_code == 2
        assert "crol is a free variable; did you mean carol? If not, write `which crol: " in result.stderr


PEOPLE = "set people = ann bob carol\n"


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("father(ann,bob)\nall x in people: fahter(x,x) -> odd(x)", "says when `fahter` holds|father"),
        ("father(ann,bob)\nfahter(bob,ann)\nall x in people: father(x,x) -> odd(x)", "uses `fahter`|father"),
        ("1 x in people: queen(x)\nall x in people: quen(x) -> free(x)", "says when `quen` holds|queen"),
        ("rain -> floor\nflor -> slippery", "says when `flor` holds|floor"),
        ("at least 1 among floor roof\nflor & a -> b", "says when `flor` holds|floor"),
        ("all x in people: some y in people: parent(x,y)\nparents(ann,bob) -> a", "says when `parents` holds|parent"),
        # What is open, or only similar, is left alone.
        ("all x in people, y in people: mother(x,y) -> parent(x,y)", ""),
        ("all x in people: happy(x) -> merry(x)", ""),
        ("~fahter(ann,ann)\nfather(ann,bob)", ""),
        ("fahter(ann)\nfather(ann,bob) -> a", ""),
        ("seen(ann)\nsees(ann) -> a", ""),
        ("rain\ntrain -> a", ""),
        ("day1x\nday2x -> a", ""),
        ("abc\nacb -> d", ""),
        ("father <-> a\nfahter <-> b", ""),
        ("father -> a\nfahter -> b", ""),
        ("fxther\n" + "\n".join(f"f{letter}ther -> a" for letter in "abcdeg"), ""),
    ],
)
def test_a_word_of_a_file_that_is_another_one_misspelt_is_remarked_on(text: str, remark: str) -> None:
    result = run("check", "--format", "hints", "-", text=PEOPLE + text)
    assert result.exit_code == 0
    said, _, meant = remark.partition("|")
    assert result.stderr == (f"<stdin>: nothing {said}; did you mean `{meant}`?\n" if remark else "")


def test_no_example_has_a_misspelt_word() -> None:
    for path in sorted((ROOT / "examples").glob("**/*.hints")):
        if "needs a grid" not in (result := run("show", str(path))).stderr:
            assert result.stderr == "", path


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (
            "examples/boards/one-two-one.txt",
            "name a cell, such as A1: logicms prove FILE A1; `logicms solve FILE` lists",
        ),
        (
            "examples/hints/vase.hints",
            "name what to prove, such as copy: logicms prove FILE copy; `logicms solve FILE`",
        ),
        ("examples/rules/wumpus.hints", "name what to prove; `logicms solve FILE` lists what is certain"),
    ],
)
def test_prove_without_a_cell_says_what_to_type(file: str, expected: str) -> None:
    path = str(ROOT / file)
    result = run("prove", path)
    assert result.exit_code == 2 and f"Error: {expected.replace('FILE', path)}" in result.stderr


def test_a_board_is_a_knowledge_base_too(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("mines: 2\n\n? ? ? 1 0\n1 2 ? 1 0\n0 1 1 1 0\n", encoding="utf-8")
    assert run("ask", "--format", "board", str(board), "B1").exit_code in (0, 1)
    assert run("ask", "--format", "board", str(board), "~A2").exit_code == 0, "an open cell is safe"
    assert run("ask", "--format", "board", str(board), "Z9").exit_code == 2
    proof = tmp_path / "proof.json"
    proof.write_text(run("ask", "--json", "--format", "board", str(board), "C2").stdout, encoding="utf-8")
    assert run("verify", str(proof), str(board)).exit_code == 0


def test_flags_are_read_as_the_user_says() -> None:
    board = "F1\n11"
    assert run("ask", "--format", "board", "-", "A1", text=board).exit_code == 0
    answers = [
        run("ask", "--format", "board", "--flags", flags, "-", "A1", text="F?\n11") for flags in ("fact", "claim")
    ]
    assert [result.exit_code for result in answers] == [0, 1]


@pytest.mark.parametrize(
    "text, formula, message",
    [
        ("a &", "a", "<stdin>:1:4: expected"),
        ("a", "a & (b", "<formula>:1:5: this ( is not closed"),
        ("a", "a && b", "<formula>:1:3: '&&' is not used here; write &"),
        ("a", "", "<formula>:1:1: expected"),
        ("size: 2x2\n1 at C3", "A1", "<stdin>:2:6: C3 is not on a grid"),
        ("a", "~" * 5000 + "a", "nested too deep"),
    ],
)
def test_bad_input_exits_2_with_the_place(text: str, formula: str, message: str) -> None:
    result = run("ask", "-", "--", formula, text=text)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""


def test_the_limit_is_an_answer() -> None:
    """Pigeons: 9 in 8 holes, which no resolution proof refutes quickly."""
    pigeons, holes = range(9), range(8)
    lines = [" | ".join(f"p{i}_{j}" for j in holes) for i in pigeons]
    lines += [f"~p{i}_{j} | ~p{k}_{j}" for j in holes for i in pigeons for k in pigeons if i < k]
    result = run("ask", "--json", "--time-limit", "2", "-", "x", text="\n".join(lines))
    assert result.exit_code == 4
    assert json.loads(result.stdout) == {
        "version": 1,
        "answer": "limit",
        "status": "limit",
        "message": "not decided within the limit",
        "proof": None,
        "placements": None,
        "formula": "x",
        "unknown_names": ["x"],
    }


# -- verify


def proof_data() -> dict:
    return json.loads(run("ask", "--json", VASE, "insured").stdout)["proof"]


def test_verify_says_which_step_is_wrong_and_why(tmp_path: Path) -> None:
    data = proof_data()
    data["steps"][-2]["clause"] = []
    result = run("verify", "-", text=json.dumps(data))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"not valid: step {len(data['steps']) - 1}: it is not the resolvent")
    answer = json.loads(run("verify", "--json", "-", text=json.dumps(data)).stdout)
    assert answer["valid"] is False and answer["step"] == len(data["steps"]) - 1 and "resolvent" in answer["reason"]


def test_verify_holds_an_answer_to_the_proof_in_it() -> None:
    answer = json.loads(run("next", "--json", "examples/boards/one-two-two-one.txt").stdout)
    assert answer["verdict"] == "mine" and run("verify", "-", text=json.dumps(answer)).exit_code == 0
    bare = {key: value for key, value in answer["proof"].items() if key not in ("cell", "verdict")}
    for lie in ({"verdict": "safe"}, {"cell": "A1"}):
        for proof in (answer["proof"], bare):
            result = run("verify", "-", text=json.dumps({**answer, **lie, "proof": proof}))
            assert result.exit_code == 1 and ("something else" in result.stdout or "does not agree" in result.stdout)


@pytest.mark.parametrize("arguments", [[], ["--to", "sympy"], ["--steps", "5"]])
def test_kb_keeps_the_time_limit(arguments: list[str]) -> None:
    board = "mines: 200" + ("\n" + "?" * 40) * 40
    began = time.process_time()
    assert run("kb", "--format", "board", "--time-limit", "0.5", *arguments, "-", text=board).exit_code == 4
    assert time.process_time() - began < 30


def test_verify_keeps_the_time_limit() -> None:
    counted = run("prove", "--json", "--by", "counting", "examples/boards/one-two-one.txt", "B1").stdout
    for proof in (json.dumps(proof_data()), counted):
        assert run("verify", "--time-limit", "0.0000001", "-", text=proof).exit_code == 4
        assert run("verify", "--time-limit", "60", "-", text=proof).exit_code == 0
    exercise = run("verify", "--time-limit", "1", "--as-exercise", "2:one-of-three", "-", text="A1\n")
    assert exercise.exit_code == 2 and "limits of its own" in exercise.stderr


def test_verify_says_yes() -> None:
    result = run("verify", "-", text=json.dumps(proof_data()))
    not_checked = "whether its formulas are those of a board or a hint file"
    valid = f"valid: insured in 11 steps\nnot checked: {not_checked}\n"
    assert result.exit_code == 0 and result.stdout == valid
    answer = json.loads(run("verify", "--json", "-", text=json.dumps(proof_data())).stdout)
    assert answer == {
        "version": 1,
        "valid": True,
        "step": None,
        "reason": None,
        "not_checked": [not_checked],
    }


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "not JSON"),
        ("{", "<stdin>:1:2: not JSON"),
        ('{"version": 1}', '"steps" is missing'),
        ("[]", "not a proof"),
        ("null", "not a proof"),
        ("1" * 5000, "too long"),
        ("[" * 200_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ('{"version": 2, "steps": []}', "version 2"),
        ('{"version": 1, "answer": "unknown", "proof": null}', "there is no proof in this answer"),
        ('{"version": 1, "proof": []}', "not a proof"),
        ('{"version": 1, "steps": [{"step": 1, "clause": ["A1"], "by": "resolve", "from": [1e99, 2]}]}', "step 1"),
        ('{"version": 1, "steps": [{"step": 1, "clause": "A1", "by": "fact"}]}', "step 1"),
        ('{"version": 1, "steps": [{"step": 1, "clause": ["\\u0000"], "by": "fact", "cell": "x"}]}', "step 1"),
    ],
)
def test_what_is_no_proof_exits_2(text: str, message: str) -> None:
    result = run("verify", "-", text=text)
    assert result.exit_code == 2 and message in result.stderr, result.stderr


def test_nothing_in_a_proof_reaches_the_terminal_raw() -> None:
    data = proof_data()
    data["givens"] = [text + "\x1b[31m" for text in data["givens"]]
    for step in data["steps"]:
        step.update({"given": step["given"] + "\x1b[31m"} if "given" in step else {})
    result = run("verify", "--format", "hints", "-", VASE, text=json.dumps(data))
    assert result.exit_code == 1 and "\x1b" not in result.stdout


# -- kb


@pytest.mark.parametrize("options", [[], ["--to", "sympy"], ["--to", "dimacs"], ["--steps", "5"]])
def test_kb_at_a_limit_is_an_answer(options: list[str]) -> None:
    arguments = ["kb", "--time-limit", "0.0000001", *options, "-"]
    shown, read = (run(*arguments, *json_option, text="a\na -> b") for json_option in ([], ["--json"]))
    assert shown.exit_code == read.exit_code == 4 and "not decided within" in shown.stdout
    assert json.loads(read.stdout)["status"] == "limit" and read.stderr == ""


def test_kb_in_text(golden) -> None:
    pattern = str(ROOT / "examples/hints/one-two-one.hints")
    sprinkler = str(ROOT / "examples/hints/sprinkler.hints")
    shown = [run("kb", "--to", form, pattern).stdout for form in ("clauses", "sympy", "dimacs")]
    shown += [run("kb", "--steps", "30", pattern).stdout, run("kb", "--steps", "99", sprinkler).stdout]
    golden("kb.txt", "\n".join(shown))


def test_kb_as_json() -> None:
    data = json.loads(run("kb", "--json", "-", text="a\na -> b\nb | c\nc | d").stdout)
    assert data["facts"] == {"a": True, "b": True} and data["clauses"] == [["a"], ["b"], ["c", "d"]]
    assert data["symbols"] == {} and data["contradiction"] is False
    assert json.loads(run("kb", "--json", "--to", "sympy", "-", text="a | b").stdout)["sympy"] == "a | b"
    steps = json.loads(run("kb", "--json", "--steps", "2", "-", text="a | b").stdout)["steps"]
    assert steps == [
        {"what": "told", "clause": ["a", "b"], "from": []},
        {"what": "kept", "clause": ["a", "b"], "from": []},
    ]


@pytest.mark.parametrize("options", [[], ["--to", "sympy"], ["--to", "dimacs"], ["--steps", "50"]])
def test_kb_that_contradicts_itself_exits_3(options: list[str]) -> None:
    result = run("kb", *options, "-", text="a\na -> b\n~b")
    assert result.exit_code == 3 and result.stdout


def test_kb_of_nothing() -> None:
    assert run("kb", "-", text="").stdout == "KB0, 0 facts\nKB, 0 clauses\n"
    assert run("kb", "--to", "sympy", "-", text="# nothing\n").stdout == "True\n"
    assert run("kb", "--to", "dimacs", "-", text="true").stdout == "p cnf 0 0\n"
    assert run("kb", "--steps", "0", "-", text="a").exit_code == 0


# -- what if

WEATHER = "rain -> wet\nX1: rain | sprinkler\n"


def test_what_ifs_say_under_what_they_hold() -> None:
    result = run("ask", "-", "wet", "--given", "~sprinkler", text=WEATHER)
    assert result.exit_code == 0 and result.stdout.startswith("yes: wet follows under the assumption ~sprinkler\n")
    assert "assumption: ~sprinkler" in result.stdout
    taken = run("ask", "-", "wet", "--given", "~sprinkler", "--without", "X1", "--json", text=WEATHER)
    data = json.loads(taken.stdout)
    assert taken.exit_code == 1 and (data["assumptions"], data["without"]) == (["~sprinkler"], ["X1"])
    words = run("ask", "-", "wet", "--given", "~sprinkler", "--to", "words", text=WEATHER)
    assert "By assumption, sprinkler does not hold." in words.stdout
    rows = run("ask", "-", "which x in s: p(x)", "--given", "p(a)", text="set s = a b\n1 x in s: p(x)\n")
    assert rows.stdout.endswith("yes: 1 row certainly holds, and no other can under the assumption p(a)\n")


def test_a_contradiction_by_what_is_given_names_it() -> None:
    result = run("ask", "-", "x", "--given", "rain", "--given", "~wet", "--json", text=WEATHER)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["conflict"] == ["rain", "rain -> wet", "~wet"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--without", "X2"], "nothing was told under 'X2'"),
        (["--given", "a ->"], "<given>:1:5: expected a name"),
        (["--given", "set s = a"], "it declares no set"),
        (["--given", "rain", "--to", "lines"], "an assumption has no line of a proof by hand"),
    ],
)
def test_what_ifs_that_cannot_be_read_are_refused(options: list[str], message: str) -> None:
    result = run("ask", "-", "wet", *options, text=WEATHER)
    assert result.exit_code == 2 and message in result.stderr


def test_a_misspelt_assumption_is_remarked_on() -> None:
    result = run("ask", "-", "wet", "--given", "rian", text=WEATHER)
    assert "`rian` occurs nowhere; did you mean `rain`?" in result.stderr and result.exit_code == 1


def test_verify_says_under_which_assumptions_a_proof_is_valid(tmp_path: Path) -> None:
    told, proof = tmp_path / "weather.hints", tmp_path / "proof.json"
    told.write_text(WEATHER)
    answer = run("ask", "--json", str(told), "wet", "--given", "~sprinkler").stdout
    proof.write_text(answer)
    result = run("verify", str(proof), str(told))
    assert result.exit_code == 0 and result.stdout.startswith("valid under the assumption ~sprinkler: wet in 7 steps\n")
    assert json.loads(run("verify", "--json", str(proof), str(told)).stdout)["assumptions"] == ["~sprinkler"]
    assert "valid under the assumption ~sprinkler: 1 proof" in run("verify", str(tmp_path), str(told)).stdout
    data = json.loads(answer)
    forged = {**data, "assumptions": []}
    proof.write_text(json.dumps(forged))
    assert 'its "assumptions" are not those of its proof' in run("verify", str(proof), str(told)).stdout
    for step in data["proof"]["steps"]:
        if step["by"] == "assumption":
            step.update(by="fact", name=step.pop("assumption")[1:])
    proof.write_text(json.dumps(data["proof"]))
    assert run("verify", str(proof), str(told)).exit_code == 1, "an assumption is no fact"


def test_a_proof_by_hand_has_no_assumptions(tmp_path: Path) -> None:
    board, lines = tmp_path / "board.txt", tmp_path / "lines.txt"
    board.write_text("? ? ?\n1 2 1\n")
    lines.write_text("1. ~B1   assumption ~B1\n")
    result = run("verify", "--as-exercise", str(board), "--goal", "~B1", str(lines))
    assert result.exit_code == 1
    assert "a proof by hand rests on no assumption: it shows what follows from the board" in result.stdout
    lines.write_text("1. ~B1   assume\n2. assumption | ~B1   assume\n")
    result = run("verify", "--as-exercise", str(board), "--goal", "~B1", str(lines))
    assert "rests on no assumption" not in result.stdout, "a name may be called so"


# -- reasons, and what to take back


def test_ask_lists_reasons() -> None:
    told = "rain -> wet\nrain\nX1: sprinkler & (sprinkler -> wet)\nset s = a b\n"
    yes = run("ask", "-", "wet", "--reasons", "9", text=told)
    assert yes.stdout.endswith("It follows from any one of these:\n  1. X1\n  2. rain -> wet; rain\n")
    first = json.loads(run("ask", "-", "~wet", "--reasons", "1", "--json", text=told).stdout)
    assert (first["answer"], first["reasons"]) == ("no", [["X1"]])
    one = run("ask", "-", "wet", "--reasons", "9", "--without", "X1", "--given", "X2: ~rain | cold", text=told)
    assert one.stdout.endswith("It follows from: rain -> wet; rain\n")
    unknown = run("ask", "-", "cold", "--reasons", "9", "--json", text=told)
    assert json.loads(unknown.stdout)["reasons"] == []
    assert "reasons" not in json.loads(run("ask", "-", "wet", "--json", text=told).stdout)


@pytest.mark.parametrize(
    ("asked", "options", "message"),
    [
        ("which x in s: wet", [], "--reasons are those of one formula: ask about one row"),
        ("wet", ["--to", "words"], "--reasons have no place in --to words: choose text or JSON"),
    ],
)
def test_reasons_are_refused_where_they_have_no_place(asked: str, options: list[str], message: str) -> None:
    result = run("ask", "-", asked, "--reasons", "2", *options, text="wet\nset s = a b\n")
    assert result.exit_code == 2 and message in result.stderr


def test_the_reasons_that_a_limit_left_are_an_answer() -> None:
    told = "".join(f"a{number} -> wet\na{number}\n" for number in range(400))
    result = run("ask", "-", "wet", "--reasons", "1000", "--time-limit", "2", "--json", text=told)
    data = json.loads(result.stdout)
    assert data["answer"] == "yes" and all(len(each) == 2 for each in data["reasons"])
    assert len(data["reasons"]) == 400 or "not all its reasons were found" in data["message"]


def test_check_says_what_to_take_back() -> None:
    told = "rain\nrain -> wet\nX1: ~wet & sun\n"
    result = run("check", "--format", "hints", "-", text=told)
    assert result.exit_code == 3
    shown = {line.strip()[3:] for line in result.stdout.splitlines() if line.startswith("  ")}
    assert shown == {"rain", "rain -> wet", "X1"} and "consistent without any one of these:" in result.stdout
    data = json.loads(run("check", "--format", "hints", "-", "--json", text=told).stdout)
    assert sorted(data["take_back"]) == [["X1"], ["rain"], ["rain -> wet"]] and data["repairs"] == []
    assert "take_back" not in json.loads(run("check", "--format", "hints", "-", "--json", text="rain\n").stdout)
    board = json.loads(run("check", "-", "--json", text="1?\n?3\n").stdout)
    assert board["repairs"] and "take_back" not in board


# -- placements

ONE_OF_THREE = "1 among a b c\na -> d\n"


def test_placements_are_listed_and_counted() -> None:
    result = run("kb", "-", "--placements", "--over", "a d", text=ONE_OF_THREE)
    assert (result.exit_code, sorted(result.stdout.split("\n"))) == (0, ["", "a d", "~a d", "~a ~d"])
    lines = run("kb", "-", "--placements", "--json", text=ONE_OF_THREE)
    placements = [json.loads(line)["placement"] for line in lines.stdout.splitlines()]
    assert len(placements) == 5 and all(sum(each[name] for name in "abc") == 1 for each in placements)
    few = run("kb", "-", "--placements", "--limit", "2", text=ONE_OF_THREE)
    assert len(few.stdout.splitlines()) == 2 and few.stderr == "more exist\n"
    many = run("kb", "-", "--placements", text="1 among " + " ".join(f"x{number}" for number in range(30)))
    assert len(many.stdout.splitlines()) == 20 and "more exist" in many.stderr
    assert json.loads(run("kb", "-", "--count", "--json", text=ONE_OF_THREE).stdout) == {"version": 1, "count": "5"}
    assert run("kb", "-", "--count", "--over", "a", text=ONE_OF_THREE).stdout == "2 placements\n"


def test_a_contradiction_has_no_placements() -> None:
    for option in ("--placements", "--count"):
        result = run("kb", "-", option, text="a\n~a\n")
        assert result.exit_code == 3 and result.stdout == "inconsistent: a and ~a cannot both be right\n"
    data = json.loads(run("kb", "-", "--count", "--json", text="a\n~a\n").stdout)
    assert (data["count"], data["status"]) == ("0", "inconsistent")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--count", "--placements"], "choose one of --placements and --count"),
        (["--over", "a"], "--over is about --placements or --count"),
        (["--count", "--limit", "3"], "--limit is about --placements"),
        (["--count", "--to", "sympy"], "leave out --to and --steps"),
    ],
)
def test_options_of_placements_that_do_not_go_together(options: list[str], message: str) -> None:
    result = run("kb", "-", *options, text=ONE_OF_THREE)
    assert result.exit_code == 2 and message in result.stderr
