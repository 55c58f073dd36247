"""Why a cell is safe, a mine, or not certain: the fewest clues, and proofs by three ways. Values only, no text.

An *explanation* of a certain cell is a smallest set of hints that forces it (`chosen`), the easiest technique that
shows it, and three proofs: by resolution (a refutation of the contrary, or direct), and by counting. That no hint can
be left out is shown by a *witness* for each: a placement that meets all the others and has the cell otherwise. An
uncertain cell is explained by two placements that differ there.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from logicms.board import CLUES, Board, Cell, Flags
from logicms.deduction import Deduction, deduce
from logicms.deduction.clash import flags_read
from logicms.errors import BoardError, check_word
from logicms.explanation.chosen import choose, derive, named, sources, uses_total
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.explanation.grounds import Grounds
from logicms.explanation.techniques import Technique
from logicms.hints import TOTAL, Hint, facts, hints
from logicms.literal import Literal, Name
from logicms.logic.derivation import Derivation
from logicms.proofs.proof import By as By
from logicms.proofs.proof import Proof
from logicms.sat.backbone import differing
from logicms.sat.smallest_sets import witnesses
from logicms.sat.solver import placement

Verdict = typing.Literal["safe", "mine", "unknown"]
WAYS: tuple[By, ...] = typing.get_args(By)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell is what it is."""

    cell: Name
    verdict: Verdict
    hints: tuple[Hint, ...] = ()
    """A smallest set that forces it; empty for an uncertain or a known cell."""
    facts: Mapping[Name, bool] = field(default_factory=dict, hash=False)
    """What is known of the cells in these hints."""
    technique: Technique | None = None
    """The easiest technique that shows it, with whatever clues; None for an uncertain or a known cell."""
    placements: tuple[frozenset[Name], ...] = ()
    """The mines of two placements, without and with one at the cell, if that is uncertain."""
    _derivation: Derivation | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        from logicms.render.explanation_words import explanation_words

        return explanation_words(self)

    def _repr_html_(self) -> str:
        from logicms.render.page import preformatted

        return preformatted(str(self))

    @property
    def is_certain(self) -> bool:
        return self.verdict != "unknown"

    @property
    def literal(self) -> Literal:
        """What is shown: `B3` a mine, `~B3` safe."""
        return Literal(self.cell, self.verdict == "mine")

    @property
    def clues(self) -> tuple[Name, ...]:
        """What the hints are because of, the mine total left out, in order."""
        return tuple(hint.because or str(hint) for hint in self.hints if hint.because != TOTAL)

    @property
    def uses_mine_total(self) -> bool:
        return uses_total(self.hints)

    def proof(self, by: By = "resolution") -> Proof | None:
        """Return a proof from these hints by one of the three ways; None for an uncertain cell."""
        check_word(by, WAYS, "a way to prove")
        if not self.is_certain:
            return None
        if by != "counting":
            return self.derivation().proof(direct=by == "direct")
        proof = prove_by_counting(sources(self.hints), self.literal, named(self.facts))
        assert proof is not None, "the hints of an explanation force the cell"
        return proof

    def derivation(self) -> Derivation:
        """Return how these hints force the cell by resolution, before it is written out as a proof."""
        return self._derivation or derive(self.hints, self.literal, self.facts)

    def lengths(self) -> dict[By, int]:
        """Return how long each proof is: in resolutions, or by counting in hints added and subtracted."""
        return {by: proof.length for by in WAYS if (proof := self.proof(by)) is not None}

    def witnesses(self) -> tuple[frozenset[Name], ...]:
        """Return for each hint the mines of a placement that meets all the others and has the cell otherwise.

        It speaks of the cells in these hints, and counts known mines among them.
        """
        if not self.hints:
            return ()
        return witnesses(self.hints, self.facts, (self.cell, self.verdict == "mine"))


class Explainer:
    """Explains the cells of one board; what several cells need is found once.

    >>> explainer = Explainer(Board(("???", "121")))
    >>> found = explainer.explain(Cell(0, 1))
    >>> found.verdict, [str(clue) for clue in found.clues], found.technique.value
    ('safe', ['A2', 'B2', 'C2'], 'propagate')
    """

    def __init__(self, board: Board, flags: Flags = "fact") -> None:
        self.board = flags_read(board, flags)

    @cached_property
    def grounds(self) -> Grounds:
        """The board's hints and facts."""
        return Grounds(hints(self.board), dict(facts(self.board).items()))

    @cached_property
    def deduction(self) -> Deduction:
        """Every certain cell of the board."""
        return deduce(self.board)

    def verdict(self, cell: Cell) -> Verdict:
        """Return what a hidden cell certainly is."""
        if cell in self.deduction.safe:
            return "safe"
        return "mine" if cell in self.deduction.mine else "unknown"

    def technique(self, cell: Cell) -> Technique:
        """Return the easiest technique that shows a certain cell."""
        needs_total = cell in self.deduction.needs_mine_total
        return self.grounds.counts(needs_total).technique(cell, cell in self.deduction.mine)

    def explain(self, cell: Cell) -> Explanation:
        """Return why a cell is what it is."""
        known = self.grounds.facts
        if self.board[cell] in CLUES:
            raise BoardError(f"{cell} is open: only a cell that is not open can be safe or a mine")
        if cell in known:
            return Explanation(cell, "mine" if known[cell] else "safe", facts={cell: known[cell]})
        verdict = self.verdict(cell)
        if verdict == "unknown":
            return _uncertain(self.grounds, cell)
        return self._certain(cell, verdict)

    def _certain(self, cell: Cell, verdict: Verdict) -> Explanation:
        technique = self.technique(cell)
        if cell in self.deduction.needs_mine_total:
            near: Sequence[Hint] = self.grounds.hints
        else:
            near = self.grounds.near(cell, {Technique.SINGLE: 1, Technique.SUBSET: 2}.get(technique))
        return _by_fewest(near, self.grounds.facts, cell, verdict, technique)


def _uncertain(grounds: Grounds, name: Name) -> Explanation:
    """Return the explanation of what is not certain; its placements have every known mine, whatever counts it."""
    found = differing(name, grounds.hints, grounds.facts)
    assert found is not None, "what is uncertain has two placements"
    known = {cell for cell, is_mine in grounds.facts.items() if is_mine}
    return Explanation(name, "unknown", placements=tuple(mines | known for mines in found))


def _by_fewest(
    hints: Sequence[Hint], facts: Mapping[Name, bool], name: Name, verdict: Verdict, technique: Technique
) -> Explanation:
    """Return the explanation of what hints force, by the fewest of them."""
    chosen = choose(hints, facts, name, verdict == "mine")
    assert chosen is not None, "what is certain is forced by hints"
    used = {cell: facts[cell] for hint in chosen.hints for cell in hint.among if cell in facts}
    return Explanation(name, verdict, chosen.hints, used, technique, _derivation=chosen.derivation)


def explain_name(grounds: Grounds, name: Name) -> Explanation:
    """Return why a name holds («is a mine»), does not, or is not certain, by hints that do not contradict one another.

    >>> from logicms.hints import exactly
    >>> explain_name(Grounds([exactly(1, "ab"), exactly(0, "bc")], {}), "a").verdict
    'mine'
    """
    if name in grounds.facts:
        is_mine = grounds.facts[name]
        return Explanation(name, "mine" if is_mine else "safe", facts={name: is_mine})
    cases = {value: placement(grounds.hints, {**grounds.facts, name: value}) for value in (True, False)}
    can_be = [value for value, mines in cases.items() if mines is not None]
    if len(can_be) == 2:
        return _uncertain(grounds, name)
    [is_mine] = can_be
    needs_total = placement(grounds.clues, {**grounds.facts, name: not is_mine}) is not None
    technique = grounds.counts(needs_total).technique(name, is_mine)
    verdict: Verdict = "mine" if is_mine else "safe"
    return _by_fewest(grounds.hints, grounds.facts, name, verdict, technique)


def explain(board: Board, cell: Cell, *, flags: Flags = "fact") -> Explanation:
    """Return why a cell is safe, a mine, or not certain.

    >>> found = explain(Board(("???", "12?")), Cell(0, 2))
    >>> found.verdict, [sorted(map(str, mines)) for mines in found.placements]
    ('unknown', [['A1', 'C2'], ['A1', 'C1']])
    """
    return Explainer(board, flags).explain(cell)


def prove(board: Board, cell: Cell, by: By = "resolution", *, flags: Flags = "fact") -> Proof | None:
    """Return a proof that a cell is safe or a mine, from the fewest clues; None when it is not certain.

    >>> board = Board(("???", "121"))
    >>> prove(board, Cell(0, 1), by="direct").number_of_resolutions
    2
    >>> [(each.add, each.subtract) for each in prove(board, Cell(0, 1), by="counting").sums]
    [(('A2', 'C2'), ('B2',))]
    """
    return explain(board, cell, flags=flags).proof(by)
