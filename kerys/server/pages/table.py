"""A table: its seats while it fills, the game while it runs, the result once it is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from kerys.bots import level_names
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.authority import NoTable
from kerys.server.bot_workers import STAND_IN
from kerys.server.move_picker import MOST_PICKS
from kerys.server.pages.common import (
    Filled,
    Here,
    Who,
    go_to,
    is_part,
    page,
    person_of,
    welcomed,
    with_cookie,
)
from kerys.server.pages.home import once_more
from kerys.server.pages.table_view import Shown, show
from kerys.server.permissions import may_close, seat_of
from kerys.server.site import Site
from kerys.server.store import Person, Table
from kerys.server.tables import OPEN_FOR
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
PULSE_S = 20.0
"""How often a quiet stream shows that it is still there."""
GRACE_S = 2.0
"""How long a stream may take to end when the site stops."""
Picks = Annotated[list[str], Query(alias="pick", max_length=MOST_PICKS + 1)]


@routes.get("/t/{table_id}")
def look(request: Request, site: Here, who: Who, table_id: str, pick: Picks = []) -> Response:  # noqa: B006
    """The page of a table, or only its inner part."""
    return shown(request, who, table_id, pick)


def shown(
    request: Request,
    who: Person | None,
    table_id: str,
    picks: list[str],
    problem: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """A table for whoever looks at it, with what did not work and what was typed."""
    site = request.app.state.site
    version = site.tables.version(table_id)  # first: what changes meanwhile is told as new
    table = site.tables.look(table_id, who)
    words = {
        "table": table,
        "game": GAMES[table.game],
        "seat": seat_of(table, who),
        "once_more": once_more(table, seat_of(table, who)),
        "may_close": may_close(table, who),
        "stand_in": STAND_IN,
        "days_open": OPEN_FOR.days,
        "version": version,
        "messages": site.tables.said(table.id),
        "levels": level_names(),
        "problem": problem,
        "given": given or {},
        "shown": None,
        "url": site.settings.url or str(request.base_url).rstrip("/"),
    }
    if table.status != "open":
        words["shown"] = _game(site, table.id, seat_of(table, who), picks)
    name = "table_part.html" if is_part(request) else "table.html"
    return page(request, name, who, 409 if problem else 200, **words)


def _game(site: Site, table_id: str, seat: int, picks: list[str]) -> Shown:
    """A game for one pair of eyes; what was decided when the time was up stands."""
    found = site.authority.read(table_id, lambda game, events: show(game, events, seat, picks))
    if found.may_undo and site.authority.was_late(table_id, seat):
        return replace(found, may_undo=False)
    return found


# --- Decisions ---------------------------------------------------------------------------------


@routes.post("/t/{table_id}/move")
def move(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """A decision that was confirmed."""

    def act(table: Table) -> None:
        seat, revision = _own_seat(table, who), _number(form, "revision")
        site.authority.move(table_id, seat, form.get("move", ""), revision)

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/undo")
def undo(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Take the last decision back."""

    def act(table: Table) -> None:
        site.authority.undo(table_id, _own_seat(table, who), _number(form, "revision"))

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/say")
def say(
    request: Request,
    site: Here,
    who: Who,
    table_id: str,
    form: Filled,
    pick: Picks = [],  # noqa: B006
) -> Response:
    """Say something; what is picked meanwhile stays."""
    return _tried(
        request,
        who,
        table_id,
        lambda table: site.tables.say(_someone(who), table_id, form.get("text", "")),
        form,
        pick,
    )


def _tried(
    request: Request,
    who: Person | None,
    table_id: str,
    act: Callable[[Table], None],
    given: dict[str, str] | None = None,
    picks: Sequence[str] = (),
) -> Response:
    """Do something at a table; then what it led to, or what was wrong and how it stands now."""
    problem = ""
    try:
        act(request.app.state.site.tables.look(table_id, who))
    except NoTable:
        raise
    except GameError as error:
        problem = str(error)
    return _after(request, who, table_id, problem, given, picks)


def _after(
    request: Request,
    who: Person | None,
    table_id: str,
    problem: str,
    given: dict[str, str] | None = None,
    picks: Sequence[str] = (),
) -> Response:
    """How the table stands now."""
    if problem or is_part(request):
        return shown(request, who, table_id, list(picks), problem, given if problem else None)
    return go_to(f"/t/{table_id}")


def _someone(who: Person | None) -> Person:
    """Whoever asks, if it is somebody."""
    if who is None:
        raise GameError(_("Sit down first: this browser has no seat here."))
    return who


def _own_seat(table: Table, who: Person | None) -> int:
    """The seat of whoever decides."""
    seat = seat_of(table, who)
    if seat == SPECTATOR:
        raise GameError(_("You watch this table; you do not play at it."))
    return seat


def _number(form: dict[str, str], name: str) -> int:
    """A number in a form that the page itself filled in; nonsense is no state of any game."""
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


# --- Seats -------------------------------------------------------------------------------------


@routes.get("/i/{invitation}")
def invited(request: Request, site: Here, who: Who, invitation: str) -> Response:
    """An invitation: what is played there, and a button to sit down."""
    seat = site.tables.invited(invitation)
    if seat_of(site.tables.look(seat.table_id, who, invitation), who) != SPECTATOR:
        return go_to(f"/t/{seat.table_id}")
    return _invitation(request, who, invitation)


def _invitation(
    request: Request, who: Person | None, invitation: str, problem: str = "", name: str = ""
) -> Response:
    """The page of an invitation, with what did not work."""
    tables = request.app.state.site.tables
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
        problem=problem or ("" if free else _("Somebody sits there already.")),
    )


@routes.post("/t/{table_id}/sit")
def sit(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Sit down, by invitation or from the lobby; somebody new becomes a guest."""
    invitation, name = form.get("invitation", ""), form.get("name", "")
    site.tables.look(table_id, who, invitation)
    person, cookie, problem = who, None, ""
    try:
        person, cookie = welcomed(request, who, name)
        site.tables.sit_down(person, table_id, _number(form, "seat"), invitation)
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
    """Leave a table that has not begun."""
    return _gone(request, who, table_id, site.tables.stand_up)


@routes.post("/t/{table_id}/give-up")
def give_up(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """Leave a game that has begun: a bot plays on."""
    return _gone(request, who, table_id, site.tables.give_up)


@routes.post("/t/{table_id}/close")
def close(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """End a game against bots."""
    return _gone(request, who, table_id, site.tables.close)


def _gone(
    request: Request, who: Person | None, table_id: str, leave: Callable[[Person, str], None]
) -> Response:
    """Leave a table for the first page; where that cannot be, how the table stands."""
    request.app.state.site.tables.look(table_id, who)
    try:
        leave(_someone(who), table_id)
    except NoTable:
        raise
    except GameError as error:
        return _after(request, who, table_id, str(error))
    return go_to("/")


@routes.post("/t/{table_id}/bot")
def seat_bot(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Give a free seat to a bot."""

    def act(_table: Table) -> None:
        number, bot = _number(form, "seat"), form.get("bot", "")
        site.tables.seat_bot(_someone(who), table_id, number, bot)

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/free")
def free_seat(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Free a seat, so that somebody else can sit down there."""

    def act(_table: Table) -> None:
        site.tables.free_seat(_someone(who), table_id, _number(form, "seat"))

    return _tried(request, who, table_id, act)


@routes.post("/t/{table_id}/webhook")
def webhook(request: Request, site: Here, who: Who, table_id: str, form: Filled) -> Response:
    """Where a program wants to hear of this seat's turns."""
    return _tried(
        request,
        who,
        table_id,
        lambda table: site.tables.set_webhook(_someone(who), table_id, form.get("address", "")),
    )


# --- Live --------------------------------------------------------------------------------------


@routes.get("/t/{table_id}/stream")
async def stream(
    request: Request, site: Here, who: Who, table_id: str, have: str = ""
) -> EventSourceResponse:
    """Tells a page that there is something new; what it is, the page asks for itself."""
    await run_in_threadpool(site.tables.look, table_id, who)

    def look() -> str:
        """The version of the table, for whoever still has the cookie."""
        site.tables.look(table_id, person_of(request))
        return site.tables.version(table_id)

    async def news() -> AsyncIterator[ServerSentEvent]:
        seen = have
        with site.bus.waiting(table_id) as changed:
            while not (site.bus.closed or await request.is_disconnected()):
                changed.clear()
                try:
                    version = await run_in_threadpool(look)
                except NoTable:
                    yield ServerSentEvent("gone", event="table")
                    return
                if version != seen:
                    seen = version
                    yield ServerSentEvent(version, event="table", id=version)
                try:
                    await asyncio.wait_for(changed.wait(), PULSE_S)
                except TimeoutError:
                    continue

    return EventSourceResponse(news(), ping=int(PULSE_S), shutdown_grace_period=GRACE_S)
