"""The cast: names of bots, and opponents for someone who just wants to play."""

from __future__ import annotations

import pytest

from kerys.bots.cast import CASTS, TRAVELLERS, bot_name, bot_title
from kerys.bots.levels import LEVELS, opponents
from kerys.games import GAMES
from kerys.kernel.contract import MOST_SEATS


@pytest.mark.parametrize("names", [*CASTS.values(), TRAVELLERS])
def test_a_cast_is_larger_than_any_table(names: tuple[str, ...]) -> None:
    assert len({name.casefold() for name in names}) == len(names) >= 16 > MOST_SEATS
    assert all(name.isalpha() and len(name) <= 10 for name in names)


def test_every_game_of_ours_has_a_cast_of_its_own() -> None:
    assert set(CASTS) == {"ys", "mykerinos"} <= set(GAMES)
    assert not set(CASTS["ys"]) & set(CASTS["mykerinos"])


@pytest.mark.parametrize("game", ["ys", "mykerinos", "a game of another package"])
def test_a_whole_table_of_bots_has_as_many_names(game: str) -> None:
    taken: list[str] = []
    for _seat in range(MOST_SEATS):
        taken.append(bot_name(game, "table", taken))
    assert len(set(taken)) == MOST_SEATS


def test_the_same_table_gives_the_same_name_unless_somebody_has_it() -> None:
    name = bot_name("ys", "table", [])
    assert bot_name("ys", "table", ["Ada"]) == name
    assert bot_name("ys", "table", [name.lower()]) != name
    assert len({bot_name("ys", str(table), []) for table in range(100)}) > 10


def test_a_title_tells_the_level() -> None:
    assert bot_title("Nolwenn", "expert") == "Nolwenn (expert)"


def test_opponents_are_of_mixed_strength_and_answer_quickly() -> None:
    assert opponents(1) == ("journeyman",)
    assert len(set(opponents(3))) == 3
    assert len(opponents(MOST_SEATS)) == MOST_SEATS
    levels = {level.name: level for level in LEVELS}
    assert all(levels[name].milliseconds <= 50 for name in opponents(3))
