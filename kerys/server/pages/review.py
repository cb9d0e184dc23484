"""The review of a finished game: asked for by its players, and shown as it is worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import language
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import (
    Cookie,
    Filled,
    Here,
    Who,
    go_to,
    is_part,
    page,
    remember,
    site_url_of,
)
from kerys.server.pages.review_view import ShownReview, scope, shown_review
from kerys.server.pages.table_view import outcome, players
from kerys.server.permissions import may_ask_for_review
from kerys.server.reviews import WAITING, KeptReview, best_of
from kerys.server.site import Site
from kerys.server.snapshots import TableSnapshot
from kerys.server.visits import Visit
from kerys.study.review import DEPTHS
from kerys.study.review.depths import USUAL
from kerys.study.review.pictures import chances_svg, waterfall_svg
from kerys.table.errors import GameError
from kerys.table.game import Game

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
ALL = "all"
"""The value of the field for everyone's decisions."""


@dataclass(frozen=True)
class Other:
    """Another review of the same game."""

    number: int
    scope: str
    depth: str


@dataclass(frozen=True)
class Found:
    """The reviews of a game, and the one to show."""

    table: TableSnapshot
    game: Game
    outcome: str
    kept: ShownReview | None
    others: tuple[Other, ...]


def found_at(site: Site, owned: OwnedTable, seat: int, number: int) -> Found:
    """The review with this number, or the one to show first."""
    game, kept = owned.begun.copy(), site.reviews.of(owned)
    own = None if seat == SPECTATOR else seat
    shown = next((one for one in kept if one.id == number), best_of(kept, own))
    return Found(
        table=owned.known,
        game=game,
        outcome=outcome(players(game.view(SPECTATOR), owned.known)),
        kept=None if shown is None else _shown(owned, game, shown),
        others=tuple(Other(one.id, scope(game, one.seats), one.depth) for one in kept),
    )


def _shown(owned: OwnedTable, game: Game, kept: KeptReview) -> ShownReview:
    """What a page shows of a review; a finished one is prepared once for each language."""
    key = f"review {kept.id} {language()}"
    shown: ShownReview | None = owned.remembered.get(key)
    if shown is None or shown.done != len(kept.found) or shown.state != kept.state:
        shown = owned.remembered[key] = shown_review(game, kept)
    return shown


@routes.get("/t/{table_id}/review")
def review(
    request: Request,
    site: Here,
    cookie: Cookie,
    table_id: str,
    number: int = 0,
    of: int = -1,
    have: int = -1,
) -> Response:
    """A review, as far as it has got; a script asks again and again with what it `have`s."""

    def look(visit: Visit, owned: OwnedTable) -> tuple[Visit, Found]:
        return visit, found_at(site, owned, visit.seat, number)

    visit, found = site.visits.look(cookie, table_id, look)
    remember(request, visit.identity)
    if _is_known(request, found, have):
        return Response(status_code=204)
    address = f"/t/{table_id}"
    asks = may_ask_for_review(visit.table, visit.person)
    return _page(request, site, visit.person, found, address, visit.seat, of, asks)


def _is_known(request: Request, found: Found, have: int) -> bool:
    """Whether a page already shows all that was found."""
    kept = found.kept
    return is_part(request) and kept is not None and kept.state == WAITING and kept.done == have


@routes.post("/t/{table_id}/review")
def ask(site: Here, cookie: Cookie, table_id: str, form: Filled) -> Response:
    """Have a game reviewed."""
    chosen = form.get("seat", ALL)
    seat = None if chosen == ALL else int(chosen) if chosen.isascii() and chosen.isdigit() else -1

    def look(visit: Visit, owned: OwnedTable) -> int:
        return site.reviews.ask(visit, owned, seat, form.get("depth", usual_depth(site))).id

    number = site.visits.look(cookie, table_id, look)
    site.review_worker.hurry()
    return go_to(f"/t/{table_id}/review?number={number}")


def usual_depth(site: Site) -> str:
    """The depth to suggest: the usual one, if the site allows it."""
    allowed = site.reviews.depths
    return USUAL if USUAL in allowed or not allowed else allowed[-1]


@routes.get("/t/{table_id}/shared/{share}/review")
def shared_review(
    request: Request,
    site: Here,
    who: Who,
    table_id: str,
    share: str,
    number: int = 0,
    of: int = -1,
    have: int = -1,
) -> Response:
    """The review of a game, for everyone with the link to the game."""

    def look(owned: OwnedTable) -> Found:
        return found_at(site, owned, SPECTATOR, number)

    try:
        found = site.visits.look_at_shared(table_id, share, look)
    except GameError as error:
        return page(request, "error.html", who, 404, problem=str(error))
    if _is_known(request, found, have):
        return Response(status_code=204)
    return _page(request, site, who, found, f"/t/{table_id}/shared/{share}", SPECTATOR, of, False)


def _page(
    request: Request,
    site: Site,
    person: Who,
    found: Found,
    address: str,
    own: int,
    of: int,
    asks: bool,
) -> Response:
    """The page of a review; `of` is the seat whose decisions are listed."""
    kept, table = found.kept, found.table
    shared = address.partition("/shared/")[2] != ""
    replay = address if shared else f"{address}/replay"
    site_url = site_url_of(request)
    words: dict[str, Any] = {
        "table": table,
        "game": GAMES[table.game],
        "outcome": found.outcome,
        "kept": kept,
        "others": found.others,
        "scope": scope(found.game, kept.seats) if kept else "",
        "asks": asks and bool(site.reviews.depths),
        "depths": [DEPTHS[name] for name in site.reviews.depths],
        "usual": usual_depth(site),
        "own": own,
        "address": address,
        "replay": replay,
        "site_url": site_url,
        "link": f"{site_url}/t/{table.id}/shared/{table.share}/review{_which(found)}",
        "shared": shared,
    }
    if kept is not None:
        seat = next((one for one in (of, own) if one in kept.seats), kept.seats[0])
        words |= {"of": seat, **_pictures(found.game, kept, seat, replay)}
    name = "review_part.html" if is_part(request) else "review.html"
    return page(request, name, person, **words)


def _which(found: Found) -> str:
    """What an address adds to name this review, if there are several."""
    return f"?number={found.kept.number}" if found.kept and len(found.others) > 1 else ""


def _pictures(game: Game, kept: ShownReview, seat: int, replay: str) -> dict[str, Markup]:
    """The drawings of a review; their moments are links to the replay."""
    drawn = {"graph": Markup(""), "waterfall": Markup("")}
    if len(kept.review.chances) > 1:

        def moment(ply: int) -> str:
            return f"{replay}?at={ply}&eyes={seat}"

        drawn["graph"] = Markup(chances_svg(kept.review, game, None, moment))
    if kept.whole:
        drawn["waterfall"] = Markup(waterfall_svg(kept.review, seat, None))
    return drawn
