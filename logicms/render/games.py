"""Games as text for people: how one ended, how many were won, a comment on each move; and what is said to a person who
plays in the terminal, in whole sentences that can be read aloud.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import mean

from logicms.answers.play import PlayAnswer, Tip
from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.errors import counted
from logicms.game import Game, Outcome
from logicms.notation.texts import folded, percent
from logicms.player import Move, Played, interval
from logicms.player.review import MoveJudgement, Replayed
from logicms.render.explanation import next_words
from logicms.render.phrases import listed
from logicms.render.picture import Paint, board_text, plain


def play_text(answer: PlayAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return how a game ended: the board, the guesses, and a sentence."""
    played = answer.played
    assert played is not None
    lines = [board_text(played.game.board, ascii=ascii, paint=paint, columns=columns)]
    if answer.initial_safe:
        lines.append(initial_safe_text(answer.initial_safe))
    lines += [folded(f"guessed {move_text(move)}", columns) for move in played.moves if move.by == "guess"]
    stuck = f", {played.undecided} not certain" if played.outcome is Outcome.STUCK else ""
    marked = f"{sum(move.verb == 'mark' for move in played.moves)} marked" if played.game.marking else ""
    hidden = f"{answer.hidden} hidden" if not marked else f"{marked} as mines"
    lines.append(
        f"{answer.outcome}: {counted(answer.opened, 'cell')} open, {hidden}{stuck}; "
        f"{counted(len(played.moves), 'move')}, {counted(answer.guesses, 'guess', 'guesses')}, "
        f"{played.seconds:.3f} s (seed {answer.seed})"
    )
    return "\n".join(lines)


def initial_safe_text(cells: Sequence[Cell]) -> str:
    """Return the list of safe cells that a game of the course starts with."""
    return folded(f"initial safe cells: {' '.join(map(str, cells))}", 79)


def replay_text(answer: PlayAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return how a replayed game ended, and every opening that was not certain."""
    made = answer.replayed
    lines = [board_text(made[-1].game.board, ascii=ascii, paint=paint, columns=columns)]
    lines += [
        folded(replayed_text(one), columns)
        for one in made
        if one.judgement and one.judgement.kind in ("guess", "unneeded")
    ]
    lines.append(
        f"{answer.outcome or 'not over'}: {counted(answer.opened, 'cell')} open, {answer.hidden} hidden; "
        f"{counted(len(made), 'move')}, {counted(answer.guesses, 'guess', 'guesses')}, "
        f"{counted(answer.unneeded or 0, 'unnecessary risk')}"
    )
    if answer.luck is not None and answer.luck.survival < 1:
        taken, best = (percent(each, 1) for each in (answer.luck.survival, answer.luck.best))
        lines.append(f"luck: the chance of surviving these risks was {taken} %; of the safest cells instead, {best} %")
    return "\n".join(lines)


def summary_text(played: Sequence[Played], seeds: range) -> str:
    """Return how often many games were won, lost and stuck, and what they took."""
    counts = {outcome: sum(one.outcome is outcome for one in played) for outcome in Outcome}
    lines = [f"{counted(len(played), 'game')}, seeds {seeds[0]} to {seeds[len(played) - 1]}"]
    lines += [rate_text(f"{outcome.value:5} {count:>7,}", count, len(played)) for outcome, count in counts.items()]
    seconds, guesses = mean(one.seconds for one in played), mean(one.guesses for one in played)
    lines.append(f"average per game: {seconds:.4f} s, {guesses:.2f} guesses")
    if stuck := [one.undecided for one in played if one.outcome is Outcome.STUCK]:
        lines.append(f"hidden cells not certain when stuck: {mean(stuck):.1f} on average")
    return "\n".join(lines)


def rate_text(what: str, count: int, games: int) -> str:
    """Return a share of games with its 95 % interval."""
    low, high = interval(count, games)
    rate = percent(Fraction(count, games), 1)
    return f"{what}  {rate:>5} %  (95 % interval {percent(low, 1)} to {percent(high, 1)})"


def move_text(move: Move) -> str:
    """Return a move: its cell, its risk, its reason."""
    if move.verb == "mark":
        return f"mark {move.cell}: {move.reason}"
    return f"{move.cell}{_risk(move.odds) if move.odds else ''}: {move.reason}"


def replayed_text(one: Replayed) -> str:
    """Return a replayed move; with a comment, if it opened or marked a cell."""
    if one.judgement is None:
        return f"{one.verb} {one.cell}"
    certain = "certainly a mine" if one.verb == "mark" else "certainly safe"
    if one.judgement.cell is not None and one.judgement.kind != "certain":
        return f"{one.verb} {one.cell}, which opened {one.judgement.cell}: {_verdict(one.judgement)}"
    return f"{one.verb} {one.cell}: {certain if one.judgement.kind == 'certain' else _verdict(one.judgement)}"


def _verdict(judgement: MoveJudgement) -> str:
    if judgement.kind == "start":
        return "the start"
    risk = "" if judgement.odds is None else _risk(judgement.odds)
    if judgement.kind == "unneeded":
        return f"an unnecessary risk{risk}; certainly safe: {' '.join(map(str, judgement.better))}"
    least = "" if judgement.least in (None, judgement.odds) else f"; the safest cell had {judgement.least}"
    return f"a guess{risk}{least}"


def _risk(odds: Fraction) -> str:
    return f", a mine with probability {odds} ({percent(odds, 1)} %)"


# -- a game in the terminal, without pictures

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
    around_it = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return f"{cell} {_is(board[cell])}. Around it {around_it}."


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
    if odds is not None and odds.status == "exact" and not odds.best:
        return "Nothing is left to decide: every cell is known."
    if odds is None or not odds.best or (risk := odds.cells[best := odds.best[0]].mine) is None:
        return "Nothing is certain, and the odds of a mine would take too long."
    return f"Nothing is certain. The best guess is {best}: a mine with probability {risk} ({percent(risk, 1)} %)."


def end_text(guesses: int, unneeded: int, openings: int) -> str:
    """Return how the game was played, in figures."""
    if not openings:
        return "No cell was opened."
    said = f"You opened {counted(openings, 'cell')} yourself, {guesses + unneeded} of them by a guess"
    return f"{said}, {unneeded} while another cell was certainly safe." if unneeded else f"{said}."
