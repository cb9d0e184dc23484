"""Learning a game: lessons on the board, a tour of stills, and which lessons are finished.

The server stores nothing about an attempt: the decisions so far travel with the page (`made`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from kerys.bots.levels import LEVELS
from kerys.draw.palette import THEMES, Theme
from kerys.draw.parts import part_of, part_picture
from kerys.games import GAMES
from kerys.locale import language, speaking
from kerys.server.assets import FOR_GOOD, stamp
from kerys.server.pages.choice import choice
from kerys.server.pages.common import Filled, Here, Who, form_number, go_to, is_part, page, theme_of
from kerys.server.pages.pictures import SAFE, SVG
from kerys.server.pages.table_view import LAYOUTS, drawn_pieces
from kerys.server.site import Site
from kerys.server.store import Person
from kerys.study.course import Course, course_of, has_course
from kerys.study.judge import Verdict, answer, judge
from kerys.study.lesson import Lesson
from kerys.table.game import Game

routes = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
MOST_KEPT = 128
STILL_WIDTH, MOST_LARGER = 560, 1.6
"""Small parts are enlarged in the tour: up to this width, and by at most this factor."""
EASIEST = LEVELS[0].name
"""The bot that beginners play their first round against."""


def _course(game: str) -> Course:
    """The course of a game; 404 if it has none."""
    if not has_course(game):
        raise HTTPException(404)
    return course_of(game)


def _lesson(course: Course, name: str) -> Lesson:
    """The lesson of a course with this name; 404 if there is none."""
    found = course.lesson(name)
    if found is None:
        raise HTTPException(404)
    return found


# --- The lessons of a game ---------------------------------------------------------------------


@routes.get("/learn/{game}")
def lessons(request: Request, site: Here, who: Who, game: str) -> Response:
    """All lessons, and which of them are finished."""
    course = _course(game)
    return page(
        request,
        "learn.html",
        who,
        game=GAMES[game],
        course=course,
        done=site.lessons_done.of(who, game),
        opponents=(EASIEST,) * (max(GAMES[game].wording.players) - 1),
    )


@routes.post("/learn/{game}/done")
def keep(site: Here, who: Who, game: str, form: Filled) -> Response:
    """Add the lessons that a browser remembers to those that the site knows about a person."""
    course = _course(game)
    known = {one.id for one in course.lessons}
    site.lessons_done.add(who, game, [one for one in form.get("done", "").split() if one in known])
    return go_to(f"/learn/{game}")


# --- One lesson --------------------------------------------------------------------------------


@routes.get("/learn/{game}/tour")
def tour(
    request: Request, who: Who, game: str, still: Annotated[int, Query(ge=1, le=99)] = 1
) -> Response:
    """The tour, one still at a time."""
    course = _course(game)
    if still > len(course.tour):
        raise HTTPException(404)
    shown = course.tour[still - 1]
    cut = part_of(shown.view, shown.part).cut
    scale = max(1.0, min(MOST_LARGER, STILL_WIDTH / cut.width))
    return page(
        request,
        "tour.html",
        who,
        game=GAMES[game],
        course=course,
        number=still,
        still=shown,
        picture=_still_address(game, still, theme_of(who)),
        width=round(scale * cut.width),
        height=round(scale * cut.height),
    )


@routes.get("/learn/{game}/tour/{theme}/{number}.svg")
def tour_picture(request: Request, game: str, theme: str, number: int) -> Response:
    """The picture of a still."""
    course = _course(game)
    if theme not in THEMES or not 1 <= number <= len(course.tour):
        raise HTTPException(404)
    asked = f"{request.url.path}?{request.url.query}"
    kept = {"Cache-Control": FOR_GOOD} if asked == _still_address(game, number, theme) else {}
    drawn = _still_picture(game, number, theme, language())
    return Response(drawn, media_type=SVG, headers={**SAFE, **kept, "Vary": "Accept-Language"})


def _still_address(game: str, number: int, theme: Theme) -> str:
    """The address of the picture of a still; it changes with the drawing."""
    drawn = _still_picture(game, number, theme, language())
    return f"/learn/{game}/tour/{theme}/{number}.svg?{stamp(drawn.encode())}"


@lru_cache(maxsize=MOST_KEPT)
def _still_picture(game: str, number: int, theme: Theme, lang: str) -> str:
    """The picture of a still, counted from 1."""
    still = course_of(game).tour[number - 1]
    with speaking(lang):
        return part_picture(still.view, still.part, theme)


@routes.get("/learn/{game}/{lesson}")
def look(
    request: Request,
    who: Who,
    game: str,
    lesson: str,
    made: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """A lesson; `made` holds the decisions of the turn so far, on a page without scripts."""
    course = _course(game)
    found = _lesson(course, lesson)
    verdict = judge(found, made) if made and found.goal else None
    return _shown(request, who, course, found, verdict if verdict and not verdict.whole else None)


@routes.post("/learn/{game}/{lesson}/move")
def attempt(
    request: Request, site: Here, who: Who, game: str, lesson: str, form: Filled
) -> Response:
    """An attempt on the board."""
    course = _course(game)
    found = _lesson(course, lesson)
    if found.goal is None:
        raise HTTPException(404)
    text = f"{form.get('made', '')} {form.get('move', '')}".strip()
    return _judged(request, site, who, course, found, judge(found, text))


@routes.post("/learn/{game}/{lesson}/answer")
def reply(request: Request, site: Here, who: Who, game: str, lesson: str, form: Filled) -> Response:
    """An answer to a question."""
    course = _course(game)
    found = _lesson(course, lesson)
    verdict = answer(found, form_number(form, "answer"))
    if verdict is None:
        raise HTTPException(404)
    return _judged(request, site, who, course, found, verdict)


def _judged(
    request: Request, site: Site, who: Person | None, course: Course, lesson: Lesson, said: Verdict
) -> Response:
    """The outcome of an attempt; a finished lesson is stored."""
    if said.right:
        site.lessons_done.add(who, course.game, [lesson.id])
    return _shown(request, who, course, lesson, said)


def _shown(
    request: Request, who: Person | None, course: Course, lesson: Lesson, said: Verdict | None
) -> Response:
    """The page of a lesson, or only its inner part."""
    game: Game = said.game if said else lesson.start
    view = game.view(lesson.seat)
    asks = lesson.goal is not None and not (said and said.right)
    answer = page(
        request,
        "lesson_part.html" if is_part(request) else "lesson.html",
        who,
        game=GAMES[course.game],
        course=course,
        lesson=lesson,
        number=course.lessons.index(lesson) + 1,
        following=course.after(lesson),
        said=said if said and said.whole else None,
        made=" ".join(said.moves) if said and not said.whole else "",
        view=view,
        asks=asks,
        choice=bytes(choice(view)).decode() if asks else "",
        opponents=(EASIEST,) * (max(GAMES[course.game].wording.players) - 1),
        play=Markup("".join(drawn_pieces(view, (), LAYOUTS, lesson.look))),
    )
    answer.headers["Vary"] = "HX-Request"
    return answer
