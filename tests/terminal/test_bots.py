"""Bots at the table: found by name, and given their own view and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kerys.bots import BotError, bot_named, bot_names
from kerys.bots.base import RandomBot
from kerys.bots.guard import Guarded
from kerys.games import GAMES
from kerys.table.game import new
from kerys.table.view import View
from tests.terminal.tools import Script, at_random, forever, play, started


def test_every_bot_has_a_name_that_finds_it() -> None:
    assert "random" in bot_names()
    assert isinstance(bot_named("random"), RandomBot)
    assert bot_named("random") is not bot_named("random"), "one bot for one seat"


@pytest.mark.parametrize("name", ["", "Random", "random ", "nobody", "__init__", "r\x00"])
def test_a_bot_that_does_not_exist_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(BotError) as error:
        bot_named(name)
    for known in bot_names():
        assert known in str(error.value)


def choose(view: View, rng: random.Random) -> str:
    """What the random bot does."""
    bot = RandomBot()
    return bot.choose(view, bot.budget, rng).text


@pytest.mark.parametrize("game", GAMES)
def test_the_random_bot_plays_every_legal_move_and_no_other(game: str) -> None:
    table = new(game, seed=1)
    rng = random.Random(1)
    while len(table.legal(table.actors[0])) not in range(4, 30):
        table.push(table.actors[0], table.legal(table.actors[0])[0])
    view = table.view(table.actors[0])
    drawn = Counter(choose(view, rng) for _draw in range(200 * len(view.legal)))
    assert set(drawn) == {action.text for action in view.legal}
    assert min(drawn.values()) > 120, "all equally likely"
    assert max(drawn.values()) < 280


def test_the_random_bot_is_repeatable() -> None:
    view = new("ys", seed=1).view(0)
    one, other = random.Random("x"), random.Random("x")
    assert [choose(view, one) for _draw in range(50)] == [
        choose(view, other) for _draw in range(50)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_is_given_its_own_view_and_nothing_more(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Guarded("random", RandomBot()).prepare(game)  # warms it up at another table
    saved = started(tmp_path / "game.kerys", game, seat=1)
    table = saved.game
    asked = []
    real = RandomBot.choose

    def watched(self: RandomBot, view: View, *rest: Any) -> Any:
        assert isinstance(view, View)
        assert view.seat in (0, 2)
        assert view.seat in table.actors
        assert view.state.tobytes() == table.view(view.seat).state.tobytes()
        assert not any(thing is table or thing is saved for thing in rest)
        asked.append(view.seat)
        return real(self, view, *rest)

    monkeypatch.setattr(RandomBot, "choose", watched)
    play(saved, Script(forever(at_random(0))))
    assert asked == [move.seat for move in table.moves if move.seat != 1]


def test_bots_seal_their_answers_before_a_person_is_asked(tmp_path: Path) -> None:
    """So that they can't know what a person answers."""
    saved = started(tmp_path / "game.kerys", players=4, seat=2)
    waiting: list[tuple[int, ...]] = []
    play(
        saved,
        Script(forever(at_random(0)), before=lambda _prompt: waiting.append(saved.game.actors)),
    )
    assert set(waiting) == {(2,)}
