"""Playing again: one click for the first player, a link for the others."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.browser.people import OVER, Visitor, sit_together
from tests.server.visitor import TIMEOUT_S


def finish_together(table: str, *visitors: Visitor) -> None:
    """Let a program play for each of them in turn until the game is over."""
    url = f"{visitors[0].server.url}/api/tables/{table}"
    keys = [{"Authorization": f"Bearer {visitor.key()}"} for visitor in visitors]
    with httpx.Client(trust_env=False, timeout=TIMEOUT_S) as client:
        while True:
            for headers in keys:
                seen = client.get(url, headers=headers).raise_for_status().json()
                if seen["status"] == "over":
                    return
                if seen["my_turn"]:
                    move = {"move": seen["legal"][0], "revision": seen["revision"]}
                    client.post(f"{url}/moves", headers=headers, json=move).raise_for_status()


def test_who_plays_again_takes_the_others_along(ada: Visitor, ben: Visitor) -> None:
    first = sit_together("mykerinos", ada, ben)
    for visitor in (ada, ben):
        visitor.go("about:blank")  # a page that is there shows every move
    finish_together(first, ada, ben)
    for visitor in (ada, ben):
        visitor.go(f"/t/{first}")
        visitor.page.wait_for_selector(OVER)
    ada.page.click("#decision form[action$='/again'] button")
    ada.page.wait_for_url(lambda address: first not in address)
    expect(ada.question).to_be_visible()
    ben.page.click("#decision a:text('New game')")
    ben.page.wait_for_url(lambda address: first not in address)
    assert ben.table == ada.table
    expect(ben.page.locator(".players")).to_contain_text("Ada")
