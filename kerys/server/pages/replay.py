"""Replay: any moment of a game, from any viewpoint that is allowed; its record and its proof."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from markupsafe import Markup

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here, is_part, page, remember
from kerys.server.pages.jumps import Jumps, jumps
from kerys.server.pages.page_feed import MOST_UNFOLDED
from kerys.server.pages.review_view import JudgedHere, judged_at
from kerys.server.pages.table_view import (
    LAYOUTS,
    Chapter,
    ScoreLine,
    chapters,
    play_pieces,
    players,
)
from kerys.server.pages.viewpoint import viewpoint
from kerys.server.reviews import Reviews
from kerys.server.visits import Visit
from kerys.study.beliefs.panel import panels
from kerys.table.commitment import Secret
from kerys.table.errors import GameError
from kerys.table.panels import Panel
from kerys.table.record import record_of

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
TOLD = 6
PANELS = "X-Panels"
"""The header in which a page with scripts names its open panels."""


@dataclass(frozen=True)
class ReplayFrame:
    """One moment of a game."""

    at: int
    last: int
    over: bool
    heading: str
    seen_by: str
    """Whose viewpoint this is, in words."""
    jumps: Jumps
    players: tuple[ScoreLine, ...]
    play: Markup
    panels: tuple[Panel, ...]
    story: tuple[Chapter, ...]
    judged: tuple[JudgedHere, ...] = ()
    """What a review says about the decisions before and after this moment."""


@routes.get("/t/{table_id}/replay")
def replay(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    at: int = -1,
    eyes: str | None = None,
) -> Response:
    """A moment of a game, by default from your own viewpoint; its link can be shared."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[Visit, str, ReplayFrame | GameError]:
        remember(request, visit.identity)
        chosen = eyes_of(visit, eyes)
        try:
            seen = moment(owned, at, chosen, visit.seat, unfolded(request), site.reviews)
            return visit, chosen, seen
        except GameError as error:
            return visit, chosen, error

    visit, chosen, found = site.visits.look(cookie, table_id, look)
    if isinstance(found, GameError):
        return page(request, "error.html", visit.person, 404, problem=str(found))
    return page(
        request,
        "replay_part.html" if is_part(request) else "replay.html",
        visit.person,
        table=visit.table,
        game=GAMES[visit.table.game],
        own=visit.seat,
        eyes=chosen,
        moment=found,
        address=f"/t/{table_id}/replay",
        review=f"/t/{table_id}/review",
        link="",
    )


def eyes_of(visit: Visit, chosen: str | None) -> str:
    """The chosen viewpoint; by default, players have that of their own seat."""
    if chosen is not None:
        return chosen
    return "" if visit.seat == SPECTATOR else str(visit.seat)


def unfolded(request: Request) -> Collection[str] | None:
    """The panels that are open on the page that sent a request; None means all of them."""
    if not is_part(request) or PANELS not in request.headers:
        return None
    return request.headers[PANELS].split()[:MOST_UNFOLDED]


def moment(
    owned: OwnedTable,
    at: int,
    eyes: str,
    own: int,
    unfolded: Collection[str] | None = None,
    reviews: Reviews | None = None,
) -> ReplayFrame:
    """What the chosen seat saw at a ply; seats other than your own only once the game is over."""
    game = owned.begun
    ply = game.ply if at < 0 else min(at, game.ply)
    looking = viewpoint(game, eyes, own)
    view = looking.view(game, ply)
    return ReplayFrame(
        at=ply,
        last=game.ply,
        over=game.over,
        heading=view.heading(),
        seen_by=looking.words(game.names),
        jumps=jumps(game, looking.seat),
        players=players(view, owned.known),
        play=Markup("".join(play_pieces(view, owned.known, LAYOUTS))),
        panels=panels(view, unfolded),
        story=chapters(game.story(looking.seat, max(0, ply - TOLD), ply)),
        judged=judged_at(game, reviews.of(owned), ply) if reviews and game.over else (),
    )


@routes.get("/t/{table_id}/record.kerys", response_class=PlainTextResponse)
def record(site: Here, cookie: Cookie, table_id: str) -> Response:
    """The record: complete once the game is over; before that, what your seat may know."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[str, str]:
        bots = tuple(seat.bot for seat in visit.table.seats)
        return visit.table.game, record_of(owned.begun, visit.seat, bots).text()

    game, text = site.visits.look(cookie, table_id, look)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{table_id}.kerys"'}
    return PlainTextResponse(text, headers=headers)


@routes.get("/t/{table_id}/proof")
def proof(request: Request, site: Here, cookie: Cookie, table_id: str) -> Response:
    """The commitment to the deal; once the game is over, also its key and a full verification."""
    visit, problem, secret = site.visits.look(cookie, table_id, _verified)
    remember(request, visit.identity)
    table, over = visit.table, visit.table.status == "over"
    return page(
        request,
        "proof.html",
        visit.person,
        table=table,
        game=GAMES[table.game],
        proved=over and not problem,
        problem=problem,
        key=secret.key.hex() if secret else "",
        salt=secret.salt.hex() if secret else "",
    )


def _verified(visit: Visit, owned: OwnedTable) -> tuple[Visit, str, Secret | None]:
    """What is wrong with the record of a finished game, if anything; and the secret of its deal."""
    if visit.table.status != "over":
        return visit, "", None
    try:
        record_of(owned.begun).verify()
    except GameError as error:
        return visit, str(error), owned.begun.secret
    return visit, "", owned.begun.secret
