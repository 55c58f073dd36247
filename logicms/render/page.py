"""A standalone HTML page, built as an ElementTree so that nothing needs escaping by hand; it prints well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption, .note { color: #6b6f76; font-size: .875rem; }
.proofs { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1.25rem; }
article { border: 1px solid #8d9096; border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .1rem .75rem .1rem 0; }
td:first-child, th:first-child { text-align: right; }
td:nth-child(2) { min-width: 5rem; }
code { font-family: ui-monospace, monospace; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } article, figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; } * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
@page { margin: 18mm; }
""".strip()


def page(title: str, content: Iterable[ET.Element], style: str = "") -> str:
    """Return a whole page with this content, and this style in addition to that of all pages.

    >>> print(page("A1 & B1", []).splitlines()[0])
    <!doctype html>
    >>> "<title>A1 &amp; B1</title>" in page("A1 & B1", [])
    True
    """
    html = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(html, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    ET.SubElement(head, "title").text = title
    ET.SubElement(head, "style").text = f"{STYLE}\n{style}" if style else STYLE
    main = ET.SubElement(ET.SubElement(html, "body"), "main")
    ET.SubElement(main, "h1").text = title
    main.extend(list(content))
    ET.indent(html)
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def element(tag: str, text: str | None = None, children: Iterable[ET.Element] = (), **attributes: str) -> ET.Element:
    """Return an element; `kind` stands for the attribute class."""
    if "kind" in attributes:
        attributes["class"] = attributes.pop("kind")
    made = ET.Element(tag, attributes)
    made.text = text
    made.extend(list(children))  # given an iterator, ElementTree hides every error behind a TypeError
    return made


def paragraph(text: str) -> ET.Element:
    """Return a paragraph; line breaks are kept."""
    first, *rest = text.split("\n")
    made = element("p", first)
    for line in rest:
        ET.SubElement(made, "br").tail = line
    return made


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> ET.Element:
    """Return a table of texts."""
    made = ET.Element("table")
    line = ET.SubElement(ET.SubElement(made, "thead"), "tr")
    line.extend([element("th", head) for head in heads])
    body = ET.SubElement(made, "tbody")
    body.extend([element("tr", children=[element("td", text) for text in row]) for row in rows])
    return made
