"""Fitting weights to whole games of search bots.

The weights of prospects are fitted by least squares: what every player has at the end of a stage
predicts how many points more or less than the others that player ends with. Prospects are linear in
their weights, so evaluating them with a single weight set gives the feature of that weight.

The weights of beliefs are fitted to what players hide, by its likelihood among everything that they
could hide.
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
from kerys.bots.evaluators import EVALUATORS, evaluator_of
from kerys.bots.search.search import SearchBot
from kerys.bots.ys.hidings import Hiding
from kerys.kernel.contract import Rules, State
from kerys.locale import _
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt

INERTIA = 10.0
"""How many players' worth of games the present weights count for: rare cards need some."""
NEWTON = 8
"""The number of steps of Newton's method."""
SPREAD = 1e-6
"""The least assumed variance of a trait, so that one that never occurred keeps its weight."""


@dataclass(frozen=True)
class PlayedGame:
    """What is kept of a game: how it ended for each player, and what was hidden.

    Traits and points are relative to the mean of the game.
    """

    traits: NDArray[np.float64]
    """The trait of each weight of prospects; one row per player and end of a stage."""
    points: NDArray[np.float64]
    """Final points."""
    hidings: list[Hiding]


def check_fitted(rules: Rules) -> None:
    """Refuse a game without fitted weights."""
    if not evaluator_of(rules).fitted:
        fitted = ", ".join(name for name, one in EVALUATORS.items() if one.fitted)
        text = _("{game} has no weights to fit; these games have: {fitted}")
        raise BotError(text.format(game=rules.name, fitted=fitted))


def played(rules: Rules, games: int, worlds: int, seed: str) -> Iterator[PlayedGame]:
    """Games of search bots in all variants, on all cores, always in the same order."""
    memory, stop = local(), Event()

    def play(number: int) -> PlayedGame | None:
        if not hasattr(memory, "bot"):
            memory.bot = SearchBot()
        return _record_of(rules, memory.bot, Budget(worlds=worlds), (seed, number), stop)

    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        for record in threads.map(play, range(games)):
            assert record is not None
            yield record
    finally:
        stop.set()
        threads.shutdown(cancel_futures=True)


def fit(rules: Rules, found: list[PlayedGame]) -> NDArray[np.float64]:
    """All weights of a game, with the fitted ones fitted to these games."""
    weights = evaluator_of(rules).weights().copy()
    prospects, beliefs = parts_of(rules)
    weights[prospects] = fit_prospects(weights[prospects], found)
    weights[beliefs] = fit_beliefs(weights[beliefs], found)
    return weights


def parts_of(rules: Rules) -> tuple[slice, slice]:
    """Where the weights of prospects are, and those of beliefs."""
    evaluator = evaluator_of(rules)
    total = len(evaluator.names)
    believed = len(evaluator.beliefs.WEIGHTS) if evaluator.beliefs else 0
    return slice(total - evaluator.fitted, total - believed), slice(total - believed, total)


def fit_prospects(present: NDArray[np.float64], found: list[PlayedGame]) -> NDArray[np.float64]:
    """Least squares, starting from the present weights.

    Possessions never do harm: a weight that would be negative becomes 0.
    """
    traits = np.concatenate([record.traits for record in found])
    points = np.concatenate([record.points for record in found])
    inertia = INERTIA * np.maximum(traits.var(axis=0), SPREAD)
    products = traits.T @ traits + np.diag(inertia)
    wanted = traits.T @ points + inertia * present
    weighs = np.ones(len(present), bool)
    while True:
        fitted = np.zeros(len(present))
        fitted[weighs] = np.linalg.solve(products[np.ix_(weighs, weighs)], wanted[weighs])
        if fitted.min() >= 0.0:
            return fitted
        weighs &= fitted > 0.0


def fit_beliefs(present: NDArray[np.float64], found: list[PlayedGame]) -> NDArray[np.float64]:
    """The most likely weights for what was hidden, by Newton's method from the present ones."""
    fitted = present.copy()
    for _step in range(NEWTON):
        climb = INERTIA * (present - fitted)
        curve = INERTIA * np.eye(len(present))
        for hiding in (hiding for record in found for hiding in record.hidings):
            traits = hiding.values @ hiding.traits
            likely = traits @ fitted
            chances = hiding.ways * np.exp(likely - likely.max())
            chances /= chances.sum()
            mean = chances @ traits
            climb += traits[hiding.taken] - mean
            curve += (traits.T * chances) @ traits - np.outer(mean, mean)
        fitted += np.linalg.solve(curve, climb)
    return fitted


def _record_of(
    rules: Rules, bot: SearchBot, budget: Budget, number: tuple[str, int], stop: Event
) -> PlayedGame | None:
    """One game; None if it was cancelled."""
    options = rules.configure(**rules.variants[number[1] % len(rules.variants)])
    table = dealt(rules, options, secret_of_seed(f"fitting {number}"))
    rng = random.Random(str(number))
    hides = evaluator_of(rules).hidings
    stage, turn, traits, hidings = 0, 0, [], []
    while not table.over:
        if stop.is_set():
            return None
        state = table.before(table.ply)
        if evaluator_of(rules).stage(state) != stage:
            stage = evaluator_of(rules).stage(state)
            traits.append(traits_of(rules, state, table.players))
        if hides and hides.turns_over(state) != turn:
            turn = hides.turns_over(state)
            hidings.extend(hides.hidings(state))
        view = table.view(table.actors[0])
        table.push(view.seat, bot.choose(view, budget, rng))
    points = np.array(table.scores[: table.players], float)
    points = np.tile(points - points.mean(), len(traits))
    return PlayedGame(np.concatenate(traits), points, hidings)


def traits_of(rules: Rules, state: State, players: int) -> NDArray[np.float64]:
    """The trait of each weight of prospects for every player, less the mean of the players."""
    evaluator = evaluator_of(rules)
    scratch, found = np.zeros(evaluator.scratch), []
    for alone in np.eye(len(evaluator.names))[parts_of(rules)[0]]:
        values = np.zeros(rules.most_owners)
        evaluator.prospects(state, alone, scratch, values)
        found.append(values[:players] - values[:players].mean())
    return np.stack(found, axis=1)
