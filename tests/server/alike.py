"""Two worlds that look the same to a seat, and tables that can be set to either."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kerys.kernel.contract import SPECTATOR
from kerys.server.store import Event, Table
from kerys.table.game import Game
from tests.server.live import Live
from tests.server.tools import change_row, table_for
from tests.server.visitor import Visitor
from tests.table.tools import choose, start
from tests.table.worlds import another_world


@dataclass
class Guest:
    """A person with a seat, using a browser and a program."""

    visitor: Visitor
    token: dict[str, str]


def seat_down(live: Live, game: str, players: int) -> tuple[str, list[Guest]]:
    """A running table, and the people at it."""
    people, visiting = [], []
    for number in range(players):
        person, cookie = live.site.people.welcome(f"Player {number}")
        visitor = live.visitor()
        visitor.client.cookies.set("kerys", cookie)
        token = live.site.people.make_token(person, "robot")
        people.append(person)
        visiting.append(Guest(visitor, {"Authorization": f"Bearer {token}"}))
    return table_for(live.site, people, game), visiting


def guest_for(live: Live, table_id: str, people: Sequence[Guest], watcher: int) -> Guest:
    """The person in a seat, or another one as a spectator."""
    if watcher != SPECTATOR:
        return people[watcher]
    change_row(live.site.authority, table_id, private=False)
    return seat_down(live, "mykerinos", 2)[1][0]


def put_in(live: Live, table_id: str, game: Game) -> None:
    """Give a table exactly this history, in its own process and in every other."""
    with live.site.database.writing() as session:
        session.query(Event).where(Event.table_id == table_id).delete()
        table = session.get_one(Table, table_id)
        for number, move in enumerate(game.moves, 1):
            text = game.rules.wording.text(move.code)
            session.add(
                Event(
                    table_id=table_id,
                    number=number,
                    seat=move.seat,
                    kind="move",
                    move=text,
                    made_by="person",
                )
            )
        table.events = game.ply
        table.awaited = sum(1 << seat for seat in game.actors)
    live.site.authority.drop(table_id)


def deal_as(live: Live, table_id: str, game: Game) -> None:
    """Give a table the options and the deal of a game."""
    assert game.secret is not None
    change_row(
        live.site.authority,
        table_id,
        options=game.rules.wording.plain_options(game.before(0)),
        key=game.secret.key,
        salt=game.secret.salt,
        commitment=game.commitment,
    )


def at_the_start(game: Game) -> Game:
    """The same deal before its first decision."""
    return Game(game.rules, game.before(0), game.names, game.secret)


def dealing(game: Game) -> Callable[[Table], Game]:
    """A function that deals like an existing game, whatever the table says."""
    return lambda _table: at_the_start(game)


def some_mykerinos(seed: int, plies: int) -> Game:
    """The start of a random Mykerinos game."""
    rng, game = random.Random(seed), start(("mykerinos", 0), seed)
    while game.ply < plies:
        game.push(*choose(game, rng))
    return game


def with_other_lots(game: Game) -> Game:
    """The same history of Mykerinos from a deal with different lots to come."""
    world = another_world(game, SPECTATOR, 7)
    first = game.rules.copy(game.before(0))
    to_come = slice(int(world.shown), None)
    first.pile[to_come] = world.pile[to_come]
    first.turned[to_come] = world.turned[to_come]
    other = Game(game.rules, first, game.names, game.secret)
    for move in game.moves:
        other.push(move.seat, move.code)
    return other
