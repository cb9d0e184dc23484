"""One deal of a tournament: the same cards for every rotation of the bots over the seats."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kerys.bots.arena.timing import Pace
from kerys.bots.arena.tournament import OWN_BUDGET, Entrant, Tournament, entrant
from kerys.bots.base import BotError, Budget
from kerys.bots.guard import LOG, Guarded
from kerys.bots.registry import bot_let_in, guests
from kerys.table.action import Action
from kerys.table.commitment import secret_of_seed
from kerys.table.game import Game, dealt


@dataclass(frozen=True)
class Played:
    """How one game ended; a number for every seat."""

    ranks: tuple[int, ...]
    """The places among the players, from 1; equals share one."""
    wins: tuple[int, ...]
    """Whether the seat has won by the rules, 1 or 0; where a neutral party is first, nobody has."""
    scores: tuple[int, ...]
    faults: tuple[int, ...]
    """How often a stand-in had to move."""


@dataclass(frozen=True)
class Deal:
    """What came of one deal."""

    number: int
    games: tuple[Played, ...]
    """One for each rotation."""
    pace: dict[str, Pace]
    problems: dict[str, str]
    """For bots that a stand-in had to move for, what the first fault was."""

    def plain(self) -> dict[str, Any]:
        """In plain values."""
        return {
            "deal": self.number,
            "games": [
                {name: getattr(game, name) for name in Played.__dataclass_fields__}
                for game in self.games
            ],
            "pace": {label: pace.plain() for label, pace in self.pace.items()},
            "problems": self.problems,
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> Deal:
        """From plain values."""
        games = [
            Played(*(tuple(map(int, game[name])) for name in Played.__dataclass_fields__))
            for game in plain["games"]
        ]
        pace = {str(label): Pace.of(one) for label, one in plain["pace"].items()}
        return Deal(int(plain["deal"]), tuple(games), pace, dict(plain["problems"]))


class Seat:
    """A bot in its seat for one game: it sees its view, and only one that cheats the truth."""

    def __init__(self, who: Entrant, budget: Budget | None, rng: random.Random) -> None:
        self.label = who.label
        self.budget = who.budget or budget
        self.guarded = Guarded(who.name, bot_let_in(who.name))
        self.rng = rng
        self.pace = Pace()

    def choose(self, game: Game, seat: int) -> Action:
        """What the bot does now, timed."""
        view = game.view(seat)
        view.legal  # noqa: B018 - listing what may be done is not the bot's time
        truth = game.rules.copy(game.before(game.ply)) if self.guarded.peeks else None
        self.guarded.prepare(view.game)
        start = time.perf_counter()
        action = self.guarded.choose(view, self.budget, self.rng, truth)
        self.pace.note(1e3 * (time.perf_counter() - start))
        return action


def play_deal(tournament: Tournament, number: int) -> Deal:
    """Play a deal once for every rotation of the bots over the seats."""
    games, pace, problems = [], dict[str, Pace](), dict[str, str]()
    for rotation in range(tournament.players):
        seats = seats_of(tournament, number, rotation)
        try:
            with faults_heard() as heard:
                games.append(play_game(tournament, number, seats, heard, problems))
        finally:
            for seat in seats:
                seat.guarded.leave()
        for seat in seats:
            pace.setdefault(seat.label, Pace()).add(seat.pace)
    return Deal(number, tuple(games), pace, problems)


def seats_of(tournament: Tournament, number: int, rotation: int) -> list[Seat]:
    """Fresh bots in their seats, each with a generator of its own."""
    name = f"kerys arena {tournament.seed} deal {number} rotation {rotation} seat"
    return [
        Seat(let_in(label), tournament.budget, random.Random(f"{name} {seat}"))
        for seat, label in enumerate(tournament.seated(number, rotation))
    ]


def let_in(label: str) -> Entrant:
    """An entrant of a tournament that is on: other people's bots may be broken by now."""
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
) -> Played:
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
    return Played(
        game.player_ranks,
        tuple(int(rank == 1) for rank in game.ranks[: game.players]),
        game.scores[: game.players],
        tuple(seat.guarded.faults for seat in seats),
    )


@contextmanager
def faults_heard() -> Iterator[list[str]]:
    """What the guard says about faults of bots, instead of a line on the screen for each."""
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
