"""Replay: any moment of a game, from any viewpoint that is allowed; its record and its proof."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from markupsafe import Markup

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.server.identity import Asker
from kerys.server.kept_lines import record_at
from kerys.server.line_judge import LineJudge
from kerys.server.lines import Line
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here, is_part, page, remember, site_of, site_url_of
from kerys.server.pages.jumps import Jumps, jumps
from kerys.server.pages.line_view import (
    KeptShown,
    Moment,
    ShownLine,
    Wanted,
    kept_shown,
    line_at,
    shown_line,
)
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
from kerys.server.pages.viewpoint import Viewpoint, viewpoint
from kerys.server.reviews import Reviews
from kerys.server.store import Person
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
    line: ShownLine | None = None
    """A line that goes on from a moment, if one is tried."""
    kept: tuple[KeptShown, ...] = ()
    """The lines that are kept with the game."""
    judged: tuple[JudgedHere, ...] = ()
    """What a review says about the decisions before and after this moment."""


@routes.get("/t/{table_id}/replay")
def replay(
    request: Request,
    cookie: Cookie,
    table_id: str,
    wanted: Moment,
) -> Response:
    """A moment of a game, by default from your own viewpoint; its link can be shared."""
    return replayed(request, cookie, table_id, wanted)


def replayed(
    request: Request, asker: Asker, table_id: str, wanted: Wanted, problem: str = ""
) -> Response:
    """A moment of a game, with an error if there was one."""
    site = site_of(request)

    def look(visit: Visit, owned: OwnedTable) -> tuple[Visit, str, ReplayFrame | GameError]:
        remember(request, visit.identity)
        chosen = eyes_of(visit, wanted.eyes)
        try:
            shown = moment(
                owned, wanted, chosen, visit.seat, unfolded(request), visit.person, site.reviews
            )
            return visit, chosen, shown
        except GameError as error:
            return visit, chosen, error

    visit, chosen, found = site.visits.look(asker, table_id, look)
    if isinstance(found, GameError):
        status = 404 if wanted.line is None else 422
        return page(request, "error.html", visit.person, status, problem=str(found))
    address = f"/t/{table_id}/replay"
    return page(
        request,
        "replay_part.html" if is_part(request) else "replay.html",
        visit.person,
        409 if problem else 200,
        table=visit.table,
        game=GAMES[visit.table.game],
        own=visit.seat,
        eyes=chosen,
        moment=found,
        address=address,
        review=f"/t/{table_id}/review",
        link="",
        line_link=f"{site_url_of(request)}/t/{table_id}/shared/{visit.table.share}",
        problem=problem,
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
    wanted: Wanted,
    eyes: str,
    own: int,
    unfolded: Collection[str] | None = None,
    person: Person | None = None,
    reviews: Reviews | None = None,
) -> ReplayFrame:
    """What the chosen seat saw at a ply; seats other than your own only once the game is over."""
    game = owned.begun
    looking = viewpoint(game, eyes, own)
    if wanted.line is not None:
        judge = reviews.line_judge if reviews else None
        return _line_moment(owned, wanted, wanted.line, eyes, unfolded, judge)
    ply = game.ply if wanted.at < 0 else min(wanted.at, game.ply)
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
        kept=kept_shown(owned, eyes, person),
        judged=judged_at(game, reviews.of(owned), ply) if reviews and game.over else (),
    )


def _line_moment(
    owned: OwnedTable,
    wanted: Wanted,
    line: Line,
    eyes: str,
    unfolded: Collection[str] | None,
    judge: LineJudge | None,
) -> ReplayFrame:
    """A moment of a line, with all screens down."""
    game, view = line_at(owned, wanted, line)
    return ReplayFrame(
        at=game.ply,
        last=owned.begun.ply,
        over=True,
        heading=view.heading(),
        seen_by=Viewpoint(SPECTATOR, open=True).words(game.names),
        jumps=Jumps((), ()),
        players=players(view, owned.known),
        play=Markup("".join(play_pieces(view, owned.known, LAYOUTS))),
        panels=panels(view, unfolded),
        story=chapters(game.story(SPECTATOR, max(0, game.ply - TOLD), game.ply)),
        line=shown_line(owned, view, eyes, wanted, line, judge),
    )


@routes.get("/t/{table_id}/record.kerys", response_class=PlainTextResponse)
def record(site: Here, cookie: Cookie, table_id: str) -> Response:
    """The record: complete once the game is over; before that, what your seat may know."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[str, str]:
        return visit.table.game, record_at(owned, visit.seat).text()

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
        source=table.continued if visit.person and visit.person.id == table.host_id else "",
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
