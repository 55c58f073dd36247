"""Knowledge bases as text for people: answers to questions, KB and KB0, inference step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from logicms.answers.knowledge import AskAnswer, KbAnswer, KbStep, KbStepsAnswer, TableAnswer
from logicms.deduction.inference import Item, Note
from logicms.errors import counted
from logicms.hints import TOTAL, Hint, Literal, name_order
from logicms.render.phrases import meaning_text
from logicms.render.proof import proof_text


def ask_text(answer: AskAnswer, **look: Any) -> str:
    """Return the answer to a question in words, with the trace, the placements and the proof, if there are any."""
    trace = [f"  {line}" for line in answer.trace]
    proof = None if answer.proof is None else answer.proof.proof
    return "\n".join(
        [ask_sentence(answer), *trace, *_placements(answer), *([] if proof is None else [proof_text(proof)])]
    )


def ask_sentence(answer: AskAnswer) -> str:
    """Return the answer to a question in one sentence."""
    formula = answer.formula
    if answer.answer is None:
        return f"inconsistent: {answer.message}"
    if answer.answer == "limit":
        return f"limit: whether {formula} follows was {answer.message}"
    late = "" if answer.status is None else f", but {answer.message}"
    if answer.answer in ("yes", "no"):
        shown = formula if answer.answer == "yes" else f"the negation of {formula}"
        return f"{answer.answer}: {shown} follows{late}"
    if answer.placements is None and not late:
        return f"unknown: {answer.by} finds neither {formula} nor its negation, but it does not find everything"
    return f"unknown: neither {formula} nor its negation follows{late}"


def _placements(answer: AskAnswer) -> list[str]:
    if answer.placements is None:
        return []
    one, other = map(frozenset, answer.placements)
    differing = sorted(one ^ other, key=name_order)
    lines = [
        f"it {verb} with {' '.join(str(Literal(name, name in names)) for name in differing)}"
        for verb, names in (("holds", one), ("fails", other))
    ]
    return [*lines, "everything else is the same in both"]


def kb_text(answer: KbAnswer) -> str:
    """Return KB0 and KB, and what auxiliary symbols mean."""
    facts = [clause[0] for clause in answer.clauses if len(clause) == 1]
    others = [" | ".join(clause) or "false" for clause in answer.clauses if len(clause) != 1]
    meanings = [f"{name} means: {meaning_text(meaning)}" for name, meaning in answer.symbols.items()]
    heads = [f"KB0, {counted(len(facts), 'fact')}", f"KB, {counted(len(others), 'clause')}"]
    limit = [f"limit: {answer.message}; this is what was told by then"] if answer.status == "limit" else []
    clash = ["inconsistent: propagation derives the empty clause, false"] if answer.contradiction else []
    return "\n".join([heads[0], *facts, heads[1], *others, *meanings, *limit, *clash])


WIDEST_TABLE = 80
"""A truth table that would be wider has numbers above its columns, and the statements below."""


def table_text(answer: TableAnswer) -> str:
    """Return a truth table; the rows in which every statement is true are marked.

    >>> from logicms.answers.knowledge import table
    >>> from logicms.hints import exactly
    >>> from logicms.problem import Problem
    >>> print(table_text(table(Problem([exactly(1, ["a", "b"])]))))
    a b  1 among a b
    F F       F
    F T       T       *
    T F       T       *
    T T       F
    * everything given is true: 2 of 4 rows
    """
    if answer.status == "limit":
        return f"limit: {answer.message}"
    heads, legend = answer.columns, []
    if len(" ".join(answer.names)) + 4 + sum(len(head) + 2 for head in heads) > WIDEST_TABLE:
        heads = tuple(str(number) for number, _ in enumerate(answer.columns, 1))
        legend = [f"{number}: {text}" for number, text in zip(heads, answer.columns, strict=True)]
    lines = ["  ".join([" ".join(answer.names), *heads])]
    for row in answer.rows:
        names = " ".join(_truth(value, name) for value, name in zip(row.names, answer.names, strict=True))
        columns = (_truth(value, head) for value, head in zip(row.columns, heads, strict=True))
        lines.append("  ".join([names, *columns, "*" if row.fits else ""]).rstrip())
    fitting = f"{answer.placements:,} of {counted(len(answer.rows), 'row')}"
    return "\n".join([*lines, *legend, f"* everything given is true: {fitting}", *_by_table(answer)])


def _truth(value: bool, head: str) -> str:
    return ("T" if value else "F").center(len(head))


def _by_table(answer: TableAnswer) -> list[str]:
    if answer.status == "inconsistent":
        return ["inconsistent: there is no such row"]
    formula = answer.columns[-1] if answer.columns else ""
    where = {
        "yes": f"yes: {formula} is true in every marked row, so it follows",
        "no": f"no: {formula} is false in every marked row, so its negation follows",
        "unknown": f"unknown: {formula} is true in some marked rows and false in others",
    }
    return [] if answer.answer is None else [where[answer.answer]]


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


# -- a player's knowledge base, as in the reports of the logic course

_WIDTH = 79
_MOST_ITEMS = 60
"""How many clauses are printed at once, at most."""


def note_text(note: Note) -> str:
    """Return something that happened in a player's knowledge base, with the sizes of KB and KB0.

    >>> from logicms.hints import Literal
    >>> print(note_text(Note("unit", kb=4, units=1, kb0=10, unit=Literal("B3", False))))
    unit ~B3: B3 is safe. KB 4 (1 unit), KB0 10
    """
    sizes = f"KB {note.kb} ({counted(note.units, 'unit')}), KB0 {note.kb0}"
    if note.unit is not None:
        return f"unit {note.unit}: {note.unit.name} is {'a mine' if note.unit.holds else 'safe'}. {sizes}"
    if note.hint is not None:
        name = "the global constraint" if note.hint.because == TOTAL else f"hint at {note.hint.because}"
        return "\n".join([f"{name}: {item_text(note.hint)}", *_listed("new in KB: ", note.items)])
    if note.what == "matching":
        return f"no unit is left: pairwise matching, round {note.number}. {sizes}"
    if note.what == "matched":
        one, other, new_item = map(item_text, note.items)
        return f"  {one} and {other} give {new_item}"
    if note.what == "refuting":
        return f"no unit is left: resolution in a component of {counted(note.number, 'clause')}. {sizes}"
    return "\n".join([f"stuck: no unit is left. {sizes}", *_listed("KB: ", note.items)])


def item_text(item: Item) -> str:
    """Return a clause or a set with its count."""
    if isinstance(item, Hint):
        return str(replace(item, because=None))
    return " | ".join(map(str, item)) or "false"


def _listed(head: str, items: Sequence[Item]) -> list[str]:
    """Return items with commas between them, as many in a line as there is room for."""
    texts = [item_text(item) for item in items[:_MOST_ITEMS]]
    if len(items) > _MOST_ITEMS:
        texts.append(f"and {len(items) - _MOST_ITEMS} more")
    lines = [f"  {head}"]
    for number, text in enumerate(texts, 1):
        text += "," if number < len(texts) else ""
        if number > 1 and len(lines[-1]) + len(text) >= _WIDTH:
            lines.append("    ")
        lines[-1] += f"{text} "
    return [line.rstrip() for line in lines] if texts else ["  nothing new in KB"]
