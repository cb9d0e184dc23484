"""Who sits where at a table, and who may see it."""

from __future__ import annotations

import secrets

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.wording import Choice
from kerys.server.snapshots import TableSnapshot
from kerys.server.store import Person


def seat_of(table: TableSnapshot, person: Person | None) -> int:
    """The seat of a person at a table."""
    if person is not None:
        for seat in table.seats:
            if seat.person_id == person.id:
                return seat.number
    return SPECTATOR


def is_asked(table: TableSnapshot, person: Person | None) -> bool:
    """Whether a table waits for a person."""
    seat = seat_of(table, person)
    return seat != SPECTATOR and bool(table.awaited >> seat & 1)


def is_leaving(table: TableSnapshot, person: Person | None) -> bool:
    """Whether a person is about to leave a table, or to close it."""
    if table.closing is not None:
        return True
    seat = seat_of(table, person)
    return seat != SPECTATOR and table.seats[seat].leaving is not None


def may_see(table: TableSnapshot, person: Person | None, invitation: str) -> bool:
    """Whether a person may see a table: if it is public, they sit there, or they are invited."""
    if not table.private or seat_of(table, person) != SPECTATOR:
        return True
    if person is not None and table.host_id == person.id:
        return True
    return any(is_invitation(seat.invitation, invitation) for seat in table.seats)


def may_see_shared(table: TableSnapshot, share: str) -> bool:
    """Whether a finished game may be seen with a link to it."""
    return table.status == "over" and secrets.compare_digest(table.share.encode(), share.encode())


def variants(table: TableSnapshot) -> dict[str, Choice]:
    """The options of a table that differ from the default, by the name of the switch."""
    return {
        switch.name: choice
        for switch in GAMES[table.game].wording.switches
        for choice in switch.others
        if len(table.seats) in switch.players and table.options.get(switch.name) == choice.value
    }


def is_invitation(secret: str, invitation: str) -> bool:
    """Whether a string is the secret of a seat."""
    return secrets.compare_digest(secret.encode(), invitation.encode())


def may_be_coached(table: TableSnapshot, seat: int) -> bool:
    """Whether a seat may have a coach: in a running game where all others are bots."""
    if seat == SPECTATOR or table.status != "running":
        return False
    return all(one.bot for one in table.seats if one.number != seat)


def may_ask_for_review(table: TableSnapshot, person: Person | None) -> bool:
    """Whether a person may have a game reviewed: its players, and whoever created its table."""
    if person is None:
        return False
    return seat_of(table, person) != SPECTATOR or table.host_id == person.id


def may_close(table: TableSnapshot, person: Person | None) -> bool:
    """Whether a person may end a running game: the host, if nobody else plays."""
    if person is None or table.status != "running" or table.host_id != person.id:
        return False
    return all(seat.person_id in (None, person.id) for seat in table.seats)
