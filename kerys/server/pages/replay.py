"""A game once more: any moment of it, from the eyes of those who may see it; record and proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.pages.common import Here, Who, is_part, page
from kerys.server.pages.table_view import NARROW, WIDE, Chapter, ScoreLine, chapters, players
from kerys.server.permissions import seat_of
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
    wide: str
    narrow: str
    panels: tuple[Panel, ...]
    story: tuple[Chapter, ...]


@routes.get("/t/{table_id}/replay")
def replay(
    request: Request, site: Here, who: Who, table_id: str, at: int = -1, eyes: str = ""
) -> Response:
    """A moment of a game; a link to it shows the same moment to others."""
    table = site.tables.look(table_id, who)
    own = seat_of(table, who)
    words: dict[str, Any] = {
        "table": table,
        "game": GAMES[table.game],
        "own": own,
        "eyes": eyes or (str(own) if own != SPECTATOR else ""),
    }
    try:
        words["moment"] = site.authority.read(
            table_id, lambda game, _events: moment(game, at, words["eyes"], own)
        )
    except GameError as error:
        return page(request, "error.html", who, 404, problem=str(error))
    return page(request, "replay_part.html" if is_part(request) else "replay.html", who, **words)


def moment(game: Game, at: int, eyes: str, own: int) -> ReplayFrame:
    """What the chosen eyes saw at a ply; other eyes than one's own only once the game is over."""
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
        players=players(view),
        wide=view.svg(width=WIDE, theme=None),
        narrow=view.svg(width=NARROW, theme=None),
        panels=view.panels(),
        story=chapters(game.story(seat, max(0, ply - TOLD), ply)),
    )


def _seat(game: Game, eyes: str) -> int:
    """Whose eyes a word means."""
    if eyes in ("", OPEN):
        return SPECTATOR
    if eyes in map(str, range(game.players)):
        return int(eyes)
    raise SeatError(_("There are no such eyes at this table."))


@routes.get("/t/{table_id}/record.kerys", response_class=PlainTextResponse)
def record(site: Here, who: Who, table_id: str) -> Response:
    """The record: whole once the game is over; before, what this seat may know."""
    table = site.tables.look(table_id, who)
    bots = tuple(seat.bot for seat in table.seats)
    text = site.authority.read(
        table_id, lambda game, _events: record_of(game, seat_of(table, who), bots).text()
    )
    headers = {"Content-Disposition": f'attachment; filename="{table.game}-{table_id}.kerys"'}
    return PlainTextResponse(text, headers=headers)


@routes.get("/t/{table_id}/proof")
def proof(request: Request, site: Here, who: Who, table_id: str) -> Response:
    """The commitment to the deal, and once the game is over its key and a check of everything."""
    table = site.tables.look(table_id, who)
    problem, proved = "", False
    if table.status == "over":
        try:
            site.authority.read(table_id, lambda game, _events: record_of(game).verify())
            proved = True
        except GameError as error:
            problem = str(error)
    return page(
        request,
        "proof.html",
        who,
        table=table,
        game=GAMES[table.game],
        proved=proved,
        problem=problem,
        key=table.key.hex() if table.status == "over" else "",
        salt=table.salt.hex() if table.status == "over" else "",
    )
