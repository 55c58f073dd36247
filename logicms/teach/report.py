"""Judgements, verdicts and views as JSON: what both doors answer with."""

from __future__ import annotations

from typing import Any

from logicms.teach.exercise import Exercise, Judgement, LineVerdict


def verdict_to_json(verdict: LineVerdict) -> dict[str, Any]:
    """Return what is said of a line.

    >>> verdict_to_json(LineVerdict("1. A1   fact", "wrong", "fact", "A1 is not told."))
    {'line': '1. A1   fact', 'level': 'wrong', 'kind': 'fact', 'text': 'A1 is not told.'}
    """
    return {"line": verdict.line, "level": verdict.level, "kind": verdict.kind, "text": verdict.text}


def judgement_to_json(judgement: Judgement) -> dict[str, Any]:
    """Return what is said of an answer."""
    return {
        "outcome": judgement.outcome,
        "kind": judgement.kind,
        "text": judgement.text,
        "lines": [verdict_to_json(verdict) for verdict in judgement.lines],
    }


def verified_exercise_to_json(judgement: Judgement) -> dict[str, Any]:
    """Return what is said of an answer in a file, in the manner of `verify`: `step` counts the lines from 1."""
    wrong = [place for place, verdict in enumerate(judgement.lines, 1) if verdict.level == "wrong"]
    reason = judgement.lines[wrong[0] - 1].text if wrong else judgement.text
    return {
        "valid": judgement.is_right,
        "step": wrong[0] if wrong else None,
        "reason": None if judgement.is_right else reason,
        "lines": [verdict_to_json(verdict) for verdict in judgement.lines],
    }


def exercise_to_json(exercise: Exercise) -> dict[str, Any]:
    """Return the question of an exercise; its answers stay here."""
    from logicms.teach.kinds.choice import ChoiceTask

    data: dict[str, Any] = {
        "name": exercise.name,
        "kind": exercise.kind,
        "ask": exercise.ask,
        "form": exercise.task.form,
    }
    data["takes_lines"] = exercise.task.takes_lines
    if isinstance(exercise.task, ChoiceTask):
        data["choices"] = dict(exercise.task.choices)
    return data
