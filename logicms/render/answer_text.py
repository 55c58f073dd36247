"""Answers as text for people: a picture with marks and a few sentences. `answers` makes what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from logicms.answers.odds import OddsAnswer, names_touched
from logicms.answers.show import ShowAnswer
from logicms.answers.solve import CheckAnswer, SearchAnswer, SolveAnswer
from logicms.answers.solve import Flags as FlagLists
from logicms.board import Cell
from logicms.deduction import COMPLETE, Deduction, Odds
from logicms.deduction.deduction import FlagCheck
from logicms.errors import BoardError, counted
from logicms.guessing.policies import (
    CertainlyMine,
    CertainlySafe,
    CoinFlip,
    GameStart,
    Guess,
    LeastRisk,
    LookedAhead,
    MostClues,
    NothingToLearn,
    NotLookedAhead,
    PlayedOut,
    Why,
)
from logicms.hints import Name, ordered
from logicms.notation.odds import percent
from logicms.problem import Problem
from logicms.render import phrases
from logicms.render.text import Marks, Paint, board_text, folded, legend, plain

MOST_NAMED = 40
"""A sentence names at most this many cells; `--json` names them all."""
MOST_DRAWN = 10_000
"""A board with more cells than this is not drawn: it would not fit on any screen."""


# -- solve


def solve_text(answer: SolveAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the certain cells: a picture if there is a board, and a sentence.

    >>> from logicms.answers.solve import solve
    >>> from logicms.board import Board
    >>> print(solve_text(solve(Problem.of(Board(("????", "1221"))))))
        A B C D
      1 ✓ ✱ ✱ ✓
      2 1 2 2 1
    ✓ certainly safe   ✱ certainly a mine
    <BLANKLINE>
    solved: all 4 hidden cells are certain
    safe: A1 D1
    mine: B1 C1
    """
    safe, mine = _words_for((*answer.safe, *answer.mine))
    named = [(safe, answer.safe), (mine, answer.mine)]
    if mine == "holds":
        named.reverse()
    named.append(("only by the mine total", answer.needs_mine_total))
    lines = [f"{what}: {in_a_row(names)}" for what, names in named if names]
    text = "\n".join([_solve_sentence(answer), *lines, *_lead_on(answer)])
    drawn = picture(answer.problem, solve_marks(answer), ascii, paint, columns) if is_drawn(answer.problem) else []
    return "\n".join([*drawn, folded(text, columns)])


def solve_marks(answer: SolveAnswer) -> Marks:
    """Return the marks of the picture."""
    return Marks(safe=cells(answer.safe), mine=cells(answer.mine), used=cells(answer.conflict or ()))


def _solve_sentence(answer: SolveAnswer) -> str:
    what = "name" if answer.problem.written is None else "hidden cell"
    hidden = answer.problem.number_undecided
    certain = len(answer.safe) + len(answer.mine)
    share = f"{certain:,} of {counted(hidden, what)} {'is' if certain == 1 else 'are'} certain"
    if answer.status == "limit":
        return f"limit: {answer.message}; by then {share}"
    if answer.status == "inconsistent":
        return f"inconsistent: {answer.message}"
    if answer.status in ("progress", "stuck") and answer.reason not in COMPLETE:
        found = f"{certain:,} of {hidden:,} {what}s" if certain else f"no {what}"
        return f"{answer.status}: {answer.reason} finds {found} certain, but it does not find everything"
    if answer.status == "progress":
        return f"progress: {share}"
    if answer.status == "stuck":
        return "stuck: nothing is certain"
    if not hidden:
        return f"solved: there is no {what}"
    return f"solved: the one {what} is certain" if hidden == 1 else f"solved: all {hidden:,} {what}s are certain"


def _lead_on(answer: SolveAnswer) -> list[str]:
    """Return what to do next where nothing is certain."""
    if answer.status != "stuck" or answer.problem.written is None or answer.reason not in COMPLETE:
        return []
    return ["`logicms odds` gives the probability of each cell and the best guess."]


def deduction_text(deduction: Deduction) -> str:
    """Return what is certain: a picture if there is a board, else the literals."""
    if deduction.problem.written is not None:
        return board_text(deduction.problem.written, _deduction_marks(deduction))
    return " ".join([*map(str, sorted(deduction.mine)), *(f"~{name}" for name in sorted(deduction.safe))])


def _deduction_marks(deduction: Deduction) -> Marks:
    return Marks(safe=cells(deduction.safe), mine=cells(deduction.mine))


# -- odds


def odds_text(answer: OddsAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the odds as a heat map of the board, and the best cells in words.

    >>> from logicms.answers.odds import odds
    >>> from logicms.board import Board
    >>> print(odds_text(odds(Problem.of(Board(("?1?", "1??"), mines=1)))))
         A   B   C
      1 50%  1   0%
      2  1  50%  0%
    numbers on hidden cells, with %: probability of a mine
    <BLANKLINE>
    2 placements of the mines are possible
    certainly safe: C1 C2
    """
    lines = picture(answer.problem, odds_marks(answer), ascii, paint, columns)
    if answer.problem.written is None:
        lines = [f"{name}: {each.mine}" for name, each in answer.cells.items()]
    said = [_counted(answer), *_best(answer), *_details(answer), *_without_total(answer)]
    return "\n".join([*lines, folded("\n".join(said), columns)])


def odds_marks(answer: OddsAnswer) -> Marks:
    """Return the marks of the picture."""
    odds = {cell: each.mine for cell, each in answer.cells.items() if isinstance(cell, Cell) and each.mine is not None}
    return Marks(odds=odds, best=cells(answer.best), used=cells(answer.conflict or ()))


def _counted(answer: OddsAnswer) -> str:
    """Return how many placements there are, or why they were not counted."""
    if answer.status == "inconsistent":
        return f"inconsistent: {answer.message}"
    if answer.status == "limit":
        certain = "; what is shown is certain" if answer.cells else ""
        return f"limit: the odds were not computed: {answer.message}{certain}"
    count = int(answer.placements or 0)
    digits, _, exponent = f"{Decimal(count):.1e}".partition("e+")
    number = f"{count:,}" if count < 10**15 else f"about {digits} x 10^{exponent}"
    of_mines = "" if answer.problem.written is None else " of the mines"
    return f"1 placement{of_mines} is possible" if count == 1 else f"{number} placements{of_mines} are possible"


def _best(answer: OddsAnswer) -> list[str]:
    if not answer.best or answer.problem.written is None:
        return []
    probability = answer.cells[answer.best[0]].mine
    assert probability is not None, "only a compact answer leaves it out"
    if probability == 0:
        return [f"certainly safe: {in_a_row(answer.best)}"]
    others = f"; equally safe: {in_a_row(answer.best[1:])}" if len(answer.best) > 1 else ""
    why = [f"why: {answer.why}"] if answer.why else []
    return [
        f"best guess: {answer.best[0]}, a mine with probability {probability} ({percent(probability)} %){others}",
        *why,
    ]


def _details(answer: OddsAnswer) -> list[str]:
    """Return what opening a cell may bring, if that was asked for."""
    lines = []
    if answer.win is not None:
        lines.append(f"chance to win: {answer.win} ({percent(answer.win)} %)")
    lines += [f"coin flip: {in_a_row(cells)}" for cells in answer.flips or ()]
    if answer.dead:
        lines.append(f"the number would tell nothing: {in_a_row(answer.dead)}")
    return lines


def _without_total(answer: OddsAnswer) -> list[str]:
    """Return what it means that no mine total is given, where that decides the odds of a cell."""
    board = answer.problem.written
    if answer.status != "exact" or board is None or board.mines is not None or answer.problem.book is not None:
        return []
    if answer.cells.keys() <= names_touched(answer.problem):
        return []
    return [
        "no mine total: cells away from all clues count as 1/2. Write `mines: 10` above the grid, "
        "with the right number, for the odds of the game."
    ]


def exact_odds_text(odds: Odds) -> str:
    """Return exact odds: a heat map if there is a board, else a line for each name."""
    if odds.problem.written is not None:
        return board_text(odds.problem.written, _exact_odds_marks(odds))
    return "\n".join(f"{name}: {probability}" for name, probability in odds.mine.items())


def _exact_odds_marks(odds: Odds) -> Marks:
    return Marks(odds={cell: each for cell, each in odds.mine.items() if isinstance(cell, Cell)})


# -- why a guess is the best

_SELDOM = 0.01
"""A coin flip that is less probable than this is not mentioned."""


def guess_text(guess: Guess) -> str:
    """Return which cell to open, and why.

    >>> from fractions import Fraction
    >>> print(guess_text(Guess(Cell(0, 1), Fraction(1, 3), LeastRisk(Fraction(1, 3)))))
    B1, a mine with probability 1/3 (33 %): lowest probability of a mine, 1/3
    """
    odds = guess.odds
    risk = f", a mine with probability {odds} ({percent(odds)} %)" if odds else ""
    return f"{guess.cell}{risk}: {reason_text(guess.why)}"


def reason_text(why: Why) -> str:
    """Return the reason as part of a sentence.

    >>> from fractions import Fraction
    >>> print(reason_text(LookedAhead(Fraction("0.78"), further=2, clear=Fraction("0.508"))))
    looks best two guesses ahead: a chance of 78.0 % of surviving it and the safest cell after it, and of \
50.8 % that every uncertain cell around it is safe too
    >>> print(reason_text(LeastRisk(Fraction(1, 3), alike=3, clues=1)))
    lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1
    """
    match why:
        case CertainlySafe():
            return "certainly safe"
        case CertainlyMine():
            return "certainly a mine"
        case GameStart(rule):
            return f"safe by the start rule {rule}" if rule else "the game starts here"
        case PlayedOut(won, aside):
            apart = f", apart from {_some(aside)}, which nothing else can tell anything about" if aside else ""
            return f"the best play opens it first and wins in {won} of the placements ({percent(won)} %){apart}"
        case LookedAhead(survival, further, clear, flip):
            guesses = "one guess" if further == 1 else "two guesses"
            also = f", and of {percent(clear, 1)} % that every uncertain cell around it is safe too" if clear else ""
            chance = f"a chance of {percent(survival, 1)} % of surviving it and the safest cell after it"
            return f"looks best {guesses} ahead: {chance}{also}{_coin_flip(flip)}"
        case NothingToLearn(flip):
            shown = "it shows the same wherever the mines are, and so does every cell that was considered"
            return f"{shown}: it comes first as the least risk that can be avoided{_coin_flip(flip)}"
        case LeastRisk(odds, alike, clues):
            among = f"; of {alike} such cells it has the most clues around it, {clues}" if alike > 1 else ""
            return f"lowest probability of a mine, {odds}{among}"
        case NotLookedAhead(limit):
            return f"lowest probability of a mine; the guesses after it were not considered: {limit}"
        case MostClues(clues, limit):
            return f"most clues around it, {clues}" + (f"; its probability is not known: {limit}" if limit else "")


def _coin_flip(flip: CoinFlip | None) -> str:
    if flip is None or flip.chance < _SELDOM:
        return ""
    flipped = f"it and {phrases.listed(flip.others)} are a coin flip that no clue will decide"
    return f"; {flipped}" if flip.chance == 1 else f"; in {percent(flip.chance, 1)} % of the placements {flipped}"


def _some(cells: Sequence[Cell]) -> str:
    return phrases.listed(cells) if len(cells) <= phrases.MOST_CLASHING else f"{len(cells)} cells"


# -- check, show, search


def check_text(answer: CheckAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return whether at least one placement fits, and which flags are right.

    >>> from logicms.answers.solve import check
    >>> from logicms.board import Board
    >>> print(check_text(check(Problem.of(Board(("F1?", "11F")), flags="claim"))))
    consistent: at least one placement fits
    flag certain: A1
    flag wrong: C2
    """
    lines = check_lines(answer.status, answer.flags, answer.message)
    if answer.status != "inconsistent":
        return folded("\n".join(lines), columns)
    drawn = picture(answer.problem, Marks(used=cells(answer.conflict)), ascii, paint, columns)
    return "\n".join([*drawn, folded(lines[0], columns)])


def check_lines(status: str, flags: FlagCheck | FlagLists, message: str | None) -> list[str]:
    """Return the status of a problem in a line, and one for each kind of flag unless it is inconsistent."""
    if status == "inconsistent":
        return [f"inconsistent: {message}"]
    kinds = [("certain", flags.certain), ("unproved", flags.unproved), ("wrong", flags.wrong)]
    listing = [f"flag{'' if len(cells) == 1 else 's'} {kind}: {in_a_row(cells)}" for kind, cells in kinds if cells]
    return ["consistent: at least one placement fits" if status == "consistent" else f"limit: {message}", *listing]


def show_text(answer: ShowAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return a board with its title, its size and its mines; or what a hint file states, line by line."""
    board = answer.board
    if board is None:
        return answer.message or "\n".join(map(phrases.rule_text, answer.statements or ()))
    title = f"{board.title}\n" if board.title else ""
    mines = "mine total unknown" if board.mines is None else counted(board.mines, "mine")
    drawn = board_text(board, ascii=ascii, paint=paint, columns=columns)
    grid = f" {board.other_grid}" if board.other_grid else ""
    return f"{title}{drawn}\n{board.width}x{board.height}{grid}, {mines}"


def show_svg(answer: ShowAnswer) -> str:
    """Return the board as a picture."""
    from logicms.render.svg import board_svg  # what is printed needs no XML

    if answer.board is None:
        raise BoardError("a hint file that says more than a board can is not drawn")
    return board_svg(answer.board)


def search_text(answer: SearchAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the placement that was found, or the first few, how many there are, and what the search cost.

    >>> from logicms.answers.solve import Strategy, search
    >>> from logicms.hints import exactly
    >>> print(search_text(search(Problem([exactly(1, "a b")]), Strategy(), every=True)).partition(" nodes")[0])
    what holds in each placement:
    1: b
    2: a
    2 placements found
    backtracking: 7
    """
    lines = []
    if answer.found:
        mines = cells(answer.mine)
        marks = Marks(safe=cells(answer.problem.undecided) - mines, mine=mines)
        lines += picture(answer.problem, marks, ascii, paint, columns, certain=False)
    if answer.found and (not lines or len(mines) < len(answer.mine) or len(answer.placements) > 1):
        lines += [folded(line, columns) for line in _placement_lines(answer)]
    placements = counted(answer.found, "placement")
    if answer.status == "limit":
        lines.append(f"{answer.message}; {placements} found by then")
    else:
        lines.append(f"{placements} found" if answer.status == "found" else f"none found: {answer.message}")
    nodes, backtracks = counted(answer.nodes, "node"), counted(answer.backtracks, "backtrack")
    return "\n".join([*lines, f"{answer.strategy}: {nodes}, {backtracks}, {answer.seconds:.3f} s"])


def _placement_lines(answer: SearchAnswer) -> list[str]:
    """Return the names of the placement that was found; of several, the first, with the names that hold."""
    safe, mine = _words_for(answer.problem.undecided)
    if len(answer.placements) == 1:
        others = [name for name in answer.problem.undecided if name not in set(answer.mine)]
        return [f"{what}: {in_a_row(names)}" for what, names in ((mine, ordered(answer.mine)), (safe, others)) if names]
    each = (f"{number}: {in_a_row(ordered(names)) or 'none'}" for number, names in enumerate(answer.placements, 1))
    rest = answer.found - len(answer.placements)
    what = "the mines" if mine == "mine" else "what holds"
    return [f"{what} in each placement:", *each, *([f"and {rest:,} more"] if rest else [])]


# -- parts


def _words_for(names: Iterable[Name]) -> tuple[str, str]:
    """Return what is said of names that do not hold, and of those that do: if none is a cell, nothing about mines."""
    return ("fails", "holds") if not any(isinstance(name, Cell) for name in names) else ("safe", "mine")


def is_drawn(problem: Problem) -> bool:
    """Return whether there is a board, and one that fits on a screen."""
    return problem.written is not None and len(problem.written.signs) <= MOST_DRAWN


def picture(
    problem: Problem, marks: Marks, ascii: bool, paint: Paint, columns: int | None, *, certain: bool = True
) -> list[str]:
    """Return the picture, its legend and a blank line as lines, or [] if there is nothing to draw."""
    board = problem.written
    if board is None or not is_drawn(problem):
        return []
    explained = legend(marks, ascii=ascii, certain=certain)
    drawn = board_text(board, marks, ascii=ascii, paint=paint, columns=columns)
    return [drawn, *([explained] if explained else []), ""]


def in_a_row(names: Sequence[Name]) -> str:
    """Return names separated by blanks; of a long list, the rest as a number."""
    rest = len(names) - MOST_NAMED
    row = " ".join(map(str, names[:MOST_NAMED]))
    return f"{row} and {rest:,} more" if rest > 0 else row


def cells(names: Iterable[Name]) -> frozenset[Cell]:
    """Return the names that are cells."""
    return frozenset(name for name in names if isinstance(name, Cell))
