"""One decision: picked, confirmed, sealed, taken back, made by keyboard, sent too late."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.people import Visitor, sit_together


def told(visitor: Visitor) -> list[str]:
    """The sentences of the story."""
    return visitor.page.locator("#log li").all_text_contents()


def panels_and_options(visitor: Visitor) -> list[str]:
    """All other text about the game on a page."""
    return visitor.page.locator("details.panel:not(#log), [data-pick]").all_text_contents()


def test_sealed_bids_are_made_at_once_and_seen_together(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    for visitor in (ada, ben):
        visitor.wait_for_state(1)  # the bot has sealed its bid
        visitor.wait_until_asked()
    ben.unfold()
    before, story = panels_and_options(ben), told(ben)
    ada.pick("4+3")
    ada.confirm()
    ben.wait_for_state(2)
    assert ben.is_asked()
    assert panels_and_options(ben) == before, "a sealed bid shows"
    assert told(ben) == [*story, "Ada has sealed a bid."]
    assert not ada.is_asked()
    ben.pick("1+0")
    ben.confirm()
    for visitor, bids in (
        (ada, ("You bid 4 and 3", "Ben bids 1 and 0")),
        (ben, ("Ada bids 4 and 3", "You bid 1 and 0")),
    ):
        visitor.wait_for_state(3)
        for bid in bids:
            expect(visitor.page.locator("#log")).to_contain_text(bid)


def test_what_one_has_picked_stays_while_others_decide(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ben.wait_for_state(1)
    ben.pick("2+1")
    ada.wait_until_asked()
    ada.decide()
    ben.wait_for_state(2)
    for value in ("2", "1"):
        expect(ben.option(value)).to_have_attribute("aria-pressed", "true")
    ben.confirm()
    ada.wait_for_state(3)


def test_a_decision_is_taken_back_until_something_was_revealed(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    undo = ada.page.locator(".undo button")
    ada.wait_for_state(1)
    ada.pick("3+3")
    ada.confirm()
    ada.press(undo)
    ada.wait_until_asked()
    expect(undo).to_have_count(0)
    ada.pick("1+1")
    ada.confirm()
    expect(undo).to_be_visible()
    ben.wait_for_state(4)
    ben.decide()
    ada.wait_for_state(5)
    expect(ada.page.locator("#log")).to_contain_text("You bid 1 and 1")
    expect(undo).to_have_count(0)


def test_taking_back_too_late_is_answered_with_a_sentence(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ada.wait_for_state(1)
    ada.pick("4+4")
    ada.confirm()
    late = older_tab(ada)
    ben.wait_for_state(2)
    ben.decide()
    ada.wait_for_state(3)
    late.click(".undo button")
    expect(late.locator(".problem[role=alert]")).to_be_visible()
    expect(late.locator("#log")).to_contain_text("You bid 4 and 4")
    assert ada.state >= 3, "something was taken back"


def older_tab(visitor: Visitor) -> Page:
    """A second tab at the same table that gets no updates."""
    visitor.forgive("net::ERR_FAILED", "[object Event]", "409")
    tab = visitor.context.new_page()
    tab.route("**/stream?*", lambda route: route.abort())
    tab.goto(visitor.page.url)
    return tab


def test_keys_in_the_chat_are_words(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    state = ada.state
    ada.page.locator("#say").press_sequentially("12")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#messages")).to_contain_text("12")
    assert ada.page.locator("[data-pick][aria-pressed=true]").count() == 0
    assert ada.state == state


def test_a_stale_confirm_gets_a_sentence_and_the_current_state(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    old = older_tab(ada)
    old.click('[data-pick="pass"]')
    old.wait_for_selector("#confirm:enabled")
    spot = ada.decide().split()[-1]
    old.click("#confirm")
    expect(old.locator(".problem[role=alert]")).to_contain_text("moved on")
    ada.wait_until_asked()
    expect(old.locator("#log")).to_contain_text(f"You lay a cube on {spot}")


def test_two_tabs_of_one_seat_stay_in_step(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    first, second = ada.page, ada.context.new_page()
    second.goto(first.url)
    for _round in range(4):
        ada.page = first
        ada.wait_until_asked()
        ada.decide()
        state = ada.state
        ada.page = second
        ada.wait_for_state(state)
        first, second = second, first
    for ada.page in (first, second):
        ada.wait_until_asked()
    assert first.locator("#question").inner_text() == second.locator("#question").inner_text()
