"""Messages that arrive while the chat is out of view, and notices about a lost connection."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.people import Visitor, sit_together
from tests.browser.shots import shot

TOLD_MS = 6000


def say(visitor: Visitor, text: str) -> None:
    visitor.page.fill("#say", text)
    visitor.page.press("#say", "Enter")
    expect(visitor.page.locator("#messages")).to_contain_text(text)


def test_a_message_is_told_while_the_chat_is_out_of_view(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben)
    heard = ben.page.locator("#heard")
    ben.page.evaluate("scrollTo(0, 0)")
    expect(heard).to_be_hidden()
    say(ada, "Hello Ben!")
    expect(heard).to_contain_text("Ada Hello Ben!")
    say(ada, "Your turn soon")
    expect(heard).to_contain_text("Your turn soon")
    expect(heard.locator(".count")).to_have_text("2")
    shot(ben.page, "chat-unread-phone")
    expect(heard.locator(".words")).to_be_empty(timeout=2 * TOLD_MS)
    expect(heard.locator(".count")).to_be_visible()
    ben.press(heard.locator("a"))
    expect(heard).to_be_hidden()
    assert ben.page.locator("#chat").evaluate(
        "node => node.getBoundingClientRect().top < innerHeight"
    )


def test_who_reads_along_is_told_nothing(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben)
    ben.page.locator("#said").scroll_into_view_if_needed()
    ada.page.locator("#said").scroll_into_view_if_needed()
    say(ada, "Hello Ben!")
    expect(ben.page.locator("#messages")).to_contain_text("Hello Ben!")
    for visitor in (ada, ben):
        expect(visitor.page.locator("#heard")).to_be_hidden()


def test_what_is_said_about_the_line_goes_when_it_is_back(ada: Visitor) -> None:
    ada.start("ys", "me", "beginner", "beginner")
    ada.forgive("net::ERR_", "Failed to load resource", "htmx:", "Response Status Error")
    ada.wait_until_asked()
    ada.choose()

    def refuse(route: Route) -> None:
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")

    for path in ("**/move", "**/alive"):
        ada.page.route(path, refuse)
    ada.page.click("#confirm")
    sentence = ada.page.locator("#unreached")
    expect(sentence).to_be_visible()
    for path in ("**/move", "**/alive"):
        ada.page.unroute(path)
    expect(sentence).to_be_hidden()
    ada.confirm()
