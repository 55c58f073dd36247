"""The command `prove` on a hint file: any name that it tells of.

A file of hints and facts is explained like a board, by the fewest hints. One that has formulas too is proved by the
knowledge base.
"""

from __future__ import annotations

import click

from logicms.cli.frame import Answer, Options
from logicms.cli.knowledge import read_hint_file
from logicms.cli.prove import Asked, answer_explanation, limit_answer
from logicms.errors import LimitReached
from logicms.explain.explanation import By, Explanation, explain_name
from logicms.explain.grounds import Grounds
from logicms.hints import Name
from logicms.logic.knowledge import Answer as Told
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.proof import Style
from logicms.logic.question import checked_proof_to_json, knowledge_base
from logicms.notation.hint_files import HintFile
from logicms.render.proofs import FORMS, write_proof


def answer_name(path: str, name: str, by: By, form: str, options: Options) -> Answer:
    """Return whether the name holds («is a mine») by what a hint file tells, and why."""
    file = read_hint_file(path, options)
    kb = knowledge_base(file.tellings)
    asked = Asked(by, form, kb.premises, options.budget())
    try:
        if kb.ask(name, budget=asked.budget) is Told.LIMIT:
            raise LimitReached("not decided within the limit")
        return _by_formulas(kb, name, asked, options) if file.formulas else _by_hints(file, name, asked, options)
    except LimitReached as error:
        return limit_answer(name, by, error)


def _by_hints(file: HintFile, name: str, asked: Asked, options: Options) -> Answer:
    facts: dict[Name, bool] = {fact.name: fact.mine for fact in file.facts}
    names = {str(each): each for each in [*facts, *(each for hint in file.hints for each in hint.among)]}
    explanation = explain_name(Grounds(file.hints, facts), names.get(name, name), asked.budget)
    return answer_explanation(None, explanation, asked, options)


def _by_formulas(kb: KnowledgeBase, name: str, asked: Asked, options: Options) -> Answer:
    if asked.by == "counting":
        raise click.UsageError("--by counting adds and subtracts hints; this file has formulas too")
    if asked.form not in FORMS:
        raise click.UsageError(f"--to {asked.form} needs hints alone; for formulas there is --to {', '.join(FORMS)}")
    style: Style = "direct" if asked.by == "direct" else "refutation"
    proof = kb.prove(name, style, asked.budget) or kb.prove(f"~{name}", style, asked.budget)
    if proof is not None:
        data = checked_proof_to_json(proof, asked.told) if options.json else {}
        return Answer(data, write_proof(proof, asked.form).removesuffix("\n"))
    placements = kb.placements(name, asked.budget)
    assert placements is not None, "what is not certain has two placements"
    unknown = Explanation(name, "unknown", placements=tuple(frozenset[Name](names) for names in reversed(placements)))
    return answer_explanation(None, unknown, asked, options)
