"""A proof as numbered lines, in columns for people at a terminal, and in plain English, one sentence per step.

`latex` and `graph` show the same proof in other ways and take their reasons from here. `proof_lines` writes the
notation that learners write (`grammar/proof.lark`) and `verify --as-exercise` reads. In sentences, an auxiliary symbol
that counts is replaced by its meaning; one that stands for a part of a formula is "the claim _1", and the claims are
listed at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError, counted
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.proofs.proof import Clause, Equation, Proof, Step, Sum, clause_of, named_given
from logicms.proofs.truth import NotAccepted, split_name
from logicms.proofs.unfounded import Conditions, Patterns, supposed, tables_only
from logicms.render.phrases import (
    are_cells,
    assuming_text,
    count_words,
    listed,
    literals_words,
    meaning_text,
    names_listed,
    predicate,
    printable,
    rule_text,
    sources_listed,
)

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
    >>> print(proof_text(kb.prove("B1", by="direct")))
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
    >>> print(proof_lines(kb.prove("B1", by="direct")))
    to show: B1
    1. A1 | B1   clue A2
    2. ~A1   fact
    3. B1   from 1 2 on A1
    """
    if proof.sums:
        raise BoardError("a proof by counting has no lines of clauses: ask for one by resolution")
    if proof.only:
        raise BoardError("what closed predicates make false has no line of a proof by hand: write it as text or JSON")
    if proof.assumptions:
        raise BoardError("an assumption has no line of a proof by hand: write it as text or JSON")
    lines = [f"{n}. {clause_text(step.clause)}   {_written(proof, step)}" for n, step in enumerate(proof.steps, 1)]
    symbols = [f"{name} means: {printable(meaning)}" for name, meaning in proof.symbols.items()]
    return "\n".join([f"to show: {goal_text(proof)}", *symbols, *lines])


def _written(proof: Proof, step: Step) -> str:
    """Return the reason for a step as a learner would write it."""
    source = printable(step.source or "")
    if step.by == "resolve":
        return "from {} {} on {}".format(*step.parents or (), step.on)
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
    if step.by == "resolve":
        return "from {} and {} on {}".format(*step.parents or (), step.on)
    if step.by == "only":
        return only_text(proof, step)
    if step.by in ("clue", "total"):
        return _hint_reason(proof, step, number, first)
    if step.by == "given":
        source = step.source or ""
        if source in proof.symbols:
            return f"definition of {source}"
        with_its_name = next((entry for entry in proof.givens if named_given(entry)[0] == source), source)
        return f"given: {printable(with_its_name)}"
    if step.by == "rule":
        hint = proof.hints.get(step.source or "") if number == first else None
        said = "" if hint is None or len(hint.among) > MOST_QUOTED else f": {replace(hint, because=None)}"
        return f"{rule_text(step.source or '')}{printable(said)}"
    if step.sum is not None and not step.sum.is_fact:
        known = f" with {' '.join(map(str, step.sum.facts))}" if step.sum.facts else ""
        return f"{sum_text(step.sum)}{known}: {equation_text(step.sum.equation)}"
    if step.by == "assumption":
        return f"assumption: {printable(step.source or '')}"
    return "assumed: the negation" if step.by == "assume" else "fact"


def only_text(proof: Proof, step: Step) -> str:
    """Return why closed atoms hold nowhere, in a few words.

    >>> from logicms.proofs.proof import clause
    >>> step = Step(clause("~p(a)"), "only", "only p", (3,), unfounded=("p(a)", "p(b)"))
    >>> only_text(Proof((), (), only={"p": ("line 1",)}), step)
    'only p with 3: no rule makes p(a) or p(b) hold'
    >>> only_text(Proof((), (), only={"wet": ("line 2",)}), Step(clause("~wet", "rain"), "only", unfounded=("wet",)))
    'only: no other rule makes wet hold'
    """
    known = f" with {listed(step.parents)}" if step.parents else ""
    if len(step.unfounded) > MOST_QUOTED:
        atoms = f"any of {len(step.unfounded)} atoms such as {step.unfounded[0]}"
    else:
        atoms = listed(step.unfounded, "or")
    return printable(f"{step.source or 'only'}{known}: {_nothing_makes(proof, step, atoms)}")


def _nothing_makes(proof: Proof, step: Step, atoms: str) -> str:
    has_rules = any(proof.only.get(split_name(atom)[0]) for atom in step.unfounded)
    other = "other " if len(step.clause) > 1 else ""  # than those that rest on what else the clause has
    return f"no {other}rule makes {atoms} hold" if has_rules else f"no fact says {atoms}"


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


# -- in sentences

MOST_NAMED = 8
"""Of a sum of more clues than this, only their number is given."""

_COUNT = re.compile(r"at least ([0-9]{1,9}) mines among (.+)")


def proof_words(proof: Proof) -> str:
    """Return the proof as numbered English sentences; a proof by counting is given as sums.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_words(kb.prove("B1", by="direct")))
    To show: B1 is a mine.
    1. The clue at A2 says that exactly 1 of A1 and B1 is a mine, so A1 or B1 is a mine.
    2. It is known that A1 is safe.
    3. A1 is safe (2), so by (1) B1 is a mine. This is what was to be shown.
    """
    if proof.by == "counting":
        return _counted_words(proof)
    first = first_uses(proof)
    sentences = [
        f"{number}. {_sentence(proof, step, number, first[step.by, step.source])}."
        for number, step in enumerate(proof.steps, 1)
    ]
    if sentences:
        sentences[-1] += f" {_ending(proof)}."
    claims = [
        f"The claim {name} is: {printable(text)}." for name, text in proof.symbols.items() if not _COUNT.fullmatch(text)
    ]
    return "\n".join([f"To show: {_goal(proof)}.", *sentences, *claims])


def _goal(proof: Proof) -> str:
    if proof.is_contradiction:
        return "the premises are inconsistent"
    return ", and ".join(clause_words(proof, clause) for clause in proof.goal) or "nothing"


def _ending(proof: Proof) -> str:
    if proof.is_contradiction:
        return "So the premises are inconsistent"
    if proof.by == "direct":
        return "This is what was to be shown"
    return f"So the opposite is impossible, and {_goal(proof)}"


# -- one step


def _sentence(proof: Proof, step: Step, number: int, first: int) -> str:
    """Return the sentence of a step; `first` is the number of the first step with the same reason and source."""
    said = clause_words(proof, step.clause)
    if step.by == "resolve" and step.parents is not None and step.on is not None:
        return _resolved(proof, step, said)
    if step.sum is not None:
        return _capital(sum_words(step, step.sum, proof.literal))
    if step.by in ("clue", "total", "given", "rule", "assumption") and first < number:
        return f"For the same reason as in ({first}), {said}"
    if step.by in ("clue", "total"):
        return _of_hint(proof, step, said)
    if step.by == "given":
        source = step.source or ""
        if source in proof.symbols:
            return f"By the claim {source}, {said}"
        text = next((text for name, text in map(named_given, proof.givens) if name == source), source)
        named = "" if text == source else f" ({printable(source)})"
        return f"It is given that {printable(text)}{named}, so {said}"
    if step.by == "rule":
        return _of_rule(proof, step.source or "", said)
    if step.by == "only":
        return printable(_of_only(proof, step, said))
    if step.by == "assumption":
        is_itself = str(step.source) == " | ".join(map(str, step.clause))
        return f"By assumption, {said}" if is_itself else f"By the assumption {printable(str(step.source))}, {said}"
    return f"Suppose that {said}" if step.by == "assume" else f"It is known that {said}"


def _of_hint(proof: Proof, step: Step, said: str) -> str:
    source = printable(step.source or "")
    if (hint := proof.hints.get(step.source or "")) is None:
        return f"By {source}, {said}"
    count = _hint_words(hint)
    follows = "" if count == said else f", so {said}"
    if step.by == "total":
        return f"In all, {count}{follows}"
    clue = f"The clue at {source} says" if are_cells([source]) else "It is given"
    if not step.clause and hint.low > len(hint.among) > 0 and are_cells([source]):
        return f"{clue} {hint.low}, but counts only {listed(hint.among)}, so {said}"
    return f"{clue} that {count}{follows}"


def _of_rule(proof: Proof, source: str, said: str) -> str:
    hint = proof.hints.get(source)
    count = None if hint is None or len(hint.among) > MOST_QUOTED else _hint_words(hint)
    because = "" if count in (None, said) else f"{count}, so "
    return f"By {rule_text(source)}, {because}{said}"


def _of_only(proof: Proof, step: Step, said: str) -> str:
    """Describe why closed atoms hold nowhere: what each of them would need."""
    atoms = step.unfounded
    if len(step.clause) > 1:
        return f"Nothing but the facts and rules for it makes {atoms[0]} hold, so {said}"
    if len(atoms) > MOST_QUOTED:
        return f"Each of {len(atoms)} atoms, such as {atoms[0]}, would need another of them, so none holds: {said}"
    lacking = {atom: _lacking(proof, step, atom) for atom in atoms}
    facts = [str(name) for each in lacking.values() for name, holds in each if holds and _is_of_table(proof, name)]
    patterns = Patterns({name: () for name in map(str, facts)})
    facts = [name for name in patterns.tables if not patterns.is_covered(name)]
    no_fact = f"no fact says {listed(facts, 'or')}" if 0 < len(facts) <= MOST_QUOTED else ""
    needs = "".join(_needs(proof, step, lacking, atom) for atom in atoms if not _is_of_table(proof, atom))
    parts = [part for part in (no_fact, needs.removeprefix("; ")) if part]
    return f"{_sentence_case(', and '.join(parts) or f'no rule makes {atoms[0]} hold')}, so {said}"


def _sentence_case(text: str) -> str:
    return f"No {text[3:]}" if text.startswith("no ") else text


def _is_of_table(proof: Proof, name: Name) -> bool:
    """Return whether nothing but facts can say an atom."""
    return proof.only.get(split_name(str(name))[0]) == ()


def _lacking(proof: Proof, step: Step, atom: str) -> list[Literal]:
    """Return the literals that the instances of rules for an atom lack, each once; its own if it has no rules."""
    if _is_of_table(proof, atom):
        return [Literal(atom, True)]
    from logicms.notation.formulas import parse_expression

    shown = [_clause_at(proof, number) for number in step.parents or ()]
    try:
        known = supposed(step.clause, step.unfounded, shown)
        match = tables_only(Patterns(proof.tables).match, proof.only)
        conditions = Conditions(proof.sets.get, match, known)
        rules = [parse_expression(proof.rules[label]) for label in proof.only.get(split_name(atom)[0], ())]
        return list(dict.fromkeys(each for rule in rules for each in conditions.missing(rule, atom)))
    except (NotAccepted, BoardError, LookupError):  # what the checker has not accepted is shown all the same
        return []


def _needs(proof: Proof, step: Step, lacking: Mapping[str, Sequence[Literal]], atom: str) -> str:
    """Return what an atom would need besides facts; nothing if that is all it lacks."""
    numbers = {str(literal.name): n for n in step.parents or () for literal in _clause_at(proof, n)}
    wanted = [each for each in lacking[atom] if not (each.holds and _is_of_table(proof, each.name))]
    if not wanted:
        return ""
    words = [f"{each} (false by {numbers[str(each.name)]})" if str(each.name) in numbers else each for each in wanted]
    place = step.unfounded.index(atom)
    before = lacking[step.unfounded[place - 1]] if place else []
    follows = [each.name for each in before if each.name in step.unfounded] == [atom]
    return f"{', and that' if follows else f'; {atom}'} would need {listed(words, 'or')}"


def _resolved(proof: Proof, step: Step, said: str) -> str:
    """Describe a resolution: as a conclusion from a fact if one parent is a single literal, else as two cases."""
    assert step.parents is not None and step.on is not None
    one, other = step.parents
    if not step.clause:
        return f"({one}) and ({other}) contradict each other"
    for fact, rest in ((other, one), (one, other)):
        if len(clause := _clause_at(proof, fact)) == 1:
            return f"{_capital(clause_words(proof, clause))} ({fact}), so by ({rest}) {said}"
    # The parent with the negation of the pivot says something if the pivot holds.
    pivot = Literal(step.on, True)
    held, failed = (other, one) if pivot in _clause_at(proof, one) else (one, other)
    return f"If {_case(proof, pivot, held)}; if {_case(proof, ~pivot, failed)}: so {said}"


def _case(proof: Proof, literal: Literal, number: int) -> str:
    rest = clause_of(each for each in _clause_at(proof, number) if each != ~literal)
    return f"{literal_words(proof, literal)}, then by ({number}) {clause_words(proof, rest)}"


def _clause_at(proof: Proof, number: int) -> Clause:
    return proof.steps[number - 1].clause if 0 < number <= len(proof.steps) else ()


# -- clauses, literals and hints as phrases


def clause_words(proof: Proof, clause: Iterable[Literal]) -> str:
    """Return a clause as a phrase: literals of the same kind are grouped.

    >>> from logicms.proofs.proof import clause
    >>> clause_words(Proof((), ()), clause("A1", "B1", "~C1", "rain"))
    'A1 or B1 is a mine, or rain holds, or C1 is safe'
    >>> clause_words(Proof((), ()), ())
    'there is a contradiction'
    """
    groups: dict[str, list[str]] = {}
    for literal in sorted(clause, key=lambda literal: not literal.holds):
        subject, says = _parts(proof, literal)
        # A count is a phrase of its own; other literals of the same kind are grouped.
        groups.setdefault(says or subject, []).append(subject)
    phrases = [f"{listed(subjects, 'or')}{says if says != subjects[0] else ''}" for says, subjects in groups.items()]
    return ", or ".join(phrases) or "there is a contradiction"


def literal_words(proof: Proof, literal: Literal) -> str:
    """Return a literal as a phrase.

    >>> literal_words(Proof((), ()), Literal("A1", False))
    'A1 is safe'
    """
    subject, says = _parts(proof, literal)
    return f"{subject}{says}"


def _parts(proof: Proof, literal: Literal) -> tuple[str, str]:
    """Return the subject of a literal and its predicate, which is empty if the subject is a whole phrase."""
    name = str(literal.name)
    if (meaning := proof.symbols.get(name)) is None:
        return name, f" {predicate([name], literal.holds)}"
    if not (found := _COUNT.fullmatch(meaning)):
        return f"the claim {name}", " holds" if literal.holds else " does not hold"
    count, among = int(found[1]), found[2].split(" ")
    low, high = (count, len(among)) if literal.holds else (0, count - 1)
    return count_words(among, low, high, most=inf), ""


def _hint_words(hint: Hint) -> str:
    """Return what a hint says, with all its names: the steps of a proof are about them."""
    return count_words(hint.among, hint.low, hint.high, most=inf)


def _capital(text: str) -> str:
    """Return the sentence with a capital first letter, unless it begins with a name."""
    return text[:1].upper() + text[1:] if re.match(r"(all|at|both|none|the)\b", text) else text


# -- sums


def _counted_words(proof: Proof) -> str:
    """Return a proof by counting as sentences, one line per step."""
    lines = []
    for number, step in enumerate(proof.steps, 1):
        if step.sum is not None:
            said = sum_words(step, step.sum, proof.literal)
        elif step.by == "resolve" and step.parents is not None:
            case, shown = _case_and_shown(step.clause, proof.literal)
            follows = literals_words(shown) or "there is a contradiction"
            given = f"if {literals_words(case)}, then " if case else ""
            said = f"({step.parents[0]}) and ({step.parents[1]}) together: {given}{follows}"
        else:
            said = _sentence(proof, step, number, number)
        lines.append(f"({number}) {said}." if len(proof.steps) > 1 else f"{said[:1].upper()}{said[1:]}.")
    return "\n".join(lines)


def _case_and_shown(clause: Clause, goal: Literal | None) -> tuple[list[Literal], list[Literal]]:
    """Return a clause as a case, in which all its other literals fail, and the one that is shown there."""
    shown = [literal for literal in clause if literal == goal] or list(clause[-1:])
    return [~literal for literal in clause if literal not in shown], shown


def sum_words(step: Step, given: Sum, goal: Literal | None) -> str:
    """Return a sum as a sentence: what is added and subtracted, what is left, what follows; after the cases, if any.

    >>> from logicms.proofs.proof import clause
    >>> given = Sum(("C2",), ("B2",), (), Equation((("A1", -1), ("C1", 1)), 1, 1))
    >>> sum_words(Step(clause("C1"), "sum", sum=given), given, Literal("C1", True))
    'C2 minus B2 leaves: C1 − A1 = 1, so C1 is a mine and A1 is safe'
    """
    if given.is_fact:
        return f"it is known that {literals_words(step.clause)}"
    left = f"{_summed(given)}{_leaves(given)}: {_shown(given.equation)}"
    case, shown = _case_and_shown(step.clause, goal)
    if case:
        return f"if {literals_words(case)}: {left}, so {literals_words(shown)}"
    forced = given.equation.forced()
    if len(forced) > MOST_NAMED or not set(shown) <= set(forced):
        forced = step.clause
    whole = "since every cell is 0 or 1, " if any(abs(factor) > 1 for _, factor in given.equation.factors) else ""
    return f"{left}, so {whole}{literals_words(forced) or 'there is a contradiction'}"


def _summed(given: Sum) -> str:
    if len(given.add) + len(given.subtract) > MOST_NAMED:
        added = f"the sum of {_number(given.add)}" if len(given.add) > 1 else _number(given.add)
        return f"{added} minus {_number(given.subtract)}" if given.subtract else added
    parts = [" plus ".join(map(_named, given.add)), *map(_named, given.subtract)]
    return " minus ".join(part for part in parts if part)


def _named(source: str) -> str:
    return "the mine total" if source == TOTAL else printable(source)


def _number(sources: tuple[str, ...]) -> str:
    clues = [source for source in sources if source != TOTAL]
    if len(clues) <= 2:
        return sources_listed(sources)
    said = f"{len(clues)} clues ({', '.join(clues)})"
    return said if len(clues) == len(sources) else f"the mine total and {said}"


def _leaves(given: Sum) -> str:
    if given.facts:
        return f", with the known {names_listed([fact.name for fact in given.facts])} substituted, leaves"
    return " says" if len(given.add) + len(given.subtract) == 1 else " leaves"


def _shown(equation: Equation) -> str:
    """Return the equation, or a description if it is long and simple."""
    if len(equation.factors) <= MOST_NAMED or len({factor for _, factor in equation.factors}) > 1:
        return equation_text(equation, "−")
    cells = f"{len(equation.factors)} cells ({', '.join(name for name, _ in equation.factors)})"
    return f"{counted(equation.low, 'mine')} among {cells}"


# -- what commands say about proofs


def verify_text(answer: VerifyAnswer, **look: Any) -> str:
    """Return the checker's verdict on a proof, or on a folder of proofs, and what was not checked."""
    lines = [f"not checked: {what}" for what in answer.not_checked]
    under = printable(assuming_text(answer.assumptions))
    if answer.proofs is not None:
        return "\n".join([f"valid{under}: {counted(answer.proofs, 'proof')}", *lines])
    if answer.valid and answer.proof is not None:
        shown = f"valid{under}: {goal_text(answer.proof)} in {counted(len(answer.proof.steps), 'step')}"
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
