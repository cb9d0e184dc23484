"""The API for programs: a key, a stream of what the seat sees, decisions.

Every response holds what the seat of the key's owner may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from kerys.kernel.contract import MOST_SEATS
from kerys.locale import language
from kerys.server.api_views import api_eyes, plain_advice, plain_summary, plain_table
from kerys.server.event_stream import event_stream, last_event
from kerys.server.feeds import News
from kerys.server.identity import Credentials, UnknownKeyError
from kerys.server.kept_lines import record_at
from kerys.server.new_table import Plan
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Here
from kerys.server.site import Site
from kerys.server.store import Person
from kerys.server.table_errors import NewerRules, NoTable
from kerys.server.visits import OnlyWatching, Visit
from kerys.study.advice import advice_of
from kerys.study.asks import AskError
from kerys.table.errors import GameError, StaleMove, UndoError
from kerys.table.summary import summary


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
Features = Annotated[bool, Query(description="Whether to add what learning programs see.")]
Moments = Annotated[
    bool,
    Query(
        description="Whether to add what a client needs to draw and tell the game itself: the "
        "record of what your seat sees, moment by moment, the story and the chat."
    ),
]
KEY = HTTPBearer(auto_error=False, description="A key from the page 'Account'.")


def key_of(key: Annotated[HTTPAuthorizationCredentials | None, Depends(KEY)]) -> Credentials:
    """The key that identifies the caller."""
    if key is None or not key.credentials:
        raise UnknownKeyError
    return Credentials(key=key.credentials)


Key = Annotated[Credentials, Depends(key_of)]


def owner_of(site: Here, key: Key) -> Person:
    """The owner of the key; for requests with a body, which only a known key may send."""
    person = site.people.identify(key).person
    if person is None:
        raise UnknownKeyError
    return person


Owner = Annotated[Person, Depends(owner_of)]


class Strict(BaseModel):
    """A body that rejects unknown names."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Strict):
    """A table to create."""

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
    asks: int = Field(
        default=0,
        description="How often each player may ask the master, up to 10. Whoever sits down agrees.",
    )


class Decision(Strict):
    """A decision of a seat."""

    move: str = Field(max_length=200, description="The text of a legal move.")
    revision: int = Field(description="Of the view that it answers.")


class Undo(Strict):
    """A decision to be taken back."""

    revision: int = Field(description="Of the view in which that is asked for.")


class Question(Strict):
    """A question to the master."""

    revision: int = Field(description="Of the view that it is about.")


class Seating(Strict):
    """A seat to be taken."""

    seat: int
    invitation: str = ""


class Words(Strict):
    """A message to send."""

    text: str = Field(max_length=500)


@routes.get("/account")
def account(owner: Owner) -> dict[str, Any]:
    """Who the key belongs to."""
    return {"name": owner.name, "guest": owner.login is None}


@routes.get("/tables")
def tables(site: Here, owner: Owner) -> list[dict[str, Any]]:
    """Your tables, first those where it is your turn."""
    return [plain_table(table, owner) for table in site.tables.mine(owner)]


@routes.post("/tables", status_code=201)
def make(site: Here, owner: Owner, wanted: NewTable) -> dict[str, Any]:
    """Create a table."""
    plan = Plan(
        wanted.game,
        wanted.seats,
        wanted.options,
        wanted.private,
        wanted.clock,
        wanted.pace,
        asks=wanted.asks,
    )
    try:
        table_id = site.tables.make(owner, plan)
    except GameError as error:
        raise HTTPException(422, str(error)) from error
    return plain_table(site.tables.look(table_id, owner), owner)


@routes.get("/tables/{table_id}")
def view(
    site: Here, key: Key, table_id: str, features: Features = False, moments: Moments = False
) -> dict[str, Any]:
    """What your seat sees now."""
    return site.visits.look(key, table_id, partial(_seen, features=features, moments=moments))


@routes.get("/tables/{table_id}/record")
def record(site: Here, key: Key, table_id: str) -> dict[str, Any]:
    """The record: complete once the game is over; before that, what your seat may know."""

    def look(visit: Visit, owned: OwnedTable) -> dict[str, Any]:
        return record_at(owned, visit.seat).json()

    return site.visits.look(key, table_id, look)


@routes.get("/tables/{table_id}/rounds/{number}")
def round_summary(site: Here, key: Key, table_id: str, number: int) -> dict[str, Any]:
    """What a round, counted from 1, brought each player, as far as your seat saw it."""

    def look(visit: Visit, owned: OwnedTable) -> dict[str, Any]:
        return plain_summary(summary(owned.begun, visit.seat, number))

    with refusals():
        return site.visits.look(key, table_id, look)


@routes.post("/tables/{table_id}/sit")
def sit(site: Here, owner: Owner, table_id: str, wanted: Seating) -> dict[str, Any]:
    """Take a seat that is open to anyone, or with an invitation."""
    site.tables.look(table_id, owner, wanted.invitation)
    try:
        site.tables.sit_down(owner, table_id, wanted.seat, wanted.invitation)
    except NoTable:
        raise
    except GameError as error:
        raise HTTPException(409, str(error)) from error
    return site.visits.look(owner, table_id, _seen)


@routes.post("/tables/{table_id}/moves")
def move(
    site: Here, owner: Owner, table_id: str, decision: Decision, features: Features = False
) -> dict[str, Any]:
    """Make a decision; the answer, once it is on disk, is what your seat sees then."""
    look = partial(_seen, features=features)
    with refusals():
        return site.visits.move(owner, table_id, decision.move, decision.revision, look)


@routes.post("/tables/{table_id}/undo")
def undo(site: Here, owner: Owner, table_id: str, wanted: Undo) -> dict[str, Any]:
    """Take back your last decision, if that is still possible."""
    with refusals():
        return site.visits.undo(owner, table_id, wanted.revision, _seen)


@routes.post("/tables/{table_id}/ask")
async def ask(site: Here, key: Key, table_id: str, question: Question) -> dict[str, Any]:
    """What the master would do in your place and why, if the table has agreed on it.

    It thinks for a second or so. A question counts once it is answered; about the same position
    you can ask again for nothing. Everyone learns that you asked, and only you learn the answer.
    """
    with refusals():
        found = await site.master.ask(key, table_id, question.revision)
        advice = await run_in_threadpool(advice_of, found.view, found.weighed, language())
    return plain_advice(advice, found.left)


@contextmanager
def refusals() -> Iterator[None]:
    """Tell a program why a decision was refused."""
    try:
        yield
    except NoTable:
        raise
    except GameError as error:
        raise HTTPException(refusal(error), str(error)) from error


def refusal(error: GameError) -> int:
    """The status code of a refused decision."""
    if isinstance(error, OnlyWatching):
        return 403
    return 409 if isinstance(error, (StaleMove, NewerRules, UndoError, AskError)) else 422


@routes.post("/tables/{table_id}/say", status_code=204)
def say(site: Here, owner: Owner, table_id: str, words: Words) -> None:
    """Send a message at a table."""
    try:
        site.visits.say(owner, table_id, words.text, lambda _visit, _owned: None)
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
    features: Features = False,
    moments: Moments = False,
    since: int = -1,
) -> StreamingResponse:
    """What your seat sees, as Server-Sent Events: first `table`, then one `change` after another.

    To resume, send the version you have (`since`, or the header `Last-Event-ID`), and you get what
    you missed. The stream ends when the game is over, the table is deleted or the key is revoked.
    """
    await site.following.enter(key, table_id)
    have = last_event(request, since)
    choose = partial(api_eyes, features=features, moments=moments)
    news = site.following.follow(key, table_id, choose, have)
    return event_stream(request, _until_over(site, table_id, have, news))


async def _until_over(
    site: Site, table_id: str, have: int, news: AsyncGenerator[News]
) -> AsyncGenerator[News]:
    """All news until the game is over."""
    async with aclosing(news):
        if site.following.is_over(table_id, have):
            return
        try:
            async for one in news:
                yield one
                if one.kind in ("table", "change"):
                    have = one.version
                    if site.following.is_over(table_id, have):
                        return
        except UnknownKeyError:
            yield News("gone", have)


def _seen(
    visit: Visit, owned: OwnedTable, features: bool = False, moments: bool = False
) -> dict[str, Any]:
    """A table with everything that the owner's seat may know about the game."""
    return api_eyes(visit.table, visit.person, features, moments).seen(owned)
