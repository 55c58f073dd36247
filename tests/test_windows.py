"""What Windows lacks: everything can be imported and used without it. (Simulated: names are taken away.)"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from logicms.experiments.experiment import Experiment, Frequency
from logicms.experiments.run import RowFile

WITHOUT = """
import os, signal, sys
for name in ("SIGKILL", "SIGALRM", "SIGHUP", "SIGPIPE", "SIGUSR1", "SIGCHLD"):
    delattr(signal, name)
for name in ("sched_getaffinity", "fork", "getuid", "killpg"):
    delattr(os, name)
for name in ("fcntl", "resource", "pwd", "termios"):
    sys.modules[name] = None
"""

posix = pytest.mark.skipif(os.name != "posix", reason="there is nothing to take away")


def run_without(code: str) -> None:
    command = [sys.executable, "-c", WITHOUT + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@posix
def test_the_service_can_be_imported():
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    # The SDK behind `tools` asks for the platform's name, which cannot be taken away.
    others = ("__init__", "tools")
    modules = sorted(path.stem for path in (ROOT / "logicms" / "web").glob("*.py") if path.stem not in others)
    imports = "".join(f"import logicms.web.{name}\n" for name in modules)
    run_without(f"{imports}assert logicms.web.service.run and logicms.web.pool._OUT_OF_MEMORY")


@posix
def test_the_commands_can_be_imported():
    run_without(
        "import pkgutil, importlib, logicms.cli, logicms.experiments.run\n"
        "for each in pkgutil.iter_modules(logicms.cli.__path__):\n"
        "    importlib.import_module(f'logicms.cli.{each.name}')\n"
        "assert logicms.experiments.run"
    )


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are read from /proc")
def test_rows_are_put_in_order_in_a_file_that_is_not_open(tmp_path, monkeypatch):
    """Windows refuses to replace a file that is open."""

    def replace_closed(new, path, replace=os.replace):
        links = [each for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
        assert str(path) not in [os.readlink(each) for each in links if os.path.lexists(each)]
        replace(new, path)

    monkeypatch.setattr("logicms.experiments.run.fcntl", None)
    monkeypatch.setattr(os, "replace", replace_closed)
    measures = (Frequency("won", "outcome", "won"),)
    toy = Experiment("toy", "A toy", ("factor",), ((1,), (2,)), ("outcome",), print, measures, 2, 1)
    plan = toy.plan()
    path = tmp_path / "rows.csv"
    trials = list(plan.trials())
    with RowFile(path, plan) as file:
        for trial in reversed(trials):
            file.append(trial, ("won",))
        file.put_in_order({trial: ("won",) for trial in trials})
    expected = [plan.columns, *(plan.row(trial, ("won",)) for trial in trials)]
    assert path.read_bytes() == "".join(",".join(row) + "\n" for row in expected).encode()
