"""The commands about knowledge bases: `ask` and `kb`."""

from __future__ import annotations

from collections.abc import Callable

import click

from logicms.answers.knowledge import KbStepsAnswer, TableAnswer
from logicms.cli.command import Options, give
from logicms.cli.options import asks, in_its_form
from logicms.commands.knowledge import Ask, Kb
from logicms.notation.spelling import unknown_remarks
from logicms.render.knowledge_text import ask_sentence, kb_steps_text, kb_text, table_text
from logicms.render.written import FOR_READERS


@click.command()
@asks(Ask, "json", "quiet", "file_limit", arguments=("formula",), files="FILE")
def ask(file: str, asked: Callable[..., Ask], options: Options) -> None:
    """
    \b
    Examples:
      logicms ask examples/hints/vase.hints insured
      logicms ask examples/hints/sprinkler.hints slippery --by backward
      logicms ask examples/boards/one-two-one.txt "A1 -> ~B1"
    """
    question = asked(file)
    answer = question.ask()
    for remark in unknown_remarks(answer.unknown_names or (), question.problem):
        options.say(remark)
    if question.to not in (None, "text") and answer.proof is not None:
        options.say(ask_sentence(answer))
    give(answer, options, in_its_form(question, options), document=question.to not in FOR_READERS)


@click.command()
@asks(Kb, "json", "quiet", "file_limit", files="FILE")
def kb(file: str, asked: Callable[..., Kb], options: Options) -> None:
    """
    \b
    Examples:
      logicms kb examples/hints/one-two-one.hints
      logicms kb --to dimacs examples/hints/one-two-one.hints
      logicms kb --to table --ask "B1 -> C1" examples/hints/one-two-one.hints
      logicms kb --steps 20 examples/hints/one-two-one.hints
    """
    question = asked(file)
    if question.asked is not None:
        unknown = sorted(map(str, question.asked.names.difference(question.problem.names)))
        for remark in unknown_remarks(unknown, question.problem):
            options.say(remark)
    answer = question.ask()
    if isinstance(answer, TableAnswer):
        give(answer, options, table_text)
    elif isinstance(answer, KbStepsAnswer):
        give(answer, options, kb_steps_text)
    elif answer.is_limit or question.to == "clauses":
        give(answer, options, kb_text)
    else:
        give(answer, options, lambda answer: getattr(answer, question.to), document=True)
