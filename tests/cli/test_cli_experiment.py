"""The command `experiment`: tables, JSON, report and plots, exit codes; and a run that is killed again and again."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT, end_with_tests, is_running, started, wait_until

from logicms.cli import app
from logicms.experiments.catalogue import EXPERIMENTS


def run(*arguments: str):
    return CliRunner().invoke(app, ["experiment", *map(str, arguments)])


def rows_of(data: bytes) -> list[tuple[str, ...]]:
    """Return the whole rows of a file without their seconds, the last column."""
    whole = data[: data.rfind(b"\n") + 1].decode()
    return [tuple(row[:-1]) for row in csv.reader(io.StringIO(whole))][1:]


# -- answers


def test_the_tables_on_screen():
    result = run("density", "--games", 2, "--workers", 1, "--quiet")
    assert result.exit_code == 0 and result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[2].split()[:6] == ["size", "mines", "initial_safe", "method", "total", "games"]
    assert ["9x9", "8", "9", "complete", "yes", "2", "100.0", "(34.2"] in [line.split()[:8] for line in lines]
    assert "Compared with published figures" in lines and any("report 2" in line for line in lines)
    assert not any("higher" in line for line in lines), "two games tell nothing"


def test_json_has_every_setting():
    answer = json.loads(run("density", "--games", 2, "--workers", 1, "--json").stdout)
    assert list(answer) == ["version", "experiment", "games", "seed", "options", "settings", "findings"]
    first = answer["settings"][0]
    assert (first["size"], first["mines"], first["total"], first["games"]) == ("9x9", 8, "no", 2)
    assert set(first["measures"]["won"]) == {"count", "rate", "low", "high"}
    figure = {"source": "report 2", "measure": "won", "value": 0.91, "games": None, "by": ["subset", "no"]}
    assert first["published"] == [figure]
    assert answer["options"] == {} and answer["findings"] == []


def test_an_own_grid_with_rounds_and_what_it_shows(tmp_path):
    grid = ["--method", "course", "--initial-safe", "8,16,231", "--games", 20]
    result = run("initial-safe", *grid, "--workers", 1, "--out", tmp_path / "rows.csv")
    assert result.exit_code == 0
    header = next(line for line in result.stdout.splitlines() if line.lstrip().startswith("size")).split("  ")
    assert "rounds" in [cell.strip() for cell in header]
    assert "experiment initial-safe --initial-safe 8,16,231 --method course" in result.stdout.splitlines()[1]
    table, _, shown = result.stdout.partition("What it shows")
    assert "0.6" in table and "More initial safe cells, all else equal: more games won" in " ".join(shown.split())
    command = "experiment initial-safe --initial-safe 8,16,231 --method course --games 20 --seed 1"
    assert (tmp_path / "rows.csv").read_text().splitlines()[1].startswith(f'"{command}",')
    again = run("initial-safe", *grid, "--workers", 1, "--out", tmp_path / "rows.csv", "--json")
    answer = json.loads(again.stdout)
    assert again.exit_code == 0 and "rows are already there" in again.stderr
    assert answer["options"] == {"initial_safe": "8,16,231", "method": "course"}
    assert all(" ".join(sentence.split()) in " ".join(shown.split()) for sentence in answer["findings"])
    other = run("initial-safe", "--method", "course", "--games", 20, "--out", tmp_path / "rows.csv")
    assert other.exit_code == 2 and f"another command, `logicms {command}`" in other.stderr


def test_help_fits_80_columns():
    lines = run("--help").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    words = {word.strip(",") for line in lines for word in line.split()}
    assert {"--initial-safe", "--strategy"} <= words and set(EXPERIMENTS) <= words


def test_the_report_and_its_plot(tmp_path):
    pytest.importorskip("matplotlib")
    folder = tmp_path / "new" / "report"
    arguments = ["initial-safe", "--games", 1, "--workers", 1, "--plot", folder, "--out", tmp_path / "rows.csv"]
    assert run(*arguments).exit_code == 0
    report = (folder / "initial-safe.md").read_text()
    assert "`logicms experiment initial-safe --games 1 --seed 1`" in report
    pictures = re.findall(r"\]\((.*?)\)", report)
    assert pictures == ["initial-safe.svg"]
    assert ElementTree.parse(folder / pictures[0]).getroot().tag.endswith("svg")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(*arguments).exit_code == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before, "the same rows, the same files"


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name not in ("initial-safe", "algorithms")])
def test_every_plot_can_be_drawn(name, tmp_path):
    """On one row a setting, made up: drawing is tested here, not playing. (One is drawn above, and one has no plot.)"""
    pytest.importorskip("matplotlib")
    from logicms.experiments.experiment import Trial
    from logicms.experiments.summary import summary
    from logicms.render.experiments import write_plot

    experiment = EXPERIMENTS[name]
    made_up = {"outcome": "won", "status": "found"}
    results = tuple(made_up.get(column, "1") for column in experiment.results)
    rows = {Trial(number, 0): results for number in range(len(experiment.settings))}
    assert (tmp_path / write_plot(summary(experiment.plan(games=1), rows), tmp_path)).stat().st_size > 1000


def test_a_curve_keeps_the_order_of_names_among_numbers():
    pytest.importorskip("matplotlib")
    from logicms.experiments.experiment import own_grid
    from logicms.experiments.run import run as play
    from logicms.experiments.summary import summary
    from logicms.render.experiments import _curves

    given = {"size": "5x5", "mines": "3", "initial_safe": "5", "method": "forward", "total": "no,5,10,yes"}
    plan = own_grid(EXPERIMENTS["global-constraint"], given).plan(games=1)
    found = summary(plan, play(plan))
    ((_, points),) = _curves(found, plan.plot, list(found.lines))
    assert [place for place, _ in points] == ["no", 5, 10, "yes"]


# -- refusals


def test_another_command_s_file_is_refused(tmp_path):
    path = tmp_path / "rows.csv"
    assert run("density", "--games", 1, "--workers", 1, "--out", path).exit_code == 0
    before = path.read_bytes()
    for arguments in (["density", "--games", 2], ["density", "--games", 1, "--seed", 9], ["difficulty", "--games", 1]):
        result = run(*arguments, "--workers", 1, "--out", path)
        assert result.exit_code == 2 and "another command, `logicms experiment density --games 1" in result.stderr
        assert path.read_bytes() == before
    result = run("guessing", "--games", 1, "--workers", 1, "--out", path)
    assert result.exit_code == 2 and "its header is different" in result.stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nothing"], "Invalid value for 'NAME'"),
        (["density", "--games", "0"], "--games"),
        (["density", "--method", "magic"], "Invalid value for '--method': not a method: 'magic'; choose"),
        (["density", "--total", "maybe"], "Invalid value for '--total': not no, yes or a number of cells"),
        (["density", "--initial-safe", "cube"], "not a number of cells, sqrt or tenth"),
        (["density", "--size", "5x5"], "5x5 has no room for"),
        (["guessing", "--mines", "4"], "guessing has no axis mines: its axes are level, start, guess"),
        (["algorithms", "--level", "easy"], "algorithms has no axis level"),
        (["density", "--workers", "2", "--cluster", "tcp://x:1"], "--cluster has its own workers"),
        (["density", "--games", "1", "--workers", "1", "--out", "no/such/folder/rows.csv"], "No such file"),
        (["density", "--games", "1", "--workers", "1", "--plot", "/dev/null/x"], "/dev/null"),
    ],
)
def test_usage(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2 and message in result.stderr


# -- being stopped


def test_a_time_limit_keeps_what_there_is(tmp_path):
    path = tmp_path / "rows.csv"
    arguments = ["density", "--games", 4, "--workers", 1, "--out", path]
    result = run(*arguments, "--time-limit", 0.000001)
    assert result.exit_code == 4 and "the same command continues with" in result.stderr
    assert len(rows_of(path.read_bytes())) == 1 and "9x9" in result.stdout
    result = run(*arguments)
    total = 4 * len(EXPERIMENTS["density"].settings)
    assert result.exit_code == 0 and f"1 of {total} rows are already there" in result.stderr
    assert len(set(rows_of(path.read_bytes()))) == total


def experiment(path: Path, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "logicms", "experiment", *map(str, arguments), "--quiet", "--out", str(path)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet, preexec_fn=end_with_tests)


def wait_for(size: int, path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while process.poll() is None and (not path.exists() or path.stat().st_size < size):
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.full
def test_ten_kills_lose_no_row_and_repeat_none(tmp_path):
    """Killed at a random moment ten times over; each time every whole row is still there, and at the end each once."""
    path, rng, seen = tmp_path / "rows.csv", random.Random(), []
    arguments = ["success", "--method", "complete", "--total", "no,yes", "--games", 2, "--workers", 2 if FULL else 1]
    for _ in range(10):
        process = experiment(path, *arguments)
        written = path.stat().st_size if path.exists() else 0
        wait_for(written + rng.randrange(800), path, process)
        process.kill()
        process.wait()
        now = rows_of(path.read_bytes())
        assert now[: len(seen)] == seen, "a row that was there is lost"
        assert max(Counter(now).values(), default=1) == 1, "a row stands twice"
        seen = now
    assert experiment(path, *arguments).wait(300) == 0
    assert experiment(tmp_path / "whole.csv", *arguments).wait(300) == 0
    whole = rows_of((tmp_path / "whole.csv").read_bytes())
    assert rows_of(path.read_bytes()) == whole and len(whole) == 2 * 74


def test_workers_end_with_a_killed_parent(tmp_path):
    path = tmp_path / "rows.csv"
    process = experiment(path, "success", "--games", 50, "--workers", 2)
    wait_for(1000, path, process)
    children = children_of(process.pid)
    process.kill()
    process.wait()
    assert len(children) >= 2
    wait_until(lambda: not any(map(is_running, children)), "workers end with their parent")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_ctrl_c_says_how_to_go_on(tmp_path):
    path = tmp_path / "rows.csv"
    command = [sys.executable, "-m", "logicms", "experiment", "success", "--workers", "2", "--out", str(path)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(1000, path, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command continues with" in said and "Traceback" not in said
    assert len(rows_of(path.read_bytes())) > 2
