"""A finished game for everyone with its link, and the preview picture for other sites.

The link contains a secret that is shown only to people who may see the table. It opens nothing
before the game is over, and then only the replay: no chat, no seats.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kerys.draw.preview import Scored, games_preview, result_preview
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.assets import A_WEEK
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Here, Who, is_part, page, site_of, site_url_of
from kerys.server.pages.line_view import Moment, Wanted
from kerys.server.pages.pictures import fullest, midway
from kerys.server.pages.replay import ReplayFrame, moment, unfolded
from kerys.server.pages.table_view import ScoreLine, outcome, players
from kerys.server.pages.viewpoint import OPEN
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
FOR_OTHERS = {"Cache-Control": A_WEEK, "Cross-Origin-Resource-Policy": "cross-origin"}
"""Headers of pictures that other sites may show."""
MOST_PREVIEWS = 64
Result = tuple[ScoreLine, ...]


@routes.get("/t/{table_id}/shared/{share}")
def shared(
    request: Request,
    who: Who,
    table_id: str,
    share: str,
    wanted: Moment,
) -> Response:
    """A moment of a finished game; by default its end, with nothing hidden."""
    return shared_moment(request, who, table_id, share, wanted)


def shared_moment(
    request: Request,
    who: Person | None,
    table_id: str,
    share: str,
    wanted: Wanted,
    problem: str = "",
) -> Response:
    """A moment of a finished game for everyone with its link, with an error if there was one."""
    eyes, site = OPEN if wanted.eyes is None else wanted.eyes, site_of(request)

    def look(owned: OwnedTable) -> tuple[TableSnapshot, Result, ReplayFrame]:
        result = players(owned.begun.view(SPECTATOR), owned.known)
        seen = moment(owned, wanted, eyes, SPECTATOR, unfolded(request), reviews=site.reviews)
        return owned.known, result, seen

    try:
        table, result, found = site.visits.look_at_shared(table_id, share, look)
    except NoTable:
        raise
    except GameError as error:
        status = 404 if wanted.line is None else 422
        return page(request, "error.html", who, status, problem=str(error))
    address, site_url = f"/t/{table_id}/shared/{share}", site_url_of(request)
    return page(
        request,
        "replay_part.html" if is_part(request) else "replay.html",
        who,
        409 if problem else 200,
        table=table,
        game=GAMES[table.game],
        own=SPECTATOR,
        eyes=eyes,
        moment=found,
        address=address,
        review=f"{address}/review",
        site_url=site_url,
        link=site_url + address,
        line_link=site_url + address,
        problem=problem,
        outcome=outcome(result),
        scores=", ".join(f"{one.name} {one.score}" for one in by_rank(result)),
    )


def by_rank(result: Result) -> list[ScoreLine]:
    """The players, the winner first."""
    return sorted(result, key=lambda one: one.rank)


_previews: dict[str, bytes] = {}


@routes.get("/t/{table_id}/shared/{share}/preview.png")
def preview(site: Here, table_id: str, share: str) -> Response:
    """The preview picture: the board at its fullest, and the result."""

    def look(owned: OwnedTable) -> bytes:
        drawn = _previews.get(owned.id)
        if drawn is None:
            result = players(owned.begun.view(SPECTATOR), owned.known)
            lines = [
                Scored(one.seat, one.name, one.score, one.rank == 1) for one in by_rank(result)
            ]
            title = GAMES[owned.known.game].wording.title
            drawn = result_preview(fullest(owned.begun), title, outcome(result), lines)
            if len(_previews) >= MOST_PREVIEWS:
                _previews.clear()
            _previews[owned.id] = drawn
        return drawn

    picture = site.visits.look_at_shared(table_id, share, look)
    return Response(picture, media_type="image/png", headers=FOR_OTHERS)


@routes.get("/picture/preview.png")
def site_preview() -> Response:
    """The preview picture of the site, with all games."""
    if "" not in _previews:
        views = [midway(name).view(SPECTATOR) for name in GAMES]
        _previews[""] = games_preview(views, "Kerys", _("Two classic board games in your browser"))
    return Response(_previews[""], media_type="image/png", headers=FOR_OTHERS)
