"""Make the reports in this folder again: run the commands of README.md, and keep the rows of each in `rows/`.

    python examples/experiments/make_reports.py [NAME…] [--folder DIR]

A run that is stopped continues with the same command. The kept rows are what the tests make every report from again,
and of which they play some again: a report that the program would no longer make is found.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shlex
import subprocess
import sys
from pathlib import Path
from time import monotonic


def commands(readme: str) -> dict[str, list[str]]:
    """Return the arguments of each command in a README that keeps its rows, by the name of its experiment."""
    lines = re.findall(r"^logicms (experiment .* --out .*)$", readme, re.MULTILINE)
    return {words[1]: words for words in map(shlex.split, lines)}


def keep(rows: Path, folder: Path) -> None:
    """Put the rows of a finished run into a folder, compressed; the same rows give the same file."""
    folder.mkdir(exist_ok=True)
    (folder / f"{rows.name}.gz").write_bytes(gzip.compress(rows.read_bytes(), mtime=0))
    rows.unlink()


def main() -> None:
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments (default: all)")
    parser.add_argument("--folder", type=Path, default=here, help="a folder with a README.md (default: this one)")
    given = parser.parse_args()
    listed = commands((given.folder / "README.md").read_text(encoding="utf-8"))
    for name in given.names or listed:
        if name not in listed:
            parser.error(f"README.md has no command for {name}; it has {', '.join(listed)}")
        began = monotonic()
        command = [sys.executable, "-m", "logicms", *listed[name], "--quiet"]
        subprocess.run(command, cwd=given.folder, stdout=subprocess.DEVNULL, check=True)
        keep(given.folder / f"{name}.csv", given.folder / "rows")
        print(f"{name}: {monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
