"""Learning on the site: lessons without scripts, the tour, saved progress, and a first round."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest

from kerys.server.site import Site
from kerys.study.course import course_of
from kerys.study.lesson import Lesson
from tests.server.live import Live
from tests.server.tools import PASSWORD, guests
from tests.server.visitor import Visitor, Visitors

COURSES = ("mykerinos", "ys")
LESSONS = [lesson for game in COURSES for lesson in course_of(game).lessons]
REPLY = re.compile(r'class="reply (right|wrong)".*?<p lang="en">(.*?)</p>', re.DOTALL)


def reply_of(visitor: Visitor) -> tuple[bool, str]:
    """Whether a try was right, and the response to it."""
    assert visitor.answer is not None
    found = REPLY.search(visitor.answer.text)
    assert found, visitor.path
    return found[1] == "right", unescape(found[2])


def attempt(visitor: Visitor, lesson: Lesson, text: str) -> tuple[bool, str]:
    """Make a try decision by decision, with the form that needs no script."""
    moves = decisions(lesson, text)
    visitor.get(f"/learn/{lesson.game}/{lesson.id}")
    for move in moves:
        assert move in visitor.form("/move").choices["move"]
        visitor.send("/move", move=move)
    return reply_of(visitor)


def decisions(lesson: Lesson, text: str) -> list[str]:
    """The decisions of a try."""
    game = lesson.start.copy()
    game.push(lesson.seat, text)
    made = range(lesson.start.ply, game.ply)
    return [game.rules.wording.text(game.move_at(ply).code) for ply in made]


def lesson_name(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.id}"


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_every_lesson_is_played_without_scripts(visitors: Visitors, lesson: Lesson) -> None:
    ann = visitors()
    if lesson.goal:
        for wrong in lesson.wrong:
            assert attempt(ann, lesson, wrong.shown_try) == (False, wrong.why)
        assert attempt(ann, lesson, lesson.solution) == (True, lesson.when_right)
        return
    for number, one in enumerate(lesson.answers):
        ann.get(f"/learn/{lesson.game}/{lesson.id}")
        ann.send("/answer", answer=str(number))
        assert reply_of(ann) == (one.right, one.why)


@pytest.mark.parametrize("game", COURSES)
def test_lessons_follow_each_other_to_a_first_round(visitors: Visitors, game: str) -> None:
    ann = visitors()
    page = ann.get(f"/learn/{game}").text
    lessons = course_of(game).lessons
    for lesson, following in pairwise(lessons):
        assert f"/learn/{game}/{lesson.id}" in page
        if lesson.goal:
            ann.post(f"/learn/{game}/{lesson.id}/move", {"move": lesson.solution})
        else:
            right = next(n for n, one in enumerate(lesson.answers) if one.right)
            ann.post(f"/learn/{game}/{lesson.id}/answer", {"answer": str(right)})
        assert f"/learn/{game}/{following.id}" in ann.page.links


@pytest.mark.parametrize("game", COURSES)
def test_a_tour_leads_from_home_to_the_lessons(visitors: Visitors, game: str) -> None:
    ann = visitors()
    assert f"/learn/{game}/tour" in Visitor.get(ann, "/").text
    last = len(course_of(game).tour)
    for number in range(1, last + 1):
        text = ann.get(f"/learn/{game}/tour?still={number}").text
        picture = re.search(r'<img src="([^"]+)"', text[text.index("<figure>") :])
        assert picture
        drawn = ann.client.get(picture[1])
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert "immutable" in drawn.headers["cache-control"]
        onward = f"/learn/{game}/tour?still={number + 1}" if number < last else f"/learn/{game}"
        assert f'rel="next" href="{onward}"' in text
    assert ann.get(f"/learn/{game}/tour?still={last + 1}").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/learn/chess", "/learn/ys/nothing", "/learn/chess/tour", "/learn/ys/tour/light/99.svg"],
)
def test_what_is_not_there_is_not_found(visitors: Visitors, path: str) -> None:
    assert visitors().get(path).status_code == 404


def test_odd_tries_are_answered_and_not_kept(visitors: Visitors) -> None:
    ann = visitors()
    ann.post("/learn/ys/order/move", {"move": "order 9"})
    right, words = reply_of(ann)
    assert not right
    assert "isn't a move" in words
    ann.post("/learn/ys/order/move", {"move": "bid 4+3"})
    assert "can't be played" in reply_of(ann)[1]
    assert ann.post("/learn/ys/order/answer", {"answer": "0"}).status_code == 404
    assert ann.post("/learn/ys/tie/move", {"move": "done"}).status_code == 404
    for odd in ("4", "-1", "x", ""):
        assert ann.post("/learn/ys/tie/answer", {"answer": odd}).status_code == 404
    assert ann.get("/learn/ys/captain?made=nonsense").status_code == 200


def test_what_somebody_known_has_finished_is_kept(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    ann.make_table(name="Ann", seat0="me", seat1="beginner")
    ann.post("/learn/ys/order/move", {"move": "order 1"})
    assert "finished" not in classes(ann, "order")
    ann.post("/learn/ys/order/move", {"move": "order 4"})
    ann.post("/learn/ys/order/move", {"move": "order 4"})
    assert "finished" in classes(ann, "order")
    ann.post("/learn/ys/done", {"done": "tie nonsense bid"})
    assert "finished" in classes(ann, "tie")
    assert "finished" not in classes(ann, "captain")
    stranger = visitors()
    stranger.post("/learn/ys/done", {"done": "tie"})
    assert "finished" not in classes(stranger, "tie"), "what a stranger does stays in the browser"


def classes(visitor: Visitor, lesson: str) -> str:
    """The CSS classes of a lesson in the list."""
    found = re.search(rf'data-lesson="{lesson}" class="([^"]*)"', visitor.get("/learn/ys").text)
    assert found
    return found[1]


def test_what_a_guest_has_learned_becomes_the_accounts(site: Site) -> None:
    ann, guest = guests(site, "Ann", "A guest")
    site.people.make_account(ann, "ann-learns", PASSWORD)
    site.lessons_done.add(ann, "ys", ["tie"])
    site.lessons_done.add(guest, "ys", ["tie", "bid"])
    site.lessons_done.add(guest, "mykerinos", ["pass"])
    site.people.sign_in("ann-learns", PASSWORD, guest)
    assert site.lessons_done.of(ann, "ys") == {"tie", "bid"}
    assert site.lessons_done.of(ann, "mykerinos") == {"pass"}
    assert site.lessons_done.of(guest, "ys") == frozenset()
    assert site.lessons_done.of(None, "ys") == frozenset()


@pytest.mark.parametrize("game", COURSES)
def test_a_first_round_has_a_card_for_every_step(quiet: Live, game: str) -> None:
    ann = quiet.visitor()
    ann.get(f"/learn/{game}")
    ann.send("/tables")
    assert ann.path.startswith("/t/")
    first = course_of(game).cards[0]
    assert ann.answer is not None
    card = re.search(r'id="guided".*?</aside>', ann.answer.text, re.DOTALL)
    assert card
    assert first.title in card[0] or "The others decide" in card[0]
    other = quiet.visitor()
    other.make_table(game, seat0="me", seat1="beginner", seat2="beginner")
    assert other.answer is not None
    assert 'id="guided"' not in other.answer.text, "only tables that were started to learn"
