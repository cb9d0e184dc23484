"""Bots that play by a network: `policy` at once, and `learned` with it inside the search."""

from __future__ import annotations

import random
from functools import cache

from kerys.bots.base import BotError, Budget
from kerys.bots.evaluators import evaluator_of
from kerys.bots.network.network_file import Network, read
from kerys.bots.search.compiled import thinking
from kerys.bots.search.greedy import GreedyBot, ThinkingBot
from kerys.bots.search.search import OracleBot, SearchBot
from kerys.bots.search.workspace import new_workspace
from kerys.kernel.contract import Rules
from kerys.locale import N_, _
from kerys.table.action import Action
from kerys.table.view import View

FILE = "network.npz"


def has_network(rules: Rules) -> bool:
    """Whether a network for a game comes with its evaluator."""
    folder = evaluator_of(rules).folder
    return folder is not None and (folder / FILE).exists()


@cache
def network_of(rules: Rules) -> Network:
    """The network that comes with the evaluator of a game; raises a BotError if none does."""
    folder = evaluator_of(rules).folder
    if folder is None or not (folder / FILE).exists():
        raise BotError(
            _("There is no trained network for {game}.").format(game=rules.wording.title)
        )
    return read(folder / FILE, rules)


class NetworkBot(ThinkingBot):
    """What both share: a workspace with the weights of a network, if the game has one."""

    network: Network | None = None
    """One of your own; if None, the one that comes with the game."""

    def prepare(self, rules: Rules) -> None:
        """Get the compiled functions and a workspace for a game and its network."""
        self.learned = self.network is not None or has_network(rules)
        if not self.learned:
            super().prepare(rules)
            return
        self.think = thinking(rules, by_network=True)
        self.workspace = new_workspace(
            rules,
            self.evaluator.weights(self.style),
            self.room(rules),
            self.network or network_of(rules),
        )


class PolicyBot(NetworkBot, GreedyBot):
    """The network's favourite action, at once; a sealed choice is drawn from its mixture.

    Where a game has no network, it looks one step ahead.
    """

    about = N_("plays at once by a trained network")

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
        """The most likely of `view.legal`."""
        self.look(view, rng)
        if not self.learned:
            return super().choose(view, budget, rng)
        self.think.policy(*self.workspace[:2], view.seat)
        totals = self.workspace.notes.totals
        shares = [float(totals[action.code]) for action in view.legal]
        if self.is_secret():
            return rng.choices(view.legal, shares)[0]
        return view.legal[max(range(len(shares)), key=shares.__getitem__)]


class LearnedBot(NetworkBot, SearchBot):
    """The tree search, which judges positions and actions by a network, if the game has one."""

    about = N_("a tree search over many imagined worlds, guided by a trained network")


class LearnedOracleBot(OracleBot, LearnedBot):
    """The same search with the true state: it cheats, to measure what hiding is worth."""

    about = N_("the search guided by a network, with all cards open")
