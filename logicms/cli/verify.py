"""The command `verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from logicms.answers import verified_to_json
from logicms.cli import NO
from logicms.cli.frame import Answer, Options, print_answer, read_board, read_text, shared_options
from logicms.cli.knowledge import read_hint_file
from logicms.errors import BoardError, BoardSyntaxError

if TYPE_CHECKING:
    from logicms.proofs.checker import Verification
    from logicms.proofs.proof import Premises, Proof


@click.command()
@click.argument("proof", metavar="PROOF")
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--as-exercise",
    "exercise",
    metavar="WHAT",
    help="PROOF is an answer by hand: to LESSON:EXERCISE, or a proof about the board WHAT.",
)
@click.option("--goal", metavar="CLAUSE", help="With a board: what is to be shown, such as ~B1.")
@click.option("--style", type=click.Choice(["either", "direct", "refutation"]), help="With a board: how it is shown.")
@click.option("--rule", type=click.Choice(["any", "unit"]), help="With a board: which resolutions are allowed.")
@click.option("--length", type=click.IntRange(1, 99), metavar="N", help="With a board: of derived clauses, at most.")
@shared_options("format", "flags", "time_limit", "json", "quiet")
def verify(proof: str, file: str | None, exercise: str | None, options: Options, **terms: str | int | None) -> None:
    """Check a proof, step by step.

    PROOF is a proof as JSON, what `prove --json` or `ask --json` answered, or a folder of them. Without FILE the steps
    are checked against the hints that the proof tells itself; with FILE (a board, or a hint file with --format hints)
    each hint and fact must be the file's.

    With --as-exercise, PROOF is what a learner wrote (grammar/README.md, «Proofs by hand»; `prove --to lines` writes it
    too), and every line gets its own verdict.

    \b
    Examples:
      logicms prove --json examples/boards/one-two-one.txt B1 > proof.json
      logicms verify proof.json examples/boards/one-two-one.txt
      logicms ask --json examples/hints/vase.hints insured | logicms verify -
      logicms verify --as-exercise examples/boards/one-two-one.txt --goal ~B1 my-proof.txt
      logicms verify --as-exercise 2:one-of-three my-clauses.txt
    """
    given = {name: str(value) for name, value in terms.items() if value is not None}
    if exercise is not None:
        from logicms.cli.verify_exercise import answer_exercise

        if file is not None:
            raise click.UsageError("--as-exercise takes the place of FILE: name the board there")
        if options.time_limit is not None:
            raise click.UsageError("--time-limit is for a proof as JSON: an exercise has limits of its own")
        print_answer(answer_exercise(proof, exercise, given, options), options)
    if given:
        raise click.UsageError(f"--{next(iter(given))} goes with --as-exercise")
    told = None if file is None else _premises(file, options)
    if proof != "-" and Path(proof).is_dir():
        print_answer(_answer_folder(Path(proof), told), options)
    else:
        print_answer(_answer(proof, told), options)


def _premises(path: str, options: Options) -> Premises:
    """Return what a proof about this file may rest on."""
    if options.format == "hints":
        from logicms.logic.question import knowledge_base

        return knowledge_base(read_hint_file(path, options).tellings).premises
    from logicms.explanation import premises

    return premises(read_board(path, options), options.flags)


def _answer(path: str, told: Premises | None) -> Answer:
    from logicms.render.proof_text import goal_text, printable

    proof, found = _checked(path, told)
    data = verified_to_json(found)
    if found:
        return Answer(data, f"valid: {goal_text(proof)} in {len(proof.steps)} steps")
    return Answer(data, f"not valid: {_place(found)}{printable(found.reason)}", NO)


def _answer_folder(folder: Path, told: Premises | None) -> Answer:
    """Return the answer about every proof of a folder, in the order of their names, up to the first that is refused."""
    from logicms.render.proof_text import printable

    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise click.UsageError(f"there is no proof in {folder}: its proofs are files named *.json")
    for path in paths:
        _, found = _checked(str(path), told)
        if not found:
            data = {"valid": False, "step": found.step, "reason": found.reason, "proof": path.name}
            return Answer(data, f"not valid: {path}: {_place(found)}{printable(found.reason)}", NO)
    many = f"{len(paths)} proofs" if len(paths) > 1 else "1 proof"
    return Answer({"valid": True, "step": None, "reason": None, "proofs": len(paths)}, f"valid: {many}")


def _checked(path: str, told: Premises | None) -> tuple[Proof, Verification]:
    from logicms.proofs import checker
    from logicms.proofs.proof import Proof

    proof = Proof.from_json(_proof_in(_read_json(path)))
    return proof, checker.verify(proof, told)


def _place(found: Verification) -> str:
    return "" if found.step is None else f"step {found.step}: "


def _read_json(path: str) -> Any:
    """Return what a JSON file holds; whatever is wrong with it is said with its place."""
    text, source = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        mistake = BoardSyntaxError(
            f"not JSON: {error.msg}", line=error.lineno, column=error.colno, source_line=line, source=source
        )
    except RecursionError:
        mistake = BoardSyntaxError("not a proof: nested too deep", source=source)
    except ValueError:
        mistake = BoardSyntaxError("not a proof: a number in it is too long", source=source)
    raise mistake


def _proof_in(data: Any) -> Any:
    """Return the proof, or the one in the answer of a command."""
    if not isinstance(data, dict) or "steps" in data or "proof" not in data:
        return data
    if data["proof"] is None:
        raise BoardError("there is no proof in this answer")
    return data["proof"]
