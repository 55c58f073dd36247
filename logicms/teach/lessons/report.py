"""Judgements, verdicts and views as JSON: what both doors answer with."""

from __future__ import annotations

from typing import Any

from logicms.teach.exercise import Exercise, Judgement, LineVerdict
from logicms.teach.lessons.lesson import Command, Lesson, Outline, Prose
from logicms.teach.lessons.progress import Progress
from logicms.teach.lessons.session import Reply, State, stop_of, words_at
from logicms.teach.puzzle import Puzzle


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


def view_to_json(lesson: Lesson, state: State) -> dict[str, Any]:
    """Return what a learner sees where they stand, and what they can say there.

    >>> from logicms.teach.lessons.files import our_lesson
    >>> view = view_to_json(our_lesson("01-proposition"), State("01-proposition"))
    >>> view["heading"], view["stop"], view["exercise"]["name"], view["words"]
    ('A sentence that is true or false', 0, 'what-is-one', ['hint', 'skip', '?'])
    """
    stop = stop_of(lesson, state)
    return {
        "lesson": lesson.name,
        "title": lesson.title,
        "stop": state.stop,
        "stops": len(lesson.stops),
        "heading": stop.heading if stop else "",
        "items": [item_to_json(item) for item in stop.items] if stop else [],
        "exercise": exercise_to_json(stop.exercise) if stop and stop.exercise else None,
        "so_far": state.so_far.splitlines(),
        "words": list(words_at(stop, state)),
        "done": stop is None,
    }


def item_to_json(item: Prose | Puzzle | Command) -> dict[str, Any]:
    """Return an item of a section; a command with what the lesson says that it prints."""
    if isinstance(item, Prose):
        return {"kind": "prose", "text": item.text}
    if isinstance(item, Command):
        return {"kind": "command", "command": str(item), "words": list(item.words), "output": item.output}
    return {"kind": "hints" if item.board is None else "board", "name": item.name, "text": item.text}


def reply_to_json(reply: Reply) -> dict[str, Any]:
    """Return what is said to the learner."""
    judged = None if reply.judgement is None else judgement_to_json(reply.judgement)
    return {"kind": reply.kind, "text": reply.text, "judgement": judged}


def lesson_to_json(lesson: Lesson | Outline, progress: Progress) -> dict[str, Any]:
    """Return a line of the list of lessons, with how far the learner is."""
    state = progress.states.get(lesson.name)
    names = lesson.exercise_names
    solved = [name for name in names if state is not None and name in state.solved]
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "exercises": len(names),
        "solved": len(solved),
        "done": lesson.name in progress.done,
    }
