"""The page's own tests again, on the static site: one suite, two ways to reason.

`LOGICMS_FULL=1` runs all of them; otherwise one for each thing that a visitor does: analyse, play and learn.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import chromium, need_a_browser, strict_page
from conftest import FULL
from sites import CUT_OFF, MODULES, PATIENCE, UNDER, page_tests, served, site_folder

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

pytestmark = [pytest.mark.outside, pytest.mark.full]
globals().update(page_tests(MODULES) if FULL else page_tests(["test_page", "test_page_play", "test_learn_page"], 1))
expect.set_options(timeout=PATIENCE)  # the modules above have a shorter one


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    with served(site_folder(tmp_path_factory)) as address:
        yield f"{address}/{UNDER}"


@pytest.fixture(scope="module")
def browser(playwright) -> Iterator[object]:
    with chromium(playwright, *CUT_OFF) as browser:
        yield browser


@pytest.fixture
def page(browser, url) -> Iterator[object]:
    with strict_page(browser, url) as page:
        page.set_default_timeout(PATIENCE)
        yield page
