"""From which statements something follows, and without which a contradiction is mended: the smallest sets of both.

Every statement that was told is a group of clauses, meant or not. The groups from which a goal follows, and no fewer of
them, are its *reasons*; they are found by implicit hitting sets (`sat.smallest_sets`), the smallest first. The groups
without which the others have a placement are a *repair*; as many as can are kept, by core-guided maximum satisfiability
(`Wishes`), and what is left out then is a smallest repair, then the next (Liffiton and Sakallah, "Algorithms for
computing minimal unsatisfiable subsets of constraints", 2008, for how the two go together).

What closed predicates say can change when a fact or a rule is taken back, so each repair of such a file is tried before
it is yielded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError
from logicms.hints import TOTAL, Hint, Literal, exactly, ordered
from logicms.limits import spend, timely
from logicms.logic.clauses import Clause, Goal, Symbols, clauses_of, clauses_of_hint, goal_of, literal_of
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.hint_files import HintFile, OpenCell
from logicms.notation.statements import Entry, entries, retracted, told_apart
from logicms.problem import Formula, Unfounded, names_in
from logicms.proofs.proof import plain_hint
from logicms.rules.language import read_citation

if TYPE_CHECKING:
    from logicms.problem import Statement


@dataclass
class _Groups:
    """The statements of a file, each as clauses over the same symbols."""

    file: HintFile
    entries: tuple[Entry, ...]
    clauses: list[list[Clause]]
    """Of each statement."""
    symbols: Symbols = field(default_factory=Symbols)
    meanings: list[Clause] = field(default_factory=list)
    """What auxiliary symbols mean."""

    @classmethod
    def of(cls, file: HintFile, *, hidden: bool = False) -> _Groups:
        """Return the groups of a file; with `hidden`, clues count open cells too, which their own clues make safe."""
        file = told_apart(file)
        found = entries(file)
        groups = cls(file, found, [[] for _ in found])
        for number, entry in enumerate(found):
            for statement in groups._stated(entry, hidden):
                groups._add(number, statement)
        return groups

    def _stated(self, entry: Entry, hidden: bool) -> Iterator[Statement]:
        """Yield what a line states."""
        line, file = entry.line, self.file
        if isinstance(line, Hint) and line.because == TOTAL:
            yield exactly(line.low, file.cells if hidden else line.among, TOTAL)
        elif hidden and isinstance(line, OpenCell) and not (line.given or file.speaks_of_clues):
            yield Literal(line.cell, False)
            yield exactly(line.mines, file.around(line.cell), line.cell)
        else:
            yield from file.said(file.speaks_of_clues, HintFile((line,)))

    def _add(self, number: int, statement: Statement) -> None:
        spend()
        if isinstance(statement, Hint):
            self.clauses[number] += clauses_of_hint(plain_hint(statement), self.symbols)
        elif isinstance(statement, Literal):
            self.clauses[number].append(frozenset((literal_of(statement, self.symbols),)))
        elif isinstance(statement, Unfounded):
            self.clauses[number].append(frozenset(literal_of(each, self.symbols) for each in statement.clause))
        else:
            converted = clauses_of(statement.expr, self.symbols)
            self.clauses[number] += converted.clauses
            self.meanings += (clause for _, clause in converted.definitions)

    def support(self, names: Iterable[Any] = ()) -> None:
        """Add why closed names hold or fail: those that are spoken of, and these."""
        if not self.file.closed or self.file.book is None:
            return
        part = self.file.book.closed_part
        spoken = [name for entry in self.entries for each in self._stated(entry, False) for name in names_in(each)]
        known: set[Statement] = set()
        for name in ordered({*spoken, *names, *part.undecided}):
            for statement in part.support(name) if part.is_closed(name) else ():
                if statement not in known:
                    known.add(statement)
                    for number in self._stating(statement):
                        self._add(number, statement)

    def _stating(self, statement: Statement) -> Iterator[int]:
        """Yield the numbers of the entries that a reason of a closed atom is due to."""
        if isinstance(statement, Literal):
            source = str(statement)
        else:
            cited = statement.because if isinstance(statement, Hint) else statement.source
            label = read_citation(str(cited))
            source = str(cited) if isinstance(statement, Unfounded) or label is None else label[0]
        return (number for number, entry in enumerate(self.entries) if entry.source == source)


def reasons(base: KnowledgeBase, formula: Any) -> Iterator[tuple[str, ...]]:
    """Yield the sets of statements from which a formula follows, and no fewer of them, the smallest first."""
    from logicms.sat.smallest_sets import ClauseGroup, Cores

    asked = base._asked(formula)
    base.check()
    groups = _Groups.of(base.file)
    groups.support(_names_of(asked))
    wanted: Goal = goal_of(asked, groups.symbols)
    always = [*groups.meanings, *wanted.negation, *(clause for _, clause in wanted.definitions)]
    items = [ClauseGroup(tuple(tuple(sorted(clause, key=abs)) for clause in each)) for each in timely(groups.clauses)]
    cores = Cores.of_groups(items, [tuple(sorted(clause, key=abs)) for clause in always], len(wanted.symbols))
    for core in cores.minimal_ones():
        yield tuple(groups.entries[number].source for number in core)


def _names_of(asked: Any) -> Sequence[Any]:
    if isinstance(asked, Hint | Literal | Formula):
        return ordered(names_in(asked))
    return sorted(symbol.name for symbol in getattr(asked, "free_symbols", ()))


def repairs(base: KnowledgeBase) -> Iterator[tuple[str, ...]]:
    """Yield the smallest sets of statements without which a knowledge base is consistent, smallest first."""
    from logicms.sat.smallest_sets import Wishes
    from logicms.sat.solver import Sat

    if base.consistent:
        return
    groups = _Groups.of(base.file, hidden=True)
    groups.support()
    top = len(groups.symbols)
    selectors = range(top + 1, top + 1 + len(groups.entries))
    clauses = [sorted(clause, key=abs) for clause in groups.meanings]
    for selector, group in zip(selectors, groups.clauses, strict=True):
        clauses += ([-selector, *sorted(clause, key=abs)] for clause in group)
    depends = bool(groups.file.closed) or groups.file.speaks_of_clues
    with Sat(clauses) as sat:
        wishes = Wishes(sat, selectors, selectors.stop - 1)
        while True:
            while not wishes.come_true():
                spend()
                if wishes.is_hopeless:
                    return
            held = sat.placement()
            left = [number for number, selector in enumerate(selectors) if held[selector - 1] < 0]
            mended = not depends or _is_mended(groups.file, left)
            if mended:
                yield tuple(groups.entries[number].source for number in left)
            others = [] if mended else [-selectors[number] for number in range(len(selectors)) if number not in left]
            sat.add([*(selectors[number] for number in left), *others])


_TRY = 50
"""How many steps it counts to tell a file again without some of its statements."""


def _is_mended(file: HintFile, places: Sequence[int]) -> bool:
    spend(_TRY)
    try:
        return KnowledgeBase(retracted(file, places).to_problem()).consistent
    except BoardError:  # something else needs what is taken back
        return False
