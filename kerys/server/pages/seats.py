"""Seats: taken by invitation or from the lobby, given to bots, freed, and left."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.pages.common import (
    Filled,
    Here,
    Who,
    form_number,
    go_to,
    is_part,
    page,
    site_of,
    welcomed,
    with_cookie,
)
from kerys.server.pages.table import shown
from kerys.server.permissions import seat_of
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@routes.get("/i/{invitation}")
def invited(request: Request, site: Here, who: Who, invitation: str) -> Response:
    """An invitation: which game it is, and a button to sit down."""
    seat = site.tables.invited(invitation)
    if seat_of(site.tables.look(seat.table_id, who, invitation), who) != SPECTATOR:
        return go_to(f"/t/{seat.table_id}")
    return _invitation(request, who, invitation)


def _invitation(
    request: Request, who: Person | None, invitation: str, problem: str = "", name: str = ""
) -> Response:
    """The page of an invitation, with an error if there was one."""
    tables = site_of(request).tables
    seat = tables.invited(invitation)
    table = tables.look(seat.table_id, who, invitation)
    free = seat.person_id is None and not seat.bot
    return page(
        request,
        "invited.html",
        who,
        409 if problem else 200,
        table=table,
        game=GAMES[table.game],
        seat=seat,
        free=free,
        given={"name": name},
        problem=problem or ("" if free else _("This seat is taken.")),
    )


@routes.post("/t/{table_id}/sit")
def sit(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Sit down, by invitation or from the lobby; a new visitor becomes a guest."""
    invitation, name = form.get("invitation", ""), form.get("name", "")
    site.tables.look(table_id, who, invitation)
    person, cookie, problem = who, None, ""
    try:
        person, cookie = welcomed(request, who, name)
        site.tables.sit_down(person, table_id, form_number(form, "seat"), invitation)
    except GameError as error:
        problem = str(error)
    try:
        tried = site.tables.invited(invitation if problem else "").invitation
        answer = _invitation(request, person, tried, problem, name)
    except NoTable:
        answer = _after(request, person, table_id, problem, form)
    return with_cookie(request, answer, cookie)


@routes.post("/t/{table_id}/leave")
def leave(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Leave a table where the game hasn't begun."""
    return _gone(request, who, table_id, site.tables.stand_up)


@routes.post("/t/{table_id}/give-up")
def give_up(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Leave a running game after a moment; a bot takes over."""
    return _gone(request, who, table_id, site.tables.give_up_soon)


@routes.post("/t/{table_id}/close")
def close(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Delete an open table, or a game against bots, after a moment."""
    return _gone(request, who, table_id, site.tables.close_soon)


@routes.post("/t/{table_id}/stay")
def stay(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Cancel leaving a table, or closing it."""
    site.tables.look(table_id, who)
    site.tables.stay(_someone(who), table_id)
    return go_to(f"/t/{table_id}")


def _gone(
    request: Request, who: Person | None, table_id: str, leave: Callable[[Person, str], None]
) -> Response:
    """Leave a table for the home page; if that isn't possible, show the table and say why."""
    site_of(request).tables.look(table_id, who)
    try:
        leave(_someone(who), table_id)
    except NoTable:
        raise
    except GameError as error:
        return _after(request, who, table_id, str(error))
    return go_to("/")


@routes.post("/t/{table_id}/again")
def play_again(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Start a rematch with the same people and settings."""
    site.tables.look(table_id, who)
    try:
        return go_to(f"/t/{site.tables.play_again(_someone(who), table_id)}")
    except NoTable:
        raise
    except GameError as error:
        return _after(request, who, table_id, str(error))


@routes.get("/t/{table_id}/again")
def new_game(site: Here, who: Who, table_id: str) -> Response:
    """Redirect to the table of the rematch; if it is gone, to the finished game."""
    rematch = site.tables.look(table_id, who).rematch
    try:
        site.tables.look(rematch or table_id, who)
    except NoTable:
        site.tables.forget_rematch(table_id)
        return go_to(f"/t/{table_id}")
    return go_to(f"/t/{rematch or table_id}")


@routes.post("/t/{table_id}/bot")
def seat_bot(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Give a free seat to a bot."""

    def act(person: Person) -> None:
        number, bot = form_number(form, "seat"), form.get("bot", "")
        site.tables.seat_bot(person, table_id, number, bot)

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/free")
def free_seat(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Free a seat, so that another person can sit down there."""

    def act(person: Person) -> None:
        site.tables.free_seat(person, table_id, form_number(form, "seat"))

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/webhook")
def webhook(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Set the address to call when it is this seat's turn."""

    def act(person: Person) -> None:
        site.tables.set_webhook(person, table_id, form.get("address", ""))

    return _tried(request, who, table_id, act)


def _tried(
    request: Request, who: Person | None, table_id: str, act: Callable[[Person], None]
) -> Response:
    """Do something at a table, then show it, with an error if there was one."""
    site_of(request).tables.look(table_id, who)
    problem = ""
    try:
        act(_someone(who))
    except NoTable:
        raise
    except GameError as error:
        problem = str(error)
    return _after(request, who, table_id, problem)


def _after(
    request: Request,
    who: Person | None,
    table_id: str,
    problem: str,
    given: dict[str, str] | None = None,
) -> Response:
    """Show the table as it is now."""
    if problem or is_part(request):
        return shown(request, who, table_id, (), problem, given if problem else None)
    return go_to(f"/t/{table_id}")


def _someone(who: Person | None) -> Person:
    """The visitor; an error if they are unknown."""
    if who is None:
        raise GameError(_("Take a seat first: you have none at this table in this browser."))
    return who
