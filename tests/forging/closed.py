"""Changes to what a proof says of closed predicates: unfounded sets, the rules and facts that there are, instances."""

from __future__ import annotations

import re
from copy import deepcopy
from random import Random

from forging.tools import Kind, Proof, append, flipped, renumber, some_step

CLOSED_KINDS: dict[str, Kind] = {}
"""By the words for them in a table."""


def _kind(words: str):
    def add(change: Kind) -> Kind:
        CLOSED_KINDS[words] = change
        return change

    return add


def _atoms(proof: Proof) -> list[str]:
    """Return the atoms that a proof speaks of, whatever they are."""
    found = {literal.removeprefix("~") for step in proof["steps"] for literal in step["clause"]}
    found |= {atom for step in proof["steps"] for atom in step.get("unfounded", ())}
    found |= {atom for facts in proof.get("tables", {}).values() for atom in facts}
    return sorted(found) + ["o(a)", "u", "v"]


def _closed(proof: Proof) -> list[str]:
    return [atom for atom in _atoms(proof) if atom.partition("(")[0] in proof["only"]]


def _change_rule(proof: Proof, rng: Random, pattern: str, change) -> None:
    label = rng.choice([label for label, text in proof["rules"].items() if re.search(pattern, text)])
    text = proof["rules"][label]
    match = rng.choice(list(re.finditer(pattern, text)))
    proof["rules"][label] = text[: match.start()] + change(match) + text[match.end() :]


# -- unfounded sets


@_kind("an atom taken out of an unfounded set")
def atom_taken_out(proof, donor, rng):
    atoms = some_step(proof, rng, "only")["unfounded"]
    atoms.remove(rng.choice(atoms))


@_kind("an atom added to an unfounded set")
def atom_added(proof, donor, rng):
    some_step(proof, rng, "only")["unfounded"].append(rng.choice(_closed(proof)))


@_kind("an atom that holds, said to be unfounded")
def holding_atom(proof, donor, rng):
    holding = [step["clause"][0] for step in proof["steps"] if len(step["clause"]) == 1]
    atom = rng.choice([each for each in holding if each.partition("(")[0] in proof["only"]])
    step = some_step(proof, rng, "only")
    step.update(unfounded=[atom], clause=[f"~{atom}"])


@_kind("an atom of an open predicate in an unfounded set")
def open_atom(proof, donor, rng):
    atom, step = rng.choice(("o(a)", "o(b)", "u", "v")), some_step(proof, rng, "only")
    step["unfounded"].append(atom)
    if rng.random() < 0.5:
        step.update(clause=[f"~{atom}"])
    if rng.random() < 0.5:
        proof["only"][atom.partition("(")[0]] = []
        proof.setdefault("tables", {})[atom] = []


@_kind("what is unfounded is said to hold")
def clause_turned(proof, donor, rng):
    step = some_step(proof, rng, "only")
    step["clause"] = [flipped(step["clause"][0]), *step["clause"][1:]]


@_kind("a literal taken out of a completion")
def completion_shortened(proof, donor, rng):
    clause = rng.choice([step["clause"] for step in proof["steps"] if step["by"] == "only" and len(step["clause"]) > 1])
    clause.remove(rng.choice(clause))


@_kind("a literal of a completion turned")
def completion_turned(proof, donor, rng):
    clause = rng.choice([step["clause"] for step in proof["steps"] if step["by"] == "only" and len(step["clause"]) > 1])
    place = rng.randrange(1, len(clause))
    clause[place] = flipped(clause[place])


@_kind("a step taken from what it rests on")
def parent_taken(proof, donor, rng):
    parents = rng.choice([step["from"] for step in proof["steps"] if step["by"] == "only" and step["from"]])
    parents.remove(rng.choice(parents))


@_kind("it rests on itself, or on what comes later")
def parent_later(proof, donor, rng):
    step = some_step(proof, rng, "only")
    step["from"] = [*step["from"], step["step"] + rng.randint(0, 2)]


# -- rules and facts


@_kind("a rule left out of the listing")
def rule_unlisted(proof, donor, rng):
    labels = rng.choice([labels for labels in proof["only"].values() if labels])
    gone = rng.choice(labels)
    labels.remove(gone)
    if rng.random() < 0.5:
        proof["rules"].pop(gone, None)


@_kind("all rules left out, and what they would need")
def rules_unlisted(proof, donor, rng):
    step = some_step(proof, rng, "only")
    proof["only"] = {name: [] for name in proof["only"]}
    step.update(unfounded=step["unfounded"][:1], **{"from": []})


@_kind("a false comparison")
def comparison_changed(proof, donor, rng):
    signs = ("=", "!=", "<", "<=", ">", ">=")
    _change_rule(proof, rng, r" (?:!=|<=|>=|=|<(?!-)|>) ", lambda match: f" {rng.choice(signs)} ")


@_kind("head and body of a rule swapped")
def rule_turned(proof, donor, rng):
    def turned(match: re.Match[str]) -> str:
        return f"{match[2]} -> {match[1]}"

    _change_rule(proof, rng, r"(?<=: )(.*) (?<!<)-> (.*)$|^([^:]*) -> ([^:]*)$", turned)


@_kind("a negation put in or left out")
def negation_changed(proof, donor, rng):
    _change_rule(proof, rng, r"~|(?<=[(&|] )(?=[a-z]+\()|(?<=\()(?=[a-z]+\()", lambda match: "" if match[0] else "~")


@_kind("a sum in a rule changed")
def sum_changed(proof, donor, rng):
    _change_rule(proof, rng, r"[+-]1(?=[,)])", lambda match: rng.choice(("", "+1", "-1", "+2")))


@_kind("a fact that the file has not, in a table")
def fact_tabled(proof, donor, rng):
    pattern = rng.choice(list(proof["tables"]))
    facts = proof["tables"][pattern]
    known = [each for each in _atoms(proof) if re.fullmatch(re.escape(pattern).replace("_", "[^,]+"), each)]
    facts.append(rng.choice([each for each in [*known, pattern.replace("_", rng.choice("abc"))] if each not in facts]))


@_kind("a fact taken out of a table")
def fact_untabled(proof, donor, rng):
    facts = rng.choice([facts for facts in proof["tables"].values() if facts])
    facts.remove(rng.choice(facts))


@_kind("a step that states a fact that the file has not")
def fact_stated(proof, donor, rng):
    atom = rng.choice(_closed(proof))
    step = some_step(proof, rng)
    proof["steps"][proof["steps"].index(step)] = {"step": step["step"], "clause": [atom], "by": "fact", "name": atom}


@_kind("an open predicate said to be closed")
def open_closed(proof, donor, rng):
    atom = rng.choice(("o(a)", "o(b)", "u", "v"))
    proof["only"][atom.partition("(")[0]] = []
    proof.setdefault("tables", {})[atom] = []
    append(proof, clause=[f"~{atom}"], by="only", unfounded=[atom], **{"from": []})
    proof["goal"], proof["by"] = [[f"~{atom}"]], "direct"


@_kind("constants added or left out")
def constants_changed(proof, donor, rng):
    members = proof["sets"]["_"]
    if rng.random() < 0.5:
        members.remove(rng.choice(members))
    else:
        members.append(rng.choice(("z9", 4, -1, "o")))


# -- premises and instances


@_kind("a premise turned into an assumption")
def premise_assumed(proof, donor, rng):
    step = some_step(proof, rng, "only", "rule", "fact")
    clause, number = step["clause"], step["step"]
    step.clear()
    step.update(step=number, clause=clause, by=rng.choice(("assume", "assumption")))
    if step["by"] == "assumption":
        step["assumption"] = " | ".join(clause)
        if rng.random() < 0.5:
            proof["assumptions"] = [step["assumption"]]


@_kind("a kind of step that there is not")
def kind_unknown(proof, donor, rng):
    some_step(proof, rng)["by"] = rng.choice(("unfounded", "closed", "completion", "axiom", ""))


@_kind("a wrong instance")
def value_changed(proof, donor, rng):
    values = rng.choice([step["with"] for step in proof["steps"] if step.get("with")])
    values[rng.choice(list(values))] = rng.choice(("a", "b", "c", 0, 1, 2, 3, 4, -1, 7, "z1", "z9"))


@_kind("values of two variables swapped")
def values_swapped(proof, donor, rng):
    values = rng.choice([step["with"] for step in proof["steps"] if len(step.get("with", ())) > 1])
    one, other = rng.sample(list(values), 2)
    values[one], values[other] = values[other], values[one]


@_kind("another clause of an instance")
def clause_changed(proof, donor, rng):
    clause = some_step(proof, rng, "rule")["clause"]
    place = rng.randrange(len(clause))
    clause[place] = rng.choice((flipped(clause[place]), rng.choice(_atoms(proof))))


@_kind("an unfounded set of another proof")
def set_stolen(proof, donor, rng):
    proof["steps"].insert(0, deepcopy(some_step(donor, rng, "only")))
    renumber(proof)
    for step in proof["steps"][1:]:
        if "from" in step:
            step["from"] = [parent + 1 for parent in step["from"]]
    for key in ("only", "tables", "rules", "sets"):
        proof[key] = {**deepcopy(donor.get(key, {})), **proof.get(key, {})}


@_kind("the goal turned")
def goal_turned(proof, donor, rng):
    goal = proof["goal"][0]
    goal[0] = flipped(goal[0])
    for step in proof["steps"]:
        if step["by"] == "assume" and rng.random() < 0.8:
            step["clause"] = [flipped(goal[0])]
