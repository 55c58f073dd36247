"""Lessons, judgements and replies as JSON: what both doors answer with.

The page gets a lesson with all its stops: prose in *parts* (text, code or stress), boards as rows, questions without
their answers. The terminal prints the same stops with `lesson_text`.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from logicms.answers import board_to_json
from logicms.teach.exercise import Exercise, Judgement, LineVerdict
from logicms.teach.exercises.choice import ChoiceTask
from logicms.teach.exercises.proof import ProofTask
from logicms.teach.lesson import Command, Lesson, Outline, Prose, Stop
from logicms.teach.lesson_text import CODE, STRESS, blocks_of, terms_text
from logicms.teach.progress import Progress
from logicms.teach.puzzle import Puzzle
from logicms.teach.session import PROOF_HELP, Reply, State, stop_of, words_at

Part = dict[str, str]


def verdict_to_json(verdict: LineVerdict) -> dict[str, Any]:
    """Return what is said of a line.

    >>> verdict_to_json(LineVerdict("1. A1   fact", "wrong", "fact", "A1 is not given."))
    {'line': '1. A1   fact', 'level': 'wrong', 'kind': 'fact', 'text': 'A1 is not given.'}
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
    """Return the question of an exercise, without its answers."""
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
    """Return what a learner sees where they are, and what they can say there.

    >>> from logicms.teach.library import our_lesson
    >>> view = view_to_json(our_lesson("01-proposition"), State("01-proposition"))
    >>> view["heading"], view["stop"], view["exercise"]["name"], view["words"]
    ('A sentence that is true or false', 0, 'what-is-one', ['tip', 'skip', '?'])
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
    judgement = None if reply.judgement is None else judgement_to_json(reply.judgement)
    return {"kind": reply.kind, "text": reply.text, "judgement": judgement}


def lesson_to_json(lesson: Lesson | Outline, progress: Progress) -> dict[str, Any]:
    """Return an entry of the list of lessons, with the learner's progress."""
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


# -- for the page


def entry_to_json(lesson: Lesson) -> dict[str, Any]:
    """Return an entry of the page's list of lessons.

    >>> from logicms.teach.library import our_lesson
    >>> entry = entry_to_json(our_lesson("01-proposition"))
    >>> entry["id"], entry["number"], entry["exercises"], entry["stops"]
    ('01-proposition', 1, ['what-is-one', 'safe', 'exactly-one', 'how-many', 'find-it'], 7)
    """
    number = lesson.name.partition("-")[0]
    return {
        "id": lesson.name,
        "number": int(number) if number.isdecimal() else None,
        "title": lesson.title,
        "about": lesson.about,
        "exercises": [exercise.name for exercise in lesson.exercises],
        "stops": len(lesson.stops),
    }


def outline_to_json(lesson: Lesson) -> dict[str, Any]:
    """Return the lesson with everything that is shown at its stops."""
    return {**entry_to_json(lesson), "stops": [stop_to_json(stop) for stop in lesson.stops]}


def stop_to_json(stop: Stop) -> dict[str, Any]:
    """Return what is shown at a stop, the question last."""
    return {
        "heading": stop.heading,
        "items": [_item_to_json(item) for item in stop.items],
        "exercise": None if stop.exercise is None else _question_to_json(stop.exercise),
    }


def said_to_json(lesson: Lesson, reply: Reply | None, state: State) -> dict[str, Any]:
    """Return the reply to the learner (if any), where they are then, and what they can say there."""
    stop = stop_of(lesson, state)
    return {
        "reply": None if reply is None else {**reply_to_json(reply), "parts": parts(_text_of_whole(reply))},
        "state": state.to_json(),
        "words": list(words_at(stop, state)),
        "done": stop is None,
    }


def _text_of_whole(reply: Reply) -> str:
    """Return what is said of the whole: the verdicts of the lines are in the judgement already."""
    if reply.judgement is None or not reply.judgement.lines:
        return reply.text
    if not reply.judgement.is_right:
        return reply.judgement.text
    lines = reply.text.splitlines()
    return "\n".join(line for line in lines if not line.startswith(("✓ ", "✗ ", "    ")))


def _item_to_json(item: Prose | Puzzle | Command) -> dict[str, Any]:
    data = item_to_json(item)
    if isinstance(item, Prose):
        return {**data, "blocks": blocks(item.text)}
    if isinstance(item, Puzzle) and item.board is not None:
        return {**data, **board_to_json(item.board)}
    return data


def _question_to_json(exercise: Exercise) -> dict[str, Any]:
    data = exercise_to_json(exercise)
    data["ask_parts"] = parts(" ".join(exercise.ask.split()))
    data["choices"] = [{"letter": letter, "parts": parts(text)} for letter, text in data.get("choices", {}).items()]
    data["on"] = None if exercise.puzzle is None else exercise.puzzle.name
    proof = isinstance(exercise.task, ProofTask)
    data["terms"] = terms_text(exercise.task) if isinstance(exercise.task, ProofTask) else ""
    data["help"] = list(PROOF_HELP) if proof else []
    return data


def blocks(text: str) -> list[dict[str, Any]]:
    """Return the paragraphs and lists of prose.

    >>> blocks("- one\\n- two")
    [{'kind': 'list', 'items': [[{'kind': 'text', 'text': 'one'}], [{'kind': 'text', 'text': 'two'}]]}]
    """
    made: list[dict[str, Any]] = []
    for is_list, group in groupby(blocks_of(text), lambda block: block.startswith("- ")):
        if is_list:
            made.append({"kind": "list", "items": [parts(block.removeprefix("- ")) for block in group]})
        else:
            made += [{"kind": "paragraph", "parts": parts(block)} for block in group]
    return made


def parts(text: str) -> list[Part]:
    """Return a text in parts; inside code nothing else is marked.

    >>> [part["kind"] for part in parts("a *literal* is `A1` or `~A1`")]
    ['text', 'stress', 'text', 'code', 'text', 'code']
    """
    pieces: list[tuple[str, str]] = []
    for index, piece in enumerate(CODE.split(text)):  # what the pattern matched is at the odd places
        if index % 2:
            pieces.append(("code", piece))
        else:
            pieces += [("stress" if i % 2 else "text", words) for i, words in enumerate(STRESS.split(piece))]
    return [{"kind": kind, "text": words} for kind, words in pieces if words]
