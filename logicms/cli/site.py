"""The command `site`: the page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path

import click

from logicms.cli.command import Options, shared_options


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Pyodide's npm package, if it cannot be fetched by npm.")  # fmt: skip
@click.option("--offline", is_flag=True, help="Fetch nothing: use what was fetched before.")
@shared_options("quiet")
def site(folder: Path, pyodide: Path | None, offline: bool, options: Options) -> None:
    """Write the page as a folder that any static host can serve.

    The page reasons in the browser, by Python and WebAssembly; nothing is asked of any server, and it works offline
    after one visit. What it is made of is fetched once, by npm and pip, and checked against known hashes.

    \b
    Examples:
      logicms site public
      python -m http.server --directory public
    """
    from logicms.web.site import write_site

    size = write_site(folder, options.say, pyodide=pyodide, offline=offline)
    options.say(f"{folder} is ready, {size / 1e6:.1f} MB; try it: python -m http.server --directory {folder}")
