"""The options of a command, made from its question: its fields, their types, bounds, defaults and descriptions.

`asks` puts them on a function. It is called with `asked`, which returns the question about a file; what only a command
line has, such as `--svg`, is an option of the function's own.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
import typing
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import MISSING, Field, fields, replace
from enum import Enum
from math import inf, isfinite
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_type_hints

import click
from click import Context, Parameter
from click.shell_completion import CompletionItem

from logicms.answers.answer import VERSION, CommandAnswer, TextAnswer
from logicms.board import Cell, parse_cell
from logicms.cli.command import Options, Writer, answer_each, read_text, remark_on
from logicms.cli.streams import carries_pictures
from logicms.commands.question import InForm, Question
from logicms.errors import BoardError, Misfit
from logicms.notation.facts import Table, parse_table
from logicms.notation.texts import MAX_DIGITS
from logicms.record import FieldKind, Written, kind_of

_Q = TypeVar("_Q", bound=Question)

_OF_FILES = ("board", "hints", "layout", "format", "rules", "tables")
"""The fields that a file and the options about files stand for."""


def asks(
    question: type[_Q],
    *shared: str,
    arguments: tuple[str, ...] = (),
    files: str = "FILE…",
    optional: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that puts the options of a question on a command, and FILE, and shared options by name.

    Of the fields that are `arguments`, the `optional` ones may be missing: what then, is for the command to say.
    The command is called with `asked`, which returns the question about a file, and with `files` or `file` (where the
    question is about a text), `options` and its own.
    """
    is_about_text = question.of_file is not None
    own = [each for each in fields(question) if each.name not in _OF_FILES and each.metadata.get("json", True)]
    own = [each for each in own if each.name not in ("time_limit", "height", *without)]
    names = [each.name for each in own]
    about_files = {"format": "format", "rules": "rules", "tables": "facts"}
    options_about_files = [option for name, option in about_files.items() if name in question.__dataclass_fields__]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_question(*, options: Options, **given: Any) -> Any:
            values = {name: given.pop(name) for name in names}
            if "width" in values:  # --size is both
                values["width"], values["height"] = values["width"] or (None, None)
            # What is not given has the default of the field, which may be another one each time.
            values = {name: value for name, value in values.items() if value not in (None, ())}
            asked = functools.partial(_about_file if is_about_text else _asked, question, options, values)
            try:
                return command(asked=asked, options=options, **given)
            except Misfit as error:
                raise click.UsageError(as_option_names(error.args[0], question)) from None

        # Help has the options of the question first, then those of the command, and last those that all share.
        own_options = with_question.__dict__.pop("__click_params__", [])
        made: Callable[..., Any] = shared_options(*options_about_files, *shared)(with_question)
        made.__dict__["__click_params__"] = [*made.__dict__.get("__click_params__", ()), *own_options]
        kinds = get_type_hints(question, include_extras=True)
        # The fields of the question itself come first, then those that it inherits; click wants the last one first.
        first = question.__dict__.get("__annotations__", {})
        for each in reversed(sorted(own, key=lambda each: each.name not in first)):
            if each.name in arguments:
                is_needed, offered = each.name not in optional, offer_cells if each.name == "cell" else None
                shown = each.name.upper() if is_needed else f"[{each.name.upper()}]"
                made = click.argument(each.name, required=is_needed, metavar=shown, shell_complete=offered)(made)
            else:
                made = _option(each, kind_of(kinds[each.name]), question)(made)
        if is_about_text:
            made = file_argument(files)(made)
        made.__doc__ = f"{as_option_names(inspect.getdoc(question) or '', question)}\n\n{inspect.getdoc(command) or ''}"
        return made

    return decorate


def _about_file(question: type[_Q], options: Options, values: dict[str, Any], path: str | None, **more: Any) -> _Q:
    """Return the question about a file, or about none where that may be left out."""
    given = {**values, **more}
    if options.rules is not None:
        given["rules"], given["rules_source"] = read_text(options.rules)
    if options.facts:
        given["tables"] = tables = tuple(map(_table, options.facts))
        for table in tables:  # so that a header is noticed
            options.say(f"{table.text.source}: {table}")
    if path is None:
        return _asked(question, options, given)
    text, source = read_text(path)
    given = {str(question.of_file): text, "source": source, "format": options.format, **given}
    asked = _asked(question, options, given)
    found, name = asked.read
    remark_on(found, name, source, options, asked.usual)
    return asked


def _table(given: str) -> Table:
    """Return the table that is given as PREDICATE=FILE."""
    predicate, equals, path = given.partition("=")
    if not (predicate.isidentifier() and equals and path):
        raise click.UsageError(f"--facts {given[:40]}: write the predicate and its table, as in edge=roads.csv")
    return parse_table(predicate, *read_text(path))


def _asked(question: type[_Q], options: Options, values: dict[str, Any], **more: Any) -> _Q:
    given = {**values, **more}
    if issubclass(question, InForm):  # JSON has no form; people read text
        given["to"] = None if options.json else given.get("to") or question.usual_form
    try:
        return question(**given)
    except BoardError as error:
        raise click.UsageError(as_option_names(str(error.args[0]), question)) from None


def ask_each(
    files: Sequence[str],
    asked: Callable[[str], Question],
    options: Options,
    *,
    document: bool = False,
    svg: Path | None = None,
) -> None:
    """Print the answer to the question about each file, in the form that it asks for; see `answer_each`."""
    draw: Writer[CommandAnswer] = options.text

    def make(path: str) -> CommandAnswer:
        nonlocal draw
        question = asked(path)
        if isinstance(question, InForm):
            draw = in_its_form(question, options)
        return question.ask()

    answer_each(files, options, make, lambda answer: draw(answer), document=document, svg=svg)


def in_its_form(question: Question, options: Options) -> Writer[CommandAnswer]:
    """Return how to write an answer in the form that its question asks for."""

    def draw(answer: CommandAnswer) -> str:
        written = question.written(answer, **options.look())
        if isinstance(written, TextAnswer):
            return written.text
        return json.dumps({"version": VERSION, **written.to_json()})  # `graph --to json`

    return draw


def as_option_names(text: str, question: type[Question]) -> str:
    """Return a text about the fields of a question, which stand in braces, as a command line says it.

    >>> from logicms.commands.generate import GenerateQuestion
    >>> as_option_names("{open} and {no_guess}", GenerateQuestion)
    '--hints and --no-guess'
    """

    def option(name: re.Match[str]) -> str:
        field = question.__dataclass_fields__.get(name[1])
        return f"--{name[1].replace('_', '-') if field is None else _option_name(field)}"

    return re.sub(r"{(\w+)}", option, text)


def _option_name(each: Field[Any]) -> str:
    return _written(each).option or ("size" if each.name == "width" else each.name.replace("_", "-"))


def _written(each: Field[Any]) -> Written:
    return each.metadata.get("written") or Written()


def _option(each: Field[Any], kind: FieldKind, question: type[Question]) -> Callable[[Any], Any]:
    written, name = _written(each), _option_name(each)
    default = None if each.default is MISSING else each.default
    about = as_option_names(written.about or each.metadata["about"], question)
    declared = (f"--{name}", each.name)
    if name == "size":
        return click.option(*declared, callback=read_size, metavar="WxH", help=about)
    if kind.alternatives and kind.alternatives[0].of is bool:
        return click.option(f"--{name}/--no-{name}", each.name, default=None, help=about)
    if kind.of is bool:
        return click.option(*declared, is_flag=True, help=about)
    if written.read is not None:
        return click.option(*declared, callback=_reading(written.read, default), metavar=written.metavar, help=about)
    if kind.json is list:
        several = f"{about.removesuffix('.')}; may be given several times."
        words = _type(kind.inner[0])
        return click.option(*declared, type=words, multiple=True, show_default=written.default or False, help=several)
    return click.option(
        *declared,
        type=_type(kind),
        default=default if not isinstance(default, Enum) else default.value,
        show_default=written.default or default is not None,
        metavar=written.metavar,
        shell_complete=offer_written_formats if name == "to" and kind.of is str else None,
        help=about,
    )


def setting_option(each: Field[Any], kind: FieldKind, variable: str) -> Callable[[Any], Any]:
    """Return the option of a setting, which an environment variable may give, too."""
    written = _written(each)
    usual = written.default if written.default is not None else each.default
    return click.option(
        f"--{_option_name(each)}",
        each.name,
        type=str if written.read else _type(kind),
        callback=_reading(written.read, None) if written.read else None,
        multiple=kind.json is list,
        envvar=variable,
        metavar=written.metavar,
        help=f"{written.about or each.metadata['about']}" + (f"  [default: {usual}]" if usual not in ("", ()) else ""),
    )


def _reading(read: Callable[[str], Any], default: Any) -> Callable[[click.Context, click.Parameter, Any], Any]:
    def convert(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        try:
            if isinstance(value, tuple):
                return tuple(map(read, value))
            return default if value is None else read(value)
        except BoardError as error:
            raise click.BadParameter(str(error)) from None

    return convert


class _Whole(click.IntRange):
    """A whole number; ends that nobody reaches are not worth a word."""

    def _describe_range(self) -> str:
        return "" if self.max is not None and self.max > 1_000_000 else super()._describe_range()


class _Word(click.Choice[Any]):
    """The values of an Enum, by their words."""

    def __init__(self, kind: type[Enum]) -> None:
        super().__init__([each.value for each in kind])
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._kind(super().convert(value, param, ctx))


class CellName(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.3 on
    """A cell by column and row."""

    name = "cell"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Cell:
        try:
            return parse_cell(value)
        except BoardError as error:
            self.fail(str(error), param, ctx)


def _type(kind: FieldKind) -> Any:
    """Return click's type for the type of a field."""
    some = [each for each in kind.alternatives if each.json is not NoneType]
    if len(some) > 1:
        return click.Choice([word for each in some for word in each.words])
    if some:
        return _type(some[0])
    if kind.bounds is not None and kind.of is int:
        return _Whole(kind.bounds.least, kind.bounds.most)
    if kind.bounds is not None and kind.of is float:
        return POSITIVE if kind.bounds.above == 0 else click.FloatRange(kind.bounds.least, kind.bounds.most)
    if kind.words:
        return click.Choice(kind.words) if kind.of is typing.Literal else _Word(kind.of)
    if kind.of is Cell:
        return CellName()
    assert kind.of in (int, float, str), kind
    return kind.of


# -- what the shell offers after Tab; nothing here loads sympy or networkx

Candidates = list[CompletionItem]

MOST_CELLS = 500
"""Of a larger board no cells are offered: nobody would read them."""


def offer_files(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Leave it to the shell to complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


def offer_read_formats(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the formats that can be read."""
    from logicms.render.exports import formats

    names = {each.name: each.about for each in formats().formats if each.reads}
    return _beginning({"hints": "a hint file", **names}.items(), incomplete)


def offer_written_formats(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the formats that can be written."""
    from logicms.render.exports import formats

    return _beginning(((each.name, each.about) for each in formats().formats if each.writes), incomplete)


def offer_lessons(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the names of our lessons; a lesson may also be a file."""
    from logicms.teach.lesson import article_names, lesson_names

    return _beginning(((name, "") for name in (*lesson_names(), *article_names())), incomplete) or offer_files(
        ctx, param, incomplete
    )


def offer_adapters(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the adapters that come with logicms; an adapter may also be a file."""
    from logicms.grading.course import ADAPTERS

    return _beginning(((name, "") for name in ADAPTERS), incomplete) or offer_files(ctx, param, incomplete)


def offer_drills(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the kinds of drills."""
    from logicms.teach.drills import DRILLS

    return _beginning(((kind, made.title) for kind, made in DRILLS.items()), incomplete)


def offer_cells(ctx: Context, param: Parameter, incomplete: str) -> Candidates:
    """Offer the cells of the board in FILE that are not open."""
    from logicms.board import CLUES
    from logicms.errors import LogicmsError
    from logicms.notation.read import read

    try:
        with open(ctx.params["file"], encoding="utf-8") as stream:
            board = read(stream.read(), ctx.params.get("format")).board()
    except (LogicmsError, OSError, KeyError, TypeError, ValueError):
        return []
    if len(board.signs) > MOST_CELLS:
        return []
    return _beginning(((str(cell), "") for cell in board.cells if board[cell] not in CLUES), incomplete.upper())


def _beginning(items: Iterable[tuple[str, str]], incomplete: str) -> Candidates:
    return [CompletionItem(name, help=about or None) for name, about in items if name.startswith(incomplete)]


# -- options that several commands share


class Positive(click.FloatRange):
    """A number above 0 that is neither infinite nor "not a number"."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a number above 0", param, ctx)
        return number


POSITIVE = Positive()


class Seconds(Positive):
    """A number of seconds, or "none": infinitely many."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        return inf if value in ("none", inf) else super().convert(value, param, ctx)


def is_number(text: str) -> bool:
    """Return whether a text is a number that is not absurdly long."""
    return text.isdecimal() and len(text) <= MAX_DIGITS


def read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Return the width and height that an option gives."""
    if value is None:
        return None
    width, by, height = value.lower().partition("x")
    if not (by and is_number(width) and is_number(height)):
        raise click.BadParameter(f"{value[:40]!r} is not a size; a size is WIDTHxHEIGHT, such as 30x16")
    return int(width), int(height)


svg_option = click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Also draw the answer to this file."
)


MOST_SECONDS = 60.0
"""The time limit of commands that answer about a file, unless another one is given."""


_SHARED: dict[str, Callable[[Any], Any]] = {
    "json": click.option("--json", "json", is_flag=True, help="Answer with one JSON object."),
    "quiet": click.option("--quiet", "-q", is_flag=True, help="Print only errors on standard error, no remarks."),
    "time_limit": click.option(
        "--time-limit",
        type=Seconds(),
        metavar="SECONDS",
        help="Stop after this many seconds.",
    ),
    "file_limit": click.option(
        "--time-limit",
        "file_limit",
        type=Seconds(),
        default=MOST_SECONDS,
        metavar="SECONDS",
        help=f"Stop after this many seconds for one FILE ({MOST_SECONDS:g}, if not given); none: never.",
    ),
    "format": click.option(
        "--format",
        "format",
        metavar="NAME",
        shell_complete=offer_read_formats,
        help="The format of FILE, if it is not recognised; see `logicms formats`.",
    ),
    "rules": click.option(
        "--rules",
        metavar="RULES",
        shell_complete=offer_files,
        help="A hint file that says what the clues of the board mean; see examples/rules.",
    ),
    "facts": click.option(
        "--facts",
        metavar="PREDICATE=TABLE",
        multiple=True,
        shell_complete=offer_files,
        help="Facts of a closed predicate, from a CSV or TSV file without a header; may be given several times.",
    ),
    "ascii": click.option("--ascii", is_flag=True, help="Use only ASCII characters in the picture."),
}


def file_argument(metavar: str) -> Callable[[Any], Any]:
    """Return the argument for the files of a command: one, `[FILE]` for perhaps one, or `FILE…` for several."""
    if not metavar.endswith("…"):
        needed = not metavar.startswith("[")
        return click.argument("file", metavar=metavar, required=needed, shell_complete=offer_files)
    return click.argument("files", nargs=-1, required=True, metavar=metavar, shell_complete=offer_files)


def shared_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds these options to a command and passes them to it as one `options: Options`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_options(**given: Any) -> Any:
            shared = {name: given.pop(name) for name in names}
            if "file_limit" in shared:
                shared["time_limit"] = shared.pop("file_limit")
            options = Options(**shared)
            if not options.ascii and not carries_pictures():
                options = replace(options, ascii=True)
            # A command that takes several files has the limit for each file: see `answer_each`.
            with nullcontext() if "files" in given else options.limit():
                return command(options=options, **given)

        decorated: Callable[..., Any] = with_options
        for name in reversed(names):
            decorated = _SHARED[name](decorated)
        return decorated

    return decorate
