"""A proof in the line notation that learners write (`grammar/proof.lark`), which `verify --as-exercise` reads."""

from __future__ import annotations

from logicms.proofs.proof import Proof, Step
from logicms.render.proof_text import clause_text, goal_text, meanings, printable


def proof_lines(proof: Proof) -> str:
    """Return the proof as lines that a learner could have written.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> proof = kb.prove("B1", "direct")
    >>> print(proof_lines(proof))
    to show: B1
    1. A1 | B1   clue A2
    2. ~A1   fact
    3. B1   from 1 2 on A1
    """
    lines = [
        f"{n}. {clause_text(proof, step.clause)}   {_reason(proof, step)}" for n, step in enumerate(proof.steps, 1)
    ]
    return "\n".join([f"to show: {goal_text(proof)}", *meanings(proof), *lines])


def _reason(proof: Proof, step: Step) -> str:
    source = printable(step.source or "")
    if step.parents is not None and step.on is not None:
        return "from {} {} on {}".format(*step.parents, proof.names[step.on - 1])
    if step.by == "clue":
        hint = proof.hints.get(step.source or "")
        is_named = hint is None or str(hint).removeprefix(f"{source}: ") != source
        return f"clue {source}" if is_named else f"hint {source}"
    if step.by == "given":
        return f"definition of {source}" if source in proof.symbols else f"given {source}"
    return {"assume": "assume", "total": "total"}.get(step.by, "fact")
