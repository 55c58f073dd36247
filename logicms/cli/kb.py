"""The command `kb`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from logicms.cli import INCONSISTENT, LIMIT
from logicms.cli.frame import Answer, Options, print_answer, shared_options
from logicms.cli.knowledge import read_hint_file
from logicms.errors import LimitReached

if TYPE_CHECKING:
    from logicms.logic.chaining import Event
    from logicms.logic.knowledge import KnowledgeBase
    from logicms.logic.symbols import Symbols
    from logicms.notation.hint_files import HintFile


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--to",
    "form",
    type=click.Choice(["clauses", "sympy", "dimacs"]),
    default="clauses",
    show_default=True,
    help="clauses: the facts (KB0) and what propagation left (KB); dimacs: all as it was told.",
)
@click.option("--steps", type=click.IntRange(0), metavar="N", help="Watch the first N things that inference does.")
@click.option(
    "--policy",
    type=click.Choice(["course", "full", "narrow"]),
    default="course",
    show_default=True,
    help="Which clauses are matched with --steps.",
)
@shared_options("format", "flags", "json", "quiet", "time_limit")
def kb(file: str, form: str, steps: int | None, policy: str, options: Options) -> None:
    """Show a knowledge base, and how inference makes it grow.

    \b
    Examples:
      logicms kb examples/hints/one-two-one.hints
      logicms kb --to dimacs examples/hints/one-two-one.hints
      logicms kb --steps 20 examples/hints/one-two-one.hints
    """
    told = read_hint_file(file, options)
    print_answer(_shown(told, form) if steps is None else _watched(told, steps, policy), options)


# -- the knowledge base as it is


def _shown(file: HintFile, form: str) -> Answer:
    from logicms.logic.question import knowledge_base

    base = knowledge_base(file.tellings)
    contradiction = base.forward.contradiction is not None
    clauses = [list(base.symbols.texts(clause)) for clause in base.current_clauses]
    data = {
        "facts": {} if contradiction else base.facts,
        "clauses": clauses,
        "symbols": dict(base.symbols.meanings),
        "contradiction": contradiction,
    }
    text = _text(file, base, form, clauses)
    return Answer(data if form == "clauses" else {**data, form: text}, text, INCONSISTENT if contradiction else 0)


def _text(file: HintFile, base: KnowledgeBase, form: str, clauses: list[list[str]]) -> str:
    if form == "sympy":
        return str(base.to_sympy())
    if form == "dimacs":
        from logicms.render.solver_formats import Knowledge, to_dimacs

        return to_dimacs(Knowledge(file.hints, file.facts, [told.expr for told in file.formulas])).rstrip("\n")
    facts = [clause[0] for clause in clauses if len(clause) == 1]
    others = [" | ".join(clause) or "false" for clause in clauses if len(clause) != 1]
    meanings = [f"{name} means: {meaning}" for name, meaning in base.symbols.meanings.items()]
    return "\n".join([f"KB0, {len(facts)} facts", *facts, f"KB, {len(others)} clauses", *others, *meanings])


# -- the knowledge base as it grows


def _watched(file: HintFile, steps: int, policy: str) -> Answer:
    from logicms.logic.knowledge import KnowledgeBase
    from logicms.logic.resolution import POLICIES

    events: list[Event] = []
    base = KnowledgeBase(watch=events.append)
    for telling in file.tellings:
        base.tell(*telling)
    saturation = base.saturation(POLICIES[policy])
    code, end = 0, f"nothing more follows by the policy {policy}"
    try:
        events += islice(saturation.watch(), max(0, steps + 1 - len(events)))
    except LimitReached as error:
        code, end = LIMIT, str(error)
    if len(events) > steps:
        code, end = 0, f"the first {steps} steps; there are more"
    shown = events[:steps]
    if any(event.what == "contradiction" for event in shown):
        code, end = INCONSISTENT, "what was told contradicts itself"
    data = [_event_data(base.symbols, event) for event in shown]
    return Answer({"steps": data, "end": end}, "\n".join([*map(_event_text, data), end]), code)


def _event_data(symbols: Symbols, event: Event) -> dict[str, Any]:
    parents = [list(symbols.texts(clause)) for clause in event.parents]
    return {"what": event.what, "clause": list(symbols.texts(event.clause)), "from": parents}


_SAID = {
    "told": "told",
    "fact": "new in KB0",
    "kept": "new in KB",
    "shortened": "by the facts",
    "subsumed": "nothing new",
    "removed": "out of KB",
    "matched": "matched",
    "contradiction": "contradiction",
}


def _event_text(event: dict[str, Any]) -> str:
    clause, *parents = (" | ".join(texts) or "false" for texts in (event["clause"], *event["from"]))
    return f"{_SAID[event['what']]:<13}  {clause}" + (f"   from {'  and  '.join(parents)}" if parents else "")
