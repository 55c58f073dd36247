"""The grade of a program for people: what it is, how its games ended, its points, and examples with their proofs."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from logicms.answers.grade import GradeAnswer, Shown
from logicms.board import Cell
from logicms.errors import counted
from logicms.render.explanation_text import explanation_words, marks_of
from logicms.render.text import Marks, Paint, board_text, folded, plain

_SAID = {
    "complete": "sound and complete",
    "incomplete": "sound, but not complete",
    "unsound": "not sound",
    "failed": "sound as far as it went, but it failed",
    "untested": "nothing was shown: no cell was certain in any of its games",
    "unreadable": "it cannot be graded",
}
_KEPT_IN = {
    "bubblewrap": "bubblewrap kept the program in: no network, no files but its own and the system's.",
    "user": "There is no bubblewrap here: the program ran as a user without rights, but with network and files.",
    "process": "There is no bubblewrap here: the program had limits, but could read your files and use the network.",
}


def grade_text(answer: GradeAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the whole report."""
    lines = [paint(headline(answer), "heading"), *map(lambda line: folded(line, columns), summary(answer))]
    if answer.points:
        lines += ["", *points_lines(answer, columns)]
    for one in answer.findings:
        lines += ["", paint(folded(told(one), columns), "heading")]
        lines += [board_text(one.position, marks(one), ascii=ascii, paint=paint, columns=columns)]
        lines += [folded(paragraph, columns) for paragraph in words(one)]
    return "\n".join(lines)


def headline(answer: GradeAnswer) -> str:
    """Return who and what, in one line."""
    return f"{answer.student}: {_SAID[answer.status]}"


def summary(answer: GradeAnswer) -> Iterator[str]:
    """Yield the counts as sentences."""
    if answer.message and answer.status == "unreadable":
        yield answer.message
        return
    course = answer.course
    what = "puzzles" if course.hints is not None else "games"
    seeds = f"seeds {answer.seeds.start} to {answer.seeds.stop - 1}"
    size = f"{course.width}x{course.height} with {counted(course.mines, 'mine')}"
    yield f"{answer.games} {what} of {size}, {seeds}: {_outcomes(answer)}"
    overlooked = f"overlooked cells: {answer.overlooked}"
    if answer.games_overlooked:
        overlooked += f" in {counted(answer.games_overlooked, 'game')}"
    yield f"wrong claims: {answer.wrong}; {overlooked}; unneeded guesses: {answer.unneeded_guesses}"
    if answer.techniques:
        some = "" if sum(answer.techniques.values()) == answer.overlooked else " (of those explained)"
        shares = ", ".join(f"{name} {number}" for name, number in answer.techniques.items())
        yield f"techniques that show what was overlooked{some}: {shares}"
    yield f"the program's time: {answer.seconds:.2f} s, slowest move {answer.slowest:.3f} s"
    for number, outcome, message in answer.failures:
        yield f"game {number} {_FAILED[outcome]}: {message}"
    if answer.played < answer.games:
        yield f"{counted(answer.games - answer.played, 'game was', 'games were')} not played: {answer.message}"
    if answer.confinement is not None:
        yield _KEPT_IN[answer.confinement]


_FAILED = {"crashed": "crashed", "slow": "was too slow", "broken": "broke the rules"}


def _outcomes(answer: GradeAnswer) -> str:
    numbers = {"won": answer.won, "lost": answer.lost, "stopped": answer.stopped, "failed": answer.failed}
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number or name == "won")


def points_lines(answer: GradeAnswer, columns: int | None = None) -> list[str]:
    """Return the score, and the points for each line of the rubric."""
    width = max(len(each.name) for each in answer.points)
    lines = [f"score: {answer.score:g} of {answer.of:g}"]
    for each in answer.points:
        earned = f"  {each.name:<{width}} {each.points:>5g} of {each.of:g}"
        rule = "" if each.name == each.rule else each.rule
        room = max(20, columns - len(earned) - 2) if columns else 1_000
        lines += _beside(earned, wrap(rule, room, break_on_hyphens=False))
    return lines


def _beside(left: str, right: list[str]) -> Iterator[str]:
    """Yield the lines of two columns, the first of which has one line."""
    yield f"{left}  {right[0]}" if right else left
    yield from (" " * (len(left) + 2) + line for line in right[1:])


# -- examples


def told(one: Shown) -> str:
    """Return what happened, in one sentence."""
    where = f"Game {one.game} (seed {one.seed}), turn {one.turn}"
    if one.cell is None:
        said = "answered that there is no placement, but there is one" if one.answered is None else "is wrong"
        return f"{where}: {'it' if one.answered is None else 'its placement'} {said}."
    if one.kind == "wrong":
        claim = "a mine" if one.claimed == "mine" else "safe"
        return f"{where}: it said that {one.cell} is {claim}{_refutation(one)}."
    if one.kind == "unneeded":
        return f"{where}: it guessed {one.cell}, although {one.instead}, which it had named, was certainly safe."
    certainly = "certainly a mine" if one.verdict == "mine" else "certainly safe"
    did = "gave up" if one.instead is None else f"guessed {one.instead}"
    also = f", and {counted(len(one.others), 'other cell was', 'other cells were')} certain" if one.others else ""
    return f"{where}: it {did}, but {one.cell} was {certainly}{also}."


def _refutation(one: Shown) -> str:
    if one.verdict is None:
        return ", which is not certain" if one.placement is not None else ""
    if one.proof is None:
        return ", but it was open already"
    return ", but it is a mine" if one.verdict == "mine" else ", but it is safe"


def words(one: Shown) -> Iterator[str]:
    """Yield the reason in paragraphs: the proof, or the placement that refutes a claim."""
    if one.broken:
        clues = "the clue" if len(one.broken) == 1 else "the clues"
        yield f"It breaks {clues} at {', '.join(one.broken)}."
    if one.placement is not None:
        mines = " ".join(map(str, one.placement)) or "nowhere"
        yield f"With mines at {mines} everything that it saw is right, and the claim is not."
    if one.proof is not None:
        yield from explanation_words(one.proof).split("\n\n")


def marks(one: Shown) -> Marks:
    """Return what the picture points out."""
    if one.proof is not None and one.proof.explanation is not None:
        return marks_of(one.proof.explanation)
    if one.placement is not None:
        return Marks(mine=frozenset(one.placement), goal=one.cell)
    if one.answered is not None:
        broken = {str(cell): cell for cell in one.position.cells}
        used = frozenset(broken[name] for name in one.broken or () if name in broken)
        return Marks(mine=one.answered, used=used)
    safe = frozenset({one.instead} if isinstance(one.instead, Cell) else ())
    return Marks(safe=safe, goal=one.cell)
