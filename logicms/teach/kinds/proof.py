"""«Prove ~B1 by resolution», line by line."""

from __future__ import annotations

from collections.abc import Mapping

from logicms.errors import BoardError
from logicms.teach.exercise import Task
from logicms.teach.puzzle import Puzzle


def make_proof(texts: Mapping[str, tuple[str, ...]], puzzle: Puzzle | None, says: Mapping[str, str]) -> Task:
    raise BoardError("not yet")
