"""Puzzles: one for each day, any number to practise, and the verdict on a try.

The solution is sent only after a try. Only the first try at a puzzle is rated.
"""

from __future__ import annotations

import random

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from kerys.games import GAMES
from kerys.server.pages.choice import single_choice, things_of
from kerys.server.pages.common import Filled, Here, Who, go_to, is_part, page, welcomed, with_cookie
from kerys.server.pages.table_view import LAYOUTS, drawn_pieces
from kerys.server.puzzles_tried import Tried
from kerys.server.site import Site
from kerys.server.store import Person
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.puzzle_file import puzzle_called, puzzles_of
from kerys.study.puzzles.schedule import next_puzzle, puzzle_of_day, today
from kerys.study.puzzles.verdict import judge, read_answer
from kerys.table.errors import GameError

routes = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def _all(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; 404 if it has none."""
    found = puzzles_of(game) if game in GAMES else ()
    if not found:
        raise HTTPException(404)
    return found


def _puzzle(game: str, name: str) -> Puzzle:
    """A puzzle; 404 if there is none of this name."""
    _all(game)
    found = puzzle_called(game, name)
    if found is None:
        raise HTTPException(404)
    return found


@routes.get("/puzzles/{game}")
def daily(request: Request, site: Here, who: Who, game: str) -> Response:
    """The puzzle of the day."""
    puzzle = puzzle_of_day(_all(game), today())
    return _shown(request, site, who, puzzle, site.puzzles_tried.of(who, game).get(puzzle.id))


@routes.get("/puzzles/{game}/practise")
def practise(site: Here, who: Who, game: str) -> Response:
    """Go to a puzzle that the visitor hasn't tried, about as hard as they are strong."""
    puzzles, kept = _all(game), site.puzzles_tried
    ratings = kept.ratings(game)
    daily = puzzle_of_day(puzzles, today())
    found = next_puzzle(
        puzzles,
        {*kept.of(who, game), daily.id},
        kept.standing(who, game).rating.rating,
        random.Random(),
        lambda one: ratings.get(one.id, one.rating),
    )
    if found is None:
        return go_to(f"/puzzles/{game}/{random.choice(puzzles).id}?again=yes")
    return go_to(f"/puzzles/{game}/{found.id}")


@routes.get("/puzzles/{game}/{name}")
def look(request: Request, site: Here, who: Who, game: str, name: str, again: str = "") -> Response:
    """A puzzle; with its solution if the visitor has tried it, unless they want to try again."""
    puzzle = _puzzle(game, name)
    tried = None if again else site.puzzles_tried.of(who, game).get(name)
    return _shown(request, site, who, puzzle, tried)


@routes.post("/puzzles/{game}/{name}/move")
def answer(request: Request, site: Here, who: Who, game: str, name: str, form: Filled) -> Response:
    """An answer."""
    puzzle = _puzzle(game, name)
    try:
        move = read_answer(puzzle, form.get("move", ""))
    except GameError as error:
        return _shown(request, site, who, puzzle, None, str(error))
    return _tried(request, site, who, puzzle, move)


@routes.post("/puzzles/{game}/{name}/solution")
def give_up(request: Request, site: Here, who: Who, game: str, name: str) -> Response:
    """The solution, which counts as a try."""
    return _tried(request, site, who, _puzzle(game, name), "")


def _tried(request: Request, site: Site, who: Person | None, puzzle: Puzzle, move: str) -> Response:
    """The verdict on a try; the first one is kept."""
    solved = move == puzzle.best.move
    before = site.puzzles_tried.of(who, puzzle.game).get(puzzle.id)
    if before is not None:
        return _shown(request, site, who, puzzle, Tried(move, solved, 0))
    person, cookie = welcomed(request, who, "")
    tried = site.puzzles_tried.add(person, puzzle, move, solved)
    return with_cookie(request, _shown(request, site, person, puzzle, tried), cookie)


def _shown(
    request: Request,
    site: Site,
    who: Person | None,
    puzzle: Puzzle,
    tried: Tried | None,
    problem: str = "",
) -> Response:
    """The page of a puzzle, or only its inner part; the solution only after a try."""
    day, view = today(), puzzle.view
    is_daily = puzzle is puzzle_of_day(_all(puzzle.game), day)
    look = _things_of_best(puzzle) if tried else ()
    answer = page(
        request,
        "puzzle_part.html" if is_part(request) else "puzzle.html",
        who,
        game=GAMES[puzzle.game],
        puzzle_id=puzzle.id,
        seat=puzzle.seat,
        players=len(view.names),
        day=day.isoformat() if is_daily else "",
        hardness=round(site.puzzles_tried.rating(puzzle).rating),
        standing=site.puzzles_tried.standing(who, puzzle.game),
        tried=tried,
        verdict=judge(puzzle, tried.move) if tried else None,
        problem=problem,
        view=view,
        look=look,
        choice="" if tried else bytes(single_choice(view)).decode(),
        play=Markup("".join(drawn_pieces(view, (), LAYOUTS, look))),
    )
    answer.headers["Vary"] = "HX-Request"
    return answer


def _things_of_best(puzzle: Puzzle) -> tuple[str, ...]:
    """The places and pieces of the best answer."""
    view = puzzle.view
    things = zip(view.legal_texts(), things_of(view), strict=True)
    return next(named for text, named in things if text == puzzle.best.move)
