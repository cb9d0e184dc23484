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
from email.utils import localtime, make_msgid
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.settings import Settings
from kerys.server.store import Database, Event, Letter, Table
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
        query = select(Letter).where(Letter.due <= now()).order_by(Letter.due).limit(1)
        with self.database.reading() as session:
            if session.scalar(query) is None:
                return False
        with self.database.writing() as session:
            letter = session.scalar(query.with_for_update(skip_locked=True))
            if letter is None:
                return False
            table = session.get_one(Table, letter.table_id)
            if letter.tries >= MOST_TRIES or not _is_still_due(session, letter, table):
                session.delete(letter)
                return True
            letter.tries += 1
            letter.due = now() + timedelta(seconds=30 * 4**letter.tries)
        try:
            self._send(letter, table)
        except Exception as error:  # whatever an address leads to: the others' notices go on
            LOG.warning("a notice by %s for table %s failed: %s", letter.way, table.id, error)
            return True
        with self.database.writing() as session:
            if (sent := session.get(Letter, letter.id)) is not None:
                session.delete(sent)
        return True

    def _send(self, letter: Letter, table: Table) -> None:
        """Send one notice."""
        link = f"{self.settings.url or self.settings.listening}/t/{table.id}"
        title = GAMES[table.game].face.title
        if letter.way == "mail":
            self._mail(letter.address, title, link)
        else:
            news = {
                "table": table.id,
                "game": table.game,
                "seat": letter.seat,
                "state": letter.state,
                "url": link,
            }
            self._call(letter.address, news)

    def _call(self, address: str, news: dict[str, Any]) -> None:
        """Tell a program; the machine that was checked is the one that is called."""
        machine = check_address(address, self.settings.private_webhooks)
        url = httpx.URL(address)
        with httpx.Client(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False) as client:
            request = client.build_request(
                "POST",
                url.copy_with(host=machine),
                json=news,
                headers={"Host": url.netloc.decode()},
                extensions={"sni_hostname": url.host},
            )
            answer = client.send(request, stream=True)  # of the answer only the number counts
            answer.close()
            answer.raise_for_status()

    def _mail(self, address: str, title: str, link: str) -> None:
        """A short mail with the link to the table."""
        mail = self.settings.mail
        assert mail is not None
        message = EmailMessage()
        message["Subject"] = _("Your turn at {game}").format(game=title)
        message["From"] = mail.sender
        message["To"] = address
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=urlsplit(link).hostname)
        message.set_content(_("It is your turn at {game}:").format(game=title) + f"\n\n{link}\n")
        with smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT_S) as server:
            if mail.encrypted:
                server.starttls()
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)


def _is_still_due(session: Session, letter: Letter, table: Table) -> bool:
    """Whether somebody is still awaited, and has not decided anything since."""
    later = select(Event.number).where(
        Event.table_id == table.id,
        Event.seat == letter.seat,
        Event.number > letter.state,
        Event.made_by == "person",
    )
    return bool(table.awaited >> letter.seat & 1) and session.scalar(later.limit(1)) is None


def check_address(address: str, private: bool) -> str:
    """The machine behind an address; those inside the site's own network are refused.

    Unless whoever runs the site allows them.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("this is no web address")
    found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    machines = [str(one[4][0]) for one in found]
    if not private and not all(ipaddress.ip_address(one).is_global for one in machines):
        raise ValueError(f"{parts.hostname} is inside a private network")
    return machines[0]
