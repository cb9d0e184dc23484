"""Whole games: two people and two bots on desktop and phone, and one by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kerys.bots.cast import CASTS
from tests.browser.people import ASKED, OVER, Visitor, next_to_decide, sit_together
from tests.browser.shots import shot


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_two_people_and_two_bots_play_to_the_end(game: str, ada: Visitor, ben: Visitor) -> None:
    sit_together(game, ada, ben, "beginner", "beginner")
    for visitor in (ada, ben):
        visitor.mark()
    decided = {ada: 0, ben: 0}
    agreed = 0
    while (deciding := next_to_decide((ada, ben))) is not None:
        other = ben if deciding is ada else ada
        other.wait_for_state(deciding.state)  # the game rests, unless bids are being sealed
        if (own := deciding.sight()).state == (theirs := other.sight()).state:
            agreed += 1
            assert own == theirs
        deciding.decide(-1 if decided[deciding] % 3 == 2 else 0)
        decided[deciding] += 1
        if decided[deciding] in (3, 12):
            shot(deciding.page, f"{game}-{decided[deciding]}-decisions-{deciding.name}")
    assert min(decided.values()) > 10
    assert agreed > 10
    assert ada.result() == ben.result()
    assert ada.sight() == ben.sight()
    names = {line.split(":")[0] for line in ada.result()}
    assert len(names) == 4
    assert names - {"Ada", "Ben"} <= set(CASTS[game])
    assert all(visitor.has_stayed() for visitor in (ada, ben))
    for visitor in (ada, ben):
        expect(visitor.page.locator("a[href*='/replay']").first).to_be_visible()
        shot(visitor.page, f"{game}-over-{visitor.name}")


KEY_TO_PRESS = """() => {
  const chosen = picked(), able = [...open()];
  const fresh = able.filter((thing) => !chosen.includes(thing));
  return choice.things[(fresh.length ? fresh : able)[0]].key;
}"""
"""The key of something that can be picked now, as shown on its button."""


@pytest.mark.parametrize(("game", "variants"), [("ys", "express"), ("mykerinos", "")])
def test_a_whole_game_by_keyboard_alone(game: str, variants: str, ada: Visitor) -> None:
    ada.start(game, "me", "beginner", "beginner", variants=variants)
    page, decided = ada.page, 0
    while True:
        page.wait_for_selector(f"{ASKED}, {OVER}")
        if ada.is_over():
            break
        while not page.locator("#confirm:enabled").count():
            page.keyboard.type(page.evaluate(KEY_TO_PRESS))
        with ada.answering():
            page.keyboard.press("Enter")
        decided += 1
    assert decided > 10
    assert len(ada.result()) == 3
