"""An HTML page, read strictly for tests: a tag that is not closed, or is closed too early, is a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

# Elements that have no end tag.
VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass
class Node:
    """An element of a page; names of tags and attributes are in lower case, as HTML has them."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Node]:
        """Yield the elements below this one that have one of these tags, in the order of the page."""
        for child in self.children:
            if isinstance(child, Node):
                if child.tag in tags or not tags:
                    yield child
                yield from child.all(*tags)

    def one(self, tag: str) -> Node:
        [found] = self.all(tag)
        return found

    @property
    def text(self) -> str:
        """All text in it; a `br` is the end of a line."""
        if self.tag == "br":
            return "\n"
        return "".join(child if isinstance(child, str) else child.text for child in self.children).strip(" ")

    def outline(self) -> tuple[object, ...]:
        """Return the element as a value to compare: white space around texts does not count."""
        texts = [child.strip() for child in self.children if isinstance(child, str) and child.strip()]
        below = [child.outline() for child in self.children if isinstance(child, Node)]
        attributes = {name: value for name, value in self.attributes.items() if name != "xmlns"}
        return self.tag, sorted(attributes.items()), texts, below


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("")]

    def handle_decl(self, decl: str) -> None:
        assert decl.lower() == "doctype html" and not self.open[0].children, f"<!{decl}>"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of <{tag}> stands twice"
        made = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> stands where <{self.open[-1].tag}> is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(text: str) -> Node:
    """Return the `html` element of a page."""
    assert text.lower().startswith("<!doctype html>\n")
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is not closed"
    return reader.open[0].one("html")


def read_svg(text: str) -> Node:
    """Return the root of an SVG, with names as `read_page` has them."""

    def node(element: ET.Element) -> Node:
        attributes = {name.lower(): value for name, value in element.attrib.items()}
        tag = element.tag.rpartition("}")[2].lower()
        return Node(tag, attributes, [element.text or "", *map(node, element)])

    return node(ET.fromstring(text))
