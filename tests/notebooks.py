"""Runs a notebook's cells and returns what they show, as Jupyter would: no kernel is needed for plain Python."""

from __future__ import annotations

import ast
import io
from contextlib import redirect_stdout
from typing import Any

RICH = {"_repr_html_": "text/html", "_repr_latex_": "text/latex", "_repr_svg_": "image/svg+xml"}
"""The methods by which values show themselves, and what each returns."""


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run the code cells in order, in one namespace; return the outputs of each."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [_run("".join(cell["source"]), number, namespace) for number, cell in enumerate(cells, 1)]


def _run(source: str, number: int, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    """Run one cell; its last line, if that is an expression, is shown."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        # What shows itself needs no repr beside it, which would be long, and in some cases another on each run.
        data = _rich(value) or {"text/plain": lines(repr(value))}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _rich(value: object) -> dict[str, list[str]]:
    texts = {mime: getattr(value, method)() for method, mime in RICH.items() if hasattr(value, method)}
    return {mime: lines(text) for mime, text in texts.items() if text is not None}


def lines(text: str) -> list[str]:
    """Return a text as a notebook keeps it: its lines, each with its end."""
    return text.splitlines(keepends=True)
