"""Looks for puzzles in one game: played by bots of various strengths, or read from a record."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kerys import __version__
from kerys.bots.base import Budget
from kerys.bots.search.greedy import GreedyBot
from kerys.games import GAMES
from kerys.study.puzzles.finder import Candidate, Finder
from kerys.study.puzzles.puzzle import Puzzle
from kerys.table.action import Action
from kerys.table.game import new
from kerys.table.record import load
from kerys.table.view import View

FORMAT = 1
BOTS: tuple[tuple[float, float], ...] = (
    (1.0, 0.0),
    (1.0, 0.0),
    (0.25, 0.0),
    (0.0, 0.0),
    (0.0, 2.0),
)
"""The bots at the table: a search with a share of the finder's first worlds, or greedy's heat."""


@dataclass(frozen=True)
class Order:
    """What to make; the same order gives the same puzzles."""

    game: str
    number: int
    seed: str = "0"
    records: tuple[Path, ...] = ()
    """Records of finished games to look in, instead of games between bots."""

    def settings(self) -> dict[str, Any]:
        """What a file that resumes must agree about."""
        return {
            "kerys puzzles": FORMAT,
            "game": self.game,
            "rules": GAMES[self.game].revision,
            "version": __version__,
            "seed": self.seed,
            "records": [str(path) for path in self.records],
        }

    @property
    def games(self) -> Iterator[int]:
        """The numbers of the games to look in."""
        return iter(range(len(self.records))) if self.records else itertools.count()


def puzzles_in_game(order: Order, number: int) -> list[Puzzle]:
    """The puzzles of one game, played by bots or read from a record."""
    if order.records:
        return in_record(order.records[number], f"{order.seed} {number}")
    return in_played_game(order.game, f"{order.seed} {number}", number)


def in_played_game(name: str, seed: str, number: int) -> list[Puzzle]:
    """Play a game between bots of various strengths, and look for puzzles on the way."""
    rules = GAMES[name]
    variant = rules.variants[number % len(rules.variants)]
    game = new(name, seed=f"puzzles {seed}", **variant)
    finder = Finder(rules, seed)
    rng = random.Random(f"{seed} bots")
    bots = [rng.choice(BOTS) for _seat in range(game.players)]
    candidates = []
    while not game.over:
        seat = game.actors[0]
        view = game.view(seat)
        pick = None
        if finder.is_eligible(view):
            pick, lead = finder.pick(view, game.ply)
            candidates.append(finder.candidate(view, game.ply, pick, lead))
        game.push(seat, _choice(finder, view, pick, *bots[seat], rng))
    return list(finder.puzzles(game, [one for one in candidates if one]))


def _choice(
    finder: Finder, view: View, pick: Action | None, share: float, heat: float, rng: random.Random
) -> Action:
    """What a bot decides; a strong one takes what the finder's search has picked, if it has."""
    if not share:
        return GreedyBot(heat=heat).choose(view, Budget(worlds=4), rng)
    if pick is not None and share == 1.0:
        return pick
    worlds = max(1, round(share * finder.screening))
    return finder.searcher.choose(view, Budget(worlds=worlds), rng)


def in_record(path: Path, seed: str) -> list[Puzzle]:
    """Look for puzzles in the record of a finished game."""
    game = load(path).verify()
    finder = Finder(game.rules, seed)
    found: list[Candidate] = []
    for ply in range(game.ply):
        view = game.view(game.move_at(ply).seat, ply)
        if finder.is_eligible(view):
            candidate = finder.candidate(view, ply, *finder.pick(view, ply))
            found += [candidate] if candidate else []
    return list(finder.puzzles(game, found))
