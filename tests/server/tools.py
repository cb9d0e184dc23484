"""What the tests of the server share: tables, and random games at them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import select

from kerys.server.api_views import ApiEyes
from kerys.server.authority import Authority
from kerys.server.feeds import Eyes
from kerys.server.identity import digest
from kerys.server.new_table import Plan
from kerys.server.site import Site
from kerys.server.store import Database, Event, Person, Session, Table
from kerys.server.store.models import now
from kerys.server.tables import TAKE_BACK
from kerys.table.game import Game
from kerys.table.view import View

GAME = "mykerinos"
Opening = Callable[..., Site]
"""Opens a site with custom settings."""
PASSWORD = "correct horse"
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""A fast hasher, for quick password checks."""


def guests(site: Site, *names: str) -> list[Person]:
    """New people."""
    return [site.people.welcome(name)[0] for name in names]


def table_for(
    site: Site, people: Sequence[Person], game: str = GAME, bots: Sequence[str] = (), **more: Any
) -> str:
    """A running table for these people and bots, in this order."""
    friends = ["friend"] * (len(people) - 1)
    table_id = site.tables.make(people[0], Plan(game, ["me", *friends, *bots], **more))
    for number, person in enumerate(people[1:], 1):
        seat = site.tables.look(table_id, people[0]).seats[number]
        site.tables.sit_down(person, table_id, number, seat.invitation)
    return table_id


def view_of(authority: Authority, table_id: str, seat: int) -> View:
    """What a seat sees now."""
    return authority.read(table_id, lambda game, _events: game.view(seat))


def moves_of(authority: Authority, table_id: str) -> int:
    """How many events a table has had."""
    return authority.read(table_id, lambda _game, events: events)


def actors_of(authority: Authority, table_id: str) -> tuple[int, ...]:
    """The seats whose decision is awaited."""
    return authority.read(table_id, lambda game, _events: game.actors)


def states_of(authority: Authority, table_id: str) -> list[tuple[int, bytes]]:
    """All states of a game with their revisions, which only tests may see."""

    def look(game: Game, _events: int) -> list[tuple[int, bytes]]:
        return [
            (game.view(-1, ply).revision, game.before(ply).tobytes()) for ply in range(game.ply + 1)
        ]

    return authority.read(table_id, look)


def decide(authority: Authority, table_id: str, rng: random.Random) -> None:
    """One random decision."""
    seat = rng.choice(actors_of(authority, table_id))
    view = view_of(authority, table_id, seat)
    authority.move(table_id, seat, rng.choice(view.legal).text, view.revision)


def play(authority: Authority, table_id: str, rng: random.Random, most: int = 10_000) -> int:
    """Make random decisions, to the end or up to a limit; returns how many."""
    made = 0
    while made < most and actors_of(authority, table_id):
        decide(authority, table_id, rng)
        made += 1
    return made


def say(site: Site, person: Person, table_id: str, text: str) -> None:
    """Send a chat message at a table."""
    site.visits.say(person, table_id, text, lambda _visit, _owned: None)


def depart(site: Site) -> None:
    """Let people who asked to leave do so at once."""
    site.tables.carry_out_departures(now() + 2 * TAKE_BACK)


def watch(authority: Authority, table_id: str, eyes: Eyes | None = None) -> asyncio.Event:
    """Watch a table; the returned event is set when there is something new."""
    woken = asyncio.Event()
    with authority.holding(table_id) as owned:
        owned.feeds.attach(eyes or ApiEyes(0), woken, owned, owned.known.version)
    return woken


def log_of(database: Database, table_id: str) -> list[Event]:
    """The log of a table."""
    with database.reading() as session:
        query = select(Event).where(Event.table_id == table_id).order_by(Event.number)
        return list(session.scalars(query))


def row_of(database: Database, table_id: str) -> Table:
    """A table as stored in the database."""
    with database.reading() as session:
        return session.get_one(Table, table_id)


@contextmanager
def changing(authority: Authority, table_id: str) -> Iterator[Table]:
    """Change a table in the database without its owner knowing; the owner then reloads it."""
    with authority.database.writing() as session:
        yield session.get_one(Table, table_id)
    authority.drop(table_id)


def change_row(authority: Authority, table_id: str, **values: Any) -> None:
    """Set database values that can't be set otherwise."""
    with changing(authority, table_id) as table:
        for name, value in values.items():
            setattr(table, name, value)


def last_given(site: Site, cookie: str, ago: timedelta) -> None:
    """Let time pass for a cookie."""
    with site.database.writing() as session:
        session.get_one(Session, digest(cookie)).renewed = now() - ago
    site.people.identities.forget_all()
