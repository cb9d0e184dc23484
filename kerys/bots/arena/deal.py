"""One deal of a tournament: the same cards for every rotation of the bots over the seats."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kerys.bots.arena.timing import Pace
from kerys.bots.arena.tournament import OWN_BUDGET, Entrant, Tournament, entrant
from kerys.bots.base import BotError, Budget
from kerys.bots.guard import LOG, Guarded
from kerys.bots.habits import Tally, tallies
from kerys.bots.registry import guests, make_bot_tolerantly
from kerys.table.action import Action
from kerys.table.commitment import secret_of_seed
from kerys.table.game import Game, dealt


@dataclass(frozen=True)
class Played:
    """How one game ended; a number for every seat."""

    ranks: tuple[int, ...]
    """The ranks among the players, from 1; ties share a rank."""
    wins: tuple[int, ...]
    """Whether the seat won by the rules, 1 or 0; if a neutral party comes first, nobody did."""
    scores: tuple[int, ...]
    faults: tuple[int, ...]
    """How often a stand-in had to move."""


@dataclass(frozen=True)
class Deal:
    """The results of one deal."""

    number: int
    games: tuple[Played, ...]
    """One for each rotation."""
    pace: dict[str, Pace]
    problems: dict[str, str]
    """The first fault of each bot that a stand-in had to move for."""
    habits: dict[str, dict[str, Tally]] = field(default_factory=dict)
    """What the bots of each label did, by the name of the habit."""

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "deal": self.number,
            "games": [
                {name: getattr(game, name) for name in Played.__dataclass_fields__}
                for game in self.games
            ],
            "pace": {label: pace.plain() for label, pace in self.pace.items()},
            "problems": self.problems,
            "habits": self.habits,
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> Deal:
        """From plain values."""
        games = [
            Played(*(tuple(map(int, game[name])) for name in Played.__dataclass_fields__))
            for game in plain["games"]
        ]
        pace = {str(label): Pace.of(one) for label, one in plain["pace"].items()}
        habits = {
            str(label): {str(name): Tally(*map(int, one)) for name, one in done.items()}
            for label, done in plain["habits"].items()
        }
        return Deal(int(plain["deal"]), tuple(games), pace, dict(plain["problems"]), habits)


class Seat:
    """A bot in its seat for one game; it sees its view, and the true state only if it cheats."""

    def __init__(self, who: Entrant, budget: Budget | None, rng: random.Random) -> None:
        self.label = who.label
        self.budget = who.budget or budget
        self.guarded = Guarded(who.name, make_bot_tolerantly(who.name))
        self.rng = rng
        self.pace = Pace()

    def choose(self, game: Game, seat: int) -> Action:
        """The bot's next action, timed."""
        view = game.view(seat)
        view.legal  # noqa: B018 - listing legal actions doesn't count as the bot's time
        truth = game.rules.copy(game.before(game.ply)) if self.guarded.peeks else None
        self.guarded.prepare(view.game)
        start = time.perf_counter()
        action = self.guarded.choose(view, self.budget, self.rng, truth)
        self.pace.note(1e3 * (time.perf_counter() - start))
        return action


def play_deal(tournament: Tournament, number: int) -> Deal:
    """Play a deal once for every rotation of the bots over the seats."""
    games, pace, problems = [], dict[str, Pace](), dict[str, str]()
    habits: dict[str, dict[str, Tally]] = {}
    for rotation in range(tournament.players):
        seats = seats_of(tournament, number, rotation)
        try:
            with faults_heard() as heard:
                game = play_game(tournament, number, seats, heard, problems)
        finally:
            for seat in seats:
                seat.guarded.leave()
        games.append(result(game, seats))
        for seat, done in zip(seats, tallies(game), strict=True):
            pace.setdefault(seat.label, Pace()).add(seat.pace)
            mine = habits.setdefault(seat.label, {})
            for name, tally in done.items():
                mine[name] = mine.get(name, Tally()).plus(tally)
    return Deal(number, tuple(games), pace, problems, habits)


def seats_of(tournament: Tournament, number: int, rotation: int) -> list[Seat]:
    """New bots in their seats, each with its own generator."""
    name = f"kerys arena {tournament.seed} deal {number} rotation {rotation} seat"
    return [
        Seat(entrant_tolerantly(label), tournament.budget, random.Random(f"{name} {seat}"))
        for seat, label in enumerate(tournament.seated(number, rotation))
    ]


def entrant_tolerantly(label: str) -> Entrant:
    """An entrant of a tournament in progress, even if another package's bot is broken by now."""
    try:
        return entrant(label)
    except BotError:
        own = OWN_BUDGET.fullmatch(label)
        name = own["name"] if own else label
        if name not in guests():
            raise
        amount = own and {"worlds" if own["worlds"] else "milliseconds": int(own["amount"])}
        return Entrant(label, name, Budget(**amount) if amount else None, False)


def play_game(
    tournament: Tournament,
    number: int,
    seats: list[Seat],
    heard: list[str],
    problems: dict[str, str],
) -> Game:
    """A whole game; the first problem of each bot is noted."""
    secret = secret_of_seed(f"arena {tournament.seed} deal {number}")
    game = dealt(tournament.rules, tournament.agreed, secret)
    while actors := game.actors:
        seat = actors[0]
        heard.clear()
        action = seats[seat].choose(game, seat)
        if heard:
            problems.setdefault(seats[seat].label, heard[0])
        game.push(seat, action)
    return game


def result(game: Game, seats: list[Seat]) -> Played:
    """How a game ended."""
    return Played(
        game.player_ranks,
        tuple(int(rank == 1) for rank in game.ranks[: game.players]),
        game.scores[: game.players],
        tuple(seat.guarded.faults for seat in seats),
    )


@contextmanager
def faults_heard() -> Iterator[list[str]]:
    """Collect what the guard logs about faults of bots, instead of printing it."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    ear, passed_on = Ear(), LOG.propagate
    LOG.addHandler(ear)
    LOG.propagate = False
    try:
        yield heard
    finally:
        LOG.removeHandler(ear)
        LOG.propagate = passed_on
