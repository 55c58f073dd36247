"""A counting proof as a graph in DOT: the clues that are added and subtracted, the equation that is left, the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from logicms.proofs.sums import CountingProof, Resolve, Sum
from logicms.render.proof_dot import quoted
from logicms.render.sum_text import equation_text


def counting_dot(proof: CountingProof) -> str:
    r"""Return the proof graph as DOT.

    >>> from logicms.proofs.sums import Equation
    >>> step = Sum(("A1",), ("A2",), (), (), Equation((("A1", 1),), 1, 1))
    >>> from logicms.hints import exactly
    >>> print(counting_dot(CountingProof((step,), "A1", {"A2": exactly(1, ["A1"], "A2")})), end="")
    digraph proof {
      graph [label="to show: A1", labelloc=t, rankdir=TB];
      node [shape=box, style="rounded,filled", fontname="sans-serif"];
      edge [fontname="sans-serif"];
      h1 [label="A2: 1 among A1", fillcolor="#cce5f6"];
      s1 [label="1  A1\nA1 = 1", fillcolor="#ffffff", penwidth=2];
      h1 -> s1 [label="+"];
    }
    """
    lines = [
        f"graph [label={quoted(f'to show: {proof.literal}')}, labelloc=t, rankdir=TB];",
        'node [shape=box, style="rounded,filled", fontname="sans-serif"];',
        'edge [fontname="sans-serif"];',
    ]
    numbers = {source: number for number, source in enumerate(proof.hints, 1)}
    lines += [f'h{n} [label={quoted(str(proof.hints[s]))}, fillcolor="#cce5f6"];' for s, n in numbers.items()]
    for number, step in enumerate(proof.steps, 1):
        last = ", penwidth=2" if number == len(proof.steps) else ""
        lines.append(f's{number} [label={quoted(_label(number, step))}, fillcolor="#ffffff"{last}];')
        lines += [f"{parent} -> s{number} [label={quoted(sign)}];" for parent, sign in _parents(step, numbers)]
    return "digraph proof {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _label(number: int, step: Sum | Resolve) -> str:
    label = f"{number}  {' | '.join(step.clause)}"
    return f"{label}\n{equation_text(step.equation)}" if isinstance(step, Sum) else label


def _parents(step: Sum | Resolve, numbers: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield what a step rests on, with what stands at the edge: the sign of a hint, or what is resolved on."""
    if isinstance(step, Resolve):
        yield from ((f"s{parent}", step.on) for parent in step.parents)
        return
    for sign, sources in (("+", step.add), ("-", step.subtract)):
        yield from ((f"h{numbers[source]}", sign) for source in sources)
