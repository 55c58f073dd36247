"""A proof as numbered lines of text: what it shows, then each step with its clause and its reason, in columns.

An end of the flow, for people at a terminal; `proof_words`, `proof_latex` and `proof_dot` show the same proof otherwise
and take their reasons from here.
"""

from __future__ import annotations

from collections.abc import Iterable

from logicms.proofs.proof import Proof, Step


def proof_text(proof: Proof) -> str:
    """Return the proof as numbered lines.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> proof = kb.prove("B1", "direct")
    >>> print(proof_text(proof))
    to show: B1
    1  A1 | B1  clue A2: 1 among A1 B1
    2  ~A1      fact
    3  B1       from 1 and 2 on A1
    """
    clauses = [clause_text(proof, step.clause) for step in proof.steps]
    number_width, clause_width = len(str(len(clauses))), max(map(len, clauses), default=0)
    lines = [
        f"{number:>{number_width}}  {clause:<{clause_width}}  {reason}"
        for number, (clause, reason) in enumerate(zip(clauses, reasons(proof), strict=True), 1)
    ]
    return "\n".join([f"to show: {goal_text(proof)}", *lines, *meanings(proof)])


def goal_text(proof: Proof) -> str:
    """Return what a proof shows, as a formula; `false` where the premises contradict one another."""
    clauses = [clause_text(proof, clause) for clause in proof.goal]
    if len(clauses) < 2:
        return clauses[0] if clauses else "true"
    return " & ".join(f"({clause})" if " | " in clause else clause for clause in clauses)


def clause_text(proof: Proof, clause: Iterable[int]) -> str:
    """Return a clause as text; the empty one is `false`."""
    return " | ".join(proof.texts(clause)) or "false"


def reasons(proof: Proof) -> list[str]:
    """Return why each step holds, in a few words; what a hint says is told where it is used first."""
    first = first_uses(proof)
    return [_reason(proof, step, n, first[step.by, step.source]) for n, step in enumerate(proof.steps, 1)]


def first_uses(proof: Proof) -> dict[tuple[str, str | None], int]:
    """Return the number of the first step by each reason and source."""
    first: dict[tuple[str, str | None], int] = {}
    for number, step in enumerate(proof.steps, 1):
        first.setdefault((step.by, step.source), number)
    return first


def _reason(proof: Proof, step: Step, number: int, first: int) -> str:
    if step.parents is not None and step.on is not None:
        return "from {} and {} on {}".format(*step.parents, _name(proof, step.on))
    if step.by in ("clue", "total"):
        return _hint_reason(proof, step, number, first)
    if step.by == "given":
        source = step.source or ""
        return f"definition of {source}" if source in proof.symbols else f"given: {printable(source)}"
    return "assumed: the contrary" if step.by == "assume" else "fact"


def _hint_reason(proof: Proof, step: Step, number: int, first: int) -> str:
    source = step.source or ""
    if (hint := proof.hints.get(source)) is None:
        return printable(f"{step.by} {source}")
    said = printable(str(hint)).removeprefix(f"{source}: ")
    # A hint that no clue names is named by what it says.
    name = "mine total" if step.by == "total" else "hint" if source == said else f"clue {printable(source)}"
    if number == first:
        return f"{name}: {said}"
    return f"hint of {first}" if name == "hint" else name


def _name(proof: Proof, symbol: int) -> str:
    return proof.names[symbol - 1] if 0 < symbol <= len(proof.names) else "?"


def meanings(proof: Proof) -> list[str]:
    """Return a line for each auxiliary symbol: what it means."""
    return [f"{name} means: {printable(meaning)}" for name, meaning in proof.symbols.items()]


def printable(text: str) -> str:
    """Return the text on one line, without signs that a terminal could obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
