"""Shares, intervals, pairs and ratings, against small cases computed by hand."""

from __future__ import annotations

import math
import random

import pytest

from kerys.bots.arena import standing
from kerys.bots.arena.results import Row, Seating, Standing, interval, rated, rated_in_turn
from kerys.bots.arena.timing import Pace
from kerys.bots.habits import Tally
from tests.arena.tools import deal, tournament


def row(found: Standing, name: str) -> Row:
    return next(row for row in found.rows if row.name == name)


def test_shares_count_wins_and_split_shared_ones() -> None:
    # Deal 0: greedy wins from seat 0, then both win. Deal 1: random wins twice.
    found = standing(
        tournament("greedy", "random"), [deal(0, (1, 2), (1, 1)), deal(1, (2, 1), (1, 2))]
    )
    assert row(found, "greedy").share == pytest.approx((1 + 0.5 + 0 + 0) / 4)
    assert row(found, "random").share == pytest.approx((0 + 0.5 + 1 + 1) / 4)
    assert (found.deals, found.games) == (2, 4)


def test_where_a_neutral_party_is_first_nobody_wins_but_the_order_counts() -> None:
    deals = [deal(0, (1, 2), (2, 1)), deal(1, (1, 2), (2, 1), won=False)]
    found = standing(tournament("greedy", "random"), deals)
    assert (row(found, "greedy").share, row(found, "random").share) == (0.5, 0.0)
    assert found.unwon == found.plain()["unwon"] == 2
    assert found.pairwise["greedy"]["random"] == 1.0
    assert standing(tournament("greedy", "random"), deals[:1]).unwon == 0


def test_mean_points_follow_the_bot_round_the_seats() -> None:
    found = standing(tournament("greedy", "random"), [deal(0, (1, 2), (2, 1))])
    assert row(found, "greedy").score == 40
    assert row(found, "random").score == 30


def test_habits_are_means_over_everything_that_was_counted() -> None:
    one, other = deal(0, (1, 2), (2, 1)), deal(1, (1, 2), (2, 1))
    one.habits.update({"greedy": {"zero_bids": Tally(1, 2), "bid": Tally(5, 2)}})
    other.habits.update({"greedy": {"zero_bids": Tally(0, 6), "bid": Tally(0, 6)}})
    found = standing(tournament("greedy", "random", game="ys"), [one, other])
    told = {"zero_bids": 1 / 8, "bid": 5 / 8, "hidden": None, "market": None}
    assert row(found, "greedy").habits == row(found, "greedy").plain()["habits"] == told
    assert set(row(found, "random").habits.values()) == {None}


def test_equal_names_are_one_row_with_all_their_seats() -> None:
    ranks = [(1, 2, 3, 4), (2, 1, 3, 4), (3, 2, 1, 4), (1, 2, 3, 4)]
    found = standing(tournament("greedy", "random", "random", "random"), [deal(0, *ranks)])
    # greedy sits in seats 0, 3, 2, 1: it wins the first and the third game.
    assert [one.name for one in found.rows] == ["greedy", "random"]
    assert row(found, "greedy").share == 0.5
    assert row(found, "random").share == 0.5
    assert (row(found, "greedy").seats, row(found, "random").seats) == (1, 3)
    assert (row(found, "greedy").fair, row(found, "random").fair) == (0.25, 0.75)


def test_pairs_count_ties_half_and_all_seats_of_a_name() -> None:
    ranks = [(1, 2, 2), (1, 1, 3), (3, 1, 2)]
    found = standing(tournament("greedy", "random", "random"), [deal(0, *ranks)])
    # greedy sits in seats 0, 2, 1; against each random: ahead 2 of 2, 0 of 2, 2 of 2.
    assert found.pairwise == {
        "greedy": {"random": pytest.approx(4 / 6)},
        "random": {"greedy": pytest.approx(2 / 6)},
    }
    tied = standing(tournament("greedy", "random"), [deal(0, (1, 1), (1, 2))])
    assert tied.pairwise["greedy"]["random"] == 0.25


def test_interval_is_wilsons_for_the_games_that_the_deals_are_worth() -> None:
    # The variance of the deals is 0.2, of their mean 0.04: worth 0.3 * 0.7 / 0.04 = 5.25 games.
    share, number, z = 0.3, 5.25, 1.959964
    middle = (share + z**2 / (2 * number)) / (1 + z**2 / number)
    half = z * math.sqrt(share * 0.7 / number + z**2 / (4 * number**2)) / (1 + z**2 / number)
    found = interval([0.0, 0.0, 0.0, 0.5, 1.0], 20)
    assert found == pytest.approx((middle - half, middle + half))
    assert found == pytest.approx((0.0749, 0.6941), abs=1e-4)


def test_games_of_one_deal_are_not_taken_for_independent() -> None:
    # The same 40 games: once as 10 deals with the same result in all rotations, once fully mixed.
    agreeing = interval([1.0, 0.0] * 5, 40)
    mixed = interval([0.5] * 10, 40)
    ten_games = interval([1.0, 0.0] * 5, 10)
    assert agreeing == pytest.approx(ten_games, abs=0.02)
    assert agreeing[1] - agreeing[0] > 1.8 * (mixed[1] - mixed[0])


@pytest.mark.parametrize(("share", "ends"), [(1.0, (0.7225, 1.0)), (0.0, (0.0, 0.2775))])
def test_winning_every_deal_is_no_certainty(share: float, ends: tuple[float, float]) -> None:
    # Wilson for 10 of 10: 10 / (10 + 1.96 ** 2) = 0.7225.
    assert interval([share] * 10, 40) == pytest.approx(ends, abs=1e-4)


def test_one_deal_tells_next_to_nothing() -> None:
    low, high = interval([0.75], 4)
    assert high - low > 0.7


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, held = random.Random(5), 0
    for _sample in range(400):
        by_deal = []
        for _deal in range(30):
            chance = rng.choice((0.1, 0.4, 0.7))
            by_deal.append(sum(rng.random() < chance for _game in range(4)) / 4)
        low, high = interval(by_deal, 120)
        held += low <= 0.4 <= high
    assert 0.92 <= held / 400 <= 0.99


def test_ratings_order_the_bots_and_grow_surer() -> None:
    few = [deal(number, (1, 2, 3), (2, 3, 1), (3, 1, 2)) for number in range(2)]
    many = [deal(number, (1, 2, 3), (2, 3, 1), (3, 1, 2)) for number in range(20)]
    # Rotated back: greedy is always first, search second, random last.
    bots = tournament("greedy", "search", "random")
    for deals in (few, many):
        found = standing(bots, deals)
        assert row(found, "greedy").rating > row(found, "search").rating
        assert row(found, "search").rating > row(found, "random").rating
    first, later = row(standing(bots, few), "greedy"), row(standing(bots, many), "greedy")
    assert later.sigma < first.sigma
    assert later.ordinal == pytest.approx(later.rating - 3 * later.sigma)
    assert later.rating_low < later.rating < later.rating_high


def test_ratings_hardly_depend_on_which_games_came_last() -> None:
    rng = random.Random(3)
    games = [
        Seating(ranks, (0, 0), (0, 0), (0, 0), ("greedy", "random"))
        for ranks in rng.choices([(1, 2), (2, 1)], [3, 1], k=40)
    ]
    late, early = (sorted(games, key=lambda one: one.ranks, reverse=last) for last in (True, False))

    def lead(found: dict[str, tuple[float, float]]) -> float:
        return found["greedy"][0] - found["random"][0]

    assert lead(rated_in_turn(late)) > lead(rated_in_turn(early)) + 4
    assert lead(rated(late)) == pytest.approx(lead(rated(early)), abs=1)


def test_equals_keep_the_rating_they_began_with() -> None:
    found = standing(tournament("random", "random"), [deal(0, (1, 2), (1, 2))])
    assert row(found, "random").rating == pytest.approx(25)
    assert rated([]) == {}


def test_pace_is_mean_and_percentile_of_all_decisions() -> None:
    pace, more = Pace(), Pace()
    for milliseconds in range(1, 51):
        pace.note(milliseconds)
        more.note(50 + milliseconds)
    pace.add(Pace.of(more.plain()))
    assert pace.decisions == 100
    assert pace.mean == pytest.approx(50.5)
    assert pace.percentile(0.95) == pytest.approx(95, rel=0.011)
    assert Pace().mean == Pace().percentile(0.95) == 0
