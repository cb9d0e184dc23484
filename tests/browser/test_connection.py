"""Dropped connections, and servers that go down and come back: pages recover by themselves."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.people import Arrive, Visitor, next_to_decide, sit_together
from tests.serving import Process

LOST = (
    "net::ERR_",
    "Failed to load resource",
    "[object Event]",
    "htmx:afterRequest",
    "htmx:sendError",
    "Response Status Error Code 502",
)
POLL_MS = 20_000


def test_a_page_catches_up_after_it_was_offline(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ben.forgive(*LOST)
    ben.wait_for_state(1)
    ben.mark()
    ben.context.set_offline(True)
    ada.wait_until_asked()
    ada.decide()
    ada.page.fill("#say", "Are you there?")
    ada.page.press("#say", "Enter")
    expect(ada.page.locator("#messages")).to_contain_text("Are you there?")
    expect(ben.page.locator("#messages")).not_to_contain_text("Are you there?")
    ben.context.set_offline(False)
    ben.wait_for_state(2)
    expect(ben.page.locator("#messages")).to_contain_text("Are you there?")
    ben.decide()
    ada.wait_for_state(3)
    assert ben.has_stayed()


def test_a_decision_that_did_not_get_through_is_said_and_can_be_made_again(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.forgive(*LOST)
    ada.wait_until_asked()
    ada.choose()
    before = ada.state
    expect(ada.page.locator("#unreached")).to_be_hidden()
    ada.context.set_offline(True)
    ada.page.click("#confirm")
    expect(ada.page.locator("#unreached")).to_be_visible()
    ada.context.set_offline(False)
    ada.confirm()
    ada.wait_for_state(before + 1)
    expect(ada.page.locator("#unreached")).to_be_hidden()


def stand_before(page: Page, path: str) -> None:
    """Simulate a proxy in front of the site that answers scripted requests with an error."""

    def answer(route: Route) -> None:
        if route.request.headers.get("hx-request"):
            route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")
        else:
            route.continue_()

    page.route(lambda url: url.split("?")[0].endswith(path), answer)


def test_an_error_of_a_server_in_between_leaves_the_table_which_catches_up(
    ada: Visitor, ben: Visitor
) -> None:
    table = sit_together("ys", ada, ben, "beginner")
    ben.forgive(*LOST)
    ben.wait_for_state(1)
    stand_before(ben.page, f"/t/{table}")
    ben.page.evaluate("refresh()")
    ada.wait_until_asked()
    ada.decide()
    expect(ben.page.locator("#unreached")).to_be_visible()
    expect(ben.page.locator("body")).not_to_contain_text("Bad gateway")
    expect(ben.question).to_be_visible()
    ben.page.unroute_all()
    ben.wait_for_state(2)
    expect(ben.page.locator("#unreached")).to_be_hidden()


def test_a_stream_that_an_error_ends_is_said_and_taken_up_again(ada: Visitor, ben: Visitor) -> None:
    table = sit_together("ys", ada, ben, "beginner")
    ben.forgive(*LOST)
    ben.wait_for_state(1)
    stream = re.compile(f"/t/{table}/stream")
    ben.page.route(stream, lambda route: route.fulfill(status=502, body="Bad gateway"))
    ben.page.evaluate("connect()")
    expect(ben.page.locator("#unreached")).to_be_visible()
    ada.wait_until_asked()
    ada.decide()
    ben.page.unroute_all()
    ben.wait_for_state(2)
    expect(ben.page.locator("#unreached")).to_be_hidden()
    ben.decide()
    ada.wait_for_state(3)


def test_the_first_page_outlives_errors_and_shows_new_tables_by_itself(
    ada: Visitor, ben: Visitor
) -> None:
    ben.forgive(*LOST)
    ben.page.clock.install()
    ben.go("/")
    stand_before(ben.page, "/")
    ben.page.clock.run_for(POLL_MS)
    expect(ben.page.locator("#unreached")).to_be_visible()
    expect(ben.page.locator("#start")).to_be_visible()
    expect(ben.page.locator("body")).not_to_contain_text("Bad gateway")
    ben.page.unroute_all()
    table = ada.start("mykerinos", "me", "anyone", private=False)
    ben.page.clock.run_for(POLL_MS)
    expect(ben.page.locator(f"a[href='/t/{table}']")).to_be_visible()
    expect(ben.page.locator("#unreached")).to_be_hidden()


def test_a_game_goes_on_after_the_server_was_stopped_and_killed(
    arrive: Arrive, own_server: Process
) -> None:
    ada = arrive("Ada", server=own_server)
    ben = arrive("Ben", phone=True, server=own_server)
    sit_together("mykerinos", ada, ben)
    for visitor in (ada, ben):
        visitor.forgive(*LOST)
        visitor.mark()
    for end in (own_server.stop, own_server.kill):
        deciding = next_to_decide((ada, ben))
        assert deciding is not None
        other = ben if deciding is ada else ada
        deciding.choose()
        end()
        own_server.start()
        expect(deciding.page.locator("#confirm")).to_be_visible()
        deciding.confirm()
        other.wait_for_state(deciding.state)
        for _decision in range(2):
            following = next_to_decide((ada, ben))
            assert following is not None
            following.decide()
        ben.wait_for_state(ada.state)
        ada.wait_for_state(ben.state)
        assert ada.sight() == ben.sight()
        assert ada.has_stayed()
        assert ben.has_stayed()


def test_bots_take_up_their_thoughts_after_the_server_was_killed(
    arrive: Arrive, own_server: Process
) -> None:
    ada = arrive("Ada", server=own_server)
    ada.forgive(*LOST)
    ada.start("mykerinos", "me", "journeyman", "journeyman")
    ada.wait_until_asked()
    spot = ada.choose().split()[-1]
    ada.page.click("#confirm")
    expect(ada.page.locator("#log")).to_contain_text(f"You lay a cube on {spot}")
    own_server.kill()
    own_server.start()
    ada.wait_until_asked()
