"""A proof as a graph in DOT, for Graphviz: a node a step, an edge from each of its parents, labelled with the pivot.

The *pivot* is the symbol that a step is resolved on.
"""

from __future__ import annotations

from logicms.proofs.proof import Proof, Step
from logicms.render.proof_text import clause_text, goal_text, meanings, reasons

# Okabe and Ito's palette, which colour-blind people can tell apart: blue what is given, orange what is assumed.
_FILLS = {"assume": "#ffd9b3", "resolve": "#ffffff"}
_GIVEN = "#cce5f6"


def proof_dot(proof: Proof) -> str:
    r"""Return the proof graph as DOT.

    >>> print(proof_dot(Proof((Step(frozenset({-1}), "fact", "A1"),), ("A1",), (frozenset({-1}),), "direct")), end="")
    digraph proof {
      graph [label="to show: ~A1", labelloc=t, rankdir=TB];
      node [shape=box, style="rounded,filled", fontname="sans-serif"];
      edge [fontname="sans-serif"];
      s1 [label="1  ~A1\nfact", fillcolor="#cce5f6", penwidth=2];
    }
    """
    title = "\n".join([f"to show: {goal_text(proof)}", *meanings(proof)])
    lines = [
        f"graph [label={quoted(title)}, labelloc=t, rankdir=TB];",
        'node [shape=box, style="rounded,filled", fontname="sans-serif"];',
        'edge [fontname="sans-serif"];',
    ]
    for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof), strict=True), 1):
        lines.append(_node(proof, number, step, reason))
        lines += _edges(proof, number, step)
    return "digraph proof {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _node(proof: Proof, number: int, step: Step, reason: str) -> str:
    label = f"{number}  {clause_text(proof, step.clause)}"
    if step.by != "resolve":
        label += f"\n{reason}"
    last = ", penwidth=2" if number == len(proof.steps) else ""
    return f's{number} [label={quoted(label)}, fillcolor="{_FILLS.get(step.by, _GIVEN)}"{last}];'


def _edges(proof: Proof, number: int, step: Step) -> list[str]:
    if step.parents is None or step.on is None:
        return []
    pivot = quoted(proof.names[step.on - 1])
    return [f"s{parent} -> s{number} [label={pivot}];" for parent in step.parents]


def quoted(text: str) -> str:
    """Return the text as a string of DOT: a backslash would start an escape, a quotation mark end the string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
