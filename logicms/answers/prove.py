"""`prove`, `next`, `path` and `verify`: why a cell is safe or a mine, the easiest next deduction, all of them in order,
and whether a proof is valid.

Every proof in an answer has been accepted by the checker; `"checked"` is what it said. A proof that it refuses is
not an answer but a bug in logicms (`RefusedProof`).
"""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from logicms.answers.answer import (
    CODES,
    NO,
    VERSION,
    YES,
    CommandAnswer,
    Error,
    Refutation,
    conflict_of,
    message_of,
    refutation_of,
)
from logicms.answers.solve import SolveStatus
from logicms.errors import BoardError, BoardSyntaxError, InconsistentKnowledge, LimitReached, RefusedProof
from logicms.explanation import Explainer as Explainer
from logicms.explanation import Explanation, deductions, explain, next_deduction
from logicms.explanation import premises as premises
from logicms.explanation.explanation import WAYS, are_fewest
from logicms.explanation.next_step import PathStep, region, solution_path
from logicms.explanation.short_proofs import Wanted as Wanted
from logicms.explanation.short_proofs import shortest
from logicms.explanation.techniques import Technique as Technique
from logicms.hints import AUXILIARY, Name, is_auxiliary, name_order, ordered
from logicms.limits import timely
from logicms.notation.formulas import name_about, parse_expression, tables_of
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.checker import FalseClaim
from logicms.proofs.proof import Premises, Proof, ProofKind
from logicms.proofs.proof_json import ProofRecord
from logicms.record import Record, inlined, kept, shown
from logicms.rules.language import Expression, Join

VerdictOrLimit = typing.Literal["safe", "mine", "holds", "fails", "unknown", "limit"]
"""In Python it is `safe` or `mine` whatever the name; JSON has `holds` and `fails` where no name is a cell."""


@dataclass(frozen=True, slots=True)
class ProofAnswer(CommandAnswer):
    """A proof that the checker has accepted."""

    cell: Name | None = shown("What it is about, if it is about one cell.", general="name", default=None, omit=True)
    verdict: VerdictOrLimit | None = shown("What the cell is.", general="verdict", default=None, omit=True)
    proof: Proof | None = inlined(ProofRecord, default=None)
    technique: Technique | None = shown("The easiest technique that shows it.", default=None)
    placements: tuple[tuple[Name, ...], ...] = shown(
        "For `unknown`: the mines of two placements that differ.", default=()
    )
    checked: bool = shown("What the independent checker said.", default=False)

    @classmethod
    def of(cls, proof: Proof) -> ProofAnswer:
        """Return the answer with a proof that the checker has accepted."""
        literal = proof.literal
        if literal is None or str(literal.name).startswith(AUXILIARY):
            return cls(proof=proof, checked=True)
        return cls(literal.name, "mine" if literal.holds else "safe", proof, checked=True)


@dataclass(frozen=True, slots=True)
class ProveAnswer(ProofAnswer):
    """Why a cell is safe, a mine, or not certain."""

    by: ProofKind = shown("The kind of the proof: the one that was asked for, or the shortest.", default="resolution")
    premises: tuple[str, ...] | None = shown(
        "All statements that the proof rests on: hints, facts, formulas and rules.", default=None, omit=True
    )
    sizes: Mapping[ProofKind, int] | None = shown(
        "If the shortest was asked for: the number of steps of its proof of each kind.", default=None, omit=True
    )
    witnesses: Mapping[str, tuple[Name, ...]] = shown(
        "For each clue, the mines of a placement that meets all the others but has the opposite at the cell.",
        default_factory=dict,
    )
    unknown_names: tuple[str, ...] | None = shown(
        "The cell, if it is a name that nothing mentions: misspelt, perhaps.", default=None, omit=True
    )
    explanation: Explanation | None = kept(default=None)
    proofs: Mapping[ProofKind, Proof] = kept(default_factory=dict)
    """The proof that was asked for and, where they are compared, those of the other kinds, accepted by the checker."""
    problem: Problem = kept(default_factory=Problem)
    message: str | None = kept(default=None)

    @property
    def exit_code(self) -> int:
        return CODES.get(self.verdict or "", YES)


@dataclass(frozen=True, slots=True)
class ContradictionAnswer(CommandAnswer):
    """The problem is inconsistent."""

    status: typing.Literal["inconsistent"] = shown("Always `inconsistent`.", default="inconsistent")
    conflict: tuple[Name, ...] = shown("The smallest clash.", default=())
    proof: ProofAnswer | None = shown("The proof of it; null if it would take too long.", default=None)
    message: str | None = shown("The clash, in words.", default=None)
    flags: tuple[Name, ...] = kept(default=())
    problem: Problem = kept(default_factory=Problem)


def contradiction(error: InconsistentKnowledge, problem: Problem) -> ContradictionAnswer:
    """Return the answer that a problem is inconsistent, with the proof of it."""
    return ContradictionAnswer(
        conflict=error.conflict,
        proof=contradiction_proof(error),
        message=message_of(error),
        flags=error.flags,
        problem=problem,
    )


def contradiction_proof(error: InconsistentKnowledge) -> ProofAnswer | None:
    """Return the proof of a contradiction; the checker accepted it when it was made."""
    return None if error.proof is None else ProofAnswer.of(error.proof)


def prove(
    problem: Problem, cell: Name, by: Wanted = "resolution", *, compare: bool = False, witnesses: bool = True
) -> ProveAnswer | ContradictionAnswer:
    """Return why a cell is what it is, with a proof of one kind or the shortest.

    With `compare`, the other kinds are made too. Witnesses show that no clue can be left out.

    >>> from logicms.board import Board
    >>> data = prove(Problem.of(Board(("??", "0?"))), "B1", "direct").to_json()
    >>> data["cell"], data["verdict"], data["clues"], data["technique"], data["witnesses"], data["checked"]
    ('B1', 'safe', ['A2'], 'single', {'A2': ['B1']}, True)
    >>> answer = prove(Problem.of(Board(("???", "121"))), "B1", "shortest")
    >>> answer.by, answer.sizes
    ('counting', {'resolution': 8, 'direct': 5, 'counting': 1})
    """
    name: Name = str(cell)
    try:
        name = name_about(problem, cell)
        return explained(explain(problem, name), by, compare=compare, witnesses=witnesses)
    except InconsistentKnowledge as error:
        return contradiction(error, problem)
    except LimitReached as error:
        kind: ProofKind = "resolution" if by == "shortest" else by
        return ProveAnswer(name, "limit", by=kind, problem=problem, message=message_of(error))


def explained(
    explanation: Explanation, by: Wanted = "resolution", *, compare: bool = False, witnesses: bool = True
) -> ProveAnswer:
    """Return an explanation as an answer: its proofs accepted by the checker, its placements checked."""
    problem = explanation.problem
    must_fit(problem, explanation.placements)
    shown_by = _witnesses(explanation) if witnesses else {}
    proofs, proof = _proofs(explanation, by, compare)
    _must(proof or explanation.placements, "there is no proof")
    return ProveAnswer(
        explanation.cell,
        explanation.verdict,
        proof,
        explanation.technique,
        tuple(map(ordered, explanation.placements)),
        checked=True,
        by=proof.by if proof else "resolution" if by == "shortest" else by,
        premises=None if proof is None else proof.statements,
        sizes={way: len(each.steps) for way, each in proofs.items()} if len(proofs) > 1 else None,
        witnesses=shown_by,
        unknown_names=None
        if explanation.cell in problem.names or problem.knows(explanation.cell)
        else (str(explanation.cell),),
        explanation=explanation,
        proofs=proofs,
        problem=problem,
    )


def _proofs(explanation: Explanation, by: Wanted, compare: bool) -> tuple[dict[ProofKind, Proof], Proof | None]:
    """Return the proofs by kind, and the one that is asked for, which is made first."""
    if by == "shortest":
        proofs = explanation.proofs()
        return proofs, shortest(proofs.values())
    others = [way for way in explanation.ways if way != by] if compare else []
    proofs = explanation.proofs(by, *others)
    return {way: proofs[way] for way in WAYS if way in proofs}, proofs.get(by)


def every_proof(problem: Problem, by: Wanted = "resolution") -> Iterator[ProveAnswer]:
    """Yield the proof of every certain name, the easiest first."""
    for explanation in deductions(problem):
        yield explained(explanation, by)


def must_fit(problem: Problem, placements: Iterable[Collection[Name]]) -> None:
    """Raise `RefusedProof` unless each placement, given by the names that hold, meets everything in the problem."""
    opened = frozenset(problem.board.open) if problem.board is not None else frozenset()
    known = {name: holds for name, holds in problem.facts.items() if name not in opened} if placements else {}
    for names in placements:
        fits = checker.is_placement(problem.all_hints, known, names)
        _must(
            fits and all(formula.holds(names) for formula in timely(problem.formulas, every=64)),
            "a placement does not fit",
        )


def _witnesses(explanation: Explanation) -> dict[str, tuple[Name, ...]]:
    """Return the witness of each clue, after checking that it breaks that clue and no other."""
    witnesses = dict(zip(explanation.hints, explanation.witnesses(), strict=True))
    facts = {**explanation.facts, explanation.cell: explanation.verdict != "mine"}
    for hint, mines in witnesses.items():
        others = [other for other in witnesses if other is not hint]
        breaks = not checker.is_placement([hint], {}, mines)
        _must(breaks and checker.is_placement(others, facts, mines), "a witness shows nothing")
    return {str(hint.because or hint): ordered(mines) for hint, mines in witnesses.items()}


def _must(holds: object, reason: str) -> None:
    if not holds:
        raise RefusedProof(reason)


# -- the next step


@dataclass(frozen=True, slots=True)
class NextAnswer(CommandAnswer):
    """The easiest next deduction, as much of it as the level shows."""

    cell: Name | None = shown("The cell that can be decided; null if there is none.", general="name", default=None)
    verdict: VerdictOrLimit = shown("What it is.", general="verdict", default="unknown")
    level: int = shown("How much is shown: 1 where to look, 2 which clues, 3 the technique, 4 the proof.", default=4)
    region: str | None = shown(
        "Where to look, as in a spreadsheet; without a grid, at which names.", default=None, omit=True
    )
    clues: tuple[Name, ...] | None = shown("The clues that decide it.", default=None, omit=True)
    uses_mine_total: bool | None = shown("Whether the mine total is needed too.", general="", default=None, omit=True)
    technique: Technique | None = shown("The easiest technique that shows it.", default=None, omit=True)
    proof: ProveAnswer | None = shown("The proof.", default=None, omit=True)
    explanation: Explanation | None = kept(default=None)
    problem: Problem = kept(default_factory=Problem)
    message: str | None = kept(default=None)
    wanted: Technique | None = kept(default=None)
    """The technique that was asked for, if nothing is shown by it."""

    @property
    def exit_code(self) -> int:
        return CODES.get(self.verdict, YES)


def next_step(
    problem: Problem,
    level: int = 4,
    by: Wanted | None = "resolution",
    *,
    technique: Technique | None = None,
    compare: bool = False,
    witnesses: bool = True,
) -> NextAnswer | ContradictionAnswer:
    """Return the easiest next deduction of a problem, or the easiest by a technique, as much of it as the level says.

    Without a kind of proof, it is the one that the technique is about: supposing the opposite, or else the shortest.

    >>> from logicms.board import Board
    >>> answer = next_step(Problem.of(Board(("????", "1221"))), 3)
    >>> answer.to_json()["cell"], answer.region, answer.technique.value
    ('B1', 'B1:D2', 'subset')
    """
    try:
        explanation = next_deduction(problem, technique=technique)
        if explanation is None:
            return NextAnswer(level=level, problem=problem, wanted=technique)
        # The proof is checked at every level: what is not proved is not hinted at either.
        if by is None:  # words for a long proof turn to counting by themselves
            supposes = explanation.technique in (Technique.PROPAGATE, Technique.SPLIT)
            by = "resolution" if supposes else "shortest"
        answer = explained(explanation, by, compare=compare, witnesses=witnesses)
    except InconsistentKnowledge as error:
        return contradiction(error, problem)
    except LimitReached as error:
        return NextAnswer(verdict="limit", level=level, problem=problem, message=message_of(error))
    proof = answer.proof
    assert proof is not None, "what is certain has a proof"
    return NextAnswer(
        explanation.cell,
        explanation.verdict,
        level,
        region=region(problem, explanation) or ", ".join(_names_in(proof)),
        clues=(explanation.clues if explanation.hints else _given_in(proof)) if level > 1 else None,
        uses_mine_total=explanation.uses_mine_total if level > 1 else None,
        technique=explanation.technique if level > 2 else None,
        proof=answer if level > 3 else None,
        explanation=explanation,
        problem=problem,
    )


def _given_in(proof: Proof) -> tuple[str, ...]:
    """Return the premises of a proof, each as it was given: a fact, a formula, a hint by its source."""
    steps = [step for step in proof.steps if step.by in ("clue", "total", "given", "rule", "fact", "only")]
    given = dict.fromkeys(str(step.clause[0]) if step.by == "fact" else str(step.source) for step in steps)
    return tuple(each for each in given if not each.startswith(AUXILIARY))


def _names_in(proof: Proof) -> list[str]:
    names = {str(literal.name) for step in proof.steps for literal in step.clause}
    return sorted((name for name in names if not name.startswith(AUXILIARY)), key=name_order)


# -- whether a proof is valid


@dataclass(frozen=True, slots=True)
class VerifyAnswer(CommandAnswer):
    """The checker's verdict on a proof, or on a folder of proofs."""

    valid: bool = shown("Whether every step follows and the last one is the goal.")
    step: int | None = shown("The first step that is wrong; null if the fault is not in a single step.", default=None)
    reason: str | None = shown("What is wrong.", default=None)
    not_checked: tuple[str, ...] = shown("What a valid proof says that was not checked.", default=())
    assumptions: tuple[str, ...] | None = shown(
        "The assumptions under which alone a valid proof holds.", default=None, omit=True
    )
    proofs: int | None = shown("For a folder: how many proofs are valid.", default=None, omit=True)
    file: str | None = shown("For a folder: the first proof that is not valid.", key="proof", default=None, omit=True)
    proof: Proof | None = kept(default=None)

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


def verify(proof: Proof, problem: Problem | Premises | None = None) -> VerifyAnswer:
    """Return the checker's verdict on a proof; with a problem, the proof must rest on nothing else.

    >>> from logicms.board import Board
    >>> from logicms.explanation import prove
    >>> board = Board(("???", "121"))
    >>> verify(prove(board, "B1"), Problem.of(board))
    VerifyAnswer(valid=True, step=None, reason=None, not_checked=(), assumptions=None, proofs=None, file=None)
    >>> verify(prove(board, "B1")).not_checked
    ('whether its hints are those of a board or a hint file',)
    """
    given = premises(problem) if isinstance(problem, Problem) else problem
    verification = checker.verify(proof, given, parse_expression)
    if verification:
        not_checked = tuple(_unknown_source(proof) if given is None else ())
        return VerifyAnswer(True, not_checked=not_checked, assumptions=proof.assumptions or None, proof=proof)
    step, reason = getattr(verification, "step", None), getattr(verification, "reason", None)
    return VerifyAnswer(False, step, reason or None, proof=proof)


def _unknown_source(proof: Proof) -> Iterator[str]:
    """Yield what a reader of a valid proof must not take for checked, if it was checked by itself."""
    rests_on = {"hints": proof.hints, "facts": proof.facts, "formulas": proof.givens, "rules and sets": proof.rules}
    if words := [word for word, used in rests_on.items() if used]:
        yield f"whether its {_listed(words)} are those of a board or a hint file"
    if proof.only:
        yield f"that these are all the rules of {_listed(proof.only)}"


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def verify_json(data: object, given: Problem | Explainer | None = None) -> VerifyAnswer:
    """Return the verdict on a proof as JSON, or on an answer with a proof in it, and on what they say about the proof.

    What is no proof, or an answer without one, raises `BoardError`.

    >>> answer = {"version": 1, "steps": [{"step": 1, "clause": ["a"], "by": "fact", "cell": "a"}], "by": "direct"}
    >>> verify_json({**answer, "cell": "a", "verdict": "mine", "premises": ["b"]}).reason
    'its "premises" are not its hints, facts, givens and rules'
    """
    explainer = Explainer(given) if isinstance(given, Problem) else given
    try:
        proof, *claims = _answer_in(data)
        answer = verify(proof, None if explainer is None else explainer.premises)
        if not answer.valid:
            return answer
        not_judged = (what for each in claims for what in _judged(each, proof, explainer))
        return replace(answer, not_checked=tuple(dict.fromkeys((*answer.not_checked, *not_judged))))
    except FalseClaim as claim:
        return VerifyAnswer(False, reason=str(claim))


_OF_PROOFS = frozenset(
    "version goal by clues hints givens uses_mine_total steps symbols rules sets only tables assumptions cell name "
    "verdict premises placements witnesses".split()
)
"""What `Proof.from_json` reads and judges."""
_SAYS_NOTHING = frozenset(("level", "file"))
"""How much of an answer is shown, and where it was found."""


def _answer_in(data: object) -> tuple[Proof, *tuple[Mapping[str, Any], ...]]:
    """Return the proof in an answer and what both say about it; a proof by itself says it about itself."""
    if not isinstance(data, dict) or data.get("steps") or "proof" not in data:
        return Proof.from_json(data), cast("Mapping[str, Any]", data)
    inner = data["proof"]
    if inner is None:
        raise BoardError("there is no proof in this answer")
    if not isinstance(inner, dict):
        return (Proof.from_json(inner),)
    if data.get("version", VERSION) != VERSION:
        raise BoardError(f"this version of an answer is not supported; use version {VERSION}")
    both = ("cell", "name", "verdict", "uses_mine_total", "technique")
    said = {key: data[key] for key in both if data.get(key) is not None}
    for key, value in said.items():
        if inner.get(key, value) != value:
            raise FalseClaim(f'the proof in this answer is about something else: its "{key}" differs')
    proof = Proof.from_json({**said, **inner})
    if data.get("clues") is not None and not _are_clues(data["clues"], proof):
        raise FalseClaim("the proof in this answer rests on something else than its clues")
    if data.get("premises") is not None and _sorted(data, "premises") != sorted(proof.statements):
        raise FalseClaim("the proof in this answer rests on something else than its premises")
    if data.get("placements"):
        raise FalseClaim("this answer has placements: they are for what is not certain, which has no proof")
    return proof, {key: value for key, value in data.items() if key not in ("proof", "steps")}, inner


def _are_clues(clues: object, proof: Proof) -> bool:
    """Return whether these are the clues of a proof; `next` lists the formulas and facts that it rests on too."""
    others = {*proof.hints, *proof.givens, *map(str, proof.facts)}
    return (
        isinstance(clues, list)
        and all(isinstance(clue, str) for clue in clues)
        and (set(proof.clues) <= set(clues) <= others)
    )


def _judged(claims: Mapping[str, Any], proof: Proof, explainer: Explainer | None) -> Iterator[str]:
    """Yield which claims about a valid proof are not checked; raise `FalseClaim` for the first that is false."""
    _judge_status(claims, proof)
    if claims.get("technique") is not None:
        Technique(claims["technique"])
        yield "whether its technique is the easiest one"
    if claims.get("answer") is not None and _judge_verdict(claims, proof, explainer) is None:
        yield "whether its answer is about its formula"
    if claims.get("fewest") is not None and _judge_fewest(claims, proof, explainer) is None:
        yield "whether no fewer premises suffice" if claims["fewest"] else "whether it needs all its premises"
    if claims.get("assumptions") is not None and not {*_sorted(claims, "assumptions")} >= {*proof.assumptions}:
        raise FalseClaim('its "assumptions" are not those of its proof')
    if claims.get("checked", True) is not True:
        raise BoardError("it says of itself that it was not checked")
    judged = {"status", "conflict", "technique", "answer", "formula", "fewest", "checked"} | _OF_PROOFS | _SAYS_NOTHING
    yield from (f'its "{str(key)[:40]}"' for key, value in claims.items() if value and key not in judged)


def _judge_status(claims: Mapping[str, Any], proof: Proof) -> None:
    """Only what is inconsistent has a status together with a proof, and a conflict: what the proof rests on."""
    if claims.get("status") not in (None, "inconsistent") or (claims.get("status") and not proof.is_contradiction):
        raise FalseClaim(f'its "status" is not that of its proof, which shows {_shown_by(proof)}')
    if claims.get("conflict") is None:
        return
    conflict = {*_sorted(claims, "conflict")}
    if not (proof.is_contradiction and proof.sources <= conflict <= proof.sources.union(map(str, proof.facts))):
        raise FalseClaim('its "conflict" is not what its proof rests on')


def _judge_verdict(claims: Mapping[str, Any], proof: Proof, explainer: Explainer | None) -> bool | None:
    """Return that the proof shows what was asked, or its negation if the answer is no; None if that is not known."""
    if claims["answer"] not in ("yes", "no") or proof.is_contradiction:
        raise FalseClaim(f'its "answer" is not that of its proof, which shows {_shown_by(proof)}')
    if claims.get("formula") is None:
        return None
    asked = _asked(claims, explainer)
    formula = asked if claims["answer"] == "yes" else Join("not", (asked,))
    look_up = proof.sets.get if explainer is None else tables_of(explainer.problem).look_up
    given = None if explainer is None else explainer.premises
    shows = checker.says(proof, formula, look_up, given, parse_expression)
    if shows is False:
        raise FalseClaim(f'its "answer" is {claims["answer"]}, but its proof shows {_shown_by(proof)}')
    return shows


def _asked(claims: Mapping[str, Any], explainer: Explainer | None) -> Expression:
    """Return the formula that was asked about, read as the file has it."""
    if not isinstance(claims["formula"], str):
        raise BoardError('"formula" is not a string')
    try:
        return parse_expression(claims["formula"], problem=None if explainer is None else explainer.problem)
    except BoardSyntaxError as error:
        raise FalseClaim(f'its "formula" cannot be read: {error.message}') from None


def _judge_fewest(claims: Mapping[str, Any], proof: Proof, explainer: Explainer | None) -> bool | None:
    """Return that no fewer statements suffice, or that none can be left out; None if that is not found out."""
    if not isinstance(claims["fewest"], bool):
        raise BoardError('"fewest" is neither true nor false')
    if any(step.by == "only" for step in proof.steps):
        raise FalseClaim('its "fewest" is not null, although closed predicates make something false')
    if explainer is None or any(is_auxiliary(str(literal.name)) for clause in proof.goal for literal in clause):
        return None
    from sympy import And

    goal = And(*map(proof.to_sympy, proof.goal))
    try:
        found = are_fewest(proof, explainer, goal, among_its_own=not claims["fewest"])
    except (InconsistentKnowledge, LimitReached):
        return None
    if found is False:
        raise FalseClaim("fewer premises suffice" if claims["fewest"] else "it does not need all its premises")
    return found


def _sorted(claims: Mapping[str, Any], key: str) -> list[str]:
    words = claims[key]
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BoardError(f'"{key}" is not a list of strings')
    return sorted(words)


def _shown_by(proof: Proof) -> str:
    """Return what a proof shows, in short."""
    if proof.is_contradiction:
        return "a contradiction"
    return str(proof.literal) if proof.literal is not None else "something else"


# -- the whole path


@dataclass(frozen=True, slots=True)
class Deduced(Record):
    """One step: what some clues show, given everything that the steps before it show."""

    cells: tuple[Name, ...] = shown("The cells that it decides.", general="names")
    verdict: typing.Literal["safe", "mine", "holds", "fails"] = shown("What they are.", general="verdict")
    clues: tuple[Name, ...] = shown("The clues that decide them; in a hint file with formulas, the statements.")
    technique: Technique | None = shown("The technique that shows it; null if it rests on formulas.")
    uses_mine_total: bool = shown("Whether the mine total is needed too.", general="")

    @classmethod
    def of(cls, step: PathStep) -> Deduced:
        verdict: typing.Literal["safe", "mine"] = "mine" if step.holds else "safe"
        return cls(step.cells, verdict, step.clues, step.technique, step.uses_mine_total)


@dataclass(frozen=True, slots=True)
class PathAnswer(CommandAnswer):
    """Every deduction in order, the easiest first; what a step shows is known to the steps after it."""

    status: SolveStatus = shown("`solved`: it decides every hidden cell; `progress`: some; `stuck`: none.")
    steps: tuple[Deduced, ...] = shown("The steps in order; at a limit, those that were found by then.", default=())
    checked: bool = shown("What the independent checker said about the proof behind each step.", default=True)
    conflict: tuple[Name, ...] | None = shown("The smallest clash.", default=None, omit=True)
    message: str | None = shown("The contradiction or the limit, in words.", default=None, omit=True)
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    problem: Problem = kept(default_factory=Problem)


def path(problem: Problem) -> PathAnswer:
    """Return every deduction of a problem in order, or why there is none.

    >>> from logicms.board import Board
    >>> answer = path(Problem.of(Board(("????", "1221"))))
    >>> answer.status, answer.to_json()["steps"][0]
    ('solved', {'cells': ['B1'], 'verdict': 'mine', 'clues': ['C2', 'D2'], 'technique': 'subset', \
'uses_mine_total': False})
    """
    explainer, steps = Explainer(problem), list[Deduced]()
    status: SolveStatus
    error: Error | None = None
    try:
        for step in solution_path(explainer):
            steps.append(Deduced.of(step))
        status = explainer.deduction.status
    except InconsistentKnowledge as contradiction:
        status, error = "inconsistent", contradiction
    except LimitReached as limit:
        status, error = "limit", limit
    return PathAnswer(
        status,
        tuple(steps),
        conflict=conflict_of(error),
        message=message_of(error),
        proof=refutation_of(error),
        problem=problem,
    )
