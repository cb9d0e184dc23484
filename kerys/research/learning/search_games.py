"""Games of the learned search against itself, with what it thought of every decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.bots.evaluators import evaluator_of
from kerys.bots.network.network_file import POINTS_SCALE, Network
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import TABLE, new_workspace
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import Rules, State
from kerys.kernel.linking import contract_names, link
from kerys.research.learning import thought_templates
from kerys.research.learning.configuration import ExpertSettings, Variant

ANSWERS = 32
"""How many answers of a decision are kept, those that the tree took most often."""
NODES = 20_000
MOST_DECISIONS = 4096
"""More than any game has."""

Numbers = NDArray[Any]


class Thoughts(NamedTuple):
    """Decisions of recorded games, one row each; owners are counted from the seat asked."""

    observations: Numbers
    """float16 (decisions, inputs)"""
    masks: Numbers
    """bool (decisions, actions): what was legal"""
    answers: Numbers
    """int64 (decisions, ANSWERS): what the tree took most often; 0 beyond the last"""
    often: Numbers
    """float32 (decisions, ANSWERS): how often; 0 beyond the last"""
    present: Numbers
    """bool (decisions, owners): the owners that the game has"""
    shares: Numbers
    """float32 (decisions, owners): what share of the win each should be said to have"""
    leads: Numbers
    """float32 (decisions, owners): how far ahead of the mean each ended, in units of 20 points"""

    def __len__(self) -> int:
        return len(self.observations)


def joined(parts: Sequence[Thoughts]) -> Thoughts:
    """The decisions of several games."""
    return Thoughts(*(np.concatenate(columns) for columns in zip(*map(tuple, parts), strict=True)))


@cache
def _observe_rows(rules: Rules) -> Any:
    """The compiled function of a game."""
    return link(rules.name, contract_names(rules), thought_templates)["observe_rows"]


class _Player:
    """One thread's memory: a workspace, and room for the decisions of a game."""

    def __init__(self, rules: Rules, network: Network, settings: ExpertSettings) -> None:
        self.rules = rules
        self.settings = settings
        weights = evaluator_of(rules).weights()
        self.workspace = new_workspace(rules, weights, NODES, network)
        self.states = np.zeros(MOST_DECISIONS, rules.state)
        self.seats = np.zeros(MOST_DECISIONS, np.int8)
        self.answers = np.zeros((MOST_DECISIONS, ANSWERS), np.int64)
        self.often = np.zeros((MOST_DECISIONS, ANSWERS), np.float32)
        self.values = np.zeros((MOST_DECISIONS, rules.most_owners), np.float32)

    def play(self, options: State, seed: str) -> tuple[int, Thoughts]:
        """A whole game: how many decisions it had, and those where there was a choice."""
        table = self.workspace.pool[TABLE]
        self.rules.deal(table, options, generator(key_of_seed(f"{seed} deal")))
        self.workspace.notes.chance[:] = generator(key_of_seed(f"{seed} thoughts"))
        number = int(
            thinking(self.rules, by_network=True).play_recorded(
                *self.workspace,
                *(self.settings.worlds, self.settings.drawn),
                *(self.states, self.seats, self.answers, self.often, self.values, 0),
            )
        )
        chosen = np.flatnonzero(self.answers[:number, 1] >= 0)
        return number, self._thoughts(chosen, table)

    def _thoughts(self, rows: Numbers, end: State) -> Thoughts:
        """What is to be learned from some of the decisions."""
        rules, seats = self.rules, self.seats[rows]
        seen = np.zeros((len(rows), rules.observation_size), np.float32)
        masks = np.zeros((len(rows), rules.actions), np.bool_)
        words = np.zeros(rules.mask_words, np.int64)
        _observe_rows(rules)(self.states[rows], seats, words, seen, masks)
        owners, players = int(rules.owners(end)), int(end.players)
        numbers = np.arange(rules.most_owners)
        turned = np.where(numbers < players, (seats[:, None] + numbers) % players, numbers)
        won, lead = outcome(rules, end)
        part = self.settings.thought
        shares = (1 - part) * won + part * self.values[rows]
        kept = self.answers[rows] >= 0
        often = self.often[rows] * kept
        return Thoughts(
            observations=seen.astype(np.float16),
            masks=masks,
            answers=np.where(kept, self.answers[rows], 0),
            often=often / often.sum(axis=1, keepdims=True),
            present=np.broadcast_to(numbers < owners, (len(rows), len(numbers))),
            shares=np.take_along_axis(shares, turned, 1).astype(np.float32),
            leads=lead[turned].astype(np.float32),
        )


def outcome(rules: Rules, end: State) -> tuple[Numbers, Numbers]:
    """Everyone's share of the win, and how far ahead of the mean each ended; 0 for the absent."""
    owners = range(int(rules.owners(end)))
    first = np.array([int(rules.rank(end, owner)) == 1 for owner in owners])
    points = np.array([float(rules.score(end, owner)) for owner in owners])
    won, lead = np.zeros(rules.most_owners), np.zeros(rules.most_owners)
    won[: len(first)] = first / first.sum()
    lead[: len(points)] = (points - points.mean()) / POINTS_SCALE
    return won, lead


def play_games(
    rules: Rules,
    network: Network,
    variants: Sequence[Variant],
    settings: ExpertSettings,
    seed: str,
    threads: int,
) -> tuple[int, Thoughts]:
    """Games of all variants, by their rows, with about the wanted number of decisions.

    Every thread plays games of its own, so that the same threads give the same games.
    """
    options = [rules.configure(**variant.options) for variant in variants]
    rows = [variant.rows for variant in variants]

    def play(part: int) -> list[tuple[int, Thoughts]]:
        player, decisions = _Player(rules, network, settings), 0
        found: list[tuple[int, Thoughts]] = []
        luck = random.Random(f"{seed} {part}")
        while decisions < settings.iteration // threads:
            game = luck.choices(options, rows)[0]
            found.append(player.play(game, f"{seed} {part} {len(found)}"))
            decisions += found[-1][0]
        return found

    with ThreadPoolExecutor(threads) as pool:
        games = [game for part in pool.map(play, range(threads)) for game in part]
    return sum(number for number, _ in games), joined([thoughts for _, thoughts in games])
