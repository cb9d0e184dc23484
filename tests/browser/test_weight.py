"""How many bytes a first visit transfers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page

from kerys.games import GAMES
from tests.browser.people import Arrive, Visitor
from tests.server.visitor import TIMEOUT_S

MOST_BYTES = 150_000
MOST_FOR_A_DECISION = 25_000
SETTLED_MS = 1500
LEAST_EVENT = 2000


class Scales:
    """Measures everything that a page loads."""

    def __init__(self, page: Page) -> None:
        self._weights: dict[str, float] = {}
        self._addresses: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _ended(self, event: dict[str, Any]) -> None:
        self._weights[event["requestId"]] = event["encodedDataLength"]

    @property
    def total(self) -> float:
        """Everything so far."""
        return sum(self._weights.values())

    def check(self, beside: int = 0) -> None:
        """Check that the total is within the limit."""
        total = self.total + beside
        told = "\n".join(
            f"{size:9.0f} {self._addresses[one]}" for one, size in self._weights.items()
        )
        print(f"{total:9.0f} in all\n{told}")
        assert 50_000 < total <= MOST_BYTES, told


@pytest.mark.parametrize("phone", [False, True])
def test_the_first_visit_of_the_home_page_is_light(arrive: Arrive, phone: bool) -> None:
    ada = arrive("Ada", phone=phone)
    scales = Scales(ada.page)
    ada.page.goto("/", wait_until="networkidle")
    assert ada.page.evaluate("document.fonts.check('1rem Inscription')")
    scales.check()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_visit_of_a_table_is_light(arrive: Arrive, game: str) -> None:
    """As seen by someone who follows a link to a public table."""
    host = arrive("Host")
    table = host.start(game, "me", *["beginner"] * 3, private=False)
    host.wait_until_asked()
    ada = arrive("Ada")
    scales = Scales(ada.page)
    ada.go(f"/t/{table}")
    ada.page.wait_for_timeout(SETTLED_MS)  # the stream never ends
    scales.check(beside=stream_weight(f"{ada.server.url}/t/{table}/stream?layout=wide"))


@pytest.mark.parametrize("game", GAMES)
def test_a_confirmed_decision_is_light(ada: Visitor, game: str) -> None:
    """Counted as sent, except what the stream brings, which is counted before its compression."""
    ada.start(game, "me", "beginner", "beginner")
    ada.wait_until_asked()
    scales, pushed = Scales(ada.page), [0]
    session = ada.page.context.new_cdp_session(ada.page)

    def receive(event: dict[str, Any]) -> None:
        pushed[0] += len(event["data"].encode())

    session.on("Network.eventSourceMessageReceived", receive)
    session.send("Network.enable")
    before = 0.0
    for _decision in range(4):
        ada.decide()
        ada.wait_until_asked()
        after = pushed[0] + scales.total
        assert 0 < after - before <= MOST_FOR_A_DECISION
        before = after


def stream_weight(address: str) -> int:
    """What a stream sends first; the browser only measures finished responses."""
    headers = {"Accept-Encoding": "gzip"}
    with httpx.stream(
        "GET", address, headers=headers, trust_env=False, timeout=TIMEOUT_S
    ) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        weight = 0
        for chunk in answer.iter_raw():
            weight += len(chunk)
            if weight > LEAST_EVENT:
                return weight
    raise AssertionError("the stream has ended")
