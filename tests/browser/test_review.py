"""The review of a finished game: asked for with a button, and shown as it is worked out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import running
from tests.browser.people import Arrive, Visitor
from tests.browser.test_accessibility import Inspection, inspect
from tests.serving import Process

__all__ = ["inspect"]

LONG_MS = 240_000
"""How long a whole review may take."""
HASTY = (
    "-c",
    "from dataclasses import replace; from kerys.server import run; serve = run.serve\n"
    "run.warm_up = lambda site: None\n"
    "run.serve = lambda host, port, settings, demo: serve(\n"
    "    host, port, replace(settings, review_factor=0.1), demo)\n"
    "from kerys.cli import main; main()",
)
"""The command of a site whose reviews hardly think."""


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Process]:
    yield from running(Process(tmp_path, program=HASTY))


@pytest.fixture
def ann(browser: Browser, hasty: Process) -> Iterator[Visitor]:
    """A visitor whose game is over."""
    arrive = Arrive(browser, hasty)
    ann = arrive("Ann")
    ann.finish(ann.start("mykerinos", "me", "beginner"))
    yield ann
    arrive.all_leave()


def test_a_review_arrives_while_one_watches_and_leads_to_moments(
    ann: Visitor, inspect: Inspection
) -> None:
    page = ann.page
    page.get_by_role("button", name="Review this game").click()
    ann.mark()
    expect(page.locator(".working progress")).to_be_visible()
    another = page.locator(".more select[name=seat]")
    another.select_option("all")
    expect(page.locator(".judged summary").first).to_be_visible(timeout=LONG_MS)
    expect(page.locator("#luck")).to_be_visible(timeout=LONG_MS)
    assert ann.has_stayed(), "it came by itself"
    expect(page.locator(".working")).to_have_count(0)
    assert another.input_value() == "all", "what one chooses meanwhile stays"
    inspect(page, "review")
    moments = page.locator("#review .graph a")
    expect(moments.first).to_be_attached()
    between_turns = str(moments.first.get_attribute("href"))
    first = page.locator(".judged details").first
    first.locator("summary").click()
    expect(first.locator(".compared .made")).to_be_visible()
    first.get_by_role("link", name="Show this moment").click()
    expect(page.locator("#judged")).to_contain_text("Decided next:")
    page.locator("#judged-title a").click()
    expect(page.locator("#turns")).to_be_visible()
    ann.go(between_turns)
    expect(page.locator("#judged")).to_be_visible()
