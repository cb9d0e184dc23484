"""Databases of both kinds, sites on them, and a running site shared by read-only tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.store import Database
from tests.server.live import Live
from tests.server.postgres import PostgresServer
from tests.server.programs import Program
from tests.server.push_service import PushService, opened_push_service
from tests.server.tools import Opening
from tests.server.visitor import Visitors


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the tests."""
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def blank_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with empty tables."""
    file = tmp_path_factory.mktemp("blank") / "blank.db"
    _upgraded(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def blank_database(postgres: PostgresServer) -> str:
    """The name of a PostgreSQL database with empty tables."""
    url = postgres.database()
    _upgraded(url)
    return url.split("/")[3].split("?")[0]


def _upgraded(url: str) -> None:
    database = Database(url)
    database.upgrade()
    database.close()


@pytest.fixture
def sqlite(blank_file: Path, tmp_path: Path) -> str:
    """The address of an SQLite file for one test."""
    file = tmp_path / "kerys.db"
    shutil.copy(blank_file, file)
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database for one test, of either kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite"))
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.database(request.getfixturevalue("blank_database"))


@pytest.fixture
def site(url: str) -> Iterator[Site]:
    """A site on either kind of database, without background tasks."""
    site = open_site(Settings(database=url))
    yield site
    site.authority.stop()
    site.database.close()


@pytest.fixture
def second(url: str) -> Iterator[Authority]:
    """Another process's authority over the same database."""
    database = Database(url)
    authority = Authority(database, Bus())
    yield authority
    authority.stop()
    database.close()


@pytest.fixture(scope="session")
def live(blank_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running site, for all tests that don't mind each other's tables."""
    file = tmp_path_factory.mktemp("live") / "kerys.db"
    shutil.copy(blank_file, file)
    with Live(Settings(database=f"sqlite:///{file}", thinkers=1)) as live:
        yield live


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A site where no bot moves, for the tests of one module."""
    file = tmp_path_factory.mktemp("quiet") / "kerys.db"
    with Live(Settings(database=f"sqlite:///{file}")) as live:
        live.site.bot_workers.stop()
        yield live


@pytest.fixture
def ann(live: Live) -> Program:
    """A program at the shared site."""
    return Program(live, "Ann")


@pytest.fixture
def bob(live: Live) -> Program:
    """Another program at the shared site."""
    return Program(live, "Bob")


@pytest.fixture
def either(url: str) -> Iterator[Live]:
    """A running site for one test, on either kind of database."""
    with Live(Settings(database=url, thinkers=1)) as live:
        yield live


@pytest.fixture
def visitors(live: Live) -> Visitors:
    """Any number of browsers."""
    return live.visitor


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on this machine."""
    with opened_push_service() as opened:
        yield opened


@pytest.fixture
def opened(url: str) -> Iterator[Opening]:
    """A site with custom settings; notices are sent when the test says so."""
    sites: list[Site] = []

    def open_one(**settings: Any) -> Site:
        defaults = Settings(database=url, url="https://kerys.example", private_webhooks=True)
        sites.append(open_site(replace(defaults, **settings)))
        return sites[-1]

    yield open_one
    for one in sites:
        one.authority.stop()
        one.database.close()
