"""The commands that give reasons: `prove`, `next`, `path`, `ask` and `kb`."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote

import click

from logicms.answers.answer import Answer
from logicms.answers.knowledge import KbStepsAnswer, TableAnswer
from logicms.answers.prove import ProveAnswer
from logicms.cli.command import Draw, Options, answer_each, give
from logicms.cli.options import asks, in_its_form
from logicms.commands.knowledge import Ask, Kb
from logicms.commands.prove import Next, Path, Prove
from logicms.notation.spelling import unknown_remarks
from logicms.problem import Problem
from logicms.render.answers import ask_sentence, kb_steps_text, kb_text, table_text
from logicms.render.explanation import path_text
from logicms.render.written import FOR_READERS


@click.command()
@asks(Prove, "ascii", "json", "quiet", "file_limit", arguments=("cell",), optional=("cell",), files="FILE")
def prove(file: str, asked: Callable[..., Prove], options: Options) -> None:
    """
    \b
    Examples:
      logicms prove examples/boards/one-two-one.txt B1
      logicms prove --by resolution --to words examples/boards/one-two-one.txt B1
      logicms prove --to html examples/boards/one-two-two-one.txt A1 > why.html
    """
    if click.get_current_context().params["cell"] is None:
        raise click.UsageError(_what_to_prove(file, asked(file, cell="").problem))
    question = asked(file)
    answer = question.ask()
    if isinstance(answer, ProveAnswer):
        for remark in unknown_remarks(answer.unknown_names or (), answer.problem):
            options.say(remark)
    give(answer, options, in_its_form(question, options), document=question.to not in FOR_READERS)


def _what_to_prove(file: str, problem: Problem) -> str:
    """Return what to type where the cell is missing."""
    # Rules are not instantiated only to name something.
    is_known = problem.written is not None or problem.book is None or not problem.book.rules
    first = [quote(str(name)) for name in problem.undecided[:1]] if is_known else []
    what = "a cell" if problem.written is not None else "what to prove"
    such = f", such as {first[0]}: logicms prove {quote(file)} {first[0]}" if first else ""
    return f"name {what}{such}; `logicms solve {quote(file)}` lists what is certain"


@click.command()
@asks(Next, "ascii", "json", "quiet", "file_limit")
def next(files: tuple[str, ...], asked: Callable[[str], Next], options: Options) -> None:
    """
    \b
    Examples:
      logicms next --level 1 examples/boards/one-two-two-one.txt
      logicms next examples/boards/one-two-two-one.txt
      logicms next --by direct examples/boards/difference.txt
      logicms next --technique difference examples/boards/one-two-two-one.txt
    """
    draw: Draw[Answer] = str

    def make(path: str) -> Answer:
        nonlocal draw
        question = asked(path)
        draw = in_its_form(question, options)
        return question.ask()

    answer_each(files, options, make, lambda answer: draw(answer))


@click.command()
@asks(Path, "ascii", "json", "quiet", "file_limit")
def path(files: tuple[str, ...], asked: Callable[[str], Path], options: Options) -> None:
    """The exit code is 1 if nothing is certain.

    \b
    Examples:
      logicms path examples/boards/one-two-two-one.txt
      logicms path --json examples/boards/expert.txt
    """
    answer_each(
        files,
        options,
        lambda file: asked(file).ask(),
        lambda answer: path_text(answer, **options.look()),
    )


# -- knowledge bases


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
