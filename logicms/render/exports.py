"""Every format by name, including pictures and the input of other solvers: what `convert` and the service write.

For other solvers there are DIMACS (SAT solvers), ASP (clingo) and MiniZinc; hints keep their counts where the solver
can count. Each text is complete: given to its program, the program prints a placement. Formulas are written as clauses;
the auxiliary symbols of large ones are free, so the same placement may be found several times unless the solver looks
at the mines only. For SAT solvers and MiniZinc, which know no closed predicates, what these make true is written as
facts; their other atoms fail, and are left out unless a statement is about them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from logicms.answers.show import ConvertAnswer, FormatAnswer, FormatsAnswer
from logicms.board import Board
from logicms.errors import BoardError, LimitReached, counted
from logicms.hints import Hint, Literal
from logicms.logic.clauses import Clause, Symbols, clauses_of, clauses_of_hint
from logicms.notation.grids import Format
from logicms.notation.hint_files import HintFile, format_hints
from logicms.notation.read import FORMATS, HINTS, write_what_fits
from logicms.problem import Problem
from logicms.proofs.certificates import dimacs, one_line
from logicms.render.picture import board_svg

if TYPE_CHECKING:
    from logicms.answers.knowledge import KbAnswer


def _latex(board: Board) -> str:
    from logicms.render.latex import board_document  # it knows proofs, which load a SAT solver

    return board_document(board)


def _asp(given: Board | HintFile) -> str:
    from logicms.render.asp import to_asp  # large, and seldom needed

    return to_asp(given)


_OUT = (
    Format(name="svg", summary="a picture, in light and dark mode", format=board_svg),
    Format(name="latex", summary="a picture, as a document that needs only LaTeX's base packages", format=_latex),
    Format(name="dimacs", summary="clauses, for SAT solvers", format=lambda board: to_dimacs(Problem.of(board))),
    Format(name="asp", summary="an answer-set program, for clingo", format=_asp),
    Format(name="minizinc", summary="constraints, for MiniZinc", format=lambda board: to_minizinc(Problem.of(board))),
)

ALL_FORMATS = {**FORMATS, **{form.name: form for form in _OUT}}


def formats() -> FormatsAnswer:
    """Return the formats that boards are read from and written to.

    >>> [each.name for each in formats().formats][:2]
    ['board', 'hints']
    """
    return FormatsAnswer(
        tuple(
            FormatAnswer(form.name, form.parse is not None, form.format is not None, form.summary)
            for form in ALL_FORMATS.values()
        )
    )


def formats_text(answer: FormatsAnswer, **look: object) -> str:
    """Return a line for each format."""
    return "\n".join(
        f"{each.name:<13}{'read' if each.reads else '':<5}{'write' if each.writes else '':<6} {each.about}"
        for each in answer.formats
    )


def convert(read: Board | HintFile, name: str, to: str, *, force: bool = False) -> ConvertAnswer:
    """Return a board or a hint file, which was read in the format `name`, in another format.

    A title is left out if there is no room for it, and with `force` everything else that does not fit.

    >>> convert(Board(("?1",), mines=1, title="one"), "board", "jsm").left_out
    ('the key `title`',)
    """
    if isinstance(read, HintFile) and to in _OF_HINTS:
        return ConvertAnswer(name, to, _OF_HINTS[to](read))
    board = read.to_board() if isinstance(read, HintFile) else read
    if board is None:
        said = f"this was read as {name}, and is not a board that can be written as {to}"
        raise BoardError(f"{said}; what a hint file says is written as {', '.join(_OF_HINTS)}")
    text, left_out = write_what_fits(board, to, ALL_FORMATS, force=force)
    return ConvertAnswer(name, to, text if text.endswith("\n") else f"{text}\n", left_out or None)


_OF_HINTS: dict[str, Callable[[HintFile], str]] = {
    HINTS: format_hints,
    "dimacs": lambda file: to_dimacs(file.to_problem()),
    "asp": _asp,
    "minizinc": lambda file: to_minizinc(file.to_problem()),
}
"""The formats of a hint file that is no board."""


def write(board: Board, name: str) -> str:
    """Return the board in the format `name`, ended by a newline.

    >>> write(Board(("?1",)), "svg")[:4]
    '<svg'
    """
    return convert(board, "board", name).text


def exported(answer: KbAnswer, problem: Problem, forms: Collection[str]) -> KbAnswer:
    """Return a knowledge base with its texts in some forms, `sympy` and `dimacs`; at a limit, it says so instead."""
    try:
        sympy = str(answer.base.to_sympy()) if "sympy" in forms else None
        text = to_dimacs(problem).rstrip("\n") if "dimacs" in forms else None
    except LimitReached as error:
        return replace(answer, status="limit", message=str(error))
    return replace(answer, sympy=sympy, dimacs=text)


def _table(problem: Problem) -> Symbols:
    """Return a new symbol table with every name in the problem's hints, facts and formulas.

    Facts about open cells that nothing else mentions are left out.
    """
    symbols = Symbols()
    formulas = (name for formula in problem.formulas for name in formula.names)
    symbols.add(
        [
            *(name for hint in problem.all_hints for name in hint.among),
            *(fact.name for fact in _facts(problem)),
            *formulas,
        ]
    )
    return symbols


def _facts(problem: Problem) -> list[Literal]:
    """Return the facts as they were stated: two of them may contradict each other."""
    opened = () if problem.board is None else frozenset(problem.board.open)
    return [each for each in problem.statements if isinstance(each, Literal) and each.name not in opened]


def _concluded(problem: Problem, symbols: Symbols, what: str) -> tuple[list[Clause], list[str]]:
    """Return what closed predicates make true and no statement is about, and comments that say so.

    The names are added to `symbols`; `what` the clauses are called there.
    """
    if problem.closed is None:
        return [], []
    others = len(symbols)
    symbols.add(problem.closed.holding)
    clauses: list[Clause] = [frozenset((number,)) for number in range(others + 1, len(symbols) + 1)]
    said = [f"conclusions of closed predicates: the last {counted(len(clauses), what)}"] if clauses else []
    return clauses, [*said, "atoms of closed predicates that are not named here do not hold"]


def _formula_clauses(problem: Problem, symbols: Symbols) -> list[Clause]:
    """Return the clauses of the formulas and of their auxiliary symbols, which are added to `symbols`."""
    converted = [clauses_of(formula.expr, symbols) for formula in problem.formulas]
    return [c for one in converted for c in (*one.clauses, *(definition for _, definition in one.definitions))]


def _fact_clauses(problem: Problem, symbols: Symbols) -> list[Clause]:
    """Return a unit clause for each fact."""
    return [frozenset({symbols[str(name)] * (1 if holds else -1)}) for name, holds in _facts(problem)]


def to_dimacs(problem: Problem) -> str:
    """Return what is known as DIMACS CNF; a large count gets auxiliary symbols, whose meanings are in comments.

    >>> from logicms.hints import exactly
    >>> from logicms.hints import Literal
    >>> print(to_dimacs(Problem([exactly(1, ["A1", "B1"], because="A2"), Literal("B1", False)])), end="")
    c hint: A2: 1 among A1 B1
    c 1 A1
    c 2 B1
    p cnf 2 3
    1 2 0
    -1 -2 0
    -2 0
    """
    symbols = _table(problem)
    of_hints = [clause for hint in problem.all_hints for clause in clauses_of_hint(hint, symbols)]
    clauses = [*of_hints, *_fact_clauses(problem, symbols), *_formula_clauses(problem, symbols)]
    concluded, said = _concluded(problem, symbols, "clause")
    hints = [f"hint: {hint}" for hint in problem.all_hints]
    meanings = [f"{name} means: {meaning}" for name, meaning in symbols.meanings.items()]
    return dimacs([*clauses, *concluded], symbols.names, [*hints, *meanings, *said])


def to_minizinc(problem: Problem) -> str:
    """Return what is known as a program for MiniZinc, which prints the mines of a placement, one name per line.

    >>> from logicms.hints import exactly
    >>> from logicms.hints import Literal
    >>> print(to_minizinc(Problem([exactly(1, ["A1", "B1"]), Literal("B1", False)])), end="")
    array[1..2] of string: name = ["A1", "B1"];
    array[1..2] of var bool: mine;
    constraint sum([bool2int(mine[1]), bool2int(mine[2])]) = 1; % 1 among A1 B1
    constraint not mine[2];
    solve satisfy;
    output [name[i] ++ "\\n" | i in index_set(name) where fix(mine[i])];
    """
    symbols = _table(problem)
    clauses = [*_fact_clauses(problem, symbols), *_formula_clauses(problem, symbols)]
    concluded, said = _concluded(problem, symbols, "constraint")
    range_of_names = f"array[1..{len(symbols)}] of"
    lines = [
        *(f"% {line}" for line in said),
        f"{range_of_names} string: name = [{', '.join(map(_quoted, symbols.names))}];",
        f"{range_of_names} var bool: mine;",
        *(f"constraint {_minizinc_count(symbols, hint)}; % {one_line(str(hint))}" for hint in problem.all_hints),
        *(f"constraint {_minizinc_clause(clause)};" for clause in (*clauses, *concluded)),
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
    """Return the name as a string of clingo or MiniZinc, which escape in the same way.

    >>> print(_quoted('a"b'))
    "a\\"b"
    """
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
