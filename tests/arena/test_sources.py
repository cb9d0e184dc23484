"""What a digest counts: games by different versions of guests or networks don't mix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import invalidate_caches
from importlib.metadata import Distribution
from pathlib import Path

import pytest

import kerys
from kerys.bots.arena import StateFile, TournamentError, play_all, tournament
from kerys.bots.arena.tournament import guest_sources
from kerys.bots.evaluators import evaluator_of
from kerys.bots.network.players import FILE
from kerys.games import GAMES
from tests.arena import tools
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
    found = digest("ys", ("random", "guest"))
    assert digest("ys", ("random", "guest")) == found != digest("ys", ("random",))
    (house / "house_of_guests" / "helper.py").write_text("SIZE = 2\n")
    assert digest("ys", ("random", "guest")) != found


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an evaluator that comes from another package."""
    evaluator = replace(evaluator_of(GAMES["mykerinos"]), folder=tmp_path)
    monkeypatch.setattr(tournament, "evaluator_of", lambda rules: evaluator)
    tournament.sources_digest.cache_clear()
    yield tmp_path
    tournament.sources_digest.cache_clear()


def test_a_kept_tournament_is_refused_with_another_network(shelf: Path, tmp_path: Path) -> None:
    bots = tools.tournament("random", "random")
    file = tmp_path / "kept.jsonl"
    (shelf / FILE).write_bytes(b"trained")
    play_all(bots, 1, cores=1, state=StateFile(file, bots))
    assert StateFile(file, bots).read()
    (shelf / FILE).write_bytes(b"trained further")
    tournament.sources_digest.cache_clear()  # as in another process
    with pytest.raises(TournamentError, match="different versions of the bots or rules"):
        play_all(bots, 2, cores=1, state=StateFile(file, bots))


def test_only_what_bots_play_by_counts(shelf: Path) -> None:
    digest = tournament.sources_digest.__wrapped__
    found = digest("mykerinos", ("random",))
    (shelf / "ratings.json").write_text("{}")
    assert digest("mykerinos", ("random",)) == found
    (shelf / FILE).write_bytes(b"trained")
    assert digest("mykerinos", ("random",)) != found


def test_the_network_that_comes_with_kerys_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = tournament.sources_digest.__wrapped__
    room = tmp_path / "bots" / "ys"
    room.mkdir(parents=True)
    monkeypatch.setattr(kerys, "__file__", str(tmp_path / "__init__.py"))
    found = digest("ys", ("random",))
    (room / FILE).write_bytes(b"trained")
    assert digest("ys", ("random",)) != found
