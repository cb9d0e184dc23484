"""Guests of the API: a key without an account, and a seat by invitation."""

from __future__ import annotations

from typing import Any

import pytest

from kerys.server import people
from tests.server.live import Live
from tests.server.programs import Program


def guest(live: Live, **body: Any) -> dict[str, Any]:
    """A new guest, who has no key before."""
    answer = live.visitor().client.post("/api/guests", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_guest_is_known_by_the_key(live: Live) -> None:
    made = guest(live, name="  Eve  ")
    client = live.visitor(Authorization=f"Bearer {made['key']}").client
    assert made["name"] == "Eve"
    assert client.get("/api/account").json() == {"name": "Eve", "guest": True}


def test_a_guest_without_a_name_is_given_one(live: Live) -> None:
    assert guest(live)["name"]


@pytest.mark.parametrize("body", [{"name": "x" * 41}, {"name": "a\x1bb"}, {"key": "mine"}, []])
def test_guests_that_cannot_be_are_refused(live: Live, body: Any) -> None:
    answer = live.visitor().client.post("/api/guests", json=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}


def test_too_many_guests_from_one_address_have_to_wait(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "TRIES_OF_ADDRESS", 0)
    answer = live.visitor().client.post("/api/guests", json={"name": "Eve"})
    assert answer.status_code == 429
    assert "wait" in answer.json()["error"]


def test_an_invitation_leads_to_its_seat(live: Live, ann: Program) -> None:
    table = ann.make("me", "friend", "friend")
    invitation = table["seats"][2]["invitation"]
    client = live.visitor().client
    found = client.get(f"/api/invitations/{invitation}").json()
    assert found == {"table": table["id"], "game": "mykerinos", "seat": 2, "free": True}
    client.headers["Authorization"] = f"Bearer {guest(live, name='Eve')['key']}"
    answer = client.post(
        f"/api/tables/{table['id']}/sit", json={"seat": 2, "invitation": invitation}
    )
    assert answer.status_code == 200
    assert answer.json()["seats"][2]["name"] == "Eve"
    assert not client.get(f"/api/invitations/{invitation}").json()["free"]


def test_an_invitation_that_nobody_gave_leads_nowhere(live: Live) -> None:
    answer = live.visitor().client.get("/api/invitations/guess")
    assert answer.status_code == 404
    assert set(answer.json()) == {"error"}
