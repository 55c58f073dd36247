"""Every form that a proof can be shown or written in, by the name that `--to` takes."""

from __future__ import annotations

from importlib import import_module

from logicms.errors import BoardError
from logicms.proofs.proof import Proof

# The module and the function of each form, loaded when it is asked for.
_FORMS = {
    "text": ("logicms.render.proof_text", "proof_text"),
    "lines": ("logicms.render.proof_text", "proof_lines"),
    "words": ("logicms.render.proof_words", "proof_words"),
    "latex": ("logicms.render.proof_latex", "proof_latex"),
    "dot": ("logicms.render.proof_graph", "proof_dot"),
    "dimacs": ("logicms.proofs.certificates", "proof_to_dimacs"),
    "drat": ("logicms.proofs.certificates", "proof_to_drat"),
    "lrat": ("logicms.proofs.certificates", "proof_to_lrat"),
}

_OF_CLAUSES = frozenset({"lines", "dimacs", "drat", "lrat"})
"""The forms that a proof by counting does not have."""

FORMS = tuple(_FORMS)
"""The names, those for people first."""


def write_proof(proof: Proof, form: str) -> str:
    """Return the proof in this form, ended by a newline.

    >>> from logicms.proofs.proof import Step, clause
    >>> proof = Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct")
    >>> print(write_proof(proof, "lrat"), end="")
    3 0 1 2 0
    """
    if proof.sums and form in _OF_CLAUSES:
        raise BoardError(f"a proof by counting has no {form}: ask for one by resolution")
    module, function = _FORMS[form]
    text: str = getattr(import_module(module), function)(proof)
    return text if text.endswith("\n") else f"{text}\n"
