"""Random play of any game, compiled: one decision, one game, a batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel import play_templates
from kerys.kernel.chance import generator
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link


@dataclass(frozen=True)
class RandomPlay:
    """The compiled drivers of one game."""

    decide: Any
    """decide(state, mask, chance): one random decision; returns seat and action."""
    play: Any
    """play(state, options, master, number, mask, dealer, player): deals and plays one game."""
    batch: Any
    """batch(states, options, master, first, decisions, mask, dealer, player): many games."""
    stand: Any
    """stand(states, scores, ranks): how every owner stands in every state."""


@cache
def random_play(rules: Rules) -> RandomPlay:
    """The drivers of a game, compiled once."""
    linked = link(rules.name, contract_names(rules), play_templates)
    return RandomPlay(linked["decide"], linked["play"], linked["batch"], linked["stand"])


def play_on_cpu(
    rules: Rules,
    options: Any,
    key: bytes,
    first: int,
    states: NDArray[Any],
    decisions: NDArray[np.int64],
) -> None:
    """Play games from number `first` into `states`, and write their lengths to `decisions`."""
    mask = np.zeros(rules.mask_words, np.int64)
    dealer, player = generator(key), generator(key)
    random_play(rules).batch(
        states, options, generator(key), first, decisions, mask, dealer, player
    )


def standings(rules: Rules, states: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Scores and ranks of every owner: one row per state, one column per owner."""
    owners = int(rules.owners(states[0]))
    scores = np.zeros((len(states), owners), np.int64)
    ranks = np.zeros((len(states), owners), np.int64)
    random_play(rules).stand(states, scores, ranks)
    return scores, ranks
