"""Learning a game: from the home page to a rule in the margin, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Arrive

LOADED = "node => node.complete && node.naturalWidth > 0"
RIGHT_OF_TEXT = """node => node.getBoundingClientRect().left >
  node.closest("p, li").getBoundingClientRect().right"""


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("phone", [False, True])
def test_the_way_from_home_to_a_character(arrive: Arrive, phone: bool, script: bool) -> None:
    ada = arrive("Ada", phone=phone, script=script)
    ada.go("/")
    ada.page.click("a.how[href='/guide/ys']")
    expect(ada.page.locator("h1")).to_have_text("How to play Ys")
    ada.page.click(".contents a[href='#characters']")
    expect(ada.page.locator("#characters")).to_be_in_viewport()
    ada.page.click("td a[href='#captain']")
    expect(ada.page.locator("#captain")).to_be_in_viewport()
    portrait = ada.page.locator("section:has(> #captain) img")
    expect(portrait).to_be_in_viewport()
    expect(portrait).to_have_js_property("complete", True)
    assert portrait.evaluate(LOADED)


@pytest.mark.parametrize("phone", [False, True])
def test_a_rule_is_shown_without_leaving_the_page(arrive: Arrive, phone: bool) -> None:
    ada = arrive("Ada", phone=phone, script=False)
    ada.go("/guide/ys#quarter")
    rule = ada.page.locator("section:has(> #quarter) .rule").first
    statement = rule.locator(".statement")
    expect(statement).to_be_hidden()
    button = rule.locator("button")
    assert button.evaluate(RIGHT_OF_TEXT) is not phone, "at the margin where there is one"
    button.tap() if phone else button.hover()
    expect(statement).to_be_visible()
    expect(statement).to_contain_text("First takes 2 of the 4 gems")
    expect(statement).to_be_in_viewport(ratio=1)
    ada.page.mouse.move(0, 0)
    button.focus()
    expect(statement).to_be_visible()
    statement.locator("a").click()
    expect(ada.page).to_have_url(f"{ada.server.url}/rules/ys#YS-5.3")
    expect(ada.page.locator("[id='YS-5.3']")).to_be_in_viewport()


def test_a_table_leads_to_the_guide_of_its_game(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.page.get_by_role("link", name="How to play").click()
    expect(ada.page.locator("h1")).to_have_text("How to play Mykerinos")
