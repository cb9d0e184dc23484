"""Turn notices: by mail and webhook, once, only while awaited, and never to private networks."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from kerys.server import notices, webhooks
from kerys.server.settings import Mail
from kerys.server.site import Site
from kerys.server.store import Letter, Person
from kerys.server.store.models import now
from kerys.server.webhooks import Undelivered, check_address
from tests.server.live import wait_for
from tests.server.postbox import Postbox, opened_postbox
from tests.server.tools import Opening, actors_of, decide, guests, play, row_of, table_for


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server, and its port."""
    with opened_postbox() as opened:
        yield opened


class Doorbell(HTTPServer):
    """Accepts webhooks, and answers with a given status."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Ringing)
        self.got: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.status = 204

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/turn?who=me"


class Ringing(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Doorbell)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, json.loads(body), dict(self.headers)))
        self.send_response(self.server.status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Log nothing."""


@pytest.fixture
def doorbell() -> Iterator[Doorbell]:
    with Doorbell() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def with_mail(opened: Opening, port: int) -> Site:
    return opened(mail=Mail("127.0.0.1", "Kerys <kerys@example.org>", port))


def waiting_table(site: Site, webhook: str = "") -> tuple[str, int]:
    """A table that waits for a player with a mail address; also returns the seat."""
    people = guests(site, "Ann", "Bob")
    for person in people:
        asked = site.people.change(
            person, name=person.name, email=f"{person.name}@example.org", theme="auto"
        )
        site.people.answer_mail(asked, wanted=True)
    with site.database.reading() as session:
        people = [session.get_one(Person, person.id) for person in people]
    table_id = table_for(site, people)
    if webhook:
        for person in people:
            site.tables.set_webhook(person, table_id, webhook)
        seat = actors_of(site.authority, table_id)[0]
        while actors_of(site.authority, table_id) == (seat,):
            site.authority.move(table_id, seat, "pass", None)
    return table_id, actors_of(site.authority, table_id)[0]


def letters(site: Site) -> list[Letter]:
    with site.database.reading() as session:
        return list(session.query(Letter).order_by(Letter.id))


def due_now(site: Site) -> None:
    """Make all letters due now."""
    with site.database.writing() as session:
        for letter in session.query(Letter):
            letter.due = now() - timedelta(seconds=1)


def send_all(site: Site) -> None:
    for way in notices.AT_ONCE:
        while (found := site.notices._take(way)) is not None:
            site.notices._deliver(*found)


def test_who_is_awaited_gets_a_mail_with_a_link_after_a_while(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    table_id, seat = waiting_table(site)
    (letter,) = letters(site)
    assert (letter.way, letter.seat, letter.state) == ("mail", seat, 0)
    assert letter.due > now() + notices.PATIENCE / 2, "who is there moves meanwhile"
    send_all(site)
    assert box.got == []
    due_now(site)
    send_all(site)
    ((to, text),) = box.got
    assert to == [letter.address]
    assert f"https://kerys.example/t/{table_id}" in text
    for line in ("Subject: Your turn at Mykerinos", "From: Kerys <kerys@example.org>", "Date: "):
        assert line in text
    assert letters(site) == []
    key = row_of(site.database, table_id).key
    assert key.hex() not in text


def test_who_has_no_address_gets_none(opened: Opening, postbox: tuple[Postbox, int]) -> None:
    site = with_mail(opened, postbox[1])
    table_for(site, guests(site, "Ann", "Bob"))
    assert letters(site) == []


def test_an_address_gets_nothing_until_it_is_confirmed(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    site = with_mail(opened, postbox[1])
    people = guests(site, "Ann", "Bob")
    for person in people:
        site.people.change(person, name=person.name, email="eve@example.org", theme="auto")
    table_for(site, people)
    assert letters(site) == []


def test_an_address_that_wants_no_more_gets_no_more(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    waiting_table(site)
    (letter,) = letters(site)
    with site.database.reading() as session:
        (reader,) = session.query(Person).where(Person.email == letter.address)
    site.people.answer_mail(reader, wanted=False)
    due_now(site)
    send_all(site)
    assert box.got == []
    assert letters(site) == []


def test_mail_programs_are_told_how_to_get_no_more(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    site = opened(
        mail=Mail("127.0.0.1", "kerys@example.org", port),
        url=f"https://kerys.{'far-' * 20}away.example",
    )
    waiting_table(site)
    due_now(site)
    send_all(site)
    ((to, text),) = box.got
    with site.database.reading() as session:
        (reader,) = session.query(Person).where(Person.email == to[0])
    link = f"{site.settings.url}/mail/{reader.mail_word}"
    assert f"List-Unsubscribe: <{link}>\r\n" in text
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in text
    assert text.count(link) == 2, "also where people read"


def test_without_a_mail_server_nothing_is_written(opened: Opening) -> None:
    site = opened()
    waiting_table(site)
    assert letters(site) == []


def test_nothing_is_sent_to_who_has_moved_meanwhile(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    table_id, seat = waiting_table(site)
    decide(site.authority, table_id, random.Random(1))
    due_now(site)
    send_all(site)
    others = [to for to, _text in box.got]
    assert letters(site) == []
    names = ["Ann@example.org", "Bob@example.org"]
    assert [names[seat]] not in others


def test_nobody_gets_two_mails_for_one_turn(opened: Opening, postbox: tuple[Postbox, int]) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    table_id, seat = waiting_table(site)
    site.authority.move(table_id, seat, "pass", None)
    while actors_of(site.authority, table_id) != (seat,):
        decide(site.authority, table_id, random.Random(2))
    (letter,) = [one for one in letters(site) if one.seat == seat]
    assert letter.state > 0, "the old one is forgotten"
    due_now(site)
    send_all(site)
    assert len(box.got) == 1
    assert letters(site) == []


def test_taking_back_again_and_again_sends_nobody_more_mail(
    opened: Opening, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    table_id, seat = waiting_table(site)

    def go_back_and_forth() -> list[Letter]:
        for _ in range(3):
            site.authority.move(table_id, seat, "pass", None)
            site.authority.undo(table_id, seat, None)
        site.authority.move(table_id, seat, "pass", None)
        return [one for one in letters(site) if one.seat != seat]

    (letter,) = go_back_and_forth()
    assert letter.due < now() + notices.PATIENCE
    due_now(site)
    send_all(site)
    assert len(box.got) == 1
    site.authority.undo(table_id, seat, None)
    (letter,) = go_back_and_forth()
    assert letter.due > now() + notices.PAUSE / 2, "later, if they are still awaited then"
    send_all(site)
    assert len(box.got) == 1


def test_after_the_game_nobody_is_called(opened: Opening, postbox: tuple[Postbox, int]) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    table_id, _seat = waiting_table(site)
    play(site.authority, table_id, random.Random(1))
    due_now(site)
    send_all(site)
    assert box.got == []
    assert letters(site) == []


def test_what_failed_is_tried_again_and_then_given_up(
    opened: Opening, postbox: tuple[Postbox, int], caplog: pytest.LogCaptureFixture
) -> None:
    box, port = postbox
    site = with_mail(opened, port)
    waiting_table(site)
    box.refuse = 1
    due_now(site)
    send_all(site)
    (letter,) = letters(site)
    assert (letter.tries, box.got) == (1, [])
    assert letter.due > now() + timedelta(seconds=60)
    assert "a notice by mail" in caplog.text
    due_now(site)
    send_all(site)
    assert (len(box.got), letters(site)) == (1, [])
    box.refuse = 100
    waiting_table(site)
    for tries in range(1, notices.MOST_TRIES + 1):
        due_now(site)
        send_all(site)
        assert letters(site)[0].tries == tries
    due_now(site)
    send_all(site)
    assert letters(site) == []


def test_a_mail_server_that_is_away_costs_no_notice(opened: Opening) -> None:
    site = with_mail(opened, 1)
    waiting_table(site)
    due_now(site)
    send_all(site)
    assert [letter.tries for letter in letters(site)] == [1]


def test_a_program_is_called_at_once(opened: Opening, doorbell: Doorbell) -> None:
    site = opened()
    table_id, seat = waiting_table(site, doorbell.address)
    send_all(site)
    ((path, body, headers),) = doorbell.got
    assert path == "/turn?who=me"
    assert body == {
        "table": table_id,
        "game": "mykerinos",
        "seat": seat,
        "state": row_of(site.database, table_id).events,
        "url": f"https://kerys.example/t/{table_id}",
    }
    assert headers["Host"] == f"127.0.0.1:{doorbell.server_port}"
    assert letters(site) == []


@pytest.mark.parametrize("status", [500, 404, 302])
def test_a_call_that_fails_is_repeated_and_leads_nowhere_else(
    opened: Opening, doorbell: Doorbell, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    site = opened()
    waiting_table(site, doorbell.address)
    doorbell.status = status
    send_all(site)
    assert len(doorbell.got) == 1
    assert [letter.tries for letter in letters(site)] == [1]
    assert f"the answer was {status}" in caplog.text
    assert "who=me" not in caplog.text, "the address of a webhook is a secret"
    doorbell.status = 200
    due_now(site)
    send_all(site)
    assert len(doorbell.got) == 2
    assert letters(site) == []


def test_one_address_that_fails_keeps_no_other_waiting(opened: Opening, doorbell: Doorbell) -> None:
    site = opened()
    waiting_table(site, "http://127.0.0.1:1/")
    waiting_table(site, "http://" + "x" * 300 + "/")
    waiting_table(site, doorbell.address)
    send_all(site)
    assert len(doorbell.got) == 1


def test_addresses_inside_the_network_are_refused_by_default(
    opened: Opening, doorbell: Doorbell, caplog: pytest.LogCaptureFixture
) -> None:
    site = opened(private_webhooks=False)
    waiting_table(site, doorbell.address)
    send_all(site)
    assert doorbell.got == []
    assert "inside a private network" in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/",
        "http://10.1.2.3/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00::1]/",
        "http://0.0.0.0/",
        "http://2130706433/",
        "http://0x7f.1/",
        "ftp://example.org/",
        "http://",
        "http://127.0.0.1:99999/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2001:0:7f00:1::]/",
        "http://[::127.0.0.1]/",
        "http://[fec0::1]/",
        "http://[ff0e::1]/",
        "http://224.0.0.1/",
    ],
)
def test_private_addresses_in_every_spelling(address: str) -> None:
    with pytest.raises((Undelivered, ValueError, OSError)):
        check_address(address, private=False)


@pytest.mark.parametrize("machine", ["9.9.9.9", "2620:fe::fe"])
def test_public_addresses_may_be_called(machine: str) -> None:
    name = f"[{machine}]" if ":" in machine else machine
    assert check_address(f"https://{name}/", private=False) == machine


def test_the_machine_that_was_checked_is_the_one_that_is_called(
    opened: Opening, doorbell: Doorbell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It doesn't matter if a host name resolves differently the next time."""
    asked: list[str] = []

    def once(host: str, port: int, *_more: Any, **_named: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", once)
    site = opened()
    waiting_table(site, f"http://robot.example:{doorbell.server_port}/turn")
    send_all(site)
    ((_path, _body, headers),) = doorbell.got
    assert headers["Host"] == f"robot.example:{doorbell.server_port}"
    assert asked[0] == "robot.example"
    assert "robot.example" not in asked[1:]


@pytest.fixture
def sender(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site that sends notices by itself."""
    monkeypatch.setattr(notices, "ROUND_S", 0.02)
    site = opened()
    site.notices.start()
    yield site
    site.notices.stop()


def test_a_site_sends_by_itself(sender: Site, doorbell: Doorbell) -> None:
    waiting_table(sender, doorbell.address)
    wait_for(lambda: doorbell.got)
    wait_for(lambda: not letters(sender))
    assert len(doorbell.got) == 1


def test_a_machine_that_answers_for_ever_is_left_in_time(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server sends a little all the time."""
    monkeypatch.setattr(webhooks, "TIMEOUT_S", 0.3)
    site, left = opened(), threading.Event()

    def drip(listening: socket.socket) -> None:
        connection, _address = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                connection.sendall(b"X-More: of it\r\n")
                time.sleep(0.02)
        left.set()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        dripping = threading.Thread(target=drip, args=(listening,), daemon=True)
        dripping.start()
        waiting_table(site, f"http://127.0.0.1:{listening.getsockname()[1]}/")
        send_all(site)
        assert [letter.tries for letter in letters(site)] == [1]
        wait_for(left.is_set)


def test_who_keeps_us_waiting_keeps_nobody_else_waiting_and_is_called_once_at_a_time(
    sender: Site, doorbell: Doorbell, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on, under_way, together = threading.Event(), [], []

    def wait(address: str, news: dict[str, Any], private: bool) -> None:
        if "slow.example" not in address:
            webhooks.call(address, news, private)
            return
        under_way.append(address)
        together.append(len(under_way))
        going_on.wait()
        under_way.remove(address)

    monkeypatch.setattr(notices, "call", wait)
    for number in range(3):
        waiting_table(sender, f"http://slow.example/{number}")
    wait_for(lambda: under_way)
    waiting_table(sender, doorbell.address)
    wait_for(lambda: doorbell.got)
    assert len(under_way) == 1
    going_on.set()
    wait_for(lambda: not letters(sender))
    assert together == [1, 1, 1]
