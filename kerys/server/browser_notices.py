"""Notifications to browsers about a table: your turn, and messages of others.

They are noted in memory at once, and written to the database a moment later.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from kerys.locale import _, ngettext
from kerys.server.letters import last_word_of, talk_since, write_to_browsers
from kerys.server.store import Letter, Seat

PATIENCE = timedelta(seconds=5)
"""How long a notification waits: players who are online decide or open the page by then."""
PAUSE = timedelta(minutes=1)
"""The shortest time between two notifications of a kind for one seat."""
MOST_SHOWN = 200
"""How many characters of a message are shown."""


class Noted(NamedTuple):
    """Something that browsers may have to be notified of."""

    table_id: str
    seat: int
    """Whose turn it is; for a message, its sender."""
    state: int
    way: str
    at: datetime


def write_noted(session: Session, one: Noted) -> None:
    """Queue notifications for browsers about something that was noted."""
    if one.way == "push":
        _write_turn(session, one)
    else:
        _write_talk(session, one)


def _write_turn(session: Session, one: Noted) -> None:
    """Queue notifications for the browsers of a player whose turn it is."""
    seat = session.get(Seat, (one.table_id, one.seat))
    if seat is not None:
        due = _not_too_soon(one.at, seat.pushed)
        write_to_browsers(session, one.table_id, one.seat, one.state, "push", due)


def _write_talk(session: Session, one: Noted) -> None:
    """Queue notifications for the browsers of all others at a table."""
    seats = session.scalars(select(Seat).where(Seat.table_id == one.table_id)).all()
    speaker = next((seat.person_id for seat in seats if seat.number == one.seat), None)
    first = None if speaker is None else last_word_of(session, one.table_id, speaker)
    if first is None:
        return
    for seat in seats:
        if seat.number != one.seat:
            due = _not_too_soon(one.at, seat.talked)
            write_to_browsers(session, one.table_id, seat.number, first, "talk", due)


def _not_too_soon(moment: datetime, before: datetime | None) -> datetime:
    """When to notify a browser: after a moment, and not too soon after the last time."""
    due = moment + PATIENCE
    return due if before is None else max(due, before + PAUSE)


def told_of(session: Session, letter: Letter, title: str) -> dict[str, str] | None:
    """The text of a notification: no more than everyone at the table may know."""
    if letter.way == "push":
        query = select(Seat.name).where(
            Seat.table_id == letter.table_id, Seat.number != letter.seat
        )
        names = ", ".join(session.scalars(query.order_by(Seat.number)))
        body = _("With {names}").format(names=names)
        return {"title": _("Your turn at {game}").format(game=title), "body": body}
    said = talk_since(session, letter)
    if not said:
        return None
    newest, more = said[0], len(said) - 1
    text = newest.text if len(newest.text) <= MOST_SHOWN else f"{newest.text[:MOST_SHOWN]}…"
    if more:
        text += "\n" + ngettext(
            "and {number} more message", "and {number} more messages", more
        ).format(number=more)
    return {
        "title": _("{name} at {game}").format(name=newest.name, game=title),
        "body": text,
    }
