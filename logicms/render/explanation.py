"""An explanation for people: in a terminal the verdict, the board and the numbered proof; in words, as a teacher would.

By resolution, the argument in words is a *story*: suppose the opposite, follow what each clue says, and see which clue
is broken. A proof by resolution goes from clauses to the empty clause; a person goes the other way round. If
propagating the opposite through the clauses of the proof ends in a conflict, that is a story to tell. If it does not,
one name may be tried both ways, and each way must end in a conflict; where that is not enough, there is no story.

A direct proof is given step by step, a proof by counting as sums. For an uncertain cell there are two placements. At
the end are the next step and the whole path, a sentence per step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from logicms.answers.prove import ContradictionAnswer, Deduced, NextAnswer, PathAnswer, ProveAnswer, explained
from logicms.board import Board, Cell
from logicms.errors import BoardError, counted
from logicms.explanation.explanation import Explanation
from logicms.explanation.next_step import PathStep
from logicms.explanation.techniques import Technique
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.notation.texts import folded
from logicms.problem import Problem
from logicms.proofs.proof import Clause, Proof, ProofKind
from logicms.render.answers import cells, picture
from logicms.render.phrases import are, hint_words, literals_words, names_listed, sources_listed
from logicms.render.picture import Marks, Paint, board_svg, board_text, plain
from logicms.render.proof import proof_text, proof_words


def explanation_text(
    answer: ProveAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None
) -> str:
    """Return the explanation as text: the verdict, the board, the length of each proof that was compared, the proof.

    >>> from logicms.answers.prove import prove
    >>> answer = prove(Problem.of(Board(("???", "121"))), "B1", "direct")
    >>> print(explanation_text(answer, ascii=True))
    B1 is safe, because of A2, B2 and C2 (difference)
        A B C
      1 ? - ?
      2 1 2 1
    to show: ~B1
    1  ~A1 | ~B1  clue A2: 1 among A1 B1
    2  A1 | C1    clue B2: 2 among A1 B1 C1
    3  ~B1 | ~C1  clue C2: 1 among B1 C1
    4  A1 | ~B1   from 2 and 3 on C1
    5  ~B1        from 4 and 1 on A1
    """
    if answer.explanation is None:
        return f"whether {answer.cell} is safe or a mine: {answer.message}"
    explanation, board = answer.explanation, answer.problem.written
    proof = "" if answer.proof is None else proof_text(answer.proof, answer.problem.flags)
    if explanation.rests_on_formulas:
        return proof
    marks = marks_of(explanation)
    picture = [] if board is None else [board_text(board, marks, ascii=ascii, paint=paint, columns=columns)]
    if not explanation.is_certain:
        return "\n".join([*picture, folded(explanation_words(answer), columns)])
    lines = [folded(headline(explanation), columns), *picture]
    if len(answer.proofs) > 1:  # by what the option calls each kind
        units = {way: "clue" if way == "counting" else "resolution" for way in answer.proofs}
        lengths = [f"{way}: {counted(each.length, units[way])}" for way, each in answer.proofs.items()]
        lines.append(folded(f"length --by {'; '.join(lengths)}", columns))
    return "\n".join([*lines, proof])


def headline(explanation: Explanation) -> str:
    """Return the verdict and what it rests on, in one line."""
    verdict = literals_words([explanation.literal])
    if explanation.rests_on_formulas:
        return verdict
    if not explanation.hints:
        return f"{verdict}: {_known_by(explanation)} it"
    sources = [hint.because or f'"{hint}"' for hint in explanation.hints]
    if len(sources) > MOST_SOURCES:
        sources = [f"{len(explanation.clues)} clues", *_total(explanation)]
    return f"{verdict}, {_because(sources, explanation.technique)}"


MOST_SOURCES = 8
"""Of more clues than this, only their number is given."""


def _because(sources: Sequence[Name], technique: Technique | None) -> str:
    return f"because of {sources_listed(sources)}{f' ({technique.value})' if technique else ''}"


def _known_by(explanation: Explanation) -> str:
    if explanation.cell in explanation.problem.flags:
        return "a flag says"
    return "the hint file says" if explanation.problem.written is None else "the board shows"


def _total(explanation: Explanation) -> list[str]:
    return [TOTAL] if explanation.uses_mine_total else []


def marks_of(explanation: Explanation) -> Marks:
    """Return the marks of the picture: the clues outlined, the cells of the argument hatched, the cell ringed."""
    cell = explanation.cell
    if not isinstance(cell, Cell):
        return Marks()
    cells = frozenset([cell])
    if not explanation.is_certain:
        differ = explanation.placements[0] ^ explanation.placements[1]
        return Marks(goal=cell, shared=frozenset(name for name in differ if isinstance(name, Cell)))
    used = frozenset(hint.because for hint in explanation.hints if isinstance(hint.because, Cell))
    names = shared_cells(explanation) or [str(name) for hint in explanation.hints[:1] for name in hint.among]
    shared = frozenset(n for h in explanation.hints for n in h.among if isinstance(n, Cell) and str(n) in set(names))
    is_mine = explanation.verdict == "mine"
    return Marks(cells if not is_mine else frozenset(), cells if is_mine else frozenset(), used, shared, goal=cell)


def explanation_svg(answer: ProveAnswer) -> str:
    """Return the board as a picture that marks what the explanation rests on.

    >>> from logicms.answers.prove import prove
    >>> "<title>A1 is a mine</title>" in explanation_svg(prove(Problem.of(Board(("?1", "11"))), "A1"))
    True
    """
    board, explanation = answer.problem.written, explanation_in(answer)
    if board is None:
        raise BoardError("a picture needs a board: a hint file has no grid to draw")
    return board_svg(titled(board, explanation), marks_of(explanation))


def contradiction_svg(answer: ContradictionAnswer) -> str:
    """Return the board as a picture that marks the clues that clash."""
    board = answer.problem.written
    if board is None:
        raise BoardError("a picture needs a board: a hint file has no grid to draw")
    return board_svg(board, contradiction_marks(answer))


def contradiction_marks(answer: ContradictionAnswer) -> Marks:
    """Return the marks of the picture: the clues that clash are outlined."""
    return Marks(used=frozenset(name for name in answer.conflict if isinstance(name, Cell)))


def contradiction_words(answer: ContradictionAnswer) -> str:
    """Return the clash and its proof as paragraphs."""
    what = "The statements are" if answer.problem.written is None else "The board is"
    proof = None if answer.proof is None else answer.proof.proof
    argument = "" if proof is None or len(proof.steps) > MOST_STEPS else f"\n\n{proof_words(proof)}"
    return f"{what} inconsistent: {answer.message}.{argument}"


def titled(board: Board, explanation: Explanation) -> Board:
    """Return the board with the verdict in its title."""
    verdict = literals_words([explanation.literal]) if explanation.is_certain else f"{explanation.cell} is not certain"
    return replace(board, title=f"{board.title}: {verdict}" if board.title else verdict)


MOST_SAID = 8
"""If there are more clues than this, they are named, but not quoted."""
MOST_STEPS = 60
"""A resolution proof with more steps than this is too long to read: the sum of the clues is given instead."""


def explanation_words(answer: ProveAnswer) -> str:
    """Return the explanation as paragraphs.

    >>> from logicms.answers.prove import prove
    >>> from logicms.board import Board
    >>> print(explanation_words(prove(Problem.of(Board(("???", "121"))), "B1")))
    B1 is safe.
    <BLANKLINE>
    A2 shows 1: exactly 1 of A1 and B1 is a mine.
    B2 shows 2: exactly 2 of A1, B1 and C1 are mines.
    C2 shows 1: exactly 1 of B1 and C1 is a mine.
    Each of A1, B1 and C1 is counted by more than one clue.
    <BLANKLINE>
    Suppose that B1 is a mine. Then A2 has all its mines, so A1 is safe. Then B2 needs every cell that is left, so C1 \
is a mine. But then C2 has 2 mines, not 1. So B1 is safe.
    <BLANKLINE>
    None of the three can be left out.
    """
    explanation = explanation_in(answer)
    if not explanation.is_certain:
        return _uncertain(explanation)
    parts = [f"{literals_words([explanation.literal])}.", _said(explanation), _argument(answer, answer.by)]
    return "\n\n".join(part for part in [*parts, _needed(explanation)] if part)


def words_of(explanation: Explanation) -> str:
    """Return an explanation in words, once the checker has accepted its proof."""
    return explanation_words(explained(explanation, compare=True))


def explanation_in(answer: ProveAnswer) -> Explanation:
    """Return the explanation in an answer; every answer within the limits has one."""
    assert answer.explanation is not None
    return answer.explanation


# -- which clues, and which cells more than one of them counts


def _said(explanation: Explanation) -> str:
    if explanation.rests_on_formulas:
        return ""
    if not explanation.hints:
        return f"It is known: {_known_by(explanation)} that {literals_words([explanation.literal])}."
    if len(explanation.hints) > MOST_SAID:
        return f"It takes {sources_listed([f'{len(explanation.clues)} clues', *_total(explanation)])}: " + (
            f"{', '.join(map(str, explanation.clues))}."
        )
    lines = [f"{hint_words(hint, explanation.facts, explanation.problem.flags)}." for hint in explanation.hints]
    return "\n".join([*lines, *_shared(explanation)])


def _shared(explanation: Explanation) -> list[str]:
    cells = shared_cells(explanation)
    if not cells:
        return []
    of_cells = all(isinstance(hint.because, Cell) for hint in explanation.hints if hint.because != TOTAL)
    if len(explanation.hints) == 2 and of_cells:
        return [f"{' and '.join(map(str, explanation.clues))} both count {names_listed(cells)}."]
    each = f"Each of {names_listed(cells)}" if len(cells) > 1 else cells[0]
    return [f"{each} is counted by more than one {'clue' if of_cells else 'hint'}."]


def shared_cells(explanation: Explanation) -> list[str]:
    """Return the undecided cells that more than one of the clues counts; the mine total counts every cell."""
    clues = [hint for hint in explanation.hints if hint.because != TOTAL]
    counts: dict[str, int] = {}
    for name in (name for hint in clues for name in hint.among if name not in explanation.facts):
        counts[str(name)] = counts.get(str(name), 0) + 1
    return [name for name, count in counts.items() if count > 1]


_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _needed(explanation: Explanation) -> str:
    count = len(explanation.hints)
    if count < 2:
        return ""
    return f"{'Neither' if count == 2 else 'None'} of the {_NUMBERS.get(count, count)} can be left out."


# -- what follows


def _argument(answer: ProveAnswer, by: ProofKind) -> str:
    explanation = explanation_in(answer)
    if not explanation.hints and not explanation.rests_on_formulas:
        return ""
    proof = answer.proofs[by]
    if len(explanation.hints) == 1 and len(proof.hints) == 1 and not proof.symbols:
        return ""  # what the clue says is enough
    if by == "counting":
        return proof_words(proof)
    # An auxiliary symbol may count more cells than fit in a sentence.
    speaks_of_many = any(len(meaning.split()) > MOST_SAID + 5 for meaning in proof.symbols.values())
    if (len(proof.steps) > MOST_STEPS or speaks_of_many) and "counting" in answer.proofs:
        lead = "By resolution this takes more steps than anyone would read; by counting it is short. "
        return lead + _argument(answer, "counting")
    words = _story(explanation, proof) if by == "resolution" and explanation.hints else None
    return proof_words(proof) if words is None else words


def _story(explanation: Explanation, proof: Proof) -> str | None:
    """Return the refutation as a person would explain it, or None if trying one cell both ways is not enough."""
    refutation = story(proof)
    if refutation is None:
        return None
    conclusion = f"So {literals_words([explanation.literal])}."
    hints = {str(hint.because or hint): hint for hint in explanation.hints}
    sentences = [f"Suppose that {literals_words([refutation.supposed])}.", *_followed(refutation, hints)]
    if refutation.cases:
        sentences.append(f"Try {refutation.cases[0].supposed.name} both ways.")
    for way, case in zip(("also", "instead"), refutation.cases, strict=False):
        sentences += [f"Suppose {way} that {literals_words([case.supposed])}.", *_followed(case, hints)]
    return " ".join([*sentences, conclusion])


def _followed(told: Story, hints: Mapping[str, Hint]) -> Iterator[str]:
    """Yield what follows, and which clue that breaks."""
    yield from (_then(hints[each.source], each.literals) for each in told.followed)
    if told.broken is not None:
        yield _broken(hints[told.broken], told.held)


def _then(hint: Hint, literals: Sequence[Literal]) -> str:
    if not literals[0].holds:
        return f"Then {_name(hint)} has all its mines, so {literals_words(literals)}."
    return f"Then {_name(hint)} needs every cell that is left, so {literals_words(literals)}."


def _broken(hint: Hint, held: Mapping[str, bool]) -> str:
    mines = sum(held.get(str(name), False) for name in hint.among)
    can_be = sum(held.get(str(name), True) for name in hint.among)
    if mines > hint.high:
        return f"But then {_name(hint)} has {counted(mines, 'mine')}, not {hint.high}."
    possible = f"at most {counted(can_be, 'mine')}" if can_be else "no mine"
    return f"But then {_name(hint)} can have {possible}, not {hint.low}."


def _name(hint: Hint) -> str:
    return "the board" if hint.because == TOTAL else f'"{hint}"' if hint.because is None else str(hint.because)


# -- the story of a refutation


@dataclass(frozen=True, slots=True)
class Followed:
    """What one hint says, given what the hints before it have shown."""

    source: str
    literals: Clause


@dataclass(frozen=True, slots=True)
class Story:
    """From the supposition, through what follows, to the hint that is broken, or to a name that is tried both ways."""

    supposed: Literal
    followed: tuple[Followed, ...]
    broken: str | None
    """None if there are cases."""
    held: Mapping[str, bool] = field(hash=False)
    """What is known about each cell at the end; True for a mine."""
    cases: tuple[Story, ...] = ()
    """With a name one way, and with it the other way; each ends with a broken hint."""

    @property
    def length(self) -> int:
        """How much there is to follow."""
        return len(self.followed) + sum(case.length for case in self.cases)


def story(proof: Proof) -> Story | None:
    """Return the story of a proof of one literal, or None if trying one name both ways does not end in conflicts.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import prove
    >>> why = story(prove(Board(("???", "121")), Cell(0, 1)))
    >>> str(why.supposed), [(each.source, *map(str, each.literals)) for each in why.followed], why.broken
    ('B1', [('A2', '~A1'), ('B2', 'C1')], 'C2')
    >>> why = story(prove(Board(("?2??", "2?2?", "?2??")), "D2"))
    >>> [(str(case.supposed), case.broken) for case in why.cases]
    [('C1', 'B3'), ('~C1', 'B3')]
    """
    if proof.literal is None or proof.symbols:
        return None
    supposed = ~proof.literal
    held = {str(name): holds for name, holds in (supposed, *proof.facts)}
    clauses = [(step.source or "", step.clause) for step in proof.steps if step.by in ("clue", "total")]
    return _told(supposed, held, clauses) or _in_cases(supposed, held, clauses)


_Clauses = Sequence[tuple[str, Clause]]
"""Clauses, each with the hint that it comes from."""


def _told(supposed: Literal, held: Mapping[str, bool], clauses: _Clauses) -> Story | None:
    """Return how following the hints from here breaks one of them, or None if it does not."""
    followed, known, broken = _follow(held, clauses)
    return None if broken is None else Story(supposed, followed, broken, known)


def _in_cases(supposed: Literal, held: Mapping[str, bool], clauses: _Clauses) -> Story | None:
    """Return the shortest story that tries one name both ways, or None if no name will do."""
    followed, known, _ = _follow(held, clauses)
    names = dict.fromkeys(literal.name for _, left in _open(clauses, known) for literal in left)
    stories = []
    for name in names:
        cases = [_told(Literal(name, holds), {**known, str(name): holds}, clauses) for holds in (True, False)]
        if (first := cases[0]) is not None and (second := cases[1]) is not None:
            stories.append(Story(supposed, followed, None, known, (first, second)))
    return min(stories, key=lambda each: each.length, default=None)


def _follow(held: Mapping[str, bool], clauses: _Clauses) -> tuple[tuple[Followed, ...], dict[str, bool], str | None]:
    """Return what the hints say one after another, what is known then, and the hint that is broken, if any is."""
    known = dict(held)
    followed: list[Followed] = []
    while True:
        speaking = [(source, left) for source, left in _open(clauses, known) if len(left) < 2]
        broken = next((source for source, left in speaking if not left), None)
        if broken is not None or not speaking:
            return tuple(followed), known, broken
        first = speaking[0][0]
        literals = tuple(dict.fromkeys(literal for source, left in speaking if source == first for literal in left))
        followed.append(Followed(first, literals))
        known.update((str(name), holds) for name, holds in literals)


def _open(clauses: _Clauses, held: Mapping[str, bool]) -> list[tuple[str, list[Literal]]]:
    """Return the clauses that are not true yet, with what is left of them."""
    found = []
    for source, clause in clauses:
        if not any(held.get(str(literal.name)) is literal.holds for literal in clause):
            found.append((source, [literal for literal in clause if str(literal.name) not in held]))
    return found


# -- where nothing is certain


def _uncertain(explanation: Explanation) -> str:
    """Return why nothing is certain: two placements, and where they differ."""
    cell = explanation.cell
    without, with_it = explanation.placements
    here, there = list(with_it - without - {cell}), list(without - with_it)
    yes, no = ("is a mine", "is safe") if isinstance(cell, Cell) else ("holds", "does not hold")
    return (
        f"Whether {cell} {yes} is not certain: two placements meet everything that is known.\n"
        f"In one it {yes}{f', and {are(here, True)} too' if here else ''}; "
        f"in the other it {no}{f', and {are(there, True)} instead' if there else ''}.\n"
        "Everywhere else the two agree."
    )


_HOW = {
    Technique.SINGLE: "one clue alone decides it: all its mines are known, or all its cells must be mines",
    Technique.SUBSET: "the cells of one clue lie inside another's: look at the rest of the larger one",
    Technique.DIFFERENCE: "subtract one or two clues from another: what is left of it has only one way",
    Technique.PROPAGATE: "suppose the opposite, and follow what each clue then says to a contradiction",
    Technique.SPLIT: "suppose the opposite, and try a cell both ways: each way ends in a contradiction",
}


def nothing_next(problem: Problem, technique: Technique | None = None) -> str:
    """Return why there is no next deduction, or none by this technique, and what to do instead."""
    if technique is not None:
        return f"no cell takes {technique.value}: `logicms next` without --technique shows the easiest deduction"
    if problem.written is None:
        if not problem.undecided:
            return "nothing is left to decide: every name is known"
        return "nothing is certain: every name that is not known may hold or not"
    if not problem.undecided:
        return "nothing is left to decide: there is no hidden cell"
    every = "the hidden cell" if len(problem.undecided) == 1 else "every hidden cell"
    return f"nothing is certain: {every} may be safe or a mine; `logicms odds` gives the best guess"


def next_text(answer: NextAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return as much of the next deduction as the level allows, and the board if it does not give more away.

    >>> from logicms.answers.prove import next_step
    >>> from logicms.board import Board
    >>> print(next_text(next_step(Problem.of(Board(("????", "1221"))), 3), ascii=True))
        A B C D
      1 ? ? ? ?
      2 1 2 2 1
    Look at B1:D2.
    Use C2 and D2.
    Technique: subset: the cells of one clue lie inside another's: look at the rest of the larger one.
    """
    if answer.verdict == "limit":
        return f"the next deduction: {answer.message}"
    explanation, board = answer.explanation, answer.problem.written
    if explanation is None:
        return folded(nothing_next(answer.problem, answer.wanted), columns)
    marks = marks_of(explanation)
    if answer.proof is None:
        marks = Marks(used=frozenset() if answer.clues is None else marks.used)
    picture = [] if board is None else [board_text(board, marks, ascii=ascii, paint=paint, columns=columns)]
    return "\n".join([*picture, folded(next_words(answer), columns)])


def next_words(answer: NextAnswer) -> str:
    """Return as much of the next deduction as the level allows, without the board; there is one."""
    explanation = answer.explanation
    assert explanation is not None, "there is a next deduction"
    lines = []
    if answer.region is not None:
        lines.append(f"Look at {answer.region}.")
    if answer.clues is not None:
        lines.append(f"Use {sources_listed([hint.because or hint for hint in explanation.hints] or answer.clues)}.")
    if answer.technique is not None:
        lines.append(f"Technique: {answer.technique.value}: {_HOW[answer.technique]}.")
    elif answer.level > 2:
        lines.append("Technique: resolution: suppose the opposite, and resolve clauses until they contradict.")
    if answer.proof is not None:
        lines += ["", explanation_words(answer.proof)]
    return "\n".join(lines)


# -- path


def path_text(answer: PathAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the steps as numbered sentences, below the board with everything that they show.

    >>> from logicms.answers.prove import path
    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> print(path_text(path(Problem.of(Board(("????", "1221")))), ascii=True))
        A B C D
      1 - * * -
      2 1 2 2 1
    - certainly safe   * certainly a mine
    <BLANKLINE>
    1. B1 is a mine, because of C2 and D2 (subset)
    2. A1 is safe, because of A2 (single)
    3. C1 is a mine, because of B2 (single)
    4. D1 is safe, because of D2 (single)
    solved: 4 steps
    """
    if answer.status == "inconsistent":
        return folded(f"inconsistent: {answer.message}", columns)
    decided = {cell: step.verdict for step in answer.steps for cell in step.cells}
    safe, mine = (cells(cell for cell in decided if decided[cell] == verdict) for verdict in ("safe", "mine"))
    drawn = picture(answer.problem, Marks(safe=safe, mine=mine), ascii, paint, columns)
    width = len(str(len(answer.steps)))
    lines = [f"{number:{width}}. {_sentence(step)}" for number, step in enumerate(answer.steps, 1)]
    return "\n".join([*drawn, *(folded(line, columns) for line in [*lines, _ending(answer)])])


def _sentence(step: Deduced) -> str:
    what = literals_words([Literal(cell, step.verdict == "mine") for cell in step.cells])
    named = step.clues if len(step.clues) <= MOST_SOURCES else (f"{len(step.clues)} clues",)
    return f"{what}, {_because([*named, TOTAL] if step.uses_mine_total else named, step.technique)}"


def step_sentence(step: PathStep) -> str:
    """Return what a step shows, and by what."""
    return _sentence(Deduced.of(step))


def _ending(answer: PathAnswer) -> str:
    steps = counted(len(answer.steps), "step")
    if answer.status == "limit":
        return f"limit: {answer.message}; {steps} by then"
    if answer.status == "solved":
        return f"solved: {steps}"
    return f"{steps}; nothing more is certain" if answer.steps else nothing_next(answer.problem)
