"""The package as users get it: built, installed outside the checkout, and quick to start."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv

import pytest
from conftest import FULL


def run(*command, **kwargs):
    kwargs.setdefault("check", True)
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **kwargs)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the folder of a fresh environment in which the wheel is installed."""
    root = os.path.dirname(os.path.dirname(__file__))
    work = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", work, root)
    [wheel] = work.glob("*.whl")
    environment = work / "environment"
    venv.create(environment, with_pip=True)
    if FULL:
        run(environment / "bin" / "pip", "install", "--quiet", wheel)
    else:
        # The dependencies come from the environment that runs the tests; a folder added by a .pth file has its own
        # .pth files ignored, so an editable logicms there is not seen.
        run(environment / "bin" / "pip", "install", "--quiet", "--no-deps", wheel)
        [site] = environment.glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return environment


PARSE = """
import logicms
board = logicms.parse_board("mines: 1\\n\\n?1\\n11\\n")
assert board.mines == 1 and logicms.parse_board(logicms.format_board(board)) == board
print(logicms.__file__)
"""


@pytest.mark.full
def test_the_wheel_parses_a_board_outside_the_checkout(installed, tmp_path):
    where = run(installed / "bin" / "python", "-c", PARSE, cwd=tmp_path).stdout.strip()
    assert where.startswith(str(installed))


@pytest.mark.full
def test_the_installed_command_shows_a_board(installed, tmp_path):
    (tmp_path / "board.txt").write_text("?1\n11\n")
    shown = run(installed / "bin" / "logicms", "show", "--ascii", "board.txt", cwd=tmp_path).stdout
    assert "1 ? 1" in shown


@pytest.mark.full
def test_the_lessons_travel_with_the_installed_command(installed, tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    run_learn = [installed / "bin" / "logicms", "learn"]
    listed = run(*run_learn, "--list", cwd=tmp_path, env=environment).stdout
    assert "What a proposition is" in listed
    checked = run(*run_learn, "--check", "1", cwd=tmp_path, env=environment).stdout
    assert checked.startswith("ok: 1 command, 5 exercises")


@pytest.mark.full
def test_the_installed_command_grades_a_program(installed, tmp_path):
    root = os.path.dirname(os.path.dirname(__file__))
    shutil.copy(os.path.join(root, "examples", "assignment", "variants", "minesweeper.py"), tmp_path)
    command = [installed / "bin" / "logicms", "grade", "--unconfined"]  # the program is ours
    graded = [*command, "--adapter", "cs50", "--games", "2", "--json", "minesweeper.py"]
    answer = json.loads(run(*graded, cwd=tmp_path, check=False).stdout)
    assert answer["played"] == 2 and answer["failed"] == answer["wrong"] == 0, answer


def test_a_bare_checkout_parses_a_board(tmp_path):
    root = os.path.dirname(os.path.dirname(__file__))
    run(sys.executable, "-c", PARSE, cwd=root, env={**os.environ, "PYTHONPATH": root})


@pytest.mark.parametrize(
    "code",
    [
        "import logicms",
        "from logicms.cli import app; app(['--help'], standalone_mode=False)",
        "from logicms.cli import app; app(['--version'], standalone_mode=False)",
        "from logicms.cli import app; app(['show', '--help'], standalone_mode=False)",
        "from logicms.cli import app; app(['completion', 'bash'], standalone_mode=False)",
    ],
)
def test_starting_loads_neither_sympy_nor_networkx(code):
    check = "import sys; heavy = {'sympy', 'networkx', 'pysat', 'lark'} & set(sys.modules); assert not heavy, heavy"
    run(sys.executable, "-c", f"{code}\n{check}")


def test_completion_offers_the_commands_without_loading_them():
    environment = {**os.environ, "_LOGICMS_COMPLETE": "bash_complete", "COMP_WORDS": "logicms sh", "COMP_CWORD": "1"}
    offered = run(sys.executable, "-c", "from logicms.cli import main; main()", env=environment).stdout
    assert offered.split() == ["plain,show"]


def test_every_public_name_is_there():
    import logicms

    for name in logicms.__all__:
        assert getattr(logicms, name) is not None
    assert set(logicms.__all__) <= set(dir(logicms))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        logicms.nothing  # noqa: B018  the access is the test
