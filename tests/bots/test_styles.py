"""Styles that a player would notice: where a speculator and a collector put their pieces."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from kerys.bots import Bot, Budget
from kerys.bots.levels import LEVELS
from kerys.bots.search.greedy import GreedyBot
from kerys.bots.search.search import SearchBot
from kerys.table import Game
from tests.bots.tools import play, texts

Notice = Callable[[Game, int], int]
WORLDS = Budget(worlds=8)
CITY = re.compile("[1-4]-(harbour|shops|palace)")
EARLY = 2
"""The season (from 0) at whose start rooms are counted."""


def placed(game: Game, seat: int) -> list[tuple[int, str]]:
    """Value and place of every agent that a seat has placed."""
    words = [text.split() for text in texts(game, seat) if text.startswith("place ")]
    return [(int(value), place) for _place, value, _side, place, *_front in words]


def strength_in_the_market(game: Game, seat: int) -> int:
    return sum(value for value, place in placed(game, seat) if not CITY.fullmatch(place))


def agents_in_palaces(game: Game, seat: int) -> int:
    return sum(place.endswith("-palace") for _value, place in placed(game, seat))


def early_rooms(game: Game, seat: int) -> int:
    states = (game.before(ply) for ply in range(game.ply))
    state = next(state for state in states if state.season == EARLY)
    return int(state.rooms[seat]).bit_count()


def rooms(game: Game, seat: int) -> int:
    return int(game.before(game.ply).rooms[seat]).bit_count()


def kinds_of_cards(game: Game, seat: int) -> int:
    return sum(int(cards) > 0 for cards in game.before(game.ply).cards[seat])


def noticed(name: str, make: Callable[[], Bot], notice: Notice, deals: int) -> int:
    """A count for one bot among greedy players, summed over deals and seats."""
    total = 0
    for seed in range(deals):
        seat = seed % 4
        seated: list[Bot] = [GreedyBot() for _ in range(4)]
        seated[seat] = make()
        total += notice(play(name, {"players": 4}, seated, seed, WORLDS), seat)
    return total


NOTICES = [
    ("ys", "speculator", strength_in_the_market, 1.7),
    ("ys", "collector", agents_in_palaces, 1.4),
    ("mykerinos", "speculator", early_rooms, 1.4),
]
"""A game, a style, what a player would notice about it, and by which factor at least."""


@pytest.mark.parametrize(("name", "style", "notice", "times"), NOTICES)
def test_a_style_shows_one_step_ahead(name: str, style: str, notice: Notice, times: float) -> None:
    plain = noticed(name, GreedyBot, notice, 12)
    assert noticed(name, lambda: GreedyBot(style), notice, 12) >= times * plain


@pytest.mark.parametrize(("name", "style", "notice", "times"), NOTICES)
def test_the_level_of_that_style_shows_it_too(
    name: str, style: str, notice: Notice, times: float
) -> None:
    level = next(level for level in LEVELS if level.style == style)
    assert noticed(name, level, notice, 6) >= times * noticed(name, SearchBot, notice, 6)


def test_a_speculator_ends_with_more_rooms_of_the_museum() -> None:
    plain = noticed("mykerinos", GreedyBot, rooms, 12)
    assert noticed("mykerinos", lambda: GreedyBot("speculator"), rooms, 12) >= 1.15 * plain


def test_a_collector_has_cards_of_more_patrons() -> None:
    """The effect is weaker than others: one more patron in every second or third game."""
    plain = noticed("mykerinos", GreedyBot, kinds_of_cards, 40)
    assert noticed("mykerinos", lambda: GreedyBot("collector"), kinds_of_cards, 40) >= 1.05 * plain
