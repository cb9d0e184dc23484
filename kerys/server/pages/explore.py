"""Exploring a finished game: trying lines, keeping them, and playing on from a moment."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kerys.bots.levels import LEVELS, opponents
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.lines import Line, line_of, tried
from kerys.server.new_table import ANYONE, Plan, Start
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import (
    Cookie,
    Filled,
    Here,
    Who,
    form_number,
    go_to,
    page,
    site_of,
    welcomed,
    with_cookie,
)
from kerys.server.pages.home import pace_of, seat_names
from kerys.server.pages.line_view import Moment, Wanted, query_of
from kerys.server.pages.replay import replayed
from kerys.server.pages.shared import shared_moment
from kerys.server.pages.viewpoint import OPEN
from kerys.server.site import Site
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError
from kerys.table.game import Game

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


# --- Trying ------------------------------------------------------------------------------------


@routes.post("/t/{table_id}/replay/try")
def attempt(
    request: Request, site: Here, cookie: Cookie, table_id: str, wanted: Moment, form: Filled
) -> Response:
    """Make a decision in a line, for whoever is asked there."""
    move = form.get("move", "")
    try:
        line = site.visits.look(
            cookie, table_id, lambda _visit, owned: _longer(owned, wanted, move)
        )
    except NoTable:
        raise
    except GameError as error:
        return replayed(request, cookie, table_id, wanted, str(error))
    return _to_line(f"/t/{table_id}/replay", wanted, line)


@routes.post("/t/{table_id}/shared/{share}/try")
def shared_attempt(
    request: Request, site: Here, who: Who, table_id: str, share: str, wanted: Moment, form: Filled
) -> Response:
    """The same for anyone with the link to the game."""
    move = form.get("move", "")

    def look(owned: OwnedTable) -> tuple[Line, int]:
        return _longer(owned, wanted, move)

    try:
        line = site.visits.look_at_shared(table_id, share, look)
    except NoTable:
        raise
    except GameError as error:
        return shared_moment(request, who, table_id, share, wanted, str(error))
    return _to_line(f"/t/{table_id}/shared/{share}", wanted, line)


@routes.post("/t/{table_id}/replay/judge")
def judge(request: Request, site: Here, cookie: Cookie, table_id: str, wanted: Moment) -> Response:
    """Judge the decision of a line that led to its moment."""
    try:
        game = site.visits.look(cookie, table_id, lambda _visit, owned: owned.begun.copy())
        line = _judged(site, table_id, game, wanted)
    except NoTable:
        raise
    except GameError as error:
        return replayed(request, cookie, table_id, wanted, str(error))
    return _to_line(f"/t/{table_id}/replay", wanted, line)


@routes.post("/t/{table_id}/shared/{share}/judge")
def shared_judge(
    request: Request, site: Here, who: Who, table_id: str, share: str, wanted: Moment
) -> Response:
    """The same for anyone with the link to the game."""
    try:
        game = site.visits.look_at_shared(table_id, share, lambda owned: owned.begun.copy())
        line = _judged(site, table_id, game, wanted)
    except NoTable:
        raise
    except GameError as error:
        return shared_moment(request, who, table_id, share, wanted, str(error))
    return _to_line(f"/t/{table_id}/shared/{share}", wanted, line)


def _judged(site: Site, table_id: str, game: Game, wanted: Wanted) -> tuple[Line, int]:
    """Have the decision before a moment of a line judged; returns the line and its moment."""
    line = wanted.line or Line(wanted.at)
    made = Line(line.at, line.decisions[: wanted.step])
    site.reviews.line_judge.judge(table_id, game, made)
    return line, wanted.step


def _longer(owned: OwnedTable, wanted: Wanted, move: str) -> tuple[Line, int]:
    """A line with another decision at its moment, and how many of its decisions are made then.

    What followed in the line stays if the decision is the one that was there.
    """
    line = wanted.line or Line(wanted.at)
    made = Line(line.at, line.decisions[: wanted.step])
    game = tried(owned.begun, made)
    if game.over:
        raise GameError(_("The game is over."))
    game.push(game.actors[0], move)
    longer = line_of(game, line.at)
    step = len(longer.decisions)
    tried(owned.begun, longer)
    return (line if line.decisions[:step] == longer.decisions else longer), step


def _to_line(address: str, wanted: Wanted, found: tuple[Line, int]) -> Response:
    """Go to a moment of a line."""
    line, step = found
    eyes = OPEN if wanted.eyes is None else wanted.eyes
    return go_to(f"{address}?{query_of(line.at, eyes, line, step)}")


# --- Keeping -----------------------------------------------------------------------------------


@routes.post("/t/{table_id}/lines")
def keep(
    request: Request, site: Here, cookie: Cookie, table_id: str, wanted: Moment, form: Filled
) -> Response:
    """Keep a line with its game."""
    line = wanted.line or Line(wanted.at)

    def act() -> None:
        site.lines.keep(cookie, table_id, line, form.get("comment", ""))

    return _acted(request, cookie, table_id, wanted, Wanted(line.at, wanted.eyes, None, 0), act)


@routes.post("/t/{table_id}/lines/remove")
def remove(
    request: Request, site: Here, cookie: Cookie, table_id: str, wanted: Moment, form: Filled
) -> Response:
    """Remove a line from its game."""

    def act() -> None:
        site.lines.remove(cookie, table_id, form_number(form, "line"))

    return _acted(request, cookie, table_id, wanted, wanted, act)


def _acted(
    request: Request,
    cookie: Cookie,
    table_id: str,
    before: Wanted,
    after: Wanted,
    act: Callable[[], None],
) -> Response:
    """Change the kept lines, then show a moment; or say what was wrong where it was."""
    try:
        act()
    except NoTable:
        raise
    except GameError as error:
        return replayed(request, cookie, table_id, before, str(error))
    eyes = OPEN if after.eyes is None else after.eyes
    return go_to(f"/t/{table_id}/replay?{query_of(after.at, eyes)}")


# --- Playing on --------------------------------------------------------------------------------


@routes.get("/t/{table_id}/replay/play-on")
def play_on(
    request: Request, site: Here, cookie: Cookie, who: Who, table_id: str, wanted: Moment
) -> Response:
    """The form for a new table that goes on from a moment."""
    begin = _starting(f"/t/{table_id}/replay", wanted)
    seat, start = site.visits.look(
        cookie, table_id, lambda visit, owned: (visit.seat, begin(owned))
    )
    return _form(request, who, start, wanted, seat)


@routes.post("/t/{table_id}/replay/play-on")
def start_playing(
    request: Request,
    site: Here,
    cookie: Cookie,
    who: Who,
    table_id: str,
    wanted: Moment,
    form: Filled,
) -> Response:
    """Create this table."""
    begin = _starting(f"/t/{table_id}/replay", wanted)
    start = site.visits.look(cookie, table_id, lambda _visit, owned: begin(owned))
    return _made(request, who, start, wanted, form)


@routes.get("/t/{table_id}/shared/{share}/play-on")
def shared_play_on(
    request: Request, site: Here, who: Who, table_id: str, share: str, wanted: Moment
) -> Response:
    """The form for a new table, for anyone with the link to the game."""
    begin = _starting(f"/t/{table_id}/shared/{share}", wanted)
    start = site.visits.look_at_shared(table_id, share, begin)
    return _form(request, who, start, wanted)


@routes.post("/t/{table_id}/shared/{share}/play-on")
def shared_start_playing(
    request: Request, site: Here, who: Who, table_id: str, share: str, wanted: Moment, form: Filled
) -> Response:
    """Create this table."""
    begin = _starting(f"/t/{table_id}/shared/{share}", wanted)
    start = site.visits.look_at_shared(table_id, share, begin)
    return _made(request, who, start, wanted, form)


def _starting(address: str, wanted: Wanted) -> Callable[[OwnedTable], Start]:
    """Finds where a table begins that goes on from a moment of a game at an address."""
    line = wanted.line or Line(wanted.at)
    made = Line(line.at, line.decisions[: wanted.step])
    return lambda owned: Start(tried(owned.begun, made), f"{address}?at={line.at}")


def _form(
    request: Request,
    who: Person | None,
    start: Start,
    wanted: Wanted,
    own: int = SPECTATOR,
    given: dict[str, str] | None = None,
    problem: str = "",
) -> Response:
    """The form for a table that goes on from a moment; players usually take their own seat."""
    game = start.game
    if game.over:
        problem = _("The game is over here: choose an earlier moment to play on from.")
        return page(request, "error.html", who, 409, problem=problem)
    return page(
        request,
        "play_on.html",
        who,
        422 if problem else 200,
        game=GAMES[game.name],
        players=game.players,
        names=game.names,
        ply=game.ply,
        heading=game.view(SPECTATOR).heading(),
        own=game.actors[0] if own == SPECTATOR else own,
        levels=LEVELS,
        opponents=opponents(game.players - 1),
        back=start.address,
        varied=wanted.line is not None and wanted.step > 0,
        given=given or {},
        problem=problem,
    )


def _made(
    request: Request, who: Person | None, start: Start, wanted: Wanted, form: dict[str, str]
) -> Response:
    """Create a table that goes on from a moment."""
    seats = [form[name] for name in seat_names(form)]
    person, cookie = who, None
    try:
        plan = Plan(
            game=start.game.name,
            seats=seats,
            private=form.get("private") == "yes" and ANYONE not in seats,
            clock=form.get("clock", "none"),
            pace=pace_of(form),
        )
        person, cookie = welcomed(request, who, form.get("name", ""))
        answer: Response = go_to(f"/t/{site_of(request).tables.make(person, plan, start)}")
    except GameError as error:
        answer = _form(request, person, start, wanted, given=form, problem=str(error))
    return with_cookie(request, answer, cookie)
