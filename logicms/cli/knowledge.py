"""What the commands about knowledge bases share: reading one, and the answer when it contradicts itself."""

from __future__ import annotations

from logicms.answers import contradiction_to_json
from logicms.cli import INCONSISTENT
from logicms.cli.frame import Answer, Options, read_board, read_text
from logicms.errors import InconsistentKnowledge
from logicms.notation.hint_files import HintFile, hint_file_of, parse_hints


def read_hint_file(path: str, options: Options, default: str = "hints") -> HintFile:
    """Return the knowledge base in a file: a hint file, or a board in any format that is read."""
    if (options.format or default) == "hints":
        return parse_hints(*read_text(path))
    from logicms.deduction.clash import flags_read

    return hint_file_of(flags_read(read_board(path, options), options.flags))


def inconsistent(error: InconsistentKnowledge) -> Answer:
    """Return the answer that what was told contradicts itself, with the proof of it."""
    from logicms.render.proof_text import printable, proof_text

    steps = f"\n{proof_text(error.proof)}" if error.proof else ""
    return Answer(contradiction_to_json(error), f"contradiction: {printable(str(error))}{steps}", INCONSISTENT)
