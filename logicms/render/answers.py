"""Answers as text for people: a picture with marks and a few sentences. `answers` makes what is shown.

The answers of `solve`, `odds`, `check`, `show`, `search`, `ask` and `kb` are here, and how a player's knowledge base
grows; `explanation`, `proof`, `games` and `grades` have the others.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from logicms.answers.show import ShowAnswer
from logicms.answers.solve import CheckAnswer, OddsAnswer, SearchAnswer, SolveAnswer, names_touched
from logicms.board import Board, Cell
from logicms.deduction import COMPLETE, Deduction, Odds
from logicms.deduction.deduction import FlagVerdicts, Repair
from logicms.errors import BoardError, counted
from logicms.guessing import policies
from logicms.hints import TOTAL, Hint, Literal, Name, name_order, ordered
from logicms.notation.texts import folded, percent
from logicms.problem import Problem
from logicms.render.phrases import MOST_CLASHING, assuming_text, listed, meaning_text, printable, rule_text, source_text
from logicms.render.picture import Marks, Paint, Svg, board_svg, board_text, legend, plain

if TYPE_CHECKING:
    from logicms.answers.knowledge import (
        AskAnswer,
        CountAnswer,
        KbAnswer,
        KbStep,
        KbStepsAnswer,
        PlacementsAnswer,
        TableAnswer,
        WhichAnswer,
        WhichRow,
    )
    from logicms.deduction.inference import KbItem, Note

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
    lines += _unlisted(answer)
    if answer.status == "stuck" and answer.problem.written is not None and answer.reason in COMPLETE:
        lines.append("`logicms odds` gives the probability of each cell and the best guess.")
    text = "\n".join([_solve_sentence(answer), *lines])
    drawn = picture(answer.problem, _certain_marks(answer), ascii, paint, columns) if is_drawn(answer.problem) else []
    return "\n".join([*drawn, folded(text, columns)])


def _unlisted(answer: SolveAnswer | OddsAnswer | SearchAnswer) -> list[str]:
    if not answer.unlisted:
        return []
    return [f"not listed: {counted(answer.unlisted, 'atom')} of closed predicates that no rule makes hold"]


def solve_svg(answer: SolveAnswer) -> Svg:
    """Return the board with its certain cells marked."""
    return board_svg(board_of(answer.problem), _certain_marks(answer))


def _certain_marks(found: SolveAnswer | Deduction) -> Marks:
    clash = found.conflict if isinstance(found, SolveAnswer) else None
    return Marks(safe=cells(found.safe), mine=cells(found.mine), used=cells(clash or ()))


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


def deduction_text(deduction: Deduction) -> str:
    """Return what is certain: a picture if there is a board, else the literals."""
    if deduction.problem.written is not None:
        return board_text(deduction.problem.written, _certain_marks(deduction))
    return " ".join([*map(str, sorted(deduction.mine)), *(f"~{name}" for name in sorted(deduction.safe))])


def deduction_svg(deduction: Deduction) -> Svg | None:
    """Return the board with its certain cells marked; None if there is no board."""
    board = deduction.problem.written
    return None if board is None else board_svg(board, _certain_marks(deduction))


# -- odds


def odds_text(answer: OddsAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the odds as a heat map of the board, and the best cells in words.

    >>> from logicms.answers.solve import odds
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
    lines = picture(answer.problem, _odds_marks(answer), ascii, paint, columns)
    if answer.problem.written is None:
        lines = [f"{name}: {each.mine}" for name, each in answer.cells.items()]
    said = [_counted(answer), *_best(answer), *_details(answer), *_without_total(answer), *_unlisted(answer)]
    return "\n".join([*lines, folded("\n".join(said), columns)])


def odds_answer_svg(answer: OddsAnswer) -> Svg:
    """Return the board as a heat map."""
    return board_svg(board_of(answer.problem), _odds_marks(answer))


def _odds_marks(answer: OddsAnswer) -> Marks:
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


def odds_svg(odds: Odds) -> Svg | None:
    """Return the board as a heat map; None if there is no board."""
    board = odds.problem.written
    return None if board is None else board_svg(board, _exact_odds_marks(odds))


def _exact_odds_marks(odds: Odds) -> Marks:
    return Marks(odds={cell: each for cell, each in odds.mine.items() if isinstance(cell, Cell)})


# -- why a guess is the best

_SELDOM = 0.01
"""A coin flip that is less probable than this is not mentioned."""


def guess_text(guess: policies.Guess) -> str:
    """Return which cell to open, and why.

    >>> from fractions import Fraction
    >>> print(guess_text(policies.Guess(Cell(0, 1), Fraction(1, 3), policies.LeastRisk(Fraction(1, 3)))))
    B1, a mine with probability 1/3 (33 %): lowest probability of a mine, 1/3
    """
    odds = guess.odds
    risk = f", a mine with probability {odds} ({percent(odds)} %)" if odds else ""
    return f"{guess.cell}{risk}: {reason_text(guess.why)}"


def reason_text(why: policies.Why) -> str:
    """Return the reason as part of a sentence.

    >>> from fractions import Fraction
    >>> print(reason_text(policies.LookedAhead(Fraction("0.78"), further=2, clear=Fraction("0.508"))))
    looks best two guesses ahead: a chance of 78.0 % of surviving it and the safest cell after it, and of \
50.8 % that every uncertain cell around it is safe too
    >>> print(reason_text(policies.LeastRisk(Fraction(1, 3), alike=3, clues=1)))
    lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1
    """
    match why:
        case policies.CertainlySafe():
            return "certainly safe"
        case policies.CertainlyMine():
            return "certainly a mine"
        case policies.GameStart(rule):
            return f"safe by the start rule {rule}" if rule else "the game starts here"
        case policies.PlayedOut(won, aside):
            some = listed(aside) if 0 < len(aside) <= MOST_CLASHING else f"{len(aside)} cells"
            apart = f", apart from {some}, which nothing else can tell anything about" if aside else ""
            return f"the best play opens it first and wins in {won} of the placements ({percent(won)} %){apart}"
        case policies.LookedAhead(survival, further, clear, flip):
            guesses = "one guess" if further == 1 else "two guesses"
            also = f", and of {percent(clear, 1)} % that every uncertain cell around it is safe too" if clear else ""
            chance = f"a chance of {percent(survival, 1)} % of surviving it and the safest cell after it"
            return f"looks best {guesses} ahead: {chance}{also}{_coin_flip(flip)}"
        case policies.NothingToLearn(flip):
            shown = "it shows the same wherever the mines are, and so does every cell that was considered"
            return f"{shown}: it comes first as the least risk that can be avoided{_coin_flip(flip)}"
        case policies.LeastRisk(odds, alike, clues):
            among = f"; of {alike} such cells it has the most clues around it, {clues}" if alike > 1 else ""
            return f"lowest probability of a mine, {odds}{among}"
        case policies.NotLookedAhead(limit):
            return f"lowest probability of a mine; the guesses after it were not considered: {limit}"
        case policies.MostClues(clues, limit):
            return f"most clues around it, {clues}" + (f"; its probability is not known: {limit}" if limit else "")


def _coin_flip(flip: policies.CoinFlip | None) -> str:
    if flip is None or flip.chance < _SELDOM:
        return ""
    flipped = f"it and {listed(flip.others)} are a coin flip that no clue will decide"
    return f"; {flipped}" if flip.chance == 1 else f"; in {percent(flip.chance, 1)} % of the placements {flipped}"


# -- check, show, search


def check_text(answer: CheckAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return whether at least one placement fits, and which flags are right.

    >>> from logicms.answers.solve import check
    >>> from logicms.board import Board
    >>> print(check_text(check(Problem.of(Board(("F1?", "11F")), flags="claim"))))
    consistent: at least one placement fits
    flag certain: A1
    flag wrong: C2
    All flags could be mines if there were none at C2.
    """
    lines = check_lines(answer.status, answer.flags, answer.message, answer.repairs)
    lines += _sets_of_statements("It would be consistent without", answer.take_back or ())
    if answer.status != "inconsistent":
        return folded("\n".join(lines), columns)
    drawn = picture(answer.problem, Marks(used=cells(answer.conflict)), ascii, paint, columns)
    return "\n".join([*drawn, folded("\n".join(lines), columns)])


def check_lines(status: str, flags: FlagVerdicts, message: str | None, repairs: Sequence[Repair] = ()) -> list[str]:
    """Return the status of a problem in a line, and one for each kind of flag unless it is inconsistent."""
    mending = list(map(_repair_text, repairs))
    if status == "inconsistent":
        return [f"inconsistent: {message}", *mending]
    kinds = [("certain", flags.certain), ("unproved", flags.unproved), ("wrong", flags.wrong)]
    listing = [f"flag{'' if len(cells) == 1 else 's'} {kind}: {in_a_row(cells)}" for kind, cells in kinds if cells]
    return [
        "consistent: at least one placement fits" if status == "consistent" else f"limit: {message}",
        *listing,
        *mending,
    ]


def _repair_text(repair: Repair) -> str:
    """Return what would make a board consistent.

    >>> _repair_text(Repair(Cell(3, 2), 3, (2,))), _repair_text(Repair(TOTAL, 3, (5, 6, 7, 8)))
    ('The board would be consistent if C4 showed 2 (it shows 3).', \
'The board would be consistent if the mine total were 5 to 8 (it is 3).')
    """
    if isinstance(repair.shows, str):
        return f"All flags could be mines if there were none at {repair.cell}."
    numbers = [int(number) for number in repair.could_show]
    is_range = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    said = f"{numbers[0]} to {numbers[-1]}" if is_range else listed(numbers, "or")
    if repair.cell == TOTAL:
        return f"The board would be consistent if the mine total were {said} (it is {repair.shows})."
    return f"The board would be consistent if {repair.cell} showed {said} (it shows {repair.shows})."


def show_text(answer: ShowAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return a board with its title, its size and its mines; or what a hint file states, line by line."""
    board = answer.board
    if board is None:
        return answer.message or "\n".join(map(rule_text, answer.statements or ()))
    title = f"{board.title}\n" if board.title else ""
    mines = "mine total unknown" if board.mines is None else counted(board.mines, "mine")
    drawn = board_text(board, ascii=ascii, paint=paint, columns=columns)
    grid = f" {board.other_grid}" if board.other_grid else ""
    return f"{title}{drawn}\n{board.width}x{board.height}{grid}, {mines}"


def show_svg(answer: ShowAnswer) -> str:
    """Return the board as a picture."""
    return board_svg(board_of(answer.problem))


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
        lines += [folded(line, columns) for line in (*_placement_lines(answer), *_unlisted(answer))]
    placements = counted(answer.found, "placement")
    said = f"{placements} found" if answer.status == "found" else f"none found: {answer.message}"
    if answer.status == "limit":
        said = f"{answer.message}; {placements} found by then"
    lines.append(folded(said, columns))
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


# -- parts of these


def _words_for(names: Iterable[Name]) -> tuple[str, str]:
    """Return what is said of names that do not hold, and of those that do: if none is a cell, nothing about mines."""
    return ("fails", "holds") if not any(isinstance(name, Cell) for name in names) else ("safe", "mine")


def board_of(problem: Problem) -> Board:
    """Return the board of a problem as it was written, or raise an error if there is none."""
    if problem.written is None:
        raise BoardError("there is no board: the hint file says more than a board can")
    return problem.written


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


# -- knowledge bases


def ask_text(answer: AskAnswer, **look: Any) -> str:
    """Return the answer to a question in words, with the trace, the placements and the proof, if there are any."""
    from logicms.render.proof import proof_text  # the other answers have no proof to show

    trace = [f"  {line}" for line in answer.trace]
    proof = None if answer.proof is None else answer.proof.proof
    shown = [] if proof is None else [proof_text(proof)]
    return "\n".join([ask_sentence(answer), *trace, *_placements(answer), *shown, *_reasons(answer)])


def _reasons(answer: AskAnswer) -> list[str]:
    """Return a line for each set of statements from which an answer follows."""
    return _sets_of_statements("It follows from", answer.reasons or ())


def _sets_of_statements(head: str, sets: Sequence[Sequence[str]]) -> list[str]:
    """Return what is said of each of these sets of statements.

    >>> _sets_of_statements("It follows from", [["a", "b"]]), _sets_of_statements("It follows from", [["a"], ["b"]])
    (['It follows from: a; b'], ['It follows from any one of these:', '  1. a', '  2. b'])
    """
    found = [printable("; ".join(map(source_text, each)) or "nothing") for each in sets]
    if len(found) == 1:
        return [f"{head}: {found[0]}"]
    return (
        [f"{head} any one of these:", *(f"  {number}. {each}" for number, each in enumerate(found, 1))] if found else []
    )


def ask_sentence(answer: AskAnswer) -> str:
    """Return the answer to a question in one sentence."""
    formula = answer.formula
    if answer.answer is None:
        return f"inconsistent: {answer.message}"
    if answer.answer == "limit":
        return f"limit: whether {formula} follows was {answer.message}"
    late = "" if answer.status is None else f", but {answer.message}"
    if answer.answer in ("yes", "no"):
        shown = formula if answer.answer == "yes" else f"the negation of {formula}"
        return f"{answer.answer}: {shown} follows{_what_if(answer)}{late}"
    if answer.placements is None and not late:
        return f"unknown: {answer.by} finds neither {formula} nor its negation, but it does not find everything"
    return f"unknown: neither {formula} nor its negation follows{_what_if(answer)}{late}"


def _what_if(answer: AskAnswer) -> str:
    """Return under which assumptions, and without which statements, an answer holds."""
    without = f" without {listed(answer.without)}" if answer.without else ""
    return printable(f"{assuming_text(answer.assumptions)}{without}")


def _placements(answer: AskAnswer | WhichRow) -> list[str]:
    if answer.placements is None:
        return []
    one, other = map(frozenset, answer.placements)
    differing = sorted(one ^ other, key=name_order)
    lines = [
        f"it {verb} with {' '.join(str(Literal(name, name in names)) for name in differing)}"
        for verb, names in (("holds", one), ("fails", other))
    ]
    return [*lines, "everything else is the same in both"]


def which_text(answer: WhichAnswer, *, columns: int | None = None, **look: Any) -> str:
    """Return the rows that certainly hold, then those that may, each with what shows it, and how many there are."""
    lines = []
    for heading, kind, number in (("certainly:", "yes", answer.certain), ("perhaps:", "unknown", answer.possible)):
        rows = [row for row in answer.rows if row.answer == kind]
        lines += [heading] if number else []
        lines += (f"  {line}" for row in rows for line in _row_lines(row))
        lines += [f"  and {number - len(rows):,} more"] if len(rows) < number else []
    return "\n".join([*lines, folded(which_sentence(answer), columns)])


def _row_lines(row: WhichRow) -> list[str]:
    """Return the values of a row, and what shows it."""
    from logicms.render.proof import proof_text  # the other answers have no proof to show

    odds = "" if row.odds in (None, 1) else f": probability {row.odds} ({percent(row.odds)} %)"
    proof = None if row.proof is None else row.proof.proof
    shown = [] if proof is None else proof_text(proof).split("\n")
    return [f"{row.values}{odds}", *(f"  {line}" for line in (*shown, *_placements(row)))]


def which_sentence(answer: WhichAnswer) -> str:
    """Return in a sentence how many rows hold, certainly or perhaps, and whether that is all."""
    if answer.answer is None:
        return f"inconsistent: {answer.message}"
    certain = f"{counted(answer.certain, 'row')} certainly {'holds' if answer.certain == 1 else 'hold'}"
    if not answer.complete:
        return f"limit: by then {certain}, and {answer.possible:,} may; the others were {answer.message}"
    late = "" if answer.message is None else f"; {answer.message}"
    if not answer.certain:
        others = f"unknown: no row certainly holds, but {answer.possible:,} may"
        return f"{others if answer.possible else 'no: no row can hold'}{_what_if(answer)}{late}"
    more = f"{answer.possible:,} more may" if answer.possible else "no other can"
    return f"yes: {certain}, and {more}{_what_if(answer)}{late}"


def which_csv(answer: WhichAnswer) -> str:
    """Return the rows as a table: a column for each variable, then the answer, and the odds if they were asked for."""
    import csv  # slow to load, and few answers need it

    table, has_odds = io.StringIO(), any(row.odds is not None for row in answer.rows)
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow([*answer.variables, "answer", *(["odds"] if has_odds else [])])
    for row in answer.rows:
        writer.writerow([*row.values.values(), row.answer, *([row.odds] if has_odds else [])])
    return table.getvalue()


def kb_text(answer: KbAnswer, **look: Any) -> str:
    """Return KB0 and KB, and what auxiliary symbols mean."""
    facts = [clause[0] for clause in answer.clauses if len(clause) == 1]
    others = [" | ".join(clause) or "false" for clause in answer.clauses if len(clause) != 1]
    meanings = [f"{name} means: {meaning_text(meaning)}" for name, meaning in answer.symbols.items()]
    heads = [f"KB0, {counted(len(facts), 'fact')}", f"KB, {counted(len(others), 'clause')}"]
    limit = [f"limit: {answer.message}; this is what was told by then"] if answer.status == "limit" else []
    clash = ["inconsistent: propagation derives the empty clause, false"] if answer.contradiction else []
    atoms = f"{counted(answer.unlisted or 0, 'atom')} of closed predicates that no rule makes hold"
    unlisted = [f"not listed, unless a statement is about them: {atoms}"] if answer.unlisted else []
    return "\n".join([heads[0], *facts, heads[1], *others, *meanings, *unlisted, *limit, *clash])


def placements_text(answer: PlacementsAnswer, **look: Any) -> str:
    """Return a line for each placement: of a board, without what it shows already.

    >>> from logicms.answers.knowledge import placements
    >>> from logicms.hints import exactly
    >>> print(placements_text(placements(Problem([exactly(1, ["rain", "sun"])]))))
    rain ~sun
    ~rain sun
    """
    if answer.status is not None and not answer.placements:
        return f"{answer.status}: {answer.message}"
    known = {str(name) for name in answer.problem.facts} if answer.problem.written is not None else set()
    lines = [
        " ".join(str(Literal(name, holds)) for name, holds in each.items() if name not in known)
        for each in answer.placements
    ]
    return "\n".join([*lines, *([f"limit: {answer.message}"] if answer.status else [])])


def count_text(answer: CountAnswer, **look: Any) -> str:
    """Return how many placements there are."""
    if answer.status is not None:
        return f"{answer.status}: {answer.message}"
    return counted(int(answer.count or 0), "placement")


WIDEST_TABLE = 80
"""A truth table that would be wider has numbers above its columns, and the statements below."""


def table_text(answer: TableAnswer, **look: Any) -> str:
    """Return a truth table; the rows in which every statement is true are marked.

    >>> from logicms.answers.knowledge import table
    >>> from logicms.hints import exactly
    >>> from logicms.problem import Problem
    >>> print(table_text(table(Problem([exactly(1, ["a", "b"])]))))
    a b  1 among a b
    F F       F
    F T       T       *
    T F       T       *
    T T       F
    * everything given is true: 2 of 4 rows
    """
    if answer.status == "limit":
        return f"limit: {answer.message}"
    heads, legend = answer.columns, []
    if len(" ".join(answer.names)) + 4 + sum(len(head) + 2 for head in heads) > WIDEST_TABLE:
        heads = tuple(str(number) for number, _ in enumerate(answer.columns, 1))
        legend = [f"{number}: {text}" for number, text in zip(heads, answer.columns, strict=True)]
    lines = ["  ".join([" ".join(answer.names), *heads])]
    for row in answer.rows:
        names = " ".join(_truth(value, name) for value, name in zip(row.names, answer.names, strict=True))
        columns = (_truth(value, head) for value, head in zip(row.columns, heads, strict=True))
        lines.append("  ".join([names, *columns, "*" if row.fits else ""]).rstrip())
    fitting = f"{answer.placements:,} of {counted(len(answer.rows), 'row')}"
    return "\n".join([*lines, *legend, f"* everything given is true: {fitting}", *_by_table(answer)])


def _truth(value: bool, head: str) -> str:
    return ("T" if value else "F").center(len(head))


def _by_table(answer: TableAnswer) -> list[str]:
    if answer.status == "inconsistent":
        return ["inconsistent: there is no such row"]
    formula = answer.columns[-1] if answer.columns else ""
    where = {
        "yes": f"yes: {formula} is true in every marked row, so it follows",
        "no": f"no: {formula} is false in every marked row, so its negation follows",
        "unknown": f"unknown: {formula} is true in some marked rows and false in others",
    }
    return [] if answer.answer is None else [where[answer.answer]]


def kb_steps_text(answer: KbStepsAnswer, **look: Any) -> str:
    """Return what inference does, one line for each step."""
    return "\n".join([*map(_step, answer.steps), answer.end])


_WHAT = {
    "told": "told",
    "fact": "new in KB0",
    "kept": "new in KB",
    "shortened": "by the facts",
    "subsumed": "nothing new",
    "removed": "out of KB",
    "matched": "matched",
    "contradiction": "contradiction",
}


def _step(step: KbStep) -> str:
    clause, *parents = (" | ".join(texts) or "false" for texts in (step.clause, *step.parents))
    return f"{_WHAT[step.what]:<13}  {clause}" + (f"   from {'  and  '.join(parents)}" if parents else "")


# -- a player's knowledge base, as in the reports of the logic course

_WIDTH = 79
_MOST_ITEMS = 60
"""How many clauses are printed at once, at most."""


def note_text(note: Note) -> str:
    """Return something that happened in a player's knowledge base, with the sizes of KB and KB0.

    >>> from logicms.deduction.inference import Note
    >>> from logicms.hints import Literal
    >>> print(note_text(Note("unit", kb=4, units=1, kb0=10, unit=Literal("B3", False))))
    unit ~B3: B3 is safe. KB 4 (1 unit), KB0 10
    """
    sizes = f"KB {note.kb} ({counted(note.units, 'unit')}), KB0 {note.kb0}"
    if note.unit is not None:
        return f"unit {note.unit}: {note.unit.name} is {'a mine' if note.unit.holds else 'safe'}. {sizes}"
    if note.hint is not None:
        name = "the global constraint" if note.hint.because == TOTAL else f"hint at {note.hint.because}"
        return "\n".join([f"{name}: {item_text(note.hint)}", *_listed("new in KB: ", note.items)])
    if note.what == "matching":
        return f"no unit is left: pairwise matching, round {note.number}. {sizes}"
    if note.what == "matched":
        one, other, new_item = map(item_text, note.items)
        return f"  {one} and {other} give {new_item}"
    if note.what == "refuting":
        return f"no unit is left: resolution in a component of {counted(note.number, 'clause')}. {sizes}"
    return "\n".join([f"stuck: no unit is left. {sizes}", *_listed("KB: ", note.items)])


def item_text(item: KbItem) -> str:
    """Return a clause or a set with its count."""
    if isinstance(item, Hint):
        return str(replace(item, because=None))
    return " | ".join(map(str, item)) or "false"


def _listed(head: str, items: Sequence[KbItem]) -> list[str]:
    """Return items with commas between them, as many in a line as there is room for."""
    texts = [item_text(item) for item in items[:_MOST_ITEMS]]
    if len(items) > _MOST_ITEMS:
        texts.append(f"and {len(items) - _MOST_ITEMS} more")
    lines = [f"  {head}"]
    for number, text in enumerate(texts, 1):
        text += "," if number < len(texts) else ""
        if number > 1 and len(lines[-1]) + len(text) >= _WIDTH:
            lines.append("    ")
        lines[-1] += f"{text} "
    return [line.rstrip() for line in lines] if texts else ["  nothing new in KB"]
