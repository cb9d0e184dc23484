"""Everything works as plain links and forms, without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import ASKED, PATIENCE_MS, Arrive, Visitor

ROUNDS = 6


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_several_decisions_by_links_and_forms(game: str, arrive: Arrive) -> None:
    plain = arrive("Ada", script=False)
    plain.go("/")
    plain.page.click(f"a[href='/new/{game}']")
    seats = plain.page.locator("select[name^=seat]")
    plain.page.locator("form[action='/tables'] input[name=name]").fill("Ada")
    for number in range(1, seats.count()):
        seats.nth(number).select_option("beginner")
    plain.page.click("form[action='/tables'] button.button")
    moves = []
    for _round in range(ROUNDS):
        wait_by_reloading(plain)
        while not plain.page.locator("#confirm").count():
            group = plain.page.locator(".options:not(:has([aria-current]))").first
            group.locator("a[data-pick]").first.click()
        form = plain.page.locator("form:has(#confirm)")
        asked = form.locator("input[name=revision]").input_value()
        moves.append(form.locator("input[name=move]").input_value())
        plain.page.click("#confirm")
        expect(form.locator(f"input[name=revision][value='{asked}']")).to_have_count(0)
    assert len(moves) == ROUNDS
    plain.page.fill("#say", "Hello from an old browser")
    plain.page.click("form:has(#say) button")
    expect(plain.page.locator("#messages")).to_contain_text("Hello from an old browser")
    plain.go(f"/t/{plain.table}/replay?at=3&eyes=0")
    plain.page.click("#replay form button")
    expect(plain.page.locator("#at")).to_have_value("3")


def wait_by_reloading(visitor: Visitor) -> None:
    """Look again until it is their turn."""
    for _look in range(PATIENCE_MS // 100):
        if visitor.page.locator(ASKED).count():
            return
        visitor.page.reload()
    raise AssertionError(visitor.question.all_text_contents())


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
