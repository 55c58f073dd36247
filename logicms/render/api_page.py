"""An OpenAPI document as a page to read: every address, what it takes, what it answers, and an example of both.

Nothing is loaded from elsewhere and nothing runs: the page is made from the document that programs read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from logicms.render.page import element, page

_STYLE = """
pre { overflow-x: auto; background: #8881; padding: .5rem .75rem; border-radius: .25rem; font-size: .8125rem; }
td:first-child, th:first-child { text-align: left; }
td:first-child code { white-space: nowrap; }
section { border-top: 1px solid #8886; margin-top: 1.5rem; }
h3 code { font-size: 1rem; }
"""
_MOST_SHOWN = 40
"""Lines of an example that are shown."""

Schemas = Mapping[str, Any]


def api_page(document: Mapping[str, Any]) -> str:
    """Return the page.

    >>> text = api_page({"info": {"title": "t", "version": "1", "description": "d"}, "paths": {}})
    >>> "<h1>t 1</h1>" in text
    True
    """
    info = document["info"]
    schemas: Schemas = document.get("components", {}).get("schemas", {})
    content = [*_paragraphs(info["description"])]
    for tag in document.get("tags", ()):
        content.append(element("h2", tag["name"]))
        content += _paragraphs(tag["description"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    content.append(_operation(method.upper(), path, operation, schemas))
    return page(f"{info['title']} {info['version']}", content, _STYLE)


def _paragraphs(text: str) -> Iterator[ET.Element]:
    """Yield paragraphs, in which `code` is marked as in Markdown."""
    for paragraph in text.split("\n\n"):
        yield _marked("p", paragraph)


def _marked(tag: str, text: str) -> ET.Element:
    made = element(tag)
    last: ET.Element | None = None
    for position, part in enumerate(re.split(r"`([^`]+)`", text)):
        if position % 2:
            last = ET.SubElement(made, "code")
            last.text = part
        elif last is None:
            made.text = part
        else:
            last.tail = part
    return made


def _operation(method: str, path: str, operation: Mapping[str, Any], schemas: Schemas) -> ET.Element:
    name = operation["operationId"]
    title = element("h3", children=[element("code", f"{method} {path}")])
    made = element("section", children=[title], id=name)
    made.append(element("p", operation["summary"] + "."))
    made.extend(_paragraphs(operation["description"]))
    made.extend(_parameters(operation))
    for kind, given in operation.get("requestBody", {}).get("content", {}).items():
        if kind == "application/json":
            made.append(_fields("It takes", given["schema"], schemas))
            made.extend(_examples("For example", given))
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json")
        if content is not None and int(status) < 300:
            made.extend(_examples(f"It answers ({status})", content))
            made.append(_fields("In the answer", content["schema"], schemas))
    others = [f"{status} {response['description']}" for status, response in operation["responses"].items()
              if int(status) >= 300]  # fmt: skip
    made.append(element("p", f"Otherwise: {'; '.join(others)}.", kind="note"))
    return made


def _parameters(operation: Mapping[str, Any]) -> Iterator[ET.Element]:
    rows = [
        _row(f"{each['name']} ({each['in']})", each["description"])
        for each in operation.get("parameters", ())
        if each["in"] == "path"
    ]
    if rows:
        yield element("table", children=rows)


def _row(name: str, about: str) -> ET.Element:
    return element("tr", children=[element("td", children=[element("code", name)]), _marked("td", about)])


def _fields(title: str, schema: Mapping[str, Any], schemas: Schemas) -> ET.Element:
    """Return the fields of an object; of several kinds of objects, those of each."""
    made = element("details", children=[element("summary", title)])
    for name in _referred(schema):
        described = schemas[name]
        made.append(_marked("p", described.get("description", "")))
        required = described.get("required", ())
        rows = [
            _row(field if field in required else f"{field}?", _about(about))
            for field, about in described.get("properties", {}).items()
        ]
        made.append(element("table", children=rows))
    return made


def _referred(schema: Mapping[str, Any]) -> list[str]:
    parts = [schema, *schema.get("anyOf", ())]
    return [part["$ref"].rpartition("/")[2] for part in parts if "$ref" in part]


def _about(schema: Mapping[str, Any]) -> str:
    words = [str(schema.get("description", ""))]
    if "enum" in schema:
        words.append("One of " + ", ".join(f"`{json.dumps(each)}`" for each in schema["enum"]) + ".")
    if schema.get("default") is not None:
        words.append(f"By default `{json.dumps(schema['default'])}`.")
    return " ".join(words)


def _examples(title: str, content: Mapping[str, Any]) -> Iterator[ET.Element]:
    for example in content.get("examples", {}).values():
        lines = json.dumps(example["value"], indent=2, ensure_ascii=False).splitlines()
        if len(lines) > _MOST_SHOWN:
            lines = [*lines[:_MOST_SHOWN], "..."]
        yield element("p", f"{title}:")
        yield element("pre", "\n".join(lines))
