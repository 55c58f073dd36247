"""Answer-set programs: clingo finds exactly the placements of a file, and reads rules as rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import clingo
import pytest
import written_out
from conftest import FULL, ROOT
from pysat.formula import CNF
from pysat.solvers import Solver

from logicms.errors import BoardError, BoardSyntaxError, LimitReached
from logicms.notation.boards import parse_board
from logicms.notation.hint_files import HintFile, hint_file_of, parse_hints
from logicms.render.asp import to_asp
from logicms.render.exports import to_dimacs, write

Placement = frozenset[str]
NO_HEAD = "does not occur in any rule head"

MOST = 3_000
"""So many placements are compared; of a file with more, those that each side finds are tried by the other."""


class Ours:
    """The placements of a file, as a SAT solver finds them."""

    def __init__(self, file: HintFile) -> None:
        text = to_dimacs(file.to_problem())
        words = (line.split() for line in text.splitlines() if line.startswith("c "))
        self.names = {name: int(number) for _, number, name, *_ in words if number.isdigit() and name[0] != "_"}
        self.solver = Solver("g4", bootstrap_with=CNF(from_string=text).clauses)
        self.solver.append_formula([[number, -number] for number in self.names.values()])

    @property
    def about(self) -> frozenset[str]:
        return frozenset(self.names)

    def placements(self) -> Iterator[Placement]:
        while self.solver.solve():
            model = set(self.solver.get_model() or ())
            yield frozenset(name for name, number in self.names.items() if number in model)
            self.solver.add_clause([-number if number in model else number for number in self.names.values()])

    def has(self, placement: Placement) -> bool:
        numbers = (number if name in placement else -number for name, number in self.names.items())
        return bool(self.solver.solve(assumptions=list(numbers)))


class Theirs:
    """The answer sets of a program, as far as they are shown."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.said: list[str] = []
        options = [str(MOST + 1), "--project=show"]
        self.control = clingo.Control(options, logger=lambda code, message: self.said.append(message))
        self.control.add("base", [], text)
        self.control.ground([("base", [])])

    def placements(self) -> Iterator[Placement]:
        with self.control.solve(yield_=True) as handle:
            yield from (frozenset(map(written, model.symbols(shown=True))) for model in handle)

    def has(self, placement: Placement, about: Placement) -> bool:
        atoms = {
            written(each.symbol): each.symbol for each in self.control.symbolic_atoms if written(each.symbol) in about
        }
        chosen = [(symbol, name in placement) for name, symbol in atoms.items()]
        return placement <= atoms.keys() and bool(self.control.solve(assumptions=chosen).satisfiable)


def written(symbol: clingo.Symbol) -> str:
    """Return an atom of clingo as a hint file writes it."""
    values = [each.string if each.type is clingo.SymbolType.String else str(each) for each in symbol.arguments]
    if symbol.name == "mine":
        return values[0]
    return f"{symbol.name}({','.join(values)})" if values else symbol.name


def agree(file: HintFile, *remarks: str) -> int:
    """Check that clingo finds what we find, and has no other remarks; return how many placements that were."""
    ours, theirs = Ours(file), Theirs(to_asp(file))
    assert all(any(each in said for each in remarks) for said in theirs.said), (theirs.said, theirs.text)
    shown = set(theirs.placements())
    found = {each & ours.about for each in shown}
    if len(shown) > MOST:
        some = [each for each, _ in zip(ours.placements(), range(20), strict=False)]
        assert all(theirs.has(each, ours.about) for each in some), theirs.text
        assert some and all(Ours(file).has(each) for each in sorted(found, key=sorted)[:20]), theirs.text
    else:
        assert found == set(ours.placements()), theirs.text
    return len(found)


def files() -> list[Path]:
    folders = (ROOT / "examples" / name for name in ("hints", "rules"))
    return sorted(path for folder in folders for path in folder.glob("*.hints"))


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_clingo_finds_the_placements_of_every_example(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    board = path.parent / "boards" / f"{path.stem}.txt"
    if board.exists():
        clues = hint_file_of(parse_board(board.read_text(encoding="utf-8")))
        rules = parse_hints(text, size=clues.size, grid=clues.grid)
        file = HintFile((*clues.lines, *rules.lines), clues.size, clues.mines or rules.mines, clues.grid)
    else:
        file = parse_hints(text)
    assert agree(file) or path.name == "clash.hints"


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "boards").glob("*.txt")), ids=lambda path: path.stem)
def test_clingo_finds_the_placements_of_every_board(path: Path) -> None:
    board = parse_board(path.read_text(encoding="utf-8"))
    assert write(board, "asp") == to_asp(board)
    if len(board.hidden) <= 60:
        agree(hint_file_of(board.with_flags("fact")))


@pytest.mark.parametrize(
    "text, why",
    [
        ("1 among a b\n2 among b c d", "counts"),
        ("at least 2 among a b c\nat most 1 among b c d", "bounds"),
        ("size: 3x2\nmines: 2\n1 at A1\nsafe C2", "clues, a total and a fact"),
        ("size: 3x1\n1 at A1\nclue(C1, 5)\n", "a clue that says nothing by itself"),
        ("a -> b & ~c\na ^ b ^ c\nmine d", "formulas and a fact"),
        ("(a & b & c) | (d & e & f) | (a & ~d & f) | (b & ~e & c) | (~a & ~b & ~f & e)", "a formula with parts"),
        ("a | b\n~a\n~b", "a contradiction"),
        ("2 among a", "a count that no placement meets"),
        ("safe a\nmine a", "facts that clash"),
        ("false", "false"),
        ("true\nat most 5 among a b", "nothing at all"),
        ("", "nothing and nobody"),
        ("only wet\nrain -> wet\nhose -> wet\nmine wet", "a closed name that is said to hold"),
        ("only wet\nwet\nmine wet\n1 among wet a", "a count with a closed name"),
        ("only p q\np(a)\np(1)\np(2)\nall x, y: p(x) & p(y) & ~(x < y) -> q(x, y)\n1 among v w", "the order of names"),
        ("set s = rain snow\nrain -> cold\n1 x in s: mine(x)\nsnow -> ~warm", "names as values"),
        (
            "only at\nat(a, 0)\nall x, t in 0..3: at(x, t) -> at(x, t+1)\nall t in 0..4: at(a, t) -> p(t)",
            "steps in time",
        ),
        ("only on\nset s = a b\nswitch -> on(a)\nall x: on(x) -> lit(x)", "a variable ranges over what is undecided"),
        ("only p\nset s = a b c\nall x in s: q(x) ^ r(x) ^ q(a) <-> p(x)\n1 x in s: p(x)", "an odd number"),
        ("only at p\nat(0)\nall k: at(k-1) -> at(k)\nall k, j: at(k) & j = k+1 -> p(j)", "a sum without end"),
        ("only at p\nat(ann)\nat(1)\nall k: at(k) & ~at(k+1) -> p(k)", "what is added to a name"),
        ("only at p\nat(ann)\nat(1)\nall k: at(k) & ~at(k+1) -> p(k) & o(k)", "and what is open"),
        ("only at p\nat(0)\nall k: at(k) & false -> p(k)\no | q", "a rule without an instance"),
    ],
)
def test_clingo_finds_the_placements(text: str, why: str) -> None:
    agree(parse_hints(text))


def test_names_that_clingo_has_not_are_replaced_and_said() -> None:
    text = to_asp(
        parse_hints("set s = Ann ann not_1\nRain & rain\n名 <-> é_2\nall Übung in s: s(Übung) | t(Übung, Ann)")
    )
    for line in ('s_2("Ann";ann;not_1).', "% rain: Rain", "% rain_2: rain", "% name: 名", "{ s(Bung) : s_2(Bung) }."):
        assert line in text.splitlines(), text
    assert Theirs(text).said == [] and len(set(Theirs(text).placements())) > 1


def test_a_program_reads_like_one_by_hand() -> None:
    text = (ROOT / "examples" / "rules" / "australia.hints").read_text(encoding="utf-8")
    assert (
        to_asp(parse_hints(text))
        == """\
regions("WA";"NT";"SA";"Q";"NSW";"V";"T").
colours(red;green;blue).
next("WA",("NT";"SA")).
next("NT",("SA";"Q")).
next("SA",("Q";"NSW";"V")).
next("Q","NSW").
next("NSW","V").

% all r in regions: 1 c in colours: is(r, c)
{ is(R,C) : colours(C) } = 1 :- regions(R).

% all r in regions, s in next(r), c in colours: ~(is(r, c) & is(s, c))
:- regions(R), next(R,S), colours(C), is(R,C), is(S,C).

is("WA",red).
is("SA",blue).

#show is/2.
"""
    )


# -- random files


class Writer:
    """Writes a random file: closed predicates in layers, and formulas of any shape about all."""

    SETS: Mapping[str, str] = {"s": "a b c", "n": "1 2 3"}
    OPEN: Mapping[str, str] = {"o": "s", "l": "ss", "w": "", "v": "", "g": "n"}
    CLOSED: Mapping[str, str] = {"e": "ss", "f": "s", "p": "s", "q": "ss", "h": "n"}

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.number = 0

    def text(self) -> str:
        rng = self.rng
        lines = [f"set {name} = {members}" for name, members in self.SETS.items()]
        lines += ["set next(a) = b c", "set next(b) = c", f"only {' '.join(self.CLOSED)}"]
        lines += [f"e({rng.choice('abc')}, {rng.choice('abc')})" for _ in range(rng.randint(1, 4))]
        lines += [f"f({rng.choice('abc')})", f"h({rng.randint(1, 2)})"][: rng.randint(0, 2)]
        layers = {"f": "e", "p": "ef", "q": "efp", "h": "efp"}  # a condition may have these, and their negations
        for name in rng.choices(list(layers), k=rng.randint(1, 3)):
            lines.append(self.rule(name, {each: self.CLOSED[each] for each in layers[name]}))
        lines += ["all x, y, z: e(x, y) & q(y, z) -> q(x, z)"] * (rng.random() < 0.3)
        lines += (self.statement() for _ in range(rng.randint(1, 4)))
        return "\n".join(lines)

    def rule(self, head: str, below: Mapping[str, str]) -> str:
        rng = self.rng
        kinds = self.CLOSED[head]
        opened = {"w": "", "o": "s"} if rng.random() < 0.4 else {}
        variables = {f"x{place}": kind for place, kind in enumerate(kinds)}
        body = self.formula(variables, {**below, **opened}, rng.randint(1, 3))
        bound = ", ".join(f"{name} in {kind}" for name, kind in variables.items())
        if rng.random() < 0.2:
            return f"all {bound}: {head}({', '.join(variables)}) <-> ({body})"
        arguments = [f"{name}+1" if kind == "n" and rng.random() < 0.5 else name for name, kind in variables.items()]
        return f"all {bound}: ({body}) -> {head}({', '.join(arguments)})"

    def statement(self) -> str:
        rng, every = self.rng, {**self.OPEN, **self.CLOSED}
        if rng.random() < 0.15:
            return f"all x, y: e(x, y) -> ({self.formula({'x': 's', 'y': 's'}, every, 2)})"
        if rng.random() < 0.2:
            return rng.choice(
                ("all x in s: 1 y in s: l(x, y)", "all x in s: e(x, x) -> at most 1 y in next(x): l(x, y)")
            )
        return self.formula({}, every, rng.randint(1, 4))

    def formula(self, variables: Mapping[str, str], names: Mapping[str, str], depth: int) -> str:
        rng = self.rng
        if depth == 0:
            return self.leaf(variables, names)
        kind = rng.choice(("leaf", "not", "and", "or", "->", "<->", "^", "^^", "all", "some", "count"))
        again: Callable[[], str] = lambda: self.formula(variables, names, depth - 1)  # noqa: E731
        if kind == "leaf":
            return self.leaf(variables, names)
        if kind == "not":
            return f"~({again()})"
        if kind in ("all", "some", "count"):
            self.number += 1
            new = f"y{self.number}"
            related = [name for name, of in variables.items() if of == "s"]
            of = f"next({rng.choice(related)})" if related and rng.random() < 0.3 else rng.choice("sn")
            inside = self.formula({**variables, new: of if of == "n" else "s"}, names, depth - 1)
            count = rng.choice(("1", "at least 2", "at most 1", "0"))
            return f"({count if kind == 'count' else kind} {new} in {of}: {inside})"
        sign = {"and": "&", "or": "|", "^^": "^"}.get(kind, kind)
        parts = [again() for _ in range(3 if kind == "^^" else 2)]
        return f" {sign} ".join(f"({part})" for part in parts)

    def leaf(self, variables: Mapping[str, str], names: Mapping[str, str]) -> str:
        rng = self.rng
        if variables and rng.random() < 0.2:
            name = rng.choice(list(variables))
            other = rng.choice([each for each, of in variables.items() if of == variables[name]])
            signs = ("=", "!=") if variables[name] == "s" else ("<", ">=", "!=")
            return f"{name} {rng.choice(signs)} {other}{'+1' if variables[name] == 'n' and rng.random() < 0.3 else ''}"
        name = rng.choice(list(names))
        values = [self.value(kind, variables) for kind in names[name]]
        return f"{name}({', '.join(values)})" if values else name

    def value(self, kind: str, variables: Mapping[str, str]) -> str:
        own = [name for name, of in variables.items() if of == kind]
        return self.rng.choice(own) if own and self.rng.random() < 0.8 else self.rng.choice(self.SETS[kind].split())


@pytest.mark.full
def test_clingo_finds_the_placements_of_files_of_any_shape() -> None:
    """Those of `written_out`, which has its own way to write them for clingo."""
    seen = Counter[str]()
    for seed in range(3_000 if FULL else 40):
        text = written_out.Writer(Random(seed), tuple(written_out.OPENED)).file().text
        try:
            file = parse_hints(text)
            _ = file.to_problem().statements
        except (BoardError, BoardSyntaxError, LimitReached):
            seen["refused"] += 1
            continue
        agree(file, NO_HEAD, "operation undefined")  # of a name that another atom gives to a variable first
        seen["agreed"] += 1
    print(dict(seen))
    assert seen["agreed"] > seen["refused"] > 0


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4_000 if FULL else 60))
def test_clingo_finds_the_placements_of_random_files(seed: int) -> None:
    text = Writer(Random(seed)).text()
    try:
        agree(parse_hints(text), NO_HEAD)
    except BoardError as error:  # clingo would have several answer sets, or none
        assert "circle" in str(error) or "rests on" in str(error), text
