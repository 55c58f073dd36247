"""The command `prove` on a hint file: any name that it tells of."""

from __future__ import annotations

import click

from logicms.answers.names import proved_by_hand
from logicms.cli.frame import Answer, Options
from logicms.cli.knowledge import read_hint_file
from logicms.cli.prove import Asked, answer_explanation, limit_answer
from logicms.errors import LimitReached
from logicms.explanation.explanation import By
from logicms.proofs.proof import Proof
from logicms.render.proofs import FORMS, write_proof


def answer_name(path: str, name: str, by: By, form: str, options: Options) -> Answer:
    """Return whether the name holds («is a mine») by what a hint file tells, and why."""
    file = read_hint_file(path, options)
    if file.formulas and form not in FORMS:
        raise click.UsageError(f"--to {form} needs hints alone; for formulas there is --to {', '.join(FORMS)}")
    try:
        found = proved_by_hand(file, name, by)
        if isinstance(found.why, Proof):
            data = found.to_json(by) if options.json else {}
            return Answer(data, write_proof(found.why, form).removesuffix("\n"))
        return answer_explanation(None, found.why, Asked(by, form, found.told), options)
    except LimitReached as error:
        return limit_answer(name, by, error)
