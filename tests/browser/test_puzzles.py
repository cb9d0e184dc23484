"""Puzzles in a browser: solved on the board, missed on a phone, readable for all."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from kerys.server.pages.choice import things_of
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.puzzle_file import puzzles_of
from kerys.study.puzzles.schedule import puzzle_of_day, today
from tests.browser.people import Arrive, Visitor
from tests.browser.shots import shot

GAMES = ("mykerinos", "ys")
SERIOUS = ("serious", "critical")


def answer(visitor: Visitor, puzzle: Puzzle, move: str) -> None:
    """Give an answer on the board."""
    at = puzzle.view.legal_texts().index(move)
    visitor.page.wait_for_selector("#choosing #act")
    for thing in things_of(puzzle.view)[at]:
        picked = f'#choosing [data-pick="{thing}"][aria-pressed=true]'
        if not visitor.page.locator(f'{picked}, .play .picked[data-name="{thing}"]').count():
            visitor.pick(thing)
    visitor.press(visitor.page.locator("#confirm"))


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_answered_on_the_board(arrive: Arrive, game: str, phone: bool) -> None:
    ada = arrive("Ada", phone=phone)
    page, puzzle = ada.page, puzzle_of_day(puzzles_of(game), today())
    ada.go("/")
    page.click(f"a.how[href='/puzzles/{game}']")
    move = puzzle.answers[1 if phone else 0].move
    check_readable(ada, f"puzzle-{game}")
    answer(ada, puzzle, move)
    expect(page.locator("#reply h2")).to_have_text("Not the best" if phone else "Solved")
    expect(page.locator(".answers-told .best td")).to_have_text(f"{100 * puzzle.best.chance:.0f}%")
    expect(page.locator("#own-rating .up, #own-rating .down")).to_be_visible()
    check_readable(ada, f"puzzle-{game}-told")
    ada.press(page.locator("#next"))
    page.wait_for_selector("#choosing #act")
    assert page.evaluate("document.documentElement.scrollWidth <= 360 || innerWidth > 600")
    assert not page.url.endswith(puzzle.id)
    ada.press(page.locator("#solution"))
    expect(page.locator("#reply h2")).to_have_text("The solution")


def check_readable(visitor: Visitor, name: str) -> None:
    """Nothing keeps people from reading a page, and nothing sticks out at its side."""
    page = visitor.page
    page.wait_for_selector("#choosing #act, #reply")
    phone = page.evaluate("innerWidth < 600")
    shot(page, f"{name}-{'phone' if phone else 'desk'}")
    response = Axe().run(page, options={"resultTypes": ["violations"]}).response
    bad = [one for one in response["violations"] if one["impact"] in SERIOUS]
    assert not [(one["id"], one["nodes"][0]["target"]) for one in bad]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
