"""Things explain themselves at the table; the guide opens in a drawer; a coach states facts."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.people import INSIDE, Arrive, Visitor
from tests.browser.shots import shot


def point_of(visitor: Visitor, name: str) -> tuple[float, float]:
    """An uncovered point of a place or piece."""
    spot = visitor.page.locator(f'.play [data-name="{name}"]').filter(visible=True).first
    x, y = spot.evaluate(INSIDE)
    return float(x), float(y)


def check_accessible(page: Page) -> None:
    """Check that the page has no serious accessibility violations."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found


def press_long(visitor: Visitor, x: float, y: float) -> None:
    """Hold a finger on the screen until something shows, then lift it."""
    session = visitor.context.new_cdp_session(visitor.page)
    point = {"x": x, "y": y}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(visitor.page.locator("#tip")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_mouse_and_a_keyboard_find_explanations_and_choose_all_the_same(arrive: Arrive) -> None:
    ada = arrive("Ada")
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_for_state(2)  # both bots have sealed their bids
    page, tip = ada.page, ada.page.locator("#tip")
    page.mouse.move(*point_of(ada, "2-harbour"))
    expect(tip).to_contain_text("wins 1 black gem")
    expect(tip).to_contain_text("Nobody is there.")
    check_accessible(page)
    shot(page, "explain-desk")
    page.mouse.click(*point_of(ada, "4"))  # a click chooses at once, and closes the tip
    ada.wait_picked("4")
    expect(tip).to_be_hidden()
    page.mouse.move(0, 0)
    page.locator("#choosing details summary").first.click()
    page.locator('#choosing [data-pick="3"]').focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("An agent worth 3")
    page.keyboard.press("Escape")  # closes the tip, and undoes nothing
    expect(tip).to_be_hidden()
    ada.wait_picked("4")
    page.locator("#explain").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#explain")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    expect(tip).to_be_visible()
    first = tip.locator("b").inner_text()
    page.keyboard.press("ArrowDown")
    expect(tip.locator("b")).not_to_have_text(first)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#explain")).to_have_attribute("aria-pressed", "false")
    ada.wait_picked("4")


def test_cells_of_panels_explain_their_numbers(arrive: Arrive) -> None:
    ada = arrive("Ada")
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.wait_until_asked()
    ada.unfold()
    tip = ada.page.locator("#tip")
    ada.page.locator("#panel-cubes tbody td").nth(3).hover()
    expect(tip).to_contain_text("Common reserve: ")
    ada.page.locator("#panel-cubes thead th").first.hover()
    expect(tip).to_contain_text("Cubes that can be laid this season.")
    ada.page.locator(".person h2").first.hover()
    expect(tip).to_contain_text("if the game ended now")


def test_a_finger_explains_by_a_long_press_or_while_explain_is_on(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.wait_until_asked()
    page, tip = ada.page, ada.page.locator("#tip")
    free = page.locator("svg .lit[data-name]").filter(visible=True).first
    name = str(free.get_attribute("data-name"))  # which spaces are free depends on the deal
    x, y = point_of(ada, name)
    press_long(ada, x, y)
    expect(tip).to_contain_text(f"Space {name}")
    expect(page.locator("#choosing [aria-pressed=true]")).to_have_count(0)
    page.locator("#explain").tap()
    page.touchscreen.tap(x, y)
    expect(tip).to_contain_text(f"Space {name}")
    expect(page.locator(".play .picked")).to_have_count(0)
    covered = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('#tip') !== null", [x, y]
    )
    assert not covered, "the card stands on what it explains"
    check_accessible(page)
    shot(page, "explain-phone")
    page.locator("#explain").tap()
    expect(tip).to_be_hidden()
    ada.pick(name, on_board=True)


@pytest.mark.parametrize("phone", [False, True])
def test_the_rules_open_at_the_open_question(arrive: Arrive, phone: bool) -> None:
    ada = arrive("Ada", phone=phone)
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_for_state(2)
    page, drawer = ada.page, ada.page.locator("#drawer")
    if phone:
        page.locator("#rules").tap()
    else:
        page.keyboard.press("?")
    expect(drawer.get_by_role("heading", name="2. You bid for the order")).to_be_in_viewport()
    check_accessible(page)
    shot(page, f"drawer-{'phone' if phone else 'desk'}")
    drawer.get_by_role("link", name="Ties", exact=True).click()
    expect(drawer.get_by_role("heading", name="Ties", exact=True)).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    assert page.url.endswith(ada.table), "the page is still the table"


def test_a_coach_states_facts_before_confirm_if_it_is_switched_on(arrive: Arrive) -> None:
    ada = arrive("Ada")
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_for_state(2)
    page, coach = ada.page, ada.page.locator("#coach li")
    ada.pick("4+3")
    expect(page.locator("#confirm")).to_be_enabled()
    expect(coach).to_have_count(0)
    page.locator("#settings summary").click()
    page.locator("[data-setting=coach]").check()
    expect(coach).to_have_count(2)
    expect(coach.last).to_have_text("The others can bid up to 8.")
    shot(page, "coach-desk")
    page.locator("[data-setting=coach]").uncheck()
    expect(coach).to_have_count(0)
    ada.confirm()
    ada.wait_until_asked()
    while "lace the first" not in ada.question.inner_text():
        ada.decide()
        ada.wait_until_asked()
    for pick in ("4", "2-shops", "1", "1-palace"):
        ada.pick(pick, on_board=True)
    expect(page.locator("#summary")).to_have_text(
        "Place a 4 open in the shops of quarter 2 · Place a 1 hidden in the palace of quarter 1"
    )
