"""Bids of Ys: bots bid what a place in the order is worth, and can't be predicted."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kerys.bots import Bot, Budget, bot_named
from kerys.bots.search.greedy import GreedyBot
from kerys.games.ys.actions import Question
from kerys.table import Game, View, new

DEALS = 24
THOUGHT = Budget(worlds=64)


def bids(make: type[GreedyBot] | str, players: int, deals: int = DEALS) -> Counter[str]:
    """What bots bid in the first round of a few deals."""
    found: Counter[str] = Counter()
    for seed in range(deals):
        game, rng = new("ys", seed=seed, players=players), random.Random(seed)
        bot: Bot = bot_named(make) if isinstance(make, str) else make()
        for seat in game.actors:
            found[bot.choose(game.view(seat), THOUGHT, rng).text] += 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_bids_and_its_bids_vary(players: int) -> None:
    found = bids("greedy", players)
    assert found["bid 0+0"] < 0.6 * found.total()
    assert len(found) >= 5
    assert found.most_common(1)[0][1] < 0.7 * found.total()


@pytest.mark.parametrize("level", ["apprentice", "journeyman", "expert"])
def test_the_levels_that_people_meet_first_bid_too(level: str) -> None:
    found = bids(level, 4, deals=8)
    assert found["bid 0+0"] < 0.8 * found.total()


def test_whoever_holds_the_last_order_card_bids_more_than_whoever_holds_the_first() -> None:
    """Between equal bids the lower card chooses first, so whoever holds the last gains more."""
    sums = {"first": 0, "last": 0}
    for seed in range(40):
        game, rng, bot = new("ys", seed=seed, players=4), random.Random(seed), GreedyBot()
        order = game.view(0).state.order
        for who, card in (("first", 0), ("last", 3)):
            text = bot.choose(game.view(int(order[card])), THOUGHT, rng).text
            sums[who] += sum(map(int, text.removeprefix("bid ").split("+")))
    assert sums["first"] < sums["last"]


@pytest.mark.parametrize("seat", range(3))
def test_bids_of_others_that_are_still_sealed_change_nothing(seat: int) -> None:
    game = new("ys", seed=4, players=3)
    before = game.view(seat)
    for other in game.actors:
        if other != seat:
            game.push(other, game.legal(other)[-1])
    answers = [
        GreedyBot().choose(view, THOUGHT, random.Random(2)).text
        for view in (before, game.view(seat))
    ]
    assert answers[0] == answers[1]


def test_the_best_bidder_chooses_an_early_place() -> None:
    game = new("ys", seed=5, players=4)
    while game.view(game.actors[0]).state.question == Question.BID:
        seat = game.actors[0]
        game.push(seat, game.legal(seat)[0])
    view = best_bidder(game)
    assert GreedyBot().choose(view, THOUGHT, random.Random(1)).text == "order 1"


def best_bidder(game: Game) -> View:
    """What the first player to choose a place sees."""
    view = game.view(game.actors[0])
    assert view.state.question == Question.POSITION
    return view
