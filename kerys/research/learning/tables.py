"""Several batches side by side, one for each variant, as if they were one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kerys.bots.network.network_file import POINTS_SCALE
from kerys.kernel.contract import flags
from kerys.kernel.extras import extra
from kerys.research.batch import Batch, Device
from kerys.research.learning.configuration import Variant
from kerys.research.learning.owners import turns

with extra("learn"):
    import torch
    from torch import Tensor

STAGGER = 240
"""Up to how many moves rows are apart at the beginning."""
MOST_LEAD = 3.0
"""Leads beyond this, in units of 20 points, count as this."""


class Outcomes(NamedTuple):
    """What the last step brought, by absolute owner."""

    done: Tensor
    """bool (rows)"""
    shares: Tensor
    """float32 (rows, owners): everyone's share of the win where a game has ended, else 0"""
    leads: Tensor
    """float32 (rows, owners): how far ahead of the mean they ended, in units of 20 points"""


class Tables:
    """The rows of several batches of one game, and what differs between them."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.batches = list(batches)
        self.rules = self.batches[0].game
        self.rows = sum(batch.n for batch in self.batches)
        self.device = torch.device("cuda" if self.batches[0].device == "gpu" else "cpu")
        ends = torch.tensor([0] + [batch.n for batch in self.batches]).cumsum(0).tolist()
        self.parts = [slice(*ends[at : at + 2]) for at in range(len(self.batches))]
        self.players = self._by_row([batch.players for batch in self.batches])
        self.owners = self._by_row([batch.scores.shape[1] for batch in self.batches])
        most = self.rules.most_owners
        self.present = torch.arange(most, device=self.device)[None, :] < self.owners[:, None]
        """bool (rows, owners): which owners a row has"""
        self._turns = torch.stack([turns(batch.players, most) for batch in self.batches]).to(
            self.device
        )
        self._variants = self._by_row(range(len(self.batches)))

    def _by_row(self, by_batch: Sequence[int]) -> Tensor:
        """A number of each batch, repeated for its rows."""
        numbers = [
            torch.full((batch.n,), one) for batch, one in zip(self.batches, by_batch, strict=True)
        ]
        return torch.cat(numbers).to(self.device)

    def _shared(self, array: Any) -> Tensor:
        """An array of a batch as a tensor, without a copy."""
        return torch.as_tensor(array, device=self.device)

    def gather(self, name: str, out: Tensor) -> Tensor:
        """Copy an array of all batches (`observations`, `masks` or `seats`)."""
        for batch, part in zip(self.batches, self.parts, strict=True):
            out[part].copy_(self._shared(getattr(batch, name)))
        return out

    def turned(self, seats: Tensor) -> Tensor:
        """(rows, owners): the absolute number of each owner as counted from these seats."""
        return self._turns[self._variants, seats]

    def sample(self) -> Tensor:
        """Random legal actions."""
        return torch.cat([self._shared(batch.sample()) for batch in self.batches])

    def greedy(self, worlds: int, where: Tensor) -> Tensor:
        """What `greedy` would do in some rows; -1 in all others."""
        return torch.cat(
            [
                self._shared(batch.greedy(worlds, where[part].numpy()))
                for batch, part in zip(self.batches, self.parts, strict=True)
            ]
        )

    def stagger(self, chance: torch.Generator) -> None:
        """Play a different number of random moves in each row.

        Otherwise all games would begin and end at the same time.
        """
        moves = torch.randint(STAGGER, (self.rows,), generator=chance, device=self.device)
        for made in range(STAGGER):
            self.step(torch.where(made < moves, self.sample(), -1))

    def questions(self) -> Tensor:
        """The number of the question that each row asks."""
        return torch.cat([self._shared(batch.states["question"]) for batch in self.batches])

    def kept(self) -> list[dict[str, Tensor]]:
        """All running games, for `restore`; on a GPU nothing is kept, and new games are dealt."""
        if self.device.type == "cuda":
            return []
        return [
            {
                name: torch.from_numpy(np.frombuffer(rows.tobytes(), np.uint8).copy())
                for name, rows in (
                    ("states", batch.states),
                    ("books", batch._rows.books),
                    ("seats", batch.seats),
                )
            }
            for batch in self.batches
        ]

    def restore(self, kept: list[dict[str, Tensor]]) -> None:
        """Go on with games that were kept."""
        for batch, rows in zip(self.batches, kept, strict=False):
            for name, out in (
                ("states", batch.states),
                ("books", batch._rows.books),
                ("seats", batch.seats),
            ):
                out[:] = np.frombuffer(rows[name].numpy().tobytes(), out.dtype)
            for row in range(batch.n):
                self.rules.observe(
                    batch.states[row], int(batch.seats[row]), batch.observations[row]
                )
                batch.masks[row] = flags(batch._rows.books[row].words, batch.actions)

    def step(self, actions: Tensor) -> Outcomes:
        """Carry out one action per row."""
        most = self.rules.most_owners
        done = torch.empty(self.rows, dtype=torch.bool, device=self.device)
        shares = torch.zeros(self.rows, most, device=self.device)
        leads = torch.zeros(self.rows, most, device=self.device)
        for batch, part in zip(self.batches, self.parts, strict=True):
            batch.step(actions[part], check=False)
            ended = self._shared(batch.done)
            done[part] = ended
            points = self._shared(batch.scores).float()
            number = points.shape[1]
            won = _win_shares(self._shared(batch.rewards), points)
            shares[part, :number] = won * ended[:, None]
            lead = (points - points.mean(1, keepdim=True)) / POINTS_SCALE
            leads[part, :number] = lead.clamp_(-MOST_LEAD, MOST_LEAD) * ended[:, None]
        return Outcomes(done, shares, leads)


def new_tables(
    game: str, variants: Sequence[Variant], seed: str, device: Device, threads: int
) -> Tables:
    """A batch for each variant, all from one seed."""
    return Tables(
        [
            Batch(
                game,
                variant.rows,
                device=device,
                seed=f"{seed} {number}",
                threads=threads,
                **variant.options,
            )
            for number, variant in enumerate(variants)
        ]
    )


def _win_shares(rewards: Tensor, points: Tensor) -> Tensor:
    """Everyone's share of the win: a neutral that has most points wins alone."""
    first = (rewards == rewards.amax(1, keepdim=True)).float()
    shares = torch.zeros_like(points)
    players = rewards.shape[1]
    shares[:, :players] = first / first.sum(1, keepdim=True)
    if points.shape[1] > players:
        neutral = points[:, players] > points[:, :players].amax(1)
        shares[neutral] = 0.0
        shares[neutral, players] = 1.0
    return shares
