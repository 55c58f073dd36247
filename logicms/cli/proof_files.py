"""A folder of proofs: `solve --proofs DIR` writes one for each certain cell, the easiest first; `verify DIR` checks."""

from __future__ import annotations

import json
from pathlib import Path

import click

from logicms.board import Board
from logicms.cli.frame import VERSION, Options, write_file
from logicms.errors import LimitReached


def write_proofs(folder: Path, board: Board, options: Options) -> None:
    """Write the proof of every certain cell of a board to a folder that is new or empty.

    The names of the files say the order: 0001-B1-mine.json is the easiest deduction.
    """
    from logicms.explanation import deductions, premises
    from logicms.explanation.report import explanation_to_json

    _make(folder)
    told, written = premises(board, options.flags), 0
    try:
        for found in deductions(board, flags=options.flags):
            proof = explanation_to_json(found, "resolution", told)
            path = folder / f"{written + 1:04}-{found.cell}-{found.verdict}.json"
            write_file(path, json.dumps({"version": VERSION, **proof}, ensure_ascii=False) + "\n")
            written += 1
    except LimitReached as error:
        raise LimitReached(f"{written} proofs were written to {folder}; then: {error}") from None
    options.say(f"{written} proof{'' if written == 1 else 's'} written to {folder}")


def _make(folder: Path) -> None:
    """Make the folder; refuse one that holds something, which would be mixed up with the proofs."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise click.UsageError(f"--proofs {folder}: {error.strerror or error}") from None
    if not is_empty:
        raise click.UsageError(f"--proofs {folder}: the folder is not empty")
