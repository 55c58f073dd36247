"""Logic programs, side by side with clingo: python -m benchmarks.programs [--only closure] [--old FOLDER]

Each program is asked one question, by `logicms ask FILE QUESTION` and by `python -m clingo FILE`, in turns:

- *closure*: whether a node reaches another, in random graphs of 30, 100 and 300 nodes with twice as many edges; once
  where the answer is yes, and once where it is no, for a node that reaches nearly all;
- *generation*: whether two leaves of a binary tree are of the same generation;
- *join*: whether a value is in the join of three relations with 10^5 facts together;
- *zebra*: who keeps the zebra, in the puzzle of five houses: a `which` over what the rules leave open.

Figures are CPU time of whole processes, the least of several rounds, less that for an empty program, which is start-up;
and the most memory that a process had, start-up included. clingo reads the same program as a person writes it for
clingo; the answers are compared. *Inside* is one process of ours without its start-up: reading the file, evaluating its
closed predicates, and answering with a proof; and clingo's reading and grounding, and its solving.

With `--old`, a copy of logicms without closed predicates, in that folder, takes its turns: the same rules over sets.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

Edges = list[tuple[str, str]]

REFUSED = 2
"""The exit code where a text is larger than what is read."""

MOST_SECONDS = 5.0
"""What takes longer is run once."""


@dataclass(frozen=True)
class Case:
    """A program in three notations, what it is asked, and the answer."""

    name: str
    hints: str
    question: str
    asp: str
    answer: str
    old: str
    """The same with sets instead of closed predicates."""
    old_question: str | None = None
    """Where the question has to be another one."""
    is_open: bool = False
    """Whether the rules leave something open: then start-up includes loading sympy."""

    def path(self, folder: Path) -> Path:
        return folder / self.name.replace(" ", "-").replace(",", "").replace(":", "")


# -- the programs


def closure(nodes: int, answer: str) -> Case:
    """Return a random graph, and a question about what a node reaches."""
    rng = random.Random(nodes)
    names = [f"n{number}" for number in range(nodes)]
    edges = sorted({(rng.choice(names), rng.choice(names)) for _ in range(2 * nodes)})
    reached = {name: _reached(name, edges) for name in names}
    # The hardest "no": a node that reaches many others, but not one that is reached.
    wanted = set().union(*reached.values())
    asked = reached if answer == "yes" else {name: wanted - of for name, of in reached.items() if wanted - of}
    one = max(asked, key=lambda name: len(reached[name]))
    other = rng.choice(sorted(asked[one]))
    facts = [f"edge({x}, {y})" for x, y in edges]
    rules = "all x, y: edge(x, y) -> reach(x, y)\nall x, y, z: edge(x, y) & reach(y, z) -> reach(x, z)\n"
    asp = "reach(X, Y) :- edge(X, Y).\nreach(X, Z) :- edge(X, Y), reach(Y, Z).\n"
    return Case(
        f"closure of {nodes} nodes, {answer}",
        _lines("only edge reach", *facts) + rules,
        f"reach({one}, {other})",
        _lines(*(f"{fact}." for fact in facts)) + asp + f"#show.\n#show yes : reach({one}, {other}).\n",
        answer,
        _over_sets("node", names, facts, rules),
    )


def _reached(start: str, edges: Edges) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        new = {y for x, y in edges if x == node} - found
        found |= new
        waiting += new
    return found


def generation(depth: int) -> Case:
    """Return a binary tree, and a question about two of its leaves."""
    number = 2 ** (depth + 1)
    rules = (
        "all x, y: parent(x, y) -> same(x, x)\nall u, v, x, y: parent(u, x) & parent(v, y) & same(u, v) -> same(x, y)\n"
    )
    facts = [f"parent(p{each // 2}, p{each})" for each in range(2, number)]
    one, other = f"p{number - 1}", f"p{number // 2}"
    return Case(
        f"same generation, {number - 1} people",
        _lines("only parent same", *facts) + rules,
        f"same({one}, {other})",
        _lines(*(f"{fact}." for fact in facts))
        + "same(X, X) :- parent(X, Y).\nsame(X, Y) :- parent(U, X), parent(V, Y), same(U, V).\n"
        + f"#show.\n#show yes : same({one}, {other}).\n",
        "yes",
        _over_sets("people", [f"p{each}" for each in range(1, number)], facts, rules),
    )


def join(facts: int) -> Case:
    """Return three relations, and a question about their join."""
    rng = random.Random(facts)
    each = facts // 3
    rows = {
        relation: sorted({(rng.randrange(each), rng.randrange(each)) for _ in range(each)})
        for relation in ("r", "s", "t")
    }
    lines = [f"{relation}(v{x}, v{y})" for relation, of in rows.items() for x, y in of]
    rule = "all w, x, y, z: r(w, x) & s(x, y) & t(y, z) -> joined(w, z)\n"
    first, last = dict(rows["s"]), dict(rows["t"])
    one, other = next((x, last[first[y]]) for x, y in rows["r"] if y in first and first[y] in last)
    return Case(
        f"join of three relations, {len(lines):,} facts",
        _lines("only r s t joined", *lines) + rule,
        f"joined(v{one}, v{other})",
        _lines(*(f"{line}." for line in lines))
        + "joined(W, Z) :- r(W, X), s(X, Y), t(Y, Z).\n"
        + f"#show.\n#show yes : joined(v{one}, v{other}).\n",
        "yes",
        _over_sets("values", [f"v{value}" for value in range(each)], lines, rule),
    )


ZEBRA = """\
set kinds = people colours pets drinks smokes
set people = english spanish ukrainian norwegian japanese
set kind(people) = english spanish ukrainian norwegian japanese
set kind(colours) = red green ivory yellow blue
set kind(pets) = dog snails fox horse zebra
set kind(drinks) = coffee tea milk juice water
set kind(smokes) = gold kools chesterfields strike parliaments
set next(1) = 2
set next(2) = 1 3
set next(3) = 2 4
set next(4) = 3 5
set next(5) = 4
all k in kinds, x in kind(k): 1 h in 1..5: house(x, h)
all k in kinds, h in 1..5: 1 x in kind(k): house(x, h)
all h in 1..5: house(english, h) <-> house(red, h)
all h in 1..5: house(spanish, h) <-> house(dog, h)
all h in 1..5: house(coffee, h) <-> house(green, h)
all h in 1..5: house(ukrainian, h) <-> house(tea, h)
all h in 1..5: house(gold, h) <-> house(snails, h)
all h in 1..5: house(kools, h) <-> house(yellow, h)
all h in 1..5: house(strike, h) <-> house(juice, h)
all h in 1..5: house(japanese, h) <-> house(parliaments, h)
all h in 1..4: house(ivory, h) <-> house(green, h+1)
~house(ivory, 5)
~house(green, 1)
house(milk, 3)
house(norwegian, 1)
all h in 1..5: house(chesterfields, h) -> some j in next(h): house(fox, j)
all h in 1..5: house(kools, h) -> some j in next(h): house(horse, j)
all h in 1..5: house(norwegian, h) -> some j in next(h): house(blue, j)
"""

ZEBRA_ASP = """\
kind(people, (english; spanish; ukrainian; norwegian; japanese)).
kind(colours, (red; green; ivory; yellow; blue)).
kind(pets, (dog; snails; fox; horse; zebra)).
kind(drinks, (coffee; tea; milk; juice; water)).
kind(smokes, (gold; kools; chesterfields; strike; parliaments)).
1 { house(X, 1..5) } 1 :- kind(_, X).
1 { house(X, H) : kind(K, X) } 1 :- kind(K, _), H = 1..5.
same(english, red; spanish, dog; coffee, green; ukrainian, tea; gold, snails; kools, yellow; strike, juice).
same(japanese, parliaments).
:- same(X, Y), house(X, H), not house(Y, H).
:- house(ivory, H), not house(green, H + 1).
house(milk, 3).
house(norwegian, 1).
next(chesterfields, fox; kools, horse; norwegian, blue).
:- next(X, Y), house(X, H), not house(Y, H - 1), not house(Y, H + 1).
#show.
#show x(X) : kind(people, X), house(X, H), house(zebra, H).
"""


def zebra() -> Case:
    asked = "some h in 1..5: house({}, h) & house(zebra, h)"
    question = f"which x in people: {asked.format('x')}"
    return Case("who keeps the zebra", ZEBRA, question, ZEBRA_ASP, "japanese", ZEBRA, asked.format("japanese"), True)


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def _over_sets(name: str, members: list[str], facts: list[str], rules: str) -> str:
    """Return facts and rules whose variables are all in one set."""
    heads = [line.partition(":")[::2] for line in rules.splitlines()]
    bound = [(head.replace(",", f" in {name},") + f" in {name}", body) for head, body in heads]
    return _lines(f"set {name} = {' '.join(members)}", *facts, *(f"{head}:{body}" for head, body in bound))


CASES: dict[str, Callable[[], list[Case]]] = {
    "start": lambda: [LEAST, LEAST_OPEN],
    "closure": lambda: [closure(nodes, answer) for nodes in (30, 100, 300) for answer in ("yes", "no")],
    "generation": lambda: [generation(8)],
    "join": lambda: [join(facts) for facts in (10_000, 100_000)],
    "zebra": lambda: [zebra()],
}

START_UP = "start-up"

LEAST: Case = Case(f"{START_UP}: an empty program", "only p\np\n", "p", "p.\n#show yes : p.\n", "yes", "p\n")
LEAST_OPEN: Case = Case(
    f"{START_UP}: a program that leaves something open",
    "set s = a\nall x in s: p(x) <-> ~q(x)\np(a)\n",
    "which x in s: p(x)",
    "p(a).\n#show x(X) : p(X).\n",
    "a",
    "p\n",
    "p",
    is_open=True,
)
"""Start-up: a fact, and what it says. sympy is loaded where there is a formula."""


# -- taking the time


@dataclass(frozen=True)
class Run:
    """What one process took."""

    seconds: float
    mebibytes: float
    code: int
    output: str


def run(command: list[str], folder: Path | None = None) -> Run:
    """Run a Python command, with the logicms of a folder if one is given."""
    environment = {**os.environ, "PYTHONPATH": str(folder or Path.cwd())}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, *command], stdout=output, stderr=subprocess.DEVNULL, env=environment
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, text)


def written(name: str, folder: Path) -> list[Case]:
    """Write programs into a folder, and return them without their texts."""
    cases = CASES[name]()
    for case in cases:
        for ending, text in ((".hints", case.hints), (".lp", case.asp), (".old", case.old)):
            case.path(folder).with_suffix(ending).write_text(text)
    return [replace(case, hints="", asp="", old="") for case in cases]


def commands(case: Case, folder: Path, old: Path | None) -> dict[str, tuple[list[str], Path | None]]:
    """Return who is asked how."""
    path = case.path(folder)
    found: dict[str, tuple[list[str], Path | None]] = {
        "clingo": (["-m", "clingo", "-V0", f"{path}.lp", "0"], None),
        "logicms": (["-m", "logicms", "ask", f"{path}.hints", case.question], None),
    }
    if not case.name.startswith(START_UP):
        found["inside"] = ["-m", "benchmarks.programs", "--inside", str(path), case.question], None
    if old is not None:
        found["old"] = ["-m", "logicms", "ask", f"{path}.old", case.old_question or case.question], old
    return found


def is_right(case: Case, who: str, done: Run) -> bool:
    """Return whether somebody answers what they should."""
    if who == "clingo":
        return "SATISFIABLE" in done.output and (case.answer in done.output) == (case.answer != "no")
    if case.is_open and who == "logicms":
        return f"x = {case.answer}\n" in done.output
    return done.output.startswith("yes" if case.is_open else case.answer)


def measured(case: Case, folder: Path, rounds: int, old: Path | None) -> dict[str, Run]:
    """Return the quickest run of each, taken in turns."""
    best: dict[str, Run] = {}
    asked = commands(case, folder, old)
    for _ in range(rounds):
        for who, (command, where) in asked.items():
            if who in best and best[who].seconds > MOST_SECONDS:
                continue
            done = run(command, where)
            is_refused = who in ("old", "inside") or done.code == REFUSED
            assert is_refused or is_right(case, who, done), f"{who}, {case.name}: {done.output[:200]}"
            best[who] = min(done, best.get(who, done), key=lambda each: each.seconds)
    return best


def inside(path: Path, question: str) -> dict[str, float]:
    """Return the seconds of each part of an answer, and of clingo's, in this process."""
    import clingo

    from logicms.cli import COLLECT_SELDOM
    from logicms.commands.prove import AskQuestion

    gc.set_threshold(*COLLECT_SELDOM)
    for least in (LEAST, LEAST_OPEN):  # loads everything that is needed
        AskQuestion(hints=least.hints, formula=least.question).ask()
    asked = AskQuestion(hints=path.with_suffix(".hints").read_text(), formula=question)
    marks = [process_time()]
    closed = asked.problem.closed
    marks.append(process_time())
    assert closed is None or closed.model.round
    marks.append(process_time())
    asked.ask()
    marks.append(process_time())
    control = clingo.Control(["0"])
    control.load(f"{path}.lp")
    control.ground()
    marks.append(process_time())
    control.solve()
    marks.append(process_time())
    parts = ("reading", "evaluating", "answering", "clingo: grounding", "clingo: solving")
    return {part: after - before for part, before, after in zip(parts, marks, marks[1:], strict=False)}


def main() -> None:
    parser = argparse.ArgumentParser(description="logic programs, side by side with clingo")
    parser.add_argument("--only", choices=list(CASES)[1:], nargs="+", default=list(CASES)[1:])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--old", type=Path, metavar="FOLDER", help="a copy of logicms without closed predicates")
    parser.add_argument("--inside", nargs=2, metavar=("PROGRAM", "QUESTION"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        print(json.dumps(inside(Path(asked.inside[0]), asked.inside[1])))
        return
    with tempfile.TemporaryDirectory() as name, ProcessPoolExecutor(1) as pool:
        folder, start = Path(name), dict[bool, dict[str, Run]]()
        for least in written("start", folder):
            start[least.is_open] = measured(least, folder, 2 * asked.rounds, asked.old)
            print(least.name)
            for who, each in start[least.is_open].items():
                print(f"  {who:8} {each.seconds:7.3f} s {each.mebibytes:6.0f} MiB", flush=True)
        for only in asked.only:
            # In another process: the most memory of a process is at least that of the process that starts it.
            for case in pool.submit(written, only, folder).result():
                report(case, measured(case, folder, asked.rounds, asked.old), start[case.is_open])


def report(case: Case, best: dict[str, Run], start: dict[str, Run]) -> None:
    """Print what a program takes beyond start-up."""
    beyond = {who: best[who].seconds - each.seconds for who, each in start.items()}
    print(f"{case.name}: {case.answer}")
    for who in ("clingo", "logicms"):
        print(f"  {who:8} {beyond[who]:7.3f} s {best[who].mebibytes:6.0f} MiB")
    if best["logicms"].code == REFUSED:
        print("  refused: the text is too large")
        return
    aim = max(0.1, 3 * beyond["clingo"])
    verdict = "reached" if beyond["logicms"] <= aim else "missed"
    print(f"  logicms / clingo: {beyond['logicms'] / beyond['clingo']:.1f}; the aim of {aim:.2f} s is {verdict}")
    parts = json.loads(best["inside"].output)
    print("  inside: " + ", ".join(f"{part} {1000 * seconds:.0f} ms" for part, seconds in parts.items()))
    if "old" in best:
        said = best["old"].output.partition(":")[0].strip() or "refused"
        note = f"{beyond['old'] / beyond['logicms']:.0f} times as long" if is_right(case, "old", best["old"]) else said
        print(f"  {'old':8} {beyond['old']:7.3f} s {best['old'].mebibytes:6.0f} MiB   {note}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
