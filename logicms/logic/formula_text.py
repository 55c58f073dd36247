"""A sympy formula as text in the signs of hint files, for the steps of a proof that rest on it: `A1 -> ~B1`.

sympy's own printer recurses and writes `Implies(A1, ~B1)`. This one keeps its own stack and stops when the text is long
enough to recognise, so that a formula of any depth has a text.
"""

from __future__ import annotations

from typing import Any

LONGEST = 120
"""A text is cut off with … after so many signs."""

_SIGNS = {"And": " & ", "Or": " | ", "Xor": " ^ ", "Implies": " -> ", "Equivalent": " <-> "}


def formula_text(expr: Any) -> str:
    """Return the formula as text, cut off where it becomes long.

    >>> from sympy.abc import a, b, c
    >>> formula_text((a & ~b) >> c), formula_text(~(a | b))
    ('(a & ~b) -> c', '~(a | b)')
    """
    written: list[str] = []
    stack: list[Any] = [(expr, False)]
    length = 0
    while stack and length <= LONGEST:
        part = stack.pop()
        if isinstance(part, str):
            written.append(part)
            length += len(part)
        else:
            stack.extend(reversed(_opened(*part)))
    text = "".join(written)
    return text if not stack and len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _opened(expr: Any, inner: bool) -> list[Any]:
    """Return what a formula is written as: texts, and pairs of a part and whether it stands within another."""
    kind = type(expr).__name__
    args: tuple[Any, ...] = getattr(expr, "args", ())
    if kind == "Not":
        return ["~", (args[0], True)]
    if kind == "ITE":
        test, yes, no = args
        written = ["(", (test, True), " -> ", (yes, True), ") & (~", (test, True), " -> ", (no, True), ")"]
    elif kind == "Equivalent" and len(args) > 2:
        pairs = zip(args, args[1:], strict=False)
        written = _joined([["(", (one, True), " <-> ", (two, True), ")"] for one, two in pairs], " & ")
    elif kind in _SIGNS and args:
        written = _joined([[(arg, True)] for arg in args], _SIGNS[kind])
    else:
        return [_atom(expr)]
    return ["(", *written, ")"] if inner else written


def _joined(parts: list[list[Any]], sign: str) -> list[Any]:
    written = list(parts[0])
    for part in parts[1:]:
        written += [sign, *part]
    return written


def _atom(expr: Any) -> str:
    if getattr(expr, "is_Symbol", False):
        return str(expr.name)
    return str(bool(expr)).lower()
