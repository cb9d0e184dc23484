"""The API for programs: a key, a stream of what my seat sees, a decision posted.

Every answer holds what the seat of the key's owner may know, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from kerys.kernel.contract import MOST_SEATS
from kerys.server.authority import NewerRules, NoTable
from kerys.server.game_cache import CachedGame
from kerys.server.identity import Credentials, UnknownKeyError
from kerys.server.new_table import Plan
from kerys.server.pages.common import Here
from kerys.server.permissions import is_asked, seat_of
from kerys.server.store import Person, Table
from kerys.server.visits import OnlyWatching, Visit
from kerys.table.errors import GameError, StaleMove
from kerys.table.game import Game


class Problem(BaseModel):
    """What was wrong, in a sentence."""

    error: str


routes = APIRouter(
    prefix="/api",
    tags=["play"],
    responses={
        401: {"model": Problem, "description": "There is no such key."},
        404: {"model": Problem, "description": "There is no such table, or not for this key."},
        409: {"model": Problem, "description": "The table has gone on, or cannot do this now."},
        422: {"model": Problem, "description": "This cannot be; the sentence says why."},
    },
)
PULSE_S = 15.0
KEY = HTTPBearer(auto_error=False, description="A key from the page 'Account'.")


def key_of(key: Annotated[HTTPAuthorizationCredentials | None, Depends(KEY)]) -> Credentials:
    """What shows who asks: the key."""
    if key is None or not key.credentials:
        raise UnknownKeyError
    return Credentials(key=key.credentials)


Key = Annotated[Credentials, Depends(key_of)]


def owner_of(site: Here, key: Key) -> Person:
    """Whose program asks; for requests with a body, which only a known key may send."""
    person = site.people.identify(key).person
    if person is None:
        raise UnknownKeyError
    return person


Owner = Annotated[Person, Depends(owner_of)]


class Strict(BaseModel):
    """A body in which every name must be known."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Strict):
    """A table to be made."""

    game: str = Field(examples=["mykerinos"])
    seats: list[str] = Field(
        min_length=2,
        max_length=MOST_SEATS,
        description="For each seat 'me', 'friend', 'anyone' or a level of bots.",
        examples=[["me", "journeyman"]],
    )
    options: dict[str, Any] = Field(default={}, description="Options of the game.")
    private: bool = True
    clock: str = Field(default="none", description="none, minutes or days")
    pace: int = 0


class Decision(Strict):
    """A decision of a seat."""

    move: str = Field(max_length=200, description="The text of a legal move.")
    revision: int = Field(description="Of the view that it answers.")


class Seating(Strict):
    """A seat to be taken."""

    seat: int
    invitation: str = ""


class Words(Strict):
    """Something to say."""

    text: str = Field(max_length=500)


@routes.get("/account")
def account(owner: Owner) -> dict[str, Any]:
    """Who the key belongs to."""
    return {"name": owner.name, "guest": owner.login is None}


@routes.get("/tables")
def tables(site: Here, owner: Owner) -> list[dict[str, Any]]:
    """My tables, first those where it is my turn."""
    return [_plain_table(table, owner) for table in site.tables.mine(owner)]


@routes.post("/tables", status_code=201)
def make(site: Here, owner: Owner, wanted: NewTable) -> dict[str, Any]:
    """Make a table."""
    plan = Plan(
        wanted.game, wanted.seats, wanted.options, wanted.private, wanted.clock, wanted.pace
    )
    try:
        table_id = site.tables.make(owner, plan)
    except GameError as error:
        raise HTTPException(422, str(error)) from error
    return _plain_table(site.tables.look(table_id, owner), owner, invitations=True)


@routes.get("/tables/{table_id}")
def view(site: Here, key: Key, table_id: str) -> dict[str, Any]:
    """What my seat sees now."""
    return site.visits.look(key, table_id, _seen)


@routes.post("/tables/{table_id}/sit")
def sit(site: Here, owner: Owner, table_id: str, wanted: Seating) -> dict[str, Any]:
    """Take a seat that is free for anyone, or with an invitation."""
    site.tables.look(table_id, owner, wanted.invitation)
    try:
        site.tables.sit_down(owner, table_id, wanted.seat, wanted.invitation)
    except NoTable:
        raise
    except GameError as error:
        raise HTTPException(409, str(error)) from error
    return site.visits.look(owner, table_id, _seen)


@routes.post("/tables/{table_id}/moves")
def move(site: Here, owner: Owner, table_id: str, decision: Decision) -> dict[str, Any]:
    """Decide; answers with what my seat sees then."""
    try:
        return site.visits.move(owner, table_id, decision.move, decision.revision, _seen)
    except NoTable:
        raise
    except OnlyWatching as error:
        raise HTTPException(403, str(error)) from error
    except (StaleMove, NewerRules) as error:
        raise HTTPException(409, str(error)) from error
    except GameError as error:
        raise HTTPException(422, str(error)) from error


@routes.post("/tables/{table_id}/say", status_code=204)
def say(site: Here, owner: Owner, table_id: str, words: Words) -> None:
    """Say something at a table."""
    try:
        site.tables.say(owner, table_id, words.text)
    except NoTable:
        raise
    except GameError as error:
        raise HTTPException(422, str(error)) from error


@routes.get("/tables/{table_id}/stream")
async def stream(
    request: Request,
    site: Here,
    key: Key,
    table_id: str,
) -> StreamingResponse:
    """What my seat sees, a line of JSON whenever it changes; empty lines in between.

    The stream ends when the game is over, when the table goes, or when the key is dropped.
    """
    await run_in_threadpool(site.visits.version, key, table_id)

    def look(have: int) -> tuple[int, dict[str, Any] | None]:
        """The version of the table, and what is seen if that is another one."""

        def seen(visit: Visit, cached: CachedGame) -> tuple[int, dict[str, Any] | None]:
            version = visit.table.version
            return version, None if version == have else _seen(visit, cached)

        return site.visits.look(key, table_id, seen)

    async def lines() -> AsyncIterator[str]:
        version, last = -1, None
        with site.bus.waiting(table_id) as changed:
            while not (site.bus.closed or await request.is_disconnected()):
                changed.clear()
                try:
                    version, seen = await run_in_threadpool(look, version)
                except (NoTable, UnknownKeyError):
                    return
                if seen is not None and seen != last:  # it may have been new already before
                    last = seen
                    yield json.dumps(seen) + "\n"
                    if seen["status"] == "over":
                        return
                try:
                    await asyncio.wait_for(changed.wait(), PULSE_S)
                except TimeoutError:
                    yield "\n"

    headers = {"X-Accel-Buffering": "no"}  # a server in front passes every line on at once
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


def _plain_table(table: Table, owner: Person, invitations: bool = False) -> dict[str, Any]:
    """A table in plain values."""
    seats = []
    for seat in table.seats:
        plain: dict[str, Any] = {
            "name": seat.name,
            "bot": seat.bot,
            "free": not seat.bot and seat.person_id is None,
        }
        if plain["free"] and (invitations or table.host_id == owner.id):
            plain["invitation"] = seat.invitation
        seats.append(plain)
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "seat": seat_of(table, owner),
        "my_turn": is_asked(table, owner),
        "seats": seats,
        "commitment": table.commitment,
    }


def _seen(visit: Visit, cached: CachedGame) -> dict[str, Any]:
    """A table with all that the owner's seat may know of the game."""
    assert visit.person is not None
    found = _plain_table(visit.table, visit.person)
    if cached.game is not None:
        found |= _plain_view(cached.game, cached.events, visit.seat)
    return found


def _plain_view(game: Game, events: int, seat: int) -> dict[str, Any]:
    """What a seat sees, in plain values; features as the page of the game lists them."""
    view = game.view(seat)
    features = np.zeros(game.rules.observation_size, np.float32)
    game.rules.observe(view.state, seat, features)
    return {
        "status": "over" if view.over else "running",
        "my_turn": seat in view.actors,
        "state": events,
        "revision": view.revision,
        "ply": view.ply,
        "heading": view.heading(),
        "question": view.question(),
        "actors": list(view.actors),
        "scores": list(view.scores),
        "ranks": list(view.ranks) if view.over else [],
        "legal": [{"move": action.text, "code": action.code} for action in view.legal],
        "features": features.tolist(),
        "record": game.record(seat).json(),
    }
