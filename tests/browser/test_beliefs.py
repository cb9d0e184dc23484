"""How likely everything hidden is: a panel beside the board, and charts on the pieces."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import Arrive, Visitor
from tests.browser.shots import shot
from tests.browser.test_explanations import check_accessible, point_of, press_long

MOST_DECISIONS = 20
AGENTS = '#panel-beliefs tbody tr[data-places^="agent"]'


def hidden_agent(visitor: Visitor) -> str:
    """Play until somebody else has hidden an agent; returns its name."""
    visitor.unfold()
    for _decision in range(MOST_DECISIONS):
        visitor.wait_until_asked()
        if visitor.page.locator(AGENTS).count():
            return str(visitor.page.locator(AGENTS).first.get_attribute("data-places"))
        visitor.decide()
    raise AssertionError("nobody has hidden anything")


def charts(place: Locator) -> Locator:
    """The charts in a part of the page."""
    return place.locator("svg.chart")


@pytest.mark.parametrize("phone", [False, True])
def test_a_hidden_agent_has_charts_in_the_panel_and_on_itself(arrive: Arrive, phone: bool) -> None:
    ada = arrive("Ada", phone=phone)
    ada.start("ys", "me", "beginner", "beginner", "beginner")
    agent, page = hidden_agent(ada), ada.page
    expect(charts(page.locator(AGENTS).first)).to_have_count(2)
    page.locator("#panel-beliefs").scroll_into_view_if_needed()
    check_accessible(page)
    shot(page, f"beliefs-panel-{'phone' if phone else 'desk'}")
    spot = point_of(ada, agent)
    if phone:
        press_long(ada, *spot)
    else:
        page.mouse.move(*spot)
    tip = page.locator("#tip")
    expect(charts(tip)).to_have_count(2)
    expect(tip).to_contain_text("By counting")
    expect(tip).to_contain_text("What bots expect")
    shot(page, f"beliefs-tip-{'phone' if phone else 'desk'}")


def test_a_replay_shows_them_for_the_chosen_seat_while_the_panel_is_open(arrive: Arrive) -> None:
    ada = arrive("Ada")
    table = ada.start("mykerinos", "me", "beginner", "beginner", private=False)
    ada.finish(table)
    page = ada.page
    ada.go(f"/t/{table}/replay?at=0&eyes=1")
    panel = page.locator("#panel-beliefs")
    page.locator("#at").fill("1")
    expect(page.locator("#replay output")).to_contain_text("1 /")
    expect(charts(panel)).to_have_count(0)  # closed panels aren't sent
    panel.locator("summary").click()
    expect(charts(panel).first).to_be_visible()
    page.locator("#at").fill("2")
    expect(page.locator("#replay output")).to_contain_text("2 /")
    expect(charts(panel).first).to_be_visible()
    page.locator('[data-explain="lots to come"]').filter(visible=True).first.hover()
    expect(charts(page.locator("#tip")).first).to_be_visible()
    check_accessible(page)
    shot(page, "beliefs-replay")
    page.mouse.move(0, 0)
    page.select_option("#eyes", "open")
    expect(panel).to_have_count(0)
    page.locator('[data-explain="lots to come"]').filter(visible=True).first.hover()
    expect(page.locator("#tip")).to_contain_text("lots to come")
    expect(charts(page.locator("#tip"))).to_have_count(0)
