"""What happened at a table, as a film: one drawing per moment, as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec.json import encode

from kerys.locale import _, ngettext
from kerys.server.event_stream import takes_gzip
from kerys.server.owned_table import OwnedTable
from kerys.server.packing import pack_whole
from kerys.server.pages.common import Cookie, Here
from kerys.server.pages.table_parts import CUTS
from kerys.server.pages.table_view import LAYOUTS, play_pieces, players
from kerys.server.pages.text_delta import chunks_of, delta
from kerys.server.visits import Visit
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.view import View

routes = APIRouter(include_in_schema=False)
MOST_MOMENTS = 80
"""The most moments in a film; a longer one shows only the last ones."""

Frame = dict[str, Any]
"""A moment for the page: its ply, where the game stands then, the sentences to show, and the board
as a delta from the one before."""


class Shot(NamedTuple):
    """A moment of a film."""

    view: View
    said: Sequence[str]


@routes.get("/t/{table_id}/film")
def film(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    since: int,
    layout: str = "wide",
    whole: bool = True,
    revision: int | None = None,
) -> Response:
    """All moments since a ply, as the visitor saw them: one drawing, then a delta for each moment.

    A page that still shows the position at that ply needs no first drawing (`whole`). A page that
    comes back says which state it saw last (`revision`).
    """

    def look(visit: Visit, owned: OwnedTable) -> bytes:
        chosen = layout if layout in LAYOUTS else LAYOUTS[0]
        if revision is not None:
            return encode(missed(owned, visit.seat, since, revision, chosen))
        return encode(frames(owned, visit.seat, since, chosen, whole))

    shown = site.visits.look(cookie, table_id, look)
    if not takes_gzip(request):
        return Response(shown, media_type="application/json")
    # Compressed here: the middleware would take ten times as long, for a fifth less.
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(pack_whole(shown), media_type="application/json", headers=headers)


def frames(
    owned: OwnedTable, seat: int, since: int, layout: str, whole: bool = True
) -> list[Frame]:
    """A frame for each moment; the first one shows the position before them, if wanted."""
    game = owned.begun
    check_since(game, since)
    found = game.moments(seat, since)
    skipped = max(0, len(found) - MOST_MOMENTS)
    start = game.view_of(found[skipped - 1], seat) if skipped else game.view(seat, since)
    shots = (Shot(game.view_of(one, seat), one.told.sentences) for one in found[skipped:])
    return list(filmed(owned, start, shots, layout, whole or skipped > 0))


def check_since(game: Game, since: int) -> None:
    """Refuse a film that starts at a ply that doesn't exist."""
    if not 0 <= since <= game.ply:
        raise GameError(
            _("There is no decision {since} yet: only {made} have been made.").format(
                since=since, made=game.ply
            )
        )


def filmed(
    owned: OwnedTable, start: View, shots: Iterable[Shot], layout: str, whole: bool = True
) -> Iterator[Frame]:
    """A frame for the starting position, and one for each shot."""
    before = play_pieces(start, owned.known, (layout,))
    first = ["", *chunks_of(before, CUTS["play"])] if whole else None
    yield {**_standing(owned, start), "say": (), "board": first}
    for view, said in shots:
        after = play_pieces(view, owned.known, (layout,))
        board = delta(before, after, CUTS["play"])
        yield {**_standing(owned, view), "say": said, "board": board}
        before = after


def missed(owned: OwnedTable, seat: int, since: int, revision: int, layout: str) -> list[Frame]:
    """The same with an offer to watch it; nothing if the state last seen has been undone."""
    game = owned.begun
    if not 0 <= since <= game.ply or game.view(seat, since).revision != revision:
        return []
    first, *others = frames(owned, seat, since, layout)
    offer = ngettext(
        "Watch what you missed ({number} moment)",
        "Watch what you missed ({number} moments)",
        len(others),
    )
    return [{**first, "offer": offer}, *others]


def _standing(owned: OwnedTable, view: View) -> Frame:
    """The text around the board: where the game stands, and the points."""
    points = [one.score for one in players(view, owned.known)]
    return {"at": view.ply, "heading": view.heading(), "points": points}
