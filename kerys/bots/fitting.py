"""Fitting the weights of prospects to how games end, by least squares.

Search bots play whole games; where a stage ends, what every player has is noted, and in the end
how many points more or less than the others it has. Prospects are linear in their weights, so what
each of them weighs is read off by prospects with that weight alone.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, local

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import BotError, Budget
from kerys.bots.judges import JUDGES, weights_of
from kerys.bots.mind import OWNERS
from kerys.bots.players import SearchBot
from kerys.kernel.contract import Game, State
from kerys.locale import _
from kerys.table.dealing import secret_of_seed
from kerys.table.game import dealt

INERTIA = 10.0
"""How many players' worth of games speak for the present weights: rare cards need some."""
SPREAD = 1e-6
"""The least that a trait is taken to vary, so that one that never occurred keeps its weight."""


@dataclass(frozen=True)
class Ends:
    """What came of what the players had where stages ended, less the mean of their game."""

    traits: NDArray[np.float64]
    """What each weight weighs, a row for a player at the end of a stage."""
    points: NDArray[np.float64]
    """Points in the end."""


def check_fitted(game: Game) -> None:
    """Refuse a game none of whose weights are fitted."""
    if not JUDGES[game.name].fitted:
        fitted = ", ".join(name for name, judge in JUDGES.items() if judge.fitted)
        text = _("No weights of {game} are fitted to how games end; those of {fitted} are.")
        raise BotError(text.format(game=game.name, fitted=fitted))


def played(game: Game, games: int, worlds: int, seed: str) -> Iterator[Ends]:
    """Games of search bots in all variants, on all cores; they are told in the same order."""
    memory, stop = local(), Event()

    def play(number: int) -> Ends | None:
        if not hasattr(memory, "bot"):
            memory.bot = SearchBot()
        return _ends_of(game, memory.bot, Budget(worlds=worlds), (seed, number), stop)

    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        for ends in threads.map(play, range(games)):
            assert ends is not None
            yield ends
    finally:
        stop.set()
        threads.shutdown(cancel_futures=True)


def fit(game: Game, found: list[Ends]) -> NDArray[np.float64]:
    """All weights of a game, with those that are fitted by what was found.

    Nothing that one has does harm: what would weigh less than nothing weighs nothing.
    """
    weights = weights_of(game.name).copy()
    traits = np.concatenate([ends.traits for ends in found])
    points = np.concatenate([ends.points for ends in found])
    fitted = weights[-traits.shape[1] :]
    inertia = INERTIA * np.maximum(traits.var(axis=0), SPREAD)
    products = traits.T @ traits + np.diag(inertia)
    wanted = traits.T @ points + inertia * fitted
    weighs = np.ones(len(fitted), bool)
    while True:
        fitted[:] = 0.0
        fitted[weighs] = np.linalg.solve(products[np.ix_(weighs, weighs)], wanted[weighs])
        if fitted.min() >= 0.0:
            return weights
        weighs &= fitted > 0.0


def _ends_of(
    game: Game, bot: SearchBot, budget: Budget, number: tuple[str, int], stop: Event
) -> Ends | None:
    """One game; None where nobody waits for it any more."""
    options = game.configure(**game.variants[number[1] % len(game.variants)])
    table = dealt(game, options, secret_of_seed(f"fitting {number}"))
    rng = random.Random(str(number))
    stage, traits = 0, []
    while not table.over:
        if stop.is_set():
            return None
        state = table.before(table.ply)
        if JUDGES[game.name].stage(state) != stage:
            stage = JUDGES[game.name].stage(state)
            traits.append(traits_of(game, state, table.players))
        view = table.view(table.actors[0])
        table.push(view.seat, bot.choose(view, budget, rng))
    points = np.array(table.scores[: table.players], float)
    return Ends(np.concatenate(traits), np.tile(points - points.mean(), len(traits)))


def traits_of(game: Game, state: State, players: int) -> NDArray[np.float64]:
    """What each fitted weight weighs for every player, less the mean of the players."""
    judge = JUDGES[game.name]
    scratch, found = np.zeros(judge.scratch), []
    for alone in np.eye(len(judge.names))[-judge.fitted :]:
        values = np.zeros(OWNERS)
        judge.prospects(state, alone, scratch, values)
        found.append(values[:players] - values[:players].mean())
    return np.stack(found, axis=1)
