"""Two server processes on one PostgreSQL: players at one table are on different ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import running
from tests.browser.people import Arrive, next_to_decide
from tests.server.postgres import PostgresServer
from tests.serving import AT_ONCE, Process

DECISIONS = 16


@pytest.fixture(scope="module")
def two_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two processes of one site."""
    folder: Path = tmp_path_factory.mktemp("two")
    with PostgresServer() as postgres:
        database = postgres.database()
        first, second = (
            running(Process(folder, "--db", database, program=AT_ONCE)) for _process in range(2)
        )
        servers = [next(first), next(second)]
        yield servers
        for process in (first, second):
            assert next(process, None) is None


def test_people_on_different_processes_play_together(
    arrive: Arrive, two_servers: list[Process]
) -> None:
    ada = arrive("Ada", server=two_servers[0])
    ben = arrive("Ben", phone=True, server=two_servers[1])
    ada.start("ys", "me", "friend", "beginner", "beginner")
    ben.accept(ada.invitation())
    for visitor in (ada, ben):
        expect(visitor.question).to_be_visible()
        visitor.mark()
    for _decision in range(DECISIONS):
        deciding = next_to_decide((ada, ben))
        assert deciding is not None
        deciding.decide()
        other = ben if deciding is ada else ada
        other.wait_for_state(deciding.state)
    ada.page.fill("#say", "Hello over there")
    ada.page.press("#say", "Enter")
    expect(ben.page.locator("#messages")).to_contain_text("Hello over there")
    assert ada.has_stayed()
    assert ben.has_stayed()
