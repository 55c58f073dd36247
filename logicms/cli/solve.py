"""The command `solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from logicms.cli import INCONSISTENT, LIMIT, NO
from logicms.cli.frame import Answer, Options, answer_each, shared_options
from logicms.cli.proof_files import write_proofs
from logicms.cli.puzzles import (
    Puzzle,
    board_of,
    cells,
    only_one,
    read_puzzle,
    svg_option,
    with_certain,
    working_on,
    write_svg,
)
from logicms.deduction import Reason

_CODES = {"solved": 0, "progress": 0, "stuck": NO, "inconsistent": INCONSISTENT, "limit": LIMIT}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--reason",
    type=click.Choice(["forward", "resolution", "complete"]),
    default="complete",
    show_default=True,
    help="forward: by propagation; resolution: clauses alone; complete: whatever is fastest, nothing missed.",
)
@click.option("--to", "target", type=click.Choice(["board"]), help="Print the board with certain cells as * and -.")
@click.option(
    "--proofs",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a proof of every certain cell to this folder, the easiest first.",
)
@svg_option
@shared_options("flags", "format", "ascii", "json", "quiet", "time_limit")
def solve(
    files: tuple[str, ...], reason: Reason, target: str | None, proofs: Path | None, svg: Path | None, options: Options
) -> None:
    """Name every cell that is certainly safe or a mine, without guessing.

    Exit code 0 when some cell is certain, 1 when none is.

    \b
    Examples:
      logicms solve examples/boards/one-two-one.txt
      logicms solve --to board examples/boards/ringed.txt
      logicms solve --json --time-limit 5 examples/boards/*.txt
      logicms solve --proofs proofs examples/boards/ringed.txt
    """
    only_one(files, svg)
    if proofs is not None and len(files) > 1:
        raise click.UsageError("--proofs writes the proofs of one board: name one FILE")

    def answer(path: str) -> Answer:
        with working_on(path, options):
            puzzle = read_puzzle(path, options)
            found = _answer(puzzle, reason, target, svg, options)
            if proofs is not None and found.code in (0, NO):
                write_proofs(proofs, board_of(puzzle), options)
            return found

    answer_each(files, options, answer)


def _answer(puzzle: Puzzle, reason: Reason, target: str | None, svg: Path | None, options: Options) -> Answer:
    from logicms.render.answer_text import solved_text
    from logicms.render.marks import Marks

    found = puzzle.solved(reason, options)
    if svg is not None:
        marks = Marks(safe=cells(found.safe), mine=cells(found.mine))
        write_svg(svg, puzzle, marks, options)
    data: dict[str, Any] = {"status": found.status, **puzzle.size(), **found.to_json()}
    if target is None:
        text = solved_text(puzzle.board, found, ascii=options.ascii, paint=options.paint())
    else:
        text = with_certain(puzzle, found).removesuffix("\n")
        options.say(f"{found.status}: {found.error}" if found.error else found.status)
    return Answer(data, text, _CODES[found.status])
