"""Coming back to a table: what was missed is played, offered, or skipped."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import SIZES, Arrive, Visitor, stream
from tests.browser.test_accessibility import Inspection, inspect
from tests.browser.test_film import WATCH, told

__all__ = ["inspect"]

WATCH_SOON = (
    f"addEventListener('DOMContentLoaded', () => document.getElementById('film') && ({WATCH})())"
)
LONG = 12
"""In moments; as in `missed.js`."""
SEEN = "JSON.parse(localStorage.getItem('kerys-seen'))"
NOTED = f"""() => {{
  try {{ return {SEEN}[0][1] === Number(table.dataset.ply); }} catch {{ return false; }}
}}"""
"""Whether the browser remembers the table as it is; until then it may remember anything."""


def sit_down(visitor: Visitor, film: str, game: str = "mykerinos") -> str:
    """Sit down at a table with a bot; the film will be recorded from its start."""
    visitor.set("film", film)
    visitor.context.add_init_script(WATCH_SOON)
    table = visitor.start(game, "me", "beginner")
    visitor.wait_until_asked()
    visitor.page.wait_for_function(f"() => {SEEN}")
    return table


def leave(visitor: Visitor) -> dict[str, str]:
    """Leave the page; returns the headers for a program that continues the game."""
    visitor.go("/")
    return {"Authorization": f"Bearer {visitor.key()}"}


def play_on(visitor: Visitor, table: str, headers: dict[str, str], decisions: int) -> None:
    """Let a program decide for this seat, and wait until it is asked again."""
    address, left = f"/api/tables/{table}", decisions
    for seen in stream(visitor.server.url + address + "/stream", headers):
        if not seen["my_turn"]:
            continue
        if not left:
            return
        move = {"move": seen["legal"][0], "revision": seen["revision"]}
        answer = visitor.context.request.post(f"{address}/moves", headers=headers, data=move)
        assert answer.ok or answer.status == 409, answer.text()
        left -= answer.ok


def play_long(visitor: Visitor, table: str, headers: dict[str, str]) -> None:
    """The same, until there are more moments than are played without asking."""
    ((_table, ply, revision),) = visitor.page.evaluate(SEEN)
    film, moments = f"/t/{table}/film?since={ply}&revision={revision}", 0
    while moments <= LONG:
        play_on(visitor, table, headers, 4)
        moments = len(visitor.context.request.get(film).json()) - 1


@pytest.mark.parametrize(
    ("size", "motion"),
    [
        ("desk", "no-preference"),
        ("desk", "reduce"),
        ("tablet", "no-preference"),
        ("phone", "reduce"),
    ],
)
def test_what_was_missed_is_played_on_return(ada: Visitor, size: str, motion: Any) -> None:
    ada.page.set_viewport_size(SIZES[size])
    ada.page.emulate_media(reduced_motion=motion)
    table = sit_down(ada, "fast")
    play_on(ada, table, leave(ada), 4)
    ada.go(f"/t/{table}")
    ada.page.wait_for_function("() => window.told.length > 1")
    ada.wait_until_asked()
    expect(ada.page.locator("#film")).to_be_hidden()
    expect(ada.page.locator("#choosing [data-pick]").first).to_be_attached()
    said = told(ada)
    assert said[0].startswith("You ")
    newest = ada.page.locator("#log li").last.text_content()
    log = ada.page.locator("#log ul.told").first.locator("li").all_text_contents()
    assert newest
    assert all(sentence in " ".join(said) for sentence in log[-2:])
    ada.page.reload()
    ada.page.wait_for_function(NOTED)
    assert told(ada) == [], "it was seen already"


def test_a_long_absence_is_offered_and_can_be_watched_or_skipped(ada: Visitor) -> None:
    table = sit_down(ada, "fast")
    headers = leave(ada)
    play_long(ada, table, headers)
    before = ada.page.evaluate(SEEN)
    ada.go(f"/t/{table}")
    watch = ada.page.locator("#watch")
    expect(watch).to_contain_text("Watch what you missed (")
    assert told(ada) == [], "it doesn't start by itself"
    board = ada.page.locator("#play").inner_html()
    ada.page.evaluate("localStorage.setItem('kerys-film', 'slow')")  # time to skip it
    ada.press(watch)
    expect(ada.page.locator("#missed")).to_be_hidden()
    ada.page.wait_for_function("() => window.told.length > 0")
    ada.press(ada.page.locator("#skip"))
    expect(ada.page.locator("#film")).to_be_hidden()
    expect(ada.page.locator("#choosing [data-pick]").first).to_be_attached()
    expect(ada.page.locator("#play")).not_to_be_empty()
    assert len(ada.page.locator("#play").inner_html()) == len(board), "the table is as it is now"
    ada.page.evaluate(f"localStorage.setItem('kerys-seen', '{seen_text(before)}')")
    ada.page.reload()
    expect(watch).to_be_visible()
    ada.press(ada.page.locator("#leave"))
    expect(ada.page.locator("#missed")).to_be_hidden()
    assert told(ada) == []


def seen_text(seen: list[list[Any]]) -> str:
    """What a browser remembers, in its storage format."""
    return "[" + ",".join(f'["{table}",{ply},{revision}]' for table, ply, revision in seen) + "]"


@pytest.mark.parametrize("film", ["off", "on"])
def test_nothing_is_played_where_films_are_off_or_nothing_was_seen(
    ada: Visitor, arrive: Arrive, film: str
) -> None:
    table = sit_down(ada, film)
    headers = leave(ada)
    play_on(ada, table, headers, 4)
    if film == "on":
        ada.page.evaluate("localStorage.removeItem('kerys-seen')")
    ada.go(f"/t/{table}")
    ada.page.wait_for_function(NOTED)
    assert told(ada) == []
    expect(ada.page.locator("#missed")).to_be_hidden()


def test_what_is_remembered_may_be_of_no_use(ada: Visitor) -> None:
    """For example a state that was undone; then the table is shown as it is."""
    table = sit_down(ada, "fast")
    ada.decide()
    ada.wait_until_asked()
    for odd in ("[]", "7", "oh", f'[["{table}", 1, 999]]', f'[["{table}", "a"], 3]'):
        ada.page.evaluate(f"localStorage.setItem('kerys-seen', '{odd}')")
        ada.page.reload()
        ada.page.wait_for_function(NOTED)
        ada.wait_until_asked()
        assert told(ada) == [], odd


def test_a_browser_remembers_a_bounded_number_of_tables(ada: Visitor) -> None:
    table = sit_down(ada, "off")
    many = "[...Array(300).keys()].map((number) => [`t${number}`, 1, 1])"
    ada.page.evaluate(f"localStorage.setItem('kerys-seen', JSON.stringify({many}))")
    ada.page.reload()
    ada.page.wait_for_function(f"() => {SEEN}[0][0] === '{table}'")
    assert ada.page.evaluate(f"{SEEN}.length") == 50


def test_what_happened_while_the_stream_was_lost_is_played(ada: Visitor) -> None:
    table = sit_down(ada, "fast")
    headers = {"Authorization": f"Bearer {ada.key()}"}
    ada.page.evaluate("stream.close()")
    play_on(ada, table, headers, 4)
    ada.page.bring_to_front()
    ada.page.evaluate("pushed = null; connect()")
    ada.page.wait_for_function("() => window.told.length > 1")
    ada.wait_until_asked()
    assert told(ada)[0].startswith("You ")
    expect(ada.page.locator("#film")).to_be_hidden()


def test_the_offer_is_readable_for_all(inspect: Inspection, ada: Visitor) -> None:
    table = sit_down(ada, "fast")
    play_long(ada, table, leave(ada))
    ada.go(f"/t/{table}")
    expect(ada.page.locator("#missed")).to_be_visible()
    inspect(ada.page, "missed")
    ada.page.set_viewport_size(SIZES["phone"])
    box = ada.page.locator("#leave").bounding_box()
    assert box
    assert box["x"] + box["width"] <= SIZES["phone"]["width"], "nothing is cut off"
