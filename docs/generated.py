"""What the documentation has from the code: help texts, answers, addresses, tools, limits and names.

A page has a line `<!-- generated: NAME -->` where the text of `BLOCKS[NAME]` belongs; it is put there while the pages
are built, so it is as true as the code, and no page has to be written again when the code changes.
`python docs/generated.py NAME` prints one, and without a name the names.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from inspect import getdoc, isclass
from pkgutil import walk_packages
from textwrap import indent
from types import ModuleType
from typing import Any, NamedTuple

from click.testing import CliRunner

import logicms
from logicms import cli
from logicms.answers import answer as codes
from logicms.answers.answer import CommandAnswer
from logicms.commands import COMMANDS, GROUPS
from logicms.notation import texts
from logicms.web.operations import OPERATIONS, Operation, document
from logicms.web.refusals import TITLES
from logicms.web.settings import TOKEN, Limits, Settings, settings_in, variable_of
from logicms.web.tools import PROMPTS, tools
from logicms.web.tools import texts as readable_texts

Json = Any
REF = "#/components/schemas/"


def expand(text: str) -> str:
    """Return a page with its generated parts.

    >>> expand("Codes:\\n\\n<!-- generated: exit-codes -->").splitlines()[2]
    '| code | means |'
    """
    return re.sub(r"^<!-- generated: ([\w-]+) -->$", lambda found: BLOCKS[found[1]](), text, flags=re.MULTILINE)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table of Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in lines
    )


def prose(text: str) -> str:
    """Return a text with nothing in it that Markdown would take for HTML."""
    return text.replace("<", "&lt;")


# -- the command line


def help_of(name: str) -> str:
    """Return what `logicms NAME --help` prints, 80 columns wide."""
    return CliRunner().invoke(cli.app, [name, "--help"], prog_name="logicms", terminal_width=80).stdout.rstrip()


def commands() -> str:
    """Return the help of every command, by groups."""
    parts = []
    for group in GROUPS.values():
        parts.append(f"## {group.title}")
        for name, command in group.commands.items():
            if command.function is not None:
                parts += [f"### {name}", f"```text\n{help_of(name)}\n```", _doors_of(name)]
    return "\n\n".join(filter(None, parts))


def _doors_of(name: str) -> str:
    """Return where else a command can be asked, and what it answers."""
    if name not in operations():
        return ""
    operation = operations()[name]
    answers = " or ".join(f"[`{kind}`](answers.md#{kind.lower()})" for kind in answer_names(operation))
    tool = f", and as [the tool `{name}`](mcp.md#{name})" if COMMANDS[name].when else ""
    return f"With `--json` the answer is {answers}; over HTTP it is {_linked(operation)}{tool}."


def _linked(operation: Operation) -> str:
    return f"[`{operation.method} {operation.path}`](http.md#{_slug(f'{operation.method} {operation.path}')})"


def _slug(title: str) -> str:
    """Return the anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def exit_codes() -> str:
    meanings = {
        codes.YES: "yes: done, certain, consistent, valid; of `play`, all games were played",
        codes.NO: "no: not certain, stuck, not valid, a flag is not certain; of `play` with one game, lost or stuck",
        codes.USAGE: "unusable input: an option, a file that cannot be read, a mistake in a text",
        codes.INCONSISTENT: "the board or the knowledge base contradicts itself",
        codes.LIMIT: "a limit was reached before there was an answer",
        codes.BUG: "a bug in logicms: the checker refused a proof",
        cli.INTERRUPTED: "interrupted by Ctrl-C",
        cli.TERMINATED: "ended by SIGTERM",
    }
    return table(("code", "means"), ((f"{code}", text) for code, text in meanings.items()))


def statuses() -> str:
    return table(("status", "code"), ((f"`{name}`", str(code)) for name, code in codes.CODES.items()))


def formats() -> str:
    rows = (
        (f"`{each.name}`", "yes" if each.reads else "", "yes" if each.writes else "", each.about)
        for each in logicms.formats().formats
    )
    return table(("format", "read", "written", "what it is"), rows)


# -- JSON


@cache
def openapi() -> Json:
    return document()


@cache
def operations() -> dict[str, Operation]:
    return {operation.name: operation for operation in OPERATIONS}


def described(operation: Operation) -> Json:
    return openapi()["paths"][operation.path][operation.method.lower()]


def answer_of(operation: Operation) -> Json:
    """Return what an operation's answer may be, by media type."""
    responses = described(operation)["responses"]
    return next(each.get("content", {}) for status, each in responses.items() if status.startswith("2"))


def answer_names(operation: Operation) -> list[str]:
    """Return the names of the records that an operation answers with."""
    content = answer_of(operation)
    return names_in(content.get("application/json", {}).get("schema", {}))


def names_in(schema: Json) -> list[str]:
    """Return the names of the records that a schema refers to, each once."""
    return list(dict.fromkeys(re.findall(rf'"{REF}(\w+)"', json.dumps(schema))))


def type_of(schema: Json) -> str:
    """Return a type in words.

    >>> type_of({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'list of whole numbers, or null'
    >>> type_of({"type": "integer", "minimum": 1, "maximum": 4})
    'whole number, 1 to 4'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        page = "http.md" if name in _asked_parts() else "answers.md"
        return f"[{name}]({page}#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if "anyOf" in schema:
        parts = [type_of(each) for each in schema["anyOf"]]
        if parts[:2] == ["cell", "text"]:  # of a board or of a hint file
            parts[:2] = ["name"]
        return ", or ".join(parts)
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        plural = re.sub(r"^(whole number|number|text|cell|name|list|object|boolean)\b", r"\1s", inner)
        return f"list of {plural}{_between(schema, 'minItems', 'maxItems', ' items')}"
    if schema.get("type") == "object":
        return f"object; each value: {type_of(schema['additionalProperties'])}"
    if "pattern" in schema:
        return "cell"
    words = {"integer": "whole number", "string": "text"}
    kind = words.get(schema.get("type", "any value"), schema.get("type", "any value"))
    if "exclusiveMinimum" in schema:
        most = f", at most {schema['maximum']:,}" if "maximum" in schema else ""
        return f"{kind} above {schema['exclusiveMinimum']}{most}"
    return kind + _between(schema, "minimum", "maximum") + _between(schema, "minLength", "maxLength", " characters")


def _between(schema: Json, least: str, most: str, what: str = "") -> str:
    if least in schema and most in schema:
        return f", {schema[least]:,} to {schema[most]:,}{what}"
    if least in schema:
        return f", at least {schema[least]:,}{what}"
    return f", at most {schema[most]:,}{what}" if most in schema else ""


def fields_of(schema: Json, *, asked: bool = False) -> str:
    """Return the table of a record's fields; of one that is asked, with what is needed and what is usual."""
    rows = []
    for name, each in schema["properties"].items():
        about = each.get("description", "")
        if asked:
            if name in schema.get("required", ()):
                about = f"**Needed.** {about}"
            elif each.get("default") is not None:
                about = f"{about} Usually `{json.dumps(each['default'])}`."
        elif name not in schema.get("required", ()):
            about = f"{about} (Not always there.)"
        rows.append((f"`{name}`", type_of(each), prose(about)))
    return table(("field", "type", "what it is"), rows)


@cache
def answer_schemas() -> dict[str, Json]:
    """Return the schemas of every answer and of the records in it, by name: the service's first, then the others."""
    asked = {name for each in OPERATIONS if each.body for name in [each.body.__name__]}
    schemas = dict(openapi()["components"]["schemas"])
    for kind in sorted(_answers(), key=lambda kind: kind.__name__):
        if kind.__name__ not in schemas:
            schema: Json = kind.schema(schemas)
            properties = {"version": {"const": codes.VERSION, "description": "The version of this JSON."}}
            schemas[kind.__name__] = {**schema, "properties": properties | schema["properties"]}
            schemas[kind.__name__]["required"] = ["version", *schema["required"]]
    return {name: schema for name, schema in schemas.items() if name not in asked}


def _answers() -> Iterator[type[CommandAnswer]]:
    """Yield every class of answers, wherever it is."""
    for module in walk_packages(logicms.__path__, "logicms."):
        if re.match(r"logicms\.(answers|commands|teach|web)\b(?!.*\b(site|static)\b)", module.name):
            for value in vars(import_module(module.name)).values():
                if isclass(value) and issubclass(value, CommandAnswer) and value is not CommandAnswer:
                    yield value


def answers() -> str:
    """Return every answer: first the whole answers, then the records that are parts of them."""
    schemas = answer_schemas()
    whole = {kind.__name__ for kind in _answers()}
    examples = {}
    asked_by: dict[str, list[str]] = {}
    for operation in OPERATIONS:
        names = answer_names(operation)
        for name in names:
            asked_by.setdefault(name, []).append(_askers(operation))
        example = answer_of(operation).get("application/json", {}).get("examples", {}).get("one", {}).get("value")
        if example is not None:
            best = max(names, key=lambda name: _fits(example, schemas[name]))
            examples.setdefault(best, example)
    parts = ["## Answers"]
    for name in (name for name in schemas if name in whole):
        parts += [f"### {name}", prose(schemas[name]["description"])]
        if name in asked_by:
            parts.append(f"Answered by {', '.join(asked_by[name])}.")
        parts.append(fields_of(schemas[name]))
        if name in examples:
            parts.append(f"```json\n{pretty(examples[name])}\n```")
    parts.append("## Parts of answers")
    for name in (name for name in schemas if name not in whole and name not in _asked_parts()):
        parts += [f"### {name}", prose(schemas[name]["description"]), fields_of(schemas[name])]
    return "\n\n".join(parts)


def _askers(operation: Operation) -> str:
    """Return the address and, where there is one, the command of an operation."""
    command = COMMANDS.get(operation.name)
    if command is None or command.function is None:
        return _linked(operation)
    return f"{_linked(operation)} and [`logicms {operation.name} --json`](commands.md#{operation.name})"


def _fits(example: Json, schema: Json) -> int:
    """Return how well an example fits a record: how many of the fields are the record's."""
    return len(set(example) & set(schema["properties"])) - len(set(schema.get("required", ())) - set(example))


@cache
def _asked_parts() -> set[str]:
    """Return the names of records that are only parts of what is asked."""
    schemas = openapi()["components"]["schemas"]
    asked = {each.body.__name__ for each in OPERATIONS if each.body}
    inner = {name for kind in asked for name in names_in(schemas[kind])}
    answered = {name for kind, schema in schemas.items() if kind not in asked | inner for name in names_in(schema)}
    return inner - answered - {name for each in OPERATIONS for name in answer_names(each)}


def pretty(value: Json, width: int = 100) -> str:
    """Return JSON on lines of at most this width, as far as a value can be broken.

    >>> print(pretty({"safe": ["A1", "B1"], "mine": []}, 26))
    {
      "safe": ["A1", "B1"],
      "mine": []
    }
    """

    def lines(value: Json, indent: str, room: int) -> str:
        flat = json.dumps(value, ensure_ascii=False)
        if len(flat) <= room or not isinstance(value, (dict, list)) or not value:
            return flat
        inner = indent + "  "
        if isinstance(value, dict):
            items = [
                f"{inner}{json.dumps(key)}: {lines(each, inner, width - len(inner) - len(key) - 4)}"
                for key, each in value.items()
            ]
            return "{\n" + ",\n".join(items) + f"\n{indent}}}"
        items = [inner + lines(each, inner, width - len(inner)) for each in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"

    return lines(value, "", width - len(str(value)) if isinstance(value, dict) and len(value) > 3 else width)


# -- the service and its tools


def addresses() -> str:
    """Return every address of the service."""
    schemas = openapi()["components"]["schemas"]
    parts = []
    for tag in openapi()["tags"]:
        parts += [f"### {tag['name'].capitalize()}", prose(tag["description"])]
        for operation in OPERATIONS:
            found = described(operation)
            if tag["name"] not in found["tags"]:
                continue
            parts += [f"#### {operation.method} {operation.path}", f"{prose(found['summary'])}."]
            if operation.about:
                parts.append(prose(operation.about))
            if operation.body is not None:
                asked = schemas[operation.body.__name__]
                parts.append(fields_of(asked, asked=True))
                if operation.text_field:
                    parts.append(f"A body of type `text/plain` is the field `{operation.text_field}`.")
                parts.append(f"```json\n{pretty(dict(operation.example or {}))}\n```")
            kinds = [f"[{name}](answers.md#{name.lower()})" for name in answer_names(operation)]
            parts.append(f"Answer: {', or '.join(kinds)}.")
            if operation.other_types:
                types = ", ".join(f"`{each}`" for each in operation.other_types)
                parts.append(f"With `to`, on request as {types}.")
    parts.append("### Parts of bodies")
    for name in sorted(_asked_parts()):
        parts += [f"#### {name}", prose(schemas[name]["description"]), fields_of(schemas[name], asked=True)]
    return "\n\n".join(parts)


def refusals() -> str:
    rows = sorted((str(status), f"`urn:logicms:problem:{kind}`", title) for kind, (status, title, *_) in TITLES.items())
    return table(("status", "type", "title"), rows)


def settings() -> str:
    rows = []
    for record in (Settings, Limits):
        for each in settings_in(record):
            written = each.metadata["written"]
            usual = written.default if written.default is not None else each.default
            if isinstance(usual, int | float):
                unit = {"BYTES": "bytes", "SECONDS": "s", "MB": "MB"}.get(written.metavar or "", "")
                usual = f"{usual:,.9g} {unit}".strip()
            about = written.about or each.metadata["about"]
            rows.append((f"`--{written.option}`", f"`{variable_of(each)}`", prose(about), usual or ""))
    rows.append(("", f"`{TOKEN}`", "A token that every request to `/v1` and `/mcp` must bring.", ""))
    return table(("option", "variable", "what it is", "usually"), rows)


def service_limits() -> str:
    schema = openapi()["components"]["schemas"]["Limits"]
    usual = Limits()
    rows = (
        (f"`{name}`", prose(each["description"]), f"{getattr(usual, name):,}")
        for name, each in schema["properties"].items()
        if name != "version"
    )
    return table(("field of `/v1/limits`", "what it is", "usually"), rows)


def text_limits() -> str:
    rows = [
        ("bytes of a text", f"{texts.MAX_TEXT:,}"),
        ("lines of a board", f"{texts.MAX_LINES:,}"),
        ("cells of a board", f"{texts.MAX_CELLS:,}"),
        ("digits of a number", f"{texts.MAX_DIGITS:,}"),
    ]
    return table(("limit", "at most"), rows)


def mcp_tools() -> str:
    parts = []
    for tool in tools():
        operation = operations()[tool.name]
        kinds = " or ".join(f"[{name}](answers.md#{name.lower()})" for name in answer_names(operation))
        schema: Json = tool.input_schema
        inner = {"properties": schema["properties"], "required": schema.get("required", [])}
        plain = json.loads(json.dumps(inner).replace("#/$defs/", REF))
        parts += [f"### {tool.name}", prose(tool.description or ""), fields_of(plain, asked=True)]
        parts.append(f"It answers with {kinds}.")
    return "\n\n".join(parts)


def mcp_prompts() -> str:
    rows = (
        (f"`{prompt.name}`", prompt.title or "", ", ".join(f"`{each.name}`" for each in prompt.arguments or ()))
        for prompt, _ in PROMPTS.values()
    )
    return table(("prompt", "what it is for", "takes"), rows)


def mcp_texts() -> str:
    found: dict[str, list[str]] = {}
    for text in readable_texts().values():
        found.setdefault(f"`{text.uri.rpartition('/')[0]}/…`", []).append(text.about)
    return table(
        ("texts", "what they are", "how many"), ((uri, each[0], str(len(each))) for uri, each in found.items())
    )


# -- Python


class Chapter(NamedTuple):
    """Public names about one thing."""

    title: str
    names: tuple[str, ...]


CHAPTERS = (
    Chapter("Boards", ("Board", "Cell", "parse_cell", "parse_board", "format_board", "read_board", "formats")),
    Chapter("What is certain, and what is likely", ("deduce", "Deduction", "odds", "Odds", "check", "Check", "limit")),
    Chapter("Proofs and explanations", (
        "explain", "Explanation", "next_deduction", "path", "PathStep", "prove", "verify", "Proof", "rating", "Rating",
        "Technique",
    )),
    Chapter("Problems and hints", (
        "Problem", "graph", "Hint", "exactly", "at_least", "at_most", "Literal", "parse_literal", "HintFile",
        "parse_hints", "format_hints", "read_hints", "parse_formula", "format_formula",
    )),
    Chapter("Knowledge bases", ("KnowledgeBase", "Answer", "Rows", "Row")),
    Chapter("Games", ("Game", "Outcome", "Player", "play", "Move", "guess", "Guess", "generate", "Generated")),
    Chapter("Search", ("search", "Search", "Strategy")),
    Chapter("Pictures", ("board_svg", "graph_svg", "proof_svg")),
)  # fmt: skip
"""The public names by what they are about; names that are in no chapter come last, errors in a chapter of their own."""

PARTS = (
    "board.Cells", "board.Names", "problem.Formula", "problem.Tells", "constraint_graph.ConstraintGraph",
    "deduction.deduction.FlagVerdicts", "proofs.proof.Step", "proofs.proof.Sum", "proofs.proof.Equation",
    "logic.inference.Chained", "logic.inference.Saturation", "player.play.Played", "guessing.policies.CertainlySafe",
    "guessing.policies.CertainlyMine", "guessing.policies.GameStart", "guessing.policies.PlayedOut",
    "guessing.policies.LookedAhead", "guessing.policies.NothingToLearn", "guessing.policies.LeastRisk",
    "guessing.policies.NotLookedAhead", "guessing.policies.MostClues", "guessing.policies.CoinFlip",
)  # fmt: skip
"""What attributes of public values hold, and parameters take, without being public names."""


def python_names() -> str:
    """Return every public name, with its documentation (by Sphinx, from the docstrings)."""
    public = {name: getattr(logicms, name) for name in logicms.__all__ if name != "__version__"}
    errors = tuple(name for name, value in public.items() if isclass(value) and issubclass(value, Exception))
    chapters = [*CHAPTERS, Chapter("Errors", errors)]
    listed = {name for chapter in chapters for name in chapter.names}
    if others := tuple(name for name in public if name not in listed):
        chapters.append(Chapter("Others", others))
    parts = []
    for chapter in chapters:
        parts.append(f"## {chapter.title}")
        parts += [_documented(name, public[name]) for name in chapter.names]
    members = {name: "" if name.startswith("board.") else "   :members:\n" for name in PARTS}
    parts += [
        "## What they are made of",
        "These are not names of `logicms`: attributes of the values above have them, and some parameters take them. A "
        "`Name` is a `Cell` or a `str`. `Tellable` is whatever a knowledge base can be told. `Flags` says how flags "
        'are read: `"fact"`, `"claim"` or `"ignore"`.',
        *(f"```{{eval-rst}}\n.. autoclass:: logicms.{name}\n{listed}```" for name, listed in members.items()),
    ]
    return "\n\n".join(parts)


def _documented(name: str, value: Any) -> str:
    if isinstance(value, ModuleType):  # that can be called: `logicms.search`
        from sphinx.util.inspect import signature, stringify_signature

        called = readable(stringify_signature(signature(value.__call__), unqualified_typehints=True))
        about = indent(getdoc(value.__call__) or "", "   ")
        return f"```{{eval-rst}}\n.. currentmodule:: logicms\n.. function:: {name}{called}\n\n{about}\n```"
    if not isclass(value):
        return f"```{{eval-rst}}\n.. autofunction:: logicms.{name}\n```"
    if issubclass(value, Exception):
        return f"```{{eval-rst}}\n.. autoexception:: logicms.{name}\n   :members:\n   :show-inheritance:\n```"
    return f"```{{eval-rst}}\n.. autoclass:: logicms.{name}\n   :members:\n   :undoc-members:\n```"


def readable(signature: str) -> str:
    """Return a signature without private parameters and without defaults that are longer than what they say.

    >>> readable(
    ...     "(board: Board, marks: Marks = Marks(safe=frozenset(), odds={}), _log: Log | None = None, *, n: int = 1)"
    ... )
    '(board: Board, marks: Marks = ..., *, n: int = 1)'
    """
    signature = re.sub(r", _\w+: [^=]+= None", "", signature)
    return re.sub(r"= (?:<factory>|\w+\((?:[^()]|\([^()]*\))+\))", "= ...", signature)


BLOCKS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "exit-codes": exit_codes,
    "statuses": statuses,
    "formats": formats,
    "answers": answers,
    "addresses": addresses,
    "refusals": refusals,
    "settings": settings,
    "service-limits": service_limits,
    "text-limits": text_limits,
    "tools": mcp_tools,
    "prompts": mcp_prompts,
    "texts": mcp_texts,
    "python": python_names,
}

if __name__ == "__main__":
    print(BLOCKS[sys.argv[1]]() if sys.argv[1:] else "\n".join(BLOCKS))
