"""Trying a line in the replay of a finished game, by clicking."""

from __future__ import annotations

from playwright.sync_api import expect

from kerys.table.record_text import read
from tests.browser.people import Visitor


def attempt(visitor: Visitor) -> None:
    """Make the next decisions of a line."""
    visitor.wait_until_asked()
    at = visitor.page.locator("#replay").get_attribute("data-at")
    visitor.choose(-1)
    visitor.press(visitor.page.locator("#confirm"))
    expect(visitor.page.locator(f'#replay:not([data-at="{at}"])')).to_be_visible()


def leave_the_game(visitor: Visitor, table: str, at: int) -> list[str]:
    """Try a line from a ply until it isn't what was played; returns its decisions as shown."""
    played = read(visitor.context.request.get(f"/t/{table}/record.kerys").text()).decisions[at:]
    visitor.page.locator("#try").click()
    made: list[str] = []
    while all(shown.endswith(text) for shown, (_seat, text) in zip(made, played, strict=False)):
        attempt(visitor)
        made = visitor.page.locator("#line li").all_inner_texts()
    return made
