"""The page of a table: the running game, decisions, chat and live updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Protocol

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from kerys.draw.svg import seat_look
from kerys.kernel.contract import SPECTATOR
from kerys.server.decisions import Decide, moving, undoing
from kerys.server.event_stream import event_stream
from kerys.server.identity import Asker
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
    site_url_of,
)
from kerys.server.pages.page_feed import PageEyes, page_eyes
from kerys.server.pages.table_parts import Sight, draw_parts, whole
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.server.visits import Look, Visit
from kerys.table.errors import GameError
from kerys.table.picking import MOST_PICKS

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
LAYOUT = "X-Layout"
"""The header in which a page says which layout fits its screen."""
FOLLOWING = "X-Following"
"""The header in which a page says that it gets live updates and needs no other answer."""
UNFOLDED = "panel"
"""The parameter in which a page names each open panel."""
VERSION = "X-Version"
"""The header that tells such a page which version to expect."""
Picks = Annotated[list[str], Query(alias="pick", max_length=MOST_PICKS + 1)]
Looked = tuple[Visit, Sight | None]
"""A visit to a table, and what the visitor sees there, if wanted."""


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
    """A table for the visitor, with an error and what they had typed, if any."""
    found = site_of(request).visits.look(asker, table_id, _seeing(request, picks))
    return _rendered(request, found, problem, given)


def eyes_of(request: Request, table: TableSnapshot, person: Person | None, layout: str) -> PageEyes:
    """The view of the page that sent the request."""
    site = site_of(request)
    unfolded = request.query_params.getlist(UNFOLDED)
    return page_eyes(site, table, person, layout, site_url_of(request), unfolded)


def _seeing(request: Request, picks: Sequence[str]) -> Look[Looked]:
    """Gets all that a page shows; one with scripts needs one drawing and no list of options."""
    scripted = is_part(request)
    layout = request.headers.get(LAYOUT, "") if scripted else ""

    def seen(visit: Visit, owned: OwnedTable) -> Looked:
        eyes = eyes_of(request, visit.table, visit.person, layout)
        return visit, eyes.look(owned) if scripted else eyes.look_without_script(owned, picks)

    return seen


def _unseen(visit: Visit, _owned: OwnedTable) -> Looked:
    """Draw nothing for a browser that is redirected to the table or gets live updates."""
    return visit, None


def _rendered(
    request: Request, found: Looked, problem: str = "", given: dict[str, str] | None = None
) -> Response:
    """Render the page of a table, or only its inner part, from what is in memory."""
    visit, sight = found
    assert sight is not None
    remember(request, visit.identity)
    sight = replace(sight, problem=problem, given=given or {})
    templates = site_of(request).templates
    who = eyes_of(request, visit.table, visit.person, "").who
    inner = whole(templates, sight, draw_parts(templates, who, sight, {}))
    status = 409 if problem else 200
    if is_part(request):
        return HTMLResponse(inner, status)
    return page(
        request,
        "table.html",
        visit.person,
        status,
        table=sight.table,
        title=sight.title,
        asked=sight.asked,
        whole=inner,
        look=seat_look(visit.seat) if visit.seat != SPECTATOR else "",
    )


# --- Decisions ---------------------------------------------------------------------------------


@routes.post("/t/{table_id}/move")
async def move(
    request: Request, site: Here, cookie: Cookie, table_id: str, form: Filled
) -> Response:
    """Make a confirmed decision."""
    text, revision = form.get("move", ""), form_number(form, "revision")
    if _follows(request):
        return await _decided(request, cookie, table_id, moving(text, revision))
    act = partial(site.visits.move, cookie, table_id, text, revision)
    return await run_in_threadpool(_acted, request, cookie, table_id, act)


@routes.post("/t/{table_id}/undo")
async def undo(
    request: Request, site: Here, cookie: Cookie, table_id: str, form: Filled
) -> Response:
    """Take back the last decision."""
    revision = form_number(form, "revision")
    if _follows(request):
        return await _decided(request, cookie, table_id, undoing(revision))
    act = partial(site.visits.undo, cookie, table_id, revision)
    return await run_in_threadpool(_acted, request, cookie, table_id, act)


@routes.post("/t/{table_id}/ask")
async def ask(
    request: Request, site: Here, cookie: Cookie, table_id: str, form: Filled
) -> Response:
    """Ask the master; the answer appears on the asker's page."""
    try:
        found = await site.master.ask(cookie, table_id, form_number(form, "revision"))
    except NoTable:
        raise
    except GameError as error:
        return await run_in_threadpool(shown, request, cookie, table_id, (), str(error))
    if _follows(request):
        return _to_be_told(found.table)
    if is_part(request):
        return await run_in_threadpool(shown, request, cookie, table_id, ())
    return go_to(f"/t/{table_id}")


def _follows(request: Request) -> bool:
    """Whether the request comes from a page that gets live updates."""
    return is_part(request) and FOLLOWING in request.headers


async def _decided(request: Request, asker: Asker, table_id: str, decide: Decide) -> Response:
    """Make a decision for a page that gets live updates; or say what was wrong."""
    try:
        after = await site_of(request).visits.decide_soon(asker, table_id, decide)
    except NoTable:
        raise
    except GameError as error:
        return await run_in_threadpool(shown, request, asker, table_id, (), str(error))
    return _to_be_told(after)


def _to_be_told(table: TableSnapshot) -> Response:
    """An empty answer with the version of the update that will show the result."""
    return Response(status_code=204, headers={VERSION: str(table.version)})


@routes.post("/t/{table_id}/say")
def say(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    form: Filled,
    pick: Picks = [],  # noqa: B006
) -> Response:
    """Send a chat message; picks are kept."""
    act = partial(site.visits.say, cookie, table_id, form.get("text", ""))
    return _acted(request, cookie, table_id, act, form, pick)


class Act(Protocol):
    """Does something at a table, then looks at it."""

    def __call__(self, *, look: Look[Looked]) -> Looked:
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
    part, follows = is_part(request), _follows(request)
    try:
        found = act(look=_seeing(request, picks) if part and not follows else _unseen)
    except NoTable:
        raise
    except GameError as error:
        return shown(request, asker, table_id, picks, str(error), given)
    if not part:
        return go_to(f"/t/{table_id}")
    if follows:
        return _to_be_told(found[0].table)
    return _rendered(request, found)


# --- Live --------------------------------------------------------------------------------------


@routes.get("/t/{table_id}/stream")
async def stream(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    have: int = -1,
    base: str = "",
    layout: str = "",
) -> StreamingResponse:
    """Everything that changes on a page: first `table`, then one `change` after another.

    A page that reconnects says which version it has, and of which view; it gets what it missed.
    """

    def choose(table: TableSnapshot, person: Person | None) -> PageEyes:
        return eyes_of(request, table, person, layout)

    visit = await site.following.enter(cookie, table_id)
    eyes = choose(visit.table, visit.person)
    if base != eyes.base:
        have = -1
    return event_stream(request, site.following.follow(cookie, table_id, choose, have, eyes))
