"""Names that seem misspelt: in a question, those that nothing mentions; in a hint file, those that look like another.

A knowledge base is open: nothing need define a name, and a question may be about anything. So these are remarks beside
an answer, never errors, and of a file only what is most likely a slip is remarked on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from difflib import get_close_matches

from logicms.board import CELL_NAME, Cell
from logicms.errors import counted
from logicms.hints import Hint, Name
from logicms.notation.formula_mistakes import in_latin
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import Facts, HintFile, Known, Line
from logicms.problem import Formula, Problem
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Expression,
    Join,
    Quantified,
    Rule,
    Which,
    atoms,
    conjuncts,
    definitions,
    instances_of,
    predicate_of,
)

MOST_NAMED = 12
"""Of the names that there are, this many are listed."""

MOST_WORDS = 5_000
"""A hint file with more different words than this is not looked through."""

MOST_SLIPS = 5
"""Where more words than these look like another, they are named by some scheme, and nothing is said."""

FEWEST_LETTERS = 4
"""Shorter words often differ in one letter only."""

_Word = tuple[str, int]
"""A predicate, and how many arguments it has; of a proposition, itself and 0."""


# -- questions


def unknown_remarks(names: Iterable[str], problem: Problem) -> tuple[str, ...]:
    """Return what is to be said of the names in a question that its problem does not mention, predicates once.

    >>> from logicms.hints import Literal
    >>> weather = Problem([Literal("wet", True), Literal("likes(ann,rain)", True)])
    >>> for remark in unknown_remarks(["Wet", "sun", "lokes(ann,rain)", "likes(ann)"], weather):
    ...     print(remark)
    `Wet` occurs nowhere; did you mean `wet`?
    `sun` occurs nowhere; the names are likes, wet
    `lokes` occurs nowhere; did you mean `likes`?
    `likes` takes 2 values
    """
    names = tuple(names)
    if not names:
        return ()
    arities: dict[str, set[int]] = defaultdict(set)
    for word, arity in [*map(_word, problem.names), *_of_rules(problem)]:
        arities[word].add(arity)
    return tuple(dict.fromkeys(_unknown(name, arities) for name in names))


def unknown_atoms(question: Which, names: Iterable[str], closed: Container[str] = ()) -> tuple[str, ...]:
    """Return the atoms of a question for values of which nothing speaks: no name among these, no closed predicate.

    >>> from logicms.notation.formulas import parse_which
    >>> from logicms.rules.language import Tables
    >>> question = parse_which("which x in people: likes(x, x) & lokes(x, ann)", Tables({"people": ("ann",)}))
    >>> unknown_atoms(question, ["likes(bob,bob)"])
    ('lokes(x,ann)',)
    """
    known = set(map(_word, names))
    atoms = dict.fromkeys(
        atom for atom in _constant_atoms(question.body) if atom.predicate != CLUE and predicate_of(atom) not in closed
    )
    unknown = (atom for atom in reversed(atoms) if _word_of(atom) not in known)
    return tuple(str(atom.terms[0]) if atom.predicate == MINE else str(atom) for atom in unknown)


def _unknown(name: str, arities: dict[str, set[int]]) -> str:
    word, arity = _word(name)
    if word not in arities:
        return f"`{word}` occurs nowhere{_instead(word, arities)}"
    if arity in arities[word]:
        return f"`{name}` occurs nowhere"
    takes = " or ".join(counted(number, "value") if number else "no value" for number in sorted(arities[word]))
    return f"`{word}` takes {takes}"


def _instead(word: str, known: Iterable[str]) -> str:
    """Return which word may have been meant, or the words that there are, as the end of a sentence."""
    known, spelt = tuple(known), in_latin(word)
    # A cell is not like another one, whatever their letters.
    by_small_letters = {each.lower(): each for each in known if not CELL_NAME.fullmatch(each)}
    by_small_letters |= {cell.lower(): cell for cell in (spelt.upper(),) if cell in known}
    if near := get_close_matches(spelt.lower()[:100], by_small_letters, n=1):
        return f"; did you mean `{by_small_letters[near[0]]}`?"
    rest = f" and {len(known) - MOST_NAMED:,} more" if len(known) > MOST_NAMED else ""
    return f"; the names are {', '.join(known[:MOST_NAMED])}{rest}" if known else ""


def _word(name: Name) -> _Word:
    """Return the predicate of a name and the number of its arguments."""
    word, applied, arguments = str(name).partition("(")
    return word, arguments.count(",") + 1 if applied else 0


def _of_rules(problem: Problem) -> Iterator[_Word]:
    """Yield the predicates of the rules: of some there may be no instance."""
    for rule in () if problem.book is None else problem.book.rules.values():
        yield from map(_word_of, _constant_atoms(rule.body))


def _constant_atoms(body: Expression) -> Iterator[Atom]:
    """Yield the atoms whose predicate is known; that of `mine(x)` is what x is."""
    return (atom for atom in atoms(body) if atom.predicate != MINE or atom.terms[0].variable is None)


def _word_of(atom: Atom) -> _Word:
    if atom.predicate == MINE:
        return _word(str(atom.terms[0].value))
    return atom.predicate, len(atom.terms)


# -- files


def misspelt(file: HintFile) -> tuple[str, ...]:
    """Return a remark for each word of a hint file that is probably another one, misspelt.

    Such a word occurs only as a condition, or only as what follows from one, it differs from another word in one letter
    or in the order of two, and that word is what is missing: it does occur as the other.

    >>> from logicms.notation.hint_files import parse_hints
    >>> misspelt(parse_hints("father\\nfahter -> parent\\nparent -> loved"))
    ('nothing says when `fahter` holds; did you mean `father`?',)
    """
    words = {word for line in file.lines for word in _words(line)}
    pairs = list(_near_pairs(words)) if len(words) <= MOST_WORDS else []
    if not pairs:
        return ()
    wanted = {word for pair in pairs for word in pair}
    signs: dict[_Word, set[bool]] = defaultdict(set)
    for line in file.lines:
        if not wanted.isdisjoint(_words(line)):
            for word, sign in _signs(line):
                signs[word].add(sign)
    remarks: dict[_Word, str] = {}
    for pair in pairs:
        for word, other in (pair, pair[::-1]):
            if signs[word] == {False} and True in signs[other]:
                remarks.setdefault(word, f"nothing says when `{word[0]}` holds; did you mean `{other[0]}`?")
            elif signs[word] == {True} and len(signs[other]) == 2:
                remarks.setdefault(word, f"nothing uses `{word[0]}`; did you mean `{other[0]}`?")
    return tuple(remarks.values()) if len(remarks) <= MOST_SLIPS else ()


def closed_remarks(file: HintFile) -> tuple[str, ...]:
    """Return what may surprise about closed predicates: one that nothing makes hold, and what is no rule for one.

    >>> from logicms.notation.hint_files import parse_hints
    >>> for remark in closed_remarks(parse_hints("only wet dry\\nrain | wet\\n~wet -> ~rain\\nrain -> wet")):
    ...     print(remark)
    `dry` is closed, and there is neither a fact nor a rule for it: it holds nowhere
    `rain | wet` makes no `wet` hold, which is closed: it is a constraint; a rule is written `… -> wet`
    `~wet -> ~rain` makes no `wet` hold, which is closed: it is a constraint; a rule is written `… -> wet`
    """
    closed = frozenset(file.closed)
    heads = [(line, {predicate_of(head) for head, _ in definitions(line.body, closed)}) for line in file.rules]
    made = {line.predicate for line in file.lines if isinstance(line, Facts)}.union(*(own for _, own in heads))
    made.update(str(name) for line in file.lines if isinstance(line, Known) and line.mine for name in line.names)
    remarks = [
        f"`{name}` is closed, and there is neither a fact nor a rule for it: it holds nowhere"
        for name in file.closed
        if name not in made
    ]
    own = dict(heads)
    for line in file.lines if closed else ():
        for name in dict.fromkeys(_seeming_heads(line)):
            if name in closed and not (isinstance(line, Rule) and name in own[line]):
                text = line.text if isinstance(line, Formula | Rule) else str(line)
                no_rule = f"`{text[:80]}` makes no `{name}` hold, which is closed: it is a constraint"
                remarks.append(f"{no_rule}; a rule is written `… -> {name}`")
    return tuple(remarks[:MOST_SLIPS])


def _seeming_heads(line: Line) -> Iterator[str]:
    """Yield the words that a statement seems to make hold: in its head, or by its contrapositive."""
    if isinstance(line, Hint) and line.low > 0:
        yield from (_word(name)[0] for name in line.among)
    elif isinstance(line, Formula | Rule):
        _, body = instances_of(line.body if isinstance(line, Rule) else parse_expression(line.text))
        head = body.parts[1] if isinstance(body, Join) and body.operator == "implies" else body
        yield from (word for (word, _), sign in _signs_in(head, (True,)) if sign)
        if isinstance(body, Join) and head is not body and isinstance(head, Join) and head.operator == "not":
            negated = (
                each.parts[0] for each in conjuncts(body.parts[0]) if isinstance(each, Join) and each.operator == "not"
            )
            yield from (_word_of(atom)[0] for each in negated for atom in _constant_atoms(each))


def _words(line: Line) -> Iterator[_Word]:
    """Yield the words of a statement, cells apart."""
    names: Iterable[Name] = ()
    if isinstance(line, Facts):
        yield line.predicate, len(line.rows[0])
    if isinstance(line, Rule):
        yield from (word for word in map(_word_of, _constant_atoms(line.body)) if not CELL_NAME.fullmatch(word[0]))
    elif isinstance(line, Formula | Known):
        names = line.names
    elif isinstance(line, Hint):
        names = line.among
    yield from (_word(name) for name in names if not isinstance(name, Cell))


def _near_pairs(words: Iterable[_Word]) -> Iterator[tuple[_Word, _Word]]:
    """Yield the pairs of words that look alike; two such words are the same without one letter of each."""
    alike: dict[_Word, list[_Word]] = defaultdict(list)
    found: dict[tuple[_Word, _Word], None] = {}
    for word, arity in sorted(words):
        if len(word) < FEWEST_LETTERS or any(letter.isdecimal() for letter in word):
            continue  # x1 and x2 are no slip
        shorter = {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}
        for key in shorter:
            found |= {
                ((other, arity), (word, arity)): None for other, _ in alike[key, arity] if _is_one_slip(other, word)
            }
        for key in shorter:
            alike[key, arity].append((word, arity))
    yield from found


def _is_one_slip(one: str, other: str) -> bool:
    """Return whether words differ by one slip of the hand, which seldom happens at the first letter.

    Words that differ in their last letter, such as `seen` and `sees`, are forms of one word.

    >>> _is_one_slip("father", "fahter"), _is_one_slip("rain", "train"), _is_one_slip("sees", "seen")
    (True, False, False)
    """
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:at] + long[at + 1 :] == short for at in range(1, len(long)))
    apart = [at for at, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    if len(apart) == 2:
        at, following = apart
        return following == at + 1 and one[at] == other[following] and one[following] == other[at]
    return len(apart) == 1 and 0 < apart[0] < len(one) - 1


def _signs(line: Line) -> Iterator[tuple[_Word, bool]]:
    """Yield each word of a statement, and whether the statement can show that it holds (or asks whether it does)."""
    if isinstance(line, Facts):
        yield (line.predicate, len(line.rows[0])), True
    elif isinstance(line, Known):
        yield from ((_word(name), True) for name in line.names)
    elif isinstance(line, Hint):
        for name in map(_word, line.among):
            if line.low > 0:
                yield name, True
            if line.high < len(line.among):
                yield name, False
    elif isinstance(line, Formula | Rule):
        body = line.body if isinstance(line, Rule) else parse_expression(line.text)
        if isinstance(body, Join) and body.operator == "not" and isinstance(body.parts[0], Atom):
            body = body.parts[0]  # a fact, too
        yield from _signs_in(body, (True,))


def _signs_in(part: Expression, signs: tuple[bool, ...]) -> Iterator[tuple[_Word, bool]]:
    """Yield the words of a part that occurs with these signs; it is nowhere deep, so this may recurse."""
    turned = tuple(not sign for sign in signs)
    if isinstance(part, Quantified):
        both = (True, False) if part.kind == "exactly" else turned if part.kind == "at_most" else signs
        yield from _signs_in(part.body, both)
    elif isinstance(part, Join):
        for at, each in enumerate(part.parts):
            if part.operator in ("xor", "equivalent"):
                yield from _signs_in(each, (True, False))
            else:
                flips = part.operator == "not" or (part.operator == "implies" and at == 0)
                yield from _signs_in(each, turned if flips else signs)
    elif isinstance(part, Atom):
        for atom in _constant_atoms(part):
            yield from ((_word_of(atom), sign) for sign in signs)
