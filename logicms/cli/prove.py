"""The commands that give reasons, `prove`, `next`, `path`, `ask` and `kb`, and `verify`, which checks those of others.

`verify` reads proofs as JSON, in files or a folder; and answers written by hand, judged as in a lesson: one, or those
of a whole class in a folder.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from shlex import quote

import click
from click.core import ParameterSource

from logicms.answers.knowledge import KbAnswer, PlacementsAnswer, WhichAnswer
from logicms.answers.prove import ProveAnswer, VerifyAnswer
from logicms.cli.command import (
    Options,
    give,
    present,
    print_json,
    read_text,
)
from logicms.cli.options import ask_each, asks, in_its_form, offer_files
from logicms.cli.streams import print_text
from logicms.commands.prove import AskQuestion, KbQuestion, NextQuestion, PathQuestion, ProveQuestion, VerifyQuestion
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.hint_files import HintFile
from logicms.notation.texts import load_json
from logicms.problem import Problem
from logicms.render.answers import ask_sentence, which_sentence
from logicms.render.written import FOR_READERS


@click.command()
@asks(ProveQuestion, "ascii", "json", "quiet", "file_limit", arguments=("cell",), optional=("cell",), files="FILE")
def prove(file: str, asked: Callable[..., ProveQuestion], options: Options) -> None:
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
    if isinstance(answer, ProveAnswer) and answer.unknown_names:
        _remark_on(answer.unknown_names, answer.problem, options)
    give(answer, options, in_its_form(question, options), document=question.to not in FOR_READERS)


def _remark_on(unknown: Iterable[str], problem: Problem, options: Options) -> None:
    """Say which names of a question nothing mentions, and which are meant perhaps."""
    from logicms.notation.spelling import unknown_remarks

    for remark in unknown_remarks(unknown, problem):
        options.say(remark)


def _what_to_prove(file: str, problem: Problem) -> str:
    """Return what to type where the cell is missing."""
    # Rules are not instantiated only to name something.
    is_known = problem.written is not None or problem.book is None or not problem.book.rules
    first = [quote(str(name)) for name in problem.undecided[:1]] if is_known else []
    what = "a cell" if problem.written is not None else "what to prove"
    such = f", such as {first[0]}: logicms prove {quote(file)} {first[0]}" if first else ""
    return f"name {what}{such}; `logicms solve {quote(file)}` lists what is certain"


@click.command()
@asks(NextQuestion, "ascii", "json", "quiet", "file_limit")
def next(files: tuple[str, ...], asked: Callable[[str], NextQuestion], options: Options) -> None:
    """
    \b
    Examples:
      logicms next --level 1 examples/boards/one-two-two-one.txt
      logicms next examples/boards/one-two-two-one.txt
      logicms next --by direct examples/boards/difference.txt
      logicms next --technique difference examples/boards/one-two-two-one.txt
    """
    ask_each(files, asked, options)


@click.command()
@asks(PathQuestion, "ascii", "json", "quiet", "file_limit")
def path(files: tuple[str, ...], asked: Callable[[str], PathQuestion], options: Options) -> None:
    """The exit code is 1 if nothing is certain.

    \b
    Examples:
      logicms path examples/boards/one-two-two-one.txt
      logicms path --json examples/boards/expert.txt
    """
    ask_each(files, asked, options)


# -- proofs of others


@click.command()
@click.argument("proof", metavar="PROOF", shell_complete=offer_files)
@asks(VerifyQuestion, "file_limit", "json", "quiet", files="[FILE]", without=("proof",))
@click.option(
    "--as-exercise",
    "exercise",
    metavar="WHAT",
    help="PROOF is written by hand: an answer to LESSON:EXERCISE, or a proof about the board WHAT.",
)
@click.option("--goal", metavar="CLAUSE", help="With a board: what to show, such as ~B1.")
@click.option(
    "--style", type=click.Choice(["either", "direct", "refutation"]), help="With a board: the style of proof."
)
@click.option("--rule", type=click.Choice(["any", "unit"]), help="With a board: which resolutions are allowed.")
@click.option(
    "--length", type=click.IntRange(1, 99), metavar="N", help="With a board: the most literals in a derived clause."
)
@click.option("--csv", is_flag=True, help="With --as-exercise: answer with a table, one row per answer.")
def verify(
    proof: str,
    file: str | None,
    asked: Callable[..., VerifyQuestion],
    exercise: str | None,
    csv: bool,
    options: Options,
    **terms: str | int | None,
) -> None:
    """PROOF is a proof as JSON, what `prove --json` or `ask --json` answered, or a folder of them; FILE is a board or a
    hint file.

    With --as-exercise, PROOF is what a learner wrote ("Proofs by hand" in the documentation; `prove --to lines` writes
    it too), and every line gets its own verdict. PROOF may be a folder with a file or a folder per student; the answer
    is then a table, and WHAT may also be a lesson, or a folder of boards: the name of an answer's file says which
    exercise or board it is about.

    \b
    Examples:
      logicms prove --json examples/boards/one-two-one.txt B1 > proof.json
      logicms verify proof.json examples/boards/one-two-one.txt
      logicms ask --json examples/hints/vase.hints insured | logicms verify -
      logicms verify --as-exercise examples/boards/one-two-one.txt --goal ~B1 my-proof.txt
      logicms verify --as-exercise 2:one-of-three my-clauses.txt
      logicms verify --as-exercise examples/boards examples/assignment/proofs --csv
    """
    given = {name: str(value) for name, value in terms.items() if value is not None}
    proof, exercise = present(proof), None if exercise is None else present(exercise)

    def read(path: str) -> tuple[Problem, str]:
        question = asked(path, proof={})
        return question.problem, question.read[1]

    if exercise is not None:
        if file is not None:
            raise click.UsageError("--as-exercise replaces FILE: name the board there")
        if click.get_current_context().get_parameter_source("file_limit") is not ParameterSource.DEFAULT:
            raise click.UsageError("--time-limit is for a proof as JSON: an exercise has limits of its own")
        from logicms.teach.class_tables import Homework, class_table  # a proof as JSON needs no lesson

        homework = Homework(exercise, given, read, read_text)
        if csv or pathlib.Path(proof).is_dir():
            from logicms.render.grades import answers_csv, answers_text

            table = class_table(pathlib.Path(proof), homework)
            draw = (lambda table: answers_csv(table).rstrip("\n")) if csv else answers_text
            give(table, options, draw, document=csv)
        give(homework.verdict(*read_text(proof)), options, lambda verdict: verdict.text)
    if csv:
        raise click.UsageError("--csv goes with --as-exercise")
    if given:
        raise click.UsageError(f"--{next(iter(given))} goes with --as-exercise")
    if file not in (None, "-") and _is_proof(pathlib.Path(file)):
        raise click.UsageError(f"the order is PROOF FILE: logicms verify {file} {proof}")
    question = asked(file, proof={})
    if proof != "-" and pathlib.Path(proof).is_dir():
        give(_verify_folder(pathlib.Path(proof), question), options)
    give(question.verdict(read_proof(proof)), options)


def _is_proof(path: pathlib.Path) -> bool:
    """Return whether this can only be meant as PROOF: a folder, or a file of JSON, which no board looks like."""
    if not path.is_file():
        return path.is_dir()
    with path.open("rb") as file:
        return file.read(100).lstrip().startswith(b"{")


def _verify_folder(folder: pathlib.Path, question: VerifyQuestion) -> VerifyAnswer:
    """Return the answer about every proof in a folder, in the order of their names, up to the first that is refused."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise click.UsageError(f"there is no proof in {folder}: proofs are files named *.json")
    not_checked: dict[str, None] = {}
    assumed: dict[str, None] = {}
    for path in paths:
        try:
            answer = question.verdict(read_proof(str(path)))
        except BoardError as error:
            raise BoardError(f"{path}: {error}") from None
        if not answer.valid:
            return replace(answer, file=path.name)
        not_checked |= dict.fromkeys(answer.not_checked)
        assumed |= dict.fromkeys(answer.assumptions or ())
    return VerifyAnswer(True, not_checked=tuple(not_checked), assumptions=tuple(assumed) or None, proofs=len(paths))


def read_proof(path: str) -> object:
    """Return the proof in a file, as JSON: a proof, or the answer of a command that has one. It is not checked yet."""
    return parse_json(*read_text(path))


def parse_json(text: str, source: str) -> object:
    """Return what a JSON text says; a key that appears twice could be read in two ways, and is refused.

    >>> parse_json('{"verdict": "safe", "verdict": "mine"}', "proof.json")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: the key "verdict" appears twice
    """
    try:
        data: object = load_json(text)
        return data
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        remedy = "; for a proof written by hand, give --as-exercise BOARD" if not text.lstrip().startswith("{") else ""
        mistake = BoardSyntaxError(
            f"not JSON: {error.msg}{remedy}", line=error.lineno, column=error.colno, source_line=line, source=source
        )
    except RecursionError:
        mistake = BoardSyntaxError("not a proof: nested too deeply", source=source)
    except ValueError:
        mistake = BoardSyntaxError("not a proof: a number in it is too long", source=source)
    raise mistake


# -- knowledge bases


@click.command()
@asks(AskQuestion, "json", "quiet", "file_limit", arguments=("formula",), optional=("formula",), files="FILE")
def ask(file: str, asked: Callable[..., AskQuestion], options: Options) -> None:
    """Without FORMULA, every question of a Datalog file is answered: `?- parent(X, bob).`

    \b
    Examples:
      logicms ask examples/hints/vase.hints insured
      logicms ask examples/hints/family.pl
      logicms ask examples/hints/family.pl "grandparent(X, dave)"
      logicms ask examples/hints/sprinkler.hints slippery --by backward
      logicms ask examples/boards/one-two-one.txt "A1 -> ~B1"
      logicms ask examples/boards/one-two-one.txt "which c in cells: mine(c)"
      logicms ask examples/hints/family.hints "which x: grandparent(x, dave)"
    """
    if click.get_current_context().params["formula"] is None:
        _answer_its_questions(file, asked(file, formula=""), options)
    question = asked(file)
    answer = question.ask()
    if answer.unknown_names:
        _remark_on(answer.unknown_names, question.problem, options)
    if question.to not in (None, "text") and (answer.proof is not None or isinstance(answer, WhichAnswer)):
        options.say(which_sentence(answer) if isinstance(answer, WhichAnswer) else ask_sentence(answer))
    give(answer, options, in_its_form(question, options), document=question.to not in FOR_READERS)


def _answer_its_questions(file: str, about: AskQuestion, options: Options) -> None:
    """Print the answer to each question of a Datalog file, and exit with the largest code."""
    found = about.read.found
    questions = found.questions if isinstance(found, HintFile) else None
    if not questions:
        remedy = "give a FORMULA" if questions is None else "give a FORMULA, or write one into the file: ?- p(X)."
        raise click.UsageError(f"{file} asks no question: {remedy}")
    codes = []
    for text in questions:
        question = about.about(text)
        answer = replace(question.ask(), question=text)
        codes.append(answer.exit_code)
        if options.json:
            print_json(answer.to_json())
        else:
            print_text(f"?- {text}.\n{in_its_form(question, options)(answer)}\n")
    click.get_current_context().exit(max(codes))


@click.command()
@asks(KbQuestion, "json", "quiet", "file_limit", files="FILE")
def kb(file: str, asked: Callable[..., KbQuestion], options: Options) -> None:
    """
    \b
    Examples:
      logicms kb examples/hints/one-two-one.hints
      logicms kb --to dimacs examples/hints/one-two-one.hints
      logicms kb --to table --ask "B1 -> C1" examples/hints/one-two-one.hints
      logicms kb --steps 20 examples/hints/one-two-one.hints
      logicms kb --placements --over "A1 C1" examples/hints/one-two-one.hints
      logicms kb --count examples/hints/one-two-one.hints
    """
    question = asked(file)
    if question.unknown_names:
        _remark_on(question.unknown_names, question.problem, options)
    answer = question.ask()
    if isinstance(answer, PlacementsAnswer):
        if answer.placements == ({},):
            options.say("nothing is open here: name the atoms to list with --over")
        _list_placements(answer, options)
    if isinstance(answer, KbAnswer) and not answer.is_limit and question.to != "clauses":
        give(answer, options, lambda answer: getattr(answer, question.to), document=True)
    give(answer, options)


def _list_placements(answer: PlacementsAnswer, options: Options) -> None:
    """Print a line for each placement, and exit."""
    if not options.json or answer.status is not None:
        if answer.more:
            options.say("more exist")
        give(answer, options)
    for placement in answer.placements:
        print_json({"placement": dict(placement)})
    if answer.more:
        options.say("more exist")
    click.get_current_context().exit(answer.exit_code)
