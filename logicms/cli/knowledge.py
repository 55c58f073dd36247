"""The commands about knowledge bases: `ask` and `kb`."""

from __future__ import annotations

from collections.abc import Callable

import click

from logicms.answers.knowledge import MatchingName, kb_steps, table
from logicms.answers.knowledge import kb as kb_of
from logicms.cli import candidates
from logicms.cli.command import Options, give, read_problem, shared_options
from logicms.cli.options import asks, in_its_form
from logicms.commands.knowledge import Ask
from logicms.notation.spelling import unknown_remarks
from logicms.render.exports import exported
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
@click.argument("file", metavar="FILE", shell_complete=candidates.files)
@click.option(
    "--to",
    "form",
    type=click.Choice(["clauses", "sympy", "dimacs", "table"]),
    default="clauses",
    show_default=True,
    help="clauses: the facts (KB0) and what remains after propagation (KB); dimacs: all clauses as told; table: the "
    "truth table, of at most 10 names.",
)
@click.option(
    "--ask", "asked", metavar="FORMULA", help="With --to table: a column for FORMULA, and whether it follows."
)
@click.option("--steps", type=click.IntRange(0), metavar="N", help="Show the first N steps of inference.")
@click.option(
    "--policy",
    type=click.Choice(["course", "full", "narrow"]),
    help="With --steps: which clauses are matched. course (the default): as in the logic course, never two clauses "
    "that are both longer than 2; narrow: none that gives a clause longer than 4; full: all.",
)
@shared_options("format", "flags", "rules", "json", "quiet", "file_limit")
def kb(
    file: str, form: str, asked: str | None, steps: int | None, policy: MatchingName | None, options: Options
) -> None:
    """Show a knowledge base, and how inference makes it grow.

    \b
    Examples:
      logicms kb examples/hints/one-two-one.hints
      logicms kb --to dimacs examples/hints/one-two-one.hints
      logicms kb --to table --ask "B1 -> C1" examples/hints/one-two-one.hints
      logicms kb --steps 20 examples/hints/one-two-one.hints
    """
    if policy is not None and steps is None:
        raise click.UsageError("--policy is about steps of inference: give --steps N too")
    if asked is not None and form != "table":
        raise click.UsageError("--ask is about a truth table: give --to table too, or use the command ask")
    problem = read_problem(file, options, default="hints")
    if form == "table":
        from logicms.notation.formulas import question

        formula = None if asked is None else question(problem, asked)
        unknown = () if formula is None else sorted(map(str, formula.names.difference(problem.names)))
        for remark in unknown_remarks(unknown, problem):
            options.say(remark)
        give(table(problem, formula), options, table_text)
    if steps is not None:
        give(kb_steps(problem, steps, policy or "course"), options, kb_steps_text)
    answer = kb_of(problem)
    if answer.is_limit:
        give(answer, options, kb_text)
    if form != "clauses":
        answer = exported(answer, problem, (form,))
    if answer.is_limit or form == "clauses":
        give(answer, options, kb_text)
    give(answer, options, lambda answer: getattr(answer, form), document=True)
