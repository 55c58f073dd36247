"""The way in: `read` makes of any text a board or a hint file, and of either a `Problem`; `write` is the way back.

Here are all formats by name, logicms's own and those of other programs.

A text is recognised (`recognise`) by a header, a magic word or characters that only one format has; failing that, by
what most of its lines look like, and by the ending of its file's name where that leaves a choice. The plain grids of
other programs are never guessed, because the same character means different things in different programs. The user is
told which format was read, and a name given with `--format` always decides.

A hint file is a format too, as far as a board can say the same; `read` reads every hint file.

Formats that need more than a Board's own characters (pictures, clauses) are made in packages above this one: they add
their `Format` to `FORMATS` in a mapping of their own, and pass that to `write`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from os import PathLike, fspath
from typing import NamedTuple

from logicms.board import Board, Flags
from logicms.errors import BoardError, BoardSyntaxError, MissingFile, expect
from logicms.limits import check_cells
from logicms.notation import hint_files, pictures
from logicms.notation.boards import BEGIN_LINK, format_board, format_link, parse_board, parse_link
from logicms.notation.facts import Table, parse_table
from logicms.notation.grids import OF_GRIDS, Format
from logicms.notation.hint_files import HintFile
from logicms.notation.programs import OF_PROGRAMS
from logicms.notation.texts import MAX_TEXT, Text, decode_text
from logicms.problem import Problem

_MOST_TRIED = 50_000
"""A text that is not recognised is tried in every format if it has at most this many characters."""

# -- whether a text looks like a board or like a hint file: neither has a header, so its lines are counted
#
# A line may look like both: `F` is a flag on a board of one cell, and a formula. Then the file's name or the command
# decides.

_MOST_LINES = 200
"""This many lines are looked at: enough to tell, and a large board costs nothing."""

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*")
_BOARD_KEY = re.compile(r"[ \t]*(?:title|first)[ \t]*:", re.IGNORECASE)
_KEY = re.compile(r"[ \t]*(?:size|mines?|grid)[ \t]*:", re.IGNORECASE)
# Cells of our boards, of other programs' grids and of tables; the boards of others are refused later, by name.
_ROW = re.compile(r"[-?0-9F*.xXHMU_!@■□⬛·⚑✱✓|,;+ \t]+")
_CELLS = re.compile(r"[-?0-9*. \t]+")
"""A row that cannot be a statement: most are, and this is the quickest way to see it."""
_STATEMENT = re.compile(
    r"\bamong\b|\b[0-9]+[ \t]+at\b|\bat[ \t]+(?:least|most)\b|^[ \t]*(?:safe|mine)[ \t]"  # hints and facts
    r"|->|=>|:-|[~&^|¬∧∨→⇒↔⇔]|\b(?:not|and|or|implies|iff)\b"  # operators, ours and others'
    r"|\b(?:all|some|in|forall|exists)\b|[∀∃∈]|^[ \t]*set\b|\w\(\w"  # rules
    r"|^[ \t]*[^\W\d_]\w*[ \t]*$"  # a single name
)


class Looks(NamedTuple):
    """How many lines look like a board's, and how many like a hint file's."""

    rows: int
    statements: int


def is_like_board(content: str) -> bool:
    """Return whether a text has rows or keys of a board, and no more statements of a hint file than these.

    >>> is_like_board("title: one\\n? 1"), is_like_board("rain -> wet"), is_like_board("F")
    (True, False, True)
    """
    looks = _looks(content)
    return 0 < looks.rows >= looks.statements


def is_like_hints(content: str) -> bool:
    """Return whether a text has statements of a hint file, and no more rows of a board than these.

    >>> is_like_hints("size: 3x3\\n1 at B2"), is_like_hints("? ? 1"), is_like_hints("F")
    (True, False, True)
    """
    looks = _looks(content)
    return 0 < looks.statements >= looks.rows


_STATEMENT_OF_DATALOG = re.compile(r"(?:(?::-|\?-).*|\)[ \t]*)\.[ \t]*(?:%.*)?$|^[ \t]*%", re.MULTILINE)
_RULE_OF_DATALOG = re.compile(r"^[^#%\n]*(?::-|\?-)", re.MULTILINE)
_COMMENT_OF_DATALOG = re.compile(r"%\*[^\n]*?\*%|%[^\n]*|(?s:/\*.*?(?:\*/|\Z))")


def is_like_datalog(content: str) -> bool:
    """Return whether a text may be a Datalog file: facts, rules or questions end with a full stop, or it has comments.

    >>> is_like_datalog("parent(ann, bob).  % a fact"), is_like_datalog("rain -> wet")
    (True, False)
    """
    return _STATEMENT_OF_DATALOG.search(content) is not None


def is_surely_datalog(content: str) -> bool:
    """Return whether a text is a Datalog file and nothing else: it has rules or questions, and every statement ends.

    >>> [
    ...     is_surely_datalog(text)
    ...     for text in ("wet :- rain.", "wet :- rain", "rain -> wet # wet :- a.", "only wet\\nwet :- rain.")
    ... ]
    [True, False, False, False]
    """
    if not _RULE_OF_DATALOG.search(content):
        return False
    rest = _COMMENT_OF_DATALOG.sub("", content).rstrip()
    return rest.endswith(".") and not re.search(r"->|[&~#]|^[ \t]*(?:only|set)[ \t]+\w", rest, re.MULTILINE)


@lru_cache(maxsize=1)  # two questions about the same text
def _looks(content: str) -> Looks:
    lines = list(islice(_lines(content), _MOST_LINES))
    unclear = [line for line in lines if not _CELLS.fullmatch(line)]
    rows = sum(bool(_BOARD_KEY.match(line) or _ROW.fullmatch(line)) for line in unclear)
    statements = sum(bool(_STATEMENT.search(line)) for line in unclear if not _BOARD_KEY.match(line))
    return Looks(len(lines) - len(unclear) + rows, statements)


def _lines(content: str) -> Iterator[str]:
    """Yield the lines that say something, without their comments and without keys that both kinds of files have."""
    for whole in re.finditer(r"[^\n]+", content):
        line = whole[0][:1000]
        if "#" in line:
            line = _COMMENT.sub("", line)
        if line.strip() and not _KEY.match(line):
            yield line


# -- every format

DEFAULT, HINTS, DATALOG = "board", "hints", "datalog"


def _parse_datalog(text: str, source: str, tables: Sequence[Table] = ()) -> HintFile:
    from logicms.notation.datalog import parse_datalog  # few texts need it

    return parse_datalog(text, source, tables)


_OWN = (
    Format(
        name=DEFAULT,
        summary="logicms's own: keys, then a grid of ? 0-8 F * -",
        parse=parse_board,
        format=format_board,
        is_like=is_like_board,
    ),
    Format(
        name=HINTS,
        summary="a hint file: statements such as 1 among A1 B1, 2 at B2, rain -> wet",
        parse=lambda text, source: hint_files.as_board(hint_files.parse_hints(text, source)),
        format=hint_files.format_as_hints,
        room=hint_files.ROOM,
        is_like=is_like_hints,
        ending=".hints",
    ),
    Format(
        name=DATALOG,
        summary="a logic program: what Prolog, Datalog and clingo share, without functions",
        parse=lambda text, source: hint_files.as_board(_parse_datalog(text, source)),
        is_like=is_like_datalog,
        is_surely=is_surely_datalog,
        ending=(".dl", ".lp", ".pl"),
    ),
    Format(
        name="picture",
        summary="what `logicms show` prints, with row and column names",
        parse=pictures.parse_picture,
        sign=pictures.MAY_BE_PICTURE.search,
        is_surely=pictures.is_picture,
    ),
    Format(
        name="emoji",
        summary="emoji, to paste into a message",
        parse=pictures.parse_emoji,
        format=pictures.format_emoji,
        room=pictures.EMOJI_ROOM,
        is_surely=pictures.ROW_OF_EMOJI.search,
    ),
    Format(
        name="link",
        summary="a link to the page, …#board=???/121",
        parse=parse_link,
        format=format_link,
        is_surely=BEGIN_LINK.match,
    ),
)

FORMATS: Mapping[str, Format] = {form.name: form for form in (*_OWN, *OF_PROGRAMS, *OF_GRIDS)}


def _named(name: str, formats: Mapping[str, Format], useful: list[str]) -> Format:
    if name not in formats:
        raise BoardError(f"unknown format {name!r}; the formats are {', '.join(useful)}")
    return formats[name]


# -- reading


class Content(NamedTuple):
    """What a text says, and the name of the format that it says it in."""

    found: Board | HintFile
    format: str

    def board(self) -> Board:
        """Return the board; refuse a hint file that says more than a board can."""
        return self.found if isinstance(self.found, Board) else hint_files.as_board(self.found)

    def problem(self, flags: Flags = "fact", rules: tuple[str, str] | None = None) -> Problem:
        """Return the problem; a board may be under other `rules`, the text and the name of a hint file.

        >>> read("rain -> wet").problem().names
        ('rain', 'wet')
        """
        if rules is None:
            return Problem.of(self.found, flags=flags)
        board = self.board()
        return hint_files.parse_rules(*rules, board).over(board, flags=flags)


def read(
    text: str,
    format: str | None = None,
    source: str = "<text>",
    usual: str = DEFAULT,
    tables: Sequence[Table] = (),
) -> Content:
    """Return what `text` says, read in the format of that name, or in the one that is recognised, or in the usual one.

    `source` is the name of its file. This is where every text comes in, from a file, a request or a link. A hint file
    or a Datalog file may have facts from `tables`.

    >>> read("2x1x1\\nH1")
    Content(found=Board(rows=('?1',), mines=1, title=None, first=None), format='jsm')
    >>> read("x.", "minesweepr").board().rows
    ('?0',)
    """
    name = format or recognise(text, source, usual)
    form = _named(name, FORMATS, [each.name for each in FORMATS.values() if each.parse])
    assert form.parse is not None, "what is only written is added by others"
    try:
        if name == HINTS:
            found: Board | HintFile = hint_files.parse_hints(text, source, tables=tables)
        elif name == DATALOG:
            found = _parse_datalog(text, source, tables)
        else:
            found = form.parse(text, source)
    except BoardSyntaxError as error:
        mistake = _with_remedy(error, text, name)
        if format is None and len(text) <= _MOST_TRIED:
            mistake.formats = formats_that_read(text)
    else:
        width, height = (found.width, found.height) if isinstance(found, Board) else found.size or (0, 0)
        check_cells(width * height)
        if tables and isinstance(found, Board):
            raise BoardError(
                f"{source} was read as {name}: only a hint file or a Datalog file takes facts from a table"
            )
        return Content(found, name)
    raise mistake


def read_board(path: str | PathLike[str], format: str | None = None) -> Board:
    """Return the board in a file, read in the format of that name, or in the one that is recognised."""
    text, name = _text_in(path)
    return read(text, format, name).board()


def read_hints(path: str | PathLike[str], *, facts: Mapping[str, str | PathLike[str]] | None = None) -> HintFile:
    """Return the knowledge base in a hint file, or in a Datalog file, whose name ends in `.dl`, `.lp` or `.pl`.

    `facts` has CSV or TSV files with the facts of closed predicates: `{"edge": "roads.csv"}`.
    """
    expect(facts or {}, Mapping, "a table for each predicate, as in {'edge': 'roads.csv'}")
    tables = [parse_table(predicate, *_text_in(table)) for predicate, table in (facts or {}).items()]
    text, name = _text_in(path)
    found = read(text, DATALOG if named_by_ending(name) == DATALOG else HINTS, name, tables=tables).found
    assert isinstance(found, HintFile)
    return found


def _text_in(path: str | PathLike[str]) -> tuple[str, str]:
    """Return the text in a file, and the name of the file."""
    expect(path, (str, PathLike), "the path of a file")
    name = fspath(path)
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_TEXT + 1)
    except FileNotFoundError:
        raise MissingFile(name) from None
    except OSError as error:
        raise BoardError(f"{name}: {error.strerror or error}") from None
    return decode_text(data, name), name


def recognise(text: str, source: str = "", usual: str = DEFAULT) -> str:
    """Return the name of the format that a text is in, as far as it can be told, else the usual one.

    `source` is the name of its file, whose ending counts where the text alone leaves a choice.

    >>> recognise("9x9:4,4,m00b7d48a3e0231c419200"), recognise("? ? 1"), recognise("2 at B2")
    ('tatham', 'board', 'hints')
    >>> recognise("1 1 0 0"), recognise("1 1 0 0", "one.seed")
    ('board', 'seed')
    """
    content = Text(text, source or "<text>").content
    possible = [form for form in FORMATS.values() if form.sign is None or form.sign(content)]
    for form in possible:
        if form.is_surely and form.is_surely(content):
            return form.name
    likely = [form.name for form in possible if form.is_like and form.is_like(content)]
    by_ending = named_by_ending(source)
    if by_ending == DATALOG:  # with a full stop forgotten it looks like a hint file
        return DATALOG
    for name in (by_ending, usual):
        if name in likely:
            return name
    return likely[0] if likely else by_ending or usual


def named_by_ending(source: str) -> str | None:
    """Return the format whose files have names that end like this one; None if there is none.

    >>> named_by_ending("vase.hints"), named_by_ending("vase.txt")
    ('hints', None)
    """
    return next((form.name for form in FORMATS.values() if form.ending and source.endswith(form.ending)), None)


def formats_that_read(text: str) -> tuple[str, ...]:
    """Return the names of the formats in which a text can be read: what to choose from if it was not recognised.

    >>> formats_that_read("x.\\n11")
    ('minesweepr', 'minesolve')
    """
    names = []
    for form in FORMATS.values():
        if form.parse is not None:
            try:
                form.parse(text, "<text>")
                names.append(form.name)
            except (BoardError, BoardSyntaxError):
                pass
    return tuple(names)


def _with_remedy(error: BoardSyntaxError, text: str, name: str) -> BoardSyntaxError:
    """Return the error, with the name of the format that the text looks like if it is another one than was read."""
    try:
        other = recognise(text, error.source or "", name)
    except BoardSyntaxError:  # not a text at all
        return error
    if other == name:
        return error
    what = {DEFAULT: "a board", HINTS: "a hint file", DATALOG: "a Datalog file"}.get(other, f"the format {other}")
    return BoardSyntaxError(
        f"{error.message}; this looks like {what}: use the format {other}",
        line=error.line,
        column=error.column,
        source_line=error.source_line,
        source=error.source,
    )


# -- writing


def write(board: Board, name: str, formats: Mapping[str, Format] = FORMATS) -> str:
    """Return the board in the format `name`; raise `BoardError` if more than its title would be lost.

    >>> write(Board(("?1",), mines=1), "jsm")
    '2x1x1\\nH1\\n'
    """
    return write_what_fits(board, name, formats)[0]


def write_what_fits(
    board: Board, name: str, formats: Mapping[str, Format] = FORMATS, *, force: bool = False
) -> tuple[str, tuple[str, ...]]:
    """Return the board in the format `name`, and what was left out: its title, or with `force` all that does not fit.

    >>> write_what_fits(Board(("F1",), mines=1, title="a flag"), "seed", force=True)
    ('2 1 1\\n-1 1\\n', ('the key `title`', 'the character F, which is at A1'))
    """
    form = _named(name, formats, [each.name for each in formats.values() if each.format])
    if form.format is None:
        raise BoardError(f"{form.name} can only be read, not written")
    if form.room is None:
        return form.format(board), ()
    form.room.check(board, force=force)
    return form.format(form.room.without_losses(board)), tuple(loss.where for loss in form.room.losses(board))
