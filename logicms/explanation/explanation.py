"""Why a name is safe, a mine, or not certain: the fewest hints, and proofs of three kinds. Values only, no text.

An *explanation* of a certain name is a smallest set of hints that forces it, the easiest technique that shows it, and
three proofs: by resolution (a refutation of the negation), direct, and by counting. That no hint can be left out is
shown by a *witness* for each: a placement that meets all the others, but has the opposite at that name. An
uncertain name is explained by two placements that differ there. If there are formulas too, the knowledge base makes the
proof.

The cost of a set of hints is, in this order: their number, the technique that they need, the number of resolutions in
the shortest direct proof from them, the length of its longest clause, their distance from the cell, and their order.
The mine total is used only where no set of clues suffices. There may be many sets of the same size: the first
`MOST_EQUALS` are compared.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from logicms.board import CLUES, Board, Cell, Flags
from logicms.deduction import Deduction, deduce
from logicms.errors import BoardError, LimitReached, expect, unknown_word
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.explanation.short_proofs import region_derivation, short_derivation, shortest
from logicms.explanation.techniques import Counts, Technique
from logicms.hints import AUXILIARY, TOTAL, Hint, Literal, Name, Shown, freeze, ordered
from logicms.limits import check_time, limit
from logicms.logic.clauses import MOST_DIRECT, number_of_direct_clauses
from logicms.logic.derivation import Derivation
from logicms.notation.formulas import parse_expression
from logicms.problem import Problem, Statement, Tells, Unfounded, is_literal
from logicms.proofs import checker
from logicms.proofs.carrying import with_rules
from logicms.proofs.proof import Premises, Proof, clause_of
from logicms.proofs.proof import ProofKind as ProofKind
from logicms.sat.smallest_sets import minimal_sets, smallest_sets, witnesses

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.logic.knowledge import KnowledgeBase

Verdict = typing.Literal["safe", "mine", "unknown"]
WAYS: tuple[ProofKind, ...] = typing.get_args(ProofKind)

MOST_EQUALS = 12
"""At most this many sets of the same size are compared."""
MOST_COMPARED = 8
"""Sets larger than this are not compared: their proofs cost more than a slightly better one is worth."""
MOST_OTHERS = 10
"""At most this many other ways to the same name are given."""
MOST_STEPS = 5_000
"""How many questions and conflicts the search for them may take."""
MOST_NAMES = 8
"""At most this many names that rest on formulas are compared by how many statements they take."""
_FAR = {Technique.SINGLE: 1, Technique.SUBSET: 2, Technique.DIFFERENCE: 3}
"""How many hints the chain from a name to what shows it has, at most, for the techniques that compare hints."""


@dataclass(frozen=True, slots=True)
class Explanation(Shown):
    """Why a name is what it is."""

    cell: Name
    verdict: Verdict
    hints: tuple[Hint, ...] = ()
    """A smallest set that forces it; empty if it is uncertain or known, or if there are formulas."""
    facts: Mapping[Name, bool] = field(default_factory=dict, hash=False)
    """What is known about the names in these hints."""
    technique: Technique | None = None
    """The easiest technique that shows it, from any hints; None if it is uncertain or known."""
    placements: tuple[frozenset[Name], ...] = ()
    """The mines of two placements, the first without and the second with a mine at the cell, if it is uncertain."""
    problem: Problem = field(default_factory=Problem, repr=False, compare=False)
    """The problem it is about."""
    _derivation: Derivation | None = field(default=None, repr=False, compare=False)
    _explainer: Explainer | None = field(default=None, repr=False, compare=False)
    """Who explains it; None for an empty one."""

    def __post_init__(self) -> None:
        freeze(self, "facts")

    def __str__(self) -> str:
        from logicms.render.explanation import words_of

        return words_of(self)

    def _repr_html_(self) -> str:
        from logicms.render.html import notebook_html

        return notebook_html(self)

    @property
    def is_certain(self) -> bool:
        return self.verdict != "unknown"

    @property
    def rests_on_formulas(self) -> bool:
        """Whether it is proved from formulas, and no set of hints explains it."""
        return self.is_certain and self.cell not in self.facts and self.problem.has_formulas

    @property
    def literal(self) -> Literal:
        """What is shown: `B3` (a mine) or `~B3` (safe)."""
        return Literal(self.cell, self.verdict == "mine")

    @property
    def clues(self) -> tuple[Name, ...]:
        """The sources of the hints, without the mine total, in order."""
        return tuple(hint.because or str(hint) for hint in self.hints if hint.because != TOTAL)

    @property
    def others(self) -> tuple[tuple[str, ...], ...]:
        """Other sets of statements that force it, each of which needs all of them, the fewest first: other ways to it.

        At most `MOST_OTHERS`, and fewer if they would take long to find.

        >>> problem = Problem([Hint(0, 0, ("a", "b"), "X"), Hint(0, 0, ("a", "c"), "Y")])
        >>> explain(problem, "a").clues, explain(problem, "a").others
        (('X',), (('Y',),))
        """
        if not self.is_certain or self._explainer is None or self.cell in self.facts:
            return ()
        found: list[tuple[str, ...]] = []
        own = frozenset(self.sources)
        try:
            with limit(steps=MOST_STEPS):
                for each in self._explainer.reasons(self):
                    if frozenset(each) != own:
                        found.append(each)
                    if len(found) == MOST_OTHERS:
                        break
        except LimitReached:
            check_time()
        return tuple(found)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the statements that it rests on: clues and the mine total; where there are formulas, any."""
        if self.rests_on_formulas and self._explainer is not None:
            return self._explainer.sources(self.literal)
        return tuple(str(hint.because or hint) for hint in self.hints)

    @property
    def uses_mine_total(self) -> bool:
        return any(hint.because == TOTAL for hint in self.hints)

    def proof(self, by: typing.Literal["resolution", "direct", "counting", "shortest"] = "resolution") -> Proof | None:
        """Return a proof of one of the three kinds from these hints, or the shortest; None if the name is uncertain.

        The checker has accepted it; if the checker refuses it, `RefusedProof` is raised.
        """
        if by == "shortest":
            return shortest(self.proofs().values())
        if by not in WAYS:
            raise unknown_word(by, (*WAYS, "shortest"), "a way to prove")
        if not self.is_certain or self._explainer is None:
            return None
        if self.rests_on_formulas:
            if by == "counting":
                raise BoardError("a proof by counting uses hints only, but there are formulas: prove it by resolution")
            return self._explainer.needed(self.literal).base.prove(self.literal, by)
        if by == "counting":
            hints = {str(hint.because or hint): hint for hint in self.hints}
            proof = prove_by_counting(hints, self.literal, {str(name): mine for name, mine in self.facts.items()})
            assert proof is not None, "the hints of an explanation force the cell"
        else:
            proof = self.derivation().proof(by)
        return checker.require(with_rules(proof, self._explainer.premises), self._explainer.premises)

    def derivation(self) -> Derivation:
        """Return how these hints force the cell by resolution, before that is written out as a proof."""
        return self._derivation or _derive(self.hints, self.literal, self.facts)

    @property
    def ways(self) -> tuple[ProofKind, ...]:
        """The kinds of proof that it can have: counting is about hints only."""
        return WAYS[:-1] if self.rests_on_formulas else WAYS

    def proofs(self, *ways: ProofKind) -> dict[ProofKind, Proof]:
        """Return its proof of each of these kinds, or of every kind.

        If a limit is reached after the first, the others are missing.
        """
        proofs: dict[ProofKind, Proof] = {}
        for by in ways or self.ways:
            try:
                proof = self.proof(by)
            except LimitReached:
                if not proofs:
                    raise
                break
            if proof is not None:
                proofs[by] = proof
        return proofs

    def witnesses(self) -> tuple[frozenset[Name], ...]:
        """Return for each hint the mines of a placement that meets all the others but has the opposite at the cell.

        It covers the cells in these hints, including known mines.
        """
        return witnesses(self.hints, self.facts, self.literal) if self.hints else ()


class Explainer:
    """Explains the names of one problem; what several names need is computed once.

    >>> explainer = Explainer(Board(("???", "121")))
    >>> explanation = explainer.explain("B1")
    >>> explanation.verdict, [str(clue) for clue in explanation.clues], explanation.technique.value
    ('safe', ['A2', 'B2', 'C2'], 'difference')
    """

    def __init__(self, problem: Problem | Board | Tells, *, flags: Flags = "fact") -> None:
        self.problem: Problem = Problem.of(problem, flags=flags)
        self._needed: dict[Literal, Needed] = {}
        self._counts: dict[bool, Counts] = {}  # of the clues alone, and with the mine total

    def __reduce__(self) -> tuple[type[Explainer], tuple[Problem]]:
        return Explainer, (self.problem,)  # what it has computed need not travel

    @cached_property
    def deduction(self) -> Deduction:
        """Everything that is certain."""
        return deduce(self.problem)

    @cached_property
    def base(self) -> KnowledgeBase:
        """The knowledge base of the same problem: it proves what rests on formulas."""
        from logicms.logic.knowledge import KnowledgeBase

        return KnowledgeBase(self.problem)

    def needed(self, literal: Literal) -> Needed:
        """Return the fewest statements that force a literal."""
        if literal not in self._needed:
            self._needed[literal] = needed(self.problem, self.base, literal)
        return self._needed[literal]

    def sources(self, literal: Literal) -> tuple[str, ...]:
        """Return the sources of the fewest statements that force a literal: names, or what is stated."""
        return tuple(dict.fromkeys(map(_source, self.needed(literal).statements)))

    def reasons(self, explanation: Explanation) -> Iterator[tuple[str, ...]]:
        """Yield the smallest sets of statements that force what is explained, the fewest first."""
        if explanation.rests_on_formulas:
            yield from self.base.reasons(explanation.literal)
            return
        hints = self.problem.near(explanation.cell)
        if explanation.uses_mine_total:
            hints = [*self.problem.all_hints]
        facts = {**self.problem.facts, explanation.cell: explanation.verdict != "mine"}
        for each in minimal_sets(hints, facts):
            yield tuple(str(hint.because or hint) for hint in each)

    def by_statements(self) -> Iterator[Literal]:
        """Yield what is certain but not stated, where there are formulas: what takes the fewest statements first.

        Names are compared a few at a time, in reading order: it may take long to find the fewest statements.
        """
        deduction, names = self.deduction, self.deduction.safe | self.deduction.mine
        stated = {_key(each)[1] for each in self.problem.statements if _key(each)[0] == "fact"}
        found = [Literal(name, name in deduction.mine) for name in ordered(names) if str(name) not in stated]
        for start in range(0, len(found), MOST_NAMES):
            few = found[start : start + MOST_NAMES]
            yield from sorted(few, key=lambda literal: len(self.sources(literal)))

    @cached_property
    def premises(self) -> Premises:
        """What the checker lets a proof rest on."""
        return self.base.premises if self.problem.has_formulas else Premises.of(self.problem)

    def technique(self, name: Name) -> Technique:
        """Return the easiest technique that shows a certain name."""
        return self._counting(name).technique(name, name in self.deduction.mine)

    def is_single(self, name: Name) -> bool:
        """Return whether that is a single hint, which is found much faster than how hard anything else is."""
        return self._counting(name).is_single(name, name in self.deduction.mine)

    def _counting(self, name: Name) -> Counts:
        needs_total = name in self.deduction.needs_mine_total
        if needs_total not in self._counts:
            hints = self.problem.all_hints if needs_total else self.problem.hints
            self._counts[needs_total] = Counts(hints, self.problem.facts)
        return self._counts[needs_total]

    def explain(self, cell: Name) -> Explanation:
        """Return why a name is what it is."""
        problem = self.problem
        name = problem.name(cell)
        if problem.board is not None and problem.board[typing.cast(Cell, name)] in CLUES:
            raise BoardError(f"{name} is open: choose a cell that is not open")
        deduction = self.deduction  # raises if there is a contradiction
        if problem.closed is not None and (value := problem.closed.value(name)) is not None:
            return Explanation(name, "mine" if value else "safe", problem=problem, _explainer=self)
        if name in problem.facts:
            mine = problem.facts[name]
            verdict: Verdict = "mine" if mine else "safe"
            return Explanation(name, verdict, facts={name: mine}, problem=problem, _explainer=self)
        if name not in deduction.safe and name not in deduction.mine:
            return self._uncertain(name)
        literal = Literal(name, name in deduction.mine)
        if problem.has_formulas:
            return Explanation(name, "mine" if literal.holds else "safe", problem=problem, _explainer=self)
        return self._certain(literal)

    def _certain(self, literal: Literal) -> Explanation:
        name, facts = literal.name, self.problem.facts
        technique = self.technique(name)
        if name in self.deduction.needs_mine_total:
            near: Sequence[Hint] = self.problem.all_hints
        else:
            near = self.problem.near(name, _FAR.get(technique))
        hints, derivation = choose(near, facts, literal)
        used = {cell: facts[cell] for hint in hints for cell in hint.among if cell in facts}
        verdict: Verdict = "mine" if literal.holds else "safe"
        return Explanation(
            name, verdict, hints, used, technique, problem=self.problem, _derivation=derivation, _explainer=self
        )

    def _uncertain(self, name: Name) -> Explanation:
        """Return the explanation of an uncertain name; its placements include every known mine."""
        problem = self.problem
        from logicms.sat.backbone import differing, differing_on

        if problem.has_formulas:
            both = differing_on(Literal(name, True), self.base)
            assert both is not None, "what is uncertain has two placements"
            mines = tuple(frozenset(map(problem.name, names)) for names in reversed(both))
            return Explanation(name, "unknown", placements=mines, problem=problem)
        pair = differing(name, problem.all_hints, problem.facts)
        assert pair is not None, "what is uncertain has two placements"
        known = {cell for cell, is_mine in problem.facts.items() if is_mine}
        return Explanation(name, "unknown", placements=tuple(mines | known for mines in pair), problem=problem)


def explain(problem: Problem | Board | Tells, cell: Name, *, flags: Flags = "fact") -> Explanation:
    """Return why a cell is safe, a mine, or not certain; in a hint file, why a name holds, does not, or is not certain.

    >>> explanation = explain(Board(("???", "12?")), "C1")
    >>> explanation.verdict, [sorted(map(str, mines)) for mines in explanation.placements]
    ('unknown', [['B1', 'C2'], ['B1', 'C1']])
    """
    return Explainer(problem, flags=flags).explain(cell)


def prove(
    problem: Problem | Board | Tells,
    cell: Name,
    by: typing.Literal["resolution", "direct", "counting", "shortest"] = "resolution",
    *,
    flags: Flags = "fact",
) -> Proof | None:
    """Return a proof that a cell is safe or a mine, from the fewest clues; None if it is not certain.

    It is of one of three kinds, or of whichever is the shortest for a person (`by="shortest"`). The checker has
    accepted it; if the checker refuses it, `RefusedProof` is raised.

    >>> board = Board(("???", "121"))
    >>> prove(board, "B1", by="direct").number_of_resolutions
    2
    >>> [(each.add, each.subtract) for each in prove(board, "B1", by="counting").sums]
    [(('A2', 'C2'), ('B2',))]
    >>> prove(board, "B1", by="shortest").by
    'counting'
    """
    return explain(problem, cell, flags=flags).proof(by)


def premises(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> Premises:
    """Return what a proof about a problem may rest on: its hints, what is known, its formulas.

    >>> given = premises(Board(("?1", "F1")))
    >>> list(given.hints), given.facts
    (['B1', 'B2'], {'B1': False, 'A2': True, 'B2': False})
    """
    return Explainer(problem, flags=flags).premises


def verify(
    proof: Proof, problem: Problem | Board | Tells | KnowledgeBase | None = None, *, flags: Flags = "fact"
) -> bool:
    """Return whether a proof is valid and, with a problem, rests on its hints, facts and formulas alone.

    The problem may also be the knowledge base that the proof is about. Without one, it is not checked where the hints,
    facts and formulas come from. A `limit` guards against proofs that are made to take long (`LimitReached`).

    >>> board = Board(("???", "121"))
    >>> proof = prove(board, "B1")
    >>> verify(proof), verify(proof, board), verify(proof, Board(("???", "122")))
    (True, True, False)
    """
    from logicms.logic.knowledge import KnowledgeBase

    expect(proof, Proof, "a proof")
    if isinstance(problem, KnowledgeBase):
        given: Premises | None = problem.premises
    else:
        given = None if problem is None else premises(problem, flags=flags)
    return bool(checker.verify(proof, given, parse_expression))


class Needed(NamedTuple):
    """Statements from which something follows, none of which can be left out, and the knowledge base that they are."""

    statements: tuple[Statement, ...]
    base: KnowledgeBase
    fewest: bool | None
    """Whether surely no fewer suffice: the search for fewer stops at some point. None if closed predicates make
    something false, which rests on everything that is not stated."""

    @property
    def sources(self) -> tuple[str, ...]:
        """How proofs cite these statements."""
        return tuple(dict.fromkeys(_cited(each) for each in self.statements))


def needed(problem: Problem, base: KnowledgeBase, goal: Boolean | Literal) -> Needed:
    """Return the fewest statements of a problem from which a goal follows; `base` is its knowledge base.

    The mine total is among them only if the others do not suffice.

    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> problem = Problem([Literal("a", True), Literal("c", True), Literal("d", True)])
    >>> found = needed(problem, KnowledgeBase(problem), Literal("d", True))
    >>> [str(each) for each in found.statements], found.fewest
    (['d'], True)
    """
    from logicms.logic.clauses import goal_of
    from logicms.logic.knowledge import KnowledgeBase
    from logicms.sat.smallest_sets import smallest_groups

    base.tell_support(goal)
    told = base.told_by()
    wanted = goal_of(goal, base.symbols)
    meanings = [clause for key, clauses in told.items() if key[1].startswith(AUXILIARY) for clause in clauses]
    meanings += (clause for _, clause in wanted.definitions)
    stated = [key for key in told if not key[1].startswith(AUXILIARY)]
    keys = [key for key in stated if key[0] != "total"]
    found = smallest_groups([told[key] for key in keys], wanted.negation, meanings, len(wanted.symbols))
    if found is None:
        keys = stated
        found = smallest_groups([told[key] for key in keys], wanted.negation, meanings, len(wanted.symbols))
    assert found is not None, "the goal follows from everything"
    chosen, all_stated = {keys[position] for position in found[0]}, (*problem.statements, *base.support)
    for each in all_stated:
        if isinstance(each, Unfounded) and _key(each) in chosen:
            chosen |= base.behind(each)
    statements = tuple(dict.fromkeys(each for each in all_stated if _key(each) in chosen))
    return Needed(
        statements,
        KnowledgeBase(Problem(statements, size=problem.size, book=problem.book)),
        _are_fewest(statements, base, found[1]),
    )


def _are_fewest(statements: Iterable[Statement], base: KnowledgeBase, fewest: bool) -> bool | None:
    """Return whether statements that are the fewest of those that were told are surely the fewest of all.

    Of what closed predicates make true only one derivation was told, and there may be a shorter one.
    """
    if any(isinstance(each, Unfounded) for each in statements):
        return None
    names = {name for each in statements for name in _names(each)}
    return fewest and (base.closed is None or not any(map(base.closed.is_closed, names)))


def _names(statement: Statement) -> Iterable[Name]:
    if isinstance(statement, Hint):
        return statement.among
    return (statement.name,) if isinstance(statement, Literal) else statement.names


def are_fewest(proof: Proof, explainer: Explainer, goal: Boolean | Literal, among_its_own: bool = False) -> bool | None:
    """Return whether a goal follows from no fewer statements than its proof rests on; None if that is not found out.

    With `among_its_own`, only its own statements are tried: whether none of them can be left out.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> problem = Problem([exactly(1, ["a", "b"], "x"), Literal("a", False), exactly(1, ["b"], "y")])
    >>> proof = KnowledgeBase(Problem(problem.statements[:2])).prove("b")
    >>> are_fewest(proof, Explainer(problem), Literal("b", True))
    False
    """
    problem, base = explainer.problem, explainer.base
    if proof.assumptions:  # without them it may not follow at all
        return None
    number = len(proof.sources) + len(proof.facts)
    if among_its_own:
        from logicms.logic.knowledge import KnowledgeBase

        own = proof.sources.union(str(literal.name) for literal in proof.facts)
        base.tell_support(goal)
        stated = dict.fromkeys((*problem.statements, *base.support))
        problem = Problem([each for each in stated if _key(each)[1] in own], size=problem.size)
        base = KnowledgeBase(problem)
    found = needed(problem, base, goal)
    if len(found.sources) < number:
        return False
    return True if found.fewest else None


def _key(statement: Statement) -> tuple[str, str]:
    """Return how a knowledge base cites a statement: by which reason, and under which name."""
    if isinstance(statement, Literal):
        return "fact", str(statement.name)
    if isinstance(statement, Hint):
        source = str(statement.because or statement)
        return "total" if source == TOTAL else "clue", source
    if isinstance(statement, Unfounded):
        return "only", " | ".join(map(str, clause_of(statement.clause)))
    if statement.assumed:
        return "assumption", statement.text
    if statement.name is None and len(statement.names) == 1 and is_literal(statement.expr):
        (name,) = statement.names
        return "fact", str(name)
    return "given", statement.source


def _cited(statement: Statement) -> str:
    """Return how proofs cite a statement."""
    return statement.source if isinstance(statement, Unfounded) else _key(statement)[1]


def _source(statement: Statement) -> str:
    """Return how people name a statement: a fact says whether it holds."""
    reason, name = _key(statement)
    if reason != "fact":
        return _cited(statement)
    return str(statement) if isinstance(statement, Literal) else str(getattr(statement, "text", name))


# -- which hints to explain with


def choose(
    hints: Sequence[Hint], facts: Mapping[Name, bool], literal: Literal
) -> tuple[tuple[Hint, ...], Derivation | None]:
    """Return the best set of hints that forces a literal, and the derivation if it was made while comparing sets.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(2, ["a", "c", "d"], because="u"), exactly(1, ["c", "d"], because="v")]  # two resolutions
    >>> hints += [exactly(1, ["a", "b"], because="x"), exactly(0, ["b"], because="y")]  # one resolution
    >>> [hint.because for hint in choose(hints, {}, Literal("a", True))[0]]
    ['x', 'y']
    """
    sets = smallest_sets(hints, facts, literal)
    first = next(sets, None)
    assert first is not None, "what is certain is forced by hints"
    if len(first) > MOST_COMPARED:
        return first, None
    equals = [first, *islice(sets, MOST_EQUALS - 1)]
    ranks = [Counts(each, facts).technique(*literal).rank() for each in equals]
    easiest = [each for each, rank in zip(equals, ranks, strict=True) if rank == min(ranks)]

    def cost(each: tuple[tuple[Hint, ...], Derivation]) -> tuple[object, ...]:
        hints, derivation = each
        order = [(isinstance(hint.because, str), hint.because or "") for hint in hints]
        return derivation.cost(), _distance(hints, literal.name), order

    return min([(each, _derive(each, literal, facts)) for each in easiest], key=cost)


def _derive(hints: Sequence[Hint], literal: Literal, facts: Mapping[Name, bool]) -> Derivation:
    """Return how hints that force a literal do so, with the facts about their cells."""
    cells = {cell for hint in hints for cell in hint.among} | {literal.name}
    near = {str(cell): is_mine for cell, is_mine in facts.items() if cell in cells}
    wide = any(hint.because == TOTAL and number_of_direct_clauses(hint) > MOST_DIRECT for hint in hints)
    derivation = (region_derivation if wide else short_derivation)(hints, literal, near)
    assert derivation is not None, "these hints force the literal"
    return derivation


def _distance(hints: Iterable[Hint], name: Name) -> int:
    """Return the sum of the clues' distances from the cell, in king's moves; 0 if there is no grid."""
    if not isinstance(name, Cell):
        return 0
    clues = (hint.because for hint in hints if isinstance(hint.because, Cell))
    return sum(max(abs(clue.row - name.row), abs(clue.col - name.col)) for clue in clues)
