"""The thinking bots play every variant legally and reproducibly, from their view alone."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from kerys.bots import Bot, BotError, Budget, bot_named
from kerys.bots.base import RandomBot
from kerys.bots.evaluators import EVALUATORS, weights_of
from kerys.bots.search.compiled import thinking
from kerys.bots.search.search import OracleBot, SearchBot
from kerys.bots.search.workspace import ACTION, VISITS
from kerys.games import GAMES
from kerys.kernel.seats import NONE
from kerys.table import Game, View, new
from tests.bots.tools import FEW, play
from tests.records.wanted import variants


@pytest.mark.parametrize("file", variants())
def test_greedy_beats_random_players_in_every_variant(file: str) -> None:
    name, options = variants()[file]
    others: list[Bot] = [RandomBot() for _ in range(options["players"] - 1)]
    games = [play(name, options, [bot_named("greedy"), *others], seed) for seed in range(3)]
    assert sum(game.player_ranks[0] == 1 for game in games) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_search_is_repeatable(name: str) -> None:
    options = dict(GAMES[name].variants[0])
    ends = []
    for _ in range(2):
        others: list[Bot] = [bot_named("greedy") for _ in range(options["players"] - 1)]
        ends.append(play(name, options, [bot_named("search"), *others]).moves)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", GAMES)
def test_bots_can_think_at_the_same_time(name: str) -> None:
    """Compiled searches release the GIL."""
    compiled = thinking(GAMES[name])
    for function in (compiled.greedy, compiled.simulate, compiled.self_play):
        assert function.targetoptions["nogil"]


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_worlds_that_look_alike_get_the_same_answer(bot: str) -> None:
    game = new("ys", seed=3, players=4)
    rng = random.Random(1)
    while game.ply < 30:
        seat = rng.choice(game.actors)
        game.push(seat, rng.choice(game.legal(seat)))
    view = game.view(game.actors[0])
    twin = view.resample(5).view(view.seat)
    answers = {bot_named(bot).choose(one, FEW, random.Random(9)).code for one in (view, twin)}
    assert len(answers) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sealed_choices_are_mixed_by_the_last_to_answer_too(players: int) -> None:
    view = after_other_bids(new("ys", seed=3, players=players), players - 1)
    found = {
        bot_named("search").choose(view, Budget(worlds=1500), random.Random(seed)).text
        for seed in range(6)
    }
    assert len(found) > 1


@pytest.mark.parametrize("seat", range(3))
def test_that_others_have_sealed_their_answers_changes_nothing(seat: int) -> None:
    game = new("ys", seed=4, players=3)
    views = [game.view(seat), after_other_bids(game, seat)]
    answers = [
        bot_named("search").choose(view, Budget(worlds=300), random.Random(2)).text
        for view in views
    ]
    assert answers[0] == answers[1]


def test_a_search_of_ys_tries_every_move_at_the_root_but_goes_down_the_promising_ones() -> None:
    view = first_of_many(60)
    search = SearchBot()
    search.choose(view, Budget(worlds=600), random.Random(1))
    tree = search.workspace.tree
    children = search.children(view.seat)
    assert {int(tree[child, ACTION]) for child in children} == {one.code for one in view.legal}
    visits = sorted((int(tree[child, VISITS]) for child in children), reverse=True)
    assert sum(visits) == 600
    assert sum(visits[:12]) > 2 * 12 * 600 / len(children)


def test_a_slow_question_after_a_fast_one_keeps_to_its_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a clock that counts a microsecond per world, and then two milliseconds."""
    search, view = SearchBot(), new("ys", seed=3).view(0)
    for world in (1e-6, 2e-3):
        search.worlds_seen = 0
        clock = SimpleNamespace(perf_counter=lambda world=world: search.worlds_seen * world)
        monkeypatch.setattr("kerys.bots.search.search.time", clock)
        search.choose(view, Budget(milliseconds=20 if world > 1e-3 else 1), random.Random(1))
    assert search.worlds_seen in (10, 11)


def test_a_slow_beginning_ends_no_thought_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that counts a millisecond per world, and twelve more for the first."""
    view = first_of_many(20)
    search = SearchBot()
    search.worlds_seen = 0
    clock = SimpleNamespace(
        perf_counter=lambda: (search.worlds_seen and 12 + search.worlds_seen) / 1e3
    )
    monkeypatch.setattr("kerys.bots.search.search.time", clock)
    search.choose(view, Budget(milliseconds=20), random.Random(1))
    assert search.worlds_seen in (8, 9)


def test_only_the_oracle_sees_through_screens() -> None:
    game = new("ys", seed=3)
    seat = game.actors[0]
    oracle, search = OracleBot(), SearchBot()
    oracle.show(game.before(game.ply))
    for bot in (oracle, search):
        bot.choose(game.view(seat), Budget(worlds=1), random.Random(1))
    assert (oracle.workspace.notes.cheat, search.workspace.notes.cheat) == (seat, NONE)


def first_of_many(moves: int) -> View:
    """A view of Ys in which one seat alone is asked and has at least this many moves."""
    game = new("ys", seed=3)
    while True:
        view = game.view(game.actors[0])
        if len(game.actors) == 1 and len(view.legal) >= moves:
            return view
        game.push(view.seat, view.legal[0])


def after_other_bids(game: Game, seat: int) -> View:
    """What a seat sees when all others have bid."""
    for other in game.actors:
        if other != seat:
            game.push(other, game.legal(other)[-1])
    return game.view(seat)


@pytest.mark.parametrize("name", GAMES)
def test_weights_are_complete(name: str) -> None:
    assert len(weights_of(name)) == len(EVALUATORS[name].names) == len(set(EVALUATORS[name].names))


@pytest.mark.parametrize("amounts", [{}, {"worlds": 0}, {"milliseconds": 5, "worlds": 5}])
def test_a_budget_is_one_positive_number(amounts: dict[str, int]) -> None:
    with pytest.raises(BotError):
        Budget(**amounts)
