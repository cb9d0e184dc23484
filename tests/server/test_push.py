"""Push notifications: encrypted, signed, for people who want them and have no page open."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from sqlalchemy import text

from kerys.server import browser_notices, notices
from kerys.server.pages.page_feed import page_eyes
from kerys.server.settings import Mail, Settings, SettingsError
from kerys.server.site import Site
from kerys.server.store import Letter, Seat, Subscription
from kerys.server.store.models import now
from tests.server.push_service import (
    FakeBrowser,
    Player,
    PushService,
    claims_of,
    subscriptions,
    unwritten,
)
from tests.server.tools import (
    CHEAP,
    PASSWORD,
    Opening,
    actors_of,
    decide,
    depart,
    play,
    row_of,
    say,
    table_for,
    watch,
)


class Played:
    """A table with two players, and the notifications they get."""

    def __init__(self, site: Site, service: PushService) -> None:
        self.site, self.service = site, service
        self.players = [Player(site, service, name) for name in ("Ann", "Bob")]
        self.id = table_for(site, [one.person for one in self.players])

    @property
    def seat(self) -> int:
        return actors_of(self.site.authority, self.id)[0]

    @property
    def asked(self) -> Player:
        return self.players[self.seat]

    def hand_over(self) -> None:
        """Let the player to move pass until it is another's turn."""
        seat = self.seat
        while actors_of(self.site.authority, self.id) == (seat,):
            self.site.authority.move(self.id, seat, "pass", None)

    def letters(self) -> list[Letter]:
        """Everything waiting to be sent to browsers."""
        self.site.notices.write_noted(now())
        return letters(self.site)

    def send(self) -> list[dict[str, Any]]:
        """Let time pass and send what is due; returns what browsers have received since."""
        self.letters()
        return self.send_waiting()

    def send_waiting(self) -> list[dict[str, Any]]:
        """The same for notices already in the database."""
        before = len(self.service.got)
        with self.site.database.writing() as session:
            for letter in session.query(Letter):
                letter.due = now() - timedelta(seconds=1)
        send_all(self.site)
        browsers = {one.browser.endpoint: one.browser for one in self.players}
        return [
            browsers[self.service.url + one.path].read(one) for one in self.service.got[before:]
        ]


@pytest.fixture
def played(opened: Opening, service: PushService) -> Played:
    return Played(opened(), service)


def letters(site: Site) -> list[Letter]:
    with site.database.reading() as session:
        return list(session.query(Letter).order_by(Letter.id))


def send_all(site: Site) -> None:
    for way in notices.AT_ONCE:
        while (found := site.notices._take(way)) is not None:
            site.notices._deliver(*found)


# --- What is sent -------------------------------------------------------------------------------


def test_who_is_awaited_is_told_after_a_moment(played: Played) -> None:
    (letter,) = played.letters()
    assert (letter.way, letter.seat) == ("push", played.seat)
    assert letter.due > now() + browser_notices.PATIENCE / 2, "who is there decides meanwhile"
    assert played.asked.browser.endpoint not in letter.address, "which is a secret"
    send_all(played.site)
    assert played.service.got == []
    other = played.players[1 - played.seat].person.name
    assert played.send() == [
        {
            "title": "Your turn at Mykerinos",
            "body": f"With {other}",
            "url": f"/t/{played.id}",
            "tag": f"push-{played.id}",
        }
    ]
    assert played.letters() == []


def test_nobody_else_can_read_it(played: Played) -> None:
    played.send()
    (parcel,) = played.service.got
    assert b"Mykerinos" not in parcel.body
    with pytest.raises(http_ece.ECEException, match="Decryption error"):
        played.players[1 - played.seat].browser.read(parcel)


def test_it_is_signed_with_the_key_of_the_site(played: Played) -> None:
    played.send()
    (parcel,) = played.service.got
    claims = claims_of(parcel, played.site.subscriptions.signer.public)
    assert claims["aud"] == played.service.url
    assert claims["sub"] == "https://kerys.example"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert parcel.headers["Topic"] == f"push-{played.id}"
    assert int(parcel.headers["TTL"]) > 0


@pytest.mark.parametrize(
    ("settings", "contact"),
    [
        ({}, "mailto:kerys@localhost"),
        ({"url": "https://kerys.example"}, "https://kerys.example"),
        ({"mail": Mail("host", "Kerys <kerys@example.org>")}, "mailto:kerys@example.org"),
        ({"contact": "me@example.org", "url": "https://kerys.example"}, "mailto:me@example.org"),
    ],
)
def test_push_services_are_told_whom_to_ask(settings: dict[str, Any], contact: str) -> None:
    assert Settings(database="sqlite:///x", **settings).push_contact == contact


@pytest.mark.parametrize("contact", ["me", "@example.org", "me@", "me <me@example.org>"])
def test_a_contact_is_an_address(contact: str) -> None:
    with pytest.raises(SettingsError, match="The contact must be an email address"):
        Settings(database="sqlite:///x", contact=contact)


def test_the_key_is_made_once_and_told_to_nobody(
    opened: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = opened(), opened()
    signer = first.subscriptions.signer
    assert second.subscriptions.signer == signer
    assert opened().subscriptions.signer.public == signer.public
    assert len(unwritten(signer.public)) == 65
    assert repr(signer.secret) not in repr(signer)
    assert signer.secret.hex() not in caplog.text


def test_a_notice_tells_nothing_about_the_game(played: Played) -> None:
    told = []
    for _turn in range(6):
        play(played.site.authority, played.id, random.Random(3), 1)
        told += played.send()
    assert told
    for one in told:
        assert set(one) == {"title", "body", "url", "tag"}
        assert one["title"] == "Your turn at Mykerinos"
        assert one["body"] in ("With Ann", "With Bob")


def test_what_was_decided_meanwhile_is_no_news(played: Played) -> None:
    played.letters()
    decided = played.seat
    decide(played.site.authority, played.id, random.Random(1))
    while played.seat == decided:
        decide(played.site.authority, played.id, random.Random(1))
    assert played.send_waiting() == []
    play(played.site.authority, played.id, random.Random(1))
    assert played.send() == []
    assert played.letters() == []


def test_turns_that_come_and_go_are_told_once_in_a_minute(played: Played) -> None:
    assert len(played.send()) == 1
    seat = played.seat
    for _ in range(3):
        played.hand_over()
        played.site.authority.undo(played.id, seat, None)
    (letter,) = [one for one in played.letters() if one.seat == seat]
    assert letter.due > now() + browser_notices.PAUSE / 2
    played.hand_over()
    assert len([one for one in played.letters() if one.seat != seat]) == 1


def test_all_browsers_of_a_person_are_told(played: Played) -> None:
    one = played.asked
    site = played.site
    site.people.passwords.hasher = CHEAP
    site.people.make_account(one.person, "somebody", PASSWORD)
    cookie = site.people.sign_in("somebody", PASSWORD)
    phone = FakeBrowser(f"{played.service.url}/phone")
    site.subscriptions.add(cookie, **phone.form)
    assert len(played.letters()) == 2
    with site.database.writing() as session:
        for letter in session.query(Letter):
            letter.due = now()
    send_all(site)
    assert {parcel.path for parcel in played.service.got} == {f"/{one.person.name}", "/phone"}


# --- Open pages ---------------------------------------------------------------------------------


def test_who_has_a_page_open_is_not_told(played: Played) -> None:
    site, person = played.site, played.asked.person
    table = site.tables.look(played.id, person)
    eyes = page_eyes(site, table, person, "wide", "")
    woken = watch(site.authority, played.id, eyes)
    assert played.send() == []
    assert played.letters() == []
    with site.authority.holding(played.id) as owned:
        feed = owned.feeds.attach(eyes, woken, owned, owned.known.version)
        owned.feeds.detach(feed, woken)
    played.hand_over()
    played.hand_over()
    assert len(played.send()) == 1


def test_a_page_of_another_seat_or_a_program_is_no_reason(played: Played) -> None:
    site, other = played.site, played.players[1 - played.seat].person
    table = site.tables.look(played.id, other)
    watch(site.authority, played.id, page_eyes(site, table, other, "wide", ""))
    watch(site.authority, played.id)  # a program with the view of the first seat
    assert len(played.send()) == 1


def test_only_the_process_with_the_pages_sends(played: Played, opened: Opening) -> None:
    if not played.site.database.postgres:
        pytest.skip("an SQLite file has one process")
    for site in (played.site, other := opened()):
        assert site.leases is not None
        site.leases.renew()
    seat = played.seat  # this makes the first process own the table
    played.letters()
    with other.database.writing() as session:
        for letter in session.query(Letter):
            letter.due = now() - timedelta(seconds=1)
    assert other.notices._take("push") is None
    found = played.site.notices._take("push")
    assert found is not None
    assert found[0].seat == seat


# --- Chat ---------------------------------------------------------------------------------------


def test_others_are_told_what_somebody_says(played: Played) -> None:
    played.send()
    ann, bob = played.players
    say(played.site, ann.person, played.id, "Hello Bob")
    (letter,) = played.letters()
    assert (letter.way, letter.seat) == ("talk", 1)
    (told,) = played.send()
    assert told == {
        "title": "Ann at Mykerinos",
        "body": "Hello Bob",
        "url": f"/t/{played.id}",
        "tag": f"talk-{played.id}",
    }
    assert played.service.got[-1].path == "/Bob"
    say(played.site, bob.person, played.id, "x" * 500)
    (told,) = played.send()
    assert len(told["body"]) <= browser_notices.MOST_SHOWN + 1


def test_talk_is_told_once_in_a_minute(played: Played) -> None:
    played.send()
    ann = played.players[0].person
    for words in ("One", "Two", "Three"):
        say(played.site, ann, played.id, words)
        assert len(played.letters()) == 1
    (told,) = played.send()
    assert told["body"] == "Three\nand 2 more messages"
    say(played.site, ann, played.id, "Four")
    (letter,) = played.letters()
    assert letter.due > now() + browser_notices.PAUSE / 2
    (told,) = played.send()
    assert told["body"] == "Four"


def test_only_those_who_play_are_told_what_is_said(played: Played) -> None:
    stranger = Player(played.site, played.service, "Eve")
    played.players.append(stranger)
    played.send()
    say(played.site, played.players[0].person, played.id, "For Bob alone")
    played.send()
    assert [one.path for one in played.service.got[1:]] == ["/Bob"]


def test_who_has_left_is_told_nothing_more(played: Played) -> None:
    played.send()
    ann, bob = played.players
    say(played.site, ann.person, played.id, "Hello Bob")
    played.letters()
    played.site.tables.give_up_soon(bob.person, played.id)
    depart(played.site)
    assert played.send_waiting() == []
    say(played.site, ann.person, played.id, "Are you there?")
    assert played.send() == []


# --- Failures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(played: Played, status: int) -> None:
    played.service.status = status
    gone = played.asked.browser.endpoint
    assert len(played.send()) == 1
    assert gone not in subscriptions(played.site)
    assert len(subscriptions(played.site)) == 1
    assert played.letters() == []


def test_what_failed_is_tried_again_and_then_given_up(
    played: Played, caplog: pytest.LogCaptureFixture
) -> None:
    played.service.status = 503
    for tries in range(1, notices.MOST_TRIES + 1):
        assert len(played.send()) == 1
        assert [letter.tries for letter in played.letters()] == [tries]
        assert letters(played.site)[0].due > now() + timedelta(seconds=60)
    assert played.send() == []
    assert played.letters() == []
    assert "a notice by push" in caplog.text
    assert "the answer was 503" in caplog.text
    for secret in ("/Ann", "/Bob", played.site.subscriptions.signer.public):
        assert secret not in caplog.text
    assert len(subscriptions(played.site)) == 2


def test_addresses_inside_the_network_are_not_called(
    played: Played, caplog: pytest.LogCaptureFixture
) -> None:
    site = played.site
    site.notices.settings = replace(site.settings, private_webhooks=False)
    with site.database.writing() as session:
        for one in session.query(Subscription):
            one.endpoint = one.endpoint.replace("http:", "https:")
    assert played.send() == []
    assert "inside a private network" in caplog.text
    assert "/Ann" not in caplog.text


def test_what_was_noted_is_written_once_it_is_on_disk(played: Played) -> None:
    played.site.notices.write_noted(now() - notices.SETTLED)
    assert letters(played.site) == []
    assert len(played.letters()) == 1


def test_a_site_without_subscribers_writes_nothing(opened: Opening, service: PushService) -> None:
    site = opened()
    people = [site.people.welcome(name)[0] for name in ("Ann", "Bob")]
    table_id = table_for(site, people)
    say(site, people[0], table_id, "Hello")
    site.notices.write_noted(now())
    assert letters(site) == []
    assert row_of(site.database, table_id).status == "running"


def test_a_deleted_table_takes_its_notices_along(played: Played) -> None:
    played.letters()
    with played.site.database.writing() as session:
        session.execute(text("DELETE FROM tables"))
    assert played.send() == []


def test_the_moment_of_a_notification_is_kept(played: Played) -> None:
    played.send()
    with played.site.database.reading() as session:
        moments = [seat.pushed for seat in session.query(Seat)]
    assert sum(moment is not None for moment in moments) == 1


def test_signing_out_ends_a_subscription(played: Played) -> None:
    ann, bob = played.players
    played.site.people.sign_out(ann.cookie)
    assert subscriptions(played.site) == {bob.browser.endpoint}
    played.site.people.sign_out_everywhere(bob.person)
    assert subscriptions(played.site) == set()
    assert played.send() == []
