"""What is said to a person who plays in the terminal: whole sentences that can be read aloud, and no picture."""

from __future__ import annotations

from logicms.answers.tips import Tip
from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.errors import counted
from logicms.game import Game, Outcome
from logicms.notation.odds import percent
from logicms.render.explanation_text import next_words
from logicms.render.proof_text import listed

HELP = """\
Type a move and Enter:
  open B3    open a cell; B3 alone does the same
  flag B3    set a flag on a cell, or take it off
  chord B3   open the cells around a clue that has all its flags
  look B3    what is at B3 and around it; look 3 reads row 3 aloud
  board      show the board
  tip        where to look; again for the clues, the technique, the proof
  why B3     why B3 is safe or a mine, as far as that is certain
  undo       take the last move back, even the one that lost
  quit       stop playing
The first letter of a word is enough, except for a cell."""


def begin_text(game: Game) -> str:
    """Return the board in words, and how to begin."""
    board = game.board
    size = f"{board.width} columns, A to {column_name(board.width - 1)}, and {board.height} rows"
    mines = "" if board.mines is None else f" with {counted(board.mines, 'mine')}"
    opened = f" {counted(len(board.open), 'cell is', 'cells are')} open." if board.open else ""
    return f"A board of {size}{mines}.{opened} Open a cell, such as open B3; help lists what you can type."


def opened_text(before: Game, after: Game, *cells: Cell) -> str:
    """Return what opening a cell, or several by a chord, has shown."""
    if after.outcome is Outcome.LOST:
        mine = next(cell for cell in cells if after.sign(cell) == MINE)
        return f"{mine} is a mine: you have lost. undo takes the move back, quit ends the game."
    more = len(after.board.open) - len(before.board.open) - len(cells)
    also = f" {counted(more, 'more cell opens', 'more cells open')} with that." if more else ""
    won = " That was the last safe cell: you have won." if after.outcome is Outcome.WON else ""
    return f"{listed([f'{cell} shows {after.sign(cell)}' for cell in cells])}.{also}{won}"


def flagged_text(game: Game, cell: Cell) -> str:
    """Return what a flag was changed to, and how many mines have none."""
    board = game.board
    change = f"There is a flag on {cell} now." if game.sign(cell) == FLAG else f"The flag on {cell} is gone."
    if board.mines is None:
        return change
    left = board.mines - len(board.flags)
    if left < 0:
        return f"{change} There are more flags than mines."
    return f"{change} {counted(left, 'mine is', 'mines are')} left to flag."


def look_text(board: Board, cell: Cell) -> str:
    """Return what is at a cell and around it.

    >>> print(look_text(Board(("?F?", "12?")), Cell(1, 1)))
    B2 shows 2. Around it A1, C1 and C2 are hidden, B1 has a flag, and A2 shows 1.
    """
    around = board.neighbours(cell)
    parts = []
    for sign, one, many in ((HIDDEN, "is hidden", "are hidden"), (FLAG, "has a flag", "have flags")):
        if cells := [other for other in around if board[other] == sign]:
            parts.append(f"{listed(cells)} {one if len(cells) == 1 else many}")
    parts += [f"{other} {_is(board[other])}" for other in around if board[other] not in HIDDEN + FLAG]
    return f"{cell} {_is(board[cell])}. Around it {_joined(parts)}."


def row_text(board: Board, row: int) -> str:
    """Return a row, cell by cell.

    >>> print(row_text(Board(("?F1",)), 0))
    Row 1: A is hidden, B has a flag, C shows 1.
    """
    cells = [f"{column_name(col)} {_is(board[Cell(row, col)])}" for col in range(board.width)]
    return f"Row {row + 1}: {', '.join(cells)}."


def _is(sign: str) -> str:
    return f"shows {sign}" if sign in CLUES else _SIGNS[sign]


_SIGNS = {HIDDEN: "is hidden", FLAG: "has a flag", MINE: "is a mine", SAFE: "is safe"}


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"


def tip_text(tip: Tip, level: int) -> str:
    """Return a tip: of the next step, what this level adds to the one before."""
    if tip.wrong:
        flags = listed(tip.wrong)
        return f"{flags} {'has a flag, but is' if len(tip.wrong) == 1 else 'have flags, but are'} certainly safe."
    if tip.step is not None:
        if tip.step.verdict == "limit":
            return f"The next step was not found: {tip.step.message}."
        rungs, _, proof = next_words(tip.step).partition("\n\n")
        return proof if level > 3 else f"{rungs.splitlines()[level - 1]} For more, type tip again."
    odds = tip.odds
    if odds is None or not odds.best or (risk := odds.cells[best := odds.best[0]].mine) is None:
        return "Nothing is certain, and the odds of a mine would take too long."
    return f"Nothing is certain. The best guess is {best}: a mine with probability {risk} ({percent(risk, 1)} %)."


def end_text(guesses: int, unneeded: int, openings: int) -> str:
    """Return how the game was played, in figures."""
    if not openings:
        return "No cell was opened."
    said = f"You opened {counted(openings, 'cell')} yourself, {guesses + unneeded} of them by a guess"
    return f"{said}, {unneeded} while another cell was certainly safe." if unneeded else f"{said}."
