"""The table at every width: no overflow, readable text, and enough room for the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.people import Arrive, Visitor
from tests.browser.shots import shot
from tests.serving import Process

SIZES = ((360, 640), (390, 844), (820, 1180), (1200, 800), (1440, 900), (1800, 1000))
DESK_PX = 1152
LEAST_WORDS_PX, LEAST_TOKEN_PX = 12, 36
DECISIONS = 6

SMALLEST_WORDS = """() => {
  const walker = document.createTreeWalker(document.getElementById("side"), NodeFilter.SHOW_TEXT);
  let least = [Infinity, ""];
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || parent.closest("svg, .hidden")) continue;
    if (!parent.getClientRects().length) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least[0]) least = [size, data.trim()];
  }
  return least;
}"""
"""The smallest text beside the board; letters on gems and agents are part of the drawing."""
SMALLEST_TOKEN = """() => Math.min(...[...document.querySelectorAll(
  ".board [data-piece^='agent'] path:first-child, .market [data-piece^='agent'] path:first-child")]
  .filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect().width))"""


@pytest.fixture(scope="module", params=["mykerinos", "ys"])
def seated(request: pytest.FixtureRequest, browser: Browser, server: Process) -> Iterator[Visitor]:
    """A visitor in the middle of a game, to move."""
    arrive = Arrive(browser, server)
    ada = arrive("Ada")
    ada.start(request.param, "me", "beginner", "beginner", "beginner")
    for number in range(DECISIONS):
        ada.wait_until_asked()
        ada.decide(-(number % 2))
    ada.wait_until_asked()
    yield ada
    arrive.all_leave()


def test_a_table_fits_every_screen(seated: Visitor) -> None:
    page = seated.page
    game = page.title().split("·")[1].strip().lower()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        layout = "wide" if width >= 768 else "narrow"
        page.wait_for_selector(f"#board-{layout}:only-of-type", state="visible")
        shot(page, f"layout-{game}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        size, words = page.evaluate(SMALLEST_WORDS)
        assert size >= LEAST_WORDS_PX, f"{words!r} at {width} px"
        covered = page.locator("#decision").bounding_box()
        assert covered is not None
        if width < DESK_PX:
            assert covered["height"] <= height / 3, f"the sheet at {width} px"
        else:
            assert covered["y"] + covered["height"] <= height, "the decision is in sight"
            board = page.locator("#board-wide > svg").bounding_box()
            assert board is not None
            assert board["width"] >= 0.4 * width


def test_scores_are_shown_once(seated: Visitor) -> None:
    page = seated.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(0)
        shown = page.locator(".where .points, .person h2 .points").filter(visible=True)
        assert shown.count() == 4, width


@pytest.mark.parametrize("seated", ["ys"], indirect=True)
def test_agents_of_ys_are_large_enough_on_a_desk(seated: Visitor) -> None:
    page = seated.page
    page.set_viewport_size({"width": 1440, "height": 900})
    agents = page.locator("#board-wide [data-piece^='agent'], .market [data-piece^='agent']")
    while not agents.count():  # a round has just ended
        seated.decide()
        seated.wait_until_asked()
    assert page.evaluate(SMALLEST_TOKEN) >= LEAST_TOKEN_PX


def test_what_happened_is_one_line_on_a_phone_and_opens_on_a_tap(seated: Visitor) -> None:
    page = seated.page
    page.set_viewport_size({"width": 390, "height": 844})
    lines = page.locator("#since .lines")
    closed = lines.bounding_box()
    assert closed is not None
    assert closed["height"] <= 30
    lines.click()
    opened = lines.bounding_box()
    assert opened is not None
    assert opened["height"] > closed["height"]
