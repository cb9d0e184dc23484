"""Everything works as plain links and forms, without JavaScript."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.people import ASKED, OVER, PATIENCE_MS, Arrive, Visitor

SOME = 6
"""After how many decisions a player chats and looks back."""
LOOK_MS = 50


@pytest.mark.parametrize(("game", "variants"), [("ys", "express"), ("mykerinos", "")])
def test_a_whole_game_by_links_and_forms(game: str, variants: str, arrive: Arrive) -> None:
    plain = arrive("Ada", script=False)
    plain.go("/")
    plain.page.click(f"a[href='/new/{game}']")
    expect(plain.page.locator("form[action='/tables']")).to_be_visible()
    plain.start(game, "me", "beginner", "beginner", variants=variants)
    decided = 0
    while True:
        wait_by_reloading(plain, f"{ASKED}, {OVER}")
        if plain.is_over():
            break
        decide_by_links(plain)
        decided += 1
        if decided == SOME:
            chat_and_look_back(plain)
    assert decided > 10
    assert len(plain.result()) == 3


def chat_and_look_back(plain: Visitor) -> None:
    """Say something, visit the replay, and come back."""
    plain.page.fill("#say", "Hello from an old browser")
    plain.page.click("form:has(#say) button")
    expect(plain.page.locator("#messages")).to_contain_text("Hello from an old browser")
    table = plain.table
    plain.go(f"/t/{table}/replay?at=3&eyes=0")
    plain.page.click("#replay form button")
    expect(plain.page.locator("#at")).to_have_value("3")
    plain.go(f"/t/{table}")


def decide_by_links(visitor: Visitor) -> str:
    """Pick the first of everything and confirm it; returns the move."""
    page = visitor.page
    while not page.locator("#confirm").count():
        group = page.locator(".options:not(:has([aria-current]))").first
        with page.expect_navigation():
            group.locator("a[data-pick]").first.click()
    form = page.locator("form:has(#confirm)")
    move = form.locator("input[name=move]").input_value()
    with page.expect_navigation():
        page.click("#confirm")
    return move


def wait_by_reloading(visitor: Visitor, wanted: str = ASKED) -> None:
    """Reload until it is their turn, or until something else appears."""
    for _look in range(PATIENCE_MS // 100):
        if visitor.page.locator(wanted).count():
            return
        wait_for_another_page(visitor)
        visitor.page.reload()
    raise AssertionError(visitor.question.all_text_contents())


def wait_for_another_page(visitor: Visitor) -> None:
    """Wait until the table has moved on, without drawing a page for every look."""
    shown = visitor.page.locator("#table").get_attribute("data-revision")
    give_up = time.monotonic() + PATIENCE_MS / 1000
    while f'data-revision="{shown}"' in visitor.context.request.get(visitor.page.url).text():
        assert time.monotonic() < give_up, visitor.question.all_text_contents()
        visitor.page.wait_for_timeout(LOOK_MS)


def test_a_decision_is_taken_back_without_script(arrive: Arrive) -> None:
    plain = arrive("Ada", script=False)
    plain.start("mykerinos", "me", "beginner")
    wait_by_reloading(plain)
    before = plain.question.inner_text()
    plain.option("place").click()
    plain.page.click("#confirm")
    expect(plain.question).not_to_have_text(before)
    plain.page.click(".undo button")
    expect(plain.question).to_have_text(before)


def test_a_stale_decision_is_answered_with_a_page_and_a_sentence(arrive: Arrive) -> None:
    plain = arrive("Ada", script=False)
    plain.forgive("409")
    plain.start("mykerinos", "me", "beginner")
    wait_by_reloading(plain)
    plain.option("place").click()
    other = plain.context.new_page()
    other.goto(plain.page.url)
    other.click("#confirm")
    expect(other.locator("#confirm")).to_have_count(0)
    plain.page.click("#confirm")
    expect(plain.problem).to_contain_text("moved on")
    expect(plain.question).to_have_text(other.locator("#question").inner_text())
