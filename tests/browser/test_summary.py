"""After a round, a card sums it up: over the board, after the film, until it is closed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import PHONE, SIZES, Visitor
from tests.browser.test_accessibility import Inspection, inspect
from tests.browser.test_film import WATCH

__all__ = ["inspect"]

ASKED_OR_OVER = """() => document.querySelector('#decision.asks')
  || document.getElementById('table').dataset.rounds > 0"""


def card(visitor: Visitor) -> Locator:
    """The card."""
    return visitor.page.locator("#card")


def sit_down(
    visitor: Visitor, film: str = "off", summary: str = "on", game: str = "mykerinos"
) -> None:
    """Start a game with bots, with these settings."""
    visitor.set("film", film)
    visitor.set("summary", summary)
    visitor.start(game, "me", "beginner", "beginner")
    visitor.wait_until_asked()
    visitor.page.evaluate(WATCH)


def play_a_season(visitor: Visitor) -> None:
    """Pass as soon as possible, and take whatever is offered, until a season is over."""
    page = visitor.page
    for _decision in range(40):
        page.wait_for_function(ASKED_OR_OVER)
        if page.locator("#table").get_attribute("data-rounds") != "0":
            return
        if visitor.option("pass").count():
            visitor.pick("pass")
        else:
            visitor.choose()
        visitor.confirm()
    raise AssertionError("the season doesn't end")


@pytest.mark.parametrize(
    ("size", "film", "motion"),
    [
        ("desk", "off", "reduce"),
        ("desk", "fast", "no-preference"),
        ("tablet", "fast", "reduce"),
        ("phone", "off", "no-preference"),
        ("phone", "fast", "no-preference"),
    ],
)
def test_a_season_is_summed_up_once_it_is_over(
    ada: Visitor, size: str, film: str, motion: Any
) -> None:
    ada.page.set_viewport_size(SIZES[size])
    ada.page.emulate_media(reduced_motion=motion)
    sit_down(ada, film)
    play_a_season(ada)
    expect(card(ada)).to_be_visible()
    expect(ada.page.locator("#film")).to_be_hidden()
    expect(card(ada).locator("tbody tr")).to_have_count(3)
    shown = ada.page.locator("#where .points").all_text_contents()
    totals = card(ada).locator("tbody td.total").all_text_contents()
    assert sorted(totals) == sorted(one.split()[0] for one in shown)
    expect(ada.page.locator("#go-on")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(card(ada)).to_be_hidden()
    ada.wait_until_asked()
    ada.page.wait_for_function("!document.getElementById('card').contains(document.activeElement)")


def test_a_card_leaves_the_decision_in_sight_on_a_phone(ben: Visitor) -> None:
    sit_down(ben)
    play_a_season(ben)
    expect(card(ben)).to_be_visible()
    ben.wait_until_asked()
    ben.page.evaluate("dispatchEvent(new Event('resize'))")
    boxes = card(ben).bounding_box(), ben.page.locator("#decision").bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
    assert boxes[0]["x"] >= 0
    assert boxes[0]["x"] + boxes[0]["width"] <= PHONE["width"]
    ben.press(ben.page.locator("#go-on"))
    expect(card(ben)).to_be_hidden()


def test_what_happens_next_is_played_once_the_card_is_put_away(ada: Visitor) -> None:
    sit_down(ada, "fast")
    play_a_season(ada)
    expect(card(ada)).to_be_visible()
    ada.page.locator("#where h1").click()
    expect(card(ada)).to_be_hidden()
    ada.wait_until_asked()


def test_a_summary_is_opened_again_through_its_link_and_closed_in_many_ways(ada: Visitor) -> None:
    sit_down(ada, summary="off")
    play_a_season(ada)
    ada.wait_until_asked()
    expect(card(ada)).to_be_hidden()
    link = ada.page.locator("#rounds a")
    expect(link).to_have_text("Summary of season 1")
    state = ada.state
    for close in ("Escape", "Enter", "Space", "outside", "board"):
        link.focus()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#go-on")).to_be_focused()
        if close == "outside":
            ada.page.locator("#where h1").click()
        elif close == "board":
            ada.page.locator("#play").click(position={"x": 5, "y": 5})
        else:
            ada.page.keyboard.press(close)
        expect(card(ada)).to_be_hidden()
        if close not in ("outside", "board"):
            expect(link).to_be_focused()
    assert ada.state == state
    assert ada.page.locator(".play .picked").count() == 0, "the board under the card isn't meant"


def test_words_that_are_being_typed_are_not_disturbed(ada: Visitor) -> None:
    sit_down(ada, summary="off")
    play_a_season(ada)
    ada.wait_until_asked()
    ada.page.locator("#say").press_sequentially("well ")
    ada.page.evaluate("openSummary(1)")
    expect(card(ada)).to_be_visible()
    ada.page.keyboard.type("played")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#messages")).to_contain_text("well played")
    expect(card(ada)).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(card(ada)).to_be_hidden()


def test_cards_are_switched_off_in_the_settings(ada: Visitor) -> None:
    sit_down(ada)
    ada.page.locator("#settings > summary").click()
    ada.page.get_by_label("Show a summary after every round").uncheck()
    play_a_season(ada)
    ada.wait_until_asked()
    expect(ada.page.locator("#rounds a")).to_be_visible()
    expect(card(ada)).to_be_hidden()


def test_a_card_and_its_page_are_readable_for_all(inspect: Inspection, ada: Visitor) -> None:
    sit_down(ada)
    play_a_season(ada)
    expect(card(ada)).to_be_visible()
    inspect(ada.page, "summary-card")
    ada.go(f"/t/{ada.table}/summary?round=1")
    inspect(ada.page, "summary-page")
