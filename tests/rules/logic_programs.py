"""Random logic programs, as hint files and in clingo's language: for the tests of closed predicates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random

import clingo

SETS = {"s": ("a", "b", "c"), "n": (0, 1, 2, 3)}
PREDICATES = {"p": "s", "q": "s", "r": "ss", "e": "ss", "f": "n", "g": "sn", "w": "", "v": ""}
"""Each predicate with the sets of its arguments."""


@dataclass
class Literal:
    """A part of a condition: as a hint file writes it, and as clingo does."""

    hints: str
    clingo: str
    binds: frozenset[str] = frozenset()
    """The variables that it gives values to."""


class Writer:
    """Writes one random program in both languages."""

    def __init__(self, rng: Random, opened: tuple[str, ...] = (), negations: float = 0.25) -> None:
        self.rng = rng
        self.opened = opened
        self.negations = negations
        self.numbers = count(1)
        self.extra: list[str] = []
        """Rules that clingo needs besides."""

    def program(self, rules: int) -> tuple[str, str]:
        used = [name for name in PREDICATES if name not in self.opened]
        hints = [f"only {' '.join(used)}", *(f"set {name} = {' '.join(map(str, of))}" for name, of in SETS.items())]
        asp = [f"{name}({';'.join(map(str, of))})." for name, of in SETS.items()]
        asp += [
            f"{{ {name}{self._clingo_args(name)} : {self._guards(name)} }}." for name in self.opened if PREDICATES[name]
        ]
        asp += [f"{{ {name} }}." for name in self.opened if not PREDICATES[name]]
        for _ in range(self.rng.randint(0, 8)):
            name = self.rng.choice(used)
            fact = name + self._applied([str(self.rng.choice(SETS[kind])) for kind in PREDICATES[name]])
            hints.append(fact)
            asp.append(f"{fact}.")
        for _ in range(rules):
            rule, clingo_rules = self._rule(used)
            hints.append(rule)
            asp += clingo_rules
        return "\n".join(hints), "\n".join([*asp, *self.extra])

    def _clingo_args(self, name: str) -> str:
        return self._applied([f"V{place}" for place, _ in enumerate(PREDICATES[name])])

    def _guards(self, name: str) -> str:
        return ",".join(f"{kind}(V{place})" for place, kind in enumerate(PREDICATES[name]))

    @staticmethod
    def _applied(values: list[str]) -> str:
        return f"({','.join(values)})" if values else ""

    # -- rules

    def _rule(self, used: list[str]) -> tuple[str, list[str]]:
        rng = self.rng
        variables: dict[str, str] = {}  # and their sets
        body = [self._literal(variables) for _ in range(rng.randint(0, 3))]
        head = rng.choice(used)
        terms = [self._term(kind, variables, in_head=True) for kind in PREDICATES[head]]
        bound = frozenset().union(*(each.binds for each in body))
        without = [name for name in variables if name in bound and rng.random() < 0.4]
        bindings = [f"{name} in {kind}" for name, kind in variables.items() if name not in without] + without
        either = (
            [self._literal(variables, known=True), self._literal(variables, known=True)] if rng.random() < 0.15 else []
        )
        conditions = [each.hints for each in body]
        if either:
            conditions.append(f"({either[0].hints} | {either[1].hints})")
        condition = f"{' & '.join(conditions)} -> " if conditions else ""
        quantifier = f"all {', '.join(bindings)}: " if bindings else ""
        hints = f"{quantifier}{condition}{head}{self._applied([hint for hint, _, _ in terms])}"
        guards = [f"{kind}({name.upper()})" for name, kind in variables.items()]
        sums = [f"n({asp})" for _, asp, is_sum in terms if is_sum]
        clingo_head = head + self._applied([asp for _, asp, _ in terms])
        ways = [[each] for each in either] or [[]]
        rules = [
            f"{clingo_head} :- {'; '.join([*guards, *sums, *(each.clingo for each in (*body, *way))])}." for way in ways
        ]
        return hints, [rule.replace(" :- .", ".") for rule in rules]

    def _term(
        self, kind: str, variables: dict[str, str], *, in_head: bool = False, known: bool = False
    ) -> tuple[str, str, bool]:
        """Return a term in both languages, and whether it is a sum."""
        rng = self.rng
        own = [name for name, of in variables.items() if of == kind]
        if own and rng.random() < 0.75:
            name = rng.choice(own)
        elif known or rng.random() < 0.25:
            value = str(rng.choice(SETS[kind]))
            return value, value, False
        else:
            name = f"{'x' if kind == 's' else 'k'}{len(variables)}"
            variables[name] = kind
        if kind == "n" and rng.random() < 0.35:
            added = rng.choice(("+1", "-1"))
            return f"{name}{added}", f"{name.upper()}{added}", True
        return name, name.upper(), False

    def _literal(self, variables: dict[str, str], *, known: bool = False) -> Literal:
        rng = self.rng
        if variables and rng.random() < 0.2:
            return self._comparison(variables)
        if rng.random() < 0.12:
            return self._quantified(variables)
        name = rng.choice(list(PREDICATES))
        terms = [self._term(kind, variables, known=known) for kind in PREDICATES[name]]
        hints, asp = (name + self._applied([term[place] for term in terms]) for place in (0, 1))
        if rng.random() < self.negations:
            return Literal(f"~{hints}", f"not {asp}")
        if name in self.opened:
            return Literal(hints, asp)
        return Literal(hints, asp, frozenset(hint for hint, _, is_sum in terms if hint in variables and not is_sum))

    def _comparison(self, variables: dict[str, str]) -> Literal:
        rng = self.rng
        kind = rng.choice(list(variables.values()))
        own = [name for name, of in variables.items() if of == kind]
        one, other = rng.choice(own), rng.choice([*own, str(rng.choice(SETS[kind]))])
        sign = rng.choice(("=", "!=") if kind == "s" else ("=", "!=", "<", "<=", ">", ">="))
        other_asp = other.upper() if other in variables else other
        if kind == "n" and rng.random() < 0.4:
            third = rng.choice(own)
            return Literal(f"{one}+{third} {sign} {other}", f"{one.upper()}+{third.upper()} {sign} {other_asp}")
        return Literal(f"{one} {sign} {other}", f"{one.upper()} {sign} {other_asp}")

    def _quantified(self, variables: dict[str, str]) -> Literal:
        """Return `some`, its negation, `all` or a count of a predicate, with an auxiliary predicate for clingo."""
        rng = self.rng
        name = rng.choice([name for name, kinds in PREDICATES.items() if "s" in kinds])
        inner = f"y{next(self.numbers)}"
        place = PREDICATES[name].index("s")
        terms = [
            (inner, inner.upper(), False) if at == place else self._term(kind, variables, known=True)
            for at, kind in enumerate(PREDICATES[name])
        ]
        hints, asp = (name + self._applied([term[side] for term in terms]) for side in (0, 1))
        kind = rng.choice(("some", "none", "all", "two"))
        if kind == "all":
            return Literal(f"(all {inner} in s: {hints})", f"{asp} : s({inner.upper()})")
        if kind == "two":
            return Literal(
                f"(at least 2 {inner} in s: {hints})", f"2 #count {{ {inner.upper()} : {asp}, s({inner.upper()}) }}"
            )
        others = [asp for hint, asp, is_sum in terms if hint in variables or is_sum]
        others = list(dict.fromkeys(each.replace("+1", "").replace("-1", "") for each in others))
        own = f"aux{next(self.numbers)}" + self._applied(others)
        guards = [f"{variables[each.lower()]}({each})" for each in others]
        self.extra.append(f"{own} :- {', '.join([*guards, f's({inner.upper()})', asp])}.")
        some = f"(some {inner} in s: {hints})"
        return Literal(some, own) if kind == "some" else Literal(f"~{some}", f"not {own}")


def stable_models(program: str, most: int = 0) -> list[frozenset[str]]:
    """Return the stable models that clingo finds, without sets and auxiliary predicates."""
    control = clingo.Control(["--warn=none", f"{most}"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found: list[frozenset[str]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = (symbol for symbol in model.symbols(atoms=True) if symbol.name in PREDICATES)
            found.append(frozenset(map(str, atoms)))
    return found
