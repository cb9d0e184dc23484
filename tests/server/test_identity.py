"""Identities: cached in memory, and dropped at once when something about a person changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kerys.server import identity as module
from kerys.server.bus import ANYTHING, PERSON
from kerys.server.identity import Credentials, Identities, Identity, UnknownKeyError
from kerys.server.passwords import Passwords
from kerys.server.people import _remember
from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.store import Person, Token
from tests.server.live import DEADLINE_S, Live, wait_for
from tests.server.programs import Program, table_of
from tests.server.tools import CHEAP, PASSWORD, guests, table_for


class Somebody(Program):
    """A program, and a browser of the same person."""

    def __init__(self, live: Live, name: str) -> None:
        super().__init__(live, name)
        live.site.people.passwords = Passwords(CHEAP)
        self.cookie = self.sign_in_as(self.person)

    def sign_in_as(self, person: Person) -> str:
        """Use a new browser as this person; returns its cookie."""
        with self.live.site.database.writing() as session:
            cookie = _remember(session, person)
        self.browser = self.live.visitor().client
        self.browser.cookies.set("kerys", cookie)
        return cookie

    def page(self, path: str) -> httpx.Response:
        """Request a page with the browser."""
        return self.browser.get(path)


@pytest.fixture
def ann(live: Live) -> Somebody:
    return Somebody(live, "Ann")


@pytest.fixture
def table_id(live: Live, ann: Somebody) -> str:
    """Ann's private table, after requests that cached everything about her."""
    table_id = table_of(ann, Program(live, "Bob"))
    assert ann.page(f"/t/{table_id}").status_code == 200
    assert ann.get(f"/tables/{table_id}").status_code == 200
    return table_id


# --- At once --------------------------------------------------------------------------------------


def test_who_signs_out_is_nobody_at_once(live: Live, ann: Somebody, table_id: str) -> None:
    live.site.people.sign_out(ann.cookie)
    assert ann.page(f"/t/{table_id}").status_code == 404
    assert ann.browser.post(f"/t/{table_id}/move", data={"move": "pass"}).status_code == 404
    assert ann.get(f"/tables/{table_id}").status_code == 200, "the key is another matter"


def test_who_signs_out_everywhere_is_nobody_anywhere(
    live: Live, ann: Somebody, table_id: str
) -> None:
    first = ann.browser
    ann.sign_in_as(ann.person)
    assert ann.page(f"/t/{table_id}").status_code == 200
    live.site.people.sign_out_everywhere(ann.person)
    for browser in (first, ann.browser):
        assert browser.get(f"/t/{table_id}").status_code == 404


def test_a_dropped_key_opens_nothing_at_once(live: Live, ann: Somebody, table_id: str) -> None:
    with ann.events(table_id) as stream, ann.socket(table_id) as socket:
        next(stream)
        socket.news()
        ann.drop_key()
        assert ann.get(f"/tables/{table_id}").status_code == 401
        assert ann.post(f"/tables/{table_id}/moves", move="pass", revision=0).status_code == 401
        assert [one.kind for one in stream] == ["gone"]
        with pytest.raises(ConnectionClosed):
            socket.receive()
    assert ann.page(f"/t/{table_id}").status_code == 200, "the browser is another matter"


def test_a_changed_password_ends_other_browsers_at_once(
    live: Live, ann: Somebody, table_id: str
) -> None:
    people = live.site.people
    people.make_account(ann.person, f"ann-{ann.person.id}", PASSWORD)
    other = ann.browser
    cookie = ann.sign_in_as(ann.person)
    assert ann.page(f"/t/{table_id}").status_code == 200
    person = people.identify(Credentials(cookie=cookie)).person
    assert person is not None
    people.change_password(person, PASSWORD, "another horse", cookie)
    assert other.get(f"/t/{table_id}").status_code == 404
    assert ann.page(f"/t/{table_id}").status_code == 200


def test_a_new_name_is_shown_at_once(live: Live, ann: Somebody, table_id: str) -> None:
    assert ann.get("/account").json() == {"name": "Ann", "guest": True}
    live.site.people.change(ann.person, name="Anna", email="", theme="dark")
    assert ann.get("/account").json()["name"] == "Anna"
    assert 'value="Anna"' in ann.page("/account").text
    live.site.people.make_account(ann.person, f"anna-{ann.person.id}", PASSWORD)
    assert ann.get("/account").json() == {"name": "Anna", "guest": False}


def test_a_guest_who_becomes_an_account_is_that_account_at_once(live: Live, ann: Somebody) -> None:
    """The guest's cookie and key stop working, and its seats belong to the account."""
    account = Somebody(live, "Ann at home")
    login = f"home-{account.person.id}"
    live.site.people.make_account(account.person, login, PASSWORD)
    public = table_of(ann, Program(live, "Bob"), private=False)
    private = table_of(ann, Program(live, "Bob"))
    assert account.get(f"/tables/{private}").status_code == 404
    assert ann.page(f"/t/{private}").status_code == 200
    with (
        account.events(public) as watching,
        account.socket(public) as socket,
        ann.events(private) as gone,
    ):
        assert next(watching).data["seat"] == socket.news()["seat"] == -1
        next(gone)
        live.site.people.sign_in(login, PASSWORD, ann.person)
        told = next(watching)
        assert (told.kind, told.data["seat"]) == ("table", 0), "with the eyes of the seat"
        assert socket.news()["seat"] == 0
        assert [one.kind for one in gone] == ["gone"]
    assert ann.get(f"/tables/{private}").status_code == 401
    assert ann.page(f"/t/{private}").status_code == 404
    assert account.get(f"/tables/{private}").json()["seat"] == 0
    assert account.page(f"/t/{private}").status_code == 200


def test_a_stream_of_who_is_forgotten_for_no_reason_goes_on(
    live: Live, ann: Somebody, table_id: str
) -> None:
    """Something changes for others, or for her without affecting this."""
    with ann.socket(table_id) as socket:
        socket.news()
        for news in (f"{PERSON}{ann.person.id}", f"{PERSON}{10**6}"):
            live.site.hear(news)
        live.site.people.change(ann.person, name="Anna", email="", theme="dark")
        assert socket.ask(type="say", text="Still here")["type"] == "done"


def test_when_anything_may_have_changed_all_are_looked_up_and_all_tables_read_again(
    live: Live, ann: Somebody, table_id: str
) -> None:
    with ann.socket(table_id) as socket:
        before = socket.news()
        owned = live.site.authority.entry(table_id)
        game = owned.game
        live.site.hear(ANYTHING)
        assert socket.news() == before, "the whole table, which is the same"
        assert live.site.authority.entry(table_id).game is not game
        delete_key(live.site, ann.person)  # by another process whose notification was lost
        assert live.site.people.identify(Credentials(key=ann.token)).person is not None
        live.site.hear(ANYTHING)
        with pytest.raises(UnknownKeyError):
            live.site.people.identify(Credentials(key=ann.token))


def delete_key(site: Site, person: Person) -> None:
    """Delete all of a person's keys in the database only."""
    with site.database.writing() as session:
        session.query(Token).where(Token.person_id == person.id).delete()


# --- The cache ------------------------------------------------------------------------------------


@pytest.fixture
def identities(site: Site) -> Identities:
    return site.people.identities


def known(identities: Identities, asker: Credentials) -> Identity | None:
    """The identity, from the cache alone."""
    return identities.known(asker)


def test_a_key_is_no_cookie_and_a_cookie_no_key(site: Site, identities: Identities) -> None:
    person, cookie = site.people.welcome("Ann")
    token = site.people.make_token(person, "robot")
    for asker in (Credentials(cookie=cookie), Credentials(key=token)):
        found = identities.identify(asker).person
        assert found is not None
        assert found.id == person.id
        assert known(identities, asker) is not None
    assert known(identities, Credentials(key=cookie)) is None
    assert known(identities, Credentials(cookie=token)) is None
    assert identities.identify(Credentials(cookie=token)) == Identity()
    with pytest.raises(UnknownKeyError):
        identities.identify(Credentials(key=cookie))


def test_what_nobody_has_is_not_kept(site: Site, identities: Identities) -> None:
    for _ in range(2):
        assert identities.identify(Credentials(cookie="wrong")) == Identity()
        with pytest.raises(UnknownKeyError):
            identities.identify(Credentials(key="wrong"))
    assert identities._known == {}
    assert identities.identify(Credentials()) == Identity() == identities.identify(None)


def test_only_so_many_are_kept(
    site: Site, identities: Identities, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 3)
    cookies = [site.people.welcome(f"Guest {one}")[1] for one in range(7)]
    for cookie in cookies:
        assert identities.identify(Credentials(cookie=cookie)).person is not None
        assert len(identities._known) <= 3
    for cookie in cookies:
        assert identities.identify(Credentials(cookie=cookie)).person is not None


def rename(site: Site, person: Person, _cookie: str) -> None:
    site.people.change(person, name="New", email="", theme="auto")


CHANGES: dict[str, Callable[[Site, Person, str], None]] = {
    "sign out": lambda site, _person, cookie: site.people.sign_out(cookie),
    "sign out everywhere": lambda site, person, _cookie: site.people.sign_out_everywhere(person),
    "rename": rename,
    "anything": lambda site, _person, _cookie: site.hear(ANYTHING),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_looked_up_before_a_change_is_not_kept_after_it(
    site: Site,
    identities: Identities,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
) -> None:
    """A thread reads the old state, which then changes before the thread caches it."""
    person, cookie = site.people.welcome("Ann")
    read, going_on = threading.Event(), threading.Event()
    visitor = module._visitor

    def slowly(*arguments: Any) -> Any:
        found = visitor(*arguments)
        read.set()
        assert going_on.wait(DEADLINE_S)
        return found

    seen: list[Identity] = []
    asking = threading.Thread(
        target=lambda: seen.append(identities.look_up(Credentials(cookie=cookie)))
    )
    with monkeypatch.context() as patched:
        patched.setattr(module, "_visitor", slowly)
        asking.start()
        assert read.wait(DEADLINE_S)
        patched.setattr(module, "_visitor", visitor)
        CHANGES[change](site, person, cookie)
        going_on.set()
        asking.join()
    assert seen[0].person is not None
    assert known(identities, Credentials(cookie=cookie)) is None


def test_a_dropped_key_that_is_just_being_looked_up_is_not_kept(
    site: Site, identities: Identities, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _cookie = site.people.welcome("Ann")
    token = site.people.make_token(person, "robot")
    owner = module._owner

    def dropped_meanwhile(*arguments: Any) -> Any:
        found = owner(*arguments)
        dropping = threading.Thread(
            target=site.people.drop_token, args=(person, module.digest(token))
        )
        dropping.start()
        dropping.join()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(module, "_owner", dropped_meanwhile)
        identities.identify(Credentials(key=token))
    with pytest.raises(UnknownKeyError):
        identities.identify(Credentials(key=token))


# --- Several processes ----------------------------------------------------------------------------


@pytest.fixture
def both(postgres: Any, blank_database: str) -> Iterator[tuple[Site, Site]]:
    """Two processes on one database that notify each other."""
    url = postgres.database(blank_database)
    sites = open_site(Settings(database=url)), open_site(Settings(database=url))
    for site in sites:
        assert site.wire is not None
        heard: list[str] = []
        site.bus.hear(heard.append)
        site.wire.start()
        wait_for(partial(heard.count, ANYTHING))
    yield sites
    for site in sites:
        assert site.wire is not None
        site.wire.stop()
        site.authority.stop()
        site.database.close()


def test_what_changes_at_one_process_counts_at_all_others(both: tuple[Site, Site]) -> None:
    here, there = both
    person, cookie = here.people.welcome("Ann")
    token = here.people.make_token(person, "robot")
    by_cookie, by_key = Credentials(cookie=cookie), Credentials(key=token)
    for asker in (by_cookie, by_key):
        assert there.people.identify(asker).person is not None
    there_known = there.people.identities
    here.people.change(person, name="Anna", email="", theme="auto")
    wait_for(lambda: there_known.known(by_key) is None)
    found = there.people.identify(by_key).person
    assert found is not None
    assert found.name == "Anna"
    here.people.drop_token(person, module.digest(token))
    wait_for(lambda: there_known.known(by_key) is None)
    with pytest.raises(UnknownKeyError):
        there.people.identify(by_key)
    there.people.identify(by_cookie)
    here.people.sign_out(cookie)
    wait_for(lambda: there_known.known(by_cookie) is None)
    assert there.people.identify(by_cookie).person is None


def test_a_table_that_changes_hands_by_signing_in_elsewhere_is_read_again(
    both: tuple[Site, Site],
) -> None:
    here, there = both
    here.people.passwords = Passwords(CHEAP)
    account, guest = guests(here, "Ann", "Ann on the train")
    here.people.make_account(account, "ann", PASSWORD)
    table_id = table_for(there, [guest, *guests(there, "Bob")])

    def seated() -> int | None:
        with there.authority.holding(table_id) as owned:
            return owned.known.seats[0].person_id

    assert seated() == guest.id
    here.people.sign_in("ann", PASSWORD, guest)
    wait_for(lambda: seated() == account.id)
