"""The store of games: several services on one file, trouble with the file, long games, and room for everybody."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from conftest import apart, is_running, wait_until

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from services import Service, service  # noqa: E402

from logicms.errors import BoardError, IllegalMove  # noqa: E402
from logicms.game import Draw, Game  # noqa: E402
from logicms.web.bodies import GameBody  # noqa: E402
from logicms.web.games import Played, opened_cells  # noqa: E402
from logicms.web.kept import Games, StoreThread  # noqa: E402
from logicms.web.problems import Refusal  # noqa: E402
from logicms.web.settings import Limits  # noqa: E402
from logicms.web.store import GameVersion, OtherVersion, Store, StoredGame, StoredMove  # noqa: E402

pytestmark = pytest.mark.outside

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up under /proc")
SMALL = GameBody(width=3, height=3, mines=1)
A1 = StoredMove("flag A1")


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "games.db")


def opened(path, **limits):
    """Return the games of a service with these limits."""
    allowed = Limits(**limits)
    return Games(StoreThread(path, allowed), allowed)


@pytest.fixture
def games(path):
    games = opened(path)
    yield games
    games.thread.close()


def done(games, work, *given):
    """Return what a method of the games returns, as a request would see it."""
    return apart(games.thread.run(work, *given))


def new_game(games, **more):
    return done(games, games.new, GameBody(**{"width": 20, "height": 20, "mines": 40, **more})).stored.id


def moved(client, id, **what):
    return client.post(f"/v1/games/{id}/moves", json=what)


# -- several services on one file


def test_a_change_to_another_version_is_refused(path):
    with closing(Store(path)) as one, closing(Store(path)) as other:
        one.add(StoredGame("g", Draw(3, 3, 1, "safe", 7), None, seeded=True))
        seen = one.version("g")
        other.append("g", seen, A1, ends=False)
        with pytest.raises(OtherVersion):
            one.append("g", seen, StoredMove("flag B1"), ends=False)
        other.take_back("g", GameVersion(undone=0, moves=1))
        with pytest.raises(OtherVersion):
            one.take_back("g", GameVersion(undone=0, moves=1))
        other.append("g", GameVersion(undone=1, moves=0), A1, ends=False)
        assert one.game("g").version == (1, 1) and one.game("g").moves == (A1,)


def test_services_may_open_a_new_store_at_the_same_time(tmp_path):
    with ThreadPoolExecutor(6) as six:
        for number in range(3):
            new = str(tmp_path / f"{number}.db")
            list(six.map(lambda _, new=new: Store(new).close(), range(6)))


def test_two_services_see_each_others_moves(path):
    one, other = opened(path), opened(path)
    try:
        id = new_game(one)
        for number in range(1, 8):
            mover = other if number % 2 else one
            done(mover, mover.move, id, A1)
            seen = [json.loads(done(each, each.state, id).answer()) for each in (one, other)]
            assert seen[0] == seen[1] and len(seen[0]["moves"]) == number
        done(one, one.undo, id)
        assert len(done(other, other.state, id).stored.moves) == 6
        with pytest.raises(Refusal) as refused:
            done(one, one.move, id, A1, 5)
        assert refused.value.details.status == 409
    finally:
        one.thread.close()
        other.thread.close()


def play(urls, id, rng, kept, stop):
    """Flag cells and take flags back, now at one service and now at another, until told to stop."""
    with httpx.Client(timeout=60, trust_env=False, verify=False) as client:
        while not stop.is_set():
            cell = f"{rng.choice('ABCDEFGHIJKLMNOPQRST')}{rng.randint(1, 20)}"
            what = {"undo": True} if rng.random() < 0.2 else {"flag": cell}
            try:
                found = client.post(f"{rng.choice(urls)}/v1/games/{id}/moves", json=what)
            except httpx.HTTPError:
                kept["unknown"] = kept.get("unknown", 0) + 1  # killed under our hands: done or not
                continue
            kept[found.status_code] = kept.get(found.status_code, 0) + 1
            if found.status_code == 200:
                kept["undone" if "undo" in what else "made"] = kept.get("undone" if "undo" in what else "made", 0) + 1


@linux
def test_two_services_on_one_store_and_one_is_killed(path):
    """Every move that was answered is there, once; the other service goes on; no worker is left."""
    one = Service("--store", path, "--workers", "1").wait_until_ready()
    other = Service("--store", path, "--workers", "1").wait_until_ready()
    workers = one.workers() + other.workers()
    try:
        id = one.client.post("/v1/games", json={"width": 20, "height": 20, "mines": 40}).json()["id"]
        stop, counts = threading.Event(), [{} for _ in range(6)]
        players = [
            threading.Thread(target=play, args=([one.url, other.url], id, random.Random(seed), counts[seed], stop))
            for seed in range(6)
        ]
        for player in players:
            player.start()
        wait_until(lambda: total(counts, "made") >= 60, "sixty moves are made")
        one.end(signal.SIGKILL)
        before = total(counts, "made")
        wait_until(lambda: total(counts, "made") >= before + 60, "sixty more are made")
        stop.set()
        for player in players:
            player.join()
        assert {key for each in counts for key in each} <= {200, 409, 422, "made", "undone", "unknown"}, counts
        game = other.client.get(f"/v1/games/{id}").json()
        made, undone = total(counts, "made"), total(counts, "undone")
        unknown = total(counts, "unknown")
        assert undone <= game["undone"] <= undone + unknown
        assert made <= len(game["moves"]) + game["undone"] <= made + unknown
        assert "Traceback" not in other.said()
        with closing(Store(path)) as store:
            assert json.loads(Played.of(store.game(id)).answer()) == game, "what is answered is what is stored"
    finally:
        for each in (one, other):
            if not each.log.closed:
                each.end(signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, workers)), "workers die with their parent")
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def total(counts, key):
    return sum(each.get(key, 0) for each in counts)


# -- trouble with the file


def is_problem(response, status, kind):
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == f"urn:logicms:problem:{kind}"


def test_a_store_that_another_program_has_locked(path):
    with service("--store", path, "--workers", "1") as running, closing(sqlite3.connect(path)) as intruder:
        id = running.client.post("/v1/games", json=SMALL.to_json()).json()["id"]
        intruder.isolation_level = None
        intruder.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        for _ in range(20):
            found = moved(running.client, id, flag="A1")
            is_problem(found, 503, "store")
            assert found.headers["retry-after"]
        assert time.monotonic() - began < 60, "only the first one waits long"
        is_problem(running.client.get("/readyz"), 503, "store")
        assert running.client.get(f"/v1/games/{id}").json()["moves"] == [], "it can still be read"
        intruder.execute("ROLLBACK")
        assert running.client.get("/readyz").status_code == 200
        assert len(moved(running.client, id, flag="A1").json()["moves"]) == 1
        assert "Traceback" not in running.said()


@linux
def test_a_store_that_cannot_be_written(path):
    """The system refuses to make the file larger, until it does not."""
    import resource

    with service("--store", path, "--workers", "1") as running:
        id = running.client.post("/v1/games", json=SMALL.to_json()).json()["id"]
        answered = moved(running.client, id, flag="A1").json()["moves"]
        before = resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        is_problem(moved(running.client, id, flag="B1"), 503, "store")
        is_problem(running.client.get("/readyz"), 503, "store")
        is_problem(running.client.get("/readyz"), 503, "store")
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, before)
        assert running.client.get("/readyz").status_code == 200
        assert running.client.get(f"/v1/games/{id}").json()["moves"] == answered
        assert len(moved(running.client, id, flag="B1").json()["moves"]) == 2
        assert "Traceback" not in running.said() and "cannot be used" in running.said()


def test_a_full_disk(games):
    def limit_pages(most):
        return games.thread.store.db.execute(f"PRAGMA max_page_count = {most}").fetchone()

    id = new_game(games)
    done(games, limit_pages, 1)  # the fewest possible: those that there are
    answered = []
    with pytest.raises(Refusal) as refused:
        while True:
            answered = done(games, games.move, id, A1).stored.moves
    assert refused.value.details.status == 507
    for _ in range(2):
        with pytest.raises(Refusal, match="no room"):
            done(games, games.thread.store.check)
    assert done(games, games.state, id).stored.moves == answered, "what was answered is there"
    with pytest.raises(Refusal):
        new_game_until_full(games)
    done(games, limit_pages, 1_000_000)
    done(games, games.thread.store.check)
    assert len(done(games, games.move, id, A1).stored.moves) == len(answered) + 1


def new_game_until_full(games):
    for _ in range(10_000):
        games.thread._allowance._free_from.clear()
        new_game(games)


# -- files of other programs


@pytest.mark.parametrize(
    "script, why",
    [
        ("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')", "no version"),
        ("CREATE TABLE notes (text TEXT); PRAGMA user_version = 2", "our number by chance"),
        ("CREATE TABLE games (id TEXT); CREATE TABLE moves (x TEXT); PRAGMA user_version = 3", "our names by chance"),
        ("CREATE TABLE t (x); PRAGMA user_version = 99", "another version"),
    ],
    ids=lambda value: value if " " in value and len(value) < 30 else "",
)
def test_a_file_of_another_program_is_left_as_it_is(tmp_path, path, script, why):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
    before = (tmp_path / "games.db").read_bytes()
    with pytest.raises(BoardError, match="another program"):
        Store(path)
    assert (tmp_path / "games.db").read_bytes() == before, why
    assert [each.name for each in tmp_path.iterdir()] == ["games.db"], why


def test_a_store_of_a_later_version_is_refused(path):
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(BoardError, match="another version"):
        Store(path)


# -- long games


@pytest.fixture
def moves_made(monkeypatch):
    """How many moves were played, on any game, since it was last cleared."""
    made, move = [], Game.move
    monkeypatch.setattr(Game, "move", lambda game, text: made.append(text) or move(game, text))
    return made


def test_a_long_game_is_not_replayed_at_every_request(games, path, moves_made):
    number = 2000
    id = new_game(games, start="none")
    with closing(sqlite3.connect(path)) as db, db:
        rows = [(id, each, f"flag {'ABCDE'[each % 5]}{1 + each % 7}", "player", None) for each in range(number)]
        db.executemany("INSERT INTO moves VALUES (?,?,?,?,?)", rows)
    done(games, games.state, id)
    assert len(moves_made) == number
    moves_made.clear()
    for _ in range(3):
        done(games, games.state, id)
    assert len(moves_made) == 0
    done(games, games.move, id, A1)
    assert len(moves_made) == 1
    for _ in range(3):
        moves_made.clear()
        answered = done(games, games.undo, id)
        assert len(moves_made) <= 128
    assert answered == Played.of(done(games, games.thread.store.game, id)), "as if it were replayed"


def test_what_is_kept_is_what_is_stored(games):
    """Random moves and undos: the answer is always that of the whole game replayed."""
    rng = random.Random(7)
    id = new_game(games, seed=1, width=9, height=9, mines=10)
    for _ in range(300):
        cell = f"{rng.choice('ABCDEFGHI')}{rng.randint(1, 9)}"
        try:
            if rng.random() < 0.3:
                answered = done(games, games.undo, id)
            else:
                answered = done(
                    games, games.move, id, StoredMove(f"{rng.choice(['open', 'flag', 'flag', 'chord'])} {cell}")
                )
        except IllegalMove:
            continue
        stored = done(games, games.thread.store.game, id)
        assert (answered.stored, answered.answer()) == (stored, Played.of(stored).answer())
    assert answered.stored.undone > 20


def test_a_review_that_would_be_too_long_is_refused():
    moves = tuple(StoredMove(f"open {'ABCDEFGH'[each % 8]}{1 + each // 8}") for each in range(700))
    drawn = StoredGame("g", Draw(100, 100, 9_000, "none", 7), None, True)
    with pytest.raises(Refusal) as refused:
        opened_cells(Played(StoredGame("g", drawn.draw, None, True, moves), Played.of(drawn).game, (), ()))
    assert refused.value.details.status == 413


# -- room for everybody


def test_a_client_cannot_begin_games_without_end(path):
    games = opened(path, new_games=3)
    try:
        for _ in range(3):
            done(games, games.new, SMALL, None, "192.0.2.1")
        with pytest.raises(Refusal) as refused:
            done(games, games.new, SMALL, None, "192.0.2.1")
        assert refused.value.details.status == 429 and refused.value.headers["Retry-After"] == "1"
        done(games, games.new, SMALL, None, "192.0.2.2")
    finally:
        games.thread.close()


def test_many_games_of_one_client_do_not_push_out_those_of_others(path):
    games = opened(path, games=20, new_games=1000)
    try:
        others = [done(games, games.new, SMALL, None, f"192.0.2.{each}").stored.id for each in range(10)]
        greedy = [done(games, games.new, SMALL, None, "198.51.100.1").stored.id for _ in range(100)]
        assert done(games, games.clear) == 90
        assert all(done(games, games.state, id) for id in others), "although they are the oldest"
        assert [done(games, games.thread.store.game, id) is not None for id in greedy] == [False] * 90 + [True] * 10
        with closing(sqlite3.connect(path)) as db:
            assert not [row for row in db.execute("SELECT owner FROM games") if "." in row[0]], "no address is stored"
    finally:
        games.thread.close()


def test_games_are_cleared_without_waiting_for_the_hour(path):
    games = opened(path, games=500, new_games=2000)
    try:
        for each in range(1000):
            games.thread._thread.submit(games.new, SMALL, None, str(each)).result()
        assert games.thread._thread.submit(lambda: games.thread.store.clear(30, 500)).result() == 0
    finally:
        games.thread.close()
