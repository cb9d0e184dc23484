"""The source files of a guest: games played by different versions of it don't mix."""

from __future__ import annotations

from dataclasses import replace
from importlib import invalidate_caches
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from kerys.bots.arena import tournament
from kerys.bots.arena.tournament import guest_sources
from tests.bots.tools import install


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the import path, with a bot in a nested package."""
    rooms = tmp_path / "house_of_guests" / "rooms"
    rooms.mkdir(parents=True)
    for package in (rooms.parent, rooms):
        (package / "__init__.py").touch()
    (rooms / "bots.py").write_text("raise RuntimeError('must not be loaded for this')\n")
    (rooms.parent / "helper.py").write_text("SIZE = 1\n")
    install(tmp_path, "unused", "", guest="house_of_guests.rooms.bots:First")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def sources_in(folder: Path) -> set[tuple[str, str]]:
    """The sources of the folder's guest, as tournaments record them."""
    installed = Distribution.at(folder / "unused-1.0.dist-info")
    (point,) = installed.entry_points
    invalidate_caches()
    return guest_sources(point)


def test_all_modules_of_a_guests_package_count(house: Path) -> None:
    found = sources_in(house)
    assert {name for name, _digest in found if name.endswith(".py")} == {
        *("__init__.py", "helper.py", "rooms/__init__.py", "rooms/bots.py")
    }
    (house / "beside.py").write_text("another = True\n")
    (house / "house_of_guests" / "notes.txt").write_text("no code\n")
    assert sources_in(house) == found
    (house / "house_of_guests" / "helper.py").write_text("SIZE = 2\n")
    assert sources_in(house) != found


def test_the_version_of_a_guests_package_counts(house: Path) -> None:
    found = sources_in(house)
    assert ("unused", "1.0") in found
    metadata = house / "unused-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 1.0", "Version: 1.1"))
    assert found ^ sources_in(house) == {("unused", "1.0"), ("unused", "1.1")}


def test_modules_that_were_installed_along_count_too(house: Path) -> None:
    (house / "along.py").write_text("SIZE = 1\n")
    record = house / "unused-1.0.dist-info" / "RECORD"
    record.write_text("along.py,,\nremoved.py,,\nunused-1.0.dist-info/METADATA,,\n")
    found = sources_in(house)
    assert "along.py" in dict(found)
    assert "METADATA" not in dict(found)
    (house / "along.py").write_text("SIZE = 2\n")
    assert sources_in(house) != found


def test_in_a_namespace_only_the_guests_own_package_counts(house: Path) -> None:
    (house / "house_of_guests" / "__init__.py").unlink()
    found = sources_in(house)
    assert {name for name, _digest in found if name.endswith(".py")} == {"__init__.py", "bots.py"}
    (house / "house_of_guests" / "helper.py").write_text("SIZE = 2\n")
    assert sources_in(house) == found


def test_a_guest_that_is_gone_leaves_its_version(house: Path) -> None:
    (house / "house_of_guests").rename(house / "moved")
    assert sources_in(house) == {("unused", "1.0")}


def test_guests_are_in_the_digest_of_a_tournament(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (point,) = Distribution.at(house / "unused-1.0.dist-info").entry_points
    random = tournament.entrant("random")
    monkeypatch.setattr(tournament, "entrant", lambda label: replace(random, name=label))
    monkeypatch.setattr(tournament, "guests", lambda: {"guest": point})
    digest = tournament.sources_digest.__wrapped__
    found = digest(("random", "guest"))
    assert digest(("random", "guest")) == found != digest(("random",))
    (house / "house_of_guests" / "helper.py").write_text("SIZE = 2\n")
    assert digest(("random", "guest")) != found
