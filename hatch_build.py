"""The README as the page of a package index: there, links to files of the project lead nowhere by themselves.

They become absolute addresses below `Repository` in [project.urls] of pyproject.toml. As long as that names none, a
link becomes its text, and a picture is left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def long_description(readme: str, repository: str | None) -> str:
    """Return the text of the README with addresses that lead somewhere from anywhere."""

    def absolute(found: re.Match[str]) -> str:
        picture, text, path = found.groups()
        if repository is None:
            return "" if picture else text
        return f"{picture}[{text}]({repository.rstrip('/')}/{'raw' if picture else 'blob'}/main/{path})"

    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(absolute, readme))


class ReadmeHook(MetadataHookInterface):
    """Called by hatchling, since `readme` is dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = long_description(readme, metadata.get("urls", {}).get("Repository"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
