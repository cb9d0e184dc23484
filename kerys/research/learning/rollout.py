"""Rollouts: what all rows decide for a number of steps, kept in one memory."""

from __future__ import annotations

from typing import Protocol

from kerys.kernel.extras import extra
from kerys.research.learning.network import Answers, PolicyValueNet
from kerys.research.learning.owners import shares_of, to_absolute
from kerys.research.learning.tables import Tables

with extra("learn"):
    import torch
    from torch import Tensor

ILLEGAL = -1e9
"""The logit of an illegal action: its probability is 0."""


class Actor(Protocol):
    """Who decides in a rollout."""

    def act(self, rollout: Rollout, step: int, answers: Answers) -> Tensor:
        """An action for each row; what is to be learned from goes into the rollout."""

    def ended(self, done: Tensor) -> None:
        """Some games are over, and their rows have new ones."""


class Rollout:
    """The memory of a rollout: (steps, rows, ...); values are by absolute owner."""

    def __init__(self, tables: Tables, steps: int) -> None:
        rules, rows, device = tables.rules, tables.rows, tables.device
        shape = (steps, rows)

        def empty(*sizes: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*sizes, dtype=kind, device=device)

        owners = rules.most_owners
        self.tables = tables
        self.steps = steps
        self.observations = empty(*shape, rules.observation_size, kind=torch.float16)
        self.masks = empty(*shape, rules.actions, kind=torch.bool)
        self.seats = empty(*shape, kind=torch.int64)
        self.actions = empty(*shape, kind=torch.int64)
        self.chances = empty(*shape)
        """The logarithm of the probability of each action taken."""
        self.own = empty(*shape, kind=torch.bool)
        """Whether the network that learns made the decision."""
        self.done = empty(*shape, kind=torch.bool)
        self.values = empty(2, steps + 1, rows, owners)
        """Shares of the win, and leads in points, as the network foresees them."""
        self.rewards = empty(2, steps, rows, owners)
        """The same as games end."""
        self.games = 0

    @torch.no_grad()
    def fill(self, net: PolicyValueNet, actor: Actor) -> None:
        """Play the next steps of all rows."""
        self.games = 0
        tables = self.tables
        for step in range(self.steps):
            tables.gather("observations", self.observations[step])
            tables.gather("masks", self.masks[step])
            tables.gather("seats", self.seats[step])
            answers = net(self.observations[step].float())
            self._note(step, answers, self.seats[step])
            self.own[step] = True
            outcomes = tables.step(actor.act(self, step, answers))
            actor.ended(outcomes.done)
            self.done[step] = outcomes.done
            self.rewards[0, step] = outcomes.shares
            self.rewards[1, step] = outcomes.leads
        self.games = int(self.done.sum())
        seen = torch.empty_like(self.observations[0])
        seats = torch.empty_like(self.seats[0])
        answers = net(tables.gather("observations", seen).float())
        self._note(self.steps, answers, tables.gather("seats", seats))

    def _note(self, step: int, answers: Answers, seats: Tensor) -> None:
        """Keep what the network foresees."""
        tables = self.tables
        turned = tables.turned(seats)
        shares = shares_of(answers.shares, tables.present)
        self.values[0, step] = to_absolute(shares, turned)
        points = answers.points.masked_fill(~tables.present, 0.0)
        self.values[1, step] = to_absolute(points, turned)

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


def draw(logits: Tensor, generator: torch.Generator) -> Tensor:
    """An action for each row, drawn by its probability."""
    sums = logits.softmax(-1).cumsum(-1)
    place = torch.rand(len(logits), 1, generator=generator, device=logits.device)
    return torch.searchsorted(sums, place * sums[:, -1:] * (1 - 1e-6), right=True)[:, 0]
