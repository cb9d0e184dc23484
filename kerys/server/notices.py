"""Notices for people who are away: it is your turn, by mail and by webhook.

They are written into the database together with the event that makes them due, and taken out once
they are sent: a crash loses none. A notice tells where to look and nothing about the game.
"""

from __future__ import annotations

import ipaddress
import logging
import smtplib
import socket
import threading
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import urlsplit

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.settings import Settings
from kerys.server.store import Database, Letter, Table
from kerys.server.store.models import now

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
PATIENCE = timedelta(seconds=60)
"""How long a notice waits before it is sent by mail: who is there moves meanwhile."""
MOST_TRIES = 6
TIMEOUT_S = 10.0


class Notices:
    """What has to be sent, and who sends it."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; what is not sent stays."""
        self._stopped.set()
        self._thread.join(timeout=TIMEOUT_S)

    def write(self, session: Session, table: Table, awaited: int) -> None:
        """Note the notices for everyone whose turn has just come."""
        for seat in table.seats:
            if seat.person is None or not table.awaited & ~awaited & 1 << seat.number:
                continue
            ways = []
            if self.settings.mail is not None and seat.person.email:
                ways.append(("mail", seat.person.email, now() + PATIENCE))
            if seat.webhook:
                ways.append(("webhook", seat.webhook, now()))
            for way, address, due in ways:
                session.add(
                    Letter(
                        table_id=table.id,
                        seat=seat.number,
                        state=table.events,
                        way=way,
                        address=address,
                        due=due,
                    )
                )

    def _run(self) -> None:
        """Send what is due, again and again."""
        while not self._stopped.wait(ROUND_S):
            try:
                while self._send_next():
                    pass
            except Exception:
                LOG.exception("sending notices")

    def _send_next(self) -> bool:
        """Send the next notice that is due; whether there was one."""
        with self.database.writing() as session:
            query = select(Letter).where(Letter.due <= now()).order_by(Letter.due).limit(1)
            letter = session.scalar(query.with_for_update(skip_locked=True))
            if letter is None:
                return False
            table = session.get_one(Table, letter.table_id)
            if not table.awaited >> letter.seat & 1 or letter.tries >= MOST_TRIES:
                session.delete(letter)
                return True
            letter.tries += 1
            letter.due = now() + timedelta(seconds=30 * 4**letter.tries)
        try:
            self._send(letter, table)
        except (OSError, smtplib.SMTPException, httpx.HTTPError, ValueError) as error:
            LOG.warning("a notice by %s for table %s failed: %s", letter.way, table.id, error)
            return True
        with self.database.writing() as session:
            if (sent := session.get(Letter, letter.id)) is not None:
                session.delete(sent)
        return True

    def _send(self, letter: Letter, table: Table) -> None:
        """Send one notice."""
        link = f"{self.settings.url}/t/{table.id}"
        title = GAMES[table.game].face.title
        if letter.way == "mail":
            self._mail(letter.address, title, link)
        else:
            check_address(letter.address, self.settings.private_webhooks)
            answer = httpx.post(
                letter.address,
                json={
                    "table": table.id,
                    "game": table.game,
                    "seat": letter.seat,
                    "state": letter.state,
                    "url": link,
                },
                timeout=TIMEOUT_S,
                follow_redirects=False,
            )
            answer.raise_for_status()

    def _mail(self, address: str, title: str, link: str) -> None:
        """A short mail with the link to the table."""
        mail = self.settings.mail
        assert mail is not None
        message = EmailMessage()
        message["Subject"] = _("Your turn at {game}").format(game=title)
        message["From"] = mail.sender
        message["To"] = address
        message.set_content(_("It is your turn at {game}:").format(game=title) + f"\n\n{link}\n")
        with smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT_S) as server:
            if mail.encrypted:
                server.starttls()
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)


def check_address(address: str, private: bool) -> None:
    """Refuse addresses inside the site's own network, unless whoever runs the site allows them."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{address} is no web address")
    if private:
        return
    for found in socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM):
        if not ipaddress.ip_address(found[4][0]).is_global:
            raise ValueError(f"{parts.hostname} is inside a private network")
