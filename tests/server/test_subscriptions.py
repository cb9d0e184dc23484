"""Who owns a subscription, and which ones are invalid."""

from __future__ import annotations

import pytest

from kerys.server import web_push
from kerys.server.passwords import PeopleError
from kerys.server.store import Person
from tests.server.push_service import FakeBrowser, Player, PushService, subscriptions
from tests.server.tools import CHEAP, PASSWORD, Opening


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/one",
        "ftp://push.example/one",
        "https://",
        "https://user@push.example/one",
        "https://push.example:99999/one",
        "https://push.example/a b",
        "https://push.example/\u00e9",
        "https://[::1/one",
        "https://push.example/" + "x" * 1000,
        "",
    ],
)
def test_what_is_no_push_service_is_refused(opened: Opening, endpoint: str) -> None:
    site = opened(private_webhooks=False)
    _person, cookie = site.people.welcome("Ann")
    with pytest.raises(PeopleError):
        site.subscriptions.add(cookie, **FakeBrowser(endpoint).form)
    assert subscriptions(site) == set()


@pytest.mark.parametrize(
    ("name", "value"),
    [("p256dh", ""), ("p256dh", "BAAA"), ("p256dh", "%%"), ("auth", "AAAA"), ("auth", "\u00e9")],
)
def test_keys_that_nothing_can_be_encrypted_with_are_refused(
    opened: Opening, name: str, value: str
) -> None:
    site = opened()
    _person, cookie = site.people.welcome("Ann")
    form = FakeBrowser("https://push.example/one").form | {name: value}
    with pytest.raises(PeopleError):
        site.subscriptions.add(cookie, **form)
    assert not web_push.is_receiver(form["p256dh"], form["auth"])


# --- Who owns a subscription --------------------------------------------------------------------


def test_a_new_password_ends_those_of_other_browsers(opened: Opening, service: PushService) -> None:
    site = opened()
    site.people.passwords.hasher = CHEAP
    ann = Player(site, service, "Ann")
    site.people.make_account(ann.person, "ann", PASSWORD)
    with site.database.reading() as session:
        person = session.get_one(Person, ann.person.id)
    cookie = site.people.sign_in("ann", PASSWORD)
    site.subscriptions.add(cookie, **FakeBrowser(f"{service.url}/phone").form)
    site.people.change_password(person, PASSWORD, PASSWORD + "!", cookie)
    assert subscriptions(site) == {f"{service.url}/phone"}


def test_a_guest_who_signs_in_leaves_theirs_behind(opened: Opening, service: PushService) -> None:
    site = opened()
    site.people.passwords.hasher = CHEAP
    account, guest = Player(site, service, "Ann"), Player(site, service, "Guest")
    site.people.make_account(account.person, "ann", PASSWORD)
    site.people.sign_in("ann", PASSWORD, guest.person)
    assert subscriptions(site) == {account.browser.endpoint}


def test_a_browser_that_becomes_somebody_elses_is_no_longer_the_first_ones(
    opened: Opening, service: PushService
) -> None:
    site = opened()
    ann, bob = Player(site, service, "Ann"), Player(site, service, "Bob")
    bob.browser = ann.browser
    bob.subscribe()
    assert not site.subscriptions.has(ann.cookie)
    assert site.subscriptions.has(bob.cookie)


def test_without_a_session_there_is_no_subscription(opened: Opening) -> None:
    site = opened()
    form = FakeBrowser("https://push.example/one").form
    for cookie in ("", "nobody's"):
        with pytest.raises(PeopleError):
            site.subscriptions.add(cookie, **form)
        assert not site.subscriptions.has(cookie)
        site.subscriptions.drop(cookie)


def test_who_has_two_browsers_drops_one(opened: Opening, service: PushService) -> None:
    site = opened()
    ann, bob = Player(site, service, "Ann"), Player(site, service, "Bob")
    site.subscriptions.drop(ann.cookie)
    assert subscriptions(site) == {bob.browser.endpoint}
