"""The notebook runs, and what its cells show is what it keeps (so that it reads well where nobody runs it)."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT
from notebooks import run

PATH = ROOT / "examples" / "from-a-clue-to-a-proof.ipynb"


@pytest.fixture(scope="module")
def notebook():
    return json.loads(PATH.read_text(encoding="utf-8"))


def test_the_notebook_shows_what_it_keeps(notebook, request):
    outputs = run(notebook)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    if request.config.getoption("--update-golden"):
        for number, (cell, shown) in enumerate(zip(code, outputs, strict=True), 1):
            cell.update(execution_count=number, outputs=shown)
        PATH.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    for cell, shown in zip(code, outputs, strict=True):
        assert cell["outputs"] == shown, f"{cell['id']} shows something else; read it, then --update-golden"


def test_the_notebook_is_one(notebook):
    """What Jupyter asks for: the version of the format, a kernel, cells with ids of their own."""
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in ids)


def test_boards_proofs_and_graphs_show_themselves(notebook):
    kept = [output["data"] for cell in notebook["cells"] for output in cell.get("outputs", []) if "data" in output]
    pictures = ["".join(data["image/svg+xml"]) for data in kept if "image/svg+xml" in data]
    kinds = {ET.fromstring(picture).get("class") for picture in pictures}
    assert kinds == {"board", "graph", "proof"}
    assert sum("text/html" in data for data in kept) >= 3
