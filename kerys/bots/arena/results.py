"""What the games of a tournament say about the bots, and with what certainty.

Games of one deal aren't independent of each other, but deals are: intervals are based on deals.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from openskill.models import PlackettLuce

from kerys.bots.arena.deal import Deal, Played
from kerys.bots.arena.timing import Pace
from kerys.bots.arena.tournament import Tournament, entrant, plain_budget
from kerys.bots.habits import Tally, habits_of

Z = 1.959964
"""How many standard deviations cover 95%."""
ORDERS = 16
"""In how many orders games are rated."""


@dataclass(frozen=True)
class Row:
    """How the bots of one label did, all their seats together."""

    name: str
    cheats: bool
    seats: int
    """How many seats they have at a table."""
    games: int
    share: float
    """The share of wins; a shared win counts in parts."""
    low: float
    high: float
    fair: float
    """The share of wins if all bots were equal."""
    score: float
    rating: float
    sigma: float
    ms_per_decision: float
    ms_95: float
    faults: int
    problem: str | None
    """What the first fault was."""
    habits: dict[str, float | None]
    """What it did, on average, by the name of the habit; None if it never came up."""

    @property
    def ordinal(self) -> float:
        """The rating that it has with near certainty."""
        return self.rating - 3 * self.sigma

    @property
    def rating_low(self) -> float:
        """The lower end of the rating's 95% interval."""
        return self.rating - Z * self.sigma

    @property
    def rating_high(self) -> float:
        """The upper end of it."""
        return self.rating + Z * self.sigma

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        found = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name in ("rating_low", "rating_high", "ordinal"):
            found[name] = getattr(self, name)
        return found


@dataclass(frozen=True)
class Standing:
    """The result of a tournament."""

    tournament: Tournament
    deals: int
    rows: tuple[Row, ...]
    pairwise: dict[str, dict[str, float]]
    """How often each label finished ahead of every other; ties count half."""
    unwon: int
    """How many games nobody won, since a neutral party came first."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.deals * self.tournament.players

    def plain(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.tournament.game,
            "options": dict(self.tournament.options),
            "seed": self.tournament.seed,
            "budget": plain_budget(self.tournament.budget),
            "deals": self.deals,
            "games": self.games,
            "unwon": self.unwon,
            "bots": [row.plain() for row in self.rows],
            "pairwise": self.pairwise,
        }


def best_first(standing: Standing) -> list[Row]:
    """The rows by rating."""
    return sorted(standing.rows, key=lambda row: row.rating, reverse=True)


@dataclass(frozen=True)
class Seating(Played):
    """A game with the label of each seat."""

    labels: tuple[str, ...]


def standing(tournament: Tournament, deals: Sequence[Deal]) -> Standing:
    """Add up the deals of a tournament, in the order of their numbers."""
    found = [
        [
            Seating(**vars(game), labels=tournament.seated(deal.number, rotation))
            for rotation, game in enumerate(deal.games)
        ]
        for deal in deals
    ]
    every = [game for games in found for game in games]
    ratings = rated(every)
    labels = list(dict.fromkeys(tournament.bots))
    rows = [_row(tournament, label, found, deals, ratings[label]) for label in labels]
    unwon = sum(not any(game.wins) for game in every)
    return Standing(tournament, len(deals), tuple(rows), pairs(every), unwon)


def _row(
    tournament: Tournament,
    label: str,
    found: Sequence[Sequence[Seating]],
    deals: Sequence[Deal],
    rating: tuple[float, float],
) -> Row:
    """How one label did."""
    present = [games for games in found if label in games[0].labels]
    every = [game for games in present for game in games]
    players = tournament.players
    won = [fmean(wins(game)[label] for game in games) for games in present]
    low, high = interval(won, len(every))
    pace = Pace()
    for deal in deals:
        pace.add(deal.pace.get(label, Pace()))
    mine = [
        (game.scores[seat], game.faults[seat])
        for game in every
        for seat in range(players)
        if game.labels[seat] == label
    ]
    return Row(
        name=label,
        cheats=entrant(label).cheats,
        seats=tournament.bots.count(label),
        games=len(every),
        share=fmean(won),
        low=low,
        high=high,
        fair=fmean(game.labels.count(label) for game in every) / players,
        score=fmean(score for score, _faults in mine),
        rating=rating[0],
        sigma=rating[1],
        ms_per_decision=pace.mean,
        ms_95=pace.percentile(0.95),
        faults=sum(faults for _score, faults in mine),
        problem=next((deal.problems[label] for deal in deals if label in deal.problems), None),
        habits=means(label, deals, [habit.name for habit in habits_of(tournament.rules)]),
    )


def means(label: str, deals: Sequence[Deal], names: Sequence[str]) -> dict[str, float | None]:
    """The mean of each habit over all deals of a label."""
    found = dict.fromkeys(names, Tally())
    for done in (deal.habits.get(label, {}) for deal in deals):
        found = {name: tally.plus(done.get(name, Tally())) for name, tally in found.items()}
    return {name: tally.mean for name, tally in found.items()}


def wins(game: Seating) -> dict[str, float]:
    """Each label's share of the win of a game."""
    found: dict[str, float] = dict.fromkeys(game.labels, 0.0)
    for label, won in zip(game.labels, game.wins, strict=True):
        if won:
            found[label] += 1 / sum(game.wins)
    return found


def interval(by_deal: Sequence[float], games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a mean share, given the mean of each deal.

    It counts as many independent games as the spread between deals suggests: the number of deals
    if there is no spread to measure, and never more than were played.
    """
    share, number = fmean(by_deal), float(len(by_deal))
    if len(by_deal) > 1 and 0 < share < 1:
        spread = variance(by_deal) / len(by_deal)
        number = min(share * (1 - share) / spread, games) if spread else games
    shrink = 1 + Z * Z / number
    middle = (share + Z * Z / (2 * number)) / shrink
    half = Z / shrink * math.sqrt(share * (1 - share) / number + (Z / (2 * number)) ** 2)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def pairs(games: Sequence[Seating]) -> dict[str, dict[str, float]]:
    """How often each label finished ahead of every other; ties count half."""
    met: Counter[tuple[str, str]] = Counter()
    ahead: dict[tuple[str, str], float] = defaultdict(float)
    for game in games:
        for one, rank in zip(game.labels, game.ranks, strict=True):
            for other, other_rank in zip(game.labels, game.ranks, strict=True):
                if one != other:
                    met[one, other] += 1
                    ahead[one, other] += (rank < other_rank) + 0.5 * (rank == other_rank)
    found: dict[str, dict[str, float]] = {}
    for one, other in met:
        found.setdefault(one, {})[other] = ahead[one, other] / met[one, other]
    return found


def rated(games: Sequence[Seating]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (mu and sigma) after all games, for bots whose strength doesn't change.

    A rating depends on which games came last. That is noise if strength doesn't change, so games
    are rated in several orders and the mean counts.
    """
    rng = random.Random(0)
    orders = [rated_in_turn(rng.sample(games, len(games))) for _order in range(ORDERS)]
    return {
        label: (fmean(one[label][0] for one in orders), fmean(one[label][1] for one in orders))
        for label in orders[0]
    }


def rated_in_turn(games: Sequence[Seating]) -> dict[str, tuple[float, float]]:
    """The same in one order.

    Where a label has several seats, each is rated, and the label gets their mean.
    """
    model = PlackettLuce(tau=0.0)
    found: dict[str, tuple[float, float]] = {}
    for game in games:
        start = model.rating()
        before = [found.get(label, (start.mu, start.sigma)) for label in game.labels]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in game.ranks])]
        for label in dict.fromkeys(game.labels):
            mine = [one for one, name in zip(after, game.labels, strict=True) if name == label]
            found[label] = fmean(one.mu for one in mine), fmean(one.sigma for one in mine)
    return found
