"""Notifications waiting to be sent: queued once, and dropped when they are out of date."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from kerys.server.store import Event, Letter, Message, Person, Seat, Subscription, Table
from kerys.server.store.models import now
from kerys.server.subscriptions import browsers_at
from kerys.server.webhooks import host_of

PUSHED = ("push", "talk")
"""The kinds that go to browsers."""


def write_once(session: Session, letter: Letter) -> None:
    """Queue a notification, unless the same one is waiting already."""
    query = select(Letter).where(
        Letter.table_id == letter.table_id, Letter.seat == letter.seat, Letter.way == letter.way
    )
    if letter.way in PUSHED:
        query = query.where(Letter.address == letter.address)
    for old in session.scalars(query):
        if old.way == "talk" or not has_decided(session, old):
            return
        session.execute(delete(Letter).where(Letter.id == old.id))
    session.add(letter)


def write_to_browsers(
    session: Session, table_id: str, seat: int, state: int, way: str, due: datetime
) -> None:
    """Queue a notification for every browser of the player of a seat."""
    for browser in browsers_at(session, table_id, seat):
        letter = Letter(table_id=table_id, seat=seat, state=state, way=way, due=due)
        letter.address, letter.host = browser.digest, host_of(browser.endpoint)
        write_once(session, letter)


def reader_of(session: Session, letter: Letter) -> Person | None:
    """Who gets an email: the player of the seat, if they want email at that address."""
    seated = Seat.table_id == letter.table_id, Seat.number == letter.seat
    wanted = Person.email == letter.address, Person.confirmed
    query = select(Person).join(Seat, Seat.person_id == Person.id)
    return session.scalar(query.where(*seated, *wanted))


def browser_of(session: Session, letter: Letter) -> Subscription | None:
    """Which browser gets a notification: the one it is for, if the person still sits there."""
    found = browsers_at(session, letter.table_id, letter.seat)
    return next((one for one in found if one.digest == letter.address), None)


def is_still_due(session: Session, letter: Letter, table: Table) -> bool:
    """Whether a player is still awaited and hasn't decided since; messages always stay due."""
    if letter.way == "talk":
        return True
    return bool(table.awaited >> letter.seat & 1) and not has_decided(session, letter)


def has_decided(session: Session, letter: Letter) -> bool:
    """Whether the recipient has decided something since the notification was written."""
    later = select(Event.number).where(
        Event.table_id == letter.table_id,
        Event.seat == letter.seat,
        Event.number > letter.state,
        Event.made_by == "person",
    )
    return session.scalar(later.limit(1)) is not None


def last_word_of(session: Session, table_id: str, person_id: int) -> int | None:
    """The number of the last message that a person wrote at a table."""
    query = select(func.max(Message.id))
    return session.scalar(query.where(Message.table_id == table_id, Message.person_id == person_id))


def talk_since(session: Session, letter: Letter) -> list[Message]:
    """What the others have written since a notification was queued, the newest first."""
    seat = session.get_one(Seat, (letter.table_id, letter.seat))
    query = select(Message).where(
        Message.table_id == letter.table_id,
        Message.id >= letter.state,
        Message.person_id != seat.person_id,
    )
    return list(session.scalars(query.order_by(Message.id.desc()).limit(100)))


def keep_moment(session: Session, letter: Letter) -> None:
    """Note when a notification was sent, so that the next one of its kind isn't sent too soon."""
    seat = session.get(Seat, (letter.table_id, letter.seat))
    if seat is None:
        return
    if letter.way == "mail":
        seat.mailed = now()
    elif letter.way == "push":
        seat.pushed = now()
    elif letter.way == "talk":
        seat.talked = now()
