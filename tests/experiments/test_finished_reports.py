"""The finished reports in examples/experiments: made again from their rows, of which some are played again."""

from __future__ import annotations

import gzip
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest
from conftest import FULL, ROOT

from logicms.experiments.catalogue import EXPERIMENTS
from logicms.experiments.experiment import Experiment, Trial
from logicms.experiments.run import ResultsByTrial, read_rows
from logicms.experiments.summary import summary
from logicms.render.experiments import summary_markdown, write_plot

FOLDER = ROOT / "examples" / "experiments"
SCRIPT = FOLDER / "make_reports.py"

SECONDS = 2.0
"""How long the games of one report take that are played again; all are under LOGICMS_FULL=1."""


def listed(folder: Path) -> dict[str, int]:
    """Return the games per setting of every command in a README."""
    readme = (folder / "README.md").read_text(encoding="utf-8")
    return {
        name: int(games)
        for name, games in re.findall(r"^logicms experiment (\S+) --games (\d+) --out \1.csv --plot .$", readme, re.M)
    }


def kept(folder: Path, name: str) -> tuple[Experiment, ResultsByTrial]:
    """Return the plan of a report and its rows; they are checked as those of a run that is continued."""
    plan, path = EXPERIMENTS[name].plan(listed(folder)[name]), folder / "rows" / f"{name}.csv.gz"
    return plan, read_rows(gzip.decompress(path.read_bytes()), plan, str(path))


def check_report(folder: Path, name: str) -> None:
    """Every figure and every sentence is what the rows say, the seconds too."""
    plan, rows = kept(folder, name)
    assert sorted(rows) == sorted(plan.trials()), "a row is missing"
    report = (folder / f"{name}.md").read_text(encoding="utf-8")
    picture = f"{name}.svg" if plan.plot else ""
    assert report == summary_markdown(summary(plan, rows), picture)
    assert (folder / picture).exists()


def check_picture(folder: Path, name: str, new: Path) -> None:
    """The picture is what the rows give, if it was drawn by the matplotlib that is here."""
    matplotlib = pytest.importorskip("matplotlib")
    plan, rows = kept(folder, name)
    picture = write_plot(summary(plan, rows), new)
    if not picture:
        return
    old = (folder / picture).read_text(encoding="utf-8")
    if f"Matplotlib v{matplotlib.__version__}," in old:
        assert old == (new / picture).read_text(encoding="utf-8"), picture


def check_rows(folder: Path, name: str, seconds: float | None = SECONDS) -> int:
    """Play rows again, and return how many: one of each setting as far as the time goes, or all of them."""
    plan, rows = kept(folder, name)
    chosen = list(rows) if seconds is None else sample(plan, rows, seconds)
    for trial in chosen:
        setting, seed = plan.settings[trial.setting], plan.seed + trial.game
        played = plan.trial(setting, seed)
        assert played[:-1] == rows[trial][:-1], f"{name} {setting}, seed {seed}: {rows[trial]} in the file"
    return len(chosen)


def sample(plan: Experiment, rows: ResultsByTrial, seconds: float) -> list[Trial]:
    """Return some trials, the same each time: settings in a random order, a random game of each that fits the time."""
    rng, chosen = random.Random(plan.name), []
    trials = [Trial(number, rng.randrange(plan.games)) for number in range(len(plan.settings))]
    for trial in rng.sample(trials, len(trials)):
        cost = float(rows[trial][-1])
        if cost <= seconds:
            chosen.append(trial)
            seconds -= cost
    return chosen


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_report_is_what_its_rows_say(name):
    check_report(FOLDER, name)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_its_picture_is_too(name, tmp_path):
    check_picture(FOLDER, name, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_rows_are_what_is_played(name):
    assert check_rows(FOLDER, name, None if FULL else SECONDS) > 0


def test_every_experiment_has_its_command_and_its_link():
    assert list(listed(FOLDER)) == list(EXPERIMENTS)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    commands = run_path(str(SCRIPT))["commands"](readme)
    assert {name: int(words[words.index("--games") + 1]) for name, words in commands.items()} == listed(FOLDER)
    assert re.findall(r"\]\((\S+)\.md\)", readme) == list(EXPERIMENTS)


# -- the guard itself, on a small folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two reports, made by the script."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("reports")
    lines = [f"logicms experiment {name} --games 2 --out {name}.csv --plot ." for name in ("density", "board-size")]
    (folder / "README.md").write_text("\n".join(lines))
    make(folder)
    return folder


def make(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(SCRIPT), *names, "--folder", str(folder)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", ["density", "board-size"])
def test_the_script_makes_reports_that_pass(small, name, tmp_path):
    check_report(small, name)
    check_picture(small, name, tmp_path)
    assert check_rows(small, name) == len(EXPERIMENTS[name].settings)
    assert check_rows(small, name, None) == 2 * len(EXPERIMENTS[name].settings)
    assert not (small / f"{name}.csv").exists(), "only the compressed rows are kept"


def test_the_script_names_what_it_can_make(small):
    done = make(small, "nothing")
    assert done.returncode == 2 and "no command for nothing; it has density, board-size" in done.stderr


def changed(small: Path, tmp_path: Path, old: str, new: str) -> Path:
    """Return a copy of the small folder with a change in the rows of `density`."""
    (tmp_path / "rows").mkdir()
    for path in [*small.glob("*.*"), *small.glob("rows/*")]:
        (tmp_path / path.relative_to(small)).write_bytes(path.read_bytes())
    rows = tmp_path / "rows" / "density.csv.gz"
    text = gzip.decompress(rows.read_bytes()).decode()
    assert old in text
    rows.write_bytes(gzip.compress(text.replace(old, new, 1).encode()))
    return tmp_path


def test_a_row_that_no_game_gives_is_found(small, tmp_path):
    folder = changed(small, tmp_path, ",won,0,", ",stuck,5,")
    with pytest.raises(AssertionError):
        check_report(folder, "density")
    (tmp_path / "new").mkdir()
    with pytest.raises(AssertionError, match="svg"):
        check_picture(folder, "density", tmp_path / "new")
    with pytest.raises(AssertionError, match="in the file"):
        check_rows(folder, "density", None)


def test_a_changed_figure_is_found(small, tmp_path):
    folder = changed(small, tmp_path, ",won,", ",won,")
    report = folder / "density.md"
    report.write_text(re.sub(r"\| 0\.0(\d+) \|", r"| 0.1\1 |", report.read_text(), count=1))
    with pytest.raises(AssertionError):
        check_report(folder, "density")


def test_rows_of_another_grid_are_found(small, tmp_path):
    folder = changed(small, tmp_path, ",won,", ",won,")
    (folder / "README.md").write_text("logicms experiment density --games 3 --out density.csv --plot .")
    with pytest.raises(Exception, match="another command"):
        check_report(folder, "density")
