"""What happened at a table as a film: a drawing for every moment, as one seat saw it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from msgspec.json import encode

from kerys.locale import _
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here
from kerys.server.pages.table_parts import CUTS
from kerys.server.pages.table_view import WIDTHS, players
from kerys.server.pages.text_delta import chunks_of, delta
from kerys.server.visits import Visit
from kerys.table.errors import GameError
from kerys.table.view import View

routes = APIRouter(include_in_schema=False)
MOST_MOMENTS = 80
"""Of a longer time, the last ones are shown."""


@routes.get("/t/{table_id}/film")
def film(
    site: Here,
    cookie: Cookie,
    table_id: str,
    since: int,
    layout: str = "wide",
    whole: bool = True,
) -> Response:
    """All moments since a ply, for whoever asks: a drawing, then what became of it each time.

    A page that shows how things stood then needs no drawing of it (`whole`).
    """

    def look(visit: Visit, owned: OwnedTable) -> bytes:
        width = WIDTHS.get(layout, WIDTHS["wide"])
        return encode(frames(owned, visit.seat, since, width, whole))

    return Response(site.visits.look(cookie, table_id, look), media_type="application/json")


def frames(
    owned: OwnedTable, seat: int, since: int, width: int, whole: bool = True
) -> list[dict[str, Any]]:
    """A frame for each moment; the first one shows how things stood before, if that is wanted."""
    game = owned.begun
    if not 0 <= since <= game.ply:
        raise GameError(
            _("There are no moments since decision {since}: there have been {made}.").format(
                since=since, made=game.ply
            )
        )
    found = game.moments(seat, since)
    skipped = max(0, len(found) - MOST_MOMENTS)
    start = game.view_of(found[skipped - 1], seat) if skipped else game.view(seat, since)
    before = _drawn(start, width)
    first = ["", *chunks_of(before, CUTS["play"])] if whole or skipped else None
    told: list[dict[str, Any]] = [{**_standing(owned, start), "say": (), "board": first}]
    for moment in found[skipped:]:
        view = game.view_of(moment, seat)
        after = _drawn(view, width)
        told.append(
            {
                **_standing(owned, view),
                "say": moment.told.sentences,
                "board": delta(before, after, CUTS["play"]),
            }
        )
        before = after
    return told


def _drawn(view: View, width: int) -> tuple[str, ...]:
    """The board of a view."""
    return view.svg_pieces(width=width, theme=None)


def _standing(owned: OwnedTable, view: View) -> dict[str, Any]:
    """Where the game stands, beside the board."""
    points = [one.score for one in players(view, owned.known)]
    return {"heading": view.heading(), "points": points}
