"""A newcomer's first minute: one click to a game, and a name that can be changed in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kerys.games import GAMES
from tests.browser.people import Arrive, Visitor

LOADED = "node => node.complete && node.naturalWidth > 0"


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_to_a_first_decision(arrive: Arrive, game: str, script: bool) -> None:
    ada = arrive("Ada", script=script)
    ada.go("/")
    for picture in ada.page.locator(".showing").all():
        assert picture.evaluate(LOADED)
    ada.page.click(f"form:has(input[value='{game}']) button.button")
    ada.page.wait_for_url("**/t/*")
    if script:
        ada.wait_until_asked()
    else:
        expect(ada.question).to_be_visible()


def test_a_name_is_changed_where_one_is(ada: Visitor) -> None:
    ada.go("/")
    ada.page.locator(".quick button.button").first.click()
    ada.page.wait_for_url("**/t/*")
    address = ada.page.url
    ada.page.click(".me summary")
    ada.page.fill("#own-name", "Ada")
    ada.page.press("#own-name", "Enter")
    expect(ada.page.locator(".me summary")).to_have_text("Ada")
    expect(ada.page.locator(".players")).to_contain_text("Ada")
    assert ada.page.url == address


def test_closing_a_table_is_asked_first_and_can_be_taken_back(arrive: Arrive) -> None:
    take_closing_back(arrive("Ada", script=True))
    take_closing_back(arrive("Ben", script=False))


def take_closing_back(ada: Visitor) -> None:
    """Close a table, and take it back: nothing is about to be closed any more."""
    table = ada.start("ys", "me", "beginner", "beginner")
    ada.page.click("#leaving > summary")
    close = ada.page.locator("form[action$='/close'] button")
    expect(close).to_be_hidden()
    ada.page.click("#sure > summary")
    close.click()
    ada.page.wait_for_url("**/")
    expect(ada.page.locator(".leaving")).to_contain_text("about to be closed")
    ada.page.click(".leaving button")
    ada.page.wait_for_url(f"**/t/{table}")
    expect(ada.question).to_be_visible()
    ada.go("/")
    expect(ada.page.locator(f"a[href='/t/{table}']").first).to_be_visible()
    expect(ada.page.locator(".leaving")).to_have_count(0)
