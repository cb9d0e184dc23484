"""A browser, a site and people who visit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.finding import find_chromium
from tests.browser.people import PATIENCE_MS, Arrive, Visitor
from tests.serving import AT_ONCE, Process

# The browser has no sandbox where tests run as root, and contacts only the site.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this folder; every visitor has a separate context."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield found
        found.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A site for all tests that don't stop it."""
    found = Process(tmp_path_factory.mktemp("site"))
    yield from running(found)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Process]:
    """A site that a test may stop."""
    yield from running(Process(tmp_path, program=AT_ONCE))


def running(server: Process) -> Iterator[Process]:
    """A running site; checks at the end that it had no unexpected error."""
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.fixture
def arrive(browser: Browser, server: Process) -> Iterator[Arrive]:
    """Visitors of the site; checks at the end that their browsers had no unexpected error."""
    come = Arrive(browser, server)
    yield come
    come.all_leave()


@pytest.fixture
def ada(arrive: Arrive) -> Visitor:
    """A visitor at a desktop."""
    return arrive("Ada")


@pytest.fixture
def ben(arrive: Arrive) -> Visitor:
    """A visitor with a phone."""
    return arrive("Ben", phone=True)
