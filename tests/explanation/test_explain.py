"""Explanations: the fewest clues, proofs by three ways that every judge accepts, and two placements for the rest."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import oracle
import pytest
from conftest import FULL
from explained import check_witnesses, clues, smallest_by_trying, technique_by_trying
from hypothesis import assume, given
from strategies import planted_boards
from told import facts, hints

from logicms.answers.prove import explained
from logicms.board import Board, Cell, parse_cell
from logicms.errors import BoardError, InconsistentBoard, LimitReached
from logicms.explanation import Explainer, deductions, explain, next_deduction, prove, rating, verify
from logicms.explanation.explanation import WAYS
from logicms.explanation.short_proofs import effort
from logicms.explanation.techniques import Technique
from logicms.generation import position
from logicms.limits import limit
from logicms.proofs.checker import is_placement
from logicms.render.explanation import story


def board(picture: str, mines: int | None = None) -> Board:
    return Board(tuple(picture.split()), mines=mines)


@pytest.mark.parametrize(
    "picture, mines, cell, verdict, chosen, technique, why",
    [
        ("?? 0?", None, "A1", "safe", "A2", "single", "a zero clears all around it"),
        ("?1", None, "A1", "mine", "B1", "single", "the only hidden cell must be it"),
        ("*2?", None, "C1", "mine", "B1", "single", "one mine is known, the other must be here"),
        ("*1?", None, "C1", "safe", "B1", "single", "its mine is known"),
        ("F1?", None, "C1", "safe", "B1", "single", "a flag counts as a mine"),
        ("??? 11?", None, "C1", "safe", "A2 B2", "subset", "A2's cells lie inside B2's"),
        ("??? 12?", None, "C1", "unknown", "", None, "C1 or C2"),
        ("???? 1221", None, "B1", "mine", "C2 D2", "subset", "the shortest of several proofs"),
        ("??? 121", None, "B1", "safe", "A2 B2 C2", "difference", "the 1-2-1"),
        ("?1???", 1, "E1", "safe", "B1", "subset", "the one mine is beside B1"),
        ("12321 2???2 3???3 2???2 12321", 8, "C3", "safe", "B1 A2 E3 B5", "propagate", "ringed by mines"),
        ("??", 2, "A1", "mine", "", "single", "the mine total alone"),
        ("*?", None, "A1", "mine", "", None, "known: nothing to show"),
    ],
)
def test_explanations(picture, mines, cell, verdict, chosen, technique, why):
    found = explain(board(picture, mines), parse_cell(cell))
    assert found.verdict == verdict, why
    assert found.technique == technique, why
    assert " ".join(map(str, found.clues)) == chosen, why
    assert found.uses_mine_total is (mines is not None and technique is not None)


@given(planted_boards(max_cells=15))
def test_explanations_agree_with_every_placement(position):
    position = position.with_flags("claim")
    assume(len(position.hidden) <= 9)  # every set of clues is tried on every placement
    every = oracle.placements(position)
    without_total = oracle.placements(position, total=False)
    explainer = Explainer(position)
    for cell in position.hidden:
        found = explainer.explain(cell)
        assert (found.verdict == "safe", found.verdict == "mine") == (cell in every.safe, cell in every.mine)
        if found.is_certain:
            assert found.uses_mine_total is (cell not in without_total.safe | without_total.mine)
            told = clues(position, total=found.uses_mine_total)
            assert len(found.hints) == smallest_by_trying(told, cell, found.verdict == "mine")
            assert found.technique == technique_by_trying(told, cell, found.verdict == "mine")
            check_witnesses(told, found)
            for by in WAYS:
                assert verify(found.proof(by), position)
        else:
            without, with_it = found.placements
            assert cell in with_it - without
            assert all(is_placement(hints(position), facts(position), mines) for mines in found.placements)
        assert explained(found, "direct").checked


@given(planted_boards(max_cells=18))
def test_the_easiest_deduction_comes_first(position):
    position = position.with_flags("claim")
    found = list(deductions(position))
    every = oracle.placements(position)
    assert {each.cell for each in found} == every.safe | every.mine
    ranks = [(each.technique.rank(), each.uses_mine_total, len(each.hints)) for each in found]
    assert ranks == sorted(ranks)
    first = next_deduction(position)
    assert (first and first.cell) == (found[0].cell if found else None)
    hardest = rating(position)
    assert (hardest is None) == (not found)
    if hardest:
        assert found[0].technique.rank() <= hardest.technique.rank() <= found[-1].technique.rank()


@pytest.mark.parametrize(
    "picture, mines, technique, total, why",
    [
        ("??? ?1?", None, None, False, "nothing is certain"),
        ("?? 0?", None, "single", False, "a zero"),
        ("??? 121", None, "subset", False, "A1 and C1 by subset, then B1 by a single clue"),
        ("01?? 13?3 ????", None, "difference", False, "the example of a difference"),
        ("?1?? 1?1? ?1??", None, "propagate", False, "the example of the contrary"),
        ("?2?? 2?2? ?2??", None, "split", False, "the example of a case split"),
        ("?1???", 1, "subset", True, "one clue inside the mine total"),
        ("*1?????", 1, "single", True, "all mines are known"),
        ("?12?1 ??2??", 2, "difference", False, "the total would be easier, but the clues alone decide all"),
        ("12321 2???2 3???3 2???2 12321", 8, "single", True, "eight mines by single clues, then none is left"),
    ],
)
def test_rating_is_the_hardest_step_that_nobody_can_avoid(picture, mines, technique, total, why):
    found = rating(board(picture, mines))
    assert (found and found.technique) == technique, why
    assert (found is not None and found.uses_mine_total) is total, why


# -- refusals


@pytest.mark.parametrize("by", WAYS)
def test_a_proof_of_another_board_is_refused(by):
    here = board("???? 1221")
    proof = prove(here, parse_cell("A1"), by)
    assert verify(proof) and verify(proof, here)
    assert not verify(proof, board("???? 1222")), "another clue"
    assert not verify(proof, board("????- 12210")), "another cell beside a clue"
    assert not verify(proof, board("???? ????")), "no clue at all"
    known = board("-??? 1221")
    assert not verify(prove(known, parse_cell("B1"), by), board("???? 1221")), "a fact that is not the board's"


def test_a_total_of_another_board_is_refused():
    for by in WAYS:
        proof = prove(board("?1???", 1), parse_cell("E1"), by)
        assert verify(proof, board("?1???", 1))
        assert not verify(proof, board("?1???", 2)) and not verify(proof, board("?1???"))


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(BoardError, match="A2 is open"):
        prove(board("?? 01"), parse_cell("A2"))
    with pytest.raises(BoardError, match="not on a board"):
        explain(board("?? 01"), Cell(5, 5))
    with pytest.raises(BoardError, match="not a way to prove"):
        prove(board("?1"), Cell(0, 0), "guessing")
    with pytest.raises(InconsistentBoard):
        explain(board("?? 02"), Cell(0, 0))
    assert prove(board("?1?"), Cell(0, 0)) is None


def test_flags_are_read_as_told():
    flagged = board("F1?")
    assert explain(flagged, parse_cell("C1")).verdict == "safe"
    assert explain(flagged, parse_cell("C1"), flags="claim").verdict == "unknown"
    proof = prove(flagged, parse_cell("C1"))
    assert verify(proof, flagged) and not verify(proof, flagged, flags="ignore")


def test_the_limit_is_kept():
    from games import endgames

    [(late, cells)] = endgames("intermediate", 1, seed=3)
    with pytest.raises(LimitReached):
        for by in WAYS:
            with limit(steps=10):
                prove(late, cells[0], by)


def test_a_split_has_a_story_in_cases_and_a_propagation_has_none():
    told = story(prove(board("???? 1221"), parse_cell("A1")))
    assert str(told.supposed) == "A1" and told.broken in ("A2", "B2", "C2", "D2") and not told.cases
    told = story(prove(board("?2?? 2?2? ?2??"), parse_cell("D2")))
    first, second = told.cases
    assert told.broken is None and first.supposed == ~second.supposed and not (first.cases or second.cases)


@pytest.mark.full
@pytest.mark.parametrize("technique", ["propagate", "split"])
def test_every_sentence_of_a_story_is_true(technique):
    """What a clue is said to say follows from that clue alone, and a clue that is said to be broken is broken."""
    number = 0
    for seed in range(50 if FULL else 6):
        explanation = next_deduction(position(7, 7, 11, rng=Random(seed), ratings=RATINGS[technique]).board)
        counts = {str(hint.because): (set(map(str, hint.among)), hint.low) for hint in explanation.hints}
        told = story(explanation.proof())
        if told is not None:
            number += 1
            held = {str(explanation.cell): explanation.verdict != "mine"}
            held |= {str(cell): mine for cell, mine in explanation.facts.items()}
            # Where more clues than the fewest would propagate, the fewest may still need two cases.
            assert told.cases or technique == "propagate"
            retell(told, counts, held)
    assert number > 3


RATINGS = {"propagate": [7], "split": [9]}


def retell(told, counts, held):
    held = {**held, str(told.supposed.name): told.supposed.holds}
    for each in told.followed:
        cells, mines = counts[each.source]
        left = [cell for cell in cells if cell not in held]
        missing = mines - sum(held.get(cell, False) for cell in cells)
        assert missing in (0, len(left)) and all(str(name) in left for name, _ in each.literals)
        assert all(holds is (missing > 0) for _, holds in each.literals)
        held |= {str(name): holds for name, holds in each.literals}
    if told.broken is not None:
        cells, mines = counts[told.broken]
        least, most = (sum(held.get(cell, unknown) for cell in cells) for unknown in (False, True))
        assert not least <= mines <= most
    for case in told.cases:
        retell(case, counts, held)


def test_a_smaller_set_beats_a_shorter_proof_and_a_shorter_proof_a_nearer_clue():
    found = explain(board("???? 1221"), parse_cell("B1"))
    assert {by: proof.length for by, proof in found.proofs().items()} == {"resolution": 4, "direct": 2, "counting": 2}
    assert [str(clue) for clue in found.clues] == ["C2", "D2"]


def test_explanations_are_values():
    one, two = (explain(board("??? 121"), parse_cell("B1")) for _ in range(2))
    assert one == two and hash(one) == hash(two)
    assert replace(one, verdict="mine") != one
    assert Technique.SINGLE.rank() < Technique.SPLIT.rank()


@given(planted_boards(max_cells=15))
def test_no_kind_of_proof_is_shorter_than_the_shortest(position):
    for explanation in deductions(position):
        chosen = explanation.proof("shortest")
        assert chosen is not None and verify(chosen, position)
        assert effort(chosen) == min(effort(explanation.proof(by)) for by in WAYS)
