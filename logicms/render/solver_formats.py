"""Exports: what is known, written for other solvers. Hints keep their counts where the solver can count.

DIMACS for SAT solvers, ASP for clingo, MiniZinc. Each text is complete: handed to its program, it answers with a
placement. Formulas go out as clauses; the auxiliary symbols of large ones are free, so one placement may then be found
several times unless the solver is told to look at the mines alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.hints import Hint
from logicms.literal import Name
from logicms.logic.cardinality import clauses_of_hint
from logicms.logic.clauses import clauses_of
from logicms.logic.symbols import Clause, Symbols
from logicms.proofs.certificates import dimacs, one_line

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is exported: hints, facts (True for a mine) and formulas."""

    hints: Sequence[Hint] = ()
    facts: Sequence[tuple[Name, bool]] = ()
    formulas: Sequence[Boolean] = ()

    def table(self) -> Symbols:
        """Return a new symbol table that has every name, in reading order."""
        symbols = Symbols()
        told = [name for hint in self.hints for name in hint.among] + [name for name, _ in self.facts]
        symbols.add([*told, *(symbol.name for formula in self.formulas for symbol in formula.free_symbols)])
        return symbols

    def formula_clauses(self, symbols: Symbols) -> list[Clause]:
        """Return the clauses of the formulas and of the auxiliary symbols in them, which `symbols` learns."""
        converted = [clauses_of(formula, symbols) for formula in self.formulas]
        return [c for one in converted for c in (*one.clauses, *(definition for _, definition in one.definitions))]

    def fact_clauses(self, symbols: Symbols) -> list[Clause]:
        """Return a unit clause for each fact."""
        return [frozenset({symbols[str(name)] if mine else -symbols[str(name)]}) for name, mine in self.facts]


def to_dimacs(knowledge: Knowledge) -> str:
    """Return what is known as DIMACS CNF; a large count gets auxiliary symbols, whose meanings stand in comments.

    >>> from logicms.hints import exactly
    >>> print(to_dimacs(Knowledge([exactly(1, ["A1", "B1"], because="A2")], [("B1", False)])), end="")
    c hint: A2: 1 among A1 B1
    c 1 A1
    c 2 B1
    p cnf 2 3
    1 2 0
    -1 -2 0
    -2 0
    """
    symbols = knowledge.table()
    of_hints = [clause for hint in knowledge.hints for clause in clauses_of_hint(hint, symbols)]
    clauses = [*of_hints, *knowledge.fact_clauses(symbols), *knowledge.formula_clauses(symbols)]
    meanings = [f"{name} means: {meaning}" for name, meaning in symbols.meanings.items()]
    return dimacs(clauses, symbols.names, [*(f"hint: {hint}" for hint in knowledge.hints), *meanings])


_ASP = """\
% A cell holds a mine or not; every hint has as many mines as it says; what is known is so.
{ mine(C) } :- cell(C).
:- hint(H, Low, High), not Low { mine(C) : among(H, C) } High.
:- known_mine(C), not mine(C).
:- known_safe(C), mine(C).
#defined cell/1.
#defined hint/3.
#defined among/2.
#defined known_mine/1.
#defined known_safe/1.
#show mine/1.
"""


def to_asp(knowledge: Knowledge) -> str:
    """Return what is known as a program for clingo: `clingo FILE` shows a placement, `clingo 0 FILE` all of them.

    >>> from logicms.hints import exactly
    >>> print(to_asp(Knowledge([exactly(1, ["A1", "B1"])], [("B1", False)])).partition("% A cell")[0], end="")
    cell("A1").
    cell("B1").
    hint(1, 1, 1). % 1 among A1 B1
    among(1, "A1").
    among(1, "B1").
    known_safe("B1").
    """
    symbols = knowledge.table()
    clauses = knowledge.formula_clauses(symbols)
    lines = [f"cell({_quoted(name)})." for name in symbols.names]
    for number, hint in enumerate(knowledge.hints, 1):
        lines.append(f"hint({number}, {hint.low}, {hint.high}). % {one_line(str(hint))}")
        lines += [f"among({number}, {_quoted(str(name))})." for name in hint.among]
    lines += [f"known_{'mine' if mine else 'safe'}({_quoted(str(name))})." for name, mine in knowledge.facts]
    lines += [_asp_clause(symbols, clause) for clause in clauses]
    return "".join(f"{line}\n" for line in lines) + _ASP


def _asp_clause(symbols: Symbols, clause: Clause) -> str:
    """Return that not all literals of the clause fail."""
    fails = [
        f"{'not ' if literal > 0 else ''}mine({_quoted(symbols.names[abs(literal) - 1])})"
        for literal in _sorted(clause)
    ]
    return f":- {', '.join(fails) or '#true'}."


def to_minizinc(knowledge: Knowledge) -> str:
    """Return what is known as a program for MiniZinc, which prints the mines of a placement, one name a line.

    >>> from logicms.hints import exactly
    >>> print(to_minizinc(Knowledge([exactly(1, ["A1", "B1"])], [("B1", False)])), end="")
    array[1..2] of string: name = ["A1", "B1"];
    array[1..2] of var bool: mine;
    constraint sum([bool2int(mine[1]), bool2int(mine[2])]) = 1; % 1 among A1 B1
    constraint not mine[2];
    solve satisfy;
    output [name[i] ++ "\\n" | i in index_set(name) where fix(mine[i])];
    """
    symbols = knowledge.table()
    clauses = [*knowledge.fact_clauses(symbols), *knowledge.formula_clauses(symbols)]
    range_of_names = f"array[1..{len(symbols)}] of"
    lines = [
        f"{range_of_names} string: name = [{', '.join(map(_quoted, symbols.names))}];",
        f"{range_of_names} var bool: mine;",
        *(f"constraint {_minizinc_count(symbols, hint)}; % {one_line(str(hint))}" for hint in knowledge.hints),
        *(f"constraint {_minizinc_clause(clause)};" for clause in clauses),
        "solve satisfy;",
        'output [name[i] ++ "\\n" | i in index_set(name) where fix(mine[i])];',
    ]
    return "".join(f"{line}\n" for line in lines)


def _minizinc_count(symbols: Symbols, hint: Hint) -> str:
    cells = [f"bool2int(mine[{symbols[str(name)]}])" for name in hint.among]
    count = f"sum([{', '.join(cells)}])" if cells else "0"
    if hint.is_exact:
        return f"{count} = {hint.low}"
    bounds = [f"{count} >= {hint.low}"] if hint.low > 0 else []
    return " /\\ ".join([*bounds, f"{count} <= {hint.high}"])


def _minizinc_clause(clause: Clause) -> str:
    return " \\/ ".join(f"{'' if n > 0 else 'not '}mine[{abs(n)}]" for n in _sorted(clause)) or "false"


def _sorted(clause: Clause) -> list[int]:
    return sorted(clause, key=abs)


def _quoted(name: str) -> str:
    """Return the name as a string of clingo or MiniZinc, which escape alike.

    >>> print(_quoted('a"b'))
    "a\\"b"
    """
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
