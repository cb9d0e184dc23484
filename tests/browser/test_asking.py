"""Asking the master at the table: the card, what it lights up, and what others see."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.people import Arrive
from tests.browser.shots import shot


def test_an_answer_fills_in_the_choice_and_others_learn_only_of_the_question(
    arrive: Arrive,
) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    table = ada.start("mykerinos", "me", "friend", choices={"asks": "3"})
    ben.accept(ada.invitation())
    ada.go(f"/t/{table}")
    ada.page.wait_for_selector("#question")
    asker, other = (ada, ben) if ada.is_asked() else (ben, ada)
    asker.wait_until_asked()
    page = asker.page
    asker.press(page.locator("#ask-master"))
    answers = page.locator("#advice [data-answer]")
    expect(answers.first).to_be_visible()
    expect(page.locator("#ask-master")).to_have_count(0)
    expect(page.locator(".play .advised").first).to_be_attached()
    shot(page, f"ask-{asker.name}")
    move = answers.first.get_attribute("data-answer")
    asker.press(answers.first)
    expect(page.locator("#confirm-form input[name=move]")).to_have_value(str(move))
    expect(page.locator(".play .picked").first).to_be_attached()
    told = f"{asker.name} asked the master (2 of 3 left)."
    expect(other.page.locator("#master")).to_contain_text(told)
    expect(other.page.locator("#advice")).to_have_count(0)
    shot(page, f"ask-filled-{asker.name}")
    page.reload()
    expect(answers.first).to_be_visible()
    asker.press(answers.first)
    asker.choose()
    asker.confirm()
    expect(page.locator("#advice")).to_have_count(0)


def test_a_game_against_bots_on_a_phone_comes_with_questions(arrive: Arrive) -> None:
    ben = arrive("Ben", phone=True)
    ben.go("/")
    ben.press(ben.page.locator("article:has(#game-ys) form.quick button.button"))
    ben.page.wait_for_url("**/t/*")
    ben.wait_until_asked()
    page = ben.page
    ben.press(page.locator("#ask-master"))
    expect(page.locator("#advice")).to_contain_text("This choice is secret")
    shot(page, "ask-bid")
    ben.press(page.locator("#advice [data-answer]").first)
    expect(page.locator("#confirm")).to_be_enabled()
    expect(page.locator("#confirm")).to_be_in_viewport()
    shot(page, "ask-bid-filled")
