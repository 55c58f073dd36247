"""The knowledge base: tell it what is known, ask it what follows, and let it prove its answers.

Knowledge is told as sympy formulas and as Hints, becomes clauses (`clauses`), and is kept closed under
unit propagation (`inference`: KB, and KB0 with the facts). The caller chooses the *method* that derives the clauses of
a goal; a learner can compare them on the same question:

============== ===================================================================== =========
method         how                                                                   complete
============== ===================================================================== =========
``resolution`` assume the negation and refute it (`refutation`)                      yes
``saturation`` match clauses, the negation being the set of support (`inference`)    yes
``course``     the same, never matching two clauses that are both longer than 2      no
``forward``    what propagation has found by itself (`inference`)                    no
``backward``   from the goal to the facts, for definite clauses only (`inference`)   for those
============== ===================================================================== =========

Special cases: An empty knowledge base entails the tautologies and nothing else. A tautology adds nothing, nor does
`true`; `false`, the empty clause, makes it inconsistent. An inconsistent knowledge base can be told more but answers no
questions: `ask`, `prove` and `cases` raise `InconsistentKnowledge`, with the sources that clash and a proof of the
empty clause (`facts` does so once propagation alone has found it). An incomplete method may not notice that it is
inconsistent; it answers by what it has found then, and UNKNOWN if it finds nothing. At a limit the answer is LIMIT,
never UNKNOWN; `prove` raises `LimitReached`.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from logicms.errors import (
    BoardError,
    BoardSyntaxError,
    InconsistentKnowledge,
    LimitReached,
    counted,
    expect,
    unknown_word,
)
from logicms.hints import AUXILIARY, TOTAL, Hint, Literal, Name, Shown, check_name, name_order
from logicms.limits import spend, timely
from logicms.logic.clauses import (
    EMPTY,
    LONGEST,
    Clause,
    Goal,
    Symbols,
    clause_order,
    clauses_of,
    clauses_of_hint,
    goal_of,
    literal_of,
)
from logicms.logic.derivation import Link, Log, proof_of, refuted, unassumed
from logicms.logic.inference import COURSE, FULL, Chained, Chaining, Event, Forward, Matching, Saturation, chain
from logicms.logic.refutation import Entailment, Solver
from logicms.logic.which import Rows, as_sympy, sort_out
from logicms.problem import Formula, Problem, Unfounded, clauses_in, predicate_of
from logicms.proofs import checker
from logicms.proofs.carrying import with_rules
from logicms.proofs.proof import Premises, Proof, ProofKind, Step, StepReason, clause_of, plain_hint

if TYPE_CHECKING:
    from sympy.assumptions.cnf import CNF, EncodedCNF
    from sympy.logic.boolalg import Boolean

    from logicms.board import Board, Flags
    from logicms.notation.hint_files import HintFile
    from logicms.notation.statements import Entry
    from logicms.problem import Statement, Tells
    from logicms.rules.grounding import RuleBook
    from logicms.rules.language import Which

Tellable: TypeAlias = "Boolean | CNF | EncodedCNF | bool | Hint | Literal | Formula | Unfounded | Name"
"""What a knowledge base is told and asked: sympy, a hint, a literal, a cell, or a formula as text."""

Given: TypeAlias = "Tellable | Iterable[Tellable]"
"""What is assumed for one question: a statement, or several."""

Sources: TypeAlias = "Name | int | Iterable[Name | int]"
"""What is taken back for one question: the source of a statement or its index in `statements`, or several."""


class Answer(Enum):
    """Whether a knowledge base entails a formula; NO means that it entails the negation. Only YES is truthy.

    >>> [bool(answer) for answer in Answer]
    [True, False, False, False]
    """

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    LIMIT = "limit"

    def __bool__(self) -> bool:
        return self is Answer.YES

    def __str__(self) -> str:
        return self.value


Method = typing.Literal["resolution", "saturation", "course", "forward", "backward"]
METHODS: tuple[Method, ...] = get_args(Method)
COMPLETE: frozenset[Method] = frozenset({"resolution", "saturation"})
"""The methods that find everything when no limit is set."""


class KnowledgeBase(Shown):
    """Propositional knowledge. A formula is a sympy Boolean, a `Hint`, a `Literal`, a cell, or a text: `"A1 -> ~B1"`.

    >>> from sympy.abc import a, b, c
    >>> kb = KnowledgeBase()
    >>> kb.tell(a >> b)
    >>> kb.tell(b >> c)
    >>> kb.ask(a >> c), kb.ask(a)
    (<Answer.YES: 'yes'>, <Answer.UNKNOWN: 'unknown'>)
    >>> kb.tell(~c)
    >>> kb.ask(a), kb.facts
    (<Answer.NO: 'no'>, {'a': False, 'b': False, 'c': False})
    """

    def __init__(
        self,
        source: Problem | Board | Tells | None = None,
        *,
        flags: Flags = "fact",
        watch: Callable[[Event], None] | None = None,
        book: RuleBook | None = None,
    ) -> None:
        self._begin(None if source is None else Problem.of(source, flags=flags), watch, book)

    def _begin(
        self,
        problem: Problem | None,
        watch: Callable[[Event], None] | None = None,
        book: RuleBook | None = None,
    ) -> None:
        """Be told a problem, and nothing else."""
        self.symbols: Symbols = Symbols()
        self.log: Log = Log()
        self.forward: Forward = Forward(self.log, watch)
        self._hints: dict[str, Hint] = {}
        self._facts: dict[str, bool] = {}
        self._givens: dict[str, tuple[Clause, ...]] = {}
        self._texts: dict[str, str] = {}
        self._assumed: dict[str, tuple[Clause, ...]] = {}
        self._book = book  # of the rules that statements are instances of; a problem has its own
        self._about = Problem(book=book)  # what it was made of
        self._file: HintFile | None = None  # the same as a file, with what was told since; made when it is needed
        self._since: list[tuple[Any, str | None]] = []  # what was told and is not in the file yet
        self._is_told = self._is_read = False  # whether anything was told since, and whether as text
        self._lines = 0  # of text that was told
        self._told: list[int] = []
        self.closed: Any = None
        """What the closed predicates of its problem make true and false; None if there are none."""
        self._unfounded: dict[Unfounded, int] = {}  # with their numbers in the log
        self._supported: set[Name] = set()  # the closed names whose support was told
        self._stated: set[Statement] = set()  # by the problem, or as support; where there are closed names
        self.support: list[Statement] = []
        """What was told only because closed names were told or asked about."""
        self._cnf: EncodedCNF | None = None
        self._entailment = Entailment()
        if problem is not None:
            self._about = problem
            self._book = problem.book
            self._lines = max((rule.line for rule in self._book.rules.values()), default=0) if self._book else 0
            for statement in problem.statements:
                self._take(statement)
            self.closed = problem.closed
            self._stated = set() if self.closed is None else set(problem.statements)

    # -- telling

    def tell(self, formula: Tellable, because: str | None = None) -> None:
        """Add knowledge; `because` names its source in proofs, instead of the hint's clue or the formula's text.

        A text is a line of a hint file, or several, and may speak of the sets, elements and grid of the hint file that
        the knowledge base was made of. Each clause of sympy's `CNF` or `EncodedCNF` is told as a statement of its own,
        or all of them as one if they are given a name. A hint of many cells can take long; if a limit is reached, only
        some of its clauses have been added.

        >>> from logicms.hints import exactly
        >>> kb = KnowledgeBase()
        >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
        >>> kb.tell("~A1")
        >>> kb.tell("B1 -> rain")
        >>> kb.facts
        {'A1': False, 'B1': True, 'rain': True}
        """
        expect(because, (str, NoneType), "the name of a source as text")
        if because is not None and because.startswith(AUXILIARY):
            raise BoardError(f"the name of a source cannot begin with {AUXILIARY}: {because[:40]!r}")
        if isinstance(formula, str) and not self._is_plain(formula):
            return self._tell_text(formula, because)
        if because is None and (clauses := clauses_in(formula)) is not None:
            for clause in clauses:
                self.tell(clause)
            return
        formula = _joined(formula)
        self._is_told = True
        self._since.append((formula, because))
        try:
            self._take(formula, because)
        except BoardError:
            self._since.pop()
            raise

    def _take(self, formula: Tellable, because: str | None = None) -> None:
        """Add knowledge that is noted already."""
        if isinstance(formula, Unfounded):
            return self._tell_unfounded(formula)
        is_support = bool(self._stated) and formula in self._stated
        is_named = because is not None or (isinstance(formula, Formula) and formula.name is not None)
        if isinstance(formula, Formula):
            if formula.name is not None:
                self._texts[formula.name] = formula.text
            if formula.assumed:
                return self._assume(formula)
            formula, because = formula.expr, because or formula.source
        elif isinstance(formula, Name):
            because = because or str(formula).strip()
            formula = self._read(formula)
        if not is_support:
            self.tell_support(formula)
        if isinstance(formula, Hint):
            self._tell_hint(formula, because)
        elif is_named or (literal := self._literal(formula)) is None:
            self._tell_formula(formula, because)
        elif self._facts.setdefault(name := self.symbols.text(abs(literal)), literal > 0) == (literal > 0):
            self._insert([frozenset((literal,))], "fact", name)
        else:  # a name has one fact: if the negation is one, what contradicts it must be a formula
            self._tell_formula(formula, because)

    def _tell_unfounded(self, told: Unfounded) -> None:
        """Add what closed predicates make false, which rests on literals that follow already."""
        clause = frozenset(literal_of(each, self.symbols) for each in told.clause)
        if self.forward.contradiction is not None or told in self._unfounded:
            return
        numbers = [self._number_of(literal_of(each, self.symbols)) for each in told.because]
        parents = tuple(number for number in numbers if number is not None)
        if len(parents) == len(numbers):  # otherwise the rest contradicts itself, as `check` finds out
            self._unfounded[told] = number = self.log.premise(
                clause, "only", told.source, parents, tuple(map(str, told.atoms))
            )
            self._enter(number)

    def _number_of(self, literal: int) -> int | None:
        """Return the number in the log of a literal that follows; None if the knowledge base is inconsistent."""
        if literal in self.forward.facts:
            return self.forward.facts[literal]
        number = Solver(self.log, sorted(self.forward.numbers)).refute([-literal])
        assert number is not None, "what an unfounded set rests on follows from what was told before"
        return number if self.log.clauses[number] else None

    def tell_support(self, formula: Any) -> None:
        """Add the facts and rules by which closed names in a formula are true, or why they are false."""
        if self.closed is None or isinstance(formula, bool):
            return
        if isinstance(formula, Hint):
            names: Iterable[Name] = formula.among
        elif isinstance(formula, Literal):
            names = (formula.name,)
        else:
            names = sorted(symbol.name for symbol in formula.free_symbols)
        for name in names:
            if name in self._supported or not self.closed.is_closed(name):
                continue
            self._supported.add(name)
            for statement in self.closed.support(name):
                if statement not in self._stated:
                    self._stated.add(statement)
                    self.support.append(statement)
                    self._take(statement)

    def _tell_text(self, text: str, because: str | None) -> None:
        """Add what lines of a hint file say."""
        from logicms.notation.hint_files import parse_more

        before = self.file
        more = parse_more(before, text, "<formula>", first=self._lines + 1)
        if not (more.lines or more.size or more.mines is not None):
            raise BoardSyntaxError("expected a statement", source="<formula>", source_line=text)
        if because is not None:
            from logicms.notation.statements import line_of

            more = more.named(because)
            more = replace(more, lines=tuple(line_of(line, because) for line in more.lines))
        if (
            more.speaks_of_clues
            and not before.speaks_of_clues
            and any(name_order(each)[0] == 0 for each in self._hints)
        ):
            raise BoardError(
                "its clues have their usual meaning already: make it of rules and board, rules.over(board)"
            )
        spoken_of = set(map(predicate_of, self.symbols.names))
        if taken := next((name for name in more.closed if name in spoken_of), None):
            raise BoardError(f"close {taken[:40]} before anything is said about it: tell `only {taken[:40]}` first")
        self._is_told = self._is_read = True
        self._file, statements = before.followed_by(more)
        if self._file.rules or self._file.declared or more.closed:
            self._book = self._file.book
        if more.closed and self._book is not None:
            self.closed = self._book.closed_part
        self._lines += text.count("\n") + 1
        for statement in statements:
            self._take(statement)

    def _literal(self, formula: Any) -> int | None:
        """Return the literal that a formula is, if it is one."""
        if isinstance(formula, Literal):
            return literal_of(formula, self.symbols)
        from logicms.connectives import literal_in

        if (literal := literal_in(formula)) is None:
            return None
        name, holds = literal
        return literal_of(Literal(check_name(name), holds), self.symbols)

    def _tell_hint(self, hint: Hint, because: str | None) -> None:
        told = plain_hint(hint, because)
        source = _unused(
            str(told.because or told), lambda name: self._hints.get(name) in (None, replace(told, because=name))
        )
        self._hints[source] = replace(told, because=source)
        clauses = clauses_of_hint(told, self.symbols)
        self._insert(clauses, "total" if source == TOTAL else "clue", source)

    def _tell_formula(self, formula: Any, because: str | None) -> None:
        from logicms.connectives import disjunction, formula_text

        if isinstance(formula, Literal):
            formula = disjunction([formula])

        converted = clauses_of(formula, self.symbols)
        source = _unused(
            because or formula_text(formula, LONGEST), lambda name: self._givens.get(name) in (None, converted.clauses)
        )
        self._givens[source] = converted.clauses
        for name, clause in converted.definitions:
            self._insert([clause], "given", name)
        self._insert(converted.clauses, "given", source)

    def _assume(self, formula: Formula) -> None:
        """Add what holds for one question only."""
        self.tell_support(formula.expr)
        converted = clauses_of(formula.expr, self.symbols)
        self._assumed[formula.text] = converted.clauses
        for name, clause in converted.definitions:
            self._insert([clause], "given", name)
        self._insert(converted.clauses, "assumption", formula.text)

    def _insert(self, clauses: Iterable[Clause], by: StepReason, source: str) -> None:
        for clause in clauses:
            spend()
            self._enter(self.log.premise(clause, by, source))

    def _enter(self, number: int) -> None:
        self._told.append(number)
        if self.forward.watch is not None:
            self.forward.watch(Event("told", self.log.clauses[number]))
        self.forward.insert(number)

    # -- what it was told

    @property
    def file(self) -> HintFile:
        """Everything that it was told, as a hint file."""
        from logicms.notation.statements import file_of, line_of

        if self._file is None:
            self._file = file_of(self._about)
        if self._since:
            lines = (line_of(*each) for each in self._since if not isinstance(each[0], Unfounded))
            self._file = replace(self._file, lines=(*self._file.lines, *lines))
            self._since.clear()
        return self._file

    def to_problem(self) -> Problem:
        """Return the problem that it states: whatever takes a board or a hint file takes a knowledge base."""
        from logicms.notation.statements import told_apart

        return told_apart(self.file).to_problem() if self._is_told else self._about

    @property
    def statements(self) -> tuple[Entry, ...]:
        """What it was told, in order; each has a `source`, by which it can be taken back. The mine total is the last.

        >>> kb = KnowledgeBase()
        >>> kb.tell("rain -> wet")
        >>> kb.tell("~wet", because="the street")
        >>> [entry.source for entry in kb.statements], print(*kb.statements, sep="; ")
        rain -> wet; the street
        (['rain -> wet', 'the street'], None)
        """
        from logicms.notation.statements import entries

        return entries(self.file)

    def retract(self, source: Name | int) -> None:
        """Take a statement back, as if it had never been told: by its source, or by its index in `statements`.

        Of a text that was told twice the last goes. What contradicts itself can be mended so.

        >>> kb = KnowledgeBase()
        >>> kb.tell("rain")
        >>> kb.tell("~rain")
        >>> kb.consistent, kb.retract("rain"), kb.consistent, kb.facts
        (False, None, True, {'rain': False})
        """
        from logicms.notation.statements import retracted

        self._begin(retracted(self.file, [source]).to_problem(), self.forward.watch)

    @property
    def consistent(self) -> bool:
        """Whether some placement meets everything that it was told."""
        return self.forward.contradiction is None and self._up_to_date().is_consistent()

    # -- what it knows

    @property
    def facts(self) -> dict[str, bool]:
        """KB0: what is known by propagation, in reading order; True for a name that holds."""
        if self.forward.contradiction is not None:
            raise self._inconsistent(self.forward.contradiction)
        known = {self.symbols.text(abs(literal)): literal > 0 for literal in self.forward.facts}
        return {name: known[name] for name in sorted(known, key=name_order) if not name.startswith(AUXILIARY)}

    @property
    def clauses(self) -> tuple[Boolean, ...]:
        """KB0 and KB as sympy: facts first, then the clauses that remain after propagation, short ones first."""
        from logicms.connectives import disjunction

        return tuple(disjunction(self.symbols.literals(clause)) for clause in self.current_clauses)

    @property
    def current_clauses(self) -> tuple[Clause, ...]:
        """The same as integers."""
        if self.forward.contradiction is not None:
            return (EMPTY,)
        order = {clause: clause_order(clause) for clause in timely(self.forward.data)}
        return tuple(sorted(order, key=order.__getitem__))

    @property
    def told_steps(self) -> tuple[Step, ...]:
        """Every clause as it was told, with its reason: the steps that a proof may begin with."""
        links = map(self.log.premise_at, self._told)
        return tuple(
            Step(self.symbols.literals(link.clause), link.by, link.source, unfounded=link.unfounded) for link in links
        )

    def told_by(self) -> dict[tuple[StepReason, str], list[Clause]]:
        """Return the clauses that were told, by their reason and source; of an unfounded set, the clause itself."""
        found: dict[tuple[StepReason, str], list[Clause]] = {}
        for number in self._told:
            link = self.log.premise_at(number)
            found.setdefault(self._cited(link), []).append(link.clause)
        return found

    def behind(self, told: Unfounded) -> set[tuple[StepReason, str]]:
        """Return the reasons and sources of what an unfounded set rests on, its own included."""
        if told not in self._unfounded:  # what was told contradicts itself
            return set()
        return {self._cited(link) for link in self.log.links(self._unfounded[told]) if link.is_premise}

    def _cited(self, link: Link) -> tuple[StepReason, str]:
        """Return the reason and the source of a premise; of an unfounded set, the clause, as there may be many."""
        if link.by != "only":
            return link.by, link.source or ""
        return "only", " | ".join(map(str, clause_of(self.symbols.literals(link.clause))))

    def to_sympy(self) -> Boolean:
        """Return everything that is known as one sympy formula in CNF.

        >>> from sympy.abc import a, b
        >>> kb = KnowledgeBase()
        >>> kb.tell((a | b) & (a >> b))
        >>> kb.to_sympy()
        (a | b) & (b | ~a)
        """
        from sympy import And

        return And(*self.clauses)

    @property
    def cnf(self) -> EncodedCNF:
        """KB0 and KB, as they are now, auxiliary symbols included: sympy's own `EncodedCNF`, which is what is matched.

        sympy's `satisfiable` takes it as it is: a symbol table, and a list of sets of signed integers; the empty clause
        is {0} there. It is always the same object, and follows what is told; take a `copy()` of it to change it.

        >>> from sympy import satisfiable, symbols
        >>> kb = KnowledgeBase()
        >>> kb.tell("a | b")
        >>> kb.tell("b -> c | d")
        >>> kb.cnf.symbols, [sorted(clause) for clause in kb.cnf.data]
        ([a, b, c, d], [[1, 2], [-2, 3, 4]])
        >>> kb.tell("~a")
        >>> [sorted(clause) for clause in kb.cnf.data], satisfiable(kb.cnf)[symbols("b")]
        ([[-1], [2], [3, 4]], True)
        """
        from sympy import Symbol
        from sympy.assumptions.cnf import EncodedCNF

        if self._cnf is None:
            self._cnf = EncodedCNF(self.forward.data, {})
        cnf = self._cnf
        for name in self.symbols.names[len(cnf.symbols) :]:
            cnf.symbols.append(Symbol(name))
            cnf.encoding[cnf.symbols[-1]] = len(cnf.symbols)
        return cnf

    @property
    def premises(self) -> Premises:
        """What its proofs may rest on, for the checker."""
        givens, assumed = (
            {
                source: frozenset(frozenset(self.symbols.literals(clause)) for clause in timely(clauses))
                for source, clauses in timely(formulas.items())
            }
            for formulas in (self._givens, self._assumed)
        )
        meanings, texts = dict(self.symbols.meanings), dict(self._texts)
        return Premises(dict(self._hints), dict(self._facts), givens, meanings, texts, assumed, self._book)

    def __repr__(self) -> str:
        facts, clauses = len(self.forward.facts), len(self.forward.places)
        return f"<KnowledgeBase: {counted(facts, 'fact')}, {counted(clauses, 'clause')}>"

    def __str__(self) -> str:
        """What it knows, a line for each fact and each clause that is left."""
        return "\n".join(" | ".join(self.symbols.texts(clause)) or "false" for clause in self.current_clauses)

    def __eq__(self, other: object) -> bool:
        """Return whether both were told the same, in the same order."""
        if not isinstance(other, KnowledgeBase):
            return NotImplemented
        return (self.told_steps, self.premises) == (other.told_steps, other.premises)

    __hash__ = None  # type: ignore[assignment]  # it can be told more

    def __copy__(self) -> KnowledgeBase:
        return self.copy()

    def copy(self) -> KnowledgeBase:
        """Return an independent copy."""
        twin = KnowledgeBase()
        twin.symbols = self.symbols.copy()
        twin.log = self.log.copy()
        twin.forward = self.forward.copy(twin.log)
        twin._hints, twin._facts, twin._givens = self._hints.copy(), self._facts.copy(), self._givens.copy()
        twin._texts, twin._book = self._texts.copy(), self._book
        twin._assumed, twin._about, twin._file = self._assumed.copy(), self._about, self._file
        twin._since, twin._is_told, twin._is_read = self._since.copy(), self._is_told, self._is_read
        twin._lines = self._lines
        twin._told = self._told.copy()
        twin.closed, twin._unfounded = self.closed, self._unfounded.copy()
        twin._supported, twin._stated, twin.support = self._supported.copy(), self._stated.copy(), self.support.copy()
        return twin

    # -- asking

    def ask(self, formula: Tellable, by: Method = "resolution", *, given: Given = (), without: Sources = ()) -> Answer:
        """Return whether the formula follows (YES), its negation follows (NO), or neither (UNKNOWN).

        What is `given` is assumed for this question only: whatever can be told, one or several. `without` takes
        statements back for this question only, by their sources.

        >>> kb = KnowledgeBase()
        >>> kb.tell("rain -> wet")
        >>> kb.tell("rain | sprinkler")
        >>> kb.ask("wet", given="~sprinkler"), kb.ask("wet", given=["~sprinkler"], without=["rain -> wet"])
        (<Answer.YES: 'yes'>, <Answer.UNKNOWN: 'unknown'>)
        """
        if given or without:
            return self._asked_if(formula, by, given, without)
        try:
            asked = self._asked(formula)
            if by in COMPLETE:
                self.check()
            if self._entails(goal_of(asked, self.symbols), by):
                return Answer.YES
            if by != "backward" and self._entails(goal_of(asked, self.symbols, False), by):
                return Answer.NO
        except LimitReached:
            return Answer.LIMIT
        return Answer.UNKNOWN

    def _asked_if(self, formula: Tellable, by: Method, given: Given, without: Sources) -> Answer:
        """Return the answer under assumptions, or without some statements."""
        if self.closed is not None or without or by != "resolution":
            base, asked = self._supposing(formula, given, without)
            return base.ask(asked, by)
        # If nothing is taken back, the solver that is kept from question to question has the answer.
        from sympy import And, Implies, Not

        from logicms.notation.statements import assumptions

        supposed = And(*(each.expr for each in assumptions(self.file, given)))
        expr = _as_sympy(self._read(formula))
        try:
            self.check()
            if self._entails(goal_of(Not(supposed), self.symbols), by):
                self._supposing(formula, given, without)[0].check()  # says what clashes
            for asked, answer in ((expr, Answer.YES), (Not(expr), Answer.NO)):
                if self._entails(goal_of(Implies(supposed, asked), self.symbols), by):
                    return answer
        except LimitReached:
            return Answer.LIMIT
        return Answer.UNKNOWN

    def _supposing(
        self, formula: Tellable | Which, given: Given, without: Sources
    ) -> tuple[KnowledgeBase, Boolean | bool | Hint | Literal]:
        """Return a knowledge base with assumptions and without some statements, and what is asked of it.

        The question is read with what is taken back: it may speak of that.
        """
        from logicms.notation.statements import supposing

        asker = KnowledgeBase(supposing(self.file, given)) if self.closed is not None and given else self
        asked = asker._read(formula) if isinstance(formula, Name) else formula
        return KnowledgeBase(supposing(self.file, given, without)), asked

    def _entails(self, goal: Goal, by: Method) -> bool:
        if by == "resolution":
            return self._up_to_date().counterexample(goal) is None
        return self._derivations(goal, by) is not None

    def _up_to_date(self) -> Entailment:
        """Return what is kept from question to question, updated with what was told since the last one."""
        new = [self.log.clauses[number] for number in self._told[len(self._entailment) :]]
        self._entailment.keep_up(new, self.symbols.names)
        return self._entailment

    def placements(self, names: Iterable[Name] | None = None, *, limit: int | None = None) -> Iterator[dict[str, bool]]:
        """Yield each assignment of these names that some placement completes, once; at most `limit` of them.

        Without names, it is about all that are not of closed predicates. On a contradiction there is none.

        >>> kb = KnowledgeBase()
        >>> kb.tell("a | b")
        >>> kb.tell("b -> c ^ d")
        >>> sorted(map(str, kb.placements("a b")))
        ["{'a': False, 'b': True}", "{'a': True, 'b': False}", "{'a': True, 'b': True}"]
        """
        from logicms.deduction.whole import placements

        return placements(self, names, limit)

    def count(self, names: Iterable[Name] | None = None) -> int:
        """Return how many placements there are: of these names, or of all that are not of closed predicates.

        >>> from logicms.hints import at_least
        >>> kb = KnowledgeBase()
        >>> kb.tell(at_least(1, [f"x{number}" for number in range(100)]))
        >>> kb.count() == 2**100 - 1, kb.count(["x1", "x2"])
        (True, 4)
        """
        from logicms.deduction.whole import number_of_placements

        return number_of_placements(self, names)

    def reasons(self, formula: Tellable, *, limit: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield sets of statements from which a formula follows, by their sources, the fewest first.

        From each set no statement can be left out; of what does not follow there is none. At most `limit` are found.

        >>> kb = KnowledgeBase()
        >>> for text in ("rain -> wet", "rain", "sprinkler & (sprinkler -> wet)"):
        ...     kb.tell(text)
        >>> list(kb.reasons("wet"))
        [('sprinkler & (sprinkler -> wet)',), ('rain -> wet', 'rain')]
        """
        from logicms.deduction.reasons import reasons

        return islice(reasons(self, formula), limit)

    def repairs(self, *, limit: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield sets of statements without which it is consistent, by their sources, the smallest first.

        Of each set everything has to go. There is none if it is consistent already. At most `limit` are found.

        >>> kb = KnowledgeBase()
        >>> for text in ("rain", "rain -> wet", "~wet", "sun"):
        ...     kb.tell(text)
        >>> sorted(kb.repairs())
        [('rain',), ('rain -> wet',), ('~wet',)]
        """
        from logicms.deduction.reasons import repairs

        return islice(repairs(self), limit)

    def cases(self, formula: Tellable) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return two placements, as the names that hold: the formula holds in the first only; None unless both exist.

        >>> from logicms.hints import exactly
        >>> kb = KnowledgeBase()
        >>> kb.tell(exactly(1, ["A1", "B1"]))
        >>> kb.cases("A1")
        (('A1',), ('B1',))
        """
        asked, found = self._asked(formula), []
        self.check()
        for sign in (False, True):
            goal = goal_of(asked, self.symbols, sign)
            placement = self._up_to_date().counterexample(goal)
            if placement is None:
                return None
            names = (name for number, name in enumerate(goal.symbols.names, 1) if placement.holds(number))
            found.append(tuple(sorted((n for n in names if not n.startswith(AUXILIARY)), key=name_order)))
        return found[0], found[1]

    def which(self, question: str | Which, *, given: Given = (), without: Sources = ()) -> Rows:
        """Return which values certainly make a formula hold, and which may; all of them are found together.

        `given` is assumed, and statements are taken back, as for `ask`.

        At a limit, `LimitReached` is raised; its `settled` has the rows that were decided by then.

        >>> kb = KnowledgeBase()
        >>> kb.tell("set people = ann bob cat")
        >>> kb.tell("likes(ann,bob) & (likes(ann,cat) | likes(bob,cat))")
        >>> rows = kb.which("which x in people, y in people: likes(x, y) & ~likes(y, x)")
        >>> rows.certain
        ()
        >>> [str(row) for row in rows.possible][:3]
        ['x = ann, y = bob', 'x = ann, y = cat', 'x = bob, y = cat']
        """
        if given or without:
            return self._supposing("true", given, without)[0].which(question)
        from logicms.notation.datalog import question_about
        from logicms.notation.formulas import parse_which
        from logicms.rules.grounding import RuleBook
        from logicms.rules.rows import rows

        book = self._book if self._book is not None else RuleBook({}, self.file.tables)
        if isinstance(question, str):
            question = parse_which(question_about(self._about, question), book.tables, book.closed)
        return sort_out(self, rows(question, book, self.symbols.names))

    # -- proving

    def prove(
        self,
        formula: Tellable,
        by: Method | typing.Literal["direct"] = "resolution",
        *,
        given: Given = (),
        without: Sources = (),
    ) -> Proof | None:
        """Return a proof of the formula, or None if it does not follow (or the method does not find that it does).

        `given` is assumed, and statements are taken back, as for `ask`; the proof cites what was assumed.

        It refutes the negation of the formula; one that is `direct` ends in the formula itself, which must be one
        clause, and so does one that chaining finds of a literal. The checker has accepted it; if the checker refuses
        it, `RefusedProof` is raised.

        >>> from sympy.abc import a, b
        >>> kb = KnowledgeBase()
        >>> kb.tell(a | b)
        >>> kb.tell(a >> b)
        >>> [(proof.by, proof.number_of_resolutions) for proof in (kb.prove(b), kb.prove(b, by="direct"))]
        [('resolution', 3), ('direct', 1)]
        """
        if given or without:
            base, asked = self._supposing(formula, given, without)
            return base.prove(asked, by)
        goal = goal_of(self._asked(formula), self.symbols)
        if by == "saturation" or not goal.clauses:
            self.check()
        if by == "direct" and len(goal.clauses) != 1:
            raise BoardError("a direct proof ends in one clause: prove the parts of an `and` one by one")
        derivations = self._derivations(goal, "resolution" if by == "direct" else by)
        if derivations is None:
            return None
        if by == "direct" or (by in get_args(Chaining) and [len(clause) for clause in goal.clauses] == [1]):
            return self._proof(derivations[0], goal, "direct")
        return self._proof(refutation(derivations, goal.clauses, goal.negation), goal, "resolution")

    def _derivations(self, goal: Goal, by: Method) -> list[list[Link]] | None:
        """Return the links that lead to each clause of the goal, or None as soon as one is not found."""
        if self.forward.contradiction is not None:
            raise self._inconsistent(self.forward.contradiction)
        end, forward, found = len(self.log), self.forward, []
        try:
            if goal.definitions:
                forward = forward.copy(self.log)
                for name, clause in goal.definitions:
                    forward.insert(self.log.premise(clause, "given", name))
            for clause in goal.clauses:
                links = derive(clause, by, forward, self._told, goal.symbols)
                if links is None:
                    return None
                if not links[-1].clause:  # the premises alone give the empty clause, so nothing was shown
                    self.check()
                found.append(links)
        finally:
            self.log.cut(end)
        return found

    def _proof(self, links: list[Link], goal: Goal, by: ProofKind) -> Proof:
        givens = [f"{name}: {self._texts[name]}" if name in self._texts else name for name in self._givens]
        proof = proof_of(links, goal.clauses, by, goal.symbols, self._hints, givens)
        premises = self.premises
        return checker.require(with_rules(proof, premises), premises)

    # -- contradiction

    def check(self) -> None:
        """Raise `InconsistentKnowledge`, with the clashing sources and a proof, if the knowledge base is inconsistent.

        >>> kb = KnowledgeBase()
        >>> for literal in ("a", "~a"):
        ...     kb.tell(literal)
        >>> kb.check()
        Traceback (most recent call last):
        logicms.errors.InconsistentKnowledge: a and ~a cannot both be right
        """
        if self.forward.contradiction is not None:
            raise self._inconsistent(self.forward.contradiction)
        if self._up_to_date().is_consistent():
            return
        end = len(self.log)
        try:
            number = Solver(self.log, sorted(self.forward.numbers)).refute(())
            assert number is not None
            raise self._inconsistent(number)
        finally:
            self.log.cut(end)

    def _inconsistent(self, number: int) -> InconsistentKnowledge:
        """Return the error for the empty clause with this number in the log."""
        cited = {source: by for by, source in self.log.premises(number) if source and not source.startswith(AUXILIARY)}
        # A fact is cited by its name; a person is told what it says.
        refuted = {source for source, by in cited.items() if by == "fact" and not self._facts[source]}
        conflict = [f"~{source}" if source in refuted else source for source in sorted(cited, key=name_order)]
        proof = self._proof(self.log.links(number), Goal((EMPTY,), (), self.symbols), "resolution")
        return InconsistentKnowledge(conflict=conflict, proof=proof)

    # -- reading

    def _is_plain(self, text: str) -> bool:
        """Return whether a text is a name or its negation, and nothing is known by which it could be wrong."""
        name = text.strip().removeprefix("~")
        is_name = name.isidentifier() and not name.startswith(AUXILIARY) and name not in ("true", "false")
        return is_name and self._about.book is None and self._about.size is None and not self._is_read

    def _asked(self, formula: Tellable) -> Boolean | bool | Hint | Literal:
        """Return what is asked, and know why the closed names in it are true or false."""
        if isinstance(formula, str) and not self._is_plain(formula):
            from logicms.notation.datalog import question_about

            formula = question_about(self._about, formula)
        found = self._read(formula)
        self.tell_support(found)
        return found

    def _read(self, formula: Tellable) -> Boolean | bool | Hint | Literal:
        """Return what is told or asked; a text is read by logicms's own grammar only."""
        if isinstance(formula, Formula | Unfounded):
            return formula.expr
        if not isinstance(formula, Name):
            return _joined(formula)
        if not isinstance(formula, str):
            return Literal(formula, True)
        text = formula.strip()
        if self._is_plain(text):
            return Literal(text.removeprefix("~"), not text.startswith("~"))  # without loading a parser
        from logicms.notation.formulas import parse_formula

        tables = self.file.tables
        return parse_formula(text, size=tables.size, tables=tables)

    # -- watching

    def chain(self, name: str, by: Chaining) -> Chained:
        """Return what textbook chaining finds for a symbol, with its trace; for definite clauses only.

        >>> from sympy.abc import a, b
        >>> kb = KnowledgeBase()
        >>> kb.tell(a)
        >>> kb.tell(a >> b)
        >>> print(*kb.chain("b", "backward").trace, sep="\\n")
        to show: b
          a is given
        b is shown by a -> b
        """
        symbols = self.symbols.copy()
        return chain(literal_of(name, symbols), by, self.log, self._told, symbols)

    def saturation(self, policy: Matching = FULL) -> Saturation:
        """Return a run of resolution over a copy of KB: `run` it, or `watch` it grow."""
        return Saturation(self.forward.copy(self.log.copy()), policy)


def _joined(formula: Any) -> Any:
    """Return a formula, or the clauses of a `CNF` or an `EncodedCNF` as one."""
    if (clauses := clauses_in(formula)) is None:
        return formula
    from sympy import And

    return And(*clauses)


def _as_sympy(formula: Boolean | bool | Hint | Literal) -> Boolean:
    from sympy import false, true

    from logicms.connectives import disjunction

    if isinstance(formula, Hint):
        return as_sympy(formula)
    if isinstance(formula, bool):
        return true if formula else false
    return disjunction([formula]) if isinstance(formula, Literal) else formula


def _unused(source: str, is_free: Callable[[str], bool]) -> str:
    """Return the source, with a number after it if the name is already taken."""
    name, number = source, 1
    while not is_free(name):
        number += 1
        name = f"{source} ({number})"
    return name


def derive(clause: Clause, by: Method, forward: Forward, told: Sequence[int], symbols: Symbols) -> list[Link] | None:
    """Return the links that lead to (a subset of) the clause, or None if the method does not find it.

    If KB itself is inconsistent, a complete method gives the links that lead to the empty clause. `told` are the
    numbers of the premises in the log, which only backward chaining needs. What is written to the log, its owner cuts.

    >>> forward = Forward(Log())
    >>> told = [forward.log.premise(frozenset(c), "given", "a formula") for c in ({1, 2}, {-1, 2})]
    >>> for number in told:
    ...     _ = forward.insert(number)
    >>> [derive(frozenset({2}), by, forward, told, Symbols()) is None for by in METHODS[:4]]
    [False, False, False, True]
    """
    log, negated = forward.log, [-literal for literal in sorted(clause, key=abs)]
    number: int | None
    if by == "resolution":
        solver = Solver(log, sorted(forward.numbers))
        number = solver.refute(negated)
        if number is not None and (contradiction := solver.refute(())) is not None:
            number = contradiction
    elif by in ("saturation", "course"):
        twin, support = forward.copy(log), list[Clause]()
        for literal in negated:
            support += twin.insert(log.premise(frozenset((literal,)), "assume"))
        Saturation(twin, FULL if by == "saturation" else COURSE, support).run()
        return None if twin.contradiction is None else unassumed(log.links(twin.contradiction))
    elif by == "forward":
        number = min((forward.facts[literal] for literal in clause if literal in forward.facts), default=None)
        if number is None and (stricter := forward.subsumer(clause)) is not None:
            number = forward.number_of(stricter)
    elif by == "backward":
        goal = min(clause, default=0)
        if len(clause) != 1 or goal < 0:
            raise BoardError("backward chaining shows symbols (one, or several joined by &), not other formulas")
        chained = chain(goal, "backward", log, told, symbols)
        number = chained.log_symbol(log, goal) if chained.found else None
    else:
        raise unknown_word(by, METHODS, "a method")
    return None if number is None else log.links(number)


def refutation(derivations: Sequence[Sequence[Link]], goal: Sequence[Clause], negation: Sequence[Clause]) -> list[Link]:
    """Return the refutation of a goal's negation from direct derivations of (subsets of) its clauses.

    >>> derivations = [[Link(frozenset({1}), "fact", "a")], [Link(frozenset({2}), "fact", "b")]]
    >>> links = refutation(derivations, [frozenset({1}), frozenset({2})], [frozenset({-1, -2})])
    >>> [link.by for link in links]
    ['fact', 'fact', 'assume', 'resolve', 'resolve']
    """
    if len(goal) == 1:
        return refuted(derivations[0], goal[0])
    log = Log()
    numbers = [log.take(links) for links in derivations]
    numbers += [log.premise(clause, "assume") for clause in negation]
    number = Solver(log, numbers).refute()
    assert number is not None, "the clauses of a goal and those of its negation cannot both be met"
    return log.links(number)
