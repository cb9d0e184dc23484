"""New tables: which are possible, and their seats."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kerys.bots import BotError, bot_named, level_names
from kerys.bots.base import check_plays
from kerys.bots.cast import bot_name
from kerys.locale import _
from kerys.server.clocks import CLOCKS
from kerys.server.owned_table import GIVEN
from kerys.server.store import Event, Person, Seat, Table
from kerys.study.asks import MOST_ASKS
from kerys.table.checks import MOST_NAME, check_game
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.variations import decision_texts

ME, FRIEND, ANYONE = "me", "friend", "anyone"
MOST_PACE = {"none": 0, "minutes": 24 * 60, "days": 30}


@dataclass(frozen=True)
class Plan:
    """A table to create."""

    game: str
    seats: Sequence[str]
    """For each seat `me`, `friend`, `anyone`, or a bot by name."""
    options: dict[str, Any] = field(default_factory=dict)
    """Arguments for the game's `configure`, besides the number of players."""
    private: bool = True
    clock: str = "none"
    pace: int = 0
    guided: bool = False
    """Whether cards guide through the first round."""
    asks: int = 0
    """How often each player may ask the master."""


@dataclass(frozen=True)
class Start:
    """Where a table begins that goes on from another game."""

    game: Game
    """A game of its own, with the decisions so far; its deal is known."""
    address: str
    """Where the moment can be seen."""


def plan_of(table: Table) -> Plan:
    """Another table like this one, with the same bots; the other seats are reserved."""
    return Plan(
        game=table.game,
        seats=[seat.bot or FRIEND for seat in table.seats],
        options={name: value for name, value in table.options.items() if name != "players"},
        private=table.private,
        clock=table.clock,
        pace=table.pace,
        asks=table.asks,
    )


def check_plan(plan: Plan) -> None:
    """Refuse an impossible table."""
    check_game(plan.game)
    if sum(who == ME for who in plan.seats) > 1:
        raise SeatError(_("You can take only one seat."))
    if plan.private and ANYONE in plan.seats:
        raise SeatError(
            _("A private table isn't in the lobby: keep its seats for friends, or make it public.")
        )
    for who in plan.seats:
        if who not in (ME, FRIEND, ANYONE):
            check_bot(who, plan.game)
    if plan.clock not in CLOCKS:
        raise SeatError(
            _("The clock must be one of {known}, not '{clock}'.").format(
                known=", ".join(CLOCKS), clock=plan.clock[:40]
            )
        )
    most = MOST_PACE[plan.clock]
    if not (most == plan.pace == 0 or 1 <= plan.pace <= most):
        raise SeatError(
            _("The time per decision must be 1 to {most} {clock}.").format(
                most=most, clock=plan.clock
            )
        )
    if not 0 <= plan.asks <= MOST_ASKS:
        raise SeatError(
            _("Players can ask the master 0 to {most} times, not {asks}.").format(
                most=MOST_ASKS, asks=plan.asks
            )
        )


def check_start(plan: Plan, start: Start) -> None:
    """Refuse to go on from a moment where that isn't possible."""
    if start.game.over:
        raise GameError(_("The game is over here: choose an earlier moment to play on from."))
    if len(plan.seats) != start.game.players:
        raise SeatError(
            _("This game has {number} seats.").format(number=start.game.players),
        )


def check_bot(name: str, game: str) -> None:
    """Refuse bots that aren't levels (some cheat, some are only parts) or can't play a game."""
    if name not in level_names():
        raise SeatError(
            _("'{name}' can't be seated; the levels are {levels}.").format(
                name=name[:40], levels=", ".join(level_names())
            )
        )
    try:
        check_plays(name, bot_named(name).games, game)
    except BotError as error:
        raise SeatError(str(error)) from error


def given_events(table: Table, start: Start | None) -> list[Event]:
    """The events that the log of a table begins with if it goes on from another game."""
    decisions = decision_texts(start.game) if start else ()
    return [
        Event(table_id=table.id, number=number, seat=seat, kind="move", move=text, made_by=GIVEN)
        for number, (seat, text) in enumerate(decisions, 1)
    ]


def new_invitation() -> str:
    """A secret for the link to a seat."""
    return secrets.token_urlsafe(16)


def new_seat(number: int, who: str, host: Person) -> Seat:
    """A seat of a new table."""
    return Seat(
        number=number,
        name=host.name if who == ME else "",
        bot="" if who in (ME, FRIEND, ANYONE) else who,
        person_id=host.id if who == ME else None,
        invitation=new_invitation(),
        listed=who == ANYONE,
    )


def name_bots(game: str, commitment: str, seats: Sequence[Seat]) -> None:
    """Name every bot that has no name yet; no two at a table share one."""
    for seat in seats:
        if seat.bot and not seat.name:
            seat.name = bot_name(game, commitment, [one.name for one in seats])


def name_person(person: Person, seat: Seat, table: Table) -> None:
    """Give a seat the name of a person; a bot with the same name gets another one."""
    others = [one for one in table.seats if one is not seat]
    for one in others:
        if one.bot and one.name.casefold() == person.name.casefold():
            one.name = ""
    seat.name = free_name(person.name, [one.name for one in others])
    name_bots(table.game, table.commitment, table.seats)


def free_name(name: str, taken: Sequence[str]) -> str:
    """A name that nobody else at the table has."""
    free, number = name, 2
    while free in taken:
        tail = f" {number}"
        free, number = name[: MOST_NAME - len(tail)] + tail, number + 1
    return free
