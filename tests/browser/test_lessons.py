"""All lessons of both games, played to the end: right and wrong, by mouse, touch and keyboard."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from kerys.server.pages.choice import things_of
from kerys.study.course import course_of
from kerys.study.lesson import Lesson
from tests.browser.people import Arrive, Visitor
from tests.browser.shots import shot

GAMES = ("mykerinos", "ys")
SERIOUS = ("serious", "critical")
REPLIED = "#table.lesson #reply p"


def steps(lesson: Lesson, text: str) -> list[tuple[str, ...]]:
    """What a player picks for each decision of a try."""
    game = lesson.start.copy()
    game.push(lesson.seat, text)
    found = []
    for ply in range(lesson.start.ply, game.ply):
        view = game.view(lesson.seat, ply)
        made = [one.code for one in view.legal].index(game.move_at(ply).code)
        found.append(things_of(view)[made])
    return found


class Learner:
    """Someone who takes lessons."""

    def __init__(self, visitor: Visitor, *, keys: bool = False) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.keys = keys

    def attempt(self, lesson: Lesson, text: str, words: str) -> None:
        """Make a try on the board, and check the response."""
        for number, things in enumerate(steps(lesson, text)):
            if number and self._is_complete():
                self._check()
                self.page.wait_for_selector('#table.lesson:not([data-made=""])')
            for thing in things:
                self._pick(thing, twice=things.count(thing) > 1)
        self._check()
        expect(self.page.locator(REPLIED)).to_have_text(words)

    def answer(self, number: int, words: str) -> None:
        """Choose an answer to a question."""
        if self.keys:
            self.page.keyboard.press(str(number + 1))
        else:
            self.visitor.press(self.page.locator("#answers button").nth(number))
        expect(self.page.locator(REPLIED)).to_have_text(words)

    def go_on(self) -> None:
        """Go to the next lesson."""
        if self.keys:
            expect(self.page.locator("#next")).to_be_focused()
            self.page.keyboard.press("Enter")
        else:
            self.visitor.press(self.page.locator("#next"))

    def _is_complete(self) -> bool:
        return self.page.locator("#confirm:enabled").count() > 0

    def _check(self) -> None:
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            self.visitor.press(self.page.locator("#confirm"))

    def _pick(self, thing: str, twice: bool) -> None:
        """Pick something, unless it is already picked."""
        self.page.wait_for_selector("#choosing #act")
        held = f'#choosing [data-pick="{thing}"][aria-pressed=true]'
        if not twice and self.page.locator(f'{held}, .play .picked[data-name="{thing}"]').count():
            return
        if not self.keys:
            self.visitor.pick(thing)
            return
        told = json.loads(self.page.locator("#table").get_attribute("data-choice") or "{}")
        key = next(key for name, _label, key, _group in told["things"] if name == thing)
        for letter in key:
            self.page.keyboard.press(letter)
        self.visitor.wait_picked(thing)

    def take(self, lesson: Lesson, wrong: int) -> None:
        """Take a lesson: some wrong tries, then the right one."""
        expect(self.page.locator("#where h1")).to_have_text(lesson.title)
        if lesson.goal:
            for one in lesson.wrong[:wrong]:
                self.attempt(lesson, one.shown_try, one.why)
            self.attempt(lesson, lesson.solution, lesson.when_right)
        else:
            bad = [number for number, one in enumerate(lesson.answers) if not one.right]
            for number in bad[:wrong]:
                self.answer(number, lesson.answers[number].why)
            good = next(number for number, one in enumerate(lesson.answers) if one.right)
            self.answer(good, lesson.answers[good].why)
        expect(self.page.locator("#reply")).to_have_class("reply right")
        shot(self.page, f"lesson-{lesson.id}-{self.visitor.name}")


def take_all(learner: Learner, game: str, wrong: int) -> None:
    """Take all lessons of a game, one after the other; then the list shows them as done."""
    course = course_of(game)
    learner.visitor.go(f"/learn/{game}/{course.lessons[0].id}")
    for lesson in course.lessons:
        learner.take(lesson, wrong)
        learner.go_on()
    learner.page.wait_for_url(f"**/learn/{game}")
    expect(learner.page.locator(".lessons .finished")).to_have_count(len(course.lessons))


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_with_a_mouse(arrive: Arrive, game: str) -> None:
    take_all(Learner(arrive("Ada")), game, wrong=2)


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_on_a_phone(arrive: Arrive, game: str) -> None:
    take_all(Learner(arrive("Ben", phone=True)), game, wrong=1)


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_by_keyboard(arrive: Arrive, game: str) -> None:
    take_all(Learner(arrive("Cleo"), keys=True), game, wrong=1)


def test_hints_are_folded_until_they_are_wanted(ada: Visitor) -> None:
    ada.go("/learn/ys/strongest")
    hint = ada.page.locator("#hint-1 p")
    expect(hint).to_be_hidden()
    ada.page.locator("#hint-1 summary").press("Enter")
    expect(hint).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_tour_by_keys_and_by_hand(arrive: Arrive, game: str, phone: bool) -> None:
    ada = arrive("Ada", phone=phone)
    ada.go("/")
    ada.page.click(f"a.how[href='/learn/{game}/tour']")
    last = len(course_of(game).tour)
    for number in range(1, last + 1):
        expect(ada.page.locator("#still-title")).to_have_text(
            course_of(game).tour[number - 1].title
        )
        expect(ada.page.locator("#on-one")).to_be_in_viewport()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if phone:
            ada.press(ada.page.locator("#on-one"))
        else:
            ada.page.keyboard.press("ArrowRight")
    ada.page.wait_for_url(f"**/learn/{game}")


def test_a_first_round_is_guided_and_what_was_learned_goes_along(ada: Visitor) -> None:
    page = ada.page
    ada.go("/learn/ys/tie")
    page.keyboard.press("2")
    expect(page.locator("#reply")).to_have_class("reply right")
    ada.go("/learn/ys")
    page.click(".first-round button")
    page.wait_for_url("**/t/*")
    expect(page.locator("#guided h2")).to_have_text("Bid")
    ada.decide()
    expect(page.locator("#guided h2")).not_to_have_text("Bid")
    with page.expect_response("**/learn/ys/done"):
        ada.go("/learn/ys")
    page.evaluate("localStorage.clear()")
    ada.go("/learn/ys")
    expect(page.locator(".lessons .finished")).to_have_count(1)


def test_lessons_are_readable_for_all(arrive: Arrive) -> None:
    found = []
    for phone in (False, True):
        ada = arrive("Ada", phone=phone)
        for path in ("/learn/ys", "/learn/ys/tie", "/learn/mykerinos/extend", "/learn/ys/tour"):
            ada.go(path)
            response = Axe().run(ada.page, options={"resultTypes": ["violations"]}).response
            bad = [one for one in response["violations"] if one["impact"] in SERIOUS]
            found += [(path, phone, one["id"], one["nodes"][0]["target"]) for one in bad]
            shot(ada.page, f"{path.strip('/').replace('/', '-')}-{'phone' if phone else 'desk'}")
            assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not found
