"""Knowledge bases as text for people: answers to questions, KB and KB0, inference step by step."""

from __future__ import annotations

from logicms.answers.ask import AskAnswer
from logicms.answers.kb import KbAnswer, KbStep, KbStepsAnswer


def ask_text(answer: AskAnswer, formula: str) -> str:
    """Return the answer to a question in words, with the trace and the placements, if there are any."""
    trace = [f"  {line}" for line in answer.trace]
    return "\n".join([ask_sentence(answer, formula), *trace, *_placements(answer)])


def ask_sentence(answer: AskAnswer, formula: str) -> str:
    """Return the answer to a question in one sentence."""
    if answer.answer is None:
        return f"contradiction: {answer.message}"
    return f"{answer.answer}: {_sentence(answer, formula)}"


def _sentence(answer: AskAnswer, formula: str) -> str:
    if answer.answer == "limit":
        return f"whether {formula} follows was not decided within the limit"
    if answer.answer in ("yes", "no"):
        late = "" if answer.proof else ", but its proof was not found within the limit"
        return f"{formula} follows{late}" if answer.answer == "yes" else f"the negation of {formula} follows{late}"
    if answer.placements is None:
        return f"{answer.by} finds neither {formula} nor its negation, but it does not find everything"
    return f"neither {formula} nor its negation follows"


def _placements(answer: AskAnswer) -> list[str]:
    if answer.placements is None:
        return []
    return [
        f"it {verb} if only these names hold: {' '.join(names) or 'none'}"
        for verb, names in zip(("holds", "fails"), answer.placements, strict=True)
    ]


def kb_text(answer: KbAnswer) -> str:
    """Return KB0 and KB, and what auxiliary symbols mean."""
    facts = [clause[0] for clause in answer.clauses if len(clause) == 1]
    others = [" | ".join(clause) or "false" for clause in answer.clauses if len(clause) != 1]
    meanings = [f"{name} means: {meaning}" for name, meaning in answer.symbols.items()]
    heads = [f"KB{zero}, {number} {noun}{'' if number == 1 else 's'}" for zero, number, noun in
             (("0", len(facts), "fact"), ("", len(others), "clause"))]  # fmt: skip
    limit = [f"limit: {answer.message}; this is what was told by then"] if answer.status == "limit" else []
    return "\n".join([heads[0], *facts, heads[1], *others, *meanings, *limit])


def kb_steps_text(answer: KbStepsAnswer) -> str:
    """Return what inference does, one line for each step."""
    return "\n".join([*map(_step, answer.steps), answer.end])


_WHAT = {
    "told": "told",
    "fact": "new in KB0",
    "kept": "new in KB",
    "shortened": "by the facts",
    "subsumed": "nothing new",
    "removed": "out of KB",
    "matched": "matched",
    "contradiction": "contradiction",
}


def _step(step: KbStep) -> str:
    clause, *parents = (" | ".join(texts) or "false" for texts in (step.clause, *step.parents))
    return f"{_WHAT[step.what]:<13}  {clause}" + (f"   from {'  and  '.join(parents)}" if parents else "")
