"""The page's own tests again, on the static site: one suite, two ways to reason.

`LOGICMS_FULL=1` runs all of them; otherwise one of each kind, because every test starts Python in a fresh browser.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import chromium, need_a_browser, strict_page
from conftest import FULL
from sites import CUT_OFF, MODULES, PATIENCE, UNDER, page_tests, served, site_folder

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

pytestmark = pytest.mark.full
globals().update(page_tests(MODULES, None if FULL else 1))
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
