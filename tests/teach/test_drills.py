"""Drills: every right answer is accepted, wrong ones are refused with the reason; judges that share nothing with them.

The judges below are about the fields of the exercise as the lesson writes them: resolution of sets of literals,
truth values by sympy, placements by the oracle, neighbours by distance. The makers and the tasks use none of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, product
from random import Random

import clingo
import oracle
import pytest
from click.testing import CliRunner
from sympy import And, Equivalent, false, satisfiable, true

from logicms.board import Board, parse_cell
from logicms.cli import app
from logicms.cli.talk import run_here
from logicms.errors import BoardError
from logicms.notation.formulas import parse_formula
from logicms.teach.drills import DRILLS, MOST_SEED, drill_lesson, drill_text, named_drill
from logicms.teach.lesson import find_lesson, our_lesson
from logicms.teach.lesson_reader import parse_lesson, problems

SEEDS = range(50)
Judge = Callable[[str], bool]


def fields_of(text: str) -> dict[str, str]:
    """Return the fields of the only exercise of a lesson, each value on one line."""
    found = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)$", text.partition("\nexercise ")[2], re.MULTILINE)
    return {key: " ".join(value.split()) for key, value in found}


def blocks_of(text: str) -> list[str]:
    """Return the lines of the board or hint file of a lesson."""
    above = text.partition("\nexercise ")[0]
    return re.findall(r"^    (\S.*)$", above, re.MULTILINE)


# -- the judges


def clause(text: str) -> frozenset[str]:
    return frozenset() if text == "false" else frozenset(text.replace(" ", "").split("|"))


def opposite(literal: str) -> str:
    return literal[1:] if literal[0] == "~" else "~" + literal


def resolvents(one: frozenset[str], other: frozenset[str]) -> list[frozenset[str]]:
    """Return what two clauses give on each name in which they clash."""
    return [(one | other) - {each, opposite(each)} for each in one if opposite(each) in other]


def is_tautology(literals: frozenset[str]) -> bool:
    return any(opposite(each) in literals for each in literals)


def premise_judge(text: str) -> Judge:
    fields = fields_of(text)
    given, wanted = clause(fields["clause"]), clause(fields["resolvent"])

    def judge(answer: str) -> bool:
        other = clause(answer)
        return not is_tautology(other) and resolvents(given, other) == [wanted]

    return judge


def step_judge(text: str) -> Judge:
    fields = fields_of(text)
    first, second, said = (clause(each) for each in re.findall("`([^`]+)`", fields["ask"]))
    made = resolvents(first, second)
    names = {each.removeprefix("~") for each in said}
    if len(made) != 1:
        truth = "do not clash" if not made else "clash in two names"
    elif said == made[0]:
        truth = "It is right"
    else:
        wanted = {each.removeprefix("~") for each in made[0]}
        truth = "missing" if names < wanted else "should not be there" if wanted < names else "wrong sign"
        assert truth != "wrong sign" or names == wanted
    choices = dict(re.findall(r"([a-f])\) ([^)]*?)(?= [a-f]\)|$)", fields["choices"]))
    assert len(choices) == 6 and sum(truth in each for each in choices.values()) == 1
    return lambda answer: truth in choices[answer]


def follows_judge(text: str) -> Judge:
    given = And(*(parse_formula(line) for line in blocks_of(text)))
    certain = {}
    for symbol in given.free_symbols:
        can_hold, can_fail = (satisfiable(given & way) is not False for way in (symbol, ~symbol))
        assert can_hold or can_fail, "a drill does not contradict itself"
        if can_hold != can_fail:
            certain[symbol.name] = can_hold

    def judge(answer: str) -> bool:
        said: dict[str, bool] = {}
        for group in answer.split(", "):
            word, *those = group.split()
            said.update(dict.fromkeys(those, word == "true"))
        return said == certain

    return judge


def clues_judge(text: str) -> Judge:
    board = Board(tuple(line.replace(" ", "") for line in blocks_of(text)))
    cell = parse_cell(fields_of(text)["cell"])

    def decide(some: tuple[str, ...]) -> bool:
        """Only these clues are left; the other open cells are safe, which is known."""
        kept = {parse_cell(each) for each in some}
        rows = [
            "".join(
                board[each] if each in kept or board[each] == "?" else "-" for each in board.cells if each.row == row
            )
            for row in range(board.height)
        ]
        found = oracle.placements(Board(tuple(rows)))
        return cell in found.safe | found.mine

    def judge(answer: str) -> bool:
        some = tuple(sorted(set(answer.split())))
        if not all(parse_cell(each) in board.open for each in some) or not decide(some):
            return False
        return not any(decide(fewer) for fewer in combinations(some, len(some) - 1))

    return judge


def table_judge(text: str) -> Judge:
    fields = fields_of(text)
    formula = parse_formula(fields["formula"])
    names = sorted(set(re.findall(r"\w+", fields["formula"])))
    values = []
    for row in product((false, true), repeat=len(names)):
        substituted = formula.subs(dict(zip(names, row, strict=True))) if formula.free_symbols else formula
        values.append("T" if substituted == true else "F")
    return lambda answer: answer.split() == values


def instance_judge(text: str) -> Judge:
    size, rule = blocks_of(text)
    width, height = map(int, size.split(": ")[1].split("x"))
    here, operator, how_many, near, sign, there = re.fullmatch(
        r"all c in cells: (\w+)\(c\) (<?->) (some|all) d in (\w+)\(c\): (~?)(\w+)\(d\)", rule
    ).groups()
    cell = parse_cell(fields_of(text)["instance"].rpartition("= ")[2])
    most = {"around": 2, "beside": 1}[near]
    cells = [
        each
        for each in Board(("?" * width,) * height).cells
        if 0 < (each.row - cell.row) ** 2 + (each.col - cell.col) ** 2 <= most
    ]
    join = {"some": " | ", "all": " & "}[how_many].join(f"{sign}{there}_{each}" for each in cells)
    wanted = parse_formula(f"{here}_{cell} {operator} ({join})")

    def judge(answer: str) -> bool:
        if " in " in answer:
            return False
        said = parse_formula(re.sub(r"\((\w+)\)", r"_\1", answer))
        return satisfiable(~Equivalent(said, wanted)) is False

    return judge


def rows_of_clingo(text: str) -> tuple[set[str], set[str]]:
    """Return what is in every answer set of a drill's hint file, written anew for clingo, and what is in some."""
    (people, closed, *lines), question = blocks_of(text), fields_of(text)["question"]
    head = re.match(r"which x in people: (\w+)", question)[1]
    program = [f"person({';'.join(people.split()[3:])})."]
    if head not in closed.split():
        program.append(f"{{ {head}(X, Y) : person(X), person(Y) }}.")
    for line in lines:
        condition, _, conclusion = line.rpartition(": ")[2].rpartition(" -> ")
        if line.startswith("~"):
            program.append(f":- {line[1:]}.")
        elif not condition:
            program.append(f"{line}.")
        else:
            parts = [part.replace("~", "not ") for part in condition.split(" & ")]
            rule = f"{conclusion} :- {', '.join(parts)}."
            program.append(re.sub(r"\b[xyz]\b", lambda each: each[0].upper(), rule))
    atom = re.sub(r"\bx\b", "X", question.partition(": ")[2])
    program.append(f"row(X) :- person(X), {atom}. #show row/1.")
    found = []
    for mode in ("cautious", "brave"):
        control = clingo.Control([f"--enum-mode={mode}", "0"], logger=lambda code, message: None)
        control.add("base", [], "\n".join(program))
        control.ground([("base", [])])
        with control.solve(yield_=True) as models:
            found.append([{str(each.arguments[0]) for each in model.symbols(shown=True)} for model in models][-1])
    return found[0], found[1]


def rows_judge(text: str) -> Judge:
    certain, brave = rows_of_clingo(text)

    def judge(answer: str) -> bool:
        first, _, then = answer.partition("perhaps")
        return set(first.split()) - {"none"} == certain and set(then.split()) == brave - certain

    return judge


JUDGES = {
    "rows": rows_judge,
    "premise": premise_judge,
    "step": step_judge,
    "follows": follows_judge,
    "clues": clues_judge,
    "table": table_judge,
    "instance": instance_judge,
}


# -- fifty drills of each kind


@pytest.mark.parametrize("kind", DRILLS)
def test_right_answers_are_accepted_and_five_wrong_ones_refused_with_the_reason(kind):
    for seed in SEEDS:
        text, lesson = drill_text(kind, seed), drill_lesson(kind, seed)
        judge = JUDGES[kind](text)
        (exercise,) = lesson.exercises
        assert list(problems(lesson, run_here)) == [], text  # answers, mistakes and the words of the replies, tips
        assert judge(exercise.answers[0]), text
        wrong = {mistake.answer: mistake.says for mistake in exercise.mistakes}
        assert len(wrong) == 5, text
        for answer, says in wrong.items():
            judgement = exercise.task.judge(answer)
            assert judgement.outcome == "wrong" and says in judgement.text, (answer, text)
            if is_readable(kind, answer):
                assert not judge(answer), (answer, text)


def is_readable(kind: str, answer: str) -> bool:
    """The judges above read only what is in the form of an answer and about what is there."""
    return not (kind == "follows" and answer == "none") and not (kind == "clues" and not answer_on_board(answer))


def answer_on_board(answer: str) -> bool:
    return all(parse_cell(each).row < 3 for each in answer.split())


@pytest.mark.parametrize("kind", ["premise", "clues", "table", "step", "rows"])
def test_any_answer_is_judged_as_the_second_judge_does(kind):
    for seed in range(12):
        text, (exercise,) = drill_text(kind, seed), drill_lesson(kind, seed).exercises
        judge = JUDGES[kind](text)
        for answer in answers(kind, text, Random(seed)):
            assert exercise.task.judge(answer).is_right == judge(answer), (answer, text)


def answers(kind: str, text: str, rng: Random) -> list[str]:
    """Return many answers in the form that is asked for."""
    fields = fields_of(text)
    if kind == "step":
        return list("abcdef")
    if kind == "rows":
        people = blocks_of(text)[0].split()[3:]
        drawn = [[rng.choice(("", "certain", "perhaps")) for _ in people] for _ in range(30)]
        written = [
            [" ".join(x for x, how in zip(people, row, strict=True) if how == word) for word in ("certain", "perhaps")]
            for row in drawn
        ]
        return [f"{one} perhaps {other}" if other else one or "none" for one, other in written]
    if kind == "table":
        rows = len(fields["answer"].split())
        return [" ".join(rng.choice("TF") for _ in range(rows)) for _ in range(30)] + [fields["answer"]]
    if kind == "premise":
        names = sorted({each.removeprefix("~") for each in clause(fields["clause"]) | clause(fields["resolvent"])})
        signs = list(product(("", "~", None), repeat=len(names)))
        made = [[sign + name for sign, name in zip(row, names, strict=True) if sign is not None] for row in signs]
        return [" | ".join(each) for each in rng.sample(made, 60 if len(made) > 60 else len(made)) if each]
    rows = [line.replace(" ", "") for line in blocks_of(text)]
    open_cells = [str(cell) for cell in Board(tuple(rows)).open if "?" in around(rows, cell)]
    pairs = list(combinations(open_cells, 2))
    return open_cells + [" ".join(pair) for pair in rng.sample(pairs, min(15, len(pairs)))]


def around(rows: list[str], cell) -> str:
    near = range(-1, 2)
    places = [(cell.row + down, cell.col + right) for down in near for right in near]
    return "".join(rows[row][col] for row, col in places if 0 <= row < len(rows) and 0 <= col < len(rows[0]))


def test_drills_differ_and_a_seed_gives_the_same_one():
    for kind in DRILLS:
        texts = {drill_text(kind, seed).partition("== Drill ")[2].partition("\n")[2] for seed in range(40)}
        assert len(texts) >= 35, kind
        assert drill_text(kind, 7) == drill_text(kind, 7)


def test_a_lesson_of_drills_and_its_bounds():
    lesson = parse_lesson(drill_text("clues", 3, 4))
    assert lesson.entry.exercises == ("drill-3", "drill-4", "drill-5", "drill-6")
    for kind, seed, count in (("quiz", 1, 1), ("table", -1, 1), ("table", 1, 101), ("table", MOST_SEED, 1)):
        with pytest.raises(BoardError):
            drill_text(kind, seed, count)
    assert find_lesson("drill-table-12") == our_lesson("drill-table-12").name == "drill-table-12"
    assert named_drill(f"drill-table-{MOST_SEED}") is None


# -- in the terminal


def run(*arguments: str, text: str = ""):
    return CliRunner().invoke(app, ["learn", *arguments], input=text)


def test_drills_in_the_terminal():
    said = [each.answers[0] for each in parse_lesson(drill_text("step", 5, 3)).exercises]
    found = run("--drill", "step", "--seed", "5", "--count", "3", text="\n".join(said) + "\n")
    assert found.exit_code == 0, found.output
    assert "Done: 3 of 3 exercises solved." in found.output
    assert "logicms learn --drill step --seed 8" in found.output
    assert run("--drill", "step", "--count", "1", text="").exit_code == 1


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("--drill", "quiz"), "choose premise, step, follows, rows, clues, table or instance"),
        (("--seed", "3"), "give --drill KIND too"),
        (("--drill", "table", "2"), "take no LESSON"),
        (("--drill", "table", "--seed", str(MOST_SEED)), "seeds are from 0"),
    ],
)
def test_wrong_options_are_refused(arguments, message):
    found = run(*arguments)
    assert found.exit_code == 2 and message in found.output


def test_a_new_lesson_is_as_it_says_and_is_not_overwritten(tmp_path):
    path = tmp_path / "my.lesson"
    assert "learn --check" in run("--new", str(path)).output
    checked = run("--check", str(path))
    assert (checked.exit_code, checked.output) == (0, "ok: 1 command, 3 exercises\n")
    written = path.read_text(encoding="utf-8")
    found = run("--new", str(path), "--drill", "table")
    assert found.exit_code == 2 and "already exists" in found.output
    assert path.read_text(encoding="utf-8") == written
    drills = tmp_path / "drills.lesson"
    assert run("--new", str(drills), "--drill", "table", "--seed", "1", "--count", "12").exit_code == 0
    assert run("--check", str(drills)).output == "ok: 0 commands, 12 exercises\n"


def test_the_first_tip_about_a_step_says_where_to_look_and_no_choice() -> None:
    for each in parse_lesson(drill_text("step", 5, 3)).exercises:
        assert each.tip(1).startswith("Which names are in both clauses") and "It is" not in each.tip(1).split("If")[0]
        assert each.tip(3).startswith(f"It is {each.answers[0]}: ")
