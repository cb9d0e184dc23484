"""Choosing happens in the page: at once, on the board, and nothing is sent before Confirm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor, sit_together

LATENCY_MS = 300
BETWEEN_MS = 60
TIMES = 100
PLACES = [f"{quarter}-{area}" for quarter in range(1, 5) for area in ("harbour", "shops", "palace")]


@contextmanager
def far_away(visitor: Visitor) -> Iterator[list[str]]:
    """A slow connection; yields the addresses requested meanwhile."""
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    session = visitor.context.new_cdp_session(visitor.page)
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        },
    )
    yield asked


def move(visitor: Visitor) -> str:
    """The move that would be sent."""
    return visitor.page.locator("#confirm-form input[name=move]").input_value()


def begin_placing(visitor: Visitor) -> None:
    """Play until the first agent is to be placed."""
    visitor.start("ys", "me", "beginner", "beginner", "beginner")
    for _question in range(3):
        visitor.wait_until_asked()
        if visitor.question.inner_text().startswith("Place"):
            return
        visitor.decide()
    visitor.wait_until_asked()


def test_quick_clicks_over_a_slow_line_all_arrive(ada: Visitor) -> None:
    begin_placing(ada)
    page = ada.page
    page.wait_for_function("pushed !== null && stream.readyState === EventSource.OPEN")
    with far_away(ada) as asked:
        for number in range(TIMES):
            value, place = str(1 + number % 4), PLACES[number % len(PLACES)]
            hidden = number % 3 == 0
            presses = [value, place, place] if hidden else [value, place]
            for press in presses:
                ada.press_spot(press)
                page.wait_for_timeout(BETWEEN_MS)
            face = "hidden" if hidden else "open"
            assert move(ada) == f"place {value} {face} {place}", number
            assert page.locator(f'.play .picked[data-name="{place}"] .ghost').count() == 1
            page.keyboard.press("Escape")
            while page.locator("#back").count():
                page.keyboard.press("Escape")
        # A pointer that rests on a piece for long asks what it is; that isn't for a pick.
        assert not [one for one in asked if "/explain?" not in one], (
            "something was asked for while picking"
        )
        for press in ("4", "1-palace", "3", "2-palace"):
            ada.press_spot(press)
            page.wait_for_timeout(BETWEEN_MS)
        assert move(ada) == "place 4 open 1-palace place 3 hidden 2-palace"
        state = ada.state
        ada.confirm()
        ada.wait_for_state(state + 2)
    expect(page.locator("#log")).to_contain_text("You place an open 4 in the palace of quarter 1")


def test_a_whole_turn_is_one_confirm_and_two_decisions(ada: Visitor) -> None:
    begin_placing(ada)
    state = ada.state
    assert len(ada.choose().split("place")) == 3
    ada.confirm()
    assert ada.state >= state + 2


def test_two_agents_of_the_hand_are_a_bid(ada: Visitor) -> None:
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_for_state(2)
    for value in ("3", "3"):
        ada.press_spot(value)
    assert move(ada) == "bid 3+3"
    ada.press_spot("4")
    assert move(ada) == "bid 4+3"
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#confirm")).to_be_disabled()
    ada.press_spot("0")
    assert move(ada).startswith("bid")


def spaces(visitor: Visitor) -> list[str]:
    """The free spaces of the region that can be picked."""
    found = visitor.page.evaluate("[...open()].map((thing) => choice.things[thing].name)")
    return [one for one in found if re.fullmatch("[a-h][1-9]", one)]


def beside(space: str) -> set[str]:
    """The adjacent spaces."""
    column, row = ord(space[0]), int(space[1])
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {f"{chr(column + across)}{row + down}" for across, down in steps}


def test_a_space_is_a_placement_and_one_beside_a_cube_begins_a_chain(ada: Visitor) -> None:
    ada.go("/learn/mykerinos/extend")  # a board that is always the same, with an own cube on d4
    ada.page.wait_for_selector("#choosing #act")
    first, other = [one for one in spaces(ada) if one not in beside("d4")][:2]
    ada.press_spot(other)
    assert move(ada) == f"place {other}"
    ada.press_spot(first)
    assert move(ada) == f"place {first}", "another space is meant instead"
    ada.press_spot(first)
    expect(ada.page.locator("#confirm")).to_be_disabled()
    ada.press_spot("e4")
    assert move(ada) == "extend e4"
    expect(ada.page.locator("#confirm")).to_be_disabled()
    following = spaces(ada)
    assert len(following) > 1
    assert {*following} <= beside("e4")
    ada.press_spot(following[0])
    assert move(ada) == f"extend e4 {following[0]}"
    assert ada.page.locator(".ghost").count() == 2
    ada.press(ada.option("pass"))
    assert move(ada) == "pass"


def test_a_decision_needs_no_confirm_where_it_is_switched_off(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    ada.page.locator("#settings > summary").click()
    ada.page.get_by_label("Confirm every decision").uncheck()
    state, space = ada.state, spaces(ada)[0]
    ada.press_spot(space)
    ada.wait_for_state(state + 2)
    expect(ada.page.locator("#log")).to_contain_text(f"You lay a cube on {space}")


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_keys_pick_and_enter_confirms(game: str, ada: Visitor) -> None:
    ada.start(game, "me", "beginner", "beginner")
    for _decision in range(4):
        ada.wait_until_asked()
        keys = ada.page.evaluate("choice.things.map(({ key }) => key)")
        assert all(keys)
        assert len(set(keys)) == len(keys)
        assert not [one for one in keys for other in keys if other != one and other.startswith(one)]
        while not ada.page.locator("#confirm:enabled").count():
            key = ada.page.evaluate("choice.things[[...open()].at(-1)].key")
            before = ada.page.evaluate("picked().length + line.length")
            ada.page.keyboard.type(key)
            assert ada.page.evaluate("picked().length + line.length") > before
        with ada.answering():
            ada.page.keyboard.press("Enter")


def test_keys_are_shown_on_the_board_on_request(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    expect(ada.page.locator(".key-mark")).to_have_count(0)
    ada.page.locator("#settings > summary").click()
    ada.page.get_by_label("Show the keys on the board").check()
    space = spaces(ada)[0]
    expect(ada.page.locator(f'.play [data-name="{space}"] .key-mark')).to_have_text(space)


def test_what_was_refused_is_said_and_what_is_asked_now_can_be_chosen(
    ada: Visitor, ben: Visitor
) -> None:
    sit_together("mykerinos", ada, ben)
    visitor = ada if ada.is_asked() else ben
    visitor.wait_until_asked()
    visitor.choose()
    visitor.page.evaluate("document.querySelector('#confirm-form input').value = 'nonsense'")
    visitor.forgive("409")
    visitor.page.evaluate("document.getElementById('confirm-form').requestSubmit()")
    expect(visitor.problem).to_contain_text("isn't a move")
    visitor.decide()
