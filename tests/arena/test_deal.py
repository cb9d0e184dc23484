"""How deals are played: rotations, repeatability, what bots are given, and faults."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from kerys.bots import level_names, registry
from kerys.bots.arena import Deal, Tournament, TournamentError, play_all, play_deal, standing
from kerys.bots.arena import deal as deal_module
from kerys.bots.arena.tournament import MOST_BUDGET, entrant
from kerys.bots.base import BotError, Budget
from kerys.bots.habits import Tally, tallies
from kerys.table.game import Game
from tests.arena.bots import Peeking, Raising, Watching
from tests.arena.tools import outcome, tournament


def test_every_bot_plays_every_deal_once_from_every_seat() -> None:
    four = tournament("greedy", "search", "random", "oracle")
    for deal in range(3):
        seatings = [four.seated(deal, rotation) for rotation in range(4)]
        for seat in range(4):
            assert {seating[seat] for seating in seatings} == set(four.bots)


@pytest.fixture
def peeking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a bot that records the true state."""
    monkeypatch.setitem(registry.BOTS, "peeking", Peeking)


def dealt_in(bots: Tournament, number: int, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The true state at the start of every game of a deal."""
    monkeypatch.setattr(Watching, "given", [])
    monkeypatch.setattr(Peeking, "seen", [])
    play_deal(bots, number)
    told = zip(Watching.given, Peeking.seen, strict=True)
    return [truth.tobytes() for (view, _budget), truth in told if view.ply == 0]


@pytest.mark.usefixtures("peeking")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_is_the_same_for_all_rotations(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = tournament(*["peeking"] * players)
    first = dealt_in(bots, 0, monkeypatch)
    assert len(first) == players
    assert len(set(first)) == 1
    assert set(dealt_in(bots, 1, monkeypatch)).isdisjoint(first), "another deal has other cards"


def test_the_same_settings_give_the_same_games_in_one_process_and_in_two() -> None:
    bots = tournament("greedy", "random", "random", game="ys")
    alone, again = play_all(bots, 3, cores=1), play_all(bots, 3, cores=1)
    together = play_all(bots, 3, cores=2)
    assert outcome(alone) == outcome(again) == outcome(together)
    assert [deal.number for deal in together] == [0, 1, 2]


def test_a_game_in_which_the_neutral_is_first_is_won_by_nobody() -> None:
    """YS-R48, YS-P10: the neutral is ranked; the order of the players alone is reported as well."""
    deals = play_all(tournament("random", "random", game="ys"), 4, cores=1)
    games = [game for deal in deals for game in deal.games]
    assert all(sorted(game.ranks) == [1, 2] for game in games)
    assert {sum(game.wins) for game in games} == {0, 1}
    assert all(game.ranks[game.wins.index(1)] == 1 for game in games if any(game.wins))


@pytest.mark.usefixtures("peeking")
def test_another_seed_gives_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, again = (
        dealt_in(tournament("peeking", "peeking", seed=seed), 0, monkeypatch)
        for seed in ("0", "other", "0")
    )
    assert one == again
    assert set(one).isdisjoint(other)


def test_mixed_tables_let_all_bots_play_equally_often() -> None:
    for players in (2, 3, 4):
        names = ("random", "greedy", "search", "oracle", "random@1", "random@2", "random@3")
        mixed = tournament(*names, players=players)
        deals = mixed.deals_for(3 * players**2)
        assert deals == 3 * len(names)
        played = Counter(name for deal in range(deals) for name in mixed.lineup(deal))
        assert set(played.values()) == {3 * players}
        assert all(len(set(mixed.lineup(deal))) == players for deal in range(deals))
        assert mixed.lineup(1) == tournament(*names, players=players).lineup(1)


def meetings(mixed: Tournament, deals: int) -> Counter[tuple[str, str]]:
    """How often every two bots sit at one table."""
    found = Counter(dict.fromkeys(combinations(sorted(mixed.bots), 2), 0))
    for deal in range(deals):
        found.update(combinations(sorted(mixed.lineup(deal)), 2))
    return found


@pytest.mark.parametrize("seed", ["0", "1", "study"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("games", [96, 200])
def test_all_levels_meet_equally_often_on_the_ladder(games: int, players: int, seed: str) -> None:
    ladder = tournament(*level_names(), players=players, seed=seed)
    deals = ladder.deals_for(games)
    found = meetings(ladder, deals)
    assert len(found) == 28
    assert min(found.values()) > 0
    assert max(found.values()) - min(found.values()) <= 1
    assert found.total() == deals * players * (players - 1) // 2


def test_tables_differ_from_seed_to_seed_and_from_cycle_to_cycle() -> None:
    one, other = (tournament(*level_names(), players=4, seed=seed) for seed in ("0", "1"))
    cycle = 7 * 8

    def tables(ladder: Tournament, first: int) -> list[set[str]]:
        return [set(ladder.lineup(deal)) for deal in range(first, first + cycle)]

    assert tables(one, 0) == tables(tournament(*level_names(), players=4), 0)
    assert tables(one, 0) != tables(other, 0)
    assert tables(one, 0) != tables(one, cycle)


def test_fewer_bots_than_seats_sit_there_more_than_once() -> None:
    three = tournament("random", "greedy", "search", players=4)
    played = Counter(name for deal in range(3) for name in three.lineup(deal))
    assert set(played.values()) == {4}


def test_habits_follow_the_label_round_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[list[dict[str, Tally]]] = []

    def kept(game: Game) -> list[dict[str, Tally]]:
        played.append(tallies(game))
        return played[-1]

    monkeypatch.setattr(deal_module, "tallies", kept)
    three = tournament("greedy", "random", "random", game="ys")
    deal = play_deal(three, 0)
    greedy_in = (0, 2, 1)  # by rotation
    for name in ("zero_bids", "bid", "hidden", "market"):
        mine = [game[seat][name] for game, seat in zip(played, greedy_in, strict=True)]
        every = [seat[name] for game in played for seat in game]
        greedy, randoms = deal.habits["greedy"][name], deal.habits["random"][name]
        assert greedy == (sum(one.total for one in mine), sum(one.out_of for one in mine))
        assert greedy.plus(randoms) == (
            sum(one.total for one in every),
            sum(one.out_of for one in every),
        )
    assert deal.habits["random"]["bid"].out_of == 2 * deal.habits["greedy"]["bid"].out_of == 24
    assert Deal.of(json.loads(json.dumps(deal.plain()))) == deal


def test_games_are_rounded_up_to_whole_deals() -> None:
    four = tournament("random", "random", "random", "random")
    assert [four.deals_for(games) for games in (1, 4, 5, 400, 401)] == [1, 1, 2, 100, 101]
    with pytest.raises(TournamentError, match="at least one game"):
        four.deals_for(0)


def test_a_bot_sees_its_own_view_and_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "watching", Watching)
    monkeypatch.setattr(Watching, "given", [])
    bots = Tournament(
        "ys", {"players": 2}, ("watching@7w", "watching"), budget=Budget(milliseconds=9)
    )
    play_deal(bots, 0)
    budgets = Counter(budget for _view, budget in Watching.given)
    assert set(budgets) == {Budget(worlds=7), Budget(milliseconds=9)}
    for view, _budget in Watching.given:
        blanked = view.rules.view(view.state, view.seat)
        assert blanked.tobytes() == view.state.tobytes()
        assert view.seat in view.actors


def test_only_a_bot_that_cheats_is_shown_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "peeking", Peeking)
    monkeypatch.setattr(Watching, "given", [])
    monkeypatch.setattr(Peeking, "seen", [])
    bots = tournament("peeking", "random", game="ys")
    deal = play_deal(bots, 0)
    assert len(Peeking.seen) == len(Watching.given)
    assert not any(deal.problems)
    hidden = 0
    for (view, _budget), truth in zip(Watching.given, Peeking.seen, strict=True):
        assert view.rules.view(truth, view.seat).tobytes() == view.state.tobytes()
        hidden += truth.tobytes() != view.state.tobytes()
    assert hidden
    rows = {row.name: row for row in standing(bots, [deal]).rows}
    assert rows["peeking"].cheats
    assert not rows["random"].cheats


def test_the_oracle_plays_and_is_known_to_cheat() -> None:
    bots = tournament("oracle", "random")
    found = standing(bots, play_all(bots, 1, cores=1))
    assert [(row.name, row.cheats, row.faults) for row in found.rows] == [
        ("oracle", True, 0),
        ("random", False, 0),
    ]


def test_faults_are_counted_and_the_tournament_ends(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.BOTS, "raising", Raising)
    bots = tournament("raising", "random")
    deals = play_all(bots, 2, cores=1)
    rows = {row.name: row for row in standing(bots, deals).rows}
    decisions = sum(deal.pace["raising"].decisions for deal in deals)
    assert decisions // 3 - 4 <= rows["raising"].faults <= decisions // 3
    assert rows["raising"].faults > 0
    assert "lost count" in (rows["raising"].problem or "")
    assert rows["random"].faults == 0
    assert rows["random"].problem is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("nobody", "There is no bot 'nobody'"),
        ("nobody@200", "There is no bot 'nobody'"),
        ("random@0", "A budget must be a positive number"),
        (f"random@{MOST_BUDGET + 1}", "A budget can be at most 1000000000"),
        (f"random@{'9' * 5000}w", "A budget can be at most 1000000000"),
        ("random@soon", "There is no bot 'random@soon'"),
    ],
)
def test_entrants_that_make_no_sense_are_refused(label: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        tournament("random", label)


def test_a_budget_for_all_has_the_same_limit() -> None:
    most = Budget(milliseconds=MOST_BUDGET)
    assert Tournament("ys", {"players": 2}, ("random", "random"), budget=most).budget == most
    with pytest.raises(TournamentError, match="A budget can be at most"):
        Tournament(
            "ys", {"players": 2}, ("random", "random"), budget=Budget(worlds=MOST_BUDGET + 1)
        )


def test_a_budget_of_ones_own_is_in_milliseconds_or_worlds() -> None:
    assert entrant("search").budget is None
    assert entrant("search@1000").budget == Budget(milliseconds=1000)
    assert entrant("search@64w").budget == Budget(worlds=64)
    assert entrant("search@64w").name == "search"
