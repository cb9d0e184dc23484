"""The settings of a site: valid ones work, invalid ones are reported in one line."""

from __future__ import annotations

import re
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from kerys.cli import main
from kerys.cli.serve import _settings
from kerys.games import GAMES
from kerys.server import run
from kerys.server.run import Server
from kerys.server.settings import Settings, SettingsError, default_database, without_password
from tests.server.processes import Visited
from tests.serving import free_port


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "warm_up", lambda site: None)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def refused(*arguments: str) -> tuple[int, str]:
    """How `kerys serve` refuses something: its exit code and its message."""
    ran = CliRunner().invoke(main, ["serve", "--port", str(free_port()), *arguments])
    assert isinstance(ran.exception, SystemExit), ran.exception
    assert "Traceback" not in ran.output
    assert "Error: " in ran.output
    return ran.exit_code, ran.output


BAD = [
    (["--db", "mysql://somewhere/kerys"], 2, "sqlite:///FILE or postgresql://"),
    (["--db", "kerys.db"], 2, "sqlite:///FILE or postgresql://"),
    (["--db", "sqlite:///"], 2, "must name a file"),
    (["--db", "sqlite:////proc/nowhere/kerys.db"], 2, "There is no folder /proc/nowhere."),
    (["--db", "sqlite:////etc"], 1, "can't be opened"),
    (["--db", "postgresql://u:secret@127.0.0.1:1/kerys"], 1, "can't be opened"),
    (["--db", "postgresql://u:secret@127.0.0.1:x/kerys"], 1, "can't be opened"),
    (["--url", "kerys.example"], 2, "must begin with http:// or https://"),
    (["--url", "ftp://kerys.example"], 2, "must begin with http:// or https://"),
    (["--url", "http://"], 2, "must begin with http:// or https://"),
    (["--url", "http://[kerys"], 2, "must begin with http:// or https://"),
    (["--mail", "localhost"], 2, "--mail-from"),
    (["--mail", "localhost:smtp", "--mail-from", "a@b.org"], 2, "HOST[:PORT]"),
    (["--mail", "localhost", "--mail-from", "a@b.org"], 2, "--url"),
    (["--demo", "--db", "sqlite:///x.db"], 2, "omit --db"),
    (["--port", "70000"], 2, "--port"),
    (["--thinkers", "-1"], 2, "--thinkers"),
    (["--reviews", "bottomless"], 2, "quick, standard, deep or none, not 'bottomless'"),
    (["--reviews-per-person", "0"], 2, "--reviews-per-person"),
    (["--reviews-in-all", "0"], 2, "--reviews-in-all"),
    (["--host", "nowhere.invalid"], 1, "Can't listen"),
    (["--host", "203.0.113.1"], 1, "Can't listen"),
]


@pytest.mark.parametrize(("arguments", "code", "sentence"), BAD)
def test_a_bad_setting_is_said_in_a_sentence(
    arguments: list[str], code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found, output = refused(*arguments)
    assert found == code
    assert sentence in output
    assert "secret" not in output


def test_a_port_that_is_taken_is_said_before_anything_is_made(taken: int, tmp_path: Path) -> None:
    file = tmp_path / "kerys.db"
    code, output = refused("--port", str(taken), "--db", f"sqlite:///{file}")
    assert code == 1
    assert f"port {taken}" in output
    assert "already in use" in output
    assert not file.exists()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 200)
    code, output = refused("--db", f"sqlite:///{file}")
    assert code == 1
    assert "can't be opened" in output
    assert file.read_text() == "Dear Ann, " * 200


def test_the_options_become_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    how = {
        "db": None,
        "url": "https://kerys.example/",
        "mail": "mail.example:587",
        "mail_from": "kerys@example.org",
        "mail_user": "kerys",
        "mail_password": "secret",
        "mail_tls": True,
        "contact": "me@example.org",
        "demo": False,
        "thinkers": 3,
        "reviews": "deep",
        "reviews_per_person": 2,
        "reviews_in_all": 20,
        "workers": 1,
        "inside": "10.0.0.7",
        "private_webhooks": True,
    }
    settings = _settings(how)
    assert settings.database == f"sqlite:///{tmp_path}/kerys/kerys.db" == default_database()
    assert settings.url == "https://kerys.example"
    mail = settings.mail
    assert (mail.host, mail.port, mail.user, mail.encrypted) == ("mail.example", 587, "kerys", True)
    assert mail.password == "secret"
    assert "secret" not in repr(settings)
    assert settings.private_webhooks
    assert settings.contact == "me@example.org"
    assert (settings.thinkers, settings.workers, settings.inside) == (3, 1, "10.0.0.7")
    assert (settings.reviews, settings.reviews_per_person, settings.reviews_in_all) == (
        "deep",
        2,
        20,
    )
    with pytest.raises(SettingsError, match="--db postgresql://"):
        _settings({**how, "workers": 2})
    shared = _settings({**how, "workers": 2, "db": "postgresql://kerys@host/kerys"})
    assert shared.workers == 2


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:pa:ss@word@host/kerys", "postgresql://ann:***@host/kerys"),
        ("postgresql://host/kerys", "postgresql://host/kerys"),
        ("sqlite:////home/ann/kerys.db", "sqlite:////home/ann/kerys.db"),
    ],
)
def test_addresses_are_shown_without_their_password(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_a_site_needs_a_database() -> None:
    with pytest.raises(SettingsError):
        Settings(database="")


def test_the_demo_starts_lists_its_tables_and_leaves_nothing(tmp_path: Path) -> None:
    with Visited(tmp_path, "--demo") as server:
        visitor = server.visitor()
        visitor.get("/")
        tables = {link for link in visitor.page.links if re.fullmatch(r"/t/\w+", link)}
        assert len(tables) == 3 * len(GAMES)
        shown = [visitor.get(link).text for link in sorted(tables)]
        for sentence in ("The game begins as soon as", "The game is over"):
            assert sum(sentence in text for text in shown) >= len(GAMES), sentence
        assert server.stop() == 0, server.said()
        assert server.url in server.said()
        assert "Traceback" not in server.said()
    assert list(tmp_path.iterdir()) == [server.log]


def test_the_demo_leaves_nothing_when_it_is_terminated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Visited(tmp_path, "--demo") as server:
        assert list(tmp_path.glob("kerys-demo-*"))
        assert server.stop(signal.SIGTERM) == 0, server.said()
        assert "Traceback" not in server.said()
    assert list(tmp_path.iterdir()) == [server.log]


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")]
)
def test_a_site_says_where_it_really_is_and_keeps_nothing_elsewhere(
    host: str, shown: str, sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[httpx.URL] = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def look(self: Server, sockets: list[socket.socket]) -> None:
        assert not list(tmp_path.glob("kerys-demo-*"))
        reached.append(httpx.URL(settings_of(self).listening))
        sockets[0].listen()
        socket.create_connection((reached[0].host, reached[0].port)).close()

    def settings_of(server: Server) -> Settings:
        found = server.config.app.state.site.settings  # type: ignore[union-attr]
        assert isinstance(found, Settings)
        return found

    monkeypatch.setattr(Server, "run", look)
    ran = CliRunner().invoke(main, ["serve", "--host", host, "--port", "0", "--db", sqlite])
    assert ran.exit_code == 0, ran.output
    assert f"Kerys is at {shown}{reached[0].port} -" in ran.output
