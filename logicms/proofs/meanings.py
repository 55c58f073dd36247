"""What the auxiliary symbols of a proof mean: the checker reads the meanings again, and refuses what it cannot read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from logicms.literal import Literal
from logicms.proofs.truth import Nodes

_Clause = frozenset[Literal]


class Refused(Exception):
    """Why a step, or a proof, is not accepted."""


def is_auxiliary(name: object) -> bool:
    return isinstance(name, str) and name.startswith("_")


def is_plain(name: object) -> bool:
    """Return whether this can name a proposition: it begins with a letter and has no blanks."""
    return isinstance(name, str) and name[:1].isalpha() and " " not in name


def node_of(literal: Literal, nodes: Nodes, symbols: Mapping[str, int]) -> int:
    """Return a literal as a node; `symbols` says what the auxiliary symbols are."""
    name = str(literal.name)
    number = symbols[name] if name in symbols else nodes.name(name)
    return number if literal.holds else -number


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least this many of these cells are mines."""

    count: int
    among: frozenset[str]
    symbols: frozenset[str] = frozenset()

    def implies(self, name: str, clause: _Clause) -> bool:
        return False

    def node(self, nodes: Nodes, symbols: Mapping[str, int]) -> int:
        return nodes.at_least(self.count, map(nodes.name, sorted(self.among)))


@dataclass(frozen=True, slots=True)
class Clauses:
    """All of these clauses hold."""

    clauses: tuple[_Clause, ...]

    def implies(self, name: str, clause: _Clause) -> bool:
        """Return whether the clause says: not this symbol, or one of the clauses that it stands for."""
        return Literal(name, False) in clause and any(part <= clause for part in self.clauses)

    @property
    def symbols(self) -> frozenset[str]:
        """The auxiliary symbols that it mentions."""
        return frozenset(str(each.name) for clause in self.clauses for each in clause if is_auxiliary(each.name))

    def node(self, nodes: Nodes, symbols: Mapping[str, int]) -> int:
        """Return that all the clauses hold; `symbols` says what the auxiliary symbols in them are."""
        return nodes.all_of(nodes.any_of(node_of(each, nodes, symbols) for each in clause) for clause in self.clauses)


_THRESHOLD = re.compile(r"at least ([0-9]{1,9}) mines among ([^_~ ][^ ]*(?: [^_~ ][^ ]*)*)")
_LITERAL = re.compile(r"~?[^~&|() ][^ ]*")


def meanings_of(symbols: Mapping[str, str]) -> dict[str, AtLeast | Clauses]:
    """Return the meanings, read in order: one that mentions its own or a later symbol could make anything true."""
    found: dict[str, AtLeast | Clauses] = {}
    for name, text in symbols.items():
        if not is_auxiliary(name):
            raise Refused(f"{name} is not the name of an auxiliary symbol")
        found[name] = meaning = _meaning(name, text)
        if isinstance(meaning, Clauses):
            _check_order(name, meaning, found)
    return found


def _meaning(name: str, text: str) -> AtLeast | Clauses:
    if match := _THRESHOLD.fullmatch(text):
        among = match[2].split(" ")
        if len(set(among)) == len(among):
            return AtLeast(int(match[1]), frozenset(among))
    clauses = tuple(_read_clause(name, part) for part in text.split(" & "))
    return Clauses(clauses)


def _read_clause(name: str, text: str) -> _Clause:
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    literals = text.split(" | ")
    if not all(_LITERAL.fullmatch(literal) for literal in literals):
        raise Refused(f"the meaning of {name} cannot be read")
    return frozenset(Literal(text.removeprefix("~"), not text.startswith("~")) for text in literals)


def _check_order(name: str, meaning: Clauses, earlier: Mapping[str, object]) -> None:
    for clause in meaning.clauses:
        for literal in clause:
            word = str(literal.name)
            if is_auxiliary(word) and (word == name or word not in earlier):
                raise Refused(f"the meaning of {name} mentions {word}, which is not defined before it")


def compare_symbols(proof: Mapping[str, str], given: Mapping[str, str]) -> None:
    for name in proof.keys() & given.keys():
        if proof[name] != given[name]:
            raise Refused(f"{name} has another meaning in the given symbols")
