"""The command `verify`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from logicms.cli import NO
from logicms.cli.frame import Answer, Options, print_answer, read_text, shared_options
from logicms.cli.knowledge import read_hint_file
from logicms.errors import BoardError, BoardSyntaxError

if TYPE_CHECKING:
    from logicms.logic.proof import Premises
    from logicms.notation.hint_files import HintFile


@click.command()
@click.argument("proof", metavar="PROOF")
@click.argument("file", metavar="[FILE]", required=False)
@shared_options("format", "flags", "json", "quiet")
def verify(proof: str, file: str | None, options: Options) -> None:
    """Check a proof, step by step.

    PROOF is a proof as JSON, or what `ask --json` answered. Without FILE its steps are checked against the hints that
    it tells itself; with FILE (a board, or a hint file with --format hints) those must be the file's.

    \b
    Examples:
      logicms ask --json examples/hints/vase.hints insured | logicms verify -
      logicms ask --json examples/hints/vase.hints insured > proof.json
      logicms verify --format hints proof.json examples/hints/vase.hints
    """
    print_answer(_answer(proof, file, options), options)


def _answer(path: str, file: str | None, options: Options) -> Answer:
    from logicms.logic.checker import verify as check
    from logicms.logic.proof import Proof
    from logicms.render.proof_text import goal_text, printable

    proof = Proof.from_json(_proof_in(_read_json(path)))
    found = check(proof, None if file is None else _premises(read_hint_file(file, options, "board")))
    data = {"valid": found.valid, "step": found.step, "reason": found.reason or None}
    if found.valid:
        return Answer(data, f"valid: {goal_text(proof)} in {len(proof.steps)} steps")
    place = "" if found.step is None else f"step {found.step}: "
    return Answer(data, f"not valid: {place}{printable(found.reason)}", NO)


def _premises(file: HintFile) -> Premises:
    """Return what proofs about the file may rest on: read off a board, but a hint file names its own formulas."""
    from logicms.logic.question import knowledge_base, premises_of

    written_by_hand = file.formulas or any(hint.because is None for hint in file.hints)
    return knowledge_base(file.tellings).premises if written_by_hand else premises_of(file.hints, file.facts)


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
