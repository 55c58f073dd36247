"""Changes to the rules that a proof cites, to the values of their variables, and to the sets that they speak of."""

from __future__ import annotations

import re
from copy import deepcopy
from random import Random

from forging.tools import Proof, append, flipped, goal_literal, kind, names_in, some_literal, some_step

_OPERATORS = ("->", "<->", "&", "|", "^")
_KINDS = ("all", "some", "1", "2", "at least 1", "at most 1", "at least 2")


def _values(proof: Proof) -> list[str | int]:
    """Return everything that a variable could stand for, and some things that none can."""
    found = [value for step in proof["steps"] for value in step.get("with", {}).values()]
    found += [member for members in proof["sets"].values() for member in members]
    return [*found, *names_in(proof), "Z9", 0, 1, 2, 3]


def _some_label(proof: Proof, rng: Random) -> str:
    return rng.choice(list(proof["rules"]))


def _some_set(proof: Proof, rng: Random) -> str:
    return rng.choice(list(proof["sets"]))


def _cited(step: Proof) -> str:
    written = ", ".join(f"{name} = {value}" for name, value in step["with"].items())
    return f"{step['rule']} with {written}" if written else step["rule"]


# -- values


@kind
def value_changed(proof, donor, rng):
    values = some_step(proof, rng, "rule")["with"]
    values[rng.choice(list(values))] = rng.choice(_values(proof))


@kind
def value_changed_everywhere(proof, donor, rng):
    old, new = rng.choice(_values(proof)), rng.choice(_values(proof))
    for step in proof["steps"]:
        if "with" in step:
            step["with"] = {name: new if value == old else value for name, value in step["with"].items()}


@kind
def value_of_another_type(proof, donor, rng):
    values = some_step(proof, rng, "rule")["with"]
    name = rng.choice(list(values))
    values[name] = rng.choice((str(values[name]), [values[name]], None, True, 1.0, 10**13, -1, {}, "", "a b", "p(a)"))


@kind
def values_reordered(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    step["with"] = dict(reversed(step["with"].items()))


@kind
def value_missing(proof, donor, rng):
    values = some_step(proof, rng, "rule")["with"]
    del values[rng.choice(list(values))]


@kind
def values_missing(proof, donor, rng):
    del some_step(proof, rng, "rule")["with"]


@kind
def value_added(proof, donor, rng):
    some_step(proof, rng, "rule")["with"][rng.choice("xyzck")] = rng.choice(_values(proof))


@kind
def variable_renamed(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    old = rng.choice(list(step["with"]))
    step["with"] = {"z" if name == old else name: value for name, value in step["with"].items()}


@kind
def values_written_into_the_label(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    step["rule"], step["with"] = _cited(step), {}


@kind
def values_written_into_a_variable(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    *first, (name, value) = step["with"].items()
    written = "".join(f"{variable} = {each}, " for variable, each in first)
    step["with"] = {written + name: value}


# -- labels and texts


@kind
def label_changed(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    step["rule"] = rng.choice((*proof["rules"], "line 1", "X1", "clues", "line", ""))


@kind
def labels_swapped(proof, donor, rng):
    one, other = rng.sample(list(proof["rules"]), 2)
    proof["rules"][one], proof["rules"][other] = proof["rules"][other], proof["rules"][one]


@kind
def label_renamed_throughout(proof, donor, rng):
    """Without a file this is honest: a label is only a name."""
    old, new = _some_label(proof, rng), rng.choice(("line 77", "X9", "rule 1", "line 007"))
    proof["rules"] = {new if label == old else label: text for label, text in proof["rules"].items()}
    for step in proof["steps"]:
        if step.get("rule") == old:
            step["rule"] = new
    _rename_hints(proof, lambda name: new + name.removeprefix(old) if name.split(" with ")[0] == old else name)


def _rename_hints(proof: Proof, rename) -> None:
    proof["hints"] = {rename(name): hint for name, hint in proof["hints"].items()}
    proof["clues"] = [rename(name) for name in proof["clues"]]
    proof["witnesses"] = {rename(name): mines for name, mines in proof.get("witnesses", {}).items()}
    for step in proof["steps"]:
        for key in ("add", "subtract"):
            if key in step:
                step[key] = [rename(name) for name in step[key]]


@kind
def rule_dropped(proof, donor, rng):
    del proof["rules"][_some_label(proof, rng)]


@kind
def rules_missing(proof, donor, rng):
    del proof["rules"]


@kind
def rule_not_a_text(proof, donor, rng):
    proof["rules"][_some_label(proof, rng)] = rng.choice((None, 1, [], {}))


@kind
def rule_operator_changed(proof, donor, rng):
    _change_text(proof, rng, r"<->|->|[&|^]", _OPERATORS)


@kind
def rule_quantifier_changed(proof, donor, rng):
    _change_text(proof, rng, r"\b(?:all|some|at least \d|at most \d|\d(?= \w+ in))\b", _KINDS)


@kind
def rule_number_changed(proof, donor, rng):
    _change_text(proof, rng, r"\b\d+\b", ("0", "1", "2", "3", "8", "9"))


@kind
def rule_set_changed(proof, donor, rng):
    _change_text(
        proof,
        rng,
        r"\b(?:around|beside|knight|block|cells|right|row|next|colours|n)\b",
        ("around", "beside", "cells", "n"),
    )


@kind
def rule_sign_changed(proof, donor, rng):
    _change_text(proof, rng, r"~|(?=\bmine\()|(?=\bis\()|(?=\bp\()", ("~", "", "~~"))


@kind
def rule_predicate_changed(proof, donor, rng):
    _change_text(proof, rng, r"\b(?:mine|safe|is|p|q|pit|wumpus|clue|near)(?=\()", ("mine", "safe", "is", "p", "clue"))


@kind
def rule_term_changed(proof, donor, rng):
    _change_text(proof, rng, r"(?<=[(, ])[a-z](?=[,)+-])", ("c", "k", "k+1", "k-1", "x", "A1", "a", "3"))


@kind
def rule_written_in_another_way(proof, donor, rng):
    """Without a file this is honest."""
    label = _some_label(proof, rng)
    text = proof["rules"][label]
    proof["rules"][label] = rng.choice(
        (
            f"({text})",
            text.replace(" ", "  "),
            text.replace("all ", "∀ "),
            text.replace("->", "→"),
            f"{text} # so",
            f" {text}",
        )
    )


@kind
def rule_body_negated(proof, donor, rng):
    label = _some_label(proof, rng)
    head, colon, body = proof["rules"][label].partition(": ")
    proof["rules"][label] = f"{head}{colon}~({body})" if colon else f"~({head})"


@kind
def rule_body_replaced(proof, donor, rng):
    label = _some_label(proof, rng)
    head, colon, body = proof["rules"][label].partition(": ")
    new = rng.choice(
        ("false", goal_literal(proof), f"({body}) & {some_literal(proof, rng)}", f"({body}) | true", "(", "")
    )
    proof["rules"][label] = head + colon + new


@kind
def rule_of_another(proof, donor, rng):
    label = rng.choice(list(donor["rules"]))
    proof["rules"][rng.choice((label, _some_label(proof, rng)))] = donor["rules"][label]
    if rng.random() < 0.5:
        proof["sets"].update(deepcopy(donor["sets"]))


@kind
def rule_invented(proof, donor, rng):
    proof.setdefault("rules", {})["line 99"] = rng.choice((goal_literal(proof), "false", "all k in 1..2: false"))
    values = {"k": 1} if "all" in proof["rules"]["line 99"] else {}
    clause = rng.choice(([goal_literal(proof)], []))
    append(proof, clause=clause, by="rule", rule="line 99", **{"with": values})


@kind
def rule_given_a_quantifier(proof, donor, rng):
    label = _some_label(proof, rng)
    proof["rules"][label] = rng.choice(("all z in 1..2: ", "some z in 1..2: ", "1 z in 1..1: ")) + proof["rules"][label]


def _change_text(proof: Proof, rng: Random, pattern: str, new: tuple[str, ...]) -> None:
    label = _some_label(proof, rng)
    text = proof["rules"][label]
    place = rng.choice(list(re.finditer(pattern, text)))
    proof["rules"][label] = text[: place.start()] + rng.choice(new) + text[place.end() :]


# -- sets


@kind
def set_member_changed(proof, donor, rng):
    members = proof["sets"][_some_set(proof, rng)]
    members[rng.randrange(len(members))] = rng.choice(_values(proof))


@kind
def set_member_added(proof, donor, rng):
    members = proof["sets"][_some_set(proof, rng)]
    members.insert(rng.randint(0, len(members)), rng.choice(_values(proof)))


@kind
def set_member_dropped(proof, donor, rng):
    members = proof["sets"][_some_set(proof, rng)]
    members.remove(rng.choice(members))


@kind
def set_reordered(proof, donor, rng):
    """Without a file this is honest."""
    rng.shuffle(proof["sets"][_some_set(proof, rng)])


@kind
def set_member_of_another_type(proof, donor, rng):
    members = proof["sets"][_some_set(proof, rng)]
    at = rng.randrange(len(members))
    members[at] = rng.choice((str(members[at]), [members[at]], None, True, 1.5, 10**13, -1, "", "a b"))


@kind
def set_emptied(proof, donor, rng):
    proof["sets"][_some_set(proof, rng)] = rng.choice(([], {}, None, ""))


@kind
def set_missing(proof, donor, rng):
    del proof["sets"][_some_set(proof, rng)]


@kind
def sets_missing(proof, donor, rng):
    del proof["sets"]


@kind
def sets_swapped(proof, donor, rng):
    one, other = rng.sample(list(proof["sets"]), 2)
    proof["sets"][one], proof["sets"][other] = proof["sets"][other], proof["sets"][one]


@kind
def set_renamed(proof, donor, rng):
    old = _some_set(proof, rng)
    new = rng.choice(
        (
            old + ")",
            old.replace(")", "]"),
            old.lower(),
            old.upper(),
            old.replace("(", "( "),
            old + " ",
            old.removesuffix(")"),
        )
    )
    members = proof["sets"][old] if rng.random() < 0.5 else proof["sets"].pop(old)
    proof["sets"][new] = members


@kind
def set_invented(proof, donor, rng):
    name = rng.choice(
        ("next(T)", "nothing", "cells", "around(Z9)", "clue(Z9)", "n(1)", "beside(01)", "next(1)", "9" * 5_000, "")
    )
    proof["sets"][name] = rng.choice(([], [1], ["A1"]))


@kind
def clue_changed_in_the_sets(proof, donor, rng):
    written = rng.choice([each for each in proof["sets"] if each.startswith("clue(")])
    old = proof["sets"][written][0]
    proof["sets"][written] = rng.choice(([old + 1], [old - 1], [old, old + 1], [], [old, old], ["A1"], [str(old)]))


@kind
def clue_missing_in_the_sets(proof, donor, rng):
    del proof["sets"][rng.choice([each for each in proof["sets"] if each.startswith("clue(")])]


@kind
def clue_invented_in_the_sets(proof, donor, rng):
    proof["sets"][f"clue({rng.choice(names_in(proof))})"] = [rng.choice((0, 1, 2, 8))]


# -- hints that are instances, and instances as something else


@kind
def hint_named_after_another_instance(proof, donor, rng):
    old = rng.choice([name for name in proof["hints"] if name.split(" with ")[0] in proof["rules"]])
    step = deepcopy(some_step(proof, rng, "rule"))
    if step["with"] and rng.random() < 0.6:
        step["with"][rng.choice(list(step["with"]))] = rng.choice(_values(proof))
    new = _cited(step)
    _rename_hints(proof, lambda name: new if name == old else name)


@kind
def hint_named_after_an_instance(proof, donor, rng):
    """A hint, mostly of another meaning, under the name of an instance."""
    name = _cited(some_step(proof, rng, "rule"))
    among = rng.sample(names_in(proof), min(2, len(names_in(proof))))
    proof["hints"][name] = {rng.choice(("mines", "at_least", "at_most")): rng.randint(0, 2), "among": among}
    proof["clues"] = [clue for clue in proof["hints"] if clue != "mines"]


@kind
def hint_cited_oddly(proof, donor, rng):
    old = rng.choice([name for name in proof["hints"] if " with " in name])
    new = rng.choice((old.replace(" = ", "="), old + ", z = 1", old.replace("line ", "line 0"), old + " ", old + ", "))
    _rename_hints(proof, lambda name: new if name == old else name)


@kind
def rule_cited_as_a_clue(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    step.update(by="clue", clue=_cited(step))


@kind
def clue_cited_as_a_rule(proof, donor, rng):
    step = some_step(proof, rng, "clue", "given")
    step.update(by="rule", rule=step.get("clue", step.get("given")), **{"with": {}})


@kind
def rule_cited_as_a_formula(proof, donor, rng):
    step = some_step(proof, rng, "rule")
    text = proof["rules"][step["rule"]]
    name, entry = rng.choice(((step["rule"], f"{step['rule']}: {text}"), (text, text), (_cited(step), _cited(step))))
    step.update(by="given", given=name)
    proof["givens"].append(entry)


@kind
def clause_of_a_rule_changed(proof, donor, rng):
    clause = some_step(proof, rng, "rule")["clause"]
    at = rng.randrange(len(clause))
    clause[at] = rng.choice((flipped(clause[at]), some_literal(proof, rng)))


@kind
def clause_of_a_rule_weakened(proof, donor, rng):
    some_step(proof, rng, "rule")["clause"].append(some_literal(proof, rng))


@kind
def clause_of_a_rule_strengthened(proof, donor, rng):
    clause = some_step(proof, rng, "rule")["clause"]
    clause.remove(rng.choice(clause))


@kind
def premise_of_a_rule_repeated(proof, donor, rng):
    """An honest change, if the clause is only made weaker."""
    step = deepcopy(some_step(proof, rng, "rule"))
    step["clause"] = [*step["clause"], some_literal(proof, rng)]
    proof["steps"].insert(0, step)
    for number, each in enumerate(proof["steps"], 1):
        each["step"] = number
        if "from" in each:
            each["from"] = [parent + 1 for parent in each["from"]]


# -- names of formulas, and what counts mean


@kind
def given_renamed(proof, donor, rng):
    at = rng.randrange(len(proof["givens"]))
    name, colon, text = proof["givens"][at].partition(": ")
    new = rng.choice(("X1", "X2", "X9", "b"))
    old = proof["givens"][at] if not colon else name
    proof["givens"][at] = rng.choice((f"{new}: {text if colon else name}", text if colon else name))
    if rng.random() < 0.6:
        for step in proof["steps"]:
            if step.get("given") == old:
                step["given"] = new if ": " in proof["givens"][at] else proof["givens"][at]


@kind
def given_named_twice(proof, donor, rng):
    name, colon, text = rng.choice(proof["givens"]).partition(": ")
    entry = f"{name}: {rng.choice((text, goal_literal(proof), 'false'))}" if colon else f"{name}: {name}"
    proof["givens"].insert(rng.randint(0, len(proof["givens"])), entry)


@kind
def count_taken_as_given(proof, donor, rng):
    symbol = rng.choice([each for each, text in proof["symbols"].items() if text.startswith("at least")])
    names = proof["symbols"][symbol].split(" among ")[1].split(" ")
    clause = {name: rng.choice(("", "~")) for name in rng.sample(names, rng.randint(0, len(names)))}
    literals = [sign + name for name, sign in clause.items()]
    append(proof, clause=[rng.choice(("", "~")) + symbol, *literals], by="given", given=symbol)
    proof["steps"].insert(0, proof["steps"].pop())
    for number, each in enumerate(proof["steps"], 1):
        each["step"] = number
        if "from" in each:
            each["from"] = [parent + 1 for parent in each["from"]]
