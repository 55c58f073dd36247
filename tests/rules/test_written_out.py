"""Files of any shape about closed and open predicates, against clingo on the same written out, atom by atom."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from conftest import FULL
from second_checker import fault, hints_source
from written_out import CLOSED, OPENED, SETS, File, Part, Program, Term, Writer, answer_sets

import logicms as lm
from logicms.answers.knowledge import ask
from logicms.errors import BoardError, BoardSyntaxError, InconsistentKnowledge, LimitReached
from logicms.notation.formulas import question
from logicms.notation.hint_files import HintFile, parse_hints

OPEN = tuple(OPENED)


def files(number: int, opened: tuple[str, ...] = (), first: int = 0):
    """Yield random files that can be read: most of them, the others say that a number or an element is missing."""
    read = 0
    for seed in range(first, first + number):
        file = Writer(Random(seed), opened).file()
        try:
            hints = parse_hints(file.text)
        except (BoardError, BoardSyntaxError):
            continue
        read += 1
        yield file, hints
    assert read > number / 2


def is_settled(hints: HintFile) -> bool:
    """Return whether a file says what its closed predicates mean; too large conditions are no reason to doubt it."""
    try:
        hints.to_problem().closed.require()
    except BoardError as error:
        assert " needs " in str(error), error
        return False
    return True


def well_founded(program: Program) -> tuple[set[str], set[str]]:
    """Return what certainly holds and what may, by the alternating fixpoint of the rules for clingo."""
    rules: list[tuple[str, list[str]]] = []
    for line in program.lines:
        head, _, body = line.removesuffix(".").partition(" :- ")
        if not line.startswith(":-"):
            rules.append((head, body.split(", ") if body else []))

    def least(judged: set[str]) -> set[str]:
        left = [
            (head, [each for each in body if not each.startswith("not ")])
            for head, body in rules
            if not any(each.startswith("not ") and each[4:] in judged for each in body)
        ]
        found: set[str] = set()
        while new := {head for head, body in left if found.issuperset(body)} - found:
            found |= new
        return found

    lower: set[str] = set()
    while (new := least(upper := least(lower))) != lower:
        lower = new
    return lower, upper


@pytest.mark.full
def test_what_holds_and_what_is_refused():
    seen: Counter[str] = Counter()
    for file, hints in files(8_000 if FULL else 150):
        program = Program(File(file.facts, file.rules, [], ()))
        lower, upper = well_founded(program)
        assert (lower == upper) == is_settled(hints), file.text
        if lower == upper:
            holding = frozenset(map(str, hints.to_problem().closed.holding))
            assert holding == {atom for atom in lower if not atom.startswith("aux")}, file.text
            program.lines = {line: None for line in program.lines if not line.startswith(":-")}
            assert answer_sets(program.text) == [holding], file.text
        seen["settled" if lower == upper else "refused"] += 1
    print(dict(seen))
    assert all(seen[each] for each in ("settled", "refused"))


def name_of(part: Part) -> str:
    return part.kind + (f"({','.join(str(term.of) for term in part.terms)})" if part.terms else "")


def is_true(part: Part, values, model: frozenset[str], constants) -> bool:
    """Return whether a part of a question is true in an answer set."""
    program = Program(File([], [], [], ()))
    program.constants, program.rules_for = constants, set(CLOSED)
    found = program.literal(part, values, True)
    if isinstance(found, bool):
        return found
    true = set(model)
    for line in program.lines:  # each part comes after those that it is made of
        head, _, body = line.removesuffix(".").partition(" :- ")
        if all((each.removeprefix("not ") in true) != each.startswith("not ") for each in body.split(", ")):
            true.add(head)
    return (found.removeprefix("not ") in true) != found.startswith("not ")


@pytest.mark.full
def test_every_answer_is_that_of_clingo():
    """Open predicates, constraints, and every command; a file is refused only where closed atoms lack one meaning."""
    seen: Counter[str] = Counter()
    for file, hints in files(3_000 if FULL else 40, OPEN, first=100_000):
        if not is_settled(hints):
            seen["refused"] += 1
            continue
        rng = Random(file.text)
        models = answer_sets(Program(file).text)
        try:
            base = lm.KnowledgeBase(hints)
            check_answers(file, hints, base, models, rng, seen)
            check_rows(file, base, models, rng, seen)
        except InconsistentKnowledge as error:
            assert not models, file.text
            assert error.proof is not None
            accepted(json.loads(json.dumps({"version": 1, **error.proof.to_json()})), file, base, seen)
            seen["contradictions"] += 1
        except LimitReached as error:
            assert "more than 1,000 clauses" in str(error), (error, file.text)
            seen["too large"] += 1
    print(dict(seen))
    assert all(seen[each] for each in ("yes", "no", "unknown", "certain", "possible", "refused", "contradictions"))


def accepted(proof, file, base, seen):
    """Check that both checkers accept a proof, alone and with its file."""
    text = json.dumps(proof)
    facts = {step["name"] for step in proof["steps"] if step["by"] == "fact"}
    for given, source in ((None, None), (base.premises, hints_source(file.text))):
        if source and not facts <= set(file.text.replace(", ", ",").splitlines()):
            seen["simplified"] += 1  # `d(c) | (u ^ u)` says d(c), which the second checker does not see
            continue
        assert fault(text, source) is None, (fault(text, source), text, file.text)
        assert lm.verify(lm.Proof.from_json(proof), base if given else None), (text, file.text)
    seen["proofs"] += 1


def check_answers(file, hints, base, models, rng, seen):
    problem = hints.to_problem()
    names = [name_of(part) for part in every_atom(rng)]
    deduction = lm.deduce(problem)
    assert models, file.text
    open_names = frozenset(map(str, problem.names)) - set(names_of(CLOSED))
    shown = Counter(model & open_names for model in models)
    chance = lm.odds(problem)
    assert chance.placements == len({model & frozenset(map(str, problem.names)) for model in models}), file.text
    for name in names:
        held = sum(name in model for model in models)
        truth = "yes" if held == len(models) else "unknown" if held else "no"
        if name.partition("(")[0] in OPENED and name not in open_names:
            truth = "unknown" if 0 < held < len(models) else truth
        answer = ask(problem, question(problem, name))
        assert answer.answer == truth, (name, file.text)
        seen[truth] += 1
        if truth != "unknown":
            accepted(json.loads(json.dumps(answer.to_json()["proof"])), file, base, seen)
        if name in open_names:
            assert (name in map(str, deduction.holds)) == (truth == "yes"), (name, file.text)
            assert (name in map(str, deduction.fails)) == (truth == "no"), (name, file.text)
            if len(shown) == len(models):
                assert chance.holds[name] == Fraction(held, len(models)), (name, file.text)


def names_of(predicates):
    for name, kinds in predicates.items():
        for row in product(*(SETS.get(kind, (*SETS["s"], 1, 7, "z1")) for kind in kinds)):
            yield f"{name}({','.join(map(str, row))})" if row else name


def every_atom(rng):
    for _ in range(6):
        name = rng.choice((*CLOSED, *OPENED))
        kinds = {**CLOSED, **OPENED}[name]
        yield Part(name, tuple(Term(rng.choice(SETS.get(kind, SETS["s"])), 0, False) for kind in kinds))


def check_rows(file, base, models, rng, seen):
    """Ask for values: of variables with sets, and of some that closed atoms give values to."""
    writer = Writer(rng, OPEN)
    ranged = {f"x{number}": kind for number, kind in enumerate(rng.choices("sn", k=rng.randint(0, 2)))}
    bindings = list(ranged.items())
    parts = []
    if not bindings or rng.random() < 0.5:
        predicate = rng.choice(("p", "e", "r", "f", "g"))
        terms = [writer._term(kind, ranged) for kind in CLOSED[predicate]]
        place = rng.randrange(len(terms))
        terms[place], ranged["z"] = Term("z"), CLOSED[predicate][place]
        parts.append(Part(predicate, tuple(terms)))
        bindings.append(("z", ""))
    parts += (writer.condition(ranged, tuple(CLOSED), rng.randint(0, 2)) for _ in range(rng.randint(1, 2)))
    body = Part("&", parts=tuple(parts)) if len(parts) > 1 else parts[0]
    bound = ", ".join(f"{name} in {of}" if of else name for name, of in bindings)
    text = f"which {bound}: {body}"
    try:
        rows = base.which(text)
    except BoardSyntaxError as error:  # a name where a number must be
        assert "not a number" in str(error) or "range" in str(error), (error, text)
        return
    held = {}
    for chosen in product(*(SETS[of] if of else file.constants for _, of in bindings)):
        values = dict(zip((name for name, _ in bindings), chosen, strict=True))
        held[chosen] = [is_true(body, values, model, file.constants) for model in models]
    certain = [row for row, each in held.items() if all(each)]
    possible = [row for row, each in held.items() if any(each) and not all(each)]
    assert {tuple(row.values()) for row in rows.certain} == set(certain), (text, file.text)
    assert {tuple(row.values()) for row in rows.possible} == set(possible), (text, file.text)
    seen["certain"] += len(certain)
    seen["possible"] += len(possible)
