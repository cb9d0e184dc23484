"""A bot that declares its games is refused, with a message, at any other game."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kerys.bots import BotError, bot_named, registry
from kerys.bots.arena.tournament import Tournament, check_entrants
from kerys.bots.base import RandomBot, check_plays
from kerys.bots.guests import guest
from kerys.bots.guests.guest import end_all
from kerys.research.gymnasium import SeatEnv
from kerys.terminal.seats import seats
from kerys.terminal.session import TableSession
from tests.bots.tools import install
from tests.terminal.tools import Script, started

REFUSED = r"^'diver' plays Ys, not Mykerinos\.$"


class Diver(RandomBot):
    games = ("ys",)


@pytest.fixture
def diver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that plays only Ys."""
    monkeypatch.setitem(registry.BOTS, "diver", Diver)


PLACES: dict[str, Callable[[str], object]] = {
    "terminal": lambda game: seats(game, 2, 0, ["diver"], None, "deal"),
    "arena": lambda game: Tournament(game, {"players": 2}, ("diver", "random")),
    "arena with a budget": lambda game: Tournament(game, {"players": 2}, ("random", "diver@9w")),
    "corpus": lambda game: check_entrants(("random", "diver"), game),
    "gymnasium": lambda game: SeatEnv(game, players=2, bots="diver"),
}


@pytest.mark.usefixtures("diver")
@pytest.mark.parametrize("place", PLACES)
def test_it_is_refused_where_it_would_be_seated(place: str) -> None:
    PLACES[place]("ys")
    with pytest.raises(BotError, match=REFUSED):
        PLACES[place]("mykerinos")


@pytest.mark.usefixtures("diver")
def test_a_saved_game_is_not_gone_on_with_by_a_bot_that_cannot_play_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = started(tmp_path / "game.kerys", "ys", players=2, bot="diver")
    monkeypatch.setattr(Diver, "games", ("mykerinos",))
    with pytest.raises(BotError, match=r"^'diver' plays Mykerinos, not Ys\.$"):
        TableSession(saved, Script([]), random.Random(1))


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (("ys", "chess"), "'x' plays Ys, chess, not Mykerinos."),
        ((), "'x' doesn't play Mykerinos."),
    ],
)
def test_the_refusal_names_what_it_plays(games: tuple[str, ...], told: str) -> None:
    with pytest.raises(BotError) as refused:
        check_plays("x", games, "mykerinos")
    assert str(refused.value) == told


def test_who_says_nothing_plays_everything() -> None:
    check_plays("x", None, "mykerinos")
    assert {bot_named(name).games for name in registry.BOTS} == {None}


THEIRS = """
from kerys.bots import Bot


class First(Bot):
    def choose(self, view, budget, rng):
        return view.legal[0]


class Diver(First):
    games = ("ys",)


class Single(First):
    games = "ys"


class Odd(First):
    @property
    def games(self):
        raise LookupError("which games?")
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of bots, one of which plays only Ys, installed for this process."""
    names = ("first", "diver", "single", "odd")
    install(tmp_path, "theirs", THEIRS, **{name: f"theirs:{name.capitalize()}" for name in names})
    monkeypatch.syspath_prepend(tmp_path)
    registry.guests.cache_clear()
    guest.described.cache_clear()
    yield
    end_all()
    sys.modules.pop("theirs", None)
    registry.guests.cache_clear()
    guest.described.cache_clear()


@pytest.mark.usefixtures("packages")
def test_a_guest_says_it_from_its_process() -> None:
    assert [bot_named(name).games for name in ("first", "diver", "single")] == [
        None,
        ("ys",),
        ("ys",),
    ]
    assert seats("ys", 2, 0, ["diver"], None, "deal")[1] == ("", "diver")
    with pytest.raises(BotError, match=REFUSED):
        seats("mykerinos", 2, 0, ["diver"], None, "deal")
    with pytest.raises(BotError, match=r"cannot be created.*which games"):
        bot_named("odd")
