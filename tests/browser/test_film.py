"""Events are animated: step by step, at a chosen speed, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import SIZES, Visitor
from tests.browser.shots import shot

WATCH = """() => {
  window.told = [];
  const words = document.getElementById("film-words"), film = document.getElementById("film");
  const note = () => {
    const said = film.hidden ? "" : words.textContent.trim();
    if (said && said !== window.told.at(-1)) window.told.push(said);
  };
  for (const one of [words, film])
    new MutationObserver(note).observe(one, { childList: true, attributes: true });
}"""
"""Records everything that the film says."""


FIRST = ("Quarter 1 is revealed", "There is nobody in quarter 1")
SECOND = ("Quarter 2 is revealed", "There is nobody in quarter 2")


def watch(visitor: Visitor, pace: str = "fast") -> None:
    """Turn the film on, and record what it says."""
    visitor.page.evaluate(f"localStorage.setItem('kerys-film', '{pace}')")
    visitor.page.evaluate(WATCH)


def told(visitor: Visitor) -> list[str]:
    """What the film has said."""
    found: list[str] = visitor.page.evaluate("window.told")
    return found


def play_until_the_last_turn(visitor: Visitor) -> None:
    """Play a round of Ys until one of the last placement turns."""
    visitor.start("ys", "me", "beginner", "beginner")
    for _decision in range(12):
        visitor.wait_until_asked()
        behind = visitor.page.locator("#choosing [data-pick]").count()
        heading = visitor.page.locator(".play title").first.text_content() or ""
        if "placement, turn" in heading.lower() and behind and last_turn(heading):
            return
        visitor.decide()


def last_turn(heading: str) -> bool:
    """Whether a heading names one of the last turns, as in `turn 11 of 12`."""
    words = heading.lower().split("turn ")[1].split()
    return int(words[0]) > int(words[2].rstrip(":,.")) - 3


@pytest.mark.parametrize(
    ("size", "motion"),
    [("desk", "no-preference"), ("tablet", "no-preference"), ("phone", "reduce")],
)
def test_the_decisions_of_others_are_shown_one_after_the_other(
    ada: Visitor, size: str, motion: Any
) -> None:
    ada.page.set_viewport_size(SIZES[size])
    ada.page.emulate_media(reduced_motion=motion)
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.wait_until_asked()
    watch(ada)
    ada.decide()
    ada.wait_until_asked()
    said = told(ada)
    assert said[0].startswith("You ")
    assert [one for one in said if not one.startswith("You ")], "others have decided too"
    for place in ("#film-words", "#since"):
        marked = ada.page.locator(f"{place} b.told-seat0").all_text_contents()
        assert set(marked) <= {"You", "you"}, "Ada isn't told her own name"
    assert ada.page.locator("#since b.told-seat0").count(), "she has her colour"
    expect(ada.page.locator("#film")).to_be_hidden()


def test_the_end_of_a_round_is_revealed_quarter_by_quarter(ada: Visitor) -> None:
    ada.page.emulate_media(reduced_motion="no-preference")
    play_until_the_last_turn(ada)
    watch(ada)
    for _decision in range(8):
        ada.decide()
        ada.page.wait_for_function(
            "() => document.querySelector('#decision.asks')"
            "|| window.told.some((one) => /^(Quarter 2 is|There is nobody in quarter 2)/.test(one))"
        )
        if any(one.startswith(SECOND) for one in told(ada)):
            break
    shot(ada.page, "ys-quarter-revealed")
    said = told(ada)
    first = next(at for at, one in enumerate(said) if one.startswith(FIRST))
    second = next(at for at, one in enumerate(said) if one.startswith(SECOND))
    assert second > first + 1, "what a quarter brings is shown before the next one"


def test_a_click_skips_what_is_shown(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.wait_until_asked()
    watch(ada, "slow")
    ada.choose()
    ada.press(ada.page.locator("#confirm"))
    for _moment in range(12):
        if ada.is_asked():
            break
        if ada.page.locator("#film").is_visible():
            ada.page.keyboard.press("Space")
        ada.page.wait_for_timeout(100)
    ada.wait_until_asked()


def test_nothing_is_shown_where_it_is_switched_off(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner", "beginner")
    ada.wait_until_asked()
    watch(ada, "off")
    ada.decide()
    ada.wait_until_asked()
    assert told(ada) == []
