"""Reviews of finished games, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from pydantic import Field

from kerys.locale import _
from kerys.server.api import Key, Owner, Problem, Strict
from kerys.server.api import routes as play
from kerys.server.limits import TooManyReviews
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Here
from kerys.server.reviews import KeptReview, NotOver, OnlyForPlayers, best_of
from kerys.server.table_errors import NoTable
from kerys.server.visits import Visit
from kerys.study.review.depths import USUAL
from kerys.study.review.plain import ply_to_plain, review_to_plain
from kerys.table.errors import GameError
from kerys.table.game import Game

routes = APIRouter(prefix="/api", tags=["review"], responses=play.responses)
REFUSED: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "Only players can ask for a review."},
    429: {"model": Problem, "description": "Too many reviews are waiting."},
}


class NewReview(Strict):
    """A review to ask for."""

    seat: int | None = Field(
        default=None, description="Whose decisions to judge; everyone's if omitted."
    )
    depth: str = Field(default=USUAL, description="quick, standard or deep")


@routes.post("/tables/{table_id}/review", status_code=202, responses=REFUSED)
def ask(site: Here, owner: Owner, table_id: str, wanted: NewReview) -> dict[str, Any]:
    """Ask for a review of a finished game; if there is such a review already, this is it."""

    def look(visit: Visit, owned: OwnedTable) -> dict[str, Any]:
        kept = site.reviews.ask(visit, owned, wanted.seat, wanted.depth)
        return _plain(owned.begun, kept)

    try:
        found = site.visits.look(owner, table_id, look)
    except NoTable:
        raise
    except GameError as error:
        raise HTTPException(_status(error), str(error)) from error
    site.review_worker.hurry()
    return found


@routes.get("/tables/{table_id}/review")
def review(
    site: Here,
    key: Key,
    table_id: str,
    number: Annotated[
        int | None,
        Query(description="Which review; by default a finished, deep one of your seat."),
    ] = None,
) -> dict[str, Any]:
    """A review of a finished game, as far as it has got."""

    def look(visit: Visit, owned: OwnedTable) -> dict[str, Any]:
        kept = site.reviews.of(owned)
        if number is not None:
            kept = [one for one in kept if one.id == number]
        shown = best_of(kept, visit.seat)
        if shown is None:
            raise NoReview
        return _plain(owned.begun, shown)

    try:
        return site.visits.look(key, table_id, look)
    except NoReview as error:
        raise HTTPException(409, _("There is no such review of this game yet.")) from error


class NoReview(Exception):  # noqa: N818 - the name says what it is
    """Nobody has asked for the review."""


def _status(error: GameError) -> int:
    """The status code of a refused review."""
    if isinstance(error, OnlyForPlayers):
        return 403
    if isinstance(error, TooManyReviews):
        return 429
    return 409 if isinstance(error, NotOver) else 422


def _plain(game: Game, kept: KeptReview) -> dict[str, Any]:
    """A review in plain values: what was found about each decision and, once done, the sum."""
    return {
        "number": kept.id,
        "state": kept.state,
        "seats": kept.seats,
        "depth": kept.depth,
        "decisions": game.ply,
        "found": [ply_to_plain(kept.found[ply]) for ply in sorted(kept.found)],
        "review": review_to_plain(kept.whole(game)) if kept.done else None,
    }
