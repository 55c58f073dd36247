"""The page's own tests again, on the static site: one suite, two ways to reason.

`LOGICMS_FULL=1` runs all of them; otherwise one of each kind, because every test starts Python in a fresh browser.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

import pytest
from browsers import chromium, need_a_browser, strict_page
from conftest import FULL
from sites import CUT_OFF, PATIENCE, UNDER, served, site_folder

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

MODULES = [
    "test_page",
    "test_page_drawing",
    "test_page_kept",
    "test_page_keyboard",
    "test_page_layout",
    "test_page_play",
    "test_page_proofs",
    "test_learn_page",
]
"""Not `test_page_service`, which disturbs the network between the page and the service."""


def _needs_a_network(test) -> bool:
    source = inspect.getsource(test)
    return "answered_late" in source or ".route(" in source


def _chosen(tests: list[str]) -> list[str]:
    return tests if FULL else tests[:1]


for _name in MODULES:
    _module = import_module(_name)
    _tests = [name for name in vars(_module) if name.startswith("test_") and not _needs_a_network(vars(_module)[name])]
    for _each in _chosen(_tests):
        assert _each not in globals(), f"two tests are called {_each}"
        globals()[_each] = vars(_module)[_each]

expect.set_options(timeout=PATIENCE)  # the modules above have a shorter one


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    with served(site_folder(tmp_path_factory)) as address:
        yield f"{address}/{UNDER}"


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with chromium(*CUT_OFF) as browser:
        yield browser


@pytest.fixture
def page(browser, url) -> Iterator[object]:
    with strict_page(browser, url) as page:
        page.set_default_timeout(PATIENCE)
        yield page
