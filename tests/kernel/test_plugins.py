"""What packages provide under an entry point: found without loading, and loaded one by one."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.kernel.contract import Rules
from kerys.kernel.plugins import PluginError, Plugins

POINTS = """
[test.plugins]
good = some_plugins:GOOD
named = some_plugins:NAMED
broken = some_plugins_that_fail:ANYTHING
missing = some_plugins:NOTHING
poor = some_plugins:POOR
"""
MODULE = """
class Thing:
    def svg(self): ...
GOOD, POOR, NAMED = Thing(), object(), Thing()
NAMED.name = "another"
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plugins[object]:
    """Plugins of a package that gets most things wrong."""
    info = tmp_path / "some-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "some_plugins.py").write_text(MODULE)
    (tmp_path / "some_plugins_that_fail.py").write_text("raise RuntimeError('no luck')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("some_plugins", "some_plugins_that_fail"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return Plugins("test.plugins", ("svg",))


def test_names_are_known_without_loading(plugins: Plugins[object]) -> None:
    assert plugins.names() == ["broken", "good", "missing", "named", "poor"]
    assert "broken" in plugins
    assert "nobody" not in plugins
    assert "some_plugins_that_fail" not in sys.modules


def test_one_that_fails_does_not_take_the_others_down(
    plugins: Plugins[object], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(plugins) == ["good"]
        assert len(plugins) == 1
    assert len(caplog.messages) == 4, "each is said once"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("broken", "RuntimeError: no luck"),
        ("missing", "has no attribute 'NOTHING'"),
        ("named", "it calls itself 'another'"),
        ("poor", "it has no svg"),
    ],
)
def test_the_reason_is_said_where_it_is_asked_for(
    plugins: Plugins[object], name: str, problem: str
) -> None:
    for _time in range(2):
        with pytest.raises(PluginError) as caught:
            plugins[name]
        assert problem in str(caught.value)
        assert f"'{name}'" in str(caught.value)


def test_an_unknown_name_is_a_key_error(plugins: Plugins[object]) -> None:
    with pytest.raises(KeyError):
        plugins["nobody"]


def test_what_is_of_the_wrong_kind_is_refused(plugins: Plugins[object]) -> None:
    with pytest.raises(PluginError, match="isn't a Rules"):
        Plugins("test.plugins", kind=Rules)["good"]


def test_our_games_are_found_in_the_same_way() -> None:
    assert GAMES.names() == ["mykerinos", "ys"]
    assert [point.value for point in GAMES.offered()] == [
        "kerys.games.mykerinos:MYKERINOS",
        "kerys.games.ys:YS",
    ]
