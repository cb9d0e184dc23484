"""What the things on a table are, and what the coach says about a choice.

Pages request this when a person points at something; none of it is pushed. It comes from the
visitor's own view and is computed off the event loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from msgspec.json import encode

from kerys.draw.chart import svg_chart
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here
from kerys.server.pages.line_view import Moment, Wanted, line_at
from kerys.server.pages.replay import eyes_of
from kerys.server.pages.viewpoint import OPEN, viewpoint
from kerys.server.permissions import may_be_coached
from kerys.server.site import Site
from kerys.server.visits import Visit
from kerys.study.beliefs.panel import explain
from kerys.table.errors import SeatError
from kerys.table.explanations import coach
from kerys.table.view import View

routes = APIRouter(include_in_schema=False)
Thing = Annotated[str, Query(max_length=80)]
Text = Annotated[str, Query(alias="move", max_length=200)]


@routes.get("/t/{table_id}/explain")
def explained(
    site: Here, cookie: Cookie, table_id: str, thing: Thing, ply: int, revision: int
) -> Response:
    """A thing as the visitor saw it at a ply; nothing if that position was undone since."""

    def look(_visit: Visit, view: View) -> dict[str, Any]:
        return _explained(view, thing)

    return _told(site, cookie, table_id, ply, revision, look)


@routes.get("/t/{table_id}/replay/explain")
def replay_explained(
    site: Here, cookie: Cookie, table_id: str, thing: Thing, wanted: Moment
) -> Response:
    """A thing at a moment of a replay, from the chosen viewpoint."""

    def look(visit: Visit, owned: OwnedTable) -> bytes:
        return _replayed(owned, eyes_of(visit, wanted.eyes), visit.seat, wanted, thing)

    return Response(site.visits.look(cookie, table_id, look), media_type="application/json")


@routes.get("/t/{table_id}/shared/{share}/explain")
def shared_explained(
    site: Here, table_id: str, share: str, thing: Thing, wanted: Moment
) -> Response:
    """The same for a finished game, for anyone with the link to it."""
    eyes = OPEN if wanted.eyes is None else wanted.eyes

    def look(owned: OwnedTable) -> bytes:
        return _replayed(owned, eyes, SPECTATOR, wanted, thing)

    found = site.visits.look_at_shared(table_id, share, look)
    return Response(found, media_type="application/json")


@routes.get("/t/{table_id}/coach")
def coached(
    site: Here, cookie: Cookie, table_id: str, text: Text, ply: int, revision: int
) -> Response:
    """The coach's advice on a move, at tables where all other players are bots."""

    def look(visit: Visit, view: View) -> dict[str, Any]:
        if not may_be_coached(visit.table, visit.seat):
            raise SeatError(_("A coach helps you only where all other players are bots."))
        return {"coach": coach(view, text)}

    return _told(site, cookie, table_id, ply, revision, look)


def _explained(view: View, thing: str) -> dict[str, Any]:
    """What a thing is, for the script."""
    found = explain(view, thing)
    charts = [{"title": one.title, "drawn": svg_chart(one.bars)} for one in found.charts]
    return {"title": found.title, "lines": found.lines, "charts": charts}


def _replayed(owned: OwnedTable, eyes: str, own: int, wanted: Wanted, thing: str) -> bytes:
    """What a thing is at a moment, from a viewpoint; in a line, with all screens down."""
    game = owned.begun
    looking = viewpoint(game, eyes, own)
    if wanted.line is not None:
        _line, view = line_at(owned, wanted, wanted.line)
    else:
        view = looking.view(game, min(max(wanted.at, 0), game.ply))
    return encode(_explained(view, thing))


def _told(
    site: Site,
    cookie: Cookie,
    table_id: str,
    ply: int,
    revision: int,
    tell: Callable[[Visit, View], object],
) -> Response:
    """What to say about the position that a page shows; nothing if there was no such position."""

    def look(visit: Visit, owned: OwnedTable) -> bytes:
        game = owned.begun
        if not 0 <= ply <= game.ply:
            return b""
        view = game.view(visit.seat, ply)
        return encode(tell(visit, view)) if view.revision == revision else b""

    said = site.visits.look(cookie, table_id, look)
    return Response(said, 200 if said else 204, media_type="application/json")
