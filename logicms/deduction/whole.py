"""What a knowledge base is asked besides what follows: its placements, and how many there are.

Placements are found one after the other by a SAT solver that is told "not this one" about each; only the chosen names
are in that clause, so that every assignment of theirs comes once, however many ways there are to complete it. Their
number is counted where that can be done (`odds`): of everything, or component by component. A component of which only
some names are chosen is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from logicms.board import as_name
from logicms.deduction.deduction import odds
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached, expect
from logicms.hints import Literal, Name, ordered
from logicms.limits import check_time, spend
from logicms.logic.clauses import literal_of
from logicms.logic.knowledge import KnowledgeBase
from logicms.problem import Problem, names_in

if TYPE_CHECKING:
    from logicms.problem import Statement


def chosen_names(problem: Problem, names: Iterable[Name] | None) -> tuple[Name, ...]:
    """Return the names that are chosen, each once: without any, all that are not of closed predicates."""
    if names is None:
        closed = problem.closed
        return tuple(name for name in problem.names if closed is None or not closed.is_closed(name))
    found = names.split() if isinstance(names, str) else names
    expect(found, Iterable, "names, such as 'A1 B1' or a list of cells")
    return tuple(dict.fromkeys(as_name(each) for each in found))


def placements(
    base: KnowledgeBase, names: Iterable[Name] | None = None, limit: int | None = None
) -> Iterator[dict[str, bool]]:
    """Yield each assignment of the names that some placement completes, once; at most `limit` of them."""
    if limit is not None and (type(limit) is not int or limit < 0):
        raise BoardError(f"a limit is a whole number that is not negative, not {limit!r}")
    return _found(base, chosen_names(base.to_problem(), names), limit)


def _found(base: KnowledgeBase, names: Sequence[Name], limit: int | None) -> Iterator[dict[str, bool]]:
    from logicms.sat.solver import Sat

    base = base.copy()  # it may be told more while placements are asked for
    for name in names:
        base.tell_support(Literal(name, True))
    numbers = [literal_of(Literal(name, True), base.symbols) for name in names]
    texts = [str(name) for name in names]
    clauses = [sorted(clause) for told in base.told_by().values() for clause in told]
    if not all(clauses):
        return
    with Sat(clauses) as sat:
        while (limit is None or limit > 0) and sat.solve([]):
            spend()
            held = sat.placement()
            values = [number <= len(held) and held[number - 1] > 0 for number in numbers]
            yield dict(zip(texts, values, strict=True))
            limit = None if limit is None else limit - 1
            sat.add([-number if value else number for number, value in zip(numbers, values, strict=True)])
            if not numbers:
                return


def number_of_placements(base: KnowledgeBase, names: Iterable[Name] | None = None) -> int:
    """Return how many assignments of the names some placement completes."""
    problem = base.to_problem()
    chosen = chosen_names(problem, names)
    free = [name for name in chosen if name not in problem.facts and _is_unknown(name, problem)]
    left = {name for name in problem.names if name not in problem.facts}
    if left <= {*chosen, *_closed(left, problem)} and left == {*problem.undecided}:
        try:
            return odds(problem).placements << len(free)
        except InconsistentKnowledge:
            return 0
        except LimitReached:
            check_time()
    if not base.consistent:
        return 0
    if problem.total is not None or left != {*problem.undecided}:
        return sum(1 for _ in _found(base, chosen, None))
    connected = {name for part in problem.components for name in part}
    others = [name for name in chosen if name not in connected and name not in problem.facts]
    number = 1 << sum(name in left or name in free for name in others)
    for part in problem.components:
        own = [name for name in chosen if name in part]
        if own:
            number *= _of_part(_restricted(problem, part), part, own)
    return number


def _is_unknown(name: Name, problem: Problem) -> bool:
    """Return whether nothing is said about a name."""
    return name not in problem.names and (problem.closed is None or not problem.closed.is_closed(name))


def _closed(names: Iterable[Name], problem: Problem) -> set[Name]:
    """Return the names of closed predicates: what they are follows from the others."""
    return set() if problem.closed is None else {name for name in names if problem.closed.is_closed(name)}


def _restricted(problem: Problem, part: Sequence[Name]) -> Problem:
    """Return what a problem states about the names of a component, and what is known."""
    names = set(part)
    statements: list[Statement] = [Literal(name, holds) for name, holds in problem.facts.items()]
    statements += (each for each in problem.statements if not names.isdisjoint(names_in(each)))
    return Problem(statements)


def _of_part(problem: Problem, part: Sequence[Name], chosen: Sequence[Name]) -> int:
    if len(chosen) == len(part):
        try:
            return odds(problem).placements
        except LimitReached:
            check_time()
    return sum(1 for _ in _found(KnowledgeBase(problem), ordered(chosen), None))
