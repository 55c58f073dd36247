"""Games as text for people: how one ended, how many were won, and a comment on each move."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import mean

from logicms.answers.play import PlayAnswer
from logicms.board import Cell
from logicms.errors import counted
from logicms.game import Outcome
from logicms.notation.odds import percent
from logicms.player import Move, Played, interval
from logicms.player.review import Judgement, Replayed
from logicms.render.text import Paint, board_text, folded, plain


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
        lines.append(f"luck: the chance to survive this was {taken} %; with the safest cells, {best} %")
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
    return f"{one.verb} {one.cell}: {certain if one.judgement.kind == 'certain' else _verdict(one.judgement)}"


def _verdict(judgement: Judgement) -> str:
    if judgement.kind == "start":
        return "the start"
    risk = "" if judgement.odds is None else _risk(judgement.odds)
    if judgement.kind == "unneeded":
        return f"an unnecessary risk{risk}; certainly safe: {' '.join(map(str, judgement.better))}"
    least = "" if judgement.least in (None, judgement.odds) else f"; the safest cell had {judgement.least}"
    return f"a guess{risk}{least}"


def _risk(odds: Fraction) -> str:
    return f", a mine with probability {odds} ({percent(odds, 1)} %)"
