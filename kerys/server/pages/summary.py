"""What a round brought each player: a card over the board, or a separate page without scripts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from kerys.draw.svg import seat_look
from kerys.games import GAMES
from kerys.locale import _
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here, is_part, page, remember
from kerys.server.pages.table_parts import coloured
from kerys.server.visits import Visit
from kerys.table.summary import Summary, summary

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
Summed = tuple[Visit, Summary, Markup]


@routes.get("/t/{table_id}/summary")
def summed_up(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    number: Annotated[int, Query(alias="round")],
) -> Response:
    """The summary of a round, as the visitor saw it; a script requests only the card."""

    def look(visit: Visit, owned: OwnedTable) -> Summed:
        found = summary(owned.begun, visit.seat, number)
        names = tuple((row.name, seat_look(row.owner)) for row in found.rows)
        you = _("you"), seat_look(visit.seat)
        return visit, found, coloured(found.heading, names, you)

    visit, found, heading = site.visits.look(cookie, table_id, look)
    remember(request, visit.identity)
    return page(
        request,
        "summary_part.html" if is_part(request) else "summary.html",
        visit.person,
        game=GAMES[visit.table.game],
        address=f"/t/{table_id}",
        summary=found,
        heading=heading,
        alone=not is_part(request),
    )
