"""Tuning the weights of an estimate by self-play: the cross-entropy method.

Candidates are drawn around the present weights. Each plays a number of deals against players with
the present weights, in every seat of every deal. The best decide where the next ones are drawn.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, local

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import BotError
from kerys.bots.evaluators import WEIGHTS_FILE, evaluator_of, kept_file
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import TABLE, new_workspace
from kerys.bots.training.checkout import check_checkout
from kerys.games import GAMES
from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.table.record import write_whole

CANDIDATES = 32
BEST = 8
SPREAD = 0.35
"""The first spread of a weight, as a share of its size."""
LEAST_SIZE = 0.5
POINTS = 0.004
"""What a point ahead of the others counts relative to a win: it makes fitness less noisy."""
WORLDS = 1


@dataclass(frozen=True)
class Generation:
    """The state of tuning after one generation."""

    number: int
    seconds: float
    best: float
    mean: float
    weights: NDArray[np.float64]
    """The result so far, around which the next candidates are drawn."""


class Match:
    """Games between greedy players with their own weights, in reused memory."""

    def __init__(self, game: Rules, stop: Event) -> None:
        self.game = game
        self.stop = stop
        """Set when the results are no longer needed."""
        self.play = thinking(game).self_play
        self.options = [game.configure(**variant) for variant in game.variants]
        self.workspace = new_workspace(game, evaluator_of(game).weights())

    def fitness(
        self, candidate: NDArray[np.float64], others: NDArray[np.float64], deals: range
    ) -> float:
        """The candidate's mean result against the others, over duplicate deals and all seats."""
        found = []
        for deal in deals:
            if self.stop.is_set():
                return 0.0
            options = self.options[deal % len(self.options)]
            players = int(options.players)
            for seat in range(players):
                weights = np.stack([others] * self.game.most_owners)
                weights[seat] = candidate
                found.append(self.result(options, deal, seat, weights) * players)
        return float(np.mean(found))

    def result(self, options: object, deal: int, seat: int, weights: NDArray[np.float64]) -> float:
        """The result of one game for a seat: its share of the win, and a little for points."""
        dealer, chance = streams(key_of_seed("tuning"), deal)
        self.workspace.notes.chance[:] = chance
        self.play(*self.workspace[:2], options, dealer, weights, WORLDS)
        end = self.workspace.pool[TABLE]
        players = int(end.players)
        ranks = self.game.player_ranks(end, players)
        scores = [int(self.game.score(end, one)) for one in range(players)]
        share = 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0
        ahead = scores[seat] - max(score for one, score in enumerate(scores) if one != seat)
        return share + POINTS * ahead


def tune(
    game: Rules,
    seconds: float,
    seed: int = 0,
    deals: int = 60,
    report: Callable[[Generation], None] = lambda generation: None,
) -> NDArray[np.float64]:
    """Better weights after some time on all cores; `report` is called for every generation."""
    rng = np.random.default_rng(seed)
    mean = evaluator_of(game).weights().copy()
    spread = SPREAD * np.maximum(np.abs(mean), LEAST_SIZE)
    tuned = np.arange(len(mean)) < len(mean) - evaluator_of(game).fitted
    memory, stop = local(), Event()
    thinking(game)

    def fitness(task: tuple[NDArray[np.float64], NDArray[np.float64], range]) -> float:
        if not hasattr(memory, "match"):
            memory.match = Match(game, stop)
        return float(memory.match.fitness(*task))

    start, number = time.monotonic(), 0
    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        while time.monotonic() - start < seconds:
            drawn = mean + tuned * spread * rng.standard_normal((CANDIDATES, len(mean)))
            lot = range(number * deals, (number + 1) * deals)
            found = list(threads.map(fitness, [(one, mean, lot) for one in drawn]))
            order = np.argsort(found)[::-1][:BEST]
            best = drawn[order]
            mean = 0.5 * mean + 0.5 * best.mean(axis=0)
            spread = np.maximum(0.7 * spread + 0.3 * best.std(axis=0), 0.02)
            number += 1
            took = time.monotonic() - start
            report(Generation(number, took, float(np.max(found)), float(np.mean(found)), mean))
    finally:
        stop.set()
        threads.shutdown(cancel_futures=True)
    return mean


def weights_file(game: str) -> Path:
    """The file with the weights that the bots use in a game."""
    return kept_file(game, WEIGHTS_FILE)


def target_of(game: str, out: Path | None = None) -> Path:
    """The file for a game's weights; refused before hours of work if it cannot be written.

    Without `out` it is the one in the source tree: an installed package is never changed. The file
    is replaced by a new one, so its folder must be writable.
    """
    if out is None:
        check_checkout(
            _("Weights of an installed Kerys can't be replaced: name a file with --out FILE.")
        )
    path = (out or weights_file(game)).resolve()
    if path.exists() and not path.is_file():
        raise BotError(_("{file} isn't a regular file.").format(file=path))
    if path.exists() and not os.access(path, os.W_OK):
        raise BotError(_("{file} isn't writable.").format(file=path))
    try:
        with TemporaryFile(dir=path.parent):
            return path
    except OSError as error:
        raise BotError(
            _("Can't write to {folder}: {problem}").format(
                folder=path.parent, problem=error.strerror
            )
        ) from error


def write_weights(game: str, weights: NDArray[np.float64], path: Path) -> None:
    """Write weights to a file, completely or not at all."""
    evaluator = evaluator_of(GAMES[game])
    lines = [
        f"{name} = {weight:.4f}" for name, weight in zip(evaluator.names, weights, strict=True)
    ]
    if evaluator.fitted:
        lines.insert(
            -evaluator.fitted,
            f"# Of prospects and beliefs, fitted to how games go: kerys fit {game}",
        )
    lines.insert(0, f"# Weights of the estimate of {game}, tuned by self-play: kerys tune {game}")
    write_whole(path, "\n".join(lines) + "\n", private=False)
