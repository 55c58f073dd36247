"""Knowledge bases as a resource: told, asked and proved as the commands do, kept in the store, within limits."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner
from conftest import ROOT

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")


from logicms.answers.prove import verify_json
from logicms.board import Board
from logicms.cli import app as command_line
from logicms.notation.hint_files import format_hints, hint_file_of, parse_hints
from logicms.problem import Problem
from logicms.web.kept import Knowledge, StoreThread
from logicms.web.problems import Refusal
from logicms.web.settings import Limits

pytestmark = pytest.mark.outside

HINTS = sorted((ROOT / "examples" / "hints").glob("*.hints"))
WEATHER = "rain -> wet\nsun | rain\n"
BOARD = "? ? ?\n1 2 1\n"


def made(client, **body):
    found = client.post("/v1/kb", json=body)
    assert found.status_code == 201, found.text
    assert found.headers["location"] == f"/v1/kb/{found.json()['id']}"
    return found.json()


def printed(*arguments):
    return json.loads(CliRunner().invoke(command_line, [*map(str, arguments), "--json"]).stdout)


@pytest.mark.parametrize("path", HINTS, ids=lambda path: path.stem)
def test_a_knowledge_base_is_what_the_command_prints(client, path):
    new = made(client, hints=path.read_text())
    kept = client.get(f"/v1/kb/{new['id']}").json()
    assert kept["hints"] == path.read_text() and kept["told"] == 0
    for form in ("clauses", "sympy", "dimacs"):
        command = printed("kb", "--to", form, path)
        assert {key: kept[key] for key in command} == command
    steps = client.post(f"/v1/kb/{new['id']}/steps", json={"steps": 7, "policy": "full"}).json()
    assert steps == printed("kb", "--steps", "7", "--policy", "full", path)
    table = client.post(f"/v1/kb/{new['id']}/table", json={})
    if table.status_code == 200:
        assert table.json() == printed("kb", "--to", "table", path)


def test_told_asked_and_proved_as_the_commands_do(client, tmp_path):
    address = f"/v1/kb/{made(client, hints=WEATHER)['id']}"
    told = WEATHER
    for number, more in enumerate(["~sun", "wet -> slippery\n", "# nothing new\n", "1 among p q\np"], 1):
        told += more if more.endswith("\n") else f"{more}\n"
        answer = client.post(f"{address}/tell", json={"hints": more}).json()
        assert (answer["told"], answer["hints"]) == (number, told)
    file = tmp_path / "weather.hints"
    file.write_text(told)
    assert client.get(address).json()["facts"] == printed("kb", file)["facts"]
    for formula in ("slippery", "~sun & wet", "sun", "cold", "q | cold"):
        for by in ("resolution", "forward", "saturation"):
            found = client.post(f"{address}/ask", json={"formula": formula, "by": by}).json()
            assert found == printed("ask", file, formula, "--by", by)
    for formula in ("slippery", "q", "~q"):
        found = client.post(f"{address}/prove", json={"formula": formula}).json()
        assert found == printed("prove", file, formula.removeprefix("~"))
        assert verify_json(found, Problem.of(parse_hints(told))).valid
    whole = client.post(f"{address}/prove", json={"formula": "~sun & wet"}).json()
    assert whole == printed("ask", file, "~sun & wet") and whole["premises"]
    assert verify_json(whole["proof"], Problem.of(parse_hints(told))).valid


def test_an_entailment_names_the_fewest_premises(client):
    hints = "a -> b\nb -> c\nc -> d\na -> d\na\ne | f\n"
    address = f"/v1/kb/{made(client, hints=hints)['id']}"
    found = client.post(f"{address}/ask", json={"formula": "d"}).json()
    assert (found["answer"], sorted(found["premises"]), found["fewest"]) == ("yes", ["a", "a -> d"], True)


def test_a_board_is_a_problem_with_a_handle(client):
    for flags, board in (("fact", BOARD), ("ignore", "F ? ?\n1 2 1\n")):
        address = f"/v1/kb/{made(client, board=board, flags=flags)['id']}"
        found = client.post(f"{address}/prove", json={"formula": "~B1", "by": "direct"}).json()
        assert (found["verdict"], found["clues"]) == ("safe", ["A2", "B2", "C2"])
        assert client.post(f"{address}/tell", json={"hints": "A1 -> gold"}).json()["contradiction"] is False
        assert client.post(f"{address}/ask", json={"formula": "gold"}).json()["answer"] == "yes"
    rules = (ROOT / "examples" / "rules" / "knight.hints").read_text()
    board = "0 ? ?\n? ? ?\n"
    plain, knight = made(client, board=board), made(client, board=board, rules=rules)
    assert plain["facts"] != knight["facts"]
    direct = client.post("/v1/ask", json={"board": board, "rules": rules, "formula": "C2"}).json()
    kept = client.post(f"/v1/kb/{knight['id']}/ask", json={"formula": "C2"}).json()
    assert kept["answer"] == direct["answer"] == "no"


def test_a_hint_file_takes_rules_as_a_board_does(client):
    hints, rules = format_hints(hint_file_of(Board(("1?", "??")))), "~B1\n1 c in cells: c\n"
    new = made(client, hints=hints, rules=rules)
    for formula in ("~B1", "A2 -> ~B2"):
        asked = client.post(f"/v1/kb/{new['id']}/ask", json={"formula": formula}).json()
        assert asked["answer"] == "yes" and asked["proof"]["checked"]
    without = made(client, hints=hints)
    assert client.post(f"/v1/kb/{without['id']}/ask", json={"formula": "~B1"}).json()["answer"] == "unknown"
    refused = client.post("/v1/kb", json={"hints": hints, "rules": "foo("})
    asked = client.post("/v1/ask", json={"hints": hints, "rules": "foo(", "formula": "B1"})
    assert refused.status_code == asked.status_code == 400 and refused.json()["detail"] == asked.json()["detail"]


def test_a_name_that_nothing_mentions_is_named(client):
    asked = client.post("/v1/ask", json={"hints": WEATHER, "formula": "wett | rain"}).json()
    assert asked["answer"] == "unknown" and asked["unknown_names"] == ["wett"]
    proved = client.post("/v1/prove", json={"hints": WEATHER, "cell": "wett"}).json()
    assert proved["verdict"] == "unknown" and proved["unknown_names"] == ["wett"]
    assert "unknown_names" not in client.post("/v1/ask", json={"hints": WEATHER, "formula": "wet"}).json()
    family = {"hints": "set people = ann bob\nall x in people, y in people: parent(x, y) -> older(x, y)\n"}
    asked = client.post("/v1/ask", json={**family, "formula": "paernt(ann, bob)"}).json()
    proved = client.post("/v1/prove", json={**family, "cell": "paernt(ann, bob)"}).json()
    assert asked["unknown_names"] == proved["unknown_names"] == ["paernt(ann,bob)"]
    asked = client.post("/v1/ask", json={**family, "formula": "parent(ann, zed)"})
    proved = client.post("/v1/prove", json={**family, "cell": "parent(ann, zed)"})
    assert asked.status_code == proved.status_code == 400 and asked.json()["detail"] == proved.json()["detail"]


def test_an_answer_is_verified_by_the_proof_in_it(client):
    answers = [
        client.post("/v1/ask", json={"hints": f"{WEATHER}~sun", "formula": "wet & rain"}).json(),
        client.post("/v1/next", json={"board": BOARD}).json(),
        client.post("/v1/prove", json={"board": "? 5", "cell": "A1"}).json(),
    ]
    for answer in answers:
        assert client.post("/v1/verify", json={"proof": answer}).json()["valid"] is True
    late = client.post("/v1/verify", json={"proof": {**answers[0], "proof": None}})
    assert late.status_code == 422 and late.json()["detail"] == "there is no proof in this answer"
    other = client.post("/v1/verify", json={"proof": {**answers[1], "cell": "Z9"}})
    assert other.json()["valid"] is False and "about something else" in other.json()["reason"]
    turned = client.post("/v1/verify", json={"proof": {**answers[0], "answer": "no"}, "hints": f"{WEATHER}~sun"}).json()
    assert turned["valid"] is False and "its proof shows" in turned["reason"]
    assert client.post("/v1/verify", json={"proof": {**answers[0], "checked": False}}).status_code == 422


def test_rules_may_state_the_size_that_the_board_has(client):
    rules = (ROOT / "examples" / "rules" / "totals.hints").read_text()
    board = (ROOT / "examples" / "rules" / "boards" / "totals.txt").read_text()
    kept = made(client, board=board, rules=rules)
    solved = client.post("/v1/solve", json={"board": board, "rules": rules}).json()
    assert "size:" in rules and solved["mine"]
    proved = client.post(f"/v1/kb/{kept['id']}/prove", json={"formula": solved["mine"][0]}).json()
    assert proved["verdict"] == "mine" and proved["checked"]
    for wrong, said in (("size: 9x9\n", "a grid of 9x9"), (f"{rules}all c in", "rules:")):
        refused = client.post("/v1/kb", json={"board": board, "rules": wrong})
        assert refused.status_code in (400, 422) and said in refused.text, "the place is one in the rules"


def test_a_contradiction_is_an_answer(client):
    address = f"/v1/kb/{made(client, hints='a')['id']}"
    assert client.post(f"{address}/tell", json={"hints": "~a"}).json()["contradiction"] is True
    found = client.post(f"{address}/ask", json={"formula": "b"}).json()
    assert found["answer"] is None and found["status"] == "inconsistent" and found["proof"]["checked"]


def test_a_mistake_in_what_is_told_is_named_by_its_line_there(client):
    address = f"/v1/kb/{made(client, hints=WEATHER)['id']}"
    for more, line, column in (("fine\nwet ->\n", 2, 7), ("1 among wet wet", 1, 13), ("size: 2x2\nsize: 2x2", 2, 7)):
        found = client.post(f"{address}/tell", json={"hints": more})
        assert found.status_code == 400, found.text
        assert (found.json()["line"], found.json()["column"]) == (line, column), found.json()["text"]
    assert client.get(address).json()["told"] == 0, "nothing was told"
    found = client.post(f"{address}/ask", json={"formula": "a &"})
    assert found.status_code == 400 and found.json()["line"] == 1


def test_what_is_deleted_is_gone(client):
    address = f"/v1/kb/{made(client, hints='a')['id']}"
    gone = client.delete(address)
    assert gone.status_code == 204 and gone.content == b""
    for refused in (
        client.get(address),
        client.delete(address),
        client.post(f"{address}/tell", json={"hints": "b"}),
        client.post(f"{address}/ask", json={"formula": "b"}),
        client.post(f"{address}/prove", json={"formula": "b"}),
    ):
        assert refused.status_code == 404 and "knowledge base" in refused.json()["detail"]


def test_plain_texts_are_taken(client):
    text = {"Content-Type": "text/plain"}
    new = client.post("/v1/kb", content="a -> b\na\n", headers=text).json()
    assert client.post(f"/v1/kb/{new['id']}/tell", content="b -> c", headers=text).json()["facts"]["c"] is True
    found = client.post(f"/v1/kb/{new['id']}/ask?by=forward", content="c", headers=text).json()
    assert found["answer"] == "yes"


def test_nothing_that_is_told_at_once_is_lost(client):
    address = f"/v1/kb/{made(client, hints='a')['id']}"

    def tell(number):
        while (found := client.post(f"{address}/tell", json={"hints": f"n{number}"})).status_code == 409:
            pass
        return found.status_code

    with ThreadPoolExecutor(8) as eight:
        assert set(eight.map(tell, range(24))) == {200}
    kept = client.get(address).json()
    assert kept["told"] == 24 and set(kept["facts"]) == {"a", *(f"n{number}" for number in range(24))}


# -- limits


@pytest.fixture
def kept(tmp_path):
    limits = Limits(knowledge_bases=5, knowledge_bytes=100, tells=3, game_days=1)
    thread = StoreThread(str(tmp_path / "store.db"), limits)
    run = lambda work, *args: thread._thread.submit(work, *args).result()  # noqa: E731
    yield Knowledge(thread, limits), run, thread
    thread.close()


def test_a_knowledge_base_is_not_larger_than_allowed(kept):
    knowledge, run, _ = kept
    with pytest.raises(Refusal, match="at most 100 bytes"):
        run(knowledge.new, "k1", "a" * 101)
    run(knowledge.new, "k1", "a" * 90)
    stored = run(knowledge.state, "k1")
    with pytest.raises(Refusal, match="at most 100 bytes"):
        knowledge.check_room(stored, "b" * 10)
    run(knowledge.new, "k2", "a")
    for _ in range(3):
        run(knowledge.tell, run(knowledge.state, "k2"), "b")
    with pytest.raises(Refusal, match="at most 3 times"):
        knowledge.check_room(run(knowledge.state, "k2"), "b")
    with pytest.raises(Refusal, match="surrogates"):
        run(knowledge.new, "k3", "\ud800")


def test_the_old_and_the_many_are_cleared(kept):
    knowledge, run, thread = kept
    for number in range(8):
        run(knowledge.new, f"k{number}", f"n{number}")
        run(knowledge.tell, run(knowledge.state, f"k{number}"), "more")
    assert run(knowledge.clear) == 3
    left = [row[0] for row in run(lambda: thread.store.db.execute("SELECT id FROM knowledge").fetchall())]
    assert left == [f"k{number}" for number in range(3, 8)], "those unused for longest are cleared"
    run(lambda: thread.store.db.execute("UPDATE knowledge SET used = used - 100000 WHERE id = 'k5'"))
    assert run(knowledge.clear) == 1
    tells = run(lambda: thread.store.db.execute("SELECT count(*) FROM tells").fetchone())
    assert tells == (4,), "and what they were told"


def test_a_knowledge_base_that_is_only_asked_is_used(kept):
    knowledge, run, thread = kept
    for id in ("asked", "forgotten"):
        run(knowledge.new, id, "a")
    run(lambda: thread.store.db.execute("UPDATE knowledge SET used = used - 80000"))
    assert run(knowledge.state, "asked").hints == "a"
    run(lambda: thread.store.db.execute("UPDATE knowledge SET used = used - 80000"))
    assert run(knowledge.clear) == 1
    assert run(lambda: thread.store.db.execute("SELECT id FROM knowledge").fetchall()) == [("asked",)]
