"""The page of a table: the game while it runs, decisions, chat, and what happens live."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Protocol

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from kerys.bots import level_names
from kerys.games import GAMES
from kerys.server.authority import NoTable
from kerys.server.bot_workers import STAND_IN
from kerys.server.identity import Asker
from kerys.server.move_picker import MOST_PICKS
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import (
    Cookie,
    Filled,
    Here,
    form_number,
    go_to,
    is_part,
    page,
    remember,
    site_of,
)
from kerys.server.pages.home import rematch_form
from kerys.server.pages.table_view import Shown, show
from kerys.server.permissions import may_close, seat_of
from kerys.server.site import Site
from kerys.server.snapshots import LogEvent, Said
from kerys.server.tables import OPEN_FOR
from kerys.server.visits import Look, Visit
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
PULSE_S = 20.0
"""How often a quiet stream shows that it is still there."""
GRACE_S = 2.0
"""How long a stream may take to end when the site stops."""
Picks = Annotated[list[str], Query(alias="pick", max_length=MOST_PICKS + 1)]
Sight = tuple[Visit, Shown | None, tuple[Said, ...]]
"""Somebody at a table, the game as they see it, and what was said there."""


@routes.get("/t/{table_id}")
def look(request: Request, cookie: Cookie, table_id: str, pick: Picks = []) -> Response:  # noqa: B006
    """The page of a table, or only its inner part."""
    return shown(request, cookie, table_id, pick)


def shown(
    request: Request,
    asker: Asker,
    table_id: str,
    picks: Sequence[str],
    problem: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """A table for whoever asks, with what went wrong and what they had typed."""
    site = site_of(request)
    return _rendered(
        request, site.visits.look(asker, table_id, _seeing(site, picks)), problem, given
    )


def _seeing(site: Site, picks: Sequence[str]) -> Look[Sight]:
    """Looks at all that a page shows; of an open table there is no game yet."""

    def seen(visit: Visit, owned: OwnedTable) -> Sight:
        messages = site.authority.said(owned)
        if owned.game is None:
            return visit, None, messages
        found = show(owned.game, owned.events, visit.seat, picks)
        if found.may_undo and owned.was_late(visit.seat):  # what the clock decided stands
            found = replace(found, may_undo=False)
        return visit, found, messages

    return seen


def _unseen(visit: Visit, _owned: OwnedTable) -> Sight:
    """Nothing is drawn for a browser that is sent to the page of the table."""
    return visit, None, ()


def _rendered(
    request: Request, sight: Sight, problem: str = "", given: dict[str, str] | None = None
) -> Response:
    """The page of a table, or only its inner part, from what is in memory."""
    visit, game, messages = sight
    remember(request, visit.identity)
    table, site = visit.table, site_of(request)
    words = {
        "table": table,
        "game": GAMES[table.game],
        "seat": visit.seat,
        "rematch": rematch_form(table, visit.seat),
        "may_close": may_close(table, visit.person),
        "stand_in": STAND_IN,
        "days_open": OPEN_FOR.days,
        "version": table.version,
        "messages": messages,
        "levels": level_names(),
        "problem": problem,
        "given": given or {},
        "shown": game,
        "url": site.settings.url or str(request.base_url).rstrip("/"),
    }
    name = "table_part.html" if is_part(request) else "table.html"
    return page(request, name, visit.person, 409 if problem else 200, **words)


# --- Decisions ---------------------------------------------------------------------------------


@routes.post("/t/{table_id}/move")
def move(request: Request, site: Here, cookie: Cookie, table_id: str, form: Filled) -> Response:
    """A decision that was confirmed."""
    text, revision = form.get("move", ""), form_number(form, "revision")
    act = partial(site.visits.move, cookie, table_id, text, revision)
    return _acted(request, cookie, table_id, act)


@routes.post("/t/{table_id}/undo")
def undo(request: Request, site: Here, cookie: Cookie, table_id: str, form: Filled) -> Response:
    """Take the last decision back."""
    act = partial(site.visits.undo, cookie, table_id, form_number(form, "revision"))
    return _acted(request, cookie, table_id, act)


@routes.post("/t/{table_id}/say")
def say(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    form: Filled,
    pick: Picks = [],  # noqa: B006
) -> Response:
    """Say something; what is picked meanwhile stays."""
    act = partial(site.visits.say, cookie, table_id, form.get("text", ""))
    return _acted(request, cookie, table_id, act, form, pick)


class Act(Protocol):
    """Does something at a table, and then looks at it."""

    def __call__(self, *, look: Look[Sight]) -> Sight:
        """Do it."""
        ...


def _acted(
    request: Request,
    asker: Asker,
    table_id: str,
    act: Act,
    given: dict[str, str] | None = None,
    picks: Sequence[str] = (),
) -> Response:
    """Act at a table and look at it in one transaction; or say what was wrong."""
    part = is_part(request)
    try:
        sight = act(look=_seeing(site_of(request), picks) if part else _unseen)
    except NoTable:
        raise
    except GameError as error:
        return shown(request, asker, table_id, picks, str(error), given)
    return _rendered(request, sight) if part else go_to(f"/t/{table_id}")


# --- Live --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PageEyes:
    """The eyes of a page: it hears that something is new, and asks for it itself."""

    seat: int

    def remember(self, owned: OwnedTable) -> None:
        """Nothing."""

    def whole(self, owned: OwnedTable) -> bytes:
        """The version."""
        return str(owned.known.version).encode()

    def change(
        self, owned: OwnedTable, events: Sequence[LogEvent], remembered: None
    ) -> tuple[bytes, None]:
        """The version."""
        return self.whole(owned), None


@routes.get("/t/{table_id}/stream")
async def stream(
    request: Request, site: Here, cookie: Cookie, table_id: str, have: int = -1
) -> EventSourceResponse:
    """Tells a page that there is something new; what it is, the page asks for itself."""
    await site.following.enter(cookie, table_id)

    async def news() -> AsyncIterator[ServerSentEvent]:
        choose = lambda table, person: PageEyes(seat_of(table, person))  # noqa: E731
        async for one in site.following.follow(cookie, table_id, choose, have):
            if one.kind == "gone":
                yield ServerSentEvent("gone", event="table")
            elif one.kind != "pulse":
                yield ServerSentEvent(one.data.decode(), event="table", id=str(one.version))

    return EventSourceResponse(news(), ping=int(PULSE_S), shutdown_grace_period=GRACE_S)
