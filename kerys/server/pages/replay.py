"""Replay: any moment of a game, from any viewpoint that is allowed; its record and its proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here, is_part, page, remember
from kerys.server.pages.table_view import WIDTHS, Chapter, ScoreLine, chapters, players
from kerys.server.visits import Visit
from kerys.table.commitment import Secret
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.panels import Panel
from kerys.table.record import record_of

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
OPEN = "open"
TOLD = 6


@dataclass(frozen=True)
class ReplayFrame:
    """One moment of a game."""

    at: int
    last: int
    over: bool
    heading: str
    players: tuple[ScoreLine, ...]
    boards: Mapping[str, str]
    panels: tuple[Panel, ...]
    story: tuple[Chapter, ...]


@routes.get("/t/{table_id}/replay")
def replay(
    request: Request, site: Here, cookie: Cookie, table_id: str, at: int = -1, eyes: str = ""
) -> Response:
    """A moment of a game; a link to it shows the same moment to others."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[Visit, str, ReplayFrame | GameError]:
        remember(request, visit.identity)
        chosen = eyes or (str(visit.seat) if visit.seat != SPECTATOR else "")
        try:
            return visit, chosen, moment(owned, at, chosen, visit.seat)
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
        link="",
    )


def moment(owned: OwnedTable, at: int, eyes: str, own: int) -> ReplayFrame:
    """What the chosen seat saw at a ply; other seats than one's own only once the game is over."""
    game = owned.begun
    ply = game.ply if at < 0 else min(at, game.ply)
    seat = _seat(game, eyes)
    if not game.over and (eyes == OPEN or seat not in (own, SPECTATOR)):
        raise SeatError(_("Screens stay up until the game is over."))
    view = game.open_view(SPECTATOR, ply) if eyes == OPEN else game.view(seat, ply)
    return ReplayFrame(
        at=ply,
        last=game.ply,
        over=game.over,
        heading=view.heading(),
        players=players(view, owned.known),
        boards={name: view.svg(width=width, theme=None) for name, width in WIDTHS.items()},
        panels=view.panels(),
        story=chapters(game.story(seat, max(0, ply - TOLD), ply)),
    )


def _seat(game: Game, eyes: str) -> int:
    """The seat that was chosen."""
    if eyes in ("", OPEN):
        return SPECTATOR
    if eyes in map(str, range(game.players)):
        return int(eyes)
    raise SeatError(_("There is no such seat."))


@routes.get("/t/{table_id}/record.kerys", response_class=PlainTextResponse)
def record(site: Here, cookie: Cookie, table_id: str) -> Response:
    """The record: whole once the game is over; before, what this seat may know."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[str, str]:
        bots = tuple(seat.bot for seat in visit.table.seats)
        return visit.table.game, record_of(owned.begun, visit.seat, bots).text()

    game, text = site.visits.look(cookie, table_id, look)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{table_id}.kerys"'}
    return PlainTextResponse(text, headers=headers)


@routes.get("/t/{table_id}/proof")
def proof(request: Request, site: Here, cookie: Cookie, table_id: str) -> Response:
    """The commitment to the deal, and once the game is over its key and a check of everything."""
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
    """What is wrong with the record of a finished game, if anything; and what it was dealt from."""
    if visit.table.status != "over":
        return visit, "", None
    try:
        record_of(owned.begun).verify()
    except GameError as error:
        return visit, str(error), owned.begun.secret
    return visit, "", owned.begun.secret
