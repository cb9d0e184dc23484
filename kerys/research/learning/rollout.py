"""Rollouts: what all rows decide for a number of steps, kept in one memory."""

from __future__ import annotations

from typing import Protocol

from kerys.kernel.extras import extra
from kerys.research.learning.network import Folded, PolicyValueNet
from kerys.research.learning.owners import shares_of, to_absolute
from kerys.research.learning.positions import DensePositions, Positions
from kerys.research.learning.sparse_positions import SparsePositions
from kerys.research.learning.tables import Tables
from kerys.research.learning.workers import Workers

with extra("learn"):
    import torch
    from torch import Tensor


class Actor(Protocol):
    """Who decides in a rollout."""

    def act(self, rollout: Rollout, step: int, net: Folded, hidden: Tensor) -> Tensor:
        """An action for each row; what is to be learned from goes into the rollout."""

    def ended(self, done: Tensor) -> None:
        """Some games are over, and their rows have new ones."""


class Rollout:
    """The memory of a rollout: (steps, rows, ...); values are by absolute owner."""

    def __init__(self, tables: Tables, steps: int, workers: Workers) -> None:
        shape, owners = (steps, tables.rows), tables.rules.most_owners

        def empty(*sizes: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*sizes, dtype=kind, device=tables.device)

        self.tables = tables
        self.steps = steps
        self.workers = workers
        self.positions: Positions = (
            DensePositions(tables, steps)
            if tables.device.type == "cuda"
            else SparsePositions(tables, steps)
        )
        self.numbers = torch.arange((steps + 1) * tables.rows, device=tables.device).view(
            steps + 1, tables.rows
        )
        """(steps + 1, rows): the number of each position"""
        self.seats = empty(*shape, kind=torch.int64)
        self.actions = empty(*shape, kind=torch.int64)
        self.logs = empty(*shape)
        """The logarithm of the probability of each action taken"""
        self.own = empty(*shape, kind=torch.bool)
        """Whether to learn from the decision: the network that learns made it"""
        self.done = empty(*shape, kind=torch.bool)
        self.values = empty(2, steps + 1, tables.rows, owners)
        """Shares of the win, and leads in points, as the network foresees them"""
        self.rewards = empty(2, steps, tables.rows, owners)
        """The same as games end"""

    @torch.no_grad()
    def fill(self, net: PolicyValueNet, actor: Actor) -> None:
        """Play the next steps of all rows."""
        tables, folded = self.tables, net.folded()
        for step in range(self.steps):
            hidden = self._look(step, folded, tables.gather("seats", self.seats[step]))
            self.own[step] = True
            outcomes = tables.step(actor.act(self, step, folded, hidden))
            actor.ended(outcomes.done)
            self.done[step] = outcomes.done
            self.rewards[0, step] = outcomes.shares
            self.rewards[1, step] = outcomes.leads
        self._look(self.steps, folded, tables.gather("seats", torch.empty_like(self.seats[0])))

    def _look(self, step: int, net: Folded, seats: Tensor) -> Tensor:
        """Keep what is asked now, and what the network foresees; its second layer."""
        tables = self.tables
        self.positions.note(step)
        hidden = self.hidden(net, self.numbers[step])
        shares, points = net.foreseen(hidden)
        turned = tables.turned(seats)
        self.values[0, step] = to_absolute(shares_of(shares, tables.present), turned)
        self.values[1, step] = to_absolute(points.masked_fill(~tables.present, 0.0), turned)
        return hidden

    def hidden(self, net: Folded, which: Tensor) -> Tensor:
        """The second layer at some positions."""
        return torch.cat(self.workers.each(lambda part: self.positions.hidden(net, part), which))

    @torch.no_grad()
    def lagged(self, net: Folded) -> Tensor:
        """The logarithms of a network's probabilities at all positions."""

        def logs(part: Tensor) -> Tensor:
            return self.positions.logs(net, self.positions.hidden(net, part), part)

        return torch.cat(
            [one for which in self.numbers[:-1] for one in self.workers.each(logs, which)]
        )

    def advantages(self, trace: float) -> Tensor:
        """(2, steps, rows, owners): how much better than foreseen it went on, for every owner.

        Every decision of anybody counts for all owners.
        """
        found = torch.empty_like(self.rewards)
        later = torch.zeros_like(self.rewards[:, 0])
        for step in reversed(range(self.steps)):
            on = (~self.done[step]).float()[None, :, None]
            ahead = self.values[:, step + 1] * on - self.values[:, step]
            later = self.rewards[:, step] + ahead + trace * on * later
            found[:, step] = later
        return found

    def explained(self, advantages: Tensor) -> float:
        """The part of the variance of shares that the values foresaw."""
        present = self.tables.present.expand(self.steps, *self.tables.present.shape)
        missed = advantages[0][present]
        target = (self.values[0, :-1] + advantages[0])[present]
        return float(1 - missed.var() / target.var().clamp(min=1e-6))
