"""Chat at a table."""

from __future__ import annotations

import re

from sqlalchemy import select
from sqlalchemy.orm import Session

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.limits import check_talk
from kerys.server.permissions import seat_of
from kerys.server.snapshots import Said, said, table_snapshot
from kerys.server.store import Message, Person, Table
from kerys.table.errors import GameError, SeatError

MOST_TEXT = 500
MOST_SHOWN = 100
"""How many messages a page shows."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def add_message(session: Session, table: Table, person: Person | None, text: str) -> None:
    """Send a message to everyone at a table."""
    text = " ".join(CONTROLS.sub(" ", text).split())
    if not text:
        raise GameError(_("The message is empty."))
    if len(text) > MOST_TEXT:
        raise GameError(
            _("A message can have at most {most} characters.").format(most=MOST_TEXT),
        )
    seat = seat_of(table_snapshot(table), person)
    if person is None or seat == SPECTATOR:
        raise SeatError(_("Only players at this table can chat."))
    check_talk(session, person, table.id)
    name = table.seats[seat].name
    session.add(Message(table_id=table.id, person_id=person.id, name=name, text=text))


def last_messages(session: Session, table_id: str) -> tuple[Said, ...]:
    """The last messages at a table, the newest last."""
    query = select(Message).where(Message.table_id == table_id)
    found = session.scalars(query.order_by(Message.id.desc()).limit(MOST_SHOWN))
    return tuple(said(one) for one in found)[::-1]
