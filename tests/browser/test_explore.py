"""Exploring a finished game: a line is tried by clicking, kept and followed, and a game goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lines import attempt, leave_the_game
from tests.browser.people import Arrive, Visitor
from tests.browser.shots import shot

AT = 6


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_a_line_is_tried_kept_and_followed_and_a_game_goes_on(
    ada: Visitor, arrive: Arrive, game: str
) -> None:
    table = ada.start(game, "me", "beginner")
    ada.wait_until_asked()
    ada.finish(table)
    ada.go(f"/t/{table}/replay?at={AT}")
    page = ada.page
    shot(page, f"explore-{game}-moment")
    ada.mark()
    made = leave_the_game(ada, table, AT)
    shot(page, f"explore-{game}-line")

    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line .later")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#line .later")).to_have_count(0)
    assert page.locator("#line li").all_inner_texts() == made
    assert ada.has_stayed()

    panel = page.locator("details[data-panel]").first
    panel.locator("summary").click()
    expect(panel.locator("table, p").first).to_be_visible()
    assert page.locator("#line li").all_inner_texts() == made

    link = page.locator("input[value*='line=']").input_value()
    follow(arrive("Cleo", phone=True), link, made)

    page.fill("#comment", "The other way")
    page.locator("#keep button").click()
    kept = page.locator("#kept li").first
    expect(kept).to_contain_text("The other way")
    shot(page, f"explore-{game}-kept")
    kept.locator("a").click()
    expect(page.locator("#line .later")).to_have_count(len(made))

    play_on(page, game)


def follow(guest: Visitor, link: str, made: list[str]) -> None:
    """Open the link to a line of a private table, and try another decision there."""
    guest.go(link)
    expect(guest.page.locator("#line li")).to_have_text(made)
    expect(guest.page.locator("#keep")).to_have_count(0)
    attempt(guest)
    shot(guest.page, "explore-phone-line")
    assert guest.page.locator("#line li").all_inner_texts()[: len(made)] == made


def play_on(page: Page, game: str) -> None:
    """Go on from the beginning of the line, and decide something there."""
    page.locator("#play-on").click()
    expect(page.locator("h1")).to_contain_text("Play on")
    shot(page, f"explore-{game}-play-on")
    page.locator("form#play-on button.button").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#decision.asks")
    expect(page.locator("#links")).to_contain_text("whose deal is known")
    shot(page, f"explore-{game}-going-on")
