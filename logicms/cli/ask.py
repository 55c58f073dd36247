"""The command `ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from logicms.cli import LIMIT, NO
from logicms.cli.frame import Answer, Options, print_answer, shared_options
from logicms.cli.knowledge import inconsistent, read_hint_file
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.render.proofs import FORMS

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.logic.knowledge import KnowledgeBase
    from logicms.logic.methods import Method
    from logicms.logic.question import Asked

_CODES = {"yes": 0, "no": NO, "unknown": NO, "limit": LIMIT}


@click.command()
@click.argument("file", metavar="FILE")
@click.argument("formula", metavar="FORMULA")
@click.option(
    "--by",
    type=click.Choice(["forward", "backward", "resolution", "saturation", "course"]),
    default="resolution",
    show_default=True,
    help="How to look for the answer; resolution and saturation miss nothing.",
)
@click.option(
    "--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How to show the proof."
)
@shared_options("format", "flags", "json", "quiet", "time_limit")
def ask(file: str, formula: str, by: Method, form: str, options: Options) -> None:
    """Ask a knowledge base whether a formula follows, and why.

    FILE is a hint file, or a board with --format board. The answer is yes, no (the contrary follows) or unknown (then
    two placements show it).

    \b
    Examples:
      logicms ask examples/hints/vase.hints insured
      logicms ask examples/hints/sprinkler.hints slippery --by backward
      logicms ask --format board examples/boards/one-two-one.txt "A1 -> ~B1"
    """
    try:
        print_answer(_answer(file, formula, by, form, options), options)
    except InconsistentKnowledge as error:
        found = inconsistent(error)
        print_answer(Answer({"answer": None, **found.data, "placements": None}, found.text, found.code), options)


def _answer(path: str, text: str, by: Method, form: str, options: Options) -> Answer:
    from logicms.logic.knowledge import Answer as Found
    from logicms.logic.question import Asked, asked_to_json, knowledge_base, question
    from logicms.notation.formulas import parse_formula

    file = read_hint_file(path, options)
    formula = parse_formula(text, size=file.size)
    try:
        kb = knowledge_base(file.tellings)
        _point_out_unknown_names(kb, formula, options)
        asked = question(kb, formula, by)
    except LimitReached:
        asked = Asked(Found.LIMIT)
    data = asked_to_json(asked, kb.premises if asked.proof else None) if options.json else {}
    return Answer(data, _text(asked, text.strip(), by, form, options), _CODES[asked.answer.value])


def _point_out_unknown_names(kb: KnowledgeBase, formula: Boolean, options: Options) -> None:
    names = {symbol.name for symbol in formula.free_symbols}
    for name in sorted(name for name in names if name not in kb.symbols):
        options.say(f"the knowledge base says nothing about {name}")


def _text(asked: Asked, formula: str, by: str, form: str, options: Options) -> str:
    from logicms.render.proofs import write_proof

    told = f"{asked.answer.value}: {_sentence(asked, formula, by)}"
    if asked.proof is not None and form != "text":
        options.say(told)
        return write_proof(asked.proof, form).rstrip("\n")
    trace = [f"  {line}" for line in asked.trace]
    proof = [] if asked.proof is None else [write_proof(asked.proof, form).rstrip("\n")]
    return "\n".join([told, *trace, *proof, *_placements(asked)])


def _sentence(asked: Asked, formula: str, by: str) -> str:
    said = {
        "yes": f"{formula} follows",
        "no": f"the contrary of {formula} follows",
        "limit": f"whether {formula} follows was not decided within the limit",
    }
    if asked.answer.value in said:
        late = asked.proof is None and asked.answer.value != "limit"
        return said[asked.answer.value] + (", but its proof was not found within the limit" if late else "")
    if asked.placements is None:
        return f"{by} finds neither {formula} nor its contrary, though it misses things"
    return f"neither {formula} nor its contrary follows"


def _placements(asked: Asked) -> list[str]:
    if asked.placements is None:
        return []
    return [
        f"it {verb} if these hold and no others: {' '.join(names) or 'none'}"
        for verb, names in zip(("holds", "fails"), asked.placements, strict=True)
    ]
