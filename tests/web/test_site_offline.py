"""The page's own tests once more, offline: the static site was visited once, and since then there is no server.

The visit is one for all tests. Then the server is stopped and the browser closed, and every test starts it again from a
copy of what it has kept. `LOGICMS_FULL=1` runs all tests; otherwise a few.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import need_a_browser, strict_page
from conftest import FULL
from sites import MODULES, PATIENCE, UNDER, BrowserAfterAVisit, nobody_there, page_tests, served, site_folder

need_a_browser()

from playwright.sync_api import Error, expect  # noqa: E402

pytestmark = [pytest.mark.outside, pytest.mark.full]
globals().update(page_tests(MODULES) if FULL else page_tests(["test_page_play", "test_learn_page"], 1))
expect.set_options(timeout=PATIENCE)  # the modules above have a shorter one


@pytest.fixture(scope="module")
def visited(playwright, tmp_path_factory) -> Iterator[tuple[str, BrowserAfterAVisit]]:
    """The address of the site, and a browser that was there while it was served."""
    with served(site_folder(tmp_path_factory)) as address:
        url = f"{address}/{UNDER}"
        browser = BrowserAfterAVisit(playwright.chromium, url, tmp_path_factory.mktemp("browser"))
    with nobody_there(address):
        yield url, browser


@pytest.fixture(scope="module")
def url(visited) -> str:
    return visited[0]


@pytest.fixture(scope="module")
def browser(visited) -> BrowserAfterAVisit:
    return visited[1]


@pytest.fixture
def page(browser, url) -> Iterator[object]:
    with strict_page(browser, url) as page:
        page.set_default_timeout(PATIENCE)
        yield page


def test_there_is_no_server(browser, url):
    """Nothing but what the browser has kept is there: whatever is not among it cannot be fetched."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/")
    assert page.evaluate("fetch('static/nothing.js').then(() => 'fetched', () => 'refused')") == "refused"
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.goto(url.removesuffix(UNDER))
    context.close()


def test_the_browser_offers_to_install_it(browser, url):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/")
    assert context.new_cdp_session(page).send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    context.close()


def test_the_worker_may_ask_nobody_else(page, url):
    """The policy in a page does not hold in its workers, so the service worker gives them one."""
    page.goto(f"{url}/")
    worker = page.workers[0] if page.workers else page.wait_for_event("worker")
    broken = worker.evaluate(
        """() => new Promise((resolve) => {
             addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
             fetch("http://127.0.0.1:9/").catch(() => setTimeout(resolve, 1000, "nothing"));
           })"""
    )
    assert broken == "connect-src"
