"""A live update changes only what is new, and doesn't disturb what someone is doing."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.browser.people import Visitor, sit_together


def test_half_typed_words_opened_parts_and_focus_survive(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ada.wait_for_state(1)
    page = ada.page
    page.locator("#log > summary").click()
    first = page.locator("details[data-panel]").first
    first.locator("summary").click()
    expect(first.locator("table")).to_be_visible()
    page.locator("#say").press_sequentially("I was about to")
    ben.page.fill("#say", "Hello Ada")
    ben.page.press("#say", "Enter")
    expect(page.locator("#messages")).to_contain_text("Hello Ada")
    ben.wait_until_asked()
    ben.decide()
    ada.wait_for_state(2)
    expect(page.locator("#say")).to_have_value("I was about to")
    expect(page.locator("#say")).to_be_focused()
    expect(page.locator("#log")).to_have_attribute("open", "")
    expect(first.locator("table")).to_be_visible()
    page.keyboard.type(" say hello")
    page.keyboard.press("Enter")
    expect(ben.page.locator("#messages")).to_contain_text("I was about to say hello")
    expect(page.locator("#say")).to_have_value("")


def test_focus_on_an_option_survives(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ada.wait_for_state(1)
    ada.wait_until_asked()
    ada.page.locator("#choosing summary").click()
    ada.option("3").focus()
    ben.wait_until_asked()
    ben.decide()
    ada.wait_for_state(2)
    expect(ada.option("3")).to_be_focused()


def test_picks_survive_what_one_says_meanwhile(ada: Visitor) -> None:
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_for_state(2)
    ada.pick("3+1")
    ada.page.fill("#say", "Hm")
    ada.page.press("#say", "Enter")
    expect(ada.page.locator("#messages")).to_contain_text("Hm")
    for value in ("3", "1"):
        expect(ada.option(value)).to_have_attribute("aria-pressed", "true")


def test_chat_is_words_and_never_markup(ada: Visitor, ben: Visitor) -> None:
    sit_together("mykerinos", ada, ben)
    words = "<img src=x onerror=alert(1)> & <b>bold</b>"
    ada.page.fill("#say", words)
    ada.page.press("#say", "Enter")
    expect(ben.page.locator("#messages")).to_contain_text(words)
    expect(ben.page.locator("#messages img")).to_have_count(0)


def test_a_deadline_is_told_in_the_readers_own_time_with_what_is_left(ada: Visitor) -> None:
    zone = "Asia/Kathmandu"
    ada.context.new_cdp_session(ada.page).send(
        "Emulation.setTimezoneOverride", {"timezoneId": zone}
    )
    ada.start("mykerinos", "me", "beginner", clock="days", pace=5)
    ada.wait_until_asked()
    time = ada.page.locator("#decision time")
    moment = datetime.fromisoformat(time.get_attribute("datetime") or "")
    here = moment.astimezone(ZoneInfo(zone))
    words = re.compile(rf"{here.day} .*{here:%H:%M}, in 5 days")
    expect(time).to_have_text(words)
    ada.decide()
    ada.wait_until_asked()
    expect(time).to_have_text(re.compile("in 5 days"))
