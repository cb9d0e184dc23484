"""A replay as a film: the moments of a few decisions at a time, from the chosen viewpoint."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from msgspec.json import encode

from kerys.kernel.contract import SPECTATOR
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here
from kerys.server.pages.film import MOST_MOMENTS, Frame, Shot, check_since, filmed
from kerys.server.pages.replay import eyes_of
from kerys.server.pages.table_view import LAYOUTS
from kerys.server.pages.viewpoint import OPEN, Viewpoint, viewpoint
from kerys.server.visits import Visit

routes = APIRouter(include_in_schema=False)
MOST_FRAMES = 24
"""How many moments are sent at once, unless a single decision has more."""


@routes.get("/t/{table_id}/replay/film")
def replay_film(
    site: Here,
    cookie: Cookie,
    table_id: str,
    since: int,
    eyes: str | None = None,
    layout: str = "wide",
) -> Response:
    """What the next decisions after a ply did, for anyone who may see the table."""

    def look(visit: Visit, owned: OwnedTable) -> bytes:
        return _reel(owned, eyes_of(visit, eyes), visit.seat, since, layout)

    return Response(site.visits.look(cookie, table_id, look), media_type="application/json")


@routes.get("/t/{table_id}/shared/{share}/film")
def shared_film(
    site: Here, table_id: str, share: str, since: int, eyes: str = OPEN, layout: str = "wide"
) -> Response:
    """The same for a finished game, for anyone with the link to it."""

    def look(owned: OwnedTable) -> bytes:
        return _reel(owned, eyes, SPECTATOR, since, layout)

    found = site.visits.look_at_shared(table_id, share, look)
    return Response(found, media_type="application/json")


def _reel(owned: OwnedTable, eyes: str, own: int, since: int, layout: str) -> bytes:
    """Frames for a page, encoded."""
    looking = viewpoint(owned.begun, eyes, own)
    return encode(reel(owned, looking, since, layout if layout in LAYOUTS else LAYOUTS[0]))


def reel(owned: OwnedTable, looking: Viewpoint, since: int, layout: str) -> list[Frame]:
    """A frame for the position at a ply, then those of the next decisions; at the end, no others.

    A decision that is hidden from this viewpoint has a frame too, so that every decision counts.
    """
    game = owned.begun
    check_since(game, since)
    shots: list[Shot] = []
    for index in range(since, game.ply):
        told = looking.moments(game, index)[-MOST_MOMENTS:]
        if shots and len(shots) + max(1, len(told)) > MOST_FRAMES:
            break
        shots += [Shot(game.view_of(one, looking.seat), one.told.sentences) for one in told]
        if not told:
            shots.append(Shot(looking.view(game, index + 1), ()))
    return list(filmed(owned, looking.view(game, since), shots, layout))
