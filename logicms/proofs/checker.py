"""The checker: one loop over the steps of a proof. It shares no code with the provers and trusts nothing they say.

A step is accepted if it is the resolvent of two earlier steps on exactly the name it says, or a premise: the negation
of the goal, a fact, a given formula, a clause that follows from the one hint it names, or one that a sum of hints
shows. A clause of a hint is judged by what the hint says, not by how the provers write it as clauses: suppose that
every literal of the clause is false, and see whether some number of mines in each region of the cells still meets the
hint. A sum is computed again: hints bound the sum of their cells, each 0 or 1, and may be added and subtracted; with
every literal of the clause false, no 0s and 1s may meet the equation that is left. An auxiliary symbol is judged by its
meaning, which is parsed again here: "at least 3 mines among A1 A2 B1 B2", or the clauses that it implies.

An *assumption* is a formula that the proof states itself: it is valid under this alone, and whoever shows the verdict
says so. An assumed atom of a closed predicate is one of its facts, so that nothing can be false because it is missing.

A clause of a given formula must follow from the clauses that the premises list for it; without premises, from the
formula's text, which the caller says how to read: with every literal of the clause false, no values of the names may
make the formula true. An auxiliary symbol is *equivalent* to its meaning; that is how a symbol is introduced without
saying anything new. A rule is instantiated here again (`truth`), with the values and the sets that the proof gives.

Each step is judged on its own, whatever kind of proof it is said to be; the end, by what was to be shown.

Nothing is assumed about where a proof comes from: a hostile one is refused, with the step and the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from logicms.errors import BoardError, BoardSyntaxError, RefusedProof
from logicms.hints import TOTAL, Hint, Literal, Name, check_name
from logicms.limits import spend, timely
from logicms.proofs.proof import Equation, Premises, Proof, Step, Sum, named_given
from logicms.proofs.truth import (
    CONSTANTS,
    CannotInstantiate,
    Conjunction,
    Instances,
    LookUp,
    Match,
    Nodes,
    NotAccepted,
    Threshold,
    TooHard,
    arguments,
    is_auxiliary,
    is_plain,
    meanings_of,
    needed,
    node_of,
    split_name,
)
from logicms.proofs.unfounded import Patterns, check_unfounded, rules_for, supposed, tables_only
from logicms.record import Record, shown
from logicms.rules.language import CLUE, Expression, read_citation

Read = Callable[[str], Expression]
"""Reads the text of a formula or a rule, or refuses it. Reasoning knows no notation, so the caller brings it."""

MOST_COUNTS = 5
"""A clause that mentions more counts than this is refused; those of our provers mention at most three."""

MOST_TRIALS = 5_000
"""A clause of a hint that takes more trials than this to judge is refused."""

_REMEDY = "give the file that the proof is about"

_Clause = frozenset[Literal]

_Said = tuple[int, Nodes, dict[str, int]]
"""What a formula or an instance says: its node, its table, and the nodes of the auxiliary symbols there."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The checker's verdict on a proof: truthy if it is valid; else the number of the first wrong step, and why.

    >>> bool(Verification(False, 3, "it is not the resolvent of its parents"))
    False
    """

    valid: bool
    step: int | None = None
    """None if the fault is not in a single step, but in the meanings of the symbols, the hints, or the end."""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.valid


def verify(proof: Proof, premises: Premises | None = None, read: Read | None = None) -> Verification:
    """Return whether every step follows and the last one is what was to be shown.

    With `premises`, the hints, facts and formulas it rests on must be among these: a proof about another board is
    refused. Without, `read` reads the formulas that it cites; without `read`, such a proof is refused. An honest proof
    takes time proportional to its length; a `limit` guards against others (`LimitReached`).

    >>> from logicms.hints import exactly
    >>> from logicms.proofs.proof import clause
    >>> steps = (Step(clause("A1", "B1"), "clue", "A2"), Step(clause("~A1"), "clue", "A2"))
    >>> verify(Proof(steps, (clause("~A1"),), "direct", hints={"A2": exactly(1, ["A1", "B1"])}))
    Verification(valid=False, step=2, reason='it does not follow from A2: 1 among A1 B1')
    """
    number: int | None = None
    try:
        checker = _Checker(proof, premises, read)
        for number, step in enumerate(proof.steps, 1):
            checker.check(number, step)
        number = None
        checker.check_end()
    except NotAccepted as refused:
        return Verification(False, number, str(refused))
    return Verification(True)


def require(proof: Proof, premises: Premises | None = None) -> Proof:
    """Return a proof that `verify` accepts; raise `RefusedProof` otherwise. Nothing is shown as proved without this."""
    verification = verify(proof, premises)
    if not verification:
        raise RefusedProof(str(getattr(verification, "reason", "")))
    return proof


def says(proof: Proof, formula: Expression, look_up: LookUp, premises: Premises | None, read: Read) -> bool | None:
    """Return whether an accepted proof shows a formula: whether that is true wherever the goal is.

    `look_up` says what the sets in the formula contain. None if that is not known, or it takes too long to find out.

    >>> from logicms.proofs.proof import clause
    >>> from logicms.rules.language import Atom, Join, Term
    >>> a, b = (Atom("mine", (Term(None, name),)) for name in "ab")
    >>> proof = Proof((Step(clause("a"), "fact", "a"),), (clause("a"),), "direct")
    >>> [says(proof, each, lambda written: None, None, str) for each in (Join("or", (a, b)), b)]
    [True, False]
    """
    checker, nodes, symbols = _Checker(proof, premises, read), Nodes(), dict[str, int]()
    clauses = []
    for part in checker.goal:
        checker._define(part, nodes, symbols)
        clauses.append(nodes.any_of(node_of(literal, nodes, symbols) for literal in part))
        # The formula may say nothing of an open cell, which is safe.
        opened = (str(literal.name) for literal in part if look_up(f"{CLUE}({literal.name})"))
        clauses += [-nodes.name(name) for name in opened]
    try:
        return nodes.implies(nodes.all_of(clauses), [Instances(nodes, look_up).node(formula, {})])
    except (CannotInstantiate, TooHard):
        return None


class FalseClaim(BoardError):
    """A proof, or the answer that it is in, says something false about itself."""


@dataclass(frozen=True, slots=True)
class Claims(Record):
    """What a proof as JSON says about itself besides its steps. People read it, so it must agree with the proof."""

    cell: str | None = shown("What it is about.", general="name", default=None)
    verdict: str | None = shown("What it shows of it.", default=None)
    clues: tuple[str, ...] | None = shown("The sources of its hints, the mine total apart.", default=None, omit=True)
    premises: tuple[str, ...] | None = shown("Everything that it rests on.", default=None, omit=True)
    uses_mine_total: bool | None = shown("Whether it rests on the mine total.", default=None, omit=True)
    placements: tuple[object, ...] = shown("Of a cell that is not certain: two placements.", default=())
    technique: str | None = shown("The easiest technique that shows it.", default=None)
    witnesses: Mapping[str, tuple[str, ...]] = shown(
        "For each hint, the mines of a placement that shows that it is needed.", default_factory=dict
    )

    @property
    def literal(self) -> Literal | None:
        """What it is said to show of its cell."""
        if self.cell is None:
            if self.verdict is not None:
                raise BoardError("it has a verdict, but says not about what")
            return None
        if self.verdict is None:
            raise BoardError('"verdict" is missing')
        if self.verdict not in ("safe", "mine", "fails", "holds"):
            raise FalseClaim(f"what has the verdict {self.verdict[:40]!r} has no proof")
        return Literal(check_name(self.cell), self.verdict in ("mine", "holds"))

    def check(self, proof: Proof) -> None:
        """Raise `FalseClaim` for what is not true of the proof."""
        if self.literal not in (None, proof.literal):
            raise FalseClaim("its goal does not agree with its verdict")
        if self.clues is not None and sorted(self.clues) != sorted(proof.clues):
            raise FalseClaim('its "clues" are not those of its hints')
        if self.premises is not None and sorted(self.premises) != sorted(proof.statements):
            raise FalseClaim('its "premises" are not its hints, facts, givens and rules')
        if self.uses_mine_total not in (None, proof.uses_mine_total):
            raise FalseClaim('its "uses_mine_total" does not agree with its hints')
        if self.placements:
            raise FalseClaim("it has placements: they are for what is not certain, which has no proof")
        for source, mines in self.witnesses.items():
            if len(set(mines)) < len(mines):
                raise BoardError(f"its witness for {source[:40]} has a name twice")
            if not self._shows_need(source, frozenset(mines), proof):
                raise FalseClaim(f"its witness for {source[:40]} does not show that {source[:40]} is needed")

    def _shows_need(self, source: str, mines: frozenset[str], proof: Proof) -> bool:
        """Return whether mines here have the opposite at the cell, break this hint, and meet everything else."""
        literal = proof.literal
        if source not in proof.hints or literal is None or self.cell is None:
            return False
        known = {*proof.facts, ~literal}
        cells = {str(name) for hint in proof.hints.values() for name in hint.among} | {str(name) for name, _ in known}
        counts = {key: sum(str(name) in mines for name in hint.among) for key, hint in proof.hints.items()}
        met = {key for key, hint in proof.hints.items() if hint.low <= counts[key] <= hint.high}
        agrees = all((str(name) in mines) is holds for name, holds in known)
        return mines <= cells and agrees and met == proof.hints.keys() - {source}


def is_placement(hints: Iterable[Hint], facts: Mapping[Name, bool], mines: Iterable[Name]) -> bool:
    """Return whether mines at these cells and nowhere else meet the hints and the facts.

    >>> from logicms.hints import exactly
    >>> is_placement([exactly(1, ["A1", "B1"])], {"A1": False}, ["B1"])
    True
    """
    there = set(mines)
    counted = all(hint.low <= sum(name in there for name in hint.among) <= hint.high for hint in hints)
    return counted and all((name in there) is is_mine for name, is_mine in facts.items())


class _Checker:
    def __init__(self, proof: Proof, premises: Premises | None, read: Read | None) -> None:
        self.proof = proof
        self.premises = premises
        self.read = read
        self.formulas: dict[str, _Said] = {}
        """The formulas that were read."""
        self.supposed: dict[str, _Said] = {}
        """The assumptions that were read."""
        self.instances: dict[str, _Said] = {}
        """The instances of rules that were worked out."""
        self.meanings = meanings_of(proof.symbols)
        self.shared = set[str]() if premises is None else self._shared(proof.symbols, premises.symbols)
        self.givens = _givens(proof.givens)
        self.rules: dict[str, Expression] = {}
        """The rules that were read."""
        self.book = None if premises is None else premises.book
        self._look_up: LookUp = proof.sets.get if self.book is None else self.book.look_up
        self._facts: Match = Patterns(proof.tables).match if self.book is None else self.book.match
        self._match: Match = self._facts
        closed = proof.only if self.book is None else self.book.closed
        self.assumed = [text for text in proof.assumptions if is_plain(text) and split_name(text)[0] in closed]
        """The atoms of closed predicates that are assumed: facts like the others."""
        if self.assumed:
            self._match, self._sets, self._look_up = self._with_assumed, self._look_up, self._with_constants
        self._check_rules()
        self.sets = {source: frozenset(map(str, hint.among)) for source, hint in proof.hints.items()}
        for source, hint in proof.hints.items():
            self._check_hint(source, hint)
        self.names: set[Name] = set()
        self.goal = tuple(self._read(part, "the goal mentions") for part in proof.goal)
        self.clauses: list[_Clause] = []
        """The clauses of the steps accepted so far."""

    def _shared(self, own: Mapping[str, str], given: Mapping[str, str]) -> set[str]:
        """Return the auxiliary symbols that mean the same among the premises: by their text, and by those behind it."""
        shared: set[str] = set()
        for name, meaning in self.meanings.items():
            if own[name] == given.get(name) and meaning.symbols <= shared:
                shared.add(name)
        return shared

    def _check_hint(self, source: str, hint: Hint) -> None:
        """Refuse a hint that has another hint's name, counts something other than cells, or is not a premise."""
        if hint.because is not None and str(hint.because) != source:
            raise NotAccepted(f"the hint {source} names {hint.because} as its source")
        if not all(map(is_plain, self.sets[source])):
            raise NotAccepted(f"the hint {source} counts something that is not the name of a cell")
        if not (isinstance(hint.low, int) and isinstance(hint.high, int)):
            raise NotAccepted(f"the hint {source} does not count a whole number of mines")
        if self._cites_rule(source):
            self._check_instance(source, hint)
        if self.premises is None:
            return
        given = self.premises.hints.get(source)
        if given is None and self._cites_rule(source):
            return  # it follows from this rule of the file
        if given is None:
            raise NotAccepted(f"there is no hint {source}")
        if frozenset(map(str, given.among)) != self.sets[source] or _numbers(given) != _numbers(hint):
            raise NotAccepted(f"the hint {source} differs from the given one")

    def _read(self, literals: Iterable[Literal], where: str = "it mentions") -> _Clause:
        """Return a clause, unless it has an undefined symbol, has a literal twice, or is a tautology."""
        literals = tuple(literals)
        for literal in literals:
            if not isinstance(literal, Literal) or not isinstance(literal.holds, bool):
                raise NotAccepted(f"{where} something that is not a literal")
            if literal.name not in self.names:
                self._check_name(literal.name, where)
        clause = frozenset(literals)
        if len(clause) < len(literals):
            raise NotAccepted(f"{where} a literal twice")
        # A tautology follows from any hint, and resolving with it says nothing.
        if len({literal.name for literal in literals}) < len(literals):
            raise NotAccepted("it is always true: it contains a literal and its negation")
        return clause

    def _check_name(self, name: object, where: str) -> None:
        """Refuse a symbol that is not defined; each name is looked at once."""
        if is_auxiliary(name) and name not in self.meanings:
            raise NotAccepted(f"`{name}` is not defined")
        if not is_auxiliary(name) and not is_plain(name):
            raise NotAccepted(f"{where} a symbol without a name")
        self.names.add(str(name))

    # -- one step

    def check(self, number: int, step: Step) -> None:
        spend()
        clause = self._read(step.clause)
        if (step.sum is not None) != (step.by == "sum"):
            raise NotAccepted("a sum must say what is added and subtracted, and no other step may")
        if bool(step.unfounded) != (step.by == "only"):
            raise NotAccepted("closed predicates make atoms unfounded, and no other step may")
        if step.by == "resolve":
            self._check_resolvent(number, step, clause)
        elif step.by == "assume":
            self._check_negation(clause)
        elif step.by == "fact":
            self._check_fact(step, clause)
        elif step.by in ("clue", "total"):
            self._check_clue(step, clause)
        elif step.by == "given":
            self._check_given(step, clause)
        elif step.by == "assumption":
            self._check_assumption(step.source or "", clause)
        elif step.by == "rule":
            self._check_rule(step, clause)
        elif step.by == "only":
            self._check_unfounded(number, step, clause)
        elif step.sum is not None:
            self._check_sum(step.sum, clause)
        else:
            raise NotAccepted(f"no such reason: {step.by}")
        self.clauses.append(clause)

    def _check_resolvent(self, number: int, step: Step, clause: _Clause) -> None:
        if step.parents is None or len(step.parents) != 2 or step.on is None:
            raise NotAccepted("a resolvent needs two parents and the name it is resolved on")
        one, other = self._parents(number, step)
        pairs = [literal for literal in one if ~literal in other]
        if len(pairs) != 1 or pairs[0].name != step.on:
            raise NotAccepted("its parents must clash in exactly the name it is resolved on")
        if clause != (one - {pairs[0]}) | (other - {~pairs[0]}):
            raise NotAccepted("it is not the resolvent of its parents")

    def _parents(self, number: int, step: Step) -> list[_Clause]:
        """Return the clauses of the steps that one rests on, which must be earlier."""
        if not all(isinstance(parent, int) and 1 <= parent < number for parent in step.parents or ()):
            raise NotAccepted("its parents are not earlier steps")
        return [self.clauses[parent - 1] for parent in step.parents or ()]

    def _check_negation(self, clause: _Clause) -> None:
        """The negation of the goal implies a clause if the clause is true whichever clause of the goal is false."""
        if self.proof.by != "resolution":
            raise NotAccepted("only a proof by resolution may assume anything")
        for part in self.goal:
            if not any(~literal in clause for literal in part):
                raise NotAccepted("it does not follow from the negation of the goal")

    def _check_fact(self, step: Step, clause: _Clause) -> None:
        if len(clause) != 1:
            raise NotAccepted("a fact must be one literal")
        (literal,) = clause
        if step.source != literal.name:
            raise NotAccepted(f"it is not a fact about {step.source}")
        self._check_known(literal)

    def _check_known(self, literal: Literal) -> None:
        """Refuse a fact about an auxiliary symbol, or one that is not among the premises."""
        if not is_plain(literal.name):
            raise NotAccepted(f"{literal} is not a fact: it is not about a cell")
        if self.premises is None or self.premises.facts.get(str(literal.name)) == literal.holds:
            return
        if not literal.holds or self.book is None or not self.book.match(str(literal.name)):
            raise NotAccepted(f"{literal} is not among the given facts")

    def _check_given(self, step: Step, clause: _Clause) -> None:
        source = step.source or ""
        if source in self.meanings:
            self._check_meaning(source, clause)
            return
        if source not in self.givens:
            raise NotAccepted("it is not among the formulas of the proof")
        if self.premises is not None:
            is_given = source in self.premises.givens and (self.book is None or self.book.cites(source) is None)
            if not is_given or self.premises.texts.get(source, source) != self.givens[source]:
                raise NotAccepted(f"there is no formula {source[:120]}")
        symbols = {str(literal.name) for literal in clause if literal.name in self.meanings}
        if self.premises is None or clause not in self.premises.givens[source] or not symbols <= self.shared:
            self._check_formula(source, clause)

    def _check_assumption(self, source: str, clause: _Clause) -> None:
        if source not in self.proof.assumptions:
            raise NotAccepted("it is not among the assumptions of the proof")
        if source not in self.supposed:
            self.supposed[source] = self._assumption(source)
        self._check_implied(self.supposed[source], clause, f"the assumption {source[:120]}", f"; {_REMEDY}")

    def _assumption(self, source: str) -> _Said:
        """Return what an assumption says."""
        given = None if self.premises is None else self.premises.assumptions.get(source)
        if given is not None:
            return self._clauses_of(given)
        nodes = Nodes()
        return Instances(nodes, lambda written: None).node(self._expression(source), {}), nodes, {}

    def _with_assumed(self, pattern: str) -> tuple[str, ...] | None:
        """Return the facts that match a pattern, with those that are assumed."""
        found = self._facts(pattern)
        if found is None:
            return None
        more = [atom for atom in self.assumed if atom not in found and _matches(atom, pattern)]
        if more and self.book is None:
            raise NotAccepted(f"{more[0][:120]} is assumed, but not among the facts that match {pattern[:120]}")
        return (*found, *more)

    def _with_constants(self, written: str) -> tuple[str | int, ...] | None:
        """Return what a set contains; what is assumed of closed predicates may bring new constants."""
        found = self._sets(written)
        if found is None or written != CONSTANTS:
            return found
        more = (each for atom in self.assumed for each in arguments(atom)[1])
        return tuple(dict.fromkeys((*found, *more)))

    def _check_meaning(self, name: str, clause: _Clause) -> None:
        """Refuse a clause that does not follow from what an auxiliary symbol in it means."""
        meaning = self.meanings[name]
        if isinstance(meaning, Threshold):
            fixed, ranges = dict[str, bool](), list[_Range]()
            for literal in sorted(clause, key=str):
                self._suppose_negation(literal, fixed, ranges)
            if len(ranges) > MOST_COUNTS:
                raise NotAccepted("it mentions too many counts to be checked")
            follows = bool(ranges) and not _can_meet(fixed, ranges)
        else:
            follows = meaning.implies(name, clause)
        if not follows:
            raise NotAccepted(f"it is not what {name} means: {self.proof.symbols[name]}")

    def _check_formula(self, source: str, clause: _Clause) -> None:
        """Refuse a clause that the formula does not imply: the one with this text, or the clauses of the given one."""
        if source not in self.formulas:
            self.formulas[source] = self._formula(source)
        self._check_implied(self.formulas[source], clause, f"the formula {source[:120]}", f"; {_REMEDY}")

    def _check_implied(self, said: _Said, clause: _Clause, source: str, remedy: str = "") -> None:
        """Refuse a clause that does not follow from what a formula or an instance says."""
        formula, nodes, symbols = said
        self._define(clause, nodes, symbols)
        try:
            follows = nodes.implies(formula, [node_of(literal, nodes, symbols) for literal in clause])
        except TooHard:
            raise NotAccepted(f"it is too hard to check{remedy}") from None
        if not follows:
            raise NotAccepted(f"it does not follow from {source}")

    def _formula(self, source: str) -> _Said:
        """Return what the formula says."""
        if self.premises is not None:
            return self._clauses_of(self.premises.givens[source])
        nodes = Nodes()
        speaks_of_no_sets = Instances(nodes, lambda written: None)
        return speaks_of_no_sets.node(self._expression(self.givens[source]), {}), nodes, {}

    def _expression(self, text: str) -> Expression:
        """Return the formula or rule with this text."""
        if self.read is None:
            raise NotAccepted(f"it rests on a formula; {_REMEDY}")
        spend(len(text))
        try:
            return self.read(text)
        except (BoardError, BoardSyntaxError):
            raise NotAccepted(f"the text of its formula cannot be read; {_REMEDY}") from None

    def _clauses_of(self, given: Iterable[_Clause]) -> _Said:
        """Return that all these clauses hold; their symbols are the premises', not the proof's."""
        assert self.premises is not None
        clauses = Conjunction(0, tuple(sorted(given, key=lambda clause: sorted(map(str, clause)))))
        nodes, symbols = Nodes(), dict[str, int]()
        meanings = meanings_of(self.premises.symbols) if clauses.symbols else {}
        for name in needed(clauses.symbols, meanings):
            symbols[name] = meanings[name].node(nodes, symbols)
        return clauses.node(nodes, symbols), nodes, {}

    def _define(self, clause: _Clause, nodes: Nodes, symbols: dict[str, int]) -> None:
        """Add the auxiliary symbols that a clause mentions, and those behind them, to the symbols with known nodes."""
        names = {str(literal.name) for literal in clause} & self.meanings.keys()
        for name in needed(names, self.meanings, symbols):
            symbols[name] = self.meanings[name].node(nodes, symbols)

    # -- an instance of a rule

    def _check_rules(self) -> None:
        """With premises, refuse rules, sets and facts of closed predicates that are not those of the file."""
        if self.premises is None:
            return
        proof, book = self.proof, self.book
        if book is None:
            if proof.rules or proof.sets or proof.only or proof.tables:
                raise NotAccepted("there are no rules, sets or closed predicates")
            return
        for label, text in proof.rules.items():
            if book.texts.get(label) != text:
                raise NotAccepted(f"there is no rule {label[:120]}: {text[:120]}")
        for written, members in proof.sets.items():
            spend(1 + len(members))
            known = self._look_up(written)
            if known != tuple(members) and (
                written != CONSTANTS or sorted(known or (), key=str) != sorted(members, key=str)
            ):
                raise NotAccepted(f"the set {written[:120]} differs from the given one")
        bodies = {label: rule.body for label, rule in book.rules.items()}
        for predicate, labels in proof.only.items():
            if predicate not in book.closed:
                raise NotAccepted(f"{predicate[:120]} is not closed")
            if rules_for(predicate, bodies) != tuple(labels):
                raise NotAccepted(f"these are not all the rules for {predicate[:120]}")
        for pattern, facts in proof.tables.items():
            spend(1 + len(facts))
            known = self._match(pattern)
            if known != tuple(facts) and not (self.assumed and known and sorted(known) == sorted(facts)):
                raise NotAccepted(f"these are not the facts that match {pattern[:120]}")

    def _cites_rule(self, source: str) -> bool:
        cited = read_citation(source) if self.proof.rules else None
        return cited is not None and cited[0] in self.proof.rules

    def _instance(self, source: str) -> _Said:
        """Return what an instance says."""
        if source not in self.instances:
            cited = read_citation(source)
            if cited is None or cited[0] not in self.proof.rules:
                raise NotAccepted(f"the proof has no rule {source[:120]}")
            label, values = cited
            nodes, rule = Nodes(), self._rule(label)
            instances = Instances(nodes, self._look_up, tables_only(self._match, self.proof.only))
            self.instances[source] = instances.instance(rule, values), nodes, {}
        return self.instances[source]

    def _check_instance(self, source: str, hint: Hint) -> None:
        """Refuse a hint that the instance it cites does not imply."""
        instance, nodes, _ = self._instance(source)
        names = [nodes.name(name) for name in sorted(self.sets[source])]
        count = nodes.all_of([nodes.at_least(hint.low, names), -nodes.at_least(hint.high + 1, names)])
        try:
            follows = instance == count or nodes.implies(instance, [count])
        except TooHard:
            raise NotAccepted(f"the hint {source[:120]} is too hard to check") from None
        if not follows:
            raise NotAccepted(f"the hint {source[:120]} does not follow from its rule")

    def _check_rule(self, step: Step, clause: _Clause) -> None:
        source = step.source or ""
        if source in self.proof.hints and self._cites_rule(source):
            try:
                self._check_clue(step, clause)
            except NotAccepted:
                pass  # the hint may say less than the rule that it follows from
            else:
                return
        self._check_implied(self._instance(source), clause, source[:120])

    # -- closed predicates

    def _check_unfounded(self, number: int, step: Step, clause: _Clause) -> None:
        if len(set(step.unfounded)) < len(step.unfounded) or not all(map(is_plain, step.unfounded)):
            raise NotAccepted("what is unfounded is not a list of different names")
        known = supposed(clause, step.unfounded, self._parents(number, step))
        check_unfounded(step.unfounded, known, self.proof.only, self._rule, self._look_up, self._match)

    def _rule(self, label: str) -> Expression:
        """Return a rule of the proof; with premises, the file's own reading of it."""
        if label not in self.proof.rules:
            raise NotAccepted(f"the proof has no rule {label[:120]}")
        if label not in self.rules:
            text = self.proof.rules[label]
            self.rules[label] = self._expression(text) if self.book is None else self.book.rules[label].body
        return self.rules[label]

    # -- a clause of one hint

    def _check_clue(self, step: Step, clause: _Clause) -> None:
        source = step.source or ""
        if source not in self.proof.hints or (step.by == "total") != (source == TOTAL):
            raise NotAccepted(f"the proof has no hint {source}")
        hint = self.proof.hints[source]
        ranges = [_Range(self.sets[source], hint.low, hint.high)]
        fixed: dict[str, bool] = {}
        for literal in sorted(clause, key=str):
            self._suppose_negation(literal, fixed, ranges)
        if len(ranges) > MOST_COUNTS:
            raise NotAccepted("it mentions too many counts to be checked")
        if _can_meet(fixed, ranges):
            raise NotAccepted(f"it does not follow from {source}: {Hint(hint.low, hint.high, hint.among)}")

    def _suppose_negation(self, literal: Literal, fixed: dict[str, bool], ranges: list[_Range]) -> None:
        """Suppose that a literal is false: a cell is then fixed, a count bounded."""
        name = str(literal.name)
        if name not in self.meanings:
            fixed[name] = not literal.holds
            return
        meaning = self.meanings[name]
        if not isinstance(meaning, Threshold):
            raise NotAccepted(f"{name} is not a count of mines")
        if literal.holds:
            ranges.append(_Range(meaning.among, 0, meaning.count - 1))
        else:
            ranges.append(_Range(meaning.among, meaning.count, len(meaning.among)))

    # -- a sum of hints

    def _check_sum(self, given: Sum, clause: _Clause) -> None:
        facts = {str(literal.name): literal.holds for literal in given.facts}
        if len(facts) < len(given.facts):
            raise NotAccepted("a cell appears twice among its facts")
        if self._worked_out(given, facts) != _as_counts(given.equation):
            raise NotAccepted("the sum of its hints is not the equation it states")
        for literal in given.facts:
            self._check_known(literal)
        fixed = dict(facts)
        for literal in clause:
            value = not literal.holds  # what the cell is if the clause is false
            if fixed.setdefault(str(literal.name), value) != value:
                return  # a fact makes the clause true
        if _comes_out(given.equation, fixed):
            raise NotAccepted("the equation can be met even if its clause is false")

    def _worked_out(self, given: Sum, facts: Mapping[str, bool]) -> tuple[Counter[str], int, int]:
        """Return the factors in the sum of the hints, with the facts substituted, and the bounds of the sum."""
        hints = self.proof.hints
        for source in (*given.add, *given.subtract):
            if source not in hints:
                raise NotAccepted(f"there is no hint {source}")
            spend(1 + len(self.sets[source]))
        factors: Counter[str] = Counter()
        for source in timely(given.add):
            factors.update(self.sets[source])
        for source in timely(given.subtract):
            factors.subtract(self.sets[source])
        low = sum(hints[source].low for source in given.add) - sum(hints[source].high for source in given.subtract)
        high = sum(hints[source].high for source in given.add) - sum(hints[source].low for source in given.subtract)
        mines = sum(factors[name] for name, is_mine in facts.items() if is_mine)
        left = Counter({name: factor for name, factor in factors.items() if name not in facts and factor != 0})
        return left, low - mines, high - mines

    # -- the end

    def check_end(self) -> None:
        if not self.clauses:
            raise NotAccepted("it has no steps")
        last = self.clauses[-1]
        if self.proof.by == "resolution":
            if last:
                raise NotAccepted("the last step is not the empty clause")
        elif self.proof.by not in ("direct", "counting"):
            raise NotAccepted(f"no such kind of proof: {self.proof.by}")
        elif len(self.goal) != 1 or not last <= self.goal[0] or (self.goal[0] and not last):
            raise NotAccepted("the last step is not the goal")


def _matches(atom: str, pattern: str) -> bool:
    """Return whether an atom is of this predicate, and has these arguments where the pattern has no hole."""
    (predicate, words), (wanted, holes) = split_name(atom), split_name(pattern)
    same = predicate == wanted and len(words) == len(holes)
    return same and all(hole in ("_", word) for word, hole in zip(words, holes, strict=True))


def _givens(entries: Iterable[str]) -> dict[str, str]:
    """Return the texts of formulas by how steps cite them."""
    found: dict[str, str] = {}
    for name, text in map(named_given, entries):
        if found.setdefault(name, text) != text:
            raise NotAccepted(f"{name[:120]} is the name of two formulas")
    return found


# -- counting mines


def _numbers(hint: Hint) -> tuple[int, int]:
    """Return the fewest and the most mines; more than there are cells says no more than all of them."""
    return hint.low, min(hint.high, max(hint.low, len(hint.among)))


@dataclass(frozen=True, slots=True)
class _Range:
    """At least `low` and at most `high` of these cells are mines."""

    among: frozenset[str]
    low: int
    high: int


def _can_meet(fixed: Mapping[str, bool], ranges: list[_Range]) -> bool:
    """Return whether some placement has these cells as fixed and meets all the ranges.

    Cells in the same ranges are interchangeable: only their number of mines matters. So a number is tried for each
    region, and a trial is abandoned as soon as some range can no longer be met.
    """
    sizes: dict[int, int] = {}
    for cell in frozenset().union(*(range_.among for range_ in ranges)):
        if cell not in fixed:
            region = sum(1 << i for i, range_ in enumerate(ranges) if cell in range_.among)
            sizes[region] = sizes.get(region, 0) + 1
    mines = [sum(fixed.get(cell, False) for cell in range_.among) for range_ in ranges]
    limits = [(range_.low - known, range_.high - known) for range_, known in zip(ranges, mines, strict=True)]
    return _fill(sorted(sizes.items()), limits)


def _fill(regions: list[tuple[int, int]], limits: list[tuple[int, int]]) -> bool:
    """Return whether each region can be given a number of mines so that every range is within its limits."""
    # Invariant: the regions can be filled exactly if, for some entry of the stack, those from its index on can be
    # filled within its limits.
    stack = [(0, limits)]
    for _ in range(MOST_TRIALS):
        if not stack:
            return False
        spend()
        index, limits = stack.pop()
        low, high = _bounds(regions, index, limits)
        if low > high:
            continue
        if index == len(regions):
            return True
        region = regions[index][0]
        for mines in range(low, high + 1):  # which leaves each range that counts the region this many fewer
            left = [(a - mines, b - mines) if region >> i & 1 else (a, b) for i, (a, b) in enumerate(limits)]
            stack.append((index + 1, left))
    raise NotAccepted("it is too hard to check")


def _bounds(regions: list[tuple[int, int]], index: int, limits: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the fewest and the most mines that the region at `index` can have, judging by each range alone."""
    region, size = regions[index] if index < len(regions) else (0, 0)
    least, most = 0, size
    for i, (low, high) in enumerate(limits):
        room = sum(other for mask, other in regions[index + 1 :] if mask >> i & 1)
        if region >> i & 1:
            least, most = max(least, low - room), min(most, high)
        elif high < 0 or low > room:
            return 1, 0
    return least, most


# -- sums of hints


def _as_counts(equation: Equation) -> tuple[Counter[str], int, int]:
    factors = dict(equation.factors)
    if len(factors) < len(equation.factors):
        raise NotAccepted("a cell appears twice in its equation")
    if not all(isinstance(number, int) for number in (*factors.values(), equation.low, equation.high)):
        raise NotAccepted("its equation has a number that is not an integer")
    return Counter(factors), equation.low, equation.high


def _comes_out(equation: Equation, fixed: dict[str, bool]) -> bool:
    """Return whether the equation can be met by 0s and 1s: every possible sum is computed.

    The sums are the bits of one number. Cells with the same factor are added in groups of one, two, four and so on,
    which reaches all their sums in a few steps.
    """
    least = sum(factor for name, factor in equation.factors if fixed.get(name, False))
    alike: Counter[int] = Counter()
    for name, factor in equation.factors:
        if name not in fixed:
            least += min(factor, 0)
            alike[abs(factor)] += 1
    sums = 1  # bit n: some of the cells sum to least + n
    for factor, left in alike.items():
        together = 1
        while left:
            together = min(together, left)
            spend(1 + sums.bit_length() // 4096)
            sums |= sums << factor * together
            left -= together
            together *= 2
    low, high = max(equation.low - least, 0), min(equation.high - least, sums.bit_length())
    return low <= high and (sums >> low) & ((1 << (high - low + 1)) - 1) != 0
