"""The two kinds of words in a proof's JSON: about boards, and about problems none of whose names is a cell."""

from __future__ import annotations

import json
import re
from typing import Any

KEYS = {"cell": "name", "cells": "names", "mines": "exactly"}
VERDICTS = {"mine": "holds", "safe": "fails"}


def in_general_words(text: str) -> str:
    """Return a JSON text about a proof, perhaps a damaged one, in general words; sources of hints keep their names."""
    text = re.sub(r'"(cell|cells|mines)": (?!\{"(?:mines|at_))', lambda key: f'"{KEYS[key[1]]}": ', text)
    return re.sub(r'"verdict": "(mine|safe)"', lambda word: f'"verdict": "{VERDICTS[word[1]]}"', text)


def is_general(proof: dict[str, Any]) -> bool:
    return "uses_mine_total" not in proof


def in_words_of_boards(proof: dict[str, Any]) -> dict[str, Any]:
    """Return a proof in the words about boards, as it was if it has them already."""
    if not is_general(proof):
        return proof
    back = {new: old for old, new in (KEYS | VERDICTS).items()}
    text = re.sub(r'"(name|names|exactly)": ', lambda key: f'"{back[key[1]]}": ', json.dumps(proof))
    text = re.sub(r'"verdict": "(holds|fails)"', lambda word: f'"verdict": "{back[word[1]]}"', text)
    return {**json.loads(text), "uses_mine_total": False}
