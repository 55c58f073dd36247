"""A proof as numbered lines of text: what it shows, then each step with its clause and its reason, in columns.

For people at a terminal; `proof_words`, `latex` and `proof_graph` show the same proof in other ways and take
their reasons from here. `proof_lines` writes the notation that learners write (`grammar/proof.lark`) and `verify
--as-exercise` reads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from logicms.board import CELL_NAME
from logicms.errors import BoardError, counted
from logicms.hints import TOTAL, Hint, Literal, Name, name_order
from logicms.proofs.proof import Clause, Equation, Proof, Step, Sum, named_given

if TYPE_CHECKING:
    from logicms.answers.prove import ContradictionAnswer, VerifyAnswer

MOST_QUOTED = 8
"""A count of more names than this, which an instance of a rule makes, is not quoted: the rule is."""


def proof_text(proof: Proof, flags: Iterable[Name] = ()) -> str:
    """Return the proof as numbered lines; a fact about one of `flags`, read as mines, is said to be a flag.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_text(kb.prove("B1", direct=True)))
    to show: B1
    1  A1 | B1  clue A2: 1 among A1 B1
    2  ~A1      fact
    3  B1       from 1 and 2 on A1
    """
    clauses = [clause_text(step.clause) for step in proof.steps]
    number_width, clause_width = len(str(len(clauses))), max(map(len, clauses), default=0)
    lines = [
        f"{number:>{number_width}}  {clause:<{clause_width}}  {reason}"
        for number, (clause, reason) in enumerate(zip(clauses, reasons(proof, flags), strict=True), 1)
    ]
    return "\n".join([f"to show: {goal_text(proof)}", *lines, *meanings(proof)])


def proof_lines(proof: Proof) -> str:
    """Return the proof as lines that a learner could have written.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_lines(kb.prove("B1", direct=True)))
    to show: B1
    1. A1 | B1   clue A2
    2. ~A1   fact
    3. B1   from 1 2 on A1
    """
    if proof.sums:
        raise BoardError("a proof by counting has no lines of clauses: ask for one by resolution")
    lines = [f"{n}. {clause_text(step.clause)}   {_written(proof, step)}" for n, step in enumerate(proof.steps, 1)]
    symbols = [f"{name} means: {printable(meaning)}" for name, meaning in proof.symbols.items()]
    return "\n".join([f"to show: {goal_text(proof)}", *symbols, *lines])


def _written(proof: Proof, step: Step) -> str:
    """Return the reason for a step as a learner would write it."""
    source = printable(step.source or "")
    if step.parents is not None:
        return "from {} {} on {}".format(*step.parents, step.on)
    if step.by == "clue":
        hint = proof.hints.get(step.source or "")
        is_named = hint is None or str(hint).removeprefix(f"{source}: ") != source
        return f"clue {source}" if is_named else f"hint {source}"
    if step.by == "given":
        return f"definition of {source}" if source in proof.symbols else f"given {source}"
    if step.by == "rule":
        return rule_text(source)
    return {"assume": "assume", "total": "total"}.get(step.by, "fact")


# -- what it shows


def goal_text(proof: Proof) -> str:
    """Return what a proof shows, as a formula; `false` if the premises contradict each other."""
    clauses = [clause_text(clause) for clause in proof.goal]
    if len(clauses) < 2:
        return clauses[0] if clauses else "true"
    return " & ".join(f"({clause})" if " | " in clause else clause for clause in clauses)


def clause_text(clause: Clause) -> str:
    """Return a clause as text; the empty clause is `false`."""
    return " | ".join(map(str, clause)) or "false"


def meanings(proof: Proof) -> list[str]:
    """Return a line with each rule that is cited, and with the meaning of each auxiliary symbol."""
    rules = [f"{rule_text(label)}: {printable(text)}" for label, text in proof.rules.items()]
    return [*rules, *(f"{name} means: {printable(meaning_text(meaning))}" for name, meaning in proof.symbols.items())]


def rule_text(source: str) -> str:
    """Return how a rule, or an instance of one, is called.

    >>> rule_text("line 2 with c = B2"), rule_text("X1")
    ('rule 2 with c = B2', 'X1')
    """
    return printable(source.replace("line ", "rule ", 1) if source.startswith("line ") else source)


def meaning_text(meaning: str) -> str:
    """Return the meaning of an auxiliary symbol for people; in a proof that is read back it is always "mines".

    >>> meaning_text("at least 1 mines among A1 B1")
    'at least 1 mine among A1 B1'
    """
    return meaning.replace("at least 1 mines", "at least 1 mine") if meaning.startswith("at least 1 ") else meaning


# -- why


def reasons(proof: Proof, flags: Iterable[Name] = ()) -> list[str]:
    """Return why each step holds, in a few words; a hint is quoted where it is first used."""
    first, flagged = first_uses(proof), frozenset(map(str, flags))
    said = [_reason(proof, step, n, first[step.by, step.source]) for n, step in enumerate(proof.steps, 1)]
    return [
        f"{reason}: a flag" if reason == "fact" and str(step.clause[0]) in flagged else reason
        for step, reason in zip(proof.steps, said, strict=True)
    ]


def first_uses(proof: Proof) -> dict[tuple[str, str | None], int]:
    """Return the number of the first step by each reason and source."""
    first: dict[tuple[str, str | None], int] = {}
    for number, step in enumerate(proof.steps, 1):
        first.setdefault((step.by, step.source), number)
    return first


def _reason(proof: Proof, step: Step, number: int, first: int) -> str:
    if step.parents is not None:
        return "from {} and {} on {}".format(*step.parents, step.on)
    if step.by in ("clue", "total"):
        return _hint_reason(proof, step, number, first)
    if step.by == "given":
        source = step.source or ""
        return f"definition of {source}" if source in proof.symbols else f"given: {printable(_given(proof, source))}"
    if step.by == "rule":
        hint = proof.hints.get(step.source or "") if number == first else None
        said = "" if hint is None or len(hint.among) > MOST_QUOTED else f": {replace(hint, because=None)}"
        return f"{rule_text(step.source or '')}{printable(said)}"
    if step.sum is not None and not step.sum.is_fact:
        known = f" with {' '.join(map(str, step.sum.facts))}" if step.sum.facts else ""
        return f"{sum_text(step.sum)}{known}: {equation_text(step.sum.equation)}"
    return "assumed: the negation" if step.by == "assume" else "fact"


def _given(proof: Proof, source: str) -> str:
    """Return a given formula with its name, if it has one."""
    return next((entry for entry in proof.givens if named_given(entry)[0] == source), source)


def _hint_reason(proof: Proof, step: Step, number: int, first: int) -> str:
    source = step.source or ""
    if (hint := proof.hints.get(source)) is None:
        return printable(f"{step.by} {source}")
    said = printable(str(hint)).removeprefix(f"{source}: ")
    # A hint without a clue is named by what it says.
    name = "mine total" if step.by == "total" else "hint" if source == said else f"clue {printable(source)}"
    if number == first:
        return f"{name}: {said}"
    return f"hint of {first}" if name == "hint" else name


def sum_text(given: Sum, minus: str = "-") -> str:
    """Return which hints are added and subtracted.

    >>> sum_text(Sum(("C2", "D2"), ("B2",), (), Equation((), 0, 0)))
    'C2 + D2 - B2'
    """
    added = " + ".join(map(rule_text, given.add))
    return printable((added + "".join(f" {minus} {rule_text(source)}" for source in given.subtract)).lstrip())


def equation_text(equation: Equation, minus: str = "-") -> str:
    """Return an equation, positive terms first.

    >>> equation_text(Equation((("A1", -1), ("C1", 2)), 1, 1)), equation_text(Equation((), 0, 2))
    ('2 C1 - A1 = 1', '0 <= 0 <= 2')
    """
    terms = sorted(equation.factors, key=lambda term: term[1] < 0)
    text = " ".join(f"{'+' if factor > 0 else minus} {_times(abs(factor), name)}" for name, factor in terms)
    text = printable(text.removeprefix("+ ") or "0")
    low, high = (str(number).replace("-", minus) for number in (equation.low, equation.high))
    if equation.low == equation.high:
        return f"{text} = {low}"
    return f"{low} <= {text} <= {high}" if minus == "-" else f"{low} ≤ {text} ≤ {high}"


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{factor} {name}"


def printable(text: str) -> str:
    """Return the text on one line, without control characters that a terminal would act on."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


# -- what commands say about proofs


def verify_text(answer: VerifyAnswer) -> str:
    """Return the checker's verdict on a proof, or on a folder of proofs, and what was not checked."""
    lines = [f"not checked: {what}" for what in answer.not_checked]
    if answer.proofs is not None:
        return "\n".join([f"valid: {counted(answer.proofs, 'proof')}", *lines])
    if answer.valid and answer.proof is not None:
        shown = f"valid: {goal_text(answer.proof)} in {counted(len(answer.proof.steps), 'step')}"
        return "\n".join([shown, *_meanings_in_goal(answer.proof), *lines])
    where = "" if answer.step is None else f"step {answer.step}: "
    file = "" if answer.file is None else f"{answer.file}: "
    return f"not valid: {file}{where}{printable(answer.reason or 'the checker refused it')}"


def _meanings_in_goal(proof: Proof) -> list[str]:
    """Return what the auxiliary symbols in the goal mean, and those behind them: without them it says nothing."""
    wanted = {str(literal.name) for clause in proof.goal for literal in clause}
    lines: list[str] = []
    for name, meaning in reversed(list(proof.symbols.items())):  # a meaning mentions only earlier symbols
        if name in wanted:
            wanted.update(re.findall(r"_[0-9]+", meaning))
            lines.insert(0, f"{name} means: {printable(meaning)}")
    return lines


def contradiction_proof_text(answer: ContradictionAnswer, **look: Any) -> str:
    """Return what contradicts itself, with the proof of it."""
    proof = None if answer.proof is None else answer.proof.proof
    shown = "" if proof is None else f"\n{proof_text(proof, answer.flags)}"
    return f"inconsistent: {printable(answer.message or '')}{shown}"


MOST_LISTED = 10
"""A list of more cells than this is given as a number."""


def listed(words: Iterable[object], joint: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["A1", "B1", "C1"]), listed(["A1"]), listed(["A1", "B1"], "or")
    ('A1, B1 and C1', 'A1', 'A1 or B1')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} {joint} {last}" if most else last


def cells_listed(names: Sequence[object]) -> str:
    """Return cells as a list in reading order, or their number if there are many.

    >>> cells_listed(["B1", "A1"]), cells_listed([f"A{row}" for row in range(1, 21)])
    ('A1 and B1', '20 cells')
    """
    if len(names) > MOST_LISTED:
        return f"{len(names)} {'cells' if all(is_cell(str(name)) for name in names) else 'names'}"
    ordered: list[str] = sorted(map(str, names), key=name_order)
    return listed(ordered)


def are(names: Sequence[object], is_mine: bool) -> str:
    """Return what cells are, as a phrase; for names that are not cells, whether they hold.

    >>> are(["A1"], True), are(["A1", "B1"], False), are(["rain"], True)
    ('A1 is a mine', 'A1 and B1 are safe', 'rain holds')
    """
    one = len(names) == 1
    if not all(is_cell(str(name)) for name in names):
        verb = ("holds" if one else "hold") if is_mine else ("does not hold" if one else "do not hold")
        return f"{cells_listed(names)} {verb}"
    what = "safe" if not is_mine else "a mine" if one else "mines"
    return f"{cells_listed(names)} {'is' if one else 'are'} {what}"


def is_cell(name: str) -> bool:
    """Return whether a name is the name of a cell."""
    return name_order(name)[0] == 0


def literals_words(literals: Iterable[Literal]) -> str:
    """Return literals as a phrase, the mines together and the safe cells together.

    >>> literals_words([Literal("C1", True), Literal("A1", False), Literal("B1", False)])
    'C1 is a mine and A1 and B1 are safe'
    """
    literals = list(literals)
    said = {holds: [literal.name for literal in literals if literal.holds is holds] for holds in (True, False)}
    return " and ".join(are(names, is_mine) for is_mine, names in said.items() if names)


def count_words(among: Sequence[object], low: int, high: int) -> str:
    """Return how many of these cells are mines.

    >>> count_words(["A1", "B1"], 1, 1), count_words(["A1", "B1"], 2, 2)
    ('exactly 1 of A1 and B1 is a mine', 'both A1 and B1 are mines')
    """
    one, many = ("is a mine", "are mines") if all(is_cell(str(name)) for name in among) else ("holds", "hold")
    if high <= 0:
        return are(among, False) if len(among) == 1 else f"none of {cells_listed(among)} {one}"
    if low >= len(among):
        together = {1: "", 2: "both "}.get(len(among), f"all {len(among)} of ")
        return f"{together}{are(among, True)}"
    if low == high:
        bound, number = f"exactly {low}", low
    elif high >= len(among):
        bound, number = f"at least {low}", low
    else:
        bound, number = (f"at most {high}" if low <= 0 else f"{low} to {high}"), high
    return f"{bound} of {cells_listed(among)} {one if number == 1 else many}"


def hint_words(hint: Hint, facts: Mapping[Name, bool], flags: Collection[Name] = ()) -> str:
    """Return what a hint says, and what is left of it once the facts are substituted; `flags` are read as mines.

    >>> from logicms.hints import exactly
    >>> hint_words(exactly(2, ["A1", "B1", "C1"], because="B2"), {"C1": True})
    'B2 shows 2, and C1 is known to be a mine: so exactly 1 of A1 and B1 is a mine'
    >>> hint_words(exactly(1, ["A1", "B1"], because="B2"), {"A1": True}, flags=["A1"])
    'B2 shows 1, and A1 is flagged as a mine: so B1 is safe'
    """
    known: dict[bool, list[Name]] = {True: [], False: []}
    for name in hint.among:
        if name in facts:
            known[facts[name]].append(name)
    free = [name for name in hint.among if name not in facts]
    said = count_words(free, hint.low - len(known[True]), hint.high - len(known[True]))
    if hint.because == TOTAL and len(free) > MOST_LISTED:
        said = said.replace(f"{len(free)} cells", f"the {len(free)} cells {_rest(hint, free)}", 1)
    shown = [name for name in known[True] if name not in flags]
    flagged = [name for name in known[True] if name in flags]
    said_of = (("known to be a mine", shown), ("flagged as a mine", flagged), ("known to be safe", known[False]))
    parts = [f"{cells_listed(names)} {'is' if len(names) == 1 else 'are'} {what}" for what, names in said_of if names]
    opening = _opening(hint)
    return f"{opening}, and {' and '.join(parts)}: so {said}" if parts else f"{opening}: {said}"


def _rest(hint: Hint, free: Sequence[object]) -> str:
    return "that are not open" if len(free) == len(hint.among) else "left"


def _opening(hint: Hint) -> str:
    if hint.because == TOTAL:
        return f"The board has {counted(hint.low, 'mine')} in all"
    if hint.because is None:
        return "It is given"
    source = str(hint.because)
    return f"{source} shows {hint.low}" if CELL_NAME.fullmatch(source) else f"By {rule_text(source)}"


def sources_listed(sources: Iterable[object]) -> str:
    """Return clues as a list, the mine total by its name.

    >>> sources_listed(["A2", "mines"])
    'A2 and the mine total'
    """
    return listed("the mine total" if source == TOTAL else rule_text(str(source)) for source in sources)
